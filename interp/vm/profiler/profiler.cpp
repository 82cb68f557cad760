// Samples of the running program. Compiled for size.
#include "vm/profiler/profiler.hpp"

#include <vector>

#include "compiler/instructions.hpp"
#include "vm/loop/frames.hpp"
#include "vm/loop/primitives.hpp"
#include "vm/stack/backtrace.hpp"

#ifdef __ELF__
extern "C" const char __start_tessera_loop[], __stop_tessera_loop[];  // the section of run_loop
#endif

namespace tessera {

namespace {

constexpr std::size_t most_frames = 300;

bool is_in_loop([[maybe_unused]] const char* instruction) {
#ifdef __ELF__
  return instruction >= __start_tessera_loop && instruction < __stop_tessera_loop;
#else
  return false;
#endif
}

bool holds(const Code* code, const Instruction* pc) {
  return pc > instructions_of(code) && pc <= instructions_of(code) + instruction_count(code);
}

Value name_of(Value function) {
  const Value name = code_of(as<Closure>(function))->name;
  return is_nil(name) ? function : name;
}

}  // namespace

void Profiler::sampled(const platform::SampledPosition& at) {
  const std::uint32_t n = marked_.load(std::memory_order_relaxed);
  if (n == most_marks) {
    marks_[n - 1].count += at.count;
    return;
  }
  Mark& mark = marks_[n] = {at.count, Tier::native, vm_.base, NIL, vm_.pc};
  if (is_in_loop(at.instruction)) mark = {at.count, Tier::interpreted, nullptr, NIL, nullptr};
#ifdef TESSERA_MACHINE_CODE
  if (vm_.jit.code_compiler != nullptr && vm_.jit.code_compiler->contains(at.instruction))
    mark = {at.count, Tier::machine_code, static_cast<Value*>(at.frame), NIL, nullptr};
#endif
  mark.collections = vm_.heap.statistics().minor_count;
  if (vm_.chore != VmState::Chore::none) mark.tier = vm_.chore == VmState::Chore::collects ? Tier::collector : Tier::jit;
  if (mark.base <= vm_.stack.begin || mark.base >= vm_.stack.limit) mark.base = nullptr;
  if (mark.base != nullptr) mark.function = mark.base[-2];
  marked_.store(n + 1, std::memory_order_relaxed);
  vm_.heap.poll.fetch_or(poll_sample);
}

/// Returns the name of the function or instruction that C++ ran.
Value Profiler::operation_of(const Mark& mark, const Code* code) const {
  if (mark.tier != Tier::native || mark.pc == nullptr || !holds(code, mark.pc)) return NIL;
  const Value called = called_name(mark.pc[-1], code->constants);
  return is_nil(called) && facts_of(mark.pc[-1]).effects.operation != nullptr ? operation_name(vm_, mark.pc[-1]) : called;
}

/// The frame of the mark may have returned since then, or called others: the frames below it are the same.
void Profiler::add(const Mark& mark) {
  if (kept_ == most_) {
    dropped_ += mark.count;
    return;
  }
  ++kept_;
  std::vector<Value> sample = {Value::fixnum(mark.count), Value::fixnum(static_cast<int>(mark.tier)), NIL};
  const bool has_moved = mark.tier == Tier::collector || mark.collections != vm_.heap.statistics().minor_count;
  const bool is_known = mark.base != nullptr && !has_moved && has_type(mark.function, Type::closure);
  if (is_known) {
    sample[2] = operation_of(mark, code_of(as<Closure>(mark.function)));
    sample.push_back(name_of(mark.function));
  }
  for (const auto& [base, function] : frames_of(vm_, most_frames))
    if (!is_known || base < mark.base) sample.push_back(name_of(function));
  samples_ = vm_.heap.cons(vm_.list(sample), samples_);
}

void Profiler::take() {
  vm_.heap.poll.fetch_and(~poll_sample);
  std::uint32_t done = 0, n = 0;
  do {
    for (n = marked_.load(std::memory_order_relaxed); done < n; ++done) add(marks_[done]);
  } while (!marked_.compare_exchange_strong(n, 0));
}

Value Profiler::take_samples() {
  const Value samples = samples_;
  samples_ = NIL;
  kept_ = dropped_ = 0;
  return samples;
}

}  // namespace tessera
