// Compiled code as data that COMPILE-FILE can write and LOAD can read: stdlib/compilation/. Layer: builtins.
#include <algorithm>
#include <bit>
#include <span>

#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "compiler/code.hpp"
#include "compiler/compiler.hpp"
#include "data/packages.hpp"

namespace tessera {

namespace {

constexpr const char* opcode_facts[] = {
#define OP(name, format, doc) #name " " format,
#include "compiler/opcodes.def"
#undef OP
};

/// A number that changes with the set of instructions: files that were compiled for another one cannot be loaded.
Value instruction_set(Runtime&, Args) {
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a
  for (const char* fact : opcode_facts)
    for (; *fact != 0; ++fact) hash = (hash ^ static_cast<unsigned char>(*fact)) * 1099511628211U;
  return Value::fixnum(static_cast<std::int64_t>(hash >> 8));
}

Value compile_for_file(Runtime& rt, Args a) { return compile_form(rt, a[0], LoadTime::later); }

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
  if (is_nil(code->positions)) return NIL;
  const Object* o = code->positions.as_object();
  return integer_list(rt, std::span(o->data<unsigned char>(), o->length()));
}

Value instruction_list(Runtime& rt, const Code* code) {
  const std::size_t count = code->instructions.as_object()->length() / sizeof(Instruction) - 1;
  return integer_list(rt, std::span(reinterpret_cast<const std::uint64_t*>(instructions_of(code)), count));
}

bool take_code(Runtime& rt, Value v, Code*& code) {
  if (!has_type(v, Type::code)) return rt.fail_type(v, Known::compiled_function), false;
  code = as<Code>(v);
  return true;
}

std::uint32_t constant_count(const Code* code) { return reinterpret_cast<const Object*>(code)->length() - code_fixed_slots; }

Value code_parts(Runtime& rt, Args a) {
  Code* code = nullptr;
  if (!take_code(rt, a[0], code)) return FAILED;
  return rt.list({code->name, code->arity, code->registers, code->keywords, code->lambda_list, code->documentation, code->file,
                  position_list(rt, code), instruction_list(rt, code)});
}

Value code_constants(Runtime& rt, Args a) {
  Code* code = nullptr;
  if (!take_code(rt, a[0], code)) return FAILED;
  return rt.list(std::span<const Value>(code->constants, constant_count(code)));
}

// --- putting it together again

template <class Word> bool take_words(Runtime& rt, Value list, std::vector<Word>& words) {
  for (; list.is_cons(); list = list.as_cons()->cdr) {
    const Value v = list.as_cons()->car;
    const std::optional<std::int64_t> n = is_number(v) ? to_int64(v) : std::nullopt;
    if (!n) return rt.fail_type(v, Known::integer), false;
    words.push_back(static_cast<Word>(*n));
  }
  return true;
}

Value make_positions(Runtime& rt, const std::vector<unsigned char>& packed) {
  if (packed.empty()) return NIL;
  Object* o = rt.heap.allocate_raw_old(Type::raw_data, packed.size());
  std::copy(packed.begin(), packed.end(), o->data<unsigned char>());
  return Value::object(o);
}

bool are_instructions(std::span<const Instruction> code) {
  return !code.empty() && std::all_of(code.begin(), code.end(), [](Instruction i) { return i.op < static_cast<std::uint16_t>(Op::count); });
}

/// The arguments are in the order of %CODE-PARTS, and the number of constants follows.
Value make_code(Runtime& rt, Args a) {
  enum { name, arity, registers, keywords, lambda_list, documentation, file, positions, instructions, constants };
  std::vector<unsigned char> packed_positions;
  std::vector<std::int64_t> words;
  std::size_t count = 0;
  if (!take_words(rt, a[positions], packed_positions) || !take_words(rt, a[instructions], words) || !take_count(rt, a[constants], count))
    return FAILED;
  for (const int i : {arity, registers})
    if (!a[static_cast<std::size_t>(i)].is_fixnum()) return rt.fail_type(a[static_cast<std::size_t>(i)], Known::fixnum);
  const std::span code_words(reinterpret_cast<const Instruction*>(words.data()), words.size());
  if (!are_instructions(code_words)) return rt.fail_simple(Known::simple_error, "these are no instructions: ~S", {a[instructions]});
  Heap& heap = rt.heap;
  const Value raw_positions = make_positions(rt, packed_positions);
  const Value raw_instructions =
      make_instructions(heap, Arity::unpack(a[arity].as_fixnum()), static_cast<std::uint32_t>(a[registers].as_fixnum()), code_words);
  Object* object = heap.allocate_old(Type::code, code_fixed_slots + count);
  Code* code = reinterpret_cast<Code*>(object);
  code->arity = a[arity];
  code->registers = a[registers];
  if (rt.largest_frame.as_fixnum() < a[registers].as_fixnum()) rt.largest_frame = a[registers];
  heap.write(&code->name, a[name]);
  heap.write(&code->keywords, a[keywords]);
  heap.write(&code->lambda_list, a[lambda_list]);
  heap.write(&code->documentation, a[documentation]);
  heap.write(&code->file, a[file]);
  heap.write(&code->positions, raw_positions);
  heap.write(&code->instructions, raw_instructions);
  return Value::object(object);
}

Value set_code_constant(Runtime& rt, Args a) {
  Code* code = nullptr;
  std::size_t index = 0;
  if (!take_code(rt, a[0], code) || !take_count(rt, a[1], index)) return FAILED;
  if (index >= constant_count(code)) return rt.fail_index(a[1], constant_count(code));
  rt.heap.write(&code->constants[index], a[2]);
  return a[2];
}

/// The uninterned symbol that has the function (SETF symbol).
Value setter_symbol(Runtime& rt, Args a) { return Runtime::is_symbol(a[0]) ? setf_name(rt, a[0]) : rt.fail_type(a[0], Known::symbol); }

/// The symbol whose setter `a[0]` is, or NIL.
Value setter_base(Runtime& rt, Args a) {
  if (!has_type(a[0], Type::symbol)) return NIL;
  const Value base = symbol_extra(rt, a[0], rt.sym(Known::setf));
  return Runtime::is_symbol(base) ? base : NIL;
}

Value function_of_code(Runtime& rt, Args a) {
  Code* code = nullptr;
  if (!take_code(rt, a[0], code)) return FAILED;
  return Value::object(rt.heap.allocate_old(Type::closure, 1, a[0]));
}

}  // namespace

std::span<const Builtin> compiled_code_builtins() {
  static const Builtin table[] = {
      {"%INSTRUCTION-SET", "", instruction_set, "A number that stands for the machine's set of instructions."},
      {"%COMPILE-FOR-FILE", "form", compile_for_file,
       "A function of no arguments that evaluates FORM, to be written and not to be called: what its LOAD-TIME-VALUE forms "
       "are to give is in it as %LATER makes it."},
      {"%KIND-OF-CODE", "object", kind_of_code, ":CODE, :FUNCTION of one without captured values, or NIL."},
      {"%CODE-OF-FUNCTION", "function", code_of_function, "The code object of a compiled function."},
      {"%CODE-PARTS", "code", code_parts,
       "A list of name, arity, registers, keywords, lambda list, docstring, file, positions and instructions of CODE."},
      {"%CODE-CONSTANTS", "code", code_constants, "The list of the constants of CODE."},
      {"%MAKE-CODE", "name arity registers keywords lambda-list documentation file positions instructions constant-count", make_code,
       "A code object of the parts that %CODE-PARTS gives, and CONSTANT-COUNT constants."},
      {"%SET-CODE-CONSTANT", "code index value", set_code_constant, "Make VALUE the constant of CODE at INDEX. Return VALUE."},
      {"%SETTER-SYMBOL", "symbol", setter_symbol, "The symbol whose function is that of (SETF SYMBOL)."},
      {"%SETTER-BASE", "object", setter_base, "The symbol whose %SETTER-SYMBOL OBJECT is, or NIL."},
      {"%FUNCTION-OF-CODE", "code", function_of_code, "A function of CODE that has captured nothing."},
  };
  return table;
}

}  // namespace tessera
