// Pairs of objects that a comparison comes to again, in data that is circular or shared many times over. Layer: data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "memory/value.hpp"

namespace tessera {

/// Tells of pairs of objects that need not be compared, as they are being compared already, or were. So a comparison ends on circular
/// data, and takes no longer than the data is large where parts are shared. What is compared is found in a table of classes of
/// objects taken to be the same. As the table costs more than most comparisons, it is asked only after many pairs, and then of some in
/// a row among many: unless those show that pairs come again.
class RepeatWatch {
 public:
  /// `a` and `b` are about to be compared. True: they need not be.
  bool knows(Value a, Value b) { return --left_ <= 0 && look(a, b); }

 private:
  static constexpr std::int64_t unwatched_pairs = std::int64_t{1} << 20, watched_pairs = 4096;
  using Classes = std::unordered_map<std::uint64_t, std::uint64_t>;  ///< of each object another one of its class

  bool look(Value a, Value b);
  std::uint64_t representative(std::uint64_t object);

  std::int64_t left_ = unwatched_pairs;
  std::int64_t known_ = 0;  ///< of the pairs watched in this row
  std::unique_ptr<Classes> classes_;
};

}  // namespace tessera
