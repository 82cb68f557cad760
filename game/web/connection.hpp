// One browser's connection: reads whole requests within their time, and sends answers. Layer: web.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "request.hpp"

namespace tessera::web {

class Connection {
 public:
  using Clock = std::chrono::steady_clock;

  /// Of a socket, which it does not close.
  explicit Connection(int fd) : fd_(fd) {}

  enum class Got {
    request,  ///< `request` and `head` hold it
    refused,  ///< it is wrong: `status` says how. Nothing more is to be read.
    closed,   ///< there is none, and none will come
  };

  /// Wait for the next request and read all of it.
  Got read();

  /// Send all of `bytes`; false if that was not possible in time.
  bool send(std::string_view bytes);

  /// Tell the browser that nothing more comes, and let it read what was sent.
  void finish();

  Request request;
  std::string head;  ///< the request line and the headers, each with its line's end
  int status = 0;

 private:
  enum class More { some, none, late };
  More receive(Clock::time_point until);
  Got read_head();
  Got read_body(Clock::time_point until);
  Got refuse(int code);

  int fd_;
  std::string buffer_;  ///< received, and not yet part of a request
};

}  // namespace tessera::web
