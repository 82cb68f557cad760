// Records of the reader about forms and of the compiler about macro functions, for the compiler. Layer: runtime.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "base/position.hpp"

namespace tessera {

struct Scope;

struct Compilation {
  /// The source position of each cons of the toplevel form that is being read and compiled. The conses are in old
  /// space: their addresses are stable keys.
  std::unordered_map<std::uint64_t, SourcePosition> positions;
  /// Lexical environments that running macro functions may look at, by serial number.
  std::unordered_map<std::int64_t, const Scope*> environments;
  std::int64_t environment_serial = 0;
};

}  // namespace tessera
