// For modules that copy objects from one interpreter to another, or make further interpreters like theirs: the
// representation of objects. words.hpp is enough for anything else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tessera/lisp.hpp"
#include "tessera/words.hpp"

namespace tessera::copying {

using detail::State;

/// The type in an object's header. From `bignum` on the contents are bytes, before it Words.
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
  random_state = 16,
  pathname,
  bignum = 23,
  double_float,
  string,
  bit_vector,
  specialized_vector
};

/// Return the parts of the header of an object that is not a cons or an immediate.
inline Type type_of(std::uint64_t header) noexcept { return static_cast<Type>(header >> 8 & 0xFF); }
inline std::uint64_t subtype_of(std::uint64_t header) noexcept { return header >> 16 & 0xFFFF; }
inline std::size_t length_of(std::uint64_t header) noexcept { return header >> 32; }
inline bool has_bytes(std::uint64_t header) noexcept { return type_of(header) >= Type::bignum; }

/// The form of a string whose one Word refers to the string that it became; the bit of an array whose elements belong
/// to the host.
inline constexpr std::uint64_t widened_string = 2, array_of_host = 4;
/// The bit of the header of a vector with the entries of a weak table.
inline constexpr std::uint64_t weak_bit = 16;

/// Returns the bytes of the contents of an object with that header.
TESSERA_API std::size_t content_bytes(std::uint64_t header) noexcept;
/// Returns the words that the object takes, with its header; an even number.
inline std::size_t object_words(std::uint64_t header) noexcept {
  return ((has_bytes(header) ? (content_bytes(header) + 7) / 8 : length_of(header)) + 2) & ~std::size_t{1};
}
/// Makes an object with that header: each Word of its contents NIL, each byte 0. Fill it before Lisp runs or collects;
/// that needs no write barrier. Throws std::bad_alloc if the heap has no room.
TESSERA_API Word make_object(State& state, std::uint64_t header);
/// Returns the address of memory for objects, which are young, without gaps: a cons takes two words, another object as
/// many as `object_words` says, at most 128 KiB. Fill all of it before Lisp runs or collects, without write barrier.
/// Throws std::bad_alloc if the heap has no room.
TESSERA_API std::uint64_t* make_room(State& state, std::size_t words);
/// Verifies a code object and all code that it refers to. Returns whether each value that its functions must have
/// captured has to be a cell. Throws an Error if there cannot be such a function.
TESSERA_API std::vector<bool> verified_captures(State& state, Word code);

/// Returns the limits of evaluations; the time is what is left to the running one.
TESSERA_API Limits limits_of(const Lisp& lisp);
/// Returns the options of `lisp`, except for limits of evaluations and streams.
TESSERA_API Options options_of(const Lisp& lisp);

}  // namespace tessera::copying
