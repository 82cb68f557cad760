// Bounds of threads' stacks. Layer: platform.
#include "platform/stack.hpp"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <limits>

extern "C" void* __libc_stack_end;  // of the first thread, set by the loader

namespace tessera::platform {

namespace {

constexpr std::size_t unknown = std::numeric_limits<std::size_t>::max();

/// The first thread's stack grows as far as the limit allows. (pthread_getattr_np would read a file to tell.)
std::uintptr_t end_of_first_stack() {
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 0;
  const auto begin = reinterpret_cast<std::uintptr_t>(__libc_stack_end);
  return limit.rlim_cur < begin ? begin - limit.rlim_cur : 0;
}

std::uintptr_t end_of_own_stack() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  void* end = nullptr;
  std::size_t bytes = 0;
  pthread_attr_getstack(&attributes, &end, &bytes);
  pthread_attr_destroy(&attributes);
  return reinterpret_cast<std::uintptr_t>(end);
}

}  // namespace

std::size_t stack_bytes_left() {
  const std::uintptr_t end = gettid() == getpid() ? end_of_first_stack() : end_of_own_stack();
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (end == 0) return unknown;
  return here > end ? here - end : 0;
}

}  // namespace tessera::platform
