// Threads for connections: as many as there are connections at a time. Layer: web.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace tessera::web {

/// Runs what it is given, each piece in a thread of its own; threads that have finished take the next one.
class Workers {
 public:
  explicit Workers(std::size_t most) : most_(most) {}
  ~Workers() { join(); }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  void run(std::function<void()> work);
  /// Finish what was given, and end the threads.
  void join();

 private:
  void loop();

  const std::size_t most_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> work_;
  std::vector<std::thread> threads_;
  std::size_t idle_ = 0;
  bool ending_ = false;
};

}  // namespace tessera::web
