// The printer: from objects to characters. Layer: text.
#pragma once

#include <string>

#include "base/string_view.hpp"
#include "runtime/runtime.hpp"

namespace tessera {

/// The characters of an object, which it or this itself holds.
struct PlainText {
  StringView view;
  char32_t character;
  char digits[24];
};
/// The text of an object that the printer would write just as it stands: a decimal fixnum; without `escape` also a
/// string, a character, or the name of a symbol. False for all others, and where variables or labels ask for more.
bool plain_text(Runtime& rt, Value object, bool escape, PlainText& text);

/// Print `object` on `stream` (a stream) by the printer variables, *print-escape* being `escape`. FAILED or T.
/// Calls the pretty printer where *print-pretty* asks for it. May collect.
Value print_object(Runtime& rt, Value object, Value stream, bool escape);
/// The same without the pretty printer, *print-escape* as it stands.
Value print_plainly(Runtime& rt, Value object, Value stream);
/// The text of an object for C++; "" if printing failed. May collect.
std::string printed(Runtime& rt, Value object, bool escape);
/// *print-base* and all other variables of the printer and reader, when the image is made.
void install_printer_variables(Runtime& rt);

/// Binds printer variables (as a native may, there being no Lisp frame to do it) and restores them at its end.
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
