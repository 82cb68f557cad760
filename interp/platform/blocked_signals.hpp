// Threads that no signal reaches. In line, for modules use it that link nothing of the library. Layer: platform.
#pragma once

#include <pthread.h>

#include <csignal>

namespace tessera::platform {

/// While it lives, this thread takes no signals, and the threads that it makes never will: signals are for Lisp's thread.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

 private:
  sigset_t before_;
};

}  // namespace tessera::platform
