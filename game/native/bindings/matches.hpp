// Matches between engines, for game/matches.lisp. Layer: bindings.
#pragma once

#include "data/runtime.hpp"

namespace tessera::game::bindings {

/// Arguments: challenger others rules sizes seed first count threads idle. An engine is a list of integers (kind level
/// microseconds nodes style turns), `rules` a property list, sizes are (size players max-dice), `idle` is a function that does nothing.
/// The result is a list (boards challenger-moves challenger-microseconds others-moves others-microseconds); a board is
/// a list that holds for each game 0 if the challenger lost it, else how many share the win.
Value play_boards(Runtime& rt, Args a);

}  // namespace tessera::game::bindings
