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

/// What the thread and the one that waits for it share, and the later of them deletes.
struct Aside {
  std::function<void()> work;
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
};

void do_work(const std::shared_ptr<Aside>& aside) {
  aside->work();
  const std::lock_guard lock(aside->mutex);
  aside->done = true;
  aside->changed.notify_one();
}

bool start(const std::shared_ptr<Aside>& aside) {
  const BlockedSignals blocked;
  try {
    std::thread(do_work, aside).detach();
    return true;
  } catch (const std::system_error&) { return false; }
}

/// False: it is not done yet.
bool wait_a_little(Aside& aside) {
  constexpr std::chrono::milliseconds between_looks(5);
  std::unique_lock lock(aside.mutex);
  return aside.changed.wait_for(lock, between_looks, [&aside] { return aside.done; });
}

}  // namespace

bool run_aside(Runtime& rt, std::function<void()> work, OnInterrupt on_interrupt) {
  const auto aside = std::make_shared<Aside>();
  aside->work = std::move(work);
  if (!start(aside)) return aside->work(), true;
  while (!wait_a_little(*aside))
    if (!heed_interrupts(rt, on_interrupt)) return false;
  return true;
}

}  // namespace tessera
