// Waiting by ppoll. Layer: platform.
#include "platform/posix/waiting.hpp"

#include <poll.h>
#include <time.h>

#include <vector>

namespace tessera::platform {

namespace {

short events_of(std::uint8_t wanted) {
  return static_cast<short>(((wanted & readable) != 0 ? POLLIN : 0) | ((wanted & writable) != 0 ? POLLOUT : 0));
}

std::uint8_t readiness_of(short events) {
  return static_cast<std::uint8_t>(((events & POLLIN) != 0 ? readable : 0) | ((events & POLLOUT) != 0 ? writable : 0) |
                                   ((events & ~(POLLIN | POLLOUT)) != 0 ? broken : 0));
}

}  // namespace

int wait_with_signals(std::span<WaitFile> files, std::uint64_t nanoseconds, const sigset_t* signals) {
  constexpr std::size_t few = 8;
  constexpr std::uint64_t second = 1000000000;
  pollfd few_waits[few];
  std::vector<pollfd> many(files.size() > few ? files.size() : 0);
  pollfd* const waits = files.size() > few ? many.data() : few_waits;
  for (std::size_t i = 0; i < files.size(); ++i) waits[i] = {files[i].fd, events_of(files[i].wanted), 0};
  const timespec limit{static_cast<time_t>(nanoseconds / second), static_cast<long>(nanoseconds % second)};
  const int count = ::ppoll(waits, files.size(), nanoseconds == UINT64_MAX ? nullptr : &limit, signals);
  for (std::size_t i = 0; i < files.size(); ++i) files[i].found = count > 0 ? readiness_of(waits[i].revents) : std::uint8_t{0};
  return count;
}

int wait_for_files(std::span<WaitFile> files, std::uint64_t nanoseconds) { return wait_with_signals(files, nanoseconds, nullptr); }

}  // namespace tessera::platform
