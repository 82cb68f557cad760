// Stream objects and the table of open files: making, classifying, closing.
#include "data/streams/streams.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "data/pathnames/pathnames.hpp"
#include "data/sequences/arrays.hpp"
#include "data/sequences/list_walk.hpp"
#include "data/symbols/packages.hpp"
#include "platform/clock.hpp"
#include "platform/files.hpp"
#include "platform/sockets.hpp"
#include "platform/terminal.hpp"
#include "runtime/file_access.hpp"
#include "runtime/waiting.hpp"

namespace tessera {

// --- the table

bool OpenFile::find_whether_it_waits() {
  using platform::FileKind;
  platform::FileInfo info;
  may_wait = fd >= 0 && (!platform::look_at_file(fd, info) ||
                         !(info.kind == FileKind::file || info.kind == FileKind::block_device || info.kind == FileKind::directory));
  return *may_wait;
}

StreamTable::StreamTable(Runtime& rt) : rt_(&rt) {
  for (int fd = 0; fd < 3; ++fd) {
    OpenFile file;
    file.fd = fd;
    file.interactive = platform::is_terminal(fd);
    file.line_buffered = fd == 2 || file.interactive;
    add(std::move(file));
  }
}

StreamTable::~StreamTable() {
  flush_at_end(config::cleanup_nanoseconds);
  for (std::size_t i = 3; i < files_.size(); ++i)
    if (files_[i]->fd >= 0) platform::close_file(files_[i]->fd);
}

std::size_t StreamTable::add(OpenFile file) {
  file.serial = ++last_serial_;
  for (std::size_t i = 3; i < files_.size(); ++i) {
    if (files_[i]->is_open()) continue;
    *files_[i] = std::move(file);
    return i;
  }
  files_.push_back(std::make_unique<OpenFile>(std::move(file)));
  return files_.size() - 1;
}

bool StreamTable::release(std::size_t i) {
  if (i < 3) return true;
  const bool good = files_[i]->fd < 0 || platform::close_file(files_[i]->fd) || errno == EINTR;
  *files_[i] = OpenFile();
  if (rt_ != nullptr) rt_->wake_others();  // threads that wait for it find it closed
  return good;
}

void StreamTable::replace_standard(std::size_t i, std::function<void(std::string_view)> write_callback,
                                   std::function<std::string()> read_callback) {
  *files_[i] = OpenFile();
  files_[i]->write_callback = std::move(write_callback);
  files_[i]->read_callback = std::move(read_callback);
}

void StreamTable::flush_written(std::uint64_t timeout) {
  standard_written = false;
  flush(*files_[1], timeout);
  flush(*files_[2], timeout);
  standard_written = !files_[1]->out.empty() || !files_[2]->out.empty();
}

namespace {

/// Writes as much as possible without waiting. For pipes that is what certainly has room, once they are writable.
std::ptrdiff_t write_some(OpenFile& file, std::string_view bytes) {
  if (file.is_socket) return platform::send_bytes(file.fd, bytes);
  return platform::write_file(file.fd, file.waits() ? bytes.substr(0, platform::room_of_pipes) : bytes);
}

/// Keeps the line that `written` has begun, or continues with, as far as a prompt may be long.
void note_begun_line(OpenFile& file, std::string_view written) {
  constexpr std::size_t longest = 1000;
  const std::size_t newline = written.rfind('\n');
  if (newline != std::string_view::npos) file.begun_line.clear();
  file.begun_line.append(newline == std::string_view::npos ? written : written.substr(newline + 1));
  if (file.begun_line.size() > longest) file.begun_line.clear();
}

}  // namespace

bool StreamTable::flush(OpenFile& file, std::uint64_t timeout) {
  if (TESSERA_UNLIKELY(transient_line_) && file.interactive) show_transient_line({});
  if (file.write_callback) {
    const std::string text = std::exchange(file.out, {});
    if (!text.empty()) file.write_callback(text);
    return true;
  }
  const std::uint64_t until = timeout == UINT64_MAX ? UINT64_MAX : platform::monotonic_nanoseconds() + timeout;
  std::size_t done = 0;
  while (done < file.out.size()) {
    const OutputRoom room = file.waits() ? find_room(file, done, until) : OutputRoom::some;
    if (room == OutputRoom::closed) return true;
    if (room == OutputRoom::interrupted) break;
    const std::ptrdiff_t n =
        room == OutputRoom::timed_out ? (errno = ETIMEDOUT, -1) : write_some(file, std::string_view(file.out).substr(done));
    if (n >= 0) {
      if (file.interactive) note_begun_line(file, std::string_view(file.out).substr(done, static_cast<std::size_t>(n)));
      done += static_cast<std::size_t>(n);
    } else if (errno != EINTR && errno != EAGAIN) {
      file.lost = errno;
      done = file.out.size();
    }
  }
  file.out.erase(0, done);
  errno = file.lost;
  return file.lost == 0;
}

/// Waits until a write of `room_of_pipes` bytes does not block. Other threads of Lisp may write to the file meanwhile,
/// or close it: the `done` part is removed from the buffer first.
StreamTable::OutputRoom StreamTable::find_room(OpenFile& file, std::size_t& done, std::uint64_t until) {
  const std::uint64_t left = until == UINT64_MAX ? until : until - std::min(until, platform::monotonic_nanoseconds());
  if (platform::wait_for_file(file.fd, platform::writable, rt_ != nullptr ? 0 : left) != 0) return OutputRoom::some;
  if (rt_ == nullptr) return OutputRoom::interrupted;
  file.out.erase(0, std::exchange(done, 0));
  const std::int64_t serial = file.serial;
  const std::uint64_t whole = std::min(left, rt_->nanoseconds_left()), timeout = file.output_timeout;
  const WaitResult waited =
      wait_for(*rt_, {.fd = file.fd, .wanted = platform::writable, .nanoseconds = std::min(whole, timeout), .releases_lock = true});
  if (file.serial != serial) return OutputRoom::closed;
  if (waited == WaitResult::ready) return OutputRoom::some;
  return waited == WaitResult::timed_out && timeout < whole ? OutputRoom::timed_out : OutputRoom::interrupted;
}

void StreamTable::show_transient_line(std::string_view text) {
  OpenFile& terminal = *files_[1];
  if (!terminal.interactive || (!text.empty() && !terminal.out.empty()) || (text.empty() && !transient_line_)) return;
  static constexpr std::string_view erasing = "\r\033[K";
  const std::string shown = transient_line_ ? std::string(erasing).append(text) : std::string(text);
  transient_line_ = !text.empty();
  [[maybe_unused]] const std::ptrdiff_t n = platform::write_file(terminal.fd, shown);
}

void StreamTable::flush_at_end(std::uint64_t timeout) {
  rt_ = nullptr;
  flush_all(timeout);
  forget_older_files();
}

void StreamTable::flush_all(std::uint64_t timeout) {
  show_transient_line({});
  for (auto& file : files_) {
    try {
      // The peer of a socket does not keep the process from ending.
      const std::uint64_t most = file->is_socket ? std::min(timeout, config::cleanup_nanoseconds) : timeout;
      if (file->is_open() && !file->out.empty()) flush(*file, most);
    } catch (...) {}  // nothing is left to report the error to
  }
}

void StreamTable::forget_older_files() {
  for (auto& file : files_)
    if (const auto restore_or_remove_old_file = std::exchange(file->restore_or_remove_old_file, nullptr)) restore_or_remove_old_file(false);
}

// --- making

namespace {

Stream* allocate_stream(Runtime& rt, StreamKind kind, std::int64_t flags, bool old) {
  const auto subtype = static_cast<std::uint16_t>(kind);
  Object* o =
      old ? rt.heap.allocate_old(Type::stream, stream_slots, NIL, subtype) : rt.heap.allocate(Type::stream, stream_slots, NIL, subtype);
  auto* s = reinterpret_cast<Stream*>(o);
  s->flags = Value::fixnum(flags | stream_open);
  s->line = s->column = s->last_column = Value::fixnum(1);
  s->index = s->out_column = s->position = s->limit = Value::fixnum(0);
  return s;
}

}  // namespace

Value make_string_input_stream(Runtime& rt, Value simple_string, std::size_t start, std::size_t end) {
  Stream* s = allocate_stream(rt, StreamKind::string_input, stream_input, false);
  s->buffer = simple_string;
  s->position = Value::fixnum(static_cast<std::int64_t>(start));
  s->limit = Value::fixnum(static_cast<std::int64_t>(end));
  s->extra = Value::fixnum(0);
  return to_value(s);
}

Value make_string_input_stream(Runtime& rt, StringView text) { return make_string_input_stream(rt, make_string(rt, text), 0, text.size()); }

Value make_string_output_stream(Runtime& rt) {
  Stream* s = allocate_stream(rt, StreamKind::string_output, stream_output, false);
  s->buffer = Value::object(allocate_string(rt.heap, 120));
  return to_value(s);
}

Value make_vector_output_stream(Runtime& rt, Value array) {
  Stream* s = allocate_stream(rt, StreamKind::vector_output, stream_output, false);
  s->buffer = array;
  return to_value(s);
}

Value make_pretty_stream(Runtime& rt, Value target) {
  const std::int64_t column = output_column(rt, target);  // may call Lisp: no Value is held before
  Stream* s = allocate_stream(rt, StreamKind::pretty, stream_output, false);
  s->buffer = Value::object(allocate_string(rt.heap, 120));
  s->first = target;
  s->out_column = Value::fixnum(column < 0 ? 0 : column);
  return to_value(s);
}

Value make_compound_stream(Runtime& rt, StreamKind kind, Value first, Value second, std::int64_t flags) {
  Stream* s = allocate_stream(rt, kind, flags, true);
  rt.heap.write(&s->first, first);
  rt.heap.write(&s->second, second);
  return to_value(s);
}

Value make_file_stream(Runtime& rt, OpenFile file, std::int64_t flags, Value pathname) {
  const std::size_t index = rt.streams->add(std::move(file));
  Stream* s = allocate_stream(rt, StreamKind::file, flags, true);
  s->index = Value::fixnum(static_cast<std::int64_t>(index));
  rt.heap.write(&s->first, pathname);
  rt.heap.write(&s->second, rt.cl("CHARACTER"));
  return to_value(s);
}

Value open_file_input(Runtime& rt, const std::string& path) {
  OpenFile file;
  file.fd = platform::open_file(platform::current_directory, path, platform::open_reading);
  const Value name = rt.make_string(path);
  if (file.fd < 0) return fail_file(rt, name, "open", errno);
  file.path = path;
  return make_file_stream(rt, std::move(file), stream_input, name);
}

Value take_output_string(Runtime& rt, Value stream) {
  Stream* s = stream_of(stream);
  const auto length = static_cast<std::size_t>(s->position.as_fixnum());
  const Value result = make_string(rt, string_view_of(s->buffer).substr(0, length));
  s->position = Value::fixnum(0);
  if (s->kind() == StreamKind::string_output) s->out_column = Value::fixnum(0);
  return result;
}

// --- standard streams

namespace {

Value standard_file_stream(Runtime& rt, int fd) {
  Stream* s = allocate_stream(rt, StreamKind::file, stream_console | (fd == 0 ? stream_input : stream_output), true);
  s->index = Value::fixnum(fd);
  rt.heap.write(&s->second, rt.cl("CHARACTER"));
  return to_value(s);
}

void define_variable(Runtime& rt, Value symbol, Value value) {
  set_flag(rt, symbol, symbol_special);
  rt.heap.write(&rt.symbol(symbol)->value, value);
}

Value synonym_to(Runtime& rt, Value symbol, std::int64_t flags) {
  return make_compound_stream(rt, StreamKind::synonym, symbol, NIL, flags);
}

}  // namespace

void install_standard_streams(Runtime& rt) {
  rt.streams = std::make_shared<StreamTable>(rt);
  const Value input = rt.tessera("*STDIN*"), output = rt.tessera("*STDOUT*"), error = rt.tessera("*STDERR*");
  if (is_stream(rt.symbol(input)->value)) return;  // the image has them
  define_variable(rt, input, standard_file_stream(rt, 0));
  define_variable(rt, output, standard_file_stream(rt, 1));
  define_variable(rt, error, standard_file_stream(rt, 2));
  define_variable(rt, rt.cl("*STANDARD-INPUT*"), synonym_to(rt, input, stream_input));
  define_variable(rt, rt.cl("*STANDARD-OUTPUT*"), synonym_to(rt, output, stream_output));
  define_variable(rt, rt.cl("*ERROR-OUTPUT*"), synonym_to(rt, error, stream_output));
  const Value terminal = rt.cl("*TERMINAL-IO*");
  const Value in = synonym_to(rt, input, stream_input), out = synonym_to(rt, output, stream_output);
  define_variable(rt, terminal, make_compound_stream(rt, StreamKind::two_way, in, out, stream_input | stream_output));
  for (const char* name : {"*QUERY-IO*", "*DEBUG-IO*"})
    define_variable(rt, rt.cl(name), synonym_to(rt, terminal, stream_input | stream_output));
  define_variable(rt, rt.cl("*TRACE-OUTPUT*"), synonym_to(rt, output, stream_output));
  install_pathname_defaults(rt);
}

// --- designators and resolution

namespace {

Value designator(Runtime& rt, Value d, Known standard) {
  d = as_stream(d);
  if (is_stream(d)) return d;
  if (d != NIL && d != T) return rt.fail_type(d, Known::stream);
  const Value v = as_stream(rt.symbol(d == T ? rt.cl("*TERMINAL-IO*") : rt.sym(standard))->value);
  return is_stream(v) ? v : rt.fail_type(v, Known::stream);
}

template <StreamFlag flag> Stream* resolve(Runtime& rt, Value stream, const char* wrong_direction) {
  Value v = stream;
  for (int depth = 0; depth < stream_depth_limit; ++depth) {
    v = as_stream(v);
    if (!is_stream(v)) return rt.fail_type(v, Known::stream), nullptr;
    Stream* s = stream_of(v);
    if (!s->has(stream_open)) return fail_stream(rt, v, "the stream ~S is closed", {v}), nullptr;
    if (s->kind() == StreamKind::synonym) {
      v = rt.symbol(s->first)->value;
      if (v == UNBOUND) return rt.fail(rt.cl("UNBOUND-VARIABLE"), {rt.keyword("NAME"), s->first}), nullptr;
    } else if (!s->has(flag)) {
      return fail_stream(rt, v, wrong_direction, {v}), nullptr;
    } else if (s->kind() == StreamKind::two_way || (flag == stream_output && s->kind() == StreamKind::echo)) {
      v = flag == stream_input ? s->first : s->second;
    } else {
      return s;
    }
  }
  return fail_stream_depth(rt, stream), nullptr;
}

}  // namespace

Value component_of(Runtime& rt, const Stream* s, StreamFlag direction) {
  Value component = NIL;
  switch (s->kind()) {
    case StreamKind::synonym: return rt.symbol(s->first)->value;
    case StreamKind::two_way:
    case StreamKind::echo: return direction == stream_input ? s->first : s->second;
    case StreamKind::concatenated: return s->first.is_cons() ? s->first.as_cons()->car : NIL;
    case StreamKind::broadcast:
      for (const Value element : elements_of(s->first)) component = element;
      return component;
    default: return UNBOUND;
  }
}

Value answering_stream(Runtime& rt, Value v) {
  for (int depth = 0; depth < stream_depth_limit && is_stream(v = as_stream(v)); ++depth) {
    Stream* s = stream_of(v);
    if (s->kind() == StreamKind::synonym) {
      v = rt.symbol(s->first)->value;
    } else if (s->kind() == StreamKind::broadcast) {
      v = UNBOUND;
      for (const Value element : elements_of(s->first)) v = element;
    } else {
      break;
    }
  }
  return v;
}

Value input_designator(Runtime& rt, Value d) { return designator(rt, d, Known::standard_input); }
Value output_designator(Runtime& rt, Value d) { return designator(rt, d, Known::standard_output); }

Stream* resolve_input(Runtime& rt, Value stream) { return resolve<stream_input>(rt, stream, "~S is not an input stream"); }

Stream* resolve_output(Runtime& rt, Value stream) { return resolve<stream_output>(rt, stream, "~S is not an output stream"); }

bool close_stream(Runtime& rt, Value stream, bool abort) {
  Stream* s = stream_of(stream);
  if (!s->has(stream_open)) return true;
  if (s->kind() != StreamKind::file) return s->set(stream_open, false), true;
  if (s->has(stream_console)) return s->has(stream_input) || finish_output(rt, stream);
  OpenFile& file = file_of(rt, s);
  if (abort && file.created) rt.files->remove(file.path);
  if (abort) file.out.clear();
  int error = rt.streams->flush(file) ? 0 : errno;
  file.lost = 0;
  if (!file.out.empty()) return rt.fail_interrupted(), false;
  const auto restore_or_remove_old_file = std::exchange(file.restore_or_remove_old_file, nullptr);
  if (!rt.streams->release(static_cast<std::size_t>(s->index.as_fixnum())) && error == 0) error = errno;
  s->set(stream_open, false);
  if (restore_or_remove_old_file) restore_or_remove_old_file(abort || error != 0);
  if (error == 0 || abort || !s->has(stream_output)) return true;  // of input, nothing is lost
  fail_transfer(rt, s, "write to", error);
  return false;
}

// --- failures

Value fail_about(Runtime& rt, Value type, const char* key, Value object, std::string_view control, std::initializer_list<Value> arguments) {
  return rt.fail(type, {rt.keyword(key), as_seen(object), rt.sym(Known::format_control), rt.make_string(control),
                        rt.sym(Known::format_arguments), rt.list(arguments)});
}

Value fail_end_of_file(Runtime& rt, Value stream) { return rt.fail(rt.cl("END-OF-FILE"), {rt.keyword("STREAM"), as_seen(stream)}); }

Value fail_stream(Runtime& rt, Value stream, std::string_view control, std::initializer_list<Value> arguments) {
  return fail_about(rt, rt.tessera("SIMPLE-STREAM-ERROR"), "STREAM", stream, control, arguments);
}

Value fail_stream_depth(Runtime& rt, Value stream) {
  return fail_stream(rt, stream, "the stream ~S forwards to itself, or through more than ~S streams",
                     {stream, Value::fixnum(stream_depth_limit)});
}

Value fail_file(Runtime& rt, Value pathname, std::string_view what, int error_number) {
  const Value reason = rt.make_string(std::strerror(error_number));
  return rt.fail(rt.tessera("SIMPLE-FILE-ERROR"),
                 {rt.keyword("PATHNAME"), as_seen(pathname), rt.keyword("%REASON"), reason, rt.sym(Known::format_control),
                  rt.make_string("cannot " + std::string(what) + " ~S: ~A"), rt.sym(Known::format_arguments), rt.list({pathname, reason})});
}

namespace {

/// Returns the condition class that `classes`, an alist, has for the error.
Value class_of_error(Value classes, int error_number) {
  constexpr int most = 100;  // it may be a program's, and circular
  for (int i = 0; i < most && classes.is_cons(); classes = classes.as_cons()->cdr, ++i) {
    const Value entry = classes.as_cons()->car;
    if (entry.is_cons() && (entry.as_cons()->car == T || entry.as_cons()->car == Value::fixnum(error_number))) return entry.as_cons()->cdr;
  }
  return NIL;
}

Value fail_socket(Runtime& rt, Stream* s, std::string_view what, int error_number) {
  const Value name = s->extra.as_cons()->car, type = class_of_error(s->extra.as_cons()->cdr, error_number);
  const std::string control = "cannot " + std::string(what) + " ~A: " + std::strerror(error_number);
  if (!Runtime::is_symbol(type) || is_nil(type)) return fail_stream(rt, to_value(s), control, {name});
  return rt.fail(type, {rt.keyword("STREAM"), to_value(s), rt.keyword("NUMBER"), Value::fixnum(error_number), rt.sym(Known::format_control),
                        rt.make_string(control), rt.sym(Known::format_arguments), rt.list({name})});
}

}  // namespace

Value fail_transfer(Runtime& rt, Stream* s, std::string_view what, int error_number) {
  if (!is_nil(s->first)) return fail_file(rt, s->first, what, error_number);
  if (s->extra.is_cons()) return fail_socket(rt, s, what, error_number);
  static constexpr const char* standard[] = {"the standard input", "the standard output", "the standard error output"};
  const int fd = (*rt.streams)[static_cast<std::size_t>(s->index.as_fixnum())].fd;
  const std::string name = fd >= 0 && fd < 3 ? standard[fd] : "a file without a name";
  return fail_about(rt, rt.tessera(error_number == EPIPE ? "BROKEN-PIPE" : "SIMPLE-STREAM-ERROR"), "STREAM",
                    Value::object(reinterpret_cast<Object*>(s)),
                    "cannot " + std::string(what) + " " + name + ": " + std::strerror(error_number), {});
}

}  // namespace tessera
