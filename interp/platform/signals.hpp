// What a program does about signals. Layer: platform.
#pragma once

namespace tessera::platform {

/// Have Ctrl-C call `action`, which may do only what a signal handler may. A read that waits returns.
void on_interrupt(void (*action)());

/// Have the first request to end, SIGTERM, call `action`, which may do only what a signal handler may, and which has so many seconds to end the
/// process; a second one, later than a moment after it, or too long a wait, ends it at once, with `terminated_status` as shells show it.
void on_terminate(void (*action)(), unsigned seconds);
inline constexpr int terminated_status = 128 + 15;

/// A write to where nobody reads any more fails, instead of ending the process.
void ignore_broken_pipes();

}  // namespace tessera::platform
