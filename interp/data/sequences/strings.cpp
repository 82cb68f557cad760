// Strings: their characters, however stored. Layer: data.
#include "data/sequences/strings.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "data/sequences/arrays.hpp"

namespace tessera {

namespace {

/// Returns the wide string that replaces the narrow `o`.
Object* widen(Heap& heap, Object* o) {
  const std::size_t length = o->length();
  if (!heap.has_room(length * sizeof(char32_t))) throw std::bad_alloc();
  Object* wide = allocate_string(heap, length, true);
  std::copy_n(o->data<unsigned char>(), length, wide->data<char32_t>());
  o->become_widened(Value::object(wide));
  heap.write(o, 0, Value::object(wide));
  return wide;
}

/// Returns the storage of `o`, with room for `c` as an element.
Object* storage_for(Heap& heap, Object* o, bool narrow) {
  o = string_storage(o);
  return narrow || is_wide_storage(o) ? o : widen(heap, o);
}

}  // namespace

bool string_view_of_any(Value v, StringView& out) {
  if (has_type(v, Type::string)) {
    out = string_view_of(v);
    return true;
  }
  ArrayView view;
  if (!is_vector(v) || !view_array(v, view) || view.storage->type() != Type::string) return false;
  out = string_view_of(Value::object(view.storage)).substr(view.offset, view.length);
  return true;
}

bool designated_string(Runtime& rt, Value v, char32_t& buffer, StringView& out) {
  if (v.is_character()) {
    buffer = v.as_character();
    out = {&buffer, 1};
    return true;
  }
  if (Runtime::is_symbol(v)) v = rt.symbol(v)->name;
  return string_view_of_any(v, out);
}

Object* allocate_string(Heap& heap, std::size_t length, bool wide) {
  const StringForm form = wide ? StringForm::wide : StringForm::narrow;
  return heap.allocate_raw(Type::string, length, static_cast<std::uint16_t>(form));
}

Value make_string(Runtime& rt, StringView characters) {
  Object* o = allocate_string(rt.heap, characters.size(), !characters.fits_narrow());
  set_characters(rt.heap, o, 0, characters);
  return Value::object(o);
}

void set_character(Heap& heap, Object* simple_string, std::size_t i, char32_t c) {
  Object* o = storage_for(heap, simple_string, c < StringView::narrow_limit);
  if (is_wide_storage(o)) o->data<char32_t>()[i] = c;
  else o->data<unsigned char>()[i] = static_cast<unsigned char>(c);
}

void set_characters(Heap& heap, Object* simple_string, std::size_t i, StringView characters) {
  Object* o = string_storage(simple_string);
  if (!is_wide_storage(o)) o = storage_for(heap, o, characters.fits_narrow());
  const bool wide = is_wide_storage(o);
  characters.visit([=](auto units) {  // parts of one string may overlap
    using Unit = typename decltype(units)::value_type;
    if (wide == (sizeof(Unit) == sizeof(char32_t))) {
      std::memmove(o->data<Unit>() + i, units.data(), units.size_bytes());
    } else if (wide) {
      std::copy(units.begin(), units.end(), o->data<char32_t>() + i);
    } else {
      std::transform(units.begin(), units.end(), o->data<unsigned char>() + i, [](char32_t c) { return static_cast<unsigned char>(c); });
    }
  });
}

void fill_characters(Heap& heap, Object* simple_string, std::size_t start, std::size_t end, char32_t c) {
  if (start == end) return;
  Object* o = storage_for(heap, simple_string, c < StringView::narrow_limit);
  if (is_wide_storage(o)) std::fill(o->data<char32_t>() + start, o->data<char32_t>() + end, c);
  else std::memset(o->data<unsigned char>() + start, static_cast<int>(c), end - start);
}

Value fail_code_point(Runtime& rt, Value v) {
  return rt.fail_type(v, rt.list({rt.sym(Known::integer), Value::fixnum(0), Value::fixnum(0x10FFFF)}));
}

}  // namespace tessera
