// The entry point of all C++ suites. Compiled apart: with Catch2 2 it takes long.
#define CATCH_CONFIG_RUNNER
#include <sys/resource.h>

#include <algorithm>

#include "catch.hpp"

int main(int argc, char** argv) {
#ifdef __SANITIZE_ADDRESS__
  // Its frames are several times larger; forms and data shall reach the nesting limit at the same depth as in other
  // builds.
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    limit.rlim_cur = std::min<rlim_t>(rlim_t{64} << 20, limit.rlim_max);
    setrlimit(RLIMIT_STACK, &limit);
  }
#endif
  return Catch::Session().run(argc, argv);
}
