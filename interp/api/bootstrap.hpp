// Builds a Lisp from nothing: symbols, native functions, then the library's sources. Layer: api. Runs when Tessera is
// built.
#pragma once

#include <string>

#include "vm/vm.hpp"

namespace tessera {

/// Sets up the symbols, native functions, readtable and streams of an empty Vm.
void bootstrap_natives(Vm& vm);
/// Loads the library from `directory` (with bootstrap.lisp). Returns "", or the error and its place.
std::string bootstrap_library(Vm& vm, const std::string& directory);

}  // namespace tessera
