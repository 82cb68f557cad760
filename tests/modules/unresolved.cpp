// A module that wants a function which no program has.
#include "tessera/module.hpp"

namespace tessera {
void function_of_no_program(Interpreter& lisp);
}

TESSERA_MODULE([](tessera::Interpreter& lisp) { tessera::function_of_no_program(lisp); })
