// Unwind information for frames of machine code (platform/code.hpp).
#include "platform/posix/unwind_table.hpp"

#include <cstdint>
#include <cstring>
#include <iterator>

namespace tessera::platform {

namespace {

// DWARF's numbers of registers, and its operations: a saved register is named with its distance from the frame's end,
// in words.
constexpr unsigned char def_cfa = 0x0C, offset = 0x80, offset_extended = 0x05;

#if defined(__aarch64__)
constexpr unsigned char x29 = 29, x30 = 30, d8 = 72, return_address = x30;
constexpr unsigned char saved[] = {
    // clang-format off
    def_cfa, x29, 0xA0, 0x01 /* 160 */, offset | x29, 20, offset | x30, 19,
    offset | 19, 18, offset | 20, 17, offset | 21, 16, offset | 22, 15, offset | 23, 14,
    offset | 24, 13, offset | 25, 12, offset | 26, 11, offset | 27, 10, offset | 28, 9,
    offset_extended, d8, 8, offset_extended, d8 + 1, 7, offset_extended, d8 + 2, 6, offset_extended, d8 + 3, 5,
    offset_extended, d8 + 4, 4, offset_extended, d8 + 5, 3, offset_extended, d8 + 6, 2, offset_extended, d8 + 7, 1,
    // clang-format on
};
#else
constexpr unsigned char rbx = 3, rbp = 6, r12 = 12, r13 = 13, r14 = 14, r15 = 15, return_address = 16;
constexpr unsigned char saved[] = {
    // clang-format off
    def_cfa, rbp, 16, offset | return_address, 1, offset | rbp, 2, offset | rbx, 3,
    offset | r12, 4, offset | r13, 5, offset | r14, 6, offset | r15, 7,
    // clang-format on
};
#endif

constexpr unsigned char head[] = {1, 'z', 'R', 0, 1, 0x78 /* -8 */, return_address, 1, 0 /* addresses are absolute */};
constexpr std::size_t cie_bytes = (4 + sizeof head + sizeof saved + 4 + 7) / 8 * 8 - 4;  // with the length before it, whole words
constexpr std::uint32_t fde_bytes = 28;
static_assert(4 + cie_bytes + 4 + fde_bytes + 4 <= std::tuple_size_v<CodeUnwindTable>);

}  // namespace

CodeUnwindTable unwind_table(const void* begin, std::size_t bytes) {
  CodeUnwindTable table{};  // 0 is an operation without effect
  unsigned char* at = table.data();
  const auto put = [&at](const auto& value) {
    std::memcpy(at, &value, sizeof value);
    at += sizeof value;
  };
  put(static_cast<std::uint32_t>(cie_bytes));
  unsigned char* const cie = at;
  put(std::uint32_t{0});  // a CIE
  put(head);
  put(saved);
  at = cie + cie_bytes;
  put(fde_bytes);
  put(static_cast<std::uint32_t>(at - cie + 4));  // offset of the CIE, which its length precedes
  put(reinterpret_cast<std::uint64_t>(begin));
  put(static_cast<std::uint64_t>(bytes));
  return table;  // the end: a length of 0
}

}  // namespace tessera::platform
