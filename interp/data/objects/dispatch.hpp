// Classes of objects for method dispatch, and the caches of generic functions and slot accesses. Layer: data.
//
// A cache is a simple vector that is searched linearly. A generic function's cache holds the classes of the built-in
// representations (see class_among), then for each class, or pair of classes, met so far the class and its function. A
// slot cache holds layouts of instances, each with the index of the slot. Scripts pass caches on without knowing their
// format.
#pragma once

#include "runtime/runtime.hpp"

namespace tessera {

/// Returns the index of the class of `v`'s representation in a vector of classes.
std::uint32_t representation_index(Value v);
/// Returns the class of an object that is not an instance, and not represented by its tag alone.
Value class_of_representation(Value object, Value classes);

/// Returns the class of `object`: an instance knows it; for others it is in `classes`, a simple vector by
/// representation, or NIL.
inline Value class_among(Value object, Value classes) {
  return has_type(object, Type::instance) ? as<Instance>(object)->klass : class_of_representation(object, classes);
}

/// Returns the function in `cache`, a simple vector, for the class of `object`, or NIL.
inline Value cached_function(const Object* cache, Value object) {
  const std::uint32_t length = cache->length();
  if (length < 3) return NIL;
  const Value klass = class_among(object, cache->slots[0]);
  for (std::uint32_t at = 1; at + 1 < length; at += 2)
    if (cache->slots[at] == klass) return cache->slots[at + 1];
  return NIL;
}

/// Returns the function in `cache`, a simple vector, for the classes of both objects, or NIL.
inline Value cached_function(const Object* cache, Value first, Value second) {
  const std::uint32_t length = cache->length();
  if (length < 4) return NIL;
  const Value class_1 = class_among(first, cache->slots[0]), class_2 = class_among(second, cache->slots[0]);
  for (std::uint32_t at = 1; at + 2 < length; at += 3)
    if (cache->slots[at] == class_1 && cache->slots[at + 1] == class_2) return cache->slots[at + 2];
  return NIL;
}

/// Returns the slot of `object` that the cache holds for its layout, or null.
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

/// Longest cache: further classes are looked up in the table of all classes.
constexpr std::uint32_t longest_cache = 40;

/// Returns the cache of a generic function that was not called yet.
Object* empty_function_cache(Runtime& rt, Value classes);

/// Returns a copy of `cache`, a simple vector, with `items` appended; `cache` itself if it is full.
Value extended_cache(Runtime& rt, Value cache, std::span<const Value> items);

}  // namespace tessera
