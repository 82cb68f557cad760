// The stubs through which machine code calls functions.
#include "jit/calls/call_table.hpp"

#include <algorithm>

#include "base/config.hpp"
#include "jit/assembler/code_memory.hpp"
#include "jit/assembler/code_names.hpp"
#include "jit/calls/argument_code.hpp"
#include "jit/calls/vm_entries.hpp"
#include "platform/clock.hpp"

namespace tessera {

CallStub* CallTable::find(Value called, Value function, std::uint32_t number, std::uint32_t count, const std::vector<Value>& keywords) {
  Key key{called.bits(), number, {}};
  for (const Value keyword : keywords) std::get<2>(key).push_back(keyword.bits());
  const auto [entry, is_new] = calls_.try_emplace(std::move(key));
  CallStub& call = entry->second;
  if (is_new) {
    call.called = called;
    call.count = count;
    call.keywords = keywords;
    call.function = function;
    disconnect(call);
  }
  return &call;
}

CallStub* CallTable::of_symbol(Value symbol, std::uint32_t count, const std::vector<Value>& keywords) {
  return find(symbol, NIL, count, count, keywords);
}

void CallTable::disconnect(CallStub& call) {
  call.target = VmEntries::links(vm_).call_unknown;
  if (call.count != known) call.function = NIL;
  call.is_refused = false;
  if (call.begin == nullptr) return;
  memory_.release(const_cast<char*>(call.begin), call.bytes);
  names_.remove(call.begin);
  statistics_.bytes -= call.bytes;
  call.begin = nullptr;
}

void CallTable::connect(CallStub& call, Value function) {
  if (call.is_refused || !has_type(function, Type::closure)) return;
  const Code* const code = code_of(as<Closure>(function));
  const bool of_instruction = has_type(call.called, Type::code);
  const Value leads_to = of_instruction ? to_value(code) : function;
  if (call.function == leads_to && call.count != known) return;
  const Prologue* const prologue = prologue_of(code->instructions);
  if (prologue->machine_code == nullptr) return;
  if (of_instruction) disconnect(call);
  if (call.count == known || is_closure_for(function, call.count)) {
    if (of_instruction) return;
    call.target = prologue->machine_code;
  } else if (!make_argument_code(call, code)) {
    call.is_refused = true;
    return;
  }
  call.function = leads_to;
  if (!vm_.heap.is_settled(leads_to)) young_.push_back(&call);
}

bool CallTable::make_argument_code(CallStub& call, const Code* callee) {
  const auto arguments = ArgumentLayout::of(vm_, callee, call.count, call.keywords);
  if (!arguments || call.recompilations >= config::machine_code_argument_renewals) return false;
  const std::uint64_t begin = platform::monotonic_nanoseconds();
  ArgumentCode code(vm_, offsets_, call, callee);
  const bool made = code.make(*arguments) && keep(call, code);
  statistics_.count_time(platform::monotonic_nanoseconds() - begin);
  if (made) names_.add(vm_, call, callee);
  return made;
}

bool CallTable::keep(CallStub& call, const ArgumentCode& code) {
  const char* const begin = memory_.keep(code.code(), code.size());
  if (begin == nullptr) return false;
  call.target = call.begin = begin;
  call.bytes = code.size();
  ++call.recompilations;
  statistics_.bytes += call.bytes;
  return true;
}

void CallTable::forget_symbol(Value symbol) {
  for (auto c = calls_.lower_bound({symbol.bits(), 0, {}}); c != calls_.end() && std::get<0>(c->first) == symbol.bits(); ++c)
    disconnect(c->second);
}

void CallTable::trace_young(Tracer& tracer) {
  for (CallStub* const call : young_) tracer.visit(call->function);
}

/// Forgets the stubs whose functions do not move any more, after a collection.
void CallTable::settle() {
  std::erase_if(young_, [this](const CallStub* call) { return vm_.heap.is_settled(call->function); });
}

/// Drops the stubs of dead code. Callees and keywords are constants of the calling code, and live as long as it does.
/// Function objects that instructions have called are not kept alive.
void CallTable::forget_dead(const Liveness& liveness) {
  if (liveness.young_only()) return;
  const auto is_dead = [&liveness](Value v) { return v.is_pointer() && !liveness.alive(v); };
  for (auto c = calls_.begin(); c != calls_.end();) {
    CallStub& call = c->second;
    if (has_type(call.called, Type::code) && is_dead(call.function)) disconnect(call);
    if (is_dead(call.called) || std::any_of(call.keywords.begin(), call.keywords.end(), is_dead)) {
      disconnect(call);
      std::erase(young_, &call);
      c = calls_.erase(c);
    } else {
      ++c;
    }
  }
}

}  // namespace tessera
