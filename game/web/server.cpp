// The server. Layer: web.
#include "server.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "clients.hpp"
#include "connection.hpp"
#include "connections.hpp"
#include "exchanges.hpp"
#include "limits.hpp"
#include "tessera/threads.hpp"
#include "threads.hpp"

namespace tessera::web {

class Server::Front : public httplib::Server {
 public:
  Front(const std::string& host, int port, Hosts hosts) : hosts_(std::move(hosts)) {
    set_up();
    errno = 0;
    port_ = port == 0 ? bind_to_any_port(host) : bind_to_port(host, port) ? port : -1;
    if (port_ < 0) throw std::runtime_error(errno != 0 ? std::strerror(errno) : "there is no such host");
    ::listen(svr_sock_, static_cast<int>(limits::connections));  // cpp-httplib's own backlog is five connections
    hosts_.add_own(svr_sock_, host);
    start_threads();
    while (!is_running()) std::this_thread::yield();
  }

  ~Front() override {
    exchanges.close();
    if (!draining_) stop();
    connections_.end_all();
    listener_.join();
  }

  bool drain(bool end_idle) {
    if (!draining_.exchange(true)) stop();
    return connections_.drain(end_idle);
  }

  int port() const { return port_; }
  Exchanges exchanges;

 private:
  void set_up() {
    set_socket_options([](int s) {
      const int yes = 1;
      ::setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);  // not SO_REUSEPORT: two servers must not share a port
    });
    set_tcp_nodelay(true);
    set_keep_alive_timeout(limits::idle_time.count());  // only announced to browsers: Connection enforces it
    set_keep_alive_max_count(1000000);
    set_payload_max_length(limits::body_bytes);
    const auto handler = [this](const httplib::Request& in, httplib::Response& out) { answer(in, out); };
    Get(".*", handler);
    Post(".*", handler);
    set_error_handler([](const httplib::Request&, httplib::Response& out) {  // cpp-httplib's own refusals have no body
      if (out.body.empty()) out.set_content(std::to_string(out.status) + "\n", "text/plain");
    });
  }

  /// Starts the listening thread and the first thread for connections.
  void start_threads() {
    try {
      threads_ = std::make_unique<Threads>(connections_);
      new_task_queue = [this] { return threads_.release(); };
      const BlockedSignals blocked;
      listener_ = std::thread([this] { listen_after_bind(); });
    } catch (const std::system_error& e) {
      ::close(svr_sock_.exchange(INVALID_SOCKET));
      throw std::runtime_error(std::string("the system gives no thread: ") + e.code().message());
    }
  }

  /// Serves a connection until it ends. cpp-httplib calls this in a thread that serves no other connection meanwhile.
  bool process_and_close_socket(int fd) override {
    if (connections_.add(fd)) {
      Connection connection(fd, [this, fd] { connections_.set_waiting(fd, true); });
      connection.expect_within(limits::arrival_time);
      while (serve_one(connection)) {
        connection.expect_nothing();
        connections_.set_waiting(fd, true);
      }
      connection.finish();
    }
    connections_.remove(fd);
    ::close(fd);
    return true;
  }

  /// Serves one request. Returns false if the connection must be closed.
  bool serve_one(Connection& connection) {
    const auto got = connection.read_head();
    if (got == Connection::HeadResult::refused) connection.refuse(connection.status);
    if (got != Connection::HeadResult::request) return false;
    if (!connection.request.host.empty() && !hosts_.include(connection.request.host)) {  // without a host it is not a browser
      connection.refuse(421);
      return false;
    }
    const bool close = !connection.request.keep_alive;
    bool closed = false;
    current = &connection;
    return process(*this, connection, close, closed) && connection.request.keep_alive && !closed;
  }

  /// Handles all requests: the response comes from Lisp.
  void answer(const httplib::Request& in, httplib::Response& out) {
    Request& request = current->request;
    if (const int wrong = parse_form(in.body, request)) {
      out.status = wrong;
      return;
    }
    request.client = client_of(current->socket(), request);
    connections_.set_waiting(current->socket(), false);
    const Response response = exchanges.ask(std::move(request));
    current->expect_within(limits::taking_time);  // it must not be cut before the response is on its way
    out.status = response.status;
    for (const auto& [name, value] : response.headers) out.headers.emplace(name, value);
    if (draining_ && std::exchange(request.keep_alive, false)) out.headers.emplace("Connection", "close");
    out.set_content(response.body, response.content_type);
  }

  /// Calls `process_request` of any version of cpp-httplib.
  template <class F> static bool process(F& front, Connection& connection, bool close, bool& closed) {
    const std::function<void(httplib::Request&)> no_set_up;
    if constexpr (requires { front.process_request(connection, close, closed, no_set_up); })
      return front.process_request(connection, close, closed, no_set_up);
    else return front.process_request(connection, "", 0, "", 0, close, closed, no_set_up);
  }

  static thread_local Connection* current;  ///< the connection of this thread

  Connections connections_;
  Hosts hosts_;
  int port_ = -1;
  std::atomic<bool> draining_{false};
  std::unique_ptr<Threads> threads_;  ///< until cpp-httplib owns them
  std::thread listener_;
};

thread_local Connection* Server::Front::current = nullptr;

Server::Server(const std::string& host, int port, Hosts hosts) : front_(std::make_unique<Front>(host, port, std::move(hosts))) {}
Server::~Server() = default;
int Server::port() const { return front_->port(); }
int Server::descriptor() const { return front_->exchanges.descriptor(); }
std::optional<std::pair<std::int64_t, Request>> Server::next() { return front_->exchanges.next(); }
bool Server::drain(bool end_idle) { return front_->drain(end_idle); }
bool Server::answer(std::int64_t number, Response response) { return front_->exchanges.answer(number, std::move(response)); }

}  // namespace tessera::web
