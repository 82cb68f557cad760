// Reading characters and bytes from streams of every kind.
#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/utf8.hpp"
#include "data/numbers/numbers.hpp"
#include "data/sequences/strings.hpp"
#include "data/streams/streams.hpp"
#include "data/symbols/packages.hpp"
#include "platform/files.hpp"
#include "runtime/waiting.hpp"

namespace tessera {

namespace {

constexpr std::size_t read_bytes = 16384;
constexpr std::size_t longest_unasked_line = 65536;  ///< characters of a line that are read between two checks for memory and interrupts
constexpr std::size_t kept_bytes = 8;                ///< bytes kept before the read position, so that a character can be unread

void forget_consumed(OpenFile& file) {
  if (file.in_position < read_bytes) return;
  const std::size_t drop = file.in_position - kept_bytes;
  file.in.erase(0, drop);
  file.in_position -= drop;
  file.last_position = file.last_position > drop ? file.last_position - drop : 0;
}

/// Writes out pending output before the process waits for its user; the user's input ends the terminal's line.
void prepare_terminal(Runtime& rt) {
  StreamTable& table = *rt.streams;
  table.flush(table[1]);
  table.flush(table[2]);
  if (!table[0].interactive) return;
  const Value output = rt.symbol(rt.tessera("*STDOUT*"))->value;
  if (is_stream(output)) stream_of(output)->out_column = Value::fixnum(0);
}

/// Waits until the file of `s` can be read. False: an exit or a failure is under way. May collect.
bool wait_for_input(Runtime& rt, Stream* s) {
  for (;;) {
    const WaitResult w = wait_for(rt, {file_of(rt, s).fd, platform::readable, s->has(stream_console), file_of(rt, s).input_timeout, true});
    if (w == WaitResult::ready) return true;
    if (w == WaitResult::timed_out) return fail_transfer(rt, s, "read", ETIMEDOUT), false;
    if (w == WaitResult::unwinding || !handle_interrupts(rt)) return false;
    if (!s->has(stream_open)) return true;
  }
}

enum class Fill : std::uint8_t { more, end, failed };

/// Reads the host's next piece. A host's function cannot be interrupted; but it may return "" when its wait is ended,
/// which is not the end of input.
Fill fill_from_host(Runtime& rt, const Stream* s) {
  for (;;) {
    rt.streams->flush_standard();
    const std::string text = file_of(rt, s).read_callback();
    file_of(rt, s).in += text;
    const bool wanted = rt.interrupt_waits();
    if (wanted && !handle_interrupts(rt)) return Fill::failed;
    if (!wanted || !text.empty()) return text.empty() ? Fill::end : Fill::more;
    if (!file_of(rt, s).is_open()) return Fill::end;
  }
}

/// Reads more bytes.
Fill fill(Runtime& rt, Stream* s) {
  OpenFile* file = &file_of(rt, s);
  if (!file->out.empty() && !rt.streams->flush(*file)) errno = 0;
  forget_consumed(*file);
  if (file->read_callback) return fill_from_host(rt, s);
  if (s->has(stream_console)) prepare_terminal(rt);
  if (s->has(stream_console) && rt.streams->line_editor) {
    std::string line;
    const StreamTable::LineEditResult typed = rt.streams->line_editor(line);
    file_of(rt, s).in += line;
    if (typed == StreamTable::LineEditResult::failed) return Fill::failed;
    if (typed != StreamTable::LineEditResult::no_editor) return typed == StreamTable::LineEditResult::line ? Fill::more : Fill::end;
  }
  char bytes[read_bytes];
  for (;;) {
    if ((s->has(stream_console) || file->waits()) && !wait_for_input(rt, s)) return Fill::failed;
    if (!s->has(stream_open)) return Fill::end;
    file = &file_of(rt, s);
    const std::ptrdiff_t n = platform::read_file(file->fd, bytes, sizeof bytes);
    if (n > 0) file->in.append(bytes, static_cast<std::size_t>(n));
    if (n >= 0) return n > 0 ? Fill::more : Fill::end;
    if (errno != EINTR && errno != EAGAIN) {
      fail_transfer(rt, s, "read", errno);
      return Fill::failed;
    }
    if (!handle_interrupts(rt)) return Fill::failed;
  }
}

/// True if all bytes of the character at the read position are there; an invalid one counts as complete.
bool character_complete(const OpenFile& file) {
  const std::size_t have = file.in.size() - file.in_position;
  if (have == 0) return false;
  if (file.latin1) return true;
  const int need = utf8_detail::sequence_length(static_cast<unsigned char>(file.in[file.in_position]));
  return have >= static_cast<std::size_t>(need);
}

char32_t decode(OpenFile& file) {
  file.last_position = file.in_position;
  if (file.latin1) return static_cast<unsigned char>(file.in[file.in_position++]);
  const char* p = file.in.data() + file.in_position;
  const char32_t c = utf8_next(p, file.in.data() + file.in.size());
  file.in_position = static_cast<std::size_t>(p - file.in.data());
  return c;
}

std::int32_t read_file_char(Runtime& rt, Stream* s) {
  OpenFile* file = &file_of(rt, s);
  if (file->in_position < file->in.size() && static_cast<unsigned char>(file->in[file->in_position]) < 0x80) {
    file->last_position = file->in_position;
    return file->in[file->in_position++];
  }
  while (!character_complete(*file)) {
    const Fill filled = fill(rt, s);
    if (filled == Fill::failed) return input_failed;
    file = &file_of(rt, s);
    if (filled == Fill::end && file->in.size() == file->in_position) return end_of_input;
    if (filled == Fill::end) break;
  }
  return static_cast<std::int32_t>(decode(*file));
}

/// Reads the next character of a string.
std::int32_t next_string_char(const Stream* s) {
  const std::int64_t i = s->position.as_fixnum();
  const Object* text = string_storage(s->buffer.as_object());
  if (i >= s->limit.as_fixnum() || i >= text->length()) return end_of_input;
  return static_cast<std::int32_t>(get_character(text, static_cast<std::size_t>(i)));
}

std::int32_t read_string_char(Stream* s) {
  const std::int32_t c = next_string_char(s);
  if (c >= 0) s->position = Value::fixnum(s->position.as_fixnum() + 1);
  return c;
}

bool is_open_string_input(Value stream) {
  return is_stream(stream) && stream_of(stream)->kind() == StreamKind::string_input && stream_of(stream)->has(stream_open);
}

std::int32_t count_line(Stream* s, std::int32_t c) {
  if (c < 0) return c;
  s->last_column = s->column;
  if (c == '\n') {
    s->line = Value::fixnum(s->line.as_fixnum() + 1);
    s->column = Value::fixnum(1);
  } else {
    s->column = Value::fixnum(s->column.as_fixnum() + 1);
  }
  return c;
}

std::int32_t read_nested_char(Runtime& rt, Value stream, int depth);

std::int32_t read_concatenated(Runtime& rt, Stream* s, int depth) {
  while (s->first.is_cons()) {
    const std::int32_t c = read_nested_char(rt, s->first.as_cons()->car, depth);
    if (c != end_of_input) return c;
    rt.heap.write(&s->first, s->first.as_cons()->cdr);
  }
  return end_of_input;
}

std::int32_t read_echo(Runtime& rt, Stream* s, int depth) {
  const std::int32_t c = read_nested_char(rt, s->first, depth);
  const bool again = s->has(stream_unread);
  s->set(stream_unread, false);
  if (c >= 0 && !again && !write_char(rt, s->second, static_cast<char32_t>(c))) return input_failed;
  return c;
}

std::int32_t wrong_element(Runtime& rt, Stream* s) {
  fail_stream(rt, to_value(s), "~S is a stream of bytes, not of characters", {to_value(s)});
  return input_failed;
}

/// Converts what the library's `function` returned: a character, NIL at the end, :WAIT if there is none yet.
std::int32_t read_gray_char(Runtime& rt, const Stream* s, std::string_view function) {
  const Value v = call_gray(rt, s, function);
  if (v.is_character()) return static_cast<std::int32_t>(v.as_character());
  return is_failed(v) ? input_failed : is_nil(v) ? end_of_input : no_input_yet;
}

/// Reads a character from a stream within `depth` others.
std::int32_t read_nested_char(Runtime& rt, Value stream, int depth) {
  Stream* s = is_open_string_input(stream) ? stream_of(stream) : resolve_input(rt, stream);
  if (s == nullptr) return input_failed;
  rt.note_effect();
  switch (s->kind()) {
    case StreamKind::string_input: return count_line(s, read_string_char(s));
    case StreamKind::file: return s->has(stream_binary) ? wrong_element(rt, s) : count_line(s, read_file_char(rt, s));
    case StreamKind::gray: return count_line(s, read_gray_char(rt, s, "%GRAY-READ-CHAR"));
    default: break;
  }
  if (depth >= stream_depth_limit) return fail_stream_depth(rt, stream), input_failed;
  return s->kind() == StreamKind::concatenated ? read_concatenated(rt, s, depth + 1) : read_echo(rt, s, depth + 1);
}

}  // namespace

std::int32_t read_char(Runtime& rt, Value stream) { return read_nested_char(rt, stream, 0); }

namespace {

void uncount_line(Stream* s, char32_t c) {
  if (c == '\n') s->line = Value::fixnum(s->line.as_fixnum() - 1);
  s->column = s->last_column;
}

/// Unreads a character. Moves `last_position` back, too: after a look at the next character, the one before can be
/// unread as well.
void unread_file_char(Runtime& rt, Stream* s) {
  OpenFile& file = file_of(rt, s);
  file.in_position = file.last_position;
  const auto continues = [&file](std::size_t at) { return (static_cast<unsigned char>(file.in[at]) & 0xC0) == 0x80; };
  if (file.last_position > 0) --file.last_position;
  while (!file.latin1 && file.last_position > 0 && continues(file.last_position)) --file.last_position;
}

/// Returns the part of a concatenated or an echo stream that is being read; NIL after the last one.
Value read_part(const Stream* s) {
  if (s->kind() == StreamKind::echo) return s->first;
  return s->first.is_cons() ? s->first.as_cons()->car : NIL;
}

bool is_leaf(const Stream* s) { return s->kind() != StreamKind::echo && s->kind() != StreamKind::concatenated; }

/// Returns the string or file that `stream` finally reads from, or the concatenated stream that is exhausted; nullptr
/// if it failed. `visit(s)` is called for each echo stream on the way.
template <class Visit> Stream* read_leaf(Runtime& rt, Value stream, Visit visit) {
  Value v = stream;
  for (int depth = 0; depth <= stream_depth_limit; ++depth) {
    Stream* s = resolve_input(rt, v);
    if (s == nullptr || is_leaf(s) || is_nil(read_part(s))) return s;
    if (s->kind() == StreamKind::echo) visit(s);
    v = read_part(s);
  }
  return fail_stream_depth(rt, stream), nullptr;
}

Stream* read_leaf(Runtime& rt, Value stream) {
  return read_leaf(rt, stream, [](Stream*) {});
}

}  // namespace

bool unread_char(Runtime& rt, Value stream, char32_t c) {
  Stream* s = read_leaf(rt, stream, [](Stream* echo) { echo->set(stream_unread, true); });
  if (s == nullptr) return false;
  if (s->kind() == StreamKind::file && s->has(stream_binary)) return wrong_element(rt, s), false;
  if (s->kind() == StreamKind::gray) {
    uncount_line(s, c);
    return !is_failed(call_gray(rt, s, "%GRAY-UNREAD-CHAR", {Value::character(c)}));
  }
  if (s->kind() == StreamKind::file) unread_file_char(rt, s);
  else if (s->kind() != StreamKind::string_input) return true;
  else if (s->position.as_fixnum() > 0) s->position = Value::fixnum(s->position.as_fixnum() - 1);
  uncount_line(s, c);
  return true;
}

namespace {

/// Peeks: reads and unreads the next character at its source, so that echo streams do not write it.
std::int32_t peek_nested_char(Runtime& rt, Value stream, int depth) {
  Stream* s = resolve_input(rt, stream);
  if (s == nullptr) return input_failed;
  if (s->kind() == StreamKind::gray) return read_gray_char(rt, s, "%GRAY-PEEK-CHAR");
  if (is_leaf(s)) {
    const std::int32_t c = read_char(rt, stream);
    return c >= 0 && !unread_char(rt, stream, static_cast<char32_t>(c)) ? input_failed : c;
  }
  if (depth >= stream_depth_limit) return fail_stream_depth(rt, stream), input_failed;
  while (!is_nil(read_part(s))) {
    const std::int32_t c = peek_nested_char(rt, read_part(s), depth + 1);
    if (c != end_of_input || s->kind() == StreamKind::echo) return c;
    rt.heap.write(&s->first, s->first.as_cons()->cdr);
  }
  return end_of_input;
}

}  // namespace

std::int32_t peek_char(Runtime& rt, Value stream) {
  if (is_open_string_input(stream)) return next_string_char(stream_of(stream));
  return peek_nested_char(rt, stream, 0);
}

namespace {

/// Appends the buffered part of a file's line, up to the first character that is not ASCII.
std::size_t take_ready_bytes(OpenFile& file, TextBuffer& line) {
  const std::string_view ready = std::string_view(file.in).substr(file.in_position);
  const auto ends = [](char c) { return c == '\n' || static_cast<unsigned char>(c) >= 0x80; };
  const auto n = static_cast<std::size_t>(std::find_if(ready.begin(), ready.end(), ends) - ready.begin());
  line.append(ready.substr(0, n));
  file.in_position += n;
  return n;
}

/// Reads a line of a string stream: the rest of its string.
std::size_t take_ready_text(Stream* s, TextBuffer& line) {
  const StringView text = string_view_of(s->buffer);
  const std::size_t end = std::min(static_cast<std::size_t>(s->limit.as_fixnum()), text.size());
  const auto start = std::min(static_cast<std::size_t>(s->position.as_fixnum()), end);
  const StringView ready = text.substr(start, end - start);
  const std::size_t n = std::min(ready.find(U'\n'), ready.size());
  line.append(ready.substr(0, n));
  s->position = Value::fixnum(static_cast<std::int64_t>(start + n));
  return n;
}

/// Appends characters before the next newline that can be read without further checks.
void take_ready(Runtime& rt, Value stream, TextBuffer& line) {
  Stream* s = resolve_input(rt, stream);
  if (s == nullptr) return;  // reading a character will fail, too
  std::size_t n = 0;
  if (s->kind() == StreamKind::string_input) n = take_ready_text(s, line);
  else if (s->kind() == StreamKind::file && !s->has(stream_binary)) n = take_ready_bytes(file_of(rt, s), line);
  s->column = Value::fixnum(s->column.as_fixnum() + static_cast<std::int64_t>(n));
}

/// Takes a line that the library has read: a cons of the line and true if the input ended there.
std::int32_t read_gray_line(Runtime& rt, const Stream* s, TextBuffer& line) {
  const Value v = call_gray(rt, s, "%GRAY-READ-LINE");
  if (is_failed(v)) return input_failed;
  line.append(string_view_of(v.as_cons()->car));
  return is_nil(v.as_cons()->cdr) ? '\n' : end_of_input;
}

}  // namespace

std::int32_t read_line(Runtime& rt, Value stream, TextBuffer& line) {
  if (const Stream* s = resolve_input(rt, stream); s != nullptr && s->kind() == StreamKind::gray) return read_gray_line(rt, s, line);
  for (;;) {
    take_ready(rt, stream, line);
    const std::int32_t c = read_char(rt, stream);
    if (c < 0 || c == '\n') return c;
    line.append(static_cast<char32_t>(c));
    if (line.size() < longest_unasked_line) continue;
    const Handle kept(rt.heap, stream);
    if (!rt.make_room(line.size() * sizeof(char32_t))) return rt.fail_heap(), input_failed;
    if (!handle_interrupts(rt)) return input_failed;
    stream = kept;
  }
}

namespace {

/// Returns how many bytes stand before the first one that is not ASCII.
std::size_t ascii_prefix(std::string_view bytes) {
  std::size_t n = 0;
  for (std::uint64_t eight = 0; n + sizeof eight <= bytes.size(); n += sizeof eight) {
    std::memcpy(&eight, bytes.data() + n, sizeof eight);
    if ((eight & 0x8080808080808080) != 0) break;
  }
  while (n < bytes.size() && static_cast<unsigned char>(bytes[n]) < 0x80) ++n;
  return n;
}

/// Appends complete characters among the buffered bytes of the file.
void take_ready_characters(OpenFile& file, std::size_t most, TextBuffer& text) {
  for (std::size_t before = text.size(), taken = 0; taken < most && character_complete(file); taken = text.size() - before) {
    const std::string_view ready = std::string_view(file.in).substr(file.in_position, most - taken);
    const std::size_t ascii = ascii_prefix(ready);
    text.append(ready.substr(0, ascii));
    file.in_position += ascii;
    if (ascii > 0) file.last_position = file.in_position - 1;
    else text.append(decode(file));
  }
}

/// Notes the lines and columns of characters that were read.
void count_text(Stream* s, StringView text) {
  if (text.empty()) return;
  std::int64_t line = s->line.as_fixnum(), column = s->column.as_fixnum();
  const char32_t end = text[text.size() - 1];
  text = text.substr(0, text.size() - 1);
  for (std::size_t n; (n = text.find(U'\n')) < text.size(); text = text.substr(n + 1)) ++line, column = 1;
  column += static_cast<std::int64_t>(text.size());
  s->last_column = Value::fixnum(column);
  s->line = Value::fixnum(end == '\n' ? line + 1 : line);
  s->column = Value::fixnum(end == '\n' ? 1 : column + 1);
}

}  // namespace

std::size_t read_ready_text(Runtime& rt, Value stream, std::size_t most, TextBuffer& text) {
  Stream* s = resolve_input(rt, stream);
  const std::size_t before = text.size();
  if (s == nullptr || s->kind() != StreamKind::file || s->has(stream_binary)) return 0;
  take_ready_characters(file_of(rt, s), most, text);
  const StringView all = text.view();
  count_text(s, all.substr(before, all.size() - before));
  return all.size() - before;
}

namespace {

bool would_wait(Runtime& rt, Stream* s) {
  if (s->kind() != StreamKind::file || character_complete(file_of(rt, s)) || file_of(rt, s).read_callback) return false;
  return platform::wait_for_file(file_of(rt, s).fd, platform::readable, 0) == 0;
}

}  // namespace

std::int32_t read_char_no_hang(Runtime& rt, Value stream) {
  Stream* s = read_leaf(rt, stream);
  if (s == nullptr) return input_failed;
  if (s->kind() == StreamKind::gray) return count_line(s, read_gray_char(rt, s, "%GRAY-READ-CHAR-NO-HANG"));
  return would_wait(rt, s) ? no_input_yet : read_char(rt, stream);
}

void clear_input(Runtime& rt, Value stream) {
  Stream* s = resolve_input(rt, stream);
  if (s != nullptr && s->kind() == StreamKind::gray) return static_cast<void>(call_gray(rt, s, "%GRAY-CLEAR-INPUT"));
  if (s == nullptr || s->kind() != StreamKind::file || !file_of(rt, s).interactive) return;
  OpenFile& file = file_of(rt, s);
  file.in.clear();
  file.in_position = file.last_position = 0;
  s->column = Value::fixnum(1);  // the next line begins
}

SourcePosition input_position(Runtime& rt, Value stream) {
  Value v = stream;
  for (int depth = 0; depth < stream_depth_limit && is_stream(v = as_stream(v)); ++depth) {
    const Stream* s = stream_of(v);
    v = component_of(rt, s, stream_input);
    if (v == UNBOUND) return {static_cast<std::uint32_t>(s->line.as_fixnum()), static_cast<std::uint32_t>(s->column.as_fixnum())};
  }
  return {};
}

// --- bytes

namespace {

/// Returns the little-endian integer in `n` bytes.
Value assemble(Runtime& rt, const unsigned char* bytes, std::size_t n, bool is_signed) {
  if (n < sizeof(std::int64_t)) {
    std::int64_t v = is_signed && (bytes[n - 1] & 0x80) != 0 ? -1 : 0;
    for (std::size_t i = n; i-- > 0;) v = static_cast<std::int64_t>(static_cast<std::uint64_t>(v) << 8 | bytes[i]);
    return make_integer(rt, v);
  }
  Value result = Value::fixnum(is_signed && (bytes[n - 1] & 0x80) != 0 ? -1 : 0);
  for (std::size_t i = n; i-- > 0;) {
    result = number_multiply(rt, result, Value::fixnum(256));
    TESSERA_TRY(result);
    result = number_add(rt, result, Value::fixnum(bytes[i]));
    TESSERA_TRY(result);
  }
  return result;
}

Value read_file_byte(Runtime& rt, Stream* s) {
  const std::size_t n = file_of(rt, s).element_bytes();
  while (file_of(rt, s).in.size() - file_of(rt, s).in_position < n) {
    const Fill filled = fill(rt, s);
    if (filled != Fill::more) return filled == Fill::failed ? FAILED : DELETED;
  }
  OpenFile& file = file_of(rt, s);
  const auto* bytes = reinterpret_cast<const unsigned char*>(file.in.data()) + file.in_position;
  file.in_position += n;
  rt.note_effect();
  if (n == 1 && !file.element_signed) return Value::fixnum(bytes[0]);
  return assemble(rt, bytes, n, file.element_signed);
}

}  // namespace

namespace {

Value read_nested_byte(Runtime& rt, Value stream, int depth);

Value read_concatenated_byte(Runtime& rt, Stream* s, int depth) {
  for (; s->first.is_cons(); rt.heap.write(&s->first, s->first.as_cons()->cdr)) {
    const Value v = read_nested_byte(rt, s->first.as_cons()->car, depth);
    if (v != DELETED) return v;
  }
  return DELETED;
}

Value read_echo_byte(Runtime& rt, Stream* s, int depth) {
  const Value v = read_nested_byte(rt, s->first, depth);
  if (v.is_marker()) return v;
  return write_byte(rt, s->second, v) ? v : FAILED;
}

Value read_nested_byte(Runtime& rt, Value stream, int depth) {
  Stream* s = resolve_input(rt, stream);
  if (s == nullptr) return FAILED;
  if (s->kind() == StreamKind::file && s->has(stream_binary)) return read_file_byte(rt, s);
  if (s->kind() == StreamKind::gray) {
    const Value v = call_gray(rt, s, "%GRAY-READ-BYTE");
    return is_nil(v) ? DELETED : v;
  }
  if (is_leaf(s)) return fail_stream(rt, stream, "~S is not a stream of bytes", {stream});
  if (depth >= stream_depth_limit) return fail_stream_depth(rt, stream);
  return s->kind() == StreamKind::concatenated ? read_concatenated_byte(rt, s, depth + 1) : read_echo_byte(rt, s, depth + 1);
}

}  // namespace

Value byte_at_hand(Runtime& rt, Value stream) {
  Stream* s = read_leaf(rt, stream);
  if (s == nullptr) return FAILED;
  if (s->kind() != StreamKind::file || !s->has(stream_binary)) return UNBOUND;
  const std::size_t n = file_of(rt, s).element_bytes();
  while (file_of(rt, s).in.size() - file_of(rt, s).in_position < n) {
    if (platform::wait_for_file(file_of(rt, s).fd, platform::readable, 0) == 0) return NIL;
    const Fill filled = fill(rt, s);
    if (filled != Fill::more) return filled == Fill::failed ? FAILED : NIL;
  }
  return T;
}

Value read_byte(Runtime& rt, Value stream) { return read_nested_byte(rt, stream, 0); }

}  // namespace tessera
