// Conversions between C++ and Lisp types.
//
//     bool                                  NIL is false, all else true; T
//     integers                              integers; one out of range is a TYPE-ERROR
//     float, double                         any real number; a single-float, a double-float
//     char32_t                              a character
//     std::string                           a string (UTF-8)
//     std::string_view, const char*         a string; on the way to C++ only as a parameter, or std::optional of one,
//                                           as nothing else holds the text
//     std::vector, std::array, std::deque   any sequence; a vector (of numbers: one that holds them unboxed)
//     std::span                             a vector; on the way to C++ only as a parameter (see function.hpp).
//                                           In place on the way to Lisp: see arrays.hpp
//     std::list, std::set, std::unordered_set   any sequence; a list
//     std::pair, std::tuple                 a list of as many elements (as result of a function: its values)
//     std::optional                         NIL is nothing
//     std::variant                          the first alternative that fits
//     std::map, std::unordered_map          a hash table (EQUAL)
//     std::complex                          any number; a complex number of the parts' type
//     durations of std::chrono              a real number of seconds; an integer if it is whole, else a double-float
//     time points of system_clock           a universal time, with a fraction if it is not whole
//     std::filesystem::path                 a string or a pathname; a string
//     std::expected                         on the way to Lisp only: the value, or an error with the text of error()
//     enumerations                          keywords: see EnumNames
//     Bounded<0, 100>                       an integer from 0 to 100
//     SymbolName, Rational, DecimalInteger              symbols; ratios; integers of any size, in decimal
//     std::function, Function               a function, or a symbol that names one
//     ObjectRef                             any object
//     Word                                  any object, kept by nothing: see native.hpp
//     classes of one's own, std::shared_ptr, std::weak_ptr, T*   see define_class
//
// For other types specialise it:
//
//     template <> struct tessera::Conversion<Point> {
//       static std::optional<Point> from(const Lisp& lisp, Word w);   // nothing, if `w` is not a Point
//       static Word to(const Lisp& lisp, const Point& p);
//       static std::string expected(const Lisp&) { return "cons"; }              // the type of Lisp, for messages
//     };
//
// Neither function may evaluate anything: Words would not outlive it.
#pragma once

#include "tessera/convert_containers.hpp"
#include "tessera/convert_values.hpp"

namespace tessera {

template <class T> struct Conversion<std::weak_ptr<T>> {
  static std::optional<std::weak_ptr<T>> from(const Lisp& lisp, Word w) {
    auto found = Conversion<std::shared_ptr<T>>::from(lisp, w);
    return found ? std::optional(std::weak_ptr<T>(*found)) : std::nullopt;
  }
  /// Returns the object's instance; NIL if the object is gone.
  static Word to(const Lisp& lisp, const std::weak_ptr<T>& x) { return Conversion<std::shared_ptr<T>>::to(lisp, x.lock()); }
  static std::string expected(const Lisp& lisp) { return Conversion<std::shared_ptr<T>>::expected(lisp); }
};

// --- what needs conversions

template <class T> T ObjectRef::as() const { return detail::from_word<T>(lisp(), word()); }
template <class T> std::optional<T> ObjectRef::try_as() const { return Conversion<T>::from(lisp(), word()); }
template <class T> T Arguments::as(std::size_t i) const { return detail::from_word<T>(lisp_, word(i)); }

template <class T> T Lisp::as(Word word) const { return detail::from_word<T>(*this, word); }
template <class T> std::optional<T> Lisp::try_as(Word word) const { return Conversion<T>::from(*this, word); }
template <class T> Word Lisp::word(const T& x) const { return detail::to_word(*this, x); }

template <class T> ObjectRef Lisp::make(const T& x) const {
  detail::require_room(state());
  return keep(detail::to_word(*this, x));
}

}  // namespace tessera
