// Building a Lisp from nothing: symbols, natives, then the library's sources. Layer: api. Runs when Tessera is built.
#pragma once

#include <string>

#include "vm/vm.hpp"

namespace tessera {

/// Prepare the symbols, natives, readtable and streams of an empty Vm.
void bootstrap_natives(Vm& vm);
/// Load the library from `directory` (with bootstrap.lisp). "" or what went wrong and where.
std::string bootstrap_library(Vm& vm, const std::string& directory);

}  // namespace tessera
