// Sorting by one of the standard's orders on numbers, characters or strings: what SORT does without a function to call.
// Layer: builtins.
#include <algorithm>
#include <cmath>

#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "builtins/registry.hpp"

namespace tessera {

namespace {

/// The orders that are known here, and how elements of one kind are compared in them.
struct Order {
  std::string_view name;  ///< of the standard function
  enum class Of : std::uint8_t { reals, characters, strings } of;
  bool ascending;
};

constexpr Order orders[] = {
    {"<", Order::Of::reals, true},           {">", Order::Of::reals, false},        {"CHAR<", Order::Of::characters, true},
    {"CHAR>", Order::Of::characters, false}, {"STRING<", Order::Of::strings, true}, {"STRING>", Order::Of::strings, false},
};

const Order* find_order(Value predicate) {
  if (!has_type(predicate, Type::native)) return nullptr;
  const std::string_view name = builtin_of(predicate).name;
  const auto* const found = std::find_if(std::begin(orders), std::end(orders), [name](const Order& o) { return o.name == name; });
  return found == std::end(orders) ? nullptr : found;
}

/// An element and its key, as the comparison wants it.
template <class Key> struct Item {
  Key key;
  Value element;
};

/// Sorts the slots of `elements` by those of `keys`, for each of which `take(key, out)` gives the key to compare; false, and
/// nothing has changed, where it says that there is none.
template <class Key, class Take> bool sort_as(Object* elements, const Object* keys, bool ascending, const Take& take) {
  std::vector<Item<Key>> items(elements->length());
  for (std::size_t i = 0; i < items.size(); ++i) {
    items[i].element = elements->slots[i];
    if (!take(keys->slots[i], items[i].key)) return false;
  }
  if (ascending) std::stable_sort(items.begin(), items.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
  else std::stable_sort(items.begin(), items.end(), [](const auto& a, const auto& b) { return b.key < a.key; });
  for (std::size_t i = 0; i < items.size(); ++i) elements->slots[i] = items[i].element;
  return true;
}

/// Integers that are EQL are the same, so that their order is of no concern.
bool sort_fixnums(Object* fixnums, bool ascending) {
  const auto is_fixnum = [](Value v) { return v.is_fixnum(); };
  if (!std::all_of(fixnums->slots, fixnums->slots + fixnums->length(), is_fixnum)) return false;
  const auto less = [](Value a, Value b) { return a.as_fixnum() < b.as_fixnum(); };
  const auto greater = [](Value a, Value b) { return a.as_fixnum() > b.as_fixnum(); };
  if (ascending) std::sort(fixnums->slots, fixnums->slots + fixnums->length(), less);
  else std::sort(fixnums->slots, fixnums->slots + fixnums->length(), greater);
  return true;
}

bool take_fixnum(Value v, std::int64_t& key) {
  if (v.is_fixnum()) key = v.as_fixnum();
  return v.is_fixnum();
}

/// Of a float that stands in the order: not of a NaN.
bool take_float(Value v, double& key) {
  if (!is_float(v)) return false;
  key = to_double(v);
  return !std::isnan(key);
}

bool take_character(Value v, char32_t& key) {
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

bool sort_by(const Order& order, Object* elements, const Object* keys) {
  switch (order.of) {
    case Order::Of::reals:
      return (elements == keys ? sort_fixnums(elements, order.ascending)
                               : sort_as<std::int64_t>(elements, keys, order.ascending, take_fixnum)) ||
             sort_as<double>(elements, keys, order.ascending, take_float);
    case Order::Of::characters: return sort_as<char32_t>(elements, keys, order.ascending, take_character);
    case Order::Of::strings: return sort_as<Text>(elements, keys, order.ascending, take_text);
  }
  return false;
}

Value known_order_p(Runtime&, Args a) { return boolean(find_order(a[0]) != nullptr); }

/// (elements keys predicate): both simple vectors of one length, or one and the same
Value sort_known(Runtime& rt, Args a) {
  const Order* const order = find_order(a[2]);
  Object* const elements = a[0].as_object();
  if (order == nullptr || !sort_by(*order, elements, a[1].as_object())) return NIL;
  rt.heap.written_all(elements);
  return T;
}

constexpr Builtin table[] = {
    {"%KNOWN-ORDER-P", "predicate", known_order_p, "Return true if %SORT-KNOWN can sort by PREDICATE."},
    {"%SORT-KNOWN", "elements keys predicate", sort_known,
     "Sort the simple vector ELEMENTS by the keys in KEYS, one for each (which may be ELEMENTS itself), stably, if PREDICATE is a "
     "known order and all keys are of one kind that it takes; return true if so."},
};

}  // namespace

std::span<const Builtin> sequences_sort_builtins() { return table; }

}  // namespace tessera
