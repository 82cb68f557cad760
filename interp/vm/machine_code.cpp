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
  heat_[heat_index(at.pc)] = heat_threshold_;
  const Place on = safepoint(at);
  if (on.base != at.base || on.pc != at.pc) return on;
  if (make_machine_code_ == nullptr || !has_type(at.base[-2], Type::closure)) return at;
  if (machine_code_ == nullptr) machine_code_ = make_machine_code_(*this);
  save(at);
  const Code* code = code_of(as<Closure>(at.base[-2]));
  if (prologue_of(code->instructions)->machine_code == nullptr && !machine_code_->make(code)) return at;
  const void* address = place_in_machine_code(at);
  return address == nullptr ? at : run_machine_code(at.base, address);
}

// Where machine code goes on with the instruction, nullptr if it cannot.
const void* Vm::place_in_machine_code(Place at) const {
  if (!has_type(at.base[-2], Type::closure)) return nullptr;
  const Prologue* const prologue = entry_of(at.base[-2]);
  if (prologue->machine_code == nullptr) return nullptr;
  const MachineFunction* const f = MachineFunction::of(prologue);
  const auto index = static_cast<std::size_t>(at.pc - first_instruction(prologue));
  if (index >= f->places.size() || f->places[index] == 0) return nullptr;
  return f->begin + f->places[index];
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
  for (;;) {
    const MachineCode::Left left = machine_code_->enter(base, address);
    if (left.base == nullptr) return {};
    address = place_in_machine_code({left.base, left.pc});
    if (address == nullptr) return {left.base, left.pc};
    base = left.base;
    if (TESSERA_UNLIKELY(base - 2 < clean_)) clean_ = base - 2;
  }
}

// --- what machine code calls; it has saved nothing

// A loop has become hot.
Vm::Place Vm::machine_code_rounds(Place at) {
  save(at);
  const Code* const code = code_of(as<Closure>(at.base[-2]));
  machine_code_->make_loop(code, static_cast<std::size_t>(at.pc - instructions_of(code)), at.base);
  return at;
}

// The frame of a function without machine code is there but for its registers.
Vm::Place Vm::machine_code_calls(Place at) {
  if (TESSERA_UNLIKELY(--heat_[heat_index(at.pc)] == 0)) {
    heat_[heat_index(at.pc)] = heat_threshold_;
    save(at);
    machine_code_->make(code_of(as<Closure>(at.base[-2])));
  }
  return begin_frame(at);
}

}  // namespace tessera
