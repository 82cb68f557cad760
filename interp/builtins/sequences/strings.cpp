// Strings: chapter 16. Layer: builtins.
#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "builtins/predicates.hpp"
#include "data/sequences/characters.hpp"
#include "runtime/interrupts.hpp"

namespace tessera {

namespace {

Value string(Runtime& rt, Args a) {
  if (is_string(a[0])) return a[0];
  if (Runtime::is_symbol(a[0])) return name_for_scripts(rt, rt.symbol(a[0])->name);
  char32_t buffer;
  StringView s;
  return take_string(rt, a[0], buffer, s) ? make_string(rt, s) : FAILED;
}

Value make_string_of(Runtime& rt, Args a) {
  static constexpr std::string_view names[] = {"INITIAL-ELEMENT", "ELEMENT-TYPE"};
  Value given[2];
  std::size_t size;
  if (!take_count(rt, a[0], size) || !parse_keys(rt, a.from(1), names, given)) return FAILED;
  const Value fill = given[0] == UNSUPPLIED ? Value::character(' ') : given[0];
  if (!fill.is_character()) return rt.fail_type(fill, Known::character);
  const bool wide = fill.as_character() >= StringView::narrow_limit;
  if (size > 0xFFFFFFFFu || !rt.heap.has_room(wide ? size * sizeof(char32_t) : size)) return rt.fail_heap();
  const Value result = Value::object(allocate_string(rt.heap, size, wide));
  fill_characters(rt.heap, result.as_object(), 0, size, fill.as_character());
  return result;
}

// --- single characters

/// Where a character of any string is stored: `storage` and the index there. A null storage after a failure.
struct CharacterSlot {
  Object* storage = nullptr;
  std::size_t index = 0;
};

CharacterSlot character_slot(Runtime& rt, Value string, Value index) {
  ArrayView view;
  if (!is_string(string) || !view_array(string, view)) {
    rt.fail_type(string, Known::string);
    return {};
  }
  if (!index.is_fixnum() || static_cast<std::uint64_t>(index.as_fixnum()) >= view.total) {
    rt.fail_index(index, static_cast<std::int64_t>(view.total), string);
    return {};
  }
  return {view.storage, view.offset + static_cast<std::size_t>(index.as_fixnum())};
}

Value char_at(Runtime& rt, Args a) {
  const CharacterSlot slot = character_slot(rt, a[0], a[1]);
  return slot.storage == nullptr ? FAILED : Value::character(get_character(slot.storage, slot.index));
}

Value set_char(Runtime& rt, Args a) {
  const CharacterSlot slot = character_slot(rt, a[0], a[1]);
  if (slot.storage == nullptr) return FAILED;
  if (!storage_set(rt, slot.storage, slot.index, a[2])) return rt.fail_type(a[2], kind_type(rt, element_kind_of_storage(slot.storage)));
  return a[2];
}

// --- comparisons

struct Comparison {
  int order;          ///< -1, 0, 1: the order of the first string's range relative to the second's
  std::size_t where;  ///< index in the first string of the first difference
};

/// The two designators and bounds of a comparison's arguments.
struct TwoStrings {
  char32_t buffer1, buffer2;
  StringView s, t;
  Bounds b, c;
};

bool take_operands(Runtime& rt, Args a, TwoStrings& o) {
  static constexpr std::string_view names[] = {"START1", "END1", "START2", "END2"};
  Value given[4];
  return take_string(rt, a[0], o.buffer1, o.s) && take_string(rt, a[1], o.buffer2, o.t) && parse_keys(rt, a.from(2), names, given) &&
         take_bounds(rt, given[0], given[1], o.s.size(), o.b) && take_bounds(rt, given[2], given[3], o.t.size(), o.c);
}

template <bool fold, class S, class T> Comparison compare_units(S s, T t, const Bounds& b, const Bounds& c) {
  std::size_t i = b.start, j = c.start;
  for (; i < b.end && j < c.end; ++i, ++j) {
    char32_t x = s[i], y = t[j];
    if (x == y) continue;
    if (fold) {
      x = char_upcase(x);
      y = char_upcase(y);
      if (x == y) continue;
    }
    return {x < y ? -1 : 1, i};
  }
  return {i < b.end ? 1 : j < c.end ? -1 : 0, i};
}

/// Compares the strings. False: a failure is under way.
template <bool fold> bool compare(Runtime& rt, const TwoStrings& o, Comparison& result) {
  const auto compare_parts = [&](const Bounds& b, const Bounds& c) {
    result = o.s.visit([&](auto s) { return o.t.visit([&](auto t) { return compare_units<fold>(s, t, b, c); }); });
  };
  if (TESSERA_LIKELY(std::max(o.b.size(), o.c.size()) <= elements_between_checks)) return compare_parts(o.b, o.c), true;
  return in_parts(rt, 0, std::max(o.b.size(), o.c.size()), [&](std::size_t from, std::size_t to) {
    const auto part = [=](const Bounds& whole) {
      return Bounds{std::min(whole.start + from, whole.end), std::min(whole.start + to, whole.end)};
    };
    compare_parts(part(o.b), part(o.c));
    return result.order == 0;
  });
}

template <bool fold> Value equality(Runtime& rt, Args a) {
  TwoStrings o;
  if (!take_operands(rt, a, o)) return FAILED;
  Comparison r{1, 0};
  if (o.b.size() == o.c.size() && !compare<fold>(rt, o, r)) return FAILED;
  return boolean(r.order == 0);
}

/// Compares strings. `wanted` is a set of orders, -1 as bit 0, 0 as bit 1, 1 as bit 2.
template <bool fold, int wanted> Value ordering(Runtime& rt, Args a) {
  TwoStrings o;
  if (!take_operands(rt, a, o)) return FAILED;
  Comparison r;
  if (!compare<fold>(rt, o, r)) return FAILED;
  return ((wanted >> (r.order + 1)) & 1) != 0 ? Value::fixnum(static_cast<std::int64_t>(r.where)) : NIL;
}

constexpr int order_less = 1, order_same = 2, order_greater = 4;

// --- case

// Each function changes the case of a character, given whether it is inside a word.
char32_t upcased(char32_t c, bool) { return char_upcase(c); }
char32_t downcased(char32_t c, bool) { return char_downcase(c); }
char32_t capitalized(char32_t c, bool inside) { return inside ? char_downcase(c) : char_upcase(c); }
using CaseChange = char32_t (*)(char32_t, bool);

/// Changes `units` up to the first character whose changed form does not fit, and returns how many it changed.
template <CaseChange change, class Unit> std::size_t change_units(std::span<Unit> units, bool& inside) {
  for (std::size_t i = 0; i < units.size(); ++i) {
    const char32_t c = change(units[i], inside);
    if (c != static_cast<Unit>(c)) return i;
    units[i] = static_cast<Unit>(c);
    if (change == capitalized) inside = char_is_alphanumeric(c);
  }
  return units.size();
}

template <CaseChange change> void change_case(Heap& heap, Object* storage, std::size_t start, std::size_t end, bool& inside) {
  storage = string_storage(storage);
  if (!is_wide_storage(storage)) {
    start += change_units<change>(std::span(storage->data<unsigned char>() + start, end - start), inside);
    if (start == end) return;
    set_character(heap, storage, start, change(get_character(storage, start), inside));  // widens the string
  }
  change_units<change>(std::span(string_storage(storage)->data<char32_t>() + start, end - start), inside);
}

/// Changes the case in parts. Repeating this leaves changed characters as they are.
template <CaseChange change> bool change_parts(Runtime& rt, Object* storage, std::size_t start, std::size_t end) {
  bool inside = false;
  return in_parts(rt, start, end,
                  [&](std::size_t from, std::size_t to) { return change_case<change>(rt.heap, storage, from, to, inside), true; });
}

constexpr std::string_view bound_names[] = {"START", "END"};

template <CaseChange change> Value changed_copy(Runtime& rt, Args a) {
  char32_t buffer;
  StringView s;
  Value given[2];
  Bounds b;
  if (!take_string(rt, a[0], buffer, s) || !parse_keys(rt, a.from(1), bound_names, given) ||
      !take_bounds(rt, given[0], given[1], s.size(), b))
    return FAILED;
  const Value copy = make_string(rt, s);
  return change_parts<change>(rt, copy.as_object(), b.start, b.end) ? copy : FAILED;
}

template <CaseChange change> Value changed_in_place(Runtime& rt, Args a) {
  ArrayView view;
  Value given[2];
  Bounds b;
  if (!is_string(a[0]) || !view_array(a[0], view)) return rt.fail_type(a[0], Known::string);
  if (!parse_keys(rt, a.from(1), bound_names, given) || !take_bounds(rt, given[0], given[1], view.length, b)) return FAILED;
  return change_parts<change>(rt, view.storage, view.offset + b.start, view.offset + b.end) ? a[0] : FAILED;
}

// --- trimming

/// True if `c` is an element of the character bag, any sequence.
bool bag_contains(Runtime& rt, Value bag, char32_t c) {
  for (const Value v : elements_of(bag))
    if (v == Value::character(c)) return true;
  ArrayView view;
  if (!view_array(bag, view)) return false;
  for (std::size_t i = 0; i < view.length; ++i)
    if (storage_get(rt, view.storage, view.offset + i) == Value::character(c)) return true;
  return false;
}

template <bool left, bool right> Value trim(Runtime& rt, Args a) {
  char32_t buffer;
  StringView s;
  const std::int64_t bag = sequence_length(a[0]);
  if (bag < 0) return fail_proper(rt, a[0], Known::sequence);
  if (!take_string(rt, a[1], buffer, s)) return FAILED;
  std::size_t start = 0, end = s.size();
  InterruptWatch watch(rt);
  const auto is_in_bag = [&](std::size_t i) { return watch.passed(1 + static_cast<std::size_t>(bag)) && bag_contains(rt, a[0], s[i]); };
  while (left && start < end && is_in_bag(start)) ++start;
  while (right && end > start && is_in_bag(end - 1)) --end;
  if (watch.failed()) return FAILED;
  return make_string(rt, s.substr(start, end - start));
}

#define BOUNDS1 "string-1 string-2 &key start1 end1 start2 end2"
#define ORDER_DOC(relation) "Returns the index of the first difference if STRING-1 is " relation " STRING-2, else NIL."
#define FOLD_DOC(relation) \
  "Returns the index of the first difference if STRING-1 is " relation " STRING-2 without regard to case, else NIL."

constexpr Builtin strings_table[] = {
    {"STRINGP", "object", predicate<is_string>, "Returns true if OBJECT is a string."},
    {"SIMPLE-STRING-P", "object", type_predicate<Type::string>, "Returns true if OBJECT is a simple string."},
    {"STRING", "designator", string, "Returns DESIGNATOR, a string, or the name of a symbol, or a character as a string."},
    {"MAKE-STRING", "size &key initial-element element-type", make_string_of, "Returns a new string of SIZE characters."},
    {"CHAR", "string index", char_at, "Returns the character of STRING at INDEX, from 0; a TYPE-ERROR if there is none."},
    {"SCHAR", "string index", char_at, "Returns the character of the simple STRING at INDEX, from 0; a TYPE-ERROR if there is none."},
    {"%SET-CHAR", "string index character", set_char, "Stores CHARACTER in STRING at INDEX and returns it."},
    {"%SET-SCHAR", "string index character", set_char, "Stores CHARACTER in STRING at INDEX and returns it."},
    {"STRING=", BOUNDS1, equality<false>, "Returns true if the two strings, or the given parts of them, are the same."},
    {"STRING-EQUAL", BOUNDS1, equality<true>, "Like STRING=, without regard to case."},
    {"STRING/=", BOUNDS1, (ordering<false, order_less | order_greater>), ORDER_DOC("different from")},
    {"STRING<", BOUNDS1, (ordering<false, order_less>), ORDER_DOC("less than")},
    {"STRING>", BOUNDS1, (ordering<false, order_greater>), ORDER_DOC("greater than")},
    {"STRING<=", BOUNDS1, (ordering<false, order_less | order_same>), ORDER_DOC("not greater than")},
    {"STRING>=", BOUNDS1, (ordering<false, order_greater | order_same>), ORDER_DOC("not less than")},
    {"STRING-NOT-EQUAL", BOUNDS1, (ordering<true, order_less | order_greater>), FOLD_DOC("different from")},
    {"STRING-LESSP", BOUNDS1, (ordering<true, order_less>), FOLD_DOC("less than")},
    {"STRING-GREATERP", BOUNDS1, (ordering<true, order_greater>), FOLD_DOC("greater than")},
    {"STRING-NOT-GREATERP", BOUNDS1, (ordering<true, order_less | order_same>), FOLD_DOC("not greater than")},
    {"STRING-NOT-LESSP", BOUNDS1, (ordering<true, order_greater | order_same>), FOLD_DOC("not less than")},
    {"STRING-UPCASE", "string &key start end", changed_copy<upcased>, "Returns a copy of STRING in upper case."},
    {"STRING-DOWNCASE", "string &key start end", changed_copy<downcased>, "Returns a copy of STRING in lower case."},
    {"STRING-CAPITALIZE", "string &key start end", changed_copy<capitalized>,
     "Returns a copy of STRING with the first letter of each word in upper case, the others in lower case."},
    {"NSTRING-UPCASE", "string &key start end", changed_in_place<upcased>, "Turns STRING to upper case."},
    {"NSTRING-DOWNCASE", "string &key start end", changed_in_place<downcased>, "Turns STRING to lower case."},
    {"NSTRING-CAPITALIZE", "string &key start end", changed_in_place<capitalized>,
     "Turns the first letter of each word of STRING to upper case, the others to lower case."},
    {"STRING-TRIM", "bag string", (trim<true, true>), "Returns STRING without the characters of BAG at its ends."},
    {"STRING-LEFT-TRIM", "bag string", (trim<true, false>), "Returns STRING without the characters of BAG at its start."},
    {"STRING-RIGHT-TRIM", "bag string", (trim<false, true>), "Returns STRING without the characters of BAG at its end."},
};

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::strings>() { return strings_table; }

}  // namespace tessera
