// Waits for descriptors with another signal mask, as ppoll does. Layer: platform.
#pragma once

#include <signal.h>

#include "platform/waiting.hpp"

namespace tessera::platform {

/// Waits like `wait_for_files`, and meanwhile has the signal mask `signals`, unless that is null.
int wait_with_signals(std::span<WaitFile> files, std::uint64_t nanoseconds, const sigset_t* signals);

}  // namespace tessera::platform
