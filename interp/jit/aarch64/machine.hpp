// Types, registers and addresses of AArch64; assembler/machine.hpp says what
// each is for. Layer: jit.
#pragma once

#include <asmjit/arm/a64assembler.h>
#include <asmjit/core.h>

#include <cstdint>

namespace tessera::jit {

using Register = asmjit::a64::Gp;
using DoubleRegister = asmjit::a64::Vec;
using Assembler = asmjit::a64::Assembler;

/// An address as emitters give it. Operations compute in x16 and x17 what an
/// instruction cannot encode.
struct Address {
  Register base, index;  ///< each may be missing
  unsigned shift = 0;
  std::int32_t offset = 0;
};

// x29 is the frame of `enter`, x30 the return address of a subroutine.
inline constexpr Register frame = asmjit::a64::x19, vm = asmjit::a64::x20, double_bias = asmjit::a64::x21;
inline constexpr Register accumulator = asmjit::a64::x8, operand2 = asmjit::a64::x3, temporary = asmjit::a64::x2;
inline constexpr Register argument0 = asmjit::a64::x0, argument1 = asmjit::a64::x1, argument2 = temporary, argument3 = operand2,
                          argument4 = asmjit::a64::x4, argument5 = asmjit::a64::x5;
inline constexpr DoubleRegister double0 = asmjit::a64::d0, double1 = asmjit::a64::d1, double2 = asmjit::a64::d2, double3 = asmjit::a64::d3;
inline DoubleRegister transfer_double(std::uint32_t n) { return asmjit::a64::d(n); }

inline constexpr Register loop_registers[] = {asmjit::a64::x22, asmjit::a64::x23, asmjit::a64::x24, asmjit::a64::x25,
                                              asmjit::a64::x26, asmjit::a64::x27, asmjit::a64::x28, asmjit::a64::x9,
                                              asmjit::a64::x10, asmjit::a64::x11, asmjit::a64::x12};
inline constexpr DoubleRegister loop_doubles[] = {asmjit::a64::d8,  asmjit::a64::d9,  asmjit::a64::d10, asmjit::a64::d11,
                                                  asmjit::a64::d12, asmjit::a64::d13, asmjit::a64::d14, asmjit::a64::d15,
                                                  asmjit::a64::d4,  asmjit::a64::d5,  asmjit::a64::d6,  asmjit::a64::d7};
inline bool is_kept_by_cpp(Register r) { return r.id() >= 19 && r.id() <= 28; }
inline bool is_kept_by_cpp(DoubleRegister r) { return r.id() >= 8 && r.id() <= 15; }

inline Address place_at(Register base, std::int32_t offset = 0) { return {base, {}, 0, offset}; }
inline Address place_at(Register base, Register index, unsigned shift, std::int32_t offset) { return {base, index, shift, offset}; }
inline Address place_at_index(Register index, unsigned shift) { return {{}, index, shift, 0}; }
inline Address stack_slot(std::int32_t n) { return {asmjit::a64::sp, {}, 0, n * 8}; }

}  // namespace tessera::jit
