// Calls and returns. A frame is made as the loop makes it; what it returns to is the place behind the call in machine code.
#include <algorithm>

#include "machine/argument_code.hpp"
#include "machine/translator.hpp"
#include "vm/frames.hpp"

namespace tessera {

using namespace machine;

bool Translator::translate_call() {
  constexpr std::uint16_t most_moved = 16;
  const Op op = static_cast<Op>(i().op);
  const auto global_in_place = [this](std::uint32_t count) {
    MachineCall* const by = call_of_symbol(constant(i().c));
    const Label done = new_label();
    const Label otherwise = any_call({}, done, by);
    unless_keywords(*by, otherwise);
    a_.mov(x86::rcx, reinterpret_cast<std::uint64_t>(by));
    a_.mov(x86::rdx, x86::qword_ptr(x86::rcx, offsetof(MachineCall, function)));
    a_.cmp(x86::rdx, static_cast<int>(NIL.bits()));
    a_.je(otherwise);
    take_place(count, i().a);
    enter_by_call();
    a_.bind(done);
    return true;
  };
  const auto closure_in_place = [this](std::uint32_t count) {
    const Label done = new_label(), others = new_label(), unknown = new_label();
    MachineCall* const by = call_of_object();
    find_closure(x86::rdx, any_call({}, done, by, unknown), others);
    take_place(count, i().a);
    enter_machine_code();
    a_.bind(done);
    later([this, others, unknown, by, count] {
      a_.bind(others);
      unless_known(*by, unknown);
      take_place(count, i().a);
      a_.mov(x86::rcx, reinterpret_cast<std::uint64_t>(by));
      enter_by_call();
    });
    return true;
  };
  switch (op) {
    case Op::CALLG:
      if (!call_native(constant(i().c)) && !call_operation(constant(i().c))) call_by(call_of_symbol(constant(i().c)));
      return true;
    case Op::CALL: {
      const Label back = new_label(), done = new_label(), others = new_label(), unknown = new_label();
      MachineCall* const by = call_of_object();
      find_closure(x86::rax, any_call(back, done, by, unknown), others);
      make_frame(x86::rax, back);
      enter_machine_code();
      come_back(back);
      a_.bind(done);
      later([this, others, unknown, back, by] {
        a_.bind(others);
        unless_known(*by, unknown);
        make_frame(x86::rax, back);
        a_.mov(x86::rcx, reinterpret_cast<std::uint64_t>(by));
        enter_by_call();
      });
      return true;
    }
    case Op::CALLK: call_by(calls_.of_known(constant(i().c))); return true;
    case Op::TAILCALLG:
      if (i().b > most_moved) return false;
      return call_native(constant(i().c)) || call_operation(constant(i().c)) || global_in_place(i().b);
    case Op::TAILCALL:
      if (i().b > most_moved) return false;
      return closure_in_place(i().b);
    case Op::TAILCALLK:
      if (i().b > most_moved) return false;
      load_value(x86::rdx, constant(i().c));
      take_place(i().b, i().a);
      a_.mov(x86::rcx, reinterpret_cast<std::uint64_t>(calls_.of_known(constant(i().c))));
      enter_by_call();
      return true;
    case Op::TAILJUMPG: return call_native(constant(i().c)) || call_operation(constant(i().c)) || global_in_place(0);
    case Op::TAILJUMP: return closure_in_place(0);
    case Op::RETURN:
      load(x86::rax, i().a);
      a_.mov(at32(l_.value_count), 1);
      return_value();
      return true;
    case Op::RETURNI:
    case Op::RETURNK:
      load_value(x86::rax, op == Op::RETURNI ? Value::fixnum(i().bc()) : constant(i().bc()));
      a_.mov(at32(l_.value_count), 1);
      return_value();
      return true;
    case Op::RETURNMV:
      load(x86::rax, i().a);
      return_value();
      return true;
    default: return false;
  }
}

// A label from which the call is made, whatever is called. That returns to `back`; what has its value at once goes on at `done`. `by`: what
// such calls go by, if anything, and connect; `connecting`: only those that come from this label do.
Translator::Label Translator::any_call(const Label& back, const Label& done, MachineCall* by, const Label& connecting) {
  const Label from = new_label();
  const Op op = static_cast<Op>(i().op);
  const bool of_object = op == Op::CALL || op == Op::TAILCALL || op == Op::TAILJUMP;
  later([this, from, back, done, by, connecting, of_object] {
    const Label make = new_label();
    if (connecting.isValid()) {
      a_.bind(connecting);
      a_.mov(x86::r9, reinterpret_cast<std::uint64_t>(by));
      a_.jmp(make);
    }
    a_.bind(from);
    if (of_object) call_continuation();
    if (by == nullptr || connecting.isValid()) a_.xor_(x86::r9d, x86::r9d);
    else a_.mov(x86::r9, reinterpret_cast<std::uint64_t>(by));
    a_.bind(make);
    if (back.isValid()) a_.lea(x86::r8, x86::ptr(back));
    else a_.xor_(x86::r8d, x86::r8d);
    a_.mov(x86::ecx, static_cast<std::uint32_t>(real() * sizeof(Instruction)));
    a_.call(at(l_.link_call));
    a_.cmp(x86::ecx, static_cast<std::int32_t>(sizeof(Instruction)));
    a_.je(done);
    a_.jmp(go_on_);
  });
  return from;
}

// What is called in the window, if that is a continuation; goes on behind this if not.
void Translator::call_continuation() {
  const Label other = new_label();
  load(x86::rax, i().a);
  unless_type(x86::rax, Type::native, x86::rcx, other);
  a_.mov(x86::rcx, field(x86::rax, native_arity));
  a_.shr(x86::rcx, NativeArity::operation_shift + 1);
  a_.cmp(x86::ecx, static_cast<int>(VmOperation::go_on));
  a_.jne(other);
  operate(MachineLayout::operation(VmOperation::go_on));
  a_.bind(other);
}

// To the window, where the arguments are those of this frame. Spoils rax.
void Translator::move_own_arguments() {
  if (!is(i(), Op::TAILJUMP) && !is(i(), Op::TAILJUMPG)) return;
  for (std::size_t n = 0; n < i().b; ++n) {
    load(x86::rax, n);
    store(i().a + 2 + n, x86::rax);
  }
}

// The call by the machine itself; goes on wherever that leads.
void Translator::operate(MachineLayout::Operation operation) {
  move_own_arguments();
  serve(operation);
  a_.jmp(go_on_);
}

// A call of a global or known function.
void Translator::call_by(MachineCall* by) {
  const Label back = new_label(), done = new_label();
  if (!by->keywords.empty()) unless_keywords(*by, any_call(back, done));
  a_.mov(x86::rcx, reinterpret_cast<std::uint64_t>(by));
  a_.mov(x86::rax, x86::qword_ptr(x86::rcx, offsetof(MachineCall, function)));
  make_frame(x86::rax, back);
  enter_by_call();
  come_back(back);
  a_.bind(done);
}

// What the instruction calls the symbol's function by. Keywords are looked for where that takes some, and can have them laid out.
MachineCall* Translator::call_of_symbol(Value symbol) {
  const Value f = as<Symbol>(symbol)->function;
  std::vector<Value> keywords;
  if (has_type(f, Type::closure)) {
    const Code* const code = code_of(as<Closure>(f));
    const Arity arity = Arity::unpack(code->arity.as_fixnum());
    if (arity.keys) keywords = keywords_from(arity.required + arity.optional);
    if (!keywords.empty() && !ArgumentLayout::of(vm_, code, i().b, keywords)) keywords.clear();
  }
  return calls_.of_symbol(symbol, i().b, keywords);
}

// What it calls function objects by that do not take just so many arguments.
MachineCall* Translator::call_of_object() { return calls_.of_instruction(code_, real(), i().b, keywords_from(0)); }

// The arguments of the call that are probably the same symbol each time, by their numbers: those that the last instruction which writes them loads.
std::vector<Value> Translator::keywords_from(std::uint32_t first) {
  std::vector<Value> keywords;
  if (is(i(), Op::TAILJUMP) || is(i(), Op::TAILJUMPG)) return keywords;
  for (std::uint32_t n = first; n < i().b; ++n)
    if (const Value keyword = constant_loaded(i().a + 2u + n); Runtime::is_symbol(keyword)) {
      keywords.resize(i().b);
      keywords[n] = keyword;
    }
  return keywords;
}

Value Translator::constant_loaded(std::size_t to) const {
  const std::size_t end = real(), begin = end - std::min(end, config::machine_code_keyword_distance);
  for (std::size_t n = end; n-- > begin;) {
    const Instruction& before = instructions_[n];
    if (facts_of(before).control.flow == Flow::word) continue;
    if (is(before, Op::LOADK) && before.a == to) return code_->constants[before.bc()];
    if (to < register_set_size && contains(registers_written(&before), to)) break;
  }
  return Value();
}

// Goes on if the arguments are those keywords. Spoils rsi.
void Translator::unless_keywords(const MachineCall& by, const Label& otherwise) {
  for (std::size_t n = 0; n < by.keywords.size(); ++n) {
    if (!Runtime::is_symbol(by.keywords[n])) continue;
    load_value(x86::rsi, by.keywords[n]);
    a_.cmp(reg(i().a + 2 + n), x86::rsi);
    a_.jne(otherwise);
  }
}

// Goes on if the code of the function that is called, in rcx, is what `by` leads to, and the arguments are its keywords. Spoils rsi.
void Translator::unless_known(const MachineCall& by, const Label& otherwise) {
  a_.mov(x86::rsi, reinterpret_cast<std::uint64_t>(&by));
  a_.cmp(x86::rcx, x86::qword_ptr(x86::rsi, offsetof(MachineCall, function)));
  a_.jne(otherwise);
  unless_keywords(by, otherwise);
}

// rcx: what the call goes by.
void Translator::enter_by_call() { a_.jmp(x86::qword_ptr(x86::rcx, offsetof(MachineCall, target))); }

// rax: the value.
void Translator::return_value() {
  a_.mov(x86::rcx, return_of_frame());
  a_.mov(function_of_frame(), x86::rax);
  a_.test(x86::cl, 4);
  a_.je(go_back_);
  a_.jmp(x86::rcx);
}

// What is called: the function to `function`, its instructions to rcx, if it takes just so many arguments. Closures that do not: with their code
// in rcx to `others`.
void Translator::find_closure(Gp function, const Label& otherwise, const Label& others) {
  load(function, i().a);
  unless_type(function, Type::closure, x86::rcx, otherwise);
  a_.mov(x86::rcx, field(function, 0));
  a_.cmp(field(x86::rcx, code_arity), static_cast<std::int32_t>(i().b * 2));
  a_.jne(others);
  a_.mov(x86::rcx, field(x86::rcx, code_instructions));
}

// The window becomes the frame of the function, which returns to `back`; all registers are on the Lisp stack. Spoils rax.
void Translator::make_frame(Gp function, const Label& back) {
  const std::size_t window = i().a;
  a_.mov(reg(window), function);
  a_.lea(x86::rax, x86::ptr(back));
  a_.mov(reg(window + 1), x86::rax);
  a_.add(frame, static_cast<std::int32_t>((window + 2) * sizeof(Value)));
}

// rcx: the instructions of the function, whose frame is there.
void Translator::enter_machine_code() {
  a_.mov(x86::rdx, machine_code_of(x86::rcx));
  a_.test(x86::rdx, x86::rdx);
  a_.je(interpret_);
  a_.jmp(x86::rdx);
}

// Machine code goes on here, at `back`, when what was called returns.
void Translator::come_back(const Label& back) {
  const Label lowered = new_label(), on = new_label();
  // The return address is 4 more than a multiple of 8, behind the word that tells the instruction.
  while ((a_.offset() + 8) % 8 != 4) a_.int3();
  const std::uint64_t pc = address_of_instruction(static_cast<std::ptrdiff_t>(real()) + 1);
  a_.embed(&pc, sizeof pc);
  a_.bind(back);
  a_.sub(frame, static_cast<std::int32_t>((i().a + 2u) * sizeof(Value)));
  a_.cmp(frame, at(l_.clean));
  a_.jb(lowered);
  a_.bind(on);
  later([this, lowered, on] {
    a_.bind(lowered);
    a_.mov(at(l_.clean), frame);
    a_.jmp(on);
  });
}

const Native* Translator::plain_native(Value symbol, std::uint32_t count) const {
  const Value f = as<Symbol>(symbol)->function;
  return is_native_for(f, count) && vm_.heap.is_settled(f) ? as<Native>(f) : nullptr;
}

// The function of the symbol, if that makes or puts back a continuation; machine code goes on wherever that leads.
bool Translator::call_operation(Value symbol) {
  const Value f = as<Symbol>(symbol)->function;
  if (!has_type(f, Type::native) || !vm_.heap.is_settled(f)) return false;
  const NativeArity arity = NativeArity::of(as<Native>(f));
  const auto operation = MachineLayout::operation(arity.operation);
  if (operation == nullptr || !arity.allows(i().b)) return false;
  a_.mov(x86::rax, address_of(symbol) + offsetof(Symbol, function));
  load_value(x86::rcx, f);
  const Label done = new_label();
  a_.cmp(x86::qword_ptr(x86::rax), x86::rcx);
  a_.jne(any_call({}, done));
  store(i().a, x86::rcx);
  operate(operation);
  a_.bind(done);
  return true;
}

// The function of the symbol, if that is a native that takes so many arguments. As call_native; what is not just a value is looked at elsewhere.
bool Translator::call_native(Value symbol) {
  const std::size_t window = i().a;
  const std::uint32_t count = i().b;
  const Native* const native = plain_native(symbol, count);
  if (native == nullptr) return false;
  a_.mov(x86::rax, address_of(symbol) + offsetof(Symbol, function));
  load_value(x86::rcx, to_value(native));
  const Label done = new_label();
  a_.cmp(x86::qword_ptr(x86::rax), x86::rcx);
  a_.jne(any_call({}, done));
  const Label marker = new_label(), unusual = new_label(), on = new_label();
  store(window, x86::rcx);
  move_own_arguments();
  a_.lea(x86::rax, reg(window + 2 + count));
  a_.mov(at(l_.top), x86::rax);
  a_.mov(at32(l_.value_count), 1);
  save();
  a_.mov(x86::rdi, machine::vm);
  a_.lea(x86::rsi, reg(window + 2));
  a_.mov(x86::edx, count);
  a_.mov(x86::rax, native->entry.bits() >> 1);
  a_.call(x86::rax);
  a_.cmp(at(l_.exit_target), 0);
  a_.jge(unusual);
  a_.cmp(x86::al, static_cast<int>(FAILED.bits() & 0xFF));
  a_.je(marker);
  a_.bind(on);
  store(window, x86::rax);
  a_.bind(done);
  later([this, marker, unusual, on] {
    a_.bind(marker);
    compare_value(x86::rax, TAIL_CALL);
    a_.je(unusual);
    compare_value(x86::rax, FAILED);
    a_.jne(on);
    a_.bind(unusual);
    a_.mov(x86::rdi, machine::vm);
    a_.mov(x86::rsi, frame);
    a_.mov(x86::rdx, address_of_instruction(static_cast<std::ptrdiff_t>(real()) + 1));
    a_.mov(x86::rcx, x86::rax);
    call(&MachineLayout::leave_native);
    a_.jmp(go_on_);
  });
  return true;
}

// --- in this frame's place

// The frame becomes that of the function in rdx; the arguments are moved down from the window. As TailCallRing::note. Keeps rcx.
void Translator::take_place(std::uint32_t count, std::size_t window) {
  const Label same = new_label();
  for (std::size_t n = 0; n < count; ++n) {
    a_.mov(x86::rax, reg(window + 2 + n));
    a_.mov(reg(n), x86::rax);
  }
  a_.mov(x86::rdi, function_of_frame());
  a_.cmp(x86::rdi, x86::rdx);
  a_.je(same);
  a_.mov(x86::rax, at(l_.tail_index));
  a_.lea(x86::rsi, x86::ptr(x86::rax, 1));
  a_.mov(at(l_.tail_index), x86::rsi);
  a_.and_(x86::eax, static_cast<int>(config::tail_ring_size - 1));
  a_.shl(x86::eax, 4);
  a_.mov(x86::qword_ptr(machine::vm, x86::rax, 0, l_.tail_ring), frame);
  a_.mov(x86::qword_ptr(machine::vm, x86::rax, 0, l_.tail_ring + 8), x86::rdi);
  a_.mov(function_of_frame(), x86::rdx);
  a_.bind(same);
}

}  // namespace tessera
