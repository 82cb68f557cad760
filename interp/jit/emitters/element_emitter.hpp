// Elements of vectors and strings: in line for simple vectors, octets, 32-bit integers and strings, by calls of C++
// for all others. Layer: jit.
#pragma once

#include "jit/emitters/code_emitter.hpp"

namespace tessera {

class ElementEmitter : public CodeEmitter {
 public:
  using CodeEmitter::CodeEmitter;

  // --- instructions
  void element();
  void element_at_immediate();
  void set_element();
  void character();
  void set_character();
  void length();

 private:
  void find_integers(Register object, const Label& octets, const Label& words);
  Address octet_at_index(const Label& otherwise);
  Address word_at_index(const Label& otherwise);
  void take_integer(Register value, int bits, const Label& otherwise);
  void store_at_once(bool (*store)(Runtime&, Value, Value, Value), const Label& otherwise);
  void element_of_other_vector(const Label& loaded, const Label& general);
  void get_character(const Label& general);
  void to_wide(Register string, const Label& otherwise);
};

}  // namespace tessera
