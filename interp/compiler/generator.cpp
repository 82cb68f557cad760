// Emission of instructions, variables, functions and their parameters.
#include "compiler/generator.hpp"

#include <algorithm>

#include "compiler/compiler.hpp"
#include "compiler/instructions.hpp"
#include "compiler/jumps.hpp"
#include "compiler/verify.hpp"

namespace tessera {

Generator::Generator(GenerationContext& context, Lambda* lambda) : context_(context), rt_(context.rt), lambda_(lambda) {}

// --- emission

namespace {

/// A register, a number of a constant, or a small integer.
bool fits_operand(int n) { return n >= INT16_MIN && n <= UINT16_MAX; }

}  // namespace

int Generator::emit(Op op, int a, int b, int c) {
  if (position_.line != 0) {
    if (positions_.empty() || positions_.back().position != position_)
      positions_.push_back({static_cast<std::uint32_t>(code_.size()), position_});
  }
  if (!(fits_operand(a) && fits_operand(b) && fits_operand(c))) context_.too_large = lambda_;
  if (op == Op::CDR && a == b && !code_.empty()) join_car(static_cast<std::uint16_t>(b));
  code_.push_back(
      {static_cast<std::uint16_t>(op), static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b), static_cast<std::uint16_t>(c)});
  return static_cast<int>(code_.size()) - 1;
}

// (setq l (cdr l)) follows: a CAR of l just before does both.
void Generator::join_car(std::uint16_t list) {
  Instruction& before = code_.back();
  if (is(before, Op::CAR) && before.b == list && before.a != list) become(before, Op::CARCDR);
}

int Generator::emit_wide(Op op, int a, int bc) {
  const int at = emit(op, a);
  code_[static_cast<std::size_t>(at)].set_bc(bc);
  return at;
}

// A jump whose offset has 32 bits. A jump back is there twice: where the loop begins with a test, that takes the first one's place.
void Generator::emit_jump(Op op, int a, Label& label) {
  if (label.position < 0) {
    label.uses.push_back(emit_wide(op, a, 0));
    return;
  }
  const bool back = op == Op::JUMP;
  patch(emit_wide(back ? Op::LOOP : op, a, 0), label.position);
  if (back) patch(emit_wide(Op::LOOP, a, 0), label.position);
}

// A compare-and-jump, whose offset has 16 bits. Where that proved too few, `closure` generates the function again
// with each such jump over a long one.
void Generator::emit_jump3(Op op, int a, int b, Label& label) {
  if (!long_jumps_) {
    const int at = emit(op, a, b);
    if (label.position >= 0) patch(at, label.position);
    else label.uses.push_back(at);
    return;
  }
  emit(op, a, b, 1);
  Label over;
  emit_jump(Op::JUMP, 0, over);
  emit_jump(Op::JUMP, 0, label);
  bind(over);
}

void Generator::bind(Label& label) {
  label.position = static_cast<int>(code_.size());
  for (int at : label.uses) patch(at, label.position);
  label.uses.clear();
}

void Generator::patch(int at, int target) {
  Instruction& jump = code_[static_cast<std::size_t>(at)];
  const int offset = target - at - 1;
  if (offset_operand(jump) == 1) {
    jump.set_bc(offset);
    return;
  }
  jump.c = static_cast<std::uint16_t>(offset);
  if (offset != static_cast<std::int16_t>(offset)) overflow_ = true;
}

int Generator::constant_index(Value v) {
  const auto [found, fresh] = constant_indices_.try_emplace(v.bits(), static_cast<int>(constants_.size()));
  if (fresh) constants_.push_back(v);
  return found->second;
}

int Generator::allocate(int count) {
  const int first = top_;
  top_ += count;
  most_ = std::max(most_, top_);
  return first;
}

// --- values to destinations

// The value is in `reg`, with value count 1 not yet noted.
void Generator::deliver(int reg, Destination d) {
  switch (d.kind) {
    case Destination::Kind::reg:
      if (reg != d.reg) emit(Op::MOVE, d.reg, reg);
      break;
    case Destination::Kind::effect: break;
    case Destination::Kind::tail: emit(Op::RETURN, reg); break;
    case Destination::Kind::values:
      if (reg != d.reg) emit(Op::MOVE, d.reg, reg);
      emit(Op::VALUE1);
      break;
  }
}

int Generator::target_register(Destination d) {
  return d.kind == Destination::Kind::reg || d.kind == Destination::Kind::values ? d.reg : allocate();
}

void Generator::load_constant(Value v, int reg) {
  if (is_nil(v)) emit(Op::LOADNIL, reg);
  else if (v == T) emit(Op::LOADT, reg);
  else if (v.is_fixnum() && v.as_fixnum() >= INT32_MIN && v.as_fixnum() <= INT32_MAX)
    emit_wide(Op::LOADI, reg, static_cast<int>(v.as_fixnum()));
  else emit_wide(Op::LOADK, reg, constant_index(v));
}

void Generator::return_constant(Value v) {
  if (v.is_fixnum() && v.as_fixnum() >= INT32_MIN && v.as_fixnum() <= INT32_MAX) emit_wide(Op::RETURNI, 0, static_cast<int>(v.as_fixnum()));
  else emit_wide(Op::RETURNK, 0, constant_index(v));
}

// The register that holds the value of `n`: a variable's own where nothing evaluated later can change it.
int Generator::operand(Node* n, bool later_assigns) {
  if (const auto* read = n->if_a<LocalNode>(); read != nullptr && !read->variable->in_cell()) {
    const VariablePlace place = place_of(read->variable);
    if (!place.captured && !(read->variable->assigned && later_assigns)) return place.index;
  }
  if (const auto* constant = n->if_a<ConstantNode>())
    for (const auto& [value, reg] : constant_registers_)
      if (value == constant->value) return reg;
  const int reg = allocate();
  to_fresh_register(n, reg);
  return reg;
}

std::vector<int> Generator::operands(const std::vector<Node*>& nodes) {
  std::vector<int> regs;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    bool later = false;
    for (std::size_t j = i + 1; j < nodes.size(); ++j) later |= nodes[j]->assigns;
    regs.push_back(operand(nodes[i], later));
  }
  return regs;
}

void Generator::constant(ConstantNode* n, Destination d) {
  if (d.kind == Destination::Kind::effect) return;
  if (d.is_tail()) {
    return_constant(n->value);
    return;
  }
  const int saved = top_;
  const int reg = target_register(d);
  load_constant(n->value, reg);
  deliver(reg, d);
  release_to(saved);
}

// The one place that looks for a variable of another function.
Generator::VariablePlace Generator::place_of(const Variable* v) const {
  if (v->owner == lambda_) return {false, v->reg};
  const int index = lambda_->free_index(v);
  if (lambda_->lifted()) return {false, lifted_first_ + index};
  return {true, index};
}

void Generator::read_variable(const Variable* v, int reg) {
  const VariablePlace place = place_of(v);
  if (place.captured) emit(v->in_cell() ? Op::CAPTUREDCELLGET : Op::CAPTURED, reg, place.index);
  else if (v->in_cell()) emit(Op::CELLGET, reg, place.index);
  else if (place.index != reg) emit(Op::MOVE, reg, place.index);
}

void Generator::local(LocalNode* n, Destination d) {
  if (d.kind == Destination::Kind::effect) return;
  const int saved = top_;
  if (d.is_tail() && n->variable->owner == lambda_ && !n->variable->in_cell()) {
    emit(Op::RETURN, n->variable->reg);
    return;
  }
  const int reg = target_register(d);
  read_variable(n->variable, reg);
  deliver(reg, d);
  release_to(saved);
}

void Generator::set_local(SetLocalNode* n, Destination d) {
  const int saved = top_;
  const Variable* v = n->variable;
  if (v->owner == lambda_ && !v->in_cell()) {
    to_register(n->value, v->reg);
    deliver(v->reg, d);
    release_to(saved);
    return;
  }
  const int reg = operand(n->value, false);
  const VariablePlace place = place_of(v);
  if (place.captured) emit(Op::CAPTUREDCELLSET, reg, place.index);
  else emit(Op::CELLSET, place.index, reg);
  deliver(reg, d);
  release_to(saved);
}

void Generator::read_global(Op op, Value name, Destination d) {
  const int saved = top_;
  const int index = constant_index(name);
  const int reg = target_register(d);
  emit_wide(op, reg, index);
  deliver(reg, d);
  release_to(saved);
}

void Generator::global(GlobalNode* n, Destination d) { read_global(Op::GETGLOBAL, n->symbol, d); }
void Generator::function(FunctionNode* n, Destination d) { read_global(Op::FUNCTION, n->name, d); }

void Generator::set_global(SetGlobalNode* n, Destination d) {
  const int saved = top_;
  const int index = constant_index(n->symbol);
  const int reg = operand(n->value, false);
  emit_wide(Op::SETGLOBAL, reg, index);
  deliver(reg, d);
  release_to(saved);
}

// All but the last, from number `first` on.
void Generator::forms_for_effect(const std::vector<Node*>& forms, std::size_t first) {
  for (std::size_t i = first; i + 1 < forms.size(); ++i) generate(forms[i], Destination::effect());
}

void Generator::progn(PrognNode* n, Destination d) {
  forms_for_effect(n->forms, 0);
  generate(n->forms.back(), d);
}

void Generator::generate(Node* n, Destination d) {
  const SourcePosition outer = position_;
  if (n->position.line != 0) position_ = n->position;
  if (d.is_tail() && !tail_allowed_) {  // keep the frame: compute the values here, then return
    const int saved = top_;
    const int reg = allocate();
    tail_allowed_ = true;
    generate(n, Destination::values(reg));
    tail_allowed_ = false;
    emit(Op::RETURNMV, reg);
    release_to(saved);
    position_ = outer;
    return;
  }
  switch (n->kind) {
#define NODE(type, kind)    \
  case NodeKind::kind:      \
    kind(n->as<type>(), d); \
    break;
#include "compiler/nodes.def"
#undef NODE
  }
  position_ = outer;
}

// --- LET

void Generator::bind_variable(const BoundVariable& b, int reg, int& specials, bool parameter) {
  if (!is_nil(b.special)) {
    emit_wide(Op::BIND, reg, constant_index(b.special));
    ++specials;
    if (parameter) show_at(b.special, {false, reg}, false, true);
    return;
  }
  b.variable->reg = reg;
  if (b.variable->in_cell()) emit(Op::CELLNEW, reg, reg);
  show(b.variable, parameter);
}

void Generator::body_with_bindings(Node* body, int specials, Destination d) {
  if (specials == 0) {
    generate(body, d);
    return;
  }
  const int saved = top_;
  dynamic_.push_back({Dynamic::Kind::binding, specials});
  if (d.is_tail()) {
    const int reg = allocate();
    generate(body, Destination::values(reg));
    emit(Op::UNBIND, specials);
    emit(Op::RETURNMV, reg);
  } else {
    generate(body, d);
    emit(Op::UNBIND, specials);
  }
  dynamic_.pop_back();
  release_to(saved);
}

// All values first, then all bindings. Returns how many of these are of special variables.
int Generator::bind_variables(const LetNode* n) {
  std::vector<int> regs;
  for (const Binding& b : n->bindings) {
    regs.push_back(allocate());
    to_fresh_register(b.init, regs.back());
  }
  int specials = 0;
  for (std::size_t i = 0; i < regs.size(); ++i) bind_variable(n->bindings[i], regs[i], specials);
  return specials;
}

void Generator::let(LetNode* n, Destination d) {
  if (or_of(n) != nullptr) {
    or_(n, d);
    return;
  }
  if (parallel_assignment(n, d)) return;
  const int saved = top_;
  const std::size_t outer = visible_.size();
  const int specials = bind_variables(n);
  body_with_bindings(n->body, specials, d);
  end_scope(outer);
  release_to(saved);
}

// --- functions

Value Generator::static_closure(Lambda* l) {
  const auto found = context_.static_closures.find(l);
  if (found != context_.static_closures.end()) return found->second;
  const Value closure = Value::object(rt_.heap.allocate_old(Type::closure, 1));
  context_.static_closures[l] = closure;
  Generator inner(context_, l);
  rt_.heap.write(&as<Closure>(closure)->code, as<Closure>(inner.closure())->code);
  return closure;
}

void Generator::closure_into(Lambda* l, int reg) {
  if (l->free.empty()) {
    emit_wide(Op::LOADK, reg, constant_index(static_closure(l)));
    return;
  }
  Generator inner(context_, l);
  const Value code = as<Closure>(inner.closure())->code;
  const int saved = top_;
  emit(Op::CLOSURE, reg, constant_index(code), static_cast<int>(l->free.size()));
  for (Variable* v : l->free) {
    const VariablePlace place = place_of(v);
    emit(Op::CAPTURE, place.index < 0 ? reg : place.index, place.captured);
  }
  release_to(saved);
}

void Generator::lambda(LambdaNode* n, Destination d) {
  const int saved = top_;
  const int reg = target_register(d);
  closure_into(n->lambda, reg);
  deliver(reg, d);
  release_to(saved);
}

// Closures of LABELS refer to each other: those that are made later are patched into those made before.
void Generator::closures_of(const LocalFunctionsNode* n) {
  std::vector<LocalFunction*> closures;
  for (LocalFunction* f : n->functions)
    if (!f->known()) {
      closures.push_back(f);
      f->variable->reg = allocate();
      emit(Op::LOADNIL, f->variable->reg);
    }
  for (LocalFunction* f : closures) closure_into(f->lambda, f->variable->reg);
  for (std::size_t i = 0; i < closures.size(); ++i) {
    for (std::size_t j = i; j < closures.size(); ++j) {
      const int index = closures[i]->lambda->free_index(closures[j]->variable);
      if (index >= 0) emit(Op::CLOSURESET, closures[i]->variable->reg, index, closures[j]->variable->reg);
    }
  }
}

void Generator::local_functions(LocalFunctionsNode* n, Destination d) {
  const int saved = top_;
  closures_of(n);
  const bool joins =
      std::any_of(n->functions.begin(), n->functions.end(), [](const LocalFunction* f) { return f->inlined == Inlined::at_definition; });
  if (joins) {
    with_inlined_bodies(n, d);
  } else {
    generate(n->body, d);
  }
  release_to(saved);
}

// --- parameters

// Fill in what was not supplied, then bind special variables and make cells.
void Generator::parameter(const Parameter& p, int reg, bool optional) {
  if (optional) {
    if (p.supplied.is_there()) supplied_parameter(p.supplied, reg);
    Label given;
    emit_jump(Op::JSUPPLIED, reg, given);
    to_register(p.init, reg);
    bind(given);
    const Variable* v = p.supplied.variable;
    if (v != nullptr && v->in_cell()) emit(Op::CELLNEW, v->reg, v->reg);
    if (v != nullptr) show(v);
  }
  bind_variable(p, reg, dynamic_.back().operand, true);
}

// A variable gets its cell, if any, only after the default was computed.
void Generator::supplied_parameter(const BoundVariable& supplied, int reg) {
  const int value = allocate();
  emit(Op::SUPPLIEDP, value, reg);
  if (supplied.is_special()) bind_variable(supplied, value, dynamic_.back().operand);
  else supplied.variable->reg = value;
}

// Arguments arrive in the first registers: required, optional, rest, keywords, then lifted variables.
void Generator::prologue() {
  const int total =
      static_cast<int>(lambda_->required.size() + lambda_->optional.size() + (lambda_->has_rest ? 1 : 0) + lambda_->key.size());
  allocate(total);
  if (lambda_->lifted()) {
    lifted_first_ = total;
    allocate(static_cast<int>(lambda_->free.size()));
  }
  show_captured();
  int reg = 0;
  for (const Parameter& p : lambda_->required) parameter(p, reg++, false);
  for (const Parameter& p : lambda_->optional) parameter(p, reg++, true);
  if (lambda_->has_rest) parameter(lambda_->rest, reg++, false);
  for (const Parameter& p : lambda_->key) parameter(p, reg++, true);
  for (const Value v : loop_constants(lambda_)) {
    constant_registers_.emplace_back(v, allocate());
    load_constant(v, constant_registers_.back().second);
  }
}

void Generator::lambda_body() {
  const int specials = dynamic_.back().operand;
  if (specials == 0) {
    dynamic_.pop_back();
    generate(lambda_->body, Destination::tail());
    return;
  }
  const int reg = allocate();
  generate(lambda_->body, Destination::values(reg));
  emit(Op::UNBIND, specials);
  emit(Op::RETURNMV, reg);
}

Value Generator::closure() {
  if (lambda_->debug < 2) find_ended_variables(lambda_);
  const Value v = attempt();
  if (!overflow_) return v;
  context_.codes.pop_back();
  Generator again(context_, lambda_);
  again.long_jumps_ = true;
  return again.attempt();
}

Value Generator::attempt() {
  position_ = lambda_->position;
  tail_allowed_ = lambda_->tail_calls;
  dynamic_.push_back({Dynamic::Kind::binding, 0});
  prologue();
  lambda_body();
  end_scope(0);
  generate_asides();
  return finish();
}

Value Generator::finish() {
  Heap& heap = rt_.heap;
  if (!overflow_) tidy_jumps(code_, positions_, variables_);
  Arity arity = lambda_->arity;
  if (lambda_->lifted()) {
    arity.required += static_cast<std::uint32_t>(lambda_->free.size());
    arity.known = true;
  }
  const Value instructions = make_instructions(heap, arity, static_cast<std::uint32_t>(most_ + 1), code_);
  Object* object = heap.allocate_old(Type::code, code_fixed_slots + constants_.size());
  Code* code = reinterpret_cast<Code*>(object);
  heap.write(&code->instructions, instructions);
  heap.write(&code->name, lambda_->name);
  heap.write(&code->lambda_list, lambda_->lambda_list);
  set_origin(heap, code, rt_.source_file, lambda_->documentation);
  code->arity = Value::fixnum(arity.pack());
  if (rt_.largest_frame.as_fixnum() < most_ + 1) rt_.largest_frame = Value::fixnum(most_ + 1);
  if (!lambda_->key.empty()) {
    Object* keywords = heap.allocate_old(Type::simple_vector, lambda_->key.size());
    for (std::size_t i = 0; i < lambda_->key.size(); ++i) heap.write(keywords, i, lambda_->key[i].keyword);
    heap.write(&code->keywords, Value::object(keywords));
  }
  set_tables(heap, code, make_positions(heap, pack_positions(positions_)), make_variable_table(heap, variables_));
  for (std::size_t i = 0; i < constants_.size(); ++i) heap.write(&code->constants[i], constants_[i]);
  Object* closure = heap.allocate_old(Type::closure, 1, Value::object(object));
  context_.codes.push_back(code);
  return Value::object(closure);
}

Value generate(Runtime& rt, Lambda* lambda, LoadTime load_time) {
  GenerationContext context{rt, {}, nullptr, {}};
  const Value function = Generator(context, lambda).closure();
  if (context.too_large != nullptr)
    return rt.fail_simple(Known::simple_program_error,
                          "~:[A function without a name~;~:*The function ~S~] is too large: it needs more than ~D registers or constants.",
                          {context.too_large->name, Value::fixnum(UINT16_MAX)});
  if (config::verify_code && load_time == LoadTime::now) {
    const std::string problem = verify_code(rt, context.codes, function);
    if (!problem.empty()) return rt.fail_simple(Known::simple_error, "the compiler made wrong code: ~A", {rt.make_string(problem)});
  }
  return function;
}

}  // namespace tessera
