// Memory that holds machine code, and how exceptions of C++ pass through it.
#include "platform/code.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>

#include "platform/memory.hpp"
#include "platform/posix/unwind_table.hpp"

extern "C" void __register_frame(void* table);    // NOLINT: the compiler's own library has these names
extern "C" void __deregister_frame(void* table);  // NOLINT

namespace tessera::platform {

namespace {

bool protect(void* p, std::size_t bytes, int protection) {
  const auto first = reinterpret_cast<std::uintptr_t>(p) & ~(page_bytes - 1);
  const auto end = (reinterpret_cast<std::uintptr_t>(p) + bytes + page_bytes - 1) & ~(page_bytes - 1);
  return mprotect(reinterpret_cast<void*>(first), end - first, protection) == 0;
}

}  // namespace

bool make_executable(void* p, std::size_t bytes) { return protect(p, bytes, PROT_READ | PROT_EXEC); }

CodeWriter::~CodeWriter() {
  if (file_ >= 0) close(file_);
}

bool CodeWriter::write(void* to, const void* code, std::size_t bytes) {
  if (write_as_file(to, code, bytes)) return true;
  if (!protect(to, bytes, PROT_READ | PROT_WRITE)) return false;
  std::memcpy(to, code, bytes);
  return make_executable(to, bytes);
}

bool CodeWriter::write_as_file(const void* to, const void* code, std::size_t bytes) {
  if (process_ != getpid()) {
    if (file_ >= 0) close(file_);
    file_ = open("/proc/self/mem", O_WRONLY | O_CLOEXEC);
    process_ = getpid();
  }
  const auto place = static_cast<off_t>(reinterpret_cast<std::uintptr_t>(to));
  return file_ >= 0 && pwrite(file_, code, bytes, place) == static_cast<ssize_t>(bytes);
}

UnwindTable::UnwindTable(const void* begin, std::size_t bytes) : table_{} {
  const auto table = unwind_table(begin, bytes);
  static_assert(sizeof table <= sizeof table_);
  std::memcpy(table_, table.data(), sizeof table);
  __register_frame(table_);
}

UnwindTable::~UnwindTable() { __deregister_frame(table_); }

}  // namespace tessera::platform
