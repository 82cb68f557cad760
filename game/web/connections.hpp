// The open connections: which one gives way when there are too many, and how all end. Layer: web.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <map>
#include <mutex>

#include "limits.hpp"

namespace tessera::web {

/// The open connections, and how long each has kept the server waiting.
class Connections {
 public:
  /// Sets the number of connections that have threads.
  void set_room(std::size_t count);

  /// Records a new connection, which may have to wait for a thread.
  void announce();

  /// Records that the connection has a thread and the server is to act. Returns false if the server is stopping.
  bool add(int fd);

  /// Removes a connection that is about to be closed.
  void remove(int fd);

  /// Records whether the server waits for the browser: to send a request or the rest of one, or to take its response. A
  /// waiting connection may have to give way, so a response first has some time to be taken: see
  /// `Connection::expect_within`.
  void set_waiting(int fd, bool waiting);

  /// Returns true while there are connections. With `end_idle`, accepts no more requests; pending responses go out.
  bool drain(bool end_idle);

  /// Accepts no more requests. Pending responses have `limits::stop_time` to go out; then all connections are cut.
  void end_all();

 private:
  using Clock = std::chrono::steady_clock;
  struct State {
    Clock::time_point waiting_since;  ///< max(): the server does not wait for the browser
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
