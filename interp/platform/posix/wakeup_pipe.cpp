// Implements wakeup_pipe.hpp by a pipe. Layer: platform.
#include "platform/wakeup_pipe.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace tessera::platform {

namespace {

/// Returns a duplicate of `fd` above 2, and closes `fd`. A program may close its standard files, whose numbers the pipe
/// would get; a read of standard input would then read from the pipe, and wait for ever.
int beyond_standard(int fd) {
  constexpr int standard_files = 3;
  if (fd >= standard_files) return fd;
  const int other = ::fcntl(fd, F_DUPFD_CLOEXEC, standard_files);
  ::close(fd);
  return other;
}

}  // namespace

WakeupPipe::~WakeupPipe() {
  if (read_end_ < 0) return;
  ::close(write_end_.exchange(-1));
  ::close(read_end_);
}

bool WakeupPipe::open() {
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
  write_end_.store(ends[1]);  // before the waiting thread checks: see `wake`
  return true;
}

/// Wakes the waiting thread. The caller has noted its request before, and all threads see both stores in one order: if
/// the pipe is not open yet, the thread that opens it sees the note. A full pipe wakes already.
void WakeupPipe::wake() const noexcept {
  const int end = write_end_.load();
  if (end < 0) return;
  const int error = errno;
  [[maybe_unused]] const ssize_t n = ::write(end, "", 1);
  errno = error;
}

void WakeupPipe::drain() const {
  char bytes[64];
  while (::read(read_end_, bytes, sizeof bytes) == static_cast<ssize_t>(sizeof bytes)) {}
}

}  // namespace tessera::platform
