// Memory for machine code, and unwinding of C++ exceptions through it. Layer: platform.
#pragma once

#include <cstddef>

namespace tessera::platform {

/// Makes the pages with these bytes writable, and not executable. False if the system refuses.
bool make_writable(void* p, std::size_t bytes);
/// Makes them executable, and not writable.
bool make_executable(void* p, std::size_t bytes);

/// Registers how to unwind machine code: all its frames are as `enter` in jit/calls/links.cpp builds them, with rbp
/// at the saved rbp, the return address above it, and rbx, r12, r13, r14 and r15 below. Exceptions and thread
/// cancellation pass through such frames.
class UnwindTable {
 public:
  UnwindTable(const void* begin, std::size_t bytes);
  ~UnwindTable();
  UnwindTable(const UnwindTable&) = delete;
  UnwindTable& operator=(const UnwindTable&) = delete;

 private:
  alignas(8) unsigned char table_[96];
};

}  // namespace tessera::platform
