// The end of the running thread's stack, by the threads library; the owner of the thread. Layer: platform.
#include "platform/thread_stack.hpp"

#include <pthread.h>

#include <cstddef>

namespace tessera::platform {

namespace {

struct Bounds {
  const char* low = nullptr;
  std::size_t bytes = 0;
};

Bounds ask() {
  Bounds bounds;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return bounds;
  void* low = nullptr;
  if (pthread_attr_getstack(&attributes, &low, &bounds.bytes) == 0) bounds.low = static_cast<const char*>(low);
  pthread_attr_destroy(&attributes);
  return bounds;
}

}  // namespace

namespace {
thread_local const void* owner_of_this = nullptr;
}

void set_thread_owner(const void* owner) { owner_of_this = owner; }
const void* thread_owner() { return owner_of_this; }

const char* thread_stack_end(const char* here) {
  thread_local const Bounds bounds = ask();
  return here >= bounds.low && here < bounds.low + bounds.bytes ? bounds.low : nullptr;
}

}  // namespace tessera::platform
