// Pairs of objects that a comparison comes to again, in data that is circular or shared many times over. Layer: data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "runtime/runtime.hpp"

namespace tessera {

/// Tells of pairs of objects that need not be compared, as they are being compared already, or were. So a comparison ends on circular
/// data, and takes no longer than the data is large where parts are shared. What is compared is found in a table of classes of
/// objects taken to be the same. As the table costs more than most comparisons, it is asked only after many pairs, and then of some in
/// a row among many: unless those show that pairs come again. Now and then it looks for interrupts, too, if `heeded` is there to ask:
/// where one waits nothing need be compared any more, as the comparison has no result.
class RepeatWatch {
 public:
  explicit RepeatWatch(Runtime* heeded = nullptr) : heeded_(heeded) {}
  /// `a` and `b` are about to be compared. True: they need not be.
  bool knows(Value a, Value b) { return --left_ <= 0 && look(a, b); }
  /// A look at interrupts, for long stretches without pairs. True: one waits.
  bool is_interrupted() { return interrupted_ = interrupted_ || (heeded_ != nullptr && heeded_->interrupt_waits()); }
  /// The result, `same`, of the comparison: FAILED if it was interrupted.
  Value result(Runtime& rt, bool same) const { return interrupted_ ? rt.fail_interrupted() : boolean(same); }

 private:
  static constexpr std::int64_t unwatched_pairs = std::int64_t{1} << 20, watched_pairs = 4096;
  using Classes = std::unordered_map<std::uint64_t, std::uint64_t>;  ///< of each object another one of its class

  bool look(Value a, Value b);
  std::uint64_t representative(std::uint64_t object);

  std::int64_t left_ = unwatched_pairs;
  Runtime* heeded_;
  bool interrupted_ = false;
  std::int64_t known_ = 0;  ///< of the pairs watched in this row
  std::unique_ptr<Classes> classes_;
};

}  // namespace tessera
