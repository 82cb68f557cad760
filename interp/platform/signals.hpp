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

/// Makes a write to a closed pipe fail, instead of ending the process.
void ignore_broken_pipes();

}  // namespace tessera::platform
