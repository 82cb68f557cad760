// Calls that no fast path of the loop takes: of functions with other than just required parameters, of symbols, of what is no function,
// of natives that give something else than their value.
#include <algorithm>

#include "data/symbols/packages.hpp"
#include "vm/frames.hpp"

namespace tessera {

// Call any object.
Vm::Place Vm::call(Place at, Call c) {
  save(at);
  if (has_type(c.function(), Type::native) && !is_native_for(c.function(), c.count)) return vm_operation(at, c);
  for (;;) {
    if (has_type(c.function(), Type::closure)) {
      if (!is_closure_for(c.function(), c.count) && !fit(at, c)) return at;
      return begin_callee(push_frame(c.function(), c.window, at.pc));
    }
    if (has_type(c.function(), Type::native)) {
      if (!is_native_for(c.function(), c.count)) return vm_operation(at, c);
      if (after_native(at, c, call_native(c.function(), c.window, c.count))) return at;
    } else {
      if (!is_symbol(c.function()) || symbol(c.function())->function == undefined_function) return call_no_function(at, c);
      c.window[0] = symbol(c.function())->function;
    }
  }
}

// The same in this frame's place; what is no closure leaves that to the RETURNMV that follows.
Vm::Place Vm::tail_call(Place at, Call c) {
  save(at);
  if (is_symbol(c.function()) && symbol(c.function())->function != undefined_function) c.window[0] = symbol(c.function())->function;
  const Value callee = c.function();  // arguments may come to stand where it is
  if (!has_type(callee, Type::closure)) return call(at, c);
  if (!is_closure_for(callee, c.count)) {
    if (!fit(at, c)) return at;
    c.count = parameter_registers(code_of(as<Closure>(callee)));
  }
  copy_words(c.window + 2, c.count, at.base);
  note_tail_call(at.base, callee);
  at.base[-2] = callee;
  return begin_callee(at.base);
}

// The same with the arguments of this frame, which the callee wants in a window.
Vm::Place Vm::tail_call_of_own(Place at, Call c) {
  copy_words(at.base, c.count, c.window + 2);
  return tail_call(at, c);
}

// The arguments are the values of the last form, the first of which is in its place.
Vm::Place Vm::call_with_values(Place at, Call c) {
  if (c.count != 1) {
    if (!make_room(c.window + 2, c.count + 64)) return overflow(at, c);
    std::copy_n(mv.data(), c.count, c.window + 2);
  }
  return call(at, c);
}

// Calls whose last argument is a list of more.
Vm::Place Vm::apply(Place at, Call c) {
  save(at);
  return is_failed(spread_list(c.window, c.count)) ? call_failed(at, c, sym(Known::apply)) : call(at, c);
}
Vm::Place Vm::tail_apply(Place at, Call c) {
  save(at);
  return is_failed(spread_list(c.window, c.count)) ? call_failed(at, c, sym(Known::apply)) : tail_call(at, c);
}

// A native gave something that is not plain, or did when `after_native` looked last.
Vm::Place Vm::leave_native(Place at, Call c, Value given) { return after_native(at, c, given) ? at : call(at, c); }

// True: `at` is where to go on. False: the native wants `c` called in its place.
bool Vm::after_native(Place& at, Call& c, Value given) {
  if (given == FAILED && !exit_is_under_way()) given = call_native_anew(c.window, c.count);
  if (exit_is_under_way()) {
    at = resume_exit();
  } else if (given == FAILED) {
    at = call_failed(at, c, as<Native>(c.window[0])->name);
  } else if (given == TAIL_CALL) {
    c = call_of(tail_function, c.window, static_cast<std::uint32_t>(tail_arguments.size()));
    if (make_room(c.window + 2, c.count + 64)) {
      std::copy(tail_arguments.begin(), tail_arguments.end(), c.window + 2);
      return false;
    }
    at = overflow(at, c);
  } else {
    c.window[0] = given;
  }
  return true;
}

// A native that the machine itself has to do something for, or that takes another number of arguments. What is usual keeps nothing across
// calls, so that all of this is a jump.
Vm::Place Vm::vm_operation(Place at, Call c) {
  const auto seldom = [this](Place from, Call call_of_native, VmOperation operation) __attribute__((noinline)) {
    Call made = call_of_native;
    const Native* native = as<Native>(made.function());
    if (operation == VmOperation::none) {
      fail_native_arity(native, made.count);
      return call_failed(from, made, native->name);
    }
    top_ = made.window + 2 + made.count;  // FUNCALL or APPLY as a function object: the call that it makes
    made.window[0] = made.window[2];
    --made.count;
    std::copy_n(made.window + 3, made.count, made.window + 2);
    if (operation == VmOperation::apply && is_failed(spread_list(made.window, made.count)))
      return call_failed(from, made, sym(Known::apply));
    return call(from, made);
  };
  const NativeArity arity = NativeArity::of(as<Native>(c.function()));
  if (!arity.allows(c.count)) return seldom(at, c, VmOperation::none);
  switch (arity.operation) {
    case VmOperation::capture: return capture(at, c);
    case VmOperation::capture_current: return capture_current(at, c);
    case VmOperation::suspend: return suspend(at, c);
    case VmOperation::reinstate: return reinstate(at, c);
    case VmOperation::go_on: return call_continuation(at, c);
    default: return seldom(at, c, arity.operation);
  }
}

// Lay out the arguments as the closure wants them. False: that failed, and `at` is where to go on.
bool Vm::fit(Place& at, Call c) {
  const Fitted fitted = fit_arguments(c.function(), c.window, c.count);
  if (fitted == Fitted::yes) return true;
  at = fitted == Fitted::overflow ? overflow(at, c) : call_failed(at, c, code_of(as<Closure>(c.function()))->name);
  return false;
}

// `at` is the first instruction of a function, whose frame is there but for its registers.
Vm::Place Vm::begin_frame(Place at) {
  const std::size_t registers = entry_of(at.base[-2])->registers;
  if (at.base + registers > checked_ && !make_room(at.base, registers)) {
    save(at);
    return stack_overflow(at, frame_top(at.base));
  }
#ifdef TESSERA_MACHINE_CODE
  renew_mark(at.base);
  if (TESSERA_UNLIKELY(--heat_[heat_index(at.pc)] == 0)) make_hot(at);
#endif
  return safepoint(at);
}

// The window of the call does not fit on the stack.
Vm::Place Vm::overflow(Place at, Call c) {
  save(at);
  return stack_overflow(at, std::max(frame_top(at.base), c.window + 2 + c.count));
}

// The failure is pending; a handler's value is that of the call.
Vm::Place Vm::call_failed(Place at, Call c, Value operation) { return signal_failure(at, static_cast<int>(c.window - at.base), operation); }

}  // namespace tessera
