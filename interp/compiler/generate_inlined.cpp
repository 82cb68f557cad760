// Local functions whose bodies stand in this function (see contify.cpp): calls are assignments and jumps. Assignments in
// parallel: theirs, those of tail calls and of PSETQ.
#include <algorithm>

#include "compiler/generator.hpp"

namespace tessera {

namespace {

// The value of `v` may be read, or changed, when `n` is evaluated.
bool mentions(const Node* n, const Variable* v) {
  const auto captures = [v](const Lambda* l) { return l->free_index(v) >= 0; };
  if (const auto* read = n->if_a<LocalNode>()) return read->variable == v;
  if (const auto* set = n->if_a<SetLocalNode>(); set != nullptr && set->variable == v) return true;
  if (const auto* closure = n->if_a<LambdaNode>()) return captures(closure->lambda);
  if (const auto* call = n->if_a<CallLocalNode>()) {
    const LocalFunction* f = call->function;
    if (f->inlined != Inlined::no || (f->known() && captures(f->lambda))) return true;
  }
  if (const auto* definitions = n->if_a<LocalFunctionsNode>())
    for (const LocalFunction* f : definitions->functions)
      if (f->inlined != Inlined::no || captures(f->lambda)) return true;
  return any_child(*n, [v](const Node* child) { return mentions(child, v); });
}

// A RETURN-FROM or GO within `n` jumps.
bool may_jump(const Node* n) { return n->is<ReturnFromNode>() || n->is<GoNode>() || any_child(*n, may_jump); }

bool is_itself(const Node* n, const Variable* v) { return n->is<LocalNode>() && n->as<LocalNode>()->variable == v && !v->in_cell(); }

/// The old value of `v` counts when the values behind number `i` are evaluated, or where they lead instead.
bool is_wanted_behind(const Variable* v, const std::vector<Node*>& values, std::size_t i) {
  return std::any_of(values.begin() + static_cast<std::ptrdiff_t>(i) + 1, values.end(),
                     [v](const Node* later) { return mentions(later, v) || may_jump(later); });
}

/// Value number `i` is `v` itself, which is still that when the later values are there.
bool stays(const Variable* v, const std::vector<Node*>& values, std::size_t i) {
  return is_itself(values[i], v) && !(v->assigned && is_wanted_behind(v, values, i));
}

}  // namespace

// The first call that is met is the one where the body stands; further ones come from within it, or lead to a body behind.
void Generator::call_inlined(CallLocalNode* n, Destination d) {
  LocalFunction* f = n->function;
  const auto found = inlined_.find(f);
  if (found != inlined_.end()) {
    assign_parameters(n);
    end_variables(n->ended);
    found->second.called = true;
    emit_jump(Op::JUMP, 0, found->second.start);
    return;
  }
  const int saved = top_;
  std::vector<int> regs;
  for (Node* argument : n->arguments) {
    regs.push_back(allocate());
    to_fresh_register(argument, regs.back());
  }
  for (std::size_t i = 0; i < regs.size(); ++i) f->lambda->required[i].variable->reg = regs[i];
  inlined_[f];
  d.fresh = false;
  end_variables(n->ended);
  inlined_body(f, d);
  release_to(saved);
}

void Generator::assign_parameters(CallLocalNode* n) {
  std::vector<Variable*> variables;
  for (const Parameter& p : n->function->lambda->required) variables.push_back(p.variable);
  const Hidden until_all_are_there(*this);
  assign_all(variables, n->arguments);
}

// All at once: a value goes straight into its variable where nothing later wants that variable's old value.
void Generator::assign_all(const std::vector<Variable*>& variables, const std::vector<Node*>& values) {
  const int saved = top_;
  std::vector<std::pair<int, int>> moves;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Variable* v = variables[i];
    if (stays(v, values, i)) continue;
    if (!is_wanted_behind(v, values, i)) {
      to_register(values[i], v->reg);
      hide(v->reg);
      continue;
    }
    const int reg = allocate();
    to_fresh_register(values[i], reg);
    moves.emplace_back(v->reg, reg);
  }
  for (const auto& [to, from] : moves) {
    emit(Op::MOVE, to, from);
    hide(to);
  }
  release_to(saved);
}

std::vector<Variable*> Generator::own_parameters(std::size_t count) const {
  std::vector<Variable*> variables;
  for (std::size_t i = 0; i < count; ++i) variables.push_back(lambda_->required[i].variable);
  return variables;
}

// A tail call can put its arguments where this function's own parameters are, if those are as many and plain. That pays where
// some stay in place; where most must wait for others, the call copies them quicker from a window.
bool Generator::can_jump(const std::vector<Node*>& arguments) const {
  if (arguments.size() > lambda_->required.size()) return false;
  std::size_t in_place = 0, waiting = 0;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Variable* v = lambda_->required[i].variable;
    if (v == nullptr || v->in_cell()) return false;
    if (stays(v, arguments, i)) ++in_place;
    else if (is_wanted_behind(v, arguments, i)) ++waiting;
  }
  return waiting <= in_place + 1;
}

// An exit could land in this frame, where variables that were assigned too early would be seen.
bool Generator::may_be_landed_in() const {
  return protected_forms_ != 0 || std::any_of(dynamic_.begin(), dynamic_.end(), [](const Dynamic& d) {
           return d.kind == Dynamic::Kind::exit || d.kind == Dynamic::Kind::catch_;
         });
}

// (let ((new-x X) (new-y Y)) (setq x new-x) (setq y new-y) . rest), which is what PSETQ stands for. If evaluating a value leaves
// the form, no variable may have changed.
bool Generator::parallel_assignment(LetNode* n, Destination d) {
  const auto* body = n->body->if_a<PrognNode>();
  const std::size_t count = n->bindings.size();
  if (body == nullptr || body->forms.size() < count || may_be_landed_in()) return false;
  std::vector<Variable*> variables;
  std::vector<Node*> values;
  for (std::size_t i = 0; i < count; ++i) {
    const Variable* temporary = n->bindings[i].variable;
    const auto* set = body->forms[i]->if_a<SetLocalNode>();
    if (may_jump(n->bindings[i].init)) return false;
    if (temporary == nullptr || temporary->uses != 1 || temporary->captured || temporary->assigned) return false;
    if (set == nullptr || !set->value->is<LocalNode>() || set->value->as<LocalNode>()->variable != temporary) return false;
    Variable* v = set->variable;
    if (v->owner != lambda_ || v->in_cell() || std::find(variables.begin(), variables.end(), v) != variables.end()) return false;
    variables.push_back(v);
    values.push_back(n->bindings[i].init);
  }
  {
    const Hidden until_all_are_there(*this);
    assign_all(variables, values);
  }
  if (count == body->forms.size()) {
    deliver(variables.back()->reg, d);
    return true;
  }
  forms_for_effect(body->forms, count);
  generate(body->forms.back(), d);
  return true;
}

void Generator::inlined_body(LocalFunction* f, Destination d) {
  bind(inlined_[f].start);
  for (const Parameter& p : f->lambda->required)
    if (p.variable->in_cell()) emit(Op::CELLNEW, p.variable->reg, p.variable->reg);
  const std::size_t outer = visible_.size();
  for (const Parameter& p : f->lambda->required) show(p.variable);
  generate(f->lambda->body, d);
  end_scope(outer);
}

// FLET or LABELS with functions whose bodies stand behind the form's own; all end where the form ends.
void Generator::with_inlined_bodies(LocalFunctionsNode* n, Destination d) {
  std::vector<LocalFunction*> behind;
  for (LocalFunction* f : n->functions) {
    if (f->inlined != Inlined::at_definition) continue;
    behind.push_back(f);
    inlined_[f];
    for (const Parameter& p : f->lambda->required) p.variable->reg = allocate();
  }
  d.fresh = false;
  Label end;
  generate(n->body, d);
  for (LocalFunction* f : behind) {
    if (!d.is_tail()) emit_jump(Op::JUMP, 0, end);
    inlined_body(f, d);
  }
  bind(end);
}

}  // namespace tessera
