// Bindings as lists, and back. Compiled for size.
#include "compiler/analysis/augmented.hpp"

#include <vector>

#include "compiler/analysis/source_list.hpp"

namespace tessera {

namespace {

struct KindName {
  ScopeKind kind;
  std::string_view name;
};
constexpr KindName binding_kinds[] = {
    {ScopeKind::variable, "VARIABLE"}, {ScopeKind::special, "SPECIAL"}, {ScopeKind::symbol_macro, "SYMBOL-MACRO"},
    {ScopeKind::function, "FUNCTION"}, {ScopeKind::macro, "MACRO"},     {ScopeKind::notinline, "NOTINLINE"},
    {ScopeKind::declared, "DECLARED"},
};

/// Slots of an augmented environment: 0 in place of other environments' serial number; the environment and bindings it
/// was made of.
enum : std::uint32_t { augmented_serial, augmented_parent, augmented_bindings, augmented_slots };

bool is_augmented(Value v) { return has_type(v, Type::environment) && v.as_object()->length() == augmented_slots; }

}  // namespace

Value augmented_environment(Runtime& rt, Value environment, Value bindings) {
  Object* o = rt.heap.allocate(Type::environment, augmented_slots, Value::fixnum(0));
  o->slots[augmented_parent] = environment;
  o->slots[augmented_bindings] = bindings;
  return Value::object(o);
}

Value environment_bindings(Runtime& rt, Value environment, Value& parent) {
  parent = NIL;
  if (is_augmented(environment)) {
    parent = environment.as_object()->slots[augmented_parent];
    return environment.as_object()->slots[augmented_bindings];
  }
  std::vector<Value> bindings;
  for (const Scope* s = scope_of_environment(rt, environment); s != nullptr; s = s->parent)
    for (const KindName& k : binding_kinds)
      if (k.kind == s->kind) bindings.push_back(rt.heap.cons(rt.keyword(k.name), rt.heap.cons(s->name, s->value)));
  return rt.list(bindings);
}

EnvironmentScope::EnvironmentScope(Runtime& rt, Value environment) {
  std::vector<Value> bindings;
  while (is_augmented(environment)) {
    for (SourceList l(environment.as_object()->slots[augmented_bindings]); l.next();) bindings.push_back(l.item());
    environment = environment.as_object()->slots[augmented_parent];
  }
  scope_ = scope_of_environment(rt, environment);
  for (; !bindings.empty(); bindings.pop_back()) {
    const Cons* binding = bindings.back().as_cons();
    for (const KindName& k : binding_kinds) {
      if (binding->car != rt.keyword(k.name)) continue;
      const Cons* named = binding->cdr.as_cons();
      added_.push_back(Scope{k.kind, named->car, scope_, named->cdr});
      scope_ = &added_.back();
    }
  }
}

}  // namespace tessera
