// Making scopes and looking names up in them.
#include "compiler/analysis/scope.hpp"

#include <algorithm>
#include <unordered_set>

#include "data/symbols/packages.hpp"
#include "runtime/compilation.hpp"

namespace tessera {

ScopeArena::~ScopeArena() {
  for (const auto& scope : scopes_)
    if (!is_nil(scope->environment)) rt_.compilation->environments.erase(scope->environment.as_object()->slots[0].as_fixnum());
}

Scope* ScopeArena::extend(ScopeKind kind, Value name, const Scope* parent) {
  return scopes_.emplace_back(std::make_unique<Scope>(Scope{kind, name, parent})).get();
}

const Scope* ScopeArena::macros_of(const Scope* scope) {
  std::vector<const Scope*> macros;
  for (; scope != nullptr; scope = scope->parent)
    if (scope->kind == ScopeKind::macro || scope->kind == ScopeKind::symbol_macro) macros.push_back(scope);
  const Scope* copies = nullptr;
  for (auto macro = macros.rbegin(); macro != macros.rend(); ++macro) {
    Scope* const copy = extend((*macro)->kind, (*macro)->name, copies);
    copy->value = (*macro)->value;
    copies = copy;
  }
  return copies;
}

const Scope* find_variable_binding(const Scope* scope, Value name) {
  for (; scope != nullptr; scope = scope->parent)
    if (scope->name == name &&
        (scope->kind == ScopeKind::variable || scope->kind == ScopeKind::special || scope->kind == ScopeKind::symbol_macro))
      return scope;
  return nullptr;
}

const Scope* find_function_binding(const Scope* scope, Value name) {
  for (; scope != nullptr; scope = scope->parent)
    if (scope->name == name && (scope->kind == ScopeKind::function || scope->kind == ScopeKind::macro)) return scope;
  return nullptr;
}

bool is_notinline(const Scope* scope, Value name) {
  for (; scope != nullptr; scope = scope->parent)
    if (scope->name == name && scope->kind == ScopeKind::notinline) return true;
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

Value environment_object(Runtime& rt, const Scope* scope) {
  if (scope == nullptr) return NIL;
  if (is_nil(scope->environment)) {
    const std::int64_t serial = ++rt.compilation->environment_serial;
    scope->environment = Value::object(rt.heap.allocate_old(Type::environment, 1, Value::fixnum(serial)));
    rt.compilation->environments[serial] = scope;
  }
  return scope->environment;
}

const Scope* scope_of_environment(Runtime& rt, Value environment) {
  if (!has_type(environment, Type::environment)) return nullptr;
  const auto found = rt.compilation->environments.find(environment.as_object()->slots[0].as_fixnum());
  return found == rt.compilation->environments.end() ? nullptr : found->second;
}

}  // namespace tessera
