// poll and ppoll, which emscripten's libraries lack or implement for sockets alone. Layer: platform.
#include <poll.h>
#include <time.h>

/// Says that every file is ready: files in memory, node's files and a page's output never make one wait. Without files
/// it waits, as a sleep does.
extern "C" int poll(pollfd* files, nfds_t count, int milliseconds) {
  int ready = 0;
  for (nfds_t i = 0; i < count; ++i) {
    files[i].revents = files[i].fd >= 0 ? files[i].events : short{0};
    ready += files[i].revents != 0;
  }
  const timespec limit{milliseconds / 1000, milliseconds % 1000 * 1000000};
  if (ready == 0 && milliseconds > 0) nanosleep(&limit, nullptr);
  return ready;
}

extern "C" int ppoll(pollfd* files, nfds_t count, const timespec* limit, const sigset_t*) {
  constexpr int longest = 1000;
  return poll(files, count, limit == nullptr || limit->tv_sec >= longest / 1000 ? longest : static_cast<int>(limit->tv_nsec / 1000000));
}
