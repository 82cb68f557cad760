// The reader's loop: tokens and macros become values, values complete what waits on the stack.
#include <algorithm>

#include "data/numbers/numbers.hpp"
#include "data/symbols/packages.hpp"
#include "text/reader_state.hpp"

namespace tessera {

Reader::Reader(Runtime& rt, Value stream, bool recursive, ReadOptions options)
    : rt_(rt), stream_(stream), options_(options), outer_(rt.streams->read_context) {
  own_.preserve_whitespace = options.preserve_whitespace;
  context_ = recursive && outer_ != nullptr ? outer_ : &own_;
  rt.streams->read_context = context_;
  rt.heap.add_root_source(this);
}

Reader::~Reader() {
  while (!frames_.empty()) pop();
  rt_.streams->read_context = outer_;
  rt_.heap.remove_root_source(this);
}

void Reader::trace_roots(Tracer& tracer) {
  tracer.visit(stream_);
  tracer.visit(readtable_);
  for (std::size_t i = tracer.young_only() ? settled_frames_ : 0; i < frames_.size(); ++i)
    for (Value* v : {&frames_[i].head, &frames_[i].tail, &frames_[i].saved}) tracer.visit(*v);
  if (tracer.young_only() && !frames_.empty()) settled_frames_ = frames_.size() - 1;
  for (ReadContext::Label& l : own_.labels)
    for (Value* v : {&l.value, &l.placeholder}) tracer.visit(*v);
}

// --- the stack

void Reader::push(Kind kind, std::int64_t number) {
  Frame f;
  f.kind = kind;
  f.number = number;
  f.start = start_;
  frames_.push_back(f);
}

/// Take back what the topmost frame had changed.
void Reader::restore(const Frame& f) {
  if (f.kind == Kind::wrap) context_->backquotes -= f.backquote;
  if (f.kind == Kind::feature) {
    rt_.heap.write(&rt_.symbol_value_slot(Known::package_variable), f.saved);
    rt_.heap.write(&rt_.symbol_value_slot(Known::read_suppress), f.head);
  }
  if (f.kind == Kind::discard) rt_.heap.write(&rt_.symbol_value_slot(Known::read_suppress), f.saved);
}

void Reader::pop() {
  restore(frames_.back());
  start_ = frames_.back().start;
  frames_.pop_back();
  settled_frames_ = std::min(settled_frames_, frames_.empty() ? 0 : frames_.size() - 1);
}

Value Reader::make_cons(Value car, Value cdr, SourcePosition where) {
  if (!options_.positions) return rt_.heap.cons(car, cdr);
  const Value cons = rt_.heap.cons_old(car, cdr);
  rt_.positions[cons.address()] = where;
  return cons;
}

bool Reader::suppressed() const { return !is_nil(rt_.symbol(rt_.sym(Known::read_suppress))->value); }

bool Reader::ends_here(char32_t c) const {
  if (frames_.empty()) return false;
  const Frame& f = frames_.back();
  return (f.kind == Kind::list || f.kind == Kind::vector) && f.close == c;
}

// --- the loop

Value Reader::read() { return run(Step::nothing, NIL); }

Value Reader::read_list_until(char32_t close) {
  start_ = input_position(rt_, stream_);
  push(Kind::list);
  frames_.back().close = close;
  frames_.back().dot = no_dot;
  return run(Step::pushed, NIL);
}

Value Reader::run_macro(Macro m, char32_t c, std::int64_t argument) {
  readtable_ = current_readtable(rt_);
  TESSERA_TRY(readtable_);
  start_ = input_position(rt_, stream_);
  Value value = NIL;
  const Step s = native_macro(m, c, argument, value);
  if (s == Step::nothing && frames_.empty()) return UNBOUND;
  return run(s, value);
}

/// From the outcome of one step to the whole object.
Value Reader::run(Step s, Value value) {
  for (;;) {
    switch (s) {
      case Step::value:
        if (frames_.empty()) return value;
        s = deliver(value);
        continue;
      case Step::closed: s = end_of_list(value); continue;
      case Step::dot: s = take_dot(value); continue;
      case Step::end:
        if (frames_.empty() && !chosen_) return DELETED;
        s = frames_.empty() ? fail_incomplete("the object behind a feature") : at_end();
        continue;
      case Step::failed: return FAILED;
      case Step::nothing:
      case Step::pushed: break;
    }
    s = step(value);
  }
}

/// Read one token or macro.
Reader::Step Reader::step(Value& value) {
  readtable_ = current_readtable(rt_);
  if (is_failed(readtable_)) return Step::failed;
  for (;;) {
    const std::int32_t c = next();
    if (c == end_of_input) return Step::end;
    if (c == input_failed) return Step::failed;
    const auto ch = static_cast<char32_t>(c);
    const Syntax syntax = syntax_of(readtable_, ch);
    if (ends_here(ch)) return Step::closed;
    if (syntax == Syntax::whitespace) continue;
    start_ = input_position(rt_, stream_);
    if (start_.column > 1) --start_.column;
    if (start_.column == 1 && ch == '(' && options_.positions && !frames_.empty()) note_misplaced();
    if (syntax == Syntax::terminating_macro || syntax == Syntax::non_terminating_macro) return macro(macro_of(readtable_, ch), ch, value);
    return read_token(ch, syntax, value);
  }
}

/// A list within another begins in the first column: LOAD asks if a parenthesis is missing before it.
void Reader::note_misplaced() {
  Value& line = rt_.symbol_value_slot(Known::misplaced_line);
  if (is_nil(line) && !suppressed()) line = Value::fixnum(start_.line);
}

Reader::Step Reader::deliver(Value& value) {
  Frame& f = frames_.back();
  if (f.kind == Kind::list || f.kind == Kind::vector) return append(f, value);
  return complete(f, value);
}

Reader::Step Reader::append(Frame& f, Value value) {
  if (f.dot == 2 && !suppressed()) return fail("more than one object after the dot in a list: ~S", {value});
  if (f.dot == 1) {
    f.dot = 2;
    if (value.is_cons() && value.as_cons()->car == rt_.sym(Known::unquote_splicing) && !suppressed())
      return fail("a ,@ behind the dot of a list: ~S", {value});
    rt_.heap.write(&f.tail.as_cons()->cdr, value);
    return Step::nothing;
  }
  ++f.count;
  const Value cell = make_cons(value, NIL, is_nil(f.head) && f.kind == Kind::list ? f.start : start_);
  if (is_nil(f.head)) f.head = cell;
  else rt_.heap.write(&f.tail.as_cons()->cdr, cell);
  f.tail = cell;
  return Step::nothing;
}

/// `value` is the part that the topmost frame, which is no list, waits for.
Reader::Step Reader::complete(Frame& frame, Value& value) {
  const Frame f = frame;
  if (f.kind == Kind::wrap) {
    value = suppressed() ? NIL : make_cons(f.head, make_cons(value, NIL, start_), f.start);
    pop();
    return Step::value;
  }
  pop();
  switch (f.kind) {
    case Kind::feature: return finish_feature(f.feature_plus, value);
    case Kind::discard: return Step::nothing;
    case Kind::eval: return finish_eval(value);
    case Kind::complex: return finish_complex(value);
    case Kind::array: return finish_array(f.number, value);
    case Kind::structure: return finish_structure(value);
    case Kind::path: return finish_path(value);
    default: return finish_label(f.number, value);
  }
}

Reader::Step Reader::end_of_list(Value& value) {
  if (frames_.empty() || (frames_.back().kind != Kind::list && frames_.back().kind != Kind::vector)) {
    if (frames_.empty()) return fail("a closing parenthesis without an opening one");
    return fail("a closing parenthesis where an object is expected");
  }
  if (frames_.back().dot == 1 && !suppressed()) return fail("nothing stands between the dot and the closing parenthesis");
  if (frames_.back().kind == Kind::vector) return finish_vector(value);
  value = suppressed() ? NIL : frames_.back().head;
  pop();
  return Step::value;
}

Reader::Step Reader::finish_vector(Value& value) {
  const Frame f = frames_.back();
  pop();
  if (suppressed()) return value = NIL, Step::value;
  const std::int64_t length = f.number < 0 ? f.count : f.number;
  if (f.count > length) return fail("more than ~A elements in a vector of that length", {Value::fixnum(length)});
  if (f.count == 0 && length > 0) return fail("no elements to fill a vector of length ~A", {Value::fixnum(length)});
  if (length > 0x3FFFFFFF || !rt_.heap.has_room(static_cast<std::size_t>(length) * 8)) return rt_.fail_heap(), Step::failed;
  const Value last = f.count == 0 ? NIL : f.tail.as_cons()->car;
  Object* vector = rt_.heap.allocate(Type::simple_vector, static_cast<std::size_t>(length), last);
  std::size_t i = 0;
  for (Value l = f.head; l.is_cons(); l = l.as_cons()->cdr) vector->slots[i++] = l.as_cons()->car;
  value = Value::object(vector);
  return Step::value;
}

Reader::Step Reader::take_dot(Value& value) {
  if (suppressed()) return value = NIL, !frames_.empty() && frames_.back().kind == Kind::list ? Step::nothing : Step::value;
  if (frames_.empty() || frames_.back().kind != Kind::list) return fail("a dot outside of a list");
  Frame& f = frames_.back();
  if (is_nil(f.head)) return fail("nothing stands before the dot in a list");
  if (f.dot == no_dot) return fail("a dot among the objects that READ-DELIMITED-LIST reads");
  if (f.dot != 0) return fail("more than one dot in a list");
  f.dot = 1;
  return Step::nothing;
}

Reader::Step Reader::at_end() {
  const Frame& f = frames_.back();
  const std::string what = f.kind == Kind::list ? "the list" : f.kind == Kind::vector ? "the vector" : "the object";
  return fail_incomplete(what + " that begins at " + place_text(f.start));
}

// --- failures

std::string Reader::place_text(SourcePosition place) const {
  return "line " + std::to_string(place.line) + ", column " + std::to_string(place.column);
}

Reader::Step Reader::fail(std::string_view control, std::initializer_list<Value> arguments) {
  const std::string text = std::string(control) + " (" + place_text(start_) + ")";
  fail_about(rt_, rt_.cl("READER-ERROR"), "STREAM", stream_, text, arguments);
  return Step::failed;
}

Reader::Step Reader::fail_package(Value package, std::string_view control, std::initializer_list<Value> arguments) {
  const std::string text = std::string(control) + " (" + place_text(start_) + ")";
  rt_.fail(rt_.tessera("READER-PACKAGE-ERROR"),
           {rt_.keyword("STREAM"), stream_, rt_.keyword("PACKAGE"), package, rt_.sym(Known::format_control), rt_.make_string(text),
            rt_.sym(Known::format_arguments), rt_.list(arguments)});
  return Step::failed;
}

Reader::Step Reader::fail_incomplete(std::string_view what) {
  fail_about(rt_, rt_.tessera("INCOMPLETE-INPUT"), "STREAM", stream_, "end of file inside " + std::string(what), {});
  return Step::failed;
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
