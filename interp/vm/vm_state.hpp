// The state of the virtual machine, in parts. Layer: vm. See README.md here.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "vm/continuations/shared_frames.hpp"
#include "vm/jit/jit_state.hpp"
#include "vm/loop/instruction_counts.hpp"
#include "vm/loop/resume_point.hpp"
#include "vm/stack/lisp_stack.hpp"
#include "vm/stack/record.hpp"
#include "vm/stack/tail_calls.hpp"
#include "vm/threads.hpp"
#include "vm/vm.hpp"

namespace tessera {

class Profiler;

/// A pending exit, of which there is at most one: a C++ function is between the frame that is left and the next, and
/// has to return first.
struct Exit {
  static constexpr std::int64_t none = -1;
  /// A flag of `target`: the exit ends above that record, in a frame that another call replaces (`replace_frame`).
  static constexpr std::int64_t to_frame = std::int64_t{1} << 40;
  std::int64_t target = none;    ///< index of the record where it ends; a border's if it leads to the host
  std::int32_t tag = 0;          ///< the tag of a tagbody
  Value values[2] = {NIL, NIL};  ///< the values, saved by save_values: C++ code may produce others meanwhile
};

/// The state of one Lisp thread: both stacks and its position. VmState has the state of the running thread.
struct Execution {
  LispStack stack;
  Value* base = nullptr;             ///< the running frame, while C++ runs
  const Instruction* pc = nullptr;   ///< its next instruction
  std::uint32_t stub_arguments = 0;  ///< number of arguments of the call that the next STUBCALL makes
  bool no_more_cleanups = false;     ///< true if the time of cleanup forms is over: exits skip them
  std::vector<Record> records;
  Exit exit;
  SharedFrames shared;
  int native_depth = 0;          ///< calls of Lisp by C++ that have not returned
  std::size_t ending_floor = 0;  ///< the record whose cleanup forms run during an ending; see `ending_target`

  void trace(Tracer& tracer);
};

/// The state on which the instruction loop and machine code work. Functions that take a `VmState&` do the rest:
/// calls.hpp, services.hpp, unwind.hpp, values.hpp, continuations.hpp, ending.hpp, backtrace.hpp.
///
/// Machine code addresses fields by their distance from the Runtime, which is the first base: see
/// jit/assembler/field_offsets.cpp.
class VmState final : public Vm, public Execution {
 public:
  VmState(std::size_t heap_limit_bytes, std::size_t stack_limit_words);
  ~VmState() override;
  static VmState& of(Runtime& rt) { return static_cast<VmState&>(rt); }
  static const VmState& of(const Runtime& rt) { return static_cast<const VmState&>(rt); }

  bool heap_signalled = false;  ///< true once the present shortage of heap has been signalled
  TailCallRing tail_calls;
#ifdef TESSERA_MACHINE_CODE
  JitState jit;
#endif
  Threads lisp_threads{*this};
  std::shared_ptr<Profiler> profiler;  ///< made when it first starts (profiler/)
  /// What the VM does besides running the program, for signal handlers.
  enum class Chore : std::uint8_t { none, collects, compiles };
  volatile Chore chore = Chore::none;
  std::atomic<bool> interrupted_from_outside{false};
  std::string ended_at;  ///< see `ended_where`
#ifdef TESSERA_COUNT_INSTRUCTIONS
  InstructionCounts instruction_counts;
#endif

  /// Stores the loop's position, before any code that may look at the stack: native functions, allocation, failures.
  void save(ResumePoint at) {
    base = at.base;
    pc = at.pc;
  }
  bool has_pending_exit() const { return exit.target >= 0; }
  /// True if a native function returned just its value.
  bool is_plain(Value given) const {
    return TESSERA_LIKELY(!has_pending_exit()) && TESSERA_LIKELY(!given.is_marker() || (given != TAIL_CALL && given != FAILED));
  }
  /// Returns the library's function of this name; UNDEFINED-FUNCTION while the library is being built.
  Value hook(Known name) const { return bootstrapping ? undefined_function : symbol(sym(name))->function; }

  /// Where the loop is entered again (platform::asks_for_interrupts); base is nullptr unless it was left for that.
  ResumePoint reentry{};

  /// Counts a step at a safepoint where something is pending. Returns true if nothing else is pending.
  bool is_just_a_step() { return --budget.countdown > 0 && heap.poll.load(std::memory_order_relaxed) == poll_count; }
  /// True if a collection may free memory.
  bool may_free_memory() const { return heap.used_bytes() > heap.limit_bytes() / 4 || heap.room_faults.are_on(); }
  /// True if a native function failed because memory ran out, before it had an effect, while a collection may help.
  bool wants_memory() const { return failure.type == sym(Known::storage_condition) && mv.effects == 0 && may_free_memory(); }
  /// True if an instruction failed only so that an interrupt can be handled: then it is executed again.
  bool was_interrupted() const { return !has_pending_exit() && failure.type == sym(Known::interactive_interrupt); }

  /// Publishes for machine code the address below which frames of the usual size fit if nothing is pending: machine
  /// code compares its frame's base with that word.
  void show_mark() { heap.poll.let_begin_below(stack.checked - config::usual_frame_words); }
  void leave_red_zone(const Value* to) {
    if (TESSERA_UNLIKELY(stack.in_red_zone) && stack.leave_red_zone(to)) show_mark();
  }

  using Runtime::call_lisp;
  Value call_lisp(Value f, std::span<const Value> arguments) override;
  void bind_variable(Value symbol, Value value) override;
  void unbind_variable() override;
  bool begin_ending() override;
  bool free_memory() override;
  void trace_roots(Tracer& tracer) override;
  void after_collection() override;

  // --- of the Runtime, for the functions of vm/
  using Runtime::drop_interrupts;
  using Runtime::is_disturbed;
  using Runtime::retry_deferred_interrupt;

 private:
#ifdef TESSERA_MACHINE_CODE
  void function_changed(Symbol* symbol) override {
    if (jit.code_compiler != nullptr) jit.code_compiler->function_changed(symbol);
  }
#endif
  void wake_others() override { lisp_threads.wake_all(); }
  bool is_interrupt_pending() override;
  void* release_lock() override { return lisp_threads.release_lock(); }
  void acquire_lock(void* thread, bool urgent) override { lisp_threads.acquire_lock(thread, urgent); }
};

}  // namespace tessera
