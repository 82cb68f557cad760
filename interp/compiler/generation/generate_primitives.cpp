// Primitives: standard functions that have instructions. Those that are tests are in generate_tests.cpp.
#include "compiler/generation/generator.hpp"

namespace tessera::codegen {

using Shape = Primitive::Shape;

namespace {

/// Returns `reg` if it was allocated from `first_free` on, else a copy: a lower register belongs to a variable.
int in_temporary(Generator& g, int reg, int first_free) {
  if (reg >= first_free) return reg;
  const int copy = g.registers.allocate();
  g.code.emit(Op::MOVE, copy, reg);
  return copy;
}

/// Generates a primitive of three operands, whose value replaces the first operand.
void ternary(Generator& g, const PrimitiveNode* n, int reg) {
  const int first_free = g.registers.top();
  const std::vector<int> regs = g.operands(n->arguments);
  const int value = in_temporary(g, regs[0], first_free);
  g.code.emit(n->primitive->op, value, regs[1], regs[2]);
  g.deliver(value, Destination::to(reg));
}

/// Generates GETHASH. If there is a default, the value replaces it.
void table_get(Generator& g, const PrimitiveNode* n, int reg) {
  const int first_free = g.registers.top();
  const std::vector<int> regs = g.operands(n->arguments);
  if (regs.size() == 2) {
    g.code.emit(n->primitive->op, reg, regs[0], regs[1]);
    return;
  }
  const int value = in_temporary(g, regs[2], first_free);
  g.code.emit(n->primitive->second, value, regs[0], regs[1]);
  g.deliver(value, Destination::to(reg));
}

void binary(Generator& g, const PrimitiveNode* n, int reg) {
  const Primitive& p = *n->primitive;
  if (p.second != Op::MOVE && fits_immediate(n->arguments[1])) {
    g.code.emit(p.second, reg, g.operand(n->arguments[0]), immediate_of(n->arguments[1]));
    return;
  }
  const std::vector<int> regs = g.operands(n->arguments);
  g.code.emit(p.op, reg, regs[0], regs[1]);
}

void nested(Generator& g, const PrimitiveNode* n, int reg) {
  const Primitive& p = *n->primitive;
  const int inner = g.registers.allocate();
  g.code.emit(p.op, inner, g.operand(n->arguments[0]));
  g.code.emit(p.second, p.third == Op::MOVE ? reg : inner, inner);
  if (p.third != Op::MOVE) g.code.emit(p.third, reg, inner);
}

void list(Generator& g, const PrimitiveNode* n, int reg) {
  const auto count = static_cast<int>(n->arguments.size());
  const int first = g.registers.allocate(count);
  for (int i = 0; i < count; ++i) g.to_register(n->arguments[static_cast<std::size_t>(i)], first + i);
  g.code.emit(Op::LIST, reg, first, count);
}

void list_star(Generator& g, const PrimitiveNode* n, int reg) {
  const std::vector<int> regs = g.operands(n->arguments);
  const int partial = g.registers.allocate();
  for (std::size_t i = regs.size() - 1; i-- > 0;)
    g.code.emit(Op::CONS, i == 0 ? reg : partial, regs[i], i + 2 == regs.size() ? regs.back() : partial);
}

void primitive_value(Generator& g, PrimitiveNode* n, int reg) {
  const Primitive& p = *n->primitive;
  const Temporaries temporaries(g.registers);
  switch (p.shape) {
    case Shape::arithmetic: return arithmetic(g, n, reg);
    case Shape::unary: g.code.emit(p.op, reg, g.operand(n->arguments[0])); return;
    case Shape::successor: g.code.emit(Op::ADDI, reg, g.operand(n->arguments[0]), p.immediate); return;
    case Shape::instance_ref: g.code.emit(p.op, reg, g.operand(n->arguments[0]), immediate_of(n->arguments[1])); return;
    case Shape::nested: return nested(g, n, reg);
    case Shape::quotient:
    case Shape::binary: return binary(g, n, reg);
    case Shape::ternary: return ternary(g, n, reg);
    case Shape::list: return list(g, n, reg);
    case Shape::list_star: return list_star(g, n, reg);
    case Shape::table_get: return table_get(g, n, reg);
    // Tests, and stores.
    case Shape::compare:
    case Shape::negated:
    case Shape::sign:
    case Shape::kind_p:
    case Shape::null:
    case Shape::instance_p:
    case Shape::store_value_first:
    case Shape::store_value_last:
    case Shape::table_put:
    case Shape::instance_set: TESSERA_ASSERT(false);
  }
}

bool is_store(Shape shape) {
  return shape == Shape::store_value_first || shape == Shape::store_value_last || shape == Shape::table_put || shape == Shape::instance_set;
}

/// Generates a store. Passes on the stored value from its own register.
void store(Generator& g, PrimitiveNode* n, Destination d) {
  const Primitive& p = *n->primitive;
  std::vector<Node*> nodes = n->arguments;
  const bool has_slot = p.shape == Shape::instance_set;
  const int slot = has_slot ? immediate_of(nodes[1]) : 0;
  if (has_slot) nodes.erase(nodes.begin() + 1);
  const std::vector<int> regs = g.operands(nodes);
  const int value = p.shape == Shape::store_value_first ? regs[0] : regs.back();
  if (has_slot) g.code.emit(p.op, regs[0], slot, value);
  else if (p.shape == Shape::store_value_first) g.code.emit(p.op, regs[1], regs[2], value);
  else if (p.shape == Shape::store_value_last && p.min_args == 2) g.code.emit(p.op, regs[0], value);
  else g.code.emit(p.op, regs[0], regs[1], value);
  g.deliver(value, d);
}

}  // namespace

void primitive(Generator& g, PrimitiveNode* n, Destination d) {
  const Temporaries temporaries(g.registers);
  if (is_test(n)) return test_value(g, n, d);
  const Shape shape = n->primitive->shape;
  if ((shape == Shape::table_get || shape == Shape::quotient) && d.wants_values()) return global_call(g, n, d);  // it has two values
  if (is_store(shape)) return store(g, n, d);
  const int reg = g.target_register(d);
  primitive_value(g, n, reg);
  g.deliver(reg, d);
}

}  // namespace tessera::codegen
