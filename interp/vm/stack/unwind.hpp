// Dynamic records and exits through them. Layer: vm. See README.md here, "Dynamic records" and "Exits".
#pragma once

#include "vm/machine.hpp"

namespace tessera {

// --- records
void push_binding(Machine& m, Value* base, Value symbol, Value value);
/// Undoes the topmost record: restores the variable's value, ends the token.
void pop_record(Machine& m);
void unbind_to(Machine& m, std::size_t height);
inline void unbind(Machine& m, std::size_t count) { unbind_to(m, m.records.size() - count); }
/// The number of records on top that are of the frame at `base`: a height that is valid wherever the frame stands.
std::size_t own_records(const Machine& m, const Value* base);
/// PROGV; FAILED if a name cannot be bound.
Value progv(Machine& m, Value symbols, Value values);
/// The token of a block or tagbody whose record has this index.
Value make_token(Machine& m, std::size_t index);

// --- taking records out of force and back, for continuations and threads
/// Takes those from `first` on out of force. Bindings keep their inner values; exit points are not left.
void detach_records(Machine& m, std::size_t first);
/// Puts them in force again, in a place like the one where they were.
void attach_records(Machine& m, std::size_t first);
/// Takes those from `first` on off, without leaving them.
void drop_records(Machine& m, std::size_t first);

// --- exits: each returns where execution continues
/// Undoes records down to index `target`, maybe with the flag Exit::to_frame. Goes on in cleanup forms, at the target,
/// or, if C++ has to return first, nowhere.
ResumePoint unwind(Machine& m, std::int64_t target, std::int32_t tag, Value primary);
/// Ends an exit to the topmost record.
ResumePoint land(Machine& m, std::int32_t tag, Value primary);
/// RETURN-FROM and GO.
ResumePoint exit_to_token(Machine& m, ResumePoint at, Value token, std::int32_t tag, Value primary);
ResumePoint throw_to(Machine& m, ResumePoint at, Value tag, Value primary);
/// A native function has returned while an exit leads past it: the exit continues, whatever the function returned.
ResumePoint resume_exit(Machine& m);
/// Leaves to the innermost call by the host. `description`: the kind of storage that is exhausted, or (type .
/// initargs).
ResumePoint leave_to_host(Machine& m, Value description);
/// The record of that call.
std::int64_t host_record(const Machine& m);

// --- cleanup forms
/// UNPROTECT: the protected form has ended by itself.
void begin_cleanup_forms(Machine& m, ResumePoint at);
/// ENDPROTECT: the exit that ran the cleanup forms continues, if there is one.
ResumePoint end_cleanup_forms(Machine& m, ResumePoint at);

}  // namespace tessera
