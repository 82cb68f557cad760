// UTF-8: decoding that never fails, and encoding of any code point. Layer: base.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/string_view.hpp"

namespace tessera {

/// The character in place of a byte that is not valid UTF-8.
inline constexpr char32_t replacement_character = 0xFFFD;

namespace utf8_detail {

inline bool continues(const char* p, const char* end) { return p < end && (static_cast<unsigned char>(*p) & 0xC0) == 0x80; }

/// Returns the length of the sequence that `lead` starts, or 0 if it starts none.
inline int sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return 2;
  if (lead >= 0xE0 && lead <= 0xEF) return 3;
  return lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
}

}  // namespace utf8_detail

/// Returns the character at `p` (p < end) and advances `p`. An invalid byte gives U+FFFD and is skipped alone.
inline char32_t utf8_next(const char*& p, const char* end) {
  const auto lead = static_cast<unsigned char>(*p++);
  const int n = utf8_detail::sequence_length(lead);
  if (n == 1) return lead;
  if (n == 0) return replacement_character;
  static constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  char32_t c = lead & (0xFF >> (n + 1));
  const char* q = p;
  for (int i = 1; i < n; ++i, ++q) {
    if (!utf8_detail::continues(q, end)) return replacement_character;
    c = (c << 6) | (static_cast<unsigned char>(*q) & 0x3F);
  }
  if (c < least[n] || c > 0x10FFFF) return replacement_character;
  p = q;
  return c;
}

inline void utf8_append(std::string& out, char32_t c) {
  if (c < 0x80) {
    out.push_back(static_cast<char>(c));
    return;
  }
  const int tail = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  static constexpr unsigned char mark[] = {0, 0xC0, 0xE0, 0xF0};
  out.push_back(static_cast<char>(mark[tail] | (c >> (6 * tail))));
  for (int i = tail - 1; i >= 0; --i) out.push_back(static_cast<char>(0x80 | ((c >> (6 * i)) & 0x3F)));
}

inline std::u32string utf8_decode(std::string_view text) {
  std::u32string out;
  out.reserve(text.size());
  for (const char *p = text.data(), *end = p + text.size(); p < end;) out.push_back(utf8_next(p, end));
  return out;
}

/// True if all bytes are ASCII.
inline bool is_ascii(const void* bytes, std::size_t size) {
  const auto* p = static_cast<const unsigned char*>(bytes);
  std::uint64_t seen = 0;
  for (; size >= sizeof seen; size -= sizeof seen, p += sizeof seen) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, p, sizeof eight);
    seen |= eight;
  }
  while (size-- > 0) seen |= *p++;
  return (seen & 0x8080808080808080) == 0;
}

/// Returns `f` of the characters of `text`, which are not copied if they are all ASCII.
template <class F> auto with_utf8_decoded(std::string_view text, F f) {
  if (!is_ascii(text.data(), text.size())) return f(StringView(utf8_decode(text)));
  return f(StringView(reinterpret_cast<const unsigned char*>(text.data()), text.size()));
}

inline void utf8_append(std::string& out, StringView text) {
  text.visit([&out](auto units) {
    for (auto at = units.begin(); at != units.end();) {
      const auto end = std::find_if(at, units.end(), [](char32_t c) { return c >= 0x80; });
      out.append(at, end);  // ASCII: most of most texts
      at = end;
      if (at != units.end()) utf8_append(out, static_cast<char32_t>(*at++));
    }
  });
}

inline std::string utf8_encode(StringView text) {
  if (text.is_narrow() && is_ascii(text.narrow_data(), text.size()))
    return std::string(reinterpret_cast<const char*>(text.narrow_data()), text.size());
  std::string out;
  out.reserve(text.size());
  utf8_append(out, text);
  return out;
}

}  // namespace tessera
