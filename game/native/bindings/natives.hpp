// The natives, one for each NATIVE in names.def, and the function of lazy lists of moves. Layer: bindings.
#pragma once

#include "bindings/game.hpp"

namespace tessera::game::bindings::natives {

#define NATIVE(id, properties, needs, name, lambda_list, documentation) Value id(Runtime& rt, Args a);
#include "bindings/names.def"

/// What a lazy list of moves does when it is forced.
Value force_moves(Runtime& rt, Args a);

}  // namespace tessera::game::bindings::natives
