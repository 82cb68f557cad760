// C++ classes as Lisp classes.
//
//     struct Board { explicit Board(int size); std::vector<int> neighbors(int position) const; int size; };
//
//     lisp.define_class<Board>("board")
//         .constructor<int>()                          // (make-board 5), (make-instance 'board :arguments '(5))
//         .method("neighbors", &Board::neighbors)      // a generic function with a method for BOARD
//         .property("board-size", &Board::size);       // (board-size b), (setf (board-size b) 3),
//                                                      // (slot-value b 'board-size)
//
// The classes are CLOS classes: DEFMETHOD specialises on them, DEFCLASS inherits from them (and MAKE-INSTANCE of a
// subclass takes :ARGUMENTS for the constructor).
//
// Objects have identity. While Lisp holds the object for a C++ object, the C++ object is that Lisp object (EQ), however
// it comes: by shared_ptr, pointer or reference, from whatever base class. It has the most derived class that is
// defined.
//
// A T by value and a std::unique_ptr pass ownership to Lisp, which destroys the object when nothing refers to it (in no
// defined order, at the latest with the interpreter); a std::shared_ptr shares it; T* and std::reference_wrapper lend
// it, so it must outlive its use, or end with Lisp::revoke. Results of these types, T& included, refer into the first
// argument of the call, which they keep alive. A std::shared_ptr that C++ gets for an instance of a script's class
// keeps the instance, with its slots; let it end in the interpreter's thread. A destructor must not call Lisp.
#pragma once

#include <memory>
#include <typeindex>

#include "tessera/overloads.hpp"

namespace tessera {

namespace detail {

struct KnownObject;

/// Leads from a C++ object that calls Lisp's methods to its Lisp object. A copy of the C++ object has an empty link,
/// since Lisp does not know it.
struct Link {
  Link() = default;
  Link(const Link&) {}
  Link& operator=(const Link&) { return *this; }
  State* state = nullptr;
  KnownObject* known = nullptr;  ///< nullptr: Lisp has no object for it
};
/// True if Lisp's method NAME is to be called for the object: Lisp knows the object, and is not calling the C++ method.
TESSERA_API bool overrides(const Link& link, std::string_view name);
TESSERA_API Word instance_of(const Link& link);

/// A C++ object that Lisp knows.
struct HostObject {
  void* object = nullptr;
  std::type_index type = typeid(void);
  std::shared_ptr<void> owner{};  ///< keeps the object alive; null if it is lent
  Link* link = nullptr;           ///< in the object, if it calls Lisp's methods
};

/// A C++ object on its way to Lisp.
struct ArrivingObject : HostObject {
  void* whole = nullptr;                      ///< of a class with virtual functions: the object of its most derived class
  std::type_index whole_type = typeid(void);  ///< that class, which may not be defined in Lisp
  bool is_new = false;                        ///< was made for Lisp just now
};

/// Returns an owner of the object, which also keeps its Lisp object if a script made the class; null if it is lent.
TESSERA_API std::shared_ptr<void> host_object_owner(State& state, Word w);
/// Returns the owner if only Lisp holds the object, else nullptr. If `exactly` is not null, the object must be of that
/// class itself, not of a derived one.
TESSERA_API const std::shared_ptr<void>* sole_owner(State& state, Word w, const std::type_info* exactly);
/// Takes the ownership from Lisp and returns it. Lisp's object, and those for its parts, are refused from then on.
TESSERA_API std::shared_ptr<void> give_away(State& state, Word w);
/// Returns the instance for a C++ object. Throws std::invalid_argument if its class is not defined here.
TESSERA_API Word wrap_host_object(State& state, ArrivingObject object);
/// Keeps the Lisp object `kept` alive as long as the host object `object`. If `first_only`, only if `object` has no
/// owner and keeps nothing yet.
TESSERA_API void keep_with(State& state, Word object, Word kept, bool first_only);
/// Keeps `owner`, if it is a host object, alive as long as `part`, a reference into it.
TESSERA_API void keep_with_owner(State& state, Word part, Word owner);
/// The addresses of an object of C++.
struct Extent {
  const void *begin, *end;
};
TESSERA_API void revoke(State& state, Extent extent);
/// Makes Lisp's references to the objects in `extents` unusable, since the objects move or end. If `parts_only`, the
/// objects are assigned to, and only references to their parts become unusable.
TESSERA_API void revoke(State& state, std::span<const Extent> extents, bool parts_only);
/// Returns the name of the class as the reader reads it; for messages.
TESSERA_API std::string class_name(State& state, std::type_index type);
[[noreturn]] TESSERA_API void throw_sliced(State& state, std::type_index type, std::type_index whole_type);

// The functions below take the ownership of the HostFunctions. (Callers with std::unique_ptrs take longer to compile.)
using Cast = void* (*)(void*);
TESSERA_API void define_host_class(State& state, std::type_index type, std::string_view name, std::string_view documentation);
TESSERA_API void add_host_base(State& state, std::type_index type, std::type_index base, Cast upcast, Cast downcast);
/// The kinds of members of a class. `value` ones belong to the class itself, not to an object.
enum class Member : unsigned char { method, value, setter, printer };
/// Adds a constructor; `lambda_list`, "" for none, gives names and defaults to its parameters.
TESSERA_API void add_constructor(State& state, std::type_index type, std::string_view lambda_list, HostFunction* function);
/// Adds a member, or an overload of one.
TESSERA_API void add_member(State& state, std::type_index type, Member kind, std::string_view name, std::string_view lambda_list,
                            HostFunction* function, std::string_view documentation);
TESSERA_API void add_property(State& state, std::type_index type, std::string_view name, HostFunction* reader, HostFunction* writer,
                              std::string_view documentation);
/// Adds an overload of the arithmetic operation `name` of Lisp. Throws std::invalid_argument for other names.
TESSERA_API void add_operation(State& state, std::string_view name, HostFunction* function);
/// Says that objects of the class call Lisp's methods.
TESSERA_API void set_overridable(State& state, std::type_index type);
TESSERA_API void set_prefix(State& state, std::type_index type, std::string_view prefix);

/// A class without a Conversion of its own: one of the user's.
template <class T>
concept HostClass = std::is_class_v<T> && !Sequence<T> && requires {
  typename Conversion<T>::HostClass;
};

/// True if Lisp may refer to objects in an M: an object of the user's classes, or a container or std::optional of some.
template <class M> consteval bool holds_objects() {
  if constexpr (HostClass<M>) return true;
  else if constexpr (Map<M>) return holds_objects<typename M::mapped_type>();
  else if constexpr (requires { requires !std::same_as<typename M::value_type, M>; }) return holds_objects<typename M::value_type>();
  else return false;
}

/// Adds the places of the objects of the user's classes in `x`, a container or std::optional.
template <class M> void add_extents(const M& x, std::vector<Extent>& found) {
  if constexpr (!holds_objects<M>()) return;
  else if constexpr (HostClass<M>) found.push_back({std::addressof(x), std::addressof(x) + 1});
  else if constexpr (requires { x.has_value(); }) {
    if (x.has_value()) add_extents(*x, found);
  } else {
    for (const auto& item : x)
      if constexpr (Map<M>) add_extents(item.second, found);
      else add_extents(item, found);
  }
}

/// Assigns `value` to `x`, a member of an object or an element of a container.
template <class M> void assign(const Lisp& lisp, M& x, M&& value) {
  if constexpr (holds_objects<M>()) {
    std::vector<Extent> extents;
    add_extents(x, extents);
    revoke(lisp.state(), extents, HostClass<M>);
  }
  x = std::move(value);
}

/// Describes an object that C++ has, by pointer.
template <class T> ArrivingObject described(T* x, std::shared_ptr<void> owner) {
  using Class = std::remove_cv_t<T>;
  auto* const object = const_cast<Class*>(x);
  if constexpr (requires { object->weak_from_this().lock(); })
    if (owner == nullptr) owner = object->weak_from_this().lock();
  ArrivingObject found{{object, typeid(Class), std::move(owner)}};
  if constexpr (std::is_polymorphic_v<Class>) {
    found.whole = dynamic_cast<void*>(object);
    found.whole_type = typeid(*object);
  }
  return found;
}

/// Throws if copying `x` as a T would lose what its class adds.
template <class T> void check_whole(const Lisp& lisp, const T& x) {
  if constexpr (std::is_polymorphic_v<T>)
    if (typeid(x) != typeid(T)) throw_sliced(lisp.state(), typeid(T), typeid(x));
}

/// A reference to a T that C++ owns.
template <class T> class BorrowedRef {
 public:
  BorrowedRef(const Lisp& lisp, T& object) : state_(&lisp.state()), object_(&object) {}
  operator T&() const { return *object_; }  // NOLINT: it stands for the object
  /// Returns the object to be copied as a T.
  const T& to_copy() const { return check_whole(Lisp(*state_), *object_), *object_; }

 private:
  State* state_;
  T* object_;
};

/// std::reference_wrapper; recognised by its interface, as containers are (convert.hpp).
template <class W, class T>
concept ReferenceWrapperLike = std::is_convertible_v<const W&, T&> && requires(const W& w) {
  requires std::same_as<typename W::type, T>;
  { w.get() } -> std::same_as<T&>;
};

/// Destroys an object of Lisp's, unless C++ has taken it over.
struct Releasable {
  template <class T> void operator()(T* object) const {
    if (!released) delete object;
  }
  bool released = false;
};

template <class T> Word wrap_owned(const Lisp& lisp, std::shared_ptr<T> owner, bool is_new = false) {
  if (owner == nullptr) return words::nil();
  T* const object = owner.get();
  ArrivingObject found = described(object, std::const_pointer_cast<std::remove_const_t<T>>(std::move(owner)));
  found.is_new = is_new;
  return wrap_host_object(lisp.state(), std::move(found));
}

}  // namespace detail

/// User-defined classes, which `define_class` makes known.
template <class T> struct Conversion {
  static_assert(std::is_class_v<T>, "there is no Conversion for this type");
  using HostClass = T;
  using Instance = T;  // see info_of in function.hpp
  static std::optional<detail::BorrowedRef<T>> from(const Lisp& lisp, Word w) {
    void* const object = detail::host_object(lisp.state(), w, typeid(T));
    return object == nullptr ? std::nullopt : std::optional(detail::BorrowedRef<T>(lisp, *static_cast<T*>(object)));
  }
  /// Copies the object. Throws std::invalid_argument if it belongs to a derived class: pass it by std::ref, pointer or
  /// std::shared_ptr.
  static Word to(const Lisp& lisp, const T& x) {
    detail::check_whole(lisp, x);
    return detail::wrap_owned(lisp, std::make_shared<T>(x), true);
  }
  static Word to(const Lisp& lisp, T&& x) {
    detail::check_whole(lisp, x);
    return detail::wrap_owned(lisp, std::make_shared<T>(std::move(x)), true);
  }
  static std::string expected(const Lisp& lisp) { return detail::class_name(lisp.state(), typeid(T)); }
};

template <class T>
requires std::is_class_v<T>
struct Conversion<T*> {
  using Instance = T;
  static std::optional<T*> from(const Lisp& lisp, Word w) {
    if (words::is_nil(w)) return nullptr;
    void* const object = detail::host_object(lisp.state(), w, typeid(T));
    return object == nullptr ? std::nullopt : std::optional(static_cast<T*>(object));
  }
  static Word to(const Lisp& lisp, T* x) {
    return x == nullptr ? words::nil() : detail::wrap_host_object(lisp.state(), detail::described(x, nullptr));
  }
  static std::string expected(const Lisp& lisp) { return detail::or_null(detail::class_name(lisp.state(), typeid(T))); }
};

template <template <class> class Wrapper, class T>
requires detail::ReferenceWrapperLike<Wrapper<T>, T>
struct Conversion<Wrapper<T>> {
  static constexpr bool dangles = !detail::HostClass<std::remove_cv_t<T>>;
  static std::optional<Wrapper<T>> from(const Lisp& lisp, Word w) {
    T* const found = Conversion<T*>::from(lisp, w).value_or(nullptr);
    return found == nullptr ? std::nullopt : std::optional(Wrapper<T>(*found));
  }
  static std::string expected(const Lisp& lisp) { return Conversion<std::remove_cv_t<T>>::expected(lisp); }
  static Word to(const Lisp& lisp, const Wrapper<T>& x) { return Conversion<T*>::to(lisp, &x.get()); }
};

template <class T> struct Conversion<std::shared_ptr<T>> {
  using Instance = T;
  /// Returns the owner of the object; nothing for lent objects, whose owner is unknown. For a part of another object,
  /// the owner keeps that one. For an instance of a script's class, it keeps the instance.
  static std::optional<std::shared_ptr<T>> from(const Lisp& lisp, Word w) {
    if (words::is_nil(w)) return std::shared_ptr<T>();
    void* const object = detail::host_object(lisp.state(), w, typeid(T));
    if (object == nullptr) return std::nullopt;
    std::shared_ptr<void> owner = detail::host_object_owner(lisp.state(), w);
    if (owner == nullptr) return std::nullopt;
    return std::shared_ptr<T>(std::move(owner), static_cast<T*>(object));
  }
  static Word to(const Lisp& lisp, std::shared_ptr<T> x) { return detail::wrap_owned(lisp, std::move(x)); }
  static std::string expected(const Lisp& lisp) { return detail::or_null(detail::class_name(lisp.state(), typeid(T))); }
};

/// Lisp owns the object. From Lisp only as a parameter, which takes it: see Parameter below.
template <class T> struct Conversion<std::unique_ptr<T>> {
  using Instance = T;
  static Word to(const Lisp& lisp, std::unique_ptr<T>&& x) {
    return detail::wrap_owned(lisp, std::shared_ptr<T>(x.release(), detail::Releasable()));
  }
};

namespace detail {

// Results that refer to an object of C++, which the first argument of the call keeps alive if it is a host object.

template <class T>
requires HostClass<std::remove_cv_t<T>>
struct ReferenceResult<T*> {
  static Word convert(const Lisp& lisp, T* x, Word owner) {
    const Word part = Conversion<T*>::to(lisp, x);
    if (x != nullptr) keep_with_owner(lisp.state(), part, owner);
    return part;
  }
};
template <class T>
requires HostClass<std::remove_cv_t<T>>
struct ReferenceResult<T&> {
  static Word convert(const Lisp& lisp, T& x, Word owner) { return ReferenceResult<T*>::convert(lisp, &x, owner); }
};
template <template <class> class Wrapper, class T>
requires ReferenceWrapperLike<Wrapper<T>, T> && HostClass<std::remove_cv_t<T>>
struct ReferenceResult<Wrapper<T>> {
  static Word convert(const Lisp& lisp, const Wrapper<T>& x, Word owner) { return ReferenceResult<T*>::convert(lisp, &x.get(), owner); }
};
template <class T>
requires HostClass<std::remove_cv_t<T>>
struct ReferenceResult<std::unique_ptr<T>&> {
  static Word convert(const Lisp& lisp, const std::unique_ptr<T>& x, Word owner) {
    return ReferenceResult<T*>::convert(lisp, x.get(), owner);
  }
};

}  // namespace detail

template <> struct Conversion<detail::Link> {
  static Word to(const Lisp&, const detail::Link& link) { return detail::instance_of(link); }
};

namespace detail {

/// Returns an argument for Lisp: an object of a C++ class by reference.
template <class A> decltype(auto) by_reference(A&& x) {
  if constexpr (HostClass<Plain<A>> && std::is_lvalue_reference_v<A>) return &x;
  else return std::forward<A>(x);
}

/// An object that passes from Lisp to C++, if Lisp alone owns it; NIL is none.
template <class T> struct Parameter<std::unique_ptr<T>> {
  static constexpr bool is_argument = true, is_optional = false, is_rest = false;
  std::optional<Lisp> lisp_of_argument;
  Word argument{};
  bool convert(const Lisp& lisp, std::span<const Word> arguments, std::size_t at) {
    argument = arguments[at];
    if (words::is_nil(argument)) return true;
    lisp_of_argument = lisp;
    if (!Conversion<T*>::from(lisp, argument)) return refuse_argument<T*>(lisp, argument), false;
    if (is_releasable()) return true;
    throw Error("simple-error", "this object of the class " + class_name(lisp.state(), typeid(T)) +
                                    " cannot be given away: C++ has it, too, or did not make it with std::unique_ptr");
  }
  std::unique_ptr<T> get() {
    if (!lisp_of_argument) return nullptr;
    if (!is_releasable()) throw Error("simple-error", "an object cannot be given away twice in one call");
    T* const object = *Conversion<T*>::from(*lisp_of_argument, argument);
    std::get_deleter<Releasable>(give_away(lisp_of_argument->state(), argument))->released = true;
    return std::unique_ptr<T>(object);
  }

 private:
  bool is_releasable() const {
    const auto* const owner = sole_owner(lisp_of_argument->state(), argument, std::has_virtual_destructor_v<T> ? nullptr : &typeid(T));
    return owner != nullptr && std::get_deleter<Releasable>(*owner) != nullptr;
  }
};

/// A new object of a class; with its link, if that is overridable.
template <class T> struct Made {
  std::shared_ptr<T> object;
  Link* link;
};
template <class T> struct ReturnConversion<Made<T>> {
  static Word convert(const Lisp& lisp, Made<T> made) {
    T* const object = made.object.get();
    ArrivingObject found = described(object, std::move(made.object));
    found.link = made.link;
    found.is_new = true;
    return wrap_host_object(lisp.state(), std::move(found));
  }
};

/// Returns the type of the value that a setter takes after the object.
template <class Signature> struct SetterValue;
template <class R, class X, class V> struct SetterValue<R(X, V)> : std::type_identity<V> {};

/// Calls a setter. Returns its error, if its result can be one; nothing otherwise.
template <class F, class... A> auto call_setter(const F& set, A&&... arguments) {
  if constexpr (ValueOrError<Plain<std::invoke_result_t<const F&, A...>>>) {
    auto error = error_in(set(std::forward<A>(arguments)...));
    return error == nullptr ? Result<void>() : Result<void>(std::move(error));
  } else static_cast<void>(set(std::forward<A>(arguments)...));
}

/// True if an M in an object can be assigned one that comes from Lisp.
template <class M> consteval bool is_assignable() {
  if constexpr (std::is_const_v<M> || !std::is_move_assignable_v<M> || !std::is_copy_constructible_v<M>) return false;
  else if constexpr (!HostClass<M> && !std::is_default_constructible_v<M>) return false;  // its Conversion makes one first
  else return requires(const Lisp& lisp, Word w) {
      Conversion<M>::from(lisp, w);
    };
}

}  // namespace detail

/// Defines a C++ class in Lisp; each function adds something and returns the definition. A method may be a member
/// function, anything callable that takes a T& first, or a set of these (overloads.hpp). Adding a method or constructor
/// under a name that the class has already adds an overload. `lambda_list` gives names, defaults and keywords to the
/// parameters after the object: see Lisp::define. A result T&, T* or std::reference_wrapper refers to the object of
/// C++, and keeps the object alive whose method it was.
///
/// `Scripted` is T, or a class derived from it that calls methods of Lisp: see Overridable.
template <class T, class Scripted> class ClassDefinition {
 public:
  ClassDefinition(const Lisp& lisp, std::string_view name, std::string_view documentation) : lisp_(lisp) {
    detail::define_host_class(lisp.state(), typeid(T), name, documentation);
    if constexpr (!std::is_same_v<T, Scripted>) detail::set_overridable(lisp.state(), typeid(T));
  }

  /// Declares the base class B, defined before, from whose Lisp class this one inherits.
  template <class B> const ClassDefinition& base() const {
    static_assert(std::is_base_of_v<B, T>);
    const detail::Cast upcast = [](void* x) -> void* { return static_cast<B*>(static_cast<T*>(x)); };
    detail::Cast downcast = nullptr;
    if constexpr (std::is_polymorphic_v<B>) downcast = [](void* x) -> void* { return dynamic_cast<T*>(static_cast<B*>(x)); };
    detail::add_host_base(lisp_.state(), typeid(T), typeid(B), upcast, downcast);
    return *this;
  }

  /// Puts `prefix` before the names of the members added from now on: "entity-" makes the method "position" the
  /// function ENTITY-POSITION. A prefix that ends in a colon is a package, which is made if there is none and exports
  /// the names: "entity:" makes it ENTITY:POSITION. So members may have names that belong to Lisp.
  const ClassDefinition& prefix(std::string_view prefix) const { return detail::set_prefix(lisp_.state(), typeid(T), prefix), *this; }

  /// Adds the constructor for these argument types: (make-NAME ...), (make-instance 'NAME :arguments (list ...)).
  template <class... P> const ClassDefinition& constructor(std::string_view lambda_list = "") const {
    static_assert(std::is_constructible_v<Scripted, P...>, "tessera: the class has no constructor for these types");
    const auto make = [](P... arguments) {
      const std::shared_ptr<Scripted> made(new Scripted(std::forward<P>(arguments)...), detail::Releasable());
      if constexpr (std::is_same_v<T, Scripted>) return detail::Made<T>{made, nullptr};
      else return detail::Made<T>{made, &made->link_to_lisp()};
    };
    detail::add_constructor(lisp_.state(), typeid(T), lambda_list, detail::make_adapter(make).release());
    return *this;
  }
  /// Adds a function that returns a T, a std::unique_ptr or a std::shared_ptr as constructor.
  template <class F>
  requires(!std::is_convertible_v<F, std::string_view>) const ClassDefinition& constructor(F make,
                                                                                           std::string_view lambda_list = "") const {
    detail::add_constructor(lisp_.state(), typeid(T), lambda_list, detail::make_adapter(detail::as_callable(std::move(make))).release());
    return *this;
  }

#ifdef TESSERA_DANGLES
  template <class... P>
  requires((!std::is_void_v<P> && detail::parameter_dangles<P>()) ||
           ...) TESSERA_DANGLES const ClassDefinition& constructor(std::string_view lambda_list = "") const;
  template <detail::DanglingFunction F>
  TESSERA_DANGLES const ClassDefinition& method(std::string_view name, F body, std::string_view documentation = "") const;
  template <detail::DanglingFunction F>
  TESSERA_DANGLES const ClassDefinition& function(std::string_view name, F body, std::string_view documentation = "") const;
#endif
  /// Adds a method of the generic function NAME.
  template <class F> const ClassDefinition& method(std::string_view name, F body, std::string_view documentation = "") const {
    return member(detail::Member::method, name, "", adapter(std::move(body)), documentation);
  }
  template <class F>
  requires(!std::is_convertible_v<F, std::string_view>) const ClassDefinition& method(std::string_view name, std::string_view lambda_list,
                                                                                      F body, std::string_view documentation = "") const {
    return member(detail::Member::method, name, lambda_list, adapter(std::move(body)), documentation);
  }

  /// Adds a function of the class itself, such as a static member function: an ordinary function of Lisp.
  template <class F> const ClassDefinition& function(std::string_view name, F body, std::string_view documentation = "") const {
    return member(detail::Member::value, name, "", detail::make_adapter(std::move(body)).release(), documentation);
  }

  /// Makes (setf (NAME object argument*) value) call `body` with the object, the arguments and the value: for an
  /// element by index, for example.
  template <class F> const ClassDefinition& setter(std::string_view name, F body) const {
    return member(detail::Member::setter, name, "", adapter(std::move(body)), "");
  }

  /// Makes Lisp's operation NAME, such as + or <, call `body` if an operand is an object of C++. `body` takes the
  /// operand or both, such as an operator of the class, or a function of a double and a const T&. Operations with the
  /// same name are overloads, also those of several classes. Throws std::invalid_argument for other names.
  template <class F> const ClassDefinition& operation(std::string_view name, F body) const {
    detail::add_operation(lisp_.state(), name, adapter(std::move(body)));
    return *this;
  }

  /// Makes PRINT-OBJECT print the text that `body` returns for the object.
  template <class F> const ClassDefinition& printer(F body) const {
    return member(detail::Member::printer, "print-object", "", adapter(std::move(body)), "");
  }

  /// Adds a property: a data member, or the result of a getter, which is a member function or takes the object. It is
  /// read as (NAME object) and (slot-value object 'NAME). A data member that is neither constant nor without assignment
  /// can be written, too.
  template <class G>
  requires(!std::is_convertible_v<G, std::string_view>) const ClassDefinition& property(std::string_view name, G getter,
                                                                                        std::string_view documentation = "") const {
    detail::HostFunction* writer = nullptr;
    if constexpr (std::is_member_object_pointer_v<G>) writer = writer_of_member(getter);
    detail::add_property(lisp_.state(), typeid(T), name, adapter(std::move(getter)), writer, documentation);
    return *this;
  }
  /// Adds a property with a setter, which takes the object and the value. Its result is ignored, unless it is a
  /// failed Result or std::expected: that is signalled.
  template <class G, class S>
  requires(!std::is_convertible_v<S, std::string_view>) const ClassDefinition& property(std::string_view name, G getter, S setter,
                                                                                        std::string_view documentation = "") const {
    auto set = detail::as_callable(std::move(setter));
    using V = typename detail::SetterValue<typename detail::SignatureOf<decltype(set)>::type>::type;
    auto writer = detail::make_adapter([set = std::move(set)](V value, T& x) {
                    return detail::call_setter(set, x, std::forward<V>(value));
                  }).release();
    detail::add_property(lisp_.state(), typeid(T), name, adapter(std::move(getter)), writer, documentation);
    return *this;
  }

 private:
  /// Returns the adapter for a member, which may be inherited: Lisp passes a T.
  template <class F> static detail::HostFunction* adapter(F f) {
    return detail::make_adapter(detail::as_callable<T>(std::move(f))).release();
  }
  template <class C, class M> static detail::HostFunction* writer_of_member(M C::*member) {
    if constexpr (detail::is_assignable<M>())
      return detail::make_adapter([member](const Lisp& lisp, M value, T& x) { detail::assign<M>(lisp, x.*member, std::move(value)); })
          .release();
    else return nullptr;
  }

  const ClassDefinition& member(detail::Member kind, std::string_view name, std::string_view lambda_list, detail::HostFunction* body,
                                std::string_view documentation) const {
    detail::add_member(lisp_.state(), typeid(T), kind, name, lambda_list, body, documentation);
    return *this;
  }

  Lisp lisp_;
};

/// The base of a class whose virtual functions Lisp may override, between that class and its base:
///
///     struct ScriptedAnimal : tessera::Overridable<Animal> {
///       using Overridable::Overridable;
///       std::string say(int times) const override {
///         return overridden<std::string>("say", [&] { return Animal::say(times); }, times);
///       }
///       int legs() const override { return overridden_pure<int>("legs"); }      // is pure in Animal
///     };
///     lisp.define_class<Animal, ScriptedAnimal>("animal").constructor<>().method("say", &Animal::say)...
///
/// Instances of subclasses that a script makes call its methods from C++, too. CALL-NEXT-METHOD leads to Animal::say.
template <class Base> class Overridable : public Base {
 public:
  using Base::Base;
  detail::Link& link_to_lisp() { return link_; }

 protected:
  /// Returns the result of the generic function NAME for this object and the arguments; of `base` if Lisp does not know
  /// the object, or is calling the C++ method itself.
  template <class R, class F, class... A> R overridden(std::string_view name, F base, A&&... arguments) const {
    if (!detail::overrides(link_, name)) return base();
    return Lisp(*link_.state).call<R>(name, link_, detail::by_reference(std::forward<A>(arguments))...);
  }
  /// For pure virtual functions: an error in the second case.
  template <class R, class... A> R overridden_pure(std::string_view name, A&&... arguments) const {
    return overridden<R>(
        name, [&]() -> R { throw Error("simple-error", std::string(name) + " is not overridden"); }, std::forward<A>(arguments)...);
  }

 private:
  detail::Link link_;
};

template <class T> void Lisp::revoke(const T& object) const { detail::revoke(state(), {&object, &object + 1}); }

template <class T, class Scripted>
ClassDefinition<T, Scripted> Lisp::define_class(std::string_view name, std::string_view documentation) const {
  return ClassDefinition<T, Scripted>(*this, name, documentation);
}

}  // namespace tessera
