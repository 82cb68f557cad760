// How a native function is registered: name, lambda list, function and docstring in one place. Layer: builtins.
#pragma once

#include <span>

#include "data/runtime.hpp"

namespace tessera {

/// One native function. `name`: in CL; in TESSERA if it begins with % or with "tessera::". The arity is read off the lambda list.
struct Builtin {
  const char* name;
  const char* lambda_list;
  NativeFunction function;
  const char* documentation;
  VmOperation operation = VmOperation::none;
};

/// Every chapter's table, in an order that is the same in each run of one build.
std::span<const std::span<const Builtin>> all_builtins();
/// Make Native objects for all builtins and install them in their symbols (when the image is built).
void install_builtins(Runtime& rt);
/// After an image was loaded: point its Native objects at this process's functions.
void relink_builtins(Runtime& rt);
/// A Native for a function of the host program, which finds `data` (an even address) in the Native's index.
Value make_host_native(Runtime& rt, Value name, std::string_view lambda_list, NativeFunction entry, const void* data);
/// Name and documentation of a Native object.
const Builtin& builtin_of(Value native);

/// Keyword arguments of a native. Example:
///   enum { k_start, k_end }; static constexpr std::string_view names[] = {"START", "END"};
///   Value given[2]; if (!parse_keys(rt, args.from(1), names, given)) return FAILED;   // UNSUPPLIED where absent
bool parse_keys(Runtime& rt, Args rest, std::span<const std::string_view> names, std::span<Value> given);

}  // namespace tessera
