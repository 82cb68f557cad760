// Sums, differences and products: with immediate operands, two at once, or pair by pair.
#include "compiler/generator.hpp"

#include <algorithm>

namespace tessera {

namespace {

enum Operator { add, sub, mul, other };

Operator operator_of(Op op) { return op == Op::ADD ? add : op == Op::SUB ? sub : op == Op::MUL ? mul : other; }

/// By the inner and the outer operator; the last column: the inner result is what is subtracted.
constexpr Op fused[3][4] = {
    {Op::ADDADD, Op::ADDSUB, Op::ADDMUL, Op::ADDRSUB},
    {Op::SUBADD, Op::SUBSUB, Op::SUBMUL, Op::SUBRSUB},
    {Op::MULADD, Op::MULSUB, Op::MULMUL, Op::MULRSUB},
};

bool has_immediate(const Node* n) {
  return n->primitive->second == Op::ADDI && (fits_immediate(n->children[1]) || fits_immediate(n->children[0]));
}

bool is_arithmetic(const Node* n) {
  return n->kind == NodeKind::primitive && n->primitive->shape == Primitive::Shape::arithmetic &&
         operator_of(n->primitive->op) != other;
}

/// (op a b) with instructions of its own.
bool is_pair(const Node* n) { return is_arithmetic(n) && n->children.size() == 2 && !has_immediate(n); }

/// Evaluating `n` does nothing else, so that it may come a little earlier.
bool is_pure(const Node* n) {
  if (n->kind == NodeKind::constant || n->kind == NodeKind::local) return true;
  return is_arithmetic(n) && std::all_of(n->children.begin(), n->children.end(), is_pure);
}

}  // namespace

// (+ a b c...): pairs from the left; a small constant is an immediate operand.
void Generator::arithmetic(Node* n, int reg) {
  const Primitive& p = *n->primitive;
  const auto& args = n->children;
  if (args.size() == 2 && p.second == Op::ADDI) {
    if (fits_immediate(args[1]) && immediate_of(args[1]) != -32768) {
      emit(Op::ADDI, reg, operand(args[0], false), p.immediate * immediate_of(args[1]));
      return;
    }
    if (p.op == Op::ADD && fits_immediate(args[0])) {
      emit(Op::ADDI, reg, operand(args[1], false), immediate_of(args[0]));
      return;
    }
  }
  if (fused_arithmetic(n, reg)) return;
  const std::vector<int> regs = operands(args);
  if (regs.size() == 2) {
    emit(p.op, reg, regs[0], regs[1]);
    return;
  }
  const int partial = allocate();
  emit(p.op, partial, regs[0], regs[1]);
  for (std::size_t i = 2; i < regs.size(); ++i) emit(p.op, i + 1 == regs.size() ? reg : partial, partial, regs[i]);
}

// (op (op a b) c), (op c (op a b)) and (op a b c).
bool Generator::fused_arithmetic(Node* n, int reg) {
  const auto& args = n->children;
  const Operator outer = operator_of(n->primitive->op);
  if (outer == other) return false;
  Node* inner = nullptr;
  std::vector<int> regs;
  bool reversed = false;
  if (args.size() == 3) {
    inner = n;
    regs = operands(args);
  } else if (args.size() == 2 && is_pair(args[0]) && is_pure(args[1])) {
    inner = args[0];
    regs = operands({inner->children[0], inner->children[1], args[1]});
  } else if (args.size() == 2 && is_pair(args[1])) {
    inner = args[1];
    const std::vector<int> in_order = operands({args[0], inner->children[0], inner->children[1]});
    regs = {in_order[1], in_order[2], in_order[0]};
    reversed = true;
  } else {
    return false;
  }
  emit(fused[operator_of(inner->primitive->op)][reversed && outer == sub ? 3 : outer], reg, regs[0], regs[1]);
  emit(Op::OPERAND, regs[2]);
  const int partial = allocate();
  const SourcePosition here = position_;
  if (inner->position.line != 0) position_ = inner->position;
  emit(inner->primitive->op, partial, regs[0], regs[1]);
  position_ = here;
  emit(n->primitive->op, reg, reversed ? regs[2] : partial, reversed ? partial : regs[2]);
  return true;
}

}  // namespace tessera
