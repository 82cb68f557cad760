// Containers of C++ that Lisp sees by reference.
//
//     struct World { std::vector<Entity> entities; };
//     lisp.define_class<World>("world").property("entities", &World::entities);
//
// A result or property std::vector<Entity>& is a vector whose elements refer to the Entities, so LOOP and MAP see and
// change the objects themselves. (Likewise a std::map<K, Entity>& is a hash table of references.) Each access makes a
// new vector, so a script cannot add elements. After
//
//     lisp.define_container<std::vector<Entity>>("entities");
//
// such a result is an object that refers to the container, with these functions (their prefix is the name):
//
//     (entities-size c)            (entities-item c i)         (setf (entities-item c i) x)
//     (entities-items c)           a new vector of the elements, for LOOP and MAP
//     (entities-add c x)           (entities-insert c i x)     (entities-remove c i)    (entities-clear c)
//
// A parameter std::vector<Entity>& then takes it, too, without a copy. The elements of a std::vector move when it
// grows: references to them, from C++ as from Lisp, end there. Elements in std::shared_ptr, or in a std::deque or
// std::list, do not move.
#pragma once

#include "tessera/class.hpp"

namespace tessera {

namespace detail {

/// Throws the error for an index out of range.
[[noreturn]] TESSERA_API void throw_no_item(State& state, std::size_t index, std::size_t size);
TESSERA_API bool is_defined(const State& state, std::type_index type);

/// Returns the Lisp object for an element of a container that `owner` keeps alive.
template <class V> Word item_word(const Lisp& lisp, typename V::reference item, Word owner) {
  if constexpr (requires { sizeof(ReferenceResult<typename V::reference>); })
    return ReferenceResult<typename V::reference>::convert(lisp, item, owner);
  else if constexpr (requires { sizeof(ReferenceResult<typename V::value_type>); })
    return ReferenceResult<typename V::value_type>::convert(lisp, item, owner);
  else return Conversion<typename V::value_type>::to(lisp, item);
}

template <class V> Word items_word(const Lisp& lisp, V& container, Word owner) {
  std::vector<Word> items;
  items.reserve(container.size());
  for (auto&& item : container) items.push_back(item_word<V>(lisp, item, owner));
  return words::vector(lisp.state(), items);
}

/// A Sequence, or another container of objects of the user's classes, such as a std::array.
template <class V>
concept Elements = Sequence<V> ||(!HostClass<V> && !Map<V> && requires(V v) {
  v.begin();
  v.size();
  requires HostClass<typename V::value_type>;
});

template <class V>
requires Elements<std::remove_const_t<V>>
struct ReferenceResult<V&> {
  using Container = std::remove_const_t<V>;
  static Word convert(const Lisp& lisp, V& container, Word owner) {
    auto& x = const_cast<Container&>(container);
    if (is_defined(lisp.state(), typeid(Container))) {
      const Word found = wrap_host_object(lisp.state(), {{&x, typeid(Container)}});
      keep_with_owner(lisp.state(), found, owner);
      return found;
    }
    constexpr bool has_objects = requires { sizeof(ReferenceResult<typename Container::reference>); };
    constexpr bool has_conversion = !requires { typename Conversion<Container>::HostClass; };
    if constexpr (has_objects || !has_conversion) return items_word(lisp, x, owner);
    else return Conversion<Container>::to(lisp, x);
  }
};

/// A hash table of references to the objects in a std::map or std::unordered_map.
template <class M>
requires Map<std::remove_const_t<M>> && HostClass<typename M::mapped_type>
struct ReferenceResult<M&> {
  static Word convert(const Lisp& lisp, M& map, Word owner) {
    const Word table = words::hash_table(lisp.state());
    for (auto& [key, value] : map)
      words::hash_table_set(lisp.state(), table, to_word(lisp, key),
                            ReferenceResult<typename M::mapped_type*>::convert(lisp, const_cast<typename M::mapped_type*>(&value), owner));
    return table;
  }
};

template <class T>
requires HostClass<T>
struct ReferenceResult<std::optional<T>&> {
  static Word convert(const Lisp& lisp, std::optional<T>& x, Word owner) {
    return ReferenceResult<T*>::convert(lisp, x ? &*x : nullptr, owner);
  }
};

/// A container as a parameter, with its Lisp object.
template <class V> struct HeldContainer {
  V* container;
  Word self;
  V* operator->() const { return container; }
  V& operator*() const { return *container; }
};

/// Returns the place of element `i`; that of the end counts if `or_end`.
template <class V> auto place_in(const Lisp& lisp, V& container, std::size_t i, bool or_end = false) {
  if (i >= container.size() + (or_end ? 1 : 0)) throw_no_item(lisp.state(), i, container.size());
  auto place = container.begin();
  for (; i != 0; --i) ++place;
  return place;
}

}  // namespace detail

template <class V> struct Conversion<detail::HeldContainer<V>> {
  static std::optional<detail::HeldContainer<V>> from(const Lisp& lisp, Word w) {
    void* const found = detail::host_object(lisp.state(), w, typeid(V));
    return found == nullptr ? std::nullopt : std::optional(detail::HeldContainer<V>{static_cast<V*>(found), w});
  }
  static std::string expected(const Lisp& lisp) { return detail::class_name(lisp.state(), typeid(V)); }
};

template <class V> ClassDefinition<V, V> Lisp::define_container(std::string_view name, std::string_view documentation) const {
  static_assert(detail::Sequence<V>, "tessera: define_container is for std::vector, std::deque, std::list and the like");
  using T = typename V::value_type;
  using Held = detail::HeldContainer<V>;
  using detail::place_in;
  const ClassDefinition<V, V> definition(*this, name, documentation);
  definition.prefix(std::string(name) + "-")
      .method("size", [](Held c) { return c->size(); })
      .method("item", [](const Lisp& lisp, Held c, std::size_t i) { return detail::item_word<V>(lisp, *place_in(lisp, *c, i), c.self); })
      .method("items", [](const Lisp& lisp, Held c) { return detail::items_word(lisp, *c, c.self); })
      .method("remove", [](const Lisp& lisp, Held c, std::size_t i) { c->erase(place_in(lisp, *c, i)); })
      .method("clear", [](Held c) { c->clear(); });
  if constexpr (detail::is_assignable<T>())
    definition.setter("item", [](const Lisp& lisp, Held c, std::size_t i, T x) { *place_in(lisp, *c, i) = std::move(x); })
        .method("add", [](Held c, T x) { c->push_back(std::move(x)); })
        .method("insert", [](const Lisp& lisp, Held c, std::size_t i, T x) { c->insert(place_in(lisp, *c, i, true), std::move(x)); });
  return definition;
}

}  // namespace tessera
