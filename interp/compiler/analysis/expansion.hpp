// Macros, symbol macros and compiler macros: finding and calling their expanders. Layer: compiler.
#pragma once

#include "compiler/analysis/pinned.hpp"
#include "compiler/analysis/scope.hpp"
#include "compiler/compiler.hpp"

namespace tessera {

enum class MacroKind : std::uint8_t { none, macro, symbol_macro };

struct Expander {
  MacroKind kind = MacroKind::none;
  Value value = NIL;  ///< the macro function, or the expansion of the symbol macro
};
/// Returns the expander of the macro form `form`, or of the symbol macro `form`, in `scope`.
Expander find_expander(Runtime& rt, Value form, const Scope* scope);

enum class Expansion : std::uint8_t { none, done, failed };

/// Expands forms for the analysis. Expansions are pinned. Runs Lisp, so it may collect.
class MacroExpander {
 public:
  MacroExpander(Runtime& rt, PinnedValues& pinned, LoadTime load_time) : rt_(rt), pinned_(pinned), load_time_(load_time) {}

  /// Replaces `form`, a symbol or a cons, by its expansion if it is a symbol macro or a macro form.
  Expansion expand(Value& form, const Scope* scope);
  /// Replaces `form`, a call of the global function `name`, by the expansion of the function's compiler macro, if it
  /// has one.
  Expansion expand_compiler_macro(Value& form, Value name, const Scope* scope);
  /// True if the global function `name` is neither declared nor proclaimed NOTINLINE.
  bool may_inline(Value name, const Scope* scope) const;

 private:
  Value call_expander(Value expander, Value form, const Scope* scope, Value fallback);

  Runtime& rt_;
  PinnedValues& pinned_;
  LoadTime load_time_;
};

}  // namespace tessera
