// Service frames: the VM calls Lisp in the middle of an instruction. See README.md here.
#include <algorithm>
#include <new>

#include "compiler/instructions.hpp"
#include "data/streams/streams.hpp"
#include "data/symbols/packages.hpp"
#include "data/tables/hash_tables.hpp"
#include "vm/frames.hpp"
#include "vm/inline.hpp"

namespace tessera {

// The VM calls `f` for the sake of the instruction before `at.pc`, whose register `dest` (if not negative) gets the
// value. The place that is returned is such that `f` is to be called in window base + 2.
//   S[-2] fixnum 1   S[-1] pc   S[0] words from the served frame   S[1] dest   S[2] f   S[3] return address   S[4]... args
Vm::Place Vm::push_service(Place at, Value* top, int dest, Value f, std::initializer_list<Value> args) {
  Value* s = top + 2;
  if (s + args.size() + 64 > checked_) checked_ = s + args.size() + 64;  // the reserve is larger than the limit
  s[-2] = Value::fixnum(1);
  s[-1] = raw_pointer(at.pc);
  s[0] = Value::fixnum(s - at.base);
  s[1] = Value::fixnum(dest);
  s[2] = f;
  s[3] = raw_pointer(&service_stub[1]);
  std::copy(args.begin(), args.end(), s + 4);
  stub_arguments_ = static_cast<std::uint32_t>(args.size());
  tail_ring_[tail_index_++ & (config::tail_ring_size - 1)] = {s + 4, NIL};  // no tail call has led to the frame that begins there
  return {s, &service_stub[0]};
}

// What a service called has returned, with R = `service`: its value is that of the instruction that was served.
Vm::Place Vm::deliver(const Value* service) {
  const auto dest = static_cast<int>(service[1].as_fixnum());
  const Place served{const_cast<Value*>(service) - service[0].as_fixnum(), instruction_pointer(service[-1])};
  if (dest == no_return) {
    fail_simple(Known::simple_control_error, "What was to handle a failure that leaves nothing to go on with has returned.");
    return leave_to_host(heap.cons(failure.type, failure.initargs));
  }
  if (dest >= 0) served.base[dest] = service[2];
  leave_red_zone(served.base);
  return served;
}

// The symbol `name` has no value, or no function: the hook gives one to the instruction's register a.
Vm::Place Vm::ask_for(Place at, Known about, Value name) {
  save(at);
  return push_service(at, frame_top(at.base), at.pc[-1].a, hook(about), {name});
}

// `failure` is pending, of the instruction before at.pc: in whose name, and what becomes of a handler's value, opcodes.def says.
Vm::Place Vm::instruction_failed(Place at) {
  const Instruction& failed = at.pc[-1];
  const InstructionFacts& facts = facts_of(failed);
  const int dest = facts.control.flow == Flow::exits ? no_return : facts.operands[0].written ? failed.a : -1;
  return signal_failure(at, dest, operation_name(*this, failed));
}

// GETHASH or PUTHASH of a table with a test of the program's own: Lisp does it.
Vm::Place Vm::ask_custom_table(Place at) {
  const Instruction& i = at.pc[-1];
  const Value* R = at.base;
  const auto function = [this](std::string_view name) { return symbol(tessera(name))->function; };
  if (is(i, Op::PUTHASH)) return push_service(at, frame_top(at.base), -1, function("%CUSTOM-PUTHASH"), {R[i.a], R[i.b], R[i.c]});
  const Value fallback = is(i, Op::GETHASHOR) ? R[i.a] : NIL;
  return push_service(at, frame_top(at.base), i.a, function("%CUSTOM-GETHASH"), {R[i.b], R[i.c], fallback});
}

Vm::Place Vm::wrong_type(Place at, Value datum, Known type) {
  save(at);
  if (type == Known::hash_table && has_type(datum, Type::custom_table)) return ask_custom_table(at);
  fail_type(datum, type);
  return instruction_failed(at);
}

Vm::Place Vm::no_instance(Place at, Value datum) {
  save(at);
  fail_type(datum, cl("STRUCTURE-OBJECT"));
  return instruction_failed(at);
}

// A PUTHASH failed: once more after a collection, if it was for want of memory.
Vm::Place Vm::put_hash_anew(Place at) {
  if (!wants_memory()) return instruction_failed(at);
  const Instruction& put = at.pc[-1];
  top_ = frame_top(at.base);
  heap.collect(Heap::Reason::full);
  const Value* R = at.base;
  return is_failed(table_put(*this, R[put.b], R[put.a], R[put.c])) ? instruction_failed(at) : at;
}

// `failure` is pending: signal it in the name of `operation`. What the handler returns is the value of the instruction, of which
// `dest` is the register.
Vm::Place Vm::signal_failure(Place at, int dest, Value operation) {
  if (TESSERA_UNLIKELY(was_interrupted())) {  // the interrupt is handled, and the instruction executed anew
    failure.type = NIL;
    return poll({at.base, at.pc - 1});
  }
  if (TESSERA_UNLIKELY(in_red_zone_ && frame_top(at.base) + 1024 > limit_)) return stack_overflow(at, frame_top(at.base));
  if (hook(Known::signal_failure) == undefined_function) return leave_to_host(heap.cons(failure.type, failure.initargs));
  return push_service(at, std::max(frame_top(at.base), at.base + std::max(dest, 0) + 2), dest, hook(Known::signal_failure),
                      {failure.type, failure.initargs, operation});
}

Vm::Place Vm::signal_exhausted(Place at, Value* top, Known kind) {
  return push_service(at, top, no_return, hook(Known::storage_exhausted), {sym(kind)});
}

Vm::Place Vm::stack_overflow(Place at, Value* top) {
  if (!enter_red_zone()) return leave_to_host(sym(Known::stack));
  return signal_exhausted(at, top, Known::stack);
}

// A native, or the VM itself, has thrown an exception that says `what` (nullptr: that memory gave out).
Vm::Place Vm::signal_exception(const char* what) {
  if (exit_is_under_way()) return resume_exit();
  const Place at{base_, pc_};
  if (what != nullptr) {
    try {
      fail_simple(Known::simple_error, "An exception of C++: ~A", {make_string(what)});
      const int window = at.pc[-1].a;
      const Value native = at.base[window];
      return signal_failure(at, window, has_type(native, Type::native) ? as<Native>(native)->name : NIL);
    } catch (const std::bad_alloc&) {}  // then that is what is to be told
  }
  return signal_exhausted(at, std::max(frame_top(at.base), top_), Known::heap);
}

// The function is none, or a symbol without one, or stands for an undefined function.
Vm::Place Vm::call_no_function(Place at, Call c) {
  if (!is_symbol(c.function()) && c.function() != undefined_function) {
    fail_type(c.function(), sym(Known::function));
    return call_failed(at, c, sym(Known::funcall));
  }
  const Value running = at.base[-2];
  const Value named = has_type(running, Type::closure) ? called_name(at.pc[-1], constants_of(running)) : NIL;
  const Value name = is_symbol(c.function()) ? c.function() : named;
  const Value arguments = list_of(c.window + 2, c.count);
  if (hook(Known::undefined_function_hook) == undefined_function) {
    const Value about = is_nil(name) && c.count > 0 && is_symbol(c.window[2]) ? c.window[2] : name;  // of a hook: its symbol
    fail_simple(Known::simple_error, "There is no function or variable ~A.", {about});
    return leave_to_host(heap.cons(failure.type, failure.initargs));
  }
  return push_service(at, std::max(c.window + 2 + c.count, frame_top(at.base)), static_cast<int>(c.window - at.base),
                      hook(Known::undefined_function_hook), {name, arguments});
}

void Vm::fail_native_arity(const Native* native, std::uint32_t count) {
  fail_simple(Known::simple_program_error, "called with ~A argument~A; it takes ~A.",
              {Value::fixnum(count), make_string(count == 1 ? "" : "s"), make_string(arity_text(NativeArity::of(native)))});
}

// The native in `window` failed. Call it once more where that may help: after a collection, if it asked for memory before it did
// anything; after the interrupt was handled, if one waited.
Value Vm::call_native_anew(Value* window, std::uint32_t count) {
  Value result = FAILED;
  if (wants_memory()) {
    heap.collect(Heap::Reason::full);
    result = call_native(window[0], window, count);
  }
  while (result == FAILED && was_interrupted()) {
    failure.type = NIL;
    if (!handle_interrupts(*this)) return FAILED;
    result = call_native(window[0], window, count);
  }
  return result;
}

// Something asked for attention at a safepoint: where to go on.
Vm::Place Vm::poll(Place at) {
  save(at);
  top_ = frame_top(at.base);
  const std::uint32_t bits = heap.poll.load(std::memory_order_relaxed);
  if ((bits & (poll_gc | poll_stress)) != 0) {
    heap.collect(Heap::Reason::nursery_full);
    if (TESSERA_UNLIKELY(heap.over_limit()) && !heap_signalled_) {
      heap_signalled_ = true;
      return signal_exhausted(at, frame_top(at.base), Known::heap);
    }
    if (!heap.over_limit()) heap_signalled_ = false;
    else if (heap.used_bytes() > heap.limit_bytes() + heap.limit_bytes() / 4) return leave_to_host(sym(Known::heap));
  }
  if (TESSERA_UNLIKELY((bits & (poll_end | poll_count)) != 0) && is_to_end()) return unwind(0, 0, NIL);
  if (TESSERA_UNLIKELY((bits & (poll_turn | poll_stress)) != 0)) {  // where all collects and moves, threads change places as well
    heap.poll.fetch_and(~std::uint32_t{poll_turn});
    if (has_others_ && may_be_stopped(at)) yield_turn();
  }
  if (TESSERA_UNLIKELY(!is_main_thread()) && is_asked_to_end()) return unwind(0, 0, NIL);
  if ((bits & poll_tick) != 0) {
    heap.poll.fetch_and(~static_cast<std::uint32_t>(poll_tick));
    return push_service(at, frame_top(at.base), -1, hook(Known::handle_tick), {});
  }
  if (take_interrupt()) return push_service(at, frame_top(at.base), -1, hook(Known::handle_interrupt), {});
  if (TESSERA_UNLIKELY((heap.poll.load(std::memory_order_relaxed) & poll_finalize) != 0)) {
    heap.poll.fetch_and(~std::uint32_t{poll_finalize});
    return push_service(at, frame_top(at.base), -1, hook(Known::run_finalizers), {});
  }
  return at;
}

}  // namespace tessera
