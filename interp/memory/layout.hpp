// Object layouts: the memory at a Value's address. Layer: memory.
//
// A cons is two words. Every other object starts with a header word:
//   bits 0-2 = 111 (a moved object has its new address here instead, whose low bits are 000)
//   bit  3     raw: the payload holds no Values
//   bit  4     weak: major collections do not mark what the slots refer to; the object's RootSource does
//   bits 8-15  type      bits 16-31 subtype (element kind, sign, flags)
//   bits 32-63 length    of a slots object: Values in the payload; of a raw one: elements
#pragma once

#include <cstddef>

#include "memory/shared_fields.hpp"
#include "memory/value.hpp"

namespace tessera {

/// The type of an object. Slots objects first, raw ones from `bignum` on. revoked_array: a Type::array whose elements
/// belonged to the host, which took them back.
enum class Type : std::uint8_t {
  symbol,
  package,
  ratio,
  complex,
  simple_vector,
  array,
  hash_table,
  instance,
  closure,
  native,
  code,
  cell,
  exit_token,
  continuation,
  stream,
  readtable,
  random_state,
  pathname,
  environment,
  custom_table,
  undefined_function,
  user_data,
  revoked_array,
  bignum,
  double_float,
  string,
  bit_vector,
  specialized_vector,
  raw_data
};

inline constexpr bool is_raw_type(Type t) { return t >= Type::bignum; }

/// The kinds of elements that specialized vectors store unboxed (subtype of Type::specialized_vector).
enum class Element : std::uint16_t { u8, s8, u16, s16, u32, s32, u64, s64, single_float, double_float };

/// The storage of a string's characters (subtype of Type::string). Narrow: in bytes, every code being below 256. Wide:
/// in 32 bits. Widened: a wide character was stored in a narrow string; its one slot refers to the wide string that it
/// became. Elementless: its elements are of type NIL; like a narrow one, but no element can be stored in it.
enum class StringForm : std::uint16_t { narrow, wide, widened, elementless };

struct Cons {
  Value car, cdr;
};

/// An object with a header. `slots` of a raw object are its bytes.
struct Object {
  std::uint64_t header;
  Value slots[1];

  static constexpr std::uint64_t make_header(Type type, std::uint16_t subtype, std::uint32_t length) {
    return 7u | (is_raw_type(type) ? 8u : 0u) | (static_cast<std::uint64_t>(type) << 8) | (std::uint64_t{subtype} << 16) |
           (std::uint64_t{length} << 32);
  }
  Type type() const { return static_cast<Type>((header >> 8) & 0xFF); }
  std::uint16_t subtype() const { return static_cast<std::uint16_t>(header >> 16); }
  std::uint32_t length() const { return static_cast<std::uint32_t>(header >> 32); }
  bool is_raw() const { return (header & 8) != 0; }
  bool is_forwarded() const { return (header & 7) == 0; }
  /// Turns a narrow string into one that refers to `wide`, in place. The caller sees to the write barrier.
  void become_widened(Value wide) {
    header = (make_header(Type::string, static_cast<std::uint16_t>(StringForm::widened), 1) & ~std::uint64_t{8});
    slots[0] = wide;
  }
  void set_subtype(std::uint16_t s) { header = (header & ~(std::uint64_t{0xFFFF} << 16)) | (std::uint64_t{s} << 16); }
  bool is_weak() const { return (header & 16) != 0; }
  void set_weak(bool weak) { header = weak ? header | 16 : header & ~std::uint64_t{16}; }
  bool is_raw_or_weak() const { return (header & (8 | 16)) != 0; }
  /// Shrinks the length: the collector takes the rest back when the object next moves.
  void set_length(std::uint32_t n) { header = (header & 0xFFFFFFFFu) | (std::uint64_t{n} << 32); }

  template <class T> T* data() { return reinterpret_cast<T*>(slots); }
  template <class T> const T* data() const { return reinterpret_cast<const T*>(slots); }
  /// Returns the address of element `i` of a raw object. An index past the end leads to an array of the host, as
  /// `array_of_host` (data/sequences/arrays.hpp) says, and wraps around if that is at a lower address.
  template <class T> T* element(std::size_t i) const {
    return reinterpret_cast<T*>(reinterpret_cast<std::uintptr_t>(slots) + i * sizeof(T));
  }
};

/// Returns the bytes of one element of a raw object; `payload_bytes` handles bits of bit vectors.
std::size_t element_bytes(Type type, std::uint16_t subtype);
/// Returns the bytes after the header, not rounded.
std::size_t payload_bytes(Type type, std::uint16_t subtype, std::size_t length);
/// Returns the bytes of an object with its header, rounded to the 16 bytes of alignment.
constexpr std::size_t bytes_with_header(std::size_t payload) { return (sizeof(Object::header) + payload + 15) & ~std::size_t{15}; }
inline std::size_t object_bytes(const Object* o) { return bytes_with_header(payload_bytes(o->type(), o->subtype(), o->length())); }

// The slots objects, field by field. Heap::write stores into them, except into a fresh object. `as` checks their types.

struct Symbol {
  static constexpr Type object_type = Type::symbol;
  std::uint64_t header;
  Value name;      ///< string
  Value package;   ///< home package or NIL
  Value value;     ///< global or current dynamic value, or UNBOUND
  Value function;  ///< always an object that can be called; the runtime's undefined_function if there is none
  Value entry;     ///< the function's instructions if calls may go straight there, else the runtime's no_entry
  Value info;      ///< fixnum: flags in the low 8 bits (SymbolFlag), 32 bits of the name's hash, 22 of a serial number
  Value rare;      ///< NIL, or a cons of the property list and an alist: :macro :setter :symbol-macro :compiler-macro :type ...
};

enum SymbolFlag : std::int64_t {
  symbol_special = 1,
  symbol_constant = 2,
  symbol_special_operator = 4,
  symbol_keyword = 8,
  symbol_symbol_macro = 16,
  symbol_has_macro = 32,
};

struct Ratio {
  static constexpr Type object_type = Type::ratio;
  std::uint64_t header;
  Value numerator, denominator;
};
struct Complex {
  static constexpr Type object_type = Type::complex;
  std::uint64_t header;
  Value real, imaginary;
};
struct Cell {
  static constexpr Type object_type = Type::cell;
  std::uint64_t header;
  Value value;
};

/// The facts about a function that a call needs, before the function's instructions.
struct Prologue {
  static constexpr std::uint32_t general = 0xFFFFFFFF;
  std::uint32_t arity;      ///< the number of arguments if all are required, else `general`
  std::uint32_t registers;  ///< the number of registers of a frame
#ifdef TESSERA_MACHINE_CODE
  const void* machine_code = nullptr;  ///< the start of its machine code; null while it has none
#endif
};

/// A compiled function without its environment; K constants follow the fixed fields.
struct Code {
  static constexpr Type object_type = Type::code;
  std::uint64_t header;
  Value name;          ///< symbol, (setf symbol), string or list such as (LABELS F :IN G)
  Value arity;         ///< fixnum, packed: see compiler/code.hpp
  Value instructions;  ///< raw_data: a Prologue, then 64-bit instructions; in old space, never moves
  Value keywords;      ///< simple-vector of the keyword parameters' names, or NIL
  Value lambda_list;   ///< the list as written, or its text until it is needed: see data/objects/lambda_lists.hpp
  Value positions;     ///< position table and variable table, packed (compiler/positions.hpp, variable_table.hpp); or NIL
  Value origin;        ///< the file and the docstring: see compiler/code.hpp
  Value constants[1];
};
inline constexpr std::size_t code_fixed_slots = 7;

/// A function with the values and cells that it captured.
struct Closure {
  static constexpr Type object_type = Type::closure;
  std::uint64_t header;
  Value code;
  Value captured[1];
};

/// The operation that the VM does itself when it calls a native function of this kind, as the operation enters Lisp.
enum class VmOperation : std::uint8_t { none, funcall, apply, capture, capture_current, suspend, reinstate, call_continuation };

/// A native function: its entry point is C++.
struct Native {
  static constexpr Type object_type = Type::native;
  std::uint64_t header;
  Value index;  ///< fixnum: its index in the table of native functions, stable between runs of one build
  Value entry;  ///< the address of its code, as raw bits with fixnum tag (address << 1)
  Value arity;  ///< fixnum: a NativeArity
  Value name;   ///< symbol
};
inline constexpr std::size_t native_slots = sizeof(Native) / sizeof(Value) - 1;  ///< captured values follow them

/// The numbers of arguments that a native function takes, and the operation that the VM does for it.
struct NativeArity {
  static constexpr std::uint16_t any_number = 0xFFFF;  ///< the value of `most` for any number
  static constexpr unsigned max_shift = 16, operation_shift = 32;
  std::uint16_t least = 0, most = any_number;
  VmOperation operation = VmOperation::none;

  static NativeArity of(const Native* native) {
    const auto n = static_cast<std::uint64_t>(native->arity.as_fixnum());
    return {static_cast<std::uint16_t>(n), static_cast<std::uint16_t>(n >> max_shift), static_cast<VmOperation>(n >> operation_shift)};
  }
  Value pack() const {
    return Value::fixnum(std::int64_t{least} | std::int64_t{most} << max_shift | static_cast<std::int64_t>(operation) << operation_shift);
  }
  bool allows(std::uint32_t count) const { return count >= least && (count <= most || most == any_number); }
};

/// A structure, condition or object: its class, then its slots.
struct Instance {
  static constexpr Type object_type = Type::instance;
  std::uint64_t header;
  Value klass;
  Value slots[1];
};

inline bool has_type(Value v, Type t) { return v.is_object() && v.as_object()->type() == t; }
/// True for a class object: only then are its fields there. Scripts can make instances whose class is another instance.
inline bool is_class(Value v) { return has_type(v, Type::instance) && v.as_object()->length() > class_fixed_slots; }
/// Returns the object `v`, whose type the caller knows. Builds with assertions check it.
template <class T> T* as(Value v) {
  TESSERA_ASSERT(has_type(v, T::object_type));
  return reinterpret_cast<T*>(v.as_object());
}
template <class T> Value to_value(const T* p) { return Value::object(reinterpret_cast<const Object*>(p)); }

}  // namespace tessera
