// Special operators that bind variables, functions and macros.
#include "compiler/analysis.hpp"
#include "compiler/compiler.hpp"
#include "data/symbols/packages.hpp"

namespace tessera {

namespace {

Value cadr(Value form) { return form.as_cons()->cdr.as_cons()->car; }
Value cddr(Value form) { return form.as_cons()->cdr.as_cons()->cdr; }

}  // namespace

// name, (name) or (name init)
bool Analysis::parse_binding(Value f, Value binding, Value& name, Value& init) {
  init = NIL;
  name = binding;
  if (binding.is_cons()) {
    name = binding.as_cons()->car;
    Value rest = binding.as_cons()->cdr;
    if (rest.is_cons()) {
      init = rest.as_cons()->car;
      rest = rest.as_cons()->cdr;
    }
    if (!is_nil(rest)) return malformed(f, "~S is no binding, which is a variable, or a list of one and its initial value", {binding});
  }
  return check_variable_name(name, f.as_cons()->car == rt_.sym(Known::let) ? Known::let : Known::let_star);
}

Node* Analysis::let(Value f, const Scope* scope) {
  Body parsed;
  if (!parse_body(cddr(f), false, parsed)) return nullptr;
  auto* n = arena_.make<LetNode>();
  std::vector<Value> names;
  Value rest = cadr(f);
  for (; rest.is_cons(); rest = rest.as_cons()->cdr) {
    Value name, init;
    if (!parse_binding(f, rest.as_cons()->car, name, init)) return nullptr;
    if (!form_to(n->bindings.emplace_back().init, init, scope)) return nullptr;
    if (notes_) note_declared(parsed, name, init, rest);
    names.push_back(name);
  }
  if (!is_nil(rest)) return malformed(f, "~S is no list of bindings", {cadr(f)});
  if (const Value twice = repeated_name(names); twice != UNBOUND) return malformed(f, "~S is bound twice in ~S", {twice, cadr(f)});
  rest = cadr(f);
  for (std::size_t i = 0; i < names.size(); ++i, rest = rest.as_cons()->cdr) bind(n->bindings[i], names[i], parsed, scope, rest);
  return body_to(n->body, parsed.forms, free_declarations(parsed, scope, names)) ? n : nullptr;
}

// A LET within a LET for each binding: so deep is the tree, too.
Node* Analysis::let_star(Value f, const Scope* scope) {
  Body parsed;
  if (!parse_body(cddr(f), false, parsed)) return nullptr;
  Node* outermost = nullptr;
  Node** inside = &outermost;
  std::vector<Value> names;
  Value rest = cadr(f);
  const int outer_depth = depth_;
  for (; rest.is_cons(); rest = rest.as_cons()->cdr) {
    Value name, init;
    if (!descend() || !parse_binding(f, rest.as_cons()->car, name, init)) return nullptr;
    auto* n = arena_.make<LetNode>();
    Binding& binding = n->bindings.emplace_back();
    if (!form_to(binding.init, init, scope)) return nullptr;
    if (notes_) note_declared(parsed, name, init, rest);
    bind(binding, name, parsed, scope, rest);
    names.push_back(name);
    *inside = n;
    inside = &n->body;
  }
  if (!is_nil(rest)) return malformed(f, "~S is no list of bindings", {cadr(f)});
  if (!body_to(*inside, parsed.forms, free_declarations(parsed, scope, names))) return nullptr;
  depth_ = outer_depth;
  return outermost;
}

Node* Analysis::multiple_value_bind(Value f, const Scope* scope) {
  Body parsed;
  if (!parse_body(cddr(f).as_cons()->cdr, false, parsed)) return nullptr;
  auto* n = arena_.make<MultipleValueBindNode>();
  if (!form_to(n->values, cddr(f).as_cons()->car, scope)) return nullptr;
  std::vector<Value> names;
  Value rest = cadr(f);
  for (; rest.is_cons(); rest = rest.as_cons()->cdr) {
    if (!check_variable_name(rest.as_cons()->car, Known::multiple_value_bind)) return nullptr;
    names.push_back(rest.as_cons()->car);
    bind(n->variables.emplace_back(), names.back(), parsed, scope, rest);
  }
  if (!is_nil(rest)) return malformed(f, "~S is no list of variables", {cadr(f)});
  return body_to(n->body, parsed.forms, free_declarations(parsed, scope, names)) ? n : nullptr;
}

Node* Analysis::flet(Value f, const Scope* scope) { return local_functions(f, scope, false); }
Node* Analysis::labels(Value f, const Scope* scope) { return local_functions(f, scope, true); }

Node* Analysis::local_functions(Value f, const Scope* scope, bool recursive) {
  auto* n = arena_.make<LocalFunctionsNode>();
  const Scope* inner = scope;
  Value rest = cadr(f);
  for (; rest.is_cons(); rest = rest.as_cons()->cdr) {
    const Value definition = rest.as_cons()->car;
    if (!definition.is_cons() || !definition.as_cons()->cdr.is_cons())
      return malformed(f, "~S is no definition of a function, which is (NAME LAMBDA-LIST FORM...)", {definition});
    const Value name = function_symbol(definition.as_cons()->car);
    if (name == UNBOUND) return malformed(f, "~S is no function name", {definition.as_cons()->car});
    LocalFunction* function = arena_.function();
    function->name = name;
    function->variable = arena_.variable(name, current_);
    if (notes_) watch(function, definition);
    note_standard_name(name, definition);
    local_functions_.push_back(function);
    n->functions.push_back(function);
    inner = extend(Scope::Kind::function, name, inner);
    const_cast<Scope*>(inner)->function = function;
  }
  if (!is_nil(rest)) return malformed(f, "~S is no list of function definitions", {cadr(f)});
  rest = cadr(f);
  for (LocalFunction* function : n->functions) {
    const Value definition = rest.as_cons()->car;
    function->lambda =
        make_lambda(definition.as_cons()->car, cadr(definition), cddr(definition), recursive ? inner : scope, function, true);
    if (function->lambda == nullptr) return nullptr;
    rest = rest.as_cons()->cdr;
  }
  Body parsed;
  if (!parse_body(cddr(f), false, parsed)) return nullptr;
  if (notes_ && !(parsed.ignored.empty() && parsed.ignorable.empty()))
    for (LocalFunction* function : n->functions) function->place = NIL;
  return body_to(n->body, parsed.forms, free_declarations(parsed, inner)) ? n : nullptr;
}

Node* Analysis::macrolet(Value f, const Scope* scope) {
  const Scope* inner = scope;
  Value rest = cadr(f);
  for (; rest.is_cons(); rest = rest.as_cons()->cdr) {
    const Value definition = rest.as_cons()->car;
    if (!definition.is_cons() || !Runtime::is_symbol(definition.as_cons()->car) || !definition.as_cons()->cdr.is_cons())
      return malformed(f, "~S is no definition of a macro, which is (NAME LAMBDA-LIST FORM...)", {definition});
    const Value name = definition.as_cons()->car;
    const Value expander = make_expander(rt_, name, cadr(definition), cddr(definition), scope);
    if (is_failed(expander)) return nullptr;
    const Value function = settled(expander);
    note_standard_name(name, definition);
    inner = extend(Scope::Kind::macro, name, inner);
    const_cast<Scope*>(inner)->value = function;
  }
  if (!is_nil(rest)) return malformed(f, "~S is no list of macro definitions", {cadr(f)});
  Body parsed;
  if (!parse_body(cddr(f), false, parsed)) return nullptr;
  return body(parsed.forms, free_declarations(parsed, inner));
}

Node* Analysis::symbol_macrolet(Value f, const Scope* scope) {
  const Scope* inner = scope;
  Value rest = cadr(f);
  for (; rest.is_cons(); rest = rest.as_cons()->cdr) {
    const Value binding = rest.as_cons()->car;
    if (!binding.is_cons() || !binding.as_cons()->cdr.is_cons() || !is_nil(cddr(binding)))
      return malformed(f, "~S is no binding, which is (SYMBOL EXPANSION)", {binding});
    const Value name = binding.as_cons()->car;
    if (!check_variable_name(name, Known::symbol_macrolet)) return nullptr;
    if (has_flag(rt_.symbol(name), symbol_special)) return error("SYMBOL-MACROLET: ~S is a special variable.", {name});
    inner = extend(Scope::Kind::symbol_macro, name, inner);
    const_cast<Scope*>(inner)->value = cadr(binding);
  }
  if (!is_nil(rest)) return malformed(f, "~S is no list of bindings", {cadr(f)});
  Body parsed;
  if (!parse_body(cddr(f), false, parsed)) return nullptr;
  for (const Scope* s = inner; s != scope; s = s->parent)
    for (Value special : parsed.specials)
      if (special == s->name) return error("SYMBOL-MACROLET: ~S is declared special.", {special});
  return body(parsed.forms, free_declarations(parsed, inner));
}

}  // namespace tessera
