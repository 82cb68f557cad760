// Conditional jumps. Layer: machine.
#pragma once

#include "data/objects/kinds.hpp"
#include "machine/emitters/code_emitter.hpp"

namespace tessera {

class TestEmitter : public CodeEmitter {
 public:
  using CodeEmitter::CodeEmitter;

  // --- instructions; `sense`: jump if it is so, or if it is not
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

  /// A comparison of numbers: the condition that fixnums must fulfil, or must not.
  struct Comparison {
    Condition fixnums;
    bool sense, with_constant;
  };
  static Comparison comparison_of(const Instruction& i);
  /// Jumps by a comparison of two double-floats. A NaN fulfils no condition.
  void jump_on_doubles(Xmm x, Xmm y, Condition fixnums, bool sense);

 private:
  void compare_doubles(Condition fixnums, bool sense);
  void types(KindMask mask, bool sense);
};

}  // namespace tessera
