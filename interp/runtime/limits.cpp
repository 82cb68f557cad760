// Counts the steps and the time of an evaluation.
#include "runtime/limits.hpp"

#include <algorithm>
#include <system_error>

#include "base/config.hpp"
#include "memory/heap.hpp"
#include "platform/clock.hpp"

namespace tessera {

void EvaluationBudget::count(std::uint64_t max_steps, std::uint64_t max_nanoseconds) {
  steps_left_ = max_steps == 0 ? UINT64_MAX : max_steps;
  deadline_ = max_nanoseconds == 0 ? 0 : platform::monotonic_nanoseconds() + max_nanoseconds;
  chunk_ = countdown = static_cast<std::int64_t>(std::min(steps_left_, config::step_chunk));
  if (max_steps != 0 || platform::asks_for_interrupts) poll_.fetch_or(poll_count);
  if (deadline_ != 0) set_alarm();
}

/// Sets the alarm. If there is no thread for it, counted safepoints look at the clock.
void EvaluationBudget::set_alarm() {
  if (alarm_ != nullptr && !alarm_->is_of_this_process()) alarm_ = nullptr;
  try {
    if (alarm_ == nullptr) alarm_ = std::make_unique<Alarm>([this] { cancel(); });
    alarm_->set(deadline_);
  } catch (const std::system_error&) { poll_.fetch_or(poll_count); }
}

void EvaluationBudget::limit_to(std::uint64_t steps, std::uint64_t nanoseconds) {
  steps_ = steps;
  nanoseconds_ = nanoseconds;
  limited_ = true;
}

void EvaluationBudget::begin() {
  why_ = Ending::none;
  limited_ = platform::asks_for_interrupts || (steps_ | nanoseconds_) != 0;
  if ((poll_.load(std::memory_order_relaxed) & poll_end) != 0) poll_.fetch_and(~std::uint32_t{poll_end});
  deadline_ = 0;
  if (limited_) count(steps_, nanoseconds_);
}

void EvaluationBudget::end() {
  if (alarm_ != nullptr) alarm_->set(0);
  poll_.fetch_and(~std::uint32_t{poll_count | poll_end});
  ending_ = false;
}

void EvaluationBudget::cancel() noexcept {
  poll_.fetch_or(poll_end);
  wakeup_.wake();
}

std::uint64_t EvaluationBudget::nanoseconds_left() const {
  if (deadline_ == 0) return UINT64_MAX;
  const std::uint64_t now = platform::monotonic_nanoseconds();
  return now < deadline_ ? deadline_ - now : 0;
}

bool EvaluationBudget::is_late() {
  if (deadline_ == 0 || platform::monotonic_nanoseconds() < deadline_) return false;
  if (!ending_) why_ = Ending::time;
  poll_.fetch_or(poll_end);  // for the safepoint after the native
  return true;
}

bool EvaluationBudget::is_exhausted() {
  const std::uint32_t bits = poll_.load(std::memory_order_relaxed);
  return (bits & poll_end) != 0 || ((bits & poll_count) != 0 && is_late());
}

bool EvaluationBudget::is_exhausted_at_safepoint() {
  const std::uint32_t bits = poll_.load(std::memory_order_relaxed);
  if ((bits & poll_end) != 0) return true;
  if ((bits & poll_count) == 0 || countdown > 0) return false;
  steps_left_ -= std::min(steps_left_, static_cast<std::uint64_t>(chunk_));
  if (steps_left_ == 0) {
    if (!ending_) why_ = Ending::steps;
    return true;
  }
  chunk_ = countdown = static_cast<std::int64_t>(std::min(steps_left_, ending_ ? 1 : config::step_chunk));
  return is_late();
}

/// Begins the end of the evaluation. Checks every safepoint from here on: it may be one that a cleanup form has jumped
/// to.
void EvaluationBudget::begin_ending() {
  if (why_ == Ending::none) why_ = deadline_ != 0 && nanoseconds_left() == 0 ? Ending::time : Ending::cancellation;
  ending_ = limited_ = true;
  if (alarm_ != nullptr) alarm_->set(0);
  poll_.fetch_and(~std::uint32_t{poll_end});
  count(config::cleanup_steps, config::cleanup_nanoseconds);
  chunk_ = countdown = 1;
}

}  // namespace tessera
