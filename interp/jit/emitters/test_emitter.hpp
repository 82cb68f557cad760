// Conditional jumps. Layer: jit.
#pragma once

#include "data/objects/kinds.hpp"
#include "jit/emitters/code_emitter.hpp"

namespace tessera {

class TestEmitter : public CodeEmitter {
 public:
  using CodeEmitter::CodeEmitter;

  // --- instructions; `sense`: true if they jump when the test holds, false if they jump when it fails
  void nil(bool sense);
  void cons(bool sense);
  void supplied();
  void eq(bool sense);
  void eq_constant(bool sense);
  void eql(bool sense);
  void instance(bool sense);
  void odd(bool sense);
  void kind(bool sense);
  void same_character(bool sense);
  void compare();

  /// A comparison of numbers: jumps if fixnums fulfil the condition, or with a false `sense` if they do not.
  struct Comparison {
    Condition fixnums;
    bool sense, with_constant;
  };
  static Comparison comparison_of(const Instruction& i);
  /// Emits a jump by a comparison of two double-floats. A NaN fulfils no condition.
  void jump_on_doubles(DoubleRegister x, DoubleRegister y, Condition fixnums, bool sense);

 private:
  void compare_doubles(Condition fixnums, bool sense);
  void types(KindMask mask, bool sense);
};

}  // namespace tessera
