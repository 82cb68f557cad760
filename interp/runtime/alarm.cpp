// The thread that rings at deadlines. Compiled for size.
#include "runtime/alarm.hpp"

#include <algorithm>
#include <chrono>

#include "platform/clock.hpp"
#include "platform/processes.hpp"
#include "tessera/threads.hpp"

namespace tessera {

namespace {

/// An hour, in nanoseconds. The standard library's clocks overflow at waits of centuries, which then end at once.
constexpr std::uint64_t longest_wait = 3'600'000'000'000;

}  // namespace

Alarm::Alarm(std::function<void()> ring) : ring_(std::move(ring)), process_(platform::process_id()) {
  const BlockedSignals blocked;
  thread_ = std::thread([this] { run(); });
}

Alarm::~Alarm() {
  if (!is_of_this_process()) {
    thread_.detach();
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    end_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

bool Alarm::is_of_this_process() const { return process_ == platform::process_id(); }

void Alarm::set(std::uint64_t deadline) {
  bool oversleeps = false;
  {
    const std::lock_guard lock(mutex_);
    deadline_ = deadline;
    oversleeps = deadline != 0 && deadline < wakes_at_;
  }
  if (oversleeps) changed_.notify_one();
}

void Alarm::run() {
  std::unique_lock lock(mutex_);
  while (!end_) {
    const std::uint64_t now = platform::monotonic_nanoseconds();
    if (deadline_ != 0 && now >= deadline_) {
      deadline_ = 0;
      ring_();
    }
    wakes_at_ = deadline_ == 0 ? UINT64_MAX : deadline_;
    if (deadline_ == 0) changed_.wait(lock);
    else changed_.wait_for(lock, std::chrono::nanoseconds(std::min(deadline_ - now, longest_wait)));
  }
}

}  // namespace tessera
