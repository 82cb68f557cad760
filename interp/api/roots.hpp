// The places where objects stand that C++ keeps. Layer: api.
#pragma once

#include <deque>

#include "memory/heap.hpp"
#include "tessera/object.hpp"

namespace tessera::detail {

/// Places for a State's ObjectRefs. They may outlive it: then it goes with the last of them.
struct Roots final : RootSource {
  void begin(State& of);
  /// The state ends. Deletes the roots, now or with the last reference.
  void end();
  Root* make(Word word);
  void release(Root* root) noexcept;
  void trace_roots(Tracer& tracer) override;

  State* state = nullptr;  ///< nullptr once it has ended

 private:
  std::deque<Root> places_;
  std::vector<Root*> free_;
  std::size_t in_use_ = 0;
};

}  // namespace tessera::detail
