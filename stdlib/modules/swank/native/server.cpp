// Listens, and carries messages on a thread.
#include "server.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include "platform/files.hpp"
#include "platform/sockets.hpp"
#include "platform/waiting.hpp"
#include "tessera/threads.hpp"

namespace tessera::swank {

namespace {

constexpr std::size_t max_connections = 64;
constexpr std::size_t max_event_bytes = std::size_t{64} << 20;   ///< of messages that Lisp has not taken; the system buffers more
constexpr std::size_t max_waiting_bytes = std::size_t{4} << 20;  ///< of outgoing data; a sender of more waits
constexpr std::size_t max_unseen_bytes = std::size_t{48} << 10;  ///< limits the printed text after which the user sees an interrupt
constexpr std::chrono::milliseconds nap{20};                     ///< `give_up` is asked this often
constexpr std::chrono::seconds peer_timeout{20};
constexpr std::chrono::seconds display_timeout{2};   ///< a peer that shows text slowly gets more of it slowly
constexpr std::chrono::milliseconds poke_delay{30};  ///< shorter evaluations are not interrupted
constexpr std::chrono::milliseconds poke_interval{200};

/// Returns a socket that listens at `address`, or the negated errno.
int listening_socket(const platform::SocketAddress& address) {
  const int fd = platform::open_socket(address.host, false);
  if (fd < 0) return fd;
  platform::set_socket_option(fd, platform::SocketOption::reuse_address, 1);
  int outcome = platform::bind_socket(fd, address);
  if (outcome == 0) outcome = platform::listen_socket(fd, 8);
  if (outcome == 0) return fd;
  platform::close_file(fd);
  return outcome;
}

void open(platform::WakeupPipe& bell) {
  if (!bell.open()) throw std::system_error(errno, std::generic_category());
}

}  // namespace

Server::Server(std::function<void()> poke) : poke_(std::move(poke)) {
  open(events_bell_);
  open(thread_bell_);
  const BlockedSignals blocked;
  thread_ = std::thread([this] { work(); });
}

Server::~Server() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  thread_bell_.wake();
  thread_.join();
  for (const auto& [port, fd] : listeners_) platform::close_file(fd);
}

int Server::listen(const std::string& host, int port) {
  const platform::FoundHosts found = platform::find_hosts(host, 0, false);
  if (found.outcome != platform::HostSearch::found) throw std::runtime_error(found.why);
  int fd = -EADDRNOTAVAIL;
  for (std::size_t i = 0; i < found.hosts.size() && fd < 0; ++i) fd = listening_socket({found.hosts[i], port});
  if (fd < 0) throw std::runtime_error(std::strerror(-fd));
  platform::SocketAddress name;
  platform::socket_name(fd, false, name);
  const int taken = name.port;
  {
    const std::lock_guard lock(mutex_);
    listeners_[taken] = fd;
  }
  thread_bell_.wake();
  return taken;
}

bool Server::stop_listening(int port) {
  const std::lock_guard lock(mutex_);
  const auto found = listeners_.find(port);
  if (found == listeners_.end()) return false;
  platform::close_file(found->second);
  listeners_.erase(found);
  thread_bell_.wake();
  return true;
}

// --- called by Lisp's thread

std::optional<Event> Server::take() {
  const std::lock_guard lock(mutex_);
  if (events_.empty()) return std::nullopt;
  Event event = std::move(events_.front());
  events_.pop_front();
  event_bytes_ -= event.text.size();
  poke_due_ = Clock::now() + poke_delay;
  if (events_.empty()) events_bell_.drain();
  const bool has_room_again = event_bytes_ < max_event_bytes && event_bytes_ + event.text.size() >= max_event_bytes;
  // The thread may sleep without a timeout since Lisp waited, and Lisp may never return from this event.
  if (has_room_again || !events_.empty()) thread_bell_.wake();
  return event;
}

void Server::wait(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  waiting_ = true;
  changed_.wait_for(lock, time, [this] { return !events_.empty(); });
  waiting_ = false;
}

bool Server::take_poke() {
  const std::lock_guard lock(mutex_);
  return std::exchange(poked_, false);
}

Peer* Server::find(int connection) {
  const auto found = peers_.find(connection);
  return found == peers_.end() || found->second->ended ? nullptr : found->second.get();
}

void Server::wait_while(std::unique_lock<std::mutex>& lock, const std::function<bool()>& condition, const std::function<bool()>& give_up) {
  while (condition() && !give_up()) changed_.wait_for(lock, nap);
}

void Server::send(int connection, std::string_view message, const std::function<bool()>& give_up) {
  std::unique_lock lock(mutex_);
  Peer* peer = find(connection);
  if (peer == nullptr) return;
  peer->send(message);
  thread_bell_.wake();
  const auto end = Clock::now() + peer_timeout;
  const auto is_full = [&] { return (peer = find(connection)) != nullptr && peer->waiting_bytes() > max_waiting_bytes; };
  wait_while(lock, is_full, [&] { return give_up() || Clock::now() > end; });
}

void Server::mute(int connection, bool flag) {
  const std::lock_guard lock(mutex_);
  if (Peer* const peer = find(connection)) peer->mute = flag;
}

void Server::print(int connection, std::string_view text, std::string_view target, const std::function<bool()>& give_up) {
  std::unique_lock lock(mutex_);
  Peer* peer = find(connection);
  if (peer == nullptr) return;
  const bool first = !peer->printing();
  peer->print(text, target);
  if (first || !peer->printing()) thread_bell_.wake();
  const auto end = Clock::now() + display_timeout;
  const auto is_full = [&] { return (peer = find(connection)) != nullptr && peer->unseen_bytes() > max_unseen_bytes; };
  wait_while(lock, is_full, [&] { return give_up() || Clock::now() > end; });
}

void Server::close(int connection) {
  const std::lock_guard lock(mutex_);
  Peer* const peer = find(connection);
  if (peer == nullptr) return;
  peer->flush_print();
  peer->leaving = true;
  thread_bell_.wake();
}

std::string Server::read(int connection, const std::function<bool()>& give_up) {
  std::unique_lock lock(mutex_);
  Peer* peer = find(connection);
  if (peer == nullptr) return {};
  if (!peer->asked && peer->typed.empty()) {
    peer->asked = true;
    peer->send("(:read-string 1 1)");
    thread_bell_.wake();
  }
  wait_while(
      lock, [&] { return (peer = find(connection)) != nullptr && peer->typed.empty(); }, give_up);
  return peer == nullptr ? std::string() : std::exchange(peer->typed, {});
}

void Server::supply(int connection, const std::string& text) {
  const std::lock_guard lock(mutex_);
  Peer* const peer = find(connection);
  if (peer == nullptr) return;
  peer->asked = false;
  peer->typed += text;
}

void Server::stop_reading(int connection) {
  const std::lock_guard lock(mutex_);
  Peer* const peer = find(connection);
  if (peer == nullptr) return;
  peer->typed.clear();
  if (!std::exchange(peer->asked, false)) return;
  peer->send("(:read-aborted 1 1)");
  thread_bell_.wake();
}

// --- called by the server's thread

void Server::add(Event event) {
  if (events_.empty()) poke_due_ = Clock::now() + poke_delay;
  event_bytes_ += event.text.size();
  events_.push_back(std::move(event));
  events_bell_.wake();
  changed_.notify_all();
}

void Server::poke_if_due() {
  if (events_.empty() || waiting_ || Clock::now() < poke_due_) return;
  poke_due_ = Clock::now() + poke_interval;
  poked_ = true;
  poke_();
}

void Server::end(int number, Peer& peer, Event::Kind kind) {
  peer.ended = true;
  add({number, kind, {}});
}

void Server::accept_from(int listener) {
  const int fd = platform::accept_socket(listener);
  if (fd < 0) return;
  if (peers_.size() >= max_connections) {
    platform::close_file(fd);
    return;
  }
  platform::set_socket_option(fd, platform::SocketOption::no_delay, 1);
  peers_.emplace(++last_connection_, std::make_unique<Peer>(fd));
  add({last_connection_, Event::Kind::opened, {}});
}

void Server::take_messages(int number, Peer& peer) {
  while (auto message = peer.frames.next()) {
    if (peer.take_pong(*message)) changed_.notify_all();
    else add({number, Event::Kind::message, std::move(*message)});
  }
  if (peer.frames.malformed()) end(number, peer, Event::Kind::malformed);
}

void Server::serve_peer(int number, Peer& peer, bool may_receive) {
  if (may_receive && !peer.leaving) {
    const bool good = peer.receive();
    take_messages(number, peer);
    if (!good && !peer.ended) end(number, peer, Event::Kind::closed);
  }
  if (peer.ended) return;
  if (peer.printing() && Clock::now() >= peer.print_due()) peer.flush_print();
  const std::size_t before = peer.waiting_bytes();
  const bool good = peer.transmit();
  if (peer.waiting_bytes() < before) changed_.notify_all();
  if (!good || (peer.leaving && !peer.has_output())) end(number, peer, Event::Kind::closed);
}

std::uint64_t Server::timeout() const {
  auto due = events_.empty() || waiting_ ? Clock::time_point::max() : poke_due_;
  for (const auto& [number, peer] : peers_)
    if (peer->printing()) due = std::min(due, peer->print_due());
  if (due == Clock::time_point::max()) return UINT64_MAX;
  const std::chrono::nanoseconds left = due - Clock::now();
  return static_cast<std::uint64_t>(std::max<std::int64_t>(0, left.count()));
}

bool Server::may_receive() const { return event_bytes_ < max_event_bytes; }

bool Server::serve_files() {
  std::vector<platform::WaitFile> files = {{thread_bell_.descriptor()}};
  std::vector<int> listeners, numbers;
  std::uint64_t nanoseconds = 0;
  {
    const std::lock_guard lock(mutex_);
    if (ending_) return false;
    for (const auto& [port, fd] : listeners_) {
      files.push_back({fd});
      listeners.push_back(port);
    }
    for (const auto& [number, peer] : peers_) {
      const int wanted = (may_receive() ? platform::readable : 0) | (peer->has_output() ? platform::writable : 0);
      files.push_back({peer->fd(), static_cast<std::uint8_t>(wanted)});
      numbers.push_back(number);
    }
    nanoseconds = timeout();
  }
  platform::wait_for_files(files, nanoseconds);
  thread_bell_.drain();
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < listeners.size(); ++i) {
    const auto found = listeners_.find(listeners[i]);
    if (files[1 + i].found != 0 && found != listeners_.end()) accept_from(found->second);
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto found = peers_.find(numbers[i]);
    serve_peer(numbers[i], *found->second, (files[1 + listeners.size() + i].found & (platform::readable | platform::broken)) != 0);
    if (found->second->ended) peers_.erase(found);
  }
  poke_if_due();
  return true;
}

void Server::work() {
  while (serve_files()) {}
}

}  // namespace tessera::swank
