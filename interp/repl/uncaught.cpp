// What is said of an exception that nobody catches, in place of the C++ library's own way, which carries a demangler for it: 40 KB.
// Layer: repl. Compiled for size.
#include <cstdio>
#include <cstdlib>
#include <exception>

#ifdef __GLIBCXX__
namespace __gnu_cxx {

void __verbose_terminate_handler();  // named by the library; the archive's is linked where there is none  NOLINT

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
