// The file system as an interpreter may see it: all of it, or one folder and its contents. Layer: runtime.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tessera {

namespace platform {
struct FileInfo;
}

/// All operations on files by name. Names are bytes, as the system takes them. A failed operation leaves its reason in
/// errno.
///
/// Within a folder, names are relative to it, or absolute names beneath it. They are followed component by component,
/// and symbolic links are not followed, so that no concurrent change can lead out of the folder. Devices and pipes are
/// not opened.
class FileAccess {
 public:
  FileAccess() = default;
  ~FileAccess();
  FileAccess(const FileAccess&) = delete;
  FileAccess& operator=(const FileAccess&) = delete;

  /// Restricts access to this folder. Throws std::runtime_error if it cannot be read.
  void confine_to(const std::string& folder);
  enum class Use : std::uint8_t { none, reading, writing };
  /// Restricts what may be done: other operations fail with EACCES.
  void limit_to(Use use) { use_ = use; }
  bool is_confined() const { return folder_fd_ >= 0; }

  /// Opens like platform::open_file. Returns -1 on failure.
  int open(const std::string& path, unsigned flags) const;
  bool look_at(const std::string& path, platform::FileInfo& info) const;
  bool exists(const std::string& path) const;
  bool is_directory(const std::string& path) const;
  bool is_pipe(const std::string& path) const;
  bool is_link(const std::string& path) const;
  /// Sets `name` to the true name of an existing file: absolute, without links, with a final slash if it is a
  /// directory.
  bool true_name(const std::string& path, std::string& name) const;
  bool remove(const std::string& path) const;
  bool rename(const std::string& from, const std::string& to) const;
  bool make_directory(const std::string& path) const;
  /// Removes an empty directory.
  bool remove_directory(const std::string& path) const;
  /// Sets `names` to those in a directory ("": the current one, or the folder), without "." and "..", sorted. There are
  /// none in one that does not exist or may not be read. False: the system failed to read it.
  bool entries(const std::string& directory, std::vector<std::string>& names) const;

 private:
  class ResolvedName;
  bool allows(Use use) const;
  std::string folder_;  ///< its true name, without a final slash
  int folder_fd_ = -1;
  Use use_ = Use::writing;
};

}  // namespace tessera
