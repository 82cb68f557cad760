// Functions of the host that Lisp calls.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

#include "tessera/export.h"

namespace tessera {

namespace detail {
[[noreturn]] TESSERA_API void throw_empty_callback();
}

template <class Signature> class Callback;

/// Any callable of that signature: a lambda, a function pointer, a std::function; or nothing. Copies share it.
/// (With std::function instead, every user of this header would compile <functional>, a tenth of the total.)
template <class R, class... P> class Callback<R(P...)> {
 public:
  Callback() = default;
  Callback(std::nullptr_t) {}  // NOLINT: null converts to an empty callback

  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, Callback> && std::is_invocable_r_v<R, std::decay_t<F>&, P...>)
      Callback(F&& function) {  // NOLINT: any callable converts
    if (!is_nothing(function)) held_ = std::make_shared<Holding<std::decay_t<F>>>(std::forward<F>(function));
  }

  explicit operator bool() const noexcept { return held_ != nullptr; }
  /// Calls the function. Throws std::logic_error if there is none.
  R operator()(P... arguments) const {
    if (held_ == nullptr) detail::throw_empty_callback();
    return held_->call(std::forward<P>(arguments)...);
  }

 private:
  struct Held {
    Held() = default;
    virtual ~Held() = default;
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    virtual R call(P... arguments) = 0;
  };
  template <class F> struct Holding final : Held {
    explicit Holding(F f) : function(std::move(f)) {}
    R call(P... arguments) override { return static_cast<R>(function(std::forward<P>(arguments)...)); }
    F function;
  };

  template <class F> static bool is_nothing(const F& function) {
    if constexpr (std::is_pointer_v<F>) return function == nullptr;
    else if constexpr (requires { function.operator bool(); }) return !function.operator bool();
    else return false;
  }

  std::shared_ptr<Held> held_;
};

}  // namespace tessera
