// Memory for machine code, and unwinding of C++ exceptions through it. Layer: platform.
#pragma once

#include <cstddef>

namespace tessera::platform {

/// Makes the pages with these bytes writable, and not executable. False if the system refuses.
bool make_writable(void* p, std::size_t bytes);
/// Makes them executable, and not writable, and has the processor forget instructions that it read there before.
bool make_executable(void* p, std::size_t bytes);

/// Has this thread see code that another one made, with which it is synchronized; the processor may have read ahead.
inline void see_new_code() {
#if defined(__aarch64__)
  asm volatile("isb" ::: "memory");
#endif
}

/// Registers how to unwind machine code. All its frames are as MacroAssembler::enter builds them. Exceptions and thread
/// cancellation pass through such frames.
///
///     x86-64                                  AArch64
///     [rbp + 8]          return address       [x29 + 96 ...]   d8 to d15
///     [rbp]              rbp                  [x29 + 16 ...]   x19 to x28
///     [rbp - 8 ...]      rbx, r12 to r15      [x29]            x29, return address (x30)
class UnwindTable {
 public:
  UnwindTable(const void* begin, std::size_t bytes);
  ~UnwindTable();
  UnwindTable(const UnwindTable&) = delete;
  UnwindTable& operator=(const UnwindTable&) = delete;

 private:
  alignas(8) unsigned char table_[120];
};

}  // namespace tessera::platform
