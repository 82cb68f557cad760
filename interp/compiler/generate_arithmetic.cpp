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

bool has_immediate(const PrimitiveNode* n) {
  return n->primitive->second == Op::ADDI && (fits_immediate(n->arguments[1]) || fits_immediate(n->arguments[0]));
}

/// `n`, if it is a sum, difference or product.
const PrimitiveNode* arithmetic_of(const Node* n) {
  const auto* p = n->if_a<PrimitiveNode>();
  return p != nullptr && p->primitive->shape == Primitive::Shape::arithmetic && operator_of(p->primitive->op) != other ? p : nullptr;
}

/// The same, if it is (op a b) with instructions of its own.
const PrimitiveNode* pair_of(const Node* n) {
  const PrimitiveNode* p = arithmetic_of(n);
  return p != nullptr && p->arguments.size() == 2 && !has_immediate(p) ? p : nullptr;
}

/// Evaluating `n` does nothing else, so that it may come a little earlier.
bool is_pure(const Node* n) {
  if (n->is<ConstantNode>() || n->is<LocalNode>()) return true;
  const PrimitiveNode* p = arithmetic_of(n);
  return p != nullptr && std::all_of(p->arguments.begin(), p->arguments.end(), is_pure);
}

/// The factors of (* a b), (* a b c) and (* (* a b) c); of any other form that form.
std::vector<Node*> factors_of(Node* n) {
  const PrimitiveNode* product = arithmetic_of(n);
  if (product == nullptr || product->primitive->op != Op::MUL || product->arguments.size() > 3) return {n};
  const auto& args = product->arguments;
  const PrimitiveNode* inner = arithmetic_of(args[0]);
  if (args.size() == 2 && inner != nullptr && inner->primitive->op == Op::MUL && inner->arguments.size() == 2)
    return {inner->arguments[0], inner->arguments[1], args[1]};
  return args;
}

/// The terms of a sum or difference whose first form may be another one. False: too many, or `n` is neither.
bool add_terms(const Node* n, std::vector<Term>& terms) {
  const PrimitiveNode* sum = arithmetic_of(n);
  if (sum == nullptr || has_immediate(sum)) return false;
  const Operator op = operator_of(sum->primitive->op);
  const auto& args = sum->arguments;
  if ((op != add && op != sub) || args.size() > 3) return false;
  if (!add_terms(args[0], terms)) {
    if (!terms.empty()) return false;
    terms.push_back({args[0], n, false, factors_of(args[0])});
  }
  for (std::size_t i = 1; i < args.size(); ++i) terms.push_back({args[i], n, op == sub, factors_of(args[i])});
  return terms.size() <= 3;
}

}  // namespace

// (+ a b c...): pairs from the left; a small constant is an immediate operand.
void Generator::arithmetic(PrimitiveNode* n, int reg) {
  const Primitive& p = *n->primitive;
  const auto& args = n->arguments;
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
bool Generator::fused_arithmetic(PrimitiveNode* n, int reg) {
  const auto& args = n->arguments;
  const Operator outer = operator_of(n->primitive->op);
  if (outer == other) return false;
  if (several_products(n, reg)) return true;
  const PrimitiveNode* inner = nullptr;
  std::vector<int> regs;
  bool reversed = false;
  if (args.size() == 3) {
    inner = n;
    regs = operands(args);
  } else if (args.size() == 2 && pair_of(args[0]) != nullptr && is_pure(args[1])) {
    inner = pair_of(args[0]);
    regs = operands({inner->arguments[0], inner->arguments[1], args[1]});
  } else if (args.size() == 2 && pair_of(args[1]) != nullptr) {
    inner = pair_of(args[1]);
    const std::vector<int> in_order = operands({args[0], inner->arguments[0], inner->arguments[1]});
    regs = {in_order[1], in_order[2], in_order[0]};
    reversed = true;
  } else {
    return false;
  }
  emit(fused[operator_of(inner->primitive->op)][reversed && outer == sub ? 3 : outer], reg, regs[0], regs[1]);
  emit(Op::OPERAND, regs[2]);
  const int partial = allocate();
  emit_for(inner, inner->primitive->op, partial, regs[0], regs[1]);
  emit(n->primitive->op, reg, reversed ? regs[2] : partial, reversed ? partial : regs[2]);
  return true;
}

void Generator::emit_for(const Node* n, Op op, int a, int b, int c) {
  const SourcePosition here = position_;
  if (n->position.line != 0) position_ = n->position;
  emit(op, a, b, c);
  position_ = here;
}

// (+- (* a b) (* c d)), perhaps with a further term behind, and (+- (* a b c) d).
bool Generator::several_products(PrimitiveNode* n, int reg) {
  std::vector<Term> terms;
  if (!add_terms(n, terms)) return false;
  std::vector<Node*> leaves;
  for (const Term& t : terms) leaves.insert(leaves.end(), t.factors.begin(), t.factors.end());
  if (!std::all_of(leaves.begin() + static_cast<std::ptrdiff_t>(terms[0].factors.size()), leaves.end(), is_pure)) return false;
  const auto factors = [&terms](std::size_t i) { return i < terms.size() ? terms[i].factors.size() : 0; };
  if (factors(0) == 2 && factors(1) == 2 && factors(2) <= 2) {
    const std::vector<int> regs = operands(leaves);
    const int sum = factors(2) == 2 ? allocate() : reg;
    dot_product(terms, regs, sum);
    if (factors(2) == 2) add_product(terms[2], regs[4], regs[5], sum, reg);
    return true;
  }
  if (factors(0) != 3 || factors(1) != 1 || terms.size() != 2 || !is_pure(leaves[2])) return false;
  const std::vector<int> regs = operands(leaves);
  const int partial = allocate();
  emit(terms[1].minus ? Op::MULMULSUB : Op::MULMULADD, reg, regs[0], regs[1]);
  emit(Op::OPERANDS, regs[2], regs[3], regs[3]);
  emit_for(terms[0].node, Op::MUL, partial, regs[0], regs[1]);
  emit_for(terms[0].node, Op::MUL, partial, partial, regs[2]);
  emit_for(terms[1].sum, terms[1].operation(), reg, partial, regs[3]);
  return true;
}

// The first two terms are products; a third is added, too, if it is none.
void Generator::dot_product(const std::vector<Term>& terms, const std::vector<int>& regs, int reg) {
  static constexpr Op with_third[2][2] = {{Op::DOTADDADD, Op::DOTADDSUB}, {Op::DOTSUBADD, Op::DOTSUBSUB}};
  const bool third = terms.size() == 3 && terms[2].factors.size() == 1;
  const int first = allocate(), second = allocate();
  emit(third ? with_third[terms[1].minus][terms[2].minus] : terms[1].minus ? Op::DOTSUB : Op::DOTADD, reg, regs[0], regs[1]);
  emit(Op::OPERANDS, regs[2], regs[3], regs[third ? 4 : 3]);
  emit_for(terms[0].node, Op::MUL, first, regs[0], regs[1]);
  emit_for(terms[1].node, Op::MUL, second, regs[2], regs[3]);
  emit_for(terms[1].sum, terms[1].operation(), third ? first : reg, first, second);
  if (third) emit_for(terms[2].sum, terms[2].operation(), reg, first, regs[4]);
}

// R[reg] := R[sum] +- R[a] * R[b]
void Generator::add_product(const Term& term, int a, int b, int sum, int reg) {
  const int product = allocate();
  emit(term.minus ? Op::MULRSUB : Op::MULADD, reg, a, b);
  emit(Op::OPERAND, sum);
  emit_for(term.node, Op::MUL, product, a, b);
  emit_for(term.sum, term.operation(), reg, sum, product);
}

}  // namespace tessera
