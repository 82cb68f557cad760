// Operations on Lisp objects as words, for conversions and native functions. None of them runs Lisp or collects, so
// Words stay valid throughout; native.hpp says how long otherwise. A program compiled without NDEBUG asserts what each
// function expects.
//
//     Word last = board;
//     while (words::is_cons(words::cdr(last))) last = words::cdr(last);
#pragma once

#include <bit>
#include <cassert>
#include <compare>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/object.hpp"

namespace tessera::words {

using detail::State;

/// True for a fixnum, an integer of 63 bits that the word holds doubled; the engine asserts this.
inline constexpr bool is_fixnum(Word w) { return (static_cast<std::uint64_t>(w) & 1) == 0; }
/// Returns the integer that a fixnum holds; the fixnum of an integer that `fits_fixnum`.
inline constexpr std::int64_t fixnum_value(Word w) { return static_cast<std::int64_t>(w) >> 1; }
inline constexpr Word fixnum(std::int64_t n) { return static_cast<Word>(static_cast<std::uint64_t>(n) << 1); }
inline constexpr std::int64_t most_positive_fixnum = (std::int64_t{1} << 62) - 1, most_negative_fixnum = -most_positive_fixnum - 1;
inline constexpr bool fits_fixnum(std::int64_t n) { return n >= most_negative_fixnum && n <= most_positive_fixnum; }

/// Return NIL, T, and NIL or T for false or true.
inline constexpr Word nil() noexcept { return static_cast<Word>(0x1F); }
inline constexpr Word t() noexcept { return static_cast<Word>(0x11F); }
inline constexpr bool is_nil(Word w) noexcept { return w == nil(); }
inline constexpr Word boolean(bool b) noexcept { return b ? t() : nil(); }
/// Returns the word for no object: `symbol_value` returns it for a symbol without a value, and fields of closures may
/// hold it. Lisp never sees it.
inline constexpr Word no_value() noexcept { return static_cast<Word>(0x17); }

/// True if no collection changes the word, as it is not a pointer: fixnums, characters, single-floats, NIL, T, most
/// double-floats.
inline constexpr bool is_immediate(Word w) noexcept { return (static_cast<std::uint64_t>(w) & 5) != 1; }

/// True for a single-float, whose value the word holds, too.
inline constexpr bool is_single_float(Word w) noexcept { return (static_cast<std::uint64_t>(w) & 0xFF) == 0x0F; }
inline float single_float_value(Word w) noexcept {
  assert(is_single_float(w));
  return std::bit_cast<float>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(w) >> 32));
}
inline Word single_float(float f) noexcept { return static_cast<Word>(std::uint64_t{std::bit_cast<std::uint32_t>(f)} << 32 | 0x0F); }

/// True for a cons; false for NIL, the empty list.
inline constexpr bool is_cons(Word w) noexcept { return ((static_cast<std::uint64_t>(w) - 1) & 7) == 0; }

namespace layout {

// A cons is its two words; other objects have a header before theirs.
inline constexpr std::uint64_t vector_type = 4, instance_type = 7, native_type = 9, native_words = 4;
inline Word* pair(Word cons) noexcept { return reinterpret_cast<Word*>(static_cast<std::uint64_t>(cons) - 1); }
inline Word* contents(Word object) noexcept { return reinterpret_cast<Word*>(static_cast<std::uint64_t>(object) - 3) + 1; }
inline std::uint64_t header(Word object) noexcept { return static_cast<std::uint64_t>(contents(object)[-1]); }
inline bool has_type(Word w, std::uint64_t type) noexcept {
  return (static_cast<std::uint64_t>(w) & 7) == 3 && (header(w) >> 8 & 0xFF) == type;
}
inline std::size_t length(Word object) noexcept { return header(object) >> 32; }

}  // namespace layout

/// Return the parts of a cons.
inline Word car(Word cons) noexcept {
  assert(is_cons(cons));
  return layout::pair(cons)[0];
}
inline Word cdr(Word cons) noexcept {
  assert(is_cons(cons));
  return layout::pair(cons)[1];
}

/// Gets the elements of a simple-vector, such as #(1 2 3), in place: valid until Lisp runs. Returns false for other
/// objects.
inline bool get_simple_vector(Word w, std::span<const Word>& elements) noexcept {
  if (!layout::has_type(w, layout::vector_type)) return false;
  elements = {layout::contents(w), layout::length(w)};
  return true;
}

/// Returns the value of a special variable, a symbol other than NIL and T; `no_value()` if it has none.
inline Word symbol_value(Word symbol) noexcept { return layout::contents(symbol)[2]; }
/// Returns the global function of a symbol other than NIL and T. Functions are equal if their words are.
inline Word symbol_function(Word symbol) noexcept { return layout::contents(symbol)[3]; }
/// Returns the result of `symbol_function` for a symbol without a function: an object that signals UNDEFINED-FUNCTION
/// when called.
TESSERA_API Word undefined_function(State& state) noexcept;

/// True if the object is a direct instance of the class of `prototype`, a structure's or another.
inline bool is_instance_like(Word w, Word prototype) noexcept {
  return layout::has_type(w, layout::instance_type) && layout::contents(w)[0] == layout::contents(prototype)[0];
}
/// Returns the value in slot `i`, counted from 0, of an instance.
inline Word slot(Word instance, std::size_t i) noexcept {
  assert(layout::has_type(instance, layout::instance_type) && i + 1 < layout::length(instance));
  return layout::contents(instance)[1 + i];
}

// --- making objects. Small objects are always made: a safepoint enforces the heap limit. Objects that are large, or
// whose size comes from outside, throw std::bad_alloc if the heap has no room; code that makes very many small ones
// asks `has_room` now and then.
/// True if the heap has room for `bytes` more.
TESSERA_API bool has_room(State& state, std::size_t bytes) noexcept;
/// Return an integer of any size.
TESSERA_API Word integer(State& state, std::int64_t n);
TESSERA_API Word unsigned_integer(State& state, std::uint64_t n);
/// Returns the integer of decimal digits after an optional sign. Throws std::invalid_argument for other texts.
TESSERA_API Word integer_of_decimal(State& state, std::string_view digits);
/// Returns the rational number `numerator`/`denominator`, reduced. `denominator` is not 0.
TESSERA_API Word ratio(State& state, std::int64_t numerator, std::int64_t denominator);
TESSERA_API Word double_float(State& state, double d);
/// Returns the complex number of two real ones; `real` if that is rational and `imaginary` is the integer 0.
TESSERA_API Word complex(State& state, Word real, Word imaginary);
/// Returns the character of a code below 0x110000. Throws std::invalid_argument for others.
TESSERA_API Word character(char32_t c);
/// Returns a new string. Malformed UTF-8 gives replacement characters.
TESSERA_API Word string(State& state, std::string_view utf8);
TESSERA_API Word cons(State& state, Word car, Word cdr);
/// Returns a list of the elements, ending in `tail`.
TESSERA_API Word list(State& state, std::span<const Word> elements, Word tail = nil());
inline Word list(State& state, std::initializer_list<Word> elements, Word tail = nil()) {
  return list(state, std::span(elements.begin(), elements.size()), tail);
}
/// Returns the symbol of that name, in the case as it is, which is interned if it does not exist. Throws
/// std::invalid_argument if there is no such package.
TESSERA_API Word symbol(State& state, std::string_view package, std::string_view name);
TESSERA_API Word keyword(State& state, std::string_view name);
/// Returns a simple-vector of the elements.
TESSERA_API Word vector(State& state, std::span<const Word> elements);
/// Returns a new instance of the class of `prototype`, a structure's, with these slot values, as many as `prototype`
/// has.
TESSERA_API Word instance_like(State& state, Word prototype, std::span<const Word> slots);
/// Types of numbers that vectors store unboxed.
enum class ElementType { u8, s8, u16, s16, u32, s32, u64, s64, float32, float64 };
/// Returns a vector of `count` numbers copied from `data`.
TESSERA_API Word numbers(State& state, ElementType type, const void* data, std::size_t count);
/// Returns an empty hash table with the test EQUAL.
TESSERA_API Word hash_table(State& state);
/// Makes `value` the value of `key`.
TESSERA_API void hash_table_set(State& state, Word table, Word key, Word value);

// --- changing objects. These run the write barrier: never store a word into an object by other means.
TESSERA_API void set_car(State& state, Word cons, Word value);
TESSERA_API void set_cdr(State& state, Word cons, Word value);
TESSERA_API void set_element(State& state, Word simple_vector, std::size_t i, Word value);

// --- reading objects. False: the object has another type or is out of range.
/// Get an integer if it fits the C++ type.
TESSERA_API bool get_integer(Word w, std::int64_t& n);
TESSERA_API bool get_unsigned(Word w, std::uint64_t& n);
/// Gets the decimal digits of an integer, after a "-" if it is negative.
TESSERA_API bool get_decimal(Word w, std::string& digits);
TESSERA_API bool is_integer(Word w) noexcept;
/// Gets the parts of a rational number if they fit; the denominator of an integer is 1.
TESSERA_API bool get_ratio(Word w, std::int64_t& numerator, std::int64_t& denominator);
/// Gets a real number as the nearest double.
TESSERA_API bool get_real(Word w, double& d);
TESSERA_API bool get_character(Word w, char32_t& c);
TESSERA_API bool get_string(State& state, Word w, std::string& utf8);
/// Gets a symbol's names. `package` is "" if it is uninterned.
TESSERA_API bool get_symbol(State& state, Word w, std::string& package, std::string& name);
/// Gets the parts of a number; the imaginary part of a real number is 0.
TESSERA_API bool get_complex(Word w, Word& real, Word& imaginary);
/// Gets the system's name of the file that a string, or a pathname without wildcards, denotes.
TESSERA_API bool get_file_name(State& state, Word w, std::string& name);
/// Returns the elements of a vector of exactly that kind; nullptr for other objects. Valid until Lisp runs.
TESSERA_API const void* get_numbers(Word w, ElementType type, std::size_t& count);
/// Gets the elements of a bit vector; returns false for other objects.
TESSERA_API bool get_bits(Word w, std::vector<bool>& bits);
/// True if the object stays where it is as long as something refers to it. Others move, once, when Lisp runs.
TESSERA_API bool is_pinned(State& state, Word w) noexcept;
/// Compares the `count` numbers at `data` with those at `before`, and stores the changed ones into a vector of that
/// element type.
TESSERA_API void store_changes(Word vector, ElementType type, const void* data, const void* before, std::size_t count);
/// Returns the type specifier of the elements: "double-float", "(unsigned-byte 8)".
TESSERA_API const char* type_name(ElementType type) noexcept;
TESSERA_API bool is_real(Word w) noexcept;
TESSERA_API bool is_double_float(Word w) noexcept;
TESSERA_API bool is_function(Word w) noexcept;

// --- numbers of all kinds, as by +, -, * and <. False: Lisp's function would signal an error; call it to have the
// error signalled.
TESSERA_API bool add(State& state, Word a, Word b, Word& sum);
TESSERA_API bool subtract(State& state, Word a, Word b, Word& difference);
TESSERA_API bool multiply(State& state, Word a, Word b, Word& product);
/// Compares two numbers. `order` is unordered if one of them is a NaN.
TESSERA_API bool compare(State& state, Word a, Word b, std::partial_ordering& order);

// --- closures in C++: functions that share code and differ in the objects that they hold (see native.hpp)
/// Returns a function with the code of `prototype`, made by `Lisp::make_function`, that holds `fields`. The prototype
/// then lives as long as the interpreter. Throws std::invalid_argument for other prototypes.
TESSERA_API Word closure(State& state, Word prototype, std::span<const Word> fields);
/// True for a closure made of `prototype`.
inline bool is_closure_of(Word w, Word prototype) noexcept {
  return layout::has_type(w, layout::native_type) && layout::contents(w)[0] == layout::contents(prototype)[0] && w != prototype;
}
/// Returns the fields of a closure in place: valid until Lisp runs.
inline std::span<const Word> fields(Word closure) noexcept {
  assert(layout::has_type(closure, layout::native_type));
  return {layout::contents(closure) + layout::native_words, static_cast<std::size_t>(layout::length(closure) - layout::native_words)};
}
/// Makes `value` field `i` of a closure.
TESSERA_API void set_field(State& state, Word closure, std::size_t i, Word value);

/// Builds a list from its front. No Lisp may run between its construction and `finish`.
///     words::ListBuilder squares(state);
///     for (int n : numbers) squares.add(words::fixnum(n * n));
///     return squares.finish();
class ListBuilder {
 public:
  explicit ListBuilder(State& state) : state_(state) {}
  /// Adds an element at the end.
  void add(Word w) {
    const Word next = cons(state_, w, nil());
    append(next);
    last_ = next;
  }
  /// Ends the list in `tail`, and returns it.
  Word finish(Word tail = nil()) {
    append(tail);
    return first_;
  }

 private:
  void append(Word w) {
    if (is_nil(last_)) first_ = w;
    else layout::pair(last_)[1] = w;  // the cell is young: no write barrier needed
  }
  State& state_;
  Word first_ = nil(), last_ = nil();
};

/// Iterates over the elements of a proper list or a vector.
class TESSERA_API Elements {
 public:
  Elements(State& state, Word sequence);
  /// False for dotted and circular lists and for other objects.
  bool ok() const { return size_ >= 0; }
  std::size_t size() const { return static_cast<std::size_t>(size_); }
  /// Returns the next element; call it `size()` times.
  Word next();

 private:
  State& state_;
  Word rest_;
  std::int64_t size_;
  std::int64_t at_ = 0;
  bool is_list_ = false;
};

/// Gets the keys and values of a hash table alternately; returns false for other objects.
TESSERA_API bool get_entries(Word table, std::vector<Word>& keys_and_values);

}  // namespace tessera::words
