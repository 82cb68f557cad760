// What debuggers are told of a function's variables: from which instruction to which each is where. A variable that already has its
// value for the next round of a loop, or for the function that is called in this one's place, is not told as this round's.
#include <algorithm>

#include "compiler/generator.hpp"

namespace tessera {

// The variable is in its register from the next instruction on.
void Generator::show(const Variable* v, bool parameter) {
  if (v->users) show_at(v->name, {false, v->reg}, v->in_cell(), parameter);
}

void Generator::show_at(Value name, VariablePlace place, bool in_cell, bool parameter) {
  if (!tells_variables()) return;
  visible_.push_back(
      {name, in_cell, place.captured, parameter, static_cast<std::uint32_t>(place.index), static_cast<std::uint32_t>(code_.size()), 0});
}

void Generator::note_range(VariableEntry entry) {
  entry.to = static_cast<std::uint32_t>(code_.size());
  if (entry.from != hidden_now && entry.from < entry.to) variables_.push_back(entry);
}

// The scopes end within which more than `outer` variables are visible. Inner ones come first.
void Generator::end_scope(std::size_t outer) {
  for (std::size_t i = visible_.size(); i > outer; --i) note_range(visible_[i - 1]);
  visible_.resize(std::min(outer, visible_.size()));
}

void Generator::hide(int reg) {
  for (std::size_t i = 0; i < visible_.size(); ++i) {
    VariableEntry& e = visible_[i];
    if (e.captured || e.place != static_cast<std::uint32_t>(reg) || e.from == hidden_now) continue;
    note_range(e);
    e.from = hidden_now;
    hidden_.push_back(i);
  }
}

// Give up what the variables hold: the collector takes all registers for used.
void Generator::end_variables(const std::vector<const Variable*>& ended) {
  for (const Variable* v : ended) {
    if (v->reg < 0) continue;  // it never had a register of its own
    emit(Op::LOADNIL, v->reg);
    for (VariableEntry& e : visible_)
      if (!e.captured && e.place == static_cast<std::uint32_t>(v->reg) && e.from != hidden_now) {
        note_range(e);
        e.from = hidden_now;
      }
  }
}

Generator::Hidden::~Hidden() {
  for (std::size_t i = first_; i < generator_.hidden_.size(); ++i)
    generator_.visible_[generator_.hidden_[i]].from = static_cast<std::uint32_t>(generator_.code_.size());
  generator_.hidden_.resize(first_);
}

// What the function uses of others: in its closure, or in the registers behind its parameters.
void Generator::show_captured() {
  for (const Variable* v : lambda_->free)
    if (v->users) show_at(v->name, place_of(v), v->in_cell(), false);
}

}  // namespace tessera
