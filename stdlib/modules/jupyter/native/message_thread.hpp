// The thread that carries messages between Jupyter's sockets and Lisp.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include <zmq.hpp>

#include "sockets.hpp"

namespace tessera::jupyter {

using Clock = std::chrono::steady_clock;

/// A received message, or the end: nobody is left to serve.
struct Arrival {
  enum class Kind { request, control, orphaned };
  Kind kind;
  Message message;
  bool too_long;  ///< its content was dropped
};

/// Thread-safe but for constructor and destructor.
class MessageThread {
 public:
  /// Serves as the connection file `path` says. The thread calls `poke`, which interrupts Lisp, when a message on the
  /// control channel arrives while Lisp does not wait for it, and again until it is taken. Throws std::exception.
  MessageThread(const std::string& path, std::function<void()> poke);
  /// Sends pending messages first.
  ~MessageThread();
  MessageThread(const MessageThread&) = delete;
  MessageThread& operator=(const MessageThread&) = delete;

  /// Returns the oldest message, those of the control channel first; no others if `control_only`.
  std::optional<Arrival> take(bool control_only);
  void wait(std::chrono::milliseconds time);
  bool take_poke();

  /// `give_up` returns true when the caller stops waiting for a full socket.
  using GiveUp = std::function<bool()>;
  /// Sends a message of `type`, after printed text. The texts are JSON.
  void send(Channel channel, Frames route, const std::string& type, const std::string& parent, const std::string& metadata,
            const std::string& content, const GiveUp& give_up);
  /// Queues text that a program writes to `stream`, "stdout" or "stderr"; it is soon sent together with other text.
  void print(const std::string& stream, std::string_view text, const GiveUp& give_up);
  /// Sets the request, by route and header, to which later output belongs and whose client is asked for input.
  void set_requester(Frames route, std::string header, bool may_be_asked);
  /// Sends an input_request of this content, and returns the typed line with its end; "" if `give_up`, or if the client
  /// may not be asked.
  std::string read(const std::string& content, const GiveUp& give_up);

 private:
  struct Outgoing {
    Channel channel;
    Message message;
  };

  void work();
  void receive(Channel channel);
  void accept(Channel channel, bool too_long, Message message);
  void send_waiting();
  void poke_if_due();
  void check_parent();
  std::chrono::milliseconds time_to_wait() const;

  // These need the lock.
  void enqueue(Channel channel, Frames route, const std::string& type, const std::string& parent, const std::string& metadata,
               const std::string& content);
  void flush();
  void wake();
  void wait_until(std::unique_lock<std::mutex>& lock, const std::function<bool()>& condition, const GiveUp& give_up);
  void keep_pace(std::unique_lock<std::mutex>& lock, const GiveUp& give_up);

  const std::function<void()> poke_;
  const std::string session_;
  int parent_process_;  ///< we end when it ends; 0: unknown
  zmq::context_t context_;
  std::unique_ptr<Sockets> sockets_;           ///< used by the thread alone
  zmq::socket_t wake_receiver_, wake_sender_;  ///< wake the thread while it waits for messages

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Arrival> requests_, controls_;
  std::size_t request_bytes_ = 0;
  std::deque<Outgoing> outgoing_;
  std::string printed_, printed_to_;
  Clock::time_point print_due_{}, poke_due_{}, burst_end_{};
  std::size_t burst_messages_ = 0, burst_bytes_ = 0;  ///< published before burst_end_
  Frames requester_;
  std::string requester_header_;
  bool may_ask_ = false, asked_ = false;
  std::optional<std::string> typed_;
  bool waiting_ = false, poked_ = false, ending_ = false;
  std::thread thread_;
};

}  // namespace tessera::jupyter
