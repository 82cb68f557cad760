// Variables that are only another name: (let ((v w)) ...) where neither is ever assigned is the body with w for v.
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
    if (is_copy(n)) {
      const Binding& copy = n->bindings[0];
      Variable* const w = copy.init->variable;
      w->uses += copy.variable->uses - 1;
      originals_[copy.variable] = w;
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

  std::unordered_map<const Variable*, Variable*> originals_;
};

}  // namespace

void remove_copies(Lambda* toplevel, const std::vector<Lambda*>& lambdas) {
  CopyRemover remover;
  remover.walk_lambda(toplevel);
  for (Lambda* l : lambdas) remover.rename_references(l);
}

}  // namespace tessera
