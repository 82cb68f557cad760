// The layout of frames, and the parts of a call that the instruction loop and its slow paths share. Layer: vm.
// The loop's state is passed by value: see README.md here, "Speed".
#pragma once

#include <algorithm>

#include "vm/calls/calls.hpp"
#include "vm/loop/stubs.hpp"
#include "vm/stack/unwind.hpp"

namespace tessera {

/// True if the file belongs to the library: its name has a directory; LOAD notes users' files without one.
inline bool is_of_library(const std::string& file) { return file.rfind("stdlib/", 0) == 0; }

inline const Value* constants_of(Value closure) { return code_of(as<Closure>(closure))->constants; }
inline const Prologue* entry_of(Value closure) { return prologue_of(code_of(as<Closure>(closure))->instructions); }

/// True if f is a closure that takes exactly `count` arguments, all of them required.
inline bool is_closure_for(Value f, std::uint32_t count) {
  return TESSERA_LIKELY(has_type(f, Type::closure)) && code_of(as<Closure>(f))->arity.bits() == std::uint64_t{count} << 1;
}
/// True if f is a native function that takes `count` arguments and needs nothing else from the VM.
inline bool is_native_for(Value f, std::uint32_t count) {
  if (TESSERA_UNLIKELY(!has_type(f, Type::native))) return false;
  const NativeArity arity = NativeArity::of(as<Native>(f));
  return TESSERA_LIKELY(arity.allows(count)) && TESSERA_LIKELY(arity.operation == VmOperation::none);
}

/// Copies words, downwards if they overlap. Arguments and frames are short: a loop is faster than a call of std::copy.
inline void copy_words(const Value* from, std::size_t words, Value* to) {
  if (TESSERA_UNLIKELY(words > 32)) {
    std::copy_n(from, words, to);
    return;
  }
  for (const Value* const end = from + words; from != end;) *to++ = *from++;
}

/// Returns the number of registers of the frame; 0 unless it is the frame of a Lisp function.
inline std::size_t frame_registers(const Value* base) {
  return has_type(base[-2], Type::closure) ? registers_of(code_of(as<Closure>(base[-2]))) : 0;
}
inline Value* frame_top(Value* base) { return base + frame_registers(base); }

/// True if the VM itself calls Lisp by the frame (services.hpp).
inline bool is_service_frame(const Value* base) { return base[-2] == Value::fixnum(1); }

/// Makes the window the frame of `callee`, which returns to `pc`. Returns its registers.
inline Value* push_frame(Value callee, Value* window, const Instruction* pc) {
  window[0] = callee;
  window[1] = raw_pointer(pc);
  return window + 2;
}

/// Returns the frame that called the frame at `base`, and its next instruction.
inline ResumePoint caller_of(const Value* base) {
  const Instruction* pc = instruction_pointer(base[-1]);
  return {const_cast<Value*>(base) - 2 - pc[-1].a, pc};
}

/// Calls a native function; the running frame must be saved. A host's function finds itself in window[0].
inline Value call_native(VmState& vm, Value native, Value* window, std::uint32_t count) {
  vm.stack.top = window + 2 + count;
  vm.mv.count = 1;
  vm.mv.effects = 0;
  window[0] = native;
  return reinterpret_cast<NativeFunction>(as<Native>(native)->entry.bits() >> 1)(vm, Args{window + 2, count});
}

/// Executes BLOCK and TAGBODY: pushes the record of the instruction before at.pc.
inline void push_exit_point(VmState& vm, ResumePoint at, Record::Kind kind) {
  vm.save(at);
  const Instruction& i = at.pc[-1];
  const Value token = make_token(vm, vm.records.size());
  at.base[kind == Record::Kind::tagbody ? i.a + 1 : i.a] = token;
  vm.records.push_back({kind, i.a, at.base, at.pc + i.bc(), token, NIL});
}

/// Executes CATCH and PROTECT: pushes their record.
inline void push_landing(VmState& vm, ResumePoint at, Record::Kind kind, Value tag) {
  const Instruction& i = at.pc[-1];
  vm.records.push_back({kind, i.a, at.base, at.pc + i.bc(), tag, NIL});
}

/// Begins the function of the frame at `base`, which is complete except for its registers. Machine code itself checks
/// that they fit.
inline ResumePoint begin_callee(VmState& vm, Value* base) {
  const Prologue* const entry = entry_of(base[-2]);
#ifdef TESSERA_MACHINE_CODE
  if (entry->machine_code != nullptr) return {base, in_machine_code(entry->machine_code)};
#endif
  return begin_frame(vm, {base, first_instruction(entry)});
}

}  // namespace tessera
