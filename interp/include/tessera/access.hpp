// Global variables, slots and elements by name, as C++ reads and writes them; weak references.
//
//     lisp["*level*"] = 3;                                  // (defvar *level*), if need be, and (setf *level* 3)
//     int level = lisp["*level*"].as<int>();
//     lisp["start-level"]("castle", 3);                     // calls the function of that name
//     tessera::ObjectRef player = lisp["*player*"];
//     player["name"] = "Ann";                               // a slot or property
//     player["pos"]["x"].as<double>();
//     lisp["*config*"]["width"].as<int>();                  // of a hash table with strings as keys
//     lisp["*scores*"][0] = 100;                            // an element of a sequence
//     for (const tessera::ObjectRef& x : lisp["*list*"]->elements()) ...
//     for (const auto& [key, value] : lisp["*config*"]->entries()) ...
#pragma once

#include "tessera/function.hpp"

namespace tessera {

/// A reference to a global variable or a part of an object, a place in the sense of SETF. It is read and written when
/// it is used, not before.
class TESSERA_API Reference {
 public:
  Reference(const Lisp& lisp, ObjectRef object, ObjectRef key) : lisp_(lisp), object_(std::move(object)), key_(std::move(key)) {}

  /// Returns the value. Throws an Error for an unbound variable, a missing slot or an index out of range. A missing key
  /// of a hash table has the value NIL.
  ObjectRef value() const;
  operator ObjectRef() const { return value(); }  // NOLINT: a reference stands for its value
  template <class T> T as() const { return value().as<T>(); }
  template <class T> std::optional<T> try_as() const { return value().try_as<T>(); }
#ifdef TESSERA_DANGLES
  template <detail::Dangling T> TESSERA_DANGLES T as() const;
#endif
  /// Sets the value. Throws an Error where Lisp does.
  template <class T>
  requires(!std::same_as<std::remove_cvref_t<T>, Reference>) const Reference& operator=(T&& x) const {  // NOLINT: the same one
    detail::before_making(lisp().state());
    return set(lisp_.keep(detail::to_word(lisp_, std::forward<T>(x))));
  }
  const Reference& operator=(const Reference& other) const { return set(other.value()); }  // NOLINT: as above
  Reference(const Reference&) = default;
  ~Reference() = default;

  template <class K> Reference operator[](const K& key) const { return value()[key]; }
  /// Calls the value; in the case of a global variable, the function of that name.
  template <class R = ObjectRef, class... A> R call(A&&... arguments) const {
    return (object_ ? value() : key_).template call<R>(std::forward<A>(arguments)...);
  }
  template <class... A> ObjectRef operator()(A&&... arguments) const { return call(std::forward<A>(arguments)...); }
  /// Returns the value for a call of its functions: `place->elements()`.
  struct Pointer {
    ObjectRef object;
    const ObjectRef* operator->() const { return &object; }
  };
  Pointer operator->() const { return {value()}; }

 private:
  const Reference& set(const ObjectRef& x) const;
  /// Returns the interpreter. Throws std::logic_error if it has ended.
  const Lisp& lisp() const { return static_cast<void>(key_.word()), lisp_; }
  Lisp lisp_;
  ObjectRef object_, key_;  // without an object: a global variable
};

template <> struct Conversion<Reference> {
  template <class AnyLisp> static std::optional<Reference> from(const AnyLisp&, Word) {
    static_assert(!std::same_as<AnyLisp, Lisp>, "tessera: a Reference is a variable or a part of an object. Take an ObjectRef.");
    return std::nullopt;
  }
  template <class AnyLisp> static Word to(const AnyLisp&, const Reference&) {
    static_assert(!std::same_as<AnyLisp, Lisp>, "tessera: a Reference is a variable or a part of an object. Use its value().");
    return {};
  }
};

/// A reference to a Lisp object that does not keep it alive: for C++ objects that belong to Lisp and refer back to it,
/// so that both can be collected.
class TESSERA_API WeakRef {
 public:
  WeakRef() = default;
  explicit WeakRef(const ObjectRef& object);
  /// Returns the object; none if it is gone.
  ObjectRef lock() const;

 private:
  ObjectRef pointer_;
};

inline Reference Lisp::operator[](std::string_view name) const { return {*this, ObjectRef(), symbol(name)}; }

template <class K> Reference ObjectRef::operator[](const K& key) const {
  const Lisp owner = lisp();
  return {owner, *this, owner.make(key)};
}

template <class T> bool ObjectRef::is() const { return Conversion<T>::from(lisp(), word()).has_value(); }

}  // namespace tessera
