// Modules in shared objects, for REQUIRE. Layer: api.
#pragma once

#include <string>

#include "tessera/tessera.hpp"

namespace tessera {

/// Loads the shared object `path` (absolute) into the process, where it stays, and its module into `lisp`. Returns "",
/// or why it cannot be loaded.
std::string load_shared_module(const Lisp& lisp, const std::string& path);

namespace detail {

/// A load of the host, or of a module that it trusts: while it runs, what belongs to Lisp may be redefined.
class TrustedLoad {
 public:
  TrustedLoad(State& state, bool trusted);
  ~TrustedLoad();
  TrustedLoad(const TrustedLoad&) = delete;
  TrustedLoad& operator=(const TrustedLoad&) = delete;

 private:
  State& state_;
  const bool grants_;
};

/// True if `path` is a compiled file in one of the host's folders of modules, and scripts may not load it themselves.
bool is_own_module(const State& state, std::string_view path);
/// Notes the host's folders of modules: those of TESSERA_PATH, then those of `options`.
void find_own_modules(State& state, const Options& options);

}  // namespace detail

}  // namespace tessera
