// Blocks signals in threads that do not run Lisp.
#pragma once

#include "tessera/export.h"

namespace tessera {

/// Blocks signals in this thread, and in all threads that it starts, while this object exists: signals such as Ctrl-C's
/// go to the thread that runs Lisp.
///     const tessera::BlockedSignals blocked;
///     std::thread worker([] { ... });
class TESSERA_API BlockedSignals {
 public:
  BlockedSignals();
  ~BlockedSignals();
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

 private:
  alignas(8) unsigned char before_[128] = {};  ///< the system's signal mask
};

}  // namespace tessera
