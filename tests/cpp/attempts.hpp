// Evaluations whose errors are inspected.
#pragma once

#include <new>
#include <string>
#include <string_view>

#include "tessera/tessera.hpp"

/// The outcome of an evaluation: its value, or the unhandled condition.
struct Result {
  bool ok = false;
  bool left = false;  ///< for a point of the script further out
  tessera::ObjectRef value;
  std::string condition, message, backtrace;
};

/// Calls `evaluate`, which returns an object.
template <class Action> Result attempt(Action evaluate) {
  Result r;
  try {
    r.value = evaluate();
    r.ok = true;
  } catch (const tessera::Unwinding&) { r.left = true; } catch (const tessera::Error& e) {
    r.condition = e.condition_class();
    r.message = e.what();
    r.backtrace = e.backtrace();
  } catch (const std::bad_alloc&) {  // before anything of Lisp ran
    r.condition = "STORAGE-CONDITION";
    r.message = "There is not enough memory.";
  }
  return r;
}

inline Result eval(const tessera::Lisp& lisp, std::string_view source, std::string_view name = "eval") {
  return attempt([&] { return lisp.eval(source, name); });
}

inline Result load(const tessera::Lisp& lisp, std::string_view path) {
  return attempt([&] { return lisp.load(path), tessera::ObjectRef(); });
}

template <class F, class... Arguments> Result call(const tessera::Lisp& lisp, const F& function, const Arguments&... arguments) {
  return attempt([&] { return lisp.call(function, arguments...); });
}
