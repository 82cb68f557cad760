// Entering the VM from C++, and how that is left.
#include <cxxabi.h>

#include <algorithm>
#include <exception>
#include <new>

#include "data/symbols/packages.hpp"
#include "vm/frames.hpp"

namespace tessera {

/// The border between a C++ function and the Lisp that it calls: a record below what Lisp adds, with the C++ side as it was.
class Vm::Border {
 public:
  Border(Vm& vm, std::uint16_t kind, Value* top) : vm_(vm), top_(top), tail_calls_(vm.tail_index_) {
    if (TESSERA_UNLIKELY(vm.records_.size() == vm.records_.capacity())) make_room(vm.records_);
    if (vm.records_.size() == vm.records_.capacity()) __builtin_unreachable();  // so nothing is kept aside for when they move
    vm.records_.push_back({Record::Kind::border, kind, vm.base_, vm.pc_, NIL, NIL});
    place_ = last_place();
    ++vm.native_depth_;
  }
  ~Border() {
    if (TESSERA_UNLIKELY(last_place() != place_)) vm_.unbind_to(index() + 1);  // the thread is ended in the midst of it
    Value* const base = vm_.records_.back().base;
    vm_.base_ = base;
    vm_.pc_ = vm_.records_.back().pc;
    vm_.records_.pop_back();
    if (TESSERA_UNLIKELY(vm_.taken_.end > top_)) vm_.taken_.end = vm_.stack_;
    --vm_.native_depth_;
    vm_.top_ = top_;
    vm_.clean_ = std::min(vm_.clean_, base == nullptr ? vm_.stack_ + 2 : base);
    vm_.value_count = 1;
    if (vm_.tail_index_ != tail_calls_) forget_tail_calls();
    if (TESSERA_UNLIKELY(vm_.in_red_zone_)) vm_.leave_red_zone(top_);
    if (place_ != 0) return;
    vm_.heap_signalled_ = false;
    if (TESSERA_UNLIKELY((vm_.heap.poll.load(std::memory_order_relaxed) & (poll_count | poll_end)) != 0)) {
      vm_.no_more_cleanups_ = false;
      vm_.allowance.end();
    }
    vm_.begin_cpp_stack(nullptr);
  }
  Border(const Border&) = delete;
  Border& operator=(const Border&) = delete;
  std::size_t index() const { return static_cast<std::size_t>(place_) / sizeof(Record); }

 private:
  [[gnu::noinline]] static void make_room(std::vector<Record>& records) { records.reserve(2 * records.size() + 16); }

  /// Of the last record, in bytes: to count records takes a division.
  std::ptrdiff_t last_place() const {
    return reinterpret_cast<const char*>(&vm_.records_.back()) - reinterpret_cast<const char*>(vm_.records_.data());
  }

  /// No backtrace is to be misled by what was called within and has returned.
  void forget_tail_calls() {
    const std::size_t count = std::min(vm_.tail_index_ - tail_calls_, config::tail_ring_size);
    for (std::size_t i = 0; i < count; ++i) vm_.tail_ring_[(vm_.tail_index_ - 1 - i) & (config::tail_ring_size - 1)].base = nullptr;
    vm_.tail_index_ = tail_calls_;
  }

  Vm& vm_;
  Value* top_;
  std::size_t tail_calls_;  ///< when it was crossed
  std::ptrdiff_t place_;    ///< of its record
};

// Interrupts and cancellations were meant for an evaluation that has ended.
void Vm::begin_undisturbed() {
  drop_interrupts();
  if (exit_asked.load(std::memory_order_relaxed) < 0) interrupted_from_outside_.store(false);
  allowance.begin();
}

// Run until the function called from C++ returns. What C++ throws on the way is signalled where it happened. (The end of a thread is
// caught by reference to nothing.)
[[gnu::no_sanitize("null")]] inline Value Vm::run(Place place) {
  while (place.base != nullptr) {
    try {
      return loop(place);
    } catch (const abi::__forced_unwind&) {  // the thread is being ended
      throw;
    } catch (const std::bad_alloc&) { place = signal_exception(nullptr); } catch (const std::exception& e) {
      place = signal_exception(e.what());
    } catch (...) { place = signal_exception("one that is no std::exception"); }
  }
  return FAILED;
}

// The first place of a call whose window is complete.
inline Vm::Place Vm::entered(Value* window, std::uint32_t count) {
  const Value f = window[0];
  if (is_closure_for(f, count)) {
    const Prologue* const prologue = entry_of(f);
    const bool due = heap.poll.load(std::memory_order_relaxed) != 0;
    if (TESSERA_LIKELY(window + 2 + prologue->registers <= checked_) && TESSERA_LIKELY(!due))
      return {push_frame(f, window, &entry_stub[1]), first_instruction(prologue)};
  }
  stub_arguments_ = count;
  return {window, &entry_stub[0]};
}

// An entry frame: E[-2] fixnum 0, then the window of the call. The border's record leads backtraces to the frame below.
Value Vm::enter(Value f, std::span<const Value> arguments, std::uint16_t kind) {
  if (exit_is_under_way()) return FAILED;
  if (native_depth_ == 0) {
    begin_cpp_stack(static_cast<const char*>(__builtin_frame_address(0)));
    if (TESSERA_UNLIKELY(is_disturbed())) begin_undisturbed();
  }
  if (TESSERA_UNLIKELY(is_too_deep(kind)) || !has_cpp_stack()) return fail_stack();
  Value* const entry = top_ + 2;
  if (!make_room(entry, arguments.size() + 64) && (!enter_red_zone() || !make_room(entry, arguments.size() + 64))) return fail_stack();
  try {
    const Border border(*this, kind, entry - 2);
    entry[-2] = Value::fixnum(0);
    entry[-1] = Value::fixnum(0);
    entry[0] = f;
    for (std::size_t i = 0; i < arguments.size(); ++i) entry[2 + i] = arguments[i];  // mostly few
    const Value v = run(entered(entry, static_cast<std::uint32_t>(arguments.size())));
    given_count = value_count;
    if (TESSERA_UNLIKELY(exit_is_under_way()) && exit_.target == static_cast<std::int64_t>(border.index())) take_exit();
    return TESSERA_LIKELY(!allowance.is_ending()) ? v : leave_ended(border.index());
  } catch (const std::bad_alloc&) { return fail_heap(); }
}

// The exit that led here becomes the failure that the C++ caller finds.
void Vm::take_exit() {
  exit_.target = -1;
  const Value why = exit_.values[0];
  if (why.is_cons()) failure = {why.as_cons()->car, why.as_cons()->cdr};
  else if (why == sym(Known::stack)) fail_stack();
  else fail_heap();
}

}  // namespace tessera
