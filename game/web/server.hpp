// The server: threads that read requests and send responses, and the queue from which Lisp takes the requests. Layer:
// web.
//
// cpp-httplib listens, reads forms and writes responses; its input passes a stricter reader (connection.hpp). Lisp is
// single-threaded: a thread puts its request into the queue and waits for the response. A connection that keeps the
// server waiting gives way when there are too many.
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
  /// Listens at `host`, a name or an address, and `port`; 0: any free one. Requests may be for `hosts` and the server's
  /// own names; others get 421. Throws std::runtime_error on failure.
  Server(const std::string& host, int port, Hosts hosts = {});
  /// Answers waiting requests with 503 and ends all connections, within little more than `limits::stop_time`.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  int port() const;

  /// A descriptor that is readable while requests wait.
  int descriptor() const;

  /// Returns the oldest waiting request and the number by which it is answered; nothing if there is none.
  std::optional<std::pair<std::int64_t, Request>> next();

  /// Takes no more connections, and closes each one after its request is answered; with `end_idle` at once if there is
  /// none. Returns true while there are connections.
  bool drain(bool end_idle);

  /// Answers a request returned by `next`. Returns false if nobody waits for the response any more.
  bool answer(std::int64_t number, Response response);

 private:
  class Front;
  std::unique_ptr<Front> front_;
};

}  // namespace tessera::web
