// The instructions of a loop's code, inlined callees included, and the registers that are live before each.
// Layer: jit.
//
// Instructions are numbered as in LoopProgram: the function's own from 0 on, inlined ones after them. Tables with
// an entry for each instruction of the body are indexed by `from_head`.
#pragma once

#include <array>
#include <vector>

#include "jit/assembler/emission.hpp"
#include "jit/loop_analysis/type_feedback.hpp"

namespace tessera {

class LoopBody {
 public:
  LoopBody(Emission& emission, JitFunction& function, JitLoop& loop) : emission_(emission), function_(function), loop_(loop) {}

  // --- finding the instructions
  /// Collects the instructions that are reached from the loop's head and lead there again. Returns false if they cannot
  /// be compiled.
  bool find_loop();
  /// Collects the instructions that are reached from the function's beginning. Returns false if one leads backwards, or
  /// exits land there.
  bool collect_function();
  /// Returns false if the loop is too long, or no value would stay in a machine register: calls spill all values.
  bool pays() const;
  /// Gives the instructions of inner loops greater weights in the program.
  void weigh();
  /// Inlines small functions that the loop calls by name, or that type feedback found in the frame (`called`) or saw
  /// earlier. Returns true if there are any.
  bool inline_calls(const std::vector<TypeFeedback::Called>& called);
  /// Adds the callees that have been inlined already.
  void take_calls();
  /// Finds the targets of jumps; to be called when the body is complete.
  void find_targets();
  /// Finds the live registers for all loops of the function at once. Debuggers look at dead variables, too.
  void find_live();

  // --- the instructions
  const std::vector<std::size_t>& order() const { return order_; }
  std::size_t size() const { return contains_.size(); }
  std::size_t from_head(std::size_t n) const {
    return n < emission_.count ? n - loop_.head : loop_.last + 1 - loop_.head + n - emission_.count;
  }
  bool has(std::size_t n) const { return n >= loop_.head && (n <= loop_.last || n >= emission_.count) && contains_[from_head(n)]; }
  bool is_target(std::size_t n) const { return is_target_[from_head(n)]; }
  /// Returns the number of instruction n in the order in which code is emitted.
  std::size_t position(std::size_t n) const { return position_[from_head(n)]; }
  /// Returns the registers that are live before instruction n.
  RegisterSet live(std::size_t n) const;
  /// Returns the registers whose values are carried from one round to the next.
  RegisterSet carried() const { return carried_; }
  /// Returns the registers that are set otherwise than by counting up or down by constants.
  RegisterSet computed() const { return computed_; }
  /// Returns the interference sets: for each register the registers that are live together with it.
  std::array<RegisterSet, register_set_size> conflicts() const;

 private:
  template <class Take> void for_each_successor(std::size_t at, Take take) const;
  bool inline_call(std::size_t call, const std::vector<TypeFeedback::Called>& called);
  std::vector<const Code*> callees_of(std::size_t call, const std::vector<TypeFeedback::Called>& called);
  void insert_callees();
  void find_live_in_callees();

  Emission& emission_;
  JitFunction& function_;
  JitLoop& loop_;
  std::vector<std::size_t> order_;
  std::vector<bool> contains_, is_target_;
  std::vector<std::size_t> position_;
  std::size_t calls_ = 0;
  std::vector<RegisterSet> live_in_callees_;
  RegisterSet carried_ = 0, computed_ = 0;
};

}  // namespace tessera
