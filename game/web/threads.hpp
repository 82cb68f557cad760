// The threads that serve connections. Layer: web.
#pragma once

#include <httplib.h>

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "connections.hpp"

namespace tessera::web {

/// cpp-httplib's queue of connections, with threads that are created on demand, at most `limits::connections`, and
/// kept. If the system provides fewer, fewer connections are open at a time.
class Threads : public httplib::TaskQueue {
  using Enqueued = decltype(std::declval<httplib::TaskQueue&>().enqueue({}));  // later versions return whether there was room

 public:
  /// Makes the first thread. Throws std::system_error if the system provides none.
  explicit Threads(Connections& connections);
  ~Threads() override { shutdown(); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  /// Queues `work`, which serves a connection, until a thread is free.
  Enqueued enqueue(std::function<void()> work) override;

  /// Waits until all connections are served, and ends the threads.
  void shutdown() override;

 private:
  void add_thread();
  void work();

  Connections& connections_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> waiting_;  ///< connections without a thread
  std::vector<std::thread> threads_;
  std::size_t free_ = 0;  ///< idle threads
  bool ending_ = false;
};

}  // namespace tessera::web
