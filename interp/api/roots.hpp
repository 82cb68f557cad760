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
    if (TESSERA_UNLIKELY(free_ == nullptr)) add_places();
    Root* const root = free_;
    free_ = reinterpret_cast<Root*>(root->references);
    root->word = word;
    root->references = 1;
    ++in_use_;
    return root;
  }
  void release(Root* root) noexcept {
    make_free(root);
    if (TESSERA_UNLIKELY(--in_use_ == 0 && state == nullptr)) delete this;
  }
  void trace_roots(Tracer& tracer) override;

  State* state = nullptr;  ///< nullptr once it has ended

 private:
  void add_places();
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
