// Lexical environments: chains of scopes, each with one binding and a link to the scope around it. Layer: compiler.
#pragma once

#include <memory>
#include <vector>

#include "compiler/nodes.hpp"

namespace tessera {

enum class ScopeKind : std::uint8_t {
  variable,
  special,
  symbol_macro,
  function,
  macro,
  block,
  tag,
  cleanup,    ///< leaving through this runs cleanup forms
  notinline,  ///< calls of the global function `name` are not expanded
  declared,   ///< `value` is a list that begins with DECLARE forms and a docstring; only Lisp reads it
};

/// One binding (or barrier) and the scope around it. The null pointer is the null lexical environment.
struct Scope {
  ScopeKind kind;
  Value name;
  const Scope* parent;
  Value value = NIL;  ///< expansion of a symbol macro, expander of a macro, declarations of a variable as of kind `declared`
  Variable* variable = nullptr;
  LocalFunction* function = nullptr;
  ExitPoint* exit = nullptr;
  Tag* tag = nullptr;
  mutable Value environment = NIL;  ///< the Lisp object for this scope, made on demand
};

/// Owns the scopes of one compilation. When it ends, their environment objects become null environments.
class ScopeArena {
 public:
  explicit ScopeArena(Runtime& rt) : rt_(rt) {}
  ~ScopeArena();
  ScopeArena(const ScopeArena&) = delete;
  ScopeArena& operator=(const ScopeArena&) = delete;

  Scope* extend(ScopeKind kind, Value name, const Scope* parent);
  /// Returns the macros and symbol macros of `scope`, which the expander of a local macro sees.
  const Scope* macros_of(const Scope* scope);

 private:
  Runtime& rt_;
  std::vector<std::unique_ptr<Scope>> scopes_;
};

/// Returns the innermost binding of `name` as a variable (kinds variable, special, symbol_macro), or nullptr.
const Scope* find_variable_binding(const Scope* scope, Value name);
/// Returns the innermost binding of `name` as a function or macro, or nullptr.
const Scope* find_function_binding(const Scope* scope, Value name);
bool is_notinline(const Scope* scope, Value name);

/// Returns a name that occurs twice in `names`, or UNBOUND.
Value repeated_name(const std::vector<Value>& names);

/// Returns the Lisp object for `scope`, for &ENVIRONMENT parameters; NIL for the null environment. It is valid while
/// the compilation runs; afterwards it denotes the null environment.
Value environment_object(Runtime& rt, const Scope* scope);
const Scope* scope_of_environment(Runtime& rt, Value environment);

}  // namespace tessera
