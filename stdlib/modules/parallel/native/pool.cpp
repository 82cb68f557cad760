// The threads of workers: each takes tasks until its pool stops.
#include "pool.hpp"

#include <algorithm>

#include "tessera/threads.hpp"

namespace tessera::parallel {

void Pool::start(std::size_t count, const Options& options) {
  stop();
  stops_ = false;
  options_ = options;
  const BlockedSignals blocked;
  for (std::size_t i = 0; i < count; ++i) workers_.push_back(std::make_unique<Worker>(*this));
}

void Pool::stop() {
  std::deque<std::shared_ptr<Task>> left;
  {
    const std::scoped_lock lock(mutex_);
    stops_ = true;
    left.swap(tasks_);
    waiting_ = 0;
  }
  for (const auto& task : left) {
    task->problem = "the worker was ended";
    finish(*task);
  }
  submitted_.notify();
  for (const auto& worker : workers_) worker->cancel(nullptr);
  workers_.clear();
}

void Pool::submit(std::shared_ptr<Task> task) {
  {
    const std::scoped_lock lock(mutex_);
    tasks_.push_back(std::move(task));
    waiting_.store(tasks_.size());
  }
  submitted_.notify();
}

void Pool::cancel(Task& task) {
  if (task.is_done) return;
  task.is_cancelled = true;
  bool waits = false;
  {
    const std::scoped_lock lock(mutex_);
    waits = std::erase_if(tasks_, [&task](const auto& one) { return one.get() == &task; }) != 0;
    waiting_.store(tasks_.size());
  }
  if (waits) {
    task.problem = "it was cancelled";
    finish(task);
  } else
    for (const auto& worker : workers_) worker->cancel(&task);
}

/// Waits for a task. Returns nullptr when the pool stops.
std::shared_ptr<Task> Pool::take() {
  const auto is_due = [this] { return waiting_.load() != 0 || stops_.load(); };
  for (;;) {
    if (!Signal::spin(is_due)) submitted_.sleep(is_due, std::chrono::hours(1));
    if (stops_) return nullptr;
    const std::scoped_lock lock(mutex_);
    if (tasks_.empty()) continue;
    auto task = std::move(tasks_.front());
    tasks_.pop_front();
    waiting_.store(tasks_.size());
    return task;
  }
}

void Pool::finish(Task& task) {
  task.function = task.arguments = nullptr;
  const auto channel = std::move(task.channel);
  task.is_done.store(true);
  done_.notify();
  if (channel != nullptr) channel->push(task.shared_from_this());
}

std::pair<std::int64_t, std::shared_ptr<Queue>> Pool::make_queue() {
  const std::scoped_lock lock(queues_mutex_);
  if (queues_.size() >= most_queues_) {
    std::erase_if(queues_, [](const auto& one) { return one.second.expired(); });
    most_queues_ = std::max<std::size_t>(64, 2 * queues_.size());
  }
  const auto made = std::make_shared<Queue>();
  queues_[++last_queue_] = made;
  return {last_queue_, made};
}

std::shared_ptr<Queue> Pool::queue(std::int64_t number) {
  const std::scoped_lock lock(queues_mutex_);
  const auto found = queues_.find(number);
  auto queue = found != queues_.end() ? found->second.lock() : nullptr;
  if (queue == nullptr) throw Error("simple-error", "there is no such queue");
  return queue;
}

// --- workers

void Pool::Worker::cancel(const Task* task) {
  const std::scoped_lock lock(mutex_);
  if (task_ == nullptr || (task != nullptr && task_.get() != task)) return;
  task_->is_cancelled = true;  // for a task that is about to begin
  lisp_->cancel();
}

std::unique_ptr<Interpreter> Pool::Worker::made() {
  Options options = pool_.options_;
  options.limits = {};
  options.output = [this](std::string_view text) { add_output(output_, text); };
  options.error_output = [this](std::string_view text) { add_output(errors_, text); };
  options.input = [] { return std::string(); };
  auto lisp = std::make_unique<Interpreter>(options);
  pool_.work_.prepare(*lisp, pool_, *this);
  return lisp;
}

std::shared_ptr<Task> Pool::Worker::task() {
  const std::scoped_lock lock(mutex_);
  if (task_ == nullptr) throw Error("simple-error", "the worker has no task");
  return task_;
}

void Pool::Worker::set_result(std::shared_ptr<const Message> result) {
  const std::scoped_lock lock(mutex_);
  if (task_ == nullptr) throw Error("simple-error", "the worker has no task");
  result_ = std::move(result);
}

/// Keeps the text for whoever receives the result, as long as there is room.
void Pool::Worker::add_output(std::string& output, std::string_view text) {
  const std::scoped_lock lock(mutex_);
  if (output.size() + text.size() <= pool_.account_->limit) output += text;
}

void Pool::Worker::begin(Interpreter& lisp, const std::shared_ptr<Task>& task) {
  const std::scoped_lock lock(mutex_);
  lisp_ = &lisp;
  task_ = task;
  result_ = nullptr;
}

void Pool::Worker::end(Task& task) {
  const std::scoped_lock lock(mutex_);
  lisp_ = nullptr;
  task_ = nullptr;
  task.result = std::move(result_);
  task.output = std::exchange(output_, std::string());
  task.errors = std::exchange(errors_, std::string());
}

void Pool::Worker::live() {
  std::unique_ptr<Interpreter> lisp;
  std::string problem;
  const auto make = [&] {
    try {
      lisp = made();
    } catch (const std::exception& e) { problem = e.what(); }
  };
  make();
  while (const auto task = pool_.take()) {
    if (lisp == nullptr) make();
    if (lisp == nullptr) task->problem = "no worker could be made: " + problem;
    else {
      begin(*lisp, task);
      bool is_sound = run(*lisp, *task);
      end(*task);
      if (!is_sound) task->result = nullptr;
      else if (task->result == nullptr && task->problem.empty()) {
        task->problem = "it has ended without a result";
        is_sound = false;
      }
      if (!is_sound) {  // what it was doing is half done
        lisp = nullptr;
        ++pool_.replaced_;
      }
    }
    pool_.finish(*task);
    if (lisp == nullptr) make();
  }
}

const char* Pool::Worker::why_ended(const Task& task) const {
  return pool_.stops_ ? "the worker was ended" : task.is_cancelled ? "it was cancelled" : nullptr;
}

/// Runs the task. Returns false if the interpreter must not be used again.
bool Pool::Worker::run(Interpreter& lisp, Task& task) {
  try {
    if (const char* why = why_ended(task)) {
      task.problem = why;
      return true;
    }
    lisp.set_limits(task.limits);
    pool_.work_.run(lisp, *this);
    return true;
  } catch (const LimitReached& e) {
    const char* const why = why_ended(task);
    task.problem = why != nullptr ? why : e.what();
    if (why == nullptr) task.backtrace = e.backtrace();
  } catch (const Error& e) {
    task.problem = e.what();
    task.backtrace = e.backtrace();
  } catch (const std::exception& e) { task.problem = e.what(); } catch (...) {
    task.problem = "it has left its worker";
  }
  return false;
}

}  // namespace tessera::parallel
