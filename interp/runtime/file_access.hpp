// The file system as an interpreter may see it: all of it, or one folder and what is beneath. Layer: runtime.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <string>
#include <vector>

namespace tessera {

/// All that natives do with names of files. Names are bytes, as the system takes them. What fails leaves its reason in errno.
///
/// Where there is but a folder, names are relative to it, or absolute beneath it. They are followed part by part from there on, and no
/// symbolic link is: so nothing that somebody changes meanwhile leads out. Files of other kinds (devices, pipes) are not opened.
class FileAccess {
 public:
  FileAccess() = default;
  ~FileAccess();
  FileAccess(const FileAccess&) = delete;
  FileAccess& operator=(const FileAccess&) = delete;

  /// From now on there is just this folder. Throws std::runtime_error if it is none.
  void confine_to(const std::string& folder);
  enum class Use : std::uint8_t { none, reading, writing };
  /// From now on only so much may be done: what is more fails with EACCES.
  void limit_to(Use use) { use_ = use; }
  bool is_confined() const { return folder_fd_ >= 0; }

  /// As open(2), with O_CLOEXEC; retried after signals. -1: failed.
  int open(const std::string& path, int flags) const;
  bool look_at(const std::string& path, struct stat& info) const;
  bool exists(const std::string& path) const;
  bool is_directory(const std::string& path) const;
  bool is_pipe(const std::string& path) const;
  bool is_link(const std::string& path) const;
  /// The true name of what exists: absolute, links followed, a directory's ending in a slash.
  bool true_name(const std::string& path, std::string& name) const;
  bool remove(const std::string& path) const;
  bool rename(const std::string& from, const std::string& to) const;
  bool make_directory(const std::string& path) const;
  /// An empty directory.
  bool remove_directory(const std::string& path) const;
  /// The names in a directory ("": the current one, or the folder), without "." and "..", sorted.
  std::vector<std::string> entries(const std::string& directory) const;

 private:
  class Place;
  bool allows(Use use) const;
  std::string folder_;  ///< its true name, without a final slash
  int folder_fd_ = -1;
  Use use_ = Use::writing;
};

}  // namespace tessera
