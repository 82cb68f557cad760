// What the host allows one evaluation of its own: steps and time, until it cancels. Layer: runtime. See vm/interrupts.md.
#pragma once

#include <cstdint>

#include "memory/poll_word.hpp"
#include "platform/doorbell.hpp"

namespace tessera {

/// Why the host has an evaluation ended.
enum class Ending : std::uint8_t { none, steps, time, cancellation };

/// Counts what an evaluation takes, where that is limited: poll_count stands in the poll word as long as it counts, and poll_end once the
/// evaluation is to end. After that it counts what the clean-up forms take.
class Allowance {
 public:
  Allowance(PollWord& poll, const platform::Doorbell& doorbell) : poll_(poll), doorbell_(doorbell) {}

  /// What each evaluation may take from when it begins; 0: as much as it likes. Steps are safepoints: calls of functions, rounds of loops.
  void limit_to(std::uint64_t steps, std::uint64_t nanoseconds);
  /// The next evaluation has to `begin`: there is a limit, or the last one was ended.
  bool is_limited() const { return limited_; }

  /// An evaluation of the host begins. Forgets cancellations that were meant for the one before.
  void begin();
  /// It has ended.
  void end();

  /// To end it, from any thread or signal handler.
  void cancel() noexcept;

  /// At a safepoint: it is to end. Of safepoints that poll_count alone brings up, only those where `countdown` runs out need ask.
  bool is_used_up_at_safepoint();
  /// The same within natives, where time alone counts.
  bool is_used_up();
  /// What is left of the time of the evaluation, or of its clean-up forms, also once it has ended; UINT64_MAX: it is not limited.
  std::uint64_t nanoseconds_left() const;
  std::int64_t countdown = 0;  ///< safepoints to the next look; every one that poll_count brings up takes one off

  /// From now on clean-up forms alone run, and what counts is theirs.
  void begin_ending();
  bool is_ending() const { return ending_; }
  /// Why the last evaluation was ended.
  Ending why() const { return why_; }

 private:
  void count(std::uint64_t most_steps, std::uint64_t most_nanoseconds);
  bool is_late();

  PollWord& poll_;
  const platform::Doorbell& doorbell_;
  std::uint64_t steps_ = 0, nanoseconds_ = 0;
  std::uint64_t steps_left_ = 0, deadline_ = 0;  ///< deadline: of the system's clock; 0: none
  std::int64_t chunk_ = 0;                       ///< what `countdown` began with
  bool limited_ = false, ending_ = false;
  Ending why_ = Ending::none;
};

}  // namespace tessera
