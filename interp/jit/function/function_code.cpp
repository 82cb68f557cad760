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
  for (std::size_t n = 0; n < FunctionTranslator::head_bytes; n += 8) masm_.embed(0);
  const Label unusual = masm_.new_label(), begin = masm_.new_label();
  const bool is_usual = registers_of(emission_.code) <= config::usual_frame_words;
  if (is_usual) {
    masm_.branch_if(frame, Condition::above, at(offsets_.begin_below), unusual);
  } else {
    masm_.jump(unusual);
  }
  defer([this, unusual, begin, is_usual] {
    masm_.bind(unusual);
    masm_.load_address(accumulator, reg(registers_of(emission_.code)));
    masm_.branch_if(accumulator, Condition::above, at(offsets_.checked), begin);
    masm_.branch_if32(at(offsets_.poll_word), Condition::equal, 0, is_usual ? begin : labels_[0]);
    count_step(labels_[0]);
    masm_.bind(begin);
    masm_.load_zero(operand2);
    masm_.call(at(offsets_.link_check_stack));
    masm_.branch_if_zero32(operand2, Condition::equal, labels_[0]);
    masm_.jump(emission_.resume);
  });
}

void FunctionCode::begin(std::size_t n) {
  bind_begun();
  emission_.begin_instruction(n);
  emission_.note("; ");
  if (kept_ != none && kept_at_ == masm_.offset() && !is_target_[n]) {
    begun_ = n;
    return;
  }
  kept_ = none;
  masm_.bind(labels_[n]);
  places_[n] = static_cast<std::uint32_t>(masm_.offset());
}

void FunctionCode::bind_begun() {
  if (begun_ == none) return;
  masm_.bind_at(labels_[begun_], kept_at_);
  places_[begun_] = static_cast<std::uint32_t>(kept_at_);
  begun_ = none;
}

void FunctionCode::keep_in_accumulator(std::size_t n) {
  bind_begun();
  kept_ = n;
  kept_at_ = masm_.offset();
}

bool FunctionCode::take_from_accumulator(std::size_t n) {
  if (begun_ == none || n != kept_ || kept_at_ != masm_.offset()) return false;
  const Label loaded = masm_.new_label();
  masm_.bind(loaded);
  defer([this, n, loaded, begun = begun_] {
    masm_.bind(labels_[begun]);
    places_[begun] = static_cast<std::uint32_t>(masm_.offset());
    masm_.load(accumulator, reg(n));
    masm_.jump(loaded);
  });
  begun_ = none;
  return true;
}

void FunctionCode::load(Register to, std::size_t n) {
  if (!take_from_accumulator(n)) return masm_.load(to, reg(n));
  if (to != accumulator) masm_.move(to, accumulator);
}

void FunctionCode::emit_end() {
  bind_begun();
  masm_.bind(labels_.back());
  masm_.trap();
}

/// Returns the label at which the interpreter executes the instruction.
CodeEmitter::Label FunctionCode::slow_path() {
  if (emission_.slow.isValid()) return emission_.slow;
  emission_.slow = masm_.new_label();
  const auto emit = [this] {
    execute();
    if (facts_of(i()).control.flow != Flow::test) masm_.jump(next());
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
    masm_.bind(count);
    masm_.count_down(place_at(accumulator, offsetof(JitLoop, rounds)), Condition::not_equal, label_of(head));
    masm_.load32(operand2, static_cast<std::uint32_t>(loop->head * sizeof(Instruction)));
    masm_.call(at(offsets_.link_hot_loop));
    masm_.branch_if_zero32(operand2, Condition::equal, label_of(head));
    masm_.jump(emission_.resume);
  });
  return *loop;
}

void FunctionCode::next_round(std::ptrdiff_t head) {
  poll_before(head);
  JitLoop& loop = loop_of(head);
  loop.last = std::max(loop.last, emission_.at);
  masm_.load(accumulator, &loop);
  masm_.jump(place_at(accumulator, offsetof(JitLoop, code)));
}

std::vector<std::unique_ptr<JitLoop>> FunctionCode::take_loops(const char* begin) {
  for (std::size_t n = 0; n < loops_.size(); ++n) loops_[n]->code = loops_[n]->counting = begin + masm_.offset_of(counters_[n]);
  return std::move(loops_);
}

void FunctionCode::poll_before(std::ptrdiff_t target) {
  masm_.compare32(at(offsets_.poll_word), 0);
  Label& poll = polls_[static_cast<std::size_t>(target)];
  if (poll.isValid()) return masm_.branch(Condition::not_equal, poll);
  poll = masm_.new_label();
  masm_.branch(Condition::not_equal, poll);
  const Label on = masm_.new_label();
  masm_.bind(on);
  defer([this, target, on, from = poll] {
    masm_.bind(from);
    count_step(on);
    masm_.load32(operand2, static_cast<std::uint32_t>(static_cast<std::size_t>(target) * sizeof(Instruction)));
    masm_.call(at(offsets_.link_poll));
    masm_.branch_if_zero32(operand2, Condition::equal, on);
    masm_.jump(emission_.resume);
  });
}

}  // namespace tessera
