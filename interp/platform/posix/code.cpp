// Memory that holds machine code, and how exceptions of C++ pass through it.
#include "platform/code.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <initializer_list>

#include "platform/memory.hpp"

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

// As DWARF has it: what holds for all (a CIE), and the range that it holds for (an FDE).
UnwindTable::UnwindTable(const void* begin, std::size_t bytes) : table_{} {
  constexpr unsigned char def_cfa = 0x0C, offset = 0x80, rbx = 3, rbp = 6, r12 = 12, r13 = 13, r14 = 14, r15 = 15, return_address = 16;
  unsigned char* at = table_;
  const auto put = [&at](const auto& value) {
    std::memcpy(at, &value, sizeof value);
    at += sizeof value;
  };
  const auto put_bytes = [&at](std::initializer_list<unsigned char> all) {
    for (const unsigned char b : all) *at++ = b;
  };
  put(std::uint32_t{36});
  unsigned char* const cie = at;
  put(std::uint32_t{0});  // a CIE
  put_bytes({1, 'z', 'R', 0, 1, 0x78 /* -8 */, return_address, 1, 0 /* addresses are absolute */});
  put_bytes({def_cfa, rbp, 16, offset | return_address, 1, offset | rbp, 2, offset | rbx, 3});
  put_bytes({offset | r12, 4, offset | r13, 5, offset | r14, 6, offset | r15, 7});
  while (at < cie + 36) *at++ = 0;
  put(std::uint32_t{28});
  put(static_cast<std::uint32_t>(at - cie + 4));  // to the CIE, whose length stands before it
  put(reinterpret_cast<std::uint64_t>(begin));
  put(static_cast<std::uint64_t>(bytes));
  while (at < table_ + 4 + 36 + 4 + 28) *at++ = 0;  // no more to say; then a length of 0 ends the table
  __register_frame(table_);
}

UnwindTable::~UnwindTable() { __deregister_frame(table_); }

}  // namespace tessera::platform
