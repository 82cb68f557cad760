// Workers: interpreters on threads of their own, and the tasks and queues between them and their parent.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "message.hpp"
#include "tessera/tessera.hpp"

namespace tessera::parallel {

/// Waits until a condition holds: first busily, for messages that are answered at once, then asleep. The condition must
/// be one of sequentially consistent atomics, which change before `notify`.
class Signal {
 public:
  void notify() {
    if (sleepers_.load() == 0) return;
    const std::scoped_lock lock(mutex_);
    changed_.notify_all();
  }
  /// Waits some microseconds. Returns whether `holds` does.
  template <class F> static bool spin(const F& holds) {
    static const std::chrono::microseconds longest{std::thread::hardware_concurrency() < 2 ? 0 : 30};
    if (holds()) return true;
    for (const auto end = std::chrono::steady_clock::now() + longest; std::chrono::steady_clock::now() < end;)
      for (int i = 0; i < 20; ++i) {
        if (holds()) return true;
        pause();
      }
    return false;
  }
  /// Sleeps until `holds` does or the time is over. Returns whether it does.
  template <class F> bool sleep(const F& holds, std::chrono::nanoseconds longest) {
    std::unique_lock lock(mutex_);
    sleepers_.fetch_add(1);
    const bool held = changed_.wait_for(lock, longest, holds);
    sleepers_.fetch_sub(1);
    return held;
  }

 private:
  static void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
  std::atomic<int> sleepers_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
};

/// A queue between threads.
template <class T> class QueueOf {
 public:
  void push(std::shared_ptr<T> one) {
    {
      const std::scoped_lock lock(mutex_);
      all_.push_back(std::move(one));
      count_ = all_.size();
    }
    filled_.notify();
  }
  std::shared_ptr<T> try_pop() {
    if (size() == 0) return nullptr;
    const std::scoped_lock lock(mutex_);
    if (all_.empty()) return nullptr;
    auto one = std::move(all_.front());
    all_.pop_front();
    count_ = all_.size();
    return one;
  }
  std::size_t size() const { return count_.load(); }
  Signal& filled() { return filled_; }

 private:
  std::mutex mutex_;
  std::deque<std::shared_ptr<T>> all_;
  std::atomic<std::size_t> count_{0};
  Signal filled_;
};

/// A call of a function in some worker.
struct Task : std::enable_shared_from_this<Task> {
  std::shared_ptr<const Message> function, arguments;
  Limits limits;
  std::atomic<bool> is_done{false}, is_cancelled{false};
  std::shared_ptr<QueueOf<Task>> channel;  ///< gets the task when it is done, unless null
  // set before `is_done`
  std::shared_ptr<const Message> result;
  std::string problem, backtrace;  ///< why there is no result
  std::string output, errors;      ///< what it wrote to *STANDARD-OUTPUT* and to *ERROR-OUTPUT*
};

/// The workers of one interpreter, its parent, and the tasks that wait for them.
class Pool {
 public:
  class Worker;
  /// `prepare` makes the interpreter of a worker ready for tasks; `run` runs the task of a worker in it.
  struct Work {
    std::function<void(const Lisp&, Pool&, Worker&)> prepare;
    std::function<void(const Lisp&, Worker&)> run;
  };
  explicit Pool(Work work) : work_(std::move(work)) {}
  ~Pool() { stop(); }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  void start(std::size_t count, const Options& options);
  /// Ends the workers, and the tasks with them.
  void stop();
  std::size_t worker_count() const { return workers_.size(); }
  /// Returns how many workers were made anew, since the one before ended.
  std::size_t replaced_count() const { return replaced_; }

  void submit(std::shared_ptr<Task> task);
  void cancel(Task& task);
  Signal& done() { return done_; }
  const std::shared_ptr<Account>& account() const { return account_; }

  /// Returns a queue, which ends when nothing keeps it, and its number.
  std::pair<std::int64_t, std::shared_ptr<Queue>> make_queue();
  /// Throws an Error if there is no such queue.
  std::shared_ptr<Queue> queue(std::int64_t number);

 private:
  friend class Worker;
  std::shared_ptr<Task> take();
  void finish(Task& task);

  const Work work_;
  const std::shared_ptr<Account> account_ = std::make_shared<Account>();
  Options options_;
  std::mutex mutex_;
  std::deque<std::shared_ptr<Task>> tasks_;
  std::atomic<std::size_t> waiting_{0};
  std::atomic<bool> stops_{false};
  std::atomic<std::size_t> replaced_{0};
  Signal submitted_, done_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::mutex queues_mutex_;
  std::unordered_map<std::int64_t, std::weak_ptr<Queue>> queues_;
  std::int64_t last_queue_ = 0;
  std::size_t most_queues_ = 64;  ///< before those that have ended are removed
};

class Pool::Worker {
 public:
  Worker(Pool& pool) : pool_(pool), thread_([this] { live(); }) {}
  ~Worker() { thread_.join(); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Processes of the module mp that a task has started may outlive it. So these are for any thread.
  /// Returns the task that it runs. Throws an Error if there is none.
  std::shared_ptr<Task> task();
  /// Sets the result of that task.
  void set_result(std::shared_ptr<const Message> result);
  ObjectRef runner;  ///< the function that runs the task, in the worker's interpreter

  /// Ends what it is running, if that is `task` or any.
  void cancel(const Task* task);

 private:
  void live();
  std::unique_ptr<Interpreter> made();
  bool run(Interpreter& lisp, Task& task);
  const char* why_ended(const Task& task) const;
  void begin(Interpreter& lisp, const std::shared_ptr<Task>& task);
  void end(Task& task);
  void add_output(std::string& output, std::string_view text);

  Pool& pool_;
  std::mutex mutex_;  ///< guards these for other threads
  std::string output_, errors_;
  std::shared_ptr<Task> task_;
  std::shared_ptr<const Message> result_;
  Interpreter* lisp_ = nullptr;
  std::thread thread_;
};

}  // namespace tessera::parallel
