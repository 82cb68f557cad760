// Selects the processor for which machine code is made. Layer: jit.
//
// A folder for a processor has `machine.hpp`, with the types and registers below, and implements the members of
// MacroAssembler (assembler/macro_assembler.hpp). No other file names a machine register or an instruction.
//
//     Register, DoubleRegister, Address, Assembler   types: asmjit's, or made of them
//     place_at(base, offset)                         addresses: of a word at an offset in bytes
//     place_at(base, index, shift, offset)               with an index that is shifted first
//     place_at_index(index, shift)                       without a base
//     stack_slot(n)                                      of word n of the reserved part of the C++ stack
//
// Registers that keep their contents between instructions: `frame`, R[0] of the frame; `vm`; `double_bias`, the bias of
// immediate doubles (memory/value.hpp). Those in which a loop keeps values: `loop_registers`, `loop_doubles`;
// `is_kept_by_cpp` tells which of them C++ preserves. Scratch registers:
//
//     accumulator               an instruction's first operand, then its result; what C++ returns
//     operand2 = argument3      its second operand
//     temporary = argument2     changed by many operations; the second word of what C++ returns
//     argument0, argument1      arguments of C++; no other register is argument0
//     argument4, argument5      likewise, in the code that functions share; elsewhere they belong to loops
//     double0                   a double operand, then the result; the first double that C++ gets
//     double1, double2, double3
//     transfer_double(n)        n < 16: any of the registers for doubles, between functions
#pragma once

#if defined(__aarch64__)
#include "jit/aarch64/machine.hpp"
#elif defined(__x86_64__)
#include "jit/x86_64/machine.hpp"
#else
#error "There is no machine code for this processor: configure with -DTESSERA_MACHINE_CODE=OFF."
#endif
