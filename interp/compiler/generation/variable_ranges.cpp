// Beginning, hiding and ending the ranges of variables.
#include "compiler/generation/variable_ranges.hpp"

#include <algorithm>

namespace tessera {

void VariableRanges::show(VariableEntry entry) {
  if (!on_) return;
  entry.from = code_.size();
  visible_.push_back(entry);
}

void VariableRanges::add_range(VariableEntry entry) {
  entry.to = code_.size();
  if (entry.from != hidden && entry.from < entry.to) entries.push_back(entry);
}

void VariableRanges::end_scope(std::size_t outer) {
  for (std::size_t i = visible_.size(); i > outer; --i) add_range(visible_[i - 1]);
  visible_.resize(std::min(outer, visible_.size()));
}

void VariableRanges::hide_entry(VariableEntry& entry) {
  add_range(entry);
  entry.from = hidden;
}

void VariableRanges::end(int reg) {
  for (VariableEntry& e : visible_)
    if (is_shown_in(e, reg)) hide_entry(e);
}

void VariableRanges::resume(const std::vector<VariableEntry>& snapshot) {
  visible_ = snapshot;
  for (VariableEntry& e : visible_)
    if (e.from != hidden) e.from = code_.size();
}

void VariableRanges::hide(int reg) {
  for (std::size_t i = 0; i < visible_.size(); ++i) {
    if (!is_shown_in(visible_[i], reg)) continue;
    hide_entry(visible_[i]);
    hidden_.push_back(i);
  }
}

HiddenVariables::~HiddenVariables() {
  for (std::size_t i = first_; i < ranges_.hidden_.size(); ++i) ranges_.visible_[ranges_.hidden_[i]].from = ranges_.code_.size();
  ranges_.hidden_.resize(first_);
}

}  // namespace tessera
