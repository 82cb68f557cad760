// Unwind information for frames of machine code.
#include "platform/posix/unwind_table.hpp"

#include <cstdint>
#include <cstring>
#include <initializer_list>

namespace tessera::platform {

std::array<unsigned char, 80> unwind_table(const void* begin, std::size_t bytes) {
  constexpr unsigned char def_cfa = 0x0C, offset = 0x80, rbx = 3, rbp = 6, r12 = 12, r13 = 13, r14 = 14, r15 = 15, return_address = 16;
  std::array<unsigned char, 80> table{};
  unsigned char* at = table.data();
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
  put(static_cast<std::uint32_t>(at - cie + 4));  // offset of the CIE, which its length precedes
  put(reinterpret_cast<std::uint64_t>(begin));
  put(static_cast<std::uint64_t>(bytes));
  return table;  // the end: a length of 0
}

}  // namespace tessera::platform
