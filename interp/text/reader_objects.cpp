// What is made of whole objects after #: features, evaluation, numbers, arrays, structures, labels. Compiled for size.
#include <unordered_set>

#include "data/numbers/numbers.hpp"
#include "data/pathnames/logical.hpp"
#include "data/sequences/arrays.hpp"
#include "data/sequences/list_walk.hpp"
#include "data/symbols/packages.hpp"
#include "text/reader_state.hpp"

namespace tessera {

// --- #+ and #-

namespace {

constexpr int feature_depth_limit = 500;
constexpr int feature_parts_limit = 100000;  // labels may make an expression of few parts the same as one of very many

}  // namespace

/// 1: holds; 0: does not; -1: is no feature expression.
int Reader::feature_holds(Value e, int depth, int& parts) {
  if (++parts > feature_parts_limit) return -1;
  if (Runtime::is_symbol(e)) return list_contains(rt_.symbol(rt_.cl("*FEATURES*"))->value, e) ? 1 : 0;
  if (!e.is_cons() || !Runtime::is_symbol(e.as_cons()->car) || depth > feature_depth_limit) return -1;
  const std::string op = rt_.to_utf8(rt_.symbol(e.as_cons()->car)->name);
  const Value rest = e.as_cons()->cdr;
  if (op == "NOT" && rest.is_cons() && is_nil(rest.as_cons()->cdr)) {
    const int inner = feature_holds(rest.as_cons()->car, depth + 1, parts);
    return inner < 0 ? -1 : 1 - inner;
  }
  if (op != "AND" && op != "OR") return -1;
  const int decisive = op == "OR" ? 1 : 0;
  for (Value l = rest; l.is_cons(); l = l.as_cons()->cdr) {  // the rest may be another implementation's expression
    const int inner = feature_holds(l.as_cons()->car, depth + 1, parts);
    if (inner < 0 || inner == decisive) return inner;
  }
  return 1 - decisive;
}

Reader::Step Reader::finish_feature(bool plus, Value value) {
  int parts = 0;
  const int holds = feature_holds(value, 0, parts);
  if (holds < 0) return fail("~S is no feature expression", {value});
  if ((holds == 1) == plus) {  // the object that follows counts; inside of another the end of that is missed first
    if (frames_.empty()) chosen_ = true;
    return Step::nothing;
  }
  push(Kind::discard);
  Value& suppress = rt_.symbol_value_slot(Known::read_suppress);
  frames_.back().saved = suppress;
  rt_.heap.write(&suppress, T);
  return Step::pushed;
}

// --- #.

Reader::Step Reader::finish_eval(Value& value) {
  if (suppressed()) return value = NIL, Step::value;
  const Value eval = global_function(rt_, rt_.sym(Known::eval));
  value = rt_.call_lisp(eval, {value});
  return is_failed(value) ? Step::failed : Step::value;
}

// --- #C #A #S #P

namespace {

Value as_float(Runtime& rt, Value real, bool wide) {
  if (wide) return rt.heap.make_double(to_double(real));
  return real.is_single_float() ? real : Value::single_float(static_cast<float>(to_double(real)));
}

}  // namespace

Reader::Step Reader::finish_complex(Value& value) {
  if (suppressed()) return value = NIL, Step::value;
  const Value rest = value.is_cons() ? value.as_cons()->cdr : NIL;
  if (!rest.is_cons() || !is_nil(rest.as_cons()->cdr) || !is_real(value.as_cons()->car) || !is_real(rest.as_cons()->car))
    return fail("#C needs a list of two real numbers, not ~S", {value});
  Value re = value.as_cons()->car, im = rest.as_cons()->car;
  if (is_float(re) != is_float(im) || is_double(re) != is_double(im)) {  // by float contagion
    const bool wide = is_double(re) || is_double(im);
    re = as_float(rt_, re, wide);
    im = as_float(rt_, im, wide);
  }
  value = make_complex(rt_, re, im);
  return Step::value;
}

namespace {

constexpr std::int64_t rank_limit = 1000;

void append_elements(Runtime& rt, Value sequence, std::vector<Value>& to) {
  for (Value l = sequence; l.is_cons(); l = l.as_cons()->cdr) to.push_back(l.as_cons()->car);
  ArrayView view;
  if (!view_array(sequence, view)) return;
  for (std::size_t i = 0; i < view.length; ++i) to.push_back(storage_get(rt, view.storage, view.offset + i));
}

/// The dimensions of nested sequences; false if they are not nested `rank` deep, or of different lengths.
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

}  // namespace

Reader::Step Reader::finish_array(std::int64_t rank, Value& value) {
  if (suppressed()) return value = NIL, Step::value;
  if (rank < 0) return finish_described_array(value);
  if (rank > rank_limit) return fail("#A with ~A dimensions", {Value::fixnum(rank)});
  std::vector<Value> dimensions;
  if (!nested_dimensions(rt_, value, rank, dimensions))
    return fail("#~AA needs sequences nested so deep, those of a depth of one length, not ~S", {Value::fixnum(rank), value});
  return make_array(T, rt_.list(dimensions), value, value);
}

/// #A(type dimensions contents): what the printer writes for arrays whose type or dimensions would be lost otherwise.
Reader::Step Reader::finish_described_array(Value& value) {
  std::vector<Value> parts;
  Value rest = value;
  for (; rest.is_cons() && parts.size() < 4; rest = rest.as_cons()->cdr) parts.push_back(rest.as_cons()->car);
  if (!is_nil(rest) || parts.size() != 3)
    return fail("#A needs the number of dimensions before the A, or (type dimensions contents) behind it, not ~S", {value});
  return make_array(parts[0], parts[1], parts[2], value);
}

Reader::Step Reader::make_array(Value type, Value dimensions, Value contents, Value& value) {
  const Value maker = global_function(rt_, rt_.cl("MAKE-ARRAY"));
  value = rt_.call_lisp(maker, {dimensions, rt_.keyword("ELEMENT-TYPE"), type, rt_.keyword("INITIAL-CONTENTS"), contents});
  return is_failed(value) ? Step::failed : Step::value;
}

Reader::Step Reader::finish_structure(Value& value) {
  if (suppressed()) return value = NIL, Step::value;
  if (!value.is_cons() || !Runtime::is_symbol(value.as_cons()->car))
    return fail("#S needs a list of a structure's name and its slots, not ~S", {value});
  const Value maker = global_function(rt_, rt_.tessera("%MAKE-STRUCTURE-FROM-PLIST"));
  if (is_nil(maker)) return fail("#S is not available yet");
  value = rt_.call_lisp(maker, {value.as_cons()->car, value.as_cons()->cdr});
  return is_failed(value) ? Step::failed : Step::value;
}

Reader::Step Reader::finish_path(Value& value) {
  if (suppressed()) return value = NIL, Step::value;
  StringView text;
  if (!string_view_of_any(value, text)) return fail("#P needs a string, not ~S", {value});
  value = parse_any_namestring(rt_, text);
  return is_failed(value) ? Step::failed : Step::value;
}

// --- #n= and #n#

Reader::Step Reader::open_label(std::int64_t number) {
  if (suppressed()) return Step::nothing;
  if (number < 0) return fail("#= needs a number before the =");
  if (!context_->label_index.emplace(number, context_->labels.size()).second)
    return fail("the label #~A= stands twice", {Value::fixnum(number)});
  const Value placeholder = Value::object(rt_.heap.allocate(Type::cell, 1));
  context_->labels.push_back({NIL, placeholder, false, false});
  push(Kind::label, number);
  return Step::pushed;
}

Reader::Step Reader::finish_label(std::int64_t number, Value& value) {
  ReadContext::Label* l = context_->find(number);
  if (l == nullptr) return Step::value;
  if (value == l->placeholder) return fail("the label #~A= stands for itself", {Value::fixnum(number)});
  l->value = value;
  l->defined = true;
  if (l->used) substitute(value, l->placeholder, value);
  return Step::value;
}

Reader::Step Reader::read_reference(std::int64_t number, Value& value) {
  if (suppressed()) return value = NIL, Step::value;
  ReadContext::Label* l = context_->find(number);
  if (l == nullptr) return fail("the label #~A# is not defined", {Value::fixnum(number)});
  if (!l->defined) l->used = true;
  value = l->defined ? l->value : l->placeholder;
  return Step::value;
}

/// Put `object` in the places of `placeholder` in what has been read.
void Reader::substitute(Value root, Value placeholder, Value object) {
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
      if (slots[i] == placeholder) rt_.heap.write(&slots[i], object);
      else if (slots[i].is_pointer()) pending.push_back(slots[i]);
    }
  }
}

}  // namespace tessera
