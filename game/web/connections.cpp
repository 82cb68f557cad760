// The open connections. Layer: web.
#include "connections.hpp"

#include <sys/socket.h>

namespace tessera::web {

void Connections::set_room(std::size_t count) {
  const std::lock_guard lock(mutex_);
  room_ = count;
}

void Connections::announce() {
  const std::lock_guard lock(mutex_);
  ++open_;
  make_room();
}

bool Connections::add(int fd) {
  const std::lock_guard lock(mutex_);
  if (stopping_) return false;
  connections_[fd] = {Clock::time_point::max(), false};
  return true;
}

void Connections::remove(int fd) {
  const std::lock_guard lock(mutex_);
  if (--open_ == 0) all_gone_.notify_all();
  const auto found = connections_.find(fd);
  if (found == connections_.end()) return;
  if (found->second.leaving) --leaving_;
  connections_.erase(found);
}

void Connections::set_waiting(int fd, bool waiting) {
  const std::lock_guard lock(mutex_);
  connections_[fd].waiting_since = waiting ? Clock::now() : Clock::time_point::max();
  if (waiting) make_room();
}

bool Connections::drain(bool end_idle) {
  const std::lock_guard lock(mutex_);
  if (end_idle) {
    stopping_ = true;
    shut_all(SHUT_RD);
  }
  return open_ > 0;
}

void Connections::end_all() {
  std::unique_lock lock(mutex_);
  stopping_ = true;
  shut_all(SHUT_RD);
  if (!all_gone_.wait_for(lock, limits::stop_time, [this] { return open_ == 0; })) shut_all(SHUT_RDWR);
}

void Connections::shut_all(int how) {
  for (const auto& [fd, connection] : connections_) ::shutdown(fd, how);
}

/// Ends the connection that has kept the server waiting longest while there are too many.
void Connections::make_room() {
  while (open_ - leaving_ > room_) {
    State* oldest = nullptr;
    int oldest_fd = -1;
    for (auto& [fd, c] : connections_)
      if (!c.leaving && c.waiting_since != Clock::time_point::max() && (oldest == nullptr || c.waiting_since < oldest->waiting_since))
        oldest = &c, oldest_fd = fd;
    if (oldest == nullptr) return;  // nobody is idle: the new connection waits until one is idle or ends
    ::shutdown(oldest_fd, SHUT_RDWR);
    oldest->leaving = true;
    ++leaving_;
  }
}

}  // namespace tessera::web
