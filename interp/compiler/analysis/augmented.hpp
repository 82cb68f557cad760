// Environments with bindings that Lisp added (AUGMENT-ENVIRONMENT), and the bindings that Lisp sees of any. Layer:
// compiler.
#pragma once

#include <deque>

#include "compiler/analysis/scope.hpp"

namespace tessera {

/// Returns `environment` with `bindings`, innermost first: a list of lists (KIND NAME . VALUE). The compiler ignores
/// kinds that `binding_kinds` does not have.
Value augmented_environment(Runtime& rt, Value environment, Value bindings);
/// Returns the bindings that were added to another environment, which it sets `parent` to; or all of a compiler's
/// scope, with NIL.
Value environment_bindings(Runtime& rt, Value environment, Value& parent);

/// The scope that an environment stands for, added bindings included. It is valid while this lives and until the next
/// collection.
class EnvironmentScope {
 public:
  EnvironmentScope(Runtime& rt, Value environment);
  EnvironmentScope(const EnvironmentScope&) = delete;
  EnvironmentScope& operator=(const EnvironmentScope&) = delete;
  operator const Scope*() const { return scope_; }  // NOLINT: implicit, as it is used like its scope

 private:
  std::deque<Scope> added_;
  const Scope* scope_;
};

}  // namespace tessera
