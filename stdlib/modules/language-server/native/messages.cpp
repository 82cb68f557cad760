// Reads and writes messages on the standard streams.
#include "messages.hpp"

#include <fcntl.h>
#include <poll.h>
#include <strings.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <system_error>

namespace tessera::language_server {

namespace {

constexpr std::string_view header_end = "\r\n\r\n";
constexpr std::string_view length_name = "content-length:";

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

bool begins_with_length(std::string_view line) {
  return line.size() > length_name.size() && strncasecmp(line.data(), length_name.data(), length_name.size()) == 0;
}

/// Reads the number after the colon of `line`. Returns false if there is none.
bool length_in(std::string_view line, std::size_t& length) {
  const char* first = line.data() + length_name.size();
  const char* const last = line.data() + line.size();
  first = std::find_if(first, last, [](char c) { return c != ' ' && c != '\t'; });
  const auto [end, error] = std::from_chars(first, last, length);
  return error == std::errc() && std::all_of(end, last, [](char c) { return c == ' ' || c == '\t'; });
}

}  // namespace

// Returns false if the header is incomplete.
bool Unframer::take_header() {
  const std::string_view bytes = std::string_view(bytes_).substr(begin_);
  const std::size_t end = bytes.find(header_end);
  if (end == std::string_view::npos) {
    if (bytes.size() <= longest_header) return false;
    bytes_.clear();
    begin_ = 0;
    throw BadMessage("a header does not end");
  }
  begin_ += end + header_end.size();
  std::size_t length = 0;
  bool found = false;
  for (std::size_t at = 0; at < end;) {
    const std::size_t line_end = std::min(bytes.find("\r\n", at), end);
    const std::string_view line = bytes.substr(at, line_end - at);
    if (begins_with_length(line)) found = length_in(line, length);
    at = line_end + 2;
  }
  if (!found) throw BadMessage("a header has no Content-Length");
  if (length > longest_message) {
    to_skip_ = length;
    throw BadMessage("a message of " + std::to_string(length) + " bytes is too long");
  }
  length_ = length;
  has_length_ = true;
  return true;
}

bool Unframer::next(std::string& text) {
  const std::size_t skipped = std::min(to_skip_, bytes_.size() - begin_);
  to_skip_ -= skipped;
  begin_ += skipped;
  if (to_skip_ == 0 && (has_length_ || take_header()) && bytes_.size() - begin_ >= length_) {
    text = bytes_.substr(begin_, length_);
    begin_ += length_;
    has_length_ = false;
    return true;
  }
  if (begin_ > 0) bytes_.erase(0, begin_), begin_ = 0;
  return false;
}

Editor::Editor() : in_(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)), out_(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)) {
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (in_ < 0 || out_ < 0 || nothing < 0 || ::dup2(nothing, STDIN_FILENO) < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
    fail("the standard streams");
  ::close(nothing);
}

Editor::~Editor() {
  ::close(in_);
  ::close(out_);
}

Arrival Editor::next(std::string& text, std::chrono::milliseconds time) {
  std::array<char, 65536> buffer;
  for (;;) {
    if (unframer_.next(text)) return Arrival::message;
    if (ended_) return Arrival::end;
    pollfd ready{in_, POLLIN, 0};
    const int count = ::poll(&ready, 1, time.count() < 0 ? -1 : static_cast<int>(time.count()));
    if (count < 0 && errno == EINTR) return Arrival::nothing_yet;
    if (count < 0) fail("waiting for the editor");
    if (count == 0) return Arrival::nothing_yet;
    const ssize_t size = ::read(in_, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) fail("reading from the editor");
    ended_ = size == 0;
    unframer_.add({buffer.data(), static_cast<std::size_t>(size)});
  }
}

bool Editor::has_news() {
  if (ended_ || unframer_.has_bytes()) return true;
  pollfd ready{in_, POLLIN, 0};
  const int count = ::poll(&ready, 1, 0);
  if (count < 0 && errno != EINTR) fail("asking for news of the editor");
  return count > 0;
}

void Editor::send(std::string_view text) const {
  std::string bytes = "Content-Length: " + std::to_string(text.size()) + std::string(header_end);
  bytes += text;
  for (std::size_t sent = 0; sent < bytes.size();) {
    const ssize_t size = ::write(out_, bytes.data() + sent, bytes.size() - sent);
    if (size < 0 && errno != EINTR) fail("writing to the editor");
    if (size > 0) sent += static_cast<std::size_t>(size);
  }
}

}  // namespace tessera::language_server
