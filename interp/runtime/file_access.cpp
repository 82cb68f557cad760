// Access to files by name, in the whole system or within a folder. Compiled for size.
#include "runtime/file_access.hpp"

#include <algorithm>
#include <cerrno>
#include <stdexcept>

#include "platform/files.hpp"

namespace tessera {

namespace {

using platform::FileInfo;
using platform::FileKind;

bool is_file_or_directory(const FileInfo& info) { return info.kind == FileKind::file || info.kind == FileKind::directory; }

}  // namespace

/// Resolves a name within the folder to an open directory and the name of an entry in it. Without a folder, any name is
/// that of an entry in the current directory.
class FileAccess::ResolvedName {
 public:
  ResolvedName(const FileAccess& files, const std::string& path) : name(path), at_(files.folder_fd_) {
    if (!files.is_confined()) {
      at_ = platform::current_directory;
      return;
    }
    std::vector<std::string> parts;
    if (!split_path(files.folder_, path, parts)) {
      errno = EACCES;
      at_ = -1;
      return;
    }
    name = parts.empty() ? "." : parts.back();
    for (const std::string& part : parts) name_in_folder += "/" + part;
    for (std::size_t i = 0; i + 1 < parts.size() && at_ >= 0; ++i) step_into(parts[i]);
  }
  ~ResolvedName() {
    if (owned_) platform::close_file(at_);
  }
  ResolvedName(const ResolvedName&) = delete;
  ResolvedName& operator=(const ResolvedName&) = delete;

  bool is_there() const { return at_ != -1; }
  int directory() const { return at_; }
  bool look_at(FileInfo& info) const { return is_there() && platform::look_at_file(at_, name, false, info); }

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

  void step_into(const std::string& part) {
    const int next = platform::open_file(at_, part, platform::open_reading | platform::open_directory | platform::open_no_link);
    const int why = errno;
    if (owned_) platform::close_file(at_);
    at_ = next;
    owned_ = next >= 0;
    errno = why == ELOOP || why == ENOTDIR ? EACCES : why;
  }

  int at_;
  bool owned_ = false;
};

FileAccess::~FileAccess() {
  if (folder_fd_ >= 0) platform::close_file(folder_fd_);
}

void FileAccess::confine_to(const std::string& folder) {
  folder_fd_ = platform::open_file(platform::current_directory, folder, platform::open_reading | platform::open_directory);
  if (folder_fd_ < 0 || !platform::find_real_name(folder, folder_)) throw std::runtime_error("tessera: cannot read the folder " + folder);
  if (folder_ == "/") folder_.clear();
}

bool FileAccess::allows(Use use) const {
  if (use <= use_) return true;
  errno = EACCES;
  return false;
}

int FileAccess::open(const std::string& path, unsigned flags) const {
  const bool writes = (flags & (platform::open_writing | platform::open_creating | platform::open_truncating)) != 0;
  if (!allows(writes ? Use::writing : Use::reading)) return -1;
  if (!is_confined()) return platform::open_file(platform::current_directory, path, flags);
  const ResolvedName resolved(*this, path);
  if (!resolved.is_there()) return -1;
  const bool truncates = (flags & platform::open_truncating) != 0;  // once it is known to be a file
  const int fd = platform::open_file(resolved.directory(), resolved.name, (flags & ~platform::open_truncating) | platform::open_no_link);
  FileInfo info;
  if (fd < 0 || (platform::look_at_file(fd, info) && is_file_or_directory(info) && (!truncates || platform::resize_file(fd, 0)))) {
    if (fd < 0 && (errno == ELOOP || errno == ENXIO)) errno = EACCES;
    return fd;
  }
  platform::close_file(fd);
  errno = EACCES;
  return -1;
}

bool FileAccess::look_at(const std::string& path, FileInfo& info) const {
  if (!allows(Use::reading)) return false;
  if (!is_confined()) return platform::look_at_file(platform::current_directory, path, true, info);
  if (!ResolvedName(*this, path).look_at(info)) return false;
  if (is_file_or_directory(info)) return true;
  errno = EACCES;
  return false;
}

bool FileAccess::exists(const std::string& path) const {
  FileInfo info;
  return look_at(path, info);
}

bool FileAccess::is_directory(const std::string& path) const {
  FileInfo info;
  return look_at(path, info) && info.kind == FileKind::directory;
}

bool FileAccess::is_pipe(const std::string& path) const {
  FileInfo info;
  return look_at(path, info) && info.kind == FileKind::pipe;
}

bool FileAccess::is_link(const std::string& path) const {
  FileInfo info;
  return !is_confined() && allows(Use::reading) && ResolvedName(*this, path).look_at(info) && info.kind == FileKind::link;
}

bool FileAccess::true_name(const std::string& path, std::string& name) const {
  FileInfo info;
  if (!allows(Use::reading)) return false;
  if (is_confined()) {
    const ResolvedName resolved(*this, path);
    if (!resolved.look_at(info) || !is_file_or_directory(info)) return false;
    name = folder_ + resolved.name_in_folder;
  } else if (!platform::find_real_name(path, name) || !platform::look_at_file(platform::current_directory, name, true, info)) {
    return false;
  }
  if (info.kind == FileKind::directory && (name.empty() || name.back() != '/')) name += '/';
  return true;
}

bool FileAccess::remove(const std::string& path) const {
  if (!allows(Use::writing)) return false;
  const ResolvedName resolved(*this, path);
  return resolved.is_there() && platform::remove_file(resolved.directory(), resolved.name);
}

bool FileAccess::rename(const std::string& from, const std::string& to) const {
  if (!allows(Use::writing)) return false;
  const ResolvedName old_name(*this, from), new_name(*this, to);
  if (!new_name.is_there() || !old_name.is_there()) return false;
  return platform::rename_file(old_name.directory(), old_name.name, new_name.directory(), new_name.name);
}

bool FileAccess::make_directory(const std::string& path) const {
  if (!allows(Use::writing)) return false;
  const ResolvedName resolved(*this, path);
  return resolved.is_there() && platform::make_directory(resolved.directory(), resolved.name);
}

bool FileAccess::remove_directory(const std::string& path) const {
  if (!allows(Use::writing)) return false;
  const ResolvedName resolved(*this, path);
  return resolved.is_there() && platform::remove_directory(resolved.directory(), resolved.name);
}

bool FileAccess::entries(const std::string& directory, std::vector<std::string>& names) const {
  names.clear();
  const int fd = open(directory.empty() ? "." : directory, platform::open_reading | platform::open_directory);
  if (fd >= 0 && platform::list_directory(fd, names)) errno = 0;
  const int why = errno;
  std::sort(names.begin(), names.end());
  errno = why;
  return why != EMFILE && why != ENFILE && why != ENOMEM && why != EIO;
}

}  // namespace tessera
