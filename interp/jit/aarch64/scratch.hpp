// Registers that operations change, and nothing else uses. Layer: jit.
#pragma once

#include "jit/aarch64/machine.hpp"

namespace tessera::jit {

inline constexpr Register first_scratch = asmjit::a64::x16,
                          second_scratch = asmjit::a64::x17;
inline bool is_immediate(std::int64_t n) { return n >= 0 && n < 4096; }

} // namespace tessera::jit
