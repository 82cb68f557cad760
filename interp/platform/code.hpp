// Memory that holds machine code, and how exceptions of C++ pass through it. Layer: platform.
#pragma once

#include <cstddef>

namespace tessera::platform {

/// The pages with these bytes can be written, and not executed; false if the system does not allow it.
bool make_writable(void* p, std::size_t bytes);
/// They can be executed, and not written.
bool make_executable(void* p, std::size_t bytes);

/// Tells the system how to unwind machine code: all frames of it are as `enter` in machine/links.cpp begins them, with rbp at the
/// saved rbp, above it the return address, below it rbx, r12, r13, r14 and r15. So exceptions, and the end of a thread, pass through.
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
