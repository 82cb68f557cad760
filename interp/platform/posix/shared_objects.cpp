// Shared objects by dlopen. Layer: platform.
#include "platform/shared_objects.hpp"

#include <dlfcn.h>
#include <link.h>
#include <sys/auxv.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>

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

}  // namespace

/// Opens a shared object. Binds all symbols at once: a missing one is reported here, not when it is called. Symbols are
/// found in the program and its libraries; in a library that was loaded privately, as other languages do, once it is
/// loaded globally.
void* open_shared_object(const std::string& path, std::string& why) {
  if (const std::string library = library_file(); !library.empty()) dlopen(library.c_str(), RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
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
