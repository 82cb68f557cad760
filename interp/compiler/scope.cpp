// Look-ups in lexical environments.
#include "compiler/scope.hpp"

#include <algorithm>
#include <unordered_set>

#include "data/symbols/packages.hpp"

namespace tessera {

const Scope* find_variable(const Scope* scope, Value name) {
  for (; scope != nullptr; scope = scope->parent)
    if (scope->name == name &&
        (scope->kind == Scope::Kind::variable || scope->kind == Scope::Kind::special || scope->kind == Scope::Kind::symbol_macro))
      return scope;
  return nullptr;
}

const Scope* find_function(const Scope* scope, Value name) {
  for (; scope != nullptr; scope = scope->parent)
    if (scope->name == name && (scope->kind == Scope::Kind::function || scope->kind == Scope::Kind::macro)) return scope;
  return nullptr;
}

bool is_notinline(const Scope* scope, Value name) {
  for (; scope != nullptr; scope = scope->parent)
    if (scope->name == name && scope->kind == Scope::Kind::notinline) return true;
  return false;
}

Value repeated_name(const std::vector<Value>& names) {
  static constexpr std::size_t few = 16;
  if (names.size() <= few) {
    for (auto name = names.begin(); name != names.end(); ++name)
      if (std::find(names.begin(), name, *name) != name) return *name;
    return UNBOUND;
  }
  std::unordered_set<std::uint64_t> seen;
  for (const Value name : names)
    if (!seen.insert(name.bits()).second) return name;
  return UNBOUND;
}

namespace {

Expander symbol_expander(Runtime& rt, Value symbol, const Scope* scope) {
  if (const Scope* found = find_variable(scope, symbol)) {
    if (found->kind != Scope::Kind::symbol_macro) return {};
    return {Expander::Kind::symbol_macro, found->value};
  }
  const Symbol* s = rt.symbol(symbol);
  if (!has_flag(s, symbol_symbol_macro)) return {};
  return {Expander::Kind::symbol_macro, symbol_extra(rt, symbol, rt.keyword("SYMBOL-MACRO"))};
}

}  // namespace

Expander find_expander(Runtime& rt, Value form, const Scope* scope) {
  if (Runtime::is_symbol(form)) return symbol_expander(rt, form, scope);
  if (!form.is_cons() || !Runtime::is_symbol(form.as_cons()->car)) return {};
  const Value head = form.as_cons()->car;
  if (const Scope* found = find_function(scope, head)) {
    if (found->kind != Scope::Kind::macro) return {};
    return {Expander::Kind::macro, found->value};
  }
  const Value macro = symbol_macro_function(rt, head);
  if (is_nil(macro)) return {};
  return {Expander::Kind::macro, macro};
}

Value environment_object(Runtime& rt, const Scope* scope) {
  if (scope == nullptr) return NIL;
  if (is_nil(scope->environment)) {
    const std::int64_t serial = ++rt.environment_serial;
    scope->environment = Value::object(rt.heap.allocate_old(Type::environment, 1, Value::fixnum(serial)));
    rt.environments[serial] = scope;
  }
  return scope->environment;
}

const Scope* scope_of_environment(Runtime& rt, Value environment) {
  if (!has_type(environment, Type::environment)) return nullptr;
  const auto found = rt.environments.find(environment.as_object()->slots[0].as_fixnum());
  return found == rt.environments.end() ? nullptr : found->second;
}

}  // namespace tessera
