// Sorts by one of the standard's orders on numbers, characters or strings: beneath SORT when there is no function to
// call. Layer: builtins.
#include <algorithm>
#include <cmath>

#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "builtins/registry.hpp"

namespace tessera {

namespace {

/// The known orders, and how elements of one kind are compared in them.
struct SortOrder {
  std::string_view name;  ///< the standard function
  enum class Of : std::uint8_t { reals, characters, strings } of;
  bool ascending;
};

constexpr SortOrder orders[] = {
    {"<", SortOrder::Of::reals, true},           {">", SortOrder::Of::reals, false},        {"CHAR<", SortOrder::Of::characters, true},
    {"CHAR>", SortOrder::Of::characters, false}, {"STRING<", SortOrder::Of::strings, true}, {"STRING>", SortOrder::Of::strings, false},
};

const SortOrder* find_order(Value predicate) {
  if (!has_type(predicate, Type::native)) return nullptr;
  const std::string_view name = builtin_of(predicate).name;
  const auto* const found = std::find_if(std::begin(orders), std::end(orders), [name](const SortOrder& o) { return o.name == name; });
  return found == std::end(orders) ? nullptr : found;
}

/// An element and its key, converted for the comparison.
template <class Key> struct Item {
  Key key;
  Value element;
};

enum class Outcome : std::uint8_t { sorted, unsuited, interrupted };

/// Elements sorted or merged between two checks for interrupts.
constexpr std::size_t piece = std::size_t{1} << 16;

/// Merges the runs from `left` to `right`, and from there to `end`, into `to`. False: an interrupt is pending.
template <class T, class Less> bool merge_runs(Runtime& rt, const T* left, const T* right, const T* end, T* to, Less less) {
  const T* const middle = right;
  for (std::size_t n = 1; left != middle && right != end; ++n) {
    *to++ = less(*right, *left) ? *right++ : *left++;
    if (n % piece == 0 && rt.interrupt_waits()) return false;
  }
  std::copy(right, end, std::copy(left, middle, to));
  return true;
}

/// Sorts `items`: many in parts, which are merged. False: an interrupt is pending, and the order is unspecified.
template <class T, class Sort, class Less> bool sort_by_parts(Runtime& rt, std::span<T> items, Sort sort, Less less) {
  const std::size_t n = items.size();
  for (std::size_t at = 0; at < n; at += piece) {
    if (rt.interrupt_waits()) return false;
    sort(items.begin() + static_cast<std::ptrdiff_t>(at), items.begin() + static_cast<std::ptrdiff_t>(std::min(n, at + piece)), less);
  }
  std::vector<T> room(n > piece ? n : 0);
  T *from = items.data(), *to = room.data();
  bool good = true;
  for (std::size_t run = piece; run < n && good; run *= 2, std::swap(from, to))
    for (std::size_t at = 0; at < n && good; at += 2 * run)
      good = merge_runs(rt, from + at, from + std::min(n, at + run), from + std::min(n, at + 2 * run), to + at, less);
  if (!good) std::swap(from, to);  // the source of the merge is still whole
  if (from != items.data()) std::copy(from, from + n, items.data());
  return good;
}

template <class T, class Sort, class Less> Outcome sort_items(Runtime& rt, std::span<T> items, bool ascending, Sort sort, Less less) {
  const auto greater = [less](const T& a, const T& b) { return less(b, a); };
  return (ascending ? sort_by_parts(rt, items, sort, less) : sort_by_parts(rt, items, sort, greater)) ? Outcome::sorted
                                                                                                      : Outcome::interrupted;
}

/// Sorts the slots of `elements` by the slots of `keys`; `take(key, out)` converts a key for the comparison, or returns
/// false. Nothing changes unless all are sorted.
template <class Key, class Take> Outcome sort_as(Runtime& rt, Object* elements, const Object* keys, bool ascending, const Take& take) {
  std::vector<Item<Key>> items(elements->length());
  for (std::size_t i = 0; i < items.size(); ++i) {
    items[i].element = elements->slots[i];
    if (!take(keys->slots[i], items[i].key)) return Outcome::unsuited;
    if (i % piece == 0 && rt.interrupt_waits()) return Outcome::interrupted;
  }
  const auto sort = [](auto first, auto last, auto less) { std::stable_sort(first, last, less); };
  const auto less = [](const auto& a, const auto& b) { return a.key < b.key; };
  const Outcome outcome = sort_items(rt, std::span(items), ascending, sort, less);
  for (std::size_t i = 0; i < items.size() && outcome == Outcome::sorted; ++i) elements->slots[i] = items[i].element;
  return outcome;
}

/// Sorts fixnums. EQL integers are indistinguishable, so stability does not matter.
Outcome sort_fixnums(Runtime& rt, Object* fixnums, bool ascending) {
  const std::span items(fixnums->slots, fixnums->length());
  if (!std::all_of(items.begin(), items.end(), [](Value v) { return v.is_fixnum(); })) return Outcome::unsuited;
  const auto sort = [](auto first, auto last, auto less) { std::sort(first, last, less); };
  return sort_items(rt, items, ascending, sort, [](Value a, Value b) { return a.as_fixnum() < b.as_fixnum(); });
}

bool take_fixnum(Value v, std::int64_t& key) {
  if (v.is_fixnum()) key = v.as_fixnum();
  return v.is_fixnum();
}

/// True for a float that is ordered: not NaN.
bool take_float(Value v, double& key) {
  if (!is_float(v)) return false;
  key = to_double(v);
  return !std::isnan(key);
}

bool take_character_key(Value v, char32_t& key) {
  if (v.is_character()) key = v.as_character();
  return v.is_character();
}

struct Text {
  StringView text;
  friend bool operator<(const Text& a, const Text& b) {
    return a.text.visit([&b](auto x) {
      return b.text.visit([x](auto y) { return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end()); });
    });
  }
};

bool take_text(Value v, Text& key) { return string_view_of_any(v, key.text); }

Outcome sort_reals(Runtime& rt, Object* elements, const Object* keys, bool ascending) {
  const Outcome outcome =
      elements == keys ? sort_fixnums(rt, elements, ascending) : sort_as<std::int64_t>(rt, elements, keys, ascending, take_fixnum);
  return outcome == Outcome::unsuited ? sort_as<double>(rt, elements, keys, ascending, take_float) : outcome;
}

Outcome sort_by(Runtime& rt, const SortOrder& order, Object* elements, const Object* keys) {
  switch (order.of) {
    case SortOrder::Of::reals: return sort_reals(rt, elements, keys, order.ascending);
    case SortOrder::Of::characters: return sort_as<char32_t>(rt, elements, keys, order.ascending, take_character_key);
    case SortOrder::Of::strings: return sort_as<Text>(rt, elements, keys, order.ascending, take_text);
  }
  return Outcome::unsuited;
}

Value known_order_p(Runtime&, Args a) { return boolean(find_order(a[0]) != nullptr); }

/// Sorts by a known predicate. Arguments: (elements keys predicate), both simple vectors of one length, or one and the
/// same.
Value sort_known(Runtime& rt, Args a) {
  const SortOrder* const order = find_order(a[2]);
  Object* const elements = a[0].as_object();
  const Outcome outcome = order == nullptr ? Outcome::unsuited : sort_by(rt, *order, elements, a[1].as_object());
  if (outcome == Outcome::unsuited) return NIL;
  rt.heap.written_all(elements);
  return outcome == Outcome::sorted ? T : rt.fail_interrupted();
}

constexpr Builtin sequences_sort_table[] = {
    {"%KNOWN-ORDER-P", "predicate", known_order_p, "Returns true if %SORT-KNOWN can sort by PREDICATE."},
    {"%SORT-KNOWN", "elements keys predicate", sort_known,
     "Sorts the simple vector ELEMENTS by the keys in KEYS, one for each (which may be ELEMENTS itself), stably, if PREDICATE is a "
     "known order and all keys are of one kind that it takes; returns true if so."},
};

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::sequences_sort>() { return sequences_sort_table; }

}  // namespace tessera
