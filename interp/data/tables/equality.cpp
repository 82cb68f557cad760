// equal and equalp with explicit stacks; hashes that agree with them. Layer: data.
#include "data/tables/equality.hpp"

#include "base/small_stack.hpp"
#include "data/pathnames/pathnames.hpp"
#include "data/sequences/arrays.hpp"
#include "data/sequences/characters.hpp"
#include "data/symbols/packages.hpp"
#include "data/tables/hash_tables.hpp"
#include "data/tables/repeat_watch.hpp"
#include "runtime/interrupts.hpp"

namespace tessera {

namespace {

struct Pair {
  Value a, b;
};

/// True if the element with index `i` is one after which to check for interrupts.
bool is_time_to_check(std::size_t i) { return i % elements_between_checks == elements_between_checks - 1; }

bool equal_bits(RepeatWatch& watch, const ArrayView& a, const ArrayView& b) {
  if (a.length != b.length) return false;
  for (std::size_t i = 0; i < a.length; ++i) {
    if (bit_at(a.storage, a.offset + i) != bit_at(b.storage, b.offset + i)) return false;
    if (is_time_to_check(i) && watch.is_interrupted()) return false;
  }
  return true;
}

/// Compares by EQUAL two objects that are not EQL and not both conses.
bool equal_leaves(RepeatWatch& watch, Value a, Value b) {
  if (!a.is_object() || !b.is_object() || a.as_object()->type() == Type::symbol) return false;
  if (has_type(a, Type::pathname) && has_type(b, Type::pathname)) return equal_pathnames(a, b);
  StringView s, t;
  if (string_view_of_any(a, s)) return string_view_of_any(b, t) && s == t;
  if (!is_bit_vector(a) || !is_bit_vector(b)) return false;
  ArrayView v, w;
  view_array(a, v);
  view_array(b, w);
  return equal_bits(watch, v, w);
}

char32_t folded(char32_t c) { return char_upcase(c); }

/// Compares two strings of equal length.
bool equalp_strings(StringView s, StringView t) {
  return s.visit([t](auto x) {
    return t.visit([x](auto y) {
      for (std::size_t i = 0; i < x.size(); ++i)
        if (x[i] != y[i] && folded(x[i]) != folded(y[i])) return false;
      return true;
    });
  });
}

/// A comparison of two values by EQUALP, with the pairs still to compare.
class EqualpWalk {
 public:
  EqualpWalk(Runtime& rt, Runtime* interruptible_by) : rt_(rt), watch_(interruptible_by) {}

  bool run(Value a, Value b) {
    if (!step(a, b)) return false;
    while (!work_.empty()) {
      const Pair p = work_.pop();
      if (!step(p.a, p.b)) return false;
    }
    return true;
  }
  Value result(bool same) const { return watch_.result(rt_, same); }

 private:
  bool step(Value a, Value b) {
    if (a == b) return true;
    if (a.is_cons()) {
      if (!b.is_cons()) return false;
      if (watch_.knows(a, b)) return true;
      work_.push({a.as_cons()->cdr, b.as_cons()->cdr});
      work_.push({a.as_cons()->car, b.as_cons()->car});
      return true;
    }
    if (a.is_character()) return b.is_character() && folded(a.as_character()) == folded(b.as_character());
    if (is_number(a)) return is_number(b) && number_equal(rt_, a, b) == Order::equal;
    if (!a.is_object() || !b.is_object()) return false;
    return watch_.knows(a, b) || objects(a, b);
  }

  bool objects(Value a, Value b) {
    if (is_array(a)) return is_array(b) && arrays(a, b);
    if (a.as_object()->type() != b.as_object()->type()) return false;
    switch (a.as_object()->type()) {
      case Type::instance: return structures(a, b);
      case Type::hash_table: return tables(a, b);
      case Type::pathname: return equal_pathnames(a, b);
      default: return false;
    }
  }

  bool same_dimensions(Value a, Value b, const ArrayView& v, const ArrayView& w) {
    if (is_vector(a) || is_vector(b)) return is_vector(a) && is_vector(b) && v.length == w.length;
    const auto *x = as<Array>(a), *y = as<Array>(b);
    return x->rank() == y->rank() && std::equal(x->dimensions, x->dimensions + x->rank(), y->dimensions);
  }

  bool arrays(Value a, Value b) {
    if (has_type(a, Type::simple_vector) && has_type(b, Type::simple_vector)) return vectors(a.as_object(), b.as_object());
    ArrayView v, w;
    view_array(a, v);
    view_array(b, w);
    if (!same_dimensions(a, b, v, w)) return false;
    StringView s, t;
    if (string_view_of_any(a, s) && string_view_of_any(b, t)) {
      for (; s.size() > elements_between_checks; s.remove_prefix(elements_between_checks), t.remove_prefix(elements_between_checks))
        if (watch_.is_interrupted() || !equalp_strings(s.substr(0, elements_between_checks), t.substr(0, elements_between_checks)))
          return false;
      return equalp_strings(s, t);
    }
    for (std::size_t i = v.length; i-- > 0;)
      if (!may_continue(i) || !element(storage_get(rt_, v.storage, v.offset + i), storage_get(rt_, w.storage, w.offset + i))) return false;
    return true;
  }

  bool vectors(const Object* a, const Object* b) {
    if (a->length() != b->length()) return false;
    for (std::size_t i = a->length(); i-- > 0;)
      if (!may_continue(i) || !element(a->slots[i], b->slots[i])) return false;
    return true;
  }

  /// Checks for interrupts when enough elements were counted.
  bool may_continue(std::size_t i) { return !is_time_to_check(i) || !watch_.is_interrupted(); }

  /// Compares leaves at once, so that long vectors of numbers need no stack.
  bool element(Value a, Value b) {
    if (!a.is_cons() && !a.is_object()) return step(a, b);
    work_.push({a, b});
    return true;
  }

  bool structures(Value a, Value b) {
    const auto *x = as<Instance>(a), *y = as<Instance>(b);
    if (x->klass != y->klass || a.as_object()->length() != b.as_object()->length()) return false;
    if (!is_structure(a)) return false;
    for (std::uint32_t i = a.as_object()->length() - 1; i-- > 0;) work_.push({x->slots[i], y->slots[i]});
    return true;
  }

  bool is_structure(Value v) {
    const Value klass = as<Instance>(v)->klass;
    return is_class(klass) && as<Instance>(klass)->slots[class_kind] == rt_.sym(Known::structure);
  }

  bool tables(Value a, Value b) {
    const auto *x = as<HashTable>(a), *y = as<HashTable>(b);
    if (x->count != y->count || x->kind() != y->kind()) return false;
    for (const TableEntry& e : table_entries(a)) {
      const Value other = table_get(rt_, b, e.key, UNBOUND);
      if (other == UNBOUND) return false;
      work_.push({e.value, other});
    }
    return true;
  }

  Runtime& rt_;
  SmallStack<Pair, 16> work_;
  RepeatWatch watch_;
};

}  // namespace

namespace {

/// True if `version` is NIL or :NEWEST, as for files on systems that keep one version.
bool is_only_version(Value version) {
  return is_nil(version) || (has_type(version, Type::symbol) && string_view_of(as<Symbol>(version)->name) == U"NEWEST");
}

}  // namespace

bool equal_pathnames(Value a, Value b) {
  const Pathname *p = as<Pathname>(a), *q = as<Pathname>(b);
  for (const auto part : {&Pathname::host, &Pathname::device, &Pathname::directory, &Pathname::name, &Pathname::type})
    if (!equal(p->*part, q->*part)) return false;
  return equal(p->version, q->version) || (is_nil(p->host) && is_only_version(p->version) && is_only_version(q->version));
}

namespace {

bool equal_under(RepeatWatch& watch, Value a, Value b) {
  SmallStack<Pair, 16> work;
  for (;;) {
    const bool conses = a.is_cons() && b.is_cons() && a != b;
    if (conses && !watch.knows(a, b)) {
      const Cons *x = a.as_cons(), *y = b.as_cons();
      if (!x->car.is_cons()) {  // a list of atoms needs neither watch nor stack
        if (!eql(x->car, y->car) && !equal_leaves(watch, x->car, y->car)) return false;
        a = x->cdr;
        b = y->cdr;
        continue;
      }
      work.push({x->cdr, y->cdr});
      a = x->car;
      b = y->car;
      continue;
    }
    if (!conses && !eql(a, b) && !equal_leaves(watch, a, b)) return false;
    if (work.empty()) return true;
    const Pair next = work.pop();
    a = next.a;
    b = next.b;
  }
}

}  // namespace

bool equal(Value a, Value b) {
  RepeatWatch watch;
  return equal_under(watch, a, b);
}

bool equalp(Runtime& rt, Value a, Value b) { return EqualpWalk(rt, nullptr).run(a, b); }

Value equal_or_failed(Runtime& rt, Value a, Value b) {
  if (a.is_cons() != b.is_cons()) return NIL;
  RepeatWatch watch(&rt);
  const bool same = equal_under(watch, a, b);
  return watch.result(rt, same);
}

Value equalp_or_failed(Runtime& rt, Value a, Value b) {
  EqualpWalk walk(rt, &rt);
  const bool same = walk.run(a, b);
  return walk.result(same);
}

}  // namespace tessera
