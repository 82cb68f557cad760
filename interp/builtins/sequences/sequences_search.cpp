// Searches in vectors by EQL, and joining strings: natives beneath FIND, POSITION, COUNT, SEARCH, CONCATENATE and
// REMOVE-DUPLICATES when there is no function to call. Layer: builtins.
#include <algorithm>
#include <functional>

#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "data/tables/equality.hpp"
#include "data/tables/hash_tables.hpp"
#include "runtime/interrupts.hpp"

namespace tessera {

namespace {

constexpr std::size_t not_found = StringView::npos;

/// Takes the part of the vector `v` from `start` to `end`. False, with a failure, if it is not a vector or has no such
/// part.
bool take_part(Runtime& rt, Value v, Value start, Value end, ArrayView& view, Bounds& b) {
  if (!is_vector(v) || !view_array(v, view)) return rt.fail_type(v, Known::vector), false;
  return take_bounds(rt, start, end, view.length, b);
}

Value index_or_nil(std::size_t i) { return i == not_found ? NIL : Value::fixnum(static_cast<std::int64_t>(i)); }

/// True if EQL on `v` is EQ.
bool is_eq_comparable(Value v) { return !v.is_object() || !is_number(v); }

/// Calls `f` with a span of the elements, which EQ compares with `item`, and with `item` as such an element. False,
/// without a call, if there is no such span: the elements must be made and compared one by one.
template <class F> bool with_elements(const ArrayView& view, const Bounds& b, Value item, F f) {
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

template <class Span, class T> std::size_t index_in(Span elements, T item, bool from_end) {
  if (!from_end) {
    const auto at = std::find(elements.begin(), elements.end(), item);
    return at == elements.end() ? not_found : static_cast<std::size_t>(at - elements.begin());
  }
  const auto at = std::find(elements.rbegin(), elements.rend(), item);
  return at == elements.rend() ? not_found : static_cast<std::size_t>(elements.rend() - at) - 1;
}

std::size_t position_in(Runtime& rt, const ArrayView& view, const Bounds& b, Value item, bool from_end) {
  std::size_t found = not_found;
  if (with_elements(view, b, item, [&](auto elements, auto wanted) { found = index_in(elements, wanted, from_end); }))
    return found == not_found ? not_found : b.start + found;
  for (std::size_t n = 0; n < b.size(); ++n) {
    const std::size_t i = from_end ? b.end - 1 - n : b.start + n;
    if (eql(item, storage_get(rt, view.storage, view.offset + i))) return i;
  }
  return not_found;
}

/// Sets `found` to the index of `item`, or to not_found. False: a failure is under way.
bool find_position(Runtime& rt, const ArrayView& view, const Bounds& b, Value item, bool from_end, std::size_t& found) {
  found = not_found;
  return in_parts(rt, 0, b.size(), [&](std::size_t from, std::size_t to) {
    const Bounds part = from_end ? Bounds{b.end - to, b.end - from} : Bounds{b.start + from, b.start + to};
    found = position_in(rt, view, part, item, from_end);
    return found == not_found;
  });
}

/// Finds the index of an item. Arguments: (item vector start end from-end).
Value vector_position(Runtime& rt, Args a) {
  ArrayView view;
  Bounds b;
  if (!take_part(rt, a[1], a[2], a[3], view, b)) return FAILED;
  std::size_t i;
  return find_position(rt, view, b, a[0], !is_nil(a[4]), i) ? index_or_nil(i) : FAILED;
}

/// Finds an item. Arguments: (item vector start end from-end).
Value vector_find(Runtime& rt, Args a) {
  ArrayView view;
  Bounds b;
  if (!take_part(rt, a[1], a[2], a[3], view, b)) return FAILED;
  std::size_t i;
  if (!find_position(rt, view, b, a[0], !is_nil(a[4]), i)) return FAILED;
  return i == not_found ? NIL : storage_get(rt, view.storage, view.offset + i);
}

/// Counts an item. Arguments: (item vector start end from-end).
Value vector_count(Runtime& rt, Args a) {
  ArrayView view;
  Bounds b;
  if (!take_part(rt, a[1], a[2], a[3], view, b)) return FAILED;
  std::int64_t count = 0;
  const bool done = in_parts(rt, b.start, b.end, [&](std::size_t from, std::size_t to) {
    const auto count_in = [&](auto elements, auto item) { count += std::count(elements.begin(), elements.end(), item); };
    if (with_elements(view, {from, to}, a[0], count_in)) return true;
    for (; from < to; ++from) count += eql(a[0], storage_get(rt, view.storage, view.offset + from));
    return true;
  });
  return done ? Value::fixnum(count) : FAILED;
}

constexpr std::size_t interrupted = not_found - 1;

/// Returns how many units of `pattern` match at `text`, which has at least as many.
template <class P, class Units> std::size_t common_units(P pattern, Units text) {
  return static_cast<std::size_t>(std::mismatch(pattern.begin(), pattern.end(), text).first - pattern.begin());
}

template <class P, class T> std::size_t search_backward(P pattern, T text, InterruptWatch& watch) {
  if (pattern.size() > text.size()) return not_found;
  for (std::size_t at = text.size() - pattern.size() + 1; at-- > 0;) {
    const std::size_t common = common_units(pattern, text.begin() + static_cast<std::ptrdiff_t>(at));
    if (common == pattern.size()) return at;
    if (!watch.passed(common + 1)) return interrupted;
  }
  return not_found;
}

template <class P, class T> std::size_t search_units(P pattern, T text, bool from_end, InterruptWatch& watch) {
  if (from_end) return search_backward(pattern, text, watch);
  if (pattern.empty()) return 0;
  for (auto from = text.begin();;) {  // searching the first character alone is fastest
    const auto begun = from;
    const std::size_t most = std::min(elements_between_checks, static_cast<std::size_t>(text.end() - from));
    const auto stretch = from + static_cast<std::ptrdiff_t>(most);
    from = std::find(from, stretch, pattern.front());
    if (!watch.passed(static_cast<std::size_t>(from - begun))) return interrupted;
    if (from == stretch && from != text.end()) continue;
    if (static_cast<std::size_t>(text.end() - from) < pattern.size()) return not_found;
    const std::size_t common = common_units(pattern, from);
    if (common == pattern.size()) return static_cast<std::size_t>(from - text.begin());
    if (!watch.passed(common)) return interrupted;
    ++from;
  }
}

/// Searches a string. Arguments: (pattern start1 end1 string start2 end2 from-end).
Value string_search(Runtime& rt, Args a) {
  StringView pattern, text;
  Bounds b, c;
  if (!string_view_of_any(a[0], pattern)) return rt.fail_type(a[0], Known::string);
  if (!string_view_of_any(a[3], text)) return rt.fail_type(a[3], Known::string);
  if (!take_bounds(rt, a[1], a[2], pattern.size(), b) || !take_bounds(rt, a[4], a[5], text.size(), c)) return FAILED;
  const bool from_end = !is_nil(a[6]);
  InterruptWatch watch(rt);
  const std::size_t found = pattern.substr(b.start, b.size()).visit([&](auto p) {
    return text.substr(c.start, c.size()).visit([&](auto t) { return search_units(p, t, from_end, watch); });
  });
  if (found == interrupted) return FAILED;
  return index_or_nil(found == not_found ? not_found : c.start + found);
}

/// Joins the strings; NIL if one of them is not a string.
Value join_strings(Runtime& rt, Args strings) {
  std::size_t length = 0;
  bool wide = false;
  StringView part;
  for (std::size_t i = 0; i < strings.size(); ++i) {
    if (!string_view_of_any(strings[i], part)) return NIL;
    length += part.size();
    wide = wide || !part.fits_narrow();
  }
  if (length > 0xFFFFFFFFu || !rt.heap.has_room(length * (wide ? sizeof(char32_t) : 1))) return rt.fail_heap();
  Object* result = allocate_string(rt.heap, length, wide);
  std::size_t at = 0;
  for (std::size_t i = 0; i < strings.size(); ++i) {
    string_view_of_any(strings[i], part);
    const auto copy = [&](std::size_t from, std::size_t to) {
      return set_characters(rt.heap, result, at + from, part.substr(from, to - from)), true;
    };
    if (!in_parts(rt, 0, part.size(), copy)) return FAILED;
    at += part.size();
  }
  return Value::object(result);
}

/// Finds the indices of elements that occur again later in `keys` (`from_end`: occurred before), by a table of the
/// elements seen. FAILED if the table cannot grow, else NIL.
Value duplicates_by_table(Runtime& rt, const Object* keys, TableTest test, bool from_end, std::vector<std::size_t>& duplicates) {
  const std::size_t length = keys->length();
  const Value seen = make_hash_table(rt, test);
  TESSERA_TRY(seen);
  InterruptWatch watch(rt);
  for (std::size_t n = 0; n < length; ++n) {
    const std::size_t i = from_end ? n : length - 1 - n;
    const Value key = keys->slots[i];
    if (!watch.passed(4)) return FAILED;
    if (table_get(rt, seen, key, NIL) == T) duplicates.push_back(i);
    else TESSERA_TRY(table_put(rt, seen, key, T));
  }
  return NIL;
}

/// Returns the indexes of duplicates. Arguments: (keys test from-end).
Value duplicate_indices(Runtime& rt, Args a) {
  if (!has_type(a[0], Type::simple_vector)) return rt.fail_type(a[0], Known::simple_vector);
  const bool from_end = !is_nil(a[2]);
  const TableTest test = a[1] == rt.sym(Known::equalp)  ? TableTest::equalp
                         : a[1] == rt.sym(Known::equal) ? TableTest::equal
                                                        : TableTest::eql;
  std::vector<std::size_t> duplicates;
  TESSERA_TRY(duplicates_by_table(rt, a[0].as_object(), test, from_end, duplicates));
  ListBuilder list(rt);
  if (from_end) std::for_each(duplicates.begin(), duplicates.end(), [&](std::size_t i) { list.add(index_or_nil(i)); });
  else std::for_each(duplicates.rbegin(), duplicates.rend(), [&](std::size_t i) { list.add(index_or_nil(i)); });
  return list.finish();
}

constexpr Builtin sequences_search_table[] = {
    {"%VECTOR-POSITION", "item vector start end from-end", vector_position,
     "Returns the index of the first (FROM-END: last) element of VECTOR between START and END that is EQL to ITEM, or NIL."},
    {"%VECTOR-FIND", "item vector start end from-end", vector_find,
     "Returns the first (FROM-END: last) element of VECTOR between START and END that is EQL to ITEM, or NIL."},
    {"%VECTOR-COUNT", "item vector start end from-end", vector_count,
     "Returns how many elements of VECTOR between START and END are EQL to ITEM; FROM-END makes no difference."},
    {"%STRING-SEARCH", "pattern start1 end1 string start2 end2 from-end", string_search,
     "Returns the index in STRING, between START2 and END2, where the part of PATTERN between START1 and END1 stands first (FROM-END: "
     "last), or NIL."},
    {"%JOINED-STRINGS", "&rest sequences", join_strings, "Returns the strings SEQUENCES, joined; NIL if one of them is not a string."},
    {"%DUPLICATE-INDICES", "keys test from-end", duplicate_indices,
     "Returns the indices, ascending, of the elements of the simple vector KEYS that match a later (FROM-END: earlier) one under "
     "TEST: EQL, EQUAL or EQUALP."},
};

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::sequences_search>() { return sequences_search_table; }

}  // namespace tessera
