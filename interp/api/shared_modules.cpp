// Modules: opens shared objects and checks that they belong to this build; modules that the program itself offers.
// Compiled for size.
#include "api/shared_modules.hpp"

#include <exception>

#include "platform/shared_objects.hpp"
#include "tessera/module.hpp"

namespace tessera {

namespace {

std::string why_not_opened(const std::string& reason) {
  if (reason.find("undefined symbol") == std::string::npos) return reason;
  return reason +
         " (it is of another build, or the program lets modules see nothing of it: see tessera_host_modules in interp/cmake/modules.cmake)";
}

}  // namespace

std::string load_shared_module(const Lisp& lisp, const std::string& path) {
  std::string reason;
  void* const object = platform::open_shared_object(path, reason);
  if (object == nullptr) return why_not_opened(reason);
  using Entry = const Module*();
  auto* entry = reinterpret_cast<Entry*>(platform::find_in_shared_object(object, module_entry));
  if (entry == nullptr) return std::string("it is not a module of Tessera: it has no function ") + module_entry;
  const Module* module = entry();
  if (std::string(module->build) != TESSERA_BUILD)
    return std::string("it was built for Tessera ") + module->build + ", and this is " + TESSERA_BUILD;
  try {
    module->load(lisp);
  } catch (const std::exception& e) { return std::string("an exception of C++: ") + e.what(); }
  return "";
}

void Lisp::offer_module(std::string_view name, Callback<void(const Lisp&)> load) const {
  call("tessera::%host-offer-module", name, make_function("tessera::%load-host-module", [load = std::move(load)](const Lisp& lisp) {
         load(lisp);
         return true;
       }));
}

}  // namespace tessera
