// Service frames, by which the VM calls Lisp in the middle of an instruction; and safepoints.
#include "vm/loop/services.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "compiler/instructions.hpp"
#include "data/symbols/packages.hpp"
#include "data/tables/hash_tables.hpp"
#include "runtime/interrupts.hpp"
#include "vm/ending.hpp"
#include "vm/loop/frames.hpp"
#include "vm/loop/primitives.hpp"
#include "vm/profiler/profiler.hpp"
#include "vm/values.hpp"

namespace tessera {

/// Pushes a service frame; execution continues at a STUBCALL in it, which calls f.
///   S[-2] fixnum 1   S[-1] pc   S[0] words from the served frame   S[1] dest
///   S[2] f           S[3] return address                           S[4]... arguments
ResumePoint push_service(VmState& vm, ResumePoint at, Value* top, int dest, Value f, std::initializer_list<Value> args) {
  Value* s = top + 2;
  Value* const end = s + args.size() + 64;
  if (end > vm.stack.checked) vm.stack.set_mark(end);  // the reserve is larger than the limit
  s[-2] = Value::fixnum(1);
  s[-1] = raw_pointer(at.pc);
  s[0] = Value::fixnum(s - at.base);
  s[1] = Value::fixnum(dest);
  s[2] = f;
  s[3] = raw_pointer(&service_stub[1]);
  std::copy(args.begin(), args.end(), s + 4);
  vm.stub_arguments = static_cast<std::uint32_t>(args.size());
  vm.tail_calls.note_new_frame(s + 4);
  return {s, &service_stub[0]};
}

namespace {

/// True if the test jumps when the function in whose name it fails returns true: JLT fails in the name of <, and jumps
/// if < is true; JNLT fails in the same name, and jumps if < is false.
bool jumps_if_true(const Instruction& test) {
  const Op op = static_cast<Op>(test.op), other = opposite(op);
  return op < other || std::strcmp(facts_of(op).effects.operation, facts_of(other).effects.operation) != 0;
}

}  // namespace

ResumePoint deliver(VmState& vm, const Value* service) {
  const auto dest = static_cast<int>(service[1].as_fixnum());
  ResumePoint served{const_cast<Value*>(service) - service[0].as_fixnum(), instruction_pointer(service[-1])};
  if (dest == no_value) {
    vm.fail_simple(Known::simple_control_error, "a handler returned from an unrecoverable failure");
    return leave_to_host(vm, vm.heap.cons(vm.failure.type, vm.failure.initargs));
  }
  if (dest >= 0) served.base[dest] = service[2];
  if (dest == value_of_test && jumps_if_true(served.pc[-1]) != is_nil(service[2]))
    served.pc += operand_value(served.pc[-1], offset_operand(served.pc[-1]));
  vm.leave_red_zone(served.base);
  return served;
}

ResumePoint ask_for(VmState& vm, ResumePoint at, Known hook, Value name) {
  vm.save(at);
  return push_service(vm, at, frame_top(at.base), at.pc[-1].a, vm.hook(hook), {name});
}

/// Looks up in opcodes.def in whose name the instruction fails, and where a handler's value goes.
ResumePoint instruction_failed(VmState& vm, ResumePoint at) {
  const Instruction& failed = at.pc[-1];
  const InstructionFacts& facts = facts_of(failed);
  const int dest = facts.control.flow == Flow::exits          ? no_value
                   : has_opposite(static_cast<Op>(failed.op)) ? value_of_test
                   : facts.operands[0].written                ? int{failed.a}
                                                              : unused_value;
  return signal_failure(vm, at, dest, operation_name(vm, failed));
}

namespace {

/// Calls Lisp for GETHASH or PUTHASH of a table with a user-defined test.
ResumePoint ask_custom_table(VmState& vm, ResumePoint at) {
  const Instruction& i = at.pc[-1];
  const Value* R = at.base;
  const auto function = [&vm](std::string_view name) { return vm.symbol(vm.tessera(name))->function; };
  if (is(i, Op::PUTHASH))
    return push_service(vm, at, frame_top(at.base), unused_value, function("%CUSTOM-PUTHASH"), {R[i.a], R[i.b], R[i.c]});
  const Value fallback = is(i, Op::GETHASHOR) ? R[i.a] : NIL;
  return push_service(vm, at, frame_top(at.base), i.a, function("%CUSTOM-GETHASH"), {R[i.b], R[i.c], fallback});
}

ResumePoint signal_exhausted(VmState& vm, ResumePoint at, Value* top, Known kind) {
  return push_service(vm, at, top, no_value, vm.hook(Known::storage_exhausted), {vm.sym(kind)});
}

ResumePoint leave_with_failure(VmState& vm) { return leave_to_host(vm, vm.heap.cons(vm.failure.type, vm.failure.initargs)); }

}  // namespace

ResumePoint wrong_type(VmState& vm, ResumePoint at, Value datum, Known type) {
  vm.save(at);
  if (type == Known::hash_table && has_type(datum, Type::custom_table)) return ask_custom_table(vm, at);
  vm.fail_type(datum, type);
  return instruction_failed(vm, at);
}

ResumePoint not_an_instance(VmState& vm, ResumePoint at, Value datum) {
  vm.save(at);
  vm.fail_type(datum, vm.cl("STRUCTURE-OBJECT"));
  return instruction_failed(vm, at);
}

ResumePoint retry_puthash(VmState& vm, ResumePoint at) {
  vm.mv.effects = 0;  // a table grows before it is changed
  if (!vm.wants_memory()) return instruction_failed(vm, at);
  const Instruction& put = at.pc[-1];
  vm.stack.top = frame_top(at.base);
  vm.heap.collect(Heap::Reason::full);
  const Value* R = at.base;
  return is_failed(table_put(vm, R[put.b], R[put.a], R[put.c])) ? instruction_failed(vm, at) : at;
}

ResumePoint signal_failure(VmState& vm, ResumePoint at, int dest, Value operation) {
  if (TESSERA_UNLIKELY(vm.was_interrupted())) {  // handles the interrupt, then executes the instruction again
    vm.failure.type = NIL;
    return poll(vm, {at.base, at.pc - 1});
  }
  Value* const top = frame_top(at.base);
  if (TESSERA_UNLIKELY(vm.stack.in_red_zone && top + 1024 > vm.stack.limit)) return stack_overflow(vm, at, top);
  if (vm.hook(Known::signal_failure) == vm.undefined_function) return leave_with_failure(vm);
  return push_service(vm, at, std::max(top, at.base + std::max(dest, 0) + 2), dest, vm.hook(Known::signal_failure),
                      {vm.failure.type, vm.failure.initargs, operation});
}

ResumePoint stack_overflow(VmState& vm, ResumePoint at, Value* top) {
  if (!vm.stack.enter_red_zone()) return leave_to_host(vm, vm.sym(Known::stack));
  return signal_exhausted(vm, at, top, Known::stack);
}

ResumePoint signal_exception(VmState& vm, const char* what) {
  if (vm.has_pending_exit()) return resume_exit(vm);
  const ResumePoint at{vm.base, vm.pc};
  if (what != nullptr) {
    try {
      if (vm.fail_by_exception) vm.fail_by_exception();
      else vm.fail_simple(Known::simple_error, "C++ exception: ~A", {vm.make_string(what)});
      const int window = at.pc[-1].a;
      const Value native = at.base[window];
      return signal_failure(vm, at, window, has_type(native, Type::native) ? as<Native>(native)->name : NIL);
    } catch (const std::bad_alloc&) {}  // memory ran out: that is signalled instead
  }
  return signal_exhausted(vm, at, std::max(frame_top(at.base), vm.stack.top), Known::heap);
}

ResumePoint call_non_function(VmState& vm, ResumePoint at, Call c) {
  const bool is_symbol = Runtime::is_symbol(c.function());
  if (!is_symbol && c.function() != vm.undefined_function) {
    vm.fail_type(c.function(), vm.sym(Known::function));
    return call_failed(vm, at, c, vm.sym(Known::funcall));
  }
  const Value running = at.base[-2];
  const Value named = has_type(running, Type::closure) ? called_name(at.pc[-1], constants_of(running)) : NIL;
  const Value name = is_symbol ? c.function() : named;
  const Value arguments = list_of(vm, c.window + 2, c.count);
  if (vm.hook(Known::undefined_function_hook) == vm.undefined_function) {
    const bool is_of_hook = is_nil(name) && c.count > 0 && Runtime::is_symbol(c.window[2]);  // its argument is the symbol
    vm.fail_simple(Known::simple_error, "there is no function or variable ~A", {is_of_hook ? c.window[2] : name});
    return leave_with_failure(vm);
  }
  return push_service(vm, at, std::max(c.window + 2 + c.count, frame_top(at.base)), static_cast<int>(c.window - at.base),
                      vm.hook(Known::undefined_function_hook), {name, arguments});
}

void fail_native_arity(VmState& vm, const Native* native, std::uint32_t count) {
  vm.fail(Known::wrong_argument_count, {vm.sym(Known::argument_count), Value::fixnum(count), vm.sym(Known::parameters),
                                        vm.make_string(arity_text(NativeArity::of(native)))});
}

Value retry_native(VmState& vm, Value* window, std::uint32_t count) {
  Value result = FAILED;
  if (vm.wants_memory()) {
    vm.heap.collect(Heap::Reason::full);
    result = call_native(vm, window[0], window, count);
  }
  while (result == FAILED && vm.was_interrupted()) {
    vm.failure.type = NIL;
    if (!handle_interrupts(vm)) return FAILED;
    result = call_native(vm, window[0], window, count);
  }
  return result;
}

namespace {

/// Collects. Continues elsewhere if the heap is beyond its limit.
ResumePoint collect_at(VmState& vm, ResumePoint at) {
  vm.chore = VmState::Chore::collects;
  vm.heap.collect(Heap::Reason::nursery_full);
  vm.chore = VmState::Chore::none;
  if (TESSERA_UNLIKELY(vm.heap.over_limit()) && !vm.heap_signalled) {
    vm.heap_signalled = true;
    return signal_exhausted(vm, at, frame_top(at.base), Known::heap);
  }
  if (!vm.heap.over_limit()) vm.heap_signalled = false;
  else if (vm.heap.used_bytes() > vm.heap.limit_bytes() + vm.heap.limit_bytes() / 4) return leave_to_host(vm, vm.sym(Known::heap));
  return at;
}

bool take_bit(VmState& vm, std::uint32_t bits, PollBit bit) {
  if (TESSERA_LIKELY((bits & bit) == 0)) return false;
  vm.heap.poll.fetch_and(~std::uint32_t{bit});
  return true;
}

}  // namespace

ResumePoint poll(VmState& vm, ResumePoint at) {
  vm.save(at);
  vm.stack.top = frame_top(at.base);
  const std::uint32_t bits = vm.heap.poll.load(std::memory_order_relaxed);
  if ((bits & poll_sample) != 0) vm.profiler->take();
  if ((bits & (poll_gc | poll_stress)) != 0) {
    const ResumePoint next = collect_at(vm, at);
    if (TESSERA_UNLIKELY(next.base != at.base || next.pc != at.pc)) return next;
  }
  if (TESSERA_UNLIKELY((bits & (poll_end | poll_count)) != 0) && is_to_end(vm)) return unwind(vm, 0, 0, NIL);
  const bool may_switch = take_bit(vm, bits, poll_yield) || (bits & poll_stress) != 0;  // stress switches threads, too
  if (TESSERA_UNLIKELY(may_switch) && vm.has_other_threads && vm.lisp_threads.may_be_stopped(at)) vm.lisp_threads.yield();
  if (TESSERA_UNLIKELY(!vm.is_main_thread()) && vm.lisp_threads.is_asked_to_end()) return unwind(vm, 0, 0, NIL);
  const auto call_hook = [&](Known name) { return push_service(vm, at, frame_top(at.base), unused_value, vm.hook(name), {}); };
  if (platform::asks_for_interrupts && (bits & poll_count) != 0 && platform::interrupt_is_asked()) vm.interrupt();
  if (take_bit(vm, bits, poll_tick)) return call_hook(Known::handle_tick);
  if (vm.take_interrupt()) return call_hook(Known::handle_interrupt);
  if (take_bit(vm, vm.heap.poll.load(std::memory_order_relaxed), poll_finalize)) return call_hook(Known::run_finalizers);
  return at;
}

}  // namespace tessera
