// The web server as a shared object, webserver.so. Layer: web.
#include "module.hpp"
#include "tessera/module.hpp"

TESSERA_MODULE(tessera::web::load_webserver)
