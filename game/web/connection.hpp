// A browser's connection as cpp-httplib reads and writes it: with limits of time and size, and strict requests only.
// Layer: web.
#pragma once

#include <httplib.h>

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "request.hpp"

namespace tessera::web {

class Connection : public httplib::Stream {
 public:
  using Clock = std::chrono::steady_clock;

  /// Uses the socket `fd` without closing it. `on_late` is called as `expect_within` says.
  explicit Connection(int fd, std::function<void()> on_late = {}) : fd_(fd), on_late_(std::move(on_late)) {}

  enum class HeadResult {
    request,  ///< `request` holds its line and headers; all of it can be read
    refused,  ///< it is wrong: `status` says how. Nothing more may be read.
    closed,   ///< no request will come
  };

  /// Waits for the next request and parses its line and headers.
  HeadResult read_head();

  /// Sends a response that contains only the status `code`.
  void refuse(int code);

  /// Tells the browser that nothing follows, and lets it read what was sent.
  void finish();

  /// Calls `on_late` once if the server still waits for the browser after `time`. The waiting thread makes the call.
  void expect_within(std::chrono::milliseconds time) { late_from_ = Clock::now() + time; }
  /// Cancels that call.
  void expect_nothing() { late_from_ = Clock::time_point::max(); }

  Request request;
  int status = 0;

  // cpp-httplib's view: reads the request and writes the response. A request that takes too long or never ends breaks
  // off.
  ssize_t read(char* bytes, size_t size) override;
  ssize_t write(const char* bytes, size_t size) override;
  using httplib::Stream::write;
  bool is_readable() const override { return true; }
  bool is_writable() const override { return true; }
  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}
  int socket() const override { return fd_; }
  // Later versions of cpp-httplib ask for these as well.
  bool wait_readable() const { return true; }
  bool wait_writable() const { return true; }
  time_t duration() const { return 0; }

 private:
  enum class ReadResult { some, none, late };
  ReadResult receive();
  bool ready(short events, Clock::time_point until);
  HeadResult await_head(std::size_t& end);
  HeadResult refused(int code);

  int fd_;
  std::function<void()> on_late_;
  Clock::time_point late_from_ = Clock::time_point::max();
  Clock::time_point until_;   ///< the deadline of the request
  std::string buffer_;        ///< received
  std::size_t position_ = 0;  ///< how far cpp-httplib has read it
};

}  // namespace tessera::web
