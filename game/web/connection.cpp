// One browser's connection. Layer: web.
#include "connection.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

#include "limits.hpp"

namespace tessera::web {

namespace {

/// Returns the head that cpp-httplib reads in place of one that `parse_head` accepted: what it needs, and no header
/// that its own parser could fail on, such as ranges. The type of a form is left out: cpp-httplib would parse the
/// form too, and refuse it above 8 kB. `version` is that of the request line.
std::string plain_head(const Request& request, std::string_view version) {
  std::string head = request.method + " / ";
  head += version;
  for (const std::string_view name : {"connection", "content-length", "expect", "host", "transfer-encoding"})
    if (const std::string_view value = request.header(name); !value.empty()) (((head += "\r\n") += name) += ": ") += value;
  // cpp-httplib's settings of Brotli take 100 ms for a page, gzip takes 1 ms.
  if (request.header("accept-encoding").find("gzip") != std::string_view::npos) head += "\r\naccept-encoding: gzip";
  return head;
}

}  // namespace

/// Waits until `events` are available on the socket. Returns false if the time is over first.
bool Connection::ready(short events, Clock::time_point until) {
  for (;;) {
    const auto now = Clock::now();
    if (now >= late_from_) {
      expect_nothing();
      if (on_late_) on_late_();
    }
    if (now >= until) return false;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(std::min(until, late_from_) - now).count();
    pollfd p{fd_, events, 0};
    const int n = ::poll(&p, 1, static_cast<int>(left));
    if (n > 0) return true;
    if (n < 0 && errno != EINTR) return false;
  }
}

Connection::ReadResult Connection::receive() {
  char bytes[16384];
  for (;;) {
    const ssize_t n = ::recv(fd_, bytes, sizeof bytes, MSG_DONTWAIT);
    if (n > 0) return buffer_.append(bytes, static_cast<std::size_t>(n)), ReadResult::some;
    if (n == 0) return ReadResult::none;
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK) return ReadResult::none;
    if (!ready(POLLIN, until_)) return ReadResult::late;
  }
}

Connection::HeadResult Connection::refused(int code) {
  status = code;
  return HeadResult::refused;
}

/// Receives until the head of a request is complete; `end` is the position of the empty line.
Connection::HeadResult Connection::await_head(std::size_t& end) {
  for (std::size_t searched = 0;;) {
    if (searched == 0) buffer_.erase(0, buffer_.find_first_not_of("\r\n"));  // leading empty lines are allowed
    end = buffer_.find("\r\n\r\n", searched);
    if (std::min(end, buffer_.size()) > limits::head_bytes) return refused(431);
    if (end != std::string::npos) return HeadResult::request;
    searched = buffer_.size() < 3 ? 0 : buffer_.size() - 3;
    const ReadResult read = receive();
    if (read == ReadResult::late) return refused(408);
    if (read == ReadResult::none) return buffer_.empty() ? HeadResult::closed : refused(400);
  }
}

Connection::HeadResult Connection::read_head() {
  buffer_.erase(0, position_);
  position_ = 0;
  until_ = Clock::now() + limits::idle_time;
  if (buffer_.empty() && receive() != ReadResult::some) return HeadResult::closed;
  until_ = Clock::now() + limits::request_time;
  std::size_t end = 0;
  const HeadResult result = await_head(end);
  if (result != HeadResult::request) return result;
  const int wrong = parse_head(std::string_view(buffer_).substr(0, end), request);
  if (wrong != 0) return refused(wrong);
  const std::string line = buffer_.substr(0, buffer_.find('\r'));
  buffer_.replace(0, end, plain_head(request, std::string_view(line).substr(line.rfind(' ') + 1)));
  return HeadResult::request;
}

ssize_t Connection::read(char* bytes, size_t size) {
  constexpr std::size_t most = limits::head_bytes + 4 * limits::body_bytes;  // four times: chunks can be small
  if (position_ == buffer_.size() && (position_ > most || receive() != ReadResult::some)) return -1;
  const std::size_t n = buffer_.copy(bytes, size, position_);
  position_ += n;
  return static_cast<ssize_t>(n);
}

ssize_t Connection::write(const char* bytes, size_t size) {
  const auto until = Clock::now() + limits::send_time;
  for (std::size_t sent = 0; sent < size;) {
    const ssize_t n = ::send(fd_, bytes + sent, size - sent, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (n >= 0) sent += static_cast<std::size_t>(n);
    else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      if (!ready(POLLOUT, until)) return -1;
    } else if (errno != EINTR) return -1;
  }
  return static_cast<ssize_t>(size);
}

void Connection::refuse(int code) {
  std::string words = std::to_string(code) + " " + std::string(reason_of(code));
  std::string answer = "HTTP/1.1 " + words + "\r\nConnection: close\r\nContent-Type: text/plain\r\n";
  if (code == 405) answer += "Allow: GET, HEAD, POST\r\n";
  if (code == 421) words += ": this server does not go by that name. SERVE has an argument for further names, HOSTS.";
  answer += "Content-Length: " + std::to_string(words.size() + 1) + "\r\n\r\n" + words + "\n";
  write(answer.data(), answer.size());
}

void Connection::finish() {
  ::shutdown(fd_, SHUT_WR);
  until_ = Clock::now() + limits::drain_time;
  for (std::size_t dropped = 0; dropped < limits::drained_bytes; dropped += buffer_.size()) {
    buffer_.clear();
    if (receive() != ReadResult::some) return;
  }
}

}  // namespace tessera::web
