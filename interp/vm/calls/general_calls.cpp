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
bool after_native(VmState& m, ResumePoint& at, Call& c, Value given) {
  if (given == FAILED && !m.has_pending_exit()) given = retry_native(m, c.window, c.count);
  if (m.has_pending_exit()) {
    at = resume_exit(m);
  } else if (given == FAILED) {
    at = call_failed(m, at, c, as<Native>(c.window[0])->name);
  } else if (given == TAIL_CALL) {
    c = call_of(m.tail_function, c.window, static_cast<std::uint32_t>(m.tail_arguments.size()));
    if (m.stack.make_room(c.window + 2, c.count + 64)) {
      std::copy(m.tail_arguments.begin(), m.tail_arguments.end(), c.window + 2);
      return false;
    }
    at = overflow(m, at, c);
  } else {
    c.window[0] = given;
  }
  return true;
}

/// Calls FUNCALL or APPLY as a function object: makes the call that its arguments describe.
[[gnu::noinline]] ResumePoint call_caller(VmState& m, ResumePoint at, Call c, VmOperation operation) {
  m.stack.top = c.window + 2 + c.count;
  c.window[0] = c.window[2];
  --c.count;
  std::copy_n(c.window + 3, c.count, c.window + 2);
  if (operation == VmOperation::apply && is_failed(spread_list(m, c.window, c.count))) return call_failed(m, at, c, m.sym(Known::apply));
  return call(m, at, c);
}

[[gnu::noinline]] ResumePoint wrong_native_arity(VmState& m, ResumePoint at, Call c) {
  const Native* native = as<Native>(c.function());
  fail_native_arity(m, native, c.count);
  return call_failed(m, at, c, native->name);
}

/// Calls a native function of which the VM does a part, or that takes another number of arguments. Nothing is kept
/// across calls, so that each of them is a jump.
ResumePoint vm_operation(VmState& m, ResumePoint at, Call c) {
  const NativeArity arity = NativeArity::of(as<Native>(c.function()));
  if (!arity.allows(c.count)) return wrong_native_arity(m, at, c);
  switch (arity.operation) {
    case VmOperation::none: return wrong_native_arity(m, at, c);
    case VmOperation::capture: return capture(m, at, c);
    case VmOperation::capture_current: return capture_current(m, at, c);
    case VmOperation::suspend: return suspend(m, at, c);
    case VmOperation::reinstate: return reinstate(m, at, c);
    case VmOperation::call_continuation: return call_continuation(m, at, c);
    default: return call_caller(m, at, c, arity.operation);
  }
}

}  // namespace

ResumePoint call(VmState& m, ResumePoint at, Call c) {
  m.save(at);
  if (has_type(c.function(), Type::native) && !is_native_for(c.function(), c.count)) return vm_operation(m, at, c);
  for (;;) {
    if (has_type(c.function(), Type::closure)) {
      if (!is_closure_for(c.function(), c.count) && !prepare_arguments(m, at, c)) return at;
      return begin_callee(m, push_frame(c.function(), c.window, at.pc));
    }
    if (has_type(c.function(), Type::native)) {
      if (!is_native_for(c.function(), c.count)) return vm_operation(m, at, c);
      if (after_native(m, at, c, call_native(m, c.function(), c.window, c.count))) return at;
    } else {
      if (!Runtime::is_symbol(c.function()) || m.symbol(c.function())->function == m.undefined_function) return call_non_function(m, at, c);
      c.window[0] = m.symbol(c.function())->function;
    }
  }
}

ResumePoint tail_call(VmState& m, ResumePoint at, Call c) {
  m.save(at);
  if (Runtime::is_symbol(c.function()) && m.symbol(c.function())->function != m.undefined_function)
    c.window[0] = m.symbol(c.function())->function;
  const Value callee = c.function();  // the arguments may overwrite it
  if (!has_type(callee, Type::closure)) return call(m, at, c);
  if (!is_closure_for(callee, c.count)) {
    if (!prepare_arguments(m, at, c)) return at;
    c.count = parameter_registers(code_of(as<Closure>(callee)));
  }
  copy_words(c.window + 2, c.count, at.base);
  m.tail_calls.note(at.base, callee);
  at.base[-2] = callee;
  return begin_callee(m, at.base);
}

ResumePoint tail_call_with_own_arguments(VmState& m, ResumePoint at, Call c) {
  copy_words(at.base, c.count, c.window + 2);
  return tail_call(m, at, c);
}

ResumePoint call_with_values(VmState& m, ResumePoint at, Call c) {
  if (c.count != 1) {
    if (!m.stack.make_room(c.window + 2, c.count + 64)) return overflow(m, at, c);
    std::copy_n(m.mv.data(), c.count, c.window + 2);
  }
  return call(m, at, c);
}

ResumePoint apply(VmState& m, ResumePoint at, Call c) {
  m.save(at);
  return is_failed(spread_list(m, c.window, c.count)) ? call_failed(m, at, c, m.sym(Known::apply)) : call(m, at, c);
}
ResumePoint tail_apply(VmState& m, ResumePoint at, Call c) {
  m.save(at);
  return is_failed(spread_list(m, c.window, c.count)) ? call_failed(m, at, c, m.sym(Known::apply)) : tail_call(m, at, c);
}

ResumePoint leave_native(VmState& m, ResumePoint at, Call c, Value given) { return after_native(m, at, c, given) ? at : call(m, at, c); }

bool prepare_arguments(VmState& m, ResumePoint& at, Call c) {
  const Layout layout = lay_out_arguments(m, c.function(), c.window, c.count);
  if (layout == Layout::done) return true;
  at = layout == Layout::overflow ? overflow(m, at, c) : call_failed(m, at, c, code_of(as<Closure>(c.function()))->name);
  return false;
}

ResumePoint begin_frame(VmState& m, ResumePoint at) {
  const std::size_t registers = entry_of(at.base[-2])->registers;
  if (at.base + registers > m.stack.checked && !m.stack.make_room(at.base, registers)) {
    m.save(at);
    return stack_overflow(m, at, frame_top(at.base));
  }
#ifdef TESSERA_MACHINE_CODE
  // Raises the mark so that frames of the usual size fit here, and machine code need not call this again.
  if (at.base + config::usual_frame_words > m.stack.checked) m.stack.raise_mark(at.base + config::usual_frame_words);
  m.show_mark();
  if (m.jit.becomes_hot(at.pc)) compile_function(m, at);
#endif
  return safepoint(m, at);
}

ResumePoint overflow(VmState& m, ResumePoint at, Call c) {
  m.save(at);
  return stack_overflow(m, at, std::max(frame_top(at.base), c.window + 2 + c.count));
}

ResumePoint call_failed(VmState& m, ResumePoint at, Call c, Value operation) {
  return signal_failure(m, at, static_cast<int>(c.window - at.base), operation);
}

}  // namespace tessera
