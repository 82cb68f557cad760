// The reader's access to its stream, and its failures.
#include <algorithm>

#include "data/symbols/packages.hpp"
#include "text/reader_state.hpp"

namespace tessera {

/// Returns the characters that are in memory, as reading them one by one takes most of the reader's time.
StringView ReaderInput::ready() const {
  if (!is_stream(stream) || stream_of(stream)->kind() != StreamKind::string_input || !stream_of(stream)->has(stream_open)) return {};
  const Stream* const s = stream_of(stream);
  const StringView text = string_view_of(s->buffer);
  const auto next = static_cast<std::size_t>(s->position.as_fixnum());
  const std::size_t limit = std::min(static_cast<std::size_t>(s->limit.as_fixnum()), text.size());
  return next < limit ? text.substr(next, limit - next) : StringView();
}

void ReaderInput::pass(std::size_t count) {
  if (count == 0) return;
  until_poll_ -= static_cast<std::int64_t>(count);
  Stream* const s = stream_of(stream);
  const std::int64_t column = s->column.as_fixnum() + static_cast<std::int64_t>(count);
  s->position = Value::fixnum(s->position.as_fixnum() + static_cast<std::int64_t>(count));
  s->column = Value::fixnum(column);
  s->last_column = Value::fixnum(column - 1);
}

/// Asks the library, which warns, if `c` in source text resembles a character of the syntax; replaces `c` by that.
bool ReaderInput::ask_meaning(char32_t& c) {
  const bool is_candidate = c <= 0x201D || c == 0x2212 || c == 0x3000 || (c > 0xFF00 && c < 0xFF5F);
  const Value library = rt.tessera("%LOOKALIKE");
  if (!is_candidate || rt.symbol(library)->function == rt.undefined_function || syntax_of(readtable, c) != Syntax::constituent) return true;
  const SourcePosition behind = input_position(rt, stream);
  const Value meant = rt.call_lisp(library, {Value::character(c), Value::fixnum(behind.line), Value::fixnum(behind.column - 1)});
  if (meant.is_character()) c = meant.as_character();
  return !is_failed(meant);
}

ReadStep ReaderInput::fail_at(SourcePosition position, Value type, std::string_view control, std::initializer_list<Value> arguments,
                              const char* key, Value value) {
  const Value line = position.line == 0 ? NIL : Value::fixnum(position.line);
  rt.fail(type, {rt.keyword("STREAM"), as_seen(stream), rt.keyword("%LINE"), line, rt.keyword("%COLUMN"), Value::fixnum(position.column),
                 rt.sym(Known::format_control), rt.make_string(control), rt.sym(Known::format_arguments), rt.list(arguments),
                 rt.keyword(key), value});
  return ReadStep::failed;
}

ReadStep ReaderInput::fail(std::string_view control, std::initializer_list<Value> arguments) {
  return fail_at(start, rt.cl("READER-ERROR"), control, arguments, "STREAM", as_seen(stream));
}

ReadStep ReaderInput::fail_package(Value package, std::string_view control, std::initializer_list<Value> arguments) {
  return fail_at(start, rt.tessera("READER-PACKAGE-ERROR"), control, arguments, "PACKAGE", package);
}

ReadStep ReaderInput::fail_incomplete(std::string_view what, SourcePosition start, bool is_list) {
  return fail_at(start, rt.tessera("INCOMPLETE-INPUT"), "end of file inside " + std::string(what), {}, "%IS-LIST", boolean(is_list));
}

}  // namespace tessera
