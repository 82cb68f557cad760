// CppStack: finds the end of the thread's stack.
#include "runtime/cpp_stack.hpp"

#include <algorithm>

#include "platform/thread_stack.hpp"

namespace tessera {

/// Asks the system for the end of the stack, once in an evaluation: few come near.
bool CppStack::has_below_floor(const char* here) {
  if (knows_end_ || begin_ == nullptr) return false;
  knows_end_ = true;
  const char* end = platform::thread_stack_end(static_cast<const char*>(__builtin_frame_address(0)));
  floor_ = std::max(begin_ - config::cpp_stack_bytes, end + config::cpp_stack_reserve_bytes);
  return here > floor_;
}

}  // namespace tessera
