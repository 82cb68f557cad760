// One browser's connection, as cpp-httplib reads and writes it: with limits of time and size, and strict requests only.
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

  /// Of a socket, which it does not close. `on_late` is called as `expect_within` says.
  explicit Connection(int fd, std::function<void()> on_late = {}) : fd_(fd), on_late_(std::move(on_late)) {}

  enum class Got {
    request,  ///< `request` tells what its line and headers say; all of it can be read
    refused,  ///< it is wrong: `status` says how. Nothing more is to be read.
    closed,   ///< there is none, and none will come
  };

  /// Wait for the next request and take its line and headers apart.
  Got read_head();

  /// Send an answer that says no more than `code`, a status.
  void refuse(int code);

  /// Tell the browser that nothing more comes, and let it read what was sent.
  void finish();

  /// Call `on_late` once the browser keeps the server waiting when `time` from now on is over. It is called once, and by the
  /// thread that waits.
  void expect_within(std::chrono::milliseconds time) { late_from_ = Clock::now() + time; }
  /// Call it no more.
  void expect_nothing() { late_from_ = Clock::time_point::max(); }

  Request request;
  int status = 0;

  // As cpp-httplib sees it: the request, and the way back. A request that takes too long or never ends breaks off.
  ssize_t read(char* bytes, size_t size) override;
  ssize_t write(const char* bytes, size_t size) override;
  using httplib::Stream::write;
  bool is_readable() const override { return true; }
  bool is_writable() const override { return true; }
  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}
  int socket() const override { return fd_; }
  // Later versions ask for these as well.
  bool wait_readable() const { return true; }
  bool wait_writable() const { return true; }
  time_t duration() const { return 0; }

 private:
  enum class More { some, none, late };
  More receive();
  bool ready(short events, Clock::time_point until);
  Got await_head(std::size_t& end);
  Got refused(int code);

  int fd_;
  std::function<void()> on_late_;
  Clock::time_point late_from_ = Clock::time_point::max();
  Clock::time_point until_;   ///< when the request has to be there
  std::string buffer_;        ///< received
  std::size_t position_ = 0;  ///< what cpp-httplib has read of it
};

}  // namespace tessera::web
