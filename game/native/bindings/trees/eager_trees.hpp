// Whole trees, as lists. Layer: bindings.
#pragma once

#include "bindings/boards.hpp"

namespace tessera::game::bindings {

/// Returns `game-tree` or `attacking-moves`, as `name` says, of whole trees. The arguments are in range.
Reply eager_tree(Game& game, const Ruleset& settings, Args a, Name name);

}  // namespace tessera::game::bindings
