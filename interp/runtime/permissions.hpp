// Permissions that natives may need. Each names its own in its table (builtins/registry.hpp): natives whose permission
// is withheld are replaced by stubs that signal an error. Layer: runtime.
#pragma once

#include <cstdint>

namespace tessera {

enum class Permission : std::uint8_t {
  none,
  read_files,
  write_files,
#define TESSERA_PERMISSION(member, constant, bit, default_value, noun) member,
#include "tessera/permissions.def"
#undef TESSERA_PERMISSION
};

/// Returns what messages call the permission.
constexpr const char* name_of(Permission p) {
  constexpr const char* names[] = {
      "nothing",
      "reading files",
      "writing files",
#define TESSERA_PERMISSION(member, constant, bit, default_value, noun) noun,
#include "tessera/permissions.def"
#undef TESSERA_PERMISSION
  };
  return names[static_cast<unsigned>(p)];
}

}  // namespace tessera
