// Messages on a stream of bytes, as Swank has them: six hexadecimal digits, and as many bytes as these say.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tessera::swank {

inline constexpr std::size_t header_bytes = 6;
inline constexpr std::size_t longest_message = 0xFFFFFF;

/// Takes bytes as they come, and gives messages as they are whole.
class Frames {
 public:
  void add(std::string_view bytes) { bytes_.append(bytes); }
  /// The next message, UTF-8 as far as the peer keeps to that. None: it is not whole yet, or `malformed`.
  std::optional<std::string> next();
  /// True once something else stands where a length has to be: nothing that follows can be told apart.
  bool malformed() const { return malformed_; }

 private:
  std::string bytes_;
  std::size_t begin_ = 0;
  bool malformed_ = false;
};

/// `message` with its length before it. Throws std::length_error beyond `longest_message`.
std::string framed(std::string_view message);

/// The message that `text` was written, as Lisp and Emacs print it; at `target`, if that is not "".
std::string write_string_message(std::string_view text, std::string_view target);

}  // namespace tessera::swank
