// What the instruction loop does with arrays, instances and names, apart from its fast paths. Layer: vm.
#pragma once

#include <string>

#include "compiler/code.hpp"
#include "data/numbers/numbers.hpp"
#include "data/objects/kinds.hpp"
#include "data/sequences/arrays.hpp"
#include "runtime/runtime.hpp"

namespace tessera {

/// (aref vector index); `simple`: svref, which takes simple vectors only.
Value vector_reference(Runtime& rt, Value vector, Value index, bool simple);
Value vector_store(Runtime& rt, Value vector, Value index, Value v, bool simple);
/// The same of strings.
Value string_reference(Runtime& rt, Value string, Value index);
Value string_store(Runtime& rt, Value string, Value index, Value v);
/// (aref vector index) where nothing is wrong; else UNBOUND.
Value element_at_once(Runtime& rt, Value vector, Value index);
/// True if it could be stored.
bool set_element_at_once(Runtime& rt, Value vector, Value index, Value v);
bool set_character_at_once(Runtime& rt, Value string, Value index, Value v);
Value checked_length(Runtime& rt, Value sequence);
/// The same, or UNBOUND: a list of more than 1000 elements, or no sequence.
Value length_at_once(Value sequence);

/// The class or an ancestor of it is among those of the object's class.
inline bool is_instance_of(Value v, Value klass) {
  if (!has_type(v, Type::instance)) return false;
  const Value own = as<Instance>(v)->klass;
  if (own == klass) return true;
  if (!has_type(own, Type::instance) || !has_type(klass, Type::instance)) return false;
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

/// A logical operation or shift of any two objects.
inline Value integer_logical(Runtime& rt, Value x, Value y, Value (*operation)(Runtime&, Value, Value)) {
  if (!is_integer(x)) return rt.fail_type(x, Known::integer);
  if (!is_integer(y)) return rt.fail_type(y, Known::integer);
  return operation(rt, x, y);
}
/// The function in whose name `failed` fails.
Value operation_name(Runtime& rt, const Instruction& failed);
/// "1 argument", "2 to 3 arguments", "at least 1 argument".
std::string arity_text(NativeArity arity);
/// The symbol whose function a call instruction calls, or NIL.
Value called_name(const Instruction& call, const Value* constants);

}  // namespace tessera
