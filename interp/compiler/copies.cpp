// Variables that are only another name, or no use: (let ((v w)) ...) where neither is ever assigned is the body with w for v, and
// one that nothing mentions is the body alone.
//
// Macros and compiler macros bind what they are given, so that it is evaluated once; where that is a variable, the copy would
// cost an instruction and hide which variable it is.
#include <algorithm>
#include <unordered_map>

#include "compiler/compiler.hpp"

namespace tessera {

namespace {

class CopyRemover {
 public:
  void walk_lambda(Lambda* l) {
    for (const auto* group : {&l->optional, &l->key})
      for (const Parameter& p : *group) walk(p.init);
    walk(l->body);
  }

  // The lists of references decide what is captured.
  void rename_references(Lambda* l) {
    for (Variable*& v : l->references) v = original(v);
  }

 private:
  Variable* original(Variable* v) const {
    const auto found = originals_.find(v);
    return found == originals_.end() ? v : found->second;
  }

  void walk(Node* n) {
    if (n->variable != nullptr) n->variable = original(n->variable);
    for (const Binding& b : n->bindings)
      if (b.init != nullptr) walk(b.init);
    if (is_copy(n) || is_idle(n)) {
      const Binding& binding = n->bindings[0];
      if (binding.init->kind == NodeKind::local) {
        Variable* const w = binding.init->variable;
        w->uses += binding.variable->uses - 1;
        originals_[binding.variable] = w;
      }
      Node* const body = n->children[0];
      const SourcePosition position = n->position;
      *n = Node(*body);
      if (n->position.line == 0) n->position = position;
      walk(n);
      return;
    }
    for (Node* child : n->children) walk(child);
    if (n->kind == NodeKind::lambda) walk_lambda(n->lambda);
    for (LocalFunction* f : n->functions) walk_lambda(f->lambda);
  }

  // What is another function's stays a copy: reading it there costs more than a register.
  static bool is_copy(const Node* n) {
    if (n->kind != NodeKind::let || n->bindings.size() != 1 || n->bindings[0].init->kind != NodeKind::local) return false;
    const Variable* v = n->bindings[0].variable;
    const Variable* w = n->bindings[0].init->variable;
    return v != nullptr && !v->assigned && !w->assigned && v->owner == w->owner;
  }

  // Nothing uses the variable, and its value is there without computing.
  static bool is_idle(const Node* n) {
    if (n->kind != NodeKind::let || n->bindings.size() != 1 || n->bindings[0].variable == nullptr) return false;
    const NodeKind init = n->bindings[0].init->kind;
    const Variable* v = n->bindings[0].variable;
    return v->uses == 0 && !v->assigned && (init == NodeKind::local || init == NodeKind::constant);
  }

  std::unordered_map<const Variable*, Variable*> originals_;
};

}  // namespace

void remove_copies(Lambda* toplevel, const std::vector<Lambda*>& lambdas) {
  CopyRemover remover;
  remover.walk_lambda(toplevel);
  for (Lambda* l : lambdas) remover.rename_references(l);
}

}  // namespace tessera
