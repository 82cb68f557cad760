// Interrupts where neither signals nor threads can ask for them. Layer: platform.
#pragma once

namespace tessera::platform {

/// True on WebAssembly, the one system with addresses of 32 bits. There each evaluation counts its safepoints, and
/// after some of them asks `interrupt_is_asked`, and leaves the instruction loop to enter it again: its host replaces
/// the code of a function by better code only when the function is called.
inline constexpr bool asks_for_interrupts = sizeof(void*) == 4;

/// True if the host wants the evaluation to be interrupted; once for each wish.
bool interrupt_is_asked();

}  // namespace tessera::platform
