// Shared objects by dlopen. Layer: platform.
#include "platform/shared_objects.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <climits>

namespace tessera::platform {

// All symbols at once: one that is missing is told here, not where it is called.
void* open_shared_object(const std::string& path, std::string& why) {
  void* const object = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (object == nullptr) why = dlerror();
  return object;
}

void* find_in_shared_object(void* object, const char* name) { return dlsym(object, name); }

std::string program_folder() {
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  const std::string file(path, length > 0 ? static_cast<std::size_t>(length) : 0);
  return file.substr(0, file.rfind('/') + 1);
}

}  // namespace tessera::platform
