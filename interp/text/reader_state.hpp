// The reader's parts and its functions for each kind of object. Private to text/reader*.cpp.
//
// No function recurses on the depth of objects: objects that wait for their parts are on a stack. Each step reads
// a token or calls a macro, and gives a value that the topmost pending object takes.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "data/streams/streams.hpp"
#include "text/reader.hpp"
#include "text/readtable.hpp"

namespace tessera {

/// The state that nested calls of READ share: the labels #n=, and the depth in backquotes.
struct ReadContext {
  struct Label {
    Value value;
    Value placeholder;
    bool defined, used;
  };
  std::vector<Label> labels;
  std::unordered_map<std::int64_t, std::size_t> label_index;
  Label* find(std::int64_t number) {
    const auto it = label_index.find(number);
    return it == label_index.end() ? nullptr : &labels[it->second];
  }
  int backquotes = 0;
  bool preserve_whitespace = false;
};

/// The outcome of a step.
enum class ReadStep : std::uint8_t {
  value,    ///< an object was read
  nothing,  ///< a comment or similar was read
  pushed,   ///< an object now waits for its parts
  closed,   ///< the character that ends the topmost list or vector was read
  dot,
  end,  ///< the end of the input
  failed
};

/// The characters of a token, and which of them are escaped.
struct Token {
  std::u32string text;
  std::vector<bool> escaped;
  bool any_escape = false;

  void clear() {
    text.clear();
    escaped.clear();
    any_escape = false;
  }
  void add(char32_t c, bool is_escaped) {
    text.push_back(c);
    escaped.push_back(is_escaped);
  }
};

/// The stream, its readtable, and the token that is being collected. Failures report the position where the object
/// began that is being read.
class ReaderInput {
 public:
  ReaderInput(Runtime& runtime, Value source) : rt(runtime), stream(source) {}

  /// Returns the next character, or end_of_input or input_failed. Handles interrupts now and then.
  std::int32_t next() { return --until_poll_ <= 0 && !poll() ? input_failed : read_char(rt, stream); }
  void unread(std::int32_t c) {
    if (c >= 0) unread_char(rt, stream, static_cast<char32_t>(c));
  }
  /// Returns the next characters, as far as they are in memory; `pass` skips some of them, none of which ends a line.
  StringView ready() const;
  void pass(std::size_t count);
  /// Takes the value of *READTABLE*. False: that is not a readtable, and the failure is pending.
  bool take_readtable() { return !is_failed(readtable = current_readtable(rt)); }

  /// Makes `c` the ASCII character that it stands for in source text: typesetters and input methods put others in the
  /// place of some. False: the failure is pending.
  bool take_meaning(char32_t& c) { return c < first_lookalike || ask_meaning(c); }
  static constexpr char32_t first_lookalike = 0x2018, first_full_width = 0x3000;

  ReadStep fail(std::string_view control, std::initializer_list<Value> arguments = {});
  ReadStep fail_package(Value package, std::string_view control, std::initializer_list<Value> arguments);
  /// Fails at the end of the input inside `what`, which begins at `start`; without `start` the position is not
  /// reported.
  ReadStep fail_incomplete(std::string_view what, SourcePosition start = {0, 0}, bool is_list = false);

  Runtime& rt;
  Value stream;
  Value readtable = NIL;
  SourcePosition start;  ///< the start of the object or token that is being read or delivered
  Token token;
  std::size_t pending_bytes = 0;  ///< what the reader's pending objects take
  static constexpr std::int64_t characters_between_polls = 0x4000;

 private:
  /// Handles interrupts. False, too, if the token and the pending objects, which are outside the heap, would not fit
  /// into it, with what is made of them.
  bool poll() {
    until_poll_ = characters_between_polls;
    if (!rt.make_room(token.text.size() * 4 * sizeof(char32_t) + pending_bytes)) return rt.fail_heap(), false;
    return handle_interrupts(rt);
  }
  bool ask_meaning(char32_t& c);
  /// Fails with a condition of `type` about the text at `position`; `key` and `value` are another initarg.
  ReadStep fail_at(SourcePosition position, Value type, std::string_view control, std::initializer_list<Value> arguments, const char* key,
                   Value value);

  std::int64_t until_poll_ = characters_between_polls;
};

enum class PendingKind : std::uint8_t { list, vector, wrap, feature, discard, eval, complex, array, structure, path, label };

/// The position of a list's next object relative to the dot.
enum class Dot : std::uint8_t { before, after, after_last_object, not_allowed };

/// An object that waits for its parts.
struct PendingObject {
  PendingKind kind;
  bool feature_plus = false;     ///< feature: #+
  Dot dot = Dot::before;         ///< list
  std::int8_t backquote = 0;     ///< wrap: the number of levels that it adds to the depth of backquotes
  char32_t close = ')';          ///< list, vector: what ends it
  std::int64_t number = -1;      ///< the argument of the dispatching macro; vector: its length
  std::int64_t count = 0;        ///< vector: elements so far
  Value head = NIL, tail = NIL;  ///< list, vector: the elements; wrap: the operator; label: its number
  Value saved = NIL;             ///< feature: *package* (and *read-suppress* in head); discard: *read-suppress*
  SourcePosition start;
};

class Reader final : public RootSource {
 public:
  Reader(Runtime& runtime, Value stream, bool recursive, ReadOptions options);
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  /// Reads one object. DELETED at the end of the input, UNBOUND if a macro read nothing (only after run_macro).
  Value read() { return run(ReadStep::nothing, NIL); }
  Value run_macro(Macro macro, char32_t c, std::int64_t argument);
  Value read_list_until(char32_t close);

  void trace_roots(Tracer& tracer) override;

  // --- for the functions in namespace reading
  void push(PendingKind kind, std::int64_t number = -1);
  bool is_suppressed() const { return !is_nil(rt.symbol_value_slot(Known::read_suppress)); }
  ReadStep fail(std::string_view control, std::initializer_list<Value> arguments = {}) { return input.fail(control, arguments); }

  Runtime& rt;
  ReaderInput input;
  std::vector<PendingObject> pending;
  ReadContext* context;
  bool has_chosen = false;  ///< #+ or #- at the outermost level has found its feature: an object must follow

 private:
  Value run(ReadStep first, Value value);
  ReadStep step(Value& value);
  ReadStep deliver(Value& value);
  ReadStep complete(Value& value);
  ReadStep append(PendingObject& list, Value value);
  ReadStep end_of_list(Value& value);
  ReadStep finish_vector(Value& value);
  ReadStep take_dot(Value& value);
  ReadStep fail_at_end();
  bool ends_here(char32_t c) const;
  void note_misplaced();
  void pop();
  void restore(const PendingObject& object);
  Value make_cons(Value car, Value cdr, SourcePosition where);

  ReadOptions options_;
  std::size_t promoted_ = 0;  ///< number of pending objects, from the first, that refer to old space only and are not the last
  ReadContext own_context_;
  ReadContext* outer_;
};

/// Reading tokens, calling macros, and making objects of their parts.
namespace reading {

// reader_tokens.cpp
ReadStep read_token(Reader& r, char32_t first, Syntax syntax, Value& value);
bool collect_rest(Reader& r);
/// Returns the token as a number in `radix`; UNBOUND if it is not one.
Value token_number(Reader& r, int radix);
void convert_case(ReaderInput& input);

// reader_macros.cpp
ReadStep macro(Reader& r, Value entry, char32_t c, Value& value);
ReadStep native_macro(Reader& r, Macro m, char32_t c, std::int64_t argument, Value& value);

// reader_objects.cpp
ReadStep finish_feature(Reader& r, bool plus, Value value);
ReadStep finish_eval(Reader& r, Value& value);
ReadStep finish_complex(Reader& r, Value& value);
ReadStep finish_array(Reader& r, std::int64_t rank, Value& value);
ReadStep finish_structure(Reader& r, Value& value);
ReadStep finish_path(Reader& r, Value& value);
ReadStep open_label(Reader& r, std::int64_t number);
ReadStep finish_label(Reader& r, std::int64_t number, Value& value);
ReadStep read_reference(Reader& r, std::int64_t number, Value& value);

}  // namespace reading

}  // namespace tessera
