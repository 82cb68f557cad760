// Whole trees, as lists. Layer: bindings.
#pragma once

#include "bindings/boards.hpp"

namespace tessera::game::bindings {

/// `game-tree` or `attacking-moves` of whole trees: `name` says which. The arguments, theirs, are in range.
Reply eager_tree(Game& game, const Ruleset& settings, Args a, Name name);

}  // namespace tessera::game::bindings
