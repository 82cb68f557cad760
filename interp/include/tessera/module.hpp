// A module: a shared object that `(require "NAME")` finds as NAME.so and loads into a program that embeds Tessera.
//
//     #include "tessera/module.hpp"
//
//     static void load(const tessera::Lisp& lisp) {
//       lisp.define("twice", [](int n) { return 2 * n; });
//     }
//     TESSERA_MODULE(load)
//
// In CMake: `tessera_add_module(twice twice.cpp)`. A module has no global variables, since several interpreters of a
// process share its code: it passes data of one interpreter to `Lisp::keep_alive`.
#pragma once

#include "tessera/build.hpp"
#include "tessera/tessera.hpp"

namespace tessera {

/// The description of a module, checked before any of its code runs.
struct Module {
  const char* build;          ///< the TESSERA_BUILD that it was compiled with; must be the program's
  void (*load)(const Lisp&);  ///< defines what the module offers. An exception becomes a Lisp ERROR of the REQUIRE.
};

/// The name of the function that returns a module's description, a `const Module*`. It takes no arguments.
inline constexpr const char* module_entry = "tessera_module";

}  // namespace tessera

/// Makes this shared object a module whose `load`, a function of type void (const tessera::Lisp&), defines it. Use once
/// in a module.
#define TESSERA_MODULE(load)                                                                 \
  extern "C" __attribute__((visibility("default"))) const tessera::Module* tessera_module(); \
  const tessera::Module* tessera_module() {                                                  \
    static constexpr tessera::Module module = {TESSERA_BUILD, load};                         \
    return &module;                                                                          \
  }
