// Reads and writes messages on the standard streams.
#include "messages.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <system_error>

#include "platform/files.hpp"
#include "platform/waiting.hpp"

namespace tessera::language_server {

namespace {

constexpr std::string_view header_end = "\r\n\r\n";
constexpr std::string_view length_name = "content-length:";

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

bool begins_with_length(std::string_view line) {
  const auto matches = [](char known, char c) { return known == (c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); };
  return line.size() > length_name.size() && std::equal(length_name.begin(), length_name.end(), line.begin(), matches);
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

Editor::Editor() {
  if (!platform::take_standard_files(in_, out_)) fail("the standard streams");
}

Editor::~Editor() {
  platform::close_file(in_);
  platform::close_file(out_);
}

Arrival Editor::next(std::string& text, std::chrono::milliseconds time) {
  std::array<char, 65536> buffer;
  for (;;) {
    if (unframer_.next(text)) return Arrival::message;
    if (ended_) return Arrival::end;
    const std::chrono::nanoseconds most = time;
    const int count =
        platform::wait_for_file(in_, platform::readable, time.count() < 0 ? UINT64_MAX : static_cast<std::uint64_t>(most.count()));
    if (count < 0 && errno == EINTR) return Arrival::nothing_yet;
    if (count < 0) fail("waiting for the editor");
    if (count == 0) return Arrival::nothing_yet;
    const std::ptrdiff_t size = platform::read_file(in_, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) fail("reading from the editor");
    ended_ = size == 0;
    unframer_.add({buffer.data(), static_cast<std::size_t>(size)});
  }
}

bool Editor::has_news() {
  if (ended_ || unframer_.has_bytes()) return true;
  const int count = platform::wait_for_file(in_, platform::readable, 0);
  if (count < 0 && errno != EINTR) fail("asking for news of the editor");
  return count > 0;
}

void Editor::send(std::string_view text) const {
  std::string bytes = "Content-Length: " + std::to_string(text.size()) + std::string(header_end);
  bytes += text;
  for (std::size_t sent = 0; sent < bytes.size();) {
    const std::ptrdiff_t size = platform::write_file(out_, std::string_view(bytes).substr(sent));
    if (size < 0 && errno != EINTR) fail("writing to the editor");
    if (size > 0) sent += static_cast<std::size_t>(size);
  }
}

}  // namespace tessera::language_server
