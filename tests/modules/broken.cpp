// A module that cannot be loaded, by its own account.
#include <stdexcept>

#include "tessera/module.hpp"

TESSERA_MODULE([](const tessera::Lisp&) { throw std::runtime_error("no such luck"); })
