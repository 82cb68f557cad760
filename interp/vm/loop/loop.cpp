// The instruction loop, the one long function. step.cpp compiles this text again, to execute a single instruction.
// opcodes.def says what each instruction does; loop_primitives.def has the instructions that are standard functions.
#include <algorithm>

#include "compiler/instruction_table.hpp"
#include "data/objects/dispatch.hpp"
#include "data/symbols/packages.hpp"
#include "data/tables/equality.hpp"
#include "data/tables/hash_tables.hpp"
#include "vm/continuations/continuations.hpp"
#include "vm/jit/jit_entry.hpp"
#include "vm/loop/fast_paths.hpp"
#include "vm/loop/frames.hpp"
#include "vm/loop/loop_macros.hpp"
#include "vm/loop/services.hpp"
#include "vm/values.hpp"

namespace tessera {

#ifdef TESSERA_STEPPING
ResumePoint run_instruction(VmState& vm, ResumePoint at) {
#else
#ifdef __ELF__
[[gnu::section("tessera_loop")]]  // by which the profiler knows it
#elif defined(__wasm__)
[[gnu::used, gnu::visibility("default")]]  // so that wasm-opt does not inline it: browsers optimize a running function when it is called again
#endif
Value run_loop(VmState& vm, ResumePoint at) {
#endif
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

#ifdef TESSERA_STEPPING
  R = at.base;
  pc = at.pc;
  K = constants_of(R[-2]);
  goto dispatch;
go_on:
  return at;
#else
go_on:
  if (at.base == nullptr) return FAILED;
#ifdef TESSERA_MACHINE_CODE
  if (const void* const address = address_in_machine_code(vm, at); address != nullptr) GO_ON(run_machine_code(vm, at.base, address));
#endif
  RESUME(at);
#endif
attend:
  if (vm.is_just_a_step()) NEXT();
#ifndef TESSERA_STEPPING
  if constexpr (platform::asks_for_interrupts) {
    vm.reentry = poll(vm, {R, pc});
    return FAILED;
  }
#endif
  GO_ON(poll(vm, {R, pc}));
failed:
  GO_ON(instruction_failed(vm, {R, pc}));

  DISPATCH() {
    CASE (MOVE) PUT(R[i.b])
    CASE (LOADK) PUT(K[i.bc()])
    CASE (LOADI) PUT(Value::fixnum(i.bc()))
    CASE (LOADNIL) PUT(NIL)
    CASE (LOADT) PUT(T)

    // --- variables
    CASE (GETGLOBAL) {
      const Value v = as<Symbol>(K[i.bc()])->value;
      if (TESSERA_UNLIKELY(v == UNBOUND)) GO_ON(ask_for(vm, {R, pc}, Known::unbound_variable_hook, K[i.bc()]));
      PUT(v)
    }
    CASE (SETGLOBAL) DO(vm.heap.write(&as<Symbol>(K[i.bc()])->value, R[i.a]))
    CASE (CELLNEW) COMPUTED(Value::object(vm.heap.allocate(Type::cell, 1, R[i.b])))
    CASE (CELLGET) PUT(as<Cell>(R[i.b])->value)
    CASE (CELLSET) DO(vm.heap.write(&as<Cell>(R[i.a])->value, R[i.b]))
    CASE (CAPTURED) PUT(as<Closure>(R[-2])->captured[i.b])
    CASE (CAPTUREDCELLGET) PUT(as<Cell>(as<Closure>(R[-2])->captured[i.b])->value)
    CASE (CAPTUREDCELLSET) DO(vm.heap.write(&as<Cell>(as<Closure>(R[-2])->captured[i.b])->value, R[i.a]))
    CASE (FUNCTION) {
      const Value f = as<Symbol>(K[i.bc()])->function;
      if (TESSERA_UNLIKELY(f == vm.undefined_function)) GO_ON(ask_for(vm, {R, pc}, Known::undefined_function_hook, K[i.bc()]));
      PUT(f)
    }
    CASE (CLOSURE) {
      vm.save({R, pc});
      const std::uint16_t target = i.a, count = i.c;
      Object* closure = vm.heap.allocate_to_fill(Type::closure, 1u + count);
      closure->slots[0] = K[i.b];
      for (std::uint16_t n = 0; n < count; ++n) {
        i = *pc++;
        closure->slots[1 + n] = i.b == 0 ? R[i.a] : as<Closure>(R[-2])->captured[i.a];
      }
      DO(R[target] = Value::object(closure))
    }
    CASE (CAPTURE) NEXT();
    CASE (CLOSURESET) DO(vm.heap.write(&as<Closure>(R[i.a])->captured[i.b], R[i.c]))

    // --- jumps
    CASE (JUMP) DO(pc += i.bc())
    CASE (LOOP) JUMP(i.bc());
    CASE (JNIL) JUMP_IF(is_nil(R[i.a]), i.bc());
    CASE (JNNIL) JUMP_IF(!is_nil(R[i.a]), i.bc());
    CASE (JCONS) JUMP_IF(R[i.a].is_cons(), i.bc());
    CASE (JNCONS) JUMP_IF(!R[i.a].is_cons(), i.bc());
    CASE (JSUPPLIED) JUMP_IF(R[i.a] != UNSUPPLIED, i.bc());
    CASE (JEQ) JUMP_IF(R[i.a] == R[i.b], i.signed_c());
    CASE (JNEQ) JUMP_IF(R[i.a] != R[i.b], i.signed_c());
    CASE (JEQK) JUMP_IF(R[i.a] == K[i.b], i.signed_c());
    CASE (JNEQK) JUMP_IF(R[i.a] != K[i.b], i.signed_c());
    CASE (JEQL) JUMP_IF(eql(R[i.a], R[i.b]), pc[-1].signed_c());
    CASE (JNEQL) JUMP_IF(!eql(R[i.a], R[i.b]), pc[-1].signed_c());
    CASE (JLT) COMPARE(R[i.a], R[i.b], std::less<>(), true)
    CASE (JNLT) COMPARE(R[i.a], R[i.b], std::less<>(), false)
    CASE (JLE) COMPARE(R[i.a], R[i.b], std::less_equal<>(), true)
    CASE (JNLE) COMPARE(R[i.a], R[i.b], std::less_equal<>(), false)
    CASE (JGT) COMPARE(R[i.a], R[i.b], std::greater<>(), true)
    CASE (JNGT) COMPARE(R[i.a], R[i.b], std::greater<>(), false)
    CASE (JGE) COMPARE(R[i.a], R[i.b], std::greater_equal<>(), true)
    CASE (JNGE) COMPARE(R[i.a], R[i.b], std::greater_equal<>(), false)
    CASE (JNUMEQ) COMPARE(R[i.a], R[i.b], std::equal_to<>(), true)
    CASE (JNNUMEQ) COMPARE(R[i.a], R[i.b], std::equal_to<>(), false)
    CASE (JLTI) COMPARE(R[i.a], Value::fixnum(i.signed_b()), std::less<>(), true)
    CASE (JNLTI) COMPARE(R[i.a], Value::fixnum(i.signed_b()), std::less<>(), false)
    CASE (JGTI) COMPARE(R[i.a], Value::fixnum(i.signed_b()), std::greater<>(), true)
    CASE (JNGTI) COMPARE(R[i.a], Value::fixnum(i.signed_b()), std::greater<>(), false)
    CASE (JLEI) COMPARE(R[i.a], Value::fixnum(i.signed_b()), std::less_equal<>(), true)
    CASE (JNLEI) COMPARE(R[i.a], Value::fixnum(i.signed_b()), std::less_equal<>(), false)
    CASE (JGEI) COMPARE(R[i.a], Value::fixnum(i.signed_b()), std::greater_equal<>(), true)
    CASE (JNGEI) COMPARE(R[i.a], Value::fixnum(i.signed_b()), std::greater_equal<>(), false)
    CASE (JNUMEQI) COMPARE(R[i.a], Value::fixnum(i.signed_b()), std::equal_to<>(), true)
    CASE (JNNUMEQI) COMPARE(R[i.a], Value::fixnum(i.signed_b()), std::equal_to<>(), false)
    CASE (JINSTANCE) JUMP_IF(is_instance_of(R[i.a], K[i.b]), i.signed_c());
    CASE (JNINSTANCE) JUMP_IF(!is_instance_of(R[i.a], K[i.b]), i.signed_c());
    CASE (JODD) PARITY(true)
    CASE (JEVEN) PARITY(false)
    CASE (JKIND) JUMP_IF(is_of_kind(R[i.a], static_cast<KindMask>(K[i.b].as_fixnum())), pc[-1].signed_c());
    CASE (JNKIND) JUMP_IF(!is_of_kind(R[i.a], static_cast<KindMask>(K[i.b].as_fixnum())), pc[-1].signed_c());
    CASE (JCHAREQ) SAME_CHARACTER(true)
    CASE (JNCHAREQ) SAME_CHARACTER(false)

#include "vm/loop/loop_primitives.def"

    // --- calls
    CASE (CALLG) {
      const Symbol* s = as<Symbol>(K[i.c]);
      const Prologue* const entry = prologue_of(s->entry);
      const Value f = s->function;
      Value* const window = R + i.a;
      if (TESSERA_LIKELY(entry->arity == i.b)) ENTER(f, window, entry);
      CALL_NATIVE(f, window, i.b)
      GO_ON(call(vm, {R, pc}, call_of(f, window, i.b)));
    }
    CASE (CALL) {
      const Value f = R[i.a];
      Value* const window = R + i.a;
      if (TESSERA_LIKELY(is_closure_for(f, i.b))) ENTER(f, window, entry_of(f));
      CALL_NATIVE(f, window, i.b)
      GO_ON(call(vm, {R, pc}, call_of(f, window, i.b)));
    }
    CASE (CALLK) {
      const Value f = K[i.c];
      ENTER(f, R + i.a, entry_of(f));
    }
    CASE (CALLMV) GO_ON(call_with_values(vm, {R, pc}, {R + i.a, vm.mv.count}));
    CASE (APPLY) GO_ON(apply(vm, {R, pc}, {R + i.a, i.b}));
    CASE (TAILCALLG) {
      const Symbol* s = as<Symbol>(K[i.c]);
      const Value f = s->function;
      Value* const window = R + i.a;
      if (TESSERA_LIKELY(prologue_of(s->entry)->arity == i.b)) {
        copy_words(window + 2, i.b, R);
        ENTER_HERE(f, entry_of(f));
      }
      CALL_NATIVE(f, window, i.b)
      GO_ON(tail_call(vm, {R, pc}, call_of(f, window, i.b)));
    }
    CASE (TAILCALL) {
      const Value f = R[i.a];
      Value* const window = R + i.a;
      if (TESSERA_LIKELY(is_closure_for(f, i.b))) {
        copy_words(window + 2, i.b, R);
        ENTER_HERE(f, entry_of(f));
      }
      CALL_NATIVE(f, window, i.b)
      GO_ON(tail_call(vm, {R, pc}, call_of(f, window, i.b)));
    }
    CASE (TAILCALLK) {
      const Value f = K[i.c];
      copy_words(R + i.a + 2, i.b, R);
      ENTER_HERE(f, entry_of(f));
    }
    CASE (TAILAPPLY) GO_ON(tail_apply(vm, {R, pc}, {R + i.a, i.b}));
    CASE (TAILJUMPG) {
      const Symbol* s = as<Symbol>(K[i.c]);
      const Value f = s->function;
      if (TESSERA_LIKELY(prologue_of(s->entry)->arity == i.b)) ENTER_HERE(f, entry_of(f));
      GO_ON(tail_call_with_own_arguments(vm, {R, pc}, call_of(f, R + i.a, i.b)));
    }
    CASE (TAILJUMP) {
      const Value f = R[i.a];
      Value* const window = R + i.a;
      if (TESSERA_LIKELY(is_closure_for(f, i.b))) ENTER_HERE(f, entry_of(f));
      if (is_native_for(f, i.b)) {
        for (std::uint32_t n = 0; n < i.b; ++n) window[2 + n] = R[n];
        CALL_NATIVE(f, window, i.b)
      }
      GO_ON(tail_call_with_own_arguments(vm, {R, pc}, call_of(f, window, i.b)));
    }
    CASE (RETURNI) RETURN(Value::fixnum(i.bc()))
    CASE (RETURNK) RETURN(K[i.bc()])
    CASE (RETURN) RETURN(R[i.a])
    CASE (RETURNMV) RETURN_VALUES(R[i.a])

    // --- multiple values
    CASE (VALUES) {
      vm.mv.count = i.b;
      if (i.b == 0) R[i.a] = NIL;
      if (i.b > 1) set_values(vm, R + i.a, i.b);
      NEXT();
    }
    CASE (VALUE1) DO(vm.mv.count = 1)
    CASE (MVBIND) {
      if (vm.mv.count == 1) DO(std::fill_n(R + i.a + 1, i.b - 1, NIL))
      DO(bind_values(vm, R + i.a, i.b))
    }
    CASE (MVLIST) COMPUTED(values_list(vm, R[i.b]))
    CASE (MVSAVE) {
      vm.save({R, pc});
      DO(save_values(vm, R + i.a, R[i.a]))
    }
    CASE (MVRESTORE) COMPUTED(restore_values(vm, R + i.a))

    // --- dynamic records
    CASE (BIND) DO(push_binding(vm, R, K[i.bc()], R[i.a]))
    CASE (UNBIND) DO(unbind(vm, i.a))
    CASE (PROGV) CHECKED(progv(vm, R[i.a], R[i.b]))
    CASE (DEPTH) PUT(Value::fixnum(static_cast<std::int64_t>(own_records(vm, R))))
    CASE (UNBINDTO) DO(unbind(vm, own_records(vm, R) - static_cast<std::size_t>(R[pc[-1].a].as_fixnum())))
    CASE (BLOCK) DO(push_exit_point(vm, {R, pc}, Record::Kind::block))
    CASE (TAGBODY) DO(push_exit_point(vm, {R, pc}, Record::Kind::tagbody))
    CASE (ENDEXIT) DO(pop_record(vm))
    CASE (EXITBLOCK) GO_ON(exit_to_token(vm, {R, pc}, R[i.a], 0, R[i.b]));
    CASE (EXITTAG) GO_ON(exit_to_token(vm, {R, pc}, R[i.a], i.bc(), NIL));
    CASE (CATCH) DO(push_landing(vm, {R, pc}, Record::Kind::catch_, R[i.a]))
    CASE (ENDCATCH) DO(pop_record(vm))
    CASE (THROW) GO_ON(throw_to(vm, {R, pc}, R[i.a], R[i.b]));
    CASE (PROTECT) DO(push_landing(vm, {R, pc}, Record::Kind::protect, NIL))
    CASE (UNPROTECT) DO(begin_cleanup_forms(vm, {R, pc}))
    CASE (ENDPROTECT) {
      const ResumePoint next = end_cleanup_forms(vm, {R, pc});
      if (TESSERA_LIKELY(next.base == R) && TESSERA_LIKELY(next.pc == pc)) NEXT();
      GO_ON(next);
    }

    // --- borders
    CASE (STUBCALL) {
      const Value f = R[i.a];
      Value* const window = R + i.a;
      if (TESSERA_LIKELY(is_closure_for(f, vm.stub_arguments))) ENTER(f, window, entry_of(f));
      GO_ON(call(vm, {R, pc}, {window, vm.stub_arguments}));
    }
#ifdef TESSERA_STEPPING
    CASE (HALT) break;
#else
    CASE (HALT) return R[0];
#endif
    CASE (DELIVER) GO_ON(deliver(vm, R));
    CASE (RETURNTAKEN) GO_ON(return_to_shared(vm, {R, pc}));

#ifndef TESSERA_THREADED
    case Op::count: break;
#endif
  }
  __builtin_unreachable();
}

}  // namespace tessera
