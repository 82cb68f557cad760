// Registers that operations change and nothing else uses, and operands of instructions. Layer: jit.
#pragma once

#include <asmjit/arm/a64utils.h>

#include "jit/aarch64/machine.hpp"

namespace tessera::jit {

/// `memory` changes the first, so the second holds a value while an address is computed.
inline constexpr Register first_scratch = asmjit::a64::x16, second_scratch = asmjit::a64::x17;

/// True if ADD, SUB and CMP can have the number.
inline bool is_immediate(std::int64_t n) { return n >= 0 && n < 4096; }
/// True if AND, ORR and TST of 64 or 32 bits can have the number.
inline bool is_mask(std::int64_t n) { return asmjit::a64::Utils::isLogicalImm(static_cast<std::uint64_t>(n), 64); }
inline bool is_mask32(std::uint32_t n) { return asmjit::a64::Utils::isLogicalImm(n, 32); }

/// Returns the operand for `bytes` bytes at the address. Changes x16 if no instruction encodes it.
asmjit::a64::Mem memory(Assembler& a, const Address& at, int bytes);

}  // namespace tessera::jit
