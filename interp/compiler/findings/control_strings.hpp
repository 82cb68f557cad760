// Checking FORMAT's control strings without running them, for warnings. Layer: compiler.
#pragma once

#include <cstddef>

#include "data/sequences/strings.hpp"

namespace tessera {

struct ControlArguments {
  static constexpr std::size_t any = ~std::size_t{0};
  std::size_t least = 0, most = 0;  ///< numbers of arguments that the string needs, and that it uses at most
  const char* problem = nullptr;    ///< the problem of the string itself, or nullptr
};

ControlArguments arguments_of_control(StringView control);

}  // namespace tessera
