// The natives, one for each NATIVE in names.def. Layer: bindings.
#pragma once

#include "bindings/game.hpp"

namespace tessera::game::bindings::natives {

#define NATIVE(id, properties, needs, name, lambda_list, documentation) Reply id(Game& game, Args a);
#include "bindings/names.def"

}  // namespace tessera::game::bindings::natives
