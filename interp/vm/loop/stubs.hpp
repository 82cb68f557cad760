// Instructions that are not in any code object, and raw addresses on the Lisp stack. Layer: vm.
#pragma once

#include <cstring>

#include "compiler/code.hpp"

namespace tessera {

constexpr Instruction stub(Op op, std::uint16_t a) { return {static_cast<std::uint16_t>(op), a, 0, 0}; }

/// The stubs by which the VM calls Lisp: STUBCALL makes the call, and the instruction after it runs when the callee
/// returns.
alignas(8) inline constexpr Instruction entry_stub[] = {stub(Op::STUBCALL, 0), stub(Op::HALT, 0)};
alignas(8) inline constexpr Instruction service_stub[] = {stub(Op::STUBCALL, 2), stub(Op::DELIVER, 0)};
alignas(8) inline constexpr Instruction return_stub[] = {stub(Op::RETURNMV, 0)};

/// Returns the address of an instruction as a word of the stack: a multiple of 8, which looks like a fixnum. Return
/// addresses in machine code are multiples of 8 plus 4, and look like fixnums, too; the word before such an address is
/// the address of the instruction.
inline Value raw_pointer(const Instruction* p) { return Value::from_bits(reinterpret_cast<std::uint64_t>(p)); }
#ifdef TESSERA_MACHINE_CODE
inline bool is_machine_return(Value v) { return (v.bits() & 4) != 0; }
inline const void* machine_return(Value v) { return reinterpret_cast<const void*>(v.bits()); }
#else
inline bool is_machine_return(Value) { return false; }
#endif
inline const Instruction* instruction_pointer(Value v) {
  if (TESSERA_LIKELY(!is_machine_return(v))) return reinterpret_cast<const Instruction*>(v.bits());
  const Instruction* pc;
  std::memcpy(&pc, reinterpret_cast<const char*>(v.bits()) - sizeof pc, sizeof pc);
  return pc;
}

}  // namespace tessera
