// The odds of attacks, as the scripts have them. Layer: bindings.
#pragma once

#include "bindings/game.hpp"

namespace tessera::game::bindings {

/// What *DICE-ODDS* says of attacks with up to `most_dice` (at most 8) dice and, where it says nothing, `attack-odds`.
/// False if one of them is not a single-float between 0 and 1. May call Lisp.
bool read_odds(Game& game, int most_dice, faithful::Chances& odds);

}  // namespace tessera::game::bindings
