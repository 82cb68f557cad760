// Tessera, a small embeddable Common Lisp dialect: what a C++ program sees of it.
//
//     tessera::Interpreter lisp;
//     lisp.define("TWICE", "n", [](tessera::Call& call) { return call.integer(call.integer_argument(0) * 2); });
//     tessera::Result r = lisp.eval("(mapcar #'twice '(1 2 3))");
//     if (r.ok) std::cout << r.value.text() << '\n';   // (2 4 6)
//     else std::cerr << r.condition << ": " << r.message << '\n';
//
// All state belongs to an Interpreter; several live in one process, each used by one thread at a time. Only
// `interrupt` may be called from another thread or a signal handler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

class Interpreter;
class Vm;
class Handle;
struct HostEntry;

/// A Lisp object that C++ keeps: it stays alive, and right when the collector moves it. Copies share the object.
/// It must not outlive its Interpreter.
class ObjectRef {
 public:
  ObjectRef() = default;
  explicit operator bool() const { return handle_ != nullptr; }
  /// True unless the object is NIL (or the reference is empty).
  bool truth() const;
  /// The object as PRIN1 prints it; in short if that would take more than 16 million characters, as of circular objects.
  std::string text() const;
  /// The object as PRINC prints it: a string without quotes.
  std::string display() const;
  /// The value of an integer that fits 64 bits, of a real number, of a string; nothing for other objects.
  std::optional<std::int64_t> integer() const;
  std::optional<double> real() const;
  std::optional<std::string> string() const;
  /// The elements of a proper list; nothing for other objects.
  std::optional<std::vector<ObjectRef>> list() const;

 private:
  friend class Interpreter;
  friend class Call;
  friend struct Access;
  ObjectRef(Vm* vm, std::shared_ptr<Handle> handle) : vm_(vm), handle_(std::move(handle)) {}
  Vm* vm_ = nullptr;
  std::shared_ptr<Handle> handle_;
};

/// What an evaluation came to: its primary value, or the condition that nothing handled.
struct Result {
  bool ok = false;
  /// Of a call that a native made: the script is leaving it, by RETURN-FROM, THROW, a restart or a handler, for a point further out.
  /// The native should return at once; it cannot stop that, and until it has returned nothing else can be evaluated.
  bool left = false;
  ObjectRef value;
  std::string condition;  ///< the class's name, such as "TYPE-ERROR"
  std::string message;
  std::string backtrace;  ///< a line for each frame, the innermost first
};

/// A native's view of the call that is running. Argument numbers count from 0 and must be below `size()`.
class Call {
 public:
  std::size_t size() const { return count_; }
  ObjectRef argument(std::size_t i) const;
  /// The argument as an integer or a string; for others the native fails with a TYPE-ERROR once it returns.
  std::int64_t integer_argument(std::size_t i);
  double real_argument(std::size_t i);
  std::string string_argument(std::size_t i);

  ObjectRef nil() const;
  ObjectRef boolean(bool b) const;
  ObjectRef integer(std::int64_t n) const;
  ObjectRef real(double d) const;  ///< a double-float
  ObjectRef string(std::string_view utf8) const;
  /// Have the native signal a SIMPLE-ERROR with this message instead of returning.
  ObjectRef fail(std::string_view message);

 private:
  friend struct Access;
  Call(Vm* vm, const void* values, std::size_t count) : vm_(vm), values_(values), count_(count) {}
  Vm* vm_;
  const void* values_;
  std::size_t count_;
  bool failed_ = false;
};

/// A function in C++ for Lisp to call. An exception that it throws becomes a Lisp ERROR with its `what()`, unless the script was
/// leaving a call that it made (Result::left), which goes on.
using HostFunction = std::function<ObjectRef(Call&)>;

/// Address space is kept for both; where the process may not have so much (`ulimit -v`), the limits are lowered to what it may.
struct Options {
  std::size_t heap_limit_bytes = std::size_t{8} << 30;     ///< beyond it: a STORAGE-CONDITION
  std::size_t stack_limit_words = std::size_t{160} << 20;  ///< of 8 bytes each; beyond it: a STORAGE-CONDITION
  std::string image_path;                                  ///< an image file in place of the built-in one
};

class Interpreter {
 public:
  /// Throws std::runtime_error if the image cannot be loaded, or there is too little address space.
  explicit Interpreter(const Options& options = {});
  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  /// Read and evaluate every form of `source` (UTF-8) in COMMON-LISP-USER; the value of the last. `name` stands for
  /// the file in positions.
  Result eval(std::string_view source, std::string_view name = "eval");
  /// Load a file of source text.
  Result load(std::string_view path);
  /// Call the function that `name` denotes: read as a symbol, such as "CAR" or "my-package::f" (read in upper case).
  Result call(std::string_view name, const std::vector<ObjectRef>& arguments = {});
  /// The same without a guard: an unhandled condition enters Lisp's own debugger (*INVOKE-DEBUGGER*).
  Result call_unguarded(std::string_view name, const std::vector<ObjectRef>& arguments = {});
  Result call(const ObjectRef& function, const std::vector<ObjectRef>& arguments = {});

  /// Make `function` the global function of the symbol `name` (read as in `call`). `lambda_list` tells the number of
  /// arguments and stands in messages, such as "x &optional y".
  void define(std::string_view name, std::string_view lambda_list, HostFunction function, std::string_view documentation = "");

  /// A function object for Lisp to call, such as `lisp.call("mapcar", {f, list})`; `name` and the rest as for `define`.
  ObjectRef make_function(std::string_view name, std::string_view lambda_list, HostFunction function, std::string_view documentation = "");

  /// Let `(require NAME)` run `load`, once: what is defined there costs nothing before it is wanted. NAME is
  /// compared without regard to case. An exception that `load` throws becomes a Lisp ERROR of the REQUIRE.
  void offer_module(std::string_view name, std::function<void(Interpreter&)> load);

  /// Keep `state` as long as this interpreter: what a module's natives work on, and perhaps they themselves.
  void keep(std::shared_ptr<void> state) { kept_.push_back(std::move(state)); }

  ObjectRef make_integer(std::int64_t n);
  ObjectRef make_string(std::string_view utf8);

  /// Have the running evaluation signal TESSERA::INTERACTIVE-INTERRUPT at its next safepoint; behind the clean-up forms that run, unless
  /// an earlier interrupt has waited for their end for a second.
  void interrupt();

  /// Collect all garbage now. Only while no evaluation runs.
  void collect();

  static const char* version();
  /// The machine itself, for tests of the engine, and for modules that are built with it.
  Vm& vm() { return *vm_; }

 private:
  Result run(const ObjectRef& function, const std::vector<ObjectRef>& arguments);
  Result left();
  std::unique_ptr<Vm> vm_;
  std::vector<std::unique_ptr<HostEntry>> functions_;
  std::vector<std::shared_ptr<void>> kept_;
};

}  // namespace tessera
