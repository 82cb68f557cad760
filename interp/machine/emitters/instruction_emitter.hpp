// The machine code of one instruction, whichever it is: all chapters, and the table that finds the right function.
// Layer: machine.
#pragma once

#include "machine/emitters/call_emitter.hpp"
#include "machine/emitters/element_emitter.hpp"
#include "machine/emitters/number_emitter.hpp"
#include "machine/emitters/object_emitter.hpp"
#include "machine/emitters/record_emitter.hpp"
#include "machine/emitters/test_emitter.hpp"

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

  /// Emits the current instruction, by the function that its line in opcodes.def names.
  void emit();

  NumberEmitter numbers;
  TestEmitter tests;
  ObjectEmitter objects;
  ElementEmitter elements;
  CallEmitter calls;
  RecordEmitter records;

 private:
  // --- instructions that belong to no chapter
  void move();
  void load_constant() { put_value(constant(i().bc())); }
  void load_number() { put_value(Value::fixnum(i().bc())); }
  void load_object(Value v) { put_value(v); }
  void jump_always() { jump(target()); }
  /// There is no machine code for the instruction: the interpreter executes it.
  void step();
};

}  // namespace tessera
