// Slow paths of calls: functions with other than required parameters, symbols, callees that are not functions, and
// native functions that return something other than a plain value.
#include <algorithm>

#include "data/symbols/packages.hpp"
#include "vm/continuations/continuations.hpp"
#include "vm/jit/jit_entry.hpp"
#include "vm/loop/frames.hpp"
#include "vm/loop/services.hpp"

namespace tessera {

namespace {

/// Handles the result of a native function. Returns true if execution continues at `at`; false if `c` is to be called
/// in place of the function.
bool after_native(VmState& vm, ResumePoint& at, Call& c, Value given) {
  if (given == FAILED && !vm.has_pending_exit()) given = retry_native(vm, c.window, c.count);
  if (vm.has_pending_exit()) {
    at = resume_exit(vm);
  } else if (given == FAILED) {
    at = call_failed(vm, at, c, as<Native>(c.window[0])->name);
  } else if (given == TAIL_CALL) {
    c = call_of(vm.tail_function, c.window, static_cast<std::uint32_t>(vm.tail_arguments.size()));
    if (vm.stack.make_room(c.window + 2, c.count + 64)) {
      std::copy(vm.tail_arguments.begin(), vm.tail_arguments.end(), c.window + 2);
      vm.tail_arguments.clear();  // a root, which would keep them alive
      return false;
    }
    at = overflow(vm, at, c);
  } else {
    c.window[0] = given;
  }
  return true;
}

/// Calls FUNCALL or APPLY as a function object: makes the call that its arguments describe.
[[gnu::noinline]] ResumePoint call_caller(VmState& vm, ResumePoint at, Call c, VmOperation operation) {
  vm.stack.top = c.window + 2 + c.count;
  c.window[0] = c.window[2];
  --c.count;
  std::copy_n(c.window + 3, c.count, c.window + 2);
  if (operation == VmOperation::apply && is_failed(spread_list(vm, c.window, c.count))) return call_failed(vm, at, c, vm.sym(Known::apply));
  return call(vm, at, c);
}

[[gnu::noinline]] ResumePoint wrong_native_arity(VmState& vm, ResumePoint at, Call c) {
  const Native* native = as<Native>(c.function());
  fail_native_arity(vm, native, c.count);
  return call_failed(vm, at, c, native->name);
}

/// Calls a native function of which the VM does a part, or that takes another number of arguments. Nothing is kept
/// across calls, so that each of them is a jump.
ResumePoint vm_operation(VmState& vm, ResumePoint at, Call c) {
  const NativeArity arity = NativeArity::of(as<Native>(c.function()));
  if (!arity.allows(c.count)) return wrong_native_arity(vm, at, c);
  switch (arity.operation) {
    case VmOperation::none: return wrong_native_arity(vm, at, c);
    case VmOperation::capture: return capture(vm, at, c);
    case VmOperation::capture_current: return capture_current(vm, at, c);
    case VmOperation::suspend: return suspend(vm, at, c);
    case VmOperation::reinstate: return reinstate(vm, at, c);
    case VmOperation::call_continuation: return call_continuation(vm, at, c);
    default: return call_caller(vm, at, c, arity.operation);
  }
}

}  // namespace

ResumePoint call(VmState& vm, ResumePoint at, Call c) {
  vm.save(at);
  if (has_type(c.function(), Type::native) && !is_native_for(c.function(), c.count)) return vm_operation(vm, at, c);
  for (;;) {
    if (has_type(c.function(), Type::closure)) {
      if (!is_closure_for(c.function(), c.count) && !prepare_arguments(vm, at, c)) return at;
      return begin_callee(vm, push_frame(c.function(), c.window, at.pc));
    }
    if (has_type(c.function(), Type::native)) {
      if (!is_native_for(c.function(), c.count)) return vm_operation(vm, at, c);
      if (after_native(vm, at, c, call_native(vm, c.function(), c.window, c.count))) return at;
    } else {
      if (!Runtime::is_symbol(c.function()) || vm.symbol(c.function())->function == vm.undefined_function)
        return call_non_function(vm, at, c);
      c.window[0] = vm.symbol(c.function())->function;
    }
  }
}

ResumePoint tail_call(VmState& vm, ResumePoint at, Call c) {
  vm.save(at);
  if (Runtime::is_symbol(c.function()) && vm.symbol(c.function())->function != vm.undefined_function)
    c.window[0] = vm.symbol(c.function())->function;
  const Value callee = c.function();  // the arguments may overwrite it
  if (!has_type(callee, Type::closure)) return call(vm, at, c);
  if (!is_closure_for(callee, c.count)) {
    if (!prepare_arguments(vm, at, c)) return at;
    c.count = parameter_registers(code_of(as<Closure>(callee)));
  }
  copy_words(c.window + 2, c.count, at.base);
  vm.tail_calls.note(at.base, callee);
  at.base[-2] = callee;
  return begin_callee(vm, at.base);
}

ResumePoint tail_call_with_own_arguments(VmState& vm, ResumePoint at, Call c) {
  copy_words(at.base, c.count, c.window + 2);
  return tail_call(vm, at, c);
}

ResumePoint call_with_values(VmState& vm, ResumePoint at, Call c) {
  if (c.count != 1) {
    if (!vm.stack.make_room(c.window + 2, c.count + 64)) return overflow(vm, at, c);
    std::copy_n(vm.mv.all.data(), c.count, c.window + 2);
  }
  return call(vm, at, c);
}

ResumePoint apply(VmState& vm, ResumePoint at, Call c) {
  vm.save(at);
  return is_failed(spread_list(vm, c.window, c.count)) ? call_failed(vm, at, c, vm.sym(Known::apply)) : call(vm, at, c);
}
ResumePoint tail_apply(VmState& vm, ResumePoint at, Call c) {
  vm.save(at);
  return is_failed(spread_list(vm, c.window, c.count)) ? call_failed(vm, at, c, vm.sym(Known::apply)) : tail_call(vm, at, c);
}

ResumePoint leave_native(VmState& vm, ResumePoint at, Call c, Value given) { return after_native(vm, at, c, given) ? at : call(vm, at, c); }

bool prepare_arguments(VmState& vm, ResumePoint& at, Call c) {
  const Layout layout = lay_out_arguments(vm, c.function(), c.window, c.count);
  if (layout == Layout::done) return true;
  at = layout == Layout::overflow ? overflow(vm, at, c) : call_failed(vm, at, c, code_of(as<Closure>(c.function()))->name);
  return false;
}

ResumePoint begin_frame(VmState& vm, ResumePoint at) {
  const std::size_t registers = entry_of(at.base[-2])->registers;
  if (at.base + registers > vm.stack.checked && !vm.stack.make_room(at.base, registers)) {
    vm.save(at);
    return stack_overflow(vm, at, frame_top(at.base));
  }
  if (at.base - vm.stack.clean > config::most_unvisited_words) vm.heap.request_collection(false);
#ifdef TESSERA_MACHINE_CODE
  // Raises the mark so that frames of the usual size fit here, and machine code need not call this again.
  if (at.base + config::usual_frame_words > vm.stack.checked) vm.stack.raise_mark(at.base + config::usual_frame_words);
  vm.show_mark();
  if (vm.jit.becomes_hot(at.pc)) compile_function(vm, at);
#endif
  return safepoint(vm, at);
}

ResumePoint overflow(VmState& vm, ResumePoint at, Call c) {
  vm.save(at);
  return stack_overflow(vm, at, std::max(frame_top(at.base), c.window + 2 + c.count));
}

ResumePoint call_failed(VmState& vm, ResumePoint at, Call c, Value operation) {
  return signal_failure(vm, at, static_cast<int>(c.window - at.base), operation);
}

}  // namespace tessera
