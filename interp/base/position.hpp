// Source positions. Layer: base.
#pragma once

#include <cstdint>

namespace tessera {

/// A position in a text: line and column, both from 1; columns count characters. Line 0: unknown.
struct SourcePosition {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend bool operator==(SourcePosition, SourcePosition) = default;
};

}  // namespace tessera
