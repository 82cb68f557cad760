// The parts of generation that all nodes share, and the frame of a function: parameters, body, code object.
#include "compiler/generation/generator.hpp"

#include "compiler/generation/jumps.hpp"
#include "compiler/passes/passes.hpp"
#include "compiler/verifier/verify.hpp"

namespace tessera {

Generator::Generator(GenerationContext& shared, Lambda* function, JumpRange range)
    : context(shared),
      rt(shared.rt),
      lambda(function),
      code(range),
      ranges(code, function->debug > 0),
      tail_allowed_(function->tail_calls) {}

// --- values

void Generator::deliver(int reg, Destination d) {
  switch (d.kind) {
    case DestinationKind::reg:
      if (reg != d.reg) code.emit(Op::MOVE, d.reg, reg);
      break;
    case DestinationKind::effect: break;
    case DestinationKind::tail: code.emit(Op::RETURN, reg); break;
    case DestinationKind::values:
      if (reg != d.reg) code.emit(Op::MOVE, d.reg, reg);
      code.emit(Op::VALUE1);
      break;
  }
}

void Generator::deliver_values(int reg, Destination d) {
  if (d.is_tail()) code.emit(Op::RETURNMV, reg);
  else if (!d.is_effect() && d.reg != reg) code.emit(Op::MOVE, d.reg, reg);
}

namespace {

bool fits_wide_immediate(Value v) { return v.is_fixnum() && v.as_fixnum() >= INT32_MIN && v.as_fixnum() <= INT32_MAX; }

}  // namespace

void Generator::load_constant(Value v, int reg) {
  if (is_nil(v)) code.emit(Op::LOADNIL, reg);
  else if (v == T) code.emit(Op::LOADT, reg);
  else if (fits_wide_immediate(v)) code.emit_wide(Op::LOADI, reg, static_cast<int>(v.as_fixnum()));
  else code.emit_wide(Op::LOADK, reg, code.constant_index(v));
}

void Generator::return_constant(Value v) {
  if (fits_wide_immediate(v)) code.emit_wide(Op::RETURNI, 0, static_cast<int>(v.as_fixnum()));
  else code.emit_wide(Op::RETURNK, 0, code.constant_index(v));
}

int Generator::operand(Node* n, bool later_assigns) {
  if (const auto* read = n->if_a<LocalNode>(); read != nullptr && !read->variable->in_cell()) {
    const VariableLocation location = location_of(read->variable);
    if (!location.captured && !(read->variable->assigned && later_assigns)) return location.index;
  }
  if (const auto* constant = n->if_a<ConstantNode>())
    for (const auto& [value, reg] : constant_registers_)
      if (value == constant->value) return reg;
  const int reg = registers.allocate();
  to_fresh_register(n, reg);
  return reg;
}

std::vector<int> Generator::operands(const std::vector<Node*>& nodes) {
  std::vector<int> regs;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const bool later_assigns =
        std::any_of(nodes.begin() + static_cast<std::ptrdiff_t>(i) + 1, nodes.end(), [](const Node* later) { return *later->assigns; });
    regs.push_back(operand(nodes[i], later_assigns));
  }
  return regs;
}

// --- nodes

void Generator::all_but_last_for_effect(const std::vector<Node*>& forms, std::size_t first) {
  for (std::size_t i = first; i + 1 < forms.size(); ++i) generate(forms[i], Destination::effect());
}

void Generator::generate(Node* n, Destination d) {
  if (!n->assigns) panic("each_child of a node's parent forgets the node", __FILE__, __LINE__);
  const AtPosition at(code, n->position);
  if (d.is_tail() && !tail_allowed_) {  // keep the frame: compute the values here, then return
    const Temporaries temporaries(registers);
    const int reg = registers.allocate();
    tail_allowed_ = true;
    generate(n, Destination::values(reg));
    tail_allowed_ = false;
    code.emit(Op::RETURNMV, reg);
    return;
  }
  switch (n->kind) {
#define NODE(type, kind, evaluation)        \
  case NodeKind::kind:                      \
    codegen::kind(*this, n->as<type>(), d); \
    break;
#include "compiler/nodes.def"
#undef NODE
  }
}

OutOfLineCode& Generator::put_out_of_line(Node* n, Destination d) {
  return out_of_line_.emplace_back(
      OutOfLineCode{n, d, {}, {}, registers.top(), constructs, code.position, tail_allowed_, ranges.snapshot()});
}

void Generator::generate_out_of_line() {
  for (; !out_of_line_.empty(); out_of_line_.pop_front()) {
    OutOfLineCode& piece = out_of_line_.front();
    registers.release_to(piece.top);
    constructs = piece.constructs;
    code.position = piece.position;
    tail_allowed_ = piece.tail_allowed;
    code.bind(piece.start);
    ranges.resume(piece.visible);
    generate(piece.node, piece.destination);
    ranges.end_scope(0);
    if (!piece.destination.is_tail()) code.emit_jump(piece.back);
  }
}

void Generator::undo_to(std::size_t depth) {
  for (std::size_t i = constructs.size(); i-- > depth;) {
    const DynamicConstruct& construct = constructs[i];
    switch (construct.undo) {
      case DynamicConstruct::Undo::bindings:
        if (construct.operand != 0) code.emit(Op::UNBIND, construct.operand);
        break;
      case DynamicConstruct::Undo::bindings_to_depth: code.emit(Op::UNBINDTO, construct.operand); break;
      case DynamicConstruct::Undo::exit: code.emit(Op::ENDEXIT, construct.operand); break;
      case DynamicConstruct::Undo::catch_: code.emit(Op::ENDCATCH); break;
    }
  }
}

void Generator::body_with_bindings(Node* body, int specials, Destination d) {
  if (specials == 0) return generate(body, d);
  const Temporaries temporaries(registers);
  constructs.push_back({DynamicConstruct::Undo::bindings, specials});
  const int reg = d.is_tail() ? registers.allocate() : -1;
  generate(body, d.is_tail() ? Destination::values(reg) : d);
  code.emit(Op::UNBIND, specials);
  if (d.is_tail()) code.emit(Op::RETURNMV, reg);
  constructs.pop_back();
}

// --- parameters

/// Binds the parameters. Arguments arrive in the first registers: required, optional, rest, keywords, then lifted
/// variables.
void Generator::prologue() {
  const std::size_t total = lambda->required.size() + lambda->optional.size() + (lambda->has_rest ? 1 : 0) + lambda->key.size();
  lifted_first_ = static_cast<int>(total);
  registers.allocate(static_cast<int>(lambda->lifted() ? total + lambda->free.size() : total));
  show_captured();
  int reg = 0;
  for (const Parameter& p : lambda->required) parameter_bindings_ += bind_variable(p, reg++, VariableRole::parameter);
  for (const Parameter& p : lambda->optional) optional_parameter(p, reg++);
  if (lambda->has_rest) parameter_bindings_ += bind_variable(lambda->rest, reg++, VariableRole::parameter);
  for (const Parameter& p : lambda->key) optional_parameter(p, reg++);
  for (const Value v : loop_constants(lambda)) {
    constant_registers_.emplace_back(v, registers.allocate());
    load_constant(v, constant_registers_.back().second);
  }
}

/// Computes the default if no argument was given, then binds the variable. The supplied-p variable gets its cell, if it
/// needs one, after the default was computed.
void Generator::optional_parameter(const Parameter& p, int reg) {
  const Variable* const supplied = p.supplied.variable;
  if (p.supplied.is_there()) {
    const int flag = registers.allocate();
    code.emit(Op::SUPPLIEDP, flag, reg);
    if (p.supplied.is_special()) parameter_bindings_ += bind_variable(p.supplied, flag);
    else p.supplied.variable->reg = flag;
  }
  Label given;
  code.emit_jump(Op::JSUPPLIED, reg, given);
  to_register(p.init, reg);
  code.bind(given);
  if (supplied != nullptr && supplied->in_cell()) code.emit(Op::CELLNEW, supplied->reg, supplied->reg);
  if (supplied != nullptr) show(supplied);
  parameter_bindings_ += bind_variable(p, reg, VariableRole::parameter);
}

void Generator::body() {
  if (parameter_bindings_ == 0) return generate(lambda->body, Destination::tail());
  const int reg = registers.allocate();
  constructs.push_back({DynamicConstruct::Undo::bindings, parameter_bindings_});
  generate(lambda->body, Destination::values(reg));
  code.emit(Op::UNBIND, parameter_bindings_);
  code.emit(Op::RETURNMV, reg);
}

// --- the function

Value Generator::run() {
  code.position = lambda->position;
  prologue();
  body();
  ranges.end_scope(0);
  generate_out_of_line();
  return finish();
}

Value Generator::finish() {
  Heap& heap = rt.heap;
  if (code.has_operand_overflow()) context.too_large = lambda;
  if (!code.has_near_jump_overflow()) optimize_jumps(code.code, code.positions, ranges.entries);
  Arity arity = lambda->arity;
  if (lambda->lifted()) {
    arity.required += static_cast<std::uint32_t>(lambda->free.size());
    arity.known = true;
  }
  const int frame_size = registers.most() + 1;
  const Value instructions = make_instructions(heap, arity, static_cast<std::uint32_t>(frame_size), code.code);
  Object* object = heap.allocate_old(Type::code, code_fixed_slots + code.constants.size());
  Code* result = reinterpret_cast<Code*>(object);
  heap.write(&result->instructions, instructions);
  heap.write(&result->name, lambda->name);
  heap.write(&result->lambda_list, lambda->lambda_list);
  set_origin(heap, result, rt.source_file, lambda->documentation);
  result->arity = Value::fixnum(arity.pack());
  if (rt.largest_frame.as_fixnum() < frame_size) rt.largest_frame = Value::fixnum(frame_size);
  if (!lambda->key.empty()) {
    Object* keywords = heap.allocate_old(Type::simple_vector, lambda->key.size());
    for (std::size_t i = 0; i < lambda->key.size(); ++i) heap.write(keywords, i, lambda->key[i].keyword);
    heap.write(&result->keywords, Value::object(keywords));
  }
  set_tables(heap, result, make_positions(heap, pack_positions(code.positions)), make_variable_table(heap, ranges.entries));
  for (std::size_t i = 0; i < code.constants.size(); ++i) heap.write(&result->constants[i], code.constants[i]);
  Object* closure = heap.allocate_old(Type::closure, 1, Value::object(object));
  context.codes.push_back(result);
  return Value::object(closure);
}

Value generate_closure(GenerationContext& context, Lambda* lambda) {
  if (lambda->debug < 2) find_dead_variables(lambda);
  Generator generator(context, lambda, JumpRange::near);
  const Value closure = generator.run();
  if (!generator.code.has_near_jump_overflow()) return closure;
  context.codes.pop_back();
  return Generator(context, lambda, JumpRange::far).run();
}

Value generate_code(Runtime& rt, Lambda* lambda, LoadTime load_time) {
  GenerationContext context{rt, {}, nullptr, {}};
  const Value function = generate_closure(context, lambda);
  if (context.too_large != nullptr) {
    const Value name = context.too_large->name;
    const char* const what = name == rt.keyword("TOPLEVEL-FORM") ? "The form~*" : "~:[A function without a name~;~:*The function ~S~]";
    return rt.fail_simple(Known::simple_program_error, std::string(what) + " is too large: it needs more than ~D registers or constants",
                          {name, Value::fixnum(UINT16_MAX)});
  }
  if (config::verify_code && load_time == LoadTime::now) {
    const std::string problem = verify_code(rt, context.codes, function);
    if (!problem.empty())
      return rt.fail_simple(Known::simple_error, "the compiler generated invalid code (please report this): ~A", {rt.make_string(problem)});
  }
  return function;
}

}  // namespace tessera
