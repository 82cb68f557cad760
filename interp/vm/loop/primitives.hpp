// Arrays, instances and names for the instruction loop and machine code: slow paths, and short forms of them. Layer:
// vm.
#pragma once

#include <string>

#include "compiler/code.hpp"
#include "data/numbers/numbers.hpp"
#include "data/objects/kinds.hpp"
#include "data/sequences/arrays.hpp"
#include "runtime/runtime.hpp"

namespace tessera {

/// Executes AREF of a vector; `simple`: SVREF, which takes simple vectors only.
Value vector_reference(Runtime& rt, Value vector, Value index, bool simple);
Value vector_store(Runtime& rt, Value vector, Value index, Value v, bool simple);
/// Executes CHAR; `string_store` executes its SETF form.
Value string_reference(Runtime& rt, Value string, Value index);
Value string_store(Runtime& rt, Value string, Value index, Value v);
/// Returns the element like AREF; UNBOUND if there is none.
Value try_element(Runtime& rt, Value vector, Value index);
/// Stores into a vector or string. Returns false if that is impossible.
bool try_set_element(Runtime& rt, Value vector, Value index, Value v);
bool try_set_character(Runtime& rt, Value string, Value index, Value v);
/// Returns the LENGTH of any sequence.
Value checked_length(Runtime& rt, Value sequence);
/// Returns the LENGTH; UNBOUND for a list of more than 1000 elements, or an object that is not a sequence.
Value try_length(Value sequence);

/// True if the object's class is `klass` or inherits from it.
inline bool is_instance_of(Value v, Value klass) {
  if (!has_type(v, Type::instance)) return false;
  const Value own = as<Instance>(v)->klass;
  if (own == klass) return true;
  if (!is_class(own) || !is_class(klass)) return false;
  const Value ancestors = as<Instance>(own)->slots[class_ancestors];
  if (!has_type(ancestors, Type::simple_vector)) return false;
  const Object* list = ancestors.as_object();
  const Value depth = as<Instance>(klass)->slots[class_depth];
  if (depth.is_fixnum()) {
    const std::int64_t d = depth.as_fixnum();
    return d >= 0 && d < list->length() && list->slots[d] == klass;
  }
  for (std::uint32_t i = 0; i < list->length(); ++i)
    if (list->slots[i] == klass) return true;
  return false;
}

/// Applies a logical operation or shift to any two objects.
inline Value integer_logical(Runtime& rt, Value x, Value y, Value (*operation)(Runtime&, Value, Value)) {
  if (!is_integer(x)) return rt.fail_type(x, Known::integer);
  if (!is_integer(y)) return rt.fail_type(y, Known::integer);
  return operation(rt, x, y);
}
/// Returns the name of the standard function in whose name the instruction fails.
Value operation_name(Runtime& rt, const Instruction& failed);
/// Returns the accepted number of arguments as text: "exactly 1", "2 or 3", "at least 1", "none".
std::string arity_text(NativeArity arity);
/// Returns the symbol whose function a call instruction calls, or NIL.
Value called_name(const Instruction& call, const Value* constants);

}  // namespace tessera
