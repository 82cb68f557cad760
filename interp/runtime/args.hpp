// Calls of C++ functions by Lisp: their type, their arguments, and their failures. Layer: runtime.
#pragma once

#include "memory/value.hpp"

namespace tessera {

class Runtime;

/// The arguments of a native, in place on the VM's stack.
struct Args {
  const Value* values;
  std::size_t count;  ///< a whole word: g++ spills structures with padding
  Value operator[](std::size_t i) const { return values[i]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(count); }
  /// Returns argument `i`, or `fallback` if the caller did not supply it.
  Value get(std::size_t i, Value fallback = NIL) const { return i < count ? values[i] : fallback; }
  /// Returns the arguments from `i` on.
  Args from(std::uint32_t i) const { return i < count ? Args{values + i, count - i} : Args{values, 0}; }
};

/// A function in C++ that Lisp calls. Returns its value, FAILED after a fail function of Runtime, or TAIL_CALL.
using NativeFunction = Value (*)(Runtime&, Args);

/// The result of a failed native: the class of the condition to signal, and its initargs.
struct Failure {
  Value type;
  Value initargs;
};

/// Returns FAILED from the enclosing function if `v` is FAILED.
#define TESSERA_TRY(v)                                     \
  do {                                                     \
    if (::tessera::is_failed(v)) return ::tessera::FAILED; \
  } while (false)

}  // namespace tessera
