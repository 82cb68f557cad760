// Libraries of other languages, by dlopen. Layer: platform.
#include "platform/foreign_libraries.hpp"

#include <dlfcn.h>
#include <link.h>

namespace tessera::platform {

void* open_library(const char* name, bool global, std::string& why) {
  void* const handle = dlopen(name, RTLD_NOW | (global ? RTLD_GLOBAL : RTLD_LOCAL));
  if (handle == nullptr) why = dlerror();
  return handle;
}

bool close_library(void* handle, std::string& why) {
  if (dlclose(handle) == 0) return true;
  why = dlerror();
  return false;
}

std::string file_of_library(void* handle) {
  link_map* map = nullptr;
  return dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map != nullptr ? map->l_name : "";
}

void* find_in_library(void* handle, const char* name) { return dlsym(handle == nullptr ? RTLD_DEFAULT : handle, name); }

}  // namespace tessera::platform
