// Computations on a thread of their own. Compiled for size.
#include "runtime/background.hpp"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>

#include "tessera/threads.hpp"

namespace tessera {

namespace {

/// Shared by the worker thread and the waiting one; the later of them deletes it.
struct Task {
  std::function<void()> work;
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
};

void do_work(const std::shared_ptr<Task>& task) {
  task->work();
  const std::lock_guard lock(task->mutex);
  task->done = true;
  task->changed.notify_one();
}

bool start(const std::shared_ptr<Task>& task) {
  const BlockedSignals blocked;
  try {
    std::thread(do_work, task).detach();
    return true;
  } catch (const std::system_error&) { return false; }
}

/// False if the work is not done yet.
bool wait_a_little(Task& task) {
  constexpr std::chrono::milliseconds between_checks(5);
  std::unique_lock lock(task.mutex);
  return task.changed.wait_for(lock, between_checks, [&task] { return task.done; });
}

}  // namespace

bool run_in_background(Runtime& rt, std::function<void()> work, OnInterrupt on_interrupt) {
  const auto task = std::make_shared<Task>();
  task->work = std::move(work);
  if (!start(task)) return task->work(), true;
  while (!wait_a_little(*task))
    if (!check_interrupts(rt, on_interrupt)) return false;
  return true;
}

}  // namespace tessera
