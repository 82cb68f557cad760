// Runtime: all state that natives see: heap, symbols, multiple values, the pending failure. Layer: runtime.
// The VM (layer vm) derives from it; natives take a Runtime and know nothing above it.
#pragma once

#include <atomic>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/position.hpp"
#include "memory/heap.hpp"
#include "platform/doorbell.hpp"
#include "runtime/file_access.hpp"
#include "runtime/limits.hpp"
#include "runtime/permissions.hpp"

namespace tessera {

/// Symbols that C++ names: see known_symbols.def.
enum class Known : std::uint16_t {
#define KNOWN(id, name, package) id,
#include "runtime/known_symbols.def"
#undef KNOWN
  count
};

/// The arguments of a native, in place on the VM's stack.
struct Args {
  const Value* values;
  std::size_t count;  ///< a whole word: g++ keeps what has padding in memory
  Value operator[](std::size_t i) const { return values[i]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(count); }
  /// Argument `i`, or `fallback` where it was not given.
  Value get(std::size_t i, Value fallback = NIL) const { return i < count ? values[i] : fallback; }
  Args from(std::uint32_t i) const { return i < count ? Args{values + i, count - i} : Args{values, 0}; }
};

class Runtime;
class StreamTable;
class Ticker;
class WeakObjects;
struct Wakeup;
struct Scope;

/// A function in C++. It returns its value, or FAILED after one of the fail functions, or TAIL_CALL.
using NativeFunction = Value (*)(Runtime&, Args);

/// What a native that failed leaves behind: the class of the condition to signal, and its initargs.
struct Failure {
  Value type;
  Value initargs;
};

class Runtime : public RootSource {
 public:
  explicit Runtime(std::size_t heap_limit_bytes = config::heap_limit_bytes);
  virtual ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  Heap heap;

  // --- symbols and packages (data/symbols/packages.hpp has the operations)
  Value sym(Known k) const { return known_[static_cast<std::size_t>(k)]; }
  Value packages = NIL;  ///< list of all packages
  Value cl_package = NIL, cl_user_package = NIL, tessera_package = NIL, keyword_package = NIL;
  Value undefined_function = NIL;          ///< what the function cell of a symbol without a function holds
  Value no_entry = NIL;                    ///< instructions that no call enters: those of symbols whose function wants more care
  Value constant_symbols[2] = {NIL, NIL};  ///< the Symbol objects behind the immediates NIL and T
  /// The Symbol object of a symbol, NIL and T included.
  Symbol* symbol(Value v) const { return as<Symbol>(v.is_constant_symbol() ? constant_symbols[v.constant_symbol_index()] : v); }
  static bool is_symbol(Value v) { return v.is_constant_symbol() || has_type(v, Type::symbol); }
  Value& symbol_value_slot(Known k) { return symbol(sym(k))->value; }

  // --- lists
  Value list(std::initializer_list<Value> items) { return list(std::span(items.begin(), items.size())); }
  Value list(std::span<const Value> items);

  // --- multiple values: a native that returns one value does nothing
  /// Return several values (or none) from a native: `return rt.values({a, b});`
  Value values(std::initializer_list<Value> vs) { return values(std::span(vs.begin(), vs.size())); }
  Value values(std::span<const Value> vs);
  Value two_values(Value primary, Value second) {
    mv[0] = primary;
    mv[1] = second;
    value_count = 2;
    return primary;
  }
  std::vector<Value> mv = std::vector<Value>(64, NIL);  ///< the values; mv[0] is the primary one, if value_count > 0; grows only
  std::uint32_t value_count = 1;

  // --- failing: each returns FAILED, which the native returns at once
  Value fail(Value condition_type, std::initializer_list<Value> initargs);
  Value fail(Known condition_type, std::initializer_list<Value> initargs) { return fail(sym(condition_type), initargs); }
  /// A condition with a format control (only ~A and ~S) and its arguments.
  Value fail_simple(Known condition_type, std::string_view control, std::initializer_list<Value> arguments = {});
  Value fail_type(Value datum, Value expected_type);
  Value fail_type(Value datum, Known expected_type) { return fail_type(datum, sym(expected_type)); }
  /// The same with a message of its own.
  Value fail_type(Value datum, Known expected_type, std::string_view control, std::initializer_list<Value> arguments = {});
  /// `index` is no valid index below `bound` of `whole`, which the message names unless it is NIL: a type-error with expected type
  /// (INTEGER 0 (bound)).
  Value fail_index(Value index, std::int64_t bound, Value whole = NIL);
  /// Memory for `what` is not to be had: a storage-condition.
  Value fail_heap();
  // --- what the host grants
  Grants grants;
  FileAccess files;
  /// The symbol has been given another function.
  virtual void function_changed(Symbol*) {}
  /// Rung by what sets a bit of the poll word that waiting is to end for.
  platform::Doorbell doorbell;

  /// How long the host lets the running thread wait; UINT64_MAX: it does not limit that.
  std::uint64_t nanoseconds_left() const { return is_main_thread() ? allowance.nanoseconds_left() : UINT64_MAX; }

  // --- threads of Lisp: one of them at a time has its turn (vm/threads.md)
  /// The bell of the one that has it.
  platform::Doorbell* bell = &doorbell;
  /// Have all that wait look again.
  virtual void ring_others() {}
  /// Whose turn it is: the thread that the host called Lisp on, in whose name it limits and ends evaluations.
  bool is_main_thread() const { return bell == &doorbell; }
  /// While it lives, others may have their turns: what waits touches nothing of the interpreter then. They may do anything; they collect, too.
  class Pause {
   public:
    Pause(Runtime& rt, bool lets_others) : rt_(rt), thread_(lets_others && TESSERA_UNLIKELY(rt.has_others_) ? rt.end_turn() : nullptr) {}
    ~Pause() {
      if (TESSERA_UNLIKELY(thread_ != nullptr)) rt_.begin_turn(thread_, hurries_);
    }
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;
    /// Others may have had their turns meanwhile: what was looked at before it ends may not be so any more.
    bool gave_turn_up() const { return thread_ != nullptr; }
    /// When it ends, have whoever has the turn pass it on at the next safepoint, as an interrupt would.
    void hurry() { hurries_ = true; }

   private:
    Runtime& rt_;
    void* thread_;
    bool hurries_ = false;
  };

  /// What it allows each of its evaluations.
  Allowance allowance{heap.poll, doorbell};
  /// An interrupt waits to be handled, or the host ends the evaluation. What may run for more than some milliseconds looks at it now and
  /// then, and where it does ...
  bool interrupt_waits() {
    return TESSERA_UNLIKELY((heap.poll.load(std::memory_order_relaxed) & (poll_interrupt | poll_end | poll_count)) != 0) && is_wanted();
  }
  /// Within a native: if the host ends the evaluation, an exit is under way from now on.
  virtual bool begin_ending() { return false; }
  /// ... fails with this, having changed nothing that matters: the VM handles the interrupt, and then calls the native, or executes
  /// the instruction, anew. (What cannot begin anew calls handle_interrupts of runtime/interrupts.hpp, where there is help for both.)
  Value fail_interrupted() { return fail(Known::interactive_interrupt, {}); }
  /// Take the interrupt that waits, if there is one, to handle it now. False: there is none, or clean-up forms run, and it is put off
  /// until they end. One that comes when another has been put off for config::cleanup_patience_nanoseconds is not: they may never end.
  bool take_interrupt();
  /// The exit status with which the program was asked to end, by a signal; -1: it was not. The handler of the interrupt that tells of it
  /// looks here.
  std::atomic<int> exit_asked{-1};
  std::shared_ptr<Ticker> ticker;  ///< while there is one, Lisp looks up from its work at intervals (runtime/ticks.hpp)
  std::shared_ptr<Wakeup> wakeup;  ///< what to do when a descriptor of the host is readable; null: nothing (runtime/waiting.hpp)
  Failure failure;

  /// Have Lisp function `f` called in place of the running native, in tail position: `return rt.tail_call(f, {x});`
  Value tail_call(Value f, std::initializer_list<Value> arguments);
  Value tail_function = NIL;
  std::vector<Value> tail_arguments;

  /// Call Lisp from C++ (macro expanders, print and reader hooks only). May collect: keep Values in Handles.
  /// FAILED: it could not begin, for which a failure is pending, or an exit leads past the native that calls; clean up and
  /// return FAILED. An exit goes on whatever the native returns, and nothing more is called before it has.
  virtual Value call_lisp(Value f, std::span<const Value> arguments) = 0;
  Value call_lisp(Value f, std::initializer_list<Value> arguments) { return call_lisp(f, std::span(arguments.begin(), arguments.size())); }
  /// Bind a special variable as long as the running native has not returned; undone in reverse order (VariableBinding of text/). The
  /// machine does it.
  virtual void bind_variable(Value, Value) {}
  virtual void unbind_variable() {}
  /// How many values the last call_lisp gave: they are in `mv`. (`value_count` stays what the native that called returns.)
  std::uint32_t given_count = 1;

  /// False if there is no more C++ stack for this evaluation, or less than `bytes`: what recurses in C++ must stop (`fail_stack`).
  bool has_cpp_stack(std::size_t bytes = 0) {
    const auto* here = static_cast<const char*>(__builtin_frame_address(0)) - bytes;
    return TESSERA_LIKELY(here > own_.cpp_stack_floor) || find_cpp_stack(here);
  }
  /// Too little stack of either kind is left: a storage-condition.
  Value fail_stack();

  // --- source positions of the conses of the toplevel form that is being read and compiled (conses in old space)
  std::unordered_map<std::uint64_t, SourcePosition> positions;
  Value source_file = NIL;  ///< name of what is being loaded, or NIL

  // --- lexical environments that macro expanders may look at now: by serial number, for the compiler
  std::unordered_map<std::int64_t, const Scope*> environments;
  std::int64_t environment_serial = 0;

  std::uint32_t symbol_serial = 0;  ///< of the next symbol made: its low bits become part of the symbol's hash

  // --- other registries
  Value classes = NIL;  ///< hash table or alist: symbol -> class, for %find-class (objects/)
  Value setf_names = NIL;
  std::shared_ptr<StreamTable> streams;
  std::shared_ptr<WeakObjects> weak;                               ///< see weak_objects of data/tables/weak.hpp
  Value natives = NIL;                                             ///< simple-vector of all Native objects by index
  std::string_view (*native_lambda_list)(Value native) = nullptr;  ///< the text that a native was registered with (builtins/)
  Value features = NIL;
  Value largest_frame = Value::fixnum(64);  ///< fixnum: registers of the function that has most
  /// Differs in every Runtime: what a hash table knows by address, an image that was mapped elsewhere makes stale.
  const std::int64_t address_epoch = new_address_epoch();
  static std::int64_t new_address_epoch();

  // --- conversions used everywhere
  Value make_string(std::string_view utf8);
  std::string to_utf8(Value string);  ///< also of a string with fill pointer or displaced; "" for others
  /// The symbol NAME in CL, TESSERA or KEYWORD, interned if need be. For seldom paths; Known is faster.
  Value cl(std::string_view name);
  Value tessera(std::string_view name);
  Value keyword(std::string_view name);

  void trace_roots(Tracer& tracer) override;

  /// The values that an image saves and restores: visited in a fixed order.
  void trace_image_roots(Tracer& tracer);

 protected:
  friend void bootstrap_symbols(Runtime& rt);
  /// Clean-up forms have ended, or were left: what was put off waits again, unless others are still running.
  void renew_interrupt() {
    if (TESSERA_UNLIKELY(own_.interrupt_put_off)) renew_put_off_interrupt();
  }
  void drop_interrupts();
  /// An evaluation of the host that begins has to see to what is left of the last one, or to limits.
  bool is_disturbed() const {
    const bool asked = (heap.poll.load(std::memory_order_relaxed) & (poll_interrupt | poll_end)) != 0;
    return asked || own_.interrupt_put_off || allowance.is_limited();
  }
  void begin_cpp_stack(const char* here);  ///< nullptr: nothing runs any more

  /// What each thread of Lisp has of its own, besides what belongs to the machine.
  struct OfThread {
    bool interrupt_put_off = false, interrupt_renewed = false;
    std::uint64_t put_off_since = 0;        ///< nanoseconds of the system's clock
    const char* cpp_stack_begin = nullptr;  ///< where the host entered
    const char* cpp_stack_floor = nullptr;
    bool cpp_stack_is_found = false;
  };
  OfThread own_;
  bool has_others_ = false;  ///< threads that might have a turn
  /// The running thread's turn ends; the result is for the call that begins it again, which waits until it can be. nullptr: it goes on.
  virtual void* end_turn() { return nullptr; }
  virtual void begin_turn(void*, bool) {}
  virtual bool is_wanted();
  Value known_[static_cast<std::size_t>(Known::count)];

 private:
  bool find_cpp_stack(const char* here);
  void renew_put_off_interrupt();
};

// Conditions for natives that check their arguments: `TESSERA_TRY(value)` returns at once if it failed.
#define TESSERA_TRY(v)                                     \
  do {                                                     \
    if (::tessera::is_failed(v)) return ::tessera::FAILED; \
  } while (false)

}  // namespace tessera
