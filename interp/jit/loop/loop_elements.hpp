// Elements of vectors in a loop: of simple vectors, and of vectors with unboxed integers or doubles. Layer: jit.
//
// The kind of a vector is checked once, since only a call of Lisp can change it; the index each time.
#pragma once

#include "jit/loop/loop_edges.hpp"

namespace tessera {

class LoopElements final : public LoopEmitter {
 public:
  LoopElements(LoopContext& context, LoopRegisters& registers) : LoopEmitter(context), registers_(registers) {}

  /// Emits AREF and SVREF, or the stores. Returns false if nothing is gained.
  bool emit(Access access);

 private:
  bool simple_element(std::size_t vector, std::size_t index, Access access);
  bool double_element(std::size_t vector, std::size_t index, NumberVector expected, Access access);
  bool integer_element(std::size_t vector, std::size_t index, NumberVector expected, Access access);
  Register numbers(std::size_t vector, NumberVector expected);
  Address element_of(Register vector, Register index, NumberVector expected, unsigned bits);
  void load_integer(const Address& element, unsigned bits, bool is_signed);
  void store_integer(const Address& element, Register what, unsigned bits, bool is_signed);

  LoopRegisters& registers_;
};

}  // namespace tessera
