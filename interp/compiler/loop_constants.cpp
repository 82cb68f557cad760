// Which constants of a function are operands within a loop: they are loaded once, when the function is entered.
#include <algorithm>

#include "compiler/compiler.hpp"

namespace tessera {

namespace {

class ConstantFinder {
 public:
  void walk(const Node* n, bool in_loop) {
    if (found.size() == most) return;
    if (in_loop && n->kind == NodeKind::primitive) look_at_operands(n);
    const bool loop = in_loop || (n->kind == NodeKind::tagbody && !n->tags.empty());
    for (const Node* child : n->children) walk(child, loop);
    for (const Binding& b : n->bindings)
      if (b.init != nullptr) walk(b.init, loop);
    for (const LocalFunction* f : n->functions)
      if (f->inlined != Inlined::no) walk(f->lambda->body, true);
  }

  std::vector<Value> found;

 private:
  static constexpr std::size_t most = 8;

  // Small integers are part of the instructions that add and compare; others want every operand in a register.
  void look_at_operands(const Node* n) {
    using Shape = Primitive::Shape;
    const Primitive& p = *n->primitive;
    const bool compares = p.shape == Shape::compare || p.shape == Shape::negated;
    if (!compares && p.shape != Shape::arithmetic && p.shape != Shape::binary && p.shape != Shape::quotient) return;
    const bool takes_small = compares || p.second != Op::MOVE;
    for (const Node* child : n->children) {
      if (child->kind != NodeKind::constant) continue;
      const Value v = child->value;
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
