// Releases the interpreter lock while C++ waits. Layer: runtime. See vm/threads.md.
#pragma once

#include "runtime/runtime.hpp"

namespace tessera {

/// Releases the interpreter lock while it exists: other Lisp threads may do anything, collect included. The code within
/// touches nothing of the interpreter.
class Runtime::Pause {
 public:
  Pause(Runtime& rt, bool releases_lock)
      : rt_(rt), thread_(releases_lock && TESSERA_UNLIKELY(rt.has_other_threads) ? rt.release_lock() : nullptr) {}
  ~Pause() {
    if (TESSERA_UNLIKELY(thread_ != nullptr)) rt_.acquire_lock(thread_, urgent_);
  }
  Pause(const Pause&) = delete;
  Pause& operator=(const Pause&) = delete;
  /// True if others may have run: what was read before the pause must be read again.
  bool released_lock() const { return thread_ != nullptr; }
  /// Makes the holder of the lock release it at its next safepoint after the pause, as an interrupt would.
  void make_urgent() { urgent_ = true; }

 private:
  Runtime& rt_;
  void* thread_;
  bool urgent_ = false;
};

}  // namespace tessera
