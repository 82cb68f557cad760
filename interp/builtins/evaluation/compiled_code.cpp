// Compiled code as data that COMPILE-FILE can write and LOAD can read: stdlib/compilation/. Layer: builtins.
// Compiled for size.
#include <algorithm>
#include <bit>
#include <span>
#include <string>

#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "compiler/compiler.hpp"
#include "compiler/variable_table.hpp"
#include "compiler/verifier/verify.hpp"
#include "data/objects/lambda_lists.hpp"
#include "data/sequences/list_walk.hpp"
#include "data/symbols/packages.hpp"

namespace tessera {

namespace {

/// Returns a number that depends on the instruction set, and on the file format: code compiled for another one cannot
/// be loaded.
Value instruction_set(Runtime&, Args) {
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a
  const auto add = [&hash](const char* text) {
    for (; *text != 0; ++text) hash = (hash ^ static_cast<unsigned char>(*text)) * 1099511628211U;
  };
  for (const InstructionFacts& f : instruction_facts) {
    add(f.name);
    add(f.text);
  }
  add("packed words");
  // Instructions hold the numbers of types: a type that is inserted changes those of the types after it.
  for (const Type t : {Type::bignum, Type::raw_data}) hash = (hash ^ static_cast<std::uint64_t>(t)) * 1099511628211U;
  return Value::fixnum(static_cast<std::int64_t>(hash >> 8));
}

/// Compiles a form to code rather than a function, as it is not callable before it was loaded from a file.
Value compile_for_file(Runtime& rt, Args a) {
  const Value function = compile_form(rt, a[0], LoadTime::later, is_nil(a.get(1)) ? Findings::collected : Findings::ignored);
  return is_failed(function) ? FAILED : as<Closure>(function)->code;
}

// --- taking code apart

Value kind_of_code(Runtime& rt, Args a) {
  if (has_type(a[0], Type::code)) return rt.keyword("CODE");
  const bool bare = has_type(a[0], Type::closure) && a[0].as_object()->length() == 1;
  return bare ? rt.keyword("FUNCTION") : NIL;
}

Value code_of_function(Runtime& rt, Args a) {
  if (!has_type(a[0], Type::closure)) return rt.fail_type(a[0], Known::compiled_function);
  return as<Closure>(a[0])->code;
}

template <class Word> Value integer_list(Runtime& rt, std::span<const Word> words) {
  std::vector<Value> list;
  for (const Word w : words) list.push_back(make_integer(rt, std::bit_cast<std::make_signed_t<Word>>(w)));
  return rt.list(list);
}

Value position_list(Runtime& rt, const Code* code) {
  const Value packed = packed_positions(code);
  if (is_nil(packed)) return NIL;
  const Object* o = packed.as_object();
  return integer_list(rt, std::span(o->data<unsigned char>(), o->length()));
}

Value instruction_list(Runtime& rt, const Code* code) {
  const std::size_t count = instruction_count(code);
  return integer_list(rt, std::span(reinterpret_cast<const std::uint64_t*>(instructions_of(code)), count));
}

Value variable_list(Runtime& rt, const Code* code) {
  const Value table = variable_table(code);
  return is_nil(table) ? NIL : rt.list(std::span<const Value>(table.as_object()->slots, table.as_object()->length()));
}

bool take_code(Runtime& rt, Value v, Code*& code) {
  if (!has_type(v, Type::code)) return rt.fail_type(v, Known::compiled_function), false;
  code = as<Code>(v);
  return true;
}

// --- words as text, for compiled files: six bits a character, 16-bit words in order, low bits first. Numbers would be
// longer, and slower to read.

constexpr unsigned bits_of_character = 6, more_follow = 1U << bits_of_character;

template <class Word> std::string packed_words(std::span<const Word> words) {
  std::string text;
  for (const Word word : words)
    for (unsigned shift = 0; shift < sizeof(Word) * 8; shift += 16) {
      unsigned rest = (word >> shift) & 0xFFFF;
      for (; rest >= more_follow; rest >>= bits_of_character) text += static_cast<char>(more_follow + rest % more_follow);
      text += static_cast<char>(rest);
    }
  return text;
}

/// Unpacks the words of a text. False if the text has another form.
template <class Word> bool unpack_words(StringView text, std::vector<Word>& words) {
  std::size_t at = 0;
  while (at < text.size()) {
    Word word = 0;
    for (unsigned shift = 0; shift < sizeof(Word) * 8; shift += 16) {
      std::uint64_t part = 0;
      unsigned value = more_follow;
      for (unsigned bits = 0; value >= more_follow; bits += bits_of_character) {
        value = at < text.size() ? static_cast<unsigned>(text[at++]) : 2 * more_follow;
        if (value >= 2 * more_follow || bits > 15) return false;
        part |= std::uint64_t{value % more_follow} << bits;
      }
      if (part > (sizeof(Word) == 1 ? 0xFF : 0xFFFF)) return false;
      word |= static_cast<Word>(part << shift);
    }
    words.push_back(word);
  }
  return true;
}

Value packed_tables(Runtime& rt, Args a) {
  Code* code = nullptr;
  if (!take_code(rt, a[0], code)) return FAILED;
  const std::span words(reinterpret_cast<const std::uint64_t*>(instructions_of(code)), instruction_count(code));
  const Value positions = packed_positions(code);
  const auto* o = is_nil(positions) ? nullptr : positions.as_object();
  const std::span<const unsigned char> bytes(o != nullptr ? o->data<unsigned char>() : nullptr, o != nullptr ? o->length() : 0);
  return rt.two_values(rt.make_string(packed_words(bytes)), rt.make_string(packed_words(words)));
}

/// The elements of a code object's description. %CODE-PARTS returns the elements before the constants.
namespace part {
enum Part : std::size_t {
  name,
  arity,
  registers,
  keywords,
  lambda_list,
  documentation,
  file,
  positions,
  instructions,
  variables,
  constants,
  links,
  part_count
};
}  // namespace part

Value code_parts(Runtime& rt, Args a) {
  Code* code = nullptr;
  if (!take_code(rt, a[0], code)) return FAILED;
  Value parts[part::constants];
  parts[part::name] = code->name;
  parts[part::arity] = code->arity;
  parts[part::registers] = Value::fixnum(registers_of(code));
  parts[part::keywords] = code->keywords;
  parts[part::lambda_list] = lambda_list_of(rt, code);
  parts[part::documentation] = documentation_of(code);
  parts[part::file] = file_of(code);
  parts[part::positions] = position_list(rt, code);
  parts[part::instructions] = instruction_list(rt, code);
  parts[part::variables] = variable_list(rt, code);
  return rt.list(parts);
}

Value code_constants(Runtime& rt, Args a) {
  Code* code = nullptr;
  if (!take_code(rt, a[0], code)) return FAILED;
  return rt.list(std::span<const Value>(code->constants, constant_count(code)));
}

// --- reassembling code

/// Makes code objects that refer to each other. They are unreachable before they are verified.
class CodeMaker {
 public:
  explicit CodeMaker(Runtime& rt) : rt_(rt) {}

  /// Returns the function of the first code object that the list `descriptions` describes; FAILED if anything is wrong.
  Value make(Value descriptions) {
    std::vector<Value> all, parts;
    if (!take_list(descriptions, all)) return FAILED;
    for (const Value description : all) {
      parts.clear();
      if (!take_list(description, parts)) return FAILED;
      if (parts.size() != part_count) return rt_.fail_simple(Known::simple_error, "~S is not a code description", {description});
      if (!add_code(parts)) return FAILED;
    }
    if (codes_.empty()) return rt_.fail_simple(Known::simple_error, "the list of code descriptions is empty");
    for (std::size_t n = 0; n < codes_.size(); ++n)
      if (!link(codes_[n], links_[n])) return FAILED;
    const Value function = function_of(0);
    const std::string problem = verify_code(rt_, codes_, function);
    return problem.empty() ? function : rt_.fail_simple(Known::simple_error, "the code is invalid: ~A", {rt_.make_string(problem)});
  }

 private:
  using enum part::Part;

  /// Appends the elements of a proper list to `elements`. False: a failure is pending.
  bool take_list(Value list, std::vector<Value>& elements) {
    if (!ends_somewhere(&rt_, list)) return fail_walk(rt_, list), false;
    Value rest = list;
    for (; rest.is_cons(); rest = rest.as_cons()->cdr) elements.push_back(rest.as_cons()->car);
    return is_nil(rest) || (rt_.fail_type(rest, Known::list), false);
  }

  /// Converts a list of integers, signed if `Word` is; or the text of packed ones.
  template <class Word> bool take_words(Value list, std::vector<Word>& words) {
    if (has_type(list, Type::string))
      return unpack_words(string_view_of(list), words) ||
             (rt_.fail_simple(Known::simple_error, "~S is not a list of packed words", {list}), false);
    std::vector<Value> elements;
    if (!take_list(list, elements)) return false;
    for (const Value v : elements) {
      const std::optional<std::int64_t> n = is_number(v) ? to_int64(v) : std::nullopt;
      if (!n || *n != static_cast<std::make_signed_t<Word>>(*n)) return rt_.fail_type(v, Known::integer), false;
      words.push_back(static_cast<Word>(*n));
    }
    return true;
  }

  bool add_code(const std::vector<Value>& parts) {
    std::vector<unsigned char> packed;
    std::vector<std::uint64_t> words;
    std::vector<Value> constant_values, table;
    if (!take_words(parts[positions], packed) || !take_list(parts[variables], table) || !take_words(parts[instructions], words) ||
        !take_list(parts[constants], constant_values))
      return false;
    for (const std::size_t i : {part::arity, part::registers})
      if (!parts[i].is_fixnum()) return rt_.fail_type(parts[i], Known::fixnum), false;
    if (has_type(parts[lambda_list], Type::string))
      return rt_.fail_type(parts[lambda_list], Known::list), false;  // packed ones are trusted, and so not accepted
    const std::int64_t register_count = parts[registers].as_fixnum();
    if (register_count < 0 || register_count > static_cast<std::int64_t>(max_registers))
      return rt_.fail_index(parts[registers], static_cast<std::int64_t>(max_registers) + 1), false;
    Heap& heap = rt_.heap;
    const std::span code_words(reinterpret_cast<const Instruction*>(words.data()), words.size());
    const Value raw_instructions =
        make_instructions(heap, Arity::unpack(parts[arity].as_fixnum()), static_cast<std::uint32_t>(register_count), code_words);
    Object* object = heap.allocate_old(Type::code, code_fixed_slots + constant_values.size());
    Code* code = reinterpret_cast<Code*>(object);
    code->arity = parts[arity];
    heap.write(&code->name, parts[name]);
    heap.write(&code->keywords, parts[keywords]);
    heap.write(&code->lambda_list, parts[lambda_list]);
    set_origin(heap, code, parts[file], parts[documentation]);
    set_tables(heap, code, make_positions(heap, packed), vector_of(table));
    heap.write(&code->instructions, raw_instructions);
    for (std::size_t k = 0; k < constant_values.size(); ++k) heap.write(&code->constants[k], constant_values[k]);
    if (rt_.largest_frame.as_fixnum() < register_count) rt_.largest_frame = parts[registers];
    codes_.push_back(code);
    links_.push_back(parts[links]);
    return true;
  }

  Value vector_of(const std::vector<Value>& elements) {
    if (elements.empty()) return NIL;
    Object* o = rt_.heap.allocate_old(Type::simple_vector, elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i) rt_.heap.write(o, i, elements[i]);
    return Value::object(o);
  }

  /// Replaces the constants that stand for code and functions of code: a list of (constant code functionp).
  bool link(Code* code, Value list) {
    std::vector<Value> all, link;
    if (!take_list(list, all)) return false;
    for (const Value v : all) {
      link.clear();
      if (!take_list(v, link)) return false;
      std::size_t constant = 0, other = 0;
      if (link.size() != 3) return rt_.fail_simple(Known::simple_error, "~S is not a reference to code", {v}), false;
      if (!take_count(rt_, link[0], constant) || !take_count(rt_, link[1], other)) return false;
      if (constant >= constant_count(code)) return rt_.fail_index(link[0], constant_count(code)), false;
      if (other >= codes_.size()) return rt_.fail_index(link[1], static_cast<std::int64_t>(codes_.size())), false;
      rt_.heap.write(&code->constants[constant], is_nil(link[2]) ? to_value(codes_[other]) : function_of(other));
    }
    return true;
  }

  Value function_of(std::size_t n) {
    functions_.resize(codes_.size(), NIL);
    if (is_nil(functions_[n])) functions_[n] = Value::object(rt_.heap.allocate_old(Type::closure, 1, to_value(codes_[n])));
    return functions_[n];
  }

  Runtime& rt_;
  std::vector<Code*> codes_;
  std::vector<Value> links_, functions_;
};

Value make_code(Runtime& rt, Args a) { return CodeMaker(rt).make(a[0]); }

Value verify_all(Runtime& rt, Args) {
  std::size_t count = 0;
  const std::string problem = verify_all_code(rt, count);
  return rt.values({Value::fixnum(static_cast<std::int64_t>(count)), problem.empty() ? NIL : rt.make_string(problem)});
}

/// Returns the uninterned symbol that has the function (SETF symbol).
Value setter_symbol(Runtime& rt, Args a) { return Runtime::is_symbol(a[0]) ? setf_name(rt, a[0]) : rt.fail_type(a[0], Known::symbol); }

/// Returns the symbol whose setter `a[0]` is, or NIL.
Value setter_base(Runtime& rt, Args a) {
  if (!has_type(a[0], Type::symbol)) return NIL;
  const Value base = symbol_extra(rt, a[0], rt.sym(Known::setf));
  return Runtime::is_symbol(base) ? base : NIL;
}

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::compiled_code>() {
  static const Builtin table[] = {
      {"%INSTRUCTION-SET", "", instruction_set, "Returns a number that identifies the instruction set."},
      {"%COMPILE-FOR-FILE", "form &optional quietly", compile_for_file,
       "Returns the code of a function of no arguments that evaluates FORM, for a compiled file: it holds the results of %LATER in "
       "place of those of LOAD-TIME-VALUE forms. Warns of mistakes in FORM unless QUIETLY."},
      {"%KIND-OF-CODE", "object", kind_of_code, ":CODE, :FUNCTION of one without captured values, or NIL."},
      {"%CODE-OF-FUNCTION", "function", code_of_function, "Returns the code object of a compiled function."},
      {"%CODE-PARTS", "code", code_parts,
       "Returns a list of name, arity, registers, keywords, lambda list, docstring, file, positions, instructions and variables of "
       "CODE."},
      {"%CODE-PACKED", "code", packed_tables,
       "Returns two values as text, for compiled files: the positions and the instructions of CODE."},
      {"%CODE-CONSTANTS", "code", code_constants, "Returns the list of the constants of CODE."},
      {"%MAKE-CODE", "descriptions", make_code,
       "Returns the function of the first code object that DESCRIPTIONS describe. Each description is a list: the parts as from "
       "%CODE-PARTS, two of them possibly as from %CODE-PACKED, the list of the constants, and a list of (CONSTANT CODE FUNCTIONP), "
       "by number, for the constants that are code objects of DESCRIPTIONS, or functions of them without captured variables. Signals "
       "an ERROR if the code does not pass the verifier."},
      {"%VERIFY-CODE", "", verify_all,
       "Verifies all code. Returns the number of code objects, and a description of what is wrong with them or NIL."},
      {"%SETTER-SYMBOL", "symbol", setter_symbol, "Returns the symbol whose function is that of (SETF SYMBOL)."},
      {"%SETTER-BASE", "object", setter_base, "Returns the symbol whose %SETTER-SYMBOL OBJECT is, or NIL."},
  };
  return table;
}

}  // namespace tessera
