// The natives as a shared object, dice-of-doom.so. Layer: bindings.
#include "bindings/module.hpp"
#include "tessera/module.hpp"

TESSERA_MODULE(tessera::game::load_natives)
