// Natives beneath weak pointers and finalizers. Layer: builtins. Compiled for size.
#include "data/tables/weak.hpp"

#include "builtins/chapters.hpp"
#include "runtime/runtime.hpp"

namespace tessera {

namespace {

Value note_weak(Runtime& rt, Args a) { return Value::fixnum(weak_objects(rt).add_pointer(a[0], a[1])); }

Value weak_object(Runtime& rt, Args a) {
  if (!a[0].is_fixnum()) return rt.fail_type(a[0], Known::fixnum);
  const Value object = weak_objects(rt).find(a[0].as_fixnum());
  return object == UNBOUND ? rt.two_values(NIL, NIL) : rt.two_values(object, T);
}

Value add_finalizer(Runtime& rt, Args a) {
  weak_objects(rt).add_finalizer(a[0], a[1], rt.budget.is_limited());
  return a[0];
}

Value cancel_finalizers(Runtime& rt, Args a) {
  weak_objects(rt).cancel_finalizers(a[0]);
  return a[0];
}

Value next_finalizer(Runtime& rt, Args) { return weak_objects(rt).next_to_call(rt.budget.is_limited()); }

Value ask_for_finalizers(Runtime& rt, Args) {
  weak_objects(rt).ask(rt.budget.is_limited());
  return NIL;
}

constexpr Builtin weak_table[] = {
    {"%NOTE-WEAK", "pointer object", note_weak, "Returns a number by which %WEAK-OBJECT finds OBJECT as long as it and POINTER live."},
    {"%WEAK-OBJECT", "number", weak_object, "Returns the object of that number, and true; NIL and NIL if it is gone."},
    {"%ADD-FINALIZER", "object function", add_finalizer, "Calls FUNCTION once OBJECT is unreachable. Returns OBJECT."},
    {"%CANCEL-FINALIZERS", "object", cancel_finalizers, "Forgets the finalizers of OBJECT. Returns OBJECT."},
    {"%ASK-FOR-FINALIZERS", "", ask_for_finalizers, "Calls the remaining finalizers of unreachable objects at the next safepoint."},
    {"%NEXT-FINALIZER", "", next_finalizer, "Returns the next function that is to be called as its object is gone, or NIL."},
};

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::weak>() { return weak_table; }

}  // namespace tessera
