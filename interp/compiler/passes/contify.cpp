// Contification: local functions become loops and merge points of their callers, whose frame they share. A call is a
// jump.
//
// A known function (see nodes.hpp) becomes part of the function that calls it if all its calls return to the same
// place:
//   - from its own body it is called in tail positions only, and
//   - from elsewhere it is called just once (Contified::at_call: the body stands there), or only in tail positions of
//     the FLET or LABELS form that defines it (Contified::at_definition: the bodies stand after the form's own).
// Its variables, exits and closures then belong to that function, the host. This is repeated until nothing changes, so
// that functions that call each other become one loop. Compiled for size.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "compiler/passes/passes.hpp"

namespace tessera {

namespace {

/// The FLET and LABELS forms in whose tail position a node is.
struct TailOf {
  const LocalFunctionsNode* definition;
  const TailOf* outer;
};

struct LocalCall {
  LocalFunction* callee;
  Lambda* caller;
  bool tail;             ///< true for a call in tail position of the caller
  bool ends_definition;  ///< true for a call in tail position of the form that defines the callee
};

class Contifier {
 public:
  Contifier(Arena& arena, std::vector<Lambda*>& lambdas) : arena_(arena), lambdas_(lambdas) {}

  void run(Lambda* toplevel) {
    walk_lambda(toplevel);
    for (bool changed = true; changed;) {
      changed = false;
      for (LocalFunction* f : functions_)
        if (f->known() && f->contified == Contified::no) changed |= contify_function(f);
    }
    std::unordered_set<const LocalFunction*> entered;
    note_lambda(toplevel, entered);
  }

 private:
  struct Position {
    bool tail = false;  ///< true in tail position of the function
    const TailOf* of = nullptr;
    int dynamic = 0;  ///< number of constructs around with something to undo
    int depth = 0;    ///< nesting
  };
  struct Definition {
    const LocalFunctionsNode* node;
    Lambda* owner;
    bool tail;  ///< the form that defines the function is in tail position of its owner
  };

  void walk_lambda(Lambda* l) {
    Lambda* const outer = current_;
    current_ = l;
    bool special = false;
    const auto look = [&](const Parameter& p) {
      special |= p.is_special() || p.supplied.is_special();
      if (p.init != nullptr) walk(p.init, {});
    };
    for (const auto* group : {&l->required, &l->optional, &l->key})
      for (const Parameter& p : *group) look(p);
    if (l->has_rest) look(l->rest);
    binds_specials_[l] = special;
    walk(l->body, {!special && l->tail_calls, nullptr, 0, 0});
    current_ = outer;
  }

  void walk_children(Node* n, Position p) {
    for_each_child(*n, [this, p](Node* child) { walk(child, p); });
  }

  void walk(Node* n, Position p) {
    ++p.depth;
    depths_[current_] = std::max(depths_[current_], p.depth);
    const Position inner{false, nullptr, p.dynamic, p.depth};
    const Position undone{false, nullptr, p.dynamic + 1, p.depth};
    switch (n->kind) {
      case NodeKind::call_local:
        note_call(n->as<CallLocalNode>(), p);
        walk_children(n, inner);
        break;
      case NodeKind::progn: {
        const auto& forms = n->as<PrognNode>()->forms;
        for (Node* form : forms) walk(form, form == forms.back() ? p : inner);
        break;
      }
      case NodeKind::if_: {
        auto* choice = n->as<IfNode>();
        walk(choice->test, inner);
        walk(choice->yes, p);
        walk(choice->no, p);
        break;
      }
      case NodeKind::let: {
        auto* let = n->as<LetNode>();
        for (const Binding& b : let->bindings) walk(b.init, inner);
        walk(let->body, all_lexical(let->bindings) ? p : undone);
        break;
      }
      case NodeKind::multiple_value_bind: {
        auto* bind = n->as<MultipleValueBindNode>();
        walk(bind->values, inner);
        walk(bind->body, all_lexical(bind->variables) ? p : undone);
        break;
      }
      case NodeKind::lambda: walk_lambda(n->as<LambdaNode>()->lambda); break;
      case NodeKind::local_functions: walk_definitions(n->as<LocalFunctionsNode>(), p); break;
      case NodeKind::block: {
        auto* block = n->as<BlockNode>();
        const bool jumps = block->exit->token == nullptr;
        if (jumps) blocks_[block->exit] = p;
        walk(block->body, jumps ? p : undone);
        break;
      }
      case NodeKind::return_from: {
        auto* leave = n->as<ReturnFromNode>();
        const auto block = blocks_.find(leave->exit);
        const bool same = leave->direct && block != blocks_.end() && block->second.dynamic == p.dynamic;
        walk(leave->value, same ? Position{block->second.tail, block->second.of, p.dynamic, p.depth} : inner);
        break;
      }
      case NodeKind::tagbody: walk_children(n, n->as<TagbodyNode>()->exit->token == nullptr ? inner : undone); break;
      default: walk_children(n, has(evaluation_of(n->kind), Evaluation::record) ? undone : inner); break;
    }
  }

  void note_call(const CallLocalNode* n, Position p) {
    bool ends = false;
    for (const TailOf* t = p.of; t != nullptr; t = t->outer) ends |= t->definition == definitions_[n->function].node;
    calls_.push_back({n->function, current_, p.tail, ends});
  }

  void walk_definitions(LocalFunctionsNode* n, Position p) {
    for (LocalFunction* f : n->functions) {
      functions_.push_back(f);
      definitions_[f] = {n, current_, p.tail};
    }
    for (LocalFunction* f : n->functions) walk_lambda(f->lambda);
    const TailOf here{n, p.of};
    walk(n->body, {p.tail, &here, p.dynamic, p.depth});
  }

  bool inside(const Lambda* l, const Lambda* outer) const {
    for (; l != nullptr; l = l->parent)
      if (l == outer) return true;
    return false;
  }

  bool contify_function(LocalFunction* f) {
    Lambda* const l = f->lambda;
    const Definition& definition = definitions_[f];
    if (binds_specials_[l] || !l->tail_calls) return false;
    const LocalCall* only = nullptr;
    std::size_t elsewhere = 0;
    bool all_end_definition = true;
    for (const LocalCall& c : calls_) {
      if (c.callee != f) continue;
      if (c.caller == l) {
        if (!c.tail) return false;
        continue;
      }
      if (inside(c.caller, l)) return false;
      ++elsewhere;
      only = &c;
      all_end_definition &= c.ends_definition && c.caller == definition.owner;
    }
    if (elsewhere == 0) return false;
    Lambda* const host = elsewhere == 1 ? only->caller : definition.owner;
    if ((elsewhere > 1 && !all_end_definition) || !host->tail_calls) return false;
    if (depths_[host] + depths_[l] > config::max_form_depth) return false;
    const bool tail = elsewhere == 1 ? only->tail : definition.tail;
    f->contified = elsewhere == 1 ? Contified::at_call : Contified::at_definition;
    absorb(f, host, tail);
    return true;
  }

  /// Gives everything that belongs to `f` to `host`. `tail`: tail positions of `f` are tail positions of `host`.
  void absorb(LocalFunction* f, Lambda* host, bool tail) {
    Lambda* const l = f->lambda;
    for (const auto& v : arena_.variables)
      if (v->owner == l) v->owner = host;
    for (const auto& e : arena_.exits)
      if (e->owner == l) e->owner = host;
    for (LocalCall& c : calls_) {
      if (c.caller != l) continue;
      c.caller = host;
      c.tail = c.callee == f || (c.tail && tail);
      c.ends_definition = false;
    }
    for (auto& [function, definition] : definitions_)
      if (definition.owner == l) {
        definition.owner = host;
        definition.tail &= tail;
      }
    depths_[host] += depths_[l];
    for (Lambda* child : l->children) child->parent = host;
    std::erase(l->parent->children, l);
    host->children.insert(host->children.end(), l->children.begin(), l->children.end());
    host->references.insert(host->references.end(), l->references.begin(), l->references.end());
    host->known_calls.insert(host->known_calls.end(), l->known_calls.begin(), l->known_calls.end());
    for (Lambda* other : lambdas_) std::erase(other->known_calls, f);
    std::erase(lambdas_, l);
  }

  /// Sets `assigns` of the nodes, now that bodies stand where they were called.
  bool note_assignments(Node* n, std::unordered_set<const LocalFunction*>& entered) {
    bool assigns = n->is<SetLocalNode>();
    for_each_child(*n, [&](Node* child) { assigns |= note_assignments(child, entered); });
    const auto note_contified = [&](const LocalFunction* f) {
      if (entered.insert(f).second) assigns |= note_assignments(f->lambda->body, entered);
    };
    if (const auto* closure = n->if_a<LambdaNode>()) note_lambda(closure->lambda, entered);
    if (const auto* definitions = n->if_a<LocalFunctionsNode>())
      for (LocalFunction* f : definitions->functions) {
        if (f->contified == Contified::no) note_lambda(f->lambda, entered);
        if (f->contified == Contified::at_definition) note_contified(f);
      }
    const auto* call = n->if_a<CallLocalNode>();
    if (call != nullptr && call->function->contified == Contified::at_call) note_contified(call->function);
    n->assigns = assigns;
    return assigns;
  }
  void note_lambda(Lambda* l, std::unordered_set<const LocalFunction*>& entered) {
    for_each_root(*l, [&](Node* n) { note_assignments(n, entered); });
  }

  Arena& arena_;
  std::vector<Lambda*>& lambdas_;
  Lambda* current_ = nullptr;
  std::vector<LocalFunction*> functions_;
  std::vector<LocalCall> calls_;
  std::unordered_map<const LocalFunction*, Definition> definitions_;
  std::unordered_map<const Lambda*, int> depths_;
  std::unordered_map<const Lambda*, bool> binds_specials_;
  std::unordered_map<const ExitPoint*, Position> blocks_;
};

}  // namespace

void contify(Arena& arena, Lambda* toplevel, std::vector<Lambda*>& lambdas) { Contifier(arena, lambdas).run(toplevel); }

}  // namespace tessera
