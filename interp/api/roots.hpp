// The roots that hold objects which C++ keeps. Layer: api.
#pragma once

#include <deque>

#include "memory/heap.hpp"
#include "tessera/words.hpp"

namespace tessera::detail {

/// The roots of a State's ObjectRefs. ObjectRefs may outlive the State: the last one then deletes the roots.
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
    make_free(root);
    if (TESSERA_UNLIKELY(--in_use_ == 0 && state == nullptr)) vanish();
  }
  void trace_roots(Tracer& tracer) override;

  State* state = nullptr;  ///< nullptr once it has ended

 private:
  /// Makes a root out of line, so that the fast path saves no registers.
  [[gnu::noinline]] Root* make_in_new_place(Word word);
  [[gnu::noinline]] void vanish() noexcept { delete this; }
  void make_free(Root* root) {
    root->word = words::nil();
    root->references = reinterpret_cast<std::uint64_t>(free_);
    free_ = root;
  }

  std::deque<Root> places_;
  Root* free_ = nullptr;  ///< the free list, linked through `references`
  std::size_t in_use_ = 0;
};

}  // namespace tessera::detail
