// What a conversion between a C++ type and Lisp is, and what the conversions share. convert.hpp has the list of types.
#pragma once

#include <concepts>
#include <type_traits>

#include "tessera/lisp.hpp"
#include "tessera/words.hpp"

namespace tessera {

/// The conversion between a C++ type and Lisp: see convert.hpp. The general case is for the user's own classes
/// (class.hpp).
template <class T> struct Conversion;

/// The keywords of an enumeration, to be specialised:
///     template <> struct tessera::EnumNames<Color> {
///       static constexpr std::pair<Color, const char*> names[] = {{Color::red, "RED"}, ...};
///     };
template <class E> struct EnumNames;

/// A symbol by name. `package` "" stands for an uninterned one on the way to C++, for COMMON-LISP-USER on the way to
/// Lisp.
struct SymbolName {
  std::string name, package;
  friend bool operator==(const SymbolName&, const SymbolName&) = default;
};

/// A rational number that fits.
struct Rational {
  std::int64_t numerator = 0, denominator = 1;
  friend bool operator==(const Rational&, const Rational&) = default;
};

/// An integer of any size, in decimal.
struct DecimalInteger {
  std::string digits;
  friend bool operator==(const DecimalInteger&, const DecimalInteger&) = default;
};

/// An integer within bounds, both included; other integers are a TYPE-ERROR with the expected type (INTEGER low high).
template <std::int64_t low, std::int64_t high> struct Bounded { std::int64_t value = low; };

/// The remaining arguments of a native function, as its last parameter.
class Arguments {
 public:
  Arguments(const Lisp& lisp, std::span<const Word> words) : lisp_(lisp), words_(words) {}
  std::size_t size() const { return words_.size(); }
  /// Returns argument `i`. Throws std::out_of_range if there is none.
  ObjectRef operator[](std::size_t i) const { return lisp_.keep(word(i)); }
  /// Returns the arguments themselves; valid as long as the native runs, unlike copies of them.
  std::span<const Word> words() const { return words_; }
  /// Returns argument `i` as a T, or throws a TYPE-ERROR; std::out_of_range if there is none.
  template <class T> T as(std::size_t i) const;
#ifdef TESSERA_DANGLES
  template <detail::Dangling T> TESSERA_DANGLES T as(std::size_t i) const;
#endif

 private:
  Word word(std::size_t i) const {
    if (i >= words_.size()) throw std::out_of_range("tessera: there is no argument with this index");
    return words_[i];
  }
  Lisp lisp_;
  std::span<const Word> words_;  // on the VM's stack: valid even after a collection
};

namespace detail {

template <class T> using Plain = std::remove_cvref_t<T>;

template <class T>
concept Integer = std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char32_t> && !std::same_as<T, wchar_t> &&
                  !std::same_as<T, char16_t> && !std::same_as<T, char8_t>;

template <class T> consteval words::ElementType element_type_of() {
  if constexpr (std::same_as<T, float>) return words::ElementType::float32;
  else if constexpr (std::same_as<T, double>) return words::ElementType::float64;
  else if constexpr (sizeof(T) == 1) return std::is_signed_v<T> ? words::ElementType::s8 : words::ElementType::u8;
  else if constexpr (sizeof(T) == 2) return std::is_signed_v<T> ? words::ElementType::s16 : words::ElementType::u16;
  else if constexpr (sizeof(T) == 4) return std::is_signed_v<T> ? words::ElementType::s32 : words::ElementType::u32;
  else return std::is_signed_v<T> ? words::ElementType::s64 : words::ElementType::u64;
}

template <class T>
concept Unboxed = Integer<T> || std::same_as<T, float> || std::same_as<T, double>;

template <class T> Word to_word(const Lisp& lisp, T&& x) { return Conversion<Plain<T>>::to(lisp, std::forward<T>(x)); }
/// Returns a string; NIL for a null pointer.
inline Word to_word(const Lisp& lisp, const char* text) { return text == nullptr ? words::nil() : words::string(lisp.state(), text); }

// Types of Lisp as text, for messages. In the library, so that not every program compiles them.
TESSERA_API std::string integer_type(bool is_signed, std::size_t bytes);
TESSERA_API std::string or_null(const std::string& type);
/// Returns the type of sequences of `length` elements.
TESSERA_API std::string sequence_of(std::size_t length);

/// The object at fault, and the type that it should have.
using Fault = std::pair<Word, std::string>;

/// Returns the reason why `w` is not a T: for a container, the first element of a wrong type, if there is one.
template <class T> Fault fault_of(const Lisp& lisp, Word w) {
  if constexpr (requires { Conversion<T>::fault(lisp, w); }) return Conversion<T>::fault(lisp, w);
  else return {w, Conversion<T>::expected(lisp)};
}

/// Throws the TYPE-ERROR. Out of line, so that right arguments do not pay for it.
template <class T> [[noreturn, gnu::cold, gnu::noinline]] void throw_not_one(const Lisp& lisp, Word w) {
  const auto [datum, expected] = fault_of<T>(lisp, w);
  throw_type_error(lisp.state(), datum, expected);
}

/// Returns the object as a T, or throws the TYPE-ERROR.
template <class T> T from_word(const Lisp& lisp, Word w) {
  auto found = Conversion<Plain<T>>::from(lisp, w);
  if (!found) throw_not_one<Plain<T>>(lisp, w);
  if constexpr (requires { found->to_copy(); } && !std::is_reference_v<T>) return found->to_copy();
  else return *std::move(found);
}

}  // namespace detail

}  // namespace tessera
