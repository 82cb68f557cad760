// The scripts' odds of attacks. Layer: bindings.
#pragma once

#include "bindings/game.hpp"

namespace tessera::game::bindings {

/// Reads the odds of attacks with up to `dice_limit` (at most 8) dice from *DICE-ODDS*, or from `attack-odds` beyond
/// it. Returns false if one of them is not a single-float between 0 and 1. May call Lisp.
bool read_odds(Game& game, int dice_limit, faithful::Chances& odds);

}  // namespace tessera::game::bindings
