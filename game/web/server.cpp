// The server. The only unit with Asio's loop. Layer: web.
#include "server.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <list>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <unordered_set>
#include <utility>

#include "clients.hpp"
#include "platform/files.hpp"
#include "tessera/threads.hpp"

namespace tessera::web {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Clock = Exchanges::Clock;

namespace {

constexpr auto never = Clock::time_point::max();
constexpr std::size_t read_bytes = 64 << 10;

/// Lets the process have descriptors for so many connections, if it may. Returns how many connections it can have.
std::size_t room_for_connections(std::size_t most, std::size_t interpreters) {
  const std::size_t others = limits::other_descriptors + limits::interpreter_descriptors * interpreters;
  const std::size_t descriptors = platform::allow_descriptors(most + others);
  return std::clamp<std::size_t>(descriptors - std::min(others, descriptors), 1, most);
}

}  // namespace

class Connection;

/// The connections, and what they share. All but `exchanges` belongs to the loop's thread, unless it says otherwise.
class Front {
 public:
  Front(const std::string& host, int wanted_port, Hosts names, std::size_t interpreters, std::size_t most);
  ~Front();

  bool drain(bool end_idle);  ///< for other threads

  void set_waiting(Connection& connection, bool waiting);
  void remove(Connection& connection);
  bool ending() const { return ending_; }  ///< for any thread

  asio::io_context loop{1};
  const std::size_t room;
  int port = 0;
  Exchanges exchanges;
  Hosts hosts;
  std::array<char, read_bytes> bytes;  ///< what a connection has just received

 private:
  void listen(const std::string& host, int wanted_port);
  void accept();
  void add(tcp::socket socket);
  void check_later();
  void check_times();
  void end_idle();
  void run();

  tcp::acceptor acceptor_{loop};
  asio::steady_timer timer_{loop};
  std::unordered_set<std::shared_ptr<Connection>> connections_;
  std::list<Connection*> waiting_;  ///< those that keep the server waiting, the longest first
  std::atomic<std::size_t> open_ = 0;
  std::atomic<bool> ending_ = false;
  bool accepting_ = false, checking_ = false;
  std::thread thread_;
};

/// A browser's connection. It reads a request, has Lisp answer it, sends the response, and reads the next one.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, Front& front) : front_(front), socket_(std::move(socket)) {}

  void begin() {
    error_code ignored;
    socket_.non_blocking(true, ignored);
    socket_.set_option(tcp::no_delay(true), ignored);
    late_from_ = Clock::now() + limits::arrival_time;
    await_request();
  }

  /// Does what is due.
  void check_time(Clock::time_point now) {
    if (now >= late_from_) {
      late_from_ = never;
      front_.set_waiting(*this, true);
    }
    if (now < deadline_) return;
    if (state_ == State::idle) finish();
    else if (state_ == State::reading) refuse(408);
    else close();
  }

  void end_if_idle() {
    if (state_ == State::idle) finish();
  }

  void close() {
    error_code ignored;
    socket_.close(ignored);
    late_from_ = deadline_ = never;
    front_.remove(*this);
  }

  std::optional<std::list<Connection*>::iterator> place;  ///< its place among those that keep the server waiting

 private:
  enum class State {
    idle,       ///< waits for a request
    reading,    ///< waits for the rest of one
    asked,      ///< waits for the response
    sending,    ///< waits until the browser has taken the response
    finishing,  ///< waits until the browser closes its side
  };

  void enter(State state, Clock::time_point deadline) {
    state_ = state;
    deadline_ = deadline;
  }

  void await_request() {
    reader_ = nullptr;
    received_ = 0;
    enter(State::idle, Clock::now() + limits::idle_time);
    if (input_.empty()) await_bytes();
    else read_request();
  }

  void await_bytes() {
    if (std::exchange(awaiting_, true)) return;
    socket_.async_wait(tcp::socket::wait_read, [self = shared_from_this()](error_code error) {
      self->awaiting_ = false;
      error ? self->close() : self->receive();
    });
  }

  void receive() {
    if (state_ == State::sending) return;  // it took too long, and is being refused
    error_code error;
    const std::size_t count = socket_.read_some(asio::buffer(front_.bytes), error);
    if (error == asio::error::would_block) return await_bytes();
    if (error && state_ == State::idle) return finish();
    if (error && state_ == State::reading) return refuse(400);
    if (error) return close();
    received_ += count;
    if (state_ == State::finishing) return received_ > limits::drained_bytes ? close() : await_bytes();
    input_.append(front_.bytes.data(), count);
    read_request();
  }

  /// Reads on in what was received.
  void read_request() {
    if (state_ == State::idle) enter(State::reading, Clock::now() + limits::request_time);
    const int status = reader_ == nullptr ? read_head() : read_body();
    if (status != 0) return refuse(status);
    if (reader_ != nullptr && reader_->complete()) return ask();
    if (input_.empty() && reader_ == nullptr) enter(State::idle, deadline_);  // only empty lines so far
    await_bytes();
  }

  int read_head() {
    input_.erase(0, input_.find_first_not_of("\r\n"));  // leading empty lines are allowed
    const std::size_t end = input_.find("\r\n\r\n");
    if (std::min(end, input_.size()) > limits::head_bytes) return 431;
    if (end == std::string::npos) return 0;
    reader_ = std::make_unique<RequestReader>();
    const int status = reader_->take_head(std::string_view(input_).substr(0, end + 4));
    if (status != 0) return status;
    input_.erase(0, end + 4);
    const Request& request = reader_->request;
    if (!request.host.empty() && !front_.hosts.include(request.host)) return 421;  // without a host it is not a browser
    received_ = input_.size();
    if (!reader_->complete() && input_.empty() && !request.header("expect").empty()) {
      error_code ignored;
      socket_.write_some(asio::buffer(std::string_view("HTTP/1.1 100 Continue\r\n\r\n")), ignored);
    }
    return read_body();
  }

  int read_body() {
    std::string_view rest = input_;
    const int status = reader_->take_body(rest);
    input_.erase(0, input_.size() - rest.size());
    return status != 0 ? status : received_ > limits::chunked_bytes && !reader_->complete() ? 413 : 0;
  }

  /// Has Lisp answer the request.
  void ask() {
    Request request = std::move(reader_->request);
    reader_ = nullptr;
    delivery_ = {request.header("accept-encoding").find("gzip") != std::string_view::npos, request.method != "HEAD", request.keep_alive};
    error_code unknown;
    request.client = client_of(socket_.remote_endpoint(unknown).address(), request);
    set_waiting(false);
    input_.shrink_to_fit();
    enter(State::asked, never);
    // The interpreter's thread makes the bytes.
    const auto reply = [self = shared_from_this()](Response response) {
      Delivery delivery = self->delivery_;
      delivery.keep_alive = delivery.keep_alive && !self->front_.ending();
      std::string bytes = serialized(std::move(response), delivery);
      asio::post(self->front_.loop, [self, bytes = std::move(bytes)]() mutable { self->send(std::move(bytes)); });
    };
    if (!front_.exchanges.submit(std::move(request), reply)) send(serialized(unavailable(), delivery_));
  }

  void refuse(int status) {
    delivery_ = {};
    delivery_.keep_alive = false;
    send(serialized(refusal(status), delivery_));
  }

  void send(std::string bytes) {
    output_ = std::move(bytes);
    set_waiting(false);
    late_from_ = Clock::now() + limits::taking_time;  // it must not be cut before the response is on its way
    enter(State::sending, Clock::now() + limits::send_time);
    asio::async_write(socket_, asio::buffer(output_), [self = shared_from_this()](error_code error, std::size_t) { self->sent(error); });
  }

  void sent(error_code error) {
    output_ = {};
    if (error || !socket_.is_open()) return close();
    if (!delivery_.keep_alive || front_.ending()) return finish();
    set_waiting(true);
    await_request();
  }

  /// Tells the browser that nothing follows, and lets it read what was sent.
  void finish() {
    error_code error;
    socket_.shutdown(tcp::socket::shutdown_send, error);
    if (error) return close();
    received_ = 0;
    input_ = {};
    enter(State::finishing, Clock::now() + limits::drain_time);
    await_bytes();
  }

  void set_waiting(bool waiting) {
    late_from_ = never;
    front_.set_waiting(*this, waiting);
  }

  Front& front_;
  tcp::socket socket_;
  State state_ = State::idle;
  bool awaiting_ = false;  ///< the socket tells when there are bytes
  Clock::time_point deadline_ = never, late_from_ = never;
  std::string input_, output_;
  std::size_t received_ = 0;  ///< bytes of the body, or after the end
  std::unique_ptr<RequestReader> reader_;
  Delivery delivery_;
};

// --- the server

Front::Front(const std::string& host, int wanted_port, Hosts names, std::size_t interpreters, std::size_t most)
    : room(room_for_connections(most, interpreters)), exchanges(interpreters), hosts(std::move(names)) {
  listen(host, wanted_port);
  hosts.add_own(acceptor_.local_endpoint().address(), host);
  accept();
  try {
    const BlockedSignals blocked;
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error& e) { throw std::runtime_error(std::string("the system gives no thread: ") + e.code().message()); }
}

Front::~Front() {
  exchanges.close();
  drain(true);
  for (auto left = limits::stop_time / limits::check_time; left > 0 && open_ > 0; --left) std::this_thread::sleep_for(limits::check_time);
  loop.stop();
  thread_.join();
}

void Front::listen(const std::string& host, int wanted_port) {
  error_code error;
  const auto found = tcp::resolver(loop).resolve(host, std::to_string(wanted_port), tcp::resolver::passive, error);
  if (error) throw std::runtime_error("there is no such host");
  for (const auto& entry : found) {
    const tcp::endpoint endpoint = entry.endpoint();
    acceptor_ = tcp::acceptor(loop);
    acceptor_.open(endpoint.protocol(), error);
    if (error) continue;
    acceptor_.set_option(tcp::acceptor::reuse_address(true), error);  // not SO_REUSEPORT: two servers must not share a port
    if (endpoint.protocol() == tcp::v6()) acceptor_.set_option(asio::ip::v6_only(false), error);
    acceptor_.bind(endpoint, error);
    if (error) continue;
    acceptor_.listen(tcp::acceptor::max_listen_connections, error);
    if (!error) break;
  }
  if (error) throw std::runtime_error(error.message());
  port = acceptor_.local_endpoint().port();
}

void Front::run() {
  for (;;) try {
      loop.run();
      return;
    } catch (const std::exception& e) { report(std::string("The web server goes on after a failure: ") + e.what()); }
}

/// Accepts a connection if there is room, or if another one can give way.
void Front::accept() {
  if (accepting_ || !acceptor_.is_open()) return;
  if (open_ >= room && waiting_.empty()) return;  // until one is idle or ends
  accepting_ = true;
  acceptor_.async_accept([this](error_code error, tcp::socket socket) {
    accepting_ = false;
    if (!error) add(std::move(socket));
    else if (error == asio::error::operation_aborted) return;
    else if (!waiting_.empty()) waiting_.front()->close();  // there are no descriptors
    else return check_later();                              // and tries again
    accept();
  });
}

void Front::add(tcp::socket socket) {
  if (open_ >= room && !waiting_.empty()) waiting_.front()->close();
  const auto connection = std::make_shared<Connection>(std::move(socket), *this);
  connections_.insert(connection);
  open_ = connections_.size();
  connection->begin();
  check_later();
}

void Front::remove(Connection& connection) {
  set_waiting(connection, false);
  connections_.erase(connection.shared_from_this());
  open_ = connections_.size();
  accept();
}

void Front::set_waiting(Connection& connection, bool waiting) {
  if (connection.place) waiting_.erase(*std::exchange(connection.place, {}));
  if (!waiting) return;
  connection.place = waiting_.insert(waiting_.end(), &connection);
  accept();
}

void Front::check_later() {
  if (std::exchange(checking_, true)) return;
  timer_.expires_after(limits::check_time);
  timer_.async_wait([this](error_code error) {
    checking_ = false;
    if (!error) check_times();
  });
}

void Front::check_times() {
  const auto now = Clock::now();
  exchanges.expire(now);
  const std::vector<std::shared_ptr<Connection>> all(connections_.begin(), connections_.end());
  for (const auto& connection : all) connection->check_time(now);
  accept();
  if (!connections_.empty() || (!accepting_ && acceptor_.is_open())) check_later();
}

void Front::end_idle() {
  const std::vector<std::shared_ptr<Connection>> all(connections_.begin(), connections_.end());
  for (const auto& connection : all) connection->end_if_idle();
}

bool Front::drain(bool end_idle_ones) {
  ending_ = true;
  asio::post(loop, [this, end_idle_ones] {
    error_code ignored;
    acceptor_.close(ignored);
    if (end_idle_ones) end_idle();
  });
  return open_ > 0;
}

Server::Server(const std::string& host, int port, Hosts hosts, std::size_t interpreters, std::size_t connections)
    : front_(std::make_unique<Front>(host, port, std::move(hosts), interpreters, connections)) {}
Server::~Server() = default;
Exchanges& Server::exchanges() { return front_->exchanges; }
int Server::port() const { return front_->port; }
std::size_t Server::room() const { return front_->room; }
bool Server::draining() const { return front_->ending(); }
bool Server::drain(bool end_idle) { return front_->drain(end_idle); }

}  // namespace tessera::web
