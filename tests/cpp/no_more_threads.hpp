// A process that can make no threads, for tests of what needs some.
#pragma once

#include <pthread.h>

#include <csignal>
#include <cstddef>

/// While it lives, no thread can be made: there is no room for a stack of the size that it would have.
class No_more_threads {
 public:
  No_more_threads() {
    pthread_getattr_default_np(&before_);
    pthread_attr_t huge = before_;
    pthread_attr_setstacksize(&huge, std::size_t{1} << 46);
    pthread_setattr_default_np(&huge);
  }
  ~No_more_threads() { pthread_setattr_default_np(&before_); }
  No_more_threads(const No_more_threads&) = delete;
  No_more_threads& operator=(const No_more_threads&) = delete;

 private:
  pthread_attr_t before_{};
};

/// True if the signal of Ctrl-C reaches this thread.
inline bool takes_signals() {
  sigset_t blocked;
  pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  return sigismember(&blocked, SIGINT) == 0;
}
