// Signal handling of a program. Layer: platform.
#pragma once

namespace tessera::platform {

/// Makes Ctrl-C call `action`, which may do only what a signal handler may. A blocked read returns.
void on_interrupt(void (*action)());

/// Makes the first request to end, SIGTERM, call `action`, which may do only what a signal handler may, and has so many
/// seconds to end the process. A second SIGTERM, more than a moment later, or the end of these seconds, ends it at once
/// with `terminated_status`, as shells show it.
void on_terminate(void (*action)(), unsigned seconds);
inline constexpr int terminated_status = 128 + 15;

/// Requests to end, SIGTERM, as a descriptor to wait for. The other threads of the process must block the signal.
class TerminationRequests {
 public:
  TerminationRequests() = default;
  ~TerminationRequests() { close(); }
  TerminationRequests(const TerminationRequests&) = delete;
  TerminationRequests& operator=(const TerminationRequests&) = delete;

  /// Has requests make `descriptor` readable, and do nothing else. Returns false if that is impossible.
  bool open();
  /// Has requests do what they did before. Must be called by the thread that opened this.
  void close();
  /// Returns -1 while this is closed.
  int descriptor() const { return descriptor_; }
  /// Returns true if the process was asked to end since the last call.
  bool take() const;

 private:
  int descriptor_ = -1;
};

/// Makes a write to a closed pipe fail, instead of ending the process.
void ignore_broken_pipes();

}  // namespace tessera::platform
