// The history file of the prompt, shared by concurrent sessions. Layer: repl.
// Compiled for size.
#include "repl/history_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace tessera::history_file {

namespace {

/// An open, locked file: no session writes while another does.
class LockedFile {
 public:
  LockedFile(const std::string& path, int flags) : fd_(::open(path.c_str(), flags | O_CLOEXEC, S_IRUSR | S_IWUSR)) {
    while (fd_ >= 0 && ::flock(fd_, LOCK_EX) != 0 && errno == EINTR) {}
  }
  ~LockedFile() {
    if (fd_ >= 0) ::close(fd_);
  }
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;
  int fd() const { return fd_; }

 private:
  int fd_;
};

void make_folders(const std::string& path) {
  for (std::size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1))
    ::mkdir(path.substr(0, slash).c_str(), S_IRWXU);
}

bool write_all(int fd, const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t n = ::write(fd, bytes, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

std::string read_all(int fd) {
  std::string text;
  char buffer[65536];
  for (ssize_t n; (n = ::read(fd, buffer, sizeof buffer)) > 0;) text.append(buffer, static_cast<std::size_t>(n));
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
  const LockedFile file(path, O_WRONLY | O_APPEND | O_CREAT);
  const std::string text = line + '\n';
  return file.fd() >= 0 && write_all(file.fd(), text.data(), text.size());
}

bool bound(const std::string& path, std::size_t count) {
  const LockedFile file(path, O_RDWR);
  if (file.fd() < 0) return errno == ENOENT;
  const std::string text = read_all(file.fd());
  if (static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) <= count) return true;
  // In place: other sessions wait for the lock of this file.
  const std::string kept = text.substr(start_of_last(text, count));
  return ::lseek(file.fd(), 0, SEEK_SET) == 0 && write_all(file.fd(), kept.data(), kept.size()) &&
         ::ftruncate(file.fd(), static_cast<off_t>(kept.size())) == 0;
}

}  // namespace tessera::history_file
