// Conses, their accessors, property and association lists. Layer: builtins.
#include "base/small_stack.hpp"
#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "builtins/predicates.hpp"
#include "data/numbers/integers.hpp"
#include "data/sequences/characters.hpp"
#include "data/sequences/strings.hpp"
#include "data/tables/equality.hpp"
#include "runtime/interrupts.hpp"

namespace tessera {

namespace {

// --- car, cdr and their compositions

/// Follows `path` from its last letter to its first: 'a' car, 'd' cdr.
Value follow(Runtime& rt, Value v, const char* path) {
  const char* p = path;
  while (*p != '\0') ++p;
  while (p != path) {
    --p;
    if (is_nil(v)) return NIL;
    if (!v.is_cons()) return rt.fail_type(v, Known::list);
    v = *p == 'a' ? v.as_cons()->car : v.as_cons()->cdr;
  }
  return v;
}

#define CXR(path) \
  Value c##path##r(Runtime& rt, Args a) { return follow(rt, a[0], #path); }
CXR(a)
CXR(d)
CXR(aa)
CXR(ad)
CXR(da)
CXR(dd)
CXR(aaa)
CXR(aad)
CXR(ada)
CXR(add)
CXR(daa)
CXR(dad)
CXR(dda)
CXR(ddd)
CXR(aaaa)
CXR(aaad)
CXR(aada)
CXR(aadd)
CXR(adaa)
CXR(adad)
CXR(adda)
CXR(addd)
CXR(daaa)
CXR(daad)
CXR(dada)
CXR(dadd)
CXR(ddaa)
CXR(ddad)
CXR(ddda)
CXR(dddd)
#undef CXR

/// Returns the cons `n` cdrs, an integer, after `circle`, a cons in a circle.
Value tail_in_circle(Runtime& rt, Value circle, Value n) {
  std::int64_t conses = 1;
  for (Value l = circle.as_cons()->cdr; l != circle; l = l.as_cons()->cdr) ++conses;
  Value rest = NIL;
  TESSERA_TRY(integer_divide(rt, n, Value::fixnum(conses), Rounding::floor, &rest));
  for (std::int64_t i = rest.as_fixnum(); i > 0; --i) circle = circle.as_cons()->cdr;
  return circle;
}

/// Returns the cons `n` cdrs, an integer, after `list`, or the list's end if that comes first; FAILED unless that is
/// NIL.
Value nth_tail(Runtime& rt, Value list, Value n) {
  std::size_t count;
  if (!take_count(rt, n, count)) return FAILED;
  std::size_t left = count;
  if (walk_conses(&rt, list, [&left](const Cons*) { return left > 0 && (--left, true); }))
    return list.is_cons() || is_nil(list) || left == 0 ? list : rt.fail_type(list, Known::list);
  if (rt.interrupt_waits()) return rt.fail_interrupted();
  const Value behind = integer_subtract(rt, n, Value::fixnum(static_cast<std::int64_t>(count - left)));
  TESSERA_TRY(behind);
  return tail_in_circle(rt, list, behind);
}

Value element(Runtime& rt, Value list, Value n) {
  const Value tail = nth_tail(rt, list, n);
  TESSERA_TRY(tail);
  return follow(rt, tail, "a");
}

Value nth(Runtime& rt, Args a) { return element(rt, a[1], a[0]); }
Value nthcdr(Runtime& rt, Args a) { return nth_tail(rt, a[1], a[0]); }

#define ORDINAL(name, n) \
  Value name(Runtime& rt, Args a) { return element(rt, a[0], Value::fixnum(n)); }
ORDINAL(third, 2)
ORDINAL(fourth, 3)
ORDINAL(fifth, 4)
ORDINAL(sixth, 5)
ORDINAL(seventh, 6)
ORDINAL(eighth, 7)
ORDINAL(ninth, 8)
ORDINAL(tenth, 9)
#undef ORDINAL

// --- changing conses

Value store_car(Runtime& rt, Value c, Value v) {
  if (!c.is_cons()) return rt.fail_type(c, Known::cons);
  rt.heap.write(&c.as_cons()->car, v);
  return v;
}

Value store_cdr(Runtime& rt, Value c, Value v) {
  if (!c.is_cons()) return rt.fail_type(c, Known::cons);
  rt.heap.write(&c.as_cons()->cdr, v);
  return v;
}

Value set_car(Runtime& rt, Args a) { return store_car(rt, a[0], a[1]); }
Value set_cdr(Runtime& rt, Args a) { return store_cdr(rt, a[0], a[1]); }
Value rplaca(Runtime& rt, Args a) { return is_failed(store_car(rt, a[0], a[1])) ? FAILED : a[0]; }
Value rplacd(Runtime& rt, Args a) { return is_failed(store_cdr(rt, a[0], a[1])) ? FAILED : a[0]; }

Value set_nth(Runtime& rt, Args a) {
  const Value tail = nth_tail(rt, a[1], a[0]);
  TESSERA_TRY(tail);
  return store_car(rt, tail, a[2]);
}

// --- making lists

Value cons(Runtime& rt, Args a) { return rt.heap.cons(a[0], a[1]); }
Value list(Runtime& rt, Args a) { return rt.list(std::span(a.values, a.count)); }

Value list_star(Runtime& rt, Args a) {
  Value result = a[a.size() - 1];
  for (std::uint32_t i = a.size() - 1; i-- > 0;) result = rt.heap.cons(a[i], result);
  return result;
}

Value make_list(Runtime& rt, Args a) {
  static constexpr std::string_view names[] = {"INITIAL-ELEMENT"};
  Value given[1];
  std::size_t n;
  if (!take_count(rt, a[0], n) || !parse_keys(rt, a.from(1), names, given)) return FAILED;
  if (!rt.heap.has_room(n * sizeof(Cons))) return rt.fail_heap();
  const Value item = given[0] == UNSUPPLIED ? NIL : given[0];
  Value result = NIL;
  const bool done = in_parts(rt, 0, n, [&](std::size_t from, std::size_t to) {
    for (; from < to; ++from) result = rt.heap.cons(item, result);
    return true;
  });
  return done ? result : FAILED;
}

/// Copies the conses of a list, which keeps its end. FAILED if the list is circular.
Value copy_conses(Runtime& rt, Value l) {
  ListBuilder copy(rt);
  if (!walk_conses(&rt, l, [&copy](const Cons* c) { return copy.add(c->car), true; })) return fail_walk(rt, l);
  return copy.finish(l);
}

Value copy_list(Runtime& rt, Args a) { return is_list(a[0]) ? copy_conses(rt, a[0]) : rt.fail_type(a[0], Known::list); }

Value copy_cons(Runtime& rt, Value c) { return rt.heap.cons(c.as_cons()->car, c.as_cons()->cdr); }

Value copy_alist(Runtime& rt, Args a) {
  if (!is_list(a[0])) return rt.fail_type(a[0], Known::list);
  const Value result = copy_conses(rt, a[0]);
  TESSERA_TRY(result);
  InterruptWatch watch(rt);
  Value l = result;
  for (; l.is_cons(); l = l.as_cons()->cdr) {
    if (l.as_cons()->car.is_cons()) l.as_cons()->car = copy_cons(rt, l.as_cons()->car);
    if (!watch.passed()) return FAILED;
  }
  return is_nil(l) ? result : rt.fail_type(l, Known::list);
}

/// Copies a tree. A circular one fills the memory.
class TreeCopy {
 public:
  explicit TreeCopy(Runtime& rt) : rt_(rt) {}

  Value copy(Value tree) {
    const Value root = copy_cons(rt_, tree);
    if (!copy_chain(root)) return FAILED;
    while (!work_.empty()) {
      Cons* const c = work_.pop().as_cons();
      c->car = copy_cons(rt_, c->car);
      if (!copy_chain(c->car)) return FAILED;
    }
    return root;
  }

 private:
  static constexpr std::size_t conses_between_checks = 65536;

  /// Copies one chain of cdrs, and puts the cars that are conses on the work list.
  bool copy_chain(Value c) {
    for (;; c = c.as_cons()->cdr) {  // ends: a circle fills the memory
      if (++conses_ % conses_between_checks == 0 && !may_continue()) return false;
      if (c.as_cons()->car.is_cons()) work_.push(c);
      if (!c.as_cons()->cdr.is_cons()) return true;
      c.as_cons()->cdr = copy_cons(rt_, c.as_cons()->cdr);
    }
  }

  bool may_continue() {
    if (rt_.interrupt_waits()) return rt_.fail_interrupted(), false;
    if (rt_.heap.has_room(conses_between_checks * sizeof(Cons) + work_.size() * sizeof(Value))) return true;
    return rt_.fail_heap(), false;
  }

  Runtime& rt_;
  SmallStack<Value, 32> work_;
  std::size_t conses_ = 0;
};

Value copy_tree(Runtime& rt, Args a) { return a[0].is_cons() ? TreeCopy(rt).copy(a[0]) : a[0]; }

Value acons(Runtime& rt, Args a) { return rt.heap.cons(rt.heap.cons(a[0], a[1]), a[2]); }

Value pairlis(Runtime& rt, Args a) {
  Value keys = a[0], data = a[1], result = a.get(2);
  if (!ends_somewhere(&rt, keys)) return fail_walk(rt, keys);
  InterruptWatch watch(rt);
  for (; keys.is_cons() && data.is_cons(); keys = keys.as_cons()->cdr, data = data.as_cons()->cdr) {
    result = rt.heap.cons(rt.heap.cons(keys.as_cons()->car, data.as_cons()->car), result);
    if (!watch.passed()) return FAILED;
  }
  if (!is_list(keys)) return rt.fail_type(keys, Known::list);
  if (!is_list(data)) return rt.fail_type(data, Known::list);
  if (keys == data) return result;
  return rt.fail_simple(Known::simple_error, "the lists of keys ~S and data ~S differ in length", {a[0], a[1]});
}

// --- predicates

Value consp(Runtime&, Args a) { return boolean(a[0].is_cons()); }
Value atom(Runtime&, Args a) { return boolean(!a[0].is_cons()); }
Value endp(Runtime& rt, Args a) { return is_list(a[0]) ? boolean(is_nil(a[0])) : rt.fail_type(a[0], Known::list); }

// --- property and association lists

Value getf(Runtime& rt, Args a) {
  const Value l = find_property(rt, a[0], a[1]);
  TESSERA_TRY(l);
  return is_nil(l) ? a.get(2) : l.as_cons()->cdr.as_cons()->car;
}

Value get_properties(Runtime& rt, Args a) {
  if (!is_list(a[1])) return rt.fail_type(a[1], Known::list);
  if (!ends_somewhere(&rt, a[1])) return fail_walk(rt, a[1]);
  Value end = NIL;  // of the indicators, where none was found
  const Value l = walk_properties(rt, a[0], [&a, &end](Value indicator) {
    end = a[1];
    while (end.is_cons() && end.as_cons()->car != indicator) end = end.as_cons()->cdr;
    return is_nil(end);
  });
  TESSERA_TRY(l);
  if (!is_list(end)) return rt.fail_type(end, Known::list);
  if (is_nil(l)) return rt.values({NIL, NIL, NIL});
  return rt.values({l.as_cons()->car, l.as_cons()->cdr.as_cons()->car, l});
}

// Results are returned where they are found: short lists, the usual case, would notice a second test of how the walk
// ended.

template <class Same> Value find_member(Runtime& rt, Value item, Value list, Same same) {
  Value found = NIL;
  const bool ends = walk_list(&rt, list, [&](Value& at) {
    if (!at.is_cons()) return found = is_nil(at) ? NIL : rt.fail_type(at, Known::list), false;
    if (same(item, at.as_cons()->car)) return found = at, false;
    at = at.as_cons()->cdr;
    return true;
  });
  return ends ? found : fail_walk(rt, list);
}

template <class Same> Value find_pair(Runtime& rt, Value item, Value list, Same same) {
  Value found = NIL;
  const bool ends = walk_list(&rt, list, [&](Value& at) {
    if (!at.is_cons()) return found = is_nil(at) ? NIL : rt.fail_type(at, Known::list), false;
    const Value pair = at.as_cons()->car;
    if (pair.is_cons() && same(item, pair.as_cons()->car)) return found = pair, false;
    if (!pair.is_cons() && !is_nil(pair)) return found = rt.fail_type(pair, Known::list), false;
    at = at.as_cons()->cdr;
    return true;
  });
  return ends ? found : fail_walk(rt, list);
}

/// True if EQL on `item` is EQ.
bool is_eq_to_itself(Value item) {
  if (!item.is_object()) return true;
  switch (item.as_object()->type()) {
    case Type::bignum:
    case Type::ratio:
    case Type::complex:
    case Type::double_float: return false;
    default: return true;
  }
}

constexpr auto is_eq = [](Value a, Value b) { return a == b; };
constexpr auto is_eql = [](Value a, Value b) { return eql(a, b); };

Value memq(Runtime& rt, Args a) { return find_member(rt, a[0], a[1], is_eq); }
Value memql(Runtime& rt, Args a) { return is_eq_to_itself(a[0]) ? memq(rt, a) : find_member(rt, a[0], a[1], is_eql); }
Value assq(Runtime& rt, Args a) { return find_pair(rt, a[0], a[1], is_eq); }
Value assql(Runtime& rt, Args a) { return is_eq_to_itself(a[0]) ? assq(rt, a) : find_pair(rt, a[0], a[1], is_eql); }

// The searches by STRING= or STRING-EQUAL and by EQUAL return 0 where Lisp must search: at an element that is not a
// string designator, or is not a cons.

/// True if `s` and `t` are the same without regard to case.
bool same_but_case(const StringView& s, const StringView& t) {
  if (s.size() != t.size()) return false;
  return s.visit([&](auto a) {
    return t.visit([&](auto b) {
      for (std::size_t i = 0; i < s.size(); ++i)
        if (a[i] != b[i] && char_upcase(a[i]) != char_upcase(b[i])) return false;
      return true;
    });
  });
}

template <class Find> Value find_string(Runtime& rt, Value item, bool any_case, Find find) {
  char32_t buffer = 0;
  StringView text;
  bool all_named = designated_string(rt, item, buffer, text);
  const auto same = [&](Value, Value other) {
    char32_t single = 0;
    StringView own;
    if (!designated_string(rt, other, single, own)) all_named = false;
    return !all_named || (any_case ? same_but_case(own, text) : own == text);
  };
  const Value found = all_named ? find(same) : NIL;
  return all_named ? found : Value::fixnum(0);
}

Value member_string(Runtime& rt, Args a) {
  return find_string(rt, a[0], !is_nil(a[2]), [&](auto same) { return find_member(rt, a[0], a[1], same); });
}

Value assoc_string(Runtime& rt, Args a) {
  return find_string(rt, a[0], !is_nil(a[2]), [&](auto same) { return find_pair(rt, a[0], a[1], same); });
}

Value member_equal(Runtime& rt, Args a) { return a[0].is_cons() ? Value::fixnum(0) : find_member(rt, a[0], a[1], equal); }
Value assoc_equal(Runtime& rt, Args a) { return a[0].is_cons() ? Value::fixnum(0) : find_pair(rt, a[0], a[1], equal); }

#define CXR(upper, path, text) \
  { "C" upper "R", "list", c##path##r, "Returns the " text " of LIST. The car and cdr of () are ()." }

constexpr Builtin conses_table[] = {
    CXR("A", a, "first element"),
    CXR("D", d, "rest after the first element"),
    CXR("AA", aa, "car of the car"),
    CXR("AD", ad, "car of the cdr"),
    CXR("DA", da, "cdr of the car"),
    CXR("DD", dd, "cdr of the cdr"),
    CXR("AAA", aaa, "car of the caar"),
    CXR("AAD", aad, "car of the cadr"),
    CXR("ADA", ada, "car of the cdar"),
    CXR("ADD", add, "car of the cddr"),
    CXR("DAA", daa, "cdr of the caar"),
    CXR("DAD", dad, "cdr of the cadr"),
    CXR("DDA", dda, "cdr of the cdar"),
    CXR("DDD", ddd, "cdr of the cddr"),
    CXR("AAAA", aaaa, "car of the caaar"),
    CXR("AAAD", aaad, "car of the caadr"),
    CXR("AADA", aada, "car of the cadar"),
    CXR("AADD", aadd, "car of the caddr"),
    CXR("ADAA", adaa, "car of the cdaar"),
    CXR("ADAD", adad, "car of the cdadr"),
    CXR("ADDA", adda, "car of the cddar"),
    CXR("ADDD", addd, "car of the cdddr"),
    CXR("DAAA", daaa, "cdr of the caaar"),
    CXR("DAAD", daad, "cdr of the caadr"),
    CXR("DADA", dada, "cdr of the cadar"),
    CXR("DADD", dadd, "cdr of the caddr"),
    CXR("DDAA", ddaa, "cdr of the cdaar"),
    CXR("DDAD", ddad, "cdr of the cdadr"),
    CXR("DDDA", ddda, "cdr of the cddar"),
    CXR("DDDD", dddd, "cdr of the cdddr"),
    {"FIRST", "list", car, "Returns the first element of LIST, NIL for ()."},
    {"REST", "list", cdr, "Returns LIST without its first element."},
    {"SECOND", "list", cadr, "Returns the second element of LIST, or NIL."},
    {"THIRD", "list", third, "Returns the third element of LIST, or NIL."},
    {"FOURTH", "list", fourth, "Returns the fourth element of LIST, or NIL."},
    {"FIFTH", "list", fifth, "Returns the fifth element of LIST, or NIL."},
    {"SIXTH", "list", sixth, "Returns the sixth element of LIST, or NIL."},
    {"SEVENTH", "list", seventh, "Returns the seventh element of LIST, or NIL."},
    {"EIGHTH", "list", eighth, "Returns the eighth element of LIST, or NIL."},
    {"NINTH", "list", ninth, "Returns the ninth element of LIST, or NIL."},
    {"TENTH", "list", tenth, "Returns the tenth element of LIST, or NIL."},
    {"NTH", "n list", nth, "Returns element N of LIST, counted from 0, or NIL beyond its end; a TYPE-ERROR if N is negative."},
    {"NTHCDR", "n list", nthcdr, "Returns what is left of LIST after N cdrs."},
    {"%SET-CAR", "cons value", set_car, "Makes VALUE the car of CONS and returns it."},
    {"%SET-CDR", "cons value", set_cdr, "Makes VALUE the cdr of CONS and returns it."},
    {"%SET-NTH", "n list value", set_nth, "Makes VALUE element N of LIST and returns it."},
    {"RPLACA", "cons object", rplaca, "Makes OBJECT the car of CONS and returns CONS."},
    {"RPLACD", "cons object", rplacd, "Makes OBJECT the cdr of CONS and returns CONS."},
    {"CONS", "object-1 object-2", cons, "Returns a new cons of OBJECT-1 and OBJECT-2."},
    {"LIST", "&rest objects", list, "Returns a new list of OBJECTS."},
    {"LIST*", "object &rest objects", list_star, "Returns a list of the arguments that ends in the last of them."},
    {"MAKE-LIST", "size &key initial-element", make_list, "Returns a list of SIZE elements, each INITIAL-ELEMENT."},
    {"COPY-LIST", "list", copy_list, "Returns a list with new conses and the elements of LIST."},
    {"COPY-ALIST", "alist", copy_alist, "Returns a copy of ALIST with new pairs."},
    {"COPY-TREE", "tree", copy_tree, "Returns a copy of TREE with every cons of it new."},
    {"ACONS", "key datum alist", acons, "Returns ALIST with the pair (KEY . DATUM) in front."},
    {"PAIRLIS", "keys data &optional alist", pairlis, "Returns ALIST with pairs of KEYS and DATA in front."},
    {"CONSP", "object", consp, "Returns true if OBJECT is a cons."},
    {"ATOM", "object", atom, "Returns true if OBJECT is not a cons."},
    {"LISTP", "object", predicate<is_list>, "Returns true if OBJECT is a cons or NIL."},
    {"NULL", "object", predicate<is_nil>, "Returns true if OBJECT is NIL."},
    {"ENDP", "list", endp, "Returns true if LIST is NIL; a TYPE-ERROR if it is not a list."},
    {"GETF", "plist indicator &optional default", getf, "Returns the property INDICATOR of PLIST, or DEFAULT."},
    {"GET-PROPERTIES", "plist indicators", get_properties,
     "Returns indicator and value of the first property of PLIST that is among INDICATORS, and the rest from there."},
    {"%MEMQ", "item list", memq, "Returns the tail of LIST that begins with ITEM (EQ), or NIL."},
    {"%MEMQL", "item list", memql, "Returns the tail of LIST that begins with ITEM (EQL), or NIL."},
    {"%ASSQ", "item alist", assq, "Returns the pair of ALIST whose car is ITEM (EQ), or NIL."},
    {"%ASSQL", "item alist", assql, "Returns the pair of ALIST whose car is ITEM (EQL), or NIL."},
    {"%MEMBER-STRING", "item list any-case", member_string,
     "Returns the tail of LIST that begins with ITEM (STRING=, or STRING-EQUAL if ANY-CASE is true), or NIL; 0 if it may fail."},
    {"%MEMQUAL", "item list", member_equal, "Returns the tail of LIST that begins with ITEM (EQUAL), or NIL; 0 for a cons."},
    {"%ASSOC-STRING", "item alist any-case", assoc_string,
     "Returns the pair of ALIST whose car is ITEM (STRING=, or STRING-EQUAL if ANY-CASE is true), or NIL; 0 if it may fail."},
    {"%ASSQUAL", "item alist", assoc_equal, "Returns the pair of ALIST whose car is ITEM (EQUAL), or NIL; 0 for a cons."},
};

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::conses>() { return conses_table; }

}  // namespace tessera
