// Access to files by name, in the whole system or within a folder. Compiled for size.
#include "runtime/file_access.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace tessera {

namespace {

template <class Call> int retrying(Call call) {
  for (;;) {
    const int result = call();
    if (result >= 0 || errno != EINTR) return result;
  }
}

bool resolve(const std::string& path, std::string& real) {
  char* const found = ::realpath(path.empty() ? "." : path.c_str(), nullptr);
  if (found == nullptr) return false;
  real = found;
  std::free(found);
  return true;
}

bool is_file_or_directory(const struct stat& info) { return S_ISREG(info.st_mode) || S_ISDIR(info.st_mode); }

}  // namespace

/// Resolves a name within the folder to an open directory and the name of an entry in it.
class FileAccess::ResolvedName {
 public:
  ResolvedName(const FileAccess& files, const std::string& path) : at_(files.folder_fd_) {
    std::vector<std::string> parts;
    if (!split_path(files.folder_, path, parts)) {
      errno = EACCES;
      at_ = -1;
      return;
    }
    name = parts.empty() ? "." : parts.back();
    for (const std::string& part : parts) name_in_folder += "/" + part;
    for (std::size_t i = 0; i + 1 < parts.size() && at_ >= 0; ++i) step_into(parts[i].c_str());
  }
  ~ResolvedName() {
    if (owned_) ::close(at_);
  }
  ResolvedName(const ResolvedName&) = delete;
  ResolvedName& operator=(const ResolvedName&) = delete;

  bool is_there() const { return at_ >= 0; }
  int directory() const { return at_; }
  bool look_at(struct stat& info) const { return is_there() && ::fstatat(at_, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0; }

  std::string name, name_in_folder;

 private:
  /// Removes a component for each "..", as no component is a link. False: the name leads out of the folder.
  static bool split_path(const std::string& folder, const std::string& path, std::vector<std::string>& parts) {
    if (path.find('\0') != path.npos) return false;
    std::string rest = path;
    if (!path.empty() && path[0] == '/') {
      if (path.rfind(folder, 0) != 0 || (path.size() > folder.size() && path[folder.size()] != '/')) return false;
      rest = path.substr(folder.size());
    }
    for (std::size_t begin = 0; begin < rest.size();) {
      const std::size_t end = std::min(rest.find('/', begin), rest.size());
      const std::string part = rest.substr(begin, end - begin);
      begin = end + 1;
      if (part.empty() || part == ".") continue;
      if (part != "..") {
        parts.push_back(part);
      } else {
        if (parts.empty()) return false;
        parts.pop_back();
      }
    }
    return true;
  }

  void step_into(const char* part) {
    const int next = retrying([&] { return ::openat(at_, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC); });
    const int why = errno;
    if (owned_) ::close(at_);
    at_ = next;
    owned_ = next >= 0;
    errno = why == ELOOP || why == ENOTDIR ? EACCES : why;
  }

  int at_;
  bool owned_ = false;
};

FileAccess::~FileAccess() {
  if (folder_fd_ >= 0) ::close(folder_fd_);
}

void FileAccess::confine_to(const std::string& folder) {
  folder_fd_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder_fd_ < 0 || !resolve(folder, folder_)) throw std::runtime_error("tessera: cannot read the folder " + folder);
  if (folder_ == "/") folder_.clear();
}

bool FileAccess::allows(Use use) const {
  if (use <= use_) return true;
  errno = EACCES;
  return false;
}

int FileAccess::open(const std::string& path, int flags) const {
  const bool writes = (flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)) != 0;
  if (!allows(writes ? Use::writing : Use::reading)) return -1;
  constexpr mode_t mode = 0666;
  constexpr int always = O_CLOEXEC | O_NONBLOCK;  // opening a pipe does not wait
  if (!is_confined()) return retrying([&] { return ::open(path.c_str(), flags | always, mode); });
  const ResolvedName resolved(*this, path);
  if (!resolved.is_there()) return -1;
  const int truncated = flags & O_TRUNC;
  const int fd =
      retrying([&] { return ::openat(resolved.directory(), resolved.name.c_str(), (flags & ~O_TRUNC) | always | O_NOFOLLOW, mode); });
  struct stat info;
  if (fd < 0 || (::fstat(fd, &info) == 0 && is_file_or_directory(info) && (truncated == 0 || ::ftruncate(fd, 0) == 0))) {
    if (fd < 0 && (errno == ELOOP || errno == ENXIO)) errno = EACCES;
    return fd;
  }
  ::close(fd);
  errno = EACCES;
  return -1;
}

bool FileAccess::look_at(const std::string& path, struct stat& info) const {
  if (!allows(Use::reading)) return false;
  if (!is_confined()) return ::stat(path.c_str(), &info) == 0;
  if (!ResolvedName(*this, path).look_at(info)) return false;
  if (is_file_or_directory(info)) return true;
  errno = EACCES;
  return false;
}

bool FileAccess::exists(const std::string& path) const {
  struct stat info;
  return look_at(path, info);
}

bool FileAccess::is_directory(const std::string& path) const {
  struct stat info;
  return look_at(path, info) && S_ISDIR(info.st_mode);
}

bool FileAccess::is_pipe(const std::string& path) const {
  struct stat info;
  return look_at(path, info) && S_ISFIFO(info.st_mode);
}

bool FileAccess::is_link(const std::string& path) const {
  struct stat info;
  return !is_confined() && allows(Use::reading) && ::lstat(path.c_str(), &info) == 0 && S_ISLNK(info.st_mode);
}

bool FileAccess::true_name(const std::string& path, std::string& name) const {
  struct stat info;
  if (!allows(Use::reading)) return false;
  if (is_confined()) {
    const ResolvedName resolved(*this, path);
    if (!resolved.look_at(info) || !is_file_or_directory(info)) return false;
    name = folder_ + resolved.name_in_folder;
  } else if (!resolve(path, name) || ::stat(name.c_str(), &info) != 0) {
    return false;
  }
  if (S_ISDIR(info.st_mode) && (name.empty() || name.back() != '/')) name += '/';
  return true;
}

bool FileAccess::remove(const std::string& path) const {
  if (!allows(Use::writing)) return false;
  if (!is_confined()) return ::unlink(path.c_str()) == 0;
  const ResolvedName resolved(*this, path);
  return resolved.is_there() && ::unlinkat(resolved.directory(), resolved.name.c_str(), 0) == 0;
}

bool FileAccess::rename(const std::string& from, const std::string& to) const {
  if (!allows(Use::writing)) return false;
  if (!is_confined()) return ::rename(from.c_str(), to.c_str()) == 0;
  const ResolvedName old_name(*this, from), new_name(*this, to);
  struct stat info;
  if (!new_name.is_there() || !old_name.look_at(info)) return false;
  return ::renameat(old_name.directory(), old_name.name.c_str(), new_name.directory(), new_name.name.c_str()) == 0;
}

bool FileAccess::make_directory(const std::string& path) const {
  if (!allows(Use::writing)) return false;
  constexpr mode_t mode = 0777;
  if (!is_confined()) return ::mkdir(path.c_str(), mode) == 0;
  const ResolvedName resolved(*this, path);
  return resolved.is_there() && ::mkdirat(resolved.directory(), resolved.name.c_str(), mode) == 0;
}

bool FileAccess::remove_directory(const std::string& path) const {
  if (!allows(Use::writing)) return false;
  if (!is_confined()) return ::rmdir(path.c_str()) == 0;
  const ResolvedName resolved(*this, path);
  return resolved.is_there() && ::unlinkat(resolved.directory(), resolved.name.c_str(), AT_REMOVEDIR) == 0;
}

bool FileAccess::entries(const std::string& directory, std::vector<std::string>& names) const {
  names.clear();
  const auto failed = [](int why) {
    errno = why;
    return why == EMFILE || why == ENFILE || why == ENOMEM || why == EIO;
  };
  const int fd = open(directory.empty() ? "." : directory, O_RDONLY | O_DIRECTORY);
  if (fd < 0) return !failed(errno);
  DIR* const d = ::fdopendir(fd);
  if (d == nullptr) {
    const int why = errno;
    ::close(fd);
    return !failed(why);
  }
  errno = 0;
  while (const dirent* e = ::readdir(d)) {
    const std::string name = e->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  const int why = errno;
  ::closedir(d);
  std::sort(names.begin(), names.end());
  return !failed(why);
}

}  // namespace tessera
