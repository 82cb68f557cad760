// How a native function is registered: name, lambda list, function and docstring in one place. Layer: builtins.
#pragma once

#include <span>
#include <string_view>

#include "runtime/runtime.hpp"

namespace tessera {

/// One native function. `name`: in CL; in TESSERA if it begins with % or with "tessera::". The arity is read off the lambda list.
struct Builtin {
  const char* name;
  const char* lambda_list;
  NativeFunction function;
  const char* documentation;
  VmOperation operation = VmOperation::none;
  Grant needs = Grant::nothing;  ///< of what does anything with the system
};

/// How many arguments a lambda list, as text, allows.
NativeArity accepted_counts(std::string_view lambda_list);

/// Every chapter's table, in an order that is the same in each run of one build.
std::span<const std::span<const Builtin>> all_builtins();
/// Make Native objects for all builtins and install them in their symbols (when the image is built).
void install_builtins(Runtime& rt);
/// After an image was loaded: point its Native objects at this process's functions; those that need what is not granted, at one that
/// refuses to do anything.
void relink_builtins(Runtime& rt);
/// A Native for a function of the host program; `description` outlives it. Its function finds itself in front of its
/// arguments, and so the description (`builtin_of`), which may be the base of a structure with more in it.
Value make_host_native(Runtime& rt, Value name, const Builtin& description);
/// A Native as `prototype`, a host native, that carries `values` (`captured_values`): a closure in C++.
Value make_native_closure(Runtime& rt, Value prototype, std::span<const Value> values);
inline constexpr std::size_t native_slots = sizeof(Native) / sizeof(Value) - 1;
/// What a native closure carries. Stores go through `heap.write`.
inline Value* captured_values(Value native) { return native.as_object()->slots + native_slots; }
/// The Native that is running, of its arguments.
inline Value running_native(Args a) { return a.values[-2]; }
/// The description of one that make_host_native made, or of a closure of it. (An object is aligned: its address is a fixnum's bits.)
inline const Builtin& description_of(const Native* host_native) { return *reinterpret_cast<const Builtin*>(host_native->index.bits()); }
/// Name and documentation of a Native object.
const Builtin& builtin_of(Value native);

/// Keyword arguments of a native. Example:
///   enum { k_start, k_end }; static constexpr std::string_view names[] = {"START", "END"};
///   Value given[2]; if (!parse_keys(rt, args.from(1), names, given)) return FAILED;   // UNSUPPLIED where absent
bool parse_keys(Runtime& rt, Args rest, std::span<const std::string_view> names, std::span<Value> given);

}  // namespace tessera
