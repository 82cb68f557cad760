// Registers native functions: name, lambda list, function and docstring in one row. Layer: builtins.
#pragma once

#include <span>
#include <string_view>

#include "runtime/permissions.hpp"
#include "runtime/runtime.hpp"

namespace tessera {

/// One native function. A name that begins with % or "tessera::" is in TESSERA, others in CL. The lambda list
/// determines the arity.
struct Builtin {
  const char* name;
  const char* lambda_list;
  NativeFunction function;
  const char* documentation;
  Permission needs = Permission::none;        ///< the permission that the native needs
  VmOperation operation = VmOperation::none;  ///< the operation that the VM does instead of a call of `function`
};

/// Returns how many arguments a lambda list, as text, allows.
NativeArity accepted_counts(std::string_view lambda_list);
/// Returns the next word or parenthesised group of a lambda list, and advances `text`; "" at its end.
std::string_view next_parameter(std::string_view& text);

/// Returns every chapter's table, in the order of chapters.def.
std::span<const std::span<const Builtin>> all_builtins();
/// Makes Native objects for all builtins and installs them in their symbols, when the image is made.
void install_builtins(Runtime& rt);
/// Makes the Native objects of a loaded image refer to this process's functions, or if their permission is withheld to
/// a stub that signals an error.
void relink_builtins(Runtime& rt);
/// Makes a Native for a function of the host program; `description` outlives it. The function finds its Native in front
/// of its arguments, and so the description (`description_of`), which may be the base of a larger structure.
Value make_host_native(Runtime& rt, Value name, const Builtin& description);
/// Makes a Native like `prototype`, a host native, with captured `values` (`captured_values`): a closure in C++.
Value make_native_closure(Runtime& rt, Value prototype, std::span<const Value> values);
/// Returns the captured values. Stores go through `heap.write`.
inline Value* captured_values(Value native) { return native.as_object()->slots + native_slots; }
/// Returns the running Native, given its arguments.
inline Value running_native(Args a) { return a.values[-2]; }
/// Returns the description of a host native, or of a closure of it. (The address of an object is aligned: it has a
/// fixnum's tag.)
inline const Builtin& description_of(const Native* host_native) { return *reinterpret_cast<const Builtin*>(host_native->index.bits()); }
/// Returns name and documentation of a Native object.
const Builtin& builtin_of(Value native);

/// Parses keyword arguments of a native. Example:
/// enum { k_start, k_end }; static constexpr std::string_view names[] = {"START", "END"};
/// Value given[2]; if (!parse_keys(rt, args.from(1), names, given)) return FAILED;   // UNSUPPLIED where absent
bool parse_keys(Runtime& rt, Args rest, std::span<const std::string_view> names, std::span<Value> given);

}  // namespace tessera
