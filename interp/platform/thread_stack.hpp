// Where the stack of the running thread ends. Layer: platform.
#pragma once

namespace tessera::platform {

/// The lowest address of the thread's stack; 0 if `here`, an address of the running function's, lies on another stack. The system
/// is asked once in each thread.
const char* thread_stack_end(const char* here);

}  // namespace tessera::platform
