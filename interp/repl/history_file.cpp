// The history file of the prompt, shared by concurrent sessions. Layer: repl.
// Compiled for size.
#include "repl/history_file.hpp"

#include <algorithm>
#include <cerrno>

#include "platform/files.hpp"

namespace tessera::history_file {

namespace {

/// An open, locked file: no session writes while another does.
class LockedFile {
 public:
  LockedFile(const std::string& path, unsigned flags)
      : fd_(platform::open_file(platform::current_directory, path, flags | platform::open_private)) {
    if (fd_ >= 0) platform::lock_file(fd_);
  }
  ~LockedFile() {
    if (fd_ >= 0) platform::close_file(fd_);
  }
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;
  int fd() const { return fd_; }

 private:
  int fd_;
};

void make_folders(const std::string& path) {
  for (std::size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1))
    platform::make_directory(platform::current_directory, path.substr(0, slash), true);
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const std::ptrdiff_t n = platform::write_file(fd, bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

std::string read_all(int fd) {
  std::string text;
  char buffer[65536];
  for (std::ptrdiff_t n; (n = platform::read_file(fd, buffer, sizeof buffer)) > 0;) text.append(buffer, static_cast<std::size_t>(n));
  return text;
}

/// Returns the offset of the last `count` lines of `text`.
std::size_t start_of_last(const std::string& text, std::size_t count) {
  std::size_t start = text.size();
  if (start > 0 && text[start - 1] == '\n') --start;
  for (; count > 0; --count) {
    const std::size_t newline = start == 0 ? std::string::npos : text.rfind('\n', start - 1);
    if (newline == std::string::npos) return 0;
    start = newline;
  }
  return start + 1;
}

}  // namespace

bool append(const std::string& path, const std::string& line) {
  make_folders(path);
  const LockedFile file(path, platform::open_writing | platform::open_appending | platform::open_creating);
  const std::string text = line + '\n';
  return file.fd() >= 0 && write_all(file.fd(), text);
}

bool bound(const std::string& path, std::size_t count) {
  const LockedFile file(path, platform::open_reading | platform::open_writing);
  if (file.fd() < 0) return errno == ENOENT;
  const std::string text = read_all(file.fd());
  if (static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) <= count) return true;
  // In place: other sessions wait for the lock of this file.
  const std::string kept = text.substr(start_of_last(text, count));
  return platform::seek_file(file.fd(), 0, platform::SeekFrom::begin) == 0 && write_all(file.fd(), kept) &&
         platform::resize_file(file.fd(), static_cast<std::int64_t>(kept.size()));
}

}  // namespace tessera::history_file
