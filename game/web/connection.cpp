// One browser's connection. Layer: web.
#include "connection.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

#include "limits.hpp"

namespace tessera::web {

namespace {

/// True once `events` can be had of `fd`; false if the time is over first.
bool ready(int fd, short events, Connection::Clock::time_point until) {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Connection::Clock::now()).count();
    if (left <= 0) return false;
    pollfd p{fd, events, 0};
    const int n = ::poll(&p, 1, static_cast<int>(left));
    if (n > 0) return true;
    if (n < 0 && errno != EINTR) return false;
  }
}

}  // namespace

Connection::More Connection::receive(Clock::time_point until) {
  char bytes[16384];
  for (;;) {
    const ssize_t n = ::recv(fd_, bytes, sizeof bytes, MSG_DONTWAIT);
    if (n > 0) return buffer_.append(bytes, static_cast<std::size_t>(n)), More::some;
    if (n == 0) return More::none;
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return More::none;
    if (!ready(fd_, POLLIN, until)) return More::late;
  }
}

Connection::Got Connection::refuse(int code) {
  status = code;
  return Got::refused;
}

Connection::Got Connection::read() {
  if (buffer_.empty() && receive(Clock::now() + limits::idle_time) != More::some) return Got::closed;
  return read_head();
}

Connection::Got Connection::read_head() {
  const auto until = Clock::now() + limits::request_time;
  for (std::size_t searched = 0;;) {
    if (searched == 0) buffer_.erase(0, buffer_.find_first_not_of("\r\n"));  // empty lines in front are allowed
    const std::size_t end = buffer_.find("\r\n\r\n", searched);
    if (std::min(end, buffer_.size()) > limits::head_bytes) return refuse(431);
    if (end != std::string::npos) {
      head = buffer_.substr(0, end + 2);
      buffer_.erase(0, end + 4);
      break;
    }
    searched = buffer_.size() < 3 ? 0 : buffer_.size() - 3;
    const More more = receive(until);
    if (more == More::late) return refuse(408);
    if (more == More::none) return buffer_.empty() ? Got::closed : refuse(400);
  }
  if (const int wrong = parse_head(std::string_view(head).substr(0, head.size() - 2), request)) return refuse(wrong);
  return read_body(until);
}

Connection::Got Connection::read_body(Clock::time_point until) {
  if (request.expects_continue && buffer_.size() < request.content_length && !send("HTTP/1.1 100 Continue\r\n\r\n"))
    return Got::closed;
  while (buffer_.size() < request.content_length) {
    const More more = receive(until);
    if (more == More::late) return refuse(408);
    if (more == More::none) return refuse(400);
  }
  const std::string body = buffer_.substr(0, request.content_length);
  buffer_.erase(0, request.content_length);
  if (const int wrong = parse_body(body, request)) return refuse(wrong);
  return Got::request;
}

bool Connection::send(std::string_view bytes) {
  const auto until = Clock::now() + limits::send_time;
  while (!bytes.empty()) {
    const ssize_t n = ::send(fd_, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (n >= 0)
      bytes.remove_prefix(static_cast<std::size_t>(n));
    else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      if (!ready(fd_, POLLOUT, until)) return false;
    } else if (errno != EINTR)
      return false;
  }
  return true;
}

void Connection::finish() {
  ::shutdown(fd_, SHUT_WR);
  const auto until = Clock::now() + limits::drain_time;
  for (std::size_t dropped = 0; dropped < limits::drained_bytes;) {
    buffer_.clear();
    if (receive(until) != More::some) return;
    dropped += buffer_.size();
  }
}

}  // namespace tessera::web
