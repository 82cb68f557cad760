// The roots that hold objects which C++ keeps. Layer: api.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>

#include "memory/heap.hpp"
#include "platform/code.hpp"
#include "platform/threads.hpp"
#include "tessera/words.hpp"

namespace tessera::detail {

using platform::this_thread;
using platform::ThreadId;

/// The roots of a State's ObjectRefs. ObjectRefs may outlive the State: the last one then deletes the roots. The last
/// reference to an object may end in any thread: other threads than the interpreter's leave the root to that.
struct Roots final : RootSource {
  void begin(State& of);
  /// Ends the state. Deletes the roots, now or with the last reference.
  void end();
  Root* make(Word word) {
    if (TESSERA_UNLIKELY(free_ == nullptr)) return make_in_new_place(word);
    Root* const root = free_;
    free_ = reinterpret_cast<Root*>(root->references);
    root->word = word;
    root->references = 1;
    ++in_use_;
    return root;
  }
  void release(Root* root) noexcept {
    if (TESSERA_UNLIKELY(thread_.load(std::memory_order_relaxed) != this_thread())) return release_elsewhere(root);
    make_free(root);
    --in_use_;
  }
  void trace_roots(Tracer& tracer) override;
  /// Says that this thread uses the interpreter from now on.
  void set_thread() {
    if (thread_.load(std::memory_order_relaxed) == this_thread()) return;
    thread_.store(this_thread(), std::memory_order_relaxed);
    platform::see_new_code();
  }

  State* state = nullptr;  ///< nullptr once it has ended

 private:
  /// Makes a root out of line, so that the fast path saves no registers.
  [[gnu::noinline]] Root* make_in_new_place(Word word);
  [[gnu::noinline]] void release_elsewhere(Root* root) noexcept;
  /// Frees the roots that other threads have released. The mutex must be held.
  void take_released();
  void make_free(Root* root) {
    root->word = words::nil();
    root->references = reinterpret_cast<std::uint64_t>(free_);
    free_ = root;
  }

  std::deque<Root> places_;
  Root* free_ = nullptr;  ///< the free list, linked through `references`
  std::size_t in_use_ = 0;
  std::atomic<ThreadId> thread_{this_thread()};  ///< the interpreter's; 0 after it has ended
  std::mutex mutex_;                             ///< of the following, and after the end of all
  Root* released_ = nullptr;                     ///< a list of roots, linked like the free ones
};

}  // namespace tessera::detail
