// A clock that rings once at a deadline. Layer: runtime.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

namespace tessera {

/// Calls a function at a deadline, from a thread that lives as long as this object. Setting it costs a lock, as a rule:
/// the thread is woken only if it would sleep beyond the new deadline.
class Alarm {
 public:
  /// Throws std::system_error if no thread can be started.
  explicit Alarm(std::function<void()> ring);
  ~Alarm();
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

  /// Has it ring at `deadline`, in nanoseconds of the monotonic clock; 0: not at all. An earlier deadline is forgotten:
  /// it does not ring once this function has returned.
  void set(std::uint64_t deadline);
  /// False in a child process that was forked, where the thread does not run.
  bool is_of_this_process() const;

 private:
  void run();

  const std::function<void()> ring_;
  const int process_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t deadline_ = 0;           ///< 0: none
  std::uint64_t wakes_at_ = UINT64_MAX;  ///< when the sleeping thread wakes
  bool end_ = false;
  std::thread thread_;
};

}  // namespace tessera
