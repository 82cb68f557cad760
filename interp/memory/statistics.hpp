// The cost of collections, and the histogram of their pauses. Layer: memory.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace tessera {

/// Counts pauses by their duration: four kinds for each power of two.
class PauseHistogram {
 public:
  static constexpr std::size_t kinds = 160;
  static std::size_t kind_of(std::uint64_t nanoseconds) {
    const std::uint64_t n = nanoseconds + 4;
    const auto power = static_cast<std::size_t>(std::bit_width(n)) - 3;
    return std::min(4 * power + static_cast<std::size_t>((n >> power) & 3), kinds - 1);
  }
  static std::uint64_t longest_of(std::size_t kind) { return ((4 + kind % 4 + 1) << (kind / 4)) - 1 - 4; }

  void add(std::uint64_t nanoseconds) {
    longest_ = std::max(longest_, nanoseconds);
    ++counts_[kind_of(nanoseconds)];
    ++all_;
  }
  std::uint64_t count() const { return all_; }
  std::uint64_t longest() const { return longest_; }
  /// Returns a duration that this part of all pauses does not exceed.
  std::uint64_t percentile(double part) const {
    std::uint64_t n = 0;
    for (std::size_t kind = 0; kind < kinds && all_ > 0; ++kind)
      if (n += counts_[kind]; static_cast<double>(n) >= part * static_cast<double>(all_)) return std::min(longest_of(kind), longest_);
    return longest_;
  }

 private:
  std::uint64_t counts_[kinds] = {};
  std::uint64_t all_ = 0, longest_ = 0;
};

/// The cost of collections since the heap was made. Parts of a major collection follow a minor one in the same pause,
/// or are a pause of their own.
struct CollectorStatistics {
  std::uint64_t minor_count = 0, major_count = 0;
  std::uint64_t minor_nanoseconds = 0, major_nanoseconds = 0;  ///< totals
  std::uint64_t longest_minor_nanoseconds = 0;                 ///< without the major part of the pause
  std::uint64_t promoted_bytes = 0;                            ///< the bytes that minor collections moved to old space
  PauseHistogram pauses;
};

}  // namespace tessera
