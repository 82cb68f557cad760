// The buffer and labels of the code that is being emitted, and the guards and conversions that all emitters use.
// Layer: jit.
//
// The only owner of asmjit's objects. It knows the forms of Lisp objects and the Vm's fields, but not which function
// or loop is compiled. A guard continues if it holds, and else jumps to its label; it changes only the machine
// registers that its comment names.
#pragma once

#include "data/sequences/arrays.hpp"
#include "jit/assembler/registers.hpp"
#include "vm/vm.hpp"

namespace tessera {

class MacroAssembler {
 public:
  using Gp = jit::x86::Gp;
  using Xmm = jit::x86::Xmm;
  using Mem = jit::x86::Mem;
  using Label = asmjit::Label;

  /// Begins an empty buffer. A listing goes to `logger`, unless that is null.
  MacroAssembler(const FieldOffsets& layout, asmjit::StringLogger* logger) : offsets_(layout), logger_(logger) { begin(); }

  /// Drops what was emitted, labels included.
  void begin();
  /// Returns false if the code cannot be used: a jump has no target, or memory ran out.
  bool finish();
  jit::x86::Assembler& out() { return asm_; }
  std::size_t size() const { return holder_.textSection()->buffer().size(); }
  char* data() { return reinterpret_cast<char*>(holder_.textSection()->buffer().data()); }
  std::size_t offset_of(const Label& label) const { return holder_.labelOffset(label); }
  Label new_label() { return asm_.newLabel(); }
  /// Binds the label to an earlier offset.
  void bind_at(const Label& label, std::size_t offset) { holder_.bindLabel(label, holder_.textSection()->id(), offset); }
  /// True if a jump leads to the label, which must not be bound yet.
  bool is_used(const Label& label) const { return holder_.labelEntry(label)->links() != nullptr; }
  bool is_listed() const { return logger_ != nullptr; }

  /// Returns the operand for a field of the Vm.
  Mem at(std::int32_t field) const { return jit::x86::qword_ptr(jit::vm, field); }
  Mem at32(std::int32_t field) const { return jit::x86::dword_ptr(jit::vm, field); }

  void load_value(Gp to, Value v) { asm_.mov(to, v.bits()); }
  /// Stores the value. Changes rsi.
  void store_value(Mem to, Value v);
  /// Compares with the value. Changes rsi.
  void compare_value(Gp with, Value v);

  void unless_cons(Gp v, Gp scratch, const Label& otherwise);
  void unless_object(Gp v, Gp scratch, const Label& otherwise);
  void unless_type(Gp v, Type type, Gp scratch, const Label& otherwise);
  void unless_fixnums(Gp x, Gp y, Gp scratch, const Label& otherwise);
  /// Guards that the index is a fixnum below the vector's length. Changes rdx.
  void unless_index(Gp vector, Gp index, const Label& otherwise);
  /// Guards that the object is such a vector of numbers. Changes rdx.
  void unless_numbers(Gp vector, NumberVector expected, const Label& otherwise);
  /// Guards that the instance has slot number `slot`, counted after its class.
  void unless_slot(Gp instance, std::uint32_t slot, const Label& otherwise);

  /// Unboxes an immediate double: rotates it and removes the bias of its exponent (see Value). Changes `from`.
  void to_double(Xmm to, Gp from);
  /// Makes an immediate double; jumps if the double cannot be immediate. Changes rdx.
  void from_double(Gp to, Xmm from, const Label& otherwise);

 private:
  const FieldOffsets& offsets_;
  asmjit::StringLogger* const logger_;
  asmjit::CodeHolder holder_;
  jit::x86::Assembler asm_;
};

}  // namespace tessera
