// The server. Layer: web.
#include "server.hpp"

#include <pthread.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>

#include "connection.hpp"
#include "exchanges.hpp"
#include "limits.hpp"

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
  using Enqueued = decltype(std::declval<httplib::TaskQueue&>().enqueue({}));  // later versions tell whether there was room

 public:
  explicit Connection_queue(Registry& registry) : registry_(registry), threads_(limits::connections) {}
  Enqueued enqueue(std::function<void()> work) override {
    registry_.announce();
    return threads_.enqueue(std::move(work));
  }
  void shutdown() override { threads_.shutdown(); }

 private:
  Registry& registry_;
  httplib::ThreadPool threads_;
};

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
    set_keep_alive_timeout(limits::idle_time.count());  // what it tells browsers: a Connection keeps it
    set_keep_alive_max_count(1000000);
    set_payload_max_length(limits::body_bytes);
    const auto handler = [this](const httplib::Request& in, httplib::Response& out) { answer(in, out); };
    Get(".*", handler);
    Post(".*", handler);
    set_error_handler([](const httplib::Request&, httplib::Response& out) {  // cpp-httplib's own refusals have no words
      if (out.body.empty()) out.set_content(std::to_string(out.status) + "\n", "text/plain");
    });
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
  /// Serves a connection until it ends. cpp-httplib calls this in a thread that serves no other meanwhile.
  bool process_and_close_socket(int fd) override {
    if (registry_.add(fd)) {
      Connection connection(fd);
      while (serve_one(connection)) registry_.set_waiting(fd, true);
      connection.finish();
    }
    registry_.remove(fd);
    ::close(fd);
    return true;
  }

  /// False if the connection is to be closed.
  bool serve_one(Connection& connection) {
    const auto got = connection.read_head();
    if (got == Connection::Got::refused) connection.refuse();
    if (got != Connection::Got::request) return false;
    const bool close = !connection.request.keep_alive;
    bool closed = false;
    current = &connection;
    return process(*this, connection, close, closed) && !close && !closed;
  }

  /// The handler of all requests: the answer is Lisp's.
  void answer(const httplib::Request& in, httplib::Response& out) {
    Request& request = current->request;
    if (const int wrong = parse_form(in.body, request)) {
      out.status = wrong;
      return;
    }
    registry_.set_waiting(current->socket(), false);
    const Response response = exchanges.ask(std::move(request));
    out.status = response.status;
    for (const auto& [name, value] : response.headers) out.headers.emplace(name, value);
    out.set_content(response.body, response.content_type);
  }

  /// `process_request` of whatever version of cpp-httplib there is.
  template <class F>
  static bool process(F& front, Connection& connection, bool close, bool& closed) {
    const auto set_up = [](httplib::Request& r) {
      // Ranges of pages that are made anew for each request are of no use, and many of them are an attack.
      r.ranges.clear();
      // Brotli as cpp-httplib sets it takes a tenth of a second for a page, gzip a thousandth.
      const bool gzip = r.get_header_value("Accept-Encoding").find("gzip") != std::string::npos;
      r.headers.erase("Accept-Encoding");
      if (gzip) r.headers.emplace("Accept-Encoding", "gzip");
    };
    if constexpr (requires { front.process_request(connection, close, closed, set_up); })
      return front.process_request(connection, close, closed, set_up);
    else
      return front.process_request(connection, "", 0, "", 0, close, closed, set_up);
  }

  static thread_local Connection* current;  ///< the one that this thread serves

  Registry registry_;
  int port_ = -1;
  std::thread listener_;
};

thread_local Connection* Server::Front::current = nullptr;

Server::Server(const std::string& host, int port) : front_(std::make_unique<Front>(host, port)) {}
Server::~Server() = default;
int Server::port() const { return front_->port(); }
int Server::descriptor() const { return front_->exchanges.descriptor(); }
std::optional<std::pair<std::int64_t, Request>> Server::next() { return front_->exchanges.next(); }
bool Server::answer(std::int64_t number, Response response) {
  return front_->exchanges.answer(number, std::move(response));
}

}  // namespace tessera::web
