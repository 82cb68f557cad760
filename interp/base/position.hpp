// Source positions. Layer: base.
#pragma once

#include <cstdint>

namespace tessera {

/// A place in a text: line from 1, column from 1 (in characters). Line 0: unknown.
struct SourcePosition {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend bool operator==(SourcePosition, SourcePosition) = default;
};

}  // namespace tessera
