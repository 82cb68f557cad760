// Entering and leaving the VM from C++.
#include <cxxabi.h>

#include <algorithm>
#include <exception>
#include <new>

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
  Border(VmState& m, BorderKind kind, Value* top) : m_(m), top_(top), tail_calls_(m.tail_calls.count) {
    if (TESSERA_UNLIKELY(m.records.size() == m.records.capacity())) make_room(m.records);
    if (m.records.size() == m.records.capacity()) __builtin_unreachable();  // spares code for growing here
    m.records.push_back({Record::Kind::border, kind, m.base, m.pc, NIL, NIL});
    offset_ = last_offset();
    ++m.native_depth;
  }
  ~Border() {
    if (TESSERA_UNLIKELY(last_offset() != offset_)) unbind_to(m_, index() + 1);  // the system thread is being ended
    Value* const base = m_.records.back().base;
    m_.base = base;
    m_.pc = m_.records.back().pc;
    m_.records.pop_back();
    if (TESSERA_UNLIKELY(m_.shared.end > top_)) m_.shared.forget();
    --m_.native_depth;
    m_.stack.top = top_;
    m_.stack.note_write(base == nullptr ? m_.stack.begin + 2 : base);
    m_.value_count = 1;
    m_.note_effect();
    if (m_.tail_calls.count != tail_calls_) m_.tail_calls.forget_since(tail_calls_);  // they would mislead backtraces
    m_.leave_red_zone(top_);
    if (offset_ == 0) end_evaluation();
  }
  Border(const Border&) = delete;
  Border& operator=(const Border&) = delete;
  std::size_t index() const { return static_cast<std::size_t>(offset_) / sizeof(Record); }

 private:
  [[gnu::noinline]] static void make_room(std::vector<Record>& records) { records.reserve(2 * records.size() + 16); }

  void end_evaluation() {
    m_.heap_signalled = false;
    const bool is_disturbed = (m_.heap.poll.load(std::memory_order_relaxed) & (poll_count | poll_end)) != 0;
    if (TESSERA_UNLIKELY(is_disturbed || m_.budget.is_limited())) {
      m_.no_more_cleanups = false;
      m_.budget.end();
    }
    m_.begin_cpp_stack(nullptr);
  }

  /// Returns the offset of the last record in bytes, as counting records takes a division.
  std::ptrdiff_t last_offset() const {
    return reinterpret_cast<const char*>(&m_.records.back()) - reinterpret_cast<const char*>(m_.records.data());
  }

  VmState& m_;
  Value* top_;
  std::size_t tail_calls_;  ///< the count of tail calls before
  std::ptrdiff_t offset_;   ///< the offset of the border's record
};

bool is_too_deep(const VmState& m, BorderKind kind) {
  static_assert(config::native_depth_limit <= config::own_native_depth_limit);
  if (TESSERA_LIKELY(m.native_depth < config::native_depth_limit)) return false;
  return kind != native_border || m.native_depth >= config::own_native_depth_limit;
}

/// Begins an evaluation: drops pending interrupts and cancellations, which were meant for an earlier evaluation. One
/// with limits calls the finalizers that were left to it.
void begin_undisturbed(VmState& m) {
  m.drop_interrupts();
  if (m.exit_asked.load(std::memory_order_relaxed) < 0) m.interrupted_from_outside.store(false);
  m.budget.begin();
  if (m.weak && m.budget.is_limited()) m.weak->ask(true);
}

/// Runs until the function called from C++ returns. C++ exceptions are signalled at the instruction that threw them.
/// (The forced unwinding that ends a system thread passes, by a reference to nothing.)
__attribute__((no_sanitize("null"))) inline Value run(VmState& m, ResumePoint at) {
  while (at.base != nullptr) {
    try {
      return run_loop(m, at);
#ifdef __GLIBCXX__
    } catch (const abi::__forced_unwind&) {
      throw;
#endif
    } catch (const std::bad_alloc&) { at = signal_exception(m, nullptr); } catch (const std::exception& e) {
      at = signal_exception(m, e.what());
    } catch (...) { at = signal_exception(m, "one that is not a std::exception"); }
  }
  return FAILED;
}

/// Returns the point where the call begins whose window is complete.
inline ResumePoint entered(VmState& m, Value* window, std::uint32_t count) {
  const Value f = window[0];
  if (is_closure_for(f, count)) {
    const Prologue* const prologue = entry_of(f);
    const bool due = m.heap.poll.load(std::memory_order_relaxed) != 0;
    if (TESSERA_LIKELY(window + 2 + prologue->registers <= m.stack.checked) && TESSERA_LIKELY(!due))
      return {push_frame(f, window, &entry_stub[1]), first_instruction(prologue)};
  }
  m.stub_arguments = count;
  return {window, &entry_stub[0]};
}

/// Turns an exit that ended at this border into a failure for the C++ caller.
void take_exit(VmState& m) {
  m.exit.target = Exit::none;
  const Value why = m.exit.values[0];
  if (why.is_cons()) m.failure = {why.as_cons()->car, why.as_cons()->cdr};
  else if (why == m.sym(Known::stack)) m.fail_stack();
  else m.fail_heap();
}

bool make_room_to_enter(VmState& m, const Value* entry, std::size_t words) {
  return m.stack.make_room(entry, words) || (m.stack.enter_red_zone() && m.stack.make_room(entry, words));
}

/// Pushes an entry frame and runs the call: E[-2] is fixnum 0, then comes the window of the call. The border's record
/// leads backtraces to the frame below.
Value enter(VmState& m, Value f, std::span<const Value> arguments, BorderKind kind) {
  if (m.has_pending_exit()) return FAILED;
  if (m.native_depth == 0) {
    m.begin_cpp_stack(static_cast<const char*>(__builtin_frame_address(0)));
    if (TESSERA_UNLIKELY(m.is_disturbed())) begin_undisturbed(m);
  }
  if (TESSERA_UNLIKELY(is_too_deep(m, kind)) || !m.has_cpp_stack()) return m.fail_stack();
  Value* const entry = m.stack.top + 2;
  if (!make_room_to_enter(m, entry, arguments.size() + 64)) return m.fail_stack();
  try {
    const Border border(m, kind, entry - 2);
    entry[-2] = Value::fixnum(0);
    entry[-1] = Value::fixnum(0);
    entry[0] = f;
    for (std::size_t i = 0; i < arguments.size(); ++i) entry[2 + i] = arguments[i];  // a few at most, as a rule
    const Value v = run(m, entered(m, entry, static_cast<std::uint32_t>(arguments.size())));
    m.given_count = m.value_count;
    if (TESSERA_UNLIKELY(m.has_pending_exit()) && m.exit.target == static_cast<std::int64_t>(border.index())) take_exit(m);
    return TESSERA_LIKELY(!m.budget.is_ending()) ? v : leave_ended(m, border.index());
  } catch (const std::bad_alloc&) { return m.fail_heap(); }
}

}  // namespace

Value VmState::call_lisp(Value f, std::span<const Value> arguments) { return enter(*this, f, arguments, native_border); }
Value Vm::call_from_host(Value f, std::span<const Value> arguments) { return enter(VmState::of(*this), f, arguments, host_border); }
Value Vm::call_guarded(Value f, std::span<const Value> arguments) { return enter(VmState::of(*this), f, arguments, guarded_border); }

}  // namespace tessera
