// The virtual machine: stack, frames, dynamic records, calls. Layer: vm. See README.md here for the pictures.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compiler/code.hpp"
#include "data/runtime.hpp"
#include "vm/instruction_counts.hpp"

namespace tessera {

/// An entry of the second stack: what must be undone, or can be left to, when control leaves.
struct Record {
  enum class Kind : std::uint8_t { binding, block, tagbody, catch_, protect, border };
  Kind kind;
  std::uint16_t reg;      ///< register of `base` for the value, the tag's number, or the clean-up's state
  Value* base;            ///< the frame
  const Instruction* pc;  ///< where to land
  Value a;                ///< symbol, token or tag
  Value b;                ///< the binding's old value
};

/// A frame of a backtrace.
struct Frame {
  Value function;           ///< a Closure or Native
  SourcePosition position;  ///< line 0: unknown
  Value file;
  std::vector<Value> elided;  ///< functions that tail-called into this frame, the latest first
};

class Vm final : public Runtime {
 public:
  /// Throws std::runtime_error where there is too little address space.
  explicit Vm(std::size_t heap_limit_bytes = config::heap_limit_bytes, std::size_t stack_limit_words = config::stack_limit_words);
  ~Vm() override;

  using Runtime::call_lisp;
  Value call_lisp(Value f, std::span<const Value> arguments) override;
  /// The frames from the innermost on, `most` at the most.
  std::vector<Frame> backtrace(std::size_t most);
  /// Have a running evaluation signal an interrupt at its next safepoint. From any thread or signal handler.
  void interrupt() { heap.poll.fetch_or(poll_interrupt, std::memory_order_relaxed); }
  void trace_roots(Tracer& tracer) override;
  void after_collection() override;
  /// What made the VM leave to C++ with everything undone: "" if nothing did.
  std::string aborted;
  /// Loads the module in the shared object `path`; returns why it cannot be loaded, or "". None where no Interpreter is.
  std::function<std::string(const std::string& path)> load_module;
  /// While the library is being built a failure ends the evaluation at once: nothing that handles it may exist yet.
  bool bootstrapping = false;
  /// An exit is on its way to a frame outside the running call_lisp.
  bool exit_is_pending() const { return pending_target_ >= 0; }
  std::size_t stack_words_used() const { return static_cast<std::size_t>(top_ - stack_); }

 private:
  struct Exit {           ///< an exit under way
    std::int64_t target;  ///< index of the record
    std::int32_t tag;     ///< of a tagbody
    Value primary;
  };
  /// Where the loop goes on: the frame's registers and the next instruction. Passed by value, so that the loop keeps
  /// both in machine registers.
  struct Place {
    Value* base;  ///< nullptr: nowhere, this run of the VM ends
    const Instruction* pc;
  };
  enum class Fitted { yes, failed, overflow };

  Value run(Value* base, std::uint32_t count);
  Value loop(Value* base, const Instruction* pc, Value* window, std::uint32_t count);
  Value hook(Known name) const { return bootstrapping ? undefined_function : symbol(sym(name))->function; }
  static constexpr int no_return = -2;  ///< of a service: what it calls must not return

  // --- stack (stack.cpp)
  bool make_room(Value* base, std::size_t words);  ///< false: overflow
  std::size_t frame_registers(const Value* base) const;
  Value* frame_top(Value* base) const { return base + frame_registers(base); }
  static void clear(Value* from, Value* to);
  bool enter_red_zone();
  void leave_red_zone(const Value* base);

  // --- calls that the VM makes in the middle of an instruction (services.cpp)
  Place push_service(Place at, Value* top, int dest, Value f, std::initializer_list<Value> args);
  Place signal_call_failure(Place at, Value* window, std::uint32_t count, Value operation);
  Place call_no_function(Place at, Value fn, Value* window, std::uint32_t count, const Value* constants);
  void fail_native_arity(const Native* native, std::uint32_t count);
  Place poll(Place at);

  /// A native failed for want of memory while the heap holds what a collection may free.
  bool wants_memory() const {
    return pending_target_ < 0 && aborted.empty() && failure.type == sym(Known::storage_condition) &&
           heap.used_bytes() > heap.limit_bytes() / 4;
  }

  // --- arguments (arguments.cpp)
  Fitted fit_arguments(Value fn, Value* window, std::uint32_t count);
  static std::uint32_t parameter_registers(const Code* code);
  bool bind_arguments(const Closure* closure, Value* base, std::uint32_t count);
  bool bind_keywords(const Closure* closure, const Arity& arity, Value* registers, const Value* args, std::uint32_t count);
  Value spread_list(Value* window, std::uint32_t& count);
  Value list_of(const Value* first, std::size_t count);

  // --- dynamic records (unwind.cpp)
  void push_binding(Value symbol, Value value);
  void unbind_to(std::size_t height);
  void unbind(std::size_t count);
  Value progv(Value symbols, Value values);
  Value make_token(std::size_t index, Value name);
  std::int64_t find_token(Value token);
  std::int64_t find_catch(Value tag);
  Place unwind(const Exit& exit);
  void save_values(Value* slot, Value primary);
  Value restore_values(const Value* slot);
  Value values_list(Value primary);
  void pop_record();

  void note_tail_call(Value* base, Value callee) {
    if (base[-2] == callee) return;
    tail_ring_[tail_index_++ & (config::tail_ring_size - 1)] = {base, base[-2]};
  }

  Value* stack_ = nullptr;
  std::size_t stack_reserve_bytes_ = 0;
  Value* top_ = nullptr;      ///< what lies above is not in use (valid in natives and at safepoints)
  Value* checked_ = nullptr;  ///< frames may reach here unchecked: the high-water mark, at most the limit
  Value* clean_ = nullptr;    ///< below it the stack was not written since the last collection: it holds nothing young
  Value* limit_ = nullptr;
  Value* hard_limit_ = nullptr;
  bool in_red_zone_ = false;
  bool heap_signalled_ = false;
  Value* base_ = nullptr;  ///< of the running frame, while C++ runs
  const Instruction* pc_ = nullptr;
  std::uint32_t service_arguments_ = 0;  ///< of the call that push_service prepared last
  std::vector<Record> records_;
  std::int64_t pending_target_ = -1;
  std::int32_t pending_tag_ = 0;
  Value pending_values_[2] = {NIL, NIL};  ///< as save_values keeps them: the C++ code on the way may make others
  int native_depth_ = 0;
  struct Elided {
    Value* base;
    Value function;
  };
  Elided tail_ring_[config::tail_ring_size] = {};
  std::size_t tail_index_ = 0;
#ifdef TESSERA_COUNT_INSTRUCTIONS
  InstructionCounts instruction_counts_;
#endif
};

}  // namespace tessera
