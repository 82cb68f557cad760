// Defining special variables and constants from C++. Layer: builtins.
#pragma once

#include "runtime/runtime.hpp"

namespace tessera {

/// Make `symbol` special with that value.
void define_variable(Runtime& rt, Value symbol, Value value);
void define_constant(Runtime& rt, Value symbol, Value value);
/// The variables and constants of the chapters that natives implement. Part of install_builtins.
void install_variables(Runtime& rt);

}  // namespace tessera
