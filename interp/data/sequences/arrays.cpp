// Arrays: views, elements of every kind. Layer: data.
#include "data/sequences/arrays.hpp"

#include "data/objects/kinds.hpp"

#include <cstring>

#include "data/numbers/numbers.hpp"
#include "data/sequences/list_walk.hpp"
#include "data/symbols/packages.hpp"

namespace tessera {

namespace {

struct IntegerRange {
  std::int64_t low, high;
};

/// Returns the range of integers of a kind up to s32.
IntegerRange range_of(ElementKind kind) {
  static constexpr IntegerRange ranges[] = {{0, 0xFF},         {-0x80, 0x7F},   {0, 0xFFFF},
                                            {-0x8000, 0x7FFF}, {0, 0xFFFFFFFF}, {-0x80000000LL, 0x7FFFFFFF}};
  return ranges[static_cast<int>(kind) - static_cast<int>(ElementKind::u8)];
}

bool is_small_integer_kind(ElementKind k) { return k >= ElementKind::u8 && k <= ElementKind::s32; }

void set_specialized(Object* o, std::size_t i, Value v) {
  switch (static_cast<Element>(o->subtype())) {
    case Element::u8:
    case Element::s8: *o->element<std::uint8_t>(i) = static_cast<std::uint8_t>(v.as_fixnum()); break;
    case Element::u16:
    case Element::s16: *o->element<std::uint16_t>(i) = static_cast<std::uint16_t>(v.as_fixnum()); break;
    case Element::u32:
    case Element::s32: *o->element<std::uint32_t>(i) = static_cast<std::uint32_t>(v.as_fixnum()); break;
    case Element::u64: *o->element<std::uint64_t>(i) = *to_uint64(v); break;
    case Element::s64: *o->element<std::int64_t>(i) = *to_int64(v); break;
    case Element::single_float: *o->element<float>(i) = v.as_single_float(); break;
    case Element::double_float: *o->element<double>(i) = double_of(v); break;
  }
}

Type storage_type(ElementKind kind) {
  switch (kind) {
    case ElementKind::any: return Type::simple_vector;
    case ElementKind::bit: return Type::bit_vector;
    case ElementKind::character:
    case ElementKind::nothing: return Type::string;
    default: return Type::specialized_vector;
  }
}

std::uint16_t storage_subtype(ElementKind kind) {
  if (kind == ElementKind::nothing) return static_cast<std::uint16_t>(StringForm::elementless);
  return kind < ElementKind::u8 ? 0 : static_cast<std::uint16_t>(static_cast<int>(kind) - static_cast<int>(ElementKind::u8));
}

}  // namespace

// --- predicates

bool is_simple_storage(Value v) {
  if (!v.is_object()) return false;
  const Type t = v.as_object()->type();
  return t == Type::simple_vector || t == Type::string || t == Type::bit_vector || t == Type::specialized_vector;
}

bool is_array(Value v) { return is_simple_storage(v) || has_type(v, Type::array); }

bool is_vector(Value v) { return is_simple_storage(v) || (has_type(v, Type::array) && as<Array>(v)->rank() == 1); }

bool is_string(Value v) {
  ArrayView view;
  return has_type(v, Type::string) || (is_vector(v) && view_array(v, view) && view.storage->type() == Type::string);
}

unsigned array_kind(Value array) {
  if (!is_vector(array)) return static_cast<unsigned>(KindBit::object) + static_cast<unsigned>(Type::array);
  return static_cast<unsigned>(is_string(array) ? KindBit::string_vector : KindBit::other_vector);
}

bool is_simple_array(Value v) {
  if (!has_type(v, Type::array)) return is_simple_storage(v);
  const auto* a = as<Array>(v);
  return !a->has_flag(array_adjustable | array_displaced) && is_nil(a->fill_pointer);
}

std::uint16_t array_subtype(unsigned flags, Value storage) {
  const unsigned own = flags & (array_adjustable | array_displaced | array_of_host);
  if (!has_type(storage, Type::specialized_vector)) return static_cast<std::uint16_t>(own);
  return static_cast<std::uint16_t>(own | array_flat | unsigned{storage.as_object()->subtype()} << array_flat_shift);
}

bool is_bit_vector(Value v) { return has_type(v, Type::bit_vector) || (is_vector(v) && element_kind(v) == ElementKind::bit); }

bool view_array(Value v, ArrayView& out) {
  if (is_simple_storage(v)) {
    Object* storage = storage_of(v);
    out = {storage, 0, storage->length(), storage->length()};
    return true;
  }
  if (!has_type(v, Type::array)) return false;
  const auto* a = as<Array>(v);
  const auto total = static_cast<std::size_t>(a->size.as_fixnum());
  const Value fill = a->fill_pointer;
  std::size_t offset = 0;
  const Array* last = a;
  while (has_type(v, Type::array) || has_type(v, Type::revoked_array)) {  // no array is displaced to itself: see ADJUST-ARRAY
    last = reinterpret_cast<const Array*>(v.as_object());
    if (last->has_flag(array_of_host)) break;
    offset += static_cast<std::size_t>(last->offset.as_fixnum());
    v = last->storage;
  }
  const bool is_host = last->has_flag(array_of_host);
  Object* storage = storage_of(is_host ? last->storage : v);
  // The target of a displaced array may have been adjusted to a smaller size since, or revoked.
  const std::size_t size = is_host ? static_cast<std::size_t>(last->size.as_fixnum()) : storage->length();
  const std::size_t visible = std::min(total, offset < size ? size - offset : 0);
  if (is_host) offset += first_index(last);
  out = {storage, offset, fill.is_fixnum() ? std::min<std::size_t>(static_cast<std::size_t>(fill.as_fixnum()), visible) : visible, visible};
  return true;
}

ElementKind element_kind_of_storage(const Object* storage) {
  switch (storage->type()) {
    case Type::bit_vector: return ElementKind::bit;
    case Type::string:
      return storage->subtype() == static_cast<std::uint16_t>(StringForm::elementless) ? ElementKind::nothing : ElementKind::character;
    case Type::specialized_vector: return static_cast<ElementKind>(storage->subtype() + static_cast<int>(ElementKind::u8));
    default: return ElementKind::any;
  }
}

ElementKind element_kind(Value array) {
  ArrayView view;
  return view_array(array, view) ? element_kind_of_storage(view.storage) : ElementKind::any;
}

std::size_t kind_bits(ElementKind kind) {
  static constexpr std::size_t bits[] = {64, 1, 32, 8, 8, 16, 16, 32, 32, 64, 64, 32, 64, 8};
  return bits[static_cast<int>(kind)];
}

// --- elements

Value get_specialized(Runtime& rt, const Object* o, std::size_t i) {
  switch (static_cast<Element>(o->subtype())) {
    case Element::u8: return Value::fixnum(*o->element<std::uint8_t>(i));
    case Element::s8: return Value::fixnum(*o->element<std::int8_t>(i));
    case Element::u16: return Value::fixnum(*o->element<std::uint16_t>(i));
    case Element::s16: return Value::fixnum(*o->element<std::int16_t>(i));
    case Element::u32: return Value::fixnum(*o->element<std::uint32_t>(i));
    case Element::s32: return Value::fixnum(*o->element<std::int32_t>(i));
    case Element::u64: return make_unsigned(rt, *o->element<std::uint64_t>(i));
    case Element::s64: return make_integer(rt, *o->element<std::int64_t>(i));
    case Element::single_float: return Value::single_float(*o->element<float>(i));
    case Element::double_float: return rt.heap.make_double(*o->element<double>(i));
  }
  return NIL;
}

Value storage_get(Runtime& rt, const Object* o, std::size_t i) {
  switch (o->type()) {
    case Type::string: return Value::character(get_character(o, i));
    case Type::bit_vector: return Value::fixnum(bit_at(o, i));
    case Type::specialized_vector: return get_specialized(rt, o, i);
    default: return o->slots[i];
  }
}

bool storage_set(Runtime& rt, Object* o, std::size_t i, Value v) {
  switch (o->type()) {
    case Type::string:
      if (!fits_kind(element_kind_of_storage(o), v)) return false;
      set_character(rt.heap, o, i, v.as_character());
      return true;
    case Type::bit_vector:
      if (v != Value::fixnum(0) && v != Value::fixnum(1)) return false;
      set_bit_at(o, i, v == Value::fixnum(1));
      return true;
    case Type::specialized_vector:
      if (!fits_kind(element_kind_of_storage(o), v)) return false;
      set_specialized(o, i, v);
      return true;
    default: rt.heap.write(o, i, v); return true;
  }
}

bool fits_kind(ElementKind kind, Value v) {
  if (is_small_integer_kind(kind)) {
    const IntegerRange r = range_of(kind);
    return v.is_fixnum() && v.as_fixnum() >= r.low && v.as_fixnum() <= r.high;
  }
  switch (kind) {
    case ElementKind::bit: return v == Value::fixnum(0) || v == Value::fixnum(1);
    case ElementKind::character: return v.is_character();
    case ElementKind::nothing: return false;
    case ElementKind::u64: return is_integer(v) && to_uint64(v).has_value();
    case ElementKind::s64: return is_integer(v) && to_int64(v).has_value();
    case ElementKind::single_float: return v.is_single_float();
    case ElementKind::double_float: return is_double(v);
    default: return true;
  }
}

Value kind_type(Runtime& rt, ElementKind kind) {
  const auto sized = [&rt](Known head, std::int64_t bits) { return rt.list({rt.sym(head), Value::fixnum(bits)}); };
  const auto bits = static_cast<std::int64_t>(kind_bits(kind));
  switch (kind) {
    case ElementKind::any: return T;
    case ElementKind::bit: return rt.sym(Known::bit);
    case ElementKind::character: return rt.sym(Known::character);
    case ElementKind::nothing: return NIL;
    case ElementKind::u8:
    case ElementKind::u16:
    case ElementKind::u32:
    case ElementKind::u64: return sized(Known::unsigned_byte, bits);
    case ElementKind::single_float: return rt.sym(Known::single_float);
    case ElementKind::double_float: return rt.sym(Known::double_float);
    default: return sized(Known::signed_byte, bits);
  }
}

namespace {

Value make_character_storage(Runtime& rt, std::size_t length, bool wide) {
  if (length > 0xFFFFFFFFu || !rt.heap.has_room(length * (wide ? sizeof(char32_t) : 1))) return rt.fail_heap();
  return Value::object(allocate_string(rt.heap, length, wide));
}

}  // namespace

Value make_storage(Runtime& rt, ElementKind kind, std::size_t length) {
  if (kind == ElementKind::character) return make_character_storage(rt, length, false);
  if (length > 0xFFFFFFFFu || !rt.heap.has_room(length * kind_bits(kind) / 8)) return rt.fail_heap();
  const Type type = storage_type(kind);
  if (!is_raw_type(type)) return Value::object(rt.heap.allocate(type, length, Value::fixnum(0)));
  return Value::object(rt.heap.allocate_raw(type, length, storage_subtype(kind)));
}

Value make_storage_like(Runtime& rt, const Object* storage, std::size_t length) {
  const ElementKind kind = element_kind_of_storage(storage);
  return kind == ElementKind::character ? make_character_storage(rt, length, is_wide_storage(storage)) : make_storage(rt, kind, length);
}

std::int64_t sequence_length(Value v) {
  ArrayView view;
  if (is_vector(v) && view_array(v, view)) return static_cast<std::int64_t>(view.length);
  std::size_t count;
  return count_conses(nullptr, v, count) && is_nil(v) ? static_cast<std::int64_t>(count) : -1;
}

}  // namespace tessera
