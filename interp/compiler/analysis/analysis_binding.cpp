// Special operators that bind variables, functions and macros.
#include "compiler/analysis/analysis.hpp"
#include "data/symbols/packages.hpp"

namespace tessera::special_forms {

namespace {

/// Parses the forms after the first `first` operands of `f` into `body`.
bool body_of(Analysis& a, Value f, int first, Body& body) { return parse_body(a, operands_from(f, first), Docstring::no, body); }

/// An element of a list of bindings: name, (name) or (name init).
struct WrittenBinding {
  Value cell;  ///< the cons of the binding in the list of bindings
  Value name, init = NIL;
};

bool parse_binding(Analysis& a, Value f, Value cell, WrittenBinding& out) {
  const Value binding = cell.as_cons()->car;
  out = {cell, binding};
  if (binding.is_cons()) {
    if (proper_length(binding).value_or(3) > 2)
      return a.malformed(f, "~S is not a binding, which is a variable or a list (VARIABLE FORM)", {binding});
    out.name = binding.as_cons()->car;
    out.init = operand(binding, 0);
  }
  return check_variable_name(a, out.name, f.as_cons()->car == a.rt.sym(Known::let) ? Known::let : Known::let_star);
}

}  // namespace

Node* let(Analysis& a, Value f, const Scope* scope) {
  Body body;
  if (!body_of(a, f, 1, body)) return nullptr;
  auto* n = a.arena.make<LetNode>();
  std::vector<Value> names, cells;
  SourceList bindings(operand(f, 0));
  while (bindings.next()) {
    WrittenBinding b;
    if (!parse_binding(a, f, bindings.cell(), b)) return nullptr;
    if (!a.form_to(n->bindings.emplace_back().init, b.init, scope)) return nullptr;
    a.findings.check_declared_types(body, b.name, b.init, b.cell);
    names.push_back(b.name);
    cells.push_back(b.cell);
  }
  if (!bindings.is_proper()) return a.improper(f, bindings, "bindings");
  if (const Value twice = repeated_name(names); twice != UNBOUND)
    return a.malformed(f, "~S is bound twice in ~S", {twice, bindings.whole()});
  for (std::size_t i = 0; i < names.size(); ++i) bind(a, n->bindings[i], names[i], body, scope, cells[i]);
  return a.body_to(n->body, body.forms, with_free_declarations(a, body, scope, names)) ? n : nullptr;
}

/// Makes nested LETs, one for each binding, so each binding makes the tree one level deeper.
Node* let_star(Analysis& a, Value f, const Scope* scope) {
  Body body;
  if (!body_of(a, f, 1, body)) return nullptr;
  Node* outermost = nullptr;
  Node** inside = &outermost;
  std::vector<Value> names;
  const Nesting nesting(a);
  SourceList bindings(operand(f, 0));
  while (bindings.next()) {
    WrittenBinding b;
    if (!a.descend() || !parse_binding(a, f, bindings.cell(), b)) return nullptr;
    auto* n = a.arena.make<LetNode>();
    Binding& binding = n->bindings.emplace_back();
    if (!a.form_to(binding.init, b.init, scope)) return nullptr;
    a.findings.check_declared_types(body, b.name, b.init, b.cell);
    bind(a, binding, b.name, body, scope, b.cell);
    names.push_back(b.name);
    *inside = n;
    inside = &n->body;
  }
  if (!bindings.is_proper()) return a.improper(f, bindings, "bindings");
  return a.body_to(*inside, body.forms, with_free_declarations(a, body, scope, names)) ? outermost : nullptr;
}

Node* multiple_value_bind(Analysis& a, Value f, const Scope* scope) {
  Body body;
  if (!body_of(a, f, 2, body)) return nullptr;
  auto* n = a.arena.make<MultipleValueBindNode>();
  if (!a.form_to(n->values, operand(f, 1), scope)) return nullptr;
  std::vector<Value> names;
  SourceList variables(operand(f, 0));
  while (variables.next()) {
    if (!check_variable_name(a, variables.item(), Known::multiple_value_bind)) return nullptr;
    names.push_back(variables.item());
    bind(a, n->variables.emplace_back(), names.back(), body, scope, variables.cell());
  }
  if (!variables.is_proper()) return a.improper(f, variables, "variables");
  return a.body_to(n->body, body.forms, with_free_declarations(a, body, scope, names)) ? n : nullptr;
}

namespace {

/// Adds the function that `definition` begins to `n`. Returns the scope in which it is visible, or nullptr: the
/// definition is wrong.
const Scope* declare_function(Analysis& a, Value f, LocalFunctionsNode* n, Value definition, const Scope* scope) {
  if (!cdr_or_nil(definition).is_cons())
    return a.malformed(f, "~S is not a definition of a function, which is (NAME LAMBDA-LIST FORM...)", {definition});
  const Value written = definition.as_cons()->car;
  const Value name = function_symbol(a, written);
  if (name == UNBOUND) return a.malformed(f, "~S is not a function name", {written});
  LocalFunction* const function = a.arena.function();
  function->name = name;
  function->variable = a.arena.variable(name, a.at.function);
  a.findings.watch(function, definition);
  a.findings.check_standard_name(name, definition);
  a.functions.local_functions.push_back(function);
  n->functions.push_back(function);
  Scope* const inner = a.scopes.extend(ScopeKind::function, name, scope);
  inner->function = function;
  return inner;
}

enum class Visible : bool { in_the_body, in_the_functions_too };

Node* local_functions(Analysis& a, Value f, const Scope* scope, Visible visible) {
  auto* n = a.arena.make<LocalFunctionsNode>();
  const Scope* inner = scope;
  std::vector<Value> written;
  SourceList definitions(operand(f, 0));
  while (definitions.next()) {
    inner = declare_function(a, f, n, definitions.item(), inner);
    if (inner == nullptr) return nullptr;
    written.push_back(definitions.item());
  }
  if (!definitions.is_proper()) return a.improper(f, definitions, "function definitions");
  for (std::size_t i = 0; i < written.size(); ++i) {
    LocalFunction* const function = n->functions[i];
    const LambdaSource source{car_or_nil(written[i]), operand(written[i], 0), operands_from(written[i], 1), function};
    function->lambda = analyse_lambda(a, source, visible == Visible::in_the_functions_too ? inner : scope);
    if (function->lambda == nullptr) return nullptr;
  }
  Body body;
  if (!body_of(a, f, 1, body)) return nullptr;
  if (!body.ignored.empty() || !body.ignorable.empty())
    for (LocalFunction* function : n->functions) function->binding_cell = NIL;
  return a.body_to(n->body, body.forms, with_free_declarations(a, body, inner)) ? n : nullptr;
}

}  // namespace

Node* flet(Analysis& a, Value f, const Scope* scope) { return local_functions(a, f, scope, Visible::in_the_body); }
Node* labels(Analysis& a, Value f, const Scope* scope) { return local_functions(a, f, scope, Visible::in_the_functions_too); }

Node* macrolet(Analysis& a, Value f, const Scope* scope) {
  const Scope* inner = scope;
  SourceList definitions(operand(f, 0));
  while (definitions.next()) {
    const Value definition = definitions.item(), name = car_or_nil(definition);
    if (!Runtime::is_symbol(name) || !cdr_or_nil(definition).is_cons())
      return a.malformed(f, "~S is not a definition of a macro, which is (NAME LAMBDA-LIST FORM...)", {definition});
    const Value expander = make_expander(a.rt, name, operand(definition, 0), operands_from(definition, 1), scope);
    if (is_failed(expander)) return nullptr;
    const Value function = a.pinned.promote(expander);
    a.findings.check_standard_name(name, definition);
    Scope* const with_macro = a.scopes.extend(ScopeKind::macro, name, inner);
    with_macro->value = function;
    inner = with_macro;
  }
  if (!definitions.is_proper()) return a.improper(f, definitions, "macro definitions");
  Body body;
  return body_of(a, f, 1, body) ? a.body(body.forms, with_free_declarations(a, body, inner)) : nullptr;
}

namespace {

const Scope* declare_symbol_macro(Analysis& a, Value f, Value binding, const Scope* scope) {
  if (proper_length(binding) != 2) return a.malformed(f, "~S is not a binding, which is (SYMBOL EXPANSION)", {binding});
  const Value name = binding.as_cons()->car;
  if (!check_variable_name(a, name, Known::symbol_macrolet)) return nullptr;
  if (has_flag(a.rt.symbol(name), symbol_special)) return a.error("SYMBOL-MACROLET: ~S is a special variable", {name});
  Scope* const inner = a.scopes.extend(ScopeKind::symbol_macro, name, scope);
  inner->value = operand(binding, 0);
  return inner;
}

}  // namespace

Node* symbol_macrolet(Analysis& a, Value f, const Scope* scope) {
  const Scope* inner = scope;
  SourceList bindings(operand(f, 0));
  while (bindings.next()) {
    inner = declare_symbol_macro(a, f, bindings.item(), inner);
    if (inner == nullptr) return nullptr;
  }
  if (!bindings.is_proper()) return a.improper(f, bindings, "bindings");
  Body body;
  if (!body_of(a, f, 1, body)) return nullptr;
  for (const Scope* s = inner; s != scope; s = s->parent)
    for (Value special : body.specials)
      if (special == s->name) return a.error("SYMBOL-MACROLET: ~S is declared special", {special});
  return a.body(body.forms, with_free_declarations(a, body, inner));
}

}  // namespace tessera::special_forms
