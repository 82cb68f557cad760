// Detects pairs of objects that a comparison meets again, in circular or heavily shared data. Layer: data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "runtime/runtime.hpp"

namespace tessera {

/// Tells which pairs of objects need not be compared because they are being compared, or have been. So a comparison
/// ends on circular data, and takes time linear in the size of shared data. Equal objects are merged into classes in a
/// table. Since the table costs more than most comparisons, it is consulted only after many pairs, and then for runs of
/// pairs, until one of these shows repetition. If `interruptible_by` is set, the watch also checks for interrupts:
/// after one the comparison has no result, and the rest need not be compared.
class RepeatWatch {
 public:
  explicit RepeatWatch(Runtime* interruptible_by = nullptr) : interruptible_by_(interruptible_by) {}
  /// True if `a` and `b`, which are about to be compared, need not be.
  bool knows(Value a, Value b) { return --left_ <= 0 && look(a, b); }
  /// Checks for interrupts, for long stretches without pairs. True: one is pending.
  bool is_interrupted() { return interrupted_ = interrupted_ || (interruptible_by_ != nullptr && interruptible_by_->interrupt_waits()); }
  /// Returns the result of the comparison, `same`; FAILED if it was interrupted.
  Value result(Runtime& rt, bool same) const { return interrupted_ ? rt.fail_interrupted() : boolean(same); }

 private:
  static constexpr std::int64_t unwatched_pairs = std::int64_t{1} << 20, watched_pairs = 4096;
  using Classes = std::unordered_map<std::uint64_t, std::uint64_t>;  ///< maps each object to another one of its class

  bool look(Value a, Value b);
  std::uint64_t representative(std::uint64_t object);

  std::int64_t left_ = unwatched_pairs;
  Runtime* interruptible_by_;
  bool interrupted_ = false;
  std::int64_t known_ = 0;  ///< the number of pairs watched in this run that were known
  std::unique_ptr<Classes> classes_;
};

}  // namespace tessera
