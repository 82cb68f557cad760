// Waiting, by ppoll.
#include "runtime/waiting.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <utility>
#include <vector>

#include "platform/clock.hpp"
#include "runtime/pause.hpp"

namespace tessera {

namespace {

constexpr std::uint64_t second = 1000000000, longest = 3600 * second;
constexpr std::uint64_t nap = 20000000;  ///< used when there are no descriptors left for the wake-up pipe

/// Polls like ppoll, with nanoseconds; the last descriptor is for the wake-up pipe, which also ends the wait. EINTR
/// counts as time.
int poll_with_wakeup(Runtime& rt, std::span<pollfd> waits, std::uint64_t nanoseconds, bool releases_lock = false) {
  platform::WakeupPipe& wakeup = *rt.current_wakeup;
  const std::uint64_t most = std::min(nanoseconds, wakeup.descriptor() < 0 ? nap : longest);
  const timespec limit{static_cast<std::time_t>(most / second), static_cast<long>(most % second)};
  waits.back() = {wakeup.descriptor(), POLLIN, 0};  // poll ignores negative descriptors
  int n = 0;
  bool others_ran = false;
  {
    const Runtime::Pause pause(rt, releases_lock);
    others_ran = pause.released_lock();
    n = ::ppoll(waits.data(), waits.size(), &limit, nullptr);
    if (n < 0 && errno == EINTR) n = 0;
    if (n > 0 && waits.back().revents != 0) wakeup.drain();
  }
  if (n > 0 && others_ran) n = ::poll(waits.data(), waits.size(), 0);  // another thread may have read the input
  return n;
}

/// Waits for one of `waits`, which begin with `wanted` descriptors and end with an entry for the wake-up pipe.
WaitResult wait_for_first(Runtime& rt, std::span<pollfd> waits, std::size_t wanted, const WaitOptions& options) {
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
    pollfd& callback = waits[wanted];
    const bool runs_callback = options.runs_callback && rt.readable_callback && rt.is_main_thread();
    if (wanted + 1 < waits.size()) callback = {runs_callback ? rt.readable_callback->fd : -1, POLLIN, 0};
    const std::uint64_t left = std::min(nanoseconds - std::min(passed, nanoseconds), rt.nanoseconds_left());
    const int n = poll_with_wakeup(rt, waits, left, options.releases_lock);
    if (n > 0 && wanted + 1 < waits.size() && callback.revents != 0 && !run_readable_callback(rt)) return WaitResult::unwinding;
    const auto found = [](const pollfd& p) { return p.revents != 0; };
    if (n < 0 || (n > 0 && std::any_of(waits.begin(), waits.begin() + static_cast<std::ptrdiff_t>(wanted), found)))
      return WaitResult::ready;
  }
}

}  // namespace

WaitResult wait_for(Runtime& rt, const WaitOptions& options) {
  pollfd waits[3] = {{options.fd, options.events, 0}, {-1, POLLIN, 0}, {}};
  return wait_for_first(rt, waits, 1, options);
}

WaitResult wait_for_any(Runtime& rt, std::span<PollFile> files, std::uint64_t nanoseconds) {
  std::vector<pollfd> waits;
  for (const PollFile& file : files) waits.push_back({file.fd, file.events, 0});
  waits.emplace_back();
  const WaitResult outcome = wait_for_first(rt, waits, files.size(), {.nanoseconds = nanoseconds, .releases_lock = true});
  for (std::size_t i = 0; i < files.size(); ++i) files[i].ready = outcome == WaitResult::ready && waits[i].revents != 0;
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
  pollfd waits[1] = {};
  poll_with_wakeup(rt, waits, nanoseconds);
}

}  // namespace tessera
