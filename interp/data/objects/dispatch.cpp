// Classes of objects that are not instances; growing caches. Layer: data.
#include "data/objects/dispatch.hpp"

#include <algorithm>

#include "data/numbers/numbers.hpp"
#include "data/objects/callable.hpp"

namespace tessera {

std::uint32_t representation_index(Value v) {
  enum : std::uint32_t { fixnum, cons, character, single_float, double_float, null, symbol, types };
  if (v.is_fixnum()) return fixnum;
  if (v.is_cons()) return cons;
  if (v.is_character()) return character;
  if (v.is_single_float()) return single_float;
  if (is_double(v)) return double_float;
  if (Runtime::is_symbol(v)) return is_nil(v) ? null : symbol;
  return types + (v.is_object() ? static_cast<std::uint32_t>(v.as_object()->type()) : 0);
}

Value class_of_representation(Value object, Value classes) {
  if (const Value callable = callable_instance(object); !is_nil(callable)) return as<Instance>(callable)->klass;
  if (!has_type(classes, Type::simple_vector)) return NIL;
  const std::uint32_t index = representation_index(object);
  return index < classes.as_object()->length() ? classes.as_object()->slots[index] : NIL;
}

Object* empty_function_cache(Runtime& rt, Value classes) {
  Object* cache = rt.heap.allocate(Type::simple_vector, 1);
  cache->slots[0] = classes;
  return cache;
}

Value extended_cache(Runtime& rt, Value cache, std::span<const Value> items) {
  const std::uint32_t length = cache.as_object()->length();
  if (length >= longest_cache) return cache;
  Object* longer = rt.heap.allocate(Type::simple_vector, length + items.size());
  std::copy(items.begin(), items.end(), std::copy_n(cache.as_object()->slots, length, longer->slots));
  return Value::object(longer);
}

}  // namespace tessera
