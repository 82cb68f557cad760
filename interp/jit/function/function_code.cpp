// A function's own code: entry, safepoints, slow paths, and the counters of its loops.
#include "jit/function/function_code.hpp"

#include "jit/function/function_translator.hpp"

namespace tessera {

using namespace jit;

FunctionCode::FunctionCode(Emission& emission) : CodeEmitter(emission) {
  emission.site = this;
  emission.begin();
  for (std::size_t n = 0; n <= emission.count; ++n) labels_.push_back(m_.new_label());
  polls_.resize(emission.count);
  places_.resize(emission.count);
}

void FunctionCode::emit_entry() {
  const std::uint64_t head[FunctionTranslator::head_bytes / 8] = {};
  a_.embed(head, sizeof head);
  const Label unusual = m_.new_label(), begin = m_.new_label();
  const bool is_usual = registers_of(e_.code) <= config::usual_frame_words;
  if (is_usual) {
    a_.cmp(frame, at(l_.begin_below));
    a_.ja(unusual);
  } else {
    a_.jmp(unusual);
  }
  defer([this, unusual, begin, is_usual] {
    a_.bind(unusual);
    a_.lea(x86::rax, reg(registers_of(e_.code)));
    a_.cmp(x86::rax, at(l_.checked));
    a_.ja(begin);
    a_.cmp(at32(l_.poll_word), 0);
    a_.je(is_usual ? begin : labels_[0]);
    count_step(labels_[0]);
    a_.bind(begin);
    a_.xor_(x86::ecx, x86::ecx);
    a_.call(at(l_.link_check_stack));
    a_.test(x86::ecx, x86::ecx);
    a_.je(labels_[0]);
    a_.jmp(e_.resume);
  });
}

void FunctionCode::begin(std::size_t n) {
  e_.begin_instruction(n);
  a_.bind(labels_[n]);
  places_[n] = static_cast<std::uint32_t>(a_.offset());
  e_.note("; ");
}

void FunctionCode::emit_end() {
  a_.bind(labels_.back());
  a_.ud2();
}

/// Returns the label at which the interpreter executes the instruction.
CodeEmitter::Label FunctionCode::slow_path() {
  if (e_.slow.isValid()) return e_.slow;
  e_.slow = m_.new_label();
  const auto emit = [this] {
    execute();
    if (facts_of(i()).control.flow != Flow::test) a_.jmp(next());
  };
  defer(emit, e_.slow);
  return e_.slow;
}

JitLoop& FunctionCode::loop_of(std::ptrdiff_t head) {
  for (auto loop = loops_.rbegin(); loop != loops_.rend(); ++loop)  // it is one of the last
    if ((*loop)->head == static_cast<std::size_t>(head)) return **loop;
  loops_.push_back(std::make_unique<JitLoop>());
  JitLoop* const loop = loops_.back().get();
  loop->head = static_cast<std::size_t>(head);
  loop->rounds = static_cast<std::int32_t>(e_.vm.jit().loop_rounds());
  counters_.push_back(m_.new_label());
  defer([this, loop, head, count = counters_.back()] {
    a_.bind(count);
    a_.dec(x86::dword_ptr(x86::rax, offsetof(JitLoop, rounds)));
    a_.jne(label_of(head));
    a_.mov(x86::ecx, static_cast<std::uint32_t>(loop->head * sizeof(Instruction)));
    a_.call(at(l_.link_hot_loop));
    a_.test(x86::ecx, x86::ecx);
    a_.je(label_of(head));
    a_.jmp(e_.resume);
  });
  return *loop;
}

void FunctionCode::next_round(std::ptrdiff_t head) {
  poll_before(head);
  JitLoop& loop = loop_of(head);
  loop.last = std::max(loop.last, e_.at);
  a_.mov(x86::rax, reinterpret_cast<std::uint64_t>(&loop));
  a_.jmp(x86::qword_ptr(x86::rax, offsetof(JitLoop, code)));
}

std::vector<std::unique_ptr<JitLoop>> FunctionCode::take_loops(const char* place) {
  for (std::size_t n = 0; n < loops_.size(); ++n) loops_[n]->code = loops_[n]->counting = place + m_.offset_of(counters_[n]);
  return std::move(loops_);
}

void FunctionCode::poll_before(std::ptrdiff_t target) {
  a_.cmp(at32(l_.poll_word), 0);
  Label& poll = polls_[static_cast<std::size_t>(target)];
  if (poll.isValid()) return static_cast<void>(a_.jne(poll));
  poll = m_.new_label();
  a_.jne(poll);
  const Label on = m_.new_label();
  a_.bind(on);
  defer([this, target, on, from = poll] {
    a_.bind(from);
    count_step(on);
    a_.mov(x86::ecx, static_cast<std::uint32_t>(static_cast<std::size_t>(target) * sizeof(Instruction)));
    a_.call(at(l_.link_poll));
    a_.test(x86::ecx, x86::ecx);
    a_.je(on);
    a_.jmp(e_.resume);
  });
}

}  // namespace tessera
