// Classes of objects as method dispatch sees them, and the caches of generic functions and slot accesses. Layer: data.
//
// A cache is a simple vector that is searched from its start. That of a generic function holds the classes of the built-in
// representations (see class_among), then for each class, or pair of classes, that was met so far these and the function for
// them. That of slots holds layouts of instances, each with the place of the slot. What is put in stands in the order in which
// the functions below look for it; scripts pass caches on, and know nothing of their shape.
#pragma once

#include "runtime/runtime.hpp"

namespace tessera {

/// The place in a vector of classes where the class of what is represented as `v` stands.
std::uint32_t representation_index(Value v);
/// The class of an object that is no instance, and not represented by its tag alone.
Value class_of_representation(Value object, Value classes);

/// The class of `object`: an instance knows it; for others it stands in `classes`, a simple vector by representation, or is NIL.
inline Value class_among(Value object, Value classes) {
  return has_type(object, Type::instance) ? as<Instance>(object)->klass : class_of_representation(object, classes);
}

/// The function that `cache`, a simple vector, holds for the class of `object`, or NIL.
inline Value find_function(const Object* cache, Value object) {
  const std::uint32_t length = cache->length();
  if (length < 3) return NIL;
  const Value klass = class_among(object, cache->slots[0]);
  for (std::uint32_t at = 1; at + 1 < length; at += 2)
    if (cache->slots[at] == klass) return cache->slots[at + 1];
  return NIL;
}

/// The function that `cache`, a simple vector, holds for the classes of both objects, or NIL.
inline Value find_function(const Object* cache, Value first, Value second) {
  const std::uint32_t length = cache->length();
  if (length < 4) return NIL;
  const Value class_1 = class_among(first, cache->slots[0]), class_2 = class_among(second, cache->slots[0]);
  for (std::uint32_t at = 1; at + 2 < length; at += 3)
    if (cache->slots[at] == class_1 && cache->slots[at + 1] == class_2) return cache->slots[at + 2];
  return NIL;
}

/// The slot of `object` that the cache knows for its layout; null if it knows none.
inline Value* cached_place(Value cache, Value object) {
  if (!has_type(object, Type::instance) || !has_type(cache, Type::simple_vector) || object.as_object()->length() < 2) return nullptr;
  Instance* instance = as<Instance>(object);
  const Object* entries = cache.as_object();
  for (std::uint32_t at = 0; at + 1 < entries->length(); at += 2)
    if (entries->slots[at] == instance->slots[object_layout]) {
      const auto place = static_cast<std::uint64_t>(entries->slots[at + 1].as_fixnum());
      return place < object.as_object()->length() - 1 ? &instance->slots[place] : nullptr;
    }
  return nullptr;
}

/// From this length on a cache is not extended: whoever does not find anything in it searches the table of all classes.
constexpr std::uint32_t longest_cache = 40;

/// The cache of a generic function that was not called yet.
Object* empty_function_cache(Runtime& rt, Value classes);

/// A copy of `cache`, a simple vector, with `items` behind what it has; `cache` itself if it is long.
Value extended_cache(Runtime& rt, Value cache, std::span<const Value> items);

}  // namespace tessera
