// The state of an Interpreter. Layer: api.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <typeindex>
#include <unordered_map>
#include <vector>

#include "api/host_arrays.hpp"
#include "api/host_functions.hpp"
#include "api/host_objects.hpp"
#include "api/host_variables.hpp"
#include "api/roots.hpp"
#include "tessera/tessera.hpp"
#include "vm/threads.hpp"
#include "vm/vm.hpp"

namespace tessera::detail {

/// A cache from names that C++ has used to symbols whose home is COMMON-LISP-USER, to save the package look-up at later
/// calls. A symbol that leaves the package loses that home.
class CalledNames {
 public:
  /// Returns the cached symbol for `name`, or UNBOUND.
  Value find(Vm& vm, std::string_view name) const;
  void note(const Lisp& lisp, std::string_view name, Value symbol);

 private:
  struct Entry {
    std::string name;
    ObjectRef symbol;
  };
  static std::size_t slot_of(std::string_view name) {
    const auto letter = [&](std::size_t i) { return static_cast<unsigned char>(name[i]); };
    return (name.size() + 7U * letter(0) + 5U * letter(name.size() / 2) + 3U * letter(name.size() - 1)) % size;
  }

  static constexpr std::size_t size = 128;
  std::array<Entry, size> entries_;
};

/// A C++ exception that has left Lisp, and its description.
struct LeftException {
  std::exception_ptr exception;
  std::shared_ptr<const Error::Details> details;
  std::string message;
};

/// The exception for a failure, before it is thrown.
struct PreparedFailure {
  enum class Kind { exit, limit, exception, error } kind = Kind::exit;  ///< `exception`: State::left_exception
  LimitReached::Limit limit{};
  std::shared_ptr<const Error::Details> details;
  std::string message;
};

/// The virtual machine and its connections to C++. Lives until its Interpreter has ended and no call is running in it.
struct State {
  explicit State(const Options& options);
  ~State() {
    user.store(ending, std::memory_order_relaxed);
    vm.threads().end_all();
    roots.release()->end();
  }
  /// Deletes it once its Interpreter has ended and no call is running in it.
  void end();
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  const std::unique_ptr<Vm> machine;
  Vm& vm = *machine;
  const Permissions permissions;
  const std::size_t stack_limit_words;
  Limits limits;  ///< of each evaluation, as the host set them last
  std::unique_ptr<Roots> roots = std::make_unique<Roots>();
  HostFunctions host_functions;
  HostObjects host_objects;
  HostArrays host_arrays;
  std::vector<std::unique_ptr<ExceptionInfo>> exceptions;  ///< bases before derived classes
  std::unique_ptr<HostVariables> host_variables;           ///< unless scripts may redefine what the host uses
  CalledNames called_names;
  std::vector<std::weak_ptr<const Error::Details>> pending_backtraces;  ///< errors whose backtraces may be asked for
  LeftException left_exception;                                         ///< the last one
  PreparedFailure prepared;
  std::vector<std::shared_ptr<void>> kept;
  std::size_t used_after_collection = 0;  ///< bytes of the heap when C++ last found little room
  std::size_t made_bytes = 0;             ///< approximate size of the objects that C++ made since the last check
  std::size_t calls = 0;                  ///< C++ calls running in the VM
  std::atomic<ThreadId> user{nobody};     ///< the thread of these calls, or another ThreadId below
  bool interpreter_ended = false;         ///< its Interpreter ended during a call
  bool in_stream_callback = false;        ///< a stream function of the host is running

  static constexpr ThreadId nobody = 0, waiting = 1, ending = 2;  ///< `waiting`: the user has released the lock
};

/// Throws std::logic_error: this thread must not use the interpreter, at least not now.
[[noreturn]] void throw_wrong_thread(const State& state);

/// True if the calling thread is one that Lisp has started.
bool is_lisp_thread(const State& state);
/// Throws std::logic_error if another thread is evaluating.
inline void check_thread(const State& state) {
  const ThreadId user = state.user.load(std::memory_order_relaxed);
  if (TESSERA_UNLIKELY(user != State::nobody && user != this_thread()) && !is_lisp_thread(state)) throw_wrong_thread(state);
}

/// A C++ call running in the VM, or a collection by C++. The outermost one deletes a state whose Interpreter has ended
/// meanwhile. Throws std::logic_error if another thread runs one.
class Running {
 public:
  explicit Running(State& state) : state_(state) {
    if (state.user.load(std::memory_order_relaxed) != this_thread()) enter();
    if (state.calls++ == 0 && state.host_variables != nullptr) state.host_variables->keep();
  }
  ~Running() {
    if (--state_.calls > 0) return;
    if (state_.host_variables != nullptr) state_.host_variables->restore();
    state_.user.store(State::nobody, std::memory_order_release);
    if (state_.interpreter_ended) state_.end();
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  void enter() {
    ThreadId user = State::nobody;
    if (state_.user.compare_exchange_strong(user, this_thread(), std::memory_order_acquire)) state_.roots->set_thread();
    else if (!is_lisp_thread(state_)) throw_wrong_thread(state_);
  }
  State& state_;
};

/// Collects. Throws std::logic_error if the destructor of an object of the host has ended the interpreter.
void collect(State& state, Heap::Reason reason);
/// Does the same with Heap::collect_for.
void collect_for(State& state, std::uint64_t nanoseconds);

/// Returns a list of the condition class for the exception and its initargs; NIL if there is none.
Value description_of(State& state, const std::exception_ptr& exception);
/// Throws the C++ exception for an unhandled condition of the script, if its class has one.
void throw_as_exception(State& state, const ObjectRef& condition);

constexpr Word word_of(Value v) { return static_cast<Word>(v.bits()); }
constexpr Value value_of(Word w) { return Value::from_bits(static_cast<std::uint64_t>(w)); }
/// Returns the Value of a stored word. Asserts that it has not outlived a collection.
inline Value current(const State& state, Word w) {
  TESSERA_ASSERT(state.vm.heap.may_be_current(value_of(w)));
  static_cast<void>(state);
  return value_of(w);
}
inline std::span<const Value> values_of(std::span<const Word> words) {
  return {reinterpret_cast<const Value*>(words.data()), words.size()};
}
/// Returns the symbol of COMMON-LISP-USER that the reader would intern for `name`; UNBOUND if that needs the reader.
Value plain_symbol(Vm& vm, std::string_view name);
/// Returns the function of a symbol that has one, otherwise the object itself, which the VM handles.
Value function_of(const Vm& vm, Value f);

/// Makes the current C++ exception, thrown by a function that must not run Lisp, the failure.
void fail_by_exception(State& state);
inline constexpr const char* not_a_std_exception = "an exception that is not a std::exception";  ///< its text
/// Calls one of the library's host functions, "%HOST-...", with Values.
Value call_own(State& state, std::string_view name, std::initializer_list<Value> arguments);
/// Prepares the C++ exception for the failure that the VM returned: see `take_error`.
void prepare_failure(State& state);
/// Throws the C++ exception for the failure that the VM returned.
[[noreturn]] void throw_failure(State& state);
/// Calls like Lisp::call, but an unhandled condition enters Lisp's debugger.
Value call_with_debugger(const Lisp& lisp, std::string_view name, const std::vector<ObjectRef>& arguments);

}  // namespace tessera::detail
