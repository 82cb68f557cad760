// Environments that Lisp has added bindings to (AUGMENT-ENVIRONMENT), and what it sees of any. Layer: compiler.
#pragma once

#include <deque>

#include "compiler/scope.hpp"

namespace tessera {

/// `environment` with `bindings`, the innermost first: a list of lists (KIND NAME . VALUE), of which the kinds that `binding_kinds` does not name
/// are for Lisp alone.
Value augmented_environment(Runtime& rt, Value environment, Value bindings);
/// The bindings that were added to another environment, and that; or all those of the compiler's scope, and NIL.
Value environment_bindings(Runtime& rt, Value environment, Value& parent);

/// The scope that an environment stands for, the one of the compiler and what was added to it, for as long as this lives and nothing is collected.
class EnvironmentScope {
 public:
  EnvironmentScope(Runtime& rt, Value environment);
  EnvironmentScope(const EnvironmentScope&) = delete;
  EnvironmentScope& operator=(const EnvironmentScope&) = delete;
  operator const Scope*() const { return scope_; }  // NOLINT: it is used like its scope

 private:
  std::deque<Scope> added_;
  const Scope* scope_;
};

}  // namespace tessera
