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
#include "vm/values.hpp"

namespace tessera {

/// Pushes a service frame; execution continues at a STUBCALL in it, which calls f.
///   S[-2] fixnum 1   S[-1] pc   S[0] words from the served frame   S[1] dest
///   S[2] f           S[3] return address                           S[4]... arguments
ResumePoint push_service(VmState& m, ResumePoint at, Value* top, int dest, Value f, std::initializer_list<Value> args) {
  Value* s = top + 2;
  Value* const end = s + args.size() + 64;
  if (end > m.stack.checked) m.stack.checked = end;  // the reserve is larger than the limit
  s[-2] = Value::fixnum(1);
  s[-1] = raw_pointer(at.pc);
  s[0] = Value::fixnum(s - at.base);
  s[1] = Value::fixnum(dest);
  s[2] = f;
  s[3] = raw_pointer(&service_stub[1]);
  std::copy(args.begin(), args.end(), s + 4);
  m.stub_arguments = static_cast<std::uint32_t>(args.size());
  m.tail_calls.note_new_frame(s + 4);
  return {s, &service_stub[0]};
}

namespace {

constexpr int test_result = -3;  // in place of a register: the value decides whether the failed test jumps

/// True if the test jumps when the function in whose name it fails returns true.
bool jumps_if_true(const Instruction& test) {
  const Op op = static_cast<Op>(test.op), other = opposite(op);
  return op < other || std::strcmp(facts_of(op).effects.operation, facts_of(other).effects.operation) != 0;
}

}  // namespace

ResumePoint deliver(VmState& m, const Value* service) {
  const auto dest = static_cast<int>(service[1].as_fixnum());
  ResumePoint served{const_cast<Value*>(service) - service[0].as_fixnum(), instruction_pointer(service[-1])};
  if (dest == no_return) {
    m.fail_simple(Known::simple_control_error, "a handler returned from an unrecoverable failure");
    return leave_to_host(m, m.heap.cons(m.failure.type, m.failure.initargs));
  }
  if (dest >= 0) served.base[dest] = service[2];
  if (dest == test_result && jumps_if_true(served.pc[-1]) != is_nil(service[2]))
    served.pc += operand_value(served.pc[-1], offset_operand(served.pc[-1]));
  m.leave_red_zone(served.base);
  return served;
}

ResumePoint ask_for(VmState& m, ResumePoint at, Known hook, Value name) {
  m.save(at);
  return push_service(m, at, frame_top(at.base), at.pc[-1].a, m.hook(hook), {name});
}

/// Looks up in opcodes.def in whose name the instruction fails, and where a handler's value goes.
ResumePoint instruction_failed(VmState& m, ResumePoint at) {
  const Instruction& failed = at.pc[-1];
  const InstructionFacts& facts = facts_of(failed);
  const int dest = facts.control.flow == Flow::exits          ? no_return
                   : has_opposite(static_cast<Op>(failed.op)) ? test_result
                   : facts.operands[0].written                ? failed.a
                                                              : -1;
  return signal_failure(m, at, dest, operation_name(m, failed));
}

namespace {

/// Calls Lisp for GETHASH or PUTHASH of a table with a user-defined test.
ResumePoint ask_custom_table(VmState& m, ResumePoint at) {
  const Instruction& i = at.pc[-1];
  const Value* R = at.base;
  const auto function = [&m](std::string_view name) { return m.symbol(m.tessera(name))->function; };
  if (is(i, Op::PUTHASH)) return push_service(m, at, frame_top(at.base), -1, function("%CUSTOM-PUTHASH"), {R[i.a], R[i.b], R[i.c]});
  const Value fallback = is(i, Op::GETHASHOR) ? R[i.a] : NIL;
  return push_service(m, at, frame_top(at.base), i.a, function("%CUSTOM-GETHASH"), {R[i.b], R[i.c], fallback});
}

ResumePoint signal_exhausted(VmState& m, ResumePoint at, Value* top, Known kind) {
  return push_service(m, at, top, no_return, m.hook(Known::storage_exhausted), {m.sym(kind)});
}

ResumePoint leave_with_failure(VmState& m) { return leave_to_host(m, m.heap.cons(m.failure.type, m.failure.initargs)); }

}  // namespace

ResumePoint wrong_type(VmState& m, ResumePoint at, Value datum, Known type) {
  m.save(at);
  if (type == Known::hash_table && has_type(datum, Type::custom_table)) return ask_custom_table(m, at);
  m.fail_type(datum, type);
  return instruction_failed(m, at);
}

ResumePoint not_an_instance(VmState& m, ResumePoint at, Value datum) {
  m.save(at);
  m.fail_type(datum, m.cl("STRUCTURE-OBJECT"));
  return instruction_failed(m, at);
}

ResumePoint retry_puthash(VmState& m, ResumePoint at) {
  m.effects = 0;  // a table grows before it is changed
  if (!m.wants_memory()) return instruction_failed(m, at);
  const Instruction& put = at.pc[-1];
  m.stack.top = frame_top(at.base);
  m.heap.collect(Heap::Reason::full);
  const Value* R = at.base;
  return is_failed(table_put(m, R[put.b], R[put.a], R[put.c])) ? instruction_failed(m, at) : at;
}

ResumePoint signal_failure(VmState& m, ResumePoint at, int dest, Value operation) {
  if (TESSERA_UNLIKELY(m.was_interrupted())) {  // handles the interrupt, then executes the instruction again
    m.failure.type = NIL;
    return poll(m, {at.base, at.pc - 1});
  }
  Value* const top = frame_top(at.base);
  if (TESSERA_UNLIKELY(m.stack.in_red_zone && top + 1024 > m.stack.limit)) return stack_overflow(m, at, top);
  if (m.hook(Known::signal_failure) == m.undefined_function) return leave_with_failure(m);
  return push_service(m, at, std::max(top, at.base + std::max(dest, 0) + 2), dest, m.hook(Known::signal_failure),
                      {m.failure.type, m.failure.initargs, operation});
}

ResumePoint stack_overflow(VmState& m, ResumePoint at, Value* top) {
  if (!m.stack.enter_red_zone()) return leave_to_host(m, m.sym(Known::stack));
  return signal_exhausted(m, at, top, Known::stack);
}

ResumePoint signal_exception(VmState& m, const char* what) {
  if (m.has_pending_exit()) return resume_exit(m);
  const ResumePoint at{m.base, m.pc};
  if (what != nullptr) {
    try {
      if (m.fail_by_exception) m.fail_by_exception();
      else m.fail_simple(Known::simple_error, "An exception of C++: ~A", {m.make_string(what)});
      const int window = at.pc[-1].a;
      const Value native = at.base[window];
      return signal_failure(m, at, window, has_type(native, Type::native) ? as<Native>(native)->name : NIL);
    } catch (const std::bad_alloc&) {}  // memory ran out: that is signalled instead
  }
  return signal_exhausted(m, at, std::max(frame_top(at.base), m.stack.top), Known::heap);
}

ResumePoint call_non_function(VmState& m, ResumePoint at, Call c) {
  const bool is_symbol = Runtime::is_symbol(c.function());
  if (!is_symbol && c.function() != m.undefined_function) {
    m.fail_type(c.function(), m.sym(Known::function));
    return call_failed(m, at, c, m.sym(Known::funcall));
  }
  const Value running = at.base[-2];
  const Value named = has_type(running, Type::closure) ? called_name(at.pc[-1], constants_of(running)) : NIL;
  const Value name = is_symbol ? c.function() : named;
  const Value arguments = list_of(m, c.window + 2, c.count);
  if (m.hook(Known::undefined_function_hook) == m.undefined_function) {
    const bool is_of_hook = is_nil(name) && c.count > 0 && Runtime::is_symbol(c.window[2]);  // its argument is the symbol
    m.fail_simple(Known::simple_error, "there is no function or variable ~A", {is_of_hook ? c.window[2] : name});
    return leave_with_failure(m);
  }
  return push_service(m, at, std::max(c.window + 2 + c.count, frame_top(at.base)), static_cast<int>(c.window - at.base),
                      m.hook(Known::undefined_function_hook), {name, arguments});
}

void fail_native_arity(VmState& m, const Native* native, std::uint32_t count) {
  m.fail(Known::wrong_argument_count, {m.sym(Known::argument_count), Value::fixnum(count), m.sym(Known::parameters),
                                       m.make_string(arity_text(NativeArity::of(native)))});
}

Value retry_native(VmState& m, Value* window, std::uint32_t count) {
  Value result = FAILED;
  if (m.wants_memory()) {
    m.heap.collect(Heap::Reason::full);
    result = call_native(m, window[0], window, count);
  }
  while (result == FAILED && m.was_interrupted()) {
    m.failure.type = NIL;
    if (!handle_interrupts(m)) return FAILED;
    result = call_native(m, window[0], window, count);
  }
  return result;
}

namespace {

/// Collects. Continues elsewhere if the heap is beyond its limit.
ResumePoint collect_at(VmState& m, ResumePoint at) {
  m.heap.collect(Heap::Reason::nursery_full);
  if (TESSERA_UNLIKELY(m.heap.over_limit()) && !m.heap_signalled) {
    m.heap_signalled = true;
    return signal_exhausted(m, at, frame_top(at.base), Known::heap);
  }
  if (!m.heap.over_limit()) m.heap_signalled = false;
  else if (m.heap.used_bytes() > m.heap.limit_bytes() + m.heap.limit_bytes() / 4) return leave_to_host(m, m.sym(Known::heap));
  return at;
}

bool take_bit(VmState& m, std::uint32_t bits, PollBit bit) {
  if (TESSERA_LIKELY((bits & bit) == 0)) return false;
  m.heap.poll.fetch_and(~std::uint32_t{bit});
  return true;
}

}  // namespace

ResumePoint poll(VmState& m, ResumePoint at) {
  m.save(at);
  m.stack.top = frame_top(at.base);
  const std::uint32_t bits = m.heap.poll.load(std::memory_order_relaxed);
  if ((bits & (poll_gc | poll_stress)) != 0) {
    const ResumePoint next = collect_at(m, at);
    if (TESSERA_UNLIKELY(next.base != at.base || next.pc != at.pc)) return next;
  }
  if (TESSERA_UNLIKELY((bits & (poll_end | poll_count)) != 0) && is_to_end(m)) return unwind(m, 0, 0, NIL);
  const bool may_switch = take_bit(m, bits, poll_yield) || (bits & poll_stress) != 0;  // stress switches threads, too
  if (TESSERA_UNLIKELY(may_switch) && m.has_others_ && m.lisp_threads.may_be_stopped(at)) m.lisp_threads.yield();
  if (TESSERA_UNLIKELY(!m.is_main_thread()) && m.lisp_threads.is_asked_to_end()) return unwind(m, 0, 0, NIL);
  const auto call_hook = [&](Known name) { return push_service(m, at, frame_top(at.base), -1, m.hook(name), {}); };
  if (take_bit(m, bits, poll_tick)) return call_hook(Known::handle_tick);
  if (m.take_interrupt()) return call_hook(Known::handle_interrupt);
  if (take_bit(m, m.heap.poll.load(std::memory_order_relaxed), poll_finalize)) return call_hook(Known::run_finalizers);
  return at;
}

}  // namespace tessera
