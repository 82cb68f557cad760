// Lisp and Interpreter: evaluation, calls, definitions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

#include "tessera/callback.hpp"
#include "tessera/error.hpp"
#include "tessera/installed.hpp"
#include "tessera/object.hpp"

namespace tessera {

class Interpreter;
class Vm;
template <class Signature> class Function;
template <class R> class Result;
template <class E> class ExceptionDefinition;
template <class T, class Scripted> class ClassDefinition;

/// A duration. Converts from every std::chrono duration, such as `5s` or `std::chrono::minutes(1)`; this header needs
/// no <chrono>.
class Duration {
 public:
  constexpr Duration() = default;
  template <class D>
  requires requires(const D& d) { D::period::num, D::period::den, d.count(); }
  constexpr Duration(const D& d)  // NOLINT: every duration converts
      : nanoseconds_(within_range(static_cast<long double>(d.count()) * D::period::num * 1'000'000'000 / D::period::den)) {}

  /// Returns the nanoseconds, limited to the shortest and the longest duration.
  constexpr std::int64_t nanoseconds() const { return nanoseconds_; }

 private:
  using Range = std::numeric_limits<std::int64_t>;
  static constexpr std::int64_t within_range(long double n) {
    if (!(n < static_cast<long double>(Range::max()))) return Range::max();
    return n > static_cast<long double>(Range::min()) ? static_cast<std::int64_t>(n) : Range::min();
  }
  std::int64_t nanoseconds_ = 0;
};

/// Limits of one evaluation: of everything until a call, `eval` or `load` by the host returns. 0 means no limit. An
/// evaluation that exceeds a limit ends with a LimitReached, which no script can prevent: cleanup forms run for a tenth
/// of a second at most.
struct Limits {
  std::uint64_t steps = 0;  ///< function calls and loop iterations: the same number in every run
  Duration time{};          ///< wall-clock time, such as std::chrono::seconds(5); below 0: it is over already
};

/// The permissions of scripts. A Lisp function that needs a permission which is false signals a FILE-ERROR for files,
/// and a SIMPLE-ERROR otherwise.
struct Permissions {
  enum class Files { none, read, write };
  Files files = Files::write;
  std::string folder;  ///< unless "": the only folder whose files scripts may use; symbolic links in it are not followed
#define TESSERA_PERMISSION(member, constant, bit, default_value, noun) bool member = default_value;
#include "tessera/permissions.def"  // environment, clock, network, ...: the table says what they permit
#undef TESSERA_PERMISSION

  /// Permits nothing at all.
  static Permissions none() {
    Permissions nothing;
    nothing.files = Files::none;
#define TESSERA_PERMISSION(member, constant, bit, default_value, noun) nothing.member = false;
#include "tessera/permissions.def"
#undef TESSERA_PERMISSION
    return nothing;
  }
};

/// Options of an Interpreter. Address space is reserved for heap and stack; where the process may not have that much
/// (`ulimit -v`), both limits are lowered.
struct Options {
  std::size_t heap_limit_bytes = std::size_t{sizeof(void*) == 4 ? 1 : 8} << 30;  ///< beyond it: a STORAGE-CONDITION
  std::size_t stack_limit_words = std::size_t{sizeof(void*) == 4 ? 4 : 160}
                                  << 20;  ///< the limit in words of 8 bytes; beyond it: a STORAGE-CONDITION
  Limits limits;                          ///< the limits of each evaluation
  Permissions permissions;
  /// Receives what Lisp writes to *STANDARD-OUTPUT* and *ERROR-OUTPUT*, in place of the process's output; in pieces,
  /// the last of them before the call of the host returns. `input` returns the next piece of *STANDARD-INPUT*, "" at
  /// its end. Neither may call Lisp. An `input` that blocks should also return "" when `poll_is_due`; it is called
  /// again unless the evaluation ends.
  Callback<void(std::string_view)> output, error_output;
  Callback<std::string()> input;
  std::string image_path;  ///< an image file in place of the built-in image
  /// Folders in which `(require "name")` looks for modules, after those of the environment variable TESSERA_PATH and
  /// before `own_modules`. A NAME.tfasl in these folders loads in a sandbox, too; then its functions have the script's
  /// permissions.
  std::vector<std::string> module_path;
  /// The folder of Tessera's own modules: that of the build or installation with these headers; nullptr for none.
  const char* own_modules = installed_modules;
  /// The functions that are compiled to machine code, where the library can do so: hot ones, none, or each at its first
  /// call, which is for tests. The environment variable TESSERA_MACHINE_CODE (hot, off, all, doubt) takes precedence.
  enum class MachineCode : unsigned char { hot, off, all } machine_code = MachineCode::hot;

  /// Returns options for untrusted scripts: no permissions and no input. The host chooses the limits.
  static Options sandboxed() {
    Options options;
    options.permissions = Permissions::none();
    options.input = [] { return std::string(); };
    return options;
  }
};

namespace detail {

/// A parameter of a C++ function as Lisp sees it.
struct ParameterInfo {
  enum class Role : unsigned char { none, required, optional, rest } role;  ///< none: Lisp does not see it
  /// The objects for which an overload is chosen first; others may be converted, too.
  enum class Prefers : unsigned char { nothing, all, booleans, integers, floats, texts, instances } prefers;
  const std::type_info* type;  ///< the class, for instances
};

/// True for a function with a parameter of a Dangling type that does not hold what it shows while the body runs; see
/// function.hpp.
template <class F> consteval bool has_dangling_parameter();
template <class F>
concept DanglingFunction = has_dangling_parameter<F>();
/// The signature of a function of Lisp with such a result.
template <class Signature> struct HasDanglingResult : std::false_type {};
template <class R, class... P> struct HasDanglingResult<R(P...)> : std::bool_constant<Dangling<R>> {};
template <class Signature>
concept DanglingSignature = HasDanglingResult<Signature>::value;

/// A C++ function that Lisp calls. It has pointers in place of virtual functions: programs define many, and each class
/// with virtual functions takes longer to compile.
class TESSERA_API HostFunction {
 public:
  using Call = bool (*)(HostFunction&, const Lisp&, std::span<const Word>, Word&);
  HostFunction(const HostFunction&) = delete;
  HostFunction& operator=(const HostFunction&) = delete;
  /// Returns false if it refused an argument (`refuse`); the body did not run then.
  bool call(const Lisp& lisp, std::span<const Word> arguments, Word& value) { return call_(*this, lisp, arguments, value); }
  /// Returns the lambda list, for functions defined without one.
  std::string lambda_list() const;
  std::span<const ParameterInfo> parameters() const { return parameters_; }
  bool is_called_by(Call function) const { return call_ == function; }
  void operator delete(HostFunction* function, std::destroying_delete_t) { function->destroy_(function); }

 protected:
  using Destroy = void (*)(HostFunction*);
  HostFunction(Call function, Destroy destroy, std::span<const ParameterInfo> parameters) noexcept
      : call_(function), destroy_(destroy), parameters_(parameters) {}
  void set_parameters(std::span<const ParameterInfo> parameters) { parameters_ = parameters; }
  static void free_memory(HostFunction* function) noexcept;

 private:
  Call call_;
  Destroy destroy_;
  std::span<const ParameterInfo> parameters_;
};

/// The base of the class Self of HostFunctions, which has a function `run`.
template <class Self, bool has_destructor = true> class HostFunctionOf : public HostFunction {
 public:
  static bool is_one(const HostFunction& function) { return function.is_called_by(call_it); }

 protected:
  explicit HostFunctionOf(std::span<const ParameterInfo> parameters) noexcept : HostFunction(call_it, destroyer(), parameters) {}

 private:
  static bool call_it(HostFunction& self, const Lisp& lisp, std::span<const Word> arguments, Word& value) {
    return static_cast<Self&>(self).run(lisp, arguments, value);
  }
  static Destroy destroyer() {
    if constexpr (has_destructor)
      return [](HostFunction* self) {
        static_cast<Self*>(self)->~Self();
        ::operator delete(self);
      };
    else return free_memory;
  }
};

struct ClassInfo;

/// Throws std::logic_error: the interpreter was moved elsewhere.
[[noreturn]] TESSERA_API void throw_moved_from();

}  // namespace detail

/// The result of Lisp::check.
struct SourceCheck {
  enum class Status { complete, incomplete, wrong } status = Status::complete;
  /// The position, counted from 1, where the incomplete form begins, or of the mistake.
  std::size_t line = 0, column = 0;
  std::string message;  ///< "" if the text is complete

  explicit operator bool() const { return status == Status::complete; }
};

/// An interpreter as native functions and conversions see it: a pointer to it, which must not outlive it. One thread at
/// a time may use it, except by `interrupt` and `cancel`: while it evaluates, calls from another thread throw
/// std::logic_error.
///
/// Names of functions and symbols are read as by the reader in COMMON-LISP-USER: "car", "my-package::f", "|mixed
/// Case|". Every function that evaluates throws an Error for an unhandled condition, and may throw Unwinding (see
/// there).
class TESSERA_API Lisp {
 public:
  explicit Lisp(detail::State& state) : Lisp(&state) {}

  // --- evaluation

  /// Reads and evaluates every form of `source` (UTF-8) in COMMON-LISP-USER. If the parentheses of `source` do not
  /// match, nothing is evaluated. Returns the value of the last as an R. `name` names the source in positions. Example:
  /// `lisp.eval<int>("(+ 1 2)")`. A std::tuple takes the values, as with `call`.
  template <class R = ObjectRef> R eval(std::string_view source, std::string_view name = "eval") const;
  /// Loads a source file or a compiled file. The host may always read it, whatever scripts may do. If the parentheses
  /// of a source file do not match, nothing is evaluated.
  void load(std::string_view path) const;
  /// Loads the contents of a source file or a compiled file. `name` stands for the file: its type (.scm) determines the
  /// language.
  void load_contents(std::string_view contents, std::string_view name) const;
  /// Compiles `source` without loading it, as COMPILE-FILE does. Returns the contents of the compiled file, which
  /// `load_contents(compiled, "rules.tfasl")` loads in any interpreter of the same build. `name` names the source in
  /// positions. Throws the Error of a form that cannot be read or compiled.
  [[nodiscard]] std::string compile(std::string_view source, std::string_view name = "compile") const;
  /// Reads `source` without evaluating it: for hosts with a prompt or an editor of their own. Tells whether all forms
  /// are complete, the last one is incomplete, or there is a mistake, such as a parenthesis too many.
  ///     if (const auto found = lisp.check("(list 1")) run();
  ///     else if (found.status == tessera::SourceCheck::Status::incomplete) read_on();
  [[nodiscard]] SourceCheck check(std::string_view source) const;
  /// Calls the function named `name` with converted `arguments` (see Conversion). Returns its value as an R, or its
  /// values if R is a std::tuple (a single value that does not fit may be a list of its elements). Example:
  /// `lisp.call<std::string>("string-upcase", "abc")`.
  template <class R = ObjectRef, class... Arguments> R call(std::string_view name, Arguments&&... arguments) const;
  template <class R = ObjectRef, class... Arguments> R call(const char* name, Arguments&&... arguments) const {
    return call<R>(std::string_view(name), std::forward<Arguments>(arguments)...);
  }
  template <class R = ObjectRef, class... Arguments> R call(const ObjectRef& function, Arguments&&... arguments) const;
  /// Evaluates or calls without exceptions for errors: see Result. That takes half the time of an exception.
  ///     if (const auto hits = lisp.try_call<int>("damage", sword)) life -= *hits;
  ///     else log(hits.error().what());
  template <class R = ObjectRef> Result<R> try_eval(std::string_view source, std::string_view name = "eval") const;
  template <class R = ObjectRef, class... Arguments> Result<R> try_call(std::string_view name, Arguments&&... arguments) const;
  template <class R = ObjectRef, class... Arguments> Result<R> try_call(const ObjectRef& function, Arguments&&... arguments) const;
  /// Calls a function with the arguments in a vector.
  ObjectRef apply(const ObjectRef& function, const std::vector<ObjectRef>& arguments) const;
#ifdef TESSERA_DANGLES
  template <detail::Dangling R> TESSERA_DANGLES R eval(std::string_view source, std::string_view name = "eval") const;
  template <detail::Dangling R> TESSERA_DANGLES Result<R> try_eval(std::string_view source, std::string_view name = "eval") const;
  template <detail::Dangling R, class... Arguments>
  TESSERA_DANGLES Result<R> try_call(std::string_view name, Arguments&&... arguments) const;
  template <detail::Dangling R, class... Arguments> TESSERA_DANGLES R call(std::string_view name, Arguments&&... arguments) const;
  template <detail::Dangling R, class... Arguments> TESSERA_DANGLES R call(const char* name, Arguments&&... arguments) const;
  template <detail::Dangling R, class... Arguments> TESSERA_DANGLES R call(const ObjectRef& function, Arguments&&... arguments) const;
  template <detail::DanglingSignature Signature> TESSERA_DANGLES Function<Signature> function(std::string_view name) const;
#endif
  /// Returns a C++ function object that calls the function which `name` denotes at that time:
  /// `auto add = lisp.function<int(int, int)>("+"); add(1, 2)`.
  template <class Signature> Function<Signature> function(std::string_view name) const;

  // --- objects

  /// Returns the Lisp object for `x`: see Conversion. Throws std::bad_alloc if the heap is full.
  template <class T> ObjectRef make(const T& x) const;
  /// Returns the symbol of that name, which it interns if necessary.
  ObjectRef symbol(std::string_view name) const;
  /// Returns the global variable of that name, to be read or assigned, or the function to be called: see access.hpp.
  Reference operator[](std::string_view name) const;
  /// Keeps the object of a Word alive.
  ObjectRef keep(Word word) const;
  /// Returns the object of a Word as a T, like ObjectRef::as and try_as.
  template <class T> T as(Word word) const;
  template <class T> std::optional<T> try_as(Word word) const;
#ifdef TESSERA_DANGLES
  template <detail::Dangling T> TESSERA_DANGLES T as(Word word) const;
  template <detail::Dangling T> TESSERA_DANGLES std::optional<T> try_as(Word word) const;
#endif
  /// Returns the Lisp object for `x`, like `make`, but does not keep it alive.
  template <class T> Word word(const T& x) const;

  // --- functions of C++ for Lisp

  /// Makes `function` the global function of the symbol `name`. It may be anything callable whose parameters and result
  /// have a Conversion. A parameter of type Lisp receives this interpreter; std::optional parameters are optional; a
  /// last parameter of type Arguments takes the rest. An argument of a wrong type is a TYPE-ERROR before the body runs.
  /// An exception that the function throws is a TESSERA:FOREIGN-ERROR in Lisp, and the same exception again if Lisp
  /// does not handle it.
  ///     lisp.define("repeat", [](const std::string& text, int times) { ... }, "Returns TEXT, TIMES times.");
  /// Throws std::invalid_argument if `name` is not a symbol, or belongs to Lisp itself (COMMON-LISP and TESSERA).
  template <class F> void define(std::string_view name, F function, std::string_view documentation = "") const;
  /// Defines a function with parameter names: `lambda_list`, such as "text &optional times", also determines the number
  /// of arguments. Throws std::invalid_argument as well if the function does not accept that many. Parameters may have
  /// defaults and keywords, as in "name &key (strength 10) boss": C++ then gets an argument for each of them in this
  /// order, NIL for one without a default. The defaults are forms of Lisp, evaluated in each call that needs them.
  template <class F> void define(std::string_view name, std::string_view lambda_list, F function, std::string_view documentation) const;
#ifdef TESSERA_DANGLES
  template <detail::DanglingFunction F>
  TESSERA_DANGLES void define(std::string_view name, F function, std::string_view documentation = "") const;
  template <detail::DanglingFunction F>
  TESSERA_DANGLES void define(std::string_view name, std::string_view lambda_list, F function, std::string_view documentation) const;
  template <detail::DanglingFunction F>
  TESSERA_DANGLES ObjectRef make_function(std::string_view name, F function, std::string_view documentation = "") const;
#endif
  /// Returns a function object for Lisp, without a global name; `name` appears in messages.
  template <class F> ObjectRef make_function(std::string_view name, F function, std::string_view documentation = "") const;
  template <class F>
  ObjectRef make_function(std::string_view name, std::string_view lambda_list, F function, std::string_view documentation) const;
  /// Makes the C++ class T a Lisp class: see ClassDefinition.
  template <class T, class Scripted = T>
  ClassDefinition<T, Scripted> define_class(std::string_view name, std::string_view documentation = "") const;

  /// Makes Lisp see containers of the type V by reference: see containers.hpp.
  template <class V> ClassDefinition<V, V> define_container(std::string_view name, std::string_view documentation = "") const;
  /// Gives the C++ exception class E a condition class: see exceptions.hpp. Parent is a base of E that has one.
  template <class E, class Parent = void> ExceptionDefinition<E> define_exception(std::string_view name) const;
  /// Says that `object`, which was lent to Lisp by pointer or reference, is about to end. Its Lisp object, and those
  /// for parts of it, are refused from now on: a TYPE-ERROR.
  template <class T> void revoke(const T& object) const;

  /// Makes `(require NAME)` call `load` once, so that its definitions cost nothing before they are needed. NAME is
  /// compared ignoring case. An exception that `load` throws is an ERROR of the REQUIRE. `load` may define what it
  /// likes, also if scripts may not redefine what belongs to Lisp:
  ///     lisp.offer_module("rules", [&](const Lisp& l) { l.load_contents(bytes_of_rules, "rules.tfasl"); });
  void offer_module(std::string_view name, Callback<void(const Lisp&)> load) const;
  /// Keeps `data` alive as long as the interpreter: the data of a module's native functions, for example.
  void keep_alive(std::shared_ptr<void> data) const;

  /// Describes an exception of C++ that a native function threw and Lisp did not handle: its `backtrace` shows where
  /// the script called the function. Returns nothing unless it is the last exception that has left this interpreter.
  ///     catch (const std::exception& e) {
  ///       if (const auto error = lisp.error_of(std::current_exception())) std::cerr << error->backtrace();
  ///     }
  std::optional<Error> error_of(const std::exception_ptr& exception) const;

  // --- for native functions during an evaluation: see native.hpp
  /// Calls `function`, or the function of a symbol, as Lisp does: for an unhandled condition the debugger sees the
  /// whole stack and all restarts, whereas `call` ends with an Error. Throws Unwinding.
  Word funcall(Word function, std::span<const Word> arguments) const;
  Word funcall(Word function, std::initializer_list<Word> arguments) const {
    return funcall(function, std::span(arguments.begin(), arguments.size()));
  }
  /// Signals a TYPE-ERROR: `datum` is not of the type that `type`, a Lisp type specifier, denotes. For checks inside a
  /// native function; its parameters are checked before.
  [[noreturn]] void throw_type_error(Word datum, std::string_view type) const;
  /// Handles pending events such as an interrupt. A long-running native function calls this every few milliseconds. May
  /// run Lisp, and throws Unwinding if that leaves the native function.
  void poll() const;
  /// True if an event is pending. Cheap; runs nothing.
  bool poll_is_due() const noexcept;
  /// Releases the interpreter lock while `wait` runs, which blocks on something outside and uses nothing of the
  /// interpreter. Other Lisp processes may run meanwhile and do anything.
  void release_while(const Callback<void()>& wait) const;
  /// False if little C++ stack is left: code that recurses on the depth of data must stop.
  bool has_stack() const noexcept;

  // --- control

  /// Makes the running evaluation signal TESSERA::INTERACTIVE-INTERRUPT at its next safepoint. Running cleanup forms
  /// finish first, but delay it by at most a second. Callable from any thread or signal handler.
  void interrupt() const noexcept;
  /// Calls `function` whenever the file `descriptor` is readable while Lisp waits for its standard input or sleeps; it
  /// should read the available data. Each call replaces the previous one; -1 removes it.
  void on_readable(int descriptor, const ObjectRef& function) const;
  /// Returns a Lisp output stream. `output` receives the text in pieces: at FINISH-OUTPUT and at the end of each line.
  /// Or a Lisp input stream: `input` returns the next piece, "" at the end; while `poll_is_due` it may return "" to
  /// have the event handled, and is called again. Neither may call Lisp. CLOSE releases them.
  [[nodiscard]] ObjectRef output_stream(Callback<void(std::string_view)> output) const;
  [[nodiscard]] ObjectRef input_stream(Callback<std::string()> input) const;
  /// Ends the running evaluation, which throws a LimitReached: see Limits. Callable from any thread or signal handler.
  /// Has no effect if nothing runs, so call it from another thread until the evaluation has returned.
  void cancel() const noexcept;
  /// Limits the evaluations that begin from now on.
  void set_limits(const Limits& limits) const;
  [[nodiscard]] const Permissions& permissions() const;
  /// Verifies all objects and the state between evaluations. Returns the problem, or "". Only while no evaluation runs.
  [[nodiscard]] std::string self_check() const;
  /// Returns the bytes of the heap that objects use, with the garbage that was not collected yet. Cheap.
  [[nodiscard]] std::size_t heap_used_bytes() const;
  /// Collects all garbage now. Throws std::logic_error while an evaluation runs.
  void collect() const;
  /// Has the collector work for about that time, so that it interrupts evaluations less. Returns the bytes that a
  /// collection under way has to visit yet: 0 if nothing is to be done. Throws std::logic_error while an evaluation
  /// runs.
  ///
  ///     lisp.collect_for(200us);  // what is left of the frame
  std::size_t collect_for(Duration time) const;

  /// Returns the engine itself, for Tessera's own program and tests.
  Vm& vm() const;
  /// Returns the engine's state. Throws std::logic_error for an Interpreter that was moved elsewhere, as all functions
  /// do.
  detail::State& state() const {
    if (state_ == nullptr) [[unlikely]]
      detail::throw_moved_from();
    return *state_;
  }

 protected:
  explicit Lisp(detail::State* state) : state_(state) {}
  detail::State* state_;

 private:
  ObjectRef make_host_function(std::string_view name, std::string_view lambda_list, std::unique_ptr<detail::HostFunction> function,
                               std::string_view documentation) const;
  /// Takes the ownership of `function`. (A caller with a std::unique_ptr takes longer to compile.)
  void define_host_function(std::string_view name, std::string_view lambda_list, detail::HostFunction* function,
                            std::string_view documentation) const;
  void define_host_function(std::string_view name, detail::HostFunction* function, std::string_view documentation) const;
  /// Returns the value of the last form, or `detail::failed`.
  Word evaluate(std::string_view source, std::string_view name) const;
};

/// A Lisp interpreter. It owns all its state; any number live in one process, each used by one thread at a time.
class TESSERA_API Interpreter : public Lisp {
 public:
  /// Throws std::runtime_error if the image cannot be loaded or there is too little address space.
  explicit Interpreter(const Options& options = {});
  /// Ends the interpreter; during an evaluation (by a native function, or the destructor of an object that Lisp owned),
  /// ends the evaluation first.
  ~Interpreter();
  Interpreter(Interpreter&& other) noexcept;
  Interpreter& operator=(Interpreter&& other) noexcept;
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  static const char* version();
};

inline bool ObjectRef::belongs_to(const Lisp& lisp) const noexcept { return root_ != nullptr && root_->state == &lisp.state(); }
inline Lisp ObjectRef::lisp() const { return Lisp(state()); }

namespace detail {

/// The result of a call that failed: no object.
inline constexpr Word failed = static_cast<Word>(0x217);
/// Calls the function `f`, or the function of the symbol `f`. Returns `failed` if that fails, and `take_error` or
/// `take_failure` must follow.
TESSERA_API Word call_or_fail(State& state, Word f, const Word* arguments, std::size_t count);
/// Returns the Error of the call that failed just now. Throws it if it is a LimitReached, an exception of C++ or
/// Unwinding.
TESSERA_API Error take_error(State& state);
/// Returns the Error or LimitReached of the call that failed just now; for an exception of C++, the Error that
/// describes it. Throws Unwinding.
TESSERA_API std::shared_ptr<const Error> take_failure(State& state);
/// Returns a copy of the Error or LimitReached that is being handled.
TESSERA_API std::shared_ptr<const Error> current_error();
/// Calls like `call_or_fail`. Throws as the functions of Lisp do: in the frame of the caller, since unwinding takes
/// longer for each frame on its way.
[[gnu::always_inline]] inline Word call(State& state, Word f, const Word* arguments, std::size_t count) {
  const Word value = call_or_fail(state, f, arguments, count);
  if (value == failed) [[unlikely]]
    throw take_error(state);
  return value;
}
/// Returns the symbol, or other owner of a function cell, for a name as described at `Lisp`; interns it if necessary.
TESSERA_API Word symbol_named(State& state, std::string_view name);
/// Returns all values of the last call, of which `value` is the first.
TESSERA_API std::span<const Word> values_of_call(State& state, Word value);
/// Stores the values that the running native function returns.
TESSERA_API void return_values(State& state, std::span<const Word> values);
/// Throws the TYPE-ERROR that `datum` is not of the type `expected`, a Lisp type specifier.
[[noreturn]] TESSERA_API void throw_type_error(State& state, Word datum, const std::string& expected);
/// Returns an anonymous function object. Runs no Lisp.
TESSERA_API Word function_word(State& state, std::unique_ptr<HostFunction> function);
/// Has Lisp signal the error in place of the native function that runs with `arguments`. Returns the word for its
/// result.
TESSERA_API Word signal_failure(State& state, const Error& error, const Word* arguments);
/// Makes the running native function fail with that TYPE-ERROR.
TESSERA_API void refuse(State& state, Word datum, const std::string& expected);
/// Collects if a collection is due. Called before a word is made outside of evaluations.
TESSERA_API void before_making(State& state);
/// Throws std::bad_alloc if the heap is full after a collection. Called before C++ makes an object that it keeps.
TESSERA_API void require_room(State& state);

}  // namespace detail

}  // namespace tessera
