// The open connections: who gives way when there are too many, and how all of them end. Layer: web.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <map>
#include <mutex>

#include "limits.hpp"

namespace tessera::web {

/// The open connections, and since when each has kept the server waiting.
class Connections {
 public:
  /// From now on there are threads for `count` connections at a time.
  void set_room(std::size_t count);

  /// A connection has come, and may have to wait for a thread.
  void announce();

  /// It has a thread, and it is not the browser's turn yet. False if the server is stopping.
  bool add(int fd);

  /// It is done with, and about to be closed.
  void remove(int fd);

  /// Whether it is the browser's turn: to send a request, or the rest of one, or to take its answer. From then on the connection
  /// may have to give way, so an answer that waits to be sent has some time first: see `Connection::expect_within`.
  void set_waiting(int fd, bool waiting);

  /// Let no request in any more. What is being answered has `limits::stop_time` to go out; then all connections are cut.
  void end_all();

 private:
  using Clock = std::chrono::steady_clock;
  struct State {
    Clock::time_point waiting_since;  ///< max(): it is not the browser's turn
    bool leaving = false;
  };
  void make_room();
  void shut_all(int how);

  std::mutex mutex_;
  std::condition_variable all_gone_;
  std::map<int, State> connections_;  ///< those with a thread, by descriptor
  std::size_t room_ = limits::connections, open_ = 0, leaving_ = 0;
  bool stopping_ = false;
};

}  // namespace tessera::web
