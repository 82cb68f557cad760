// Waiting for the system.
#include "data/waiting.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <ctime>

#include "data/streams.hpp"
#include "platform/clock.hpp"

namespace tessera {

namespace {

constexpr std::uint64_t second = 1000000000, longest = 3600 * second;
constexpr std::uint64_t nap = 20000000;  ///< where there are no more descriptors for the bell

/// poll with nanoseconds, which ends when the bell rings, too. EINTR counts as time.
int poll_with_bell(Runtime& rt, pollfd (&waits)[3], std::uint64_t nanoseconds) {
  const std::uint64_t most = std::min(nanoseconds, rt.doorbell.descriptor() < 0 ? nap : longest);
  const timespec limit{static_cast<std::time_t>(most / second), static_cast<long>(most % second)};
  waits[2] = {rt.doorbell.descriptor(), POLLIN, 0};  // poll passes over what is negative
  const int n = ::ppoll(waits, 3, &limit, nullptr);
  if (n > 0 && waits[2].revents != 0) rt.doorbell.answer();
  return n < 0 && errno == EINTR ? 0 : n;
}

}  // namespace

Waited wait_for(Runtime& rt, const WaitingFor& awaited) {
  rt.doorbell.open();
  rt.heap.poll.fetch_or(
      0);  // behind the opening, in the order that all threads see: who set a bit before is seen, who sets one later rings
  const std::uint64_t begin = platform::monotonic_nanoseconds();
  for (;;) {
    if (rt.interrupt_waits()) return Waited::wanted;
    const std::uint64_t passed = platform::monotonic_nanoseconds() - begin;
    if (passed >= awaited.nanoseconds) return Waited::time;
    pollfd waits[3] = {{awaited.fd, awaited.events, 0}, {awaited.serves_wakeup && rt.streams ? rt.streams->wakeup.fd : -1, POLLIN, 0}, {}};
    const int n = poll_with_bell(rt, waits, std::min(awaited.nanoseconds - passed, rt.allowance.nanoseconds_left()));
    if (n > 0 && waits[1].revents != 0 && !serve_wakeup(rt)) return Waited::left;
    if (n < 0 || (n > 0 && waits[0].revents != 0)) return Waited::ready;
  }
}

void pause(Runtime& rt, std::uint64_t nanoseconds) {
  rt.doorbell.open();
  pollfd waits[3] = {{-1, 0, 0}, {-1, 0, 0}, {}};
  poll_with_bell(rt, waits, nanoseconds);
}

}  // namespace tessera
