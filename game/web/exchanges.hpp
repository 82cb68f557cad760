// Requests on their way to Lisp, and the answers on their way back. Layer: web.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "platform/wakeup_pipe.hpp"
#include "request.hpp"
#include "response.hpp"

namespace tessera::web {

/// The open requests, and a queue of them for each interpreter. The requests of a session go to the same interpreter,
/// which has it in memory. All functions may be called by any thread.
class Exchanges {
 public:
  using Clock = std::chrono::steady_clock;
  using Reply = std::function<void(Response)>;

  /// Throws std::system_error if no descriptors are left.
  explicit Exchanges(std::size_t interpreters = 1);
  Exchanges(const Exchanges&) = delete;
  Exchanges& operator=(const Exchanges&) = delete;

  // --- for the event loop

  /// Queues `request`; `reply` is called once with the response, by any thread. Returns false if too many requests
  /// wait.
  bool submit(Request request, Reply reply);
  /// Answers the requests whose time is over at `now` with 503.
  void expire(Clock::time_point now);
  /// Answers all requests with 503, and takes no more.
  void close();
  bool closed() const;

  // --- for interpreters

  /// A descriptor that is readable while requests wait for the interpreter.
  int descriptor(std::size_t interpreter = 0) const { return queues_[interpreter].arrival.descriptor(); }
  /// Returns the oldest waiting request and the number by which it is answered; nothing if there is none.
  std::optional<std::pair<std::int64_t, Request>> next(std::size_t interpreter = 0);
  /// Answers a request. Returns false if nobody waits for the response any more.
  bool answer(std::int64_t number, Response response);
  /// Has the other interpreters take the requests for this one, which has ended.
  void retire(std::size_t interpreter);

 private:
  struct Waiting {
    std::int64_t number;
    Clock::time_point since;
    Request request;
  };
  struct Queue {
    std::deque<Waiting> waiting;
    platform::WakeupPipe arrival;
    bool used = false;  ///< the interpreter has asked for requests
  };

  Queue& home(const Request& request);

  mutable std::mutex mutex_;
  std::unordered_map<std::int64_t, Reply> open_;
  std::deque<std::pair<Clock::time_point, std::int64_t>> deadlines_;  ///< of `open_`, and of some that are answered
  std::vector<Queue> queues_;
  std::size_t waiting_ = 0;
  std::int64_t last_number_ = 0;
  bool closed_ = false;
};

}  // namespace tessera::web
