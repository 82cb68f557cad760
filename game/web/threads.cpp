// The threads that serve connections. Layer: web.
#include "threads.hpp"

#include <exception>

#include "limits.hpp"
#include "tessera/threads.hpp"

namespace tessera::web {

Threads::Threads(Connections& connections) : connections_(connections) {
  threads_.reserve(limits::connections);
  const std::lock_guard lock(mutex_);
  add_thread();
}

void Threads::add_thread() {
  const BlockedSignals blocked;
  threads_.emplace_back([this] { work(); });
  ++free_;
}

Threads::Enqueued Threads::enqueue(std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(work));
    if (waiting_.size() > free_ && threads_.size() < limits::connections) {
      try {
        add_thread();
        connections_.set_room(limits::connections);
      } catch (const std::exception&) { connections_.set_room(threads_.size()); }
    }
    connections_.announce();  // before a thread can finish it
  }
  changed_.notify_one();
  return Enqueued(true);
}

void Threads::shutdown() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  for (std::thread& t : threads_) t.join();
  threads_.clear();
}

void Threads::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    {
      const auto connection = std::move(waiting_.front());
      waiting_.pop_front();
      --free_;
      lock.unlock();
      connection();
    }
    lock.lock();
    ++free_;
  }
}

}  // namespace tessera::web
