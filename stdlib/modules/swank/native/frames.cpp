// Splits a byte stream into Swank's messages.
#include "frames.hpp"

#include <stdexcept>

namespace tessera::swank {

namespace {

constexpr std::string_view digits = "0123456789abcdef";

/// Returns the value of a hexadecimal digit, or -1.
int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// Returns the length in `header`, or nothing if it is malformed.
std::optional<std::size_t> length_of(std::string_view header) {
  std::size_t length = 0;
  for (const char c : header) {
    if (digit_value(c) < 0) return std::nullopt;
    length = length * 16 + static_cast<std::size_t>(digit_value(c));
  }
  return length;
}

}  // namespace

std::optional<std::string> Frames::next() {
  if (malformed_ || bytes_.size() - begin_ < header_bytes) return std::nullopt;
  const auto length = length_of(std::string_view(bytes_).substr(begin_, header_bytes));
  malformed_ = !length.has_value();
  if (malformed_ || bytes_.size() - begin_ - header_bytes < *length) return std::nullopt;
  std::string message = bytes_.substr(begin_ + header_bytes, *length);
  begin_ += header_bytes + *length;
  if (begin_ == bytes_.size() || begin_ > longest_message) {
    bytes_.erase(0, begin_);
    begin_ = 0;
  }
  return message;
}

std::string framed(std::string_view message) {
  if (message.size() > longest_message) throw std::length_error("a message of more than 16 MB");
  std::string frame(header_bytes, '0');
  std::size_t length = message.size();
  for (std::size_t i = header_bytes; i-- > 0; length /= 16) frame[i] = digits[length % 16];
  return frame.append(message);
}

std::string write_string_message(std::string_view text, std::string_view target) {
  std::string message = "(:write-string \"";
  for (const char c : text) {
    if (c == '"' || c == '\\') message.push_back('\\');
    message.push_back(c);
  }
  message.push_back('"');
  if (!target.empty()) message.append(" ").append(target);
  return message.append(")");
}

}  // namespace tessera::swank
