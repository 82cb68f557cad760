// Emits the instructions that read, write and make objects: lists, variables, closures, instances and hash tables.
// Layer: jit.
#pragma once

#include <string_view>

#include "jit/emitters/code_emitter.hpp"

namespace tessera {

class ObjectEmitter : public CodeEmitter {
 public:
  using CodeEmitter::CodeEmitter;

  // --- instructions: lists
  void cons();
  void list();
  /// Emits a chain of CARs and CDRs, the innermost first.
  void path(std::string_view letters);
  void car_and_cdr();
  void set_car_or_cdr();
  // --- variables
  void get_global();
  void set_global();
  void get_function();
  void new_cell();
  void get_cell();
  void set_cell();
  void get_captured();
  void get_captured_cell();
  void set_captured_cell();
  void supplied();
  // --- closures
  void new_closure();
  void set_captured();
  // --- characters
  void character_code();
  void code_character();
  // --- instances, and the caches of generic functions
  void instance_slot();
  void set_instance_slot();
  void slot_of_class();
  void cached_function();
  void cached_function_of_two();
  void find_slot();
  // --- hash tables
  void get_hash();
  void put_hash();

 private:
  void car_or_cdr(Register list, bool car, const Label& wrong);
  template <class Function> void cached(Function function, bool two_objects);
};

}  // namespace tessera
