// The module "dice-of-doom" for `require`: what game/native.lisp is built on. Layer: bindings.
#pragma once

#include "tessera/tessera.hpp"

namespace tessera::game {

/// Define the natives in `lisp`, as `(require "dice-of-doom")` does. A program that links them says
/// `lisp.offer_module("dice-of-doom", tessera::game::load_natives)`; for others they are in a shared object.
void load_natives(const Lisp& lisp);

}  // namespace tessera::game
