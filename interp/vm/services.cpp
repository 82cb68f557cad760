// Service frames: the VM calls Lisp in the middle of an instruction. See README.md here.
#include <algorithm>

#include "data/packages.hpp"
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
  service_arguments_ = static_cast<std::uint32_t>(args.size());
  return {s, &service_stub[1]};
}

// A call in `window` failed: signal the pending failure; the call's value is what the handler returns.
Vm::Place Vm::signal_call_failure(Place at, Value* window, std::uint32_t count, Value operation) {
  return push_service(at, std::max(window + 2 + count, frame_top(at.base)), static_cast<int>(window - at.base), hook(Known::signal_failure),
                      {failure.type, failure.initargs, operation});
}

// `fn` is no function, or a symbol without one, or stands for an undefined function.
Vm::Place Vm::call_no_function(Place at, Value fn, Value* window, std::uint32_t count, const Value* constants) {
  if (!is_symbol(fn) && fn != undefined_function) {
    fail_type(fn, sym(Known::function));
    return signal_call_failure(at, window, count, sym(Known::funcall));
  }
  const Value name = is_symbol(fn) ? fn : called_name(at.pc[-1], constants);
  const Value arguments = list_of(window + 2, count);
  if (hook(Known::undefined_function_hook) == undefined_function) {
    const Value about = is_nil(name) && count > 0 && is_symbol(window[2]) ? window[2] : name;  // of a hook: its symbol
    aborted = "undefined function or unbound variable " + to_utf8(symbol(is_symbol(about) ? about : NIL)->name);
    return {nullptr, nullptr};
  }
  return push_service(at, std::max(window + 2 + count, frame_top(at.base)), static_cast<int>(window - at.base),
                      hook(Known::undefined_function_hook), {name, arguments});
}

void Vm::fail_native_arity(const Native* native, std::uint32_t count) {
  const auto arity = static_cast<std::uint64_t>(native->arity.as_fixnum());
  fail_simple(Known::simple_program_error, "called with ~A argument~A; it takes ~A.",
              {Value::fixnum(count), make_string(count == 1 ? "" : "s"), make_string(arity_text(arity & 0xFFFF, (arity >> 16) & 0xFFFF))});
}

// Something asked for attention at a safepoint. Nowhere: nothing is to be called (or the run is aborted).
Vm::Place Vm::poll(Place at) {
  top_ = frame_top(at.base);
  const std::uint32_t bits = heap.poll.load(std::memory_order_relaxed);
  if ((bits & (poll_gc | poll_stress)) != 0) {
    heap.collect(Heap::Reason::nursery_full);
    if (TESSERA_UNLIKELY(heap.over_limit()) && !heap_signalled_) {
      heap_signalled_ = true;
      return push_service(at, frame_top(at.base), no_return, hook(Known::storage_exhausted), {sym(Known::heap)});
    }
    if (!heap.over_limit()) heap_signalled_ = false;
    else if (heap.used_bytes() > heap.limit_bytes() + heap.limit_bytes() / 4) aborted = "The heap is exhausted.";
  }
  if ((bits & poll_interrupt) != 0) {
    heap.poll.fetch_and(~static_cast<std::uint32_t>(poll_interrupt), std::memory_order_relaxed);
    return push_service(at, frame_top(at.base), -1, hook(Known::handle_interrupt), {});
  }
  return {nullptr, nullptr};
}

}  // namespace tessera
