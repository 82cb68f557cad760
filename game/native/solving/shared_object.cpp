// The solver as a shared object, dice-of-doom-solving.so. Layer: solving.
#include "solving/module.hpp"
#include "tessera/module.hpp"

TESSERA_MODULE(tessera::game::load_solver)
