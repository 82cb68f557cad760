// What conversions are made with: objects of Lisp made and looked at as words. None of it runs Lisp or collects.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/object.hpp"

namespace tessera::words {

using detail::State;

// An integer of 63 bits is its double; the engine asserts that this is so.
inline constexpr bool is_fixnum(Word w) { return (static_cast<std::uint64_t>(w) & 1) == 0; }
inline constexpr std::int64_t fixnum_value(Word w) { return static_cast<std::int64_t>(w) >> 1; }
inline constexpr Word fixnum(std::int64_t n) { return static_cast<Word>(static_cast<std::uint64_t>(n) << 1); }
inline constexpr bool fits_fixnum(std::int64_t n) { return n >= -(std::int64_t{1} << 62) && n < (std::int64_t{1} << 62); }

TESSERA_API Word nil() noexcept;
TESSERA_API Word t() noexcept;
inline bool is_nil(Word w) noexcept { return w == nil(); }

// --- making. Each throws std::bad_alloc where the heap has no room.
TESSERA_API Word integer(State& state, std::int64_t n);
TESSERA_API Word unsigned_integer(State& state, std::uint64_t n);
TESSERA_API Word integer_of_decimal(State& state, std::string_view digits);
TESSERA_API Word ratio(State& state, std::int64_t numerator, std::int64_t denominator);  ///< `denominator` is not 0
TESSERA_API Word double_float(State& state, double d);
TESSERA_API Word single_float(float f);
TESSERA_API Word character(char32_t c);
TESSERA_API Word string(State& state, std::string_view utf8);
TESSERA_API Word cons(State& state, Word car, Word cdr);
TESSERA_API Word symbol(State& state, std::string_view package, std::string_view name);  ///< interned; `package` must exist
TESSERA_API Word keyword(State& state, std::string_view name);
TESSERA_API Word vector(State& state, std::span<const Word> elements);
/// Kinds of numbers that vectors hold unboxed.
enum class Kind { u8, s8, u16, s16, u32, s32, u64, s64, single, dbl };
/// A vector of `count` numbers copied from `data`.
TESSERA_API Word numbers(State& state, Kind kind, const void* data, std::size_t count);
/// An empty hash table with the test EQUAL.
TESSERA_API Word hash_table(State& state);
TESSERA_API void hash_table_set(State& state, Word table, Word key, Word value);

// --- looking. False: it is of another type, or out of range.
TESSERA_API bool get_integer(Word w, std::int64_t& n);
TESSERA_API bool get_unsigned(Word w, std::uint64_t& n);
TESSERA_API bool get_decimal(Word w, std::string& digits);
TESSERA_API bool is_integer(Word w) noexcept;
TESSERA_API bool get_ratio(Word w, std::int64_t& numerator, std::int64_t& denominator);  ///< integers, too
TESSERA_API bool get_real(Word w, double& d);
TESSERA_API bool get_character(Word w, char32_t& c);
TESSERA_API bool get_string(State& state, Word w, std::string& utf8);
TESSERA_API bool get_symbol(State& state, Word w, std::string& package, std::string& name);  ///< `package`: "" of an uninterned one
/// The elements of a vector of that very kind; nullptr of other objects. Until Lisp runs.
TESSERA_API const void* get_numbers(Word w, Kind kind, std::size_t& count);
TESSERA_API bool is_cons(Word w) noexcept;
TESSERA_API bool is_function(Word w) noexcept;
TESSERA_API Word car(Word cons) noexcept;
TESSERA_API Word cdr(Word cons) noexcept;

/// Goes over the elements of a proper list or a vector.
class TESSERA_API Elements {
 public:
  Elements(State& state, Word sequence);
  /// False of what is no sequence, of dotted and of circular lists.
  bool ok() const { return size_ >= 0; }
  std::size_t size() const { return static_cast<std::size_t>(size_); }
  /// The next one; to be called `size()` times.
  Word next();

 private:
  State& state_;
  Word rest_;
  std::int64_t size_;
  std::int64_t at_ = 0;
  bool is_list_ = false;
};

/// The keys and values of a hash table, one after another; false of other objects.
TESSERA_API bool get_entries(Word table, std::vector<Word>& keys_and_values);

}  // namespace tessera::words
