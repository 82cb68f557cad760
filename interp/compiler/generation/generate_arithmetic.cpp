// Sums, differences and products: immediate operands, and superinstructions for two and more operations.
#include "compiler/generation/generator.hpp"
#include "compiler/instruction_table.hpp"

namespace tessera::codegen {

bool fits_immediate(const Node* n) {
  const auto* c = n->if_a<ConstantNode>();
  return c != nullptr && c->value.is_fixnum() && c->value.as_fixnum() >= INT16_MIN && c->value.as_fixnum() <= INT16_MAX;
}

int immediate_of(const Node* n) { return static_cast<int>(n->as<ConstantNode>()->value.as_fixnum()); }

namespace {

enum Operator { add, sub, mul, other };

Operator operator_of(Op op) { return op == Op::ADD ? add : op == Op::SUB ? sub : op == Op::MUL ? mul : other; }

char sign_of(Operator op) { return "+-*"[op]; }

/// A summand or subtrahend: a product of few factors, or one form.
struct Term {
  const Node* node;
  const Node* sum;  ///< the form that adds it
  bool minus;
  std::vector<Node*> factors;
  Op operation() const { return minus ? Op::SUB : Op::ADD; }
  char sign() const { return minus ? '-' : '+'; }
};

bool has_immediate(const PrimitiveNode* n) {
  return n->primitive->second == Op::ADDI && (fits_immediate(n->arguments[1]) || fits_immediate(n->arguments[0]));
}

/// Returns `n` as a primitive if it is a sum, difference or product, else nullptr.
const PrimitiveNode* arithmetic_of(const Node* n) {
  const auto* p = n->if_a<PrimitiveNode>();
  return p != nullptr && p->primitive->shape == Primitive::Shape::arithmetic && operator_of(p->primitive->op) != other ? p : nullptr;
}

/// Returns `n` as a primitive if it is a sum, difference or product of two operands without an immediate, else nullptr.
const PrimitiveNode* pair_of(const Node* n) {
  const PrimitiveNode* p = arithmetic_of(n);
  return p != nullptr && p->arguments.size() == 2 && !has_immediate(p) ? p : nullptr;
}

/// True if evaluating `n` has no effect, so that it may happen a little earlier.
bool is_pure(const Node* n) {
  if (n->is<ConstantNode>() || n->is<LocalNode>()) return true;
  const PrimitiveNode* p = arithmetic_of(n);
  return p != nullptr && std::all_of(p->arguments.begin(), p->arguments.end(), is_pure);
}

/// Returns the factors of (* a b), (* a b c) and (* (* a b) c), or `n` alone if it is another form.
std::vector<Node*> factors_of(Node* n) {
  const PrimitiveNode* product = arithmetic_of(n);
  if (product == nullptr || product->primitive->op != Op::MUL || product->arguments.size() > 3) return {n};
  const auto& args = product->arguments;
  const PrimitiveNode* inner = arithmetic_of(args[0]);
  if (args.size() == 2 && inner != nullptr && inner->primitive->op == Op::MUL && inner->arguments.size() == 2)
    return {inner->arguments[0], inner->arguments[1], args[1]};
  return args;
}

/// Adds the terms of a sum or difference, whose first operand may be another. False if there are too many, or `n` is
/// another form.
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

/// Emits an instruction of the form `n`, with its position.
void emit_for(Generator& g, const Node* n, Op op, int a, int b, int c) {
  const AtPosition at(g.code, n->position);
  g.code.emit(op, a, b, c);
}

// A superinstruction is followed by single instructions that do the same. Those run if the operands are neither all
// fixnums nor all immediate double-floats.

/// Emits R[reg] := the sum of two products, and of a third term if that is not a product.
void dot_product(Generator& g, Op op, const std::vector<Term>& terms, const std::vector<int>& regs, int reg) {
  const bool third = terms.size() == 3 && terms[2].factors.size() == 1;
  const int first = g.registers.allocate(), second = g.registers.allocate();
  g.code.emit(op, reg, regs[0], regs[1]);
  g.code.emit(Op::OPERANDS, regs[2], regs[3], regs[third ? 4 : 3]);
  emit_for(g, terms[0].node, Op::MUL, first, regs[0], regs[1]);
  emit_for(g, terms[1].node, Op::MUL, second, regs[2], regs[3]);
  emit_for(g, terms[1].sum, terms[1].operation(), third ? first : reg, first, second);
  if (third) emit_for(g, terms[2].sum, terms[2].operation(), reg, first, regs[4]);
}

/// Emits R[reg] := R[sum] +- R[a] * R[b].
void add_product(Generator& g, const Term& term, int a, int b, int sum, int reg) {
  const int product = g.registers.allocate();
  g.code.emit(term.minus ? Op::MULRSUB : Op::MULADD, reg, a, b);
  g.code.emit(Op::OPERAND, sum);
  emit_for(g, term.node, Op::MUL, product, a, b);
  emit_for(g, term.sum, term.operation(), reg, sum, product);
}

/// Emits R[reg] := R[regs[0]] * R[regs[1]] * R[regs[2]] +- R[regs[3]].
void triple_product(Generator& g, Op op, const std::vector<Term>& terms, const std::vector<int>& regs, int reg) {
  const int partial = g.registers.allocate();
  g.code.emit(op, reg, regs[0], regs[1]);
  g.code.emit(Op::OPERANDS, regs[2], regs[3], regs[3]);
  emit_for(g, terms[0].node, Op::MUL, partial, regs[0], regs[1]);
  emit_for(g, terms[0].node, Op::MUL, partial, partial, regs[2]);
  emit_for(g, terms[1].sum, terms[1].operation(), reg, partial, regs[3]);
}

/// Generates (+- (* a b) (* c d)), with or without a further term, and (+- (* a b c) d). Returns false if `n` is
/// another form, or if its formula has no superinstruction.
bool sum_of_products(Generator& g, PrimitiveNode* n, int reg) {
  std::vector<Term> terms;
  if (!add_terms(n, terms)) return false;
  std::vector<Node*> leaves;
  for (const Term& t : terms) leaves.insert(leaves.end(), t.factors.begin(), t.factors.end());
  if (!std::all_of(leaves.begin() + static_cast<std::ptrdiff_t>(terms[0].factors.size()), leaves.end(), is_pure)) return false;
  const auto factors = [&terms](std::size_t i) { return i < terms.size() ? terms[i].factors.size() : 0; };
  if (factors(0) == 2 && factors(1) == 2 && factors(2) <= 2) {
    std::string formula = std::string("bc*xy*") + terms[1].sign();
    if (factors(2) == 1) formula += std::string("z") + terms[2].sign();
    const Op op = opcodes::op_of_formula(formula);
    if (op == Op::count) return false;
    const std::vector<int> regs = g.operands(leaves);
    const int sum = factors(2) == 2 ? g.registers.allocate() : reg;
    dot_product(g, op, terms, regs, sum);
    if (factors(2) == 2) add_product(g, terms[2], regs[4], regs[5], sum, reg);
    return true;
  }
  if (factors(0) != 3 || factors(1) != 1 || terms.size() != 2 || !is_pure(leaves[2])) return false;
  const Op op = opcodes::op_of_formula(std::string("bc*x*y") + terms[1].sign());
  if (op == Op::count) return false;
  triple_product(g, op, terms, g.operands(leaves), reg);
  return true;
}

/// Two operations that are one instruction: `inner`, and another with its value, as the second operand if `reversed`.
struct FusedPair {
  const PrimitiveNode* inner = nullptr;
  bool reversed = false;
  Op op = Op::count;  ///< Op::count: there is no such instruction
};

FusedPair as_pair(const PrimitiveNode* inner, Operator outer, bool reversed) {
  std::string formula = std::string("bc") + sign_of(operator_of(inner->primitive->op));
  formula = reversed && outer == sub ? "x" + formula + "-" : formula + "x" + sign_of(outer);
  return {inner, reversed, opcodes::op_of_formula(formula)};
}

/// Returns the fused instruction for (op (op a b) c), (op c (op a b)) or (op a b c).
FusedPair find_pair(const PrimitiveNode* n) {
  const auto& args = n->arguments;
  const Operator outer = operator_of(n->primitive->op);
  if (args.size() == 3) return as_pair(n, outer, false);
  if (args.size() != 2) return {};
  if (pair_of(args[0]) != nullptr && is_pure(args[1]))
    if (const FusedPair pair = as_pair(pair_of(args[0]), outer, false); pair.op != Op::count) return pair;
  return pair_of(args[1]) != nullptr ? as_pair(pair_of(args[1]), outer, true) : FusedPair{};
}

/// Generates two operations as one instruction. Returns false if `n` is another form.
bool two_operations(Generator& g, PrimitiveNode* n, int reg) {
  const auto& args = n->arguments;
  const auto [inner, reversed, op] = find_pair(n);
  if (op == Op::count) return false;
  std::vector<int> regs;
  if (args.size() == 3) {
    regs = g.operands(args);
  } else if (!reversed) {
    regs = g.operands({inner->arguments[0], inner->arguments[1], args[1]});
  } else {
    const std::vector<int> in_order = g.operands({args[0], inner->arguments[0], inner->arguments[1]});
    regs = {in_order[1], in_order[2], in_order[0]};
  }
  g.code.emit(op, reg, regs[0], regs[1]);
  g.code.emit(Op::OPERAND, regs[2]);
  const int partial = g.registers.allocate();
  emit_for(g, inner, inner->primitive->op, partial, regs[0], regs[1]);
  g.code.emit(n->primitive->op, reg, reversed ? regs[2] : partial, reversed ? partial : regs[2]);
  return true;
}

/// Generates a sum or difference with a small constant. Returns false if `n` is another form.
bool immediate_operand(Generator& g, PrimitiveNode* n, int reg) {
  const Primitive& p = *n->primitive;
  const auto& args = n->arguments;
  if (args.size() != 2 || p.second != Op::ADDI) return false;
  if (fits_immediate(args[1]) && immediate_of(args[1]) != INT16_MIN) {
    g.code.emit(Op::ADDI, reg, g.operand(args[0]), p.immediate * immediate_of(args[1]));
    return true;
  }
  if (p.op != Op::ADD || !fits_immediate(args[0])) return false;
  g.code.emit(Op::ADDI, reg, g.operand(args[1]), immediate_of(args[0]));
  return true;
}

}  // namespace

/// Generates (op a b c...), from left to right.
void arithmetic(Generator& g, PrimitiveNode* n, int reg) {
  if (immediate_operand(g, n, reg)) return;
  const Op op = n->primitive->op;
  if (operator_of(op) != other && (sum_of_products(g, n, reg) || two_operations(g, n, reg))) return;
  const std::vector<int> regs = g.operands(n->arguments);
  if (regs.size() == 2) {
    g.code.emit(op, reg, regs[0], regs[1]);
    return;
  }
  const int partial = g.registers.allocate();
  g.code.emit(op, partial, regs[0], regs[1]);
  for (std::size_t i = 2; i < regs.size(); ++i) g.code.emit(op, i + 1 == regs.size() ? reg : partial, partial, regs[i]);
}

}  // namespace tessera::codegen
