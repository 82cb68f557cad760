// A module: a shared object that `(require "NAME")` finds as NAME.so and loads into a program that embeds Tessera.
//
//     #include "tessera/module.hpp"
//
//     static void load(const tessera::Lisp& lisp) {
//       lisp.define("twice", [](int n) { return 2 * n; });
//     }
//     TESSERA_MODULE(load)
//
// In CMake: `tessera_add_module(twice twice.cpp)`. What it keeps for an interpreter it hands to `Lisp::keep_alive`: a module
// has no variables of its own, since several interpreters of a process share its code.
#pragma once

#include "tessera/build.hpp"
#include "tessera/tessera.hpp"

namespace tessera {

/// What a shared object tells of itself before anything of it runs.
struct Module {
  const char* build;          ///< the TESSERA_BUILD that it was compiled with; must be the program's own
  void (*load)(const Lisp&);  ///< define what the module has. An exception becomes a Lisp ERROR of the REQUIRE.
};

/// The name of the function without arguments that returns a module's description: a `const Module*`.
inline constexpr const char* module_entry = "tessera_module";

}  // namespace tessera

/// Make this shared object a module that `load`, a function of type void (const tessera::Lisp&), loads. Once in a module.
#define TESSERA_MODULE(load)                                                                 \
  extern "C" __attribute__((visibility("default"))) const tessera::Module* tessera_module(); \
  const tessera::Module* tessera_module() {                                                  \
    static constexpr tessera::Module module = {TESSERA_BUILD, load};                         \
    return &module;                                                                          \
  }
