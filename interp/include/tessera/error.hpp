// How evaluations end early, for C++: exceptions.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "tessera/object.hpp"

namespace tessera {

/// A condition of Lisp that nothing handled. Natives throw it, too, to signal a condition of a class that they choose.
class TESSERA_API Error : public std::runtime_error {
 public:
  /// What copies share, so that these cannot throw; for the library itself.
  struct Told {
    ObjectRef condition;
    std::string condition_class;
    mutable std::string backtrace;
    mutable ObjectRef frames;  ///< of which the backtrace is yet to be made
    ObjectRef handlers;        ///< those that were offered the condition: all that were active where the call was made
  };

  /// For a native: to signal a condition of the class `condition_class`, such as "SIMPLE-ERROR", that reports `message`.
  Error(std::string condition_class, const std::string& message);
  Error(ObjectRef condition, std::string condition_class, const std::string& message, std::string backtrace);
  Error(std::shared_ptr<const Told> told, const std::string& message) : std::runtime_error(message), told_(std::move(told)) {}

  /// The condition itself. None where memory or stack gave out before there was one.
  const ObjectRef& condition() const noexcept { return told_->condition; }
  /// The name of its class, such as "TYPE-ERROR".
  const std::string& condition_class() const noexcept { return told_->condition_class; }
  /// A line for each frame that was left, the innermost first, with its call, file and line. The interpreter makes it when it is asked
  /// for, and so in its own thread, unless it has ended: then there are no arguments in the calls. "" where that cannot be done.
  const std::string& backtrace() const noexcept;

  const Told& told() const noexcept { return *told_; }

 private:
  std::shared_ptr<const Told> told_;
};

/// A limit of the host has ended an evaluation: the interpreter is as good as new. There is a `condition` for heap and stack only, which
/// scripts may handle; `condition_class` is "LIMIT-REACHED" for the others. `backtrace` tells where it was.
class TESSERA_API LimitReached : public Error {
 public:
  enum class Limit { heap, stack, steps, time, cancelled };
  LimitReached(Limit limit, std::shared_ptr<const Told> told, const std::string& message)
      : Error(std::move(told), message), limit_(limit) {}
  Limit limit() const noexcept { return limit_; }

 private:
  Limit limit_;
};

/// A call that a native made is being left for a point of the script further out: by RETURN-FROM, THROW, a restart or a handler. Let it
/// pass. It is no std::exception, so that nobody takes it for an error; a native that catches it cannot stop the script, and can
/// evaluate nothing before it returns.
struct TESSERA_API Unwinding {};

}  // namespace tessera
