// A module of a build that never was.
#include "tessera/module.hpp"

extern "C" __attribute__((visibility("default"))) const tessera::Module* tessera_module() {
  static constexpr tessera::Module module = {"0.0.1 of long ago", [](const tessera::Lisp&) {}};
  return &module;
}
