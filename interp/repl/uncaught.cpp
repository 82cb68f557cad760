// Reports an uncaught exception. Replaces the C++ library's function, which would link a demangler of 40 KB.
// Layer: repl. Compiled for size.
#include <cstdio>
#include <cstdlib>
#include <exception>

#ifdef __GLIBCXX__
namespace __gnu_cxx {

void __verbose_terminate_handler();  // the library's name; its archive's version is linked unless we define it  NOLINT

void __verbose_terminate_handler() {  // NOLINT
  try {
    throw;
  } catch (const std::exception& e) { std::fprintf(stderr, "tessera: uncaught exception: %s\n", e.what()); } catch (...) {
    std::fputs("tessera: uncaught exception\n", stderr);
  }
  std::abort();
}

}  // namespace __gnu_cxx
#endif
