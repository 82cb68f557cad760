// The places where objects stand that C++ keeps. Layer: api.
#pragma once

#include <deque>

#include "memory/heap.hpp"
#include "tessera/words.hpp"

namespace tessera::detail {

/// Places for a State's ObjectRefs. They may outlive it: then it goes with the last of them.
struct Roots final : RootSource {
  void begin(State& of);
  /// The state ends. Deletes the roots, now or with the last reference.
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
  // What is seldom stands by itself: the rest needs no registers of its callers then.
  [[gnu::noinline]] Root* make_in_new_place(Word word);
  [[gnu::noinline]] void vanish() noexcept { delete this; }
  void make_free(Root* root) {
    root->word = words::nil();
    root->references = reinterpret_cast<std::uint64_t>(free_);
    free_ = root;
  }

  std::deque<Root> places_;
  Root* free_ = nullptr;  ///< those that are not in use: `references` leads to the next
  std::size_t in_use_ = 0;
};

}  // namespace tessera::detail
