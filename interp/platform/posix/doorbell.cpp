// A doorbell is a pipe. Layer: platform.
#include "platform/wakeup_pipe.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace tessera::platform {

namespace {

/// The same with a number that no standard file has, which may be closed: to read from a bell would be to wait for
/// ever.
int beyond_standard(int fd) {
  constexpr int standard_files = 3;
  if (fd >= standard_files) return fd;
  const int other = ::fcntl(fd, F_DUPFD_CLOEXEC, standard_files);
  ::close(fd);
  return other;
}

}  // namespace

Doorbell::~Doorbell() {
  if (read_end_ < 0) return;
  ::close(write_end_.exchange(-1));
  ::close(read_end_);
}

bool Doorbell::open() {
  if (read_end_ >= 0) return true;
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return false;
  for (int& end : ends) end = beyond_standard(end);
  if (ends[0] < 0 || ends[1] < 0) {
    for (const int end : ends)
      if (end >= 0) ::close(end);
    return false;
  }
  read_end_ = ends[0];
  write_end_.store(ends[1]);  // before whoever waits looks: see `ring`
  return true;
}

// What is to be done was noted before, in the same order that all threads see: one who does not find the bell open here
// is seen by whoever opens it. A full pipe has rung already.
void Doorbell::ring() const noexcept {
  const int end = write_end_.load();
  if (end < 0) return;
  const int error = errno;
  [[maybe_unused]] const ssize_t n = ::write(end, "", 1);
  errno = error;
}

void Doorbell::answer() const {
  char rings[64];
  while (::read(read_end_, rings, sizeof rings) == static_cast<ssize_t>(sizeof rings)) {}
}

}  // namespace tessera::platform
