// Threads for connections. Layer: web.
#include "workers.hpp"

#include <system_error>

namespace tessera::web {

void Workers::run(std::function<void()> work) {
  const std::lock_guard lock(mutex_);
  work_.push_back(std::move(work));
  if (idle_ < work_.size() && threads_.size() < most_) {
    try {
      threads_.emplace_back([this] { loop(); });
    } catch (const std::system_error&) {  // no more threads to be had: those there are will come to it
    }
  }
  changed_.notify_one();
}

void Workers::loop() {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    changed_.wait(lock, [this] { return ending_ || !work_.empty(); });
    --idle_;
    if (work_.empty()) return;
    const auto work = std::move(work_.front());
    work_.pop_front();
    lock.unlock();
    work();
    lock.lock();
  }
}

void Workers::join() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    changed_.notify_all();
  }
  for (std::thread& t : threads_) t.join();
  threads_.clear();
}

}  // namespace tessera::web
