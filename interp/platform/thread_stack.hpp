// The end of the running thread's stack. Layer: platform.
#pragma once

namespace tessera::platform {

/// Returns the lowest address of the thread's stack; 0 if `here`, an address within the running function's frame, lies
/// on another stack. Asks the system once for each thread.
const char* thread_stack_end(const char* here);

/// Says that the calling thread runs Lisp for `owner`, a virtual machine, until it ends.
void set_thread_owner(const void* owner);
/// Returns the owner of the calling thread; nullptr for threads of the host.
const void* thread_owner();

}  // namespace tessera::platform
