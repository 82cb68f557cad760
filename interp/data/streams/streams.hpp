// Streams: objects, the table of open files, reading and writing characters and bytes. Layer: data.
//
// A stream is a heap object; only what the operating system knows (descriptor, byte buffers) stands in the
// StreamTable, at the index that the object holds. Indices 0, 1 and 2 are the process's standard input, output and
// error output in every run, so that the streams of an image stay good. Streams that may wait for a terminal, and so
// may run an interrupt's handler, are made in old space: they do not move under a reader's feet.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_buffer.hpp"
#include "data/sequences/strings.hpp"
#include "runtime/interrupts.hpp"

namespace tessera {

/// Subtype of Type::stream.
enum class StreamKind : std::uint16_t {
  file,
  string_input,
  string_output,
  vector_output,
  pretty,
  broadcast,
  concatenated,
  echo,
  two_way,
  synonym,
  gray
};

enum StreamFlag : std::int64_t {
  stream_open = 1,
  stream_input = 2,
  stream_output = 4,
  stream_binary = 8,
  stream_unread = 16,
  stream_console = 32,
};

struct Stream {
  std::uint64_t header;
  Value flags;        ///< fixnum: StreamFlags
  Value index;        ///< fixnum: of a file stream, its place in the StreamTable
  Value line;         ///< fixnum: of the next character to be read, from 1
  Value column;       ///< fixnum: of the next character to be read, from 1
  Value last_column;  ///< fixnum: what `column` was before the last character
  Value out_column;   ///< fixnum: where the next character goes, from 0
  Value buffer;       ///< string streams: a simple string; vector_output: the array
  Value position;     ///< fixnum: string_input: next character; string_output: characters so far
  Value limit;        ///< fixnum: string_input: end; string_output: most characters, 0 for any number
  Value first;        ///< what it is made of: two_way and echo: input; broadcast, concatenated: list; synonym: symbol;
                      ///< pretty: target; file: pathname; gray: the instance
  Value second;       ///< two_way and echo: output; pretty: state; file: element type
  Value extra;        ///< file: truename when opened; string_input: index of the string's first character; of sockets a list: what
                      ///< messages call it, and an alist from numbers of the system's errors (T: others) to classes of conditions
  StreamKind kind() const { return static_cast<StreamKind>(static_cast<std::uint16_t>(header >> 16)); }
  bool has(StreamFlag f) const { return (flags.as_fixnum() & f) != 0; }
  void set(StreamFlag f, bool on) { flags = Value::fixnum(on ? flags.as_fixnum() | f : flags.as_fixnum() & ~std::int64_t{f}); }
};
inline constexpr std::size_t stream_slots = 12;

/// What the operating system knows of a stream.
struct OpenFile {
  int fd = -1;
  std::string in;  ///< bytes read and not yet consumed, from in_position on
  std::size_t in_position = 0, last_position = 0;
  std::string out;            ///< bytes not yet written
  unsigned element_bits = 0;  ///< of binary streams
  bool element_signed = false;
  bool latin1 = false;
  bool line_buffered = false;
  bool interactive = false;
  std::string begun_line;        ///< of a terminal: what was written since the last newline
  std::optional<bool> may_wait;  ///< reading or writing may wait for others, as it never does for files on disks; nothing: not known yet
  bool created = false;          ///< the file did not exist before: closing with :abort removes it
  bool append = false;
  std::string path;
  /// Where the file took the place of an older one, which has another name as long as the stream is open: put that back, or remove it.
  std::function<void(bool back)> put_aside;
  /// In place of a descriptor, which is -1 then: the host's functions. They run no Lisp.
  std::function<void(std::string_view)> sink;
  std::function<std::string()> source;  ///< the next piece; "" at the end
  bool is_socket = false;               ///< `fd` does not wait; Stream::extra says what its failures are
  std::int64_t serial = 0;              ///< none that is opened has that of another
  std::uint64_t input_patience = UINT64_MAX, output_patience = UINT64_MAX;  ///< nanoseconds to wait for the other side
  bool is_open() const { return fd >= 0 || sink || source; }
  bool waits() { return may_wait ? *may_wait : find_whether_it_waits(); }
  bool find_whether_it_waits();
};

class StreamTable {
 public:
  explicit StreamTable(Runtime& rt);
  ~StreamTable();
  StreamTable(const StreamTable&) = delete;
  StreamTable& operator=(const StreamTable&) = delete;
  std::size_t add(OpenFile file);
  OpenFile& operator[](std::size_t i) { return *files_[i]; }
  std::size_t size() const { return files_.size(); }
  bool release(std::size_t i);
  /// Write out what is buffered. One who does not read is waited for until somebody wants the evaluation, or so many nanoseconds at most;
  /// the rest is left in the buffer. False: failed, and the rest is lost.
  bool flush(OpenFile& file, std::uint64_t patience = UINT64_MAX);
  void flush_all(std::uint64_t patience = UINT64_MAX);
  /// The same before the end, when nothing handles interrupts any more; what was not closed has taken the place of the files that were
  /// there before.
  void flush_at_end(std::uint64_t patience = UINT64_MAX);
  /// Show `text` in a line of the terminal that goes before anything else is written there, or read; "": have it go now. Nothing where
  /// there is no terminal, or where a line has been begun.
  void show_passing(std::string_view text);
  /// Write out what stands in the buffers of the standard files, if something was written to these since; what
  /// remains there is for later.
  void flush_standard(std::uint64_t patience = UINT64_MAX) {
    if (TESSERA_UNLIKELY(standard_written)) flush_written(patience);
  }
  /// Have a standard file be functions of the host.
  void replace_standard(std::size_t i, std::function<void(std::string_view)> sink, std::function<std::string()> source);
  bool standard_written = false;

  // What nested calls of the reader and the printer share.
  struct ReadContext* read_context = nullptr;
  struct PrintContext* print_context = nullptr;

  enum class Typed : std::uint8_t {
    line,
    end,
    nobody,  ///< there is no editor now: the terminal's own line editing serves
    failed,  ///< an exit is under way
  };
  /// Lets the user edit a line of the terminal, behind what was written there, and appends it to a buffer. Runs Lisp: may collect.
  std::function<Typed(std::string&)> line_editor;

 private:
  void flush_written(std::uint64_t patience);
  void forget_older_files();
  enum class Room : std::uint8_t {
    some,
    wanted,  ///< somebody wants the evaluation, or its time is over
    none,    ///< the time of the file's other side is over
    closed,  ///< by another thread
  };
  Room find_room(OpenFile& file, std::size_t& done, std::uint64_t until);
  Runtime* rt_;  ///< nullptr: it is the end
  std::vector<std::unique_ptr<OpenFile>> files_;
  bool passing_line_ = false;
  std::int64_t last_serial_ = 0;
};

/// What the system knows of a file stream.
inline OpenFile& file_of(Runtime& rt, const Stream* s) { return (*rt.streams)[static_cast<std::size_t>(s->index.as_fixnum())]; }

// --- making streams
Value make_string_input_stream(Runtime& rt, StringView text);
Value make_string_input_stream(Runtime& rt, Value simple_string, std::size_t start, std::size_t end);
Value make_string_output_stream(Runtime& rt);
/// `array` a string with a fill pointer.
Value make_vector_output_stream(Runtime& rt, Value array);
Value make_pretty_stream(Runtime& rt, Value target);
/// A stream made of others: broadcast, concatenated (first: list), echo, two_way (first, second), synonym (symbol).
Value make_compound_stream(Runtime& rt, StreamKind kind, Value first, Value second, std::int64_t flags);
/// The stream that stands for `instance` of a class of streams that a program has defined: what is done with it Lisp does.
Value make_gray_stream(Runtime& rt, Value instance, std::int64_t flags);
Value make_file_stream(Runtime& rt, OpenFile file, std::int64_t flags, Value pathname);
/// A file to read text from; FAILED with a file-error if it cannot be opened. `path` as the system takes it.
Value open_file_input(Runtime& rt, const std::string& path);
/// Characters that were written since the last call.
Value take_output_string(Runtime& rt, Value stream);

/// At the start of each process: the table with the three standard files; and, if they have no value yet (when the
/// image is made), the streams and the variables of the standard streams.
void install_standard_streams(Runtime& rt);

/// Streams that stand for others, or are made of others, may do so in so many steps. What looks for the streams behind them goes so
/// far, and fails beyond: they may stand for themselves.
inline constexpr int stream_depth_limit = 500;
/// The failure of an operation on `stream`, for this limit.
Value fail_stream_depth(Runtime& rt, Value stream);

// --- classification
inline bool is_stream(Value v) { return has_type(v, Type::stream); }
inline Stream* stream_of(Value v) { return as<Stream>(v); }
inline bool is_gray(Value v) { return is_stream(v) && stream_of(v)->kind() == StreamKind::gray; }
/// The stream that stands for `v`, if that is an instance which keeps one where %PROXY has its place; else `v`.
Value stream_standing_for(Value v);
inline Value as_stream(Value v) { return TESSERA_LIKELY(is_stream(v)) ? v : stream_standing_for(v); }
/// What Lisp is to see in place of the stream `v`: the instance for which it stands.
inline Value as_seen(Value v) { return is_gray(v) ? stream_of(v)->first : v; }
/// Call the library's `function` on the instance for which `s` stands, and `arguments`. May collect.
Value call_gray(Runtime& rt, const Stream* s, std::string_view function, std::initializer_list<Value> arguments = {});
/// The stream that a designator names (NIL: standard input or output, T: *terminal-io*); FAILED if it is none.
Value input_designator(Runtime& rt, Value designator);
Value output_designator(Runtime& rt, Value designator);
/// The stream that answers questions put to `stream`: the one behind a synonym, the last of a broadcast stream. UNBOUND if that has
/// none; what is no stream if a synonym's variable holds that.
Value answering_stream(Runtime& rt, Value stream);
/// The stream that does the work behind synonym and two-way streams; nullptr if it failed.
Stream* resolve_input(Runtime& rt, Value stream);
Stream* resolve_output(Runtime& rt, Value stream);

// --- input. `stream` must be a stream (a designator's).
inline constexpr std::int32_t end_of_input = -1, input_failed = -2, no_input_yet = -3;
/// The next character, end_of_input, or input_failed.
std::int32_t read_char(Runtime& rt, Value stream);
/// The same, but no_input_yet where it would have to wait.
std::int32_t read_char_no_hang(Runtime& rt, Value stream);
bool unread_char(Runtime& rt, Value stream, char32_t c);
std::int32_t peek_char(Runtime& rt, Value stream);
/// Append the characters up to the next newline, which is passed over, to `line`. What ended them: '\n', end_of_input or
/// input_failed.
std::int32_t read_line(Runtime& rt, Value stream, TextBuffer& line);
void clear_input(Runtime& rt, Value stream);
SourcePosition input_position(Runtime& rt, Value stream);
/// T if an element of `stream` can be read without waiting, else NIL; UNBOUND if that is not a file of bytes.
Value byte_at_hand(Runtime& rt, Value stream);
/// An integer, DELETED at the end, or FAILED.
Value read_byte(Runtime& rt, Value stream);

// --- output. False: failed.
bool write_char(Runtime& rt, Value stream, char32_t c);
bool write_string(Runtime& rt, Value stream, StringView text);
bool write_byte(Runtime& rt, Value stream, Value integer);
/// The same with many, to a file whose elements are octets.
bool write_octets(Runtime& rt, Stream* file, std::string_view octets);
bool finish_output(Runtime& rt, Value stream);
void clear_output(Runtime& rt, Value stream);
/// Column of the next character, or -1 if unknown.
std::int64_t output_column(Runtime& rt, Value stream);
bool fresh_line(Runtime& rt, Value stream, bool& fresh);

/// False: failed, as what was written did not get to the file. The stream is closed all the same.
bool close_stream(Runtime& rt, Value stream, bool abort);

// --- failures
Value fail_end_of_file(Runtime& rt, Value stream);
/// A condition with an object under `key` and a text.
Value fail_about(Runtime& rt, Value type, const char* key, Value object, std::string_view control, std::initializer_list<Value> arguments);
Value fail_stream(Runtime& rt, Value stream, std::string_view control, std::initializer_list<Value> arguments = {});
/// A file-error about `pathname` with the system's message for `error_number`.
Value fail_file(Runtime& rt, Value pathname, std::string_view what, int error_number);
/// The system cannot `what` the file of `s`: a file-error, or a stream-error about a file without a name.
Value fail_transfer(Runtime& rt, Stream* s, std::string_view what, int error_number);

}  // namespace tessera
