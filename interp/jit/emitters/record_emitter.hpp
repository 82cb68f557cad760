// Dynamic records (bindings, exits, catches, cleanup forms) and multiple values. Layer: jit.
#pragma once

#include "jit/emitters/code_emitter.hpp"

namespace tessera {

class RecordEmitter : public CodeEmitter {
 public:
  using CodeEmitter::CodeEmitter;

  // --- instructions: multiple values
  void one_value();
  void values();
  void bind_values();
  void save_values();
  void restore_values();
  // --- dynamic records
  void bind();
  void unbind();
  void block();
  void tagbody();
  void end_exit();
  void exit_block();
  void exit_tag();
  void push_catch();
  void end_catch();
  void throw_to_tag();
  void protect();
  void unprotect();
  void end_protect();

 private:
  using Land = void (*)(Vm&, Value*, const Instruction*, const void*);
  void push_landing(Record::Kind kind, Land function);
  void serve_landing(Land function);
  void end_record(bool is_catch);
};

}  // namespace tessera
