// Liveness: which variables are dead where a loop begins. They are cleared there, so that, for example, a loop along a
// lazy list does not keep the head of the list alive.
//
// Nodes are visited backwards. `live_` has the variables used after the node; in a loop, all that it uses.
#include <algorithm>
#include <unordered_set>

#include "compiler/passes/passes.hpp"

namespace tessera {

namespace {

using Variables = std::unordered_set<const Variable*>;

bool is_loop(const Node* n) {
  const auto* tagbody = n->if_a<TagbodyNode>();
  return tagbody != nullptr && !tagbody->tags.empty();
}

/// The variables that a part of a function uses.
struct Uses {
  Variables variables;
  bool calls = false;  ///< it calls functions: it may run for long and allocate

  void add(const Node* n) {
    switch (n->kind) {
      case NodeKind::local: variables.insert(n->as<LocalNode>()->variable); break;
      case NodeKind::set_local: variables.insert(n->as<SetLocalNode>()->variable); break;
      case NodeKind::call:
      case NodeKind::call_value:
      case NodeKind::call_local:
      case NodeKind::apply:
      case NodeKind::multiple_value_call: calls = true; break;
      default: break;
    }
    for_each_child(*n, [this](const Node* child) { add(child); });
    if (const auto* definitions = n->if_a<LocalFunctionsNode>()) add_contified(definitions);
  }
  void add_contified(const LocalFunctionsNode* n) {
    for (const LocalFunction* f : n->functions)
      if (f->contified != Contified::no) add(f->lambda->body);
  }
};

class LivenessAnalysis {
 public:
  explicit LivenessAnalysis(Lambda* lambda) : lambda_(lambda) {}

  void walk_body() {
    for (auto* group : {&lambda_->required, &lambda_->optional, &lambda_->key})
      for (const Parameter& p : *group) {
        enter(p.variable);
        enter(p.supplied.variable);
      }
    if (lambda_->has_rest) enter(lambda_->rest.variable);
    walk(lambda_->body);
  }

 private:
  /// Visits `n`. Before, `live_` has the variables used after `n`; after, the variables used from `n` on.
  void walk(Node* n) {
    switch (n->kind) {
      case NodeKind::let: return let(n->as<LetNode>());
      case NodeKind::multiple_value_bind: return multiple_value_bind(n->as<MultipleValueBindNode>());
      case NodeKind::local_functions: return local_functions(n->as<LocalFunctionsNode>());
      case NodeKind::call_local: call_contified(n->as<CallLocalNode>()); break;
      case NodeKind::tagbody:
        if (is_loop(n)) return loop(n->as<TagbodyNode>());
        break;
      case NodeKind::local: live_.insert(n->as<LocalNode>()->variable); break;
      case NodeKind::set_local: live_.insert(n->as<SetLocalNode>()->variable); break;
      default: break;
    }
    walk_children(n);
  }

  void walk_children(Node* n) {
    if (!has(evaluation_of(n->kind), Evaluation::sequence)) add_operands(n);
    std::vector<Node*> children;
    for_each_child(*n, [&children](Node*& child) { children.push_back(child); });
    for (auto child = children.rbegin(); child != children.rend(); ++child) walk(*child);
  }

  /// Adds the variables among the operands, which are read when all operands were computed.
  void add_operands(const Node* n) {
    for_each_child(*n, [this](const Node* child) {
      if (child->is<LocalNode>()) live_.insert(child->as<LocalNode>()->variable);
      else if (child->is<PrimitiveNode>()) add_operands(child);
    });
  }

  void let(LetNode* n) {
    const std::size_t outer = scope_.size();
    for (const Binding& b : n->bindings) enter(b.variable);
    walk(n->body);
    scope_.resize(outer);
    for (auto b = n->bindings.rbegin(); b != n->bindings.rend(); ++b) walk(b->init);
  }

  void multiple_value_bind(MultipleValueBindNode* n) {
    const std::size_t outer = scope_.size();
    for (const BoundVariable& b : n->variables) enter(b.variable);
    walk(n->body);
    scope_.resize(outer);
    walk(n->values);
  }

  /// Visits a loop, which begins at the first tag; the statements before it run once.
  void loop(TagbodyNode* n) {
    const std::size_t first = n->tag_starts.front();
    Uses uses;
    for (std::size_t i = first; i < n->statements.size(); ++i) uses.add(n->statements[i]);
    n->dead = dead_at_loop(uses, [this, n, first] {
      for (std::size_t i = n->statements.size(); i > first; --i) walk(n->statements[i - 1]);
    });
    for (std::size_t i = first; i > 0; --i) walk(n->statements[i - 1]);
  }

  /// Visits FLET or LABELS. Any part of the form's body may jump to the functions' bodies that follow it.
  void local_functions(LocalFunctionsNode* n) {
    Uses uses;
    uses.add_contified(n);
    live_.insert(uses.variables.begin(), uses.variables.end());
    walk(n->body);
    for (LocalFunction* f : n->functions)
      if (f->contified == Contified::at_definition) walk_contified(f);
  }

  /// Visits a call that enters the body of a contified function from outside. Calls from within such a body continue
  /// the loop.
  void call_contified(CallLocalNode* n) {
    LocalFunction* const f = n->function;
    if (f->contified == Contified::no || is_within(f)) return;
    Uses uses;
    uses.add(f->lambda->body);
    const bool is_here = f->contified == Contified::at_call;
    n->dead = dead_at_loop(uses, [this, f, is_here] {
      if (is_here) walk_contified(f);
    });
  }

  bool is_within(const LocalFunction* f) const {
    return std::any_of(inside_.begin(), inside_.end(), [f](const LocalFunction* other) {
      return other == f || (f->contified == Contified::at_definition && other->contified == Contified::at_definition);
    });
  }

  void walk_contified(LocalFunction* f) {
    inside_.push_back(f);
    const std::size_t outer = scope_.size();
    for (const Parameter& p : f->lambda->required) enter(p.variable);
    walk(f->lambda->body);
    scope_.resize(outer);
    inside_.pop_back();
  }

  /// Returns the variables that are dead at the start of a loop with these uses. `walk_loop` visits the loop, during
  /// which they are out of scope.
  template <class Walk> std::vector<const Variable*> dead_at_loop(const Uses& uses, Walk walk_loop) {
    live_.insert(uses.variables.begin(), uses.variables.end());
    std::vector<const Variable*> dead, kept;
    for (const Variable* v : scope_) (uses.calls && !live_.contains(v) ? dead : kept).push_back(v);
    std::swap(scope_, kept);
    walk_loop();
    std::swap(scope_, kept);
    return dead;
  }

  void enter(const Variable* v) {
    if (v != nullptr && !v->captured && v->owner == lambda_) scope_.push_back(v);
  }

  Lambda* lambda_;
  Variables live_;
  std::vector<const Variable*> scope_;  ///< the variables in scope that are in registers and may be dead
  std::vector<LocalFunction*> inside_;  ///< contified functions whose bodies are being visited
};

}  // namespace

void find_dead_variables(Lambda* lambda) { LivenessAnalysis(lambda).walk_body(); }

}  // namespace tessera
