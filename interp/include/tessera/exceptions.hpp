// Condition classes for C++ exceptions.
//
//     struct NetError : std::runtime_error { int code; ... };
//
//     lisp.define_exception<NetError>("net-error")       // a condition class below TESSERA:FOREIGN-ERROR
//         .slot("code", &NetError::code)                 // (net-error-code condition), initarg :CODE
//         .from_lisp([](const tessera::ObjectRef& condition) {
//           return NetError(condition["what"].as<std::string>(), condition["code"].as<int>());
//         });
//
//     (handler-case (connect) (net-error (e) (net-error-code e)))      ; thrown in C++, handled in Lisp
//     (error 'net-error :code 5 :what "down")                          ; catch (const NetError&) in C++
//
// `what()` is the condition's report, and (tessera:foreign-error-what condition). An exception of a derived class that
// was not defined is a condition of its base's class. Define bases first.
#pragma once

#include <exception>
#include <typeindex>

#include "tessera/access.hpp"
#include "tessera/overloads.hpp"

namespace tessera {

namespace detail {

/// A C++ exception class that has a condition class.
struct ExceptionInfo {
  std::type_index type;
  ObjectRef symbol;                                           ///< the name of the condition class
  const void* (*match)(const std::exception_ptr& exception);  ///< returns the exception, or nullptr if its class is another
  std::vector<std::pair<ObjectRef, Callback<Word(const Lisp&, const void*)>>> slots{};  ///< by initarg
  Callback<void(const ObjectRef&)> throw_it{};
};

TESSERA_API ExceptionInfo& define_exception(State& state, std::string_view name, std::type_index parent, ExceptionInfo info);
/// Adds a slot to the condition class. Returns its initarg.
TESSERA_API ObjectRef add_exception_slot(State& state, const ExceptionInfo& info, std::string_view name);
TESSERA_API ExceptionInfo& exception_info(State& state, std::type_index type);

}  // namespace detail

/// Defines the condition class for the exception class E; each function returns the definition.
template <class E> class ExceptionDefinition {
 public:
  ExceptionDefinition(const Lisp& lisp, std::string_view name, std::type_index parent) : lisp_(lisp) {
    const auto match = [](const std::exception_ptr& exception) -> const void* {
      try {
        std::rethrow_exception(exception);
      } catch (const E& e) { return &e; } catch (...) {
        return nullptr;
      }
    };
    detail::define_exception(lisp.state(), name, parent, {typeid(E), ObjectRef(), match});
  }

  /// Adds a slot, whose value is a data member or what a function of the exception returns. Its reader is NAME-SLOT,
  /// where NAME is that of the class; its initarg is the keyword.
  template <class F> const ExceptionDefinition& slot(std::string_view name, F getter) const {
    auto get = detail::as_callable(std::move(getter));
    const auto read = [get](const Lisp& lisp, const void* e) { return detail::to_word(lisp, get(*static_cast<E*>(const_cast<void*>(e)))); };
    detail::ExceptionInfo& info = detail::exception_info(lisp_.state(), typeid(E));
    info.slots.emplace_back(detail::add_exception_slot(lisp_.state(), info, name), read);
    return *this;
  }

  /// Has C++ get the exception that `make` returns for a condition of the class that a script signals and nothing
  /// handles. Without this it gets an Error.
  template <class F> const ExceptionDefinition& from_lisp(F make) const {
    detail::exception_info(lisp_.state(), typeid(E)).throw_it = [make](const ObjectRef& condition) { throw E(make(condition)); };
    return *this;
  }

 private:
  Lisp lisp_;
};

template <class E, class Parent> ExceptionDefinition<E> Lisp::define_exception(std::string_view name) const {
  static_assert(std::is_void_v<Parent> || std::is_base_of_v<Parent, E>);
  return ExceptionDefinition<E>(*this, name, typeid(Parent));
}

}  // namespace tessera
