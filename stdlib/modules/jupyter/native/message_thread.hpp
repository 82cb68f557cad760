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

/// What has come: a message, or that there is nobody any more to serve.
struct Arrival {
  enum class Kind { request, control, orphaned };
  Kind kind;
  Message message;
  bool too_long;  ///< its content was left out
};

/// Everything but the constructor and the destructor may be called while the thread works.
class MessageThread {
 public:
  /// Serve as the connection file `path` says. `poke` is called, in the thread, when a message has come to the control channel and Lisp does
  /// not wait for it, and again as long as nobody takes it. Throws std::exception.
  MessageThread(const std::string& path, std::function<void()> poke);
  /// What was sent goes first.
  ~MessageThread();
  MessageThread(const MessageThread&) = delete;
  MessageThread& operator=(const MessageThread&) = delete;

  /// The oldest message that is waiting; one for the control channel before others, or alone if `control_only`.
  std::optional<Arrival> take(bool control_only);
  void wait(std::chrono::milliseconds time);
  bool take_poke();

  /// `give_up` says that the caller does not want to wait any more for what does not get away.
  using GiveUp = std::function<bool()>;
  /// A message of `type`, behind what was printed. The texts are JSON.
  void send(Channel channel, Frames route, const std::string& type, const std::string& parent, const std::string& metadata,
            const std::string& content, const GiveUp& give_up);
  /// Text that a program writes to `stream`, "stdout" or "stderr"; it goes with others, soon.
  void print(const std::string& stream, std::string_view text, const GiveUp& give_up);
  /// To whom belongs what is printed from now on, and who is asked for input: the route and header of a request.
  void set_requester(Frames route, std::string header, bool may_be_asked);
  /// What the requester types when asked by an input_request of this content, with the end of the line; "" if `give_up`, or if it may not be asked.
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
  void look_for_parent();
  std::chrono::milliseconds patience() const;

  // These with the lock.
  void enqueue(Channel channel, Frames route, const std::string& type, const std::string& parent, const std::string& metadata,
               const std::string& content);
  void flush();
  void ring();
  void wait_until(std::unique_lock<std::mutex>& lock, const std::function<bool()>& condition, const GiveUp& give_up);
  void keep_pace(std::unique_lock<std::mutex>& lock, const GiveUp& give_up);

  const std::function<void()> poke_;
  const std::string session_;
  int parent_process_;  ///< we end when it has; 0: nobody started us
  zmq::context_t context_;
  std::unique_ptr<Sockets> sockets_;  ///< the thread's alone
  zmq::socket_t bell_, bell_push_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Arrival> requests_, controls_;
  std::size_t request_bytes_ = 0;
  std::deque<Outgoing> outgoing_;
  std::size_t outgoing_bytes_ = 0;
  std::string printed_, printed_to_;
  Clock::time_point print_due_{}, poke_due_{}, burst_end_{};
  std::size_t burst_messages_ = 0, burst_bytes_ = 0;  ///< what was published before burst_end_
  Frames requester_;
  std::string requester_header_;
  bool may_ask_ = false, asked_ = false;
  std::optional<std::string> typed_;
  bool waiting_ = false, poked_ = false, ending_ = false;
  std::thread thread_;
};

}  // namespace tessera::jupyter
