// Frames as calls make them: the parts of a call that the loop and what stands beside it share. Layer: vm.
// The loop's state is passed by value: see README.md here, "Speed".
#pragma once

#include <algorithm>

#include "vm/stubs.hpp"
#include "vm/vm.hpp"

namespace tessera {

/// The library notes its files with a directory, LOAD notes users' without.
inline bool is_of_library(const std::string& file) { return file.rfind("stdlib/", 0) == 0; }

inline const Value* constants_of(Value closure) { return code_of(as<Closure>(closure))->constants; }
inline const Prologue* entry_of(Value closure) { return prologue_of(code_of(as<Closure>(closure))->instructions); }

/// A closure that takes just as many arguments, all of them required.
inline bool is_closure_for(Value f, std::uint32_t count) {
  return TESSERA_LIKELY(has_type(f, Type::closure)) && code_of(as<Closure>(f))->arity.bits() == std::uint64_t{count} << 1;
}
/// A native that takes as many arguments, and is none that the machine itself has to do something for.
inline bool is_native_for(Value f, std::uint32_t count) {
  if (TESSERA_UNLIKELY(!has_type(f, Type::native))) return false;
  const NativeArity arity = NativeArity::of(as<Native>(f));
  return TESSERA_LIKELY(arity.allows(count)) && TESSERA_LIKELY(arity.operation == VmOperation::none);
}

/// Downwards, if they overlap. Arguments and frames are few words: a loop is quicker than a call of what copies anything.
inline void copy_words(const Value* from, std::size_t words, Value* to) {
  if (TESSERA_UNLIKELY(words > 32)) {
    std::copy_n(from, words, to);
    return;
  }
  for (const Value* const end = from + words; from != end;) *to++ = *from++;
}

/// A frame with which the machine itself calls Lisp (services.cpp).
inline bool is_service_frame(const Value* base) { return base[-2] == Value::fixnum(1); }

/// The window becomes the frame of `callee`, which returns to `pc`: its registers.
inline Value* push_frame(Value callee, Value* window, const Instruction* pc) {
  window[0] = callee;
  window[1] = raw_pointer(pc);
  return window + 2;
}

/// The frame that called that of `base`, and where it goes on.
inline Vm::Place Vm::caller_of(const Value* base) {
  const Instruction* pc = instruction_pointer(base[-1]);
  return {const_cast<Value*>(base) - 2 - pc[-1].a, pc};
}

/// The running frame's place is saved. A host function finds itself in window[0].
inline Value Vm::call_native(Value native, Value* window, std::uint32_t count) {
  top_ = window + 2 + count;
  value_count = 1;
  window[0] = native;
  return reinterpret_cast<NativeFunction>(as<Native>(native)->entry.bits() >> 1)(*this, Args{window + 2, count});
}

/// BLOCK and TAGBODY, of which the instruction before at.pc is one.
inline void Vm::push_exit(Place at, Record::Kind kind) {
  save(at);
  const Instruction& i = at.pc[-1];
  const Value token = make_token(records_.size(), NIL);
  at.base[kind == Record::Kind::tagbody ? i.a + 1 : i.a] = token;
  records_.push_back({kind, i.a, at.base, at.pc + i.bc(), token, NIL});
}

/// CATCH and PROTECT.
inline void Vm::push_landing(Place at, Record::Kind kind, Value tag) {
  const Instruction& i = at.pc[-1];
  records_.push_back({kind, i.a, at.base, at.pc + i.bc(), tag, NIL});
}

/// With the function of the frame, all of which is there but its registers. Machine code looks itself whether they fit.
inline Vm::Place Vm::begin_callee(Value* base) {
  const Prologue* const entry = entry_of(base[-2]);
#ifdef TESSERA_MACHINE_CODE
  if (entry->machine_code != nullptr) return {base, in_machine_code(entry->machine_code)};
#endif
  return begin_frame({base, first_instruction(entry)});
}

}  // namespace tessera
