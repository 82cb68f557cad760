// Dynamic records and exits through them. Layer: vm. See README.md here, "Dynamic records" and "Exits".
#pragma once

#include "vm/vm_state.hpp"

namespace tessera {

// --- records
void push_binding(VmState& vm, Value* base, Value symbol, Value value);
/// Undoes the topmost record: restores the variable's value, ends the token.
void pop_record(VmState& vm);
void unbind_to(VmState& vm, std::size_t height);
inline void unbind(VmState& vm, std::size_t count) { unbind_to(vm, vm.records.size() - count); }
/// Returns the number of topmost records of the frame at `base`: a height that stays valid if the frame moves.
std::size_t own_records(const VmState& vm, const Value* base);
/// Executes PROGV. Returns FAILED if a name cannot be bound.
Value progv(VmState& vm, Value symbols, Value values);
/// Makes the token of a block or tagbody whose record has this index.
Value make_token(VmState& vm, std::size_t index);

// --- taking records out of force and back, for continuations and threads
/// Takes the records from `first` on out of force. Bindings keep their inner values; exit points are not left.
void detach_records(VmState& vm, std::size_t first);
/// Puts the records from `first` on in force again, above records like the ones where they were.
void attach_records(VmState& vm, std::size_t first);
/// Removes the records from `first` on without leaving them.
void drop_records(VmState& vm, std::size_t first);

// --- exits: each returns where execution continues
/// Undoes records down to index `target`, maybe with the flag Exit::to_frame. Continues in cleanup forms or at the
/// target; or nowhere (base nullptr) if C++ has to return first.
ResumePoint unwind(VmState& vm, std::int64_t target, std::int32_t tag, Value primary);
/// Ends an exit to the topmost record.
ResumePoint land(VmState& vm, std::int32_t tag, Value primary);
/// Executes RETURN-FROM and GO.
ResumePoint exit_to_token(VmState& vm, ResumePoint at, Value token, std::int32_t tag, Value primary);
ResumePoint throw_to(VmState& vm, ResumePoint at, Value tag, Value primary);
/// Continues a pending exit after a native function has returned; its value is ignored.
ResumePoint resume_exit(VmState& vm);
/// Exits to the innermost call by the host. `description`: the kind of storage that is exhausted, or (type . initargs).
ResumePoint leave_to_host(VmState& vm, Value description);
/// Returns the index of the record of the innermost call by the host.
std::int64_t host_record(const VmState& vm);

// --- cleanup forms
/// Executes UNPROTECT: the protected form has ended normally.
void begin_cleanup_forms(VmState& vm, ResumePoint at);
/// Executes ENDPROTECT: the exit that ran the cleanup forms continues, if there is one.
ResumePoint end_cleanup_forms(VmState& vm, ResumePoint at);

}  // namespace tessera
