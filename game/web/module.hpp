// The module "webserver" for `require`: the base of game/webserver.lisp and game/web/sessions.lisp. Layer: web.
#pragma once

#include "tessera/tessera.hpp"

namespace tessera::web {

/// Defines the natives of the package WEBSERVER in `lisp`, as `(require "webserver")` does. A program that links them
/// calls `lisp.offer_module("webserver", tessera::web::load_webserver)`; others load a shared object.
void load_webserver(const Lisp& lisp);

}  // namespace tessera::web
