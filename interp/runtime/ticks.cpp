// The thread that sets poll_tick at intervals. Compiled for size.
#include "runtime/ticks.hpp"

#include <chrono>

#include "memory/heap.hpp"
#include "tessera/threads.hpp"

namespace tessera {

Ticker::Ticker(PollWord& poll, std::int64_t milliseconds) : poll_(poll) {
  const BlockedSignals blocked;
  thread_ = std::thread([this, milliseconds] { tick(milliseconds); });
}

Ticker::~Ticker() {
  {
    const std::lock_guard lock(mutex_);
    end_ = true;
  }
  ended_.notify_one();
  thread_.join();
  poll_.fetch_and(~static_cast<std::uint32_t>(poll_tick));
}

void Ticker::tick(std::int64_t milliseconds) {
  std::unique_lock lock(mutex_);
  while (!ended_.wait_for(lock, std::chrono::milliseconds(milliseconds), [this] { return end_; })) poll_.fetch_or(poll_tick);
}

}  // namespace tessera
