// Memory for machine code, and unwinding through it.
#include "platform/code.hpp"

#include <sys/mman.h>

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

bool make_writable(void* p, std::size_t bytes) { return protect(p, bytes, PROT_READ | PROT_WRITE); }

bool make_executable(void* p, std::size_t bytes) {
  if (!protect(p, bytes, PROT_READ | PROT_EXEC)) return false;
  char* const begin = static_cast<char*>(p);
  __builtin___clear_cache(begin, begin + bytes);
  return true;
}

UnwindTable::UnwindTable(const void* begin, std::size_t bytes) : table_{} {
  const auto table = unwind_table(begin, bytes);
  static_assert(sizeof table <= sizeof table_);
  std::memcpy(table_, table.data(), sizeof table);
  __register_frame(table_);
}

UnwindTable::~UnwindTable() { __deregister_frame(table_); }

}  // namespace tessera::platform
