// Arrays: one view on vectors of every kind, and the layout of arrays that are not simple vectors. Layer: data.
//
// A simple one-dimensional array is the storage itself: simple_vector, string, bit_vector or specialized_vector. Every
// other array is a Type::array object in front of a storage, or of another array that it is displaced to.
//
// The elements of an array of the host are in the host's memory, outside of the heap. Its storage is an empty vector
// of its element kind; its offset is the elements' address, in elements. `ArrayView` has the distance from the one to
// the other, so that a storage and an index lead to an element of any array.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "data/sequences/strings.hpp"

namespace tessera {

/// Kinds of elements. From u8 to double_float: Element, shifted by the three kinds before. `nothing` is for the type
/// NIL.
enum class ElementKind : std::uint8_t { any, bit, character, u8, s8, u16, s16, u32, s32, u64, s64, single_float, double_float, nothing };

/// A Type::array object. Its subtype holds ArrayFlags and, if it is flat, its Element in the bits from `flat_shift` on;
/// its storage holds the element kind.
struct Array {
  static constexpr Type object_type = Type::array;
  std::uint64_t header;
  Value storage;        ///< simple vector, or the array that this one is displaced to
  Value offset;         ///< fixnum: where its elements begin in `storage`
  Value size;           ///< fixnum: the product of the dimensions
  Value fill_pointer;   ///< fixnum or NIL
  Value dimensions[1];  ///< fixnums
  std::uint32_t rank() const { return static_cast<std::uint32_t>(header >> 32) - 4; }
  bool has_flag(unsigned f) const { return ((header >> 16) & f) != 0; }
};
inline constexpr std::size_t array_fixed_slots = 4;
/// array_of_host: the elements are the host's. array_flat: the storage is a specialized vector, not another array.
enum ArrayFlag : unsigned { array_adjustable = 1, array_displaced = 2, array_of_host = 4, array_flat = 8 };
inline constexpr unsigned array_flat_shift = 4;
/// Returns the subtype of an array with these flags in front of `storage`.
std::uint16_t array_subtype(unsigned flags, Value storage);

/// The representation of a vector of unboxed numbers: a specialized vector, a flat array in front of one, or a flat
/// array of the host.
struct NumberVector {
  enum class Form : std::uint8_t { simple, flat, of_host };
  Element elements;
  Form form;
  static std::optional<NumberVector> of(Value v) {
    if (!v.is_object()) return {};
    const Object* const o = v.as_object();
    if (o->type() == Type::specialized_vector) return NumberVector{static_cast<Element>(o->subtype()), Form::simple};
    if (o->type() != Type::array || o->length() != array_fixed_slots + 1 || (o->subtype() & array_flat) == 0) return {};
    return NumberVector{static_cast<Element>(o->subtype() >> array_flat_shift),
                        (o->subtype() & array_of_host) != 0 ? Form::of_host : Form::flat};
  }
};

/// Returns the index in its storage of the first element of an array that is not displaced to another array.
inline std::size_t first_index(const Array* a) {
  const auto offset = static_cast<std::size_t>(a->offset.as_fixnum());
  if (!a->has_flag(array_of_host)) return offset;
  const Object* const storage = a->storage.as_object();
  return offset - reinterpret_cast<std::uintptr_t>(storage->slots) / element_bytes(storage->type(), storage->subtype());
}

/// The location of an array's elements: `storage` from `offset` on.
struct ArrayView {
  Object* storage = nullptr;  ///< the elements; the wide storage of a widened string
  std::size_t offset = 0;
  std::size_t length = 0;  ///< the number of elements, up to the fill pointer of a vector
  std::size_t total = 0;   ///< all elements
};

bool is_array(Value v);
bool is_vector(Value v);  ///< true for an array of one dimension
bool is_string(Value v);  ///< simple or not
bool is_bit_vector(Value v);
bool is_simple_storage(Value v);  ///< the storage types themselves
bool is_simple_array(Value v);    ///< true for an array that is not displaced or adjustable and has no fill pointer
/// Returns the object that holds the elements of a simple one-dimensional array: itself, or the wide storage of a
/// widened string.
inline Object* storage_of(Value simple) {
  Object* o = simple.as_object();
  return o->type() == Type::string ? string_storage(o) : o;
}
/// False if `v` is not an array.
bool view_array(Value v, ArrayView& out);
ElementKind element_kind_of_storage(const Object* storage);
ElementKind element_kind(Value array);
std::size_t kind_bits(ElementKind kind);  ///< bits of one element; for characters, the maximum

/// Returns an element of a vector with unboxed numbers.
Value get_specialized(Runtime& rt, const Object* o, std::size_t i);
/// Returns an element of a storage. `i` is below its length.
Value storage_get(Runtime& rt, const Object* storage, std::size_t i);
/// Stores an element. False, with nothing stored, if `v` is not of the element type.
bool storage_set(Runtime& rt, Object* storage, std::size_t i, Value v);
bool fits_kind(ElementKind kind, Value v);
/// Returns the type specifier of elements of `kind`.
Value kind_type(Runtime& rt, ElementKind kind);
/// Returns the element kind of arrays for elements of type `type`.
ElementKind upgraded_kind(Runtime& rt, Value type);
/// True if DEFTYPE defined the type, so that only Lisp can expand it.
bool is_user_type(Runtime& rt, Value type);
/// Makes storage for `length` elements. FAILED if there is no room for it.
Value make_storage(Runtime& rt, ElementKind kind, std::size_t length);
/// Makes storage of the kind of `storage`: with wide characters if that is wide.
Value make_storage_like(Runtime& rt, const Object* storage, std::size_t length);

/// Returns the length of a list or vector; -1 if `v` is neither, or a dotted or circular list.
std::int64_t sequence_length(Value v);

inline bool bit_at(const Object* o, std::size_t i) { return (o->data<std::uint64_t>()[i / 64] >> (i % 64)) & 1; }
inline void set_bit_at(Object* o, std::size_t i, bool b) {
  std::uint64_t& word = o->data<std::uint64_t>()[i / 64];
  const std::uint64_t mask = std::uint64_t{1} << (i % 64);
  word = b ? word | mask : word & ~mask;
}

}  // namespace tessera
