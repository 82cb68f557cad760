// Hello: an interpreter, a function for it, a value from it.
#include <iostream>
#include <tessera/tessera.hpp>

int main() {
  tessera::Interpreter lisp;
  lisp.define("shout", [](const std::string& text) { return text + "!"; });
  std::cout << lisp.eval<std::string>("(shout (format nil \"~@(~r~) times hello\" (* 6 7)))") << '\n';
}
