// Listening, and a thread that carries messages between the peers and Lisp.
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

namespace tessera::swank {

/// What has happened to a connection.
struct Event {
  enum class Kind { opened, message, malformed, closed };
  int connection;
  Kind kind;
  std::string text;  ///< of a message
};

/// A pipe by which one thread wakes another that waits for files.
class Bell {
 public:
  Bell();  ///< throws std::system_error
  ~Bell();
  Bell(const Bell&) = delete;
  Bell& operator=(const Bell&) = delete;
  void ring() const;
  void silence() const;
  int descriptor() const { return ends_[0]; }

 private:
  int ends_[2];
};

/// Everything but the constructor and the destructor may be called while the thread works.
class Server {
 public:
  /// `poke` is called, in the thread, when an event has come that nobody takes for a while, and again as long as nobody does.
  explicit Server(std::function<void()> poke);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Take connections at `host`, a name or an address, and `port`; 0: a free one. The port. Throws std::runtime_error.
  int listen(const std::string& host, int port);
  /// Take no more at `port`. False: it did not.
  bool stop_listening(int port);

  /// The oldest event that is waiting.
  std::optional<Event> take();
  /// Wait until an event is waiting, or `time` is over.
  void wait(std::chrono::milliseconds time);
  /// True if `poke` was called since this was called last.
  bool take_poke();
  /// Readable as long as events are waiting.
  int descriptor() const { return events_bell_.descriptor(); }

  /// These do nothing to a connection that has ended. `give_up` says that the caller does not want to wait any more for one who does not read.
  void send(int connection, std::string_view message, const std::function<bool()>& give_up);
  void print(int connection, std::string_view text, std::string_view target, const std::function<bool()>& give_up);
  /// Drop what is printed, or no more.
  void mute(int connection, bool flag);
  void close(int connection);

  /// What the peer types when it is asked to; "" if `give_up`, or at its end.
  std::string read(int connection, const std::function<bool()>& give_up);
  /// `text` is what the peer has typed.
  void supply(int connection, const std::string& text);
  /// Nobody reads any more: tell a peer that was asked.
  void stop_reading(int connection);

 private:
  void work();
  /// One round of the thread: wait for files, and do what there is to do. False: it is over.
  bool serve_files();
  void accept_from(int listener);
  void serve_peer(int number, Peer& peer, short events);
  void take_messages(int number, Peer& peer);
  void end(int number, Peer& peer, Event::Kind kind);
  void add(Event event);
  void poke_if_due();
  /// Milliseconds until something printed has to go, or Lisp is to be poked; -1: nothing waits.
  int patience() const;
  bool may_receive() const;
  Peer* find(int connection);
  void wait_while(std::unique_lock<std::mutex>& lock, const std::function<bool()>& condition, const std::function<bool()>& give_up);

  const std::function<void()> poke_;
  const Bell events_bell_, thread_bell_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<int, int> listeners_;  ///< from ports to descriptors
  std::map<int, std::unique_ptr<Peer>> peers_;
  std::deque<Event> events_;
  std::size_t event_bytes_ = 0;
  Clock::time_point poke_due_{};
  int last_connection_ = 0;
  bool waiting_ = false, poked_ = false, ending_ = false;
  std::thread thread_;
};

}  // namespace tessera::swank
