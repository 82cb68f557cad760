// The module "webserver" for `require`: what game/webserver.lisp and game/sessions.lisp are built on. Layer: web.
#pragma once

#include "tessera/tessera.hpp"

namespace tessera::web {

/// Let scripts of `lisp` serve pages: `(serve handler)` of game/webserver.lisp.
void offer_webserver(Interpreter& lisp);

}  // namespace tessera::web
