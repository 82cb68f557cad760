// MAKE-ARRAY, ADJUST-ARRAY, VECTOR, element types. Layer: builtins.
#include <cstring>

#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "data/sequences/array_make.hpp"
#include "data/symbols/packages.hpp"
#include "runtime/interrupts.hpp"

namespace tessera {

namespace {

enum Key { k_type, k_element, k_contents, k_adjustable, k_fill, k_displaced, k_offset, key_count };
constexpr std::string_view key_names[] = {"ELEMENT-TYPE", "INITIAL-ELEMENT", "INITIAL-CONTENTS",      "ADJUSTABLE",
                                          "FILL-POINTER", "DISPLACED-TO",    "DISPLACED-INDEX-OFFSET"};

/// The arguments of MAKE-ARRAY and ADJUST-ARRAY, checked individually.
struct Request {
  ArrayShape shape;
  Value given[key_count];
  ElementKind kind = ElementKind::any;
  bool has(Key k) const { return given[k] != UNSUPPLIED; }
  bool is_true(Key k) const { return has(k) && !is_nil(given[k]); }
};

Value take_request(Runtime& rt, Value dimensions, Args keys, Request& r) {
  if (!take_shape(rt, dimensions, r.shape) || !parse_keys(rt, keys, key_names, r.given)) return FAILED;
  if (r.has(k_type)) r.kind = upgraded_kind(rt, r.given[k_type]);
  if (r.has(k_element) + r.has(k_contents) + r.is_true(k_displaced) > 1)
    return rt.fail_simple(Known::simple_error, "only one of :INITIAL-ELEMENT, :INITIAL-CONTENTS and :DISPLACED-TO can be given");
  if (r.has(k_offset) && !r.is_true(k_displaced))
    return rt.fail_simple(Known::simple_error, ":DISPLACED-INDEX-OFFSET was given without :DISPLACED-TO");
  return T;
}

/// Returns the requested fill pointer: T means the whole vector.
Value take_fill_pointer(Runtime& rt, const Request& r, Value& fill) {
  fill = NIL;
  if (!r.is_true(k_fill)) return T;
  const auto size = static_cast<std::int64_t>(r.shape.size);
  if (r.shape.dimensions.size() != 1)
    return rt.fail_simple(Known::simple_error, "an array of ~S dimensions cannot have a fill pointer",
                          {Value::fixnum(static_cast<std::int64_t>(r.shape.dimensions.size()))});
  fill = r.given[k_fill] == T ? Value::fixnum(size) : r.given[k_fill];
  if (!fill.is_fixnum() || fill.as_fixnum() < 0 || fill.as_fixnum() > size) return rt.fail_type(fill, integer_type(rt, 0, size));
  return T;
}

Value fail_element(Runtime& rt, const Request& r) { return rt.fail_type(r.given[k_element], kind_type(rt, r.kind)); }

/// Returns fresh storage with the initial element or contents.
Value make_filled_storage(Runtime& rt, const Request& r) {
  const Value storage = make_storage(rt, r.kind, r.shape.size);
  TESSERA_TRY(storage);
  Object* o = storage.as_object();
  if (r.has(k_contents)) TESSERA_TRY(fill_contents(rt, o, r.shape, r.given[k_contents]));
  if (!r.has(k_element)) return storage;
  if (!fits_kind(r.kind, r.given[k_element])) return fail_element(rt, r);
  const auto fill = [&](std::size_t from, std::size_t to) { return fill_storage(rt, o, from, to, r.given[k_element]); };
  return in_parts(rt, 0, r.shape.size, fill) ? storage : FAILED;
}

constexpr int longest_chain = 100;  // of arrays displaced to each other when one is displaced

/// Fails if `target` is displaced, perhaps through others, to `adjusted`, an array that is to be displaced to it, or
/// through too many arrays: each access walks along them.
Value check_chain(Runtime& rt, Value target, Value adjusted) {
  int length = 0;
  for (Value v = target; has_type(v, Type::array); v = as<Array>(v)->storage) {
    if (v == adjusted) return rt.fail_simple(Known::simple_error, "an array cannot be displaced to itself", {});
    if (++length > longest_chain)
      return rt.fail_simple(Known::simple_error, "an array cannot be displaced through more than ~D others",
                            {Value::fixnum(longest_chain)});
  }
  return T;
}

/// Takes the options for an array displaced as `r` says. `adjusted` is the array if it exists, else NIL.
Value displaced_options(Runtime& rt, const Request& r, Value adjusted, ArrayOptions& options) {
  const Value target = r.given[k_displaced];
  ArrayView view;
  if (!view_array(target, view)) return rt.fail_type(target, Known::array);
  TESSERA_TRY(check_chain(rt, target, adjusted));
  if (r.has(k_offset) && !take_count(rt, r.given[k_offset], options.offset)) return FAILED;
  if (element_kind_of_storage(view.storage) != r.kind)
    return rt.fail_simple(Known::simple_error, "an array of element type ~S cannot be displaced to one of element type ~S",
                          {kind_type(rt, r.kind), kind_type(rt, element_kind_of_storage(view.storage))});
  if (options.offset + r.shape.size > view.total)
    return rt.fail_simple(Known::simple_error, "an array of ~S elements at offset ~S does not fit into one of ~S elements",
                          {Value::fixnum(static_cast<std::int64_t>(r.shape.size)), Value::fixnum(static_cast<std::int64_t>(options.offset)),
                           Value::fixnum(static_cast<std::int64_t>(view.total))});
  options.storage = target;
  options.flags |= array_displaced;
  return T;
}

/// True if the type is a DEFTYPE type, which Lisp expands before it repeats the call.
bool needs_expansion(Runtime& rt, const Request& r) {
  return r.has(k_type) && r.kind == ElementKind::any && is_user_type(rt, r.given[k_type]);
}

Value call_expanded(Runtime& rt, const char* name, Args a) {
  return rt.tail_call(global_function(rt, rt.sym(Known::call_with_expanded_type)), {rt.cl(name), rt.list(std::span(a.values, a.count))});
}

Value make_array(Runtime& rt, Args a) {
  Request r;
  ArrayOptions options;
  TESSERA_TRY(take_request(rt, a[0], a.from(1), r));
  if (needs_expansion(rt, r)) return call_expanded(rt, "MAKE-ARRAY", a);
  TESSERA_TRY(take_fill_pointer(rt, r, options.fill_pointer));
  if (r.is_true(k_adjustable) || !is_nil(options.fill_pointer)) options.flags |= array_adjustable;
  if (r.is_true(k_displaced)) {
    TESSERA_TRY(displaced_options(rt, r, NIL, options));
  } else {
    options.storage = make_filled_storage(rt, r);
    TESSERA_TRY(options.storage);
    if (options.flags == 0 && r.shape.dimensions.size() == 1) return options.storage;
  }
  return make_array_header(rt, r.shape, options);
}

// --- adjust-array

Value check_adjustment(Runtime& rt, Value array, const Request& r, const ArrayView& view) {
  const std::size_t rank = shape_of(array).dimensions.size();
  if (r.shape.dimensions.size() != rank)
    return rt.fail_simple(
        Known::simple_error, "an array of ~S dimensions cannot be adjusted to ~S dimensions",
        {Value::fixnum(static_cast<std::int64_t>(rank)), Value::fixnum(static_cast<std::int64_t>(r.shape.dimensions.size()))});
  if (r.has(k_type) && upgraded_kind(rt, r.given[k_type]) != element_kind_of_storage(view.storage))
    return rt.fail_simple(Known::simple_error, "an array of element type ~S cannot be adjusted to element type ~S",
                          {kind_type(rt, element_kind_of_storage(view.storage)), r.given[k_type]});
  return T;
}

/// Returns the fill pointer after the adjustment: a new one, or the old one if it still fits.
Value adjusted_fill_pointer(Runtime& rt, Value array, const Request& r, Value& fill) {
  const Value old = has_type(array, Type::array) ? as<Array>(array)->fill_pointer : NIL;
  TESSERA_TRY(take_fill_pointer(rt, r, fill));
  if (is_nil(old)) return is_nil(fill) ? T : fail_without_fill_pointer(rt, array, Known::vector);
  if (is_nil(fill)) fill = old;
  const auto size = static_cast<std::int64_t>(r.shape.size);
  return fill.as_fixnum() <= size ? T : rt.fail_type(fill, integer_type(rt, 0, size));
}

Value adjusted_storage(Runtime& rt, Value array, const Request& r, const ArrayView& view) {
  const Value storage = make_filled_storage(rt, r);
  TESSERA_TRY(storage);
  const bool done = r.has(k_contents) || copy_common(rt, view, shape_of(array), storage.as_object(), r.shape);
  return done ? storage : FAILED;
}

/// Changes an adjustable array's header to `options`.
void change_header(Runtime& rt, Value array, const ArrayShape& shape, const ArrayOptions& options) {
  auto* a = as<Array>(array);
  rt.heap.write(&a->storage, options.storage);
  a->offset = Value::fixnum(static_cast<std::int64_t>(options.offset));
  a->size = Value::fixnum(static_cast<std::int64_t>(shape.size));
  a->fill_pointer = options.fill_pointer;
  for (std::size_t i = 0; i < shape.dimensions.size(); ++i)
    a->dimensions[i] = Value::fixnum(static_cast<std::int64_t>(shape.dimensions[i]));
  array.as_object()->set_subtype(array_subtype(options.flags | array_adjustable, options.storage));
}

Value adjust_array(Runtime& rt, Args a) {
  const Value array = a[0];
  ArrayView view;
  Request r;
  ArrayOptions options;
  if (!view_array(array, view)) return rt.fail_type(array, Known::array);
  TESSERA_TRY(take_request(rt, a[1], a.from(2), r));
  if (needs_expansion(rt, r)) return call_expanded(rt, "ADJUST-ARRAY", a);
  TESSERA_TRY(check_adjustment(rt, array, r, view));
  r.kind = element_kind_of_storage(view.storage);
  TESSERA_TRY(adjusted_fill_pointer(rt, array, r, options.fill_pointer));
  const bool stays = has_type(array, Type::array) && as<Array>(array)->has_flag(array_adjustable);
  if (r.is_true(k_displaced)) {
    TESSERA_TRY(displaced_options(rt, r, stays ? array : NIL, options));
  } else {
    options.storage = adjusted_storage(rt, array, r, view);
    TESSERA_TRY(options.storage);
  }
  if (stays) {
    change_header(rt, array, r.shape, options);
    return array;
  }
  const bool simple = options.flags == 0 && is_nil(options.fill_pointer) && r.shape.dimensions.size() == 1;
  return simple ? options.storage : make_array_header(rt, r.shape, options);
}

// --- the rest

Value vector(Runtime& rt, Args a) {
  Object* o = rt.heap.allocate(Type::simple_vector, a.size());
  std::copy(a.values, a.values + a.size(), o->slots);
  return Value::object(o);
}

/// Old space does not move objects, so a module may tell C the address of what this returns.
Value fixed_vector(Runtime& rt, Args a) {
  if (!has_type(a[0], Type::specialized_vector)) return rt.fail_type(a[0], Known::vector);
  if (rt.heap.is_settled(a[0])) return a[0];
  const Object* const from = a[0].as_object();
  Object* const copy = rt.heap.allocate_raw_old(Type::specialized_vector, from->length(), from->subtype());
  std::memcpy(copy->data<char>(), from->data<char>(), payload_bytes(Type::specialized_vector, from->subtype(), from->length()));
  return Value::object(copy);
}

Value upgraded_array_element_type(Runtime& rt, Args a) {
  const ElementKind kind = upgraded_kind(rt, a[0]);
  if (kind == ElementKind::any && is_user_type(rt, a[0])) return call_expanded(rt, "UPGRADED-ARRAY-ELEMENT-TYPE", a);
  return kind_type(rt, kind);
}

#define KEYS "element-type initial-element initial-contents adjustable fill-pointer displaced-to displaced-index-offset"

constexpr Builtin arrays_make_table[] = {
    {"MAKE-ARRAY", "dimensions &key " KEYS, make_array,
     "Returns a new array of DIMENSIONS: a list of natural numbers, or one number for a vector. Its elements are of ELEMENT-TYPE, T by default. They are INITIAL-ELEMENT, or those of INITIAL-CONTENTS, or those of the array DISPLACED-TO from DISPLACED-INDEX-OFFSET on, which it then shares. A vector may have a FILL-POINTER: an index, or T for its length."},
    {"ADJUST-ARRAY", "array dimensions &key " KEYS, adjust_array,
     "Gives ARRAY new DIMENSIONS of the same rank. Elements at subscripts that both have are kept. An array that is not adjustable "
     "stays as it is, and a new one is returned."},
    {"VECTOR", "&rest objects", vector, "Returns a simple vector of OBJECTS."},
    {"%FIXED-VECTOR", "vector", fixed_vector,
     "Returns VECTOR, a simple one of numbers, if the collector does not move it; otherwise a copy that it does not move."},
    {"UPGRADED-ARRAY-ELEMENT-TYPE", "type &optional environment", upgraded_array_element_type,
     "Returns the element type that arrays made for elements of TYPE have."},
};

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::arrays_make>() { return arrays_make_table; }

}  // namespace tessera
