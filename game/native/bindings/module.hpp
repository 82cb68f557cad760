// The module "dice-of-doom" for `require`: the base of game/native.lisp. Layer: bindings.
#pragma once

#include "tessera/tessera.hpp"

namespace tessera::game {

/// Defines the natives in `lisp`, as `(require "dice-of-doom")` does. A program that links them calls
/// `lisp.offer_module("dice-of-doom", tessera::game::load_natives)`; others load a shared object.
void load_natives(const Lisp& lisp);

}  // namespace tessera::game
