// Calls of Lisp from C++, and of C++ from Lisp.
#pragma once

#include <typeindex>

#include "tessera/convert.hpp"

namespace tessera {

namespace detail {

/// Returns the object of the class `type`, or of a derived class, behind `w`; nullptr for other objects.
TESSERA_API void* host_object(State& state, Word w, std::type_index type);

/// std::vector, std::deque, std::list and containers like them, but not texts.
template <class V>
concept Sequence = requires(V v, typename V::value_type x) {
  typename V::allocator_type;
  v.push_back(std::move(x));
  v.erase(v.begin());
  { v.size() } -> std::convertible_to<std::size_t>;
  requires !std::same_as<typename V::value_type, char>;
};

/// Returns the result of a call as an R.
template <class R> struct ResultOf {
  static R convert(const Lisp& lisp, Word value) { return from_word<R>(lisp, value); }
};
template <> struct ResultOf<void> {
  static void convert(const Lisp&, Word) {}
};
template <> struct ResultOf<ObjectRef> {
  static ObjectRef convert(const Lisp& lisp, Word value) { return lisp.keep(value); }
};
template <class... T> struct ResultOf<std::tuple<T...>> {
  /// Converts the values, or else the elements of a list that is the only value. Missing values are NIL.
  static std::tuple<T...> convert(const Lisp& lisp, Word value) {
    const std::span<const Word> given = values_of_call(lisp.state(), value);
    std::size_t at = 0;
    const auto next = [&] { return at < given.size() ? given[at++] : words::nil(); };
    if (given.size() == 1 && sizeof...(T) > 1 && !(Conversion<Plain<T>>::from(lisp, next()).has_value() && ...))
      return from_word<std::tuple<T...>>(lisp, value);
    at = 0;
    return std::tuple<T...>{from_word<T>(lisp, next())...};
  }
};

inline Word function_called(const Lisp& lisp, std::string_view name) { return symbol_named(lisp.state(), name); }
inline Word function_called(const Lisp& lisp, const ObjectRef& function) { return to_word(lisp, function); }

/// Returns the value of a Reference, another argument as it is.
template <class A> decltype(auto) value_of_argument(A&& argument) {
  if constexpr (std::same_as<Plain<A>, Reference>) return argument.value();
  else return static_cast<A&&>(argument);
}

/// Calls `callee`, a function or its name, like `call_or_fail`. Reads the values of References first, since that may
/// collect; then makes the words of the callee and the arguments.
template <class Callee, class... A> inline Word word_of_call(const Lisp& lisp, const Callee& callee, A&&... arguments) {
  if constexpr ((std::same_as<Plain<A>, Reference> || ...)) {
    return word_of_call(lisp, callee, value_of_argument(std::forward<A>(arguments))...);
  } else {
    before_making(lisp.state());
    const Word f = function_called(lisp, callee);
    if constexpr (sizeof...(A) == 0) return call_or_fail(lisp.state(), f, nullptr, 0);
    else {
      const Word words[] = {to_word(lisp, std::forward<A>(arguments))...};
      return call_or_fail(lisp.state(), f, words, sizeof...(A));
    }
  }
}

/// Returns `value`, the result of an evaluation, as an R. Throws in the frame of the caller, since unwinding takes
/// longer for each frame on its way.
template <class R> inline R result_of(const Lisp& lisp, Word value) {
  if (value == failed) [[unlikely]]
    throw take_error(lisp.state());
  return ResultOf<R>::convert(lisp, value);
}

template <class R, class Callee, class... A> R call_with(const Lisp& lisp, const Callee& callee, A&&... arguments) {
  return result_of<R>(lisp, word_of_call(lisp, callee, std::forward<A>(arguments)...));
}

/// Returns the result of the evaluation `evaluate` as an R, or the error.
template <class R, class F> Result<R> result_or_error(const Lisp& lisp, F evaluate) {
  try {
    const Word value = evaluate();
    if (value == failed) return take_failure(lisp.state());
    if constexpr (std::is_void_v<R>) return {};
    else return ResultOf<R>::convert(lisp, value);
  } catch (const Error&) { return current_error(); }  // of an argument or result that does not fit
}

template <class R, class Callee, class... A> Result<R> try_call_with(const Lisp& lisp, const Callee& callee, A&&... arguments) {
  return result_or_error<R>(lisp, [&] { return word_of_call(lisp, callee, std::forward<A>(arguments)...); });
}

// --- native functions

/// Refuses an argument that is not a T. Out of line, like `throw_not_one`.
template <class T> [[gnu::cold, gnu::noinline]] void refuse_argument(const Lisp& lisp, Word argument) {
  const auto [datum, expected] = fault_of<T>(lisp, argument);
  refuse(lisp.state(), datum, expected);
}

/// References to a number or string that is converted for one call: what is stored there is lost.
template <class P>
concept LosesChanges = std::is_lvalue_reference_v<P> && !std::is_const_v<std::remove_reference_t<P>> &&
                       (std::is_arithmetic_v<Plain<P>> || std::same_as<Plain<P>, std::string>);

/// Converts an argument to the parameter type P.
template <class P> struct Parameter {
  using Held = Plain<P>;
  static_assert(!LosesChanges<P>, "tessera: nothing would hold what is stored in this number or string. Take it by value.");
  static constexpr bool is_argument = true, is_optional = false, is_rest = false;
  std::optional<decltype(Conversion<Held>::from(std::declval<Lisp>(), Word{}))> held;
  bool convert(const Lisp& lisp, std::span<const Word> arguments, std::size_t at) {
    held.emplace(Conversion<Held>::from(lisp, arguments[at]));
    if (*held) return true;
    refuse_argument<Held>(lisp, arguments[at]);
    return false;
  }
  decltype(auto) get() {
    if constexpr (requires { (**held).to_copy(); } && !std::is_reference_v<P>) return (**held).to_copy();
    else return static_cast<std::conditional_t<std::is_lvalue_reference_v<P>, P, decltype(**held)&&>>(**held);
  }
};

/// A container by reference: one that Lisp has by reference (containers.hpp), or the elements of a Lisp sequence.
template <class P>
requires std::is_lvalue_reference_v<P> && Sequence<Plain<P>>
struct Parameter<P> {
  using Container = Plain<P>;
  using Held = Container;
  static constexpr bool is_argument = true, is_optional = false, is_rest = false;
  std::optional<Container> held;
  Container* container = nullptr;
  bool convert(const Lisp& lisp, std::span<const Word> arguments, std::size_t at) {
    held = Conversion<Container>::from(lisp, arguments[at]);
    container = held ? &*held : static_cast<Container*>(host_object(lisp.state(), arguments[at], typeid(Container)));
    if (container == nullptr) refuse_argument<Container>(lisp, arguments[at]);
    return container != nullptr;
  }
  P get() { return *container; }
};

template <class T> struct OptionalParameter {
  using Held = T;
  static constexpr bool is_argument = true, is_optional = true, is_rest = false;
  std::optional<T> held;
  bool convert(const Lisp& lisp, std::span<const Word> arguments, std::size_t at) {
    if (at >= arguments.size()) return true;
    auto found = Conversion<std::optional<T>>::from(lisp, arguments[at]);
    if (!found) return refuse_argument<std::optional<T>>(lisp, arguments[at]), false;
    held = *std::move(found);
    return true;
  }
  std::optional<T>&& get() { return std::move(held); }
};

/// Returns a view of the text, which the parameter holds while the body runs. Throws an Error if the view would end
/// before the text.
template <TextView T> T view_of(const std::string& text) {
  if constexpr (std::same_as<T, const char*>) {
    if (text.find('\0') != std::string::npos) throw Error("simple-error", "a string with a null character cannot be a const char* of C++");
    return text.c_str();
  } else {
    return text;
  }
}
template <class P>
requires TextView<Plain<P>>
struct Parameter<P> {
  static constexpr bool is_argument = true, is_optional = false, is_rest = false;
  Parameter<std::string> text;
  bool convert(const Lisp& lisp, std::span<const Word> arguments, std::size_t at) { return text.convert(lisp, arguments, at); }
  Plain<P> get() { return view_of<Plain<P>>(**text.held); }
};
template <TextView T> struct OptionalParameter<T> {
  static constexpr bool is_argument = true, is_optional = true, is_rest = false;
  OptionalParameter<std::string> text;
  bool convert(const Lisp& lisp, std::span<const Word> arguments, std::size_t at) { return text.convert(lisp, arguments, at); }
  std::optional<T> get() { return text.held ? std::optional<T>(view_of<T>(*text.held)) : std::nullopt; }
};
/// A span of numbers. It shows a vector of exactly that element type in place, so that the body reads and writes Lisp's
/// elements; the vector stays where it is. A small young vector, which a collection may move, is copied, and what the
/// body has changed is stored when it ends. A span of const elements takes any other sequence of numbers, too, as a
/// copy.
template <class T, std::size_t n>
requires Unboxed<std::remove_const_t<T>>
class SpanParameter {
 public:
  static constexpr bool is_argument = true, is_optional = false, is_rest = false;
  SpanParameter() = default;
  SpanParameter(const SpanParameter&) = delete;
  SpanParameter& operator=(const SpanParameter&) = delete;
  ~SpanParameter() {
    if constexpr (!std::is_const_v<T>)
      if (argument_ != nullptr) words::store_changes(*argument_, element_type_of<Number>(), copy_.data(), before_.data(), copy_.size());
  }
  bool convert(const Lisp& lisp, std::span<const Word> arguments, std::size_t at) {
    std::size_t count = 0;
    const void* const data = words::get_numbers(arguments[at], element_type_of<Number>(), count);
    if (data != nullptr && words::is_pinned(lisp.state(), arguments[at])) {
      shown_ = {static_cast<Number*>(const_cast<void*>(data)), count};
    } else if (data != nullptr || std::is_const_v<T>) {
      auto elements = Conversion<std::vector<Number>>::from(lisp, arguments[at]);
      if (!elements) return refuse_argument<std::vector<Number>>(lisp, arguments[at]), false;
      copy_ = *std::move(elements);
      if constexpr (!std::is_const_v<T>) {
        before_ = copy_;
        argument_ = &arguments[at];
      }
      shown_ = copy_;
    } else {
      return refuse(lisp.state(), arguments[at], "(vector " + std::string(words::type_name(element_type_of<Number>())) + ")"), false;
    }
    if (n == std::dynamic_extent || shown_.size() == n) return true;
    return refuse(lisp.state(), arguments[at], sequence_of(n)), false;
  }
  std::span<T, n> get() { return std::span<T, n>(shown_.data(), shown_.size()); }

 private:
  using Number = std::remove_const_t<T>;
  std::span<Number> shown_;
  std::vector<Number> copy_, before_;
  const Word* argument_ = nullptr;  ///< on the stack of the VM, which the collector updates; of a copy that is to be stored
};
template <class T, std::size_t n>
requires Unboxed<std::remove_const_t<T>>
struct Parameter<std::span<T, n>> : SpanParameter<T, n> {
};
template <class T, std::size_t n>
requires Unboxed<std::remove_const_t<T>>
struct Parameter<const std::span<T, n>&> : SpanParameter<T, n> {
};

template <class T> struct Parameter<std::optional<T>> : OptionalParameter<T> {};
template <class T> struct Parameter<const std::optional<T>&> : OptionalParameter<T> {};

struct LispParameter {
  static constexpr bool is_argument = false, is_optional = false, is_rest = false;
  std::optional<Lisp> held;
  bool convert(const Lisp& lisp, std::span<const Word>, std::size_t) { return held.emplace(lisp), true; }
  const Lisp& get() { return *held; }
};
template <> struct Parameter<Lisp> : LispParameter {};
template <> struct Parameter<const Lisp&> : LispParameter {};

struct RestParameter {
  static constexpr bool is_argument = true, is_optional = false, is_rest = true;
  std::optional<Arguments> held;
  bool convert(const Lisp& lisp, std::span<const Word> arguments, std::size_t at) {
    return held.emplace(lisp, at < arguments.size() ? arguments.subspan(at) : std::span<const Word>()), true;
  }
  const Arguments& get() { return *held; }
};
template <> struct Parameter<Arguments> : RestParameter {};
template <> struct Parameter<const Arguments&> : RestParameter {};

/// True if a parameter of the type P would show what nothing holds (the text of a view, for example, is held, but not
/// that of a view in a container), or would lose what is stored there.
template <class P> consteval bool parameter_dangles() {
  if constexpr (LosesChanges<P>) return true;
  else if constexpr (requires { typename Parameter<P>::Held; }) return Dangling<typename Parameter<P>::Held>;
  else return false;
}

/// Returns the result of a native function to Lisp.
template <class R> struct ReturnConversion {
  template <class T> static Word convert(const Lisp& lisp, T&& result) { return to_word(lisp, std::forward<T>(result)); }
};
template <class... T> struct ReturnConversion<std::tuple<T...>> {
  static Word convert(const Lisp& lisp, const std::tuple<T...>& result) {
    const auto words = std::apply([&](const T&... x) { return std::array<Word, sizeof...(T)>{to_word(lisp, x)...}; }, result);
    return_values(lisp.state(), words);
    if constexpr (sizeof...(T) == 0) return words::nil();
    else return words[0];
  }
};

template <class T> consteval ParameterInfo::Prefers preferred_by() {
  using enum ParameterInfo::Prefers;
  if constexpr (std::same_as<T, bool>) return booleans;
  else if constexpr (Integer<T>) return integers;
  else if constexpr (std::floating_point<T>) return floats;
  else if constexpr (std::same_as<T, std::string> || TextView<T>) return texts;
  else if constexpr (std::same_as<T, ObjectRef> || std::same_as<T, Word>) return nothing;
  else return all;
}

/// Describes a parameter of the type P.
template <class P> consteval ParameterInfo info_of() {
  using Role = ParameterInfo::Role;
  using Info = Parameter<P>;
  const Role role = !Info::is_argument ? Role::none : Info::is_rest ? Role::rest : Info::is_optional ? Role::optional : Role::required;
  if constexpr (requires { typename Conversion<Plain<P>>::Instance; })
    return {role, ParameterInfo::Prefers::instances, &typeid(typename Conversion<Plain<P>>::Instance)};
  else return {role, preferred_by<Plain<P>>(), nullptr};
}

template <class... P> inline constexpr std::array<ParameterInfo, sizeof...(P)> infos_of_all = {info_of<P>()...};

/// The conversion of a result of the type R that refers to an object of C++; undefined for other types. See class.hpp.
template <class R> struct ReferenceResult;

template <class T> struct ResultValue {};
template <class T> struct ResultValue<Result<T>> : std::type_identity<T> {};
template <Expected T> struct ResultValue<T> : std::type_identity<typename T::value_type> {};

/// A Result or std::expected.
template <class T>
concept ValueOrError = requires {
  typename ResultValue<T>::type;
};

/// Returns the error; nullptr if there is a value.
template <ValueOrError T> std::shared_ptr<const Error> error_in(const T& result) {
  if constexpr (Expected<T>) return result.has_value() ? nullptr : std::make_shared<const Error>(Conversion<T>::error_of(result));
  else return result ? nullptr : failure(result.error());
}

/// Returns the result of a native function of the declared type R to Lisp; `arguments` are those of the call.
template <class R, class T> Word result_word(const Lisp& lisp, T&& result, std::span<const Word> arguments) {
  using Result = std::conditional_t<std::is_pointer_v<Plain<R>>, Plain<R>, R>;
  if constexpr (ValueOrError<Plain<R>>) {
    if constexpr (Expected<Plain<R>>) {
      if (!result.has_value()) return signal_failure(lisp.state(), Conversion<Plain<R>>::error_of(result), arguments.data());
    } else {
      if (!result) return signal_failure(lisp.state(), result.error(), arguments.data());
    }
    using Value = typename ResultValue<Plain<R>>::type;
    if constexpr (std::is_void_v<Value>) return words::nil();
    else return result_word<Value>(lisp, *std::forward<T>(result), arguments);
  } else if constexpr (requires { sizeof(ReferenceResult<Result>); })
    return ReferenceResult<Result>::convert(lisp, result, arguments.empty() ? words::nil() : arguments[0]);
  else return ReturnConversion<Plain<R>>::convert(lisp, std::forward<T>(result));
}

/// The parameters of a call. (A std::tuple takes several times as long to compile.)
template <std::size_t i, class P> struct HeldParameter { Parameter<P> parameter; };
template <class Indices, class... P> struct HeldParameters;
template <std::size_t... i, class... P> struct HeldParameters<std::index_sequence<i...>, P...> : HeldParameter<i, P>... {};

/// The C++ function `F` of the signature R(P...) as Lisp calls it: converts arguments and result.
template <class F, class Signature> class FunctionAdapter;
template <class F, class R, class... P> class FunctionAdapter<F, R(P...)> final
    : public HostFunctionOf<FunctionAdapter<F, R(P...)>, !std::is_trivially_destructible_v<F>> {
 public:
  explicit FunctionAdapter(F f) : FunctionAdapter::HostFunctionOf(infos_of_all<P...>), f_(std::move(f)) {}

  bool run(const Lisp& lisp, std::span<const Word> arguments, Word& value) {
    return call_with_indices(lisp, arguments, value, std::index_sequence_for<P...>());
  }

 private:
  static constexpr std::size_t argument_index(std::size_t parameter) {
    constexpr bool arguments[] = {Parameter<P>::is_argument..., false};
    std::size_t at = 0;
    for (std::size_t i = 0; i < parameter; ++i) at += arguments[i] ? 1 : 0;
    return at;
  }

  template <std::size_t... i>
  bool call_with_indices(const Lisp& lisp, [[maybe_unused]] std::span<const Word> arguments, Word& value, std::index_sequence<i...>) {
    [[maybe_unused]] HeldParameters<std::index_sequence<i...>, P...> held;
    if (!(static_cast<HeldParameter<i, P>&>(held).parameter.convert(lisp, arguments, argument_index(i)) && ...)) return false;
    if constexpr (std::is_void_v<R>) {
      f_(static_cast<HeldParameter<i, P>&>(held).parameter.get()...);
      value = words::nil();
    } else {
      value = result_word<R>(lisp, f_(static_cast<HeldParameter<i, P>&>(held).parameter.get()...), arguments);
    }
    return true;
  }

  F f_;
};

/// The signature of a function pointer, or of an object with a single call operator.
template <class F> struct SignatureOf : SignatureOf<decltype(&F::operator())> {};
template <class R, class... P> struct SignatureOf<R (*)(P...)> : std::type_identity<R(P...)> {};
template <class R, class... P> struct SignatureOf<R (*)(P...) noexcept> : std::type_identity<R(P...)> {};
template <class C, class R, class... P> struct SignatureOf<R (C::*)(P...)> : std::type_identity<R(P...)> {};
template <class C, class R, class... P> struct SignatureOf<R (C::*)(P...) const> : std::type_identity<R(P...)> {};
template <class C, class R, class... P> struct SignatureOf<R (C::*)(P...)&> : std::type_identity<R(P...)> {};
template <class C, class R, class... P> struct SignatureOf<R (C::*)(P...) const&> : std::type_identity<R(P...)> {};
template <class C, class R, class... P> struct SignatureOf<R (C::*)(P...) noexcept> : std::type_identity<R(P...)> {};
template <class C, class R, class... P> struct SignatureOf<R (C::*)(P...) const noexcept> : std::type_identity<R(P...)> {};

template <class R, class... P> struct HasDanglingResult<Result<R>(P...)> : std::bool_constant<Dangling<R>> {};

template <class F> struct DanglingParameters : std::false_type {};
template <class R, class... P> struct DanglingParameters<R(P...)> : std::bool_constant<(parameter_dangles<P>() || ...)> {};
template <class F> consteval bool has_dangling_parameter() {
  if constexpr (std::is_member_function_pointer_v<F> || std::is_function_v<std::remove_pointer_t<F>> || requires { &F::operator(); })
    return DanglingParameters<typename SignatureOf<F>::type>::value;
  else return DanglingParameters<F>::value;
}

/// Makes the HostFunction for an F: a callable here, sets of them and others in overloads.hpp.
template <class F> struct AdapterMaker {
  static std::unique_ptr<HostFunction> make(F f) {
    return std::make_unique<FunctionAdapter<F, typename SignatureOf<F>::type>>(std::move(f));
  }
};
template <class F> std::unique_ptr<HostFunction> make_adapter(F f) { return AdapterMaker<F>::make(std::move(f)); }

}  // namespace detail

/// A Lisp function as a C++ function object. Calls convert arguments and result, and throw as Lisp::call does; if R is
/// a Result, they return errors as Lisp::try_call does.
template <class R, class... P> class Function<R(P...)> {
 public:
  Function() = default;
  explicit Function(ObjectRef function) : function_(std::move(function)) {}
  R operator()(P... arguments) const {
    if constexpr (requires { typename detail::ResultValue<R>::type; } && !detail::Expected<R>)
      return detail::try_call_with<typename detail::ResultValue<R>::type>(function_.lisp(), function_, arguments...);
    else return detail::call_with<R>(function_.lisp(), function_, arguments...);
  }
  explicit operator bool() const { return static_cast<bool>(function_); }
  const ObjectRef& object() const { return function_; }

 private:
  ObjectRef function_;
};

template <class S> struct Conversion<Function<S>> {
  static constexpr bool dangles = detail::DanglingSignature<S>;
  static std::optional<Function<S>> from(const Lisp& lisp, Word w) {
    return words::is_function(w) ? std::optional(Function<S>(lisp.keep(w))) : std::nullopt;
  }
  static Word to(const Lisp& lisp, const Function<S>& f) { return detail::to_word(lisp, f.object()); }
  static std::string expected(const Lisp&) { return "(or function symbol)"; }
};

/// std::function, and other holders of a function of a given signature or none; recognised by interface, as containers
/// are (convert.hpp).
template <template <class> class Holder, class R, class... P>
requires requires(const Holder<R(P...)>& f) {
  Holder<R(P...)>(nullptr);
  f.operator bool();
  requires std::is_invocable_r_v < R, const Holder<R(P...)>
  &, P... > ;
}
struct Conversion<Holder<R(P...)>> {
  static constexpr bool dangles = detail::DanglingSignature<R(P...)>;
  static std::optional<Holder<R(P...)>> from(const Lisp& lisp, Word w) {
    if (!words::is_function(w)) return std::nullopt;
    return Holder<R(P...)>(Function<R(P...)>(lisp.keep(w)));
  }
  static Word to(const Lisp& lisp, const Holder<R(P...)>& f) {
    return f ? detail::function_word(lisp.state(), detail::make_adapter(f)) : words::nil();
  }
  static std::string expected(const Lisp&) { return "(or function symbol)"; }
};

// --- definitions of templates declared in lisp.hpp

template <class R> R Lisp::eval(std::string_view source, std::string_view name) const {
  return detail::result_of<R>(*this, evaluate(source, name));
}

template <class R> Result<R> Lisp::try_eval(std::string_view source, std::string_view name) const {
  return detail::result_or_error<R>(*this, [&] { return evaluate(source, name); });
}

template <class R, class... Arguments> Result<R> Lisp::try_call(std::string_view name, Arguments&&... arguments) const {
  return detail::try_call_with<R>(*this, name, std::forward<Arguments>(arguments)...);
}

template <class R, class... Arguments> Result<R> Lisp::try_call(const ObjectRef& function, Arguments&&... arguments) const {
  return detail::try_call_with<R>(*this, function, std::forward<Arguments>(arguments)...);
}

template <class R, class... Arguments> Result<R> ObjectRef::try_call(Arguments&&... arguments) const {
  return detail::try_call_with<R>(lisp(), *this, std::forward<Arguments>(arguments)...);
}

template <class R, class... Arguments> R Lisp::call(std::string_view name, Arguments&&... arguments) const {
  return detail::call_with<R>(*this, name, std::forward<Arguments>(arguments)...);
}

template <class R, class... Arguments> R Lisp::call(const ObjectRef& function, Arguments&&... arguments) const {
  return detail::call_with<R>(*this, function, std::forward<Arguments>(arguments)...);
}

template <class R, class... Arguments> R ObjectRef::call(Arguments&&... arguments) const {
  return detail::call_with<R>(lisp(), *this, std::forward<Arguments>(arguments)...);
}

template <class Signature> Function<Signature> Lisp::function(std::string_view name) const {
  return Function<Signature>(keep(detail::symbol_named(state(), name)));
}

template <class F> void Lisp::define(std::string_view name, F function, std::string_view documentation) const {
  define_host_function(name, detail::make_adapter(std::move(function)).release(), documentation);
}

template <class F>
void Lisp::define(std::string_view name, std::string_view lambda_list, F function, std::string_view documentation) const {
  define_host_function(name, lambda_list, detail::make_adapter(std::move(function)).release(), documentation);
}

template <class F> ObjectRef Lisp::make_function(std::string_view name, F function, std::string_view documentation) const {
  auto adapter = detail::make_adapter(std::move(function));
  const std::string lambda_list = adapter->lambda_list();
  return make_host_function(name, lambda_list, std::move(adapter), documentation);
}

template <class F>
ObjectRef Lisp::make_function(std::string_view name, std::string_view lambda_list, F function, std::string_view documentation) const {
  return make_host_function(name, lambda_list, detail::make_adapter(std::move(function)), documentation);
}

}  // namespace tessera
