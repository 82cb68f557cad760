// The caches of generic functions and of slot accesses: what stdlib/clos-dispatch.lisp stands on. Layer: builtins.
//
// A cache is a simple vector that is searched from its start. That of a generic function holds the classes of the built-in
// representations (see %CLASS-IN), then for each class, or pair of classes, that was met so far these and the function for
// them. That of slots holds layouts of instances, each with the place of the slot.
#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "builtins/instances.hpp"

namespace tessera {

namespace {

/// The function behind the classes of the arguments after the cache, of which there are `Count`; NIL if there is none.
template <std::uint32_t Count>
Value cached_function(Runtime& rt, Args a) {
  if (!has_type(a[0], Type::simple_vector)) return rt.fail_type(a[0], Known::simple_vector);
  const Object* cache = a[0].as_object();
  const std::uint32_t length = cache->length();
  if (length <= Count + 1) return NIL;
  Value classes[Count];
  for (std::uint32_t i = 0; i < Count; ++i) classes[i] = class_among(a[i + 1], cache->slots[0]);
  for (std::uint32_t at = 1; at + Count < length; at += Count + 1) {
    std::uint32_t i = 0;
    while (i < Count && cache->slots[at + i] == classes[i]) ++i;
    if (i == Count) return cache->slots[at + Count];
  }
  return NIL;
}

/// The slot of `object` that the cache knows for its layout; null if it knows none.
Value* cached_place(Value cache, Value object) {
  if (!has_type(object, Type::instance) || !has_type(cache, Type::simple_vector) || object.as_object()->length() < 2)
    return nullptr;
  Instance* instance = as<Instance>(object);
  const Object* entries = cache.as_object();
  for (std::uint32_t at = 0; at + 1 < entries->length(); at += 2)
    if (entries->slots[at] == instance->slots[0]) {
      const auto place = static_cast<std::uint64_t>(entries->slots[at + 1].as_fixnum());
      return place < object.as_object()->length() - 1 ? &instance->slots[place] : nullptr;
    }
  return nullptr;
}

Value cached_slot(Runtime&, Args a) {
  const Value* slot = cached_place(a[0], a[1]);
  return slot ? *slot : UNBOUND;
}

Value set_cached_slot(Runtime& rt, Args a) {
  Value* slot = cached_place(a[0], a[1]);
  if (!slot) return NIL;
  rt.heap.write(slot, a[2]);
  return T;
}

constexpr Builtin table[] = {
    {"%CACHED-FUNCTION", "cache object", cached_function<1>,
     "Return the function that CACHE, of a generic function, holds for the class of OBJECT, or NIL."},
    {"%CACHED-FUNCTION-2", "cache object-1 object-2", cached_function<2>,
     "Return the function that CACHE, of a generic function, holds for the classes of OBJECT-1 and OBJECT-2, or NIL."},
    {"%CACHED-SLOT", "cache object", cached_slot,
     "Return what OBJECT has in the slot whose place CACHE holds for its layout; the unbound marker if it holds none."},
    {"%SET-CACHED-SLOT", "cache object value", set_cached_slot,
     "Store VALUE in the slot of OBJECT whose place CACHE holds for its layout, and return true; NIL if it holds none."},
};

}  // namespace

std::span<const Builtin> dispatch_builtins() { return table; }

}  // namespace tessera
