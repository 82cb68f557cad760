// The reader's loop: tokens and macros become values, values complete objects that wait on the stack.
#include <algorithm>

#include "data/numbers/numbers.hpp"
#include "data/sequences/list_walk.hpp"
#include "data/symbols/packages.hpp"
#include "runtime/compilation.hpp"
#include "text/reader_state.hpp"

namespace tessera {

Reader::Reader(Runtime& runtime, Value stream, bool recursive, ReadOptions options)
    : rt(runtime), input(runtime, stream), options_(options), outer_(runtime.streams->read_context) {
  own_context_.preserve_whitespace = options.preserve_whitespace;
  context = recursive && outer_ != nullptr ? outer_ : &own_context_;
  rt.streams->read_context = context;
  rt.heap.add_root_source(this);
  rt.note_effect();
}

Reader::~Reader() {
  while (!pending.empty()) pop();
  rt.streams->read_context = outer_;
  rt.heap.remove_root_source(this);
}

void Reader::trace_roots(Tracer& tracer) {
  tracer.visit(input.stream);
  tracer.visit(input.readtable);
  for (std::size_t i = tracer.young_only() ? promoted_ : 0; i < pending.size(); ++i)
    for (Value* v : {&pending[i].head, &pending[i].tail, &pending[i].saved}) tracer.visit(*v);
  const auto is_settled = [this](const PendingObject& p) {
    return rt.heap.is_settled(p.head) && rt.heap.is_settled(p.tail) && rt.heap.is_settled(p.saved);
  };
  while (promoted_ + 1 < pending.size() && is_settled(pending[promoted_])) ++promoted_;
  for (ReadContext::Label& l : own_context_.labels)
    for (Value* v : {&l.value, &l.placeholder}) tracer.visit(*v);
}

// --- the stack

void Reader::push(PendingKind kind, std::int64_t number) {
  PendingObject f;
  f.kind = kind;
  f.number = number;
  f.start = input.start;
  pending.push_back(f);
  input.pending_bytes = pending.size() * sizeof f;
}

/// Undoes what was changed while `f` was pending.
void Reader::restore(const PendingObject& f) {
  if (f.kind == PendingKind::wrap) context->backquotes -= f.backquote;
  if (f.kind == PendingKind::feature) {
    rt.heap.write(&rt.symbol_value_slot(Known::package_variable), f.saved);
    rt.heap.write(&rt.symbol_value_slot(Known::read_suppress), f.head);
  }
  if (f.kind == PendingKind::discard) rt.heap.write(&rt.symbol_value_slot(Known::read_suppress), f.saved);
}

void Reader::pop() {
  restore(pending.back());
  input.start = pending.back().start;
  pending.pop_back();
  promoted_ = std::min(promoted_, pending.empty() ? 0 : pending.size() - 1);
}

Value Reader::make_cons(Value car, Value cdr, SourcePosition where) {
  if (!options_.positions) return rt.heap.cons(car, cdr);
  const Value cons = rt.heap.cons_old(car, cdr);
  rt.compilation->positions.set(cons.address(), where);
  return cons;
}

bool Reader::ends_here(char32_t c) const {
  if (pending.empty()) return false;
  const PendingObject& f = pending.back();
  return (f.kind == PendingKind::list || f.kind == PendingKind::vector) && f.close == c;
}

// --- the loop

Value Reader::read_list_until(char32_t close) {
  input.start = input_position(rt, input.stream);
  push(PendingKind::list);
  pending.back().close = close;
  pending.back().dot = Dot::not_allowed;
  return run(ReadStep::pushed, NIL);
}

Value Reader::run_macro(Macro m, char32_t c, std::int64_t argument) {
  if (!input.take_readtable()) return FAILED;
  input.start = input_position(rt, input.stream);
  Value value = NIL;
  const ReadStep s = reading::native_macro(*this, m, c, argument, value);
  if (s == ReadStep::nothing && pending.empty()) return UNBOUND;
  return run(s, value);
}

/// Continues from the outcome of one step until an object is complete.
Value Reader::run(ReadStep s, Value value) {
  for (;;) {
    switch (s) {
      case ReadStep::value:
        if (pending.empty()) return value;
        s = deliver(value);
        continue;
      case ReadStep::closed: s = end_of_list(value); continue;
      case ReadStep::dot: s = take_dot(value); continue;
      case ReadStep::end:
        if (pending.empty() && !has_chosen) return DELETED;
        s = pending.empty() ? input.fail_incomplete("the object after a feature expression") : fail_at_end();
        continue;
      case ReadStep::failed: return FAILED;
      case ReadStep::nothing:
      case ReadStep::pushed: break;
    }
    s = step(value);
  }
}

namespace {

constexpr char32_t curly_open = 0x201C, curly_close = 0x201D;

/// Returns the character that ends a string after `quote`, a quotation mark outside ASCII.
char32_t closing_quote(char32_t quote) { return quote == curly_open ? curly_close : quote; }

}  // namespace

/// Reads one token or calls one macro.
ReadStep Reader::step(Value& value) {
  if (!input.take_readtable()) return ReadStep::failed;
  for (;;) {
    const std::int32_t c = input.next();
    if (c == end_of_input) return ReadStep::end;
    if (c == input_failed) return ReadStep::failed;
    char32_t ch = static_cast<char32_t>(c);
    if (!input.take_meaning(ch)) return ReadStep::failed;
    const Syntax syntax = syntax_of(input.readtable, ch);
    if (ends_here(ch)) return ReadStep::closed;
    if (syntax == Syntax::whitespace) continue;
    input.start = input_position(rt, input.stream);
    if (input.start.column > 1) --input.start.column;
    if (input.start.column == 1 && ch == '(' && options_.positions && !pending.empty()) note_misplaced();
    if (ch == '"' && c != '"') return reading::native_macro(*this, Macro::string, closing_quote(static_cast<char32_t>(c)), -1, value);
    if (syntax == Syntax::terminating_macro || syntax == Syntax::non_terminating_macro)
      return reading::macro(*this, macro_of(input.readtable, ch), ch, value);
    return reading::read_token(*this, ch, syntax, value);
  }
}

/// Notes the line if a list within another begins in the first column: LOAD asks whether a parenthesis is missing
/// before it.
void Reader::note_misplaced() {
  Value& line = rt.symbol_value_slot(Known::misplaced_line);
  if (is_nil(line) && !is_suppressed()) line = Value::fixnum(input.start.line);
}

ReadStep Reader::deliver(Value& value) {
  PendingObject& f = pending.back();
  if (f.kind == PendingKind::list || f.kind == PendingKind::vector) return append(f, value);
  return complete(value);
}

ReadStep Reader::append(PendingObject& f, Value value) {
  if (f.dot == Dot::after_last_object && !is_suppressed()) return fail("more than one object after the dot in a list: ~S", {value});
  if (f.dot == Dot::after) {
    f.dot = Dot::after_last_object;
    if (value.is_cons() && value.as_cons()->car == rt.sym(Known::unquote_splicing) && !is_suppressed())
      return fail("a ,@ after the dot of a list: ~S", {value});
    rt.heap.write(&f.tail.as_cons()->cdr, value);
    return ReadStep::nothing;
  }
  ++f.count;
  const Value cell = make_cons(value, NIL, is_nil(f.head) && f.kind == PendingKind::list ? f.start : input.start);
  if (is_nil(f.head)) f.head = cell;
  else rt.heap.write(&f.tail.as_cons()->cdr, cell);
  f.tail = cell;
  return ReadStep::nothing;
}

/// Completes the topmost pending object, which is not a list or vector and waits for the part `value`.
ReadStep Reader::complete(Value& value) {
  const PendingObject f = pending.back();
  if (f.kind == PendingKind::wrap) {
    value = is_suppressed() ? NIL : make_cons(f.head, make_cons(value, NIL, input.start), f.start);
    pop();
    return ReadStep::value;
  }
  pop();
  switch (f.kind) {
    case PendingKind::feature: return reading::finish_feature(*this, f.feature_plus, value);
    case PendingKind::discard: return ReadStep::nothing;
    case PendingKind::eval: return reading::finish_eval(*this, value);
    case PendingKind::complex: return reading::finish_complex(*this, value);
    case PendingKind::array: return reading::finish_array(*this, f.number, value);
    case PendingKind::structure: return reading::finish_structure(*this, value);
    case PendingKind::path: return reading::finish_path(*this, value);
    default: return reading::finish_label(*this, f.number, value);
  }
}

ReadStep Reader::end_of_list(Value& value) {
  if (pending.empty() || (pending.back().kind != PendingKind::list && pending.back().kind != PendingKind::vector)) {
    if (pending.empty()) return fail("a closing parenthesis without an opening one");
    return fail("a closing parenthesis where an object is expected");
  }
  if (pending.back().dot == Dot::after && !is_suppressed()) return fail("there is no object between the dot and the closing parenthesis");
  if (pending.back().kind == PendingKind::vector) return finish_vector(value);
  value = is_suppressed() ? NIL : pending.back().head;
  pop();
  return ReadStep::value;
}

ReadStep Reader::finish_vector(Value& value) {
  const std::int64_t length = pending.back().number < 0 ? pending.back().count : pending.back().number;
  const bool fits = length <= 0x3FFFFFFF && rt.make_room(static_cast<std::size_t>(length) * 8);
  const PendingObject f = pending.back();
  pop();
  if (is_suppressed()) return value = NIL, ReadStep::value;
  if (f.count > length) return fail("more than ~A elements for a vector of length ~A", {Value::fixnum(length), Value::fixnum(length)});
  if (f.count == 0 && length > 0) return fail("no elements to fill a vector of length ~A", {Value::fixnum(length)});
  if (!fits) return rt.fail_heap(), ReadStep::failed;
  const Value last = f.count == 0 ? NIL : f.tail.as_cons()->car;
  Object* vector = rt.heap.allocate(Type::simple_vector, static_cast<std::size_t>(length), last);
  std::size_t i = 0;
  for (const Value element : elements_of(f.head)) vector->slots[i++] = element;
  value = Value::object(vector);
  return ReadStep::value;
}

ReadStep Reader::take_dot(Value& value) {
  if (is_suppressed())
    return value = NIL, !pending.empty() && pending.back().kind == PendingKind::list ? ReadStep::nothing : ReadStep::value;
  if (pending.empty() || pending.back().kind != PendingKind::list) return fail("a dot outside of a list");
  PendingObject& f = pending.back();
  if (is_nil(f.head)) return fail("there is no object before the dot in a list");
  if (f.dot == Dot::not_allowed) return fail("a dot among the objects that READ-DELIMITED-LIST reads");
  if (f.dot != Dot::before) return fail("more than one dot in a list");
  f.dot = Dot::after;
  return ReadStep::nothing;
}

ReadStep Reader::fail_at_end() {
  const PendingObject& f = pending.back();
  const bool is_list = f.kind == PendingKind::list;
  return input.fail_incomplete(is_list ? "the list" : f.kind == PendingKind::vector ? "the vector" : "the object", f.start, is_list);
}

// --- entries

Value read_form(Runtime& rt, Value stream, bool eof_error, Value eof_value, bool recursive, ReadOptions options) {
  Handle eof(rt.heap, eof_value), source(rt.heap, stream);
  Reader reader(rt, stream, recursive, options);
  const Value v = reader.read();
  if (v != DELETED) return v;
  return eof_error ? fail_end_of_file(rt, source) : eof.get();
}

Value read_delimited_list(Runtime& rt, Value stream, char32_t close, bool recursive) {
  Reader reader(rt, stream, recursive, {});
  return reader.read_list_until(close);
}

Value call_reader_macro(Runtime& rt, int macro, Value stream, char32_t c, Value argument) {
  Reader reader(rt, stream, true, {});
  const std::int64_t number = argument.is_fixnum() ? argument.as_fixnum() : -1;
  const Value v = reader.run_macro(static_cast<Macro>(macro), c, number);
  return v == UNBOUND ? rt.values({}) : v;
}

}  // namespace tessera
