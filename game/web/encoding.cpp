// Decodes what browsers encode: percent encoding, forms, cookies. Layer: web.
#include "encoding.hpp"

#include <boost/locale/utf.hpp>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace tessera::web {

namespace {

/// Calls `take(part)` for each part of `text` between the separators until it returns false.
template <class Take> bool each_part(std::string_view text, char separator, Take&& take) {
  for (;;) {
    const std::size_t end = text.find(separator);
    if (!take(text.substr(0, end))) return false;
    if (end == std::string_view::npos) return true;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

bool is_utf8(std::string_view text) {
  using boost::locale::utf::utf_traits;
  for (auto at = text.begin(); at != text.end();)
    if (!boost::locale::utf::is_valid_codepoint(utf_traits<char>::decode(at, text.end()))) return false;
  return true;
}

bool is_token_char(char c) {
  if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return true;
  return c != '\0' && std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

bool is_token(std::string_view text) {
  for (const char c : text)
    if (!is_token_char(c)) return false;
  return !text.empty();
}

std::optional<std::string> decode_percent(std::string_view text, bool plus) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      unsigned char octet = 0;
      const std::string_view digits = text.substr(i + 1, 2);
      if (digits.size() < 2 || std::from_chars(digits.data(), digits.data() + 2, octet, 16).ptr != digits.data() + 2) return std::nullopt;
      c = static_cast<char>(octet);
      i += 2;
    } else if (c == '+' && plus) {
      c = ' ';
    }
    if (c == '\0') return std::nullopt;
    decoded += c;
  }
  if (!is_utf8(decoded)) return std::nullopt;
  return decoded;
}

std::optional<Fields> decode_form(std::string_view text, std::size_t most) {
  Fields fields;
  const bool good = each_part(text, '&', [&](std::string_view part) {
    if (part.empty()) return true;
    const std::size_t equals = part.find('=');
    auto name = decode_percent(part.substr(0, equals), true);
    auto value = decode_percent(equals == std::string_view::npos ? "" : part.substr(equals + 1), true);
    if (!name || !value || fields.size() == most) return false;
    fields.emplace_back(std::move(*name), std::move(*value));
    return true;
  });
  if (!good) return std::nullopt;
  return fields;
}

std::vector<std::string> cookie_values(std::string_view header, std::string_view name, std::size_t most) {
  std::vector<std::string> found;
  each_part(header, ';', [&](std::string_view part) {
    const std::size_t equals = part.find('=');
    if (equals != std::string_view::npos && trimmed(part.substr(0, equals)) == name) found.emplace_back(trimmed(part.substr(equals + 1)));
    return found.size() < most;
  });
  return found;
}

std::string ascii_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

void report(std::string_view message) {
  std::string line(message);
  if (const char* format = std::getenv("LOG"); format != nullptr && std::string_view(format) == "json") {
    char time[sizeof "2000-01-01T00:00:00Z"];
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    std::strftime(time, sizeof time, "%FT%TZ", ::gmtime_r(&now, &parts));
    line = std::string(R"({"time":")") + time + R"(","level":"warning","event":"server","message":")";
    for (const char c : message) (c == '"' || c == '\\' ? line += '\\' : line) += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    line += "\"}";
  }
  std::fprintf(stderr, "%s\n", line.c_str());
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

}  // namespace tessera::web
