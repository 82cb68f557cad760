// Calls, primitives and tests.
#include <algorithm>

#include "compiler/compiler.hpp"
#include "compiler/generator.hpp"

namespace tessera {

using Shape = Primitive::Shape;

// --- calls

// Two registers for function and return address; a fresh destination is the first of them, so the value arrives in place.
int Generator::call_window(Destination d) {
  if (d.fresh && d.reg == top_ - 1) release_to(d.reg);
  return allocate(2);
}

int Generator::window_arguments(const std::vector<Node*>& nodes, std::size_t first, int window) {
  for (std::size_t i = first; i < nodes.size(); ++i) {
    const int reg = window + 2 + static_cast<int>(i - first);
    release_to(reg);
    allocate();
    to_fresh_register(nodes[i], reg);
  }
  return static_cast<int>(nodes.size() - first);
}

// The arguments stand in the window: call, and give the result to its destination.
void Generator::finish_call(Op op, Op tail_op, int window, int count, int c, Destination d) {
  most_ = std::max(most_, window + 2 + count);
  if (d.is_tail()) {
    emit(tail_op, window, count, c);
    emit(Op::RETURNMV, window);
    return;
  }
  emit(op, window, count, c);
  if (d.kind == Destination::Kind::effect) return;
  if (d.reg != window) emit(Op::MOVE, d.reg, window);
}

void Generator::call(Node* n, Destination d) {
  const int saved = top_;
  const int window = call_window(d);
  const int count = window_arguments(n->children, 0, window);
  const int index = constant_index(to_value(rt_.symbol(n->value)));  // the object, for NIL and T, too
  if (index <= 0xFFFF) {
    finish_call(Op::CALLG, Op::TAILCALLG, window, count, index, d);
  } else {
    emit_wide(Op::FUNCTION, window, index);
    finish_call(Op::CALL, Op::TAILCALL, window, count, 0, d);
  }
  release_to(saved);
}

void Generator::call_value(Node* n, Destination d) {
  const int saved = top_;
  const int window = call_window(d);
  to_register(n->children[0], window);
  const int count = window_arguments(n->children, 1, window);
  finish_call(Op::CALL, Op::TAILCALL, window, count, 0, d);
  release_to(saved);
}

// A known function gets the variables that it uses of others as further arguments.
void Generator::call_local(Node* n, Destination d) {
  if (n->function->inlined != Inlined::no) {
    call_inlined(n, d);
    return;
  }
  const int saved = top_;
  const int window = call_window(d);
  LocalFunction* f = n->function;
  int count = window_arguments(n->children, 0, window);
  if (!f->known()) {
    read_variable(f->variable, window);
    finish_call(Op::CALL, Op::TAILCALL, window, count, 0, d);
    release_to(saved);
    return;
  }
  for (Variable* v : f->lambda->free) {
    const int reg = window + 2 + count++;
    release_to(reg);
    allocate();
    if (v->owner == lambda_) {
      emit(Op::MOVE, reg, v->reg);
      continue;
    }
    const int index = static_cast<int>(std::find(lambda_->free.begin(), lambda_->free.end(), v) - lambda_->free.begin());
    if (lambda_->lifted()) emit(Op::MOVE, reg, lifted_first_ + index);
    else emit(Op::CAPTURED, reg, index);
  }
  const int index = constant_index(static_closure(f->lambda));
  finish_call(Op::CALLK, Op::TAILCALLK, window, count, index, d);
  release_to(saved);
}

void Generator::apply(Node* n, Destination d) {
  const int saved = top_;
  const int window = call_window(d);
  to_register(n->children[0], window);
  const int count = window_arguments(n->children, 1, window);
  finish_call(Op::APPLY, Op::TAILAPPLY, window, count, 0, d);
  release_to(saved);
}

void Generator::values(Node* n, Destination d) {
  const int saved = top_;
  const std::size_t count = n->children.size();
  if (d.kind == Destination::Kind::reg || d.kind == Destination::Kind::effect || count == 1) {
    if (count == 0) {
      if (d.kind == Destination::Kind::reg) emit(Op::LOADNIL, d.reg);
    } else if (count == 1 && (d.is_tail() || d.kind == Destination::Kind::values)) {
      const int reg = operand(n->children[0], false);
      deliver(reg, d);
    } else {
      const int first = d.kind == Destination::Kind::reg ? allocate() : -1;
      for (std::size_t i = 0; i < count; ++i)
        generate(n->children[i], i == 0 && first >= 0 ? Destination::to(first) : Destination::effect());
      if (first >= 0) emit(Op::MOVE, d.reg, first);
    }
    release_to(saved);
    return;
  }
  const int first = allocate(std::max<int>(1, static_cast<int>(count)));
  for (std::size_t i = 0; i < count; ++i) to_register(n->children[i], first + static_cast<int>(i));
  emit(Op::VALUES, first, static_cast<int>(count));
  if (d.is_tail()) emit(Op::RETURNMV, first);
  else if (d.reg != first) emit(Op::MOVE, d.reg, first);
  release_to(saved);
}

// With one form its values go straight into the call; several are gathered in a list.
void Generator::multiple_value_call(Node* n, Destination d) {
  const int saved = top_;
  const int window = allocate(3);
  to_register(n->children[0], window);
  if (n->children.size() == 1) {
    finish_call(Op::CALL, Op::TAILCALL, window, 0, 0, d);
  } else if (n->children.size() == 2) {
    generate(n->children[1], Destination::values(window + 2));
    emit(Op::CALLMV, window);
    if (d.is_tail()) emit(Op::RETURNMV, window);
    else if (d.kind != Destination::Kind::effect && d.reg != window) emit(Op::MOVE, d.reg, window);
  } else {
    const int first = allocate(static_cast<int>(n->children.size()));
    for (std::size_t i = 1; i < n->children.size(); ++i) {
      const int reg = first + static_cast<int>(i) - 1;
      generate(n->children[i], Destination::values(reg));
      emit(Op::MVLIST, reg, reg);
    }
    const int inner = allocate(2);
    for (std::size_t i = 1; i < n->children.size(); ++i) {
      allocate();
      emit(Op::MOVE, inner + 1 + static_cast<int>(i), first + static_cast<int>(i) - 1);
    }
    emit(Op::CALLG, inner, static_cast<int>(n->children.size()) - 1, constant_index(rt_.cl("APPEND")));
    emit(Op::MOVE, window + 2, inner);
    finish_call(Op::APPLY, Op::TAILAPPLY, window, 1, 0, d);
  }
  release_to(saved);
}

// --- primitives

bool Generator::is_test(const Node* n) const {
  if (n->kind != NodeKind::primitive) return false;
  const Shape s = n->primitive->shape;
  return s == Shape::compare || s == Shape::negated || s == Shape::sign || s == Shape::kind_p || s == Shape::null || s == Shape::instance_p;
}

void Generator::primitive(Node* n, Destination d) {
  if (is_test(n)) {
    test_value(n, d);
    return;
  }
  const Shape shape = n->primitive->shape;
  if ((shape == Shape::table_get || shape == Shape::quotient) && (d.is_tail() || d.kind == Destination::Kind::values)) {
    call(n, d);
    return;
  }
  const int saved = top_;
  const int reg = d.kind == Destination::Kind::reg || d.kind == Destination::Kind::values ? d.reg : allocate();
  primitive_value(n, reg);
  deliver(reg, d);
  release_to(saved);
}

void Generator::primitive_value(Node* n, int reg) {
  const Primitive& p = *n->primitive;
  const int saved = top_;
  switch (p.shape) {
    case Shape::arithmetic: arithmetic(n, reg); break;
    case Shape::unary: emit(p.op, reg, operand(n->children[0], false)); break;
    case Shape::nested: {
      const int inner = allocate();
      emit(p.op, inner, operand(n->children[0], false));
      emit(p.second, reg, inner);
      break;
    }
    case Shape::successor: emit(Op::ADDI, reg, operand(n->children[0], false), p.immediate); break;
    case Shape::quotient: case Shape::binary: {
      const std::vector<int> regs = operands(n->children);
      emit(p.op, reg, regs[0], regs[1]);
      break;
    }
    case Shape::list: {
      const int first = allocate(static_cast<int>(n->children.size()));
      for (std::size_t i = 0; i < n->children.size(); ++i) to_register(n->children[i], first + static_cast<int>(i));
      emit(Op::LIST, reg, first, static_cast<int>(n->children.size()));
      break;
    }
    case Shape::list_star: {
      const std::vector<int> regs = operands(n->children);
      const int partial = allocate();
      for (std::size_t i = regs.size() - 1; i-- > 0;)
        emit(Op::CONS, i == 0 ? reg : partial, regs[i], i + 2 == regs.size() ? regs.back() : partial);
      break;
    }
    case Shape::table_get: table_get(n, reg); break;
    default: stores(n, reg); break;
  }
  release_to(saved);
}

// The default stands in a register of its own, where the value replaces it.
void Generator::table_get(Node* n, int reg) {
  const int first_free = top_;
  const std::vector<int> regs = operands(n->children);
  if (regs.size() == 2) {
    emit(n->primitive->op, reg, regs[0], regs[1]);
    return;
  }
  int value = regs[2];
  if (value < first_free) {  // a variable's
    value = allocate();
    emit(Op::MOVE, value, regs[2]);
  }
  emit(n->primitive->second, value, regs[0], regs[1]);
  if (reg != value) emit(Op::MOVE, reg, value);
}

void Generator::stores(Node* n, int reg) {
  const Primitive& p = *n->primitive;
  const std::vector<int> regs = operands(n->children);
  switch (p.shape) {
    case Shape::store_value_first:
      emit(p.op, regs[1], regs[2], regs[0]);
      if (reg != regs[0]) emit(Op::MOVE, reg, regs[0]);
      break;
    case Shape::store_value_last:
      if (p.min_args == 3) {
        emit(p.op, regs[0], regs[1], regs[2]);
        if (reg != regs[2]) emit(Op::MOVE, reg, regs[2]);
      } else {
        emit(p.op, reg, regs[0], regs[1]);
      }
      break;
    case Shape::table_put:
      emit(p.op, regs[0], regs[1], regs.back());
      if (reg != regs.back()) emit(Op::MOVE, reg, regs.back());
      break;
    case Shape::instance_ref: emit(p.op, reg, regs[0], immediate_of(n->children[1])); break;
    case Shape::instance_set:
      emit(p.op, regs[0], immediate_of(n->children[1]), regs[2]);
      if (reg != regs[2]) emit(Op::MOVE, reg, regs[2]);
      break;
    default: break;
  }
}

// --- tests

void Generator::test_value(Node* n, Destination d) {
  const int saved = top_;
  if (d.kind == Destination::Kind::effect) {
    Label next;
    branch(n, true, next);
    bind(next);
    release_to(saved);
    return;
  }
  const int reg = target_register(d);
  Label yes, end;
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
    std::vector<int> regs;
    for (const Binding& b : n->bindings) {
      regs.push_back(allocate());
      to_fresh_register(b.init, regs.back());
    }
    int specials = 0;
    for (std::size_t i = 0; i < regs.size(); ++i) bind_variable(n->bindings[i], regs[i], specials);
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
  static constexpr struct { Op general, yes, no; } forms[] = {
      {Op::JLT, Op::JLTI, Op::JNLTI}, {Op::JGT, Op::JGTI, Op::JNGTI}, {Op::JLE, Op::JLEI, Op::JNLEI},
      {Op::JGE, Op::JGEI, Op::JNGEI}, {Op::JNUMEQ, Op::JNUMEQI, Op::JNNUMEQI}};
  for (const auto& f : forms)
    if (f.general == p.op) emit_jump3(sense ? f.yes : f.no, operand(n->children[0], false), immediate_of(right), label);
  return true;
}

void Generator::if_(Node* n, Destination d) {
  Label other, end;
  branch(n->children[0], false, other);
  generate(n->children[1], d);
  if (!d.is_tail()) {
    const bool nothing = d.kind == Destination::Kind::effect && n->children[2]->kind == NodeKind::constant;
    if (!nothing) emit_jump(Op::JUMP, 0, end);
  }
  bind(other);
  generate(n->children[2], d);
  bind(end);
}

}  // namespace tessera
