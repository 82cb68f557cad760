// A program outside of the source tree that loads a module from beside itself.
#include <iostream>

#include "tessera/tessera.hpp"

int main() {
  tessera::Options options;
  options.permissions.shared_objects = true;
  tessera::Interpreter lisp(options);
  std::cout << lisp.eval("(require \"twice\") (list (twice 21) (handler-case (throw-refusal \"no\") (error () 'caught)))").text() << '\n';
}
