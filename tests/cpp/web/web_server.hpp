// A server in a process of its own, and a client that sends arbitrary bytes.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "../process.hpp"

/// The program `tessera` with a script that serves at a free port.
class WebServer {
 public:
  /// `script` has to call `serve` with :port 0. The server has at most so many `descriptors`, unless that is 0.
  explicit WebServer(const std::string& script, unsigned descriptors = 0) {
    int out[2], in[2];
    if (::pipe(out) != 0 || ::pipe(in) != 0) throw std::runtime_error("pipe");
    const std::string file = scratch_.file("server.lisp", script), errors = scratch_.path("errors");
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(in[0], 0);
      ::dup2(out[1], 1);
      ::close(in[1]);
      if (std::freopen(errors.c_str(), "w", stderr) == nullptr || ::chdir(TESSERA_SOURCE_DIR) != 0) ::_exit(127);
      ::close(out[0]);
      const rlimit limit{descriptors, descriptors};
      if (descriptors != 0) ::setrlimit(RLIMIT_NOFILE, &limit);
      ::alarm(300);  // the server ends with the test in every case
      // A page that fills the stack has done so soon, in the slow builds too.
      ::execl(TESSERA_PROGRAM, "tessera", "--stack", "16M", file.c_str(), static_cast<char*>(nullptr));
      ::_exit(127);
    }
    ::close(out[1]);
    ::close(in[0]);
    output_ = out[0];
    input_ = in[1];
    read_port();
  }
  ~WebServer() {
    kill(SIGKILL);
    ::close(output_);
    ::close(input_);
  }
  WebServer(const WebServer&) = delete;
  WebServer& operator=(const WebServer&) = delete;

  int port() const { return port_; }
  std::string errors() const { return file_text(scratch_.path("errors")); }
  void signal(int number) const { ::kill(pid_, number); }
  /// Sends the signal and waits for the end. Returns the exit status, or 128 + signal; -1 if it has ended before.
  int kill(int number) {
    if (pid_ < 0) return -1;
    signal(number);
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  /// Type a line at its standard input.
  void type(const std::string& line) const {
    const std::string text = line + "\n";
    if (::write(input_, text.data(), text.size()) < 0) throw std::runtime_error("cannot write");
  }
  /// Returns the next line of its output.
  std::string read_line() const {
    std::string line;
    for (char c; ::read(output_, &c, 1) == 1 && c != '\n';) line += c;
    return line;
  }
  bool alive() const { return ::waitpid(pid_, nullptr, WNOHANG) == 0; }

 private:
  void read_port() {
    static const std::string mark = "Serving at http://127.0.0.1:";
    std::string text;
    for (char c; ::read(output_, &c, 1) == 1;) {
      text += c;
      const std::size_t at = text.find(mark);
      if (c == '\n' && at != std::string::npos) {
        port_ = std::atoi(text.c_str() + at + mark.size());
        return;
      }
    }
    throw std::runtime_error("the server did not start: " + text + errors());
  }

  ScratchFolder scratch_;
  pid_t pid_ = -1;
  int output_ = -1, input_ = -1, port_ = 0;
};

struct Answer {
  int status = 0;  ///< 0: the connection was closed without an answer
  std::string head, body;
  bool timed_out = false;

  std::string header(const std::string& name) const {
    const std::size_t at = head.find("\r\n" + name + ": ");
    if (at == std::string::npos) return "";
    const std::size_t from = at + name.size() + 4;
    return head.substr(from, head.find("\r\n", from) - from);
  }
};

/// A connection to 127.0.0.1.
class Client {
 public:
  explicit Client(int port) : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int yes = 1;
    ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (fd_ < 0 || ::connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) throw std::runtime_error("cannot connect");
  }
  Client(Client&& other) noexcept : fd_(std::exchange(other.fd_, -1)), received_(std::move(other.received_)) {}
  ~Client() {
    if (fd_ >= 0) ::close(fd_);
  }

  /// False if the server has closed.
  bool send(const std::string& bytes) {
    for (std::size_t sent = 0; sent < bytes.size();) {
      const ssize_t n = ::send(fd_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (n <= 0) return false;
      sent += static_cast<std::size_t>(n);
    }
    return true;
  }
  void end_sending() { ::shutdown(fd_, SHUT_WR); }

  /// Returns the next answer, not interim ones (100).
  Answer receive(int seconds = 60, bool with_body = true) {
    Answer answer;
    for (;;) {
      const std::size_t end = await("\r\n\r\n", seconds, answer);
      if (end == std::string::npos) return answer;
      answer.head = received_.substr(0, end + 2);
      received_.erase(0, end + 4);
      answer.status = std::atoi(answer.head.c_str() + 9);
      if (answer.status != 100) break;
    }
    const auto length = static_cast<std::size_t>(std::atoi(answer.header("Content-Length").c_str()));
    while (with_body && received_.size() < length && more(seconds, answer)) {}
    answer.body = received_.substr(0, with_body ? length : 0);
    received_.erase(0, answer.body.size());
    return answer;
  }

  /// True if the server closes the connection within `seconds`.
  bool closed(int seconds) {
    Answer ignored;
    while (more(seconds, ignored)) {}
    return !ignored.timed_out;
  }

 private:
  bool more(int seconds, Answer& answer) {
    pollfd p{fd_, POLLIN, 0};
    if (::poll(&p, 1, seconds * 1000) <= 0) return answer.timed_out = true, false;
    char bytes[65536];
    const ssize_t n = ::recv(fd_, bytes, sizeof bytes, 0);
    if (n > 0) received_.append(bytes, static_cast<std::size_t>(n));
    return n > 0;
  }
  std::size_t await(const std::string& mark, int seconds, Answer& answer) {
    for (;;) {
      const std::size_t at = received_.find(mark);
      if (at != std::string::npos || !more(seconds, answer)) return at;
    }
  }

  int fd_;
  std::string received_;
};

/// A browser with one cookie, and a connection that it keeps.
class Browser {
 public:
  explicit Browser(int port) : port_(port) {}
  Answer get(const std::string& target) {
    const std::string request = "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n" + cookie_line() + "\r\n";
    Answer answer;
    for (int attempt = 0; attempt < 2 && answer.status == 0; ++attempt) {  // an idle connection may have been closed
      if (!client_ || attempt > 0) client_ = std::make_unique<Client>(port_);
      if (client_->send(request)) answer = client_->receive();
    }
    const std::string cookie = answer.header("Set-Cookie");
    if (!cookie.empty()) cookie_ = cookie.substr(0, cookie.find(';'));
    return answer;
  }
  const std::string& cookie() const { return cookie_; }
  std::string cookie_line() const { return cookie_.empty() ? "" : "Cookie: " + cookie_ + "\r\n"; }
  void move_to(int port) {
    port_ = port;
    client_.reset();
  }

 private:
  int port_;
  std::string cookie_;
  std::unique_ptr<Client> client_;
};
