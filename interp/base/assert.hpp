// Assertions that only a bug in Tessera itself can break. Layer: base.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace tessera {

/// Reports a broken invariant and aborts. Lisp input, however wrong, never gets here.
[[noreturn]] inline void panic(const char* what, const char* file, int line) {
  std::fprintf(stderr, "tessera: broken invariant: %s (%s:%d)\n", what, file, line);
  std::abort();
}

}  // namespace tessera

#ifdef NDEBUG
#define TESSERA_ASSERT(condition) static_cast<void>(0)
#else
#define TESSERA_ASSERT(condition) ((condition) ? static_cast<void>(0) : ::tessera::panic(#condition, __FILE__, __LINE__))
#endif
#define TESSERA_LIKELY(x) __builtin_expect(static_cast<bool>(x), 1)
#define TESSERA_UNLIKELY(x) __builtin_expect(static_cast<bool>(x), 0)
