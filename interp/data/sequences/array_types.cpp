// Chooses the element kind of an array for a type. Layer: data.
#include <algorithm>
#include <string_view>

#include "data/numbers/numbers.hpp"
#include "data/sequences/arrays.hpp"
#include "data/sequences/list_walk.hpp"
#include "data/tables/hash_tables.hpp"

namespace tessera {

namespace {

ElementKind unsigned_kind(std::int64_t bits) {
  if (bits <= 1) return ElementKind::bit;
  if (bits <= 8) return ElementKind::u8;
  if (bits <= 16) return ElementKind::u16;
  return bits <= 32 ? ElementKind::u32 : bits <= 64 ? ElementKind::u64 : ElementKind::any;
}

ElementKind signed_kind(std::int64_t bits) {
  if (bits <= 8) return ElementKind::s8;
  if (bits <= 16) return ElementKind::s16;
  return bits <= 32 ? ElementKind::s32 : bits <= 64 ? ElementKind::s64 : ElementKind::any;
}

Value argument(Value list, int i) {
  for (; i > 0 && list.is_cons(); --i) list = list.as_cons()->cdr;
  return list.is_cons() ? list.as_cons()->car : UNBOUND;
}

/// Returns the inclusive end of an interval; `step` leads inward from an exclusive one. UNBOUND if there is none.
Value interval_end(Runtime& rt, Value v, std::int64_t step) {
  if (is_integer(v)) return v;
  if (v.is_cons() && is_integer(v.as_cons()->car)) return number_add(rt, v.as_cons()->car, Value::fixnum(step));
  return UNBOUND;
}

ElementKind interval_kind(Value low, Value high) {
  if (low == UNBOUND || high == UNBOUND) return ElementKind::any;
  static constexpr ElementKind kinds[] = {ElementKind::bit, ElementKind::u8,  ElementKind::s8,  ElementKind::u16, ElementKind::s16,
                                          ElementKind::u32, ElementKind::s32, ElementKind::u64, ElementKind::s64};
  for (ElementKind k : kinds)
    if (fits_kind(k, low) && fits_kind(k, high)) return k;
  return ElementKind::any;
}

/// True if `v` is the symbol of COMMON-LISP with one of the names. (A lookup for each new array would take longer than
/// making it.)
bool is_one_of(Runtime& rt, Value v, std::initializer_list<std::string_view> names) {
  if (!Runtime::is_symbol(v) || rt.symbol(v)->package != rt.packages.cl) return false;
  const StringView own = string_view_of(rt.symbol(v)->name);
  return std::any_of(names.begin(), names.end(), [&own](std::string_view name) {
    if (own.size() != name.size()) return false;
    for (std::size_t i = 0; i < name.size(); ++i)
      if (own[i] != static_cast<unsigned char>(name[i])) return false;
    return true;
  });
}

ElementKind sized_kind(Value bits, ElementKind (*kind)(std::int64_t)) {
  return bits.is_fixnum() ? kind(bits.as_fixnum()) : ElementKind::any;
}

/// Returns the kind that fits all members of (MEMBER ...) or (EQL ...).
ElementKind members_kind(Value members) {
  static constexpr ElementKind kinds[] = {ElementKind::bit, ElementKind::character, ElementKind::u8,           ElementKind::s8,
                                          ElementKind::u16, ElementKind::s16,       ElementKind::u32,          ElementKind::s32,
                                          ElementKind::u64, ElementKind::s64,       ElementKind::single_float, ElementKind::double_float};
  for (ElementKind k : kinds) {
    bool all = members.is_cons();
    for (const Value element : elements_of(members)) all = all && fits_kind(k, element);
    if (all) return k;
  }
  return ElementKind::any;
}

}  // namespace

ElementKind upgraded_kind(Runtime& rt, Value type) {
  const Value head = type.is_cons() ? type.as_cons()->car : type;
  const Value rest = type.is_cons() ? type.as_cons()->cdr : NIL;
  if (is_nil(type)) return ElementKind::nothing;
  if (head == T) return ElementKind::any;
  if (head == rt.sym(Known::unsigned_byte)) return sized_kind(argument(rest, 0), unsigned_kind);
  if (head == rt.sym(Known::signed_byte)) return sized_kind(argument(rest, 0), signed_kind);
  if (head == rt.sym(Known::bit)) return ElementKind::bit;
  if (head == rt.sym(Known::fixnum)) return ElementKind::s64;
  if (is_one_of(rt, head, {"CHARACTER", "BASE-CHAR", "STANDARD-CHAR", "EXTENDED-CHAR"})) return ElementKind::character;
  if (is_one_of(rt, head, {"SINGLE-FLOAT", "SHORT-FLOAT"})) return ElementKind::single_float;
  if (is_one_of(rt, head, {"DOUBLE-FLOAT", "LONG-FLOAT"})) return ElementKind::double_float;
  if (head == rt.sym(Known::integer)) return interval_kind(interval_end(rt, argument(rest, 0), 1), interval_end(rt, argument(rest, 1), -1));
  if (head == rt.sym(Known::mod) && is_integer(argument(rest, 0)))
    return interval_kind(Value::fixnum(0), number_subtract(rt, argument(rest, 0), Value::fixnum(1)));
  if (is_one_of(rt, head, {"MEMBER", "EQL"})) return members_kind(rest);
  return ElementKind::any;
}

bool is_user_type(Runtime& rt, Value type) {
  const Value expanders = rt.symbol(rt.sym(Known::type_expanders))->value;
  const Value head = type.is_cons() ? type.as_cons()->car : type;
  return has_type(expanders, Type::hash_table) && Runtime::is_symbol(head) && !is_nil(head) &&
         table_get(rt, expanders, head, UNBOUND) != UNBOUND;
}

}  // namespace tessera
