// How functions become machine code, and where machine code is entered and left.
#include "vm/machine_code.hpp"

#include <algorithm>

#include "vm/frames.hpp"

namespace tessera {

void Vm::use_machine_code(std::unique_ptr<MachineCode> (*make)(Vm&), std::uint16_t threshold) {
  make_machine_code_ = make;
  heat_threshold_ = std::max<std::uint16_t>(threshold, 1);
  std::fill(std::begin(heat_), std::end(heat_), heat_threshold_);
}

// What is executed at `at` has become hot, and is at a safepoint.
Vm::Place Vm::warm(Place at) {
  make_hot(at);
  return safepoint(at);
}

// The function of the frame becomes machine code, if it can.
void Vm::make_hot(Place at) {
  heat_[heat_index(at.pc)] = heat_threshold_;
  if (make_machine_code_ == nullptr || !has_type(at.base[-2], Type::closure)) return;
  if (machine_code_ == nullptr) machine_code_ = make_machine_code_(*this);
  save(at);
  const Code* const code = code_of(as<Closure>(at.base[-2]));
  if (prologue_of(code->instructions)->machine_code == nullptr)
    machine_code_->make(code, at.pc == instructions_of(code) ? at.base : nullptr);
}

// Where machine code goes on at the place; nullptr if there is none.
const void* Vm::address_in_machine_code(Place at) {
  if (is_in_machine_code(at.pc)) return address_of(at.pc);
  if (at.base == nullptr || !has_type(at.base[-2], Type::closure)) return nullptr;
  const Prologue* const prologue = entry_of(at.base[-2]);
  if (prologue->machine_code == nullptr) return nullptr;
  const MachineFunction* const f = MachineFunction::of(prologue);
  const auto index = static_cast<std::size_t>(at.pc - first_instruction(prologue));
  if (index >= f->places.size() || f->places[index] == 0) return nullptr;
  if (TESSERA_UNLIKELY(at.base < clean_)) clean_ = at.base;
  const void* const address = f->begin + f->places[index];
  continued_at(at.pc) = {at.pc, address};
  return address;
}

bool Vm::doubts() {
  if (doubt_ == 0) return false;
  doubt_ = (doubt_ * 1664525u + 1013904223u) | 1u;
  return doubt_ >> 29 == 0;
}

std::string Vm::machine_code_of(const Code* code) { return machine_code_ == nullptr ? "" : machine_code_->listing(code); }

MachineCodeFigures Vm::machine_code_figures() const { return machine_code_ == nullptr ? MachineCodeFigures{} : machine_code_->figures(); }

// Until it comes to what has no machine code.
Vm::Place Vm::run_machine_code(Value* base, const void* address) {
  const MachineCode::Left left = machine_code_->enter(base, address);
  return {left.base, left.pc};
}

// --- what machine code calls; it has saved nothing

// A loop has become hot.
Vm::Place Vm::machine_code_rounds(Place at) {
  save(at);
  const Code* const code = code_of(as<Closure>(at.base[-2]));
  machine_code_->make_loop(code, static_cast<std::size_t>(at.pc - instructions_of(code)), at.base);
  return at;
}

// The call at `at`, for which the code in line is not. A closure that is called returns by `back`, if that is not 0.
Vm::Place Vm::machine_code_calls(Place at, Value back) {
  const Instruction i = *at.pc++;
  const auto named = [&]() __attribute__((always_inline)) { return as<Symbol>(constants_of(at.base[-2])[i.c])->function; };
  const auto called = [&](Value function) __attribute__((always_inline)) {
    if (is_symbol(function) && symbol(function)->function != undefined_function) function = symbol(function)->function;
    const Call c = call_of(function, at.base + i.a, i.b);
    if (!has_type(function, Type::closure) || back == Value()) return call(at, c);
    save(at);
    if (!is_closure_for(function, c.count) && !fit(at, c)) return at;
    c.window[1] = back;
    return begin_callee(c.window + 2);
  };
  const auto op = static_cast<Op>(i.op);
  if (op == Op::CALL) return called(at.base[i.a]);
  if (op == Op::CALLG) return called(named());
  const bool of_name = op == Op::TAILCALLG || op == Op::TAILJUMPG;
  const Call c = of_name ? call_of(named(), at.base + i.a, i.b) : Call{at.base + i.a, i.b};
  return op == Op::TAILJUMP || op == Op::TAILJUMPG ? tail_call_of_own(at, c) : tail_call(at, c);
}

// The same of a call by `call`, whose frame is made, but for its function if that is not known, and for its arguments if that does not take just
// what is given.
Vm::Place Vm::machine_code_calls_unknown(Value* callee, MachineCall& call) {
  const bool is_global = is_symbol(call.called);
  const Value f = is_global ? symbol(call.called)->function : call.called;
  if (!call.is_refused) machine_code_->connect(call, f);
  if (is_global && !is_closure_for(f, call.count)) {
    const Value back = callee[-1];
    const Instruction* const behind = instruction_pointer(back);
    Place at{callee - 2 - behind[-1].a, behind};
    if (!has_type(f, Type::closure)) return machine_code_calls({at.base, behind - 1}, back);
    callee[-2] = f;
    save(at);
    return fit(at, {callee - 2, call.count}) ? begin_callee(callee) : at;
  }
  callee[-2] = f;
  return begin_callee(callee);
}

// The arguments of a call, whose frame is there but for these. As for all frames, it is the callee that finds no room on the stack.
Vm::Place Vm::machine_code_lays_out(Value* callee, const MachineCall& call) {
  const Prologue* const entry = entry_of(callee[-2]);
  const Place at{callee, first_instruction(entry)};
  save(at);
  if (fit_arguments(callee[-2], callee - 2, call.count) == Fitted::yes) return begin_callee(callee);
  return stack_overflow(at, callee + std::max(entry->registers, call.count));
}

}  // namespace tessera
