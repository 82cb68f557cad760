// Types, registers and addresses of x86-64; assembler/machine.hpp says what each is for. Layer: jit.
#pragma once

#include <asmjit/x86.h>

#include <cstdint>

namespace tessera::jit {

using Register = asmjit::x86::Gp;
using DoubleRegister = asmjit::x86::Xmm;
using Address = asmjit::x86::Mem;
using Assembler = asmjit::x86::Assembler;

// rbp is the frame of `enter`, rsp the C++ stack.
inline constexpr Register frame = asmjit::x86::rbx, vm = asmjit::x86::r15, double_bias = asmjit::x86::r14;
inline constexpr Register accumulator = asmjit::x86::rax, operand2 = asmjit::x86::rcx, temporary = asmjit::x86::rdx;
inline constexpr Register argument0 = asmjit::x86::rdi, argument1 = asmjit::x86::rsi, argument2 = temporary, argument3 = operand2,
                          argument4 = asmjit::x86::r8, argument5 = asmjit::x86::r9;
inline constexpr DoubleRegister double0 = asmjit::x86::xmm0, double1 = asmjit::x86::xmm1, double2 = asmjit::x86::xmm2,
                                double3 = asmjit::x86::xmm3;
inline DoubleRegister transfer_double(std::uint32_t n) { return asmjit::x86::xmm(n); }

inline constexpr Register loop_registers[] = {asmjit::x86::r12, asmjit::x86::r13, asmjit::x86::r9,
                                              asmjit::x86::r10, asmjit::x86::r11, asmjit::x86::r8};
inline constexpr DoubleRegister loop_doubles[] = {asmjit::x86::xmm4,  asmjit::x86::xmm5,  asmjit::x86::xmm6,  asmjit::x86::xmm7,
                                                  asmjit::x86::xmm8,  asmjit::x86::xmm9,  asmjit::x86::xmm10, asmjit::x86::xmm11,
                                                  asmjit::x86::xmm12, asmjit::x86::xmm13, asmjit::x86::xmm14, asmjit::x86::xmm15};
inline bool is_kept_by_cpp(Register r) { return r.id() >= asmjit::x86::Gp::kIdR12; }
inline bool is_kept_by_cpp(DoubleRegister) { return false; }

inline Address place_at(Register base, std::int32_t offset = 0) { return asmjit::x86::qword_ptr(base, offset); }
inline Address place_at(Register base, Register index, unsigned shift, std::int32_t offset) {
  return asmjit::x86::qword_ptr(base, index, shift, offset);
}
inline Address place_at_index(Register index, unsigned shift) { return asmjit::x86::qword_ptr(std::uint64_t{0}, index, shift); }
inline Address stack_slot(std::int32_t n) { return asmjit::x86::qword_ptr(asmjit::x86::rsp, n * 8); }

}  // namespace tessera::jit
