// The addresses of words in frames and objects. Layer: jit.
#pragma once

#include "jit/assembler/field_offsets.hpp"
#include "jit/assembler/machine.hpp"

namespace tessera::jit {

inline constexpr int cons_tag = 1, object_tag = 3, double_tag = 5, tag_mask = 7;

/// Returns the address of register n of the frame.
inline Address reg(std::size_t n) { return place_at(frame, static_cast<std::int32_t>(n * sizeof(Value))); }
inline Address function_of_frame() { return place_at(frame, -16); }
inline Address return_of_frame() { return place_at(frame, -8); }
/// Returns the address of word n of an object after its header.
inline Address field(Register object, std::size_t n) {
  return place_at(object, static_cast<std::int32_t>(8 + n * sizeof(Value)) - object_tag);
}
/// Returns the address of an element after the header; the index is shifted by `shift`.
inline Address element(Register object, Register index, unsigned shift) { return place_at(object, index, shift, 8 - object_tag); }
inline Address car(Register cons) { return place_at(cons, -cons_tag); }
inline Address cdr(Register cons) { return place_at(cons, 8 - cons_tag); }

// Fields of the Prologue to which `instructions` points.
inline constexpr std::int32_t prologue_offset = 8 - object_tag;
inline Address machine_code_of(Register instructions) { return place_at(instructions, prologue_offset + 8); }
inline constexpr std::int32_t first_instruction_offset = prologue_offset + static_cast<std::int32_t>(sizeof(Prologue));

// Fields by their names in memory/layout.hpp.
inline constexpr std::size_t symbol_value = 2, symbol_function = 3, symbol_entry = 4;
inline constexpr std::size_t code_arity = 1, code_instructions = 2, native_arity = 2;
static_assert(offsetof(Symbol, value) == 8 + 8 * symbol_value && offsetof(Symbol, function) == 8 + 8 * symbol_function);
static_assert(offsetof(Symbol, entry) == 8 + 8 * symbol_entry && offsetof(Code, arity) == 8 + 8 * code_arity);
static_assert(offsetof(Native, arity) == 8 + 8 * native_arity);
static_assert(offsetof(Code, instructions) == 8 + 8 * code_instructions && offsetof(Prologue, machine_code) == 8);

}  // namespace tessera::jit
