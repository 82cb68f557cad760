// Emits the instructions of a loop.
#include "jit/loop/loop_instructions.hpp"
#include "jit/calls/vm_entries.hpp"

namespace tessera {

using namespace jit;

namespace {

/// True if a function's code for the instruction produces a fixnum in a loop, where it side-exits otherwise.
bool gives_fixnum(Gives gives) { return gives == Gives::integer || gives == Gives::character_code || gives == Gives::length; }
IntegerBounds bounds_of_result(Gives gives) {
  if (gives == Gives::character_code) return IntegerBounds::natural(21);
  return gives == Gives::length ? IntegerBounds::natural(32) : IntegerBounds{};
}

}  // namespace

void LoopInstructions::emit() {
  const InlinedInstruction* const inlined = this->inlined();
  if ((inlined == nullptr || !inlined->must_not_exit) && emission_.vm.jit().takes_random_exit()) masm_.jump(numbers_.doubles.side_exit());
  if (const InlinedCall* const call = emission_.program.call_at(emission_.at)) {
    calls.emit_call(*call);
    return edges_.end_path();
  }
  if (inlined != nullptr && inlined->is_callee) emit_of_callee(*inlined);
  else if (!emit_specialized()) emit_general();
  const Successors successors(i(), emission_.at);
  if (!edges_.has_ended() && successors.begin() != successors.end()) edges_.continue_at(static_cast<std::size_t>(next_index()));
}

/// Emits the instruction as in a function. If Lisp may run, all values are spilled first.
void LoopInstructions::emit_general() {
  const bool keeps = keeps_registers();
  if (!keeps) registers_.spill_all();
  for (const std::size_t n : EachOf{registers_read(&i())})
    if (state_[n].location == LoopLocation::floating && state_[n].dirty) registers_.spill(n);
  edges_.set_to_frame(!keeps);
  emitter_.emit();
  edges_.set_to_frame(false);
  if (const Gives gives = facts_of(i()).jit.gives; keeps && gives_fixnum(gives) && state_[i().a].location == LoopLocation::general) {
    state_[i().a].type = LoopType::fixnum;
    state_[i().a].bounds = bounds_of_result(gives);
  }
  if (is(i(), Op::CARCDR)) edges_.end_path();
}

/// Emits an instruction of an inlined callee; if it cannot be done in line, side-exits before the call.
void LoopInstructions::emit_of_callee(const InlinedInstruction& inlined) {
  calls.begin(inlined);
  if (is(i(), Op::VALUE1)) return;
  if (is(i(), Op::CAPTURED)) return calls.load_captured(inlined);
  if (emit_specialized()) return;
  if (keeps_registers()) return emit_general();
  masm_.jump(slow());
  edges_.end_path();
}

bool LoopInstructions::emit_specialized() {
  const Op op = static_cast<Op>(i().op);
  switch (op) {
    case Op::MOVE: registers_.move(i().a, i().b); return true;
    case Op::LOADK: registers_.set_constant(i().a, constant(i().bc())); return true;
    case Op::LOADI: registers_.set_constant(i().a, Value::fixnum(i().bc())); return true;
    case Op::LOADNIL: registers_.set_constant(i().a, NIL); return true;
    case Op::LOADT: registers_.set_constant(i().a, T); return true;
    case Op::JUMP:
    case Op::LOOP: emit_jump(); return true;
    case Op::JNIL:
    case Op::JNNIL:
      masm_.compare(registers_.value(i().a, accumulator), NIL);
      jump_when(Condition::equal, op == Op::JNIL);
      return true;
    case Op::JKIND:
    case Op::JNKIND: return emit_test_of_known_kind(op == Op::JKIND);
    case Op::RETURN:
    case Op::RETURNI:
    case Op::RETURNK:
    case Op::RETURNMV: emit_return(); return true;
    case Op::SLOTREF: return emit_slot(Access::load);
    case Op::SLOTSET: return emit_slot(Access::store);
    case Op::SETGLOBAL: return set_global_to_immediate();
    case Op::SVREF:
    case Op::AREF: return elements_.emit(Access::load);
    case Op::SVSET:
    case Op::ASET: return elements_.emit(Access::store);
    default: return numbers_.emit();
  }
}

void LoopInstructions::emit_jump() {
  if (target() <= here() && emission_.at < emission_.count) jump(target());
  else edges_.continue_at(static_cast<std::size_t>(target()));
  edges_.end_path();
}

/// Decides the test of a number in a machine register at compile time. Returns false if the kind is unknown.
bool LoopInstructions::emit_test_of_known_kind(bool sense) {
  const RegisterState& tested = state_[i().a];
  const bool is_fixnum = tested.location == LoopLocation::general && tested.type == LoopType::fixnum;
  if (!is_fixnum && tested.location != LoopLocation::floating) return false;
  const KindMask known = is_fixnum ? kinds(KindBit::fixnum) : kinds(KindBit::immediate_double, Type::double_float);
  const KindMask wanted = static_cast<KindMask>(constant(i().b).as_fixnum()) & known;
  if (wanted != 0 && wanted != known) return false;
  if ((wanted != 0) == sense) emit_jump();
  return true;
}

/// Stores an immediate without a write barrier. Returns false if the value may be a pointer.
bool LoopInstructions::set_global_to_immediate() {
  if (!registers_.is_immediate(i().a)) return false;
  masm_.load(temporary, address_of(constant(i().bc())) + offsetof(Symbol, value));
  masm_.store(place_at(temporary), registers_.general(i().a));
  return true;
}

/// Emits slot access: checks the class once; side-exits on a mismatch.
bool LoopInstructions::emit_slot(Access access) {
  const bool is_set = access == Access::store;
  const std::size_t object = is_set ? i().a : i().b, what = i().c;
  const std::uint32_t slot = is_set ? i().b : i().c;
  if (!registers_.has_general(object) || state_[object].location == LoopLocation::floating ||
      state_[object].location == LoopLocation::never)
    return false;
  if (inlined() != nullptr) return false;  // the class is a constant of the callee's code
  const Label wrong = slow();
  const Register v = registers_.value(object, argument0);
  RegisterState& known = state_[object];
  if (known.type == LoopType::fixnum || known.type == LoopType::constant || known.type == LoopType::vector ||
      known.type == LoopType::numbers || known.type == LoopType::closure)
    return false;
  const std::int32_t klass = word(1).a;
  if (known.type != LoopType::instance || known.refinement != klass) {
    masm_.unless_type(v, Type::instance, operand2, wrong);
    masm_.load(operand2, constant(klass));
    masm_.branch_if(field(v, 0), Condition::not_equal, operand2, wrong);
    known.type = LoopType::instance;
    known.refinement = klass;
  }
  masm_.unless_slot(v, slot, wrong);
  if (!is_set) {
    masm_.load(accumulator, field(v, 1u + slot));
    registers_.set(i().a, accumulator, LoopType::any);
    return true;
  }
  if (state_[what].location == LoopLocation::floating) return set_slot_to_number(v, slot, what), true;
  masm_.load_address(temporary, field(v, 1u + slot));
  load(operand2, what);
  write(temporary, operand2);
  return true;
}

/// Stores the double, without a write barrier if it is immediate.
void LoopInstructions::set_slot_to_number(Register instance, std::uint32_t slot, std::size_t what) {
  const Label uncommon = masm_.new_label(), done = masm_.new_label();
  masm_.from_double(accumulator, registers_.floating(what), uncommon);
  masm_.store(field(instance, 1u + slot), accumulator);
  masm_.bind(done);
  defer([this, instance, slot, what, uncommon, done] {
    masm_.bind(uncommon);
    save();
    masm_.move(double0, registers_.floating(what));
    masm_.move(argument0, jit::vm);
    call(&VmEntries::boxed);
    masm_.move(operand2, accumulator);
    masm_.load_address(temporary, field(instance, 1u + slot));
    write(temporary, operand2);
    masm_.jump(done);
  });
}

/// Spills only the value that is returned; no other is live.
void LoopInstructions::emit_return() {
  const bool of_register = is(i(), Op::RETURN) || is(i(), Op::RETURNMV);
  if (of_register && state_[i().a].location == LoopLocation::floating && state_[i().a].dirty) registers_.spill(i().a);
  emitter_.emit();
  edges_.end_path();
}

}  // namespace tessera
