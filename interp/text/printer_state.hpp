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
  /// 0: met once; -1: met again, without a label yet; n: labelled n. nullptr if `v` is not in the table.
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

/// What nested calls of the printer share.
struct PrintContext {
  std::int64_t depth = 0;
  ObjectTable* labels = nullptr;
  std::int64_t* last_label = nullptr;
};

class Printer final : public RootSource {
 public:
  Printer(Runtime& rt, Value stream);
  ~Printer();
  Printer(const Printer&) = delete;
  Printer& operator=(const Printer&) = delete;

  bool print(Value object);
  void trace_roots(Tracer& tracer) override;
  void after_collection() override { own_labels_.rehash(); }

 private:
  enum class FrameKind : std::uint8_t { list, vector, array, structure };
  /// An object that is partly printed.
  struct Frame {
    FrameKind kind;
    Value object = NIL;           ///< list: the rest; else the object itself
    std::int64_t index = 0;       ///< elements printed so far
    std::int64_t end = 0;         ///< vector: length; array: elements at this level; structure: slots
    std::int64_t offset = 0;      ///< array: index of this row among those of its level
    std::uint32_t dimension = 0;  ///< array: index of this level's dimension
  };

  // printer.cpp
  bool start(Value v);
  bool start_object(Value v);
  bool continue_frame();
  bool continue_list(Frame& f);
  bool continue_vector(Frame& f);
  bool continue_structure(Frame& f);
  void pop();
  bool too_deep();
  bool end_with(const char* text);
  bool cut(const Frame& f) const;
  Value start_abbreviated(Value v);
  bool start_instance(Value v);
  bool call_printer(Value function, Value v);
  bool flush();
  bool poll();
  // printer_arrays.cpp
  bool start_array(Value v);
  bool start_array_level(Value v, std::uint32_t dimension, std::int64_t offset);
  bool continue_array(Frame& f);
  static bool needs_description(Value v);
  bool start_described_array(Value v);
  // printer_circle.cpp
  /// An object that will be printed; if it is a tail of a list, with the index of its first element.
  struct SharedCandidate {
    Value object;
    std::int64_t index;
  };
  bool find_shared(Value root);
  bool may_continue(std::size_t pending);
  void push_parts(Value v, std::int64_t index, std::vector<SharedCandidate>& pending);
  bool print_label(Value v, bool& done);
  bool has_label(Value v);
  // printer_atoms.cpp
  bool print_atom(Value v);
  void print_number_atom(Value v);
  void print_random_state(Value v);
  void print_pathname(Value v);
  void print_pathname_form(Value v);
  void print_character(char32_t c);
  bool print_string(Value v);
  void put_string(StringView text);
  void put_escaped(StringView text);
  void print_bits(const ArrayView& view);
  void print_unreadable(Value v);
  void describe(Value v);
  void put_nested(Value v);
  void describe_stream(const Stream* s);
  void describe_hash_table(Value v);
  // printer_symbols.cpp
  void print_symbol(Value v);
  void print_package_prefix(Value v, StringView name);
  void print_name(StringView name);
  void print_name_cased(StringView name);
  bool needs_bars(StringView name);
  bool is_potential_number(StringView name) const;

  void put(char32_t c) { out_.append(c); }
  void put(std::string_view ascii) { out_.append(ascii); }
  void put(StringView text) { out_.append(text); }

  Runtime& rt_;
  Value stream_;
  Value readtable_;
  PrintSettings settings_;
  Value current_ = NIL;
  bool failed_ = false;
  TextBuffer out_;
  std::vector<Frame> frames_;
  std::int64_t depth_ = 0;
  std::uint32_t ticks_ = 0;
  ObjectTable own_labels_;
  std::int64_t own_last_ = 0;
  PrintContext context_;
  PrintContext* outer_;
};

}  // namespace tessera
