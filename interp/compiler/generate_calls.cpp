// Calls and primitives.
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

int Generator::window_arguments(const std::vector<Node*>& nodes, int window) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const int reg = window + 2 + static_cast<int>(i);
    release_to(reg);
    allocate();
    to_fresh_register(nodes[i], reg);
  }
  return static_cast<int>(nodes.size());
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

// What is wrong is told best while the frame that calls these is there; they seldom return.
bool Generator::signals(Value function) const {
  static constexpr Known names[] = {Known::error, Known::cerror, Known::warn, Known::signal, Known::break_, Known::no_clause};
  return std::any_of(std::begin(names), std::end(names), [&](Known name) { return function == rt_.sym(name); });
}

void Generator::call(GlobalCall* n, Destination d) {
  const int saved = top_;
  const int index = constant_index(n->function);
  const bool keeps_frame = d.is_tail() && signals(n->function);
  if (index > 0xFFFF) {
    const int window = call_window(d);
    emit_wide(Op::FUNCTION, window, index);
    const int count = window_arguments(n->arguments, window);
    finish_call(Op::CALL, keeps_frame ? Op::CALL : Op::TAILCALL, window, count, 0, d);
  } else if (d.is_tail() && !keeps_frame && can_jump(n->arguments)) {
    const Hidden parameters(*this);
    assign_all(own_parameters(n->arguments.size()), n->arguments);
    finish_jump(Op::TAILJUMPG, allocate(2), n->arguments.size(), index);
  } else {
    const int window = call_window(d);
    const int count = window_arguments(n->arguments, window);
    finish_call(Op::CALLG, keeps_frame ? Op::CALLG : Op::TAILCALLG, window, count, index, d);
  }
  release_to(saved);
}

void Generator::call_value(CallValueNode* n, Destination d) {
  const int saved = top_;
  const bool jump = d.is_tail() && can_jump(n->arguments);
  const int window = call_window(d);
  release_to(window + 1);
  to_fresh_register(n->function, window);
  release_to(window);
  allocate(2);
  if (jump) {
    const Hidden parameters(*this);
    assign_all(own_parameters(n->arguments.size()), n->arguments);
    finish_jump(Op::TAILJUMP, window, n->arguments.size(), 0);
  } else {
    const int count = window_arguments(n->arguments, window);
    finish_call(Op::CALL, Op::TAILCALL, window, count, 0, d);
  }
  release_to(saved);
}

void Generator::finish_jump(Op op, int window, std::size_t count, int c) {
  most_ = std::max(most_, window + 2 + static_cast<int>(count));
  emit(op, window, static_cast<int>(count), c);
  emit(Op::RETURNMV, window);
}

// A known function gets the variables that it uses of others as further arguments.
void Generator::call_local(CallLocalNode* n, Destination d) {
  if (n->function->inlined != Inlined::no) {
    call_inlined(n, d);
    return;
  }
  const int saved = top_;
  const int window = call_window(d);
  LocalFunction* f = n->function;
  int count = window_arguments(n->arguments, window);
  if (!f->known()) {
    read_variable(f->variable, window);
    finish_call(Op::CALL, Op::TAILCALL, window, count, 0, d);
    release_to(saved);
    return;
  }
  for (const Variable* v : f->lambda->free) {
    const int reg = window + 2 + count++;
    release_to(reg);
    allocate();
    const VariablePlace place = place_of(v);
    emit(place.captured ? Op::CAPTURED : Op::MOVE, reg, place.index);
  }
  const int index = constant_index(static_closure(f->lambda));
  finish_call(Op::CALLK, Op::TAILCALLK, window, count, index, d);
  release_to(saved);
}

void Generator::apply(ApplyNode* n, Destination d) {
  const int saved = top_;
  const int window = call_window(d);
  to_register(n->function, window);
  const int count = window_arguments(n->arguments, window);
  finish_call(Op::APPLY, Op::TAILAPPLY, window, count, 0, d);
  release_to(saved);
}

void Generator::values(ValuesNode* n, Destination d) {
  const int saved = top_;
  const std::size_t count = n->forms.size();
  if (d.kind == Destination::Kind::reg || d.kind == Destination::Kind::effect || count == 1) {
    if (count == 0) {
      if (d.kind == Destination::Kind::reg) emit(Op::LOADNIL, d.reg);
    } else if (count == 1 && (d.is_tail() || d.kind == Destination::Kind::values)) {
      const int reg = operand(n->forms[0], false);
      deliver(reg, d);
    } else {
      const int first = d.kind == Destination::Kind::reg ? allocate() : -1;
      for (std::size_t i = 0; i < count; ++i) generate(n->forms[i], i == 0 && first >= 0 ? Destination::to(first) : Destination::effect());
      if (first >= 0) emit(Op::MOVE, d.reg, first);
    }
    release_to(saved);
    return;
  }
  const int first = allocate(std::max<int>(1, static_cast<int>(count)));
  for (std::size_t i = 0; i < count; ++i) to_register(n->forms[i], first + static_cast<int>(i));
  emit(Op::VALUES, first, static_cast<int>(count));
  if (d.is_tail()) emit(Op::RETURNMV, first);
  else if (d.reg != first) emit(Op::MOVE, d.reg, first);
  release_to(saved);
}

// With one form its values go straight into the call; several are gathered in a list.
void Generator::multiple_value_call(MultipleValueCallNode* n, Destination d) {
  const int saved = top_;
  const int window = allocate(3);
  to_register(n->function, window);
  if (n->forms.empty()) {
    finish_call(Op::CALL, Op::TAILCALL, window, 0, 0, d);
  } else if (n->forms.size() == 1) {
    generate(n->forms[0], Destination::values(window + 2));
    emit(Op::CALLMV, window);
    if (d.is_tail()) emit(Op::RETURNMV, window);
    else if (d.kind != Destination::Kind::effect && d.reg != window) emit(Op::MOVE, d.reg, window);
  } else {
    gathered_values(n->forms, window + 2);
    finish_call(Op::APPLY, Op::TAILAPPLY, window, 1, 0, d);
  }
  release_to(saved);
}

// A list of all values of `forms`.
void Generator::gathered_values(const std::vector<Node*>& forms, int reg) {
  const auto count = static_cast<int>(forms.size());
  const int first = allocate(count + 1);
  for (int i = 0; i < count; ++i) {
    generate(forms[static_cast<std::size_t>(i)], Destination::values(first + i));
    emit(Op::MVLIST, first + i, first + i);
  }
  const int window = allocate(2 + count);
  for (int i = 0; i < count; ++i) emit(Op::MOVE, window + 2 + i, first + i);
  emit(Op::CALLG, window, count, constant_index(rt_.cl("APPEND")));
  emit(Op::MOVE, reg, window);
}

// --- primitives

void Generator::primitive(PrimitiveNode* n, Destination d) {
  if (test_of(n) != nullptr) {
    test_value(n, d);
    return;
  }
  const Shape shape = n->primitive->shape;
  if ((shape == Shape::table_get || shape == Shape::quotient) && (d.is_tail() || d.kind == Destination::Kind::values)) {
    call(n, d);
    return;
  }
  const int saved = top_;
  if (shape == Shape::store_value_first || shape == Shape::store_value_last || shape == Shape::table_put || shape == Shape::instance_set) {
    store(n, d);
    release_to(saved);
    return;
  }
  const int reg = d.kind == Destination::Kind::reg || d.kind == Destination::Kind::values ? d.reg : allocate();
  primitive_value(n, reg);
  deliver(reg, d);
  release_to(saved);
}

void Generator::primitive_value(PrimitiveNode* n, int reg) {
  const Primitive& p = *n->primitive;
  const int saved = top_;
  switch (p.shape) {
    case Shape::arithmetic: arithmetic(n, reg); break;
    case Shape::unary: emit(p.op, reg, operand(n->arguments[0], false)); break;
    case Shape::nested: {
      const int inner = allocate();
      emit(p.op, inner, operand(n->arguments[0], false));
      emit(p.second, reg, inner);
      break;
    }
    case Shape::successor: emit(Op::ADDI, reg, operand(n->arguments[0], false), p.immediate); break;
    case Shape::quotient:
    case Shape::binary: {
      if (p.second != Op::MOVE && fits_immediate(n->arguments[1])) {
        emit(p.second, reg, operand(n->arguments[0], false), immediate_of(n->arguments[1]));
        break;
      }
      const std::vector<int> regs = operands(n->arguments);
      emit(p.op, reg, regs[0], regs[1]);
      break;
    }
    case Shape::ternary: {
      const int first_free = top_;
      const std::vector<int> regs = operands(n->arguments);
      const int value = in_temporary(regs[0], first_free);
      emit(p.op, value, regs[1], regs[2]);
      if (reg != value) emit(Op::MOVE, reg, value);
      break;
    }
    case Shape::list: {
      const int first = allocate(static_cast<int>(n->arguments.size()));
      for (std::size_t i = 0; i < n->arguments.size(); ++i) to_register(n->arguments[i], first + static_cast<int>(i));
      emit(Op::LIST, reg, first, static_cast<int>(n->arguments.size()));
      break;
    }
    case Shape::list_star: {
      const std::vector<int> regs = operands(n->arguments);
      const int partial = allocate();
      for (std::size_t i = regs.size() - 1; i-- > 0;)
        emit(Op::CONS, i == 0 ? reg : partial, regs[i], i + 2 == regs.size() ? regs.back() : partial);
      break;
    }
    case Shape::table_get: table_get(n, reg); break;
    case Shape::instance_ref: emit(p.op, reg, operand(n->arguments[0], false), immediate_of(n->arguments[1])); break;
    default: break;
  }
  release_to(saved);
}

// `reg` if it was allocated from `first_free` on; else it is a variable's, and its value is copied.
int Generator::in_temporary(int reg, int first_free) {
  if (reg >= first_free) return reg;
  const int copy = allocate();
  emit(Op::MOVE, copy, reg);
  return copy;
}

// The default stands in a register of its own, where the value replaces it.
void Generator::table_get(PrimitiveNode* n, int reg) {
  const int first_free = top_;
  const std::vector<int> regs = operands(n->arguments);
  if (regs.size() == 2) {
    emit(n->primitive->op, reg, regs[0], regs[1]);
    return;
  }
  const int value = in_temporary(regs[2], first_free);
  emit(n->primitive->second, value, regs[0], regs[1]);
  if (reg != value) emit(Op::MOVE, reg, value);
}

// The value that was stored stays where it was computed, if nothing else is asked for.
void Generator::store(PrimitiveNode* n, Destination d) {
  const Primitive& p = *n->primitive;
  std::vector<Node*> wanted = n->arguments;
  const bool has_slot = p.shape == Shape::instance_set;
  const int slot = has_slot ? immediate_of(wanted[1]) : 0;
  if (has_slot) wanted.erase(wanted.begin() + 1);
  const std::vector<int> regs = operands(wanted);
  int value = regs.back();
  if (has_slot) {
    emit(p.op, regs[0], slot, value);
  } else if (p.shape == Shape::store_value_first) {
    value = regs[0];
    emit(p.op, regs[1], regs[2], value);
  } else if (p.shape == Shape::store_value_last && p.min_args == 2) {
    emit(p.op, regs[0], value);
  } else {
    emit(p.op, regs[0], regs[1], value);
  }
  deliver(value, d);
}

}  // namespace tessera
