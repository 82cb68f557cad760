// Streams: objects, the table of open files, reading and writing characters and bytes. Layer: data.
//
// A stream is a heap object; the state that is not part of an image (descriptor, byte buffers) is in the StreamTable of
// the interpreter, at the index that the object holds. Indices 0, 1 and 2 are the standard input, output and error
// output in every process, so that the streams of an image stay valid. Streams that may wait for a terminal, and so may
// run an interrupt's handler, are allocated in old space: they do not move while C++ uses them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/position.hpp"
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
  static constexpr Type object_type = Type::stream;
  std::uint64_t header;
  Value flags;        ///< fixnum: StreamFlags
  Value index;        ///< fixnum: for a file stream, its index in the StreamTable
  Value line;         ///< fixnum: of the next character to be read, from 1
  Value column;       ///< fixnum: of the next character to be read, from 1
  Value last_column;  ///< fixnum: `column` before the last character
  Value out_column;   ///< fixnum: of the next character to be written, from 0
  Value buffer;       ///< string streams: a simple string; vector_output: the array
  Value position;     ///< fixnum: string_input: next character; string_output: characters so far
  Value limit;        ///< fixnum: string_input: end; string_output: most characters, 0 for any number
  /// The component: two_way and echo: input; broadcast, concatenated: list; synonym: symbol; pretty: target; file:
  /// pathname; gray: the instance.
  Value first;
  Value second;  ///< two_way and echo: output; pretty: state; file: element type
  /// file: truename when opened; string_input: index of the string's first character; sockets: a list of what messages
  /// call it, and an alist from error numbers (T: others) to condition classes.
  Value extra;
  StreamKind kind() const { return static_cast<StreamKind>(static_cast<std::uint16_t>(header >> 16)); }
  bool has(StreamFlag f) const { return (flags.as_fixnum() & f) != 0; }
  void set(StreamFlag f, bool on) { flags = Value::fixnum(on ? flags.as_fixnum() | f : flags.as_fixnum() & ~std::int64_t{f}); }
};
inline constexpr std::size_t stream_slots = 12;

/// The part of a file stream that is not in the heap.
struct OpenFile {
  int fd = -1;
  std::string in;  ///< bytes read and not yet consumed, from in_position on
  std::size_t in_position = 0, last_position = 0;
  std::string out;            ///< bytes not yet written
  unsigned element_bits = 0;  ///< the size of an element of a binary stream
  bool element_signed = false;
  bool latin1 = false;
  bool line_buffered = false;
  bool interactive = false;
  std::string begun_line;        ///< the text written to a terminal since the last newline
  std::optional<bool> may_wait;  ///< reading or writing may wait, as it never does for files on disks; nothing: unknown
  int lost = 0;                  ///< the error with which output was lost, until an operation reports it
  bool created = false;          ///< the file did not exist before: closing with :abort removes it
  bool append = false;
  std::string path;
  /// Restores or removes an older file that this one replaced; it is renamed while the stream is open.
  std::function<void(bool back)> restore_or_remove_old_file;
  /// Functions of the host in place of a descriptor, which is -1 then. They run no Lisp.
  std::function<void(std::string_view)> write_callback;
  std::function<std::string()> read_callback;                             ///< returns the next piece; "" at the end
  bool is_socket = false;                                                 ///< `fd` does not block; Stream::extra describes failures
  std::int64_t serial = 0;                                                ///< unique among all files ever opened
  std::uint64_t input_timeout = UINT64_MAX, output_timeout = UINT64_MAX;  ///< nanoseconds to wait for the other side
  /// Returns the bytes of an element, 1 in a text file.
  std::int64_t element_bytes() const { return element_bits == 0 ? 1 : (element_bits + 7) / 8; }
  bool is_open() const { return fd >= 0 || write_callback || read_callback; }
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
  /// Writes out the buffer. Waits for a reader that is slow until an interrupt or the host ends the wait, or `timeout`
  /// has passed; the rest stays in the buffer. False: this or an earlier flush failed, whose output is lost; `errno`
  /// says why. Callers that have nobody to report this to leave it to the next caller.
  bool flush(OpenFile& file, std::uint64_t timeout = UINT64_MAX);
  void flush_all(std::uint64_t timeout = UINT64_MAX);
  /// Writes out all buffers at the end of the process, when interrupts are not handled any more; files that were not
  /// closed replace the older ones.
  void flush_at_end(std::uint64_t timeout = UINT64_MAX);
  /// Shows `text` in a line of the terminal that is erased before anything else is written or read there; "" erases it
  /// now. Does nothing without a terminal, or if a line has been begun.
  void show_transient_line(std::string_view text);
  /// Writes out the buffers of the standard files, if something was written to them since; what cannot be written stays
  /// there.
  void flush_standard(std::uint64_t timeout = UINT64_MAX) {
    if (TESSERA_UNLIKELY(standard_written)) flush_written(timeout);
  }
  /// Replaces a standard file by functions of the host.
  void replace_standard(std::size_t i, std::function<void(std::string_view)> write_callback, std::function<std::string()> read_callback);
  bool standard_written = false;

  // Shared by nested calls of the reader and of the printer.
  struct ReadContext* read_context = nullptr;
  struct PrintContext* print_context = nullptr;

  enum class LineEditResult : std::uint8_t {
    line,
    end,
    no_editor,  ///< there is no editor now: the terminal's own line editing serves
    failed,     ///< an exit is under way
  };
  /// The function with which the user edits a line of the terminal, after the text that was written there; appends the
  /// line to a buffer. Runs Lisp: may collect.
  std::function<LineEditResult(std::string&)> line_editor;

 private:
  void flush_written(std::uint64_t timeout);
  void forget_older_files();
  enum class OutputRoom : std::uint8_t {
    some,
    interrupted,  ///< an interrupt or the host ends the wait
    timed_out,    ///< the other side took longer than its timeout
    closed,       ///< another thread has closed the file
  };
  OutputRoom find_room(OpenFile& file, std::size_t& done, std::uint64_t until);
  Runtime* rt_;  ///< nullptr at the end of the process
  std::vector<std::unique_ptr<OpenFile>> files_;
  bool transient_line_ = false;
  std::int64_t last_serial_ = 0;
};

/// Returns the open file of a file stream.
inline OpenFile& file_of(Runtime& rt, const Stream* s) { return (*rt.streams)[static_cast<std::size_t>(s->index.as_fixnum())]; }

// --- making streams
Value make_string_input_stream(Runtime& rt, StringView text);
Value make_string_input_stream(Runtime& rt, Value simple_string, std::size_t start, std::size_t end);
Value make_string_output_stream(Runtime& rt);
/// Makes a stream that writes to `array`, a string with a fill pointer.
Value make_vector_output_stream(Runtime& rt, Value array);
Value make_pretty_stream(Runtime& rt, Value target);
/// Makes a stream of others: broadcast, concatenated (first: list), echo, two_way (first, second), synonym (symbol).
Value make_compound_stream(Runtime& rt, StreamKind kind, Value first, Value second, std::int64_t flags);
/// Returns the stream that stands for `instance` of a stream class of the program: operations on it are Lisp's.
Value make_gray_stream(Runtime& rt, Value instance, std::int64_t flags);
Value make_file_stream(Runtime& rt, OpenFile file, std::int64_t flags, Value pathname);
/// Opens a file to read text from; FAILED with a file-error if that is not possible. `path` is a native name.
Value open_file_input(Runtime& rt, const std::string& path);
/// Returns the characters that were written since the last call.
Value take_output_string(Runtime& rt, Value stream);

/// Makes the table with the three standard files, at the start of each process; and, if they have no value yet (when
/// the image is made), the streams and the variables of the standard streams.
void install_standard_streams(Runtime& rt);

/// The number of streams that may forward to another before an operation fails: streams may forward to themselves.
inline constexpr int stream_depth_limit = 500;
/// Fails because of this limit.
Value fail_stream_depth(Runtime& rt, Value stream);

// --- classification
inline bool is_stream(Value v) { return has_type(v, Type::stream); }
inline Stream* stream_of(Value v) { return as<Stream>(v); }
inline bool is_gray(Value v) { return is_stream(v) && stream_of(v)->kind() == StreamKind::gray; }
/// Returns the stream that stands for `v`, if that is an instance with a stream in its %PROXY slot; else `v`.
Value stream_standing_for(Value v);
inline Value as_stream(Value v) { return TESSERA_LIKELY(is_stream(v)) ? v : stream_standing_for(v); }
/// Returns the object that Lisp sees for the stream `v`: the instance for which it stands, if any.
inline Value as_seen(Value v) { return is_gray(v) ? stream_of(v)->first : v; }
/// Calls the library's `function` with the instance for which `s` stands, and `arguments`. May collect.
Value call_gray(Runtime& rt, const Stream* s, std::string_view function, std::initializer_list<Value> arguments = {});
/// Returns the stream that a designator names (NIL: standard input or output, T: *terminal-io*); FAILED if it is not
/// one.
Value input_designator(Runtime& rt, Value designator);
Value output_designator(Runtime& rt, Value designator);
/// Returns the stream that answers questions about `stream`: the target of a synonym, the last of a broadcast stream.
/// UNBOUND if there is none; possibly not a stream, if a synonym's variable holds that.
Value answering_stream(Runtime& rt, Value stream);
/// Returns the stream that a synonym, two-way, echo, concatenated or broadcast stream reads from or writes to next; NIL
/// if it has none. UNBOUND for other streams.
Value component_of(Runtime& rt, const Stream* s, StreamFlag direction);
/// Returns the stream behind synonym and two-way streams; nullptr if it failed.
Stream* resolve_input(Runtime& rt, Value stream);
Stream* resolve_output(Runtime& rt, Value stream);

// --- input. `stream` must be a stream (a designator's).
inline constexpr std::int32_t end_of_input = -1, input_failed = -2, no_input_yet = -3;
/// Returns the next character, end_of_input, or input_failed.
std::int32_t read_char(Runtime& rt, Value stream);
/// Returns the next character like `read_char`, or no_input_yet if it would have to wait.
std::int32_t read_char_no_hang(Runtime& rt, Value stream);
bool unread_char(Runtime& rt, Value stream, char32_t c);
std::int32_t peek_char(Runtime& rt, Value stream);
/// Appends the characters up to the next newline, which is consumed, to `line`. Returns what ended the line: '\n',
/// end_of_input or input_failed.
std::int32_t read_line(Runtime& rt, Value stream, TextBuffer& line);
/// Appends characters that can be read without waiting or further checks to `text`, at most `most`. Returns how many.
std::size_t read_ready_text(Runtime& rt, Value stream, std::size_t most, TextBuffer& text);
void clear_input(Runtime& rt, Value stream);
SourcePosition input_position(Runtime& rt, Value stream);
/// Returns T if an element of `stream` can be read without waiting, else NIL; UNBOUND if `stream` is not a binary file.
Value byte_at_hand(Runtime& rt, Value stream);
/// Returns an integer, DELETED at the end, or FAILED.
Value read_byte(Runtime& rt, Value stream);

// --- output. False: failed.
bool write_char(Runtime& rt, Value stream, char32_t c);
bool write_string(Runtime& rt, Value stream, StringView text);
/// Makes room for `characters` in a string stream, so that writing them does not fail halfway; before any effect.
bool reserve_output(Runtime& rt, Value stream, std::size_t characters);
bool write_byte(Runtime& rt, Value stream, Value integer);
/// Writes many bytes to a file with octets as elements.
bool write_octets(Runtime& rt, Stream* file, std::string_view octets);
bool finish_output(Runtime& rt, Value stream);
void clear_output(Runtime& rt, Value stream);
/// Returns the column of the next character, or -1 if unknown.
std::int64_t output_column(Runtime& rt, Value stream);
bool fresh_line(Runtime& rt, Value stream, bool& fresh);

/// Closes the stream. False: failed, as the buffered output could not be written; the stream is closed nevertheless.
bool close_stream(Runtime& rt, Value stream, bool abort);

// --- failures
Value fail_end_of_file(Runtime& rt, Value stream);
/// Fails with a condition that has an object under `key`, and a text.
Value fail_about(Runtime& rt, Value type, const char* key, Value object, std::string_view control, std::initializer_list<Value> arguments);
Value fail_stream(Runtime& rt, Value stream, std::string_view control, std::initializer_list<Value> arguments = {});
/// Fails with a file-error about `pathname` and the system's message for `error_number`.
Value fail_file(Runtime& rt, Value pathname, std::string_view what, int error_number);
/// Fails since the system cannot `what` the file of `s`: a file-error, or a stream-error for a file without a name.
Value fail_transfer(Runtime& rt, Stream* s, std::string_view what, int error_number);

}  // namespace tessera
