// Reader macros after # that make an object of whole ones: features, evaluation, numbers, arrays, structures, labels.
#include <optional>
#include <unordered_set>

#include "data/numbers/numbers.hpp"
#include "data/pathnames/logical.hpp"
#include "data/sequences/arrays.hpp"
#include "data/sequences/list_walk.hpp"
#include "data/symbols/packages.hpp"
#include "text/reader_state.hpp"

namespace tessera::reading {

// --- #+ and #-

namespace {

constexpr int feature_depth_limit = 500;
constexpr int feature_parts_limit = 100000;  // with labels, a short expression may stand for one with very many parts

/// True if the feature expression `e` holds; nothing if it is not a feature expression.
std::optional<bool> feature_holds(Runtime& rt, Value e, int depth, int& parts) {
  if (++parts > feature_parts_limit) return {};
  if (Runtime::is_symbol(e)) return list_contains(rt.symbol(rt.cl("*FEATURES*"))->value, e);
  if (!e.is_cons() || !Runtime::is_symbol(e.as_cons()->car) || depth > feature_depth_limit) return {};
  const std::string op = rt.to_utf8(rt.symbol(e.as_cons()->car)->name);
  const Value rest = e.as_cons()->cdr;
  if (op == "NOT" && rest.is_cons() && is_nil(rest.as_cons()->cdr)) {
    const auto inner = feature_holds(rt, rest.as_cons()->car, depth + 1, parts);
    return inner ? std::optional<bool>(!*inner) : inner;
  }
  if (op != "AND" && op != "OR") return {};
  const bool decisive = op == "OR";
  for (const Value element : elements_of(rest)) {  // what follows the deciding part may be of another implementation
    const auto inner = feature_holds(rt, element, depth + 1, parts);
    if (!inner || *inner == decisive) return inner;
  }
  return !decisive;
}

}  // namespace

ReadStep finish_feature(Reader& r, bool plus, Value value) {
  int parts = 0;
  const auto holds = feature_holds(r.rt, value, 0, parts);
  if (!holds) return r.fail("~S is not a feature expression", {value});
  if (*holds == plus) {  // the next object is read; within another object, a missing one is noticed at the end of that
    if (r.pending.empty()) r.has_chosen = true;
    return ReadStep::nothing;
  }
  r.push(PendingKind::discard);
  Value& suppress = r.rt.symbol_value_slot(Known::read_suppress);
  r.pending.back().saved = suppress;
  r.rt.heap.write(&suppress, T);
  return ReadStep::pushed;
}

// --- #.

ReadStep finish_eval(Reader& r, Value& value) {
  if (r.is_suppressed()) return value = NIL, ReadStep::value;
  const Value eval = global_function(r.rt, r.rt.sym(Known::eval));
  value = r.rt.call_lisp(eval, {value});
  return is_failed(value) ? ReadStep::failed : ReadStep::value;
}

// --- #C #A #S #P

namespace {

Value as_float(Runtime& rt, Value real, bool wide) {
  if (wide) return rt.heap.make_double(to_double(real));
  return real.is_single_float() ? real : Value::single_float(static_cast<float>(to_double(real)));
}

}  // namespace

ReadStep finish_complex(Reader& r, Value& value) {
  if (r.is_suppressed()) return value = NIL, ReadStep::value;
  const Value rest = value.is_cons() ? value.as_cons()->cdr : NIL;
  if (!rest.is_cons() || !is_nil(rest.as_cons()->cdr) || !is_real(value.as_cons()->car) || !is_real(rest.as_cons()->car))
    return r.fail("#C needs a list of two real numbers, not ~S", {value});
  Value re = value.as_cons()->car, im = rest.as_cons()->car;
  if (is_float(re) != is_float(im) || is_double(re) != is_double(im)) {  // by float contagion
    const bool wide = is_double(re) || is_double(im);
    re = as_float(r.rt, re, wide);
    im = as_float(r.rt, im, wide);
  }
  value = make_complex(r.rt, re, im);
  return ReadStep::value;
}

namespace {

constexpr std::int64_t rank_limit = 1000;

void append_elements(Runtime& rt, Value sequence, std::vector<Value>& to) {
  for (const Value element : elements_of(sequence)) to.push_back(element);
  ArrayView view;
  if (!view_array(sequence, view)) return;
  for (std::size_t i = 0; i < view.length; ++i) to.push_back(storage_get(rt, view.storage, view.offset + i));
}

/// Appends the dimensions of nested sequences. False if they are not nested `rank` deep, or of different lengths.
bool nested_dimensions(Runtime& rt, Value contents, std::int64_t rank, std::vector<Value>& dimensions) {
  std::vector<Value> level{contents};
  for (std::int64_t i = 0; i < rank; ++i) {
    const std::int64_t length = level.empty() ? 0 : sequence_length(level[0]);
    if (length < 0) return false;
    dimensions.push_back(Value::fixnum(length));
    std::vector<Value> next;
    for (Value sequence : level) {
      if (sequence_length(sequence) != length) return false;
      if (i + 1 < rank) append_elements(rt, sequence, next);
    }
    level.swap(next);
  }
  return true;
}

ReadStep make_array(Reader& r, Value type, Value dimensions, Value contents, Value& value) {
  const Value maker = global_function(r.rt, r.rt.cl("MAKE-ARRAY"));
  value = r.rt.call_lisp(maker, {dimensions, r.rt.keyword("ELEMENT-TYPE"), type, r.rt.keyword("INITIAL-CONTENTS"), contents});
  return is_failed(value) ? ReadStep::failed : ReadStep::value;
}

/// Makes the array of #A(type dimensions contents), which the printer writes for arrays whose type or dimensions would
/// be lost otherwise.
ReadStep finish_described_array(Reader& r, Value& value) {
  std::vector<Value> parts;
  Value rest = value;
  for (; rest.is_cons() && parts.size() < 4; rest = rest.as_cons()->cdr) parts.push_back(rest.as_cons()->car);
  if (!is_nil(rest) || parts.size() != 3)
    return r.fail("#A needs the number of dimensions before the A, or (TYPE DIMENSIONS CONTENTS) after it, not ~S", {value});
  return make_array(r, parts[0], parts[1], parts[2], value);
}

}  // namespace

ReadStep finish_array(Reader& r, std::int64_t rank, Value& value) {
  if (r.is_suppressed()) return value = NIL, ReadStep::value;
  if (rank < 0) return finish_described_array(r, value);
  if (rank > rank_limit) return r.fail("#A with ~A dimensions", {Value::fixnum(rank)});
  std::vector<Value> dimensions;
  if (!nested_dimensions(r.rt, value, rank, dimensions))
    return r.fail("#~AA needs sequences nested ~A deep, with equal lengths at each depth, not ~S",
                  {Value::fixnum(rank), Value::fixnum(rank), value});
  return make_array(r, T, r.rt.list(dimensions), value, value);
}

ReadStep finish_structure(Reader& r, Value& value) {
  if (r.is_suppressed()) return value = NIL, ReadStep::value;
  if (!value.is_cons() || !Runtime::is_symbol(value.as_cons()->car))
    return r.fail("#S needs a list of a structure's name and its slots, not ~S", {value});
  const Value maker = global_function(r.rt, r.rt.tessera("%MAKE-STRUCTURE-FROM-PLIST"));
  if (is_nil(maker)) return r.fail("#S is not available yet");
  value = r.rt.call_lisp(maker, {value.as_cons()->car, value.as_cons()->cdr});
  return is_failed(value) ? ReadStep::failed : ReadStep::value;
}

ReadStep finish_path(Reader& r, Value& value) {
  if (r.is_suppressed()) return value = NIL, ReadStep::value;
  StringView text;
  if (!string_view_of_any(value, text)) return r.fail("#P needs a string, not ~S", {value});
  value = parse_any_namestring(r.rt, text);
  return is_failed(value) ? ReadStep::failed : ReadStep::value;
}

// --- #n= and #n#

ReadStep open_label(Reader& r, std::int64_t number) {
  if (r.is_suppressed()) return ReadStep::nothing;
  if (number < 0) return r.fail("#= needs a number before the =");
  if (!r.context->label_index.emplace(number, r.context->labels.size()).second)
    return r.fail("the label #~A= occurs twice", {Value::fixnum(number)});
  const Value placeholder = Value::object(r.rt.heap.allocate(Type::cell, 1));
  r.context->labels.push_back({NIL, placeholder, false, false});
  r.push(PendingKind::label, number);
  return ReadStep::pushed;
}

namespace {

/// Replaces `placeholder` by `object` in the object that has been read.
void substitute(Heap& heap, Value root, Value placeholder, Value object) {
  std::vector<Value> pending{root};
  std::unordered_set<std::uint64_t> seen;
  while (!pending.empty()) {
    const Value v = pending.back();
    pending.pop_back();
    if (!v.is_pointer() || !seen.insert(v.address()).second) continue;
    Value* slots = nullptr;
    std::uint32_t count = 2;
    if (v.is_cons()) {
      slots = &v.as_cons()->car;
    } else {
      const Type type = v.as_object()->type();
      if (type != Type::simple_vector && type != Type::array && type != Type::instance && type != Type::complex) continue;
      slots = v.as_object()->slots;
      count = v.as_object()->length();
    }
    for (std::uint32_t i = has_type(v, Type::instance) ? 1 : 0; i < count; ++i) {
      if (slots[i] == placeholder) heap.write(&slots[i], object);
      else if (slots[i].is_pointer()) pending.push_back(slots[i]);
    }
  }
}

}  // namespace

ReadStep finish_label(Reader& r, std::int64_t number, Value& value) {
  ReadContext::Label* l = r.context->find(number);
  if (l == nullptr) return ReadStep::value;
  if (value == l->placeholder) return r.fail("the label #~A= stands for itself", {Value::fixnum(number)});
  l->value = value;
  l->defined = true;
  if (l->used) substitute(r.rt.heap, value, l->placeholder, value);
  return ReadStep::value;
}

ReadStep read_reference(Reader& r, std::int64_t number, Value& value) {
  if (r.is_suppressed()) return value = NIL, ReadStep::value;
  ReadContext::Label* l = r.context->find(number);
  if (l == nullptr) return r.fail("the label #~A# is not defined", {Value::fixnum(number)});
  if (!l->defined) l->used = true;
  value = l->defined ? l->value : l->placeholder;
  return ReadStep::value;
}

}  // namespace tessera::reading
