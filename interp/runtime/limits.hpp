// Limits of one evaluation of the host: steps, time and cancellation. Layer: runtime. See vm/interrupts.md.
#pragma once

#include <cstdint>
#include <memory>

#include "memory/poll_word.hpp"
#include "platform/interrupt_requests.hpp"
#include "platform/wakeup_pipe.hpp"
#include "runtime/alarm.hpp"

namespace tessera {

/// The reason why the host ended an evaluation.
enum class Ending : std::uint8_t { none, steps, time, cancellation };

/// Counts the steps and the time of a limited evaluation: poll_count is set in the poll word while it counts steps, and
/// poll_end once the evaluation is to end. From then on it counts steps and time of the cleanup forms. An alarm sets
/// poll_end when the time is over, so time alone costs the evaluation nothing.
class EvaluationBudget {
 public:
  EvaluationBudget(PollWord& poll, const platform::WakeupPipe& wakeup) : poll_(poll), wakeup_(wakeup) {}

  /// Sets the limits of each evaluation that begins from now on; 0: none. Steps are safepoints: calls of functions and
  /// rounds of loops.
  void limit_to(std::uint64_t steps, std::uint64_t nanoseconds);
  /// True if the next evaluation has to call `begin`: there is a limit, the last evaluation was
  /// ended, or safepoints have to ask for interrupts.
  bool is_limited() const { return limited_; }

  /// Begins an evaluation of the host. Forgets cancellations that were meant for the previous one.
  void begin();
  /// Ends the evaluation.
  void end();

  /// Cancels the evaluation, from any thread or signal handler.
  void cancel() noexcept;

  /// True at a safepoint if the evaluation is to end. If only poll_count is set, this need be called only when
  /// `countdown` runs out.
  bool is_exhausted_at_safepoint();
  /// True within natives if the evaluation is to end: there only the time counts.
  bool is_exhausted();
  /// Returns the time left for the evaluation or, while it is being ended, for its cleanup forms; UINT64_MAX without
  /// limit.
  std::uint64_t nanoseconds_left() const;
  std::int64_t countdown = 0;  ///< safepoints until the next check; each safepoint with poll_count set decrements it

  /// Ends the evaluation: from now on only cleanup forms run, and their steps and time count.
  void begin_ending();
  bool is_ending() const { return ending_; }
  /// Returns why the last evaluation was ended.
  Ending why() const { return why_; }

 private:
  void count(std::uint64_t max_steps, std::uint64_t max_nanoseconds);
  void set_alarm();
  bool is_late();

  PollWord& poll_;
  const platform::WakeupPipe& wakeup_;
  std::uint64_t steps_ = 0, nanoseconds_ = 0;
  std::uint64_t steps_left_ = 0, deadline_ = 0;  ///< deadline: monotonic clock; 0: none
  std::int64_t chunk_ = 0;                       ///< the initial value of `countdown`
  bool limited_ = platform::asks_for_interrupts, ending_ = false;
  Ending why_ = Ending::none;
  std::unique_ptr<Alarm> alarm_;  ///< made for the first evaluation whose time is limited
};

}  // namespace tessera
