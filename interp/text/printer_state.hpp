// The printer's state: a stack of objects that are partly printed, instead of recursion. Private to text/printer*.cpp.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "base/text_buffer.hpp"
#include "data/sequences/arrays.hpp"
#include "data/streams/streams.hpp"
#include "text/printer.hpp"
#include "text/readtable.hpp"

namespace tessera {

/// The printer variables, read once for each call.
struct PrintSettings {
  bool escape, readably, array, gensym, circle, radix;
  int base;
  std::int64_t length, level;  ///< -1: no limit
  char float_format;
  Value print_case;  ///< :UPCASE, :DOWNCASE or :CAPITALIZE
};
PrintSettings print_settings(Runtime& rt);

/// Maps objects, by identity, to their labels. Survives collections.
class ObjectTable {
 public:
  /// Returns the label of `v`, or nullptr if `v` is not in the table. 0: met once; -1: met again, without a label yet;
  /// n: labelled n.
  std::int64_t* find(Value v);
  /// Returns true if `v` was not in the table.
  bool add(Value v);
  void trace(Tracer& tracer);
  void rehash();
  std::size_t size() const { return objects_.size(); }

 private:
  std::unordered_map<std::uint64_t, std::size_t> index_;
  std::vector<Value> objects_;
  std::vector<std::int64_t> labels_;
};

/// The state that nested calls of the printer share.
struct PrintContext {
  std::int64_t depth = 0;
  ObjectTable* labels = nullptr;
  std::int64_t* last_label = nullptr;
};

/// The state that the parts of a printer share: the settings, and the text that the stream has not received yet.
struct PrintOutput {
  PrintOutput(Runtime& runtime, Value to);
  /// Writes the text to the stream. False: that failed.
  bool flush();
  void put(char32_t c) { text.append(c); }
  void put(std::string_view ascii) { text.append(ascii); }
  void put(StringView characters) { text.append(characters); }

  Runtime& rt;
  Value stream, readtable;
  PrintSettings settings;
  TextBuffer text;
  std::int64_t depth;    ///< the depth of the object that is being printed
  PrintContext* outer;   ///< the context of the printer that called this one, or nullptr
  PrintContext context;  ///< the context for printers that this one calls
};

/// Passes the context of a printer to nested calls of the printer, for the lifetime of this object.
class NestedPrinting {
 public:
  explicit NestedPrinting(PrintOutput& out) : out_(out) {
    out.context.depth = out.depth + 1;
    out.rt.streams->print_context = &out.context;
  }
  ~NestedPrinting() { out_.rt.streams->print_context = out_.outer; }
  NestedPrinting(const NestedPrinting&) = delete;
  NestedPrinting& operator=(const NestedPrinting&) = delete;

 private:
  PrintOutput& out_;
};

/// Prints symbols, and names of packages and slots (printer_symbols.cpp).
class SymbolPrinter {
 public:
  explicit SymbolPrinter(PrintOutput& out) : out_(out) {}
  void print(Value symbol);
  /// Prints a name so that the reader reads it back.
  void print_name(StringView name);

 private:
  void print_package_prefix(Value symbol, StringView name);
  void print_cased(StringView name);
  bool needs_bars(StringView name) const;
  bool is_potential_number(StringView name) const;

  PrintOutput& out_;
};

/// Prints objects without parts, and objects that cannot be read back (printer_atoms.cpp).
class AtomPrinter {
 public:
  explicit AtomPrinter(PrintOutput& out) : out_(out), symbols(out) {}
  /// False: printing failed.
  bool print(Value v);
  bool print_unreadable(Value v);

 private:
  bool print_number_atom(Value v);
  bool print_pathname(Value v);
  bool print_pathname_form(Value v);
  void print_random_state(Value v);
  void print_character(char32_t c);
  bool print_string(Value v);
  void put_string(StringView text);
  void put_escaped(StringView text);
  bool print_bits(Value v);
  bool describe(Value v);
  bool describe_stream(const Stream* s);
  bool describe_hash_table(Value v);
  bool put_nested(Value v);

  PrintOutput& out_;

 public:
  SymbolPrinter symbols;
};

/// The labels #n= of objects that are met again while one is printed (printer_circle.cpp).
class PrintLabels {
 public:
  explicit PrintLabels(PrintOutput& out);
  /// Finds the objects that need labels; uses an outer printer's labels if it knows `root`. False: interrupted, or out
  /// of memory.
  bool find(Value root);
  bool has_label(Value v) const;
  /// Prints the label of `v`, or a reference to the label. Returns true after a reference. Called before `v` is
  /// printed.
  bool print(Value v);
  void trace(Tracer& tracer) { own_.trace(tracer); }
  void rehash() { own_.rehash(); }

 private:
  /// An object that will be printed; if it is a tail of a list, with the index of its first element.
  struct Candidate {
    Value object;
    std::int64_t index;
  };
  bool may_continue(std::size_t pending);
  void push_parts(Candidate whole, std::vector<Candidate>& pending);

  PrintOutput& out_;
  ObjectTable own_;
  std::int64_t own_last_ = 0;
};

/// True if the reader would make an array of another type or with other dimensions from the elements alone.
bool needs_array_description(Value v);

/// Prints an object and its parts (printer.cpp; arrays: printer_arrays.cpp).
class Printer final : public RootSource {
 public:
  Printer(Runtime& rt, Value stream);
  ~Printer();
  Printer(const Printer&) = delete;
  Printer& operator=(const Printer&) = delete;

  bool print(Value object);
  void trace_roots(Tracer& tracer) override;
  void after_collection() override { labels_.rehash(); }

 private:
  enum class FrameKind : std::uint8_t { list, vector, array, structure };
  /// An object that is partly printed.
  struct Frame {
    FrameKind kind;
    Value object = NIL;           ///< list: the rest; else the object itself
    std::int64_t index = 0;       ///< elements printed so far
    std::int64_t end = 0;         ///< vector: length; array: elements at this level; structure: slots
    std::int64_t offset = 0;      ///< array: index of this row among all rows of its level
    std::uint32_t dimension = 0;  ///< array: index of this level's dimension
  };

  bool start(Value v);
  bool start_object(Value v);
  Value start_abbreviated(Value v);
  bool start_instance(Value v);
  bool start_array(Value v);
  bool start_array_level(Value v, std::uint32_t dimension, std::int64_t offset);
  bool start_described_array(Value v);
  bool call_printer(Value function, Value v);

  bool continue_frame();
  bool continue_list(Frame& f);
  bool continue_vector(Frame& f);
  bool continue_array(Frame& f);
  bool continue_structure(Frame& f);
  void push(const Frame& f);
  bool end_with(const char* text);
  bool too_deep();
  bool cut(const Frame& f) const;
  bool poll();

  PrintOutput out_;
  AtomPrinter atoms_;
  PrintLabels labels_;
  Value current_ = NIL;
  std::vector<Frame> frames_;
  std::uint32_t ticks_ = 0;
};

}  // namespace tessera
