// The operations of which machine code is made, with the buffer and labels of the code that is being emitted.
// Layer: jit.
//
// The folder of the processor (assembler/machine.hpp) implements them: an operation says what is meant, not which
// instructions do it. It knows the forms of Lisp objects and the Vm's fields, but not which function or loop is
// compiled. An operation changes only its first operand and the registers that its comment names; on some processors
// also what a comparison has set, so a branch follows its comparison at once.
//
// A guard (`unless_...`) continues if it holds, and else jumps to its label. Fixnums are doubled, an integer is not.
#pragma once

#include <asmjit/core.h>

#include "compiler/instructions.hpp"
#include "data/sequences/arrays.hpp"
#include "jit/assembler/addresses.hpp"
#include "vm/vm.hpp"

namespace tessera {

/// What a comparison may find, each before its opposite. Numbers are signed if they are less or greater, unsigned if
/// they are below or above. A comparison of doubles is false if one is NaN, so its opposite is true then.
// clang-format off
enum class Condition : std::uint8_t {
  equal, not_equal,
  less, not_less, less_equal, greater,
  below, not_below, not_above, above,
  negative, not_negative,
  bit_set, bit_clear,
  double_greater, double_not_greater, double_greater_equal, double_not_greater_equal,
  unordered, ordered,
};
// clang-format on
constexpr Condition opposite(Condition c) { return static_cast<Condition>(static_cast<std::uint8_t>(c) ^ 1); }

class MacroAssembler {
 public:
  using Register = jit::Register;
  using DoubleRegister = jit::DoubleRegister;
  using Address = jit::Address;
  using Label = asmjit::Label;

  /// Begins an empty buffer. A listing goes to `logger`, unless that is null.
  explicit MacroAssembler(const FieldOffsets& layout, asmjit::StringLogger* logger = nullptr) : offsets_(layout), logger_(logger) {
    begin();
  }

  // --- the buffer
  /// Drops what was emitted, labels included.
  void begin();
  /// Returns false if the code cannot be used: an operation cannot be encoded, a jump has no target or one that is too
  /// far away, or memory ran out.
  bool finish();
  std::size_t size() const { return holder_.textSection()->buffer().size(); }
  char* data() const { return reinterpret_cast<char*>(holder_.textSection()->buffer().data()); }
  std::size_t offset() const { return asm_.offset(); }
  bool is_listed() const { return logger_ != nullptr; }
  template <class... Arguments> void comment(const char* format, Arguments... arguments) { asm_.commentf(format, arguments...); }
  void embed(std::uint64_t word) { asm_.embedUInt64(word); }
  void align_data() { asm_.align(asmjit::AlignMode::kZero, 8); }
  void align_code() { asm_.align(asmjit::AlignMode::kCode, 16); }

  // --- labels
  Label new_label() { return asm_.newLabel(); }
  void bind(const Label& label) { asm_.bind(label); }
  /// Binds the label to an earlier offset.
  void bind_at(const Label& label, std::size_t offset) {
    if (holder_.bindLabel(label, holder_.textSection()->id(), offset) != asmjit::kErrorOk) failures_.any = true;
  }
  /// True if a jump leads to the label, which must not be bound yet.
  bool is_used(const Label& label) const { return holder_.labelEntry(label)->links() != nullptr; }
  std::size_t offset_of(const Label& label) const { return holder_.labelOffset(label); }
  /// Binds the label to an address that is 4 more than a multiple of 8, after the word `pc`.
  void bind_return_point(const Label& label, std::uint64_t pc);

  // --- control
  void jump(const Label& to);
  void jump(Register to);
  void jump(Address to);
  /// Jumps if what was compared last fulfils the condition.
  void branch(Condition condition, const Label& to);
  /// Calls a subroutine, which ends with `return_from_subroutine`.
  void call(const Label& subroutine);
  void call(Address subroutine);
  void return_from_subroutine();
  /// Stops the program where control never arrives.
  void trap();

  // --- moves: words are registers and memory of 64 bits
  void move(Register to, Register from);
  void move(DoubleRegister to, DoubleRegister from);
  /// Clears the upper 32 bits.
  void move32(Register to, Register from);
  void load(Register to, Address from);
  void load(Register to, std::uint64_t constant);
  void load(Register to, const void* constant) { load(to, reinterpret_cast<std::uint64_t>(constant)); }
  void load(Register to, Value v) { load(to, v.bits()); }
  /// Loads a number, of which the upper 32 bits are 0.
  void load32(Register to, std::uint32_t constant);
  void load_zero(Register to);
  void load_address(Register to, Address of);
  void load_address(Register to, const Label& of);
  /// Loads an integer of 8 to 64 bits.
  void load_integer(Register to, Address from, unsigned bits, bool is_signed);
  /// Loads an object's type.
  void load_type(Register to, Register object);
  void load_length(Register to, Register object);
  void store(Address to, Register from);
  void store(Address to, std::int32_t constant);
  /// Changes argument1 if the value has more than 32 bits.
  void store(Address to, Value v);
  void store32(Address to, Register from);
  void store32(Address to, std::int32_t constant);
  /// Stores the lower 8 to 64 bits.
  void store_integer(Address to, Register from, unsigned bits);
  void move_if(Condition condition, Register to, Register from);

  // --- comparisons; those named after 32 or 8 bits compare the lower ones
  void compare(Register x, Register y);
  void compare(Register x, Address y);
  void compare(Address x, Register y);
  void compare(Register x, std::int32_t y);
  void compare(Address x, std::int32_t y);
  /// Changes argument1 if the value has more than 32 bits.
  void compare(Register x, Value y);
  /// The value has at most 32 bits.
  void compare(Address x, Value y) { compare(x, static_cast<std::int32_t>(y.bits())); }
  void compare32(Register x, std::int32_t y);
  void compare32(Address x, std::int32_t y);
  void compare8(Register x, Value y);
  void compare_zero(Register x);
  void compare_zero32(Register x);
  void compare_type(Register object, Type type);
  /// Compares what C++ returned with false: they are equal if it is false.
  void compare_false(Register x);
  /// Equal if all these bits are 0; `mask` is below 256.
  void test_bits(Register x, int mask);
  void test_bits32(Register x, std::int32_t mask);
  /// Equal if the value has the tag. Changes `scratch`.
  void test_tag(Register v, int tag, Register scratch);
  /// bit_set if the bit with this number is set.
  void test_bit(Register set, Register number);
  /// Compares and branches.
  template <class X, class Y> void branch_if(X x, Condition condition, Y y, const Label& to) {
    compare(x, y);
    branch(condition, to);
  }
  template <class X> void branch_if32(X x, Condition condition, std::int32_t y, const Label& to) {
    compare32(x, y);
    branch(condition, to);
  }
  void branch_if_zero(Register x, Condition condition, const Label& to) {
    compare_zero(x);
    branch(condition, to);
  }
  void branch_if_zero32(Register x, Condition condition, const Label& to) {
    compare_zero32(x);
    branch(condition, to);
  }
  void branch_if_false(Register x, Condition condition, const Label& to) {
    compare_false(x);
    branch(condition, to);
  }
  void branch_if_bits(Register x, int mask, Condition condition, const Label& to) {
    test_bits(x, mask);
    branch(condition, to);
  }
  void branch_if8(Register x, Condition condition, Value y, const Label& to) {
    compare8(x, y);
    branch(condition, to);
  }
  void branch_if_type(Register object, Condition condition, Type type, const Label& to) {
    compare_type(object, type);
    branch(condition, to);
  }
  void branch_if_subtype(Register object, Condition condition, int subtype, const Label& to);
  void branch_if_length(Register object, Condition condition, std::uint32_t length, const Label& to);
  /// Jumps if x - begin < size, as with unsigned words. Changes argument1.
  void branch_if_in_range(Register x, Address begin, Address size, const Label& to);

  // --- arithmetic of words; if the result has more than 64 bits, jumps to `overflow`, if given, with the lower 64
  void add(Register x, std::int32_t y, const Label& overflow = Label());
  void add(Register x, Register y, const Label& overflow = Label());
  void subtract(Register x, Register y, const Label& overflow = Label());
  void subtract(Register x, std::int32_t y);
  void subtract(Address x, std::int32_t y);
  /// Subtracts 32 bits, and clears the upper ones.
  void subtract32(Register x, Address y);
  void multiply(Register x, Register y, const Label& overflow = Label());
  void multiply(Register to, Register x, std::int32_t y, const Label& overflow = Label());
  /// Divides the accumulator; the remainder gets into the temporary register. The divisor is positive.
  void divide(Register divisor);
  void negate(Register x);
  /// Makes x its absolute value; keeps x if that overflows. Changes `scratch`.
  void absolute(Register x, Register scratch, const Label& overflow);
  /// Emits ADD, SUB, MUL (y is an integer), LOGAND, LOGIOR or LOGXOR.
  void combine(Op op, Register x, Register y, const Label& overflow = Label());
  void bit_and(Register x, std::int32_t mask);
  /// Sets the bits of an immediate of this kind in x, where they are 0.
  void set_tag(Register x, Value immediate);
  void shift_left(Register x, int bits);
  void shift_right(Register x, int bits);
  void shift_right_signed(Register x, int bits);
  /// Shifts by the number of bits in operand2, which is below 64.
  void shift_left_by_operand2(Register x);
  void shift_right_signed_by_operand2(Register x);
  void clear_top_bit(Register x);
  /// Makes x (x & mask) << shift, the offset of an entry in a ring.
  void wrap(Register x, std::uint32_t mask, int shift = 0);
  void set_bit(Address set, Register number);
  void decrement(Address x);
  /// Decrements a counter of 32 bits, and jumps if the result, compared with 0, fulfils the condition.
  void count_down(Address counter, Condition condition, const Label& to);

  // --- fixnums
  void to_fixnum(Register integer, const Label& overflow = Label());
  /// The upper 33 bits are 0.
  void natural_to_fixnum(Register integer);
  void to_integer(Register fixnum) { shift_right_signed(fixnum, 1); }
  /// The fixnum is not negative.
  void to_natural(Register fixnum) { shift_right(fixnum, 1); }
  /// Then jumps if the integer, compared with 0, fulfils the condition.
  void to_integer(Register fixnum, Condition condition, const Label& to);

  // --- guards
  /// Changes `scratch`, like the next three.
  void unless_tag(Register v, int tag, Register scratch, const Label& otherwise);
  void unless_cons(Register v, Register scratch, const Label& otherwise) { unless_tag(v, jit::cons_tag, scratch, otherwise); }
  void unless_object(Register v, Register scratch, const Label& otherwise) { unless_tag(v, jit::object_tag, scratch, otherwise); }
  void unless_type(Register v, Type type, Register scratch, const Label& otherwise);
  void unless_fixnum(Register v, const Label& otherwise);
  void unless_fixnums(Register x, Register y, Register scratch, const Label& otherwise);
  /// Changes the accumulator.
  void unless_fixnums(const Address* values, std::size_t count, const Label& otherwise);
  /// Guards that the double is immediate. Changes the temporary register.
  void unless_double(Register v, const Label& otherwise) { unless_tag(v, jit::double_tag, jit::temporary, otherwise); }
  /// Guards that the value is of the kind of immediate that the tag names.
  void unless_tagged_like(Register v, Value tag, const Label& otherwise);
  /// Guards that the value is an immediate other than a number. Changes `scratch`.
  void unless_constant(Register v, Register scratch, const Label& otherwise);
  /// Guards that the value is a fixnum from 0 to `limit` - 1, or from -`limit` with `is_signed`; `limit` is a power of
  /// two. Changes the accumulator.
  void unless_within(Register v, std::int32_t limit, bool is_signed, const Label& otherwise);
  /// Guards that the integer fits into so many bits. Changes `scratch`.
  void unless_narrow(Register integer, unsigned bits, bool is_signed, Register scratch, const Label& otherwise);
  /// Guards that the fixnum is below the vector's length. Changes the temporary register.
  void unless_below_length(Register vector, Register index, const Label& otherwise);
  /// Guards likewise, also that the index is a fixnum.
  void unless_index(Register vector, Register index, const Label& otherwise) {
    unless_fixnum(index, otherwise);
    unless_below_length(vector, index, otherwise);
  }
  /// Guards that the object is such a vector of numbers. Changes the temporary register.
  void unless_numbers(Register vector, NumberVector expected, const Label& otherwise);
  /// Guards that the instance has slot number `slot`, counted after its class.
  void unless_slot(Register instance, std::uint32_t slot, const Label& otherwise) {
    branch_if_length(instance, Condition::not_above, slot + 1, otherwise);
  }

  // --- doubles
  void load(DoubleRegister to, Address from);
  void load(DoubleRegister to, const Label& from);
  void load(DoubleRegister to, double constant, Register scratch);
  void load_zero(DoubleRegister to);
  void store(Address to, DoubleRegister from);
  /// Loads and stores any word.
  void load_bits(DoubleRegister to, Address from);
  void store_bits(Address to, DoubleRegister from);
  void integer_to_double(DoubleRegister to, Register from);
  /// Emits ADD, SUB, MUL or DIV.
  void combine(Op op, DoubleRegister x, DoubleRegister y);
  void square_root(DoubleRegister to, DoubleRegister x);
  /// Compares doubles. They are equal or not only after a branch if they are unordered.
  void compare(DoubleRegister x, DoubleRegister y);
  /// Changes double2.
  void unless_finite(DoubleRegister x, const Label& otherwise);
  /// Guards likewise by the exponent. Changes `scratch`.
  void unless_finite(DoubleRegister x, Register scratch, const Label& otherwise);
  /// Unboxes an immediate double: rotates it and removes the bias of its exponent (see Value). Changes `from`.
  void to_double(DoubleRegister to, Register from);
  /// Makes an immediate double; jumps if the double cannot be immediate. Changes the temporary register.
  void from_double(Register to, DoubleRegister from, const Label& otherwise);

  // --- the Vm and its heap
  /// Returns the address of a field of the Vm.
  Address at(std::int32_t field) const { return jit::place_at(jit::vm, field); }
  /// Allocates `bytes` in the nursery and puts the address into the accumulator. Changes operand2.
  void allocate(std::size_t bytes, const Label& otherwise);
  /// Makes a list of `count` values in the accumulator; `load_value(n)` loads one into operand2. Changes operand2.
  template <class Load> void allocate_list(std::int32_t count, Load load_value, const Label& otherwise);

  // --- calls of C++
  /// Calls the function, which may change all registers but those that C++ keeps. Its result gets into the accumulator.
  void call_cpp(const void* function);
  template <class Result, class... Parameters> void call_cpp(Result (*function)(Parameters...)) {
    call_cpp(reinterpret_cast<const void*>(function));
  }
  /// Saves a register around calls of C++.
  void keep(Register r);
  void restore(Register r);
  /// Reserves words on the C++ stack, an even number.
  void reserve_stack(std::int32_t words);
  void release_stack(std::int32_t words);
  /// Begins and ends the part of a subroutine that calls C++.
  void begin_calls();
  void end_calls();
  /// Likewise, and keeps the register meanwhile.
  void begin_calls(Register kept);
  void end_calls(Register kept);

  // --- the border between C++ and machine code, in the order of its use; platform/code.hpp describes the frame
  /// Emits the beginning of `enter`(vm, base, address): keeps registers for C++, sets those that machine code keeps,
  /// and jumps to the address.
  void enter();
  /// Drops what subroutines have left on the C++ stack.
  void reset_stack();
  /// Likewise, and saves the accumulator and the temporary register.
  void save_resume_point();
  void forget_resume_point();
  /// Returns to the caller of `enter` with what `save_resume_point` saved.
  void leave();

 private:
  struct Failures final : asmjit::ErrorHandler {
    void handleError(asmjit::Error, const char*, asmjit::BaseEmitter*) override { any = true; }
    bool any = false;
  };
  const FieldOffsets& offsets_;
  asmjit::StringLogger* const logger_;
  Failures failures_;
  asmjit::CodeHolder holder_;
  jit::Assembler asm_;
};

template <class Load> void MacroAssembler::allocate_list(std::int32_t count, Load load_value, const Label& otherwise) {
  using namespace jit;
  constexpr auto size = static_cast<std::int32_t>(sizeof(Cons));
  allocate(static_cast<std::size_t>(count * size), otherwise);
  add(accumulator, cons_tag);
  for (std::int32_t n = 0; n < count; ++n) {
    load_value(static_cast<std::size_t>(n));
    store(place_at(accumulator, n * size - cons_tag), operand2);
    const Address rest = place_at(accumulator, n * size + 8 - cons_tag);
    if (n + 1 == count) {
      store(rest, NIL);
    } else {
      load_address(operand2, place_at(accumulator, (n + 1) * size));
      store(rest, operand2);
    }
  }
}

}  // namespace tessera
