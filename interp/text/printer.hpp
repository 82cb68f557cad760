// The printer: from objects to characters. Layer: text.
#pragma once

#include <string>

#include "base/string_view.hpp"
#include "runtime/runtime.hpp"

namespace tessera {

/// The characters of an object; `view` points into the object or into this.
struct PlainText {
  StringView view;
  char32_t character;
  char digits[24];
};
/// Sets `text` to the characters of an object that is printed as it is: a decimal fixnum; without `escape` also a
/// string, a character, or the name of a symbol. False for other objects, and if printer variables or labels matter.
bool plain_text(Runtime& rt, Value object, bool escape, PlainText& text);

/// Prints `object` on `stream`, with *print-escape* bound to `escape`. Returns FAILED or T. Calls the pretty printer if
/// *print-pretty* is true. May collect.
Value print_object(Runtime& rt, Value object, Value stream, bool escape);
/// Prints without the pretty printer, and with that value of *print-escape*.
Value print_plainly(Runtime& rt, Value object, Value stream);
/// Returns the printed object as UTF-8; "" if printing failed. May collect.
std::string printed(Runtime& rt, Value object, bool escape);
/// Sets the variables of the printer and the reader to their initial values, when the image is made.
void install_printer_variables(Runtime& rt);

/// Binds a variable until it ends, for builtins, which have no Lisp frame for that.
class VariableBinding final {
 public:
  VariableBinding(Runtime& rt, Value symbol, Value value) : rt_(rt) { rt.bind_variable(symbol, value); }
  ~VariableBinding() { rt_.unbind_variable(); }
  VariableBinding(const VariableBinding&) = delete;
  VariableBinding& operator=(const VariableBinding&) = delete;

 private:
  Runtime& rt_;
};

}  // namespace tessera
