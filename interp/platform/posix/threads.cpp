// Threads by POSIX. Layer: platform.
#include "platform/threads.hpp"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <new>

#include "tessera/threads.hpp"

namespace tessera {

BlockedSignals::BlockedSignals() {
  static_assert(sizeof(sigset_t) <= sizeof before_ && alignof(sigset_t) <= 8);
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, new (before_) sigset_t);
}

BlockedSignals::~BlockedSignals() { pthread_sigmask(SIG_SETMASK, reinterpret_cast<const sigset_t*>(before_), nullptr); }

namespace platform {

ThreadId ask_this_thread() { return reinterpret_cast<ThreadId>(pthread_self()); }

void stand_back([[maybe_unused]] int niceness) {
#ifdef __linux__  // elsewhere it would be the whole process
  [[maybe_unused]] const int priority = ::nice(niceness);
#endif
}

}  // namespace platform

}  // namespace tessera
