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
//     std::span                             a vector; on the way to C++ only as a parameter (Parameter in function.hpp)
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

#include <array>
#include <concepts>
#include <limits>
#include <tuple>
#include <type_traits>
#include <variant>

#include "tessera/lisp.hpp"
#include "tessera/words.hpp"

namespace tessera {

/// The conversion between a C++ type and Lisp: see the list above. The general case is for the user's own classes
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
  ObjectRef operator[](std::size_t i) const { return lisp_.keep(words_[i]); }
  /// Returns the arguments themselves; valid as long as the native runs, unlike copies of them.
  std::span<const Word> words() const { return words_; }
  /// Returns argument `i` (below `size()`) as a T, or throws a TYPE-ERROR.
  template <class T> T as(std::size_t i) const;

 private:
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

// Containers of the standard library that many programs do not use are known by their operations, not by name: so this
// header need not include theirs, and users compile only what they use.

/// std::list, which can splice another into itself at a place.
template <class T>
concept List = requires(T t) {
  typename T::value_type;
  t.push_back(std::declval<typename T::value_type>());
  t.splice(t.begin(), t);
};

/// std::deque, which grows at both ends and has an index.
template <class T>
concept Deque = requires(T t, std::size_t i) {
  t.push_front(std::declval<typename T::value_type>());
  { t[i] } -> std::same_as<typename T::value_type&>;
};

/// std::set, std::unordered_set and those with equal elements.
template <class T>
concept Set = requires(T t, const typename T::key_type& key) {
  requires std::same_as<typename T::key_type, typename T::value_type>;
  t.insert(key);
  t.count(key);
};

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

/// std::map and std::unordered_map: one value for a key.
template <class T>
concept Map = requires(T t, const typename T::key_type& key) {
  requires std::same_as<typename T::value_type, std::pair<const typename T::key_type, typename T::mapped_type>>;
  { t.at(key) } -> std::same_as<typename T::mapped_type&>;
  t.emplace(key, std::declval<typename T::mapped_type>());
};

template <class T> Word to_word(const Lisp& lisp, T&& x) { return Conversion<Plain<T>>::to(lisp, std::forward<T>(x)); }
inline Word to_word(const Lisp& lisp, const char* text) { return words::string(lisp.state(), text); }

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

/// Returns the elements of a sequence as Ts; nothing if one has another type.
template <class T, class Container> std::optional<Container> elements_from(const Lisp& lisp, Word w) {
  Container found;
  words::Elements elements(lisp.state(), w);
  if (!elements.ok()) return std::nullopt;
  if constexpr (requires { found.reserve(elements.size()); }) found.reserve(elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    auto element = Conversion<T>::from(lisp, elements.next());
    if (!element) return std::nullopt;
    if constexpr (requires { found.push_back(*std::move(element)); }) found.push_back(*std::move(element));
    else found.insert(*std::move(element));
  }
  return found;
}

/// Returns the fault of the first element of the sequence `w` that is not a T; if there is none, `w` itself is not of
/// type `expected`.
template <class T> Fault fault_among(const Lisp& lisp, Word w, const std::string& expected) {
  words::Elements elements(lisp.state(), w);
  for (std::size_t i = 0; elements.ok() && i < elements.size(); ++i)
    if (const Word element = elements.next(); !Conversion<T>::from(lisp, element)) return fault_of<T>(lisp, element);
  return {w, expected};
}

/// Returns the type of sequences of `length` elements.
inline std::string sequence_of(std::size_t length) {
  std::string list = "null";
  for (std::size_t i = 0; i < length && i < 9; ++i) list.insert(0, "(cons t ").push_back(')');
  return "(or (vector * " + std::to_string(length) + ") " + (length < 9 ? list : "cons") + ")";
}

template <class Range> Word vector_of(const Lisp& lisp, const Range& range) {
  using T = Plain<decltype(*range.begin())>;
  if constexpr (Unboxed<T> && requires { range.data(); }) {
    return words::numbers(lisp.state(), element_type_of<T>(), range.data(), range.size());
  } else {
    std::vector<Word> found;
    found.reserve(range.size());
    for (const auto& x : range) found.push_back(to_word(lisp, static_cast<const T&>(x)));
    return words::vector(lisp.state(), found);
  }
}

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
  static std::string expected(const Lisp&) {
    return std::string(std::is_signed_v<T> ? "(signed-byte " : "(unsigned-byte ") + std::to_string(sizeof(T) * 8) + ")";
  }
};

template <std::int64_t low, std::int64_t high> struct Conversion<Bounded<low, high>> {
  static std::optional<Bounded<low, high>> from(const Lisp& lisp, Word w) {
    const auto n = Conversion<std::int64_t>::from(lisp, w);
    return n && *n >= low && *n <= high ? std::optional(Bounded<low, high>{*n}) : std::nullopt;
  }
  static Word to(const Lisp& lisp, Bounded<low, high> n) { return Conversion<std::int64_t>::to(lisp, n.value); }
  static std::string expected(const Lisp&) { return "(integer " + std::to_string(low) + " " + std::to_string(high) + ")"; }
};

template <std::floating_point T> struct Conversion<T> {
  static std::optional<T> from(const Lisp&, Word w) {
    double d = 0;
    return words::get_real(w, d) ? std::optional(static_cast<T>(d)) : std::nullopt;
  }
  static Word to(const Lisp& lisp, T x) {
    if constexpr (std::same_as<T, float>) return words::single_float(x);
    else return words::double_float(lisp.state(), static_cast<double>(x));
  }
  static std::string expected(const Lisp&) { return "real"; }
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
  template <class AnyLisp> static std::optional<T> from(const AnyLisp&, Word) {
    static_assert(
        !std::same_as<AnyLisp, Lisp>,
        "tessera: nothing would hold the text that this std::string_view or const char* shows. Use std::string here, also within std::vector, "
        "std::map, std::optional and others. (Only a function's parameter itself, or std::optional of one, may be a view.)");
    return std::nullopt;
  }
  static Word to(const Lisp& lisp, std::string_view s) { return words::string(lisp.state(), s); }
  static std::string expected(const Lisp&) { return "string"; }
};

}  // namespace detail

template <> struct Conversion<std::string_view> : detail::TextViewConversion<std::string_view> {};
template <> struct Conversion<const char*> : detail::TextViewConversion<const char*> {};
template <> struct Conversion<char*> : detail::TextViewConversion<char*> {};
template <std::size_t n> struct Conversion<char[n]> : detail::TextViewConversion<const char*> {};

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

template <class T, class A> struct Conversion<std::vector<T, A>> {
  static std::optional<std::vector<T, A>> from(const Lisp& lisp, Word w) {
    if constexpr (detail::Unboxed<T>) {
      std::size_t count = 0;
      if (const void* data = words::get_numbers(w, detail::element_type_of<T>(), count))
        return std::vector<T, A>(static_cast<const T*>(data), static_cast<const T*>(data) + count);
    }
    return detail::elements_from<T, std::vector<T, A>>(lisp, w);
  }
  static Word to(const Lisp& lisp, const std::vector<T, A>& v) { return detail::vector_of(lisp, v); }
  static std::string expected(const Lisp&) { return "sequence"; }
  static detail::Fault fault(const Lisp& lisp, Word w) { return detail::fault_among<T>(lisp, w, "sequence"); }
};

template <detail::List L> struct Conversion<L> {
  using T = typename L::value_type;
  static std::optional<L> from(const Lisp& lisp, Word w) { return detail::elements_from<T, L>(lisp, w); }
  static Word to(const Lisp& lisp, const L& l) {
    std::vector<Word> found;
    for (const T& x : l) found.push_back(detail::to_word(lisp, x));
    return words::list(lisp.state(), found);
  }
  static std::string expected(const Lisp&) { return "sequence"; }
  static detail::Fault fault(const Lisp& lisp, Word w) { return detail::fault_among<T>(lisp, w, "sequence"); }
};

template <class T, std::size_t n> struct Conversion<std::array<T, n>> {
  static std::optional<std::array<T, n>> from(const Lisp& lisp, Word w) {
    const auto found = Conversion<std::vector<T>>::from(lisp, w);
    if (!found || found->size() != n) return std::nullopt;
    std::array<T, n> a{};
    std::copy(found->begin(), found->end(), a.begin());
    return a;
  }
  static Word to(const Lisp& lisp, const std::array<T, n>& a) { return detail::vector_of(lisp, a); }
  static std::string expected(const Lisp&) { return detail::sequence_of(n); }
  static detail::Fault fault(const Lisp& lisp, Word w) { return detail::fault_among<T>(lisp, w, detail::sequence_of(n)); }
};

/// Conversion towards Lisp only: copies the elements.
template <class T, std::size_t n> struct Conversion<std::span<T, n>> {
  template <class AnyLisp> static std::optional<std::span<T, n>> from(const AnyLisp&, Word) {
    static_assert(
        !std::same_as<AnyLisp, Lisp>,
        "tessera: nothing would hold the elements of this std::span. Use std::vector here. (Only a function's parameter itself may "
        "be a span.)");
    return std::nullopt;
  }
  static Word to(const Lisp& lisp, std::span<T, n> s) { return detail::vector_of(lisp, s); }
};

template <class... T> struct Conversion<std::tuple<T...>> {
  static std::optional<std::tuple<T...>> from(const Lisp& lisp, Word w) {
    words::Elements elements(lisp.state(), w);
    if (!elements.ok() || elements.size() != sizeof...(T)) return std::nullopt;
    std::tuple<std::optional<T>...> found;
    const auto convert = [&](auto& element) {
      element = Conversion<typename detail::Plain<decltype(element)>::value_type>::from(lisp, elements.next());
      return element.has_value();
    };
    const bool all = std::apply([&](auto&... element) { return (convert(element) && ...); }, found);
    if (!all) return std::nullopt;
    return std::apply([](auto&... element) { return std::optional(std::tuple<T...>(*std::move(element)...)); }, found);
  }
  static Word to(const Lisp& lisp, const std::tuple<T...>& t) {
    return std::apply(
        [&](const T&... element) {
          const std::array<Word, sizeof...(T)> words = {detail::to_word(lisp, element)...};
          return words::list(lisp.state(), words);
        },
        t);
  }
  static std::string expected(const Lisp&) { return detail::sequence_of(sizeof...(T)); }
  static detail::Fault fault(const Lisp& lisp, Word w) {
    detail::Fault found{w, expected(lisp)};
    words::Elements elements(lisp.state(), w);
    if (!elements.ok() || elements.size() != sizeof...(T)) return found;
    const auto fits = [&]<class U>(std::type_identity<U>) {
      const Word element = elements.next();
      if (Conversion<U>::from(lisp, element)) return true;
      return found = detail::fault_of<U>(lisp, element), false;
    };
    (void)(fits(std::type_identity<T>()) && ...);
    return found;
  }
};

template <class A, class B> struct Conversion<std::pair<A, B>> {
  static std::optional<std::pair<A, B>> from(const Lisp& lisp, Word w) {
    auto found = Conversion<std::tuple<A, B>>::from(lisp, w);
    if (!found) return std::nullopt;
    return std::pair<A, B>(std::get<0>(*std::move(found)), std::get<1>(*std::move(found)));
  }
  static Word to(const Lisp& lisp, const std::pair<A, B>& p) {
    const Word words[] = {detail::to_word(lisp, p.first), detail::to_word(lisp, p.second)};
    return words::list(lisp.state(), words);
  }
  static std::string expected(const Lisp&) { return detail::sequence_of(2); }
  static detail::Fault fault(const Lisp& lisp, Word w) { return Conversion<std::tuple<A, B>>::fault(lisp, w); }
};

template <class T> struct Conversion<std::optional<T>> {
  static std::optional<std::optional<T>> from(const Lisp& lisp, Word w) {
    if (words::is_nil(w)) return std::optional<T>();
    auto found = Conversion<T>::from(lisp, w);
    if (!found) return std::nullopt;
    return std::optional<std::optional<T>>(std::in_place, *std::move(found));
  }
  static Word to(const Lisp& lisp, const std::optional<T>& x) { return x ? detail::to_word(lisp, *x) : words::nil(); }
  static std::string expected(const Lisp& lisp) { return "(or null " + Conversion<T>::expected(lisp) + ")"; }
  static detail::Fault fault(const Lisp& lisp, Word w) {
    detail::Fault found = detail::fault_of<T>(lisp, w);
    return found.first == w ? detail::Fault{w, expected(lisp)} : found;
  }
};

template <> struct Conversion<std::monostate> {
  static std::optional<std::monostate> from(const Lisp&, Word w) {
    return words::is_nil(w) ? std::optional(std::monostate()) : std::nullopt;
  }
  static Word to(const Lisp&, std::monostate) { return words::nil(); }
  static std::string expected(const Lisp&) { return "null"; }
};

template <class... T> struct Conversion<std::variant<T...>> {
  static std::optional<std::variant<T...>> from(const Lisp& lisp, Word w) {
    std::optional<std::variant<T...>> found;
    (convert<T>(lisp, w, found), ...);
    return found;
  }
  static Word to(const Lisp& lisp, const std::variant<T...>& v) {
    return std::visit([&](const auto& x) { return detail::to_word(lisp, x); }, v);
  }
  static std::string expected(const Lisp& lisp) { return "(or" + ((" " + Conversion<T>::expected(lisp)) + ...) + ")"; }

 private:
  template <class X> static void convert(const Lisp& lisp, Word w, std::optional<std::variant<T...>>& found) {
    if (found) return;
    if constexpr (std::same_as<X, bool>) {  // among others it is T and NIL alone
      if (!words::is_nil(w) && w != words::t()) return;
    }
    if constexpr (std::floating_point<X> && (detail::Integer<T> || ...)) {  // the integers are the other's
      if (words::is_integer(w)) return;
    }
    if (auto x = Conversion<X>::from(lisp, w)) found.emplace(std::in_place_type<X>, *std::move(x));
  }
};

template <detail::Map M> struct Conversion<M> {
  using Key = typename M::key_type;
  using Mapped = typename M::mapped_type;
  static std::optional<M> from(const Lisp& lisp, Word w) {
    std::vector<Word> entries;
    if (!words::get_entries(w, entries)) return std::nullopt;
    M found;
    for (std::size_t i = 0; i + 1 < entries.size(); i += 2) {
      auto key = Conversion<Key>::from(lisp, entries[i]);
      auto value = Conversion<Mapped>::from(lisp, entries[i + 1]);
      if (!key || !value) return std::nullopt;
      found.emplace(*std::move(key), *std::move(value));
    }
    return found;
  }
  static Word to(const Lisp& lisp, const M& map) {
    const Word table = words::hash_table(lisp.state());
    for (const auto& [key, value] : map)
      words::hash_table_set(lisp.state(), table, detail::to_word(lisp, key), detail::to_word(lisp, value));
    return table;
  }
  static std::string expected(const Lisp&) { return "hash-table"; }
  static detail::Fault fault(const Lisp& lisp, Word w) {
    std::vector<Word> entries;
    words::get_entries(w, entries);
    for (std::size_t i = 0; i + 1 < entries.size(); i += 2) {
      if (!Conversion<Key>::from(lisp, entries[i])) return detail::fault_of<Key>(lisp, entries[i]);
      if (!Conversion<Mapped>::from(lisp, entries[i + 1])) return detail::fault_of<Mapped>(lisp, entries[i + 1]);
    }
    return {w, expected(lisp)};
  }
};

template <detail::Deque D>
requires(!detail::List<D>) struct Conversion<D> {
  using T = typename D::value_type;
  static std::optional<D> from(const Lisp& lisp, Word w) { return detail::elements_from<T, D>(lisp, w); }
  static Word to(const Lisp& lisp, const D& d) { return detail::vector_of(lisp, std::vector<T>(d.begin(), d.end())); }
  static std::string expected(const Lisp&) { return "sequence"; }
  static detail::Fault fault(const Lisp& lisp, Word w) { return detail::fault_among<T>(lisp, w, "sequence"); }
};

template <detail::Set S> struct Conversion<S> {
  using T = typename S::key_type;
  static std::optional<S> from(const Lisp& lisp, Word w) { return detail::elements_from<T, S>(lisp, w); }
  static Word to(const Lisp& lisp, const S& s) {
    std::vector<Word> found;
    for (const T& x : s) found.push_back(detail::to_word(lisp, x));
    return words::list(lisp.state(), found);
  }
  static std::string expected(const Lisp&) { return "sequence"; }
  static detail::Fault fault(const Lisp& lisp, Word w) { return detail::fault_among<T>(lisp, w, "sequence"); }
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
    if constexpr (D::period::num == 1 && !std::floating_point<Rep>) {
      if (words::get_integer(w, whole) && whole <= most / D::period::den && whole >= -(most / D::period::den))
        return D(static_cast<Rep>(whole * D::period::den));
    }
    const long double units = static_cast<long double>(seconds) * D::period::den / D::period::num;
    if constexpr (std::floating_point<Rep>) return D(static_cast<Rep>(units));
    if (!(units < static_cast<long double>(most) && units > -static_cast<long double>(most))) return std::nullopt;
    return D(static_cast<Rep>(units + (units < 0 ? -0.5L : 0.5L)));
  }
  static Word to(const Lisp& lisp, const D& d) {
    if constexpr (std::integral<Rep> && D::period::den == 1) {
      return Conversion<std::int64_t>::to(lisp, static_cast<std::int64_t>(d.count()) * D::period::num);
    } else if constexpr (std::integral<Rep>) {
      if (d.count() % D::period::den == 0 && D::period::num == 1)
        return Conversion<std::int64_t>::to(lisp, static_cast<std::int64_t>(d.count() / D::period::den));
    }
    return words::double_float(lisp.state(), static_cast<double>(static_cast<long double>(d.count()) * D::period::num / D::period::den));
  }
  static std::string expected(const Lisp&) { return "real"; }

 private:
  static constexpr std::int64_t most = std::numeric_limits<std::conditional_t<std::integral<Rep>, Rep, std::int64_t>>::max();
};

template <detail::TimePoint T> struct Conversion<T> {
  static std::optional<T> from(const Lisp& lisp, Word w) {
    const auto since_1900 = Conversion<Plain>::from(lisp, w);
    return since_1900 ? std::optional(T(*since_1900 - offset)) : std::nullopt;
  }
  static Word to(const Lisp& lisp, const T& t) { return Conversion<Plain>::to(lisp, t.time_since_epoch() + offset); }
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
    using E = typename X::error_type;
    if (x.has_value()) {
      if constexpr (std::is_void_v<typename X::value_type>) return words::nil();
      else return detail::to_word(lisp, *x);
    }
    if constexpr (std::is_convertible_v<const E&, std::string>) throw Error("simple-error", x.error());
    else if constexpr (requires { std::string(x.error().what()); }) throw Error("simple-error", x.error().what());
    else {
      static_assert(
          requires { std::string(x.error().message()); },
          "tessera: the error of this std::expected has no text. Use an error type that converts to std::string, or has what() or message().");
      throw Error("simple-error", x.error().message());
    }
  }
};

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
template <class T> T Arguments::as(std::size_t i) const { return detail::from_word<T>(lisp_, words_[i]); }

template <class T> T Lisp::as(Word word) const { return detail::from_word<T>(*this, word); }
template <class T> std::optional<T> Lisp::try_as(Word word) const { return Conversion<T>::from(*this, word); }
template <class T> Word Lisp::word(const T& x) const { return detail::to_word(*this, x); }

template <class T> ObjectRef Lisp::make(const T& x) const {
  detail::require_room(state());
  return keep(detail::to_word(*this, x));
}

}  // namespace tessera
