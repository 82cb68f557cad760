// The locations of variables for debuggers, each for a range of instructions of the generated function. Layer:
// compiler.
//
// A variable that already has its value for the next round of a loop, or for the function that a tail call enters, is
// hidden from there on: a debugger must not show that value as this round's.
#pragma once

#include <vector>

#include "compiler/generation/emitter.hpp"
#include "compiler/variable_table.hpp"

namespace tessera {

/// Collects the entries of the variable table while code is emitted. Inner scopes end first.
class VariableRanges {
 public:
  /// Collects nothing unless `on`: the function has a variable table.
  VariableRanges(const Emitter& code, bool on) : code_(code), on_(on) {}

  /// Makes the variable visible from the next instruction on. `entry` has its location.
  void show(VariableEntry entry);
  std::size_t visible_count() const { return visible_.size(); }
  /// Ends the scopes within the one that had `outer` visible variables.
  void end_scope(std::size_t outer);
  /// Hides the variable in register `reg`, which has got its next value, until the innermost HiddenVariables ends.
  void hide(int reg);
  /// Hides the variable in register `reg` for good, as its value is lost.
  void end(int reg);

  /// Returns the visible variables, for code out of line.
  std::vector<VariableEntry> snapshot() const { return visible_; }
  void resume(const std::vector<VariableEntry>& snapshot);

  /// The ranges that have ended.
  std::vector<VariableEntry> entries;

 private:
  friend class HiddenVariables;
  static constexpr std::uint32_t hidden = UINT32_MAX;  ///< `from` of a variable that is hidden

  bool is_shown_in(const VariableEntry& e, int reg) const {
    return !e.captured && e.location == static_cast<std::uint32_t>(reg) && e.from != hidden;
  }
  void add_range(VariableEntry entry);
  void hide_entry(VariableEntry& entry);

  const Emitter& code_;
  bool on_;
  std::vector<VariableEntry> visible_;  ///< `from`: where the range began, or `hidden`
  std::vector<std::size_t> hidden_;     ///< indices of variables that are hidden for a while
};

/// Shows at its end the variables that were hidden while it lived.
class HiddenVariables {
 public:
  explicit HiddenVariables(VariableRanges& ranges) : ranges_(ranges), first_(ranges.hidden_.size()) {}
  ~HiddenVariables();
  HiddenVariables(const HiddenVariables&) = delete;
  HiddenVariables& operator=(const HiddenVariables&) = delete;

 private:
  VariableRanges& ranges_;
  std::size_t first_;
};

}  // namespace tessera
