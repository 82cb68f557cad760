// The solver's interface for Lisp: the module "dice-of-doom-solving", which game/solving/ loads. Layer: solving.
#pragma once

#include "tessera/tessera.hpp"

namespace tessera::game {

/// Makes the package DICE-OF-DOOM-SOLVING.
void load_solver(const Lisp& lisp);

}  // namespace tessera::game
