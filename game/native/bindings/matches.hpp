// Matches between engines, for game/experiments/matches.lisp. Layer: bindings.
#pragma once

#include "tessera/package.hpp"

namespace tessera::game::bindings {

/// Defines PLAY-BOARDS.
void define_matches(const FunctionPackage& natives);

}  // namespace tessera::game::bindings
