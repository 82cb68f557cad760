// Early ends of evaluations, as C++ exceptions.
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

}  // namespace tessera
