// Swank's messages in a byte stream: a length of six hexadecimal digits, and so many bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tessera::swank {

inline constexpr std::size_t header_bytes = 6;
inline constexpr std::size_t longest_message = 0xFFFFFF;

/// Takes bytes as they arrive, and returns complete messages.
class Frames {
 public:
  void add(std::string_view bytes) { bytes_.append(bytes); }
  /// Returns the next message, in UTF-8 if the peer complies; nothing if it is incomplete, or the stream is
  /// `malformed`.
  std::optional<std::string> next();
  /// True once a length is malformed: no later message can be found.
  bool malformed() const { return malformed_; }

 private:
  std::string bytes_;
  std::size_t begin_ = 0;
  bool malformed_ = false;
};

/// Returns `message` with its length before it. Throws std::length_error beyond `longest_message`.
std::string framed(std::string_view message);

/// Returns the message that shows the printed `text`, at `target` if that is not "".
std::string write_string_message(std::string_view text, std::string_view target);

}  // namespace tessera::swank
