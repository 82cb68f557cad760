// Replaces asmjit's own messages for its internal errors: in Debian's libasmjit.a that object is not
// position-independent, so a shared library could not contain it.
#include <asmjit/core.h>

#include <cstdio>
#include <cstdlib>

ASMJIT_BEGIN_NAMESPACE

namespace DebugUtils {

const char* errorAsString(Error error) noexcept { return error == kErrorOk ? "Ok" : "asmjit failed"; }
void debugOutput(const char* text) noexcept { std::fputs(text, stderr); }
void assertionFailed(const char* file, int line, const char* what) noexcept {
  std::fprintf(stderr, "asmjit: %s:%d: %s\n", file, line, what);
  std::abort();
}

}  // namespace DebugUtils

ASMJIT_END_NAMESPACE
