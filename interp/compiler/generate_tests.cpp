// Tests: comparisons as jumps, IF, and what is seldom done out of the way.
#include <algorithm>

#include "compiler/generator.hpp"

namespace tessera {

using Shape = Primitive::Shape;

namespace {

bool is_variable_or_constant(const Node* n) { return n->kind == NodeKind::local || n->kind == NodeKind::constant; }

/// Can be generated at any place where the variables in scope are in their registers.
bool is_self_contained(const Node* n) {
  switch (n->kind) {
    case NodeKind::constant:
    case NodeKind::local:
    case NodeKind::global:
    case NodeKind::function: return true;
    case NodeKind::call:
    case NodeKind::primitive: return std::all_of(n->children.begin(), n->children.end(), is_self_contained);
    default: return false;
  }
}

}  // namespace

bool Generator::is_test(const Node* n) const {
  if (n->kind != NodeKind::primitive) return false;
  const Shape s = n->primitive->shape;
  return s == Shape::compare || s == Shape::negated || s == Shape::sign || s == Shape::kind_p || s == Shape::null || s == Shape::instance_p;
}

void Generator::test_value(Node* n, Destination d) {
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
bool Generator::is_or(const Node* n) {
  if (n->kind != NodeKind::let || n->bindings.size() != 1 || !is_nil(n->bindings[0].special)) return false;
  const Variable* v = n->bindings[0].variable;
  const Node* body = n->children[0];
  if (body->kind != NodeKind::if_ || v->captured || v->assigned) return false;
  const auto is_v = [v](const Node* c) { return c->kind == NodeKind::local && c->variable == v; };
  return is_v(body->children[0]) && is_v(body->children[1]) && v->uses == 2;
}

// Jump to `label` if the truth of `n` is `sense`, else fall through.
void Generator::branch(Node* n, bool sense, Label& label) {
  const int saved = top_;
  if (n->kind == NodeKind::constant) {
    if (is_nil(n->value) != sense) emit_jump(Op::JUMP, 0, label);
  } else if (is_test(n)) {
    branch_primitive(n, sense, label);
  } else if (n->kind == NodeKind::if_) {
    Label other, end;
    branch(n->children[0], false, other);
    branch(n->children[1], sense, label);
    const bool else_is_fixed = n->children[2]->kind == NodeKind::constant;
    if (!(else_is_fixed && is_nil(n->children[2]->value) == sense)) emit_jump(Op::JUMP, 0, end);
    bind(other);
    branch(n->children[2], sense, label);
    bind(end);
  } else if (n->kind == NodeKind::progn) {
    for (std::size_t i = 0; i + 1 < n->children.size(); ++i) generate(n->children[i], Destination::effect());
    branch(n->children.back(), sense, label);
  } else if (is_or(n)) {
    Label yes;
    branch(n->bindings[0].init, true, sense ? label : yes);
    branch(n->children[0]->children[2], sense, label);
    bind(yes);
  } else if (n->kind == NodeKind::let &&
             std::all_of(n->bindings.begin(), n->bindings.end(), [](const Binding& b) { return is_nil(b.special); })) {
    bind_variables(n);
    branch(n->children[0], sense, label);
  } else {
    emit_jump(sense ? Op::JNNIL : Op::JNIL, operand(n, false), label);
  }
  release_to(saved);
}

void Generator::branch_primitive(Node* n, bool sense, Label& label) {
  const SourcePosition outer = position_;
  if (n->position.line != 0) position_ = n->position;
  const Primitive& p = *n->primitive;
  switch (p.shape) {
    case Shape::null: branch(n->children[0], !sense, label); break;
    case Shape::sign: emit_jump3(sense ? p.op : p.second, operand(n->children[0], false), 0, label); break;
    case Shape::instance_p: {
      const int reg = operand(n->children[0], false);
      emit_jump3(sense ? p.op : p.second, reg, constant_index(n->children[1]->value), label);
      break;
    }
    case Shape::kind_p: {
      const int reg = operand(n->children[0], false);
      emit_jump3(sense ? p.op : p.second, reg, constant_index(Value::fixnum(static_cast<std::int64_t>(p.mask))), label);
      break;
    }
    default: {
      if (p.shape == Shape::negated) sense = !sense;
      if (p.min_args == 1) {
        emit_jump(sense ? p.op : p.second, operand(n->children[0], false), label);
      } else if (!branch_immediate(n, sense, label)) {
        const std::vector<int> regs = operands(n->children);
        emit_jump3(sense ? p.op : p.second, regs[0], regs[1], label);
      }
    }
  }
  position_ = outer;
}

// Comparisons with small constants, and EQ and EQL with constants that are the same object wherever they are equal.
bool Generator::branch_immediate(Node* n, bool sense, Label& label) {
  const Primitive& p = *n->primitive;
  const Node* left = n->children[0];
  const Node* right = n->children[1];
  if (p.op == Op::JCHAREQ) return false;
  if (p.op == Op::JEQ || p.op == Op::JEQL) {
    const bool swap = left->kind == NodeKind::constant;
    const Node* constant = swap ? left : right;
    if (constant->kind != NodeKind::constant) return false;
    const Value v = constant->value;
    if (p.op == Op::JEQL && v.is_object() && !has_type(v, Type::symbol)) return false;
    const int reg = operand(n->children[swap ? 1 : 0], false);
    if (is_nil(v)) emit_jump(sense ? Op::JNIL : Op::JNNIL, reg, label);
    else emit_jump3(sense ? Op::JEQK : Op::JNEQK, reg, constant_index(v), label);
    return true;
  }
  if (!fits_immediate(right)) return false;
  static constexpr struct {
    Op general, yes, no;
  } forms[] = {{Op::JLT, Op::JLTI, Op::JNLTI},
               {Op::JGT, Op::JGTI, Op::JNGTI},
               {Op::JLE, Op::JLEI, Op::JNLEI},
               {Op::JGE, Op::JGEI, Op::JNGEI},
               {Op::JNUMEQ, Op::JNUMEQI, Op::JNNUMEQI}};
  for (const auto& f : forms)
    if (f.general == p.op) emit_jump3(sense ? f.yes : f.no, operand(n->children[0], false), immediate_of(right), label);
  return true;
}

void Generator::if_(Node* n, Destination d) {
  if (checked_slot(n, d)) return;
  Node* const test = n->children[0];
  Node* const yes = n->children[1];
  Node* const no = n->children[2];
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
    const bool nothing = d.kind == Destination::Kind::effect && no->kind == NodeKind::constant;
    if (!nothing) emit_jump(Op::JUMP, 0, end);
  }
  bind(other);
  generate(no, d);
  bind(end);
}

// (or A B): a test gives T by a jump; other values are looked at where they are wanted, if nothing is lost there.
void Generator::or_(Node* n, Destination d) {
  Node* const first = n->bindings[0].init;
  Node* const second = n->children[0]->children[2];
  const int saved = top_;
  const bool test = is_test(first), effect = d.kind == Destination::Kind::effect;
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
  if (n->kind != NodeKind::call || !std::all_of(n->children.begin(), n->children.end(), is_self_contained)) return false;
  if (n->value == rt_.cl("ERROR")) return true;
  return std::any_of(std::begin(in_library), std::end(in_library), [&](const char* name) { return n->value == rt_.tessera(name); });
}

Generator::Aside& Generator::put_aside(Node* n, Destination d) {
  return asides_.emplace_back(Aside{n, d, {}, {}, top_, dynamic_, position_, tail_allowed_});
}

void Generator::generate_asides() {
  for (; !asides_.empty(); asides_.pop_front()) {
    Aside& aside = asides_.front();
    top_ = aside.top;
    dynamic_ = aside.dynamic;
    position_ = aside.position;
    tail_allowed_ = aside.tail_allowed;
    bind(aside.start);
    generate(aside.node, aside.destination);
    if (!aside.destination.is_tail()) emit_jump(Op::JUMP, 0, aside.back);
  }
}

// (if (%instance-of-class-p v class) (%instance-ref v slot) SELDOM), which is what a structure's reader stands for, and the same
// for its writer: one instruction looks at the class and takes the slot.
bool Generator::checked_slot(Node* n, Destination d) {
  const Node* const test = n->children[0];
  Node* const access = n->children[1];
  if (test->kind != NodeKind::primitive || test->primitive->shape != Shape::instance_p || access->kind != NodeKind::primitive ||
      !is_seldom(n->children[2]))
    return false;
  const bool reads = access->primitive->shape == Shape::instance_ref;
  const bool writes = access->primitive->shape == Shape::instance_set && is_variable_or_constant(access->children[2]);
  const Node* const object = test->children[0];
  const bool same =
      object->kind == NodeKind::local && access->children[0]->kind == NodeKind::local && access->children[0]->variable == object->variable;
  const int klass = constant_index(test->children[1]->value);
  if (!(reads || writes) || !same || klass > 0xFFFF) return false;
  const int saved = top_;
  Aside& aside = put_aside(n->children[2], d);
  const int slot = immediate_of(access->children[1]);
  int value;
  if (reads) {
    const int from = operand(access->children[0], false);
    value = target_register(d);
    emit(Op::SLOTREF, value, from, slot);
  } else {
    const std::vector<int> regs = operands({access->children[0], access->children[2]});
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
