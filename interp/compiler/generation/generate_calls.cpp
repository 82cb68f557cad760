// Calls and multiple values.
#include "compiler/generation/generator.hpp"

namespace tessera::codegen {

int call_window(Generator& g, Destination d) {
  if (d.fresh && d.reg == g.registers.top() - 1) g.registers.release_to(d.reg);
  return g.registers.allocate(2);
}

namespace {

/// The instructions for a call, and for the call in tail position.
struct CallOps {
  Op call, tail;
};
constexpr CallOps call_value_ops{Op::CALL, Op::TAILCALL}, call_global_ops{Op::CALLG, Op::TAILCALLG},
    call_known_ops{Op::CALLK, Op::TAILCALLK}, apply_ops{Op::APPLY, Op::TAILAPPLY};

/// Computes the arguments into the window. Returns their number.
int window_arguments(Generator& g, const std::vector<Node*>& nodes, int window) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const int reg = window + 2 + static_cast<int>(i);
    g.registers.release_to(reg);
    g.registers.allocate();
    g.to_fresh_register(nodes[i], reg);
  }
  return static_cast<int>(nodes.size());
}

/// Emits the call, whose arguments stand in the window, and passes its values on.
void finish_call(Generator& g, CallOps ops, int window, int count, int c, Destination d) {
  g.registers.need(window + 2 + count);
  g.code.emit(d.is_tail() ? ops.tail : ops.call, window, count, c);
  g.deliver_values(window, d);
}

/// Emits a tail call whose arguments are in the function's own parameters.
void jump_with_parameters(Generator& g, Op op, const std::vector<Node*>& arguments, int window, int c) {
  const HiddenVariables parameters(g.ranges);
  assign_in_parallel(g, parameters_of(*g.lambda, arguments.size()), arguments);
  if (window < 0) window = g.registers.allocate(2);
  g.registers.need(window + 2 + static_cast<int>(arguments.size()));
  g.code.emit(op, window, static_cast<int>(arguments.size()), c);
  g.code.emit(Op::RETURNMV, window);
}

/// True if the function signals. Its calls are not tail calls, so that a backtrace shows the caller's frame.
bool signals(const Runtime& rt, Value function) {
  static constexpr Known names[] = {Known::error, Known::cerror, Known::warn, Known::signal, Known::break_, Known::no_clause};
  return std::any_of(std::begin(names), std::end(names), [&](Known name) { return function == rt.sym(name); });
}

}  // namespace

void global_call(Generator& g, GlobalCall* n, Destination d) {
  constexpr int max_index = 0xFFFF;
  const Temporaries temporaries(g.registers);
  const int index = g.code.constant_index(n->function);
  const bool keeps_frame = d.is_tail() && signals(g.rt, n->function);
  if (index <= max_index && d.is_tail() && !keeps_frame && can_reuse_parameters(g, n->arguments))
    return jump_with_parameters(g, Op::TAILJUMPG, n->arguments, -1, index);
  const int window = call_window(g, d);
  CallOps ops = call_global_ops;
  if (index > max_index) {
    ops = call_value_ops;
    g.code.emit_wide(Op::FUNCTION, window, index);
  }
  if (keeps_frame) ops.tail = ops.call;
  const int count = window_arguments(g, n->arguments, window);
  finish_call(g, ops, window, count, index > max_index ? 0 : index, d);
}

void call(Generator& g, CallNode* n, Destination d) { global_call(g, n, d); }

void call_value(Generator& g, CallValueNode* n, Destination d) {
  const Temporaries temporaries(g.registers);
  const bool reuses_parameters = d.is_tail() && can_reuse_parameters(g, n->arguments);
  const int window = call_window(g, d);
  g.registers.release_to(window + 1);
  g.to_fresh_register(n->function, window);
  g.registers.release_to(window);
  g.registers.allocate(2);
  if (reuses_parameters) return jump_with_parameters(g, Op::TAILJUMP, n->arguments, window, 0);
  const int count = window_arguments(g, n->arguments, window);
  finish_call(g, call_value_ops, window, count, 0, d);
}

/// Generates the call of a local function. A known function gets the variables of other functions that it uses as
/// further arguments.
void call_local(Generator& g, CallLocalNode* n, Destination d) {
  if (n->function->contified != Contified::no) return contified_call(g, n, d);
  const Temporaries temporaries(g.registers);
  const int window = call_window(g, d);
  LocalFunction* f = n->function;
  int count = window_arguments(g, n->arguments, window);
  if (!f->known()) {
    g.read_variable(f->variable, window);
    return finish_call(g, call_value_ops, window, count, 0, d);
  }
  for (const Variable* v : f->lambda->free) {
    const int reg = window + 2 + count++;
    g.registers.release_to(reg);
    g.registers.allocate();
    const VariableLocation location = g.location_of(v);
    g.code.emit(location.captured ? Op::CAPTURED : Op::MOVE, reg, location.index);
  }
  const int index = g.code.constant_index(g.static_closure(f->lambda));
  finish_call(g, call_known_ops, window, count, index, d);
}

void apply(Generator& g, ApplyNode* n, Destination d) {
  const Temporaries temporaries(g.registers);
  const int window = call_window(g, d);
  g.to_register(n->function, window);
  const int count = window_arguments(g, n->arguments, window);
  finish_call(g, apply_ops, window, count, 0, d);
}

// --- multiple values

namespace {

/// Generates VALUES where at most the first value is wanted.
void first_value(Generator& g, const std::vector<Node*>& forms, Destination d) {
  if (forms.empty()) {
    if (!d.is_effect()) g.code.emit(Op::LOADNIL, d.reg);
    return;
  }
  const int first = d.is_effect() ? -1 : g.registers.allocate();
  for (std::size_t i = 0; i < forms.size(); ++i)
    g.generate(forms[i], i == 0 && first >= 0 ? Destination::to(first) : Destination::effect());
  if (first >= 0) g.code.emit(Op::MOVE, d.reg, first);
}

}  // namespace

void values(Generator& g, ValuesNode* n, Destination d) {
  const Temporaries temporaries(g.registers);
  if (!d.wants_values()) return first_value(g, n->forms, d);
  const auto count = static_cast<int>(n->forms.size());
  if (count == 1) return g.deliver(g.operand(n->forms[0]), d);
  const int first = g.registers.allocate(std::max(1, count));
  for (int i = 0; i < count; ++i) g.to_register(n->forms[static_cast<std::size_t>(i)], first + i);
  g.code.emit(Op::VALUES, first, count);
  g.deliver_values(first, d);
}

namespace {

/// Emits R[reg] := a list of all values of `forms`.
void gather_values(Generator& g, const std::vector<Node*>& forms, int reg) {
  const auto count = static_cast<int>(forms.size());
  const int first = g.registers.allocate(count + 1);
  for (int i = 0; i < count; ++i) {
    g.generate(forms[static_cast<std::size_t>(i)], Destination::values(first + i));
    g.code.emit(Op::MVLIST, first + i, first + i);
  }
  const int window = g.registers.allocate(2 + count);
  for (int i = 0; i < count; ++i) g.code.emit(Op::MOVE, window + 2 + i, first + i);
  g.code.emit(Op::CALLG, window, count, g.code.constant_index(g.rt.cl("APPEND")));
  g.code.emit(Op::MOVE, reg, window);
}

}  // namespace

/// Generates MULTIPLE-VALUE-CALL. The values of a single form go straight into the call; values of several forms are
/// gathered in a list.
void multiple_value_call(Generator& g, MultipleValueCallNode* n, Destination d) {
  const Temporaries temporaries(g.registers);
  const int window = g.registers.allocate(3);
  g.to_register(n->function, window);
  if (n->forms.empty()) {
    finish_call(g, call_value_ops, window, 0, 0, d);
  } else if (n->forms.size() == 1) {
    g.generate(n->forms[0], Destination::values(window + 2));
    g.code.emit(Op::CALLMV, window);
    g.deliver_values(window, d);
  } else {
    gather_values(g, n->forms, window + 2);
    finish_call(g, apply_ops, window, 1, 0, d);
  }
}

void multiple_value_prog1(Generator& g, MultipleValueProg1Node* n, Destination d) {
  const Temporaries temporaries(g.registers);
  const int kept = g.registers.allocate(2);
  if (!d.wants_values()) {
    g.to_register(n->first, kept);
    g.generate(n->rest, Destination::effect());
    return g.deliver(kept, d);
  }
  g.generate(n->first, Destination::values(kept));
  g.code.emit(Op::MVSAVE, kept);
  g.generate(n->rest, Destination::effect());
  g.code.emit(Op::MVRESTORE, kept);
  g.deliver_values(kept, d);
}

void multiple_value_list(Generator& g, MultipleValueListNode* n, Destination d) {
  const Temporaries temporaries(g.registers);
  const int reg = g.target_register(d);
  g.generate(n->form, Destination::values(reg));
  g.code.emit(Op::MVLIST, reg, reg);
  g.deliver(reg, d);
}

}  // namespace tessera::codegen
