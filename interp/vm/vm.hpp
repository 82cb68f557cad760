// The virtual machine: stack, frames, dynamic records, calls. Layer: vm. See README.md here for the pictures.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "compiler/variable_table.hpp"
#include "runtime/runtime.hpp"
#include "runtime/waiting.hpp"
#include "vm/instruction_counts.hpp"
#ifdef TESSERA_MACHINE_CODE
#include "vm/machine_code.hpp"
#endif
#include "vm/stubs.hpp"

namespace tessera {

/// An entry of the second stack: what must be undone, or can be left to, when control leaves.
struct Record {
  enum class Kind : std::uint8_t { binding, block, tagbody, catch_, protect, border };
  Record(Kind kind, std::uint16_t reg, Value* base, const Instruction* pc, Value a, Value b)
      : kind(kind), reg(reg), base(base), pc(pc), a(a), b(b) {}
  Kind kind;
  std::uint16_t reg;               ///< register of `base` for the value, the tag's number, or the clean-up's state
  std::int32_t machine_place = 0;  ///< where to land in machine code, as `landing_of` finds it; 0: that is not known
  Value* base;                     ///< the frame
  const Instruction* pc;           ///< where to land
  Value a;                         ///< symbol, token or tag
  Value b;                         ///< what is in force again without it: the symbol's value, the index in the token
};

class Continuation;
struct MachineLayout;

/// A frame of a backtrace.
struct Frame {
  Value function;           ///< a Closure or Native
  SourcePosition position;  ///< line 0: unknown
  Value file;
  std::vector<Value> elided;  ///< functions that tail-called into this frame, the latest first
  std::int64_t stack = 0;     ///< where it is: as long as its function has not returned, that and what is below stand for it
};

/// A variable of a frame.
struct FrameVariable {
  VariableEntry entry;
  std::size_t number = 0;  ///< of the entry
  Value value;             ///< UNBOUND where it is not known any more
};

class Vm final : public Runtime {
 public:
  /// Throws std::runtime_error where there is too little address space.
  explicit Vm(std::size_t heap_limit_bytes = config::heap_limit_bytes, std::size_t stack_limit_words = config::stack_limit_words);
  ~Vm() override;

  using Runtime::call_lisp;
  Value call_lisp(Value f, std::span<const Value> arguments) override { return enter(f, arguments, native_border); }
  /// The same for the host program: what ends whole evaluations ends this one. FAILED: see `exit_is_under_way`; if none is,
  /// `failure` says why it ended.
  Value call_from_host(Value f, std::span<const Value> arguments) { return enter(f, arguments, host_border); }
  /// The same, and the host stands for the debugger: a condition that nothing handles ends this call (see `host_is_debugger`).
  Value call_guarded(Value f, std::span<const Value> arguments) { return enter(f, arguments, guarded_border); }
  /// True if a condition that nothing handles belongs to the host: since its guarded call nobody has bound `debugger`, a variable.
  bool host_is_debugger(Value debugger) const;
  /// An evaluation is going on.
  bool is_running() const { return native_depth_ > 0; }
  /// An exit leads past the native that is running: it should return.
  bool exit_is_under_way() const { return exit_.target >= 0; }
  /// Have the running native leave all up to the host program's call, which fails with `type` and `initargs`.
  Value leave_to_host(Value type, Value initargs);
  /// The frames from the innermost on, `most` at the most.
  std::vector<Frame> backtrace(std::size_t most);
  /// The parameters of the frame at `stack`, and those of its other variables that are known where it stands, outer ones first.
  std::vector<FrameVariable> frame_variables(std::int64_t stack);
  /// Give the variable of that number another value; false if it has no place of its own there.
  bool set_frame_variable(std::int64_t stack, std::size_t number, Value value);
  /// Have the running native leave all down to the frame at `stack`, in whose place `function`, of no arguments, is called. FAILED.
  Value replace_frame(std::int64_t stack, Value function);
  /// A function that puts back a continuation object: upon the frames of its caller; or, with a tag, in place of what lies above the prompt for
  /// that. `winders`: the prompts of the DYNAMIC-WINDs that the frames are within.
  Value continuation_function(Value frames);
  Value continuation_function(Value frames, Value tag, Value winders);
  /// The prompts for `tag` above the innermost one for `end`, from that on; if `end` is `tag`, that one.
  std::vector<Value> prompts_above(Value tag, Value end) const;
  /// Have a running evaluation signal an interrupt at its next safepoint. From any thread or signal handler.
  void interrupt() {
    interrupted_from_outside_.store(true);
    heap.poll.fetch_or(poll_interrupt);
    doorbell.ring();
  }
  /// Have the program end with that exit status as soon as its clean-up forms have run. From any thread or signal handler.
  void ask_to_exit(int status) {
    exit_asked.store(status, std::memory_order_relaxed);
    interrupt();
  }
  bool begin_ending() override;

  // --- threads of Lisp (threads.cpp)
  /// Begin one, known to Lisp as `object`, that is to call `function`, of no arguments. Its number; FAILED if the system has no more.
  Value start_thread(Value function, Value object);
  /// Let those that wait for their turns have them first.
  void yield_turn();
  /// Wait until another thread wakes this one, or has before, for so long at most. May collect.
  Waited wait_to_be_woken(std::uint64_t nanoseconds);
  /// False: there is no such thread any more. 0 is the main thread.
  bool wake_thread(Value number);
  bool thread_waits(Value number) const;
  /// Have the thread call the function, of no arguments, where it stands.
  bool interrupt_thread(Value number, Value function);
  /// Those functions that the running thread is to call, the last one first.
  Value take_thread_functions();
  /// True if an interrupt came from outside, and this is the thread that it is for.
  bool take_outside_interrupt();
  /// End all but the main thread where they are. While nothing runs.
  void end_threads();
  void bind_variable(Value symbol, Value value) override { push_binding(base_, symbol, value); }
  void unbind_variable() override { pop_record(); }
#ifdef TESSERA_MACHINE_CODE
  void function_changed(Symbol* symbol) override {
    if (machine_code_ != nullptr) machine_code_->function_changed(symbol);
  }
#endif
  /// Of the evaluation that the host has ended: the innermost functions, and where they were.
  const std::string& ended_where() const { return ended_where_; }
  void trace_roots(Tracer& tracer) override;
  void after_collection() override;
  /// Loads the module in the shared object `path`; returns why it cannot be loaded, or "". None where no Interpreter is.
  std::function<std::string(const std::string& path)> load_module;
  /// While the library is being built a failure ends the evaluation at once: nothing that handles it may exist yet.
  bool bootstrapping = false;
#ifdef TESSERA_MACHINE_CODE
  /// Have functions become machine code after so many calls and rounds of loops, with what `make` makes.
  void use_machine_code(std::unique_ptr<MachineCode> (*make)(Vm&), std::uint16_t threshold);
  /// Rounds of a loop until it has machine code of its own.
  unsigned machine_code_loop_rounds() const { return heat_threshold_ / 4 + 1u; }
  /// For tests: whether the code of a loop is to be left here although nothing is wrong.
  bool doubts();
  void let_machine_code_doubt() { doubt_ = 1; }
  /// The machine code of the function as text; "" if it has none.
  std::string machine_code_of(const Code* code);
  MachineCodeFigures machine_code_figures() const;
#endif
  std::size_t stack_words_used() const { return static_cast<std::size_t>(top_ - stack_); }
  /// While nothing runs: what an evaluation left behind in the machine; "" if it is as good as new. For tests.
  std::string what_is_left() const;

 private:
  /// The one exit that is under way where C++ stands between the frame that is left and the next: that has to return first.
  struct Exit {
    std::int64_t target = -1;      ///< index of the record where it ends, a border if it leads to the host; -1: there is none
    std::int32_t tag = 0;          ///< of a tagbody
    Value values[2] = {NIL, NIL};  ///< as save_values keeps them: the C++ code on the way may make others
  };
  /// Where the loop goes on: the frame's registers and the next instruction. Passed by value, so that the loop keeps
  /// both in machine registers.
  struct Place {
    Value* base;            ///< nullptr: nowhere, this run of the VM ends
    const Instruction* pc;  ///< or where a function begins in machine code: see `in_machine_code`
  };
  /// A call of what stands in window[0], with `count` arguments from window[2] on.
  struct Call {
    Value* window;
    std::uint32_t count;
    Value function() const { return window[0]; }
  };
  static Call call_of(Value function, Value* window, std::uint32_t count) {
    window[0] = function;
    return {window, count};
  }
  /// Show the rest of the machine where the loop is, before anything that may look at the stack: natives, allocation, failures.
  void save(Place at) {
    base_ = at.base;
    pc_ = at.pc;
  }
  static Place caller_of(const Value* base);
  enum class Fitted { yes, failed, overflow };

  // --- entering from C++ (calls.cpp)
  static constexpr std::uint16_t native_border = 0, host_border = 1, guarded_border = 2;  ///< `reg` of a border's record
  class Border;
  Value enter(Value f, std::span<const Value> arguments, std::uint16_t kind);
  Place entered(Value* window, std::uint32_t count);
  bool is_too_deep(std::uint16_t kind) const {
    static_assert(config::native_depth_limit <= config::own_native_depth_limit);
    if (TESSERA_LIKELY(native_depth_ < config::native_depth_limit)) return false;
    return kind != native_border || native_depth_ >= config::own_native_depth_limit;
  }
  void take_exit();
  Value run(Place place);
  Value loop(Place place);
#ifdef TESSERA_MACHINE_CODE
  // --- machine code (machine_code.cpp, step.cpp)
  Place step(Place place);
  friend struct MachineLayout;
  Place warm(Place at);
  void make_hot(Place at);
  const void* address_in_machine_code(Place at);
  Place run_machine_code(Value* base, const void* address);
  Place machine_code_rounds(Place at);
  Place machine_code_calls(Place at, Value back);
  Place machine_code_calls_unknown(Value* callee, MachineCall& call);
  Place machine_code_lays_out(Value* callee, const MachineCall& call);
  Value return_to_taken_from(const Value* callee);
  static std::size_t heat_index(const Instruction* pc) { return (reinterpret_cast<std::uintptr_t>(pc) >> 3) % heat_places; }
#endif

  Value hook(Known name) const { return bootstrapping ? undefined_function : symbol(sym(name))->function; }
  static constexpr int no_return = -2;  ///< of a service: what it calls must not return

  // --- stack (stack.cpp)
  /// False: overflow.
  bool make_room(Value* base, std::size_t words) { return TESSERA_LIKELY(base + words + 8 <= checked_) || raise_mark(base + words + 8); }
  bool raise_mark(const Value* wanted);
  void renew_mark(Value* base);
  void show_mark();
  std::size_t frame_registers(const Value* base) const;
  Value* frame_top(Value* base) const { return base + frame_registers(base); }
  static void clear(Value* from, Value* to);
  bool enter_red_zone();
  void leave_red_zone(const Value* base) {
    if (TESSERA_UNLIKELY(in_red_zone_)) leave_red_zone_now(base);
  }
  void leave_red_zone_now(const Value* base);

  // --- calls that no fast path of the loop takes (general_calls.cpp); all say where the loop goes on
  Place call(Place at, Call c);
  Place call_with_values(Place at, Call c);
  Place apply(Place at, Call c);
  Place tail_call(Place at, Call c);
  Place tail_call_of_own(Place at, Call c);
  Place tail_apply(Place at, Call c);
  Place leave_native(Place at, Call c, Value given);
  bool after_native(Place& at, Call& c, Value given);
  Place vm_operation(Place at, Call c);
  bool fit(Place& at, Call c);
  Place begin_frame(Place at);
  Place begin_callee(Value* base);
  Place overflow(Place at, Call c);
  Place call_failed(Place at, Call c, Value operation);
  Value call_native(Value native, Value* window, std::uint32_t count);
  /// What a native gave is its value, and nothing else happened.
  bool is_plain(Value given) const {
    return TESSERA_LIKELY(!exit_is_under_way()) && TESSERA_LIKELY(!given.is_marker() || (given != TAIL_CALL && given != FAILED));
  }

  // --- calls that the VM makes in the middle of an instruction (services.cpp)
  Place push_service(Place at, Value* top, int dest, Value f, std::initializer_list<Value> args);
  Place deliver(const Value* service);
  Place ask_for(Place at, Known about, Value name);
  Place instruction_failed(Place at);
  Place wrong_type(Place at, Value datum, Known type);
  Place ask_custom_table(Place at);
  Place no_instance(Place at, Value datum);
  Place put_hash_anew(Place at);
  Place signal_failure(Place at, int dest, Value operation);
  Place signal_exception(const char* what);
  Place signal_exhausted(Place at, Value* top, Known kind);
  Place stack_overflow(Place at, Value* top);
  Place call_no_function(Place at, Call c);
  void fail_native_arity(const Native* native, std::uint32_t count);
  Place poll(Place at);
  /// At a safepoint where something waits: takes a step off the allowance, and that was all.
  bool is_just_a_step() { return --allowance.countdown > 0 && heap.poll.load(std::memory_order_relaxed) == poll_count; }
  /// A safepoint.
  Place safepoint(Place at) { return heap.poll.load(std::memory_order_relaxed) == 0 || is_just_a_step() ? at : poll(at); }

  /// A native failed for want of memory while the heap holds what a collection may free.
  bool wants_memory() const { return failure.type == sym(Known::storage_condition) && heap.used_bytes() > heap.limit_bytes() / 4; }

  /// What failed did so to let an interrupt be handled, and is to be done anew.
  bool was_interrupted() const { return !exit_is_under_way() && failure.type == sym(Known::interactive_interrupt); }
  Value call_native_anew(Value* window, std::uint32_t count);

  // --- frames (frames.cpp)
  class FrameWalk;
  std::vector<Value> elided_callers(const Value* base, const Instruction* call, const Value* constants) const;

  // --- arguments (arguments.cpp)
  Fitted fit_arguments(Value fn, Value* window, std::uint32_t count);
  static std::uint32_t parameter_registers(const Code* code);
  Fitted fail_arguments(Code* code, const Arity& arity, std::uint32_t count);
  bool bind_keywords(Code* code, const Arity& arity, Value* base, std::uint32_t count);
  bool assign_keywords(Code* code, const Arity& arity, Value* registers, const Value* args, std::uint32_t count);
  Value spread_list(Value* window, std::uint32_t& count);
  Value list_of(const Value* first, std::size_t count);

  // --- continuations (continuations.cpp)
  /// What lies between a prompt and a call above it: [begin, end) of the stack, and the records from `first_record` on.
  struct Segment {
    Value* begin;
    Value* end;
    const Instruction* pc;  ///< goes on with the values of the call
    std::size_t first_record;
    const Value* owner;  ///< the frame of the prompt
    bool is_alone;       ///< nothing of it is shared with other continuations: clean-up forms run in it, whose exits stand in its frames
  };
  /// Frames on the stack that a continuation object has, too, as none has gone on since: [begin, end), upwards from the first frame above a
  /// prompt. The frame above them returns to `stub`, and so tells when one goes on.
  struct Taken {
    const Value* owner;  ///< the frame of the prompt
    Value* begin;
    Value* end;    ///< where the stack begins, if there are none
    Value frames;  ///< the object that has the last of them, maybe more above it; its own `next` ones have the others
    Value back;    ///< the word that the frame above returns by in truth
    alignas(8) Instruction stub[2];
  };
  bool is_taken(const Value* owner) const { return taken_.end != stack_ && taken_.owner == owner; }
  /// The word that the frame of `base` returns by, and where that leads.
  Value return_word(const Value* base) const { return instruction_pointer(base[-1]) == &taken_.stub[1] ? taken_.back : base[-1]; }
  const Instruction* return_address(const Value* base) const { return instruction_pointer(return_word(base)); }
  Value word_of_stub() const;
  void share_up_to(Value* end, Value frames);
  void share(const Value* owner, Value* begin, Value frames, Value* running);
  void unshare();
  void unshare_from(Value* running);
  Place return_to_taken(Place at);
  std::size_t words_in_place(Value frames) const;
  bool make_room_for(Continuation k, Value* begin);
  Value asked_by(Value tag);
  Value fail_without_prompt(Value tag);
  std::int64_t find_prompt(Value tag);
  bool is_wound(std::int64_t record) const;
  bool may_be_taken(std::int64_t outermost, Segment& s);
  bool find_segment(Place at, std::int64_t prompt, std::int64_t outermost, Segment& s);
  void detach_records(std::size_t first);
  void attach_records(std::size_t first);
  void drop_records(std::size_t first);
  void copy_records(const Segment& s, Continuation k);
  Value make_continuation(const Segment& s);
  Place call_above(Place at, Call c, const Segment& s, Value frames);
  Value renew_clusters(Value clusters, std::vector<std::pair<Value, Value>>& known, bool of_handlers);
  void push_records(Continuation k, Value* begin);
  std::int64_t plain_prompt(Value tag) const;
  Object* new_continuation_function(std::size_t slots);
  Value new_continuation_function(Value frames, Value tag, Value winders);
  Place in_lisp(Place at, Call c, Known function);
  Place capture(Place at, Call c);
  static constexpr std::size_t few_words = 32;
  const Record* prompt_of_taken(Value tag) const;
  Place capture_current(Place at, Call c);
  Place capture_first(Place at, Call c, Value tag);
  Place go_on_with(Place at, Call c);
  Place put_in_place(Place at, Call c);
  void put_frames(Continuation k, Value* begin, std::size_t from);
  Place suspend(Place at, Call c);
  Place reinstate(Place at, Call c);
  Place call_continuation(Place at, Call c);
  Place put_back(Place at, Call c, Value frames, const Value* values);
  static constexpr std::size_t worth_sharing = 64;  ///< words: to copy so few again is quicker than to know that they have not changed
  Place suspension_failed(Place at, Call c);
  /// Clean-up forms that run: their record has become a binding of *CLEANING-UP*, and leads still to where they began.
  bool is_cleanup(const Record& r) const { return r.kind == Record::Kind::binding && r.pc != nullptr; }
  static bool is_exit(const Record& r) { return r.kind == Record::Kind::block || r.kind == Record::Kind::tagbody; }

  // --- threads of Lisp (threads.cpp, threads.hpp)
  struct Thread;
  class Threads;
  void exchange(Thread& t);
  void put_away(Thread& t);
  void take_up(Thread& t);
  void* end_turn() override;
  void begin_turn(void* thread, bool hurries) override;
  void ring_others() override;
  bool is_wanted() override;
  bool may_be_stopped(Place at);
  bool is_asked_to_end();
  bool give_stack(Thread& t);
  void run_thread(Thread* t);
  void count_threads();
  void forget_ended_threads();
  Thread* find_thread(Value number) const;
  bool is_of_another_thread(Value exit) const;
  void trace_threads(Tracer& tracer);
  void clear_threads();

  // --- dynamic records (unwind.cpp)
  void push_binding(Value* base, Value symbol, Value value);
  std::size_t own_records(const Value* base) const;
  void unbind_to(std::size_t height);
  void unbind(std::size_t count);
  Value progv(Value symbols, Value values);
  Value make_token(std::size_t index, Value name);
  std::int64_t find_token(Value token);
  std::int64_t find_catch(Value tag);
  Place unwind(std::int64_t target, std::int32_t tag, Value primary);
  Place land(std::int32_t tag, Value primary);
  Place landing_of(const Record& r);
  Place leave_by_token(Place at, Value token, std::int32_t tag, Value primary);
  Place throw_to(Place at, Value tag, Value primary);
  Place resume_exit();
  static constexpr std::int64_t to_frame = std::int64_t{1} << 40;  ///< in an exit's target: it ends above that record, in a frame
  Place enter_in_place(Value frame_and_function);
  Place leave_to_host(Value description);
  std::int64_t host_record() const;
  void push_exit(Place at, Record::Kind kind);
  void push_landing(Place at, Record::Kind kind, Value tag);
  void begin_cleanup_forms(Place at);
  Place end_cleanup_forms(Place at);
  void begin_cleanup();
  bool leads_to_cleanup() const;
  Place next_cleanup(const Value* state);
  Place arrive(Place landing);
  bool is_to_end();
  void end_or_cut_short();
  void note_where_it_ends();
  void begin_undisturbed();
  std::int64_t ending_target(std::int64_t target) const;
  Value leave_ended(std::size_t border);
  void end_cleanup();
  void set_values(const Value* first, std::uint32_t count);
  void bind_values(Value* registers, std::uint32_t count);
  void save_values(Value* slot, Value primary);
  Value restore_values(const Value* slot);
  Value values_list(Value primary);
  void pop_record();
  void end_prompt(Value prompt);

  void note_tail_call(Value* base, Value callee) {
    if (base[-2] == callee) return;
    tail_ring_[tail_index_++ & (config::tail_ring_size - 1)] = {base, base[-2]};
  }

  Value* stack_ = nullptr;
  std::size_t stack_reserve_bytes_ = 0;
  Value* top_ = nullptr;      ///< what lies above is not in use (valid in natives and at safepoints)
  Value* checked_ = nullptr;  ///< frames may reach here unchecked: the high-water mark, at most the limit
  Value* clean_ = nullptr;    ///< frames whose registers begin below it were not written since the last collection: they hold nothing young
  Value* limit_ = nullptr;
  Value* hard_limit_ = nullptr;
  bool in_red_zone_ = false;
  bool heap_signalled_ = false;
  Value* base_ = nullptr;  ///< of the running frame, while C++ runs
  const Instruction* pc_ = nullptr;
  std::uint32_t stub_arguments_ = 0;  ///< of the call that the next STUBCALL makes
  std::vector<Record> records_;
  Exit exit_;
  Taken taken_;
  int native_depth_ = 0;
  std::unique_ptr<Threads> threads_;  ///< none before the first is begun
  std::atomic<bool> interrupted_from_outside_{false};

  // --- the evaluation that the host ends
  std::size_t ending_floor_ = 0;  ///< records below it, and it, are to be left; above it clean-up forms run
  bool no_more_cleanups_ = false;
  std::string ended_where_;

  struct Elided {
    Value* base;
    Value function;
  };
#ifdef TESSERA_MACHINE_CODE
  static constexpr std::size_t heat_places = 512;
  std::uint16_t heat_[heat_places] = {};  ///< what is left until it is hot; places share counts
  std::uint16_t heat_threshold_ = 0;
  std::uint32_t doubt_ = 0;  ///< the state of a generator of chance; 0: none
  std::unique_ptr<MachineCode> (*make_machine_code_)(Vm&) = nullptr;
  MachineLinks links_;
  /// Where machine code goes on at instructions that it came back to lately.
  struct Continued {
    const Instruction* pc;
    const void* address;
  };
  static constexpr std::size_t continued_places = 128;
  Continued continued_[continued_places];
  Continued& continued_at(const Instruction* pc) {
    return continued_[reinterpret_cast<std::uintptr_t>(pc) / sizeof *pc % continued_places];
  }
  /// Machine code has gone, or there is none yet.
  void forget_continued() { std::fill(std::begin(continued_), std::end(continued_), Continued{in_machine_code(nullptr), nullptr}); }
  std::unique_ptr<MachineCode> machine_code_;
#endif

  Elided tail_ring_[config::tail_ring_size] = {};
  std::size_t tail_index_ = 0;
#ifdef TESSERA_COUNT_INSTRUCTIONS
  InstructionCounts instruction_counts_;
#endif
};

}  // namespace tessera
