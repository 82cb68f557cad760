// Converts C++ text to strings and symbols, and back: members of Runtime that need this layer. Layer: data.
#include "base/utf8.hpp"
#include "data/sequences/arrays.hpp"
#include "data/symbols/packages.hpp"

namespace tessera {

Value Runtime::make_string(std::string_view utf8) {
  return with_utf8_decoded(utf8, [this](StringView characters) { return tessera::make_string(*this, characters); });
}

std::string Runtime::to_utf8(Value string) {
  StringView characters;
  return string_view_of_any(string, characters) ? utf8_encode(characters) : std::string();
}

Value Runtime::cl(std::string_view name) { return intern(*this, packages.cl, name); }
Value Runtime::tessera(std::string_view name) { return intern(*this, packages.tessera, name); }
Value Runtime::keyword(std::string_view name) { return intern(*this, packages.keyword, name); }

}  // namespace tessera
