// The whole trees of the first version, as lists. Layer: bindings.
#pragma once

#include "bindings/boards.hpp"

namespace tessera::game::bindings {

/// `game-tree` or `attacking-moves` of the first version: `name` says which. The arguments, theirs, are in range.
Value eager_tree(Game& game, const Settings& settings, Args a, Name name);

}  // namespace tessera::game::bindings
