// The callers that tail calls removed recently, for backtraces. Layer: vm.
#pragma once

#include <algorithm>

#include "base/config.hpp"
#include "memory/value.hpp"

namespace tessera {

/// A ring to which machine code writes, too. It may have entries of calls that have returned since; backtrace.cpp
/// filters them.
struct TailCallRing {
  struct Entry {
    Value* base;     ///< the frame
    Value function;  ///< the previous function of the frame
  };
  Entry entries[config::tail_ring_size] = {};
  std::size_t count = 0;  ///< number of all entries ever made

  Entry& at(std::size_t n) { return entries[n & (config::tail_ring_size - 1)]; }
  const Entry& at(std::size_t n) const { return entries[n & (config::tail_ring_size - 1)]; }
  std::size_t size() const { return std::min(count, config::tail_ring_size); }

  /// Notes that the function of the frame at `base` calls `callee` in tail position.
  void note(Value* base, Value callee) {
    if (base[-2] != callee) at(count++) = {base, base[-2]};
  }
  /// Notes that no tail call has led to the frame that begins at `base`.
  void note_new_frame(Value* base) { at(count++) = {base, NIL}; }
  /// Forgets the entries made since `count` was `before`.
  void forget_since(std::size_t before) {
    for (std::size_t n = count - std::min(count - before, config::tail_ring_size); n != count; ++n) at(n).base = nullptr;
    count = before;
  }
};

}  // namespace tessera
