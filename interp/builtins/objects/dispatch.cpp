// The caches of generic functions and slot accesses as functions, for stdlib/clos/dispatch.lisp. Compiled calls use
// instructions instead. Layer: builtins.
#include "data/objects/dispatch.hpp"
#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"

namespace tessera {

namespace {

Value cached_function(Runtime& rt, Args a) {
  return has_type(a[0], Type::simple_vector) ? cached_function(a[0].as_object(), a[1]) : rt.fail_type(a[0], Known::simple_vector);
}

Value cached_function_2(Runtime& rt, Args a) {
  return has_type(a[0], Type::simple_vector) ? cached_function(a[0].as_object(), a[1], a[2]) : rt.fail_type(a[0], Known::simple_vector);
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

/// Extends the cache a[0] by the new entries, the other arguments.
Value remember(Runtime& rt, Args a) {
  return has_type(a[0], Type::simple_vector) ? extended_cache(rt, a[0], {a.values + 1, a.count - 1})
                                             : rt.fail_type(a[0], Known::simple_vector);
}

Value function_cache(Runtime& rt, Args a) { return Value::object(empty_function_cache(rt, a[0])); }

constexpr Builtin dispatch_functions_table[] = {
    {"%FUNCTION-CACHE", "classes", function_cache,
     "Returns an empty cache for a generic function; CLASSES, a simple vector, holds the classes of the built-in representations."},
    {"%CACHED-FUNCTION", "cache object", cached_function,
     "Returns the function that CACHE, a generic function's cache, holds for the class of OBJECT, or NIL."},
    {"%CACHED-FUNCTION-2", "cache object-1 object-2", cached_function_2,
     "Returns the function that CACHE, a generic function's cache, holds for the classes of OBJECT-1 and OBJECT-2, or NIL."},
    {"%REMEMBER-FUNCTION", "cache class function", remember,
     "Returns a copy of CACHE, a generic function's cache, with FUNCTION for CLASS added; CACHE itself if it is full."},
    {"%REMEMBER-FUNCTION-2", "cache class-1 class-2 function", remember,
     "Returns a copy of CACHE, a generic function's cache, with FUNCTION for CLASS-1 and CLASS-2 added; CACHE itself if it is full."},
    {"%REMEMBER-SLOT-LOCATION", "cache layout location", remember,
     "Returns CACHE such that it holds LOCATION for instances of LAYOUT; CACHE itself if it is long."},
    {"%CACHED-SLOT", "cache object", cached_slot,
     "Returns the slot of OBJECT at the location that CACHE has for its layout; the unbound marker if it has none."},
    {"%SET-CACHED-SLOT", "cache object value", set_cached_slot,
     "Stores VALUE in the slot of OBJECT that CACHE holds for its layout, and returns true; NIL if it holds none."},
};

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::dispatch>() { return dispatch_functions_table; }

}  // namespace tessera
