// The module "webserver" for `require`: what game/webserver.lisp and game/web/sessions.lisp are built on. Layer: web.
#pragma once

#include "tessera/tessera.hpp"

namespace tessera::web {

/// Define the natives of the package WEBSERVER in `lisp`, as `(require "webserver")` does. A program that links them says
/// `lisp.offer_module("webserver", tessera::web::load_webserver)`; for others they are in a shared object.
void load_webserver(const Lisp& lisp);

}  // namespace tessera::web
