// Shared objects by dlopen. Layer: platform.
#include "platform/shared_objects.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace tessera::platform {

namespace {

std::string folder_of(const std::string& file) { return file.substr(0, file.rfind('/') + 1); }

/// Returns the file of the shared library with this code; "" in a program.
std::string library_file() {
  Dl_info info;
  void* map = nullptr;
  if (dladdr1(reinterpret_cast<void*>(&folder_of), &info, &map, RTLD_DL_LINKMAP) == 0 || map == nullptr) return "";
  return static_cast<link_map*>(map)->l_name;
}

/// True if the `length` bytes from `offset` on, as a header says, are within a file of `size` bytes.
bool is_within(std::uint64_t offset, std::uint64_t length, std::uint64_t size) { return offset <= size && length <= size - offset; }

/// True if the file ends before what its ELF headers name. False for other files.
bool ends_within_segments(int fd) {
  struct stat info {};
  ElfW(Ehdr) header{};
  if (::fstat(fd, &info) != 0 || ::pread(fd, &header, sizeof header, 0) != sizeof header) return false;
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_phentsize != sizeof(ElfW(Phdr))) return false;
  const auto size = static_cast<std::uint64_t>(info.st_size);
  if (!is_within(header.e_shoff, std::uint64_t{header.e_shnum} * header.e_shentsize, size)) return true;
  std::vector<ElfW(Phdr)> segments(header.e_phnum);
  const auto bytes = static_cast<ssize_t>(segments.size() * sizeof segments[0]);
  if (::pread(fd, segments.data(), segments.size() * sizeof segments[0], static_cast<off_t>(header.e_phoff)) != bytes) return true;
  return std::any_of(segments.begin(), segments.end(), [size](const ElfW(Phdr) & s) { return !is_within(s.p_offset, s.p_filesz, size); });
}

/// True if the ELF file `path` ends before what its headers name. dlopen would map the missing pages, and the process
/// would end by a signal at their first use. False, too, for what is not a readable ELF file, which dlopen reports.
bool is_cut_off(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool is_cut = ends_within_segments(fd);
  ::close(fd);
  return is_cut;
}

}  // namespace

/// Opens a shared object. Binds all symbols at once: a missing one is reported here, not when it is called. Symbols are
/// found in the program and its libraries; in a library that was loaded privately, as other languages do, once it is
/// loaded globally.
void* open_shared_object(const std::string& path, std::string& why) {
  if (const std::string library = library_file(); !library.empty()) dlopen(library.c_str(), RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
  if (is_cut_off(path)) {
    why = "the file is cut off";
    return nullptr;
  }
  void* const object = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (object == nullptr) why = dlerror();
  return object;
}

void* find_in_shared_object(void* object, const char* name) { return dlsym(object, name); }

std::string program_folder() {
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (length > 0) return folder_of(std::string(path, static_cast<std::size_t>(length)));
  // Without /proc: the name by which the program was called, which for a script is the script's.
  const auto* const called = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  return called != nullptr && realpath(called, path) != nullptr ? folder_of(path) : "";
}

std::string library_folder() { return folder_of(library_file()); }

}  // namespace tessera::platform
