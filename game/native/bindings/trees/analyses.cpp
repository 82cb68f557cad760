// Searches in other threads. Layer: bindings.
#include "bindings/trees/analyses.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <system_error>

#include "platform/threads.hpp"
#include "tessera/threads.hpp"

namespace tessera::game::bindings {

namespace {

constexpr unsigned max_threads = 8;
constexpr std::size_t max_waiting = 1024;  ///< searches that no thread has begun
constexpr std::size_t max_jobs = 8192;     ///< searches whose result was not fetched
constexpr double least_seconds = 0.001;    ///< the least time of a search, enough for 4000 nodes
constexpr int niceness = 19;               ///< of long searches: serving pages has priority
constexpr double short_seconds = 0.015;    ///< the longest time of a short search
#ifdef __EMSCRIPTEN__
constexpr bool has_threads = false;
#else
constexpr bool has_threads = true;
#endif

unsigned thread_count() {
  static const unsigned count = std::clamp(std::thread::hardware_concurrency(), 1U, max_threads);
  return count;
}

/// Returns the first number, chosen so that numbers of an earlier process are not valid in this one.
std::int64_t first_number() {
  return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

struct NotTaken {};

}  // namespace

struct Analyses::Job {
  std::int64_t number = 0;
  Question question;
  std::atomic<bool> stop{false};
  bool done = false;
  std::variant<NotTaken, AlphaBetaAnalysis, multi::ExpectimaxAnalysis> found;

  /// Called by a search thread. `share` is how much of its time it takes.
  void search(Players& players, double share);
};

void Analyses::Job::search(Players& players, double share) {
  question.processor_time = share < 1;  // others run, too, and a search that hardly runs finds no good move
  question.seconds = std::min(question.seconds, std::max(least_seconds, question.seconds * share));
  question.begun = seconds_now(question.processor_time);
  question.threads = 1;
  try {
    if (question.for_two()) {
      AlphaBetaLimits limits = question.limits_for_two();
      limits.stop = &stop;
      found = players.for_two(question.megabytes).analyze(question.node(), question.rules, limits);
    } else {
      multi::ExpectimaxLimits limits = question.limits_for_several();
      limits.stop = &stop;
      found = players.for_several(question.megabytes)
                  .analyze(question.node(), question.rules, question.odds, question.style, limits, question.rate_all);
    }
  } catch (const std::exception&) {  // unsupported board, or no memory for the table: no answer
    found = NotTaken{};
  }
}

Analyses::~Analyses() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    for (const auto& [number, job] : jobs_) job->stop = true;
    for (Queue* queue : {&long_, &short_}) {
      queue->waiting.clear();
      queue->changed.notify_all();
    }
  }
  for (Queue* queue : {&long_, &short_})
    for (std::thread& t : queue->threads) t.join();
}

// Starts as many threads as the system provides; an error if there is none.
void Analyses::start_threads(Queue& queue) {
  const std::size_t count = &queue == &short_ ? 1 : thread_count();
  if (queue.threads.size() >= count) return;
  const BlockedSignals blocked;
  try {
    while (queue.threads.size() < count) queue.threads.emplace_back([this, &queue] { work(queue); });
  } catch (const std::system_error&) {
    if (queue.threads.empty()) throw;
  }
}

// The more searches wait, the less time each gets: a late move is worse than a weaker one, and more time helps little.
double Analyses::share(const Job& job) const {
  if (job.question.nodes != UINT64_MAX) return 1;  // that is what limits it
  const double turns = static_cast<double>(long_.waiting.size() + short_.waiting.size()) / thread_count();
  return 1 / ((1 + turns) * (1 + turns));
}

void Analyses::work(Queue& queue) {
  if (&queue == &long_) platform::stand_back(niceness);
  Players players;
  std::unique_lock lock(mutex_);
  for (;;) {
    queue.changed.wait(lock, [&] { return ending_ || !queue.waiting.empty(); });
    if (ending_) return;
    const JobRef job = std::move(queue.waiting.front());
    queue.waiting.pop_front();
    const double part = share(*job);
    lock.unlock();
    job->search(players, part);
    lock.lock();
    job->done = true;
  }
}

void Analyses::search_now(const JobRef& job) {
  for (Queue* queue : {&long_, &short_}) std::erase(queue->waiting, job);
  job->search(players_, 1);
  job->done = true;
}

Analyses::JobRef Analyses::find(std::int64_t number) const {
  const auto found = jobs_.find(number);
  return found == jobs_.end() ? nullptr : found->second;
}

void Analyses::drop_oldest() {
  const auto oldest = std::find_if(jobs_.begin(), jobs_.end(), [](const auto& entry) { return entry.second->done; });
  if (oldest != jobs_.end()) jobs_.erase(oldest);
}

Word Analyses::begin(Game& game, Args a) {
  const auto job = std::make_shared<Job>();
  if (!read_question(game, a, job->question)) return words::nil();
  Queue& queue = job->question.seconds <= short_seconds ? short_ : long_;
  const std::lock_guard lock(mutex_);
  if (queue.waiting.size() >= max_waiting) return words::nil();
  try {
    if (has_threads) start_threads(queue);
  } catch (const std::system_error& e) {
    throw Error("simple-error", "a search in another thread cannot begin, the system gives no thread: " + e.code().message());
  }
  if (jobs_.size() >= max_jobs) drop_oldest();
  last_number_ = last_number_ == 0 ? first_number() : last_number_ + 1;
  job->number = last_number_;
  jobs_.emplace(job->number, job);
  queue.waiting.push_back(job);
  queue.changed.notify_one();
  return words::fixnum(job->number);
}

Word Analyses::result(const Lisp& lisp, std::int64_t number) {
  JobRef job;
  {
    const std::lock_guard lock(mutex_);
    job = find(number);
    if (job == nullptr) return words::nil();
    if (!has_threads && !job->done) search_now(job);
    if (!job->done) return words::keyword(lisp.state(), "PENDING");
    jobs_.erase(job->number);
  }
  if (const auto* two = std::get_if<AlphaBetaAnalysis>(&job->found)) return answer_of(lisp.state(), *two);
  if (const auto* several = std::get_if<multi::ExpectimaxAnalysis>(&job->found)) return answer_of(lisp.state(), *several);
  return words::nil();
}

bool Analyses::cancel(std::int64_t number) {
  const std::lock_guard lock(mutex_);
  const JobRef job = find(number);
  if (job == nullptr) return false;
  job->stop = true;
  jobs_.erase(job->number);
  for (Queue* queue : {&long_, &short_}) std::erase(queue->waiting, job);
  return true;
}

}  // namespace tessera::game::bindings
