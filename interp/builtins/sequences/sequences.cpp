// Sequences: the functions of chapter 17 that do not take functions. Layer: builtins.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <limits>

#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "data/numbers/integers.hpp"
#include "data/sequences/array_make.hpp"
#include "runtime/interrupts.hpp"

namespace tessera {

namespace {

/// A proper sequence and its length; `view` is set for a vector.
struct Sequence {
  Value value;
  bool list = false;
  ArrayView view;
  std::size_t length = 0;
};

bool take_sequence(Runtime& rt, Value v, Sequence& s) {
  s.value = v;
  s.list = is_list(v);
  if (!s.list && view_array(v, s.view) && is_vector(v)) {
    s.length = s.view.length;
    return true;
  }
  if (!count_conses(&rt, v, s.length)) return fail_walk(rt, v), false;
  if (s.list && is_nil(v)) return true;
  rt.fail_type(s.list ? v : s.value, s.list ? Known::list : Known::sequence);
  return false;
}

Value tail_at(Value list, std::size_t n) {
  while (n-- > 0) list = list.as_cons()->cdr;
  return list;
}

Value fail_element(Runtime& rt, const Object* storage, Value v) { return rt.fail_type(v, kind_type(rt, element_kind_of_storage(storage))); }

Value length(Runtime& rt, Args a) {
  Sequence s;
  return take_sequence(rt, a[0], s) ? Value::fixnum(static_cast<std::int64_t>(s.length)) : FAILED;
}

// --- single elements

/// Moves `list` to the cons of element `index`; FAILED if there is none.
Value find_list_element(Runtime& rt, Value list, Value index) {
  const Value whole = list;
  if (!is_integer(index) || integer_sign(index) < 0) return rt.fail_type(index, Known::unsigned_byte);
  const std::int64_t last = index.is_fixnum() ? index.as_fixnum() : std::numeric_limits<std::int64_t>::max();
  std::int64_t n = 0;
  InterruptWatch watch(rt);
  for (; list.is_cons() && n < last; ++n) {
    list = list.as_cons()->cdr;
    if (!watch.passed()) return FAILED;
  }
  if (list.is_cons()) return list;
  return is_nil(list) ? rt.fail_index(index, n, whole) : rt.fail_type(list, Known::list);
}

bool check_index(Runtime& rt, Value vector, const ArrayView& view, Value index) {
  if (index.is_fixnum() && static_cast<std::uint64_t>(index.as_fixnum()) < view.length) return true;
  rt.fail_index(index, static_cast<std::int64_t>(view.length), vector);
  return false;
}

Value elt(Runtime& rt, Args a) {
  ArrayView view;
  if (is_list(a[0])) {
    const Value c = find_list_element(rt, a[0], a[1]);
    return is_failed(c) ? FAILED : c.as_cons()->car;
  }
  if (!is_vector(a[0]) || !view_array(a[0], view)) return rt.fail_type(a[0], Known::sequence);
  if (!check_index(rt, a[0], view, a[1])) return FAILED;
  return storage_get(rt, view.storage, view.offset + static_cast<std::size_t>(a[1].as_fixnum()));
}

Value set_elt(Runtime& rt, Args a) {
  ArrayView view;
  if (is_list(a[0])) {
    const Value c = find_list_element(rt, a[0], a[1]);
    TESSERA_TRY(c);
    rt.heap.write(&c.as_cons()->car, a[2]);
    return a[2];
  }
  if (!is_vector(a[0]) || !view_array(a[0], view)) return rt.fail_type(a[0], Known::sequence);
  if (!check_index(rt, a[0], view, a[1])) return FAILED;
  const std::size_t i = view.offset + static_cast<std::size_t>(a[1].as_fixnum());
  return storage_set(rt, view.storage, i, a[2]) ? a[2] : fail_element(rt, view.storage, a[2]);
}

// --- copies and parts

Value copy_list_part(Runtime& rt, Value list, std::size_t count) {
  ListBuilder copy(rt);
  InterruptWatch watch(rt);
  for (; count > 0; --count, list = list.as_cons()->cdr) {
    copy.add(list.as_cons()->car);
    if (!watch.passed()) return FAILED;
  }
  return copy.finish();
}

/// Copies into another storage of the same kind: repeating it changes nothing.
bool copy_to_other(Runtime& rt, Object* to, std::size_t at, const Object* from, std::size_t start, std::size_t count) {
  return in_parts(rt, 0, count, [&](std::size_t i, std::size_t end) { return copy_elements(rt, to, at + i, from, start + i, end - i); });
}

/// Copies into fresh storage of the same kind.
void copy_to_fresh(Runtime& rt, Object* to, std::size_t at, const Object* from, std::size_t start, std::size_t count) {
  if (from->type() == Type::string && !is_wide_storage(from)) {
    std::memcpy(to->data<unsigned char>() + at, from->data<unsigned char>() + start, count);
  } else if (from->type() == Type::simple_vector) {
    std::copy_n(from->slots + start, count, to->slots + at);
  } else {
    copy_elements(rt, to, at, from, start, count);
  }
}

Value copy_part(Runtime& rt, const Sequence& s, const Bounds& b) {
  if (s.list) return copy_list_part(rt, tail_at(s.value, b.start), b.size());
  const Value result = make_storage_like(rt, s.view.storage, b.size());
  TESSERA_TRY(result);
  Object* const to = result.as_object();
  const auto copy = [&](std::size_t i, std::size_t end) {
    return copy_to_fresh(rt, to, i, s.view.storage, s.view.offset + b.start + i, end - i), true;
  };
  return in_parts(rt, 0, b.size(), copy) ? result : FAILED;
}

Value copy_seq(Runtime& rt, Args a) {
  Sequence s;
  return take_sequence(rt, a[0], s) ? copy_part(rt, s, {0, s.length}) : FAILED;
}

Value subseq(Runtime& rt, Args a) {
  Sequence s;
  Bounds b;
  if (constexpr std::size_t at_once = 256; is_narrow_string(a[0]) && a[0].as_object()->length() <= at_once) {
    if (!take_bounds(rt, a[1], a.get(2), a[0].as_object()->length(), b)) return FAILED;
    Object* const part = rt.heap.allocate_octets_to_fill(Type::string, b.size(), static_cast<std::uint16_t>(StringForm::narrow));
    std::memcpy(part->data<unsigned char>(), a[0].as_object()->data<unsigned char>() + b.start, b.size());
    return Value::object(part);
  }
  if (!take_sequence(rt, a[0], s) || !take_bounds(rt, a[1], a.get(2), s.length, b)) return FAILED;
  return copy_part(rt, s, b);
}

// --- reversal

Value reverse_list(Runtime& rt, Value l) {
  Value result = NIL;
  InterruptWatch watch(rt);
  for (const Value element : elements_of(l)) {
    result = rt.heap.cons(element, result);
    if (!watch.passed()) return FAILED;
  }
  return result;
}

template <class T> void swap_ends(T* begin, T* end, std::size_t from, std::size_t to) {
  std::swap_ranges(begin + from, begin + to, std::make_reverse_iterator(end - from));
}

/// Swaps the elements `from` to `to`, counted from `start`, with the elements at equal distances before `end`.
void swap_elements(Runtime& rt, Object* o, std::size_t start, std::size_t end, std::size_t from, std::size_t to) {
  if (o->type() == Type::string && is_wide_storage(o)) return swap_ends(o->data<char32_t>() + start, o->data<char32_t>() + end, from, to);
  if (o->type() == Type::string) return swap_ends(o->data<unsigned char>() + start, o->data<unsigned char>() + end, from, to);
  if (o->type() == Type::simple_vector) {
    rt.heap.written_all(o);
    return swap_ends(o->slots + start, o->slots + end, from, to);
  }
  for (; from < to; ++from) {
    const Value v = storage_get(rt, o, start + from);
    storage_set(rt, o, start + from, storage_get(rt, o, end - 1 - from));
    storage_set(rt, o, end - 1 - from, v);
  }
}

/// Reverses elements in place. This cannot be repeated, so interrupts are handled meanwhile.
bool reverse_elements(Runtime& rt, Value storage, std::size_t start, std::size_t count) {
  const Handle kept(rt.heap, storage);
  const auto swap = [&](std::size_t from, std::size_t to) {
    Object* const o = kept.get().as_object();
    return swap_elements(rt, has_type(kept.get(), Type::string) ? string_storage(o) : o, start, start + count, from, to), true;
  };
  return in_parts(rt, 0, count / 2, swap, OnInterrupt::handle);
}

Value reverse(Runtime& rt, Args a) {
  Sequence s;
  if (!take_sequence(rt, a[0], s)) return FAILED;
  if (s.list) return reverse_list(rt, a[0]);
  const Value copy = copy_part(rt, s, {0, s.length});
  TESSERA_TRY(copy);
  const Handle kept(rt.heap, copy);
  return reverse_elements(rt, copy, 0, s.length) ? kept.get() : FAILED;
}

Value nreverse(Runtime& rt, Args a) {
  Sequence s;
  if (!take_sequence(rt, a[0], s)) return FAILED;
  if (s.list) return reverse_conses(rt, a[0], NIL);
  return reverse_elements(rt, Value::object(s.view.storage), s.view.offset, s.length) ? a[0] : FAILED;
}

// --- filling and replacing

Value fill_list(Runtime& rt, Value list, const Bounds& b, Value item) {
  Value l = tail_at(list, b.start);
  InterruptWatch watch(rt);
  for (std::size_t i = b.start; i < b.end; ++i, l = l.as_cons()->cdr) {
    rt.heap.write(&l.as_cons()->car, item);
    if (!watch.passed()) return FAILED;
  }
  return list;
}

Value fill(Runtime& rt, Args a) {
  static constexpr std::string_view names[] = {"START", "END"};
  Value given[2];
  Sequence s;
  Bounds b;
  if (!take_sequence(rt, a[0], s) || !parse_keys(rt, a.from(2), names, given) || !take_bounds(rt, given[0], given[1], s.length, b))
    return FAILED;
  if (s.list) return fill_list(rt, a[0], b, a[1]);
  if (!fits_kind(element_kind_of_storage(s.view.storage), a[1])) return fail_element(rt, s.view.storage, a[1]);
  const auto fill_part = [&](std::size_t from, std::size_t to) { return fill_storage(rt, s.view.storage, from, to, a[1]); };
  return in_parts(rt, s.view.offset + b.start, s.view.offset + b.end, fill_part) ? a[0] : FAILED;
}

bool take_elements(Runtime& rt, const Sequence& s, std::size_t start, std::size_t count, std::vector<Value>& elements) {
  elements.reserve(count);
  Value l = s.list ? tail_at(s.value, start) : NIL;
  return in_parts(rt, 0, count, [&](std::size_t i, std::size_t end) {
    for (; i < end; ++i) {
      elements.push_back(s.list ? l.as_cons()->car : storage_get(rt, s.view.storage, s.view.offset + start + i));
      if (s.list) l = l.as_cons()->cdr;
    }
    return true;
  });
}

/// Stores without checks for interrupts: the elements may have come from the same conses, so that this cannot be
/// repeated.
Value store_elements(Runtime& rt, const Sequence& s, std::size_t start, const std::vector<Value>& elements) {
  Value l = s.list ? tail_at(s.value, start) : NIL;
  for (Value v : elements) {
    if (s.list) {
      rt.heap.write(&l.as_cons()->car, v);
      l = l.as_cons()->cdr;  // ends with the elements
    } else if (!storage_set(rt, s.view.storage, s.view.offset + start++, v)) {
      return fail_element(rt, s.view.storage, v);
    }
  }
  return s.value;
}

/// Moves elements within one storage, whose parts may overlap. Interrupts are handled meanwhile.
bool move_elements(Runtime& rt, Object* storage, std::size_t at, std::size_t start, std::size_t count) {
  const Handle kept(rt.heap, Value::object(storage));
  const auto move = [&](std::size_t i, std::size_t end) {
    const std::size_t first = at > start ? count - end : i;  // from the end, so that no element is overwritten before it is moved
    return copy_elements(rt, kept.get().as_object(), at + first, kept.get().as_object(), start + first, end - i);
  };
  return in_parts(rt, 0, count, move, OnInterrupt::handle);
}

/// Returns FAILED, or anything else.
Value replace_part(Runtime& rt, const Sequence& to, const Bounds& b, const Sequence& from, const Bounds& c) {
  const std::size_t count = std::min(b.size(), c.size());
  const bool same_kind = !to.list && !from.list && element_kind_of_storage(to.view.storage) == element_kind_of_storage(from.view.storage);
  if (!same_kind) {
    std::vector<Value> elements;
    return take_elements(rt, from, c.start, count, elements) ? store_elements(rt, to, b.start, elements) : FAILED;
  }
  const std::size_t at = to.view.offset + b.start, start = from.view.offset + c.start;
  const bool done = to.view.storage == from.view.storage ? move_elements(rt, to.view.storage, at, start, count)
                                                         : copy_to_other(rt, to.view.storage, at, from.view.storage, start, count);
  return done ? T : FAILED;
}

Value replace(Runtime& rt, Args a) {
  static constexpr std::string_view names[] = {"START1", "END1", "START2", "END2"};
  Value given[4];
  Sequence to, from;
  Bounds b, c;
  if (!take_sequence(rt, a[0], to) || !take_sequence(rt, a[1], from) || !parse_keys(rt, a.from(2), names, given) ||
      !take_bounds(rt, given[0], given[1], to.length, b) || !take_bounds(rt, given[2], given[3], from.length, c))
    return FAILED;
  return is_failed(replace_part(rt, to, b, from, c)) ? FAILED : a[0];
}

/// Stores a sequence. Arguments: (sequence start end new).
Value set_subseq(Runtime& rt, Args a) {
  Sequence to, from;
  Bounds b;
  if (!take_sequence(rt, a[0], to) || !take_sequence(rt, a[3], from) || !take_bounds(rt, a[1], a[2], to.length, b)) return FAILED;
  return is_failed(replace_part(rt, to, b, from, {0, from.length})) ? FAILED : a[3];
}

constexpr Builtin sequences_table[] = {
    {"LENGTH", "sequence", length,
     "Returns the number of elements of SEQUENCE, up to the fill pointer of a vector; a TYPE-ERROR for a dotted list."},
    {"ELT", "sequence index", elt, "Returns the element of SEQUENCE at INDEX; a TYPE-ERROR if there is none."},
    {"%SET-ELT", "sequence index value", set_elt, "Stores VALUE in SEQUENCE at INDEX and returns it."},
    {"COPY-SEQ", "sequence", copy_seq, "Returns a new sequence with the elements of SEQUENCE."},
    {"SUBSEQ", "sequence start &optional end", subseq,
     "Returns a copy of the elements of SEQUENCE from START to END; a TYPE-ERROR if these are out of range."},
    {"%SET-SUBSEQ", "sequence start end new", set_subseq, "Replaces the elements of SEQUENCE from START to END by NEW's; returns NEW."},
    {"REVERSE", "sequence", reverse, "Returns a new sequence with the elements of SEQUENCE in reverse."},
    {"NREVERSE", "sequence", nreverse, "Returns SEQUENCE in reverse, reusing its storage."},
    {"FILL", "sequence item &key start end", fill, "Stores ITEM in each element of SEQUENCE from START to END. Returns SEQUENCE."},
    {"REPLACE", "target source &key start1 end1 start2 end2", replace,
     "Copies the elements of SOURCE between START2 and END2 into TARGET from START1 to END1, as many as the shorter part has. Returns TARGET."},
};

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::sequences>() { return sequences_table; }

}  // namespace tessera
