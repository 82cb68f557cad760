// The code of a loop as a whole: which instructions it has, which machine registers it takes, and what happens where ways meet.
#include "machine/loop_translator.hpp"

#include <algorithm>
#include <bit>

namespace tessera {

using namespace machine;

namespace {

// What of them a function of C++ may change is kept around calls: `keep`.
constexpr int general_registers[] = {12, 13, 9, 10, 11, 8};
constexpr int first_floating = 4, floating_count = 12;  // below: for what is computed
constexpr int most_passes = 20;

}  // namespace

LoopTranslator::LoopTranslator(Vm& vm, const MachineLayout& layout, CallTable& calls, MachineFunction& function, MachineLoop& loop,
                               const Value* base)
    : Translator(vm, layout, calls, function.code), function_(function), loop_(loop), base_(base) {}

LoopTranslator::LoopTranslator(Vm& vm, const MachineLayout& layout, CallTable& calls, MachineFunction& function, MachineLoop& loop,
                               asmjit::StringLogger* logger)
    : Translator(vm, layout, calls, function.code, logger, loop.program.get()),
      function_(function),
      loop_(loop),
      base_(nullptr),
      samples_(loop.samples) {}

bool LoopTranslator::translate_loop() {
  if (registers_of(code_) > register_set_size || !constants_have_settled()) return false;
  find_live();
  if (!find_body()) return false;
  if (samples_ != nullptr) {
    take_calls();
    return translate_passes();
  }
  weigh();
  std::vector<LoopSamples::Called> called;
  samples_ = std::make_shared<LoopSamples>(program_, body_, base_, live(loop_.head), &called);
  lay_out_calls(called);
  return pays() && translate_passes();
}

bool LoopTranslator::translate_whole() {
  constexpr unsigned worth_while = 8;
  is_whole_ = true;
  loop_.head = 0;
  loop_.last = count_ - 1;
  const std::uint32_t parameters = prologue_of(code_->instructions)->arity;
  if (registers_of(code_) > register_set_size || registers_of(code_) > config::usual_frame_words) return false;
  if (parameters >= register_set_size || !find_whole_body()) return false;
  if (samples_ == nullptr) samples_ = std::make_shared<LoopSamples>(program_, body_, base_, only(parameters) - 1);
  unsigned uses = 0;
  for (std::size_t n = 0; n < registers_of(code_); ++n) uses += samples_->floating_uses(n);
  if (uses < worth_while || !pays()) return false;
  find_live();
  loop_.live = function_.live[0];
  return translate_passes();
}

bool LoopTranslator::translate_passes() {
  place_in_body_.resize(in_body_.size());
  for (std::size_t n = 0; n < body_.size(); ++n) place_in_body_[from_head(body_[n])] = n;
  find_targets();
  choose_registers();
  before_.resize(in_body_.size());
  for (int pass = 0; pass < most_passes; ++pass) {
    begin_pass();
    emit_pass();
    if (!again_) return finish();
  }
  return false;
}

// For all loops of the function at once. Debuggers look at variables that nothing reads any more, too; but what is not read from the head of a
// loop on may be as it was in an earlier round.
void LoopTranslator::find_live() {
  if (!function_.live.empty()) return;
  const std::vector<RegisterSet> read = live_registers(instructions_, count_, std::vector<RegisterSet>(count_ + 1));
  for (const auto& loop : function_.loops) loop->live = read[loop->head];
  function_.live = live_registers(instructions_, count_, shown_registers(code_, count_));
}

// All that is reached, if nothing leads backwards and no exits land.
bool LoopTranslator::find_whole_body() {
  in_body_.assign(count_, false);
  std::vector<std::size_t> open = {0};
  in_body_[0] = true;
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    const Instruction& instruction = instructions_[at];
    const Flow flow = facts_of(instruction).control.flow;
    if (flow == Flow::lands) return false;
    calls_in_body_ += facts_of(instruction).effects.calls;
    for (const std::size_t to : Successors(instructions_, at)) {
      if (to <= at) return false;
      if (flow == Flow::with && to != at + 1 + operand_words(instruction)) continue;
      if (!in_body_[to]) open.push_back(to);
      in_body_[to] = true;
    }
  }
  for (std::size_t at = 0; at < count_; ++at)
    if (in_body_[at]) body_.push_back(at);
  return true;
}

// A call takes everything back to the frame: where there are many, nothing is gained.
bool LoopTranslator::pays() const { return body_.size() <= config::machine_code_loop_most && calls_in_body_ * 12 <= body_.size(); }

// What stands in loops within the loop is executed more often than the rest.
void LoopTranslator::weigh() {
  std::vector<std::uint8_t> weights(from_head(loop_.last) + 1, 1);
  for (const std::size_t at : body_)
    for (const std::size_t to : Successors(instructions_, at))
      if (to > loop_.head && to <= at)
        for (std::size_t n = to; n <= at; ++n) weights[from_head(n)] = static_cast<std::uint8_t>(std::min(64, weights[from_head(n)] * 8));
  program_.set_weights(loop_.head, std::move(weights));
}

// What is reached from the head and leads there again. Ways for what is no instance of a class are not followed: they end in errors.
bool LoopTranslator::find_body() {
  const std::size_t size = from_head(loop_.last) + 1;
  std::vector<bool> reached(size), leads(size);
  const auto follow = [this](std::size_t at, auto take) {
    for (const std::size_t to : Successors(instructions_, at))
      if (to >= loop_.head && to <= loop_.last &&
          (facts_of(instructions_[at]).control.flow != Flow::with || to == at + 1 + operand_words(instructions_[at])))
        take(from_head(to));
  };
  std::vector<std::size_t> open = {0};
  reached[0] = true;
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    follow(loop_.head + at, [&](std::size_t to) {
      if (!reached[to]) open.push_back(to);
      reached[to] = true;
    });
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t at = size; at-- > 0;) {
      if (!reached[at] || leads[at]) continue;
      follow(loop_.head + at, [&](std::size_t to) { leads[at] = leads[at] || to == 0 || leads[to]; });
      changed |= leads[at];
    }
  }
  in_body_.assign(size, false);
  for (std::size_t at = 0; at < size; ++at) {
    if (!reached[at] || !leads[at]) continue;
    in_body_[at] = true;
    body_.push_back(loop_.head + at);
    calls_in_body_ += facts_of(instructions_[loop_.head + at]).effects.calls;
  }
  return in_body_[0] && body_.size() <= config::machine_code_loop_most;
}

// Which registers cannot be in one machine register, for each: those that matter at one time.
std::array<RegisterSet, register_set_size> LoopTranslator::conflicts() const {
  std::array<RegisterSet, register_set_size> conflicts{};
  const auto together = [&conflicts](RegisterSet set) {
    for (std::size_t n = 0; n < register_set_size; ++n)
      if (contains(set, n)) conflicts[n] |= set;
  };
  for (const std::size_t at : body_) {
    const RegisterSet read = registers_read(&program_[at]), written = registers_written(&program_[at]);
    together(live(at) | read);
    RegisterSet after = written;
    for (const std::size_t to : program_.successors(at)) after |= live(to);
    if (std::has_single_bit(written)) together(after);
    else together(after | read);
  }
  return conflicts;
}

// Those that are used most often; in one of the machine are any that never matter at one time.
void LoopTranslator::choose_registers() {
  general_of_.fill(-1);
  floating_of_.fill(-1);
  const std::array<RegisterSet, register_set_size> conflicting = conflicts();
  const auto choose = [&](auto uses, auto take, std::size_t count) {
    std::vector<std::size_t> order;
    for (std::size_t n = 0; n < program_.registers(); ++n)
      if (uses(n) > 0) order.push_back(n);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) { return uses(x) > uses(y); });
    std::vector<RegisterSet> taken(count);
    for (const std::size_t reg : order)
      for (std::size_t n = 0; n < count; ++n) {
        if ((taken[n] & conflicting[reg]) != 0) continue;
        taken[n] |= only(reg);
        take(reg, n);
        break;
      }
  };
  choose([this](std::size_t n) { return samples_->general_uses(n); },
         [this](std::size_t reg, std::size_t n) { general_of_[reg] = static_cast<std::int8_t>(general_registers[n]); },
         std::size(general_registers));
  choose([this](std::size_t n) { return samples_->floating_uses(n); },
         [this](std::size_t reg, std::size_t n) { floating_of_[reg] = static_cast<std::int8_t>(first_floating + static_cast<int>(n)); },
         floating_count);
}

// Where control comes in another way than from the instruction before.
void LoopTranslator::find_targets() {
  is_target_.assign(in_body_.size(), false);
  is_target_[0] = true;
  carried_ = computed_ = 0;
  for (const std::size_t at : body_) {
    if (!is(program_[at], Op::ADDI) && !is(program_[at], Op::LOADI)) computed_ |= registers_written(&program_[at]);
    for (const std::size_t to : program_.successors(at)) {
      if (!is_in_body(to)) continue;
      if (to != at + 1 + operand_words(program_[at])) is_target_[from_head(to)] = true;
      if (to <= at && to < count_) carried_ |= live(to);
    }
  }
}

void LoopTranslator::begin_pass() {
  again_ = false;
  unchecked_ = {};
  is_relied_on_.assign(in_body_.size(), false);
  begin_code();
  labels_.clear();
  later_.clear();
  states_of_later_.clear();
  for (std::size_t n = 0; n < in_body_.size(); ++n) labels_.push_back(new_label());
  for (Label* const way : {&go_on_, &go_back_, &interpret_, &unexpected_, &wide_}) *way = new_label();
  spills_.fill(Label());
  literals_.clear();
}

void LoopTranslator::emit_pass() {
  at_ = loop_.head;
  if (is_whole_) emit_beginning();
  emit_entry();
  for (const std::size_t at : body_) {
    is_relied_on_[from_head(at)] = true;  // that nothing comes there, too
    if (!before(at).is_reached) continue;
    begin_instruction(at);
    state_ = before(at);
    a_.bind(label(at));
    note("; ");
    emit_one();
  }
  if (again_) return;
  emit_later();
  emit_shared();
}

// A frame begins. By way of a word that leads elsewhere when this has been left too often.
void LoopTranslator::emit_beginning() {
  const std::uint64_t head[head_bytes / 8] = {reinterpret_cast<std::uint64_t>(&function_), reinterpret_cast<std::uint64_t>(&function_)};
  a_.embed(head, sizeof head);
  a_.mov(x86::rax, reinterpret_cast<std::uint64_t>(&loop_));
  a_.jmp(x86::qword_ptr(x86::rax, offsetof(MachineLoop, code)));
  first_ = new_label();
  a_.bind(first_);
  const Label unusual = new_label();
  a_.cmp(frame, at(l_.begin_below));
  a_.ja(unusual);
  later([this, unusual] {
    a_.bind(unusual);
    a_.mov(x86::rax, reinterpret_cast<std::uint64_t>(instead()));
    a_.jmp(x86::rax);
  });
}

// Where the function's code does the same.
const char* LoopTranslator::instead() const { return function_.begin + (is_whole_ ? head_bytes : function_.places[loop_.head]); }

// What is expected at the head is what is found there now; a way back may know less.
void LoopTranslator::emit_entry() {
  LoopState expected;
  RegisterSet written = 0;
  RegisterSet vectors = 0, functions = 0;  // what is only looked into
  const auto stands = [this](std::size_t n, Type type) { return contains(live(loop_.head), n) && samples_->is_at_first(n, type); };
  for (const std::size_t at : body_) {
    const Instruction& i = program_[at];
    written |= registers_written(&i);
    if ((is(i, Op::SVREF) || is(i, Op::AREF)) && stands(i.b, Type::simple_vector)) vectors |= only(i.b);
    if (const InlinedCall* const call = program_.call_at(at); call != nullptr && is(program_[call->call], Op::CALL))
      if (stands(call->function, Type::closure)) functions |= only(call->function);
  }
  const auto always = [&](std::size_t n, Guess guess) {
    if (guess == Guess::fixnum) return LoopType::fixnum;
    if (contains(written, n)) return LoopType::any;
    return contains(vectors, n) ? LoopType::vector : contains(functions, n) ? LoopType::closure : LoopType::any;
  };
  for (const std::size_t n : EachOf{live(loop_.head)}) {
    if (is_whole_ && n >= prologue_of(code_->instructions)->arity) continue;
    const Guess guess = samples_->at_first(n);
    const bool dirty = !is_whole_ && contains(written, n);  // when a later round begins
    if (guess == Guess::floating && has_floating(n)) expected[n] = {LoopPlace::floating, LoopType::any, dirty};
    else if (has_general(n)) expected[n] = {LoopPlace::general, always(n, guess), dirty, 0, bounds_at_first(n)};
  }
  merge(loop_.head, expected);
  state_ = {};
  if (program_.size() > count_) {  // registers of callees stand above the frame's
    const Label no_room = new_label();
    a_.lea(x86::rax, reg(program_.registers()));
    a_.cmp(x86::rax, at(l_.checked));
    a_.ja(no_room);
    later([this, no_room] {
      a_.bind(no_room);
      a_.mov(x86::rax, reinterpret_cast<std::uint64_t>(instead()));
      a_.jmp(x86::rax);
    });
  }
  move_to(loop_.head);
  a_.jmp(label(loop_.head));
}

// --- hooks

// One for the instruction, as long as the frame lacks the same registers.
LoopTranslator::Label LoopTranslator::slow() {
  RegisterSet lacks = 0;
  for (const std::size_t n : EachOf{live(real())})
    if (state_[n].dirty) lacks |= only(n);
  if (slow_.isValid() && lacks == slow_lacks_) return slow_;
  slow_lacks_ = lacks;
  slow_ = new_label();
  later([this] { leave_for(at_, true); }, slow_);
  return slow_;
}

// By way of a safepoint, behind which the function's own code goes on.
void LoopTranslator::next_round(std::ptrdiff_t head) {
  const Label way = new_label(), on = label_of(head);
  a_.cmp(at32(l_.poll_word), 0);
  a_.je(on);
  a_.jmp(way);
  later([this, way, on, head] {
    a_.bind(way);
    count_step(on);
    spill_for(static_cast<std::size_t>(head));
    a_.mov(x86::ecx, static_cast<std::uint32_t>(static_cast<std::size_t>(head) * sizeof(Instruction)));
    a_.call(at(l_.link_poll));
    a_.test(x86::ecx, x86::ecx);
    a_.jne(go_on_);
    jump_out(static_cast<std::size_t>(head));
  });
}

// Code that stands behind the loop sees the registers as they are where the instruction begins.
void LoopTranslator::later(LaterCode emit, Label way) {
  Translator::later(emit, way);
  states_of_later_.push_back(state_);
}

void LoopTranslator::load(Gp to, std::size_t n) {
  if (state_[n].place == LoopPlace::general) a_.mov(to, general(n));
  else a_.mov(to, reg(n));
}

void LoopTranslator::store(std::size_t n, Gp from) {
  if (!to_frame_) return set(n, from, LoopType::any);
  a_.mov(reg(n), from);
  state_[n] = {};
}

// Machine registers that belong to C++, around a call; rax passes.
void LoopTranslator::keep(bool before) {
  std::int32_t bytes = 0;
  const auto place = [&bytes] { return x86::qword_ptr(x86::rsp, (bytes += 8) - 8); };
  const std::int32_t most = 8 * 16;
  if (before) a_.sub(x86::rsp, most);
  std::uint32_t kept = 0;  // by the machine's numbers, those of floating point from 16 on
  const auto is_first = [&kept](int number) { return (kept & 1u << number) == 0 && (kept |= 1u << number) != 0; };
  for (std::size_t n = 0; n < register_set_size; ++n) {
    if (has_general(n) && general_of_[n] < 12 && is_first(general_of_[n]))
      before ? a_.mov(place(), general(n)) : a_.mov(general(n), place());
    if (has_floating(n) && is_first(16 + floating_of_[n])) before ? a_.movsd(place(), floating(n)) : a_.movsd(floating(n), place());
  }
  if (!before) a_.add(x86::rsp, most);
}

}  // namespace tessera
