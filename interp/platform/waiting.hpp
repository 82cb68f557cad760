// Waits for descriptors. Layer: platform.
#pragma once

#include <cstdint>
#include <span>

namespace tessera::platform {

enum Readiness : std::uint8_t {
  readable = 1,
  writable = 2,
  broken = 4,  ///< the other side has gone, or the descriptor is not open; found without being wanted
};

/// A descriptor to wait for. The system ignores a negative one.
struct WaitFile {
  int fd = -1;
  std::uint8_t wanted = readable;
  std::uint8_t found = 0;  ///< set by the wait
};

/// Waits until one of `files` is ready, or the time has passed; UINT64_MAX: without a limit. Returns the number of
/// those that are ready; -1 on failure, with the reason in errno: EINTR after a signal.
int wait_for_files(std::span<WaitFile> files, std::uint64_t nanoseconds);

/// The same for one descriptor.
inline int wait_for_file(int fd, Readiness wanted, std::uint64_t nanoseconds) {
  WaitFile file{fd, wanted};
  return wait_for_files({&file, 1}, nanoseconds);
}

}  // namespace tessera::platform
