// Closure conversion: which local functions need no closure, and which variables of others each function captures.
//
// A function that is only called, and with the right number of arguments, is "known": its calls pass the variables that
// it uses of other functions as further arguments (lambda lifting), so that defining it costs nothing.
#include "compiler/passes/passes.hpp"

namespace tessera {

namespace {

bool add_free(Lambda* l, Variable* v) {
  if (v->owner == l || l->free_index(v) >= 0) return false;
  l->free.push_back(v);
  v->captured = true;
  return true;
}

bool add_all(Lambda* l, const std::vector<Variable*>& variables) {
  bool changed = false;
  for (std::size_t i = 0; i < variables.size(); ++i) changed |= add_free(l, variables[i]);
  return changed;
}

bool propagate(Lambda* l) {
  bool changed = false;
  for (LocalFunction* f : l->known_calls) {
    if (!f->known()) changed |= add_free(l, f->variable);
    else if (f->lambda != l) changed |= add_all(l, f->lambda->free);
  }
  for (Lambda* child : l->children)
    if (!child->lifted()) changed |= add_all(l, child->free);
  return changed;
}

}  // namespace

void find_known_functions(const std::vector<LocalFunction*>& functions) {
  for (LocalFunction* f : functions) {
    const Arity& arity = f->lambda->arity;
    if (arity.optional != 0 || arity.rest || arity.keys) f->escapes = true;
    for (std::size_t count : f->call_counts)
      if (count != arity.required) f->escapes = true;
  }
}

void convert_closures(const std::vector<Lambda*>& lambdas) {
  for (Lambda* l : lambdas)
    for (Variable* v : l->references) add_free(l, v);
  for (bool changed = true; changed;) {
    changed = false;
    for (auto l = lambdas.rbegin(); l != lambdas.rend(); ++l) changed |= propagate(*l);
  }
}

void box_assigned_variables(const Arena& arena) {
  for (const auto& v : arena.variables)
    if (v->assigned && v->named_by_user) v->captured = true;
}

}  // namespace tessera
