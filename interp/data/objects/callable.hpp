// Instances that can be called: generic functions. Layer: data.
#pragma once

#include "memory/layout.hpp"

namespace tessera {

/// Returns the instance of `closure`, or NIL. A callable instance is called through a closure, which is its first slot
/// and has captured the instance.
inline Value callable_instance(Value closure) {
  if (!has_type(closure, Type::closure)) return NIL;
  const Object* o = closure.as_object();
  for (std::uint32_t i = 1; i < o->length(); ++i)
    if (has_type(o->slots[i], Type::instance) && o->slots[i].as_object()->length() > 1 &&
        as<Instance>(o->slots[i])->slots[callable_function] == closure)
      return o->slots[i];
  return NIL;
}

}  // namespace tessera
