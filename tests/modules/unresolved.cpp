// A module that wants a function which no program has.
#include "tessera/module.hpp"

namespace tessera {
void function_of_no_program(const Lisp& lisp);
}

TESSERA_MODULE([](const tessera::Lisp& lisp) { tessera::function_of_no_program(lisp); })
