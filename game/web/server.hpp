// The server: threads that read requests and send answers, and the queue from which Lisp takes the requests. Layer: web.
//
// cpp-httplib listens, keeps the threads, reads forms and writes the answers; what it reads passes a stricter reader
// (connection.hpp). Lisp is single-threaded: a thread leaves its request in the queue and waits until it is answered. A
// connection that keeps the server waiting gives way when there are too many.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "hosts.hpp"
#include "request.hpp"

namespace tessera::web {

struct Response {
  int status = 200;
  std::string content_type;
  Fields headers;
  std::string body;
};

class Server {
 public:
  /// Listen at `host`, a name or an address, and `port`; 0: at any that is free. Requests may be for `hosts` and what the server
  /// goes by of itself; others get 421. Throws std::runtime_error if that cannot be done.
  Server(const std::string& host, int port, Hosts hosts = {});
  /// Answers what waits with 503 and ends all connections, within `limits::stop_time` or little more.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  int port() const;

  /// A descriptor that is readable while requests wait.
  int descriptor() const;

  /// The oldest request that waits, and a number by which it is answered; nothing if none does.
  std::optional<std::pair<std::int64_t, Request>> next();

  /// Answer a request that `next` returned. False if nobody waits for the answer any more.
  bool answer(std::int64_t number, Response response);

 private:
  class Front;
  std::unique_ptr<Front> front_;
};

}  // namespace tessera::web
