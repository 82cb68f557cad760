// The end of the C++ stack; there is one thread. Layer: platform.
#include "platform/thread_stack.hpp"

#include <emscripten/stack.h>

#include <cstddef>
#include <cstdint>

namespace tessera::platform {

namespace {

/// The host has a stack of its own, of about a megabyte, for what is not in the linear memory. It ends without a
/// warning, so code must not use more of the stack in the linear memory than this, which was measured for deep
/// recursion.
constexpr std::size_t usable_bytes = std::size_t{256} << 10;

const void* owner = nullptr;

}  // namespace

void set_thread_owner(const void* of) { owner = of; }
const void* thread_owner() { return owner; }

const char* thread_stack_end(const char*) { return reinterpret_cast<const char*>(emscripten_stack_get_base()) - usable_bytes; }

}  // namespace tessera::platform
