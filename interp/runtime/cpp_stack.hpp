// CppStack: how much of its C++ stack an evaluation may use. Layer: runtime.
#pragma once

#include <cstddef>

#include "base/assert.hpp"
#include "base/config.hpp"

namespace tessera {

class CppStack {
 public:
  /// Begins an evaluation that entered Lisp at the address `here`; nullptr: no evaluation runs any more.
  void begin(const char* here) {
    begin_ = here;
    floor_ = here == nullptr ? nullptr : here - config::cpp_stack_unasked_bytes;
    knows_end_ = false;
  }
  /// True if more than `bytes` are left.
  bool has(std::size_t bytes) {
    const auto* here = static_cast<const char*>(__builtin_frame_address(0)) - bytes;
    return TESSERA_LIKELY(here > floor_) || has_below_floor(here);
  }

 private:
  bool has_below_floor(const char* here);

  const char* begin_ = nullptr;  ///< the address where the host entered
  const char* floor_ = nullptr;  ///< addresses above it may be used
  bool knows_end_ = false;       ///< true if the floor is as low as the system's stack permits
};

}  // namespace tessera
