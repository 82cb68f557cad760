// Listens, and carries messages between the peers and Lisp on a thread.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "peer.hpp"
#include "platform/wakeup_pipe.hpp"

namespace tessera::swank {

/// An event of a connection.
struct Event {
  enum class Kind { opened, message, malformed, closed };
  int connection;
  Kind kind;
  std::string text;  ///< the message
};

/// Thread-safe but for constructor and destructor.
class Server {
 public:
  /// The thread calls `poke` when an event is not taken for a while, and again until it is. Throws std::system_error.
  explicit Server(std::function<void()> poke);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Accepts connections at `host`, a name or an address, and `port`, 0 for a free one. Returns the port. Throws
  /// std::runtime_error.
  int listen(const std::string& host, int port);
  /// Stops accepting connections at `port`. Returns false if it did not accept any.
  bool stop_listening(int port);

  /// Returns the oldest event.
  std::optional<Event> take();
  /// Waits for an event, at most for `time`.
  void wait(std::chrono::milliseconds time);
  /// True if `poke` was called since the last call of this function.
  bool take_poke();
  /// A descriptor that is readable while there are events.
  int descriptor() const { return events_bell_.descriptor(); }

  /// These do nothing if the connection has ended. `give_up` returns true when the caller stops waiting for a peer that
  /// does not read.
  void send(int connection, std::string_view message, const std::function<bool()>& give_up);
  void print(int connection, std::string_view text, std::string_view target, const std::function<bool()>& give_up);
  /// Drops printed text, or stops dropping it.
  void mute(int connection, bool flag);
  void close(int connection);

  /// Asks the peer for a line and returns it; "" if `give_up`, or if the connection has ended.
  std::string read(int connection, const std::function<bool()>& give_up);
  /// Takes `text` as input that the peer has typed.
  void supply(int connection, const std::string& text);
  /// Tells a peer that was asked for input that it is no longer wanted.
  void stop_reading(int connection);

 private:
  void work();
  /// Runs one round of the thread: polls files and handles them. Returns false at the end.
  bool serve_files();
  void accept_from(int listener);
  void serve_peer(int number, Peer& peer, bool may_receive);
  void take_messages(int number, Peer& peer);
  void end(int number, Peer& peer, Event::Kind kind);
  void add(Event event);
  void poke_if_due();
  /// Returns the nanoseconds until printed text is due or Lisp is to be poked; UINT64_MAX if neither is.
  std::uint64_t timeout() const;
  bool may_receive() const;
  Peer* find(int connection);
  void wait_while(std::unique_lock<std::mutex>& lock, const std::function<bool()>& condition, const std::function<bool()>& give_up);

  const std::function<void()> poke_;
  platform::WakeupPipe events_bell_, thread_bell_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<int, int> listeners_;  ///< descriptors by port
  std::map<int, std::unique_ptr<Peer>> peers_;
  std::deque<Event> events_;
  std::size_t event_bytes_ = 0;
  Clock::time_point poke_due_{};
  int last_connection_ = 0;
  bool waiting_ = false, poked_ = false, ending_ = false;
  std::thread thread_;
};

}  // namespace tessera::swank
