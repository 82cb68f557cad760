// The server: an event loop that reads requests and sends responses. Layer: web.
//
// One thread runs the loop, with Asio. A waiting connection costs a descriptor and a few hundred bytes. A connection
// that keeps the server waiting gives way when there are too many.
#pragma once

#include <memory>
#include <string>

#include "exchanges.hpp"
#include "hosts.hpp"
#include "limits.hpp"

namespace tessera::web {

class Front;

class Server {
 public:
  /// Listens at `host`, a name or an address, and `port`; 0: any free one. Requests may be for `hosts` and the server's
  /// own names; others get 421. So many `interpreters` take requests, and at most so many `connections` are open.
  /// Throws std::runtime_error on failure.
  Server(const std::string& host, int port, Hosts hosts = {}, std::size_t interpreters = 1, std::size_t connections = limits::connections);
  /// Answers waiting requests with 503 and ends all connections, within little more than `limits::stop_time`.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  Exchanges& exchanges();
  int port() const;
  /// Returns the number of connections that can be open.
  std::size_t room() const;

  /// Takes no more connections, and closes each one after its request is answered; with `end_idle` at once if there is
  /// none. Returns true while there are connections.
  bool drain(bool end_idle);
  bool draining() const;

 private:
  std::unique_ptr<Front> front_;
};

}  // namespace tessera::web
