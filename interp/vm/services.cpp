// Service frames: the VM calls Lisp in the middle of an instruction. See README.md here.
#include <algorithm>
#include <new>

#include "data/packages.hpp"
#include "data/streams.hpp"
#include "vm/inline.hpp"
#include "vm/stubs.hpp"
#include "vm/vm.hpp"

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
  return {s, &service_stub[0]};
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

// `fn` is no function, or a symbol without one, or stands for an undefined function.
Vm::Place Vm::call_no_function(Place at, Value fn, Value* window, std::uint32_t count, const Value* constants) {
  if (!is_symbol(fn) && fn != undefined_function) {
    fail_type(fn, sym(Known::function));
    return signal_failure(at, static_cast<int>(window - at.base), sym(Known::funcall));
  }
  const Value name = is_symbol(fn) ? fn : called_name(at.pc[-1], constants);
  const Value arguments = list_of(window + 2, count);
  if (hook(Known::undefined_function_hook) == undefined_function) {
    const Value about = is_nil(name) && count > 0 && is_symbol(window[2]) ? window[2] : name;  // of a hook: its symbol
    fail_simple(Known::simple_error, "There is no function or variable ~A.", {about});
    return leave_to_host(heap.cons(failure.type, failure.initargs));
  }
  return push_service(at, std::max(window + 2 + count, frame_top(at.base)), static_cast<int>(window - at.base),
                      hook(Known::undefined_function_hook), {name, arguments});
}

void Vm::fail_native_arity(const Native* native, std::uint32_t count) {
  const auto arity = static_cast<std::uint64_t>(native->arity.as_fixnum());
  fail_simple(Known::simple_program_error, "called with ~A argument~A; it takes ~A.",
              {Value::fixnum(count), make_string(count == 1 ? "" : "s"), make_string(arity_text(arity & 0xFFFF, (arity >> 16) & 0xFFFF))});
}

// The native in `window` failed. Call it once more where that may help: after a collection, if it asked for memory before it did
// anything; after the interrupt was handled, if one waited.
Value Vm::call_native_anew(Value* window, std::uint32_t count) {
  const auto call = [this, window, count] {
    value_count = 1;
    return reinterpret_cast<NativeFunction>(as<Native>(window[0])->entry.bits() >> 1)(*this, Args{window + 2, count});
  };
  Value result = FAILED;
  if (wants_memory()) {
    heap.collect(Heap::Reason::full);
    result = call();
  }
  while (result == FAILED && was_interrupted()) {
    failure.type = NIL;
    if (!handle_interrupts(*this)) return FAILED;
    result = call();
  }
  return result;
}

// Something asked for attention at a safepoint: where to go on.
Vm::Place Vm::poll(Place at) {
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
  if (take_interrupt()) return push_service(at, frame_top(at.base), -1, hook(Known::handle_interrupt), {});
  return at;
}

}  // namespace tessera
