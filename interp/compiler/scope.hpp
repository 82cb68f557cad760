// Lexical environments: an immutable chain with one binding a link. Layer: compiler.
#pragma once

#include "compiler/nodes.hpp"

namespace tessera {

/// One binding (or barrier) and what lies outside it. The null pointer is the null lexical environment.
struct Scope {
  enum class Kind {
    variable,
    special,
    symbol_macro,
    function,
    macro,
    block,
    tag,
    cleanup,    ///< leaving through this runs clean-up forms
    notinline,  ///< calls of the global function `name` are not to be expanded
  };
  Kind kind;
  Value name;
  const Scope* parent;
  Value value = NIL;  ///< expansion of a symbol macro, expander of a macro
  Variable* variable = nullptr;
  LocalFunction* function = nullptr;
  ExitPoint* exit = nullptr;
  Tag* tag = nullptr;
  mutable Value environment = NIL;  ///< the Lisp object that stands for this scope, once made
};

/// The innermost binding of `name` as a variable: kinds variable, special, symbol_macro; nullptr if there is none.
const Scope* find_variable(const Scope* scope, Value name);
/// The innermost binding of `name` as a function or macro; nullptr if there is none.
const Scope* find_function(const Scope* scope, Value name);
bool is_notinline(const Scope* scope, Value name);

/// One of `names` that stands there twice, or UNBOUND.
Value repeated_name(const std::vector<Value>& names);

/// The expander of the macro form `form` or of the symbol macro `form` in `scope`.
struct Expander {
  enum class Kind { none, macro, symbol_macro } kind = Kind::none;
  Value value = NIL;  ///< the macro function, or the symbol's expansion
};
Expander find_expander(Runtime& rt, Value form, const Scope* scope);

/// The Lisp object for `scope`, for &environment parameters; NIL for the null environment. It is valid while the
/// compilation runs; afterwards it stands for the null environment.
Value environment_object(Runtime& rt, const Scope* scope);
const Scope* scope_of_environment(Runtime& rt, Value environment);

}  // namespace tessera
