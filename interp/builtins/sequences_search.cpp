// Searches in vectors by EQL, and joining strings: what FIND, POSITION, COUNT, SEARCH and CONCATENATE do without a
// function to call. Layer: builtins.
#include <algorithm>
#include <functional>

#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "data/equality.hpp"

namespace tessera {

namespace {

constexpr std::size_t nowhere = StringView::npos;

/// The vector `v` and the part of it from `start` to `end`, which the caller has checked against its length.
bool take_part(Runtime& rt, Value v, Value start, Value end, ArrayView& view, Bounds& b) {
  if (!is_vector(v) || !view_array(v, view)) return rt.fail_type(v, Known::vector), false;
  return take_bounds(rt, start, end, view.length, b);
}

Value index_or_nil(std::size_t i) { return i == nowhere ? NIL : Value::fixnum(static_cast<std::int64_t>(i)); }

/// True if EQL of `v` with anything is EQ.
bool is_eq_comparable(Value v) { return !v.is_object() || !is_number(v); }

/// Calls `f` with a span of the elements of the part, which EQ compares with `item`, and with `item` as such an element.
/// False, without a call, where no such span can be had: the elements are to be made and compared one by one.
template <class F>
bool with_elements(const ArrayView& view, const Bounds& b, Value item, F f) {
  if (view.storage->type() == Type::string) {
    const char32_t c = item.is_character() ? item.as_character() : 0xFFFFFFFFu;
    string_view_of(Value::object(view.storage)).substr(view.offset + b.start, b.size()).visit([&](auto units) {
      using Unit = typename decltype(units)::value_type;
      const bool fits = c == static_cast<std::remove_const_t<Unit>>(c);
      f(fits ? units : units.first(0), static_cast<std::remove_const_t<Unit>>(c));
    });
    return true;
  }
  if (view.storage->type() != Type::simple_vector || !is_eq_comparable(item)) return false;
  f(std::span<const Value>(view.storage->slots + view.offset + b.start, b.size()), item);
  return true;
}

template <class Span, class T>
std::size_t index_in(Span elements, T item, bool from_end) {
  if (!from_end) {
    const auto at = std::find(elements.begin(), elements.end(), item);
    return at == elements.end() ? nowhere : static_cast<std::size_t>(at - elements.begin());
  }
  const auto at = std::find(elements.rbegin(), elements.rend(), item);
  return at == elements.rend() ? nowhere : static_cast<std::size_t>(elements.rend() - at) - 1;
}

/// (item vector start end from-end)
Value vector_position(Runtime& rt, Args a) {
  ArrayView view;
  Bounds b;
  if (!take_part(rt, a[1], a[2], a[3], view, b)) return FAILED;
  const bool from_end = !is_nil(a[4]);
  std::size_t found = nowhere;
  if (with_elements(view, b, a[0], [&](auto elements, auto item) { found = index_in(elements, item, from_end); }))
    return index_or_nil(found == nowhere ? nowhere : b.start + found);
  for (std::size_t n = 0; n < b.size(); ++n) {
    const std::size_t i = from_end ? b.end - 1 - n : b.start + n;
    if (eql(a[0], storage_get(rt, view.storage, view.offset + i))) return index_or_nil(i);
  }
  return NIL;
}

/// (item vector start end)
Value vector_count(Runtime& rt, Args a) {
  ArrayView view;
  Bounds b;
  if (!take_part(rt, a[1], a[2], a[3], view, b)) return FAILED;
  std::int64_t count = 0;
  if (with_elements(view, b, a[0], [&](auto elements, auto item) { count = std::count(elements.begin(), elements.end(), item); }))
    return Value::fixnum(count);
  for (std::size_t i = b.start; i < b.end; ++i) count += eql(a[0], storage_get(rt, view.storage, view.offset + i));
  return Value::fixnum(count);
}

template <class P, class T>
std::size_t search_units(P pattern, T text, bool from_end) {
  if (from_end) {
    const auto at = std::find_end(text.begin(), text.end(), pattern.begin(), pattern.end());
    if (pattern.empty()) return text.size();
    return at == text.end() ? nowhere : static_cast<std::size_t>(at - text.begin());
  }
  if (pattern.empty()) return 0;
  for (auto from = text.begin();;) {  // the first character alone is found fastest
    from = std::find(from, text.end(), pattern.front());
    if (static_cast<std::size_t>(text.end() - from) < pattern.size()) return nowhere;
    if (std::equal(pattern.begin(), pattern.end(), from)) return static_cast<std::size_t>(from - text.begin());
    ++from;
  }
}

/// (pattern start1 end1 string start2 end2 from-end)
Value string_search(Runtime& rt, Args a) {
  StringView pattern, text;
  Bounds b, c;
  if (!string_view_of_any(a[0], pattern)) return rt.fail_type(a[0], Known::string);
  if (!string_view_of_any(a[3], text)) return rt.fail_type(a[3], Known::string);
  if (!take_bounds(rt, a[1], a[2], pattern.size(), b) || !take_bounds(rt, a[4], a[5], text.size(), c)) return FAILED;
  const bool from_end = !is_nil(a[6]);
  const std::size_t found = pattern.substr(b.start, b.size()).visit([&](auto p) {
    return text.substr(c.start, c.size()).visit([&](auto t) { return search_units(p, t, from_end); });
  });
  return index_or_nil(found == nowhere ? nowhere : c.start + found);
}

/// The strings of a list, joined; NIL if one of them is no string.
Value join_strings(Runtime& rt, Args a) {
  std::size_t length = 0;
  bool wide = false;
  StringView part;
  for (Value l = a[0]; l.is_cons(); l = l.as_cons()->cdr) {
    if (!string_view_of_any(l.as_cons()->car, part)) return NIL;
    length += part.size();
    wide = wide || !part.fits_narrow();
  }
  if (length > 0xFFFFFFFFu || !rt.heap.has_room(length * (wide ? sizeof(char32_t) : 1))) return rt.fail_heap();
  Object* result = allocate_string(rt.heap, length, wide);
  std::size_t at = 0;
  for (Value l = a[0]; l.is_cons(); l = l.as_cons()->cdr) {
    string_view_of_any(l.as_cons()->car, part);
    set_characters(rt.heap, result, at, part);
    at += part.size();
  }
  return Value::object(result);
}

constexpr Builtin table[] = {
    {"%VECTOR-POSITION", "item vector start end from-end", vector_position,
     "Return the index of the first (FROM-END: last) element of VECTOR between START and END that is EQL to ITEM, or NIL."},
    {"%VECTOR-COUNT", "item vector start end", vector_count,
     "Return how many elements of VECTOR between START and END are EQL to ITEM."},
    {"%STRING-SEARCH", "pattern start1 end1 string start2 end2 from-end", string_search,
     "Return the index in STRING, between START2 and END2, where the part of PATTERN between START1 and END1 stands first "
     "(FROM-END: last), or NIL."},
    {"%JOIN-STRINGS-OF", "sequences", join_strings,
     "Return the strings of the list SEQUENCES, joined; NIL if one of them is no string."},
};

}  // namespace

std::span<const Builtin> sequences_search_builtins() { return table; }

}  // namespace tessera
