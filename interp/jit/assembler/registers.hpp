// The fixed machine registers, and the addressing of objects and frames. Layer: jit.
#pragma once

#include <asmjit/x86.h>

#include "jit/assembler/field_offsets.hpp"

namespace tessera::jit {

namespace x86 = asmjit::x86;

// Between two instructions: the frame's registers, the Vm, the bias of immediate doubles (memory/value.hpp). rbp is
// the frame of `enter`.
inline constexpr x86::Gp frame = x86::rbx, vm = x86::r15, double_bias = x86::r14;

inline constexpr int cons_tag = 1, object_tag = 3, double_tag = 5, tag_mask = 7;

/// Returns the operand for register n of the frame.
inline x86::Mem reg(std::size_t n) { return x86::qword_ptr(frame, static_cast<std::int32_t>(n * sizeof(Value))); }
inline x86::Mem function_of_frame() { return x86::qword_ptr(frame, -16); }
inline x86::Mem return_of_frame() { return x86::qword_ptr(frame, -8); }
/// Returns the operand for word n of an object after its header.
inline x86::Mem field(x86::Gp object, std::size_t n) {
  return x86::qword_ptr(object, static_cast<std::int32_t>(8 + n * sizeof(Value)) - object_tag);
}
inline x86::Mem type_of(x86::Gp object) { return x86::byte_ptr(object, 1 - object_tag); }
inline x86::Mem subtype_of(x86::Gp object) { return x86::word_ptr(object, 2 - object_tag); }
inline x86::Mem length_of(x86::Gp object) { return x86::dword_ptr(object, 4 - object_tag); }
inline x86::Mem car(x86::Gp cons) { return x86::qword_ptr(cons, -cons_tag); }
inline x86::Mem cdr(x86::Gp cons) { return x86::qword_ptr(cons, 8 - cons_tag); }

// Fields of the Prologue to which `instructions` points.
inline constexpr std::int32_t prologue_offset = 8 - object_tag;
inline x86::Mem machine_code_of(x86::Gp instructions) { return x86::qword_ptr(instructions, prologue_offset + 8); }
inline constexpr std::int32_t first_instruction_offset = prologue_offset + static_cast<std::int32_t>(sizeof(Prologue));

// Fields by their names in memory/layout.hpp.
inline constexpr std::size_t symbol_value = 2, symbol_function = 3, symbol_entry = 4;
inline constexpr std::size_t code_arity = 1, code_instructions = 2, native_arity = 2;
static_assert(offsetof(Symbol, value) == 8 + 8 * symbol_value && offsetof(Symbol, function) == 8 + 8 * symbol_function);
static_assert(offsetof(Symbol, entry) == 8 + 8 * symbol_entry && offsetof(Code, arity) == 8 + 8 * code_arity);
static_assert(offsetof(Native, arity) == 8 + 8 * native_arity);
static_assert(offsetof(Code, instructions) == 8 + 8 * code_instructions && offsetof(Prologue, machine_code) == 8);

}  // namespace tessera::jit
