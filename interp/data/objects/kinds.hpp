// Kinds of objects as the bits of a mask, so that a type predicate is one test. Layer: data.
#pragma once

#include "memory/layout.hpp"

namespace tessera {

/// The bit of each kind; objects with a header have bits from `object` on, in the order of Type.
enum class KindBit : std::uint8_t {
  fixnum,
  cons,
  nil,
  t,
  character,
  single_float,
  immediate_double,
  marker,
  string_vector,
  other_vector,  ///< one-dimensional arrays with a header, except strings
  object
};

using KindMask = std::uint64_t;

template <class... Bits> constexpr KindMask kinds(Bits... bits) {
  const auto number = [](auto bit) {
    if constexpr (std::is_same_v<decltype(bit), Type>) return static_cast<unsigned>(KindBit::object) + static_cast<unsigned>(bit);
    else return static_cast<unsigned>(bit);
  };
  return ((KindMask{1} << number(bits)) | ...);
}

/// Returns the kind of a Type::array: for a vector by its elements, for other arrays Type::array.
unsigned array_kind(Value array);

/// Returns the number of the kind of `v`.
inline unsigned kind_number(Value v) {
  if (v.is_fixnum()) return static_cast<unsigned>(KindBit::fixnum);
  if (v.is_cons()) return static_cast<unsigned>(KindBit::cons);
  if (v.is_object()) {
    const Type type = v.as_object()->type();
    if (TESSERA_UNLIKELY(type == Type::array)) return array_kind(v);
    return static_cast<unsigned>(KindBit::object) + static_cast<unsigned>(type);
  }
  if (is_nil(v)) return static_cast<unsigned>(KindBit::nil);
  if (v.is_constant_symbol()) return static_cast<unsigned>(KindBit::t);
  if (v.is_character()) return static_cast<unsigned>(KindBit::character);
  if (v.is_single_float()) return static_cast<unsigned>(KindBit::single_float);
  if (v.is_immediate_double()) return static_cast<unsigned>(KindBit::immediate_double);
  return static_cast<unsigned>(KindBit::marker);
}

inline bool is_of_kind(Value v, KindMask mask) { return ((mask >> kind_number(v)) & 1) != 0; }

}  // namespace tessera
