// The running thread. Layer: platform. tessera/threads.hpp keeps signals from it.
#pragma once

#include <cstdint>

namespace tessera::platform {

/// A number that no other thread has now: cheaper than a std::thread::id.
using ThreadId = std::uintptr_t;

/// Returns the number of the running thread, by a call of the system's library.
ThreadId ask_this_thread();

/// The same, in place where the compiler can do that.
inline ThreadId this_thread() {
#if defined(__linux__) && defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
  return reinterpret_cast<ThreadId>(__builtin_thread_pointer());
#else
  return ask_this_thread();
#endif
}

/// Gives the other threads of the system precedence over this one, where each thread has a priority: the more, the
/// higher `niceness` is, 19 at most.
void stand_back(int niceness);

}  // namespace tessera::platform
