// Strings: their characters, however stored. Layer: data.
//
// A simple string is a Type::string object. It stores a byte for each character while every code is below 256. Storing
// the first wider character widens it: a wide string is made, and the object becomes a reference to that
// (StringForm::widened). So a string keeps its identity, and any string can hold any character.
#pragma once

#include "base/string_view.hpp"
#include "runtime/runtime.hpp"

namespace tessera {

/// Returns the object that holds the characters of the simple string `o`: itself, or the wide string.
inline Object* string_storage(Object* o) {
  return o->subtype() == static_cast<std::uint16_t>(StringForm::widened) ? o->slots[0].as_object() : o;
}
inline const Object* string_storage(const Object* o) { return string_storage(const_cast<Object*>(o)); }

/// True if `storage`, which is not widened, has 32 bits for each character.
inline bool is_wide_storage(const Object* storage) { return storage->subtype() == static_cast<std::uint16_t>(StringForm::wide); }

/// True for a simple string that holds its characters itself, as bytes.
inline bool is_narrow_string(Value v) {
  return has_type(v, Type::string) && v.as_object()->subtype() == static_cast<std::uint16_t>(StringForm::narrow);
}

/// Returns the characters of a simple string. Valid until the next safepoint, or store into the string.
inline StringView string_view_of(Value simple_string) {
  const Object* o = string_storage(simple_string.as_object());
  return is_wide_storage(o) ? StringView(o->data<char32_t>(), o->length()) : StringView(o->data<unsigned char>(), o->length());
}
/// Sets `out` to the characters of any string; valid as for a simple one. False if `v` is not a string.
bool string_view_of_any(Value v, StringView& out);
/// Sets `out` to the characters of a string designator (string, symbol, character). `buffer` holds a character's.
bool designated_string(Runtime& rt, Value v, char32_t& buffer, StringView& out);

/// Returns a string of zeros. The caller has checked that there is room.
Object* allocate_string(Heap& heap, std::size_t length, bool wide = false);
/// Returns a fresh simple string, narrow if possible.
Value make_string(Runtime& rt, StringView characters);

/// True if `v` is a code that CODE-CHAR accepts.
inline bool is_code_point(Value v) { return v.is_fixnum() && v.as_fixnum() >= 0 && v.as_fixnum() <= 0x10FFFF; }
Value fail_code_point(Runtime& rt, Value v);

inline char32_t get_character(const Object* simple_string, std::size_t i) {
  const Object* o = string_storage(simple_string);
  return is_wide_storage(o) ? o->data<char32_t>()[i] : o->data<unsigned char>()[i];
}
/// Stores characters from `i` on, widening the string if need be. Throws std::bad_alloc if there is no room for that.
void set_character(Heap& heap, Object* simple_string, std::size_t i, char32_t c);
void set_characters(Heap& heap, Object* simple_string, std::size_t i, StringView characters);
/// Stores `c` in each element from `start` to `end`.
void fill_characters(Heap& heap, Object* simple_string, std::size_t start, std::size_t end, char32_t c);

}  // namespace tessera
