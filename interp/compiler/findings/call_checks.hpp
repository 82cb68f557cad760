// Checks of calls of known functions. Layer: compiler.
#pragma once

#include <limits>
#include <span>

#include "runtime/runtime.hpp"

namespace tessera {

/// A problem to warn of: its kind, as the library names it, and the message's arguments besides the operator. No kind:
/// there is no problem.
struct Finding {
  const char* kind = nullptr;
  Value cell = NIL;  ///< the cons of the argument that it concerns, or NIL
  Value values[3] = {};
  std::size_t count = 0;
  explicit operator bool() const { return kind != nullptr; }
  std::span<const Value> details() const { return {values, count}; }
};

inline constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();
/// Returns a number of arguments for Lisp: NIL for any number.
inline Value number_or_nil(std::size_t n) { return n == any_number ? NIL : Value::fixnum(static_cast<std::int64_t>(n)); }

/// Sets `value` to the constant `form` and returns true if `form` needs no evaluation.
bool is_constant_form(Runtime& rt, Value form, Value& value);

Finding check_count(std::size_t count, std::size_t least, std::size_t most);

enum class ArgumentTypes : bool { ignored, checked };

/// Checks the call `form` against the definition that its global function has now: the number of arguments, keywords,
/// and if so asked the types of constants.
Finding check_call(Runtime& rt, Value form, ArgumentTypes types);

}  // namespace tessera
