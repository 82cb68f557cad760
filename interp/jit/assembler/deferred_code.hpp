// Code that is emitted out of line, after everything else. Layer: jit.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>

namespace tessera {

/// Emits code later: a lambda that captures labels and numbers, kept without allocating.
class DeferredCode {
 public:
  template <class Emit> DeferredCode(Emit emit)  // NOLINT: lambdas are converted implicitly
      requires(!std::is_same_v<Emit, DeferredCode>)
      : call_([](const void* held) { (*static_cast<const Emit*>(held))(); }),
        copy_([](void* to, const void* from) { new (to) Emit(*static_cast<const Emit*>(from)); }) {
    static_assert(sizeof emit <= sizeof held_ && alignof(Emit) <= 8 && std::is_trivially_destructible_v<Emit>);
    copy_(held_, &emit);
  }
  DeferredCode(const DeferredCode& other) : call_(other.call_), copy_(other.copy_) { copy_(held_, other.held_); }
  DeferredCode& operator=(const DeferredCode&) = delete;
  void operator()() const { call_(held_); }

 private:
  void (*call_)(const void* held);
  void (*copy_)(void* to, const void* from);
  alignas(8) std::byte held_[112];
};

}  // namespace tessera
