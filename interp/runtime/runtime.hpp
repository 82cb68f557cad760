// Runtime: the state that natives see: heap, symbols, multiple values, the pending failure, permissions. The
// VM (layer vm) derives from it; natives take a Runtime and know nothing above it. Layer: runtime.
#pragma once

#include <atomic>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memory/heap.hpp"
#include "runtime/args.hpp"
#include "runtime/cpp_stack.hpp"
#include "runtime/known.hpp"
#include "runtime/limits.hpp"

namespace tessera {

struct Compilation;
class FileAccess;
enum class Permission : std::uint8_t;
struct ReadableCallback;
class StreamTable;
class Ticker;
class WeakObjects;

class Runtime : public RootSource {
 public:
  explicit Runtime(std::size_t heap_limit_bytes = config::default_heap_bytes);
  virtual ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  Heap heap;

  // --- symbols and packages (data/symbols/packages.hpp has the operations)
  Value sym(Known k) const { return known_[static_cast<std::size_t>(k)]; }
  struct Packages {
    Value all = NIL;  ///< list of all packages
    Value cl = NIL, cl_user = NIL, tessera = NIL, keyword = NIL;
    std::uint32_t next_serial = 0;  ///< the serial of the next symbol made: its low bits become part of the symbol's hash
  };
  Packages packages;
  Value undefined_function = NIL;          ///< the function cell's value of a symbol without a function
  Value no_entry = NIL;                    ///< the entry cell's value of a symbol whose function the fast path of calls must not enter
  Value constant_symbols[2] = {NIL, NIL};  ///< the Symbol objects behind the immediates NIL and T
  /// Returns the Symbol object of a symbol, NIL and T included.
  Symbol* symbol(Value v) const { return as<Symbol>(v.is_constant_symbol() ? constant_symbols[v.constant_symbol_index()] : v); }
  static bool is_symbol(Value v) { return v.is_constant_symbol() || has_type(v, Type::symbol); }
  Value& symbol_value_slot(Known k) { return symbol(sym(k))->value; }
  /// Notes that a symbol has been given another function.
  virtual void function_changed(Symbol*) {}

  // --- conversions, which the layer data defines (data/symbols/names.cpp)
  Value make_string(std::string_view utf8);
  /// Returns the characters of any string, also with a fill pointer or displaced; "" for other objects.
  std::string to_utf8(Value string);
  /// Returns the symbol NAME of CL, TESSERA or KEYWORD, interned if need be. For slow paths; `sym` is faster.
  Value cl(std::string_view name);
  Value tessera(std::string_view name);
  Value keyword(std::string_view name);

  // --- lists
  Value list(std::initializer_list<Value> items) { return list(std::span(items.begin(), items.size())); }
  Value list(std::span<const Value> items);

  // --- multiple values: a native that returns one value does nothing
  /// Returns several values, or none, from a native: `return rt.values({a, b});`
  Value values(std::initializer_list<Value> vs) { return values(std::span(vs.begin(), vs.size())); }
  Value values(std::span<const Value> vs);
  Value two_values(Value primary, Value second) {
    mv.all[0] = primary;
    mv.all[1] = second;
    mv.count = 2;
    return primary;
  }
  struct MultipleValues {
    std::vector<Value> all = std::vector<Value>(64, NIL);  ///< all[0] is the primary value, if count > 0; never shrinks
    alignas(8) std::uint32_t count = 1;                    ///< number of values that the running native returns
    /// 1 once the running native has had an effect, 0 before. A call of a native sets it together with `count`.
    std::uint32_t effects = 0;
    std::uint32_t lisp_count = 1;  ///< number of values that the last call_lisp returned
  };
  MultipleValues mv;

  // --- failing: each returns FAILED, which the native returns at once
  Value fail(Value condition_type, std::initializer_list<Value> initargs);
  Value fail(Known condition_type, std::initializer_list<Value> initargs) { return fail(sym(condition_type), initargs); }
  /// Fails with a condition that has a format control (only ~A and ~S) and its arguments.
  Value fail_simple(Known condition_type, std::string_view control, std::initializer_list<Value> arguments = {});
  Value fail_type(Value datum, Value expected_type);
  Value fail_type(Value datum, Known expected_type) { return fail_type(datum, sym(expected_type)); }
  /// Fails with a type-error that has a message of its own.
  Value fail_type(Value datum, Known expected_type, std::string_view control, std::initializer_list<Value> arguments = {});
  /// Fails since `index` is not a valid index below `bound`: a type-error with the expected type (INTEGER 0 (bound)).
  /// The message names `whole`, the indexed object, unless that is NIL.
  Value fail_index(Value index, std::int64_t bound, Value whole = NIL);
  /// Fails with a storage-condition: the heap is full, or has no room for the objects that the native is about to make.
  /// The VM then collects and calls the native again, unless it has noted an effect or called Lisp.
  Value fail_heap();
  /// Notes that the running native has had an effect, so that it is never called again for want of memory.
  void note_effect() { mv.effects = 1; }
  /// True if `bytes` fit into the heap; collects if need be, so keep Values in Handles. For natives that cannot be
  /// called again.
  bool make_room(std::size_t bytes) { return heap.has_room(bytes) || (free_memory() && heap.has_room(bytes)); }
  /// Collects if that may free memory, and returns true if it has.
  virtual bool free_memory() { return false; }
  /// Fails with a storage-condition: too little of the Lisp or the C++ stack is left.
  Value fail_stack();
  Failure failure;

  // --- calls of Lisp
  /// Calls the Lisp function `f` in place of the running native, in tail position: `return rt.tail_call(f, {x});`
  Value tail_call(Value f, std::initializer_list<Value> arguments);
  Value tail_function = NIL;
  std::vector<Value> tail_arguments;

  /// Calls Lisp from C++, for callers that need the result: the compiler, reader, printer and streams. A native that
  /// only returns the result makes a tail call. May collect: keep Values in Handles. FAILED: a failure is pending, or
  /// an exit leads past the calling native, which cleans up and returns FAILED. The exit continues whatever the native
  /// returns; the native calls nothing more before.
  virtual Value call_lisp(Value f, std::span<const Value> arguments) = 0;
  Value call_lisp(Value f, std::initializer_list<Value> arguments) { return call_lisp(f, std::span(arguments.begin(), arguments.size())); }
  /// Binds a special variable until the running native returns; undone in reverse order (VariableBinding of text/).
  virtual void bind_variable(Value, Value) {}
  virtual void unbind_variable() {}

  /// False if less than `bytes` of C++ stack are left for this evaluation: recursion in C++ must stop (`fail_stack`).
  bool has_cpp_stack(std::size_t bytes = 0) { return thread.cpp_stack.has(bytes); }

  // --- permissions
  bool allows(Permission p) const { return (withheld_ >> static_cast<unsigned>(p) & 1) == 0; }
  void withhold(Permission p) { withheld_ |= std::uint32_t{1} << static_cast<unsigned>(p); }
  void grant(Permission p) { withheld_ &= ~(std::uint32_t{1} << static_cast<unsigned>(p)); }

  const std::unique_ptr<FileAccess> files;
  /// The pipe that code wakes when it sets a bit of the poll word that ends waits.
  platform::WakeupPipe wakeup;
  /// The limits that the host sets for each of its evaluations.
  EvaluationBudget budget{heap.poll, wakeup};
  /// Returns the time that the host lets the running thread wait; UINT64_MAX: without limit.
  std::uint64_t nanoseconds_left() const { return is_main_thread() ? budget.nanoseconds_left() : UINT64_MAX; }

  // --- threads of Lisp: one at a time holds the interpreter lock (vm/threads.md)
  /// The state of a thread, besides the VM's.
  struct ThreadState {
    bool interrupt_deferred = false, interrupt_retried = false;
    std::uint64_t deferred_since = 0;  ///< nanoseconds of the system's clock
    CppStack cpp_stack;
  };
  ThreadState thread;              ///< the state of the thread that holds the lock
  bool has_other_threads = false;  ///< true if there are threads that may wait for the lock
  /// The wake-up pipe of the thread that holds the lock.
  platform::WakeupPipe* current_wakeup = &wakeup;
  /// Makes all waiting threads check their conditions again.
  virtual void wake_others() {}
  /// True if the thread on which the host called Lisp holds the lock. Limits and cancellations concern this thread.
  bool is_main_thread() const { return current_wakeup == &wakeup; }
  class Pause;  // runtime/pause.hpp

  // --- interrupts
  /// True if an interrupt is pending, or the host ends the evaluation. A native that may run for more than some
  /// milliseconds checks this regularly, and then returns `fail_interrupted`.
  bool interrupt_waits() {
    return TESSERA_UNLIKELY((heap.poll.load(std::memory_order_relaxed) & (poll_interrupt | poll_end | poll_count)) != 0) &&
           is_interrupt_pending();
  }
  /// Fails because of an interrupt, before the native has changed anything that matters: the VM handles the interrupt
  /// and repeats the call or instruction. (A native that cannot be repeated calls handle_interrupts;
  /// runtime/interrupts.hpp has help for both.)
  Value fail_interrupted() { return fail(Known::interactive_interrupt, {}); }
  /// Takes the pending interrupt, to handle it now. False: there is none, or it is deferred until the running cleanup
  /// forms end. An interrupt that arrives after another has been deferred for config::cleanup_grace_nanoseconds is
  /// not deferred: cleanup forms may never end.
  bool take_interrupt();
  /// Begins the exit and returns true if the host ends the evaluation. Called within natives.
  virtual bool begin_ending() { return false; }
  /// The exit status with which a signal asked the program to end, or -1. The interrupt's handler reads it.
  std::atomic<int> exit_asked{-1};
  std::shared_ptr<Ticker> ticker;                       ///< the ticker that calls Lisp at intervals, if any (runtime/ticks.hpp)
  std::shared_ptr<ReadableCallback> readable_callback;  ///< the host's callback while Lisp waits (runtime/waiting.hpp)

  // --- notes of the reader and the compiler
  const std::unique_ptr<Compilation> compilation;
  Value source_file = NIL;  ///< name of the file that is being loaded, or NIL

  // --- other registries
  Value classes = NIL;  ///< hash table or alist from symbols to classes, for %find-class
  std::shared_ptr<StreamTable> streams;
  std::shared_ptr<WeakObjects> weak;                               ///< see weak_objects of data/tables/weak.hpp
  Value natives = NIL;                                             ///< simple-vector of all Native objects by index
  std::string_view (*native_lambda_list)(Value native) = nullptr;  ///< the text that a native was registered with (builtins/)
  Value largest_frame = Value::fixnum(64);                         ///< fixnum: registers of the function that has most
  /// The epoch of addresses, another one in every Runtime: hash tables by address with another epoch were mapped with
  /// an image, and must be rehashed.
  const std::int64_t address_epoch = new_address_epoch();
  static std::int64_t new_address_epoch();

  void trace_roots(Tracer& tracer) override;
  void forget_dead(const Liveness& liveness) override;
  /// Visits the values that an image saves and restores, in a fixed order.
  void trace_image_roots(Tracer& tracer);

 protected:
  friend void bootstrap_symbols(Runtime& rt);
  /// Makes a deferred interrupt pending again when cleanup forms have ended, or were left, unless other cleanup forms
  /// still run.
  void retry_deferred_interrupt() {
    if (TESSERA_UNLIKELY(thread.interrupt_deferred)) retry_deferred();
  }
  void drop_interrupts();
  /// True if an evaluation of the host must first handle leftovers of the last one, or limits.
  bool is_disturbed() const {
    const bool asked = (heap.poll.load(std::memory_order_relaxed) & (poll_interrupt | poll_end)) != 0;
    return asked || thread.interrupt_deferred || budget.is_limited();
  }
  /// Releases the interpreter lock. The result is the argument for acquire_lock; nullptr if the lock is kept.
  virtual void* release_lock() { return nullptr; }
  virtual void acquire_lock([[maybe_unused]] void* token, [[maybe_unused]] bool urgent) {}
  /// True if an interrupt is pending for the running thread, or its evaluation has used up its budget.
  virtual bool is_interrupt_pending();
  Value known_[static_cast<std::size_t>(Known::count)];

 private:
  void retry_deferred();
  std::uint32_t withheld_ = 0;  ///< a bit for each Permission
};

}  // namespace tessera
