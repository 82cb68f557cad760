// C++ classes as Lisp classes.
//
//     struct Board { explicit Board(int size); std::vector<int> neighbors(int position) const; int size; };
//
//     lisp.define_class<Board>("board")
//         .constructor<int>()                          // (make-board 5), (make-instance 'board :arguments '(5))
//         .method("neighbors", &Board::neighbors)      // a generic function with a method for BOARD
//         .property("board-size", &Board::size);       // (board-size b), (setf (board-size b) 3), (slot-value b 'board-size)
//
// The classes are CLOS classes: DEFMETHOD specialises on them, DEFCLASS inherits from them (and MAKE-INSTANCE of a
// subclass takes :ARGUMENTS for the constructor). A T by value and a std::unique_ptr pass ownership to Lisp, which
// destroys the object when nothing refers to it (in no defined order, at the latest with the interpreter); a
// std::shared_ptr shares it; T* and std::reference_wrapper lend it, so it must outlive its use. A destructor must not
// call Lisp.
#pragma once

#include <memory>
#include <typeindex>

#include "tessera/function.hpp"

namespace tessera {

namespace detail {

/// Lisp's record of a C++ object.
struct HostObject {
  void* object = nullptr;
  std::type_index type = typeid(void);
  std::shared_ptr<void> owner;  ///< keeps the object alive; null if it is lent
};

/// Returns the object of the class `type`, or of a derived class, after `w`; nullptr for other objects.
TESSERA_API void* host_object(State& state, Word w, std::type_index type);
/// Returns the shared owner, if there is one.
TESSERA_API std::shared_ptr<void> host_object_owner(State& state, Word w);
/// Returns the instance for a C++ object. Throws std::invalid_argument if its class is not defined here.
TESSERA_API Word wrap_host_object(State& state, HostObject host_object);
/// Attaches `host_object` to the instance `w` of the class or of a Lisp subclass.
TESSERA_API void fill_host_object(State& state, Word w, HostObject host_object);
/// Returns the name of the class as the reader reads it; for messages.
TESSERA_API std::string class_name(State& state, std::type_index type);

using Upcast = void* (*)(void*);
TESSERA_API void define_host_class(State& state, std::type_index type, std::string_view name, std::string_view documentation);
TESSERA_API void add_host_base(State& state, std::type_index type, std::type_index base, Upcast upcast);
TESSERA_API void add_constructor(State& state, std::type_index type, std::unique_ptr<HostFunction> function);
TESSERA_API void add_method(State& state, std::type_index type, std::string_view name, std::unique_ptr<HostFunction> function,
                            std::string_view documentation);
TESSERA_API void add_property(State& state, std::type_index type, std::string_view name, std::unique_ptr<HostFunction> reader,
                              std::unique_ptr<HostFunction> writer, std::string_view documentation);

/// A reference to a T that C++ owns.
template <class T> class BorrowedRef {
 public:
  explicit BorrowedRef(T& object) : object_(&object) {}
  operator T&() const { return *object_; }  // NOLINT: it stands for the object

 private:
  T* object_;
};

/// std::reference_wrapper; recognised by its interface, as containers are (convert.hpp).
template <class W, class T>
concept ReferenceWrapperLike = std::is_convertible_v<const W&, T&> && requires(const W& w) {
  requires std::same_as<typename W::type, T>;
  { w.get() } -> std::same_as<T&>;
};

template <class T> Word wrap_owned(const Lisp& lisp, std::shared_ptr<T> owner) {
  if (owner == nullptr) return words::nil();
  T* const object = owner.get();
  return wrap_host_object(lisp.state(),
                          {const_cast<std::remove_const_t<T>*>(object), typeid(T), std::const_pointer_cast<std::remove_const_t<T>>(owner)});
}

}  // namespace detail

/// User-defined classes, which `define_class` makes known.
template <class T> struct Conversion {
  static_assert(std::is_class_v<T>, "there is no Conversion for this type");
  static std::optional<detail::BorrowedRef<T>> from(const Lisp& lisp, Word w) {
    void* const object = detail::host_object(lisp.state(), w, typeid(T));
    return object == nullptr ? std::nullopt : std::optional(detail::BorrowedRef<T>(*static_cast<T*>(object)));
  }
  static Word to(const Lisp& lisp, const T& x) { return detail::wrap_owned(lisp, std::make_shared<T>(x)); }
  static Word to(const Lisp& lisp, T&& x) { return detail::wrap_owned(lisp, std::make_shared<T>(std::move(x))); }
  static std::string expected(const Lisp& lisp) { return detail::class_name(lisp.state(), typeid(T)); }
};

template <class T>
requires std::is_class_v<T>
struct Conversion<T*> {
  static std::optional<T*> from(const Lisp& lisp, Word w) {
    if (words::is_nil(w)) return nullptr;
    void* const object = detail::host_object(lisp.state(), w, typeid(T));
    return object == nullptr ? std::nullopt : std::optional(static_cast<T*>(object));
  }
  static Word to(const Lisp& lisp, T* x) {
    if (x == nullptr) return words::nil();
    return detail::wrap_host_object(lisp.state(), {const_cast<std::remove_const_t<T>*>(x), typeid(T), nullptr});
  }
  static std::string expected(const Lisp& lisp) { return "(or null " + detail::class_name(lisp.state(), typeid(T)) + ")"; }
};

template <template <class> class Wrapper, class T>
requires detail::ReferenceWrapperLike<Wrapper<T>, T>
struct Conversion<Wrapper<T>> {
  static Word to(const Lisp& lisp, const Wrapper<T>& x) { return Conversion<T*>::to(lisp, &x.get()); }
};

template <class T> struct Conversion<std::shared_ptr<T>> {
  /// Returns the owner of the object; nothing for lent objects, whose owner is unknown.
  static std::optional<std::shared_ptr<T>> from(const Lisp& lisp, Word w) {
    if (words::is_nil(w)) return std::shared_ptr<T>();
    void* const object = detail::host_object(lisp.state(), w, typeid(T));
    std::shared_ptr<void> owner = detail::host_object_owner(lisp.state(), w);
    if (object == nullptr || owner == nullptr) return std::nullopt;
    return std::shared_ptr<T>(std::move(owner), static_cast<T*>(object));
  }
  static Word to(const Lisp& lisp, std::shared_ptr<T> x) { return detail::wrap_owned(lisp, std::move(x)); }
  static std::string expected(const Lisp& lisp) { return "(or null " + detail::class_name(lisp.state(), typeid(T)) + ")"; }
};

/// Conversion towards Lisp only, which then owns the object.
template <class T> struct Conversion<std::unique_ptr<T>> {
  static Word to(const Lisp& lisp, std::unique_ptr<T>&& x) { return detail::wrap_owned(lisp, std::shared_ptr<T>(std::move(x))); }
};

/// Defines a C++ class in Lisp; each function adds something and returns the definition.
template <class T> class ClassDefinition {
 public:
  ClassDefinition(const Lisp& lisp, std::string_view name, std::string_view documentation) : lisp_(lisp) {
    detail::define_host_class(lisp.state(), typeid(T), name, documentation);
  }

  /// Declares the base class B, defined before, from whose Lisp class this one inherits.
  template <class B> const ClassDefinition& base() const {
    static_assert(std::is_base_of_v<B, T>);
    detail::add_host_base(lisp_.state(), typeid(T), typeid(B), [](void* x) -> void* { return static_cast<B*>(static_cast<T*>(x)); });
    return *this;
  }

  /// Declares the constructor for these argument types: (make-NAME ...), (make-instance 'NAME :arguments (list ...)).
  /// One for a class.
  template <class... P> const ClassDefinition& constructor() const {
    const auto make = [](P... arguments) { return std::make_shared<T>(std::forward<P>(arguments)...); };
    detail::add_constructor(lisp_.state(), typeid(T), detail::make_adapter(make));
    return *this;
  }

  /// Adds a method of the generic function NAME: a member function, or anything that takes a T& first.
  template <class F> const ClassDefinition& method(std::string_view name, F function, std::string_view documentation = "") const {
    detail::add_method(lisp_.state(), typeid(T), name, adapter(function), documentation);
    return *this;
  }

  /// Adds a data member, read and written under that name (a const one: read).
  template <class M>
  requires std::is_member_object_pointer_v<M T::*>
  const ClassDefinition& property(std::string_view name, M T::*member, std::string_view documentation = "") const {
    auto reader = detail::make_adapter([member](const T& x) -> std::remove_const_t<M> { return x.*member; });
    std::unique_ptr<detail::HostFunction> writer;
    if constexpr (!std::is_const_v<M>) writer = detail::make_adapter([member](M value, T& x) { x.*member = std::move(value); });
    detail::add_property(lisp_.state(), typeid(T), name, std::move(reader), std::move(writer), documentation);
    return *this;
  }

  /// Adds a property read by a getter, and written by a setter that takes the value.
  template <class G>
  requires std::is_member_function_pointer_v<G>
  const ClassDefinition& property(std::string_view name, G getter, std::string_view documentation = "") const {
    detail::add_property(lisp_.state(), typeid(T), name, adapter(getter), nullptr, documentation);
    return *this;
  }
  template <class G, class V>
  const ClassDefinition& property(std::string_view name, G getter, void (T::*setter)(V), std::string_view documentation = "") const {
    auto writer = detail::make_adapter([setter](V value, T& x) { (x.*setter)(std::forward<V>(value)); });
    detail::add_property(lisp_.state(), typeid(T), name, adapter(getter), std::move(writer), documentation);
    return *this;
  }

 private:
  template <class C, class R, class... P> static std::unique_ptr<detail::HostFunction> adapter(R (C::*f)(P...)) {
    return detail::make_adapter([f](T& x, P... arguments) -> R { return (x.*f)(std::forward<P>(arguments)...); });
  }
  template <class C, class R, class... P> static std::unique_ptr<detail::HostFunction> adapter(R (C::*f)(P...) const) {
    return detail::make_adapter([f](const T& x, P... arguments) -> R { return (x.*f)(std::forward<P>(arguments)...); });
  }
  template <class C, class R, class... P> static std::unique_ptr<detail::HostFunction> adapter(R (C::*f)(P...) noexcept) {
    return adapter(static_cast<R (C::*)(P...)>(f));
  }
  template <class C, class R, class... P> static std::unique_ptr<detail::HostFunction> adapter(R (C::*f)(P...) const noexcept) {
    return adapter(static_cast<R (C::*)(P...) const>(f));
  }
  template <class F> static std::unique_ptr<detail::HostFunction> adapter(F f) { return detail::make_adapter(std::move(f)); }

  Lisp lisp_;
};

template <class T> ClassDefinition<T> Lisp::define_class(std::string_view name, std::string_view documentation) const {
  return ClassDefinition<T>(*this, name, documentation);
}

}  // namespace tessera
