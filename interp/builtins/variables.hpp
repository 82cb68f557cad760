// Defines special variables and constants from C++. Layer: builtins.
#pragma once

#include "runtime/runtime.hpp"

namespace tessera {

/// Makes `symbol` special with that value.
void define_variable(Runtime& rt, Value symbol, Value value);
void define_constant(Runtime& rt, Value symbol, Value value);
/// Defines the variables and constants of the chapters that natives implement, and *RANDOM-STATE*. Part of
/// install_builtins.
void install_variables(Runtime& rt);
void install_number_constants(Runtime& rt);

}  // namespace tessera
