// Files: by name, relative to an open directory, and by descriptor. Layer: platform.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::platform {

// A failed operation returns -1 or false, with the reason in errno. Names are bytes, as the system takes them; one that
// does not begin at the root is relative to `directory`, an open directory or this:
inline constexpr int current_directory = -2;

/// How to open a file. Opening a pipe does not wait, and child processes do not inherit the file.
enum OpenFlag : unsigned {
  open_reading = 1,
  open_writing = 2,
  open_creating = 4,    ///< makes a file that does not exist
  open_truncating = 8,  ///< removes the contents
  open_appending = 16,
  open_directory = 32,  ///< fails for anything else
  open_no_link = 64,    ///< fails for a symbolic link: ELOOP, or ENOTDIR with open_directory
  open_private = 128,   ///< a file that is made is the user's alone
};

enum class FileKind : std::uint8_t { file, directory, link, pipe, block_device, other };

struct FileInfo {
  FileKind kind = FileKind::other;
  unsigned permissions = 0;  ///< for set_permissions
  unsigned owner = 0;        ///< for user_name
  std::int64_t bytes = 0;
  std::int64_t written = 0;  ///< the time of the last change, in seconds since 1970
};

// --- by name

/// Returns the descriptor. Retried after signals.
int open_file(int directory, const std::string& name, unsigned flags);
bool look_at_file(int directory, const std::string& name, bool follows_link, FileInfo& info);
bool remove_file(int directory, const std::string& name);
bool rename_file(int directory, const std::string& name, int new_directory, const std::string& new_name);
/// Makes a directory, which may be the user's alone.
bool make_directory(int directory, const std::string& name, bool is_private = false);
/// Removes an empty directory.
bool remove_directory(int directory, const std::string& name);
/// Sets `real` to the absolute name, without links, of an existing file; "" is the current directory.
bool find_real_name(const std::string& name, std::string& real);

// --- by descriptor

bool look_at_file(int fd, FileInfo& info);
/// Reads bytes. Returns their number, 0 at the end. EINTR after a signal, EAGAIN where there are none yet.
std::ptrdiff_t read_file(int fd, char* bytes, std::size_t most);
/// Writes a part of the bytes. Returns the size of that part.
std::ptrdiff_t write_file(int fd, std::string_view bytes);
bool close_file(int fd);
enum class SeekFrom : std::uint8_t { begin, here, end };
/// Moves to a position. Returns its distance from the beginning in bytes.
std::int64_t seek_file(int fd, std::int64_t offset, SeekFrom from);
bool resize_file(int fd, std::int64_t bytes);
bool set_permissions(int fd, unsigned permissions);
/// Waits until no other process has locked the file, and locks it until it is closed.
bool lock_file(int fd);
/// Appends the names in an open directory, without "." and "..", to `names`, and closes it.
bool list_directory(int fd, std::vector<std::string>& names);
/// Moves the standard input and output to other descriptors. After it the process reads nothing, and writes to its
/// standard error output.
bool take_standard_files(int& input, int& output);

/// Lets the process have `wanted` descriptors, if it may. Returns how many it can have, as far as that is known.
std::size_t allow_descriptors(std::size_t wanted);

/// The bytes for which a pipe has room when it is writable at all.
extern const std::size_t room_of_pipes;

}  // namespace tessera::platform
