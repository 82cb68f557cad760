// Modules in shared objects, for REQUIRE. Layer: api.
#pragma once

#include <string>

#include "tessera/tessera.hpp"

namespace tessera {

/// Loads the shared object `path` (absolute) into the process, where it stays, and its module into `lisp`. Returns "",
/// or why it cannot be loaded.
std::string load_shared_module(const Lisp& lisp, const std::string& path);

}  // namespace tessera
