// Instructions and code objects. Layer: compiler.
#pragma once

#include <cstdint>

#include "base/position.hpp"
#include "runtime/runtime.hpp"

namespace tessera {

enum class Op : std::uint16_t {
#define OP(name, operands, control, effects, machine_code, facts, doc) name,
#include "compiler/opcodes.def"
#undef OP
  count
};

/// One instruction: an opcode and three operands, or one of 16 and one of 32 bits.
struct Instruction {
  std::uint16_t op, a, b, c;
  std::int32_t bc() const { return static_cast<std::int32_t>(b | (static_cast<std::uint32_t>(c) << 16)); }
  std::int16_t signed_b() const { return static_cast<std::int16_t>(b); }
  std::int16_t signed_c() const { return static_cast<std::int16_t>(c); }
  void set_bc(std::int32_t v) {
    b = static_cast<std::uint16_t>(v);
    c = static_cast<std::uint16_t>(static_cast<std::uint32_t>(v) >> 16);
  }
};
static_assert(sizeof(Instruction) == 8 && sizeof(Prologue) % 8 == 0);

/// The parameters of a function, packed in a fixnum. That is n for a function that takes just n required arguments, so
/// that a call can compare. A `known` function is a local one that gets the variables it uses of others (cells, tokens
/// of exits) as further required arguments; only the calls that were compiled with it, which do not check the arity,
/// may call it.
struct Arity {
  std::uint32_t required = 0, optional = 0;
  bool rest = false, keys = false, allow_other_keys = false, known = false;

  static constexpr std::int64_t general = std::int64_t{1} << 50;
  bool is_simple() const { return optional == 0 && !rest && !keys && !known; }
  std::int64_t pack() const {
    if (is_simple()) return required;
    return general | (std::int64_t{rest} << 51) | (std::int64_t{keys} << 52) | (std::int64_t{allow_other_keys} << 53) |
           (std::int64_t{known} << 54) | (std::int64_t{optional} << 20) | required;
  }
  static Arity unpack(std::int64_t n) {
    Arity a;
    a.required = n & 0xFFFFF;
    a.optional = (n >> 20) & 0xFFFFF;
    a.rest = (n >> 51) & 1;
    a.keys = (n >> 52) & 1;
    a.allow_other_keys = (n >> 53) & 1;
    a.known = (n >> 54) & 1;
    return a;
  }
};

/// Limit for a frame: the registers that operands can name, and arguments after the last of these.
inline constexpr std::size_t max_registers = 0x20000;

inline const Prologue* prologue_of(Value instructions) { return instructions.as_object()->data<Prologue>(); }
inline const Instruction* first_instruction(const Prologue* p) { return reinterpret_cast<const Instruction*>(p + 1); }
inline Instruction* first_instruction(Prologue* p) { return reinterpret_cast<Instruction*>(p + 1); }
inline const Instruction* instructions_of(const Code* code) { return first_instruction(prologue_of(code->instructions)); }
inline std::size_t instruction_count(const Code* code) {
  return (code->instructions.as_object()->length() - sizeof(Prologue)) / sizeof(Instruction);
}
inline std::uint32_t constant_count(const Code* code) { return reinterpret_cast<const Object*>(code)->length() - code_fixed_slots; }
inline std::uint32_t registers_of(const Code* code) { return prologue_of(code->instructions)->registers; }
inline Code* code_of(const Closure* closure) { return as<Code>(closure->code); }

/// Returns the file that a function was compiled from, or NIL. The file and the docstring share a field: the file, or a
/// cons of both.
inline Value file_of(const Code* code) { return code->origin.is_cons() ? code->origin.as_cons()->car : code->origin; }
inline Value documentation_of(const Code* code) { return code->origin.is_cons() ? code->origin.as_cons()->cdr : NIL; }
inline void set_origin(Heap& heap, Code* code, Value file, Value documentation) {
  heap.write(&code->origin, is_nil(documentation) ? file : heap.cons(file, documentation));
}

/// Returns the source position of instruction `pc`; line 0 if it is not known.
SourcePosition position_of(const Code* code, std::uint32_t pc);
/// Returns the source position where the function begins, as far as its code shows.
SourcePosition first_position_of(const Code* code);

}  // namespace tessera
