// What a program does about signals. Layer: platform.
#pragma once

namespace tessera::platform {

/// Have Ctrl-C call `action`, which may do only what a signal handler may. A read that waits returns.
void on_interrupt(void (*action)());

/// A write to where nobody reads any more fails, instead of ending the process.
void ignore_broken_pipes();

}  // namespace tessera::platform
