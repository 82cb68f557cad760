// Symbols that C++ names: Known::car stands for CAR, and `rt.sym(Known::car)` is the symbol. Layer: runtime.
#pragma once

#include <cstdint>

namespace tessera {

/// One for each row of known_symbols.def.
enum class Known : std::uint16_t {
#define KNOWN(id, name, package) id,
#include "runtime/known_symbols.def"
#undef KNOWN
  count
};

}  // namespace tessera
