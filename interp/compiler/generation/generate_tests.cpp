// Tests: comparisons as jumps, IF, OR, and slow paths out of line.
#include "compiler/generation/generator.hpp"
#include "compiler/instructions.hpp"

namespace tessera::codegen {

using Shape = Primitive::Shape;

namespace {

bool is_variable_or_constant(const Node* n) { return n->is<LocalNode>() || n->is<ConstantNode>(); }

/// True if the code of `n` may stand anywhere where the variables in scope are in their registers.
bool is_self_contained(const Node* n) {
  switch (n->kind) {
    case NodeKind::constant:
    case NodeKind::local:
    case NodeKind::global:
    case NodeKind::function: return true;
    case NodeKind::call:
    case NodeKind::primitive: return !any_child(*n, [](const Node* child) { return !is_self_contained(child); });
    default: return false;
  }
}

/// True for a call that does not return, or only reports a wrong argument, with arguments that can be evaluated
/// anywhere.
bool is_slow_path(Runtime& rt, const Node* n) {
  static constexpr const char* in_library[] = {"%STRUCTURE-FAILURE", "%BAD-ARGUMENT", "%CHECK-MAPPED", "%SLOT-VALUE-REMEMBERED"};
  const auto* call = n->if_a<CallNode>();
  if (call == nullptr || !is_self_contained(n)) return false;
  if (call->function == rt.cl("ERROR")) return true;
  return std::any_of(std::begin(in_library), std::end(in_library), [&](const char* name) { return call->function == rt.tessera(name); });
}

/// Returns `n` as a primitive whose instruction is a jump, or nullptr.
const PrimitiveNode* test_of(const Node* n) {
  const auto* p = n->if_a<PrimitiveNode>();
  if (p == nullptr) return nullptr;
  switch (p->primitive->shape) {
    case Shape::compare:
    case Shape::negated:
    case Shape::sign:
    case Shape::kind_p:
    case Shape::null:
    case Shape::instance_p: return p;
    default: return nullptr;
  }
}

}  // namespace

bool is_test(const Node* n) { return test_of(n) != nullptr; }

void test_value(Generator& g, PrimitiveNode* n, Destination d) {
  const Temporaries temporaries(g.registers);
  Label yes, end;
  if (d.is_effect()) {
    branch(g, n, true, end);
    g.code.bind(end);
    return;
  }
  if (d.is_tail()) {
    branch(g, n, true, yes);
    g.return_constant(NIL);
    g.code.bind(yes);
    g.return_constant(T);
    return;
  }
  branch(g, n, true, yes);
  g.code.emit(Op::LOADNIL, d.reg);
  g.code.emit_jump(end);
  g.code.bind(yes);
  g.code.emit(Op::LOADT, d.reg);
  g.code.bind(end);
  g.deliver(d.reg, d);
}

const LetNode* or_form(const Node* n) {
  const auto* let = n->if_a<LetNode>();
  if (let == nullptr || let->bindings.size() != 1 || let->bindings[0].is_special()) return nullptr;
  const Variable* v = let->bindings[0].variable;
  const auto* choice = let->body->if_a<IfNode>();
  if (choice == nullptr || v->captured || v->assigned || v->uses != 2) return nullptr;
  const auto is_v = [v](const Node* c) { return c->is<LocalNode>() && c->as<LocalNode>()->variable == v; };
  return is_v(choice->test) && is_v(choice->yes) ? let : nullptr;
}

// --- branches

namespace {

/// Generates EQ or EQL with a constant for which the two are equal. Returns false if `n` is another form.
bool branch_eq_constant(Generator& g, const PrimitiveNode* n, bool sense, Label& label) {
  const bool swap = n->arguments[0]->is<ConstantNode>();
  const auto* constant = n->arguments[swap ? 0 : 1]->if_a<ConstantNode>();
  if (constant == nullptr) return false;
  const Value v = constant->value;
  if (n->primitive->op == Op::JEQL && v.is_object() && !has_type(v, Type::symbol)) return false;
  const int reg = g.operand(n->arguments[swap ? 1 : 0]);
  if (is_nil(v)) g.code.emit_jump(sense ? Op::JNIL : Op::JNNIL, reg, label);
  else g.code.emit_compare_and_jump(sense ? Op::JEQK : Op::JNEQK, reg, g.code.constant_index(v), label);
  return true;
}

/// Generates a comparison with a constant. Returns false if it has no instruction.
bool branch_immediate(Generator& g, const PrimitiveNode* n, bool sense, Label& label) {
  static constexpr struct {
    Op general, immediate;
  } forms[] = {{Op::JLT, Op::JLTI}, {Op::JGT, Op::JGTI}, {Op::JLE, Op::JLEI}, {Op::JGE, Op::JGEI}, {Op::JNUMEQ, Op::JNUMEQI}};
  const Op op = n->primitive->op;
  if (op == Op::JEQ || op == Op::JEQL) return branch_eq_constant(g, n, sense, label);
  if (!fits_immediate(n->arguments[1])) return false;
  for (const auto& f : forms) {
    if (f.general != op) continue;
    g.code.emit_compare_and_jump(sense ? f.immediate : opposite(f.immediate), g.operand(n->arguments[0]), immediate_of(n->arguments[1]),
                                 label);
    return true;
  }
  return false;
}

void branch_primitive(Generator& g, const PrimitiveNode* n, bool sense, Label& label) {
  const AtPosition at(g.code, n->position);
  const Primitive& p = *n->primitive;
  if (p.shape == Shape::negated) sense = !sense;
  const Op op = p.shape == Shape::null || sense ? p.op : opposite(p.op);
  switch (p.shape) {
    case Shape::null: return branch(g, n->arguments[0], !sense, label);
    case Shape::sign: return g.code.emit_compare_and_jump(op, g.operand(n->arguments[0]), 0, label);
    case Shape::instance_p: {
      const int reg = g.operand(n->arguments[0]);
      return g.code.emit_compare_and_jump(op, reg, g.code.constant_index(n->arguments[1]->as<ConstantNode>()->value), label);
    }
    case Shape::kind_p: {
      const int reg = g.operand(n->arguments[0]);
      return g.code.emit_compare_and_jump(op, reg, g.code.constant_index(Value::fixnum(static_cast<std::int64_t>(p.mask))), label);
    }
    default: break;
  }
  if (p.min_args == 1) return g.code.emit_jump(op, g.operand(n->arguments[0]), label);
  if (branch_immediate(g, n, sense, label)) return;
  const std::vector<int> regs = g.operands(n->arguments);
  g.code.emit_compare_and_jump(op, regs[0], regs[1], label);
}

void branch_if(Generator& g, IfNode* n, bool sense, Label& label) {
  Label other, end;
  branch(g, n->test, false, other);
  branch(g, n->yes, sense, label);
  const auto* fixed = n->no->if_a<ConstantNode>();
  if (fixed == nullptr || is_nil(fixed->value) != sense) g.code.emit_jump(end);
  g.code.bind(other);
  branch(g, n->no, sense, label);
  g.code.bind(end);
}

}  // namespace

void branch(Generator& g, Node* n, bool sense, Label& label) {
  const Temporaries temporaries(g.registers);
  if (const auto* constant = n->if_a<ConstantNode>()) {
    if (is_nil(constant->value) != sense) g.code.emit_jump(label);
  } else if (const PrimitiveNode* test = test_of(n)) {
    branch_primitive(g, test, sense, label);
  } else if (auto* choice = n->if_a<IfNode>()) {
    branch_if(g, choice, sense, label);
  } else if (const auto* progn = n->if_a<PrognNode>()) {
    g.all_but_last_for_effect(progn->forms);
    branch(g, progn->forms.back(), sense, label);
  } else if (const LetNode* either = or_form(n)) {
    Label yes;
    branch(g, either->bindings[0].init, true, sense ? label : yes);
    branch(g, either->body->as<IfNode>()->no, sense, label);
    g.code.bind(yes);
  } else if (const auto* let = n->if_a<LetNode>(); let != nullptr && all_lexical(let->bindings)) {
    bind_variables(g, let);
    branch(g, let->body, sense, label);
  } else {
    g.code.emit_jump(sense ? Op::JNNIL : Op::JNIL, g.operand(n), label);
  }
}

// --- IF and OR

namespace {

/// Generates an access by a structure's reader, (if (%instance-of-class-p v class) (%instance-ref v slot) SLOW-PATH),
/// or writer as one instruction that checks the class and accesses the slot. Returns false if `n` is another form.
bool checked_slot(Generator& g, IfNode* n, Destination d) {
  const auto* const test = n->test->if_a<PrimitiveNode>();
  const auto* const access = n->yes->if_a<PrimitiveNode>();
  if (test == nullptr || test->primitive->shape != Shape::instance_p || access == nullptr || !is_slow_path(g.rt, n->no)) return false;
  const bool reads = access->primitive->shape == Shape::instance_ref;
  const bool writes = access->primitive->shape == Shape::instance_set && is_variable_or_constant(access->arguments[2]);
  const auto* const object = test->arguments[0]->if_a<LocalNode>();
  const auto* const accessed = access->arguments[0]->if_a<LocalNode>();
  const bool same = object != nullptr && accessed != nullptr && accessed->variable == object->variable;
  const int klass = g.code.constant_index(test->arguments[1]->as<ConstantNode>()->value);
  if (!(reads || writes) || !same || klass > 0xFFFF) return false;
  const Temporaries temporaries(g.registers);
  OutOfLineCode& slow = g.put_out_of_line(n->no, d);
  const int slot = immediate_of(access->arguments[1]);
  int value;
  if (reads) {
    const int from = g.operand(access->arguments[0]);
    value = g.target_register(d);
    g.code.emit(Op::SLOTREF, value, from, slot);
  } else {
    const std::vector<int> regs = g.operands({access->arguments[0], access->arguments[2]});
    value = regs[1];
    g.code.emit(Op::SLOTSET, regs[0], slot, value);
  }
  g.code.emit_jump(Op::OFCLASS, klass, slow.start);
  g.deliver(value, d);
  g.code.bind(slow.back);
  return true;
}

}  // namespace

void if_(Generator& g, IfNode* n, Destination d) {
  if (checked_slot(g, n, d)) return;
  const bool yes_is_slow = is_slow_path(g.rt, n->yes);
  if (yes_is_slow || is_slow_path(g.rt, n->no)) {
    OutOfLineCode& slow = g.put_out_of_line(yes_is_slow ? n->yes : n->no, d);
    branch(g, n->test, yes_is_slow, slow.start);
    g.generate(yes_is_slow ? n->no : n->yes, d);
    g.code.bind(slow.back);
    return;
  }
  Label other, end;
  branch(g, n->test, false, other);
  g.generate(n->yes, d);
  const bool no_is_empty = d.is_effect() && n->no->is<ConstantNode>();
  if (!d.is_tail() && !no_is_empty) g.code.emit_jump(end);
  g.code.bind(other);
  g.generate(n->no, d);
  g.code.bind(end);
}

/// Generates (or A B). If A is a test, its true value is T. Otherwise A is tested in the destination register, if that
/// may be overwritten.
void or_(Generator& g, const LetNode* n, Destination d) {
  Node* const first = n->bindings[0].init;
  Node* const second = n->body->as<IfNode>()->no;
  const Temporaries temporaries(g.registers);
  const bool test = is_test(first), effect = d.is_effect();
  const int reg = effect || test ? -1 : d.fresh ? d.reg : g.registers.allocate();
  Label yes, end;
  if (effect || test) {
    branch(g, first, true, yes);
  } else {
    g.to_fresh_register(first, reg);
    g.code.emit_jump(Op::JNNIL, reg, yes);
  }
  const bool in_place = d.kind == DestinationKind::reg && reg == d.reg;
  temporaries.release();
  g.generate(second, d);
  if (!effect && !in_place && !d.is_tail()) g.code.emit_jump(end);
  g.code.bind(yes);
  if (test && d.is_tail()) {
    g.return_constant(T);
  } else if (!effect && !in_place) {
    const int value = test ? d.reg : reg;
    if (test) g.code.emit(Op::LOADT, value);
    g.deliver(value, d);
  }
  g.code.bind(end);
}

}  // namespace tessera::codegen
