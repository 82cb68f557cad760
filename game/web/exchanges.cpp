// Requests on their way to Lisp, and the answers on their way back. Layer: web.
#include "exchanges.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "limits.hpp"

namespace tessera::web {

namespace {

Response unavailable() { return {503, "text/plain; charset=utf-8", {{"Retry-After", "5"}}, "The server is busy. Please try again.\n"}; }

}  // namespace

Exchanges::Exchanges() : event_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (event_ < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
}

Exchanges::~Exchanges() { ::close(event_); }

void Exchanges::signal_lisp() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t n = ::write(event_, &one, sizeof one);
}

void Exchanges::calm_lisp() {
  std::uint64_t count = 0;
  [[maybe_unused]] const ssize_t n = ::read(event_, &count, sizeof count);
}

Response Exchanges::ask(Request request) {
  std::unique_lock lock(mutex_);
  if (closed_ || waiting_.size() >= limits::waiting_requests) return unavailable();
  const auto exchange = std::make_shared<Exchange>(++last_number_, std::move(request));
  open_.emplace(exchange->number, exchange);
  waiting_.push_back(exchange);
  signal_lisp();
  exchange->answered.wait_for(lock, limits::answer_time, [&] { return exchange->response.has_value() || closed_; });
  open_.erase(exchange->number);
  if (exchange->response) return std::move(*exchange->response);
  waiting_.erase(std::remove(waiting_.begin(), waiting_.end(), exchange), waiting_.end());
  return unavailable();
}

std::optional<std::pair<std::int64_t, Request>> Exchanges::next() {
  const std::lock_guard lock(mutex_);
  if (waiting_.size() <= 1) calm_lisp();
  if (waiting_.empty()) return std::nullopt;
  const auto exchange = std::move(waiting_.front());
  waiting_.pop_front();
  return std::pair{exchange->number, std::move(exchange->request)};
}

bool Exchanges::answer(std::int64_t number, Response response) {
  const std::lock_guard lock(mutex_);
  const auto found = open_.find(number);
  if (found == open_.end() || found->second->response) return false;
  found->second->response = std::move(response);
  found->second->answered.notify_one();
  return true;
}

void Exchanges::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  waiting_.clear();
  for (const auto& [number, exchange] : open_) exchange->answered.notify_one();
}

}  // namespace tessera::web
