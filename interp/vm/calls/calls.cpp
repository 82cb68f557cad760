// Entering and leaving the VM from C++.
#include <cxxabi.h>

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "data/tables/weak.hpp"
#include "vm/ending.hpp"
#include "vm/loop/frames.hpp"
#include "vm/loop/services.hpp"

namespace tessera {

namespace {

/// The border between a C++ function and the Lisp function that it calls: a record below the records of the Lisp
/// function, with the state of the C++ side. For the C++ function the call is an effect, whatever Lisp did.
class Border {
 public:
  Border(VmState& vm, BorderKind kind, Value* top) : vm_(vm), top_(top), tail_calls_(vm.tail_calls.count) {
    if (TESSERA_UNLIKELY(vm.records.size() == vm.records.capacity())) make_room(vm.records);
    if (vm.records.size() == vm.records.capacity()) __builtin_unreachable();  // spares code for growing here
    vm.records.push_back({Record::Kind::border, kind, vm.base, vm.pc, NIL, NIL});
    offset_ = last_offset();
    ++vm.native_depth;
  }
  ~Border() {
    if (TESSERA_UNLIKELY(last_offset() != offset_)) unbind_to(vm_, index() + 1);  // the system thread is being ended
    Value* const base = vm_.records.back().base;
    vm_.base = base;
    vm_.pc = vm_.records.back().pc;
    vm_.records.pop_back();
    if (TESSERA_UNLIKELY(vm_.shared.end > top_)) vm_.shared.forget();
    --vm_.native_depth;
    vm_.stack.top = top_;
    vm_.stack.note_write(base == nullptr ? vm_.stack.begin + 2 : base);
    vm_.mv.count = 1;
    vm_.note_effect();
    if (vm_.tail_calls.count != tail_calls_) vm_.tail_calls.forget_since(tail_calls_);  // they would mislead backtraces
    vm_.leave_red_zone(top_);
    if (offset_ == 0) end_evaluation();
  }
  Border(const Border&) = delete;
  Border& operator=(const Border&) = delete;
  std::size_t index() const { return static_cast<std::size_t>(offset_) / sizeof(Record); }

 private:
  [[gnu::noinline]] static void make_room(std::vector<Record>& records) { records.reserve(2 * records.size() + 16); }

  void end_evaluation() {
    vm_.heap_signalled = false;
    const bool is_disturbed = (vm_.heap.poll.load(std::memory_order_relaxed) & (poll_count | poll_end)) != 0;
    if (TESSERA_UNLIKELY(is_disturbed || vm_.budget.is_limited())) {
      vm_.no_more_cleanups = false;
      vm_.budget.end();
    }
    vm_.thread.cpp_stack.begin(nullptr);
  }

  /// Returns the offset of the last record in bytes, as counting records takes a division.
  std::ptrdiff_t last_offset() const {
    return reinterpret_cast<const char*>(&vm_.records.back()) - reinterpret_cast<const char*>(vm_.records.data());
  }

  VmState& vm_;
  Value* top_;
  std::size_t tail_calls_;  ///< the count of tail calls before
  std::ptrdiff_t offset_;   ///< the offset of the border's record
};

bool is_too_deep(const VmState& vm, BorderKind kind) {
  static_assert(config::max_native_depth <= config::max_library_depth);
  if (TESSERA_LIKELY(vm.native_depth < config::max_native_depth)) return false;
  return kind != native_border || vm.native_depth >= config::max_library_depth;
}

/// Begins an evaluation: drops pending interrupts and cancellations, which were meant for an earlier evaluation. One
/// with limits calls the finalizers that were left to it.
void begin_undisturbed(VmState& vm) {
  vm.interrupted_from_outside.store(false);
  vm.drop_interrupts();
  if (vm.exit_asked.load() >= 0) vm.interrupted_from_outside.store(true);
  vm.budget.begin();
  if (vm.weak && vm.budget.is_limited()) vm.weak->ask(true);
}

/// Runs until the function called from C++ returns. C++ exceptions are signalled at the instruction that threw them.
/// (The forced unwinding that ends a system thread passes, by a reference to nothing.)
// clang-format off
#ifdef __SANITIZE_ADDRESS__
[[gnu::noinline, gnu::no_sanitize("null")]]  // inlined, it would be checked like its caller
#endif
inline Value run(VmState& vm, ResumePoint at) {
  // clang-format on
  while (at.base != nullptr) {
    try {
      const Value value = run_loop(vm, at);
      if (!platform::asks_for_interrupts || vm.reentry.base == nullptr) return value;
      at = std::exchange(vm.reentry, {});
#ifdef __GLIBCXX__
    } catch (const abi::__forced_unwind&) {
      throw;
#endif
    } catch (const std::bad_alloc&) { at = signal_exception(vm, nullptr); } catch (const std::exception& e) {
      at = signal_exception(vm, e.what());
    } catch (...) { at = signal_exception(vm, "one that is not a std::exception"); }
  }
  return FAILED;
}

/// Returns the point where the call begins whose window is complete.
inline ResumePoint entered(VmState& vm, Value* window, std::uint32_t count) {
  const Value f = window[0];
  if (is_closure_for(f, count)) {
    const Prologue* const prologue = entry_of(f);
    const bool due = vm.heap.poll.load(std::memory_order_relaxed) != 0;
    if (TESSERA_LIKELY(window + 2 + prologue->registers <= vm.stack.checked) && TESSERA_LIKELY(!due))
      return {push_frame(f, window, &entry_stub[1]), first_instruction(prologue)};
  }
  vm.stub_arguments = count;
  return {window, &entry_stub[0]};
}

/// Turns an exit that ended at this border into a failure for the C++ caller.
void take_exit(VmState& vm) {
  vm.exit.target = Exit::none;
  const Value why = std::exchange(vm.exit.values[0], NIL);  // a root, which would keep the failure alive
  if (why.is_cons()) vm.failure = {why.as_cons()->car, why.as_cons()->cdr};
  else if (why == vm.sym(Known::stack)) vm.fail_stack();
  else vm.fail_heap();
}

bool make_room_to_enter(VmState& vm, const Value* entry, std::size_t words) {
  return vm.stack.make_room(entry, words) || (vm.stack.enter_red_zone() && vm.stack.make_room(entry, words));
}

/// Pushes an entry frame and runs the call: E[-2] is fixnum 0, then comes the window of the call. The border's record
/// leads backtraces to the frame below.
Value enter(VmState& vm, Value f, std::span<const Value> arguments, BorderKind kind) {
  if (vm.has_pending_exit()) return FAILED;
  if (vm.native_depth == 0) {
    vm.thread.cpp_stack.begin(static_cast<const char*>(__builtin_frame_address(0)));
    if (TESSERA_UNLIKELY(vm.is_disturbed())) begin_undisturbed(vm);
  }
  if (TESSERA_UNLIKELY(is_too_deep(vm, kind)) || !vm.has_cpp_stack()) return vm.fail_stack();
  Value* const entry = vm.stack.top + 2;
  if (!make_room_to_enter(vm, entry, arguments.size() + 64)) return vm.fail_stack();
  try {
    const Border border(vm, kind, entry - 2);
    entry[-2] = Value::fixnum(0);
    entry[-1] = Value::fixnum(0);
    entry[0] = f;
    for (std::size_t i = 0; i < arguments.size(); ++i) entry[2 + i] = arguments[i];  // a few at most, as a rule
    const Value v = run(vm, entered(vm, entry, static_cast<std::uint32_t>(arguments.size())));
    vm.mv.lisp_count = vm.mv.count;
    if (TESSERA_UNLIKELY(vm.has_pending_exit()) && vm.exit.target == static_cast<std::int64_t>(border.index())) take_exit(vm);
    return TESSERA_LIKELY(!vm.budget.is_ending()) ? v : leave_ended(vm, border.index());
  } catch (const std::bad_alloc&) { return vm.fail_heap(); }
}

}  // namespace

Value VmState::call_lisp(Value f, std::span<const Value> arguments) { return enter(*this, f, arguments, native_border); }
Value Vm::call_from_host(Value f, std::span<const Value> arguments) { return enter(VmState::of(*this), f, arguments, host_border); }
Value Vm::call_guarded(Value f, std::span<const Value> arguments) { return enter(VmState::of(*this), f, arguments, guarded_border); }

}  // namespace tessera
