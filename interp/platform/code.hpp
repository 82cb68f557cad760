// Memory that holds machine code, and how exceptions of C++ pass through it. Layer: platform.
#pragma once

#include <cstddef>

namespace tessera::platform {

/// The pages with these bytes can be executed, and not written; false if the system does not allow it.
bool make_executable(void* p, std::size_t bytes);

/// Writes into memory that can be executed. Where the system lets a process write to its own memory as to a file, its pages stay as they
/// are, which is five times as quick; else they can be written, and not executed, for that long.
class CodeWriter {
 public:
  CodeWriter() = default;
  ~CodeWriter();
  CodeWriter(const CodeWriter&) = delete;
  CodeWriter& operator=(const CodeWriter&) = delete;
  /// False if the system lets nobody write there, or not execute it afterwards.
  bool write(void* to, const void* code, std::size_t bytes);

 private:
  bool write_as_file(const void* to, const void* code, std::size_t bytes);
  int file_ = -1;
  int process_ = 0;  ///< whose memory that is: a process that this one forks has another
};

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
