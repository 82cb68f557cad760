// Copy propagation: (let ((v w)) body), where neither variable is ever assigned, becomes body with w for v; a variable
// that nothing uses is dropped.
//
// Macros bind their arguments so that these are evaluated once. If an argument is a variable, the copy would cost an
// instruction and hide which variable it is.
#include <unordered_map>

#include "compiler/passes/passes.hpp"

namespace tessera {

namespace {

class CopyRemover {
 public:
  void walk_lambda(Lambda* l) {
    for_each_root(*l, [this](Node*& n) { walk(n); });
  }

  /// Replaces copies in the list of references of `l`, from which captures are found.
  void rename_references(Lambda* l) {
    for (Variable*& v : l->references) v = original(v);
  }

 private:
  Variable* original(Variable* v) const {
    const auto found = originals_.find(v);
    return found == originals_.end() ? v : found->second;
  }

  // `n` is the field of the parent: a LET that only renames is replaced by its body.
  void walk(Node*& n) {
    switch (n->kind) {
      case NodeKind::let: walk_let(n); return;
      case NodeKind::local: n->as<LocalNode>()->variable = original(n->as<LocalNode>()->variable); break;
      case NodeKind::set_local: n->as<SetLocalNode>()->variable = original(n->as<SetLocalNode>()->variable); break;
      case NodeKind::lambda: walk_lambda(n->as<LambdaNode>()->lambda); break;
      default: break;
    }
    for_each_child(*n, [this](Node*& child) { walk(child); });
    if (const auto* definitions = n->if_a<LocalFunctionsNode>())
      for (LocalFunction* f : definitions->functions) walk_lambda(f->lambda);
  }

  void walk_let(Node*& n) {
    auto* const let = n->as<LetNode>();
    for (Binding& b : let->bindings) walk(b.init);
    if (!is_copy(let) && !is_idle(let)) {
      walk(let->body);
      return;
    }
    const Binding& binding = let->bindings[0];
    if (const auto* init = binding.init->if_a<LocalNode>()) {
      init->variable->uses += binding.variable->uses - 1;
      originals_[binding.variable] = init->variable;
    }
    n = let->body;
    if (n->position.line == 0) n->position = let->position;
    walk(n);
  }

  /// True if the LET only copies a variable. A variable of another function is copied: reading it there costs more than
  /// reading a register.
  static bool is_copy(const LetNode* n) {
    if (n->bindings.size() != 1 || !n->bindings[0].init->is<LocalNode>()) return false;
    const Variable* v = n->bindings[0].variable;
    const Variable* w = n->bindings[0].init->as<LocalNode>()->variable;
    return v != nullptr && !v->assigned && !w->assigned && v->owner == w->owner;
  }

  /// True if the variable is not used, and evaluating its value has no effect.
  static bool is_idle(const LetNode* n) {
    if (n->bindings.size() != 1 || n->bindings[0].variable == nullptr) return false;
    const Node* init = n->bindings[0].init;
    const Variable* v = n->bindings[0].variable;
    return v->uses == 0 && !v->assigned && (init->is<LocalNode>() || init->is<ConstantNode>());
  }

  std::unordered_map<const Variable*, Variable*> originals_;
};

}  // namespace

void propagate_copies(Lambda* toplevel, const std::vector<Lambda*>& lambdas) {
  CopyRemover remover;
  remover.walk_lambda(toplevel);
  for (Lambda* l : lambdas) remover.rename_references(l);
}

}  // namespace tessera
