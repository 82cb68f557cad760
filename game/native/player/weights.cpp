// The weights of the features. Written by tune.cpp: do not edit. Layer: player.
#include "player/evaluation.hpp"

namespace tessera::game {

const Weights fitted_weights = {{{
    {
        65, -8, 80, -11, 74, 100, -56, -78, -77, 24, 27,  // where a turn begins: the player to move
        -60, 0, -101, 8, -52, -92, 40, 58, 105, -30, -15,  // the other
        -26, 0, 0,  // the turn
    },
    {
        37, 5, 96, 5, 57, 72, -56, -77, -45, 0, -6,  // within a turn: the player to move
        -65, 31, -61, 30, -55, -98, 36, 43, 57, -37, -30,  // the other
        53, 69, 16,  // the turn
    },
}}};

}  // namespace tessera::game
