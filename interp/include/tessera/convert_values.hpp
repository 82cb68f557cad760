// Conversions of single values: numbers, characters, texts, symbols, times, file names.
#pragma once

#include <limits>

#include "tessera/conversion.hpp"

namespace tessera {

namespace detail {

// Types of the standard library that many programs do not use are known by their operations, not by name: so this
// header need not include theirs, and users compile only what they use.

/// std::complex.
template <class T>
concept ComplexNumber = std::floating_point<typename T::value_type> && requires(const T& z) {
  { z.real() } -> std::same_as<typename T::value_type>;
  { z.imag() } -> std::same_as<typename T::value_type>;
};

/// A duration of std::chrono.
template <class T>
concept AnyDuration = requires(const T& d) {
  T::period::num, T::period::den;
  T(typename T::rep());
  d.count();
};

/// A time point of std::chrono::system_clock, the clock that knows the date.
template <class T>
concept TimePoint = requires(const T& t) {
  T::clock::to_time_t(typename T::clock::time_point());
  requires AnyDuration<typename T::duration>;
  t.time_since_epoch();
};

/// std::filesystem::path, with names of bytes.
template <class T>
concept FilePath = requires(const T& p) {
  requires std::same_as<typename T::string_type, std::string>;
  { p.native() } -> std::same_as<const std::string&>;
  p.lexically_normal();
};

/// std::expected, and classes like it.
template <class T>
concept Expected = requires(const T& x) {
  typename T::error_type;
  typename T::unexpected_type;
  { x.has_value() } -> std::same_as<bool>;
  x.error();
};

}  // namespace detail

template <> struct Conversion<bool> {
  static std::optional<bool> from(const Lisp&, Word w) { return !words::is_nil(w); }
  static Word to(const Lisp&, bool b) { return b ? words::t() : words::nil(); }
  static std::string expected(const Lisp&) { return "t"; }
};

template <detail::Integer T> struct Conversion<T> {
  static std::optional<T> from(const Lisp&, Word w) {
    if constexpr (std::is_signed_v<T>) {
      std::int64_t n = words::fixnum_value(w);
      if (!words::is_fixnum(w) && !words::get_integer(w, n)) return std::nullopt;
      if (n < std::int64_t{std::numeric_limits<T>::min()} || n > std::int64_t{std::numeric_limits<T>::max()}) return std::nullopt;
      return static_cast<T>(n);
    } else {
      std::uint64_t n = 0;
      if (!words::get_unsigned(w, n) || n > std::uint64_t{std::numeric_limits<T>::max()}) return std::nullopt;
      return static_cast<T>(n);
    }
  }
  static Word to(const Lisp& lisp, T n) {
    if constexpr (std::is_signed_v<T>) {
      return words::fits_fixnum(n) ? words::fixnum(n) : words::integer(lisp.state(), n);
    } else {
      return words::unsigned_integer(lisp.state(), n);
    }
  }
  static std::string expected(const Lisp&) { return detail::integer_type(std::is_signed_v<T>, sizeof(T)); }
};

template <std::int64_t low, std::int64_t high> struct Conversion<Bounded<low, high>> {
  static std::optional<Bounded<low, high>> from(const Lisp& lisp, Word w) {
    const auto n = Conversion<std::int64_t>::from(lisp, w);
    return n && *n >= low && *n <= high ? std::optional(Bounded<low, high>{*n}) : std::nullopt;
  }
  /// Throws std::invalid_argument for a value out of bounds.
  static Word to(const Lisp& lisp, Bounded<low, high> n) {
    if (n.value < low || n.value > high) throw std::invalid_argument("tessera: the value of a Bounded is out of bounds");
    return Conversion<std::int64_t>::to(lisp, n.value);
  }
  static std::string expected(const Lisp&) { return "(integer " + std::to_string(low) + " " + std::to_string(high) + ")"; }
};

template <std::floating_point T> struct Conversion<T> {
  /// Rounds. Nothing for a number beyond the range of T; infinities and NaNs pass.
  static std::optional<T> from(const Lisp&, Word w) {
    double d = 0;
    if (!words::get_real(w, d)) return std::nullopt;
    const T x = static_cast<T>(d);
    const bool overflows = x - x != 0 && (d - d == 0 || !(words::is_double_float(w) || words::is_single_float(w)));
    return overflows ? std::nullopt : std::optional(x);
  }
  static Word to(const Lisp& lisp, T x) {
    if constexpr (std::same_as<T, float>) return words::single_float(x);
    else return words::double_float(lisp.state(), static_cast<double>(x));
  }
  static std::string expected(const Lisp&) { return "real"; }
  static detail::Fault fault(const Lisp& lisp, Word w) {
    if (!words::is_real(w)) return {w, expected(lisp)};
    return {w, sizeof(T) == sizeof(float) ? "(real -3.4028235e38 3.4028235e38)" : "(real -1.7976931348623157d308 1.7976931348623157d308)"};
  }
};

template <> struct Conversion<char32_t> {
  static std::optional<char32_t> from(const Lisp&, Word w) {
    char32_t c = 0;
    return words::get_character(w, c) ? std::optional(c) : std::nullopt;
  }
  static Word to(const Lisp&, char32_t c) { return words::character(c); }
  static std::string expected(const Lisp&) { return "character"; }
};

template <> struct Conversion<std::string> {
  static std::optional<std::string> from(const Lisp& lisp, Word w) {
    std::string text;
    return words::get_string(lisp.state(), w, text) ? std::optional(std::move(text)) : std::nullopt;
  }
  static Word to(const Lisp& lisp, std::string_view s) { return words::string(lisp.state(), s); }
  static std::string expected(const Lisp&) { return "string"; }
};

namespace detail {

/// A view of text that another object holds. A parameter of such a type is valid while the body runs: see function.hpp.
template <class T>
concept TextView = std::same_as<T, std::string_view> || std::same_as<T, const char*>;

/// The conversion of a T that holds nothing, to Lisp only.
template <class T> struct TextViewConversion {
  static constexpr bool dangles = true;
  template <class AnyLisp> static std::optional<T> from(const AnyLisp&, Word) {
    static_assert(
        !std::same_as<AnyLisp, Lisp>,
        "tessera: nothing would hold the text that this std::string_view or const char* shows. Use std::string here, also within std::vector, "
        "std::map, std::optional and others. (Only a function's parameter itself, or std::optional of one, may be a view.)");
    return std::nullopt;
  }
  static Word to(const Lisp& lisp, T s) {
    if constexpr (std::is_pointer_v<T>) return to_word(lisp, s);
    else return words::string(lisp.state(), s);
  }
  static std::string expected(const Lisp&) { return "string"; }
};

}  // namespace detail

template <> struct Conversion<std::string_view> : detail::TextViewConversion<std::string_view> {};
template <> struct Conversion<const char*> : detail::TextViewConversion<const char*> {};
template <> struct Conversion<char*> : detail::TextViewConversion<char*> {};
template <std::size_t n> struct Conversion<char[n]> : detail::TextViewConversion<const char*> {};

/// A pointer to numbers, which does not tell how many there are, or to anything.
template <class T>
requires std::is_arithmetic_v<T> || std::is_void_v<T>
struct Conversion<T*> {
  static constexpr bool dangles = true;
  template <class AnyLisp> static std::optional<T*> from(const AnyLisp&, Word) { return refuse<AnyLisp>(), std::nullopt; }
  template <class AnyLisp> static Word to(const AnyLisp&, const T*) { return refuse<AnyLisp>(), Word{}; }
  template <class AnyLisp> static void refuse() {
    static_assert(!std::same_as<AnyLisp, Lisp> || std::is_void_v<T>,
                  "tessera: nothing tells how many numbers this pointer shows. Use std::span or std::vector.");
    static_assert(!std::same_as<AnyLisp, Lisp> || !std::is_void_v<T>,
                  "tessera: nothing tells what this pointer refers to. Use a class that define_class makes known.");
  }
};

template <> struct Conversion<std::nullptr_t> {
  static Word to(const Lisp&, std::nullptr_t) { return words::nil(); }
};

template <> struct Conversion<ObjectRef> {
  static std::optional<ObjectRef> from(const Lisp& lisp, Word w) { return lisp.keep(w); }
  /// Throws std::invalid_argument for objects of another interpreter. A reference that was given none is NIL.
  static Word to(const Lisp& lisp, const ObjectRef& object) {
    if (!object) return words::nil();
    if (!object.belongs_to(lisp)) throw std::invalid_argument("tessera: this ObjectRef belongs to another interpreter");
    return object.word();
  }
  static std::string expected(const Lisp&) { return "t"; }
};

template <> struct Conversion<Word> {
  static std::optional<Word> from(const Lisp&, Word w) { return w; }
  static Word to(const Lisp&, Word w) { return w; }
  static std::string expected(const Lisp&) { return "t"; }
};

template <> struct Conversion<SymbolName> {
  static std::optional<SymbolName> from(const Lisp& lisp, Word w) {
    SymbolName s;
    return words::get_symbol(lisp.state(), w, s.package, s.name) ? std::optional(std::move(s)) : std::nullopt;
  }
  static Word to(const Lisp& lisp, const SymbolName& s) {
    const std::string_view package = s.package;
    return words::symbol(lisp.state(), package.empty() ? "COMMON-LISP-USER" : package, s.name);
  }
  static std::string expected(const Lisp&) { return "symbol"; }
};

template <> struct Conversion<Rational> {
  static std::optional<Rational> from(const Lisp&, Word w) {
    Rational r;
    return words::get_ratio(w, r.numerator, r.denominator) ? std::optional(r) : std::nullopt;
  }
  static Word to(const Lisp& lisp, Rational r) {
    if (r.denominator == 0) throw std::invalid_argument("tessera: Ratio: the denominator is 0");
    return words::ratio(lisp.state(), r.numerator, r.denominator);
  }
  static std::string expected(const Lisp&) { return "rational"; }
};

template <> struct Conversion<DecimalInteger> {
  static std::optional<DecimalInteger> from(const Lisp&, Word w) {
    DecimalInteger d;
    return words::get_decimal(w, d.digits) ? std::optional(std::move(d)) : std::nullopt;
  }
  /// Throws std::invalid_argument if the text is not a decimal integer.
  static Word to(const Lisp& lisp, const DecimalInteger& d) { return words::integer_of_decimal(lisp.state(), d.digits); }
  static std::string expected(const Lisp&) { return "integer"; }
};

template <class E>
requires std::is_enum_v<E>
struct Conversion<E> {
  static std::optional<E> from(const Lisp& lisp, Word w) {
    std::string package, name;
    if (!words::get_symbol(lisp.state(), w, package, name) || package != "KEYWORD") return std::nullopt;
    for (const auto& [value, known] : EnumNames<E>::names)
      if (name == known) return value;
    return std::nullopt;
  }
  /// Throws std::invalid_argument for a value without a name.
  static Word to(const Lisp& lisp, E e) {
    for (const auto& [value, name] : EnumNames<E>::names)
      if (value == e) return words::keyword(lisp.state(), name);
    throw std::invalid_argument("tessera: EnumNames has no name for this value of an enumeration");
  }
  static std::string expected(const Lisp&) {
    std::string type = "(member";
    for (const auto& [value, name] : EnumNames<E>::names) type += std::string(" :|") + name + "|";
    return type + ")";
  }
};

template <detail::ComplexNumber Z> struct Conversion<Z> {
  using Real = typename Z::value_type;
  static std::optional<Z> from(const Lisp& lisp, Word w) {
    Word real{}, imaginary{};
    if (!words::get_complex(w, real, imaginary)) return std::nullopt;
    return Z(*Conversion<Real>::from(lisp, real), *Conversion<Real>::from(lisp, imaginary));
  }
  static Word to(const Lisp& lisp, const Z& z) {
    return words::complex(lisp.state(), detail::to_word(lisp, z.real()), detail::to_word(lisp, z.imag()));
  }
  static std::string expected(const Lisp&) { return "number"; }
};

template <detail::AnyDuration D> struct Conversion<D> {
  using Rep = typename D::rep;
  /// Rounds to the units of D. Nothing for seconds that D cannot count.
  static std::optional<D> from(const Lisp&, Word w) {
    double seconds = 0;
    std::int64_t whole = 0;
    if (!words::get_real(w, seconds)) return std::nullopt;
    if constexpr (D::period::num == 1 && std::signed_integral<Rep>) {
      if (words::get_integer(w, whole) && whole <= most / D::period::den && whole >= -(most / D::period::den))
        return D(static_cast<Rep>(whole * D::period::den));
    }
    const long double units = static_cast<long double>(seconds) * D::period::den / D::period::num;
    if constexpr (std::floating_point<Rep>) return D(static_cast<Rep>(units));
    constexpr long double beyond = static_cast<long double>(most) + 0.5L;
    if (!(units < beyond && units > (std::signed_integral<Rep> ? -beyond : -0.5L))) return std::nullopt;
    return D(static_cast<Rep>(units + (units < 0 ? -0.5L : 0.5L)));
  }
  static Word to(const Lisp& lisp, const D& d) {
    if constexpr (std::integral<Rep> && D::period::den == 1) {
      const auto count = static_cast<std::int64_t>(d.count());
      if (count <= longest / D::period::num && count >= -(longest / D::period::num))
        return Conversion<std::int64_t>::to(lisp, count * D::period::num);
    } else if constexpr (std::integral<Rep>) {
      if (d.count() % D::period::den == 0 && D::period::num == 1)
        return Conversion<std::int64_t>::to(lisp, static_cast<std::int64_t>(d.count() / D::period::den));
    }
    return words::double_float(lisp.state(), static_cast<double>(static_cast<long double>(d.count()) * D::period::num / D::period::den));
  }
  static std::string expected(const Lisp&) { return "real"; }

 private:
  static constexpr std::int64_t longest = std::numeric_limits<std::int64_t>::max();
  static constexpr std::int64_t most =
      std::integral<Rep> && sizeof(Rep) < sizeof longest ? static_cast<std::int64_t>(std::numeric_limits<Rep>::max()) : longest;
};

template <detail::TimePoint T> struct Conversion<T> {
  static std::optional<T> from(const Lisp& lisp, Word w) {
    const auto since_1900 = Conversion<Plain>::from(lisp, w);
    if (!since_1900 || *since_1900 < Plain::min() + offset) return std::nullopt;
    return T(*since_1900 - offset);
  }
  static Word to(const Lisp& lisp, const T& t) {
    const Plain since_1970 = t.time_since_epoch();
    if (since_1970 <= Plain::max() - offset) return Conversion<Plain>::to(lisp, since_1970 + offset);
    return words::double_float(lisp.state(),
                               static_cast<double>(since_1970.count()) * Plain::period::num / Plain::period::den + 2208988800.0);
  }
  static std::string expected(const Lisp&) { return "real"; }

 private:
  using Plain = typename T::duration;
  static constexpr Plain offset = Plain(static_cast<typename Plain::rep>(2208988800) * Plain::period::den / Plain::period::num);
};

template <detail::FilePath P> struct Conversion<P> {
  static std::optional<P> from(const Lisp& lisp, Word w) {
    std::string name;
    return words::get_file_name(lisp.state(), w, name) ? std::optional(P(std::move(name))) : std::nullopt;
  }
  static Word to(const Lisp& lisp, const P& p) { return words::string(lisp.state(), p.native()); }
  static std::string expected(const Lisp&) { return "(or string pathname)"; }
};

/// Conversion towards Lisp only. An error is signalled as a SIMPLE-ERROR.
template <detail::Expected X> struct Conversion<X> {
  template <class AnyLisp> static std::optional<X> from(const AnyLisp&, Word) {
    static_assert(!std::same_as<AnyLisp, Lisp>,
                  "tessera: a Lisp object is not an std::expected. Use the type of its value here, and catch tessera::Error.");
    return std::nullopt;
  }
  static Word to(const Lisp& lisp, const X& x) {
    if (!x.has_value()) throw error_of(x);
    if constexpr (std::is_void_v<typename X::value_type>) return words::nil();
    else return detail::to_word(lisp, *x);
  }
  /// Returns the error in place of a value, to be signalled.
  static Error error_of(const X& x) {
    using E = typename X::error_type;
    if constexpr (std::is_convertible_v<const E&, std::string>) return Error("simple-error", x.error());
    else if constexpr (requires { std::string(x.error().what()); }) return Error("simple-error", x.error().what());
    else {
      static_assert(
          requires { std::string(x.error().message()); },
          "tessera: the error of this std::expected has no text. Use an error type that converts to std::string, or has what() or message().");
      return Error("simple-error", x.error().message());
    }
  }
};

}  // namespace tessera
