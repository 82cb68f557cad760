// Bodies: declarations, docstring, forms; and the variables that a form with a body binds. Layer: compiler.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "compiler/analysis/scope.hpp"

namespace tessera {

class Analysis;

/// A body whose declarations were parsed. Those that neither the compiler nor its warnings use are in `declarations`
/// alone, where Lisp finds them (VARIABLE-INFORMATION).
struct Body {
  Value forms = NIL;
  Value documentation = NIL;
  Value declarations = NIL;  ///< the rest of the body from the first DECLARE form on; NIL if it has none
  std::vector<Value> specials;
  std::vector<Value> notinline;
  std::optional<std::int64_t> debug;           ///< the N of (OPTIMIZE (DEBUG N))
  std::vector<Value> ignored, ignorable;       ///< names of variables, and (FUNCTION name)
  std::vector<std::pair<Value, Value>> types;  ///< names with their possible types; only if findings are collected
};

enum class Docstring : bool { no, allowed };

/// Takes `forms` apart. False: a declaration is wrong.
bool parse_body(Analysis& a, Value forms, Docstring docstring, Body& body);

/// False, with an error, if `name` is not a symbol or names a constant. `operation` is the operator that binds or
/// assigns it.
bool check_variable_name(Analysis& a, Value name, Known operation);

/// Binds `name`: a special variable if it was proclaimed or is declared so in `body`, else a new lexical one of the
/// current function. `scope` becomes the scope in which it is visible. `cell`: the cons of the source list whose
/// element introduces the name.
void bind(Analysis& a, BoundVariable& bound, Value name, const Body& body, const Scope*& scope, Value cell);

/// Returns the scope of the forms of `body`, whose form binds the names `bound`. Special declarations of other names
/// concern references, and NOTINLINE declarations calls.
const Scope* with_free_declarations(Analysis& a, const Body& body, const Scope* scope, std::span<const Value> bound = {});

}  // namespace tessera
