// The instruction loop: the one long function. opcodes.def says what each instruction does; loop_primitives.def has a chapter of it.
// clang-format off
#include <algorithm>
#include <cmath>
#include <new>

#include "data/arrays.hpp"
#include "data/dispatch.hpp"
#include "data/equality.hpp"
#include "data/hash_tables.hpp"
#include "data/integers.hpp"
#include "data/irrational.hpp"
#include "data/numbers.hpp"
#include "data/packages.hpp"
#include "vm/inline.hpp"
#include "vm/stubs.hpp"
#include "vm/vm.hpp"
#include "vm/loop_macros.hpp"

namespace tessera {

Value Vm::loop(Place place) {
#ifdef TESSERA_THREADED
  static const void* const labels[] = {
#define OP(name, ...) &&L_##name,
#include "compiler/opcodes.def"
#undef OP
  };
#endif
  Value* R;
  const Instruction* pc;
  Instruction i{};
  const Value* K = nullptr;
  Value fn;
  Value* window = nullptr;
  std::uint32_t nargs = 0;
  Value result;

  goto go_on;

#ifndef TESSERA_THREADED
dispatch:
  i = *pc++;
  TESSERA_COUNT();
  switch (static_cast<Op>(i.op)) {
#endif

  CASE(MOVE) : R[A] = R[B];
  NEXT();
  CASE(LOADK) : R[A] = K[i.bc()];
  NEXT();
  CASE(LOADI) : R[A] = Value::fixnum(i.bc());
  NEXT();
  CASE(LOADNIL) : R[A] = NIL;
  NEXT();
  CASE(LOADT) : R[A] = T;
  NEXT();

  // --- variables
  CASE(GETGLOBAL) : {
    const Value v = as<Symbol>(K[i.bc()])->value;
    if (TESSERA_UNLIKELY(v == UNBOUND)) {
      SAVE();
      GO_ON(push_service({R, pc}, frame_top(R), A, hook(Known::unbound_variable_hook), {K[i.bc()]}));
    }
    R[A] = v;
    NEXT();
  }
  CASE(SETGLOBAL) : heap.write(&as<Symbol>(K[i.bc()])->value, R[A]);
  NEXT();
  CASE(CELLNEW) : {
    SAVE();
    const Value v = R[B];
    Object* cell = heap.allocate(Type::cell, 1, v);
    R[AGAIN.a] = Value::object(cell);
    NEXT();
  }
  CASE(CELLGET) : R[A] = as<Cell>(R[B])->value;
  NEXT();
  CASE(CELLSET) : heap.write(&as<Cell>(R[A])->value, R[B]);
  NEXT();
  CASE(CAPTURED) : R[A] = as<Closure>(R[-2])->captured[B];
  NEXT();
  CASE(CAPTUREDCELLGET) : R[A] = as<Cell>(as<Closure>(R[-2])->captured[B])->value;
  NEXT();
  CASE(CAPTUREDCELLSET) : heap.write(&as<Cell>(as<Closure>(R[-2])->captured[B])->value, R[A]);
  NEXT();
  CASE(FUNCTION) : {
    const Value f = as<Symbol>(K[i.bc()])->function;
    if (TESSERA_UNLIKELY(f == undefined_function)) {
      SAVE();
      GO_ON(push_service({R, pc}, frame_top(R), A, hook(Known::undefined_function_hook), {K[i.bc()]}));
    }
    R[A] = f;
    NEXT();
  }
  CASE(CLOSURE) : {
    SAVE();
    const std::uint16_t target = A, count = C;
    Object* closure = heap.allocate(Type::closure, 1u + count, K[B]);
    for (std::uint16_t n = 0; n < count; ++n) {
      i = *pc++;
      closure->slots[1 + n] = B == 0 ? R[A] : as<Closure>(R[-2])->captured[A];
    }
    R[target] = Value::object(closure);
    NEXT();
  }
  CASE(CAPTURE) : NEXT();
  CASE(CLOSURESET) : heap.write(&as<Closure>(R[A])->captured[B], R[C]);
  NEXT();

  // --- jumps
  CASE(JUMP) : pc += i.bc();
  NEXT();
  CASE(LOOP) : pc += i.bc();
  if (TESSERA_UNLIKELY(heap.poll.load(std::memory_order_relaxed) != 0)) goto poll;
  NEXT();
  CASE(JNIL) : JUMP_IF(is_nil(R[A]), i.bc());
  CASE(JNNIL) : JUMP_IF(!is_nil(R[A]), i.bc());
  CASE(JCONS) : JUMP_IF(R[A].is_cons(), i.bc());
  CASE(JNCONS) : JUMP_IF(!R[A].is_cons(), i.bc());
  CASE(JSUPPLIED) : JUMP_IF(R[A] != UNSUPPLIED, i.bc());
  CASE(JEQ) : JUMP_IF(R[A] == R[B], i.signed_c());
  CASE(JNEQ) : JUMP_IF(R[A] != R[B], i.signed_c());
  CASE(JEQK) : JUMP_IF(R[A] == K[B], i.signed_c());
  CASE(JNEQK) : JUMP_IF(R[A] != K[B], i.signed_c());
  CASE(JEQL) : JUMP_IF(eql(R[A], R[B]), AGAIN.signed_c());
  CASE(JNEQL) : JUMP_IF(!eql(R[A], R[B]), AGAIN.signed_c());
  CASE(JLT) : COMPARE(<, true);
  CASE(JNLT) : COMPARE(<, false);
  CASE(JLE) : COMPARE(<=, true);
  CASE(JNLE) : COMPARE(<=, false);
  CASE(JGT) : COMPARE(>, true);
  CASE(JNGT) : COMPARE(>, false);
  CASE(JGE) : COMPARE(>=, true);
  CASE(JNGE) : COMPARE(>=, false);
  CASE(JNUMEQ) : COMPARE_JUMP(R[A], R[B], ==, true, EQUAL_GENERAL);
  CASE(JNNUMEQ) : COMPARE_JUMP(R[A], R[B], ==, false, EQUAL_GENERAL);
  CASE(JLTI) : COMPARE_IMMEDIATE(<, true);
  CASE(JNLTI) : COMPARE_IMMEDIATE(<, false);
  CASE(JGTI) : COMPARE_IMMEDIATE(>, true);
  CASE(JNGTI) : COMPARE_IMMEDIATE(>, false);
  CASE(JLEI) : COMPARE_IMMEDIATE(<=, true);
  CASE(JNLEI) : COMPARE_IMMEDIATE(<=, false);
  CASE(JGEI) : COMPARE_IMMEDIATE(>=, true);
  CASE(JNGEI) : COMPARE_IMMEDIATE(>=, false);
  CASE(JNUMEQI) : COMPARE_JUMP(R[A], Value::fixnum(i.signed_b()), ==, true, EQUAL_GENERAL);
  CASE(JNNUMEQI) : COMPARE_JUMP(R[A], Value::fixnum(i.signed_b()), ==, false, EQUAL_GENERAL);
  CASE(JINSTANCE) : JUMP_IF(is_instance_of(R[A], K[B]), i.signed_c());
  CASE(JNINSTANCE) : JUMP_IF(!is_instance_of(R[A], K[B]), i.signed_c());

  CASE(JODD) : PARITY_JUMP(true);
  CASE(JEVEN) : PARITY_JUMP(false);
  CASE(JKIND) : JUMP_IF(is_of_kind(R[A], static_cast<KindMask>(K[B].as_fixnum())), AGAIN.signed_c());
  CASE(JNKIND) : JUMP_IF(!is_of_kind(R[A], static_cast<KindMask>(K[B].as_fixnum())), AGAIN.signed_c());
  CASE(JCHAREQ) : CHARACTER_JUMP(true);
  CASE(JNCHAREQ) : CHARACTER_JUMP(false);

#include "vm/loop_primitives.def"

  // --- calls
  CASE(CALLG) : {
    const Symbol* s = as<Symbol>(K[C]);
    const Prologue* entry = prologue_of(s->entry);
    window = R + A;
    fn = s->function;
    nargs = B;
    if (TESSERA_UNLIKELY(entry->arity != nargs)) goto call;
    PUSH_FRAME();
    ENTER(entry);
  }
  CASE(CALL) : CALL_IN_WINDOW(R[A], R + A, B);
  CASE(CALLK) : fn = K[C];
  window = R + A;
  nargs = B;
  goto call_known;
  CASE(CALLMV) : {
    window = R + A;
    nargs = value_count;
    if (nargs != 1) {
      SAVE();
      if (!make_room(window + 2, nargs + 64)) goto overflow;
      std::copy_n(mv.data(), nargs, window + 2);
    }
    CALL_IN_WINDOW(window[0], window, nargs);
  }
  CASE(APPLY) : {
    window = R + A;
    nargs = B;
    SAVE();
    if (is_failed(spread_list(window, nargs))) FAIL(sym(Known::apply), AGAIN.a);
    CALL_IN_WINDOW(window[0], window, nargs);
  }
  CASE(TAILCALLG) : {
    const Symbol* s = as<Symbol>(K[C]);
    window = R + A;
    fn = s->function;
    nargs = B;
    if (TESSERA_LIKELY(prologue_of(s->entry)->arity == nargs)) goto tail_call_known;
    goto tail_call;
  }
  CASE(TAILCALL) : TAIL_CALL_IN_WINDOW(R[A], R + A, B);
  CASE(TAILCALLK) : fn = K[C];
  window = R + A;
  nargs = B;
  goto tail_call_known;
  CASE(TAILJUMPG) : {
    const Symbol* s = as<Symbol>(K[C]);
    fn = s->function;
    nargs = B;
    if (TESSERA_LIKELY(prologue_of(s->entry)->arity == nargs)) goto tail_jump;
    goto tail_call_with_copies;
  }
  CASE(TAILJUMP) : fn = R[A];
  nargs = B;
  if (TESSERA_LIKELY(has_type(fn, Type::closure) && code_of(as<Closure>(fn))->arity.bits() == std::uint64_t{nargs} << 1)) goto tail_jump;
  goto tail_call_with_copies;
  CASE(TAILAPPLY) : {
    window = R + A;
    nargs = B;
    SAVE();
    if (is_failed(spread_list(window, nargs))) FAIL(sym(Known::apply), AGAIN.a);
    TAIL_CALL_IN_WINDOW(window[0], window, nargs);
  }
  CASE(RETURNI) : value_count = 1;
  RETURN_VALUE(Value::fixnum(i.bc()));
  CASE(RETURNK) : value_count = 1;
  RETURN_VALUE(K[i.bc()]);
  CASE(RETURN) : value_count = 1;
  TESSERA_FALLTHROUGH;
  CASE(RETURNMV) : RETURN_VALUE(R[A]);

  // --- multiple values
  CASE(VALUES) : {
    const std::uint32_t count = B;
    value_count = count;
    if (count == 0) R[A] = NIL;
    if (count > 1) {
      if (mv.size() < count) mv.resize(count, NIL);
      std::copy_n(R + A, count, mv.data());
    }
    NEXT();
  }
  CASE(VALUE1) : value_count = 1;
  NEXT();
  CASE(MVBIND) : {
    const std::uint32_t given = value_count;
    if (given == 1) {
      std::fill_n(R + A + 1, B - 1, NIL);
    } else {
      for (std::uint32_t n = 0; n < B; ++n) R[A + n] = n < given ? mv[n] : NIL;
    }
    NEXT();
  }
  CASE(MVLIST) : {
    SAVE();
    RESULT(values_list(R[B]));
    NEXT();
  }
  CASE(MVSAVE) : {
    SAVE();
    save_values(R + A, R[A]);
    NEXT();
  }
  CASE(MVRESTORE) : RESULT(restore_values(R + A));
  NEXT();

  // --- dynamic records
  CASE(BIND) : push_binding(R, K[i.bc()], R[A]);
  NEXT();
  CASE(UNBIND) : unbind(A);
  NEXT();
  CASE(PROGV) : {
    SAVE();
    if (is_failed(progv(R[A], R[B]))) FAIL(sym(Known::progv), -1);
    NEXT();
  }
  CASE(DEPTH) : R[A] = Value::fixnum(static_cast<std::int64_t>(records_.size()));
  NEXT();
  CASE(UNBINDTO) : unbind_to(static_cast<std::size_t>(R[A].as_fixnum()));
  NEXT();
  CASE(BLOCK) : {
    SAVE();
    const Value token = make_token(records_.size(), NIL);
    R[AGAIN.a] = token;
    records_.push_back({Record::Kind::block, AGAIN.a, R, pc + AGAIN.bc(), token, NIL});
    NEXT();
  }
  CASE(TAGBODY) : {
    SAVE();
    const Value token = make_token(records_.size(), NIL);
    R[AGAIN.a + 1] = token;
    records_.push_back({Record::Kind::tagbody, AGAIN.a, R, pc + AGAIN.bc(), token, NIL});
    NEXT();
  }
  CASE(ENDEXIT) : pop_record();
  NEXT();
  CASE(EXITBLOCK) : {
    SAVE();
    const std::int64_t target = find_token(R[A]);
    if (target < 0) FAIL(sym(Known::return_from), no_return);
    GO_ON(unwind(target, 0, R[AGAIN.b]));
  }
  CASE(EXITTAG) : {
    SAVE();
    const std::int64_t target = find_token(R[A]);
    if (target < 0) FAIL(sym(Known::go), no_return);
    GO_ON(unwind(target, AGAIN.bc(), NIL));
  }
  CASE(CATCH) : records_.push_back({Record::Kind::catch_, A, R, pc + i.bc(), R[A], NIL});
  NEXT();
  CASE(ENDCATCH) : pop_record();
  NEXT();
  CASE(THROW) : {
    SAVE();
    const std::int64_t target = find_catch(R[A]);
    if (target < 0) FAIL(sym(Known::throw_), no_return);
    GO_ON(unwind(target, 0, R[AGAIN.b]));
  }
  CASE(PROTECT) : records_.push_back({Record::Kind::protect, A, R, pc + i.bc(), NIL, NIL});
  NEXT();
  CASE(UNPROTECT) : {
    SAVE();
    begin_cleanup();
    R[AGAIN.a] = Value::fixnum(0);
    save_values(R + AGAIN.a + 1, R[AGAIN.b]);
    NEXT();
  }
  CASE(ENDPROTECT) : {
    const std::int64_t state = R[A].as_fixnum();
    const Value primary = restore_values(R + A + 1);
    end_cleanup();
    if (state == 0) {
      R[AGAIN.a] = primary;
      NEXT();
    }
    SAVE();
    GO_ON(unwind(state - 1, static_cast<std::int32_t>(R[AGAIN.a + 3].as_fixnum()), primary));
  }

  // --- borders
  CASE(STUBCALL) : CALL_IN_WINDOW(R[A], R + A, stub_arguments_);
  CASE(HALT) : return R[0];
  CASE(DELIVER) : {
    const std::int64_t offset = R[0].as_fixnum();
    const auto dest = static_cast<int>(R[1].as_fixnum());
    const Value v = R[2];
    pc = instruction_pointer(R[-1]);
    R -= offset;
    clean_ = std::min(clean_, R - 2);
    if (R[-2].is_object()) RELOAD_K();
    if (dest == no_return) {
      fail_simple(Known::simple_control_error, "What was to handle a failure that leaves nothing to go on with has returned.");
      GO_ON(leave_to_host(heap.cons(failure.type, failure.initargs)));
    }
    if (dest >= 0) R[dest] = v;
    leave_red_zone(R);
    NEXT();
  }

#ifndef TESSERA_THREADED
  case Op::count: break;
  }
#endif

  // --- a call whose function is any object
call:
  if (TESSERA_LIKELY(has_type(fn, Type::closure))) {
    const Code* code = code_of(as<Closure>(fn));
    if (TESSERA_UNLIKELY(code->arity.bits() != std::uint64_t{nargs} << 1)) {
      SAVE();
      const Fitted fitted = fit_arguments(fn, window, nargs);
      if (fitted == Fitted::overflow) goto overflow;
      if (fitted == Fitted::failed) FAIL(code->name, static_cast<int>(window - R));
    }
    goto call_known;
  }
  if (TESSERA_LIKELY(has_type(fn, Type::native))) {
    const Native* native = as<Native>(fn);
    const auto arity = static_cast<std::uint64_t>(native->arity.as_fixnum());
    const std::uint32_t least = arity & 0xFFFF, most = (arity >> 16) & 0xFFFF;
    SAVE();
    top_ = window + 2 + nargs;
    if (TESSERA_UNLIKELY(nargs < least || (nargs > most && most != 0xFFFF))) {
      fail_native_arity(native, nargs);
      FAIL(native->name, static_cast<int>(window - R));
    }
    if (TESSERA_UNLIKELY((arity >> 32) != 0)) goto vm_operation;
    value_count = 1;
    window[0] = fn;  // a host function finds itself there
    const Value v = reinterpret_cast<NativeFunction>(native->entry.bits() >> 1)(*this, Args{window + 2, nargs});
    if (TESSERA_UNLIKELY(exit_is_under_way())) GO_ON(resume_exit());
    if (TESSERA_UNLIKELY(v.is_marker()) && (v == TAIL_CALL || v == FAILED)) {
      result = v;
      goto native_marker;
    }
    window[0] = v;
    NEXT();
  }
  SAVE();
  if (is_symbol(fn) && symbol(fn)->function != undefined_function) CALL_IN_WINDOW(symbol(fn)->function, window, nargs);
  GO_ON(call_no_function({R, pc}, fn, window, nargs, K));

call_known: {
  const Prologue* entry = prologue_of(code_of(as<Closure>(fn))->instructions);
  PUSH_FRAME();
  ENTER(entry);
}

  // --- a call in this frame's place; natives run in the window, and the RETURNMV that follows returns their value
tail_call:
  if (TESSERA_LIKELY(has_type(fn, Type::closure))) {
    const Code* code = code_of(as<Closure>(fn));
    if (TESSERA_UNLIKELY(code->arity.bits() != std::uint64_t{nargs} << 1)) {
      SAVE();
      const Fitted fitted = fit_arguments(fn, window, nargs);
      if (fitted == Fitted::overflow) goto overflow;
      if (fitted == Fitted::failed) FAIL(code->name, static_cast<int>(window - R));
      nargs = parameter_registers(code);
    }
    goto tail_call_known;
  }
  goto call;

tail_call_with_copies:  // the callee wants the arguments of this frame in a window
  window = R + A;
  std::copy_n(R, nargs, window + 2);
  goto tail_call;

tail_call_known:
  for (std::uint32_t n = 0; n < nargs; ++n) R[n] = window[2 + n];

tail_jump: {
  const Prologue* entry = prologue_of(code_of(as<Closure>(fn))->instructions);
  note_tail_call(R, fn);
  R[-2] = fn;
  window = R - 2;
  ENTER(entry);
}

  // --- seldom paths
vm_operation: {  // a native for which the VM does something itself: FUNCALL or APPLY as a function object
  const auto operation = static_cast<VmOperation>(static_cast<std::uint64_t>(as<Native>(fn)->arity.as_fixnum()) >> 32);
  fn = window[2];
  --nargs;
  std::copy(window + 3, window + 3 + nargs, window + 2);
  if (operation == VmOperation::apply && is_failed(spread_list(window, nargs)))
    FAIL(sym(Known::apply), static_cast<int>(window - R));
  goto call;
}

native_marker:
  if (result == FAILED) {
    result = call_native_anew(window, nargs);
    if (exit_is_under_way()) GO_ON(resume_exit());
  }
  if (result == TAIL_CALL) {
    nargs = static_cast<std::uint32_t>(tail_arguments.size());
    if (!make_room(window + 2, nargs + 64)) goto overflow;
    std::copy(tail_arguments.begin(), tail_arguments.end(), window + 2);
    CALL_IN_WINDOW(tail_function, window, nargs);
  }
  if (result == FAILED) FAIL(as<Native>(window[0])->name, static_cast<int>(window - R));
  window[0] = result;
  NEXT();

poll:
  SAVE();
  GO_ON(poll({R, pc}));

overflow:  // R and window are as the call left them: the frame that called is base_, if it could not be entered
  SAVE();
  GO_ON(stack_overflow({R, pc}, std::max(frame_top(R), window + 2 + nargs)));

go_on:
  if (place.base == nullptr) return FAILED;
  R = place.base;
  pc = place.pc;
  clean_ = std::min(clean_, R - 2);
  if (R[-2].is_object()) RELOAD_K();
  NEXT();
}

}  // namespace tessera
