// Messages as the Language Server Protocol has them: a header with Content-Length, an empty line, and as many bytes.
#pragma once

#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tessera::language_server {

inline constexpr std::size_t longest_message = std::size_t{1} << 26;
inline constexpr std::size_t longest_header = 4096;

/// What came is not a message. What follows it can be told apart again.
struct BadMessage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class Arrival { message, nothing_yet, end };

/// Takes bytes as they come, and gives messages as they are whole.
class Unframer {
 public:
  void add(std::string_view bytes) { bytes_.append(bytes); }
  /// The next message, if it is whole, in `text`. Throws BadMessage for a header that is none, or says too much.
  bool next(std::string& text);
  bool has_bytes() const { return begin_ < bytes_.size(); }

 private:
  bool take_header();

  std::string bytes_;
  std::size_t begin_ = 0;
  std::size_t length_ = 0;  ///< of the message whose header was taken
  bool has_length_ = false;
  std::size_t to_skip_ = 0;  ///< what is left of a message that is too long
};

/// The standard streams, from when it is made: the process itself then reads nothing, and writes to its standard error.
class Editor {
 public:
  Editor();  ///< throws std::system_error
  ~Editor();
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;

  /// Wait at most so long for a message, which comes in `text`; a negative time: until one comes. Throws BadMessage.
  Arrival next(std::string& text, std::chrono::milliseconds time);
  bool has_news();                         ///< something has come, or the end; `next` would not wait. Throws std::system_error.
  void send(std::string_view text) const;  ///< throws std::system_error

 private:
  int in_, out_;
  bool ended_ = false;
  Unframer unframer_;
};

}  // namespace tessera::language_server
