// Conversions of containers, std::tuple, std::optional and std::variant: the elements are copied.
#pragma once

#include <array>
#include <tuple>
#include <variant>

#include "tessera/convert_values.hpp"

namespace tessera {

namespace detail {

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

/// std::map and std::unordered_map: one value for a key.
template <class T>
concept Map = requires(T t, const typename T::key_type& key) {
  requires std::same_as<typename T::value_type, std::pair<const typename T::key_type, typename T::mapped_type>>;
  { t.at(key) } -> std::same_as<typename T::mapped_type&>;
  t.emplace(key, std::declval<typename T::mapped_type>());
};

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

/// Returns a list of the elements.
template <class Range> Word list_of(const Lisp& lisp, const Range& range) {
  std::vector<Word> found;
  for (const auto& x : range) found.push_back(to_word(lisp, x));
  return words::list(lisp.state(), found);
}

}  // namespace detail

template <class T, class A> struct Conversion<std::vector<T, A>> {
  static constexpr bool dangles = detail::Dangling<T>;
  static std::optional<std::vector<T, A>> from(const Lisp& lisp, Word w) {
    if constexpr (detail::Unboxed<T>) {
      std::size_t count = 0;
      if (const void* data = words::get_numbers(w, detail::element_type_of<T>(), count))
        return std::vector<T, A>(static_cast<const T*>(data), static_cast<const T*>(data) + count);
    } else if constexpr (std::same_as<T, bool>) {  // as elements of other sequences 0 and 1 are both true
      if (std::vector<bool> bits; words::get_bits(w, bits)) return std::vector<T, A>(bits.begin(), bits.end());
    }
    return detail::elements_from<T, std::vector<T, A>>(lisp, w);
  }
  static Word to(const Lisp& lisp, const std::vector<T, A>& v) { return detail::vector_of(lisp, v); }
  static std::string expected(const Lisp&) { return "sequence"; }
  static detail::Fault fault(const Lisp& lisp, Word w) { return detail::fault_among<T>(lisp, w, "sequence"); }
};

template <detail::List L> struct Conversion<L> {
  using T = typename L::value_type;
  static constexpr bool dangles = detail::Dangling<T>;
  static std::optional<L> from(const Lisp& lisp, Word w) { return detail::elements_from<T, L>(lisp, w); }
  static Word to(const Lisp& lisp, const L& l) { return detail::list_of(lisp, l); }
  static std::string expected(const Lisp&) { return "sequence"; }
  static detail::Fault fault(const Lisp& lisp, Word w) { return detail::fault_among<T>(lisp, w, "sequence"); }
};

template <class T, std::size_t n> struct Conversion<std::array<T, n>> {
  static constexpr bool dangles = detail::Dangling<T>;
  static std::optional<std::array<T, n>> from(const Lisp& lisp, Word w) {
    auto found = Conversion<std::vector<T>>::from(lisp, w);
    if (!found || found->size() != n) return std::nullopt;
    return [&]<std::size_t... i>(std::index_sequence<i...>) { return std::array<T, n>{std::move((*found)[i])...}; }
    (std::make_index_sequence<n>());
  }
  static Word to(const Lisp& lisp, const std::array<T, n>& a) { return detail::vector_of(lisp, a); }
  static std::string expected(const Lisp&) { return detail::sequence_of(n); }
  static detail::Fault fault(const Lisp& lisp, Word w) { return detail::fault_among<T>(lisp, w, detail::sequence_of(n)); }
};

/// Conversion towards Lisp only: copies the elements.
template <class T, std::size_t n> struct Conversion<std::span<T, n>> {
  static constexpr bool dangles = true;
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
  static constexpr bool dangles = (detail::Dangling<T> || ...);
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
  static constexpr bool dangles = detail::Dangling<A> || detail::Dangling<B>;
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
  static constexpr bool dangles = detail::Dangling<T>;
  static std::optional<std::optional<T>> from(const Lisp& lisp, Word w) {
    if (words::is_nil(w)) return std::optional<T>();
    auto found = Conversion<T>::from(lisp, w);
    if (!found) return std::nullopt;
    return std::optional<std::optional<T>>(std::in_place, *std::move(found));
  }
  static Word to(const Lisp& lisp, const std::optional<T>& x) { return x ? detail::to_word(lisp, *x) : words::nil(); }
  static std::string expected(const Lisp& lisp) { return detail::or_null(Conversion<T>::expected(lisp)); }
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
  static constexpr bool dangles = (detail::Dangling<T> || ...);
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
  static constexpr bool dangles = detail::Dangling<Key> || detail::Dangling<Mapped>;
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
  static constexpr bool dangles = detail::Dangling<T>;
  static std::optional<D> from(const Lisp& lisp, Word w) { return detail::elements_from<T, D>(lisp, w); }
  static Word to(const Lisp& lisp, const D& d) { return detail::vector_of(lisp, std::vector<T>(d.begin(), d.end())); }
  static std::string expected(const Lisp&) { return "sequence"; }
  static detail::Fault fault(const Lisp& lisp, Word w) { return detail::fault_among<T>(lisp, w, "sequence"); }
};

template <detail::Set S> struct Conversion<S> {
  using T = typename S::key_type;
  static constexpr bool dangles = detail::Dangling<T>;
  static std::optional<S> from(const Lisp& lisp, Word w) { return detail::elements_from<T, S>(lisp, w); }
  static Word to(const Lisp& lisp, const S& s) { return detail::list_of(lisp, s); }
  static std::string expected(const Lisp&) { return "sequence"; }
  static detail::Fault fault(const Lisp& lisp, Word w) { return detail::fault_among<T>(lisp, w, "sequence"); }
};

}  // namespace tessera
