// Which variables nothing uses from the beginning of a loop on: they give their values up there, so that the loop does not keep what only they
// lead to. The head of a lazy list that a loop goes along is the usual case.
//
// Nodes are visited backwards. What is used later than a node is known there, or what may be: all that a loop uses is used after each part of it.
#include <algorithm>
#include <unordered_set>

#include "compiler/compiler.hpp"

namespace tessera {

namespace {

using Variables = std::unordered_set<const Variable*>;

bool is_loop(const Node* n) {
  const auto* tagbody = n->if_a<TagbodyNode>();
  return tagbody != nullptr && !tagbody->tags.empty();
}

/// What a part of a function uses.
struct Uses {
  Variables variables;
  bool calls = false;  ///< functions: it may run for long, and needs memory

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
    if (const auto* definitions = n->if_a<LocalFunctionsNode>()) add_inlined(definitions);
  }
  void add_inlined(const LocalFunctionsNode* n) {
    for (const LocalFunction* f : n->functions)
      if (f->inlined != Inlined::no) add(f->lambda->body);
  }
};

/// Its parts are evaluated one after the other, and each is done with before the next.
bool is_sequence(const Node* n) {
  switch (n->kind) {
    case NodeKind::progn:
    case NodeKind::if_:
    case NodeKind::block:
    case NodeKind::tagbody:
    case NodeKind::catch_:
    case NodeKind::unwind_protect:
    case NodeKind::multiple_value_prog1: return true;
    default: return false;
  }
}

class EndFinder {
 public:
  explicit EndFinder(Lambda* lambda) : lambda_(lambda) {}

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
  // `later_` has what is used behind the node, and then what is used from it on.
  void walk(Node* n) {
    switch (n->kind) {
      case NodeKind::let: return let(n->as<LetNode>());
      case NodeKind::multiple_value_bind: return multiple_value_bind(n->as<MultipleValueBindNode>());
      case NodeKind::local_functions: return local_functions(n->as<LocalFunctionsNode>());
      case NodeKind::call_local: call_inlined(n->as<CallLocalNode>()); break;
      case NodeKind::tagbody:
        if (is_loop(n)) return loop(n->as<TagbodyNode>());
        break;
      case NodeKind::local: later_.insert(n->as<LocalNode>()->variable); break;
      case NodeKind::set_local: later_.insert(n->as<SetLocalNode>()->variable); break;
      default: break;
    }
    walk_children(n);
  }

  void walk_children(Node* n) {
    if (!is_sequence(n)) add_operands(n);
    std::vector<Node*> children;
    for_each_child(*n, [&children](Node*& child) { children.push_back(child); });
    for (auto child = children.rbegin(); child != children.rend(); ++child) walk(*child);
  }

  // A variable that is an operand is read when all operands are there.
  void add_operands(const Node* n) {
    for_each_child(*n, [this](const Node* child) {
      if (child->is<LocalNode>()) later_.insert(child->as<LocalNode>()->variable);
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

  // It begins at the first tag: what stands before that is done once.
  void loop(TagbodyNode* n) {
    const std::size_t first = n->tag_starts.front();
    Uses uses;
    for (std::size_t i = first; i < n->statements.size(); ++i) uses.add(n->statements[i]);
    n->ended = end(uses, [this, n, first] {
      for (std::size_t i = n->statements.size(); i > first; --i) walk(n->statements[i - 1]);
    });
    for (std::size_t i = first; i > 0; --i) walk(n->statements[i - 1]);
  }

  // Bodies that stand behind the form's own are gone to from anywhere in it.
  void local_functions(LocalFunctionsNode* n) {
    Uses uses;
    uses.add_inlined(n);
    later_.insert(uses.variables.begin(), uses.variables.end());
    walk(n->body);
    for (LocalFunction* f : n->functions)
      if (f->inlined == Inlined::at_definition) walk_inlined(f);
  }

  // The call that leads to the body of an inlined function, and to those that it goes on to: what calls it from within them goes on, too.
  void call_inlined(CallLocalNode* n) {
    LocalFunction* const f = n->function;
    if (f->inlined == Inlined::no || is_within(f)) return;
    Uses uses;
    uses.add(f->lambda->body);
    const bool is_here = f->inlined == Inlined::at_call;
    n->ended = end(uses, [this, f, is_here] {
      if (is_here) walk_inlined(f);
    });
  }

  bool is_within(const LocalFunction* f) const {
    return std::any_of(inside_.begin(), inside_.end(), [f](const LocalFunction* other) {
      return other == f || (f->inlined == Inlined::at_definition && other->inlined == Inlined::at_definition);
    });
  }

  void walk_inlined(LocalFunction* f) {
    inside_.push_back(f);
    const std::size_t outer = scope_.size();
    for (const Parameter& p : f->lambda->required) enter(p.variable);
    walk(f->lambda->body);
    scope_.resize(outer);
    inside_.pop_back();
  }

  // What ends where a loop that uses so much begins; `walk_loop` looks at what is within, where that has ended.
  template <class Walk> std::vector<const Variable*> end(const Uses& uses, Walk walk_loop) {
    later_.insert(uses.variables.begin(), uses.variables.end());
    std::vector<const Variable*> ended, kept;
    for (const Variable* v : scope_) (uses.calls && !later_.contains(v) ? ended : kept).push_back(v);
    std::swap(scope_, kept);
    walk_loop();
    std::swap(scope_, kept);
    return ended;
  }

  void enter(const Variable* v) {
    if (v != nullptr && !v->captured && v->owner == lambda_) scope_.push_back(v);
  }

  Lambda* lambda_;
  Variables later_;
  std::vector<const Variable*> scope_;  ///< what could end
  std::vector<LocalFunction*> inside_;  ///< inlined functions whose bodies are being visited
};

}  // namespace

void find_ended_variables(Lambda* lambda) { EndFinder(lambda).walk_body(); }

}  // namespace tessera
