// A statistical profiler: the signal handler of the sampling clock notes what runs, and the next safepoint notes the
// frames. Layer: vm.
#pragma once

#include "platform/sampling.hpp"
#include "vm/vm_state.hpp"

namespace tessera {

/// The bit of the poll word that asks for the frames: see memory/poll_word.hpp for the others.
inline constexpr std::uint32_t poll_sample = 256;

class Profiler final : public platform::SamplingClock {
 public:
  explicit Profiler(VmState& vm) : vm_(vm), samples_(vm.heap) {}
  /// Keeps at most so many different samples, and counts the others.
  void limit(std::uint64_t most) { most_ = most; }
  /// Adds the samples that are due to the list. Called at safepoints, before a collection.
  void take();
  /// Returns the list of samples, the latest first, and forgets them. A sample is a list of a count, the tier, the
  /// operation that ran above the frames or NIL, and of the frames' functions, innermost first: names, or functions
  /// without a name.
  Value take_samples();
  std::uint64_t dropped() const { return dropped_; }

 private:
  enum class Tier : std::uint8_t { interpreted, machine_code, native, collector, jit };
  /// What the signal handler saw.
  struct Mark {
    std::uint32_t count;
    Tier tier;
    Value* base;                    ///< the frame that ran; nullptr if unknown
    Value function;                 ///< its function
    const Instruction* pc;          ///< the instruction after the one that ran; nullptr if unknown
    std::uint64_t collections = 0;  ///< minor collections until then: later ones move the function
  };
  void sampled(const platform::SampledPosition& at) override;
  void add(const Mark& mark);
  Value operation_of(const Mark& mark, const Code* code) const;

  static constexpr std::uint32_t most_marks = 16;
  VmState& vm_;
  Handle samples_;
  std::uint64_t kept_ = 0, most_ = 0, dropped_ = 0;
  Mark marks_[most_marks];
  std::atomic<std::uint32_t> marked_{0};
};

}  // namespace tessera
