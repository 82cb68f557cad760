// Local functions that contify.cpp made part of this function: a call assigns their parameters and jumps. Assignments
// in parallel: to parameters of contified functions and of tail calls, and by PSETQ.
#include "compiler/generation/generator.hpp"

namespace tessera::codegen {

namespace {

/// True if evaluating `n` may read or change `v`.
bool mentions(const Node* n, const Variable* v) {
  const auto captures = [v](const Lambda* l) { return l->free_index(v) >= 0; };
  if (const auto* read = n->if_a<LocalNode>()) return read->variable == v;
  if (const auto* set = n->if_a<SetLocalNode>(); set != nullptr && set->variable == v) return true;
  if (const auto* closure = n->if_a<LambdaNode>()) return captures(closure->lambda);
  if (const auto* call = n->if_a<CallLocalNode>()) {
    const LocalFunction* f = call->function;
    if (f->contified != Contified::no || (f->known() && captures(f->lambda))) return true;
  }
  if (const auto* definitions = n->if_a<LocalFunctionsNode>())
    for (const LocalFunction* f : definitions->functions)
      if (f->contified != Contified::no || captures(f->lambda)) return true;
  return any_child(*n, [v](const Node* child) { return mentions(child, v); });
}

/// True if there is a RETURN-FROM or GO in `n`.
bool may_jump(const Node* n) { return n->is<ReturnFromNode>() || n->is<GoNode>() || any_child(*n, may_jump); }

bool is_itself(const Node* n, const Variable* v) { return n->is<LocalNode>() && n->as<LocalNode>()->variable == v && !v->in_cell(); }

/// True if the old value of `v` matters while the values after number `i` are computed, or where they jump to.
bool is_live_after(const Variable* v, const std::vector<Node*>& values, std::size_t i) {
  return std::any_of(values.begin() + static_cast<std::ptrdiff_t>(i) + 1, values.end(),
                     [v](const Node* later) { return mentions(later, v) || may_jump(later); });
}

/// True if value number `i` is `v` itself, which no later value changes.
bool stays(const Variable* v, const std::vector<Node*>& values, std::size_t i) {
  return is_itself(values[i], v) && !(v->assigned && is_live_after(v, values, i));
}

void contified_body(Generator& g, LocalFunction* f, Destination d) {
  g.code.bind(g.contified[f].start);
  for (const Parameter& p : f->lambda->required)
    if (p.variable->in_cell()) g.code.emit(Op::CELLNEW, p.variable->reg, p.variable->reg);
  const std::size_t outer = g.ranges.visible_count();
  for (const Parameter& p : f->lambda->required) g.show(p.variable);
  g.generate(f->lambda->body, d);
  g.ranges.end_scope(outer);
}

}  // namespace

std::vector<Variable*> parameters_of(const Lambda& l, std::size_t count) {
  std::vector<Variable*> variables;
  for (std::size_t i = 0; i < count; ++i) variables.push_back(l.required[i].variable);
  return variables;
}

/// Generates the call of a contified function. The body is at the first call that is generated, or after the form that
/// defines the function; further calls jump to it.
void contified_call(Generator& g, CallLocalNode* n, Destination d) {
  LocalFunction* f = n->function;
  const auto found = g.contified.find(f);
  if (found != g.contified.end()) {
    if (g.constructs.size() != found->second.constructs) panic("a jump leaves a dynamic record behind", __FILE__, __LINE__);
    {
      const HiddenVariables until_all_are_assigned(g.ranges);
      assign_in_parallel(g, parameters_of(*f->lambda, f->lambda->required.size()), n->arguments);
    }
    g.clear_dead(n->dead);
    g.code.emit_jump(found->second.start);
    return;
  }
  const Temporaries temporaries(g.registers);
  std::vector<int> regs;
  for (Node* argument : n->arguments) {
    regs.push_back(g.registers.allocate());
    g.to_fresh_register(argument, regs.back());
  }
  for (std::size_t i = 0; i < regs.size(); ++i) f->lambda->required[i].variable->reg = regs[i];
  g.contified[f].constructs = g.constructs.size();
  d.fresh = false;
  g.clear_dead(n->dead);
  contified_body(g, f, d);
}

/// Assigns the values to the variables in parallel. Computes a value straight into its variable unless the old value is
/// still needed; moves the others at the end. Debuggers do not see the variables meanwhile.
void assign_in_parallel(Generator& g, const std::vector<Variable*>& variables, const std::vector<Node*>& values) {
  const Temporaries temporaries(g.registers);
  std::vector<std::pair<int, int>> moves;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Variable* v = variables[i];
    if (stays(v, values, i)) continue;
    if (!is_live_after(v, values, i)) {
      g.to_register(values[i], v->reg);
      g.ranges.hide(v->reg);
      continue;
    }
    const int reg = g.registers.allocate();
    g.to_fresh_register(values[i], reg);
    moves.emplace_back(v->reg, reg);
  }
  for (const auto& [to, from] : moves) {
    g.code.emit(Op::MOVE, to, from);
    g.ranges.hide(to);
  }
}

/// True if a tail call should pass its arguments in the parameters: if some stay in place. If most must wait for
/// others, a window is faster.
bool can_reuse_parameters(const Generator& g, const std::vector<Node*>& arguments) {
  const std::vector<Parameter>& required = g.lambda->required;
  if (arguments.size() > required.size()) return false;
  std::size_t in_place = 0, waiting = 0;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Variable* v = required[i].variable;
    if (v == nullptr || v->in_cell()) return false;
    if (stays(v, arguments, i)) ++in_place;
    else if (is_live_after(v, arguments, i)) ++waiting;
  }
  return waiting <= in_place + 1;
}

namespace {

/// True if an exit may land in this frame, which would see variables that were assigned too early.
bool may_be_landed_in(const Generator& g) {
  using Undo = DynamicConstruct::Undo;
  return g.protected_forms != 0 || std::any_of(g.constructs.begin(), g.constructs.end(),
                                               [](const DynamicConstruct& c) { return c.undo == Undo::exit || c.undo == Undo::catch_; });
}

/// Returns the variable that `set` assigns the value of `temporary` to, if it is a plain variable of this function,
/// else nullptr.
Variable* assigned_from(const Generator& g, const SetLocalNode* set, const Variable* temporary) {
  if (temporary == nullptr || temporary->uses != 1 || temporary->captured || temporary->assigned) return nullptr;
  if (set == nullptr || !set->value->is<LocalNode>() || set->value->as<LocalNode>()->variable != temporary) return nullptr;
  Variable* const v = set->variable;
  return v->owner == g.lambda && !v->in_cell() ? v : nullptr;
}

}  // namespace

/// Generates a LET that assigns in parallel. No value may jump: if computing one left the form, variables would have
/// changed.
bool parallel_assignment(Generator& g, LetNode* n, Destination d) {
  const auto* body = n->body->if_a<PrognNode>();
  const std::size_t count = n->bindings.size();
  if (body == nullptr || body->forms.size() < count || may_be_landed_in(g)) return false;
  std::vector<Variable*> variables;
  std::vector<Node*> values;
  for (std::size_t i = 0; i < count; ++i) {
    if (may_jump(n->bindings[i].init)) return false;
    Variable* const v = assigned_from(g, body->forms[i]->if_a<SetLocalNode>(), n->bindings[i].variable);
    if (v == nullptr || std::find(variables.begin(), variables.end(), v) != variables.end()) return false;
    variables.push_back(v);
    values.push_back(n->bindings[i].init);
  }
  {
    const HiddenVariables until_all_are_assigned(g.ranges);
    assign_in_parallel(g, variables, values);
  }
  if (count == body->forms.size()) {
    g.deliver(variables.back()->reg, d);
    return true;
  }
  g.all_but_last_for_effect(body->forms, count);
  g.generate(body->forms.back(), d);
  return true;
}

/// Generates the bodies after the form of FLET or LABELS; all end where that form ends.
void with_contified_bodies(Generator& g, LocalFunctionsNode* n, Destination d) {
  std::vector<LocalFunction*> following;
  for (LocalFunction* f : n->functions) {
    if (f->contified != Contified::at_definition) continue;
    following.push_back(f);
    g.contified[f].constructs = g.constructs.size();
    for (const Parameter& p : f->lambda->required) p.variable->reg = g.registers.allocate();
  }
  d.fresh = false;
  Label end;
  g.generate(n->body, d);
  for (LocalFunction* f : following) {
    if (!d.is_tail()) g.code.emit_jump(end);
    contified_body(g, f, d);
  }
  g.code.bind(end);
}

}  // namespace tessera::codegen
