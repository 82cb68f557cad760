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

/// cpp-httplib's queue of connections, with threads that are made when they are needed, at most `limits::connections`, and kept.
/// Where the system gives no more of them, fewer connections are open at a time.
class Threads : public httplib::TaskQueue {
  using Enqueued = decltype(std::declval<httplib::TaskQueue&>().enqueue({}));  // later versions tell whether there was room

 public:
  /// Makes the first thread. Throws std::system_error if that cannot be had.
  explicit Threads(Connections& connections);
  ~Threads() override { shutdown(); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  /// Have the connection served that `work` serves, as soon as a thread is free.
  Enqueued enqueue(std::function<void()> work) override;

  /// Wait until all connections are served, and end the threads.
  void shutdown() override;

 private:
  void add_thread();
  void work();

  Connections& connections_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> waiting_;  ///< connections that no thread has taken
  std::vector<std::thread> threads_;
  std::size_t free_ = 0;  ///< threads that serve nothing
  bool ending_ = false;
};

}  // namespace tessera::web
