// Finds the constants that are operands within loops: they are loaded once, when the function is entered.
#include <algorithm>

#include "compiler/passes/passes.hpp"

namespace tessera {

namespace {

class ConstantFinder {
 public:
  void walk(const Node* n, bool in_loop) {
    if (found.size() == most) return;
    const auto* primitive = n->if_a<PrimitiveNode>();
    if (in_loop && primitive != nullptr) look_at_operands(primitive);
    const auto* tagbody = n->if_a<TagbodyNode>();
    const bool loop = in_loop || (tagbody != nullptr && !tagbody->tags.empty());
    for_each_child(*n, [this, loop](const Node* child) { walk(child, loop); });
    if (const auto* definitions = n->if_a<LocalFunctionsNode>())
      for (const LocalFunction* f : definitions->functions)
        if (f->contified != Contified::no) walk(f->lambda->body, true);
  }

  std::vector<Value> found;

 private:
  static constexpr std::size_t most = 8;

  /// Collects constant operands that need registers. Instructions that add and compare have small integers as immediate
  /// operands; others need every operand in a register.
  void look_at_operands(const PrimitiveNode* n) {
    using Shape = Primitive::Shape;
    const Primitive& p = *n->primitive;
    const bool compares = p.shape == Shape::compare || p.shape == Shape::negated;
    if (!compares && p.shape != Shape::arithmetic && p.shape != Shape::binary && p.shape != Shape::quotient) return;
    const bool takes_small = compares || p.second != Op::MOVE;
    for (const Node* argument : n->arguments) {
      const auto* constant = argument->if_a<ConstantNode>();
      if (constant == nullptr) continue;
      const Value v = constant->value;
      const bool small = v.is_fixnum() && v.as_fixnum() >= -32767 && v.as_fixnum() <= 32767;
      const bool number = v.is_fixnum() || v.is_single_float() || v.is_immediate_double() || has_type(v, Type::double_float);
      if (number && !(takes_small && small) && found.size() < most && std::find(found.begin(), found.end(), v) == found.end())
        found.push_back(v);
    }
  }
};

}  // namespace

std::vector<Value> loop_constants(const Lambda* lambda) {
  ConstantFinder finder;
  finder.walk(lambda->body, false);
  return finder.found;
}

}  // namespace tessera
