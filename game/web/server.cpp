// The server. Layer: web.
#include "server.hpp"

#include <httplib.h>
#include <pthread.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>

#include "connection.hpp"
#include "exchanges.hpp"
#include "limits.hpp"
#include "workers.hpp"

namespace tessera::web {

namespace {

using Clock = Connection::Clock;

/// The open connections, and since when each has kept the server waiting.
class Registry {
 public:
  /// A connection has come, and may have to wait for a thread.
  void announce() {
    const std::lock_guard lock(mutex_);
    ++open_;
    make_room();
  }
  /// It has a thread. False if the server is stopping.
  bool add(int fd) {
    const std::lock_guard lock(mutex_);
    if (stopping_) return false;
    connections_[fd] = {Clock::now(), false};
    make_room();
    return true;
  }
  void remove(int fd) {
    const std::lock_guard lock(mutex_);
    --open_;
    const auto found = connections_.find(fd);
    if (found == connections_.end()) return;
    if (found->second.leaving) --leaving_;
    connections_.erase(found);
  }
  void set_waiting(int fd, bool waiting) {
    const std::lock_guard lock(mutex_);
    connections_[fd].waiting_since = waiting ? Clock::now() : Clock::time_point::max();
    if (waiting) make_room();
  }
  void end_all() {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    for (const auto& [fd, connection] : connections_) ::shutdown(fd, SHUT_RD);
  }

 private:
  struct State {
    Clock::time_point waiting_since;  ///< max(): it is not the browser's turn
    bool leaving = false;
  };

  /// While there are too many connections, end the one that has kept the server waiting longest.
  void make_room() {
    while (open_ - leaving_ > limits::connections) {
      State* oldest = nullptr;
      int oldest_fd = -1;
      for (auto& [fd, c] : connections_)
        if (!c.leaving && c.waiting_since != Clock::time_point::max() && (oldest == nullptr || c.waiting_since < oldest->waiting_since))
          oldest = &c, oldest_fd = fd;
      if (oldest == nullptr) return;  // all are being answered: the new one has to wait for the first that is done
      ::shutdown(oldest_fd, SHUT_RDWR);
      oldest->leaving = true;
      ++leaving_;
    }
  }

  std::mutex mutex_;
  std::map<int, State> connections_;  ///< those with a thread, by descriptor
  std::size_t open_ = 0, leaving_ = 0;
  bool stopping_ = false;
};

/// cpp-httplib's queue, with room made for each connection that comes.
class Connection_queue : public httplib::TaskQueue {
 public:
  explicit Connection_queue(Registry& registry) : registry_(registry), workers_(limits::connections) {}
  void enqueue(std::function<void()> work) override {
    registry_.announce();
    workers_.run(std::move(work));
  }
  void shutdown() override { workers_.join(); }

 private:
  Registry& registry_;
  Workers workers_;
};

/// A whole request for cpp-httplib to read, and a place for its answer.
class Memory_stream : public httplib::Stream {
 public:
  explicit Memory_stream(std::string in) : in_(std::move(in)) {}
  std::string out;

  bool is_readable() const override { return true; }
  bool is_writable() const override { return true; }
  ssize_t read(char* bytes, size_t size) override {
    const std::size_t n = in_.copy(bytes, size, position_);
    position_ += n;
    return static_cast<ssize_t>(n);
  }
  ssize_t write(const char* bytes, size_t size) override {
    out.append(bytes, size);
    return static_cast<ssize_t>(size);
  }
  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}
  int socket() const override { return -1; }
  // Later versions ask for these as well.
  bool wait_readable() const { return true; }
  bool wait_writable() const { return true; }
  time_t duration() const { return 0; }

 private:
  std::string in_;
  std::size_t position_ = 0;
};

/// What cpp-httplib has to know of a request to write its answer. The headers that would have it do more, such as cut
/// ranges out of pages, are left out.
std::string reduced_head(const Request& request) {
  std::string head = request.method + " / HTTP/1.1\r\n";
  if (!request.keep_alive) head += "Connection: close\r\n";
  return head + "\r\n";
}

Response refusal(int status) {
  Response r{status, "text/plain; charset=utf-8", {}, std::to_string(status) + " " + std::string(reason_of(status)) + "\n"};
  if (status == 405) r.headers.emplace_back("Allow", "GET, HEAD, POST");
  return r;
}

void block_signals(sigset_t& before) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
}

}  // namespace

class Server::Front : public httplib::Server {
 public:
  Front(const std::string& host, int port) {
    new_task_queue = [this] { return new Connection_queue(registry_); };
    set_socket_options([](int s) {
      const int yes = 1;
      ::setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);  // not SO_REUSEPORT: a port that is taken is taken
    });
    set_tcp_nodelay(true);
    set_keep_alive_timeout(limits::idle_time.count());
    set_keep_alive_max_count(1000000);
    set_pre_routing_handler(fill_in);
    errno = 0;
    port_ = port == 0 ? bind_to_any_port(host) : bind_to_port(host, port) ? port : -1;
    if (port_ < 0) throw std::runtime_error(errno != 0 ? std::strerror(errno) : "there is no such host");
    ::listen(svr_sock_, static_cast<int>(limits::connections));  // cpp-httplib lets five connections wait, and others a second
    sigset_t before;
    block_signals(before);  // signals are for Lisp's thread
    listener_ = std::thread([this] { listen_after_bind(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    while (!is_running()) std::this_thread::yield();
  }

  ~Front() override {
    exchanges.close();
    registry_.end_all();
    stop();
    listener_.join();
  }

  int port() const { return port_; }
  Exchanges exchanges;

 private:
  bool process_and_close_socket(int fd) override {
    if (registry_.add(fd)) {
      Connection connection(fd);
      while (serve_one(fd, connection)) registry_.set_waiting(fd, true);
      connection.finish();
    }
    registry_.remove(fd);
    ::close(fd);
    return true;
  }

  /// False if the connection is to be closed.
  bool serve_one(int fd, Connection& connection) {
    const auto got = connection.read();
    if (got == Connection::Got::closed) return false;
    registry_.set_waiting(fd, false);
    const bool refused = got == Connection::Got::refused;
    if (refused) connection.request.keep_alive = false;
    if (refused && connection.request.method != "HEAD") connection.request.method = "GET";
    const Request shown = connection.request;
    const Response response = refused ? refusal(connection.status) : exchanges.ask(std::move(connection.request));
    return connection.send(text_of(shown, response)) && shown.keep_alive;
  }

  /// The bytes of the answer to `request`, written by cpp-httplib.
  std::string text_of(const Request& request, const Response& response) {
    Memory_stream stream(reduced_head(request));
    Answering answering(response);
    bool closed = false;
    process(*this, stream, !request.keep_alive, closed);
    return std::move(stream.out);
  }

  /// While it lives, the answer of this thread's request is `response`.
  struct Answering {
    explicit Answering(const Response& r) { response = &r; }
    ~Answering() { response = nullptr; }
    static thread_local const Response* response;
  };

  static HandlerResponse fill_in(const httplib::Request&, httplib::Response& out) {
    const Response& r = *Answering::response;
    out.status = r.status;
    for (const auto& [name, value] : r.headers) out.headers.emplace(name, value);
    out.set_content(r.body, r.content_type);
    return HandlerResponse::Handled;
  }

  /// `process_request` of whatever version of cpp-httplib there is.
  template <class F>
  static void process(F& front, Memory_stream& stream, bool close, bool& closed) {
    if constexpr (requires { front.process_request(stream, close, closed, nullptr); })
      front.process_request(stream, close, closed, nullptr);
    else
      front.process_request(stream, "", 0, "", 0, close, closed, nullptr);
  }

  Registry registry_;
  int port_ = -1;
  std::thread listener_;
};

thread_local const Response* Server::Front::Answering::response = nullptr;

Server::Server(const std::string& host, int port) : front_(std::make_unique<Front>(host, port)) {}
Server::~Server() = default;
int Server::port() const { return front_->port(); }
int Server::descriptor() const { return front_->exchanges.descriptor(); }
std::optional<std::pair<std::int64_t, Request>> Server::next() { return front_->exchanges.next(); }
bool Server::answer(std::int64_t number, Response response) {
  return front_->exchanges.answer(number, std::move(response));
}

}  // namespace tessera::web
