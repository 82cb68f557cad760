// The reader's state: an explicit stack of what is half read, in place of recursion. Private to text/reader*.cpp.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "data/streams/streams.hpp"
#include "text/reader.hpp"
#include "text/readtable.hpp"

namespace tessera {

/// What calls of READ inside one another share: the labels #n=, and how deep in backquotes they are.
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

class Reader final : public RootSource {
 public:
  Reader(Runtime& rt, Value stream, bool recursive, ReadOptions options);
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  /// One object; DELETED at the end of the input, UNBOUND if a macro read nothing (only after run_macro).
  Value read();
  Value run_macro(Macro macro, char32_t c, std::int64_t argument);
  Value read_list_until(char32_t close);

  void trace_roots(Tracer& tracer) override;

 private:
  enum class Kind : std::uint8_t { list, vector, wrap, feature, discard, eval, complex, array, structure, path, label };
  static constexpr std::uint8_t no_dot = 3;
  enum class Step : std::uint8_t { value, nothing, pushed, closed, dot, end, failed };
  /// An object that waits for its parts.
  struct Frame {
    Kind kind;
    bool feature_plus = false;     ///< feature: #+
    std::uint8_t dot = 0;          ///< list: 1 after the dot, 2 after the object behind it; no_dot where none may stand
    std::int8_t backquote = 0;     ///< wrap: what it adds to the depth of backquotes
    char32_t close = ')';          ///< list, vector: what ends it
    std::int64_t number = -1;      ///< the argument of the dispatching macro; vector: its length
    std::int64_t count = 0;        ///< vector: elements so far
    Value head = NIL, tail = NIL;  ///< list, vector: the elements; wrap: the operator; label: its number
    Value saved = NIL;             ///< feature: *package* (and *read-suppress* in head); discard: *read-suppress*
    SourcePosition start;
  };

  // reader.cpp
  Value run(Step first, Value value);
  Step step(Value& value);
  Step deliver(Value& value);
  Step complete(Frame& frame, Value& value);
  Step append(Frame& frame, Value value);
  Step end_of_list(Value& value);
  Step finish_vector(Value& value);
  Step take_dot(Value& value);
  Step at_end();
  void push(Kind kind, std::int64_t number = -1);
  void pop();
  void restore(const Frame& frame);
  Value make_cons(Value car, Value cdr, SourcePosition where);
  bool suppressed() const;
  void note_misplaced();
  bool ends_here(char32_t c) const;

  // reader_tokens.cpp
  Step read_token(char32_t first, Syntax syntax, Value& value);
  bool collect_token(char32_t first, Syntax syntax);
  bool collect_part(char32_t c, Syntax syntax);
  /// The characters that come next, as far as they are known without asking the stream; and how to pass some, none of which ends a line.
  StringView ready() const;
  void pass(std::size_t count);
  void collect_ready();
  bool collect_rest();
  bool collect_quoted();
  bool collect_escaped();
  Step interpret_token(Value& value);
  Step token_symbol(Value& value);
  Step qualified_symbol(std::size_t colon, std::size_t colons, Value& value);
  Step find_external(Value package, StringView name, Value& value);
  Value token_number(int radix);
  int number_base() const;  ///< 0: failed
  void convert_case();
  std::string ascii_token() const;

  // reader_macros.cpp
  Step macro(Value entry, char32_t c, Value& value);
  Step native_macro(Macro m, char32_t c, std::int64_t argument, Value& value);
  Step dispatch(Value table, char32_t c, Value& value);
  bool read_dispatch_argument(std::int64_t& argument, char32_t& sub);
  Step call_macro(Value function, std::initializer_list<Value> arguments, Value& value);
  Step read_string(char32_t close, Value& value);
  Step skip_line();
  Step skip_block();
  Step open_wrap(Known symbol, int backquote);
  Step read_comma();
  Step open_feature(bool plus);
  Step read_character(Value& value);
  Step read_uninterned(Value& value);
  Step read_radix(std::int64_t radix, Value& value);
  Step read_bits(std::int64_t length, Value& value);
  Step open_eval();
  Step illegal(char32_t sub);

  // reader_objects.cpp
  Step finish_feature(bool plus, Value value);
  Step finish_eval(Value& value);
  Step finish_complex(Value& value);
  Step finish_array(std::int64_t rank, Value& value);
  Step finish_described_array(Value& value);
  Step make_array(Value type, Value dimensions, Value contents, Value& value);
  Step finish_structure(Value& value);
  Step finish_path(Value& value);
  Step open_label(std::int64_t number);
  Step finish_label(std::int64_t number, Value& value);
  Step read_reference(std::int64_t number, Value& value);
  void substitute(Value root, Value placeholder, Value object);
  int feature_holds(Value expression, int depth, int& parts);

  // failures
  Step fail(std::string_view control, std::initializer_list<Value> arguments = {});
  Step fail_package(Value package, std::string_view control, std::initializer_list<Value> arguments);
  Step fail_incomplete(std::string_view what);
  std::string place_text(SourcePosition place) const;

  /// Now and then it lets interrupts be handled, and looks if there is memory for a token or a list as long as this one.
  std::int32_t next() { return (++ticks_ & 0x3FFF) == 0 && !poll() ? input_failed : read_char(rt_, stream_); }
  bool poll() {
    if (!rt_.heap.has_room(token_.size() * 2 * sizeof(char32_t))) return rt_.fail_heap(), false;
    return handle_interrupts(rt_);
  }
  void unread(std::int32_t c) {
    if (c >= 0) unread_char(rt_, stream_, static_cast<char32_t>(c));
  }
  Value readtable() { return readtable_; }

  Runtime& rt_;
  Value stream_;
  Value readtable_ = NIL;
  ReadOptions options_;
  std::vector<Frame> frames_;
  std::size_t settled_frames_ = 0;  ///< so many have not changed since the last collection: they lead to nothing young
  SourcePosition start_;            ///< where the object or token began that is being read or delivered
  ReadContext own_;
  ReadContext* context_;
  ReadContext* outer_;
  // the token: its characters, and which of them are escaped
  std::u32string token_;
  std::vector<bool> escaped_;
  bool any_escape_ = false;
  bool chosen_ = false;      ///< #+ or #- has found its feature: an object must follow
  std::uint32_t ticks_ = 0;  ///< characters read
};

}  // namespace tessera
