// What machine code calls functions by.
#include "machine/call_table.hpp"

namespace tessera {

MachineCall* CallTable::find(Value called, std::uint32_t count) {
  const auto [place, is_new] = calls_.try_emplace({called.bits(), count});
  MachineCall& call = place->second;
  if (is_new) {
    call.called = called;
    call.count = count;
    disconnect(call);
  }
  return &call;
}

void CallTable::disconnect(MachineCall& call) {
  call.target = MachineLayout::links(vm_).call_unknown;
  call.function = call.count == known ? call.called : NIL;
}

void CallTable::connect(MachineCall& call) {
  const Value f = call.count == known ? call.called : as<Symbol>(call.called)->function;
  if (call.count != known && !is_closure_for(f, call.count)) return;
  const Prologue* const prologue = entry_of(f);
  if (prologue->machine_code == nullptr) return;
  call.function = f;
  call.target = prologue->machine_code;
  if (!vm_.heap.is_settled(f)) young_.push_back(&call);
}

void CallTable::forget_symbol(Value symbol) {
  for (auto c = calls_.lower_bound({symbol.bits(), 0}); c != calls_.end() && c->first.first == symbol.bits(); ++c) disconnect(c->second);
}

void CallTable::forget_machine_code(const Code* code) {
  for (auto& [key, call] : calls_)
    if (has_type(call.function, Type::closure) && code_of(as<Closure>(call.function)) == code) disconnect(call);
}

void CallTable::trace_young(Tracer& tracer) {
  for (MachineCall* const call : young_) tracer.visit(call->function);
}

// After a collection.
void CallTable::settle() {
  std::erase_if(young_, [this](const MachineCall* call) { return vm_.heap.is_settled(call->function); });
}

// What machine code calls is among the constants that it was made with, and lives as long as that.
void CallTable::forget_dead(const Liveness& liveness) {
  if (liveness.young_only()) return;
  std::erase_if(calls_, [&](auto& entry) {
    Value called = entry.second.called;
    const bool dead = !liveness.alive(called);
    if (dead) std::erase(young_, &entry.second);
    return dead;
  });
}

}  // namespace tessera
