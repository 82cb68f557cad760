// When major collections begin, and how fast they mark. Layer: memory. README.md explains the pace.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/config.hpp"

namespace tessera {

class Pace {
 public:
  /// Old space may grow by this part of its size, and at least by these bytes, while it is marked.
  static constexpr std::size_t growth_divisor = 8, min_growth = std::size_t{4} << 20;

  /// True if old space, which has `taken` bytes, has grown enough for a major collection. The newest large object does
  /// not count until there has been a collection: it is in use.
  bool is_due(std::size_t taken, std::size_t limit) const {
    return taken > std::min(next_, live_ + (limit - std::min(live_, limit)) / 2) + newest_large_;
  }
  /// Returns the bytes of old space by which a marking that begins now is to end. At twice that growth it ends at once.
  static std::size_t goal(std::size_t taken, std::size_t limit) {
    return taken + std::min(std::max(taken / growth_divisor, min_growth), (limit - std::min(taken, limit)) / 2);
  }

  void note_large_object(std::size_t bytes) { newest_large_ = bytes; }
  void note_minor(std::size_t used, std::size_t promoted, std::size_t survived) {
    if (used <= config::nursery_bytes / 16) return;
    survival_ = static_cast<double>(promoted) / static_cast<double>(used);
    kept_ = static_cast<double>(promoted + survived) / static_cast<double>(used);
  }
  void note_collection() { newest_large_ = 0; }
  void note_slice(double nanoseconds, double bytes) {
    if (bytes > 1 << 14) nanoseconds_per_byte_ += (std::clamp(nanoseconds / bytes, 0.1, 20.0) - nanoseconds_per_byte_) / 8;
  }
  /// Notes the end of marking: `first` bytes of old space were taken when it began, `taken` are now.
  void note_marked(std::size_t first, std::size_t taken) {
    unseen_ = taken - std::min(taken, first);
    is_sweeping_ = true;
  }
  /// Notes the end of sweeping. What was kept unseen may be garbage: it hardly counts, lest each collection let the
  /// heap grow further.
  void note_swept(std::size_t taken) {
    const std::size_t unseen = std::min(unseen_, taken);
    is_sweeping_ = false;
    live_ = taken - unseen;
    next_ = std::max(config::major_first_bytes, live_ / 100 * config::major_growth_percent + std::min(unseen, min_growth));
  }

  bool is_sweeping() const { return is_sweeping_; }
  /// Returns the time that a minor collection of so many bytes is expected to take: 1 ns for each that survives.
  std::uint64_t minor_nanoseconds(std::size_t bytes) const {
    return 50'000 + static_cast<std::uint64_t>(static_cast<double>(bytes) * kept_);
  }
  double survival() const { return survival_; }
  double nanoseconds_per_byte() const { return nanoseconds_per_byte_; }

 private:
  std::size_t next_ = config::major_first_bytes;
  std::size_t live_ = 0;             ///< bytes of old space after the last major collection
  std::size_t newest_large_ = 0;     ///< bytes of the newest large object, if there was no collection since
  std::size_t unseen_ = 0;           ///< bytes that the last major collection kept since they were allocated meanwhile
  double survival_ = 0.1;            ///< the part of the nursery that the last minor collection moved to old space
  double kept_ = 0.1;                ///< the part that it kept alive
  double nanoseconds_per_byte_ = 1;  ///< of marking
  bool is_sweeping_ = false;         ///< a major collection has marked, and `next_` is not set yet
};

}  // namespace tessera
