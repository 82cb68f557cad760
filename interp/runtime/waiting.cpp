// Waiting for the system.
#include "runtime/waiting.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <utility>
#include <vector>

#include "platform/clock.hpp"

namespace tessera {

namespace {

constexpr std::uint64_t second = 1000000000, longest = 3600 * second;
constexpr std::uint64_t nap = 20000000;  ///< where there are no more descriptors for the bell

/// poll with nanoseconds, whose last descriptor is the bell's, which ends it, too. EINTR counts as time.
int poll_with_bell(Runtime& rt, std::span<pollfd> waits, std::uint64_t nanoseconds, bool lets_others = false) {
  platform::Doorbell& bell = *rt.bell;
  const std::uint64_t most = std::min(nanoseconds, bell.descriptor() < 0 ? nap : longest);
  const timespec limit{static_cast<std::time_t>(most / second), static_cast<long>(most % second)};
  waits.back() = {bell.descriptor(), POLLIN, 0};  // poll passes over what is negative
  int n = 0;
  bool others_ran = false;
  {
    const Runtime::Pause pause(rt, lets_others);
    others_ran = pause.gave_turn_up();
    n = ::ppoll(waits.data(), waits.size(), &limit, nullptr);
    if (n < 0 && errno == EINTR) n = 0;
    if (n > 0 && waits.back().revents != 0) bell.answer();
  }
  if (n > 0 && others_ran) n = ::poll(waits.data(), waits.size(), 0);  // another thread may have read what was there
  return n;
}

/// Wait for one of `waits`, which begin with `wanted` files and end with the place for the bell.
Waited wait_for_first(Runtime& rt, std::span<pollfd> waits, std::size_t wanted, const WaitingFor& how) {
  const std::uint64_t nanoseconds = how.nanoseconds;
  rt.bell->open();
  rt.heap.poll.fetch_or(
      0);  // behind the opening, in the order that all threads see: who set a bit before is seen, who sets one later rings
  const std::uint64_t begin = platform::monotonic_nanoseconds();
  for (bool looked = false;; looked = true) {
    if (rt.interrupt_waits()) return Waited::wanted;
    if (how.woken != nullptr && *how.woken) return Waited::ready;
    const std::uint64_t passed = platform::monotonic_nanoseconds() - begin;
    if (looked && passed >= nanoseconds) return Waited::time;
    pollfd& wakeup = waits[wanted];
    const bool serves_wakeup = how.serves_wakeup && rt.wakeup && rt.is_main_thread();
    if (wanted + 1 < waits.size()) wakeup = {serves_wakeup ? rt.wakeup->fd : -1, POLLIN, 0};
    const std::uint64_t left = std::min(nanoseconds - std::min(passed, nanoseconds), rt.nanoseconds_left());
    const int n = poll_with_bell(rt, waits, left, how.lets_others);
    if (n > 0 && wanted + 1 < waits.size() && wakeup.revents != 0 && !serve_wakeup(rt)) return Waited::left;
    const auto found = [](const pollfd& p) { return p.revents != 0; };
    if (n < 0 || (n > 0 && std::any_of(waits.begin(), waits.begin() + static_cast<std::ptrdiff_t>(wanted), found))) return Waited::ready;
  }
}

}  // namespace

Waited wait_for(Runtime& rt, const WaitingFor& awaited) {
  pollfd waits[3] = {{awaited.fd, awaited.events, 0}, {-1, POLLIN, 0}, {}};
  return wait_for_first(rt, waits, 1, awaited);
}

Waited wait_for_any(Runtime& rt, std::span<WaitedFile> files, std::uint64_t nanoseconds) {
  std::vector<pollfd> waits;
  for (const WaitedFile& file : files) waits.push_back({file.fd, file.events, 0});
  waits.emplace_back();
  const Waited outcome = wait_for_first(rt, waits, files.size(), {.nanoseconds = nanoseconds, .lets_others = true});
  for (std::size_t i = 0; i < files.size(); ++i) files[i].ready = outcome == Waited::ready && waits[i].revents != 0;
  return outcome;
}

bool serve_wakeup(Runtime& rt) {
  const std::shared_ptr<Wakeup> wakeup = rt.wakeup;  // what is done may put another one in its place
  const int fd = std::exchange(wakeup->fd, -1);
  const bool good = wakeup->serve();
  if (rt.wakeup && rt.wakeup->fd < 0) rt.wakeup->fd = fd;
  return good;
}

void pause(Runtime& rt, std::uint64_t nanoseconds) {
  rt.bell->open();
  pollfd waits[1] = {};
  poll_with_bell(rt, waits, nanoseconds);
}

}  // namespace tessera
