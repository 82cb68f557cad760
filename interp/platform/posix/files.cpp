// Files by open, openat and the like. Layer: platform.
#include "platform/files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace tessera::platform {

const std::size_t room_of_pipes = PIPE_BUF;

namespace {

int at(int directory) { return directory == current_directory ? AT_FDCWD : directory; }

template <class Call> int retrying(Call call) {
  for (;;) {
    const int result = call();
    if (result >= 0 || errno != EINTR) return result;
  }
}

int flags_of(unsigned flags) {
  int result = O_CLOEXEC | O_NONBLOCK;
  result |= (flags & open_writing) == 0 ? O_RDONLY : (flags & open_reading) == 0 ? O_WRONLY : O_RDWR;
  if ((flags & open_creating) != 0) result |= O_CREAT;
  if ((flags & open_truncating) != 0) result |= O_TRUNC;
  if ((flags & open_appending) != 0) result |= O_APPEND;
  if ((flags & open_directory) != 0) result |= O_DIRECTORY;
  if ((flags & open_no_link) != 0) result |= O_NOFOLLOW;
  return result;
}

FileKind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return FileKind::file;
  if (S_ISDIR(mode)) return FileKind::directory;
  if (S_ISLNK(mode)) return FileKind::link;
  if (S_ISFIFO(mode)) return FileKind::pipe;
  return S_ISBLK(mode) ? FileKind::block_device : FileKind::other;
}

/// Sets `info` by `look`, a call of stat.
template <class Look> bool look_at(Look look, FileInfo& info) {
  struct stat found;
  if (look(&found) != 0) return false;
  info = {kind_of(found.st_mode), found.st_mode & 07777, found.st_uid, found.st_size, found.st_mtime};
  return true;
}

}  // namespace

int open_file(int directory, const std::string& name, unsigned flags) {
  const mode_t mode = (flags & open_private) != 0 ? S_IRUSR | S_IWUSR : 0666;
  return retrying([&] { return ::openat(at(directory), name.c_str(), flags_of(flags), mode); });
}

bool look_at_file(int directory, const std::string& name, bool follows_link, FileInfo& info) {
  return look_at([&](struct stat* found) { return ::fstatat(at(directory), name.c_str(), found, follows_link ? 0 : AT_SYMLINK_NOFOLLOW); },
                 info);
}

bool remove_file(int directory, const std::string& name) { return ::unlinkat(at(directory), name.c_str(), 0) == 0; }

bool rename_file(int directory, const std::string& name, int new_directory, const std::string& new_name) {
  return ::renameat(at(directory), name.c_str(), at(new_directory), new_name.c_str()) == 0;
}

bool make_directory(int directory, const std::string& name, bool is_private) {
  return ::mkdirat(at(directory), name.c_str(), is_private ? S_IRWXU : 0777) == 0;
}

bool remove_directory(int directory, const std::string& name) { return ::unlinkat(at(directory), name.c_str(), AT_REMOVEDIR) == 0; }

bool find_real_name(const std::string& name, std::string& real) {
  char* const found = ::realpath(name.empty() ? "." : name.c_str(), nullptr);
  if (found == nullptr) return false;
  real = found;
  std::free(found);
  return true;
}

bool look_at_file(int fd, FileInfo& info) {
  return look_at([fd](struct stat* found) { return ::fstat(fd, found); }, info);
}

std::ptrdiff_t read_file(int fd, char* bytes, std::size_t most) { return ::read(fd, bytes, most); }

std::ptrdiff_t write_file(int fd, std::string_view bytes) { return ::write(fd, bytes.data(), bytes.size()); }

bool close_file(int fd) { return ::close(fd) == 0; }

std::int64_t seek_file(int fd, std::int64_t offset, SeekFrom from) {
  return ::lseek(fd, offset, from == SeekFrom::begin ? SEEK_SET : from == SeekFrom::here ? SEEK_CUR : SEEK_END);
}

bool resize_file(int fd, std::int64_t bytes) { return ::ftruncate(fd, bytes) == 0; }

bool set_permissions(int fd, unsigned permissions) { return ::fchmod(fd, permissions) == 0; }

bool lock_file(int fd) {
  return retrying([fd] { return ::flock(fd, LOCK_EX); }) == 0;
}

bool list_directory(int fd, std::vector<std::string>& names) {
  DIR* const directory = ::fdopendir(fd);
  if (directory == nullptr) {
    const int why = errno;
    ::close(fd);
    errno = why;
    return false;
  }
  errno = 0;
  while (const dirent* entry = ::readdir(directory)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  const int why = errno;
  ::closedir(directory);
  errno = why;
  return why == 0;
}

bool take_standard_files(int& input, int& output) {
  constexpr int first = 3;  // the number of the first file that is not a standard one
  input = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, first);
  output = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, first);
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (input < 0 || output < 0 || nothing < 0 || ::dup2(nothing, STDIN_FILENO) < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return false;
  ::close(nothing);
  return true;
}

std::size_t allow_descriptors(std::size_t wanted) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
  const rlimit raised{std::clamp<rlim_t>(wanted, limit.rlim_cur, limit.rlim_max), limit.rlim_max};
  const rlim_t most = ::setrlimit(RLIMIT_NOFILE, &raised) == 0 ? raised.rlim_cur : limit.rlim_cur;
  return static_cast<std::size_t>(std::min<rlim_t>(most, SIZE_MAX));
}

}  // namespace tessera::platform
