// Variables, constants, LET, closures.
#include "compiler/generation/generator.hpp"

namespace tessera {

// --- what all nodes need of variables

/// Returns the location of `v`, also of a variable of another function.
VariableLocation Generator::location_of(const Variable* v) const {
  if (v->owner == lambda) return {false, v->reg};
  const int index = lambda->free_index(v);
  if (lambda->lifted()) return {false, lifted_first_ + index};
  return {true, index};
}

void Generator::read_variable(const Variable* v, int reg) {
  const VariableLocation location = location_of(v);
  if (location.captured) code.emit(v->in_cell() ? Op::CAPTUREDCELLGET : Op::CAPTURED, reg, location.index);
  else if (v->in_cell()) code.emit(Op::CELLGET, reg, location.index);
  else if (location.index != reg) code.emit(Op::MOVE, reg, location.index);
}

void Generator::show(const Variable* v, VariableRole role) {
  if (v->named_by_user) ranges.show({v->name, v->in_cell(), false, role == VariableRole::parameter, static_cast<std::uint32_t>(v->reg)});
}

/// Shows debuggers the variables of other functions: in the closure, or in the registers after the parameters.
void Generator::show_captured() {
  for (const Variable* v : lambda->free) {
    const VariableLocation location = location_of(v);
    if (v->named_by_user) ranges.show({v->name, v->in_cell(), location.captured, false, static_cast<std::uint32_t>(location.index)});
  }
}

int Generator::bind_variable(const BoundVariable& b, int reg, VariableRole role) {
  if (b.is_special()) {
    code.emit_wide(Op::BIND, reg, code.constant_index(b.special));
    if (role == VariableRole::parameter) ranges.show({b.special, false, false, true, static_cast<std::uint32_t>(reg)});
    return 1;
  }
  b.variable->reg = reg;
  if (b.variable->in_cell()) code.emit(Op::CELLNEW, reg, reg);
  show(b.variable, role);
  return 0;
}

void Generator::clear_dead(const std::vector<const Variable*>& dead) {
  for (const Variable* v : dead) {
    if (v->reg < 0) continue;  // it never had a register of its own
    code.emit(Op::LOADNIL, v->reg);
    ranges.end(v->reg);
  }
}

Value Generator::static_closure(Lambda* l) {
  const auto found = context.static_closures.find(l);
  if (found != context.static_closures.end()) return found->second;
  const Value closure = Value::object(rt.heap.allocate_old(Type::closure, 1));
  context.static_closures[l] = closure;  // before the code, which may refer to it
  rt.heap.write(&as<Closure>(closure)->code, as<Closure>(generate_closure(context, l))->code);
  return closure;
}

void Generator::closure_into(Lambda* l, int reg) {
  if (l->free.empty()) {
    code.emit_wide(Op::LOADK, reg, code.constant_index(static_closure(l)));
    return;
  }
  const Value inner = as<Closure>(generate_closure(context, l))->code;
  code.emit(Op::CLOSURE, reg, code.constant_index(inner), static_cast<int>(l->free.size()));
  for (Variable* v : l->free) {
    const VariableLocation location = location_of(v);
    code.emit(Op::CAPTURE, location.index < 0 ? reg : location.index, location.captured);
  }
}

namespace codegen {

void constant(Generator& g, ConstantNode* n, Destination d) {
  if (d.is_effect()) return;
  if (d.is_tail()) return g.return_constant(n->value);
  g.load_constant(n->value, d.reg);
  g.deliver(d.reg, d);
}

void local(Generator& g, LocalNode* n, Destination d) {
  if (d.is_effect()) return;
  if (d.is_tail() && n->variable->owner == g.lambda && !n->variable->in_cell()) {
    g.code.emit(Op::RETURN, n->variable->reg);
    return;
  }
  const Temporaries temporaries(g.registers);
  const int reg = g.target_register(d);
  g.read_variable(n->variable, reg);
  g.deliver(reg, d);
}

void set_local(Generator& g, SetLocalNode* n, Destination d) {
  const Temporaries temporaries(g.registers);
  const Variable* v = n->variable;
  if (v->owner == g.lambda && !v->in_cell()) {
    g.to_register(n->value, v->reg);
    return g.deliver(v->reg, d);
  }
  const int reg = g.operand(n->value);
  const VariableLocation location = g.location_of(v);
  if (location.captured) g.code.emit(Op::CAPTUREDCELLSET, reg, location.index);
  else g.code.emit(Op::CELLSET, location.index, reg);
  g.deliver(reg, d);
}

namespace {

void read_symbol(Generator& g, Op op, Value name, Destination d) {
  const Temporaries temporaries(g.registers);
  const int index = g.code.constant_index(name);
  const int reg = g.target_register(d);
  g.code.emit_wide(op, reg, index);
  g.deliver(reg, d);
}

}  // namespace

void global(Generator& g, GlobalNode* n, Destination d) { read_symbol(g, Op::GETGLOBAL, n->symbol, d); }
void function(Generator& g, FunctionNode* n, Destination d) { read_symbol(g, Op::FUNCTION, n->name, d); }

void set_global(Generator& g, SetGlobalNode* n, Destination d) {
  const Temporaries temporaries(g.registers);
  const int index = g.code.constant_index(n->symbol);
  const int reg = g.operand(n->value);
  g.code.emit_wide(Op::SETGLOBAL, reg, index);
  g.deliver(reg, d);
}

void progn(Generator& g, PrognNode* n, Destination d) {
  g.all_but_last_for_effect(n->forms);
  g.generate(n->forms.back(), d);
}

/// Computes all values, then binds the variables.
int bind_variables(Generator& g, const LetNode* n) {
  std::vector<int> regs;
  for (const Binding& b : n->bindings) {
    regs.push_back(g.registers.allocate());
    g.to_fresh_register(b.init, regs.back());
  }
  int specials = 0;
  for (std::size_t i = 0; i < regs.size(); ++i) specials += g.bind_variable(n->bindings[i], regs[i]);
  return specials;
}

void let(Generator& g, LetNode* n, Destination d) {
  if (or_form(n) != nullptr) return or_(g, n, d);
  if (parallel_assignment(g, n, d)) return;
  const Temporaries temporaries(g.registers);
  const std::size_t outer = g.ranges.visible_count();
  const int specials = bind_variables(g, n);
  g.body_with_bindings(n->body, specials, d);
  g.ranges.end_scope(outer);
}

void multiple_value_bind(Generator& g, MultipleValueBindNode* n, Destination d) {
  const auto count = static_cast<int>(n->variables.size());
  if (count == 0) {
    g.generate(n->values, Destination::effect());
    return g.generate(n->body, d);
  }
  const Temporaries temporaries(g.registers);
  const int first = g.registers.allocate(count);
  g.generate(n->values, Destination::values(first));
  g.code.emit(Op::MVBIND, first, count);
  int specials = 0;
  const std::size_t outer = g.ranges.visible_count();
  for (int i = 0; i < count; ++i) specials += g.bind_variable(n->variables[static_cast<std::size_t>(i)], first + i);
  g.body_with_bindings(n->body, specials, d);
  g.ranges.end_scope(outer);
}

void lambda(Generator& g, LambdaNode* n, Destination d) {
  const Temporaries temporaries(g.registers);
  const int reg = g.target_register(d);
  g.closure_into(n->lambda, reg);
  g.deliver(reg, d);
}

namespace {

/// Makes the closures of LABELS, which refer to each other: captured values that are closures made later are patched in
/// when these are made.
void make_closures(Generator& g, const LocalFunctionsNode* n) {
  std::vector<LocalFunction*> closures;
  for (LocalFunction* f : n->functions)
    if (!f->known()) {
      closures.push_back(f);
      f->variable->reg = g.registers.allocate();
      g.code.emit(Op::LOADNIL, f->variable->reg);
    }
  for (LocalFunction* f : closures) g.closure_into(f->lambda, f->variable->reg);
  for (std::size_t i = 0; i < closures.size(); ++i)
    for (std::size_t j = i; j < closures.size(); ++j) {
      const int index = closures[i]->lambda->free_index(closures[j]->variable);
      if (index >= 0) g.code.emit(Op::CLOSURESET, closures[i]->variable->reg, index, closures[j]->variable->reg);
    }
}

}  // namespace

void local_functions(Generator& g, LocalFunctionsNode* n, Destination d) {
  const Temporaries temporaries(g.registers);
  make_closures(g, n);
  const bool contifies = std::any_of(n->functions.begin(), n->functions.end(),
                                     [](const LocalFunction* f) { return f->contified == Contified::at_definition; });
  if (contifies) with_contified_bodies(g, n, d);
  else g.generate(n->body, d);
}

}  // namespace codegen

}  // namespace tessera
