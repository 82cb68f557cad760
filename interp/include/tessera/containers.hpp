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
// A parameter std::vector<Entity>& then takes it, too, without a copy. When these functions move or end elements, as a
// std::vector does that grows, Lisp's references to them and their parts end: using one is a TYPE-ERROR. Lisp does not
// see what C++ does to the container: call Lisp::revoke, or hold elements that scripts keep by std::shared_ptr.
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
  const std::size_t places = container.size() + (or_end ? 1 : 0);
  if (i >= places) throw_no_item(lisp.state(), i, places);
  auto place = container.begin();
  for (; i != 0; --i) ++place;
  return place;
}

/// Says what a change at a place does to other elements: those after it move, all do, or none.
enum class Moves { later, all, none };

/// Ends Lisp's references to the elements of `container` that move or end if element `i` is removed or another one is
/// inserted there.
template <class V> void before_change(const Lisp& lisp, V& container, std::size_t i, Moves moves, bool removes) {
  if constexpr (holds_objects<V>()) {
    std::vector<Extent> extents;
    std::size_t at = 0;
    for (auto& item : container) {
      if (moves == Moves::all || (moves == Moves::later && at >= i) || (removes && at == i)) add_extents(item, extents);
      ++at;
    }
    revoke(lisp.state(), extents, false);
  }
}
template <class V> Moves moves_at_removal() { return List<V> ? Moves::none : Deque<V> ? Moves::all : Moves::later; }
/// What an insertion at `i` moves: a std::vector moves all elements when it grows.
template <class V> Moves moves_at_insertion(const V& container, std::size_t i) {
  if constexpr (List<V>) return Moves::none;
  else if constexpr (requires { container.capacity(); }) return container.size() == container.capacity() ? Moves::all : Moves::later;
  else return i == container.size() ? Moves::none : Moves::all;
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
      .method("remove",
              [](const Lisp& lisp, Held c, std::size_t i) {
                const auto place = place_in(lisp, *c, i);
                detail::before_change(lisp, *c, i, detail::moves_at_removal<V>(), true);
                c->erase(place);
              })
      .method("clear", [](const Lisp& lisp, Held c) {
        detail::before_change(lisp, *c, 0, detail::Moves::all, true);
        c->clear();
      });
  if constexpr (detail::is_assignable<T>())
    definition
        .setter("item",
                [](const Lisp& lisp, Held c, std::size_t i, T x) {
                  if constexpr (detail::holds_objects<T>()) detail::assign<T>(lisp, *place_in(lisp, *c, i), std::move(x));
                  else *place_in(lisp, *c, i) = std::move(x);
                })
        .method("add",
                [](const Lisp& lisp, Held c, T x) {
                  detail::before_change(lisp, *c, c->size(), detail::moves_at_insertion(*c, c->size()), false);
                  c->push_back(std::move(x));
                })
        .method("insert", [](const Lisp& lisp, Held c, std::size_t i, T x) {
          const auto place = place_in(lisp, *c, i, true);
          detail::before_change(lisp, *c, i, detail::moves_at_insertion(*c, i), false);
          c->insert(place, std::move(x));
        });
  return definition;
}

}  // namespace tessera
