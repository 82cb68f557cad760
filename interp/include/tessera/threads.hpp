// Blocks signals in threads that do not run Lisp.
#pragma once

#include <pthread.h>

#include <csignal>

namespace tessera {

/// Blocks signals in this thread, and in all threads that it starts, while this object exists: signals such as Ctrl-C's
/// go to the thread that runs Lisp.
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
  /// Returns the previous signal mask, for ppoll: a signal that arrived since then ends the wait at once.
  const sigset_t& before() const { return before_; }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

 private:
  sigset_t before_;
};

}  // namespace tessera
