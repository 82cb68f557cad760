// The unwinder of a program that carries its C++ runtime: the one in the shared library libgcc_s, which the first
// exception loads. A process must have a single unwinder: libraries that modules bring use the one of libgcc_s, and
// the contexts of two cannot be mixed. A program that is linked with libgcc_s takes a sixth longer to start.
#include <cstddef>

#ifdef __GLIBCXX__
#include <dlfcn.h>
#include <unwind.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <vector>

namespace {

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "tessera: exceptions of C++ need libgcc_s.so.1: %s\n", what);
  std::abort();
}

void* function_in(void* library, const char* name) {
  void* const found = dlsym(library, name);
  return found != nullptr ? found : (fail(dlerror()), nullptr);
}

using TableFunction = void(void*);

/// Unwind tables of code that was made at run time: they are registered with `library` once it is loaded.
struct Tables {
  std::mutex mutex;
  std::vector<void*> waiting;
  void* library = nullptr;
};

Tables& tables() {
  static auto* const all = new Tables;  // never destroyed: tables are removed when the program exits, too
  return *all;
}

void call_for_table(const char* name, void* table) { reinterpret_cast<TableFunction*>(function_in(tables().library, name))(table); }

void* load() {
  void* const library = dlopen("libgcc_s.so.1", RTLD_NOW);
  if (library == nullptr) fail(dlerror());
  const std::lock_guard lock(tables().mutex);
  tables().library = library;
  for (void* table : tables().waiting) call_for_table("__register_frame", table);
  tables().waiting.clear();
  return library;
}

void* function(const char* name) {
  static void* const library = load();
  return function_in(library, name);
}

}  // namespace

// Each frame here is an ordinary one, which unwinding passes.
#define FORWARD(result, name, parameters, arguments)                                       \
  extern "C" result name parameters {                                                      \
    static const auto forwarded = reinterpret_cast<result(*) parameters>(function(#name)); \
    return forwarded arguments;                                                            \
  }

FORWARD(_Unwind_Reason_Code, _Unwind_RaiseException, (_Unwind_Exception * e), (e))
FORWARD(_Unwind_Reason_Code, _Unwind_Resume_or_Rethrow, (_Unwind_Exception * e), (e))
FORWARD(void, _Unwind_Resume, (_Unwind_Exception * e), (e))
FORWARD(void, _Unwind_DeleteException, (_Unwind_Exception * e), (e))
FORWARD(void*, _Unwind_GetLanguageSpecificData, (_Unwind_Context * c), (c))
FORWARD(_Unwind_Ptr, _Unwind_GetRegionStart, (_Unwind_Context * c), (c))
FORWARD(_Unwind_Ptr, _Unwind_GetTextRelBase, (_Unwind_Context * c), (c))
FORWARD(_Unwind_Ptr, _Unwind_GetDataRelBase, (_Unwind_Context * c), (c))
FORWARD(_Unwind_Ptr, _Unwind_GetIPInfo, (_Unwind_Context * c, int* before), (c, before))
FORWARD(void, _Unwind_SetGR, (_Unwind_Context * c, int index, _Unwind_Word value), (c, index, value))
FORWARD(void, _Unwind_SetIP, (_Unwind_Context * c, _Unwind_Ptr value), (c, value))

extern "C" void __register_frame(void* table) {  // NOLINT: libgcc's name
  const std::lock_guard lock(tables().mutex);
  if (tables().library == nullptr) tables().waiting.push_back(table);
  else call_for_table("__register_frame", table);
}

extern "C" void __deregister_frame(void* table) {  // NOLINT: libgcc's name
  const std::lock_guard lock(tables().mutex);
  auto& waiting = tables().waiting;
  if (tables().library != nullptr) call_for_table("__deregister_frame", table);
  else waiting.erase(std::remove(waiting.begin(), waiting.end(), table), waiting.end());
}
#endif
