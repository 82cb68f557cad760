// Natives of the chapter on streams: making and querying them, characters and lines.
#include "data/streams/streams.hpp"
#include "data/numbers/numbers.hpp"
#include "data/sequences/arrays.hpp"

#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"

namespace tessera {

namespace {

Value as_character(std::int32_t c) { return Value::character(static_cast<std::uint32_t>(c)); }

/// Takes a stream argument of any kind; FAILED if it is not one.
Value the_stream(Runtime& rt, Value v) {
  v = as_stream(v);
  return is_stream(v) ? v : rt.fail_type(v, Known::stream);
}

/// Returns the stream to which the synonym stream `v` leads.
Value behind_synonyms(Runtime& rt, Value v) {
  v = as_stream(v);
  for (int depth = 0; depth < stream_depth_limit && is_stream(v) && stream_of(v)->kind() == StreamKind::synonym; ++depth)
    v = as_stream(rt.symbol(stream_of(v)->first)->value);
  return v;
}

// --- classification

Value streamp(Runtime&, Args a) { return boolean(is_stream(as_stream(a[0]))); }

Value open_stream_p(Runtime& rt, Args a) {
  const Value s = the_stream(rt, a[0]);
  TESSERA_TRY(s);
  return boolean(stream_of(s)->has(stream_open));
}

Value has_direction(Runtime& rt, Value v, StreamFlag flag) {
  TESSERA_TRY(the_stream(rt, v));
  const Value s = behind_synonyms(rt, v);
  return boolean(is_stream(s) && stream_of(s)->has(flag));
}

Value input_stream_p(Runtime& rt, Args a) { return has_direction(rt, a[0], stream_input); }
Value output_stream_p(Runtime& rt, Args a) { return has_direction(rt, a[0], stream_output); }

Value is_open_for(Runtime& rt, Args a) {
  Value s = as_stream(a[0]);
  if (!is_stream(s) || !stream_of(s)->has(stream_open)) return NIL;
  s = behind_synonyms(rt, s);
  return boolean(is_stream(s) && stream_of(s)->has(is_nil(a[1]) ? stream_input : stream_output));
}

Value interactive_stream_p(Runtime& rt, Args a) {
  TESSERA_TRY(the_stream(rt, a[0]));
  Value s = behind_synonyms(rt, a[0]);
  if (is_stream(s) && stream_of(s)->kind() == StreamKind::two_way) s = behind_synonyms(rt, stream_of(s)->first);
  if (!is_stream(s) || stream_of(s)->kind() != StreamKind::file || !stream_of(s)->has(stream_open)) return NIL;
  return boolean(file_of(rt, stream_of(s)).interactive);
}

Value stream_element_type(Runtime& rt, Args a) {
  TESSERA_TRY(the_stream(rt, a[0]));
  const Value s = answering_stream(rt, a[0]);
  if (s == UNBOUND) return T;
  const bool file = is_stream(s) && stream_of(s)->kind() == StreamKind::file;
  return file ? stream_of(s)->second : rt.sym(Known::character);
}

Value stream_external_format(Runtime& rt, Args a) {
  TESSERA_TRY(the_stream(rt, a[0]));
  const Value s = answering_stream(rt, a[0]);
  if (!is_stream(s) || stream_of(s)->kind() != StreamKind::file || !stream_of(s)->has(stream_open)) return rt.keyword("DEFAULT");
  const bool latin = file_of(rt, stream_of(s)).latin1;
  return rt.keyword(latin ? "LATIN-1" : "UTF-8");
}

Value stream_kind(Runtime& rt, Args a) {
  TESSERA_TRY(the_stream(rt, a[0]));
  static constexpr std::string_view names[] = {"FILE",         "STRING", "STRING",  "STRING",  "PRETTY", "BROADCAST",
                                               "CONCATENATED", "ECHO",   "TWO-WAY", "SYNONYM", "GRAY"};
  return rt.keyword(names[static_cast<int>(stream_of(as_stream(a[0]))->kind())]);
}

// --- characters

/// Returns the result of a reading function at the end of the input.
Value at_end(Runtime& rt, Args a, std::size_t eof_error, Value stream) {
  return is_nil(a.get(eof_error, T)) ? a.get(eof_error + 1) : fail_end_of_file(rt, stream);
}

Value read_char_builtin(Runtime& rt, Args a) {
  const Value stream = input_designator(rt, a.get(0));
  TESSERA_TRY(stream);
  const std::int32_t c = read_char(rt, stream);
  if (c == input_failed) return FAILED;
  return c >= 0 ? as_character(c) : at_end(rt, a, 1, input_designator(rt, a.get(0)));
}

Value read_char_no_hang_builtin(Runtime& rt, Args a) {
  const Value stream = input_designator(rt, a.get(0));
  TESSERA_TRY(stream);
  const std::int32_t c = read_char_no_hang(rt, stream);
  if (c == input_failed) return FAILED;
  if (c == no_input_yet) return NIL;
  return c >= 0 ? as_character(c) : at_end(rt, a, 1, stream);
}

Value unread_char_builtin(Runtime& rt, Args a) {
  if (!a[0].is_character()) return rt.fail_type(a[0], Known::character);
  const Value stream = input_designator(rt, a.get(1));
  TESSERA_TRY(stream);
  return unread_char(rt, stream, a[0].as_character()) ? NIL : FAILED;
}

Value listen(Runtime& rt, Args a) {
  const Value stream = input_designator(rt, a.get(0));
  TESSERA_TRY(stream);
  const Stream* behind = resolve_input(rt, stream);
  if (behind != nullptr && behind->kind() == StreamKind::gray) return call_gray(rt, behind, "%GRAY-LISTEN");
  if (const Value byte = byte_at_hand(rt, stream); byte != UNBOUND) return byte;
  const std::int32_t c = read_char_no_hang(rt, stream);
  if (c == input_failed) return FAILED;
  if (c < 0) return NIL;
  return unread_char(rt, stream, static_cast<char32_t>(c)) ? T : FAILED;
}

Value clear_input_builtin(Runtime& rt, Args a) {
  const Value stream = input_designator(rt, a.get(0));
  TESSERA_TRY(stream);
  clear_input(rt, stream);
  return NIL;
}

Value read_line_builtin(Runtime& rt, Args a) {
  const Value stream = input_designator(rt, a.get(0));
  TESSERA_TRY(stream);
  TextBuffer line;
  const std::int32_t end = read_line(rt, stream, line);
  if (end == input_failed) return FAILED;
  if (end == '\n' || !line.empty()) return rt.two_values(make_string(rt, line.view()), boolean(end != '\n'));
  const Value none = at_end(rt, a, 1, input_designator(rt, a.get(0)));
  return is_failed(none) ? none : rt.two_values(none, T);
}

Value write_char_builtin(Runtime& rt, Args a) {
  if (!a[0].is_character()) return rt.fail_type(a[0], Known::character);
  const Value stream = output_designator(rt, a.get(1));
  TESSERA_TRY(stream);
  return write_char(rt, stream, a[0].as_character()) ? a[0] : FAILED;
}

Value write_part(Runtime& rt, Args a, bool newline) {
  StringView text;
  if (!string_view_of_any(a[0], text)) return rt.fail_type(a[0], Known::string);
  const Value stream = output_designator(rt, a.get(1));
  TESSERA_TRY(stream);
  static constexpr std::string_view names[] = {"START", "END"};
  Value given[2];
  Bounds bounds;
  if (!parse_keys(rt, a.from(2), names, given) || !take_bounds(rt, given[0], given[1], text.size(), bounds)) return FAILED;
  bool good = true;
  const Stream* behind = resolve_output(rt, stream);
  if (behind == nullptr) return FAILED;
  const Handle to(rt.heap, stream);
  if (behind->kind() == StreamKind::gray) {
    const auto index = [](std::size_t i) { return Value::fixnum(static_cast<std::int64_t>(i)); };
    TESSERA_TRY(call_gray(rt, behind, "%GRAY-WRITE-STRING", {a[0], index(bounds.start), index(bounds.end)}));
    bounds.start = bounds.end;
  }
  const auto write = [&](std::size_t from, std::size_t until) {
    string_view_of_any(a[0], text);  // an interrupt handler may change it
    until = std::min(until, text.size());
    return from >= until || (good = write_string(rt, to, text.substr(from, until - from)));
  };
  if (bounds.size() > elements_between_checks && !reserve_output(rt, to, bounds.size())) return FAILED;
  if (!in_parts(rt, bounds.start, bounds.end, write, OnInterrupt::handle) || !good) return FAILED;
  return newline && !write_char(rt, to, U'\n') ? FAILED : a[0];
}

Value write_string_builtin(Runtime& rt, Args a) { return write_part(rt, a, false); }
Value write_line(Runtime& rt, Args a) { return write_part(rt, a, true); }

Value terpri(Runtime& rt, Args a) {
  const Value stream = output_designator(rt, a.get(0));
  TESSERA_TRY(stream);
  return write_char(rt, stream, U'\n') ? NIL : FAILED;
}

Value fresh_line_builtin(Runtime& rt, Args a) {
  const Value stream = output_designator(rt, a.get(0));
  TESSERA_TRY(stream);
  bool fresh = false;
  return fresh_line(rt, stream, fresh) ? boolean(fresh) : FAILED;
}

Value finish_output_builtin(Runtime& rt, Args a) {
  const Value stream = output_designator(rt, a.get(0));
  TESSERA_TRY(stream);
  return finish_output(rt, stream) ? NIL : FAILED;
}

/// Writes out the buffers like FINISH-OUTPUT, but calls STREAM-FORCE-OUTPUT for streams of programs.
Value force_output(Runtime& rt, Args a) {
  const Value stream = output_designator(rt, a.get(0));
  TESSERA_TRY(stream);
  const Stream* behind = resolve_output(rt, stream);
  if (behind == nullptr || behind->kind() != StreamKind::gray) return finish_output_builtin(rt, a);
  TESSERA_TRY(call_gray(rt, behind, "%GRAY-FORCE-OUTPUT"));
  return NIL;
}

Value clear_output_builtin(Runtime& rt, Args a) {
  const Value stream = output_designator(rt, a.get(0));
  TESSERA_TRY(stream);
  clear_output(rt, stream);
  return NIL;
}

Value close_builtin(Runtime& rt, Args a) {
  TESSERA_TRY(the_stream(rt, a[0]));
  static constexpr std::string_view names[] = {"ABORT"};
  Value abort[1];
  if (!parse_keys(rt, a.from(1), names, abort)) return FAILED;
  return close_stream(rt, as_stream(a[0]), abort[0] != UNSUPPLIED && !is_nil(abort[0])) ? T : FAILED;
}

// --- making streams

Value make_string_input(Runtime& rt, Args a) {
  StringView text;
  if (!string_view_of_any(a[0], text)) return rt.fail_type(a[0], Known::string);
  Bounds bounds;
  if (!take_bounds(rt, a.get(1, UNSUPPLIED), a.get(2), text.size(), bounds)) return FAILED;
  const Value simple = has_type(a[0], Type::string) ? a[0] : make_string(rt, text);
  return make_string_input_stream(rt, simple, bounds.start, bounds.end);
}

Value string_input_position(Runtime& rt, Args a) {
  if (!is_stream(a[0]) || stream_of(a[0])->kind() != StreamKind::string_input) return rt.fail_type(a[0], Known::stream);
  return stream_of(a[0])->position;
}

Value make_string_output(Runtime& rt, Args a) {
  static constexpr std::string_view names[] = {"ELEMENT-TYPE"};
  Value type[1];
  if (!parse_keys(rt, a, names, type)) return FAILED;
  return make_string_output_stream(rt);
}

Value get_output_stream_string(Runtime& rt, Args a) {
  const bool fits =
      is_stream(a[0]) && (stream_of(a[0])->kind() == StreamKind::string_output || stream_of(a[0])->kind() == StreamKind::pretty);
  if (fits) return take_output_string(rt, a[0]);
  const Value output = rt.list({rt.cl("SATISFIES"), rt.cl("OUTPUT-STREAM-P")});
  return rt.fail_type(a[0], rt.list({rt.sym(Known::and_), rt.cl("STRING-STREAM"), output}));
}

Value make_fill_pointer_output(Runtime& rt, Args a) {
  if (!is_vector(a[0]) || element_kind(a[0]) != ElementKind::character || !has_type(a[0], Type::array) ||
      !as<Array>(a[0])->fill_pointer.is_fixnum())
    return fail_without_fill_pointer(rt, a[0], Known::string);
  return make_vector_output_stream(rt, a[0]);
}

/// Returns all of `a` as a list of streams that have `flag`; FAILED if one has not.
Value stream_list(Runtime& rt, Args a, StreamFlag flag) {
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    const Value ok = has_direction(rt, a[i], flag);
    TESSERA_TRY(ok);
    if (is_nil(ok)) {
      const Value asked = rt.list({rt.cl("SATISFIES"), rt.cl(flag == stream_input ? "INPUT-STREAM-P" : "OUTPUT-STREAM-P")});
      return rt.fail_type(a[i], rt.list({rt.sym(Known::and_), rt.sym(Known::stream), asked}));
    }
  }
  return rt.list({a.values, a.count});
}

Value make_broadcast(Runtime& rt, Args a) {
  const Value list = stream_list(rt, a, stream_output);
  TESSERA_TRY(list);
  return make_compound_stream(rt, StreamKind::broadcast, list, NIL, stream_output);
}

Value make_concatenated(Runtime& rt, Args a) {
  const Value list = stream_list(rt, a, stream_input);
  TESSERA_TRY(list);
  return make_compound_stream(rt, StreamKind::concatenated, list, NIL, stream_input);
}

Value make_pair(Runtime& rt, Args a, StreamKind kind) {
  TESSERA_TRY(stream_list(rt, {a.values, 1}, stream_input));
  TESSERA_TRY(stream_list(rt, a.from(1), stream_output));
  return make_compound_stream(rt, kind, a[0], a[1], stream_input | stream_output);
}

Value make_two_way(Runtime& rt, Args a) { return make_pair(rt, a, StreamKind::two_way); }
Value make_echo(Runtime& rt, Args a) { return make_pair(rt, a, StreamKind::echo); }

Value make_synonym(Runtime& rt, Args a) {
  if (!Runtime::is_symbol(a[0])) return rt.fail_type(a[0], Known::symbol);
  return make_compound_stream(rt, StreamKind::synonym, a[0], NIL, stream_input | stream_output);
}

/// Returns a copy of the list of streams that a compound stream was made of: changes to it must not change the stream.
template <StreamKind kind> Value parts_of(Runtime& rt, Args a) {
  if (!is_stream(a[0]) || stream_of(a[0])->kind() != kind)
    return rt.fail_type(a[0], rt.cl(kind == StreamKind::broadcast ? "BROADCAST-STREAM" : "CONCATENATED-STREAM"));
  ListBuilder list(rt);
  for (const Value element : elements_of(stream_of(a[0])->first)) list.add(element);
  return list.finish();
}

template <StreamKind kind, Value Stream::*part> Value part_of(Runtime& rt, Args a) {
  static constexpr std::string_view names[] = {"FILE-STREAM",    "STRING-STREAM",    "STRING-STREAM",       "STRING-STREAM",
                                               "STREAM",         "BROADCAST-STREAM", "CONCATENATED-STREAM", "ECHO-STREAM",
                                               "TWO-WAY-STREAM", "SYNONYM-STREAM"};
  if (is_stream(a[0]) && stream_of(a[0])->kind() == kind) return stream_of(a[0])->*part;
  return rt.fail_type(a[0], rt.cl(names[static_cast<int>(kind)]));
}

// --- columns and the pretty printer's streams

Value stream_column(Runtime& rt, Args a) {
  const Value stream = output_designator(rt, a.get(0));
  TESSERA_TRY(stream);
  const std::int64_t column = output_column(rt, stream);
  return column < 0 ? NIL : Value::fixnum(column);
}

Value make_gray(Runtime& rt, Args a) {
  const std::int64_t input = is_nil(a[1]) ? 0 : +stream_input, output = is_nil(a[2]) ? 0 : +stream_output;
  return make_gray_stream(rt, a[0], input | output);
}

Value make_pretty(Runtime& rt, Args a) {
  const Value target = output_designator(rt, a[0]);
  TESSERA_TRY(target);
  return make_pretty_stream(rt, target);
}

bool is_pretty(Value v) { return is_stream(v) && stream_of(v)->kind() == StreamKind::pretty; }

Value pretty_state(Runtime&, Args a) { return is_pretty(a[0]) ? stream_of(a[0])->second : NIL; }

Value set_pretty_state(Runtime& rt, Args a) {
  if (!is_pretty(a[0])) return rt.fail_type(a[0], Known::stream);
  rt.heap.write(&stream_of(a[0])->second, a[1]);
  return a[1];
}

Value stream_line(Runtime& rt, Args a) {
  const Value stream = input_designator(rt, a.get(0));
  TESSERA_TRY(stream);
  const SourcePosition p = input_position(rt, stream);
  return rt.values({Value::fixnum(p.line), Value::fixnum(p.column)});
}

Value set_stream_line(Runtime& rt, Args a) {
  if (!is_stream(a[0])) return rt.fail_type(a[0], Known::stream);
  if (!a[1].is_fixnum() || a[1].as_fixnum() < 1) return rt.fail_type(a[1], Known::unsigned_byte);
  return stream_of(a[0])->line = a[1];
}

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::streams>() {
  static const Builtin table[] = {
      {"STREAMP", "object", streamp, "Returns true if OBJECT is a stream."},
      {"OPEN-STREAM-P", "stream", open_stream_p, "Returns true if STREAM has not been closed."},
      {"INPUT-STREAM-P", "stream", input_stream_p, "Returns true if STREAM can be read from."},
      {"OUTPUT-STREAM-P", "stream", output_stream_p, "Returns true if STREAM can be written to."},
      {"%STREAM-OPEN-FOR-P", "object output", is_open_for,
       "Returns true if OBJECT is an open stream that can be read from, or written to if OUTPUT is true."},
      {"INTERACTIVE-STREAM-P", "stream", interactive_stream_p, "Returns true if STREAM is connected to a terminal."},
      {"STREAM-ELEMENT-TYPE", "stream", stream_element_type, "Returns the type of the objects that STREAM carries."},
      {"STREAM-EXTERNAL-FORMAT", "stream", stream_external_format, "Returns the encoding of STREAM's characters."},
      {"%STREAM-KIND", "stream", stream_kind, "Returns a keyword for the kind of STREAM: :FILE, :STRING, :SYNONYM, ..."},
      {"READ-CHAR", "&optional stream (eof-error-p t) eof-value recursive-p", read_char_builtin,
       "Reads the next character of STREAM and returns it. At the end of STREAM signals END-OF-FILE, or returns EOF-VALUE if EOF-ERROR-P is NIL."},
      {"READ-CHAR-NO-HANG", "&optional stream (eof-error-p t) eof-value recursive-p", read_char_no_hang_builtin,
       "Like READ-CHAR, but returns NIL if it would have to wait for a character."},
      {"UNREAD-CHAR", "character &optional stream", unread_char_builtin,
       "Puts CHARACTER, the last one read, back to the front of STREAM. Returns NIL."},
      {"LISTEN", "&optional stream", listen, "Returns true if a character or byte of STREAM can be read at once."},
      {"CLEAR-INPUT", "&optional stream", clear_input_builtin,
       "Discards the input of STREAM that was typed and not yet read. Returns NIL."},
      {"READ-LINE", "&optional stream (eof-error-p t) eof-value recursive-p", read_line_builtin,
       "Reads the next line of STREAM. Returns it without its newline, and true if the end of STREAM took the place of the newline. If no character is left, signals END-OF-FILE, or returns EOF-VALUE if EOF-ERROR-P is NIL."},
      {"WRITE-CHAR", "character &optional stream", write_char_builtin, "Writes CHARACTER to STREAM and returns it."},
      {"WRITE-STRING", "string &optional stream &key (start 0) end", write_string_builtin,
       "Writes the characters of STRING between START and END to STREAM and returns STRING."},
      {"WRITE-LINE", "string &optional stream &key (start 0) end", write_line, "Like WRITE-STRING, and then writes a newline."},
      {"TERPRI", "&optional stream", terpri, "Writes a newline to STREAM and returns NIL."},
      {"FRESH-LINE", "&optional stream", fresh_line_builtin,
       "Writes a newline unless STREAM is at the beginning of a line. Returns true if one was written."},
      {"FINISH-OUTPUT", "&optional stream", finish_output_builtin,
       "Writes out the buffered output of STREAM. Returns NIL; a STREAM-ERROR if it cannot be written."},
      {"FORCE-OUTPUT", "&optional stream", force_output, "Begins to write out the buffered output of STREAM. Returns NIL."},
      {"CLEAR-OUTPUT", "&optional stream", clear_output_builtin, "Discards the buffered output of STREAM, a terminal. Returns NIL."},
      {"CLOSE", "stream &key abort", close_builtin,
       "Closes STREAM. If ABORT is true, deletes the new file that was written. Returns true if STREAM was open."},
      {"MAKE-STRING-INPUT-STREAM", "string &optional (start 0) end", make_string_input,
       "Returns a stream that reads the characters of STRING between START and END."},
      {"%STRING-INPUT-POSITION", "stream", string_input_position,
       "Returns the index in its string of the character that a string input stream reads next."},
      {"MAKE-STRING-OUTPUT-STREAM", "&key element-type", make_string_output,
       "Returns a stream that keeps what is written to it for GET-OUTPUT-STREAM-STRING."},
      {"GET-OUTPUT-STREAM-STRING", "stream", get_output_stream_string,
       "Returns what was written to STREAM since the last such call, as a string."},
      {"%MAKE-FILL-POINTER-OUTPUT-STREAM", "string &optional element-type", make_fill_pointer_output,
       "Returns a stream that appends what is written to it to STRING, which has a fill pointer."},
      {"MAKE-BROADCAST-STREAM", "&rest streams", make_broadcast, "Returns a stream that writes to all of STREAMS."},
      {"BROADCAST-STREAM-STREAMS", "stream", parts_of<StreamKind::broadcast>,
       "Returns the list of streams that the broadcast stream STREAM writes to."},
      {"MAKE-CONCATENATED-STREAM", "&rest streams", make_concatenated,
       "Returns a stream that reads each of STREAMS to its end, one after another."},
      {"CONCATENATED-STREAM-STREAMS", "stream", parts_of<StreamKind::concatenated>,
       "Returns the list of streams that the concatenated stream STREAM has still to read."},
      {"MAKE-TWO-WAY-STREAM", "input output", make_two_way, "Returns a stream that reads INPUT and writes to OUTPUT."},
      {"TWO-WAY-STREAM-INPUT-STREAM", "stream", part_of<StreamKind::two_way, &Stream::first>,
       "Returns the stream that the two-way stream STREAM reads."},
      {"TWO-WAY-STREAM-OUTPUT-STREAM", "stream", part_of<StreamKind::two_way, &Stream::second>,
       "Returns the stream that the two-way stream STREAM writes to."},
      {"MAKE-ECHO-STREAM", "input output", make_echo, "Returns a two-way stream that also writes to OUTPUT all that is read from INPUT."},
      {"ECHO-STREAM-INPUT-STREAM", "stream", part_of<StreamKind::echo, &Stream::first>,
       "Returns the stream that the echo stream STREAM reads."},
      {"ECHO-STREAM-OUTPUT-STREAM", "stream", part_of<StreamKind::echo, &Stream::second>,
       "Returns the stream that the echo stream STREAM writes to."},
      {"MAKE-SYNONYM-STREAM", "symbol", make_synonym,
       "Returns a stream that stands for whatever stream is the value of the variable SYMBOL."},
      {"SYNONYM-STREAM-SYMBOL", "stream", part_of<StreamKind::synonym, &Stream::first>,
       "Returns the symbol whose value the synonym stream STREAM stands for."},
      {"%STREAM-COLUMN", "&optional stream", stream_column,
       "Returns the column, from 0, of the next character written to STREAM; NIL if unknown."},
      {"%STREAM-LINE", "&optional stream", stream_line,
       "Returns line and column, both from 1, of the next character to be read from STREAM."},
      {"%SET-STREAM-LINE", "stream line", set_stream_line, "Declares that the next character to be read from STREAM is on LINE."},
      {"%MAKE-GRAY-STREAM", "instance inputp outputp", make_gray,
       "Returns a stream that represents INSTANCE, to be stored in its first slot. Operations of the stream call Lisp."},
      {"%MAKE-PRETTY-STREAM", "target", make_pretty,
       "Returns a stream that keeps what is written to it, beginning at the column where the stream TARGET is."},
      {"%PRETTY-STREAM-STATE", "stream", pretty_state, "Returns the object kept with a pretty printer's stream; NIL for any other stream."},
      {"%SET-PRETTY-STREAM-STATE", "stream object", set_pretty_state, "Keeps OBJECT with a pretty printer's stream."},
  };
  return table;
}

}  // namespace tessera
