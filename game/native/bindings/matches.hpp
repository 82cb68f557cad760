// Matches between engines, for game/matches.lisp. Layer: bindings.
#pragma once

#include "tessera/tessera.hpp"

namespace tessera::game::bindings {

/// Define PLAY-BOARDS in the package DICE-OF-DOOM.
void define_matches(const Lisp& lisp);

}  // namespace tessera::game::bindings
