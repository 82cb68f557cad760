// The state of the VM: its interface for the rest of the engine, and its roots.
#include "vm/vm_state.hpp"

#include <algorithm>
#include <stdexcept>

#include "runtime/compilation.hpp"
#include "vm/stack/unwind.hpp"

namespace tessera {

std::unique_ptr<Vm> Vm::create(std::size_t heap_limit_bytes, std::size_t stack_limit_words) {
  return std::make_unique<VmState>(heap_limit_bytes, stack_limit_words);
}

VmState::VmState(std::size_t heap_limit_bytes, std::size_t stack_limit_words) : Vm(heap_limit_bytes) {
  constexpr std::size_t extra = 2 * config::stack_red_zone_words, most = std::size_t{1} << (config::is_narrow ? 27 : 40);
  const std::size_t words = std::clamp(stack_limit_words, config::stack_step_words, most);
  if (!stack.reserve(words, std::min(words + extra, config::min_stack_words)))
    throw std::runtime_error("tessera: there is too little address space for the stack (see ulimit -v)");
  shared.reset(stack.begin);
  heap.lower_limit_to_address_space();
}

VmState::~VmState() {
  lisp_threads.end_all();
  stack.release();
}

bool Vm::is_running() const { return VmState::of(*this).native_depth > 0; }
bool Vm::exit_is_under_way() const { return VmState::of(*this).has_pending_exit(); }
const std::string& Vm::ended_where() const { return VmState::of(*this).ended_at; }
Threads& Vm::threads() { return VmState::of(*this).lisp_threads; }
#ifdef TESSERA_MACHINE_CODE
JitState& Vm::jit() { return VmState::of(*this).jit; }
#endif
std::size_t Vm::stack_words_used() const {
  const LispStack& stack = VmState::of(*this).stack;
  return static_cast<std::size_t>(stack.top - stack.begin);
}

void Vm::interrupt() {
  VmState::of(*this).interrupted_from_outside.store(true);
  heap.poll.fetch_or(poll_interrupt);
  wakeup.wake();
}

void Vm::ask_to_exit(int status) {
  exit_asked.store(status, std::memory_order_relaxed);
  interrupt();
}

bool Vm::host_is_debugger(Value debugger) const {
  const std::vector<Record>& records = VmState::of(*this).records;
  for (std::size_t i = records.size(); i-- > 0;) {
    const Record& r = records[i];
    if (r.kind == Record::Kind::binding && r.a == debugger) return false;
    if (r.kind == Record::Kind::border && r.reg == guarded_border) return true;
  }
  return false;
}

Value Vm::leave_to_host(Value type, Value initargs) {
  VmState& vm = VmState::of(*this);
  vm.exit.values[0] = heap.cons(type, initargs);
  vm.exit.values[1] = Value::fixnum(1);
  vm.exit.target = host_record(vm);
  return FAILED;
}

void VmState::bind_variable(Value symbol, Value value) { push_binding(*this, base, symbol, value); }
void VmState::unbind_variable() { pop_record(*this); }

bool VmState::free_memory() {
  if (!may_free_memory()) return false;
  heap.collect(Heap::Reason::full);
  return true;
}

bool VmState::is_interrupt_pending() {
  if (is_main_thread()) return Runtime::is_interrupt_pending();
  return (heap.poll.load(std::memory_order_relaxed) & poll_interrupt) != 0;
}

// --- the collector

void Execution::trace(Tracer& tracer) {
  stack.trace(tracer);
  for (Record& r : records) {
    tracer.visit(r.a);
    tracer.visit(r.b);
  }
  tracer.visit_range(exit.values, 2);
  if (!shared.any()) shared.frames = NIL;  // frames that were shared last would stay alive
  tracer.visit(shared.frames);
}

void VmState::trace_roots(Tracer& tracer) {
  Runtime::trace_roots(tracer);
  Execution::trace(tracer);
  for (TailCallRing::Entry& e : tail_calls.entries) tracer.visit(e.function);
  lisp_threads.trace(tracer);
}

void VmState::after_collection() {
  const auto largest = static_cast<std::size_t>(largest_frame.as_fixnum());
  stack.after_collection(base, largest, !heap.nursery_is_empty());
  lisp_threads.after_collection(largest);
  show_mark();
}

// --- for tests

std::string Vm::leftovers() const {
  const VmState& vm = VmState::of(*this);
  std::string found;
  const auto check = [&found](bool good, const char* what) {
    if (!good) found += std::string(found.empty() ? "" : ", ") + what;
  };
  check(vm.records.empty(), "dynamic records");
  check(vm.native_depth == 0, "a call from C++");
  check(vm.stack.is_empty() && vm.base == nullptr, "a frame");
  check(!vm.has_pending_exit(), "an exit");
  check(!vm.stack.in_red_zone && vm.stack.limit + config::stack_red_zone_words == vm.stack.hard_limit && vm.stack.checked <= vm.stack.limit,
        "the stack's red zone");
  check(!vm.heap_signalled, "a shortage of heap");
  check(mv.count == 1, "multiple values");
  const Value* const end = std::min(vm.stack.checked + config::stack_step_words, vm.stack.hard_limit);
  check(std::all_of(std::min<const Value*>(std::max(vm.stack.checked, vm.stack.unclean), end), end, [](Value v) { return v == Value(); }),
        "words above the stack");
  check(compilation->environments.empty(), "lexical environments");
  for (const Known bound : {Known::handler_clusters, Known::restart_clusters})
    check(is_nil(symbol(sym(bound))->value), "handlers or restarts");
  return found;
}

}  // namespace tessera
