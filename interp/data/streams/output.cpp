// Writes characters and bytes to streams of every kind, and tracks columns.
#include <algorithm>
#include <cerrno>
#include <new>
#include <utility>

#include "base/utf8.hpp"
#include "data/numbers/integers.hpp"
#include "data/numbers/numbers.hpp"
#include "data/sequences/array_make.hpp"
#include "data/sequences/list_walk.hpp"
#include "data/streams/streams.hpp"
#include "platform/files.hpp"

namespace tessera {

namespace {

constexpr std::size_t write_bytes = 16384;

void count_columns(Stream* s, StringView text) {
  const std::size_t newline = text.rfind(U'\n');
  const auto n = static_cast<std::int64_t>(text.size());
  if (newline == text.npos) s->out_column = Value::fixnum(s->out_column.as_fixnum() + n);
  else s->out_column = Value::fixnum(n - static_cast<std::int64_t>(newline) - 1);
}

/// Prepares a file open in both directions for output: seeks back over the input that was read ahead. On sockets and
/// similar files this is not possible, and the input stays.
void stop_reading(OpenFile& file) {
  if (file.in.empty() || file.waits()) return;
  const auto ahead = static_cast<std::int64_t>(file.in.size() - file.in_position);
  if (ahead > 0) platform::seek_file(file.fd, -ahead, platform::SeekFrom::here);
  file.in.clear();
  file.in_position = file.last_position = 0;
}

bool flush_file(Runtime& rt, Stream* s) {
  OpenFile& file = file_of(rt, s);
  if (rt.streams->flush(file)) return true;
  fail_transfer(rt, s, "write to", std::exchange(file.lost, 0));
  return false;
}

void append_latin1(std::string& out, StringView text) {
  for (char32_t c : text) out.push_back(c < StringView::narrow_limit ? static_cast<char>(c) : '?');
}

void prepare_to_write(Runtime& rt, const Stream* s, OpenFile& file) {
  stop_reading(file);
  const std::int64_t i = s->index.as_fixnum();
  if (i > 2) return;
  rt.streams->standard_written = true;
  if (OpenFile& other = (*rt.streams)[i == 2 ? 1 : 2]; !other.out.empty()) rt.streams->flush(other);  // keep the two in order
}

bool write_file(Runtime& rt, Stream* s, StringView text) {
  OpenFile& file = file_of(rt, s);
  prepare_to_write(rt, s, file);
  rt.note_effect();
  if (file.latin1) append_latin1(file.out, text);
  else utf8_append(file.out, text);
  count_columns(s, text);
  const bool line_done = file.line_buffered && text.find(U'\n') != text.npos;
  return (file.out.size() < write_bytes && !line_done) || flush_file(rt, s);
}

void count_column(Stream* s, char32_t c) { s->out_column = Value::fixnum(c == '\n' ? 0 : s->out_column.as_fixnum() + 1); }

/// Writes an ASCII character, which is the same in every encoding.
bool write_file_ascii(Runtime& rt, Stream* s, char c) {
  OpenFile& file = file_of(rt, s);
  prepare_to_write(rt, s, file);
  rt.note_effect();
  file.out.push_back(c);
  count_column(s, static_cast<unsigned char>(c));
  return (file.out.size() < write_bytes && !(file.line_buffered && c == '\n')) || flush_file(rt, s);
}

/// Returns the stream's buffer with room for `more` characters; nullptr if memory is short.
Object* buffer_for(Runtime& rt, Stream* s, std::size_t used, std::size_t more) {
  Object* buffer = string_storage(s->buffer.as_object());
  if (TESSERA_LIKELY(used + more <= buffer->length())) return buffer;
  const auto limit = static_cast<std::size_t>(s->limit.as_fixnum());
  if (limit != 0 && used + more > limit) return rt.fail_heap(), nullptr;
  const std::size_t room = std::max(used + more, std::size_t{buffer->length()} * 2);
  const Value larger = make_storage_like(rt, buffer, room);
  if (is_failed(larger)) return nullptr;
  copy_elements(rt, larger.as_object(), 0, buffer, 0, used);
  rt.heap.write(&s->buffer, larger);
  return larger.as_object();
}

bool write_buffer(Runtime& rt, Stream* s, StringView text) {
  const auto used = static_cast<std::size_t>(s->position.as_fixnum());
  Object* buffer = buffer_for(rt, s, used, text.size());
  if (buffer == nullptr) return false;
  set_characters(rt.heap, buffer, used, text);
  s->position = Value::fixnum(static_cast<std::int64_t>(used + text.size()));
  count_columns(s, text);
  return true;
}

/// Makes room for `needed` characters in an adjustable string.
bool extend_array(Runtime& rt, Array* a, std::size_t needed) {
  ArrayView view;
  view_array(to_value(a), view);
  if (!a->has_flag(array_adjustable)) {
    rt.fail_simple(Known::simple_error, "the string ~S is full and not adjustable", {to_value(a)});
    return false;
  }
  return !is_failed(grow_vector(rt, to_value(a), std::max(needed, view.total * 2 + 16)));
}

bool write_array(Runtime& rt, Stream* s, StringView text) {
  Array* a = as<Array>(s->buffer);
  if (!a->fill_pointer.is_fixnum()) return rt.fail_type(s->buffer, Known::string), false;
  const auto used = static_cast<std::size_t>(a->fill_pointer.as_fixnum());
  const std::size_t end = used + text.size();
  if (end > static_cast<std::size_t>(a->size.as_fixnum()) && !extend_array(rt, a, end)) return false;
  ArrayView view;
  view_array(s->buffer, view);
  if (view.storage->type() != Type::string) return rt.fail_type(s->buffer, Known::string), false;
  set_characters(rt.heap, view.storage, view.offset + used, text);
  a->fill_pointer = Value::fixnum(static_cast<std::int64_t>(end));
  count_columns(s, text);
  return true;
}

/// Calls `operation(target, depth)` for each target of the broadcast stream `s`, which is nested in `depth` such
/// streams. As nested broadcast streams may multiply their output, interrupts are handled meanwhile.
template <class Operation> bool broadcast(Runtime& rt, Stream* s, int depth, Operation operation) {
  if (depth >= stream_depth_limit) return fail_stream_depth(rt, to_value(s)), false;
  for (Handle rest(rt.heap, s->first); rest.get().is_cons(); rest = rest.get().as_cons()->cdr)
    if (!handle_interrupts(rt) || !operation(rest.get().as_cons()->car, depth + 1)) return false;
  return true;
}

bool write_gray(Runtime& rt, const Stream* s, StringView text) {
  if (text.size() == 1) return !is_failed(call_gray(rt, s, "%GRAY-WRITE-CHAR", {Value::character(text[0])}));
  return text.empty() ||
         !is_failed(call_gray(rt, s, "%GRAY-WRITE-STRING",
                              {make_string(rt, text), Value::fixnum(0), Value::fixnum(static_cast<std::int64_t>(text.size()))}));
}

/// Writes to a string; if memory is short, once more after a collection, which may move the stream and `text`.
bool write_memory(Runtime& rt, Stream* s, StringView text) {
  const auto write = [&rt](Stream* to, StringView part) {
    try {
      return to->kind() == StreamKind::vector_output ? write_array(rt, to, part) : write_buffer(rt, to, part);
    } catch (const std::bad_alloc&) { return rt.fail_heap(), false; }  // there is no room for wide characters
  };
  if (TESSERA_LIKELY(write(s, text))) return rt.note_effect(), true;
  if (rt.failure.type != rt.sym(Known::storage_condition)) return false;
  const Handle stream(rt.heap, to_value(s));
  TextBuffer kept;
  kept.append(text);
  return rt.free_memory() && write(stream_of(stream), kept.view()) && (rt.note_effect(), true);
}

bool write_buffer_char(Runtime& rt, Stream* s, char32_t c) {
  const auto used = static_cast<std::size_t>(s->position.as_fixnum());
  Object* buffer = s->buffer.as_object();
  const bool narrow = buffer->subtype() == static_cast<std::uint16_t>(StringForm::narrow);
  if (TESSERA_UNLIKELY(!narrow || c >= StringView::narrow_limit || used >= buffer->length())) return write_memory(rt, s, {&c, 1});
  buffer->data<unsigned char>()[used] = static_cast<unsigned char>(c);
  rt.note_effect();
  s->position = Value::fixnum(s->position.as_fixnum() + 1);
  count_column(s, c);
  return true;
}

/// Writes `text` to a stream within `depth` broadcast streams. If there are any, `text` is outside the heap.
bool write_text(Runtime& rt, Value stream, StringView text, int depth) {
  Stream* s = resolve_output(rt, stream);
  if (s == nullptr) return false;
  switch (s->kind()) {
    case StreamKind::file:
      if (!s->has(stream_binary)) return write_file(rt, s, text);
      return fail_stream(rt, stream, "~S is a stream of bytes, not of characters", {stream}), false;
    case StreamKind::string_output:
    case StreamKind::pretty:
    case StreamKind::vector_output: return write_memory(rt, s, text);
    case StreamKind::gray: return write_gray(rt, s, text);
    default: break;
  }
  TextBuffer copy;
  if (depth == 0) copy.append(text);
  const StringView kept = depth == 0 ? copy.view() : text;
  return broadcast(rt, s, depth, [&rt, kept](Value target, int deeper) { return write_text(rt, target, kept, deeper); });
}

}  // namespace

bool write_string(Runtime& rt, Value stream, StringView text) { return write_text(rt, stream, text, 0); }

bool reserve_output(Runtime& rt, Value stream, std::size_t characters) {
  Stream* s = resolve_output(rt, stream);
  if (s == nullptr) return false;
  if (s->kind() == StreamKind::string_output || s->kind() == StreamKind::pretty)
    return buffer_for(rt, s, static_cast<std::size_t>(s->position.as_fixnum()), characters) != nullptr;
  const Array* a = s->kind() == StreamKind::vector_output ? as<Array>(s->buffer) : nullptr;
  if (a == nullptr || !a->fill_pointer.is_fixnum()) return true;
  const std::size_t end = static_cast<std::size_t>(a->fill_pointer.as_fixnum()) + characters;
  return end <= static_cast<std::size_t>(a->size.as_fixnum()) || extend_array(rt, as<Array>(s->buffer), end);
}

bool write_char(Runtime& rt, Value stream, char32_t c) {
  if (is_stream(stream) && stream_of(stream)->has(stream_open)) {
    Stream* s = stream_of(stream);
    if (s->kind() == StreamKind::string_output || s->kind() == StreamKind::pretty) return write_buffer_char(rt, s, c);
    if (s->kind() == StreamKind::file && c < 0x80 && s->has(stream_output) && !s->has(stream_binary))
      return write_file_ascii(rt, s, static_cast<char>(c));
  }
  if (c >= StringView::narrow_limit) return write_text(rt, stream, {&c, 1}, 0);
  const auto narrow = static_cast<unsigned char>(c);
  return write_text(rt, stream, {&narrow, 1}, 0);
}

namespace {

bool finish_nested_output(Runtime& rt, Value stream, int depth) {
  Stream* s = resolve_output(rt, stream);
  if (s == nullptr) return false;
  if (s->kind() == StreamKind::file) return flush_file(rt, s) && (file_of(rt, s).out.empty() || (rt.fail_interrupted(), false));
  if (s->kind() == StreamKind::gray) return !is_failed(call_gray(rt, s, "%GRAY-FINISH-OUTPUT"));
  if (s->kind() != StreamKind::broadcast) return true;
  return broadcast(rt, s, depth, [&rt](Value target, int deeper) { return finish_nested_output(rt, target, deeper); });
}

}  // namespace

bool finish_output(Runtime& rt, Value stream) { return finish_nested_output(rt, stream, 0); }

void clear_output(Runtime& rt, Value stream) {
  Stream* s = resolve_output(rt, stream);
  if (s != nullptr && s->kind() == StreamKind::gray) call_gray(rt, s, "%GRAY-CLEAR-OUTPUT");
  if (s != nullptr && s->kind() == StreamKind::file && file_of(rt, s).interactive) file_of(rt, s).out.clear();
}

namespace {

/// Returns the column of a string with fill pointer: the number of characters after its last newline.
std::int64_t array_column(Value array) {
  StringView text;
  if (!string_view_of_any(array, text)) return 0;
  const std::size_t newline = text.rfind(U'\n');
  return static_cast<std::int64_t>(newline == text.npos ? text.size() : text.size() - newline - 1);
}

std::int64_t gray_column(Runtime& rt, const Stream* s) {
  const Value column = s->has(stream_output) ? call_gray(rt, s, "%GRAY-LINE-COLUMN") : NIL;
  return column.is_fixnum() ? column.as_fixnum() : -1;
}

}  // namespace

std::int64_t output_column(Runtime& rt, Value stream) {
  for (int depth = 0; depth < stream_depth_limit && is_stream(stream = as_stream(stream)); ++depth) {
    const Stream* s = stream_of(stream);
    stream = component_of(rt, s, stream_output);
    if (stream != UNBOUND) continue;
    if (s->kind() == StreamKind::vector_output) return array_column(s->buffer);
    if (s->kind() == StreamKind::gray) return gray_column(rt, s);
    return s->has(stream_output) ? s->out_column.as_fixnum() : -1;
  }
  return -1;
}

bool fresh_line(Runtime& rt, Value stream, bool& fresh) {
  const Stream* s = resolve_output(rt, stream);
  if (s == nullptr) return false;
  if (s->kind() == StreamKind::gray) {
    const Value v = call_gray(rt, s, "%GRAY-FRESH-LINE");
    return fresh = !is_failed(v) && !is_nil(v), !is_failed(v);
  }
  fresh = output_column(rt, stream) > 0;
  return !fresh || write_char(rt, stream, U'\n');
}

namespace {

bool write_file_byte(Runtime& rt, Stream* s, Value integer) {
  OpenFile& file = file_of(rt, s);
  const bool is_signed = file.element_signed;
  if ((!is_signed && integer_sign(integer) < 0) || integer_bits(integer) + (is_signed ? 1 : 0) > file.element_bits)
    return rt.fail_type(integer, s->second), false;
  stop_reading(file);
  if (TESSERA_LIKELY(file.element_bits <= 8 && !is_signed)) {
    file.out.push_back(static_cast<char>(integer.as_fixnum()));
    return file.out.size() < write_bytes || flush_file(rt, s);
  }
  const std::size_t n = file.element_bytes();
  if (integer.is_fixnum()) {
    std::int64_t v = integer.as_fixnum();
    for (std::size_t i = 0; i < n; ++i, v >>= 8) file.out.push_back(static_cast<char>(v & 0xFF));
    return file.out.size() < write_bytes || flush_file(rt, s);
  }
  Value rest = integer;
  for (std::size_t i = 0; i < n; ++i) {
    Value byte = NIL;
    rest = number_divide_integer(rt, rest, Value::fixnum(256), Rounding::floor, &byte);
    file.out.push_back(static_cast<char>(byte.as_fixnum()));
  }
  if (rest != Value::fixnum(0) && rest != Value::fixnum(-1)) return true;
  return file.out.size() < write_bytes || flush_file(rt, s);
}

bool write_nested_byte(Runtime& rt, Value stream, const Handle& integer, int depth) {
  Stream* s = resolve_output(rt, stream);
  if (s == nullptr) return false;
  if (s->kind() == StreamKind::file && s->has(stream_binary)) return write_file_byte(rt, s, integer);
  if (s->kind() == StreamKind::gray) return !is_failed(call_gray(rt, s, "%GRAY-WRITE-BYTE", {integer}));
  if (s->kind() != StreamKind::broadcast) return fail_stream(rt, stream, "~S is not a stream of bytes", {stream}), false;
  return broadcast(rt, s, depth, [&](Value target, int deeper) { return write_nested_byte(rt, target, integer, deeper); });
}

}  // namespace

bool write_octets(Runtime& rt, Stream* s, std::string_view octets) {
  OpenFile& file = file_of(rt, s);
  stop_reading(file);
  file.out += octets;
  return file.out.size() < write_bytes || flush_file(rt, s);
}

bool write_byte(Runtime& rt, Value stream, Value integer) { return write_nested_byte(rt, stream, Handle(rt.heap, integer), 0); }

}  // namespace tessera
