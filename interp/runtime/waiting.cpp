// Waiting for descriptors and the wake-up pipe.
#include "runtime/waiting.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

#include "platform/clock.hpp"
#include "runtime/pause.hpp"

namespace tessera {

namespace {

using platform::WaitFile;

constexpr std::uint64_t second = 1000000000, longest = 3600 * second;
constexpr std::uint64_t nap = 20000000;  ///< used when there are no descriptors left for the wake-up pipe

/// Waits like `wait_for_files`; the last descriptor is for the wake-up pipe, which also ends the wait. EINTR counts as
/// time.
int wait_with_wakeup(Runtime& rt, std::span<WaitFile> waits, std::uint64_t nanoseconds, bool releases_lock = false) {
  platform::WakeupPipe& wakeup = *rt.current_wakeup;
  const std::uint64_t most = std::min(nanoseconds, wakeup.descriptor() < 0 ? nap : longest);
  waits.back() = {wakeup.descriptor()};  // or -1, which is ignored
  int n = 0;
  bool others_ran = false;
  {
    const Runtime::Pause pause(rt, releases_lock);
    others_ran = pause.released_lock();
    n = platform::wait_for_files(waits, most);
    if (n < 0 && errno == EINTR) n = 0;
    if (n > 0 && waits.back().found != 0) wakeup.drain();
  }
  if (n > 0 && others_ran) n = platform::wait_for_files(waits, 0);  // another thread may have read the input
  return n;
}

/// Waits for one of `waits`, which begin with `wanted` descriptors and end with an entry for the wake-up pipe.
WaitResult wait_for_first(Runtime& rt, std::span<WaitFile> waits, std::size_t wanted, const WaitOptions& options) {
  const std::uint64_t nanoseconds = options.nanoseconds;
  rt.current_wakeup->open();
  // Ordered after the opening for all threads: a bit set before is seen below, and a thread that sets one later wakes
  // this one.
  rt.heap.poll.fetch_or(0);
  const std::uint64_t begin = platform::monotonic_nanoseconds();
  for (bool looked = false;; looked = true) {
    if (rt.interrupt_waits()) return WaitResult::interrupted;
    if (options.woken != nullptr && *options.woken) return WaitResult::ready;
    const std::uint64_t passed = platform::monotonic_nanoseconds() - begin;
    if (looked && passed >= nanoseconds) return WaitResult::timed_out;
    WaitFile& callback = waits[wanted];
    const bool runs_callback = options.runs_callback && rt.readable_callback && rt.is_main_thread();
    if (wanted + 1 < waits.size()) callback = {runs_callback ? rt.readable_callback->fd : -1};
    const std::uint64_t left = std::min(nanoseconds - std::min(passed, nanoseconds), rt.nanoseconds_left());
    const int n = wait_with_wakeup(rt, waits, left, options.releases_lock);
    if (n > 0 && wanted + 1 < waits.size() && callback.found != 0 && !run_readable_callback(rt)) return WaitResult::unwinding;
    const auto is_ready = [](const WaitFile& w) { return w.found != 0; };
    if (n < 0 || (n > 0 && std::any_of(waits.begin(), waits.begin() + static_cast<std::ptrdiff_t>(wanted), is_ready)))
      return WaitResult::ready;
  }
}

}  // namespace

WaitResult wait_for(Runtime& rt, const WaitOptions& options) {
  WaitFile waits[3] = {{options.fd, options.wanted}, {}, {}};
  return wait_for_first(rt, waits, 1, options);
}

WaitResult wait_for_any(Runtime& rt, std::span<WaitFile> files, std::uint64_t nanoseconds) {
  std::vector<WaitFile> waits(files.begin(), files.end());
  waits.emplace_back();
  const WaitResult outcome = wait_for_first(rt, waits, files.size(), {.nanoseconds = nanoseconds, .releases_lock = true});
  for (std::size_t i = 0; i < files.size(); ++i) files[i].found = outcome == WaitResult::ready ? waits[i].found : std::uint8_t{0};
  return outcome;
}

bool run_readable_callback(Runtime& rt) {
  const std::shared_ptr<ReadableCallback> callback = rt.readable_callback;  // `call` may replace it
  const int fd = std::exchange(callback->fd, -1);
  const bool good = callback->call();
  if (rt.readable_callback == callback) callback->fd = fd;
  return good;
}

void sleep_or_wake(Runtime& rt, std::uint64_t nanoseconds) {
  rt.current_wakeup->open();
  WaitFile waits[1];
  wait_with_wakeup(rt, waits, nanoseconds);
}

}  // namespace tessera
