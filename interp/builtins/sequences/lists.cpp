// Operations on whole lists: joining, tails, lengths. Layer: builtins.
#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "data/tables/equality.hpp"
#include "runtime/interrupts.hpp"

namespace tessera {

namespace {

/// False, with a failure pending, if `list` is circular.
bool take_conses(Runtime& rt, Value list, std::size_t& n) { return count_conses(&rt, list, n) || (fail_walk(rt, list), false); }

/// Adds the elements of `list` to `result`, and sets `list` to its end. False, with a failure pending, if it is
/// circular.
bool add_elements(Runtime& rt, ListBuilder& result, Value& list) {
  if (walk_conses(&rt, list, [&result](const Cons* c) { return result.add(c->car), true; })) return true;
  return fail_walk(rt, list), false;
}

// --- joining

Value append(Runtime& rt, Args a) {
  if (a.size() == 0) return NIL;
  ListBuilder result(rt);
  for (std::uint32_t i = 0; i + 1 < a.size(); ++i) {
    Value l = a[i];
    if (!add_elements(rt, result, l)) return FAILED;
    if (!is_nil(l)) return rt.fail_type(is_list(a[i]) ? l : a[i], Known::list);
  }
  return result.finish(a[a.size() - 1]);
}

/// Returns the last cons of `list`, or FAILED if it is circular.
Value last_cons(Runtime& rt, Value list) {
  return walk_conses(&rt, list, [](const Cons* c) { return c->cdr.is_cons(); }) ? list : fail_walk(rt, list);
}

Value nconc(Runtime& rt, Args a) {
  Value result = NIL, end = NIL;
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    if (is_nil(a[i])) {
      // An empty list in last position still cuts off a dotted end before it; elsewhere it adds nothing.
      if (i + 1 < a.size() || is_nil(end)) continue;
    } else if (!a[i].is_cons() && i + 1 < a.size()) {
      return rt.fail_type(a[i], Known::list);
    }
    if (is_nil(end)) {
      result = a[i];
    } else {
      const Value last = last_cons(rt, end);
      TESSERA_TRY(last);
      rt.heap.write(&last.as_cons()->cdr, a[i]);
    }
    if (a[i].is_cons()) end = a[i];
  }
  return result;
}

Value revappend(Runtime& rt, Args a) {
  Value l = a[0], result = a[1];
  if (!walk_conses(&rt, l, [&](const Cons* c) { return result = rt.heap.cons(c->car, result), true; })) return fail_walk(rt, l);
  return is_nil(l) ? result : rt.fail_type(l, Known::list);
}

Value nreconc(Runtime& rt, Args a) { return reverse_conses(rt, a[0], a[1]); }

// --- tails

/// Takes the optional count N of last and butlast: 1 by default.
bool take_tail_count(Runtime& rt, Args a, std::size_t& n) { return take_count(rt, a.get(1, Value::fixnum(1)), n); }

Value last(Runtime& rt, Args a) {
  std::size_t n;
  if (!is_list(a[0])) return rt.fail_type(a[0], Known::list);
  if (!take_tail_count(rt, a, n)) return FAILED;
  if (n == 1 && a[0].is_cons()) return last_cons(rt, a[0]);
  Value lead = a[0], result = a[0];
  if (!walk_conses(&rt, lead, [&n](const Cons*) { return n > 0 && (--n, true); })) return fail_walk(rt, lead);
  if (!walk_conses(&rt, lead, [&result](const Cons*) { return result = result.as_cons()->cdr, true; })) return fail_walk(rt, lead);
  return n > 0 ? a[0] : result;
}

Value butlast(Runtime& rt, Args a) {
  std::size_t n;
  if (!is_list(a[0])) return rt.fail_type(a[0], Known::list);
  std::size_t length;
  if (!take_tail_count(rt, a, n) || !take_conses(rt, a[0], length)) return FAILED;
  ListBuilder result(rt);
  Value l = a[0];
  InterruptWatch watch(rt);
  for (std::size_t i = n; i < length; ++i, l = l.as_cons()->cdr) {
    result.add(l.as_cons()->car);
    if (!watch.passed()) return FAILED;
  }
  return result.finish();
}

Value nbutlast(Runtime& rt, Args a) {
  std::size_t n;
  if (!is_list(a[0])) return rt.fail_type(a[0], Known::list);
  std::size_t length;
  if (!take_tail_count(rt, a, n) || !take_conses(rt, a[0], length)) return FAILED;
  if (n >= length) return NIL;
  Value l = a[0];
  InterruptWatch watch(rt);
  for (std::size_t i = n + 1; i < length; ++i) {
    l = l.as_cons()->cdr;
    if (!watch.passed()) return FAILED;
  }
  rt.heap.write(&l.as_cons()->cdr, NIL);
  return a[0];
}

Value ldiff(Runtime& rt, Args a) {
  if (!is_list(a[0])) return rt.fail_type(a[0], Known::list);
  ListBuilder result(rt);
  Value l = a[0];
  const auto copy = [&](const Cons* c) { return Value::cons(c) != a[1] && (result.add(c->car), true); };
  if (!walk_conses(&rt, l, copy)) return fail_walk(rt, l);
  return result.finish(eql(l, a[1]) ? NIL : l);
}

Value tailp(Runtime& rt, Args a) {
  if (!is_list(a[1])) return rt.fail_type(a[1], Known::list);
  Value l = a[1];
  if (!walk_conses(&rt, l, [&a](const Cons* c) { return Value::cons(c) != a[0]; })) return fail_walk(rt, l);
  return boolean(eql(l, a[0]));
}

// --- length

Value list_length(Runtime& rt, Args a) {
  Value slow = a[0], fast = a[0];
  InterruptWatch watch(rt);
  for (std::int64_t n = 0;; n += 2) {
    if (is_nil(fast)) return Value::fixnum(n);
    if (!fast.is_cons()) return rt.fail_type(fast, Known::list);
    fast = fast.as_cons()->cdr;
    if (is_nil(fast)) return Value::fixnum(n + 1);
    if (!fast.is_cons()) return rt.fail_type(fast, Known::list);
    fast = fast.as_cons()->cdr;
    slow = slow.as_cons()->cdr;
    if (!watch.passed(2)) return FAILED;
    if (fast == slow && fast.is_cons()) return NIL;
  }
}

Value endless_p(Runtime& rt, Args a) {
  if (ends_somewhere(&rt, a[0]) && (a.size() < 2 || ends_somewhere(&rt, a[1]))) return NIL;
  return rt.interrupt_waits() ? rt.fail_interrupted() : T;
}

constexpr Builtin lists_table[] = {
    {"APPEND", "&rest lists", append, "Returns a list of the elements of all LISTS; the last argument is shared and may be any object."},
    {"NCONC", "&rest lists", nconc, "Joins LISTS by changing their last conses, and returns the result."},
    {"REVAPPEND", "list tail", revappend, "Returns the elements of LIST in reverse, followed by TAIL."},
    {"NRECONC", "list tail", nreconc, "Like REVAPPEND, but reuses the conses of LIST."},
    {"LAST", "list &optional (n 1)", last, "Returns the last N conses of LIST."},
    {"BUTLAST", "list &optional (n 1)", butlast, "Returns a copy of LIST without its last N conses."},
    {"NBUTLAST", "list &optional (n 1)", nbutlast, "Cuts the last N conses off LIST and returns it."},
    {"LDIFF", "list object", ldiff, "Returns a copy of LIST up to the tail that is OBJECT."},
    {"TAILP", "object list", tailp, "Returns true if OBJECT is LIST, one of its tails, or the atom that ends it."},
    {"LIST-LENGTH", "list", list_length, "Returns the length of LIST, or NIL if it is circular; a TYPE-ERROR if it is dotted."},
    {"%ENDLESS-P", "list &optional other", endless_p, "Returns true if LIST, or OTHER, is circular."},
};

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::lists>() { return lists_table; }

}  // namespace tessera
