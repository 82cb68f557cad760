// Lisp and Interpreter: evaluation, calls, definitions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "tessera/callback.hpp"
#include "tessera/error.hpp"
#include "tessera/object.hpp"

namespace tessera {

class Interpreter;
class Vm;
template <class Signature> class Function;
template <class T> class ClassDefinition;

/// A time that passes: made of any of std::chrono's durations, as `5s` or `std::chrono::minutes(1)` are, which this header need not know.
class Duration {
 public:
  constexpr Duration() = default;
  template <class D>
  requires requires(const D& d) { D::period::num, D::period::den, d.count(); }
  constexpr Duration(const D& d)  // NOLINT: every duration is one
      : nanoseconds_(within_range(static_cast<long double>(d.count()) * D::period::num * 1'000'000'000 / D::period::den)) {}

  /// The longest and the shortest there is stand for what is longer or shorter.
  constexpr std::int64_t nanoseconds() const { return nanoseconds_; }

 private:
  using Range = std::numeric_limits<std::int64_t>;
  static constexpr std::int64_t within_range(long double n) {
    if (!(n < static_cast<long double>(Range::max()))) return Range::max();
    return n > static_cast<long double>(Range::min()) ? static_cast<std::int64_t>(n) : Range::min();
  }
  std::int64_t nanoseconds_ = 0;
};

/// What one evaluation may take: all that happens until a call, `eval` or `load` of the host returns. 0: as much as it likes. What takes
/// more is ended, which no script can prevent: clean-up forms run for a tenth of a second at most, and then a LimitReached is thrown.
struct Limits {
  std::uint64_t steps = 0;  ///< calls of functions and rounds of loops: the same number each time
  Duration time{};          ///< by the clock, such as std::chrono::seconds(5)
};

/// What scripts may have of the system. The functions of Lisp that need what is false here are refused: files with a FILE-ERROR, all else
/// with a SIMPLE-ERROR.
struct Permissions {
  enum class Files { none, read, write };
  Files files = Files::write;
  std::string folder;       ///< unless "": where all files are that they may use; symbolic links in it are not followed
  bool environment = true;  ///< variables, names of the machine and the user, the time zone
  bool clock = true;
  bool network = true;          ///< sockets; modules of C++ that deal with the network ask `Lisp::permissions`
  bool shared_objects = false;  ///< (require "name") may find a name.so, and run what is in it
  bool processes = true;
  bool threads = true;       ///< of Lisp, each on one of the system's; one at a time runs, and none but in an evaluation of the host's
  bool quit = true;          ///< of the whole process
  bool redefinition = true;  ///< of what COMMON-LISP and TESSERA have: functions, macros, classes, packages

  /// Nothing at all.
  static Permissions none() { return {Files::none, "", false, false, false, false, false, false, false, false}; }
};

/// What an Interpreter is made with. Address space is kept for heap and stack; where the process may not have so much (`ulimit -v`), they
/// are lowered to what it may.
struct Options {
  std::size_t heap_limit_bytes = std::size_t{8} << 30;     ///< beyond it: a STORAGE-CONDITION
  std::size_t stack_limit_words = std::size_t{160} << 20;  ///< of 8 bytes each; beyond it: a STORAGE-CONDITION
  Limits limits;                                           ///< of each evaluation
  Permissions permissions;
  /// Where what Lisp writes to *STANDARD-OUTPUT* and *ERROR-OUTPUT* goes, in place of the process's output; in pieces, the last of them
  /// before the call of the host returns. `input` gives the next piece of *STANDARD-INPUT*, "" at its end. They may not call Lisp. What
  /// waits in `input` should return "" when `poll_is_due`, too: then it is asked again, unless the evaluation ends.
  Callback<void(std::string_view)> output, error_output;
  Callback<std::string()> input;
  std::string image_path;  ///< an image file in place of the built-in one
  /// What becomes machine code, where the library can make any: what is called often; nothing; or each function at its first call, which
  /// is for tests. The environment variable TESSERA_MACHINE_CODE (hot, off, all) goes before it.
  enum class MachineCode : unsigned char { hot, off, all } machine_code = MachineCode::hot;

  /// For scripts that nobody trusts: without any permission, and without input. Limits are for the host to choose.
  static Options sandboxed() {
    Options options;
    options.permissions = Permissions::none();
    options.input = [] { return std::string(); };
    return options;
  }
};

namespace detail {

/// A function in C++ that Lisp calls.
class TESSERA_API Native {
 public:
  Native() = default;
  virtual ~Native() = default;
  Native(const Native&) = delete;
  Native& operator=(const Native&) = delete;
  /// False: an argument was refused (`refuse`), and the body did not run.
  virtual bool call(const Lisp& lisp, std::span<const Word> arguments, Word& value) = 0;
  /// The lambda list, where none is given.
  virtual std::string lambda_list() const = 0;
};

struct ClassInfo;

}  // namespace detail

/// An interpreter as natives and conversions see it: a pointer to it. What it does is done in the interpreter's thread, but for
/// `interrupt`.
///
/// Names of functions and symbols are read as the reader does in COMMON-LISP-USER: "car", "my-package::f", "|mixed Case|".
/// Every function that evaluates throws an Error for a condition that nothing handled, and Unwinding (see there).
class TESSERA_API Lisp {
 public:
  explicit Lisp(detail::State& state) : Lisp(&state) {}

  // --- evaluation

  /// Read and evaluate every form of `source` (UTF-8) in COMMON-LISP-USER; the value of the last as an R. `name` stands for the file
  /// in positions. Example: `lisp.eval<int>("(+ 1 2)")`.
  template <class R = ObjectRef> R eval(std::string_view source, std::string_view name = "eval") const;
  /// Load a file of source text, or a compiled one. The host may always read it, whatever it permits scripts.
  void load(std::string_view path) const;
  /// Call the function that `name` denotes with `arguments`, each converted (see Conversion); its value as an R, or its values where R
  /// is a std::tuple. Example: `lisp.call<std::string>("string-upcase", "abc")`.
  template <class R = ObjectRef, class... Arguments> R call(std::string_view name, Arguments&&... arguments) const;
  template <class R = ObjectRef, class... Arguments> R call(const char* name, Arguments&&... arguments) const {
    return call<R>(std::string_view(name), std::forward<Arguments>(arguments)...);
  }
  template <class R = ObjectRef, class... Arguments> R call(const ObjectRef& function, Arguments&&... arguments) const;
  /// Call a function with arguments in a vector.
  ObjectRef apply(const ObjectRef& function, const std::vector<ObjectRef>& arguments) const;
  /// The function that `name` denotes when it is called, as a function object of C++:
  /// `auto add = lisp.function<int(int, int)>("+"); add(1, 2)`.
  template <class Signature> Function<Signature> function(std::string_view name) const;

  // --- objects

  /// The object that `x` becomes: see Conversion.
  template <class T> ObjectRef make(const T& x) const;
  /// The symbol of that name, interned if need be.
  ObjectRef symbol(std::string_view name) const;
  /// Keep the object of a Word.
  ObjectRef keep(Word word) const;
  /// The object of a Word as a T, as ObjectRef::as and try_as have it.
  template <class T> T as(Word word) const;
  template <class T> std::optional<T> try_as(Word word) const;
  /// What `x` becomes, as `make`; kept by nothing.
  template <class T> Word word(const T& x) const;

  // --- functions of C++ for Lisp

  /// Make `function`, anything in C++ that can be called and whose parameters and result have a Conversion, the global function of the
  /// symbol `name`. A parameter of type Lisp gets this interpreter and is none for Lisp; std::optional parameters are optional, and
  /// Arguments (at the end) takes the rest. An argument of another type is a TYPE-ERROR before the body runs. An exception that it
  /// throws is a TESSERA:FOREIGN-ERROR in Lisp, and the same exception again where nothing in Lisp handles that.
  ///     lisp.define("repeat", [](const std::string& text, int times) { ... }, "Return TEXT, TIMES times.");
  /// Throws std::invalid_argument if `name` is no symbol, or one of Lisp's own (COMMON-LISP and TESSERA).
  template <class F> void define(std::string_view name, F function, std::string_view documentation = "") const;
  /// The same with names for the parameters: `lambda_list` tells the number of arguments, too, such as "text &optional times". Throws
  /// std::invalid_argument, too, if the function cannot be called with so many.
  template <class F> void define(std::string_view name, std::string_view lambda_list, F function, std::string_view documentation) const;
  /// A function object for Lisp, without a global name; `name` stands in messages.
  template <class F> ObjectRef make_function(std::string_view name, F function, std::string_view documentation = "") const;
  template <class F>
  ObjectRef make_function(std::string_view name, std::string_view lambda_list, F function, std::string_view documentation) const;
  /// Make the class T of C++ a class of Lisp: see ClassDefinition.
  template <class T> ClassDefinition<T> define_class(std::string_view name, std::string_view documentation = "") const;

  /// Let `(require NAME)` run `load`, once: what is defined there costs nothing before it is wanted. NAME is compared without regard to
  /// case. An exception that `load` throws is an ERROR of the REQUIRE.
  void offer_module(std::string_view name, Callback<void(const Lisp&)> load) const;
  /// Keep `data` as long as the interpreter: what a module's natives work on, and perhaps they themselves.
  void keep_alive(std::shared_ptr<void> data) const;

  // --- what natives do in the midst of an evaluation: see native.hpp
  /// Call `function`, or the function of a symbol, as a function of Lisp does: where nothing handles a condition, the debugger finds the
  /// whole stack, and restarts of all who wait below. `call` ends with an Error instead. Throws Unwinding.
  Word funcall(Word function, std::span<const Word> arguments) const;
  Word funcall(Word function, std::initializer_list<Word> arguments) const {
    return funcall(function, std::span(arguments.begin(), arguments.size()));
  }
  /// Signal a TYPE-ERROR: `datum` is not of the type that `type` denotes, as the reader takes it. For what a native's body finds; its
  /// parameters check themselves.
  [[noreturn]] void throw_type_error(Word datum, std::string_view type) const;
  /// Do what waits to be done, such as handling an interrupt. What runs for long calls this every few milliseconds. May run Lisp, and
  /// throws Unwinding where that leaves the native.
  void poll() const;
  /// True if something waits. Cheap, and runs nothing.
  bool poll_is_due() const noexcept;
  /// Call `wait`, which waits for something outside and touches nothing of the interpreter; other threads of Lisp may run meanwhile, and do
  /// anything.
  void let_others_run(const Callback<void()>& wait) const;
  /// False if little is left of the stack of C++: what calls itself on the depth of data has to end.
  bool has_stack() const noexcept;

  // --- control

  /// Have the running evaluation signal TESSERA::INTERACTIVE-INTERRUPT at its next safepoint; behind the clean-up forms that run, unless
  /// an earlier interrupt has waited for their end for a second. From any thread or signal handler.
  void interrupt() const noexcept;
  /// Call `function` whenever the file `descriptor` is readable while Lisp waits for its standard input or sleeps; it should read what
  /// is there. One at a time: the next call replaces it, with -1 nothing is waited for.
  void call_when_readable(int descriptor, const ObjectRef& function) const;
  /// A stream to which Lisp writes: `output` gets the text in pieces, the last of them with FINISH-OUTPUT, each line when it ends. A stream
  /// from which Lisp reads: `input` gives the next piece, "" at the end; while an interrupt waits (`poll_is_due`) it may give "" to have
  /// that handled, and is asked again. They may not call Lisp. CLOSE lets go of them.
  [[nodiscard]] ObjectRef output_stream(Callback<void(std::string_view)> output) const;
  [[nodiscard]] ObjectRef input_stream(Callback<std::string()> input) const;
  /// End the running evaluation, which throws a LimitReached: see Limits. From any thread or signal handler. Where none runs, this does
  /// nothing: who ends one from another thread does so until it has returned.
  void cancel() const noexcept;
  /// Limit the evaluations that begin from now on.
  void set_limits(const Limits& limits) const;
  [[nodiscard]] const Permissions& permissions() const;
  /// Look at all objects and at what evaluations may have left behind: "", or what is wrong. Only while no evaluation runs.
  [[nodiscard]] std::string self_check() const;
  /// Collect all garbage now. Only while no evaluation runs: a std::logic_error otherwise.
  void collect() const;

  /// The machine itself, for tests of the engine.
  Vm& vm() const;
  detail::State& state() const { return *state_; }

 protected:
  explicit Lisp(detail::State* state) : state_(state) {}
  detail::State* state_;

 private:
  ObjectRef make_native(std::string_view name, std::string_view lambda_list, std::unique_ptr<detail::Native> native,
                        std::string_view documentation) const;
  void define_native(std::string_view name, std::string_view lambda_list, std::unique_ptr<detail::Native> native,
                     std::string_view documentation) const;
  Word evaluate(std::string_view source, std::string_view name) const;
};

/// A Lisp of one's own. All state belongs to it; any number live in one process, each used by one thread at a time.
class TESSERA_API Interpreter : public Lisp {
 public:
  /// Throws std::runtime_error if the image cannot be loaded, or there is too little address space.
  explicit Interpreter(const Options& options = {});
  /// In the midst of an evaluation (by a native): that is ended first, and the interpreter then.
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

/// Call the function, or the function of the symbol, `f`. Throws as Lisp's functions do.
TESSERA_API Word call(State& state, Word f, const Word* arguments, std::size_t count);
/// The function cell's owner for a name as `Lisp` explains it; interned if need be.
TESSERA_API Word symbol_named(State& state, std::string_view name);
/// All values of the call just made, of which `value` is the first.
TESSERA_API std::span<const Word> values_of_call(State& state, Word value);
/// Give all values back from a native.
TESSERA_API void return_values(State& state, std::span<const Word> values);
/// Throw the TYPE-ERROR that `datum` is not of the type that `expected`, read as Lisp, denotes.
[[noreturn]] TESSERA_API void throw_type_error(State& state, Word datum, const std::string& expected);
/// A function object without a name of its own. Runs no Lisp.
TESSERA_API Word function_word(State& state, std::unique_ptr<Native> native);
/// Let the running native fail with that TYPE-ERROR.
TESSERA_API void refuse(State& state, Word datum, const std::string& expected);
/// Before any word is made outside of evaluations: a collection, if one is due.
TESSERA_API void before_making(State& state);

}  // namespace detail

}  // namespace tessera
