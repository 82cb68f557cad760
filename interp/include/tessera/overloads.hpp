// What a function for Lisp may be besides a single callable: several overloads, and callables with a policy for their
// result. `define`, `method`, `property` and `constructor` accept each of these in place of a callable.
//
//     lisp.define("area", tessera::overload([](double radius) { return 3.14 * radius * radius; },
//                                           [](double a, double b) { return a * b; }));
//     .method("position", tessera::copied(&Entity::position))         // a copy, though it returns a Vec&
//     .method("target", tessera::lent(&Entity::target))               // does not keep the Entity alive
//     .method("attach", tessera::keep_alive<1, 2>(&Entity::attach))   // argument 2 lives as long as argument 1
#pragma once

#include "tessera/function.hpp"

namespace tessera {

namespace detail {

template <class T, class C> using ObjectOf = std::conditional_t<std::is_void_v<T>, C, T>;

/// Returns a callable for `f`: a member function, or a data member, becomes a function of the object, a T. (If T is
/// void, of the class that declares the member.)
template <class T = void, class F> F as_callable(F f) { return f; }
template <class T = void, class C, class R, class... P> auto as_callable(R (C::*f)(P...)) {
  return [f](ObjectOf<T, C>& x, P... arguments) -> R { return (x.*f)(std::forward<P>(arguments)...); };
}
template <class T = void, class C, class R, class... P> auto as_callable(R (C::*f)(P...) const) {
  return [f](const ObjectOf<T, C>& x, P... arguments) -> R { return (x.*f)(std::forward<P>(arguments)...); };
}
template <class T = void, class C, class R, class... P> auto as_callable(R (C::*f)(P...) &) {
  return [f](ObjectOf<T, C>& x, P... arguments) -> R { return (x.*f)(std::forward<P>(arguments)...); };
}
template <class T = void, class C, class R, class... P> auto as_callable(R (C::*f)(P...) const&) {
  return [f](const ObjectOf<T, C>& x, P... arguments) -> R { return (x.*f)(std::forward<P>(arguments)...); };
}
template <class T = void, class C, class R, class... P> auto as_callable(R (C::*f)(P...) noexcept) {
  return as_callable<T>(static_cast<R (C::*)(P...)>(f));
}
template <class T = void, class C, class R, class... P> auto as_callable(R (C::*f)(P...) const noexcept) {
  return as_callable<T>(static_cast<R (C::*)(P...) const>(f));
}
template <class T = void, class C, class M>
requires std::is_object_v<M>
auto as_callable(M C::*member) {
  return [member](ObjectOf<T, C>& x) -> M& { return x.*member; };
}

template <class... F> struct Overloads { std::tuple<F...> functions; };
template <std::size_t keeper, std::size_t kept, class F> struct Keeping { F function; };
template <class... F> struct DanglingParameters<Overloads<F...>> : std::bool_constant<(has_dangling_parameter<F>() || ...)> {};
template <std::size_t keeper, std::size_t kept, class F> struct DanglingParameters<Keeping<keeper, kept, F>>
    : std::bool_constant<has_dangling_parameter<F>()> {};

/// A pointer to an object that the result does not keep alive.
template <class T> struct LentPointer { T* object; };
template <class T> struct ReturnConversion<LentPointer<T>> {
  static Word convert(const Lisp& lisp, LentPointer<T> result) { return Conversion<T*>::to(lisp, result.object); }
};

/// std::reference_wrapper, by its interface.
template <class X>
concept RefersTo = requires(const X& x) {
  { x.get() } -> std::same_as<typename X::type&>;
};

/// Returns a copy of `x`, or of the object to which it points or refers; of a Result or std::expected, one with the
/// copy or the error.
template <class T> auto copy_of(T&& x) {
  using X = Plain<T>;
  if constexpr (std::is_pointer_v<X>) return std::remove_cv_t<std::remove_pointer_t<X>>(*x);
  else if constexpr (RefersTo<X>) return std::remove_cv_t<typename X::type>(x.get());
  else if constexpr (requires { requires !std::is_void_v<typename ResultValue<X>::type>; }) {
    using Copy = decltype(copy_of(*std::forward<T>(x)));
    auto error = error_in(x);
    return error == nullptr ? Result<Copy>(copy_of(*std::forward<T>(x))) : Result<Copy>(std::move(error));
  } else return X(std::forward<T>(x));
}
/// Returns the object to which `x` points or refers, as one that nothing keeps alive.
template <class T> auto lent_of(T&& x) {
  using X = Plain<T>;
  if constexpr (std::is_pointer_v<X>) return LentPointer<std::remove_pointer_t<X>>{x};
  else if constexpr (RefersTo<X>) return LentPointer<typename X::type>{&x.get()};
  else if constexpr (ValueOrError<X>) {
    using Lent = decltype(lent_of(*std::forward<T>(x)));
    auto error = error_in(x);
    return error == nullptr ? Result<Lent>(lent_of(*std::forward<T>(x))) : Result<Lent>(std::move(error));
  } else {
    static_assert(std::is_lvalue_reference_v<T>, "tessera: the result of a lent function is a pointer or reference");
    return LentPointer<std::remove_reference_t<T>>{&x};
  }
}

template <class F, class Signature> struct WithPolicy;
template <class F, class R, class... P> struct WithPolicy<F, R(P...)> {
  static auto copied(F f) {
    return [f = std::move(f)](P... arguments) mutable { return copy_of(f(std::forward<P>(arguments)...)); };
  }
  static auto lent(F f) {
    return [f = std::move(f)](P... arguments) mutable { return lent_of(f(std::forward<P>(arguments)...)); };
  }
};
template <class F> using PolicyOf = WithPolicy<F, typename SignatureOf<F>::type>;

/// Returns a function that calls the first of `functions` that takes the arguments: the first that prefers all of them,
/// or else the first to whose types they can be converted.
TESSERA_API std::unique_ptr<HostFunction> overload_set(std::vector<std::unique_ptr<HostFunction>> functions);
/// Returns `function`, after whose calls one argument keeps another alive: numbers from 1 on; 0 is the result.
TESSERA_API std::unique_ptr<HostFunction> keeping(std::unique_ptr<HostFunction> function, std::size_t keeper, std::size_t kept);

template <class... F> struct AdapterMaker<Overloads<F...>> {
  static std::unique_ptr<HostFunction> make(Overloads<F...> set) {
    std::vector<std::unique_ptr<HostFunction>> functions;
    std::apply([&](F&... f) { (functions.push_back(make_adapter(std::move(f))), ...); }, set.functions);
    return overload_set(std::move(functions));
  }
};
template <std::size_t keeper, std::size_t kept, class F> struct AdapterMaker<Keeping<keeper, kept, F>> {
  static std::unique_ptr<HostFunction> make(Keeping<keeper, kept, F> f) {
    return keeping(make_adapter(std::move(f.function)), keeper, kept);
  }
};

}  // namespace detail

/// Returns one function of all `functions`: a call runs the first of them that takes the arguments.
template <class... F> auto overload(F... functions) {
  return detail::Overloads<decltype(detail::as_callable(std::move(functions)))...>{{detail::as_callable(std::move(functions))...}};
}
/// Returns a function like `function` that returns a copy instead of a reference to an object of C++.
template <class F> auto copied(F function) {
  using Callable = decltype(detail::as_callable(std::move(function)));
  return detail::PolicyOf<Callable>::copied(detail::as_callable(std::move(function)));
}
/// Returns a function like `function` whose result, a reference or pointer, does not keep the first argument alive.
template <class F> auto lent(F function) {
  using Callable = decltype(detail::as_callable(std::move(function)));
  return detail::PolicyOf<Callable>::lent(detail::as_callable(std::move(function)));
}
/// Returns a function like `function` whose calls make argument `keeper`, an object of a C++ class, keep the Lisp
/// object of argument `kept` alive. Arguments are numbered from 1, which is the object of a method; 0 is the result.
template <std::size_t keeper, std::size_t kept, class F> auto keep_alive(F function) {
  using Callable = decltype(detail::as_callable(std::move(function)));
  return detail::Keeping<keeper, kept, Callable>{detail::as_callable(std::move(function))};
}

}  // namespace tessera
