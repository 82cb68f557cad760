// Shared objects by dlopen. Layer: platform.
#include "platform/shared_objects.hpp"

#include <dlfcn.h>

namespace tessera::platform {

// All symbols at once: one that is missing is told here, not where it is called.
void* open_shared_object(const std::string& path, std::string& why) {
  void* const object = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (object == nullptr) why = dlerror();
  return object;
}

void* find_in_shared_object(void* object, const char* name) { return dlsym(object, name); }

}  // namespace tessera::platform
