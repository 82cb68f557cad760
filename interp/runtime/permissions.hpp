// What the host grants an interpreter of the system. Natives say in their tables what they need (builtins/registry.hpp): where that is not
// granted, they are not there. Layer: runtime.
#pragma once

#include <cstdint>

namespace tessera {

/// What a native may need.
enum class Grant : std::uint8_t {
  nothing,
  reading_files,
  writing_files,
  environment,  ///< variables, names of machine and user
  clock,
  network,
  shared_objects,
  processes,
  threads,
  quitting,
  redefinition,  ///< of what is COMMON-LISP's and TESSERA's own
};

class Grants {
 public:
  bool allows(Grant g) const { return (withheld_ & bit(g)) == 0; }
  void withhold(Grant g) { withheld_ |= bit(g); }

 private:
  static constexpr std::uint32_t bit(Grant g) { return g == Grant::nothing ? 0 : std::uint32_t{1} << static_cast<unsigned>(g); }
  std::uint32_t withheld_ = 0;
};

/// What it is, in messages.
constexpr const char* name_of(Grant g) {
  constexpr const char* names[] = {"nothing",     "reading files",          "writing files", "the environment", "the clock",
                                   "network",     "loading shared objects", "processes",     "threads",         "quitting",
                                   "redefinition"};
  return names[static_cast<unsigned>(g)];
}

}  // namespace tessera
