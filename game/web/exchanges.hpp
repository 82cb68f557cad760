// Requests on their way to Lisp, and the answers on their way back. Layer: web.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "server.hpp"

namespace tessera::web {

class Exchanges {
 public:
  Exchanges();
  ~Exchanges();
  Exchanges(const Exchanges&) = delete;
  Exchanges& operator=(const Exchanges&) = delete;

  /// Called by a connection's thread: queues `request` for Lisp and waits for the response; 503 if there is none in
  /// time, or if too many requests wait.
  Response ask(Request request);

  // Called by Lisp's thread: see Server.
  std::optional<std::pair<std::int64_t, Request>> next();
  bool answer(std::int64_t number, Response response);
  int descriptor() const { return event_; }

  /// Makes all further responses 503.
  void close();

 private:
  struct Exchange {
    Exchange(std::int64_t n, Request r) : number(n), request(std::move(r)) {}
    std::int64_t number;
    Request request;
    std::optional<Response> response;
    std::condition_variable answered;
  };

  void signal_lisp();
  void calm_lisp();

  std::mutex mutex_;
  std::map<std::int64_t, std::shared_ptr<Exchange>> open_;  ///< until they are answered or given up
  std::deque<std::shared_ptr<Exchange>> waiting_;           ///< those that Lisp has not taken
  std::int64_t last_number_ = 0;
  bool closed_ = false;
  int event_;
};

}  // namespace tessera::web
