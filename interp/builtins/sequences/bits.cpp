// Arrays of bits: access and logical operations. Layer: builtins.
#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "builtins/predicates.hpp"
#include "data/sequences/array_make.hpp"
#include "runtime/interrupts.hpp"

namespace tessera {

namespace {

Value bit_array_type(Runtime& rt) { return rt.list({rt.sym(Known::array), rt.sym(Known::bit)}); }

bool take_bit_array(Runtime& rt, Value v, ArrayView& view) {
  if (view_array(v, view) && view.storage->type() == Type::bit_vector) return true;
  rt.fail_type(v, bit_array_type(rt));
  return false;
}

/// Stores the index in the storage for the subscripts in `index`. False: a failure is pending.
bool take_index(Runtime& rt, Value array, Args subscripts, const ArrayView& view, std::size_t& index) {
  const ArrayShape shape = shape_of(array);
  if (subscripts.size() != shape.dimensions.size()) {
    rt.fail_simple(Known::simple_program_error, "an array of ~S dimensions was given ~S subscripts",
                   {Value::fixnum(static_cast<std::int64_t>(shape.dimensions.size())), Value::fixnum(subscripts.size())});
    return false;
  }
  index = 0;
  for (std::uint32_t i = 0; i < subscripts.size(); ++i) {
    const Value s = subscripts[i];
    if (!s.is_fixnum() || static_cast<std::uint64_t>(s.as_fixnum()) >= shape.dimensions[i]) {
      rt.fail_index(s, static_cast<std::int64_t>(shape.dimensions[i]), array);
      return false;
    }
    index = index * shape.dimensions[i] + static_cast<std::size_t>(s.as_fixnum());
  }
  if (index >= view.total) {
    rt.fail_index(Value::fixnum(static_cast<std::int64_t>(index)), static_cast<std::int64_t>(view.total));
    return false;
  }
  index += view.offset;
  return true;
}

Value bit(Runtime& rt, Args a) {
  ArrayView view;
  std::size_t i;
  if (!take_bit_array(rt, a[0], view) || !take_index(rt, a[0], a.from(1), view, i)) return FAILED;
  return Value::fixnum(bit_at(view.storage, i));
}

Value set_bit(Runtime& rt, Args a) {
  ArrayView view;
  std::size_t i;
  if (!take_bit_array(rt, a[1], view) || !take_index(rt, a[1], a.from(2), view, i)) return FAILED;
  if (!fits_kind(ElementKind::bit, a[0])) return rt.fail_type(a[0], Known::bit);
  set_bit_at(view.storage, i, a[0] == Value::fixnum(1));
  return a[0];
}

/// Returns the array for the result: the first argument for T, a new one for NIL, else the one given.
Value result_array(Runtime& rt, Value model, Value wanted) {
  if (wanted == T) return model;
  if (!is_nil(wanted)) return wanted;
  const ArrayShape shape = shape_of(model);
  const Value storage = make_storage(rt, ElementKind::bit, shape.size);
  TESSERA_TRY(storage);
  if (shape.dimensions.size() == 1) return storage;
  ArrayOptions options;
  options.storage = storage;
  return make_array_header(rt, shape, options);
}

Value check_same_shape(Runtime& rt, Value a, Value b) {
  if (shape_of(a).dimensions == shape_of(b).dimensions) return T;
  return rt.fail_simple(Known::simple_error, "the bit arrays ~S and ~S have different dimensions", {a, b});
}

template <class Operation> Value combine(Runtime& rt, Value a, Value b, Value wanted, Operation operation) {
  ArrayView x, y, z;
  if (!take_bit_array(rt, a, x) || !take_bit_array(rt, b, y)) return FAILED;
  TESSERA_TRY(check_same_shape(rt, a, b));
  const Value result = result_array(rt, a, wanted);
  TESSERA_TRY(result);
  if (!take_bit_array(rt, result, z)) return FAILED;
  TESSERA_TRY(check_same_shape(rt, a, result));
  // The result may be one of the arguments, so the call cannot be repeated.
  const Handle kept(rt.heap, result), first(rt.heap, a), second(rt.heap, b);
  const auto combine_part = [&](std::size_t i, std::size_t end) {
    view_array(first, x), view_array(second, y), view_array(kept, z);
    for (end = std::min({end, x.total, y.total, z.total}); i < end; ++i)
      set_bit_at(z.storage, z.offset + i, operation(bit_at(x.storage, x.offset + i), bit_at(y.storage, y.offset + i)));
    return true;
  };
  return in_parts(rt, 0, std::min({x.total, y.total, z.total}), combine_part, OnInterrupt::handle) ? kept.get() : FAILED;
}

#define BIT_OPERATION(name, expression)                                                  \
  Value name(Runtime& rt, Args a) {                                                      \
    return combine(rt, a[0], a[1], a.get(2), [](bool x, bool y) { return expression; }); \
  }
BIT_OPERATION(bit_and, x&& y)
BIT_OPERATION(bit_ior, x || y)
BIT_OPERATION(bit_xor, x != y)
BIT_OPERATION(bit_eqv, x == y)
BIT_OPERATION(bit_nand, !(x && y))
BIT_OPERATION(bit_nor, !(x || y))
BIT_OPERATION(bit_andc1, !x && y)
BIT_OPERATION(bit_andc2, x && !y)
BIT_OPERATION(bit_orc1, !x || y)
BIT_OPERATION(bit_orc2, x || !y)
#undef BIT_OPERATION

Value bit_not(Runtime& rt, Args a) {
  return combine(rt, a[0], a[0], a.get(1), [](bool x, bool) { return !x; });
}

#define BIT_ARRAYS "bit-array-1 bit-array-2 &optional result"
#define DOC(what)                                                                        \
  "Combines the elements of two bit arrays by " what                                     \
  ". Returns an array of the results: RESULT, the first array if RESULT is T, or a new " \
  "one if it is NIL."

constexpr Builtin bits_table[] = {
    {"BIT-VECTOR-P", "object", predicate<is_bit_vector>, "Returns true if OBJECT is a vector of bits."},
    {"SIMPLE-BIT-VECTOR-P", "object", type_predicate<Type::bit_vector>, "Returns true if OBJECT is a simple vector of bits."},
    {"BIT", "bit-array &rest subscripts", bit, "Returns the bit of BIT-ARRAY at SUBSCRIPTS; a TYPE-ERROR if there is none."},
    {"SBIT", "bit-array &rest subscripts", bit, "Returns the bit of the simple BIT-ARRAY at SUBSCRIPTS; a TYPE-ERROR if there is none."},
    {"%SET-BIT", "value bit-array &rest subscripts", set_bit, "Stores VALUE, 0 or 1, in BIT-ARRAY and returns it."},
    {"BIT-AND", BIT_ARRAYS, bit_and, DOC("and")},
    {"BIT-IOR", BIT_ARRAYS, bit_ior, DOC("inclusive or")},
    {"BIT-XOR", BIT_ARRAYS, bit_xor, DOC("exclusive or")},
    {"BIT-EQV", BIT_ARRAYS, bit_eqv, DOC("equivalence")},
    {"BIT-NAND", BIT_ARRAYS, bit_nand, DOC("not and")},
    {"BIT-NOR", BIT_ARRAYS, bit_nor, DOC("not or")},
    {"BIT-ANDC1", BIT_ARRAYS, bit_andc1, DOC("and, the first negated")},
    {"BIT-ANDC2", BIT_ARRAYS, bit_andc2, DOC("and, the second negated")},
    {"BIT-ORC1", BIT_ARRAYS, bit_orc1, DOC("or, the first negated")},
    {"BIT-ORC2", BIT_ARRAYS, bit_orc2, DOC("or, the second negated")},
    {"BIT-NOT", "bit-array &optional result", bit_not,
     "Negates the elements of a bit array. Returns an array of the results: RESULT, BIT-ARRAY itself if RESULT is T, or a new one if RESULT is NIL."},
};

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::bits>() { return bits_table; }

}  // namespace tessera
