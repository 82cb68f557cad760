// All natives of the engine, for tests that call each of them.
#pragma once

#include <string>
#include <vector>

#include "builtins/registry.hpp"

struct KnownNative {
  std::string name;  ///< as source
  tessera::NativeArity arity;
};

/// Returns the natives that no VM operation replaces, except those of `permission`s that a sandbox withholds.
inline std::vector<KnownNative> all_natives() {
  std::vector<KnownNative> found;
  for (const std::span<const tessera::Builtin> table : tessera::all_builtins())
    for (const tessera::Builtin& b : table) {
      if (b.needs != tessera::Permission::none || b.operation != tessera::VmOperation::none) continue;
      const std::string name = b.name, prefix = "tessera::";
      const bool prefixed = name.rfind(prefix, 0) == 0;
      const bool own = prefixed || name[0] == '%';
      found.push_back(
          {(own ? "tessera::|" : "cl:|") + name.substr(prefixed ? prefix.size() : 0) + "|", tessera::accepted_counts(b.lambda_list)});
    }
  return found;
}
