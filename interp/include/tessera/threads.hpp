// Threads of a program that has Lisp in one of them.
#pragma once

#include <pthread.h>

#include <csignal>

namespace tessera {

/// While it lives, this thread takes no signals, and the threads that it makes never will: signals, such as Ctrl-C's, are for the thread
/// that Lisp runs in.
///     const tessera::BlockedSignals blocked;
///     std::thread worker([] { ... });
class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  /// What the thread takes elsewhere, for ppoll: a signal that came since ends the waiting at once.
  const sigset_t& before() const { return before_; }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

 private:
  sigset_t before_;
};

}  // namespace tessera
