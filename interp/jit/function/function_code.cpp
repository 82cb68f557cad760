// A function's own code: entry, safepoints, slow paths, and the counters of its loops.
#include "jit/function/function_code.hpp"

#include "jit/function/function_translator.hpp"

namespace tessera {

using namespace jit;

FunctionCode::FunctionCode(Emission& emission) : CodeEmitter(emission) {
  emission.site = this;
  emission.begin();
  for (std::size_t n = 0; n <= emission.count; ++n) labels_.push_back(masm_.new_label());
  polls_.resize(emission.count);
  places_.resize(emission.count);
  find_targets();
}

void FunctionCode::find_targets() {
  is_target_.resize(emission_.count + 1);
  for (std::size_t n = 0; n < emission_.count;) {
    const Instruction& i = emission_.instructions[n];
    const int offset = offset_operand(i);
    if (offset >= 0) is_target_[static_cast<std::size_t>(static_cast<std::ptrdiff_t>(n) + 1 + operand_value(i, offset))] = true;
    n += 1 + operand_words(i);
  }
}

void FunctionCode::emit_entry() {
  const std::uint64_t head[FunctionTranslator::head_bytes / 8] = {};
  asm_.embed(head, sizeof head);
  const Label unusual = masm_.new_label(), begin = masm_.new_label();
  const bool is_usual = registers_of(emission_.code) <= config::usual_frame_words;
  if (is_usual) {
    asm_.cmp(frame, at(offsets_.begin_below));
    asm_.ja(unusual);
  } else {
    asm_.jmp(unusual);
  }
  defer([this, unusual, begin, is_usual] {
    asm_.bind(unusual);
    asm_.lea(x86::rax, reg(registers_of(emission_.code)));
    asm_.cmp(x86::rax, at(offsets_.checked));
    asm_.ja(begin);
    asm_.cmp(at32(offsets_.poll_word), 0);
    asm_.je(is_usual ? begin : labels_[0]);
    count_step(labels_[0]);
    asm_.bind(begin);
    asm_.xor_(x86::ecx, x86::ecx);
    asm_.call(at(offsets_.link_check_stack));
    asm_.test(x86::ecx, x86::ecx);
    asm_.je(labels_[0]);
    asm_.jmp(emission_.resume);
  });
}

void FunctionCode::begin(std::size_t n) {
  bind_begun();
  emission_.begin_instruction(n);
  emission_.note("; ");
  if (kept_ != none && kept_at_ == asm_.offset() && !is_target_[n]) {
    begun_ = n;
    return;
  }
  kept_ = none;
  asm_.bind(labels_[n]);
  places_[n] = static_cast<std::uint32_t>(asm_.offset());
}

void FunctionCode::bind_begun() {
  if (begun_ == none) return;
  masm_.bind_at(labels_[begun_], kept_at_);
  places_[begun_] = static_cast<std::uint32_t>(kept_at_);
  begun_ = none;
}

void FunctionCode::keep_in_rax(std::size_t n) {
  bind_begun();
  kept_ = n;
  kept_at_ = asm_.offset();
}

bool FunctionCode::take_from_rax(std::size_t n) {
  if (begun_ == none || n != kept_ || kept_at_ != asm_.offset()) return false;
  const Label loaded = masm_.new_label();
  asm_.bind(loaded);
  defer([this, n, loaded, begun = begun_] {
    asm_.bind(labels_[begun]);
    places_[begun] = static_cast<std::uint32_t>(asm_.offset());
    asm_.mov(x86::rax, reg(n));
    asm_.jmp(loaded);
  });
  begun_ = none;
  return true;
}

void FunctionCode::load(Gp to, std::size_t n) {
  if (!take_from_rax(n)) return static_cast<void>(asm_.mov(to, reg(n)));
  if (to != x86::rax) asm_.mov(to, x86::rax);
}

void FunctionCode::emit_end() {
  bind_begun();
  asm_.bind(labels_.back());
  asm_.ud2();
}

/// Returns the label at which the interpreter executes the instruction.
CodeEmitter::Label FunctionCode::slow_path() {
  if (emission_.slow.isValid()) return emission_.slow;
  emission_.slow = masm_.new_label();
  const auto emit = [this] {
    execute();
    if (facts_of(i()).control.flow != Flow::test) asm_.jmp(next());
  };
  defer(emit, emission_.slow);
  return emission_.slow;
}

JitLoop& FunctionCode::loop_of(std::ptrdiff_t head) {
  for (auto loop = loops_.rbegin(); loop != loops_.rend(); ++loop)  // it is one of the last
    if ((*loop)->head == static_cast<std::size_t>(head)) return **loop;
  loops_.push_back(std::make_unique<JitLoop>());
  JitLoop* const loop = loops_.back().get();
  loop->head = static_cast<std::size_t>(head);
  loop->rounds = static_cast<std::int32_t>(emission_.vm.jit().loop_rounds());
  counters_.push_back(masm_.new_label());
  defer([this, loop, head, count = counters_.back()] {
    asm_.bind(count);
    asm_.dec(x86::dword_ptr(x86::rax, offsetof(JitLoop, rounds)));
    asm_.jne(label_of(head));
    asm_.mov(x86::ecx, static_cast<std::uint32_t>(loop->head * sizeof(Instruction)));
    asm_.call(at(offsets_.link_hot_loop));
    asm_.test(x86::ecx, x86::ecx);
    asm_.je(label_of(head));
    asm_.jmp(emission_.resume);
  });
  return *loop;
}

void FunctionCode::next_round(std::ptrdiff_t head) {
  poll_before(head);
  JitLoop& loop = loop_of(head);
  loop.last = std::max(loop.last, emission_.at);
  asm_.mov(x86::rax, reinterpret_cast<std::uint64_t>(&loop));
  asm_.jmp(x86::qword_ptr(x86::rax, offsetof(JitLoop, code)));
}

std::vector<std::unique_ptr<JitLoop>> FunctionCode::take_loops(const char* begin) {
  for (std::size_t n = 0; n < loops_.size(); ++n) loops_[n]->code = loops_[n]->counting = begin + masm_.offset_of(counters_[n]);
  return std::move(loops_);
}

void FunctionCode::poll_before(std::ptrdiff_t target) {
  asm_.cmp(at32(offsets_.poll_word), 0);
  Label& poll = polls_[static_cast<std::size_t>(target)];
  if (poll.isValid()) return static_cast<void>(asm_.jne(poll));
  poll = masm_.new_label();
  asm_.jne(poll);
  const Label on = masm_.new_label();
  asm_.bind(on);
  defer([this, target, on, from = poll] {
    asm_.bind(from);
    count_step(on);
    asm_.mov(x86::ecx, static_cast<std::uint32_t>(static_cast<std::size_t>(target) * sizeof(Instruction)));
    asm_.call(at(offsets_.link_poll));
    asm_.test(x86::ecx, x86::ecx);
    asm_.je(on);
    asm_.jmp(emission_.resume);
  });
}

}  // namespace tessera
