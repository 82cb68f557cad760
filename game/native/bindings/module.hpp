// The module "dice-of-doom" for `require`: what game/native.lisp is built on. Layer: bindings.
#pragma once

#include "tessera/tessera.hpp"

namespace tessera::game {

/// Let scripts of `lisp` load the native game: `(load "native.lisp")` after a version of Dice of Doom.
void offer_natives(Interpreter& lisp);

}  // namespace tessera::game
