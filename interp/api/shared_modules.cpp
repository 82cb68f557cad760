// Opens shared objects and checks that they are modules of this very build.
#include "api/shared_modules.hpp"

#include <dlfcn.h>

#include <exception>

#include "tessera/module.hpp"

namespace tessera {

namespace {

std::string why_not_opened() {
  const std::string reason = dlerror();
  if (reason.find("undefined symbol") == std::string::npos) return reason;
  return reason +
         " (it is of another build, or the program lets modules see nothing of it: see tessera_host_modules in interp/modules.cmake)";
}

}  // namespace

// All symbols at once: one that is missing is told here, not where it is called.
std::string load_shared_module(Interpreter& lisp, const std::string& path) {
  void* object = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (object == nullptr) return why_not_opened();
  using Entry = const Module*();
  auto* entry = reinterpret_cast<Entry*>(dlsym(object, module_entry));
  if (entry == nullptr) return std::string("it is no module of Tessera, for it has no function ") + module_entry;
  const Module* module = entry();
  if (std::string(module->build) != TESSERA_BUILD)
    return std::string("it was built for Tessera ") + module->build + ", and this is " + TESSERA_BUILD;
  try {
    module->load(lisp);
  } catch (const std::exception& e) { return std::string("an exception of C++: ") + e.what(); }
  return "";
}

}  // namespace tessera
