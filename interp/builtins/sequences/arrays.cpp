// Arrays: access, queries, fill pointers. Layer: builtins. Making them is in arrays_make.cpp.
#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "builtins/predicates.hpp"
#include "data/sequences/array_make.hpp"

namespace tessera {

namespace {

bool take_array(Runtime& rt, Value v, ArrayView& view) {
  if (view_array(v, view)) return true;
  rt.fail_type(v, Known::array);
  return false;
}

std::uint32_t rank_of(Value array) { return has_type(array, Type::array) ? as<Array>(array)->rank() : 1; }

std::int64_t dimension_of(Value array, std::uint32_t axis) {
  return has_type(array, Type::array) ? as<Array>(array)->dimensions[axis].as_fixnum() : storage_of(array)->length();
}

bool is_index(Value v, std::int64_t bound) { return v.is_fixnum() && v.as_fixnum() >= 0 && v.as_fixnum() < bound; }

// --- elements

/// Computes the row-major index of `subscripts`. False: failed.
bool take_subscripts(Runtime& rt, Value array, Args subscripts, std::size_t& index) {
  if (subscripts.size() != rank_of(array)) {
    rt.fail_simple(Known::simple_program_error, "an array of ~S dimensions was given ~S subscripts",
                   {Value::fixnum(rank_of(array)), Value::fixnum(subscripts.size())});
    return false;
  }
  index = 0;
  for (std::uint32_t i = 0; i < subscripts.size(); ++i) {
    const std::int64_t bound = dimension_of(array, i);
    if (!is_index(subscripts[i], bound)) {
      rt.fail_index(subscripts[i], bound, array);
      return false;
    }
    index = index * static_cast<std::size_t>(bound) + static_cast<std::size_t>(subscripts[i].as_fixnum());
  }
  return true;
}

/// Checks against the actual size: an array displaced to one that shrank has fewer elements than its dimensions say.
bool check_visible(Runtime& rt, const ArrayView& view, std::size_t index) {
  if (index < view.total) return true;
  rt.fail_index(Value::fixnum(static_cast<std::int64_t>(index)), static_cast<std::int64_t>(view.total));
  return false;
}

Value load(Runtime& rt, const ArrayView& view, std::size_t index) {
  return check_visible(rt, view, index) ? storage_get(rt, view.storage, view.offset + index) : FAILED;
}

Value store(Runtime& rt, const ArrayView& view, std::size_t index, Value v) {
  if (!check_visible(rt, view, index)) return FAILED;
  if (storage_set(rt, view.storage, view.offset + index, v)) return v;
  return rt.fail_type(v, kind_type(rt, element_kind_of_storage(view.storage)));
}

Value aref(Runtime& rt, Args a) {
  ArrayView view;
  std::size_t i;
  return take_array(rt, a[0], view) && take_subscripts(rt, a[0], a.from(1), i) ? load(rt, view, i) : FAILED;
}

Value set_aref(Runtime& rt, Args a) {
  ArrayView view;
  std::size_t i;
  return take_array(rt, a[1], view) && take_subscripts(rt, a[1], a.from(2), i) ? store(rt, view, i, a[0]) : FAILED;
}

bool take_row_major(Runtime& rt, Args a, ArrayView& view) {
  if (!take_array(rt, a[0], view)) return false;
  if (is_index(a[1], static_cast<std::int64_t>(view.total))) return true;
  rt.fail_index(a[1], static_cast<std::int64_t>(view.total), a[0]);
  return false;
}

Value row_major_aref(Runtime& rt, Args a) {
  ArrayView view;
  return take_row_major(rt, a, view) ? load(rt, view, static_cast<std::size_t>(a[1].as_fixnum())) : FAILED;
}

Value set_row_major_aref(Runtime& rt, Args a) {
  ArrayView view;
  return take_row_major(rt, a, view) ? store(rt, view, static_cast<std::size_t>(a[1].as_fixnum()), a[2]) : FAILED;
}

bool take_simple_vector(Runtime& rt, Args a, ArrayView& view) {
  if (!has_type(a[0], Type::simple_vector)) {
    rt.fail_type(a[0], Known::simple_vector);
    return false;
  }
  return take_row_major(rt, a, view);
}

Value svref(Runtime& rt, Args a) {
  ArrayView view;
  return take_simple_vector(rt, a, view) ? load(rt, view, static_cast<std::size_t>(a[1].as_fixnum())) : FAILED;
}

Value set_svref(Runtime& rt, Args a) {
  ArrayView view;
  return take_simple_vector(rt, a, view) ? store(rt, view, static_cast<std::size_t>(a[1].as_fixnum()), a[2]) : FAILED;
}

Value array_row_major_index(Runtime& rt, Args a) {
  ArrayView view;
  std::size_t i;
  if (!take_array(rt, a[0], view) || !take_subscripts(rt, a[0], a.from(1), i)) return FAILED;
  return Value::fixnum(static_cast<std::int64_t>(i));
}

Value array_in_bounds_p(Runtime& rt, Args a) {
  ArrayView view;
  std::size_t ignored;
  if (!take_array(rt, a[0], view)) return FAILED;
  if (a.size() - 1 != rank_of(a[0])) return take_subscripts(rt, a[0], a.from(1), ignored) ? T : FAILED;
  for (std::uint32_t i = 1; i < a.size(); ++i) {
    if (!is_integer(a[i])) return rt.fail_type(a[i], Known::integer);
    if (!is_index(a[i], dimension_of(a[0], i - 1))) return NIL;
  }
  return T;
}

// --- queries

Value array_rank(Runtime& rt, Args a) {
  ArrayView view;
  return take_array(rt, a[0], view) ? Value::fixnum(rank_of(a[0])) : FAILED;
}

Value array_dimension(Runtime& rt, Args a) {
  ArrayView view;
  if (!take_array(rt, a[0], view)) return FAILED;
  if (!is_index(a[1], rank_of(a[0]))) return rt.fail_index(a[1], rank_of(a[0]));
  return Value::fixnum(dimension_of(a[0], static_cast<std::uint32_t>(a[1].as_fixnum())));
}

Value array_dimensions(Runtime& rt, Args a) {
  ArrayView view;
  if (!take_array(rt, a[0], view)) return FAILED;
  Value result = NIL;
  for (std::uint32_t i = rank_of(a[0]); i-- > 0;) result = rt.heap.cons(Value::fixnum(dimension_of(a[0], i)), result);
  return result;
}

Value array_total_size(Runtime& rt, Args a) {
  ArrayView view;
  if (!take_array(rt, a[0], view)) return FAILED;
  return has_type(a[0], Type::array) ? as<Array>(a[0])->size : Value::fixnum(static_cast<std::int64_t>(view.total));
}

Value number_of_kind(Runtime& rt, Args a) { return Value::fixnum(static_cast<std::int64_t>(upgraded_kind(rt, a[0]))); }

Value vector_of_p(Runtime&, Args a) {
  if (!is_vector(a[0]) || (!is_nil(a[2]) && !is_simple_array(a[0]))) return NIL;
  return boolean(Value::fixnum(static_cast<std::int64_t>(element_kind(a[0]))) == a[1]);
}

Value array_element_type(Runtime& rt, Args a) {
  ArrayView view;
  return take_array(rt, a[0], view) ? kind_type(rt, element_kind_of_storage(view.storage)) : FAILED;
}

Value adjustable_array_p(Runtime& rt, Args a) {
  ArrayView view;
  if (!take_array(rt, a[0], view)) return FAILED;
  return boolean(has_type(a[0], Type::array) && as<Array>(a[0])->has_flag(array_adjustable));
}

Value array_displacement(Runtime& rt, Args a) {
  ArrayView view;
  if (!take_array(rt, a[0], view)) return FAILED;
  if (!has_type(a[0], Type::array) || !as<Array>(a[0])->has_flag(array_displaced)) return rt.values({NIL, Value::fixnum(0)});
  return rt.values({as<Array>(a[0])->storage, as<Array>(a[0])->offset});
}

// --- fill pointers

Value array_has_fill_pointer_p(Runtime& rt, Args a) {
  ArrayView view;
  if (!take_array(rt, a[0], view)) return FAILED;
  return boolean(has_type(a[0], Type::array) && as<Array>(a[0])->fill_pointer.is_fixnum());
}

/// Returns the header of a vector with a fill pointer; null if it failed.
Array* take_filled(Runtime& rt, Value v) {
  if (has_type(v, Type::array) && as<Array>(v)->fill_pointer.is_fixnum()) return as<Array>(v);
  fail_without_fill_pointer(rt, v, Known::vector);
  return nullptr;
}

Value fill_pointer(Runtime& rt, Args a) {
  const Array* v = take_filled(rt, a[0]);
  return v == nullptr ? FAILED : v->fill_pointer;
}

Value set_fill_pointer(Runtime& rt, Args a) {
  Array* v = take_filled(rt, a[0]);
  if (v == nullptr) return FAILED;
  if (!is_index(a[1], v->size.as_fixnum() + 1)) return rt.fail_type(a[1], integer_type(rt, 0, v->size.as_fixnum()));
  v->fill_pointer = a[1];
  return a[1];
}

/// Stores `item` at the fill pointer, which is below the size, and increments it.
Value push_item(Runtime& rt, Value vector, Value item) {
  ArrayView view;
  view_array(vector, view);
  Array* v = as<Array>(vector);
  const Value at = v->fill_pointer;
  TESSERA_TRY(store(rt, view, static_cast<std::size_t>(at.as_fixnum()), item));
  v->fill_pointer = Value::fixnum(at.as_fixnum() + 1);
  return at;
}

Value vector_push(Runtime& rt, Args a) {
  const Array* v = take_filled(rt, a[1]);
  if (v == nullptr) return FAILED;
  return v->fill_pointer.as_fixnum() < v->size.as_fixnum() ? push_item(rt, a[1], a[0]) : NIL;
}

Value vector_push_extend(Runtime& rt, Args a) {
  const Array* v = take_filled(rt, a[1]);
  std::size_t extension;
  if (v == nullptr || !take_count(rt, a.get(2, Value::fixnum(1)), extension)) return FAILED;
  const auto size = static_cast<std::size_t>(v->size.as_fixnum());
  if (static_cast<std::size_t>(v->fill_pointer.as_fixnum()) < size) return push_item(rt, a[1], a[0]);
  const std::size_t least = a.size() > 2 ? extension : std::max<std::size_t>(size, 8);
  TESSERA_TRY(grow_vector(rt, a[1], size + std::max<std::size_t>(least, 1)));
  return push_item(rt, a[1], a[0]);
}

Value vector_pop(Runtime& rt, Args a) {
  Array* v = take_filled(rt, a[0]);
  if (v == nullptr) return FAILED;
  const std::int64_t n = v->fill_pointer.as_fixnum();
  if (n == 0) return rt.fail_simple(Known::simple_error, "there is nothing to pop: the fill pointer is 0");
  v->fill_pointer = Value::fixnum(n - 1);
  ArrayView view;
  view_array(a[0], view);
  return load(rt, view, static_cast<std::size_t>(n - 1));
}

constexpr Builtin arrays_table[] = {
    {"AREF", "array &rest subscripts", aref, "Returns the element of ARRAY at SUBSCRIPTS; a TYPE-ERROR if there is none."},
    {"%SET-AREF", "value array &rest subscripts", set_aref, "Stores VALUE in ARRAY at SUBSCRIPTS and returns it."},
    {"ROW-MAJOR-AREF", "array index", row_major_aref,
     "Returns the element of ARRAY at INDEX in row-major order; a TYPE-ERROR if there is none."},
    {"%SET-ROW-MAJOR-AREF", "array index value", set_row_major_aref, "Stores VALUE in ARRAY at INDEX in row-major order."},
    {"SVREF", "simple-vector index", svref, "Returns the element of SIMPLE-VECTOR at INDEX; a TYPE-ERROR if there is none."},
    {"%SET-SVREF", "simple-vector index value", set_svref, "Stores VALUE in SIMPLE-VECTOR at INDEX and returns it."},
    {"ARRAY-ROW-MAJOR-INDEX", "array &rest subscripts", array_row_major_index,
     "Returns the row-major index of SUBSCRIPTS in ARRAY; a TYPE-ERROR if they are out of range."},
    {"ARRAY-IN-BOUNDS-P", "array &rest subscripts", array_in_bounds_p, "Returns true if SUBSCRIPTS are valid for ARRAY."},
    {"ARRAYP", "object", predicate<is_array>, "Returns true if OBJECT is an array."},
    {"VECTORP", "object", predicate<is_vector>, "Returns true if OBJECT is an array of one dimension."},
    {"SIMPLE-VECTOR-P", "object", type_predicate<Type::simple_vector>, "Returns true if OBJECT is a simple vector of any objects."},
    {"%SIMPLE-ARRAY-P", "object", predicate<is_simple_array>, "Returns true if OBJECT is a simple array."},
    {"ARRAY-RANK", "array", array_rank, "Returns the number of dimensions of ARRAY."},
    {"ARRAY-DIMENSION", "array axis", array_dimension, "Returns dimension AXIS, from 0, of ARRAY; a TYPE-ERROR if it has no such axis."},
    {"ARRAY-DIMENSIONS", "array", array_dimensions, "Returns the list of the dimensions of ARRAY."},
    {"ARRAY-TOTAL-SIZE", "array", array_total_size, "Returns the number of elements of ARRAY."},
    {"ARRAY-ELEMENT-TYPE", "array", array_element_type, "Returns the type of objects that ARRAY can hold."},
    {"%ELEMENT-KIND", "type", number_of_kind, "Returns the number of the kind of elements that arrays for elements of TYPE have."},
    {"%VECTOR-OF-P", "object kind simple", vector_of_p,
     "Returns true if OBJECT is a vector with elements of the kind of that number, and simple if SIMPLE is true."},
    {"ADJUSTABLE-ARRAY-P", "array", adjustable_array_p, "Returns true if ADJUST-ARRAY changes ARRAY itself."},
    {"ARRAY-DISPLACEMENT", "array", array_displacement, "Returns the array that ARRAY is displaced to, or NIL; and the offset."},
    {"ARRAY-HAS-FILL-POINTER-P", "array", array_has_fill_pointer_p, "Returns true if ARRAY has a fill pointer."},
    {"FILL-POINTER", "vector", fill_pointer, "Returns the fill pointer of VECTOR; a TYPE-ERROR if it has none."},
    {"%SET-FILL-POINTER", "vector value", set_fill_pointer, "Makes VALUE the fill pointer of VECTOR and returns it."},
    {"VECTOR-PUSH", "object vector", vector_push,
     "Stores OBJECT at the fill pointer of VECTOR and moves that up; returns its index, NIL if VECTOR is full."},
    {"VECTOR-PUSH-EXTEND", "object vector &optional extension", vector_push_extend,
     "Stores OBJECT at the fill pointer of VECTOR, which grows if it is full; returns the index."},
    {"VECTOR-POP", "vector", vector_pop, "Moves the fill pointer of VECTOR down and returns the element there; an error if it is 0."},
};

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::arrays>() { return arrays_table; }

}  // namespace tessera
