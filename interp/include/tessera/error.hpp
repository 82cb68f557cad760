// Early ends of evaluations, as C++ exceptions or as values.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "tessera/object.hpp"

namespace tessera {

/// An unhandled Lisp condition. Native functions throw it, too, to signal a condition of a class that they choose.
class TESSERA_API Error : public std::runtime_error {
 public:
  /// The state that copies share, so that copying cannot throw; for the library itself.
  struct Details {
    ObjectRef condition;
    std::string condition_class;
    mutable std::string backtrace;
    mutable ObjectRef frames;  ///< the frames from which the backtrace is made on demand
    ObjectRef handlers;        ///< the handlers that were offered the condition: all that were active at the call
  };

  /// Makes an Error for a native function to throw, which signals a condition of the class `condition_class`, such as
  /// "SIMPLE-ERROR", that reports `message`.
  Error(std::string condition_class, const std::string& message);
  Error(ObjectRef condition, std::string condition_class, const std::string& message, std::string backtrace);
  Error(std::shared_ptr<const Details> details, const std::string& message) : std::runtime_error(message), details_(std::move(details)) {}

  /// Returns the condition; none if memory or stack was exhausted before it existed.
  const ObjectRef& condition() const noexcept { return details_->condition; }
  /// Returns the name of the condition's class, such as "TYPE-ERROR".
  const std::string& condition_class() const noexcept { return details_->condition_class; }
  /// Returns one line for each frame that was left, innermost first, with its call, file and line. Made on demand, and
  /// so in the interpreter's thread unless the interpreter has ended: then the calls lack arguments. "" if it cannot be
  /// made.
  const std::string& backtrace() const noexcept;

  const Details& details() const noexcept { return *details_; }

 private:
  std::shared_ptr<const Details> details_;
};

/// The end of an evaluation at a limit of the host; the interpreter remains usable. Only heap and stack have a
/// `condition`, which scripts may handle; the `condition_class` of the others is "LIMIT-REACHED". `backtrace` shows
/// where it happened.
class TESSERA_API LimitReached : public Error {
 public:
  enum class Limit { heap, stack, steps, time, cancelled };
  LimitReached(Limit limit, std::shared_ptr<const Details> details, const std::string& message)
      : Error(std::move(details), message), limit_(limit) {}
  Limit limit() const noexcept { return limit_; }

 private:
  Limit limit_;
};

/// A non-local exit through a native function to a point of the script further out: by RETURN-FROM, THROW, a restart or
/// a handler. Let it pass. It is not a std::exception, so that no handler takes it for an error. A native function that
/// catches it cannot stop the script, and can evaluate nothing before it returns.
struct TESSERA_API Unwinding {};

/// Returns an Error as a value, for native functions that return a Result: see there.
inline std::shared_ptr<const Error> failure(std::string condition_class, const std::string& message) {
  return std::make_shared<const Error>(std::move(condition_class), message);
}
/// Returns the error of another Result, or one that was caught, as a value. A LimitReached remains one.
TESSERA_API std::shared_ptr<const Error> failure(const Error& error);

namespace detail {
/// Throws the error of a Result; std::logic_error if it is null: the Result was moved elsewhere.
[[noreturn]] TESSERA_API void throw_error(const Error* error);
[[noreturn]] TESSERA_API void throw_no_error();
}  // namespace detail

/// The result of Lisp::try_call or try_eval: a value, or the Error of an unhandled condition or LimitReached. An
/// exception that a function of C++ threw, and that Lisp did not handle, is an Error of the class "FOREIGN-ERROR".
/// Unwinding remains an exception.
///
/// A native function may return a Result, too. Its error is signalled in Lisp as if it were thrown, several times as
/// fast:
///     lisp.define("root", [](double x) -> tessera::Result<double> {
///       if (x < 0) return tessera::failure("arithmetic-error", "the number is negative");
///       return std::sqrt(x);
///     });
///
/// A Result that was moved elsewhere, or made of a null error, has neither: it is false, and `value` and `error` throw
/// std::logic_error.
template <class R> class [[nodiscard]] Result {
 public:
  Result(R value) : value_(std::move(value)) {}                                      // NOLINT: a value converts
  Result(std::shared_ptr<const Error> error) noexcept : error_(std::move(error)) {}  // NOLINT: an error converts

  /// True if there is a value.
  explicit operator bool() const noexcept { return value_.has_value(); }
  /// Returns the value. Throws the error if there is none.
  R& value() & { return check(), *value_; }
  const R& value() const& { return check(), *value_; }
  R&& value() && { return check(), *std::move(value_); }
  R& operator*() & { return value(); }
  const R& operator*() const& { return value(); }
  R&& operator*() && { return std::move(*this).value(); }
  R* operator->() { return &value(); }
  const R* operator->() const { return &value(); }
  /// Returns the error: a LimitReached, if a limit ended the evaluation. Throws std::logic_error if there is none.
  const Error& error() const {
    if (error_ == nullptr) detail::throw_no_error();
    return *error_;
  }

 private:
  void check() const {
    if (!value_.has_value()) detail::throw_error(error_.get());
  }
  std::optional<R> value_;
  std::shared_ptr<const Error> error_;
};

/// The result of a call whose values do not matter.
template <> class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(std::shared_ptr<const Error> error) noexcept : succeeded_(false), error_(std::move(error)) {}  // NOLINT: an error converts
  explicit operator bool() const noexcept { return succeeded_; }
  /// Throws the error, if there is one.
  void value() const {
    if (!succeeded_) detail::throw_error(error_.get());
  }
  const Error& error() const {
    if (error_ == nullptr) detail::throw_no_error();
    return *error_;
  }

 private:
  bool succeeded_ = true;
  std::shared_ptr<const Error> error_;
};

}  // namespace tessera
