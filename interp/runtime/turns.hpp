// Lets other threads of Lisp run while C++ waits. Layer: runtime. See vm/threads.md.
#pragma once

#include "runtime/runtime.hpp"

namespace tessera {

/// While a Pause lives, the running thread has given its turn up, and others may do anything, collect included. The
/// code within touches nothing of the interpreter.
class Runtime::Pause {
 public:
  Pause(Runtime& rt, bool releases_lock) : rt_(rt), thread_(releases_lock && TESSERA_UNLIKELY(rt.has_others_) ? rt.end_turn() : nullptr) {}
  ~Pause() {
    if (TESSERA_UNLIKELY(thread_ != nullptr)) rt_.begin_turn(thread_, hurries_);
  }
  Pause(const Pause&) = delete;
  Pause& operator=(const Pause&) = delete;
  /// True if others may have run: what was read before the pause must be read again.
  bool gave_turn_up() const { return thread_ != nullptr; }
  /// At the end of the pause, makes whoever has the turn pass it on at the next safepoint, as an interrupt would.
  void hurry() { hurries_ = true; }

 private:
  Runtime& rt_;
  void* thread_;
  bool hurries_ = false;
};

}  // namespace tessera
