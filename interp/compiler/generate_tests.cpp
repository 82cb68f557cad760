// Tests: comparisons as jumps, IF, and what is seldom done out of the way.
#include <algorithm>

#include "compiler/generator.hpp"
#include "compiler/instructions.hpp"

namespace tessera {

using Shape = Primitive::Shape;

namespace {

bool is_variable_or_constant(const Node* n) { return n->is<LocalNode>() || n->is<ConstantNode>(); }

/// Can be generated at any place where the variables in scope are in their registers.
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

}  // namespace

// `n`, if it is a primitive that is a jump.
const PrimitiveNode* Generator::test_of(const Node* n) {
  const auto* p = n->if_a<PrimitiveNode>();
  if (p == nullptr) return nullptr;
  const Shape s = p->primitive->shape;
  const bool is_test =
      s == Shape::compare || s == Shape::negated || s == Shape::sign || s == Shape::kind_p || s == Shape::null || s == Shape::instance_p;
  return is_test ? p : nullptr;
}

void Generator::test_value(PrimitiveNode* n, Destination d) {
  const int saved = top_;
  if (d.kind == Destination::Kind::effect) {
    Label next;
    branch(n, true, next);
    bind(next);
    release_to(saved);
    return;
  }
  Label yes, end;
  if (d.is_tail()) {
    branch(n, true, yes);
    return_constant(NIL);
    bind(yes);
    return_constant(T);
    return;
  }
  const int reg = target_register(d);
  branch(n, true, yes);
  emit(Op::LOADNIL, reg);
  emit_jump(Op::JUMP, 0, end);
  bind(yes);
  emit(Op::LOADT, reg);
  bind(end);
  deliver(reg, d);
  release_to(saved);
}

// (let ((x A)) (if x x B)), which is what OR stands for.
const LetNode* Generator::or_of(const Node* n) {
  const auto* let = n->if_a<LetNode>();
  if (let == nullptr || let->bindings.size() != 1 || let->bindings[0].is_special()) return nullptr;
  const Variable* v = let->bindings[0].variable;
  const auto* choice = let->body->if_a<IfNode>();
  if (choice == nullptr || v->captured || v->assigned || v->uses != 2) return nullptr;
  const auto is_v = [v](const Node* c) { return c->is<LocalNode>() && c->as<LocalNode>()->variable == v; };
  return is_v(choice->test) && is_v(choice->yes) ? let : nullptr;
}

// Jump to `label` if the truth of `n` is `sense`, else fall through.
void Generator::branch(Node* n, bool sense, Label& label) {
  const int saved = top_;
  if (const auto* constant = n->if_a<ConstantNode>()) {
    if (is_nil(constant->value) != sense) emit_jump(Op::JUMP, 0, label);
  } else if (const PrimitiveNode* test = test_of(n)) {
    branch_primitive(test, sense, label);
  } else if (auto* choice = n->if_a<IfNode>()) {
    branch_if(choice, sense, label);
  } else if (const auto* progn = n->if_a<PrognNode>()) {
    forms_for_effect(progn->forms, 0);
    branch(progn->forms.back(), sense, label);
  } else if (const LetNode* either = or_of(n)) {
    Label yes;
    branch(either->bindings[0].init, true, sense ? label : yes);
    branch(either->body->as<IfNode>()->no, sense, label);
    bind(yes);
  } else if (const auto* let = n->if_a<LetNode>(); let != nullptr && all_lexical(let->bindings)) {
    bind_variables(let);
    branch(let->body, sense, label);
  } else {
    emit_jump(sense ? Op::JNNIL : Op::JNIL, operand(n, false), label);
  }
  release_to(saved);
}

void Generator::branch_if(IfNode* n, bool sense, Label& label) {
  Label other, end;
  branch(n->test, false, other);
  branch(n->yes, sense, label);
  const auto* fixed = n->no->if_a<ConstantNode>();
  if (fixed == nullptr || is_nil(fixed->value) != sense) emit_jump(Op::JUMP, 0, end);
  bind(other);
  branch(n->no, sense, label);
  bind(end);
}

void Generator::branch_primitive(const PrimitiveNode* n, bool sense, Label& label) {
  const SourcePosition outer = position_;
  if (n->position.line != 0) position_ = n->position;
  const Primitive& p = *n->primitive;
  switch (p.shape) {
    case Shape::null: branch(n->arguments[0], !sense, label); break;
    case Shape::sign: emit_jump3(sense ? p.op : opposite(p.op), operand(n->arguments[0], false), 0, label); break;
    case Shape::instance_p: {
      const int reg = operand(n->arguments[0], false);
      emit_jump3(sense ? p.op : opposite(p.op), reg, constant_index(n->arguments[1]->as<ConstantNode>()->value), label);
      break;
    }
    case Shape::kind_p: {
      const int reg = operand(n->arguments[0], false);
      emit_jump3(sense ? p.op : opposite(p.op), reg, constant_index(Value::fixnum(static_cast<std::int64_t>(p.mask))), label);
      break;
    }
    default: {
      if (p.shape == Shape::negated) sense = !sense;
      if (p.min_args == 1) {
        emit_jump(sense ? p.op : opposite(p.op), operand(n->arguments[0], false), label);
      } else if (!branch_immediate(n, sense, label)) {
        const std::vector<int> regs = operands(n->arguments);
        emit_jump3(sense ? p.op : opposite(p.op), regs[0], regs[1], label);
      }
    }
  }
  position_ = outer;
}

// Comparisons with small constants, and EQ and EQL with constants that are the same object wherever they are equal.
bool Generator::branch_immediate(const PrimitiveNode* n, bool sense, Label& label) {
  const Primitive& p = *n->primitive;
  const Node* left = n->arguments[0];
  const Node* right = n->arguments[1];
  if (p.op == Op::JCHAREQ) return false;
  if (p.op == Op::JEQ || p.op == Op::JEQL) {
    const bool swap = left->is<ConstantNode>();
    const auto* constant = (swap ? left : right)->if_a<ConstantNode>();
    if (constant == nullptr) return false;
    const Value v = constant->value;
    if (p.op == Op::JEQL && v.is_object() && !has_type(v, Type::symbol)) return false;
    const int reg = operand(n->arguments[swap ? 1 : 0], false);
    if (is_nil(v)) emit_jump(sense ? Op::JNIL : Op::JNNIL, reg, label);
    else emit_jump3(sense ? Op::JEQK : Op::JNEQK, reg, constant_index(v), label);
    return true;
  }
  if (!fits_immediate(right)) return false;
  static constexpr struct {
    Op general, immediate;
  } forms[] = {{Op::JLT, Op::JLTI}, {Op::JGT, Op::JGTI}, {Op::JLE, Op::JLEI}, {Op::JGE, Op::JGEI}, {Op::JNUMEQ, Op::JNUMEQI}};
  for (const auto& f : forms)
    if (f.general == p.op)
      emit_jump3(sense ? f.immediate : opposite(f.immediate), operand(n->arguments[0], false), immediate_of(right), label);
  return true;
}

void Generator::if_(IfNode* n, Destination d) {
  if (checked_slot(n, d)) return;
  Node* const test = n->test;
  Node* const yes = n->yes;
  Node* const no = n->no;
  if (is_seldom(yes) || is_seldom(no)) {
    const bool sense = is_seldom(yes);
    Aside& aside = put_aside(sense ? yes : no, d);
    branch(test, sense, aside.start);
    generate(sense ? no : yes, d);
    bind(aside.back);
    return;
  }
  Label other, end;
  branch(test, false, other);
  generate(yes, d);
  if (!d.is_tail()) {
    const bool nothing = d.kind == Destination::Kind::effect && no->is<ConstantNode>();
    if (!nothing) emit_jump(Op::JUMP, 0, end);
  }
  bind(other);
  generate(no, d);
  bind(end);
}

// (or A B): a test gives T by a jump; other values are looked at where they are wanted, if nothing is lost there.
void Generator::or_(const LetNode* n, Destination d) {
  Node* const first = n->bindings[0].init;
  Node* const second = n->body->as<IfNode>()->no;
  const int saved = top_;
  const bool test = test_of(first) != nullptr, effect = d.kind == Destination::Kind::effect;
  const int reg = effect || test ? -1 : d.fresh ? d.reg : allocate();
  Label yes, end;
  if (effect || test) {
    branch(first, true, yes);
  } else {
    to_fresh_register(first, reg);
    emit_jump(Op::JNNIL, reg, yes);
  }
  const bool in_place = d.kind == Destination::Kind::reg && reg == d.reg;
  release_to(saved);
  generate(second, d);
  if (!effect && !in_place && !d.is_tail()) emit_jump(Op::JUMP, 0, end);
  bind(yes);
  if (test && d.is_tail()) {
    return_constant(T);
  } else if (!effect && !in_place) {
    const int value = test ? target_register(d) : reg;
    if (test) emit(Op::LOADT, value);
    deliver(value, d);
  }
  bind(end);
  release_to(saved);
}

// --- what is seldom done

// A call of a function that does not return, or only looks for what is wrong, with arguments that can be evaluated anywhere.
bool Generator::is_seldom(const Node* n) const {
  static constexpr const char* in_library[] = {"%STRUCTURE-FAILURE", "%BAD-ARGUMENT", "%CHECK-MAPPED", "%SLOT-VALUE-REMEMBERED"};
  const auto* call = n->if_a<CallNode>();
  if (call == nullptr || !is_self_contained(n)) return false;
  if (call->function == rt_.cl("ERROR")) return true;
  return std::any_of(std::begin(in_library), std::end(in_library), [&](const char* name) { return call->function == rt_.tessera(name); });
}

Generator::Aside& Generator::put_aside(Node* n, Destination d) {
  return asides_.emplace_back(Aside{n, d, {}, {}, top_, dynamic_, position_, tail_allowed_, visible_});
}

void Generator::generate_asides() {
  for (; !asides_.empty(); asides_.pop_front()) {
    Aside& aside = asides_.front();
    top_ = aside.top;
    dynamic_ = aside.dynamic;
    position_ = aside.position;
    tail_allowed_ = aside.tail_allowed;
    bind(aside.start);
    visible_ = aside.visible;
    for (VariableEntry& e : visible_)
      if (e.from != hidden_now) e.from = static_cast<std::uint32_t>(code_.size());
    generate(aside.node, aside.destination);
    end_scope(0);
    if (!aside.destination.is_tail()) emit_jump(Op::JUMP, 0, aside.back);
  }
}

// (if (%instance-of-class-p v class) (%instance-ref v slot) SELDOM), which is what a structure's reader stands for, and the same
// for its writer: one instruction looks at the class and takes the slot.
bool Generator::checked_slot(IfNode* n, Destination d) {
  const auto* const test = n->test->if_a<PrimitiveNode>();
  const auto* const access = n->yes->if_a<PrimitiveNode>();
  if (test == nullptr || test->primitive->shape != Shape::instance_p || access == nullptr || !is_seldom(n->no)) return false;
  const bool reads = access->primitive->shape == Shape::instance_ref;
  const bool writes = access->primitive->shape == Shape::instance_set && is_variable_or_constant(access->arguments[2]);
  const auto* const object = test->arguments[0]->if_a<LocalNode>();
  const auto* const accessed = access->arguments[0]->if_a<LocalNode>();
  const bool same = object != nullptr && accessed != nullptr && accessed->variable == object->variable;
  const int klass = constant_index(test->arguments[1]->as<ConstantNode>()->value);
  if (!(reads || writes) || !same || klass > 0xFFFF) return false;
  const int saved = top_;
  Aside& aside = put_aside(n->no, d);
  const int slot = immediate_of(access->arguments[1]);
  int value;
  if (reads) {
    const int from = operand(access->arguments[0], false);
    value = target_register(d);
    emit(Op::SLOTREF, value, from, slot);
  } else {
    const std::vector<int> regs = operands({access->arguments[0], access->arguments[2]});
    value = regs[1];
    emit(Op::SLOTSET, regs[0], slot, value);
  }
  emit_jump(Op::OFCLASS, klass, aside.start);
  deliver(value, d);
  bind(aside.back);
  release_to(saved);
  return true;
}

}  // namespace tessera
