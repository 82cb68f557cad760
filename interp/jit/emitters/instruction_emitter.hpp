// The machine code of any instruction: all emitters, and the table that finds the function for an instruction.
// Layer: jit.
#pragma once

#include "jit/emitters/call_emitter.hpp"
#include "jit/emitters/element_emitter.hpp"
#include "jit/emitters/number_emitter.hpp"
#include "jit/emitters/object_emitter.hpp"
#include "jit/emitters/record_emitter.hpp"
#include "jit/emitters/test_emitter.hpp"

namespace tessera {

class InstructionEmitter : private CodeEmitter {
 public:
  explicit InstructionEmitter(Emission& emission)
      : CodeEmitter(emission),
        numbers(emission),
        tests(emission),
        objects(emission),
        elements(emission),
        calls(emission),
        records(emission) {}

  /// Emits the current instruction with the function that its line in opcodes.def names.
  void emit();

  NumberEmitter numbers;
  TestEmitter tests;
  ObjectEmitter objects;
  ElementEmitter elements;
  CallEmitter calls;
  RecordEmitter records;

 private:
  // --- instructions of no other emitter
  void move();
  void load_constant() { put_value(constant(i().bc())); }
  void load_number() { put_value(Value::fixnum(i().bc())); }
  void load_object(Value v) { put_value(v); }
  void jump_always() { jump(target()); }
  /// Makes the interpreter execute the instruction, for which there is no machine code.
  void step();
};

}  // namespace tessera
