// Messages of the Language Server Protocol: a header with Content-Length, an empty line, and so many bytes.
#pragma once

#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tessera::language_server {

inline constexpr std::size_t longest_message = std::size_t{1} << 26;
inline constexpr std::size_t longest_header = 4096;

/// Thrown for malformed input. Later messages can still be read.
struct BadMessage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class Arrival { message, nothing_yet, end };

/// Takes bytes as they arrive, and returns complete messages.
class Unframer {
 public:
  void add(std::string_view bytes) { bytes_.append(bytes); }
  /// Stores the next complete message in `text`. Throws BadMessage for a malformed header or an excessive length.
  bool next(std::string& text);
  bool has_bytes() const { return begin_ < bytes_.size(); }

 private:
  bool take_header();

  std::string bytes_;
  std::size_t begin_ = 0;
  std::size_t length_ = 0;  ///< of the message whose header was read
  bool has_length_ = false;
  std::size_t to_skip_ = 0;  ///< bytes left of an overlong message
};

/// Takes over the standard streams: the process itself then reads nothing, and writes to its standard error.
class Editor {
 public:
  Editor();  ///< throws std::system_error
  ~Editor();
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;

  /// Waits for a message at most for the given time, forever if it is negative, and stores it in `text`. Throws
  /// BadMessage.
  Arrival next(std::string& text, std::chrono::milliseconds time);
  bool has_news();                         ///< true if `next` would not wait. Throws std::system_error.
  void send(std::string_view text) const;  ///< throws std::system_error

 private:
  int in_ = -1, out_ = -1;
  bool ended_ = false;
  Unframer unframer_;
};

}  // namespace tessera::language_server
