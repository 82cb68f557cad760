// A function's machine code as a whole: its entry, its instructions in turn, what is seldom behind them.
#include <algorithm>

#include "compiler/instructions.hpp"
#include "machine/translator.hpp"

namespace tessera {

using namespace machine;

Translator::Translator(Vm& vm, const MachineLayout& layout, CallTable& calls, const Code* code, asmjit::StringLogger* logger,
                       const LoopProgram* program)
    : vm_(vm),
      l_(layout),
      calls_(calls),
      code_(code),
      instructions_(instructions_of(code)),
      count_(instruction_count(code)),
      logger_(logger),
      program_(program != nullptr ? *program : LoopProgram(vm.heap, code)) {
  begin_code();
}

// With nothing made yet.
void Translator::begin_code() {
  holder_.reset();
  holder_.init(asmjit::Environment::host());
  if (logger_ != nullptr) logger_->clear();
  holder_.setLogger(logger_);
  holder_.attach(&a_);
}

bool Translator::translate() {
  if (count_ > config::machine_code_instructions_most || !constants_have_settled()) return false;
  for (std::size_t n = 0; n <= count_; ++n) labels_.push_back(new_label());
  polls_.resize(count_);
  for (Label* const way : {&go_on_, &go_back_, &interpret_}) *way = new_label();
  places_.resize(count_);
  translate_entry();
  for (std::size_t n = 0; n < count_;) {
    translate_at(n);
    n = static_cast<std::size_t>(behind());
    if (facts_of(i()).control.flow != Flow::over) continue;
    const std::size_t end = n + facts_of(i()).control.passed;
    later([this, n, end]() {
      for (std::size_t single = n; single < end; single = static_cast<std::size_t>(behind())) translate_at(single);
      a_.jmp(labels_[end]);
    });
    n = end;
  }
  a_.bind(labels_[count_]);
  a_.ud2();  // code never runs past its end
  emit_later();
  return finish();
}

void Translator::emit_later() {
  for (bool more = true; more;) {  // what is made may lead to others, and put more there
    more = false;
    for (std::size_t n = 0; n < later_.size(); ++n) more |= emit_later(n);
  }
}

// True if something was made.
bool Translator::emit_later(std::size_t n) {
  if (later_[n].is_made || (later_[n].way.isValid() && !is_used(later_[n].way))) return false;
  later_[n].is_made = true;
  begin_instruction(later_[n].at);
  note("; the seldom of ");
  begin_later(n);
  const LaterCode emit = later_[n].emit;
  if (later_[n].way.isValid()) a_.bind(later_[n].way);
  emit();
  return true;
}

bool Translator::finish() {
  for (const auto& [label, link] : {std::pair{go_on_, l_.link_go_on}, {go_back_, l_.link_go_back}, {interpret_, l_.link_interpret}}) {
    a_.bind(label);
    a_.jmp(at(link));
  }
  return holder_.flatten() == asmjit::kErrorOk && holder_.resolveUnresolvedLinks() == asmjit::kErrorOk && !holder_.hasUnresolvedLinks();
}

// Addresses of constants stand in the code: what is still in the nursery moves once more.
bool Translator::constants_have_settled() {
  const std::size_t constants = constant_count(code_);
  for (std::size_t n = 0; n < constants; ++n)
    if (!vm_.heap.is_settled(code_->constants[n])) {
      vm_.heap.request_collection(false);
      return false;
    }
  return true;
}

// For who reads it.
void Translator::note(const char* before) {
  if (logger_ != nullptr) a_.commentf("%s%zu %s", before, at_, facts_of(i()).name);
}

void Translator::put_head(MachineFunction* function) {
  std::memcpy(holder_.textSection()->buffer().data() + head_bytes - sizeof function, &function, sizeof function);
}

void Translator::translate_entry() {
  const std::uint64_t head[head_bytes / 8] = {};
  a_.embed(head, sizeof head);
  entry_ = new_label();
  a_.bind(entry_);
  const Label unusual = new_label(), begin = new_label();
  const bool is_usual = registers_of(code_) <= config::usual_frame_words;
  if (is_usual) {
    a_.cmp(frame, at(l_.begin_below));
    a_.ja(unusual);
  } else {
    a_.jmp(unusual);
  }
  later([this, unusual, begin, is_usual] {
    a_.bind(unusual);
    a_.lea(x86::rax, reg(registers_of(code_)));
    a_.cmp(x86::rax, at(l_.checked));
    a_.ja(begin);
    a_.cmp(at32(l_.poll_word), 0);
    a_.je(is_usual ? begin : labels_[0]);
    count_step(labels_[0]);
    a_.bind(begin);
    a_.xor_(x86::ecx, x86::ecx);
    a_.call(at(l_.link_begin));
    a_.test(x86::ecx, x86::ecx);
    a_.je(labels_[0]);
    a_.jmp(go_on_);
  });
}

void Translator::begin_instruction(std::size_t n) {
  at_ = n;
  slow_ = Label();
}

void Translator::translate_at(std::size_t n) {
  begin_instruction(n);
  a_.bind(labels_[n]);
  places_[n] = static_cast<std::uint32_t>(a_.offset());
  note("; ");
  translate_one();
}

void Translator::translate_one() {
  if (translate_dynamic() || translate_test() || translate_number() || translate_object() || translate_element() || translate_call())
    return;
  switch (static_cast<Op>(i().op)) {
    case Op::MOVE:
      load(x86::rax, i().b);
      put(x86::rax);
      return;
    case Op::LOADK: return put_value(constant(i().bc()));
    case Op::LOADI: return put_value(Value::fixnum(i().bc()));
    case Op::LOADNIL: return put_value(NIL);
    case Op::LOADT: return put_value(T);
    case Op::JUMP:
    case Op::LOOP: return jump(static_cast<std::ptrdiff_t>(at_) + 1 + i().bc());
    case Op::VALUE1: a_.mov(at32(l_.value_count), 1); return;
    case Op::VALUES:
      if (i().b == 0) break;
      if (i().b == 1) a_.mov(at32(l_.value_count), 1);
      else serve(&MachineLayout::set_values);
      return;
    case Op::MVBIND: {
      if (i().b > 16) break;
      const Label several = new_label(), done = new_label();
      a_.cmp(at32(l_.value_count), 1);
      a_.jne(several);
      for (std::size_t n = 1; n < i().b; ++n) store_value(reg(i().a + n), NIL);
      a_.bind(done);
      later([this, several, done] {
        a_.bind(several);
        serve(&MachineLayout::bind_values);
        a_.jmp(done);
      });
      return;
    }
    case Op::BIND: return bind();
    case Op::UNBIND: return unbind();
    default: break;
  }
  step();
}

// As push_binding, where there is room for the record.
void Translator::bind() {
  const Label by_function = new_label(), done = new_label();
  if (l_.knows_records) {
    a_.mov(x86::rdx, at(l_.records_end));
    a_.cmp(x86::rdx, at(l_.records_capacity));
    a_.je(by_function);
    load_value(x86::rcx, constant(i().bc()));
    const Mem value = field(x86::rcx, symbol_value);
    a_.mov(x86::rax, value);
    a_.mov(x86::qword_ptr(x86::rdx), static_cast<int>(Record::Kind::binding));
    a_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, base)), frame);
    a_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, pc)), 0);
    a_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, a)), x86::rcx);
    a_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, b)), x86::rax);
    a_.add(x86::rdx, static_cast<int>(sizeof(Record)));
    a_.mov(at(l_.records_end), x86::rdx);
    a_.lea(x86::rdx, value);
    load(x86::rcx, i().a);
    write(x86::rdx, x86::rcx);
  } else {
    a_.jmp(by_function);
  }
  a_.bind(done);
  later([this, by_function, done] {
    a_.bind(by_function);
    a_.mov(x86::rdi, machine::vm);
    a_.mov(x86::rsi, frame);
    load_value(x86::rdx, constant(i().bc()));
    load(x86::rcx, i().a);
    call(&MachineLayout::push_binding);
    a_.jmp(done);
  });
}

// As unbind: the topmost records are bindings.
void Translator::unbind() {
  constexpr std::uint16_t most_in_line = 4;
  if (!l_.knows_records || i().a > most_in_line) {
    a_.mov(x86::rdi, machine::vm);
    a_.mov(x86::esi, i().a);
    return call(&MachineLayout::unbind);
  }
  for (std::uint16_t n = 0; n < i().a; ++n) {
    a_.mov(x86::rax, at(l_.records_end));
    a_.sub(x86::rax, static_cast<int>(sizeof(Record)));
    a_.mov(at(l_.records_end), x86::rax);
    a_.mov(x86::rdx, x86::qword_ptr(x86::rax, offsetof(Record, a)));
    a_.mov(x86::rcx, x86::qword_ptr(x86::rax, offsetof(Record, b)));
    a_.lea(x86::rdx, field(x86::rdx, symbol_value));
    write(x86::rdx, x86::rcx);
  }
}

// By a function of C++ that knows the instruction.
template <class Result> void Translator::serve(Result (*function)(Vm&, Value*, const Instruction*)) {
  a_.mov(x86::rdi, machine::vm);
  a_.mov(x86::rsi, frame);
  a_.mov(x86::rdx, address_of_instruction(static_cast<std::ptrdiff_t>(real()) + 1));
  call(function);
}

// The same of a record that exits can lead to.
void Translator::serve_landing(void (*function)(Vm&, Value*, const Instruction*, const void*)) {
  a_.mov(x86::rdi, machine::vm);
  a_.mov(x86::rsi, frame);
  a_.mov(x86::rdx, address_of_instruction(static_cast<std::ptrdiff_t>(real()) + 1));
  load_landing(x86::rcx, static_cast<std::ptrdiff_t>(at_) + 1 + i().bc());
  call(function);
}

// As push_landing, where there is room for the record; else by the function.
void Translator::push_landing(Record::Kind kind, void (*function)(Vm&, Value*, const Instruction*, const void*)) {
  if (!l_.knows_records) return serve_landing(function);
  const std::ptrdiff_t landing = static_cast<std::ptrdiff_t>(at_) + 1 + i().bc();
  const Label by_function = new_label(), done = new_label();
  a_.mov(x86::rdx, at(l_.records_end));
  a_.cmp(x86::rdx, at(l_.records_capacity));
  a_.je(by_function);
  load_landing(x86::rcx, landing);
  a_.sub(x86::ecx, at32(l_.link_go_on));
  a_.mov(x86::qword_ptr(x86::rdx), static_cast<int>(kind) | i().a << 16);
  a_.mov(x86::dword_ptr(x86::rdx, offsetof(Record, landing_offset)), x86::ecx);
  a_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, base)), frame);
  a_.mov(x86::rcx, address_of_instruction(landing));
  a_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, pc)), x86::rcx);
  if (kind == Record::Kind::catch_) {
    load(x86::rcx, i().a);
    a_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, a)), x86::rcx);
  } else {
    a_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, a)), static_cast<int>(NIL.bits()));
  }
  a_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, b)), static_cast<int>(NIL.bits()));
  a_.add(x86::rdx, static_cast<int>(sizeof(Record)));
  a_.mov(at(l_.records_end), x86::rdx);
  a_.bind(done);
  later([this, by_function, done, function] {
    a_.bind(by_function);
    serve_landing(function);
    a_.jmp(done);
  });
}

// As pop_record of a block's, a tagbody's or a catch's. Whoever has a prompt of its own is told so by C++.
void Translator::end_record(bool is_catch) {
  if (!l_.knows_records) return serve(&MachineLayout::end_record);
  const auto of_record = [](std::size_t part) {
    return x86::qword_ptr(x86::rax, static_cast<int>(part) - static_cast<int>(sizeof(Record)));
  };
  const Label done = new_label();
  a_.mov(x86::rax, at(l_.records_end));
  a_.mov(x86::rcx, of_record(offsetof(Record, a)));
  if (is_catch) {
    const Label plain = new_label(), by_function = new_label();
    unless_type(x86::rcx, Type::cell, x86::rdx, plain);
    a_.jmp(by_function);
    a_.bind(plain);
    later([this, by_function, done] {
      a_.bind(by_function);
      serve(&MachineLayout::end_record);
      a_.jmp(done);
    });
  } else {
    a_.mov(x86::rdx, of_record(offsetof(Record, b)));
    a_.mov(field(x86::rcx, 0), x86::rdx);
  }
  a_.sub(x86::rax, static_cast<int>(sizeof(Record)));
  a_.mov(at(l_.records_end), x86::rax);
  a_.bind(done);
}

// Dynamic records and multiple values.
bool Translator::translate_dynamic() {
  switch (static_cast<Op>(i().op)) {
    case Op::BLOCK: serve_landing(&MachineLayout::block); return true;
    case Op::TAGBODY: serve_landing(&MachineLayout::tagbody); return true;
    case Op::CATCH: push_landing(Record::Kind::catch_, &MachineLayout::catch_); return true;
    case Op::PROTECT: push_landing(Record::Kind::protect, &MachineLayout::protect); return true;
    case Op::UNPROTECT: serve(&MachineLayout::unprotect); return true;
    case Op::ENDEXIT:
    case Op::ENDCATCH: end_record(is(i(), Op::ENDCATCH)); return true;
    case Op::ENDPROTECT: {
      serve(&MachineLayout::end_cleanups);
      a_.mov(x86::rcx, address_of_instruction(behind()));
      a_.cmp(x86::rdx, x86::rcx);
      a_.jne(go_on_);
      a_.cmp(x86::rax, frame);
      a_.jne(go_on_);
      return true;
    }
    case Op::EXITBLOCK:
      serve(&MachineLayout::exit_block);
      a_.jmp(go_on_);
      return true;
    case Op::EXITTAG:
      serve(&MachineLayout::exit_tag);
      a_.jmp(go_on_);
      return true;
    case Op::THROW:
      serve(&MachineLayout::throw_);
      a_.jmp(go_on_);
      return true;
    case Op::MVSAVE: serve(&MachineLayout::save_values); return true;
    case Op::MVRESTORE: serve(&MachineLayout::restore_values); return true;
    default: return false;
  }
}

std::ptrdiff_t Translator::behind() const { return static_cast<std::ptrdiff_t>(at_ + 1 + operand_words(i())); }

void Translator::load_value(Gp to, Value v) { a_.mov(to, v.bits()); }

void Translator::store_value(Mem to, Value v) {
  const auto bits = static_cast<std::int64_t>(v.bits());
  if (bits == static_cast<std::int32_t>(bits)) {
    a_.mov(to, bits);
  } else {
    load_value(x86::rsi, v);
    a_.mov(to, x86::rsi);
  }
}

void Translator::compare_value(Gp with, Value v) {
  const auto bits = static_cast<std::int64_t>(v.bits());
  if (bits == static_cast<std::int32_t>(bits)) {
    a_.cmp(with, bits);
  } else {
    load_value(x86::rsi, v);
    a_.cmp(with, x86::rsi);
  }
}

void Translator::save() {
  a_.mov(at(l_.base), frame);
  a_.mov(x86::rax, address_of_instruction(static_cast<std::ptrdiff_t>(real()) + 1));
  a_.mov(at(l_.pc), x86::rax);
}

// --- what has no machine code

Translator::Label Translator::slow() {
  if (slow_.isValid()) return slow_;
  slow_ = new_label();
  const auto by_step = [this] {
    step();
    if (facts_of(i()).control.flow != Flow::test) a_.jmp(next());
  };
  later(by_step, slow_);
  return slow_;
}

// In line: goes on behind the instruction, wherever that stands.
void Translator::step() {
  a_.mov(x86::ecx, static_cast<std::uint32_t>(real() * sizeof(Instruction)));
  if (facts_of(i()).control.flow != Flow::test && behind() == static_cast<std::ptrdiff_t>(at_) + 1)
    return static_cast<void>(a_.call(at(l_.link_step_on)));
  a_.call(at(l_.link_step));
  after_step();
}

void Translator::after_step() {
  const int offset = offset_operand(i());
  const bool is_test = facts_of(i()).control.flow == Flow::test;
  const auto ahead =
      static_cast<std::int32_t>((behind() - static_cast<std::ptrdiff_t>(at_)) * static_cast<std::ptrdiff_t>(sizeof(Instruction)));
  if (is_test) {
    const std::ptrdiff_t target = static_cast<std::ptrdiff_t>(at_) + 1 + operand_value(i(), offset);
    a_.cmp(x86::ecx,
           static_cast<std::int32_t>((target - static_cast<std::ptrdiff_t>(at_)) * static_cast<std::ptrdiff_t>(sizeof(Instruction))));
    a_.je(label_of(target));
    a_.cmp(x86::ecx, ahead);
    a_.je(next());
    a_.jmp(go_on_);
    return;
  }
  a_.cmp(x86::ecx, ahead);
  a_.jne(go_on_);
}

// --- jumps

void Translator::jump(std::ptrdiff_t target) {
  if (target <= static_cast<std::ptrdiff_t>(at_)) return next_round(target);
  a_.jmp(label_of(target));
}

MachineLoop& Translator::loop_of(std::ptrdiff_t head) {
  for (auto loop = loops_.rbegin(); loop != loops_.rend(); ++loop)  // it is one of the last
    if ((*loop)->head == static_cast<std::size_t>(head)) return **loop;
  loops_.push_back(std::make_unique<MachineLoop>());
  MachineLoop* const loop = loops_.back().get();
  loop->head = static_cast<std::size_t>(head);
  loop->rounds = static_cast<std::int32_t>(vm_.machine_code().loop_rounds());
  counts_.push_back(new_label());
  later([this, loop, head, count = counts_.back()] {
    a_.bind(count);
    a_.dec(x86::dword_ptr(x86::rax, offsetof(MachineLoop, rounds)));
    a_.jne(label_of(head));
    a_.mov(x86::ecx, static_cast<std::uint32_t>(loop->head * sizeof(Instruction)));
    a_.call(at(l_.link_round));
    a_.test(x86::ecx, x86::ecx);
    a_.je(label_of(head));
    a_.jmp(go_on_);
  });
  return *loop;
}

// By way of the loop, which knows where its next round is executed.
void Translator::next_round(std::ptrdiff_t head) {
  poll_before(head);
  MachineLoop& loop = loop_of(head);
  loop.last = std::max(loop.last, at_);
  a_.mov(x86::rax, reinterpret_cast<std::uint64_t>(&loop));
  a_.jmp(x86::qword_ptr(x86::rax, offsetof(MachineLoop, code)));
}

std::vector<std::unique_ptr<MachineLoop>> Translator::take_loops(const char* place) {
  for (std::size_t n = 0; n < loops_.size(); ++n) loops_[n]->code = loops_[n]->counting = place + holder_.labelOffset(counts_[n]);
  return std::move(loops_);
}

// A jump backwards is a safepoint: so each loop has one.
void Translator::jump_if(Condition condition, std::ptrdiff_t target) {
  if (target > static_cast<std::ptrdiff_t>(at_)) {
    a_.j(condition, label_of(target));
    return;
  }
  const Label on = new_label();
  a_.j(x86::negateCond(condition), on);
  jump(target);
  a_.bind(on);
}

// A safepoint at the target of a jump: goes on behind this.
void Translator::poll_before(std::ptrdiff_t target) {
  a_.cmp(at32(l_.poll_word), 0);
  Label& poll = polls_[static_cast<std::size_t>(target)];
  if (poll.isValid()) return static_cast<void>(a_.jne(poll));
  poll = new_label();
  a_.jne(poll);
  const Label on = new_label();
  a_.bind(on);
  later([this, target, on, from = poll] {
    a_.bind(from);
    count_step(on);
    a_.mov(x86::ecx, static_cast<std::uint32_t>(static_cast<std::size_t>(target) * sizeof(Instruction)));
    a_.call(at(l_.link_poll));
    a_.test(x86::ecx, x86::ecx);
    a_.je(on);
    a_.jmp(go_on_);
  });
}

// Something waits at a safepoint: goes there if all it wants is that steps are counted. As Machine::is_just_a_step, which counts the others.
void Translator::count_step(const Label& on) {
  const Label more = new_label();
  a_.cmp(at32(l_.poll_word), poll_count);
  a_.jne(more);
  a_.cmp(at(l_.countdown), 1);
  a_.jle(more);
  a_.dec(at(l_.countdown));
  a_.jmp(on);
  a_.bind(more);
}

}  // namespace tessera
