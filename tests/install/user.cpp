// A program outside of the source tree that loads a module from beside itself.
#include <iostream>

#include "tessera/tessera.hpp"

int main() {
  tessera::Interpreter lisp;
  const tessera::Result r = lisp.eval("(require \"twice\") (list (twice 21) (handler-case (throw-refusal \"no\") (error () 'caught)))");
  std::cout << (r.ok ? r.value.text() : r.condition + ": " + r.message) << '\n';
  return r.ok ? 0 : 1;
}
