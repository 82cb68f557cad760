// Requests on their way to Lisp, and the answers on their way back. Layer: web.
#include "exchanges.hpp"

#include <cerrno>
#include <system_error>

#include "limits.hpp"

namespace tessera::web {

Exchanges::Exchanges(std::size_t interpreters) : queues_(interpreters) {
  for (Queue& queue : queues_)
    if (!queue.arrival.open()) throw std::system_error(errno, std::generic_category(), "no descriptors for requests");
  queues_.front().used = true;
}

/// Returns the queue for a request: always the same one for a browser with cookies, otherwise the shortest one.
Exchanges::Queue& Exchanges::home(const Request& request) {
  std::vector<Queue*> used;
  Queue* shortest = &queues_.front();
  for (Queue& queue : queues_) {
    if (!queue.used) continue;
    used.push_back(&queue);
    if (queue.waiting.size() < shortest->waiting.size()) shortest = &queue;
  }
  const std::string_view cookies = request.header("cookie");
  return cookies.empty() ? *shortest : *used[std::hash<std::string_view>()(cookies) % used.size()];
}

bool Exchanges::submit(Request request, Reply reply) {
  const std::lock_guard lock(mutex_);
  if (closed_ || waiting_ >= limits::waiting_requests) return false;
  const auto now = Clock::now();
  open_.emplace(++last_number_, std::move(reply));
  deadlines_.emplace_back(now + limits::answer_time, last_number_);
  Queue& queue = home(request);
  queue.waiting.push_back({last_number_, now, std::move(request)});
  ++waiting_;
  if (queue.waiting.size() == 1) queue.arrival.wake();
  return true;
}

std::optional<std::pair<std::int64_t, Request>> Exchanges::next(std::size_t interpreter) {
  const std::lock_guard lock(mutex_);
  Queue* queue = &queues_[interpreter];
  queue->used = true;
  if (queue->waiting.empty())
    for (Queue& other : queues_)  // what has waited too long for another interpreter
      if (!other.waiting.empty() && other.waiting.front().since < Clock::now() - limits::own_time) queue = &other;
  if (queue->waiting.size() <= 1) queue->arrival.drain();
  if (queue->waiting.empty()) return std::nullopt;
  Waiting taken = std::move(queue->waiting.front());
  queue->waiting.pop_front();
  --waiting_;
  return std::pair{taken.number, std::move(taken.request)};
}

bool Exchanges::answer(std::int64_t number, Response response) {
  Reply reply;
  {
    const std::lock_guard lock(mutex_);
    const auto found = open_.find(number);
    if (found == open_.end()) return false;
    reply = std::move(found->second);
    open_.erase(found);
  }
  reply(std::move(response));
  return true;
}

void Exchanges::expire(Clock::time_point now) {
  std::vector<std::int64_t> late;
  {
    const std::lock_guard lock(mutex_);
    for (; !deadlines_.empty() && deadlines_.front().first <= now; deadlines_.pop_front()) late.push_back(deadlines_.front().second);
    for (Queue& queue : queues_)
      for (; !late.empty() && !queue.waiting.empty() && queue.waiting.front().number <= late.back(); --waiting_) queue.waiting.pop_front();
  }
  for (const std::int64_t number : late) answer(number, unavailable());
}

void Exchanges::retire(std::size_t interpreter) {
  const std::lock_guard lock(mutex_);
  if (interpreter == 0) return;
  queues_[interpreter].used = false;
  for (Waiting& waiting : std::exchange(queues_[interpreter].waiting, {})) queues_.front().waiting.push_back(std::move(waiting));
  queues_.front().arrival.wake();
}

void Exchanges::close() {
  std::unordered_map<std::int64_t, Reply> open;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    open.swap(open_);
    waiting_ = 0;
    for (Queue& queue : queues_) queue.waiting.clear(), queue.arrival.wake();
  }
  for (const auto& [number, reply] : open) reply(unavailable());
}

bool Exchanges::closed() const {
  const std::lock_guard lock(mutex_);
  return closed_;
}

}  // namespace tessera::web
