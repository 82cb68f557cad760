// Instructions at which C++ lets Lisp functions return, and raw addresses on the Lisp stack. Layer: vm.
#pragma once

#include "compiler/code.hpp"

namespace tessera {

constexpr Instruction stub(Op op, std::uint16_t a) { return {static_cast<std::uint16_t>(op), a, 0, 0}; }

/// Behind each STUBCALL the instruction that runs when the called function returns.
alignas(8) inline constexpr Instruction entry_stub[] = {stub(Op::STUBCALL, 0), stub(Op::HALT, 0)};
alignas(8) inline constexpr Instruction service_stub[] = {stub(Op::STUBCALL, 2), stub(Op::DELIVER, 0)};
alignas(8) inline constexpr Instruction return_stub[] = {stub(Op::RETURNMV, 0)};

/// Addresses of instructions are multiples of 8: on the stack they look like fixnums.
inline Value raw_pointer(const Instruction* p) { return Value::from_bits(reinterpret_cast<std::uint64_t>(p)); }
inline const Instruction* instruction_pointer(Value v) { return reinterpret_cast<const Instruction*>(v.bits()); }

}  // namespace tessera
