// Non-local exits: evaluations that end early where natives call Lisp again, through every entry point of the
// Interpreter.
#include <pthread.h>

#include <stdexcept>
#include <thread>

#include "api/state.hpp"
#include "lisp.hpp"
#include "process.hpp"

namespace {

using tessera::Arguments;
using tessera::Interpreter;
using tessera::Lisp;
using tessera::ObjectRef;
using tessera::Options;

Result call_unguarded(const Lisp& lisp, std::string_view name, const std::vector<ObjectRef>& arguments = {}) {
  return attempt([&] { return lisp.keep(tessera::detail::word_of(tessera::detail::call_with_debugger(lisp, name, arguments))); });
}

/// An Interpreter with natives that call their argument, each by another entry. All return its value, or NIL if it has
/// none.
class Callbacks {
 public:
  static constexpr const char* entries[] = {"cb-call", "cb-name", "cb-unguarded", "cb-eval", "cb-load", "cb-made", "cb-module"};

  explicit Callbacks(const Options& options = {}) : lisp(options) {
    eval(lisp, "(defvar *thunk* nil) (defvar *special* :outermost) (defvar *log* '())");
    const std::string file = scratch_.file("thunk.lisp", "(setq *loaded* (funcall *thunk*))");
    eval(lisp, "(defvar *loaded* nil) (defvar *made* nil) (defvar *required* nil)");
    define("CB-CALL", [this](const ObjectRef& f) { return call(lisp, f); });
    define("CB-NAME", [this](const ObjectRef& f) { return call(lisp, "funcall", f); });
    define("CB-UNGUARDED", [this](const ObjectRef& f) { return call_unguarded(lisp, "funcall", {f}); });
    define("CB-EVAL", [this](const ObjectRef& f) { return call(lisp, "set", symbol("*THUNK*"), f), eval(lisp, "(funcall *thunk*)"); });
    define("CB-LOAD", [this, file](const ObjectRef& f) {
      call(lisp, "set", symbol("*THUNK*"), f);
      const Result r = load(lisp, file);
      return r.ok ? eval(lisp, "*loaded*") : r;
    });
    const ObjectRef made = lisp.make_function("MADE", [](const Lisp& l, const ObjectRef& f) { return l.call(f); });
    call(lisp, "set", symbol("*MADE*"), made);
    eval(lisp, "(defun cb-made (f) (values (funcall *made* f)))");
    for (int i = 0; i < 10; ++i)  // a module cannot require itself, so each level of nesting has its own
      lisp.offer_module("calling-" + std::to_string(i), [](const Lisp& l) { l.eval("(setq *required* (funcall *thunk*))"); });
    eval(lisp,
         "(defvar *level* -1)"
         "(defun cb-module (f) (let* ((*level* (1+ *level*)) (name (format nil \"calling-~D\" *level*)))"
         "  (setq *thunk* f *modules* (remove name *modules* :test #'string=)) (require name) (values *required*)))");
    REQUIRE(eval(lisp, "(import 'tessera::interactive-interrupt)").ok);
    lisp.define("INTERRUPT-ME", [](const Lisp& l) { l.interrupt(); });
  }

  /// Evaluates `form`, in which CB stands for the native, and checks that nothing is left behind.
  std::string result(const std::string& form, const std::string& entry) {
    std::string text = form;
    for (std::size_t at; (at = text.find("CB")) != std::string::npos;) text.replace(at, 2, entry);
    const std::string found = outcome(lisp, text);
    check_health();
    return found;
  }

  void check_health() {
    CHECK(lisp.vm().leftovers() == "");
    CHECK(outcome(lisp, "(list *special* (+ 1 2))") == "(:OUTERMOST 3)");
    CHECK(eval(lisp, "(car 5)").condition == "TYPE-ERROR");
    CHECK(lisp.vm().leftovers() == "");
  }

  Interpreter lisp;

 private:
  template <class Entry> void define(const char* name, Entry entry) {
    lisp.define(name, [this, entry](const ObjectRef& f) { return given(entry(f)); });
  }
  ObjectRef given(const Result& r) {
    if (r.left) CHECK(r.condition.empty());
    return r.ok ? r.value : ObjectRef();
  }
  ObjectRef symbol(const char* name) { return call(lisp, "intern", name).value; }

  ScratchFolder scratch_;
};

struct Expectation {
  const char* form;
  const char* value;
};

void check_all(Callbacks& callbacks, const std::vector<Expectation>& expectations) {
  for (const char* entry : Callbacks::entries) {
    for (const Expectation& e : expectations) {
      INFO(entry << ": " << e.form);
      CHECK(callbacks.result(e.form, entry) == e.value);
    }
  }
}

TEST_CASE("an exit unwinds through a native that called Lisp", "[interpreter][exits]") {
  Callbacks callbacks;
  check_all(
      callbacks,
      {
          {"(list (CB (lambda () 1)) :x)", "(1 :X)"},
          {"(block b (CB (lambda () (return-from b 1))) :x)", "1"},
          {"(handler-case (CB (lambda () (error \"x\"))) (error () :h))", ":H"},
          {"(handler-case (CB (lambda () (car 5))) (type-error (c) (list :h (type-error-datum c))))", "(:H 5)"},
          {"(catch 'a (CB (lambda () (throw 'a 2))) :x)", "2"},
          {"(let ((n 0)) (tagbody again (incf n) (when (< n 3) (CB (lambda () (go again)))) (incf n 10)) n)", "13"},
          {"(restart-case (CB (lambda () (invoke-restart 'r 5))) (r (x) (list :r x)))", "(:R 5)"},
          {"(restart-case (handler-bind ((error (lambda (c) c (invoke-restart 'r 6)))) (CB (lambda () (error \"x\")))) (r (x) (list :r x)))",
           "(:R 6)"},
          {"(handler-bind ((error (lambda (c) c (use-value 7)))) (CB (lambda () (list (car 5)))))", "(7)"},
          {"(handler-case (CB (lambda () (throw 'nowhere 1))) (control-error () :no))", ":NO"},
          {"(handler-case (CB (lambda () (no-such-function))) (undefined-function (c) (cell-error-name c)))", "NO-SUCH-FUNCTION"},
          {"(block b (mapcar (lambda (x) (CB (lambda () (when (= x 2) (return-from b (list :at x)))))) '(1 2 3)))", "(:AT 2)"},
          {"(block b (sort (list 3 1 2) (lambda (x y) (CB (lambda () (return-from b (+ x (* 0 y))))))) :x)", "2"},
          {"(let ((f (CB (lambda () (block b (lambda () (return-from b 1))))))) (handler-case (CB f) (control-error () :dead)))", ":DEAD"},
      });
}

TEST_CASE("an exit unwinds through many natives and runs cleanup forms once and in order", "[interpreter][exits]") {
  Callbacks callbacks;
  check_all(
      callbacks,
      {
          {"(let ((log '())) (list (block b (unwind-protect (CB (lambda () (unwind-protect (CB (lambda () (unwind-protect (return-from b 7)"
           " (push 1 log)))) (push 2 log)))) (push 3 log))) (reverse log)))",
           "(7 (1 2 3))"},
          {"(let ((log '())) (list (handler-case (CB (lambda () (unwind-protect (CB (lambda () (error \"x\"))) (push 1 log))))"
           " (error () (push 2 log) :h)) (reverse log)))",
           "(:H (1 2))"},
          {"(block b (labels ((deep (n) (if (zerop n) (return-from b :bottom) (CB (lambda () (deep (1- n))))))) (deep 8)) :x)", ":BOTTOM"},
          {"(block a (block b (unwind-protect (CB (lambda () (return-from b 1))) (return-from a 2))) 3)", "2"},
          {"(block b (unwind-protect (return-from b 1) (block c (CB (lambda () (return-from c 2))))))", "1"},
          {"(block a (block b (unwind-protect (CB (lambda () (return-from b 1))) (CB (lambda () (return-from a 2))))) 3)", "2"},
          {"(let ((log '())) (block b (unwind-protect (CB (lambda () (return-from b 1))) (CB (lambda () (push :cleaned log))))) log)",
           "(:CLEANED)"},
          {"(list (let ((*special* 1)) (block b (let ((*special* 2)) (CB (lambda () (let ((*special* 3)) (return-from b *special*))))))"
           " *special*) *special*)",
           "(1 :OUTERMOST)"},
          {"(progv '(*special*) '(1) (catch 'c (CB (lambda () (progv '(*special*) '(2) (throw 'c *special*))))))", "2"},
          {"(block b (let ((*special* 1)) (CB (lambda () (unwind-protect (return-from b *special*) (setq *log* *special*))))))", "1"},
      });
  check_all(
      callbacks,
      {{"(let ((out (make-string-output-stream))) (block b (format out \"~a\" (CB (lambda () (return-from b :left))))))", ":LEFT"},
       {"(block b (macrolet ((m () (CB (lambda () 5)))) (list (m))))", "(5)"},
       {"(block b (handler-case (eval '(macrolet ((m () (CB (lambda () (error \"x\"))))) (m))) (error () :expansion)))", ":EXPANSION"},
       {"(block b (eval (list 'macrolet (list (list 'm '() (list 'CB (lambda () (return-from b 9))))) '(m))))", "9"},
       {"(catch 'read (read-from-string \"(1 #.(CB (lambda () (throw 'read 10))))\"))", "10"}});
}

TEST_CASE("a native yields its returned values, an exit those it was given", "[interpreter][exits]") {
  Callbacks callbacks;
  check_all(
      callbacks,
      {
          {"(multiple-value-bind (v f) (CB (lambda () 1)) (list v f))", "(1 NIL)"},
          {"(multiple-value-list (CB (lambda () (values 1 2 3))))", "(1)"},
          {"(multiple-value-list (CB (lambda () (values))))", "(NIL)"},
          {"(multiple-value-list (block b (CB (lambda () (return-from b (values 1 2 3))))))", "(1 2 3)"},
          {"(multiple-value-list (block b (CB (lambda () (return-from b (values))))))", "NIL"},
          {"(multiple-value-list (catch 'c (unwind-protect (CB (lambda () (throw 'c (values 1 2)))) (CB (lambda () (values 3 4 5))))))",
           "(1 2)"},
          {"(multiple-value-list (unwind-protect (values 1 2) (CB (lambda () (values 3 4 5)))))", "(1 2)"},
          {"(multiple-value-call #'list (CB (lambda () (values 1 2))) (values 3 4))", "(1 3 4)"},
      });
  callbacks.lisp.define("PRINTED", [](const ObjectRef& object) { return object.text(); });
  REQUIRE(eval(callbacks.lisp, "(defstruct (thing (:print-function (lambda (o s d) o d (write-string \"thing\" s) (values 1 2 3)))))").ok);
  CHECK(outcome(callbacks.lisp, "(multiple-value-list (printed (make-thing)))") == "(\"thing\")");
  REQUIRE(eval(callbacks.lisp, "(defstruct (trap (:print-function (lambda (o s d) o s d (throw 'trap :trapped)))))").ok);
  CHECK(outcome(callbacks.lisp, "(catch 'trap (printed (make-trap)) :x)") == ":TRAPPED");
  CHECK(outcome(callbacks.lisp, "(catch 'trap (printed (list 1 (make-trap))) :x)") == ":TRAPPED");
  callbacks.check_health();
}

TEST_CASE("a native cannot swallow a pending exit", "[interpreter][exits]") {
  Callbacks callbacks;
  Interpreter& lisp = callbacks.lisp;
  int calls = 0;
  std::vector<bool> left;
  lisp.define("SWALLOW", [&](const ObjectRef& f) {
    for (int i = 0; i < 3; ++i) {
      ++calls;
      left.push_back(call(lisp, f).left);
    }
    return "swallowed";
  });
  lisp.define("FAIL-THEN", [&](const ObjectRef& f) {
    call(lisp, f);
    throw tessera::Error("SIMPLE-ERROR", "failed afterwards");
  });
  lisp.define("THROW-THEN", [&](const ObjectRef& f) {
    call(lisp, f);
    throw std::runtime_error("thrown");
  });
  lisp.define("THROW-INT-THEN", [&](const ObjectRef& f) {
    call(lisp, f);
    throw 42;
  });
  lisp.define("DEFINE-THEN", [&](const ObjectRef& f) {
    call(lisp, f);
    lisp.define("NEVER-DEFINED", [] {});
  });
  lisp.define("TYPE-THEN", [&](const ObjectRef& f) { return call(lisp, f), f.as<int>(); });
  for (const char* native : {"swallow", "fail-then", "throw-then", "throw-int-then", "define-then", "type-then"}) {
    INFO(native);
    const std::string f = native;
    CHECK(callbacks.result("(block b (" + f + " (lambda () (return-from b 1))) :x)", "") == "1");
    CHECK(callbacks.result("(handler-case (" + f + " (lambda () (error \"inner\"))) (error (c) (princ-to-string c)))", "") == "\"inner\"");
    CHECK(callbacks.result("(let ((n 0)) (catch 'c (" + f + " (lambda () (incf n) (throw 'c n)))) n)", "") == "1");
    CHECK(callbacks.result("(block b (unwind-protect (" + f + " (lambda () (return-from b 1))) (" + f + " (lambda () (return-from b 2)))))",
                           "") == "2");
  }
  CHECK(calls == 3 * 5);
  CHECK(left == std::vector<bool>(15, true));
  CHECK(outcome(lisp, "(fboundp 'never-defined)") == "NIL");
}

TEST_CASE("a native continues after a failure that was handled in its own call", "[interpreter][exits]") {
  Callbacks callbacks;
  Interpreter& lisp = callbacks.lisp;
  std::vector<Result> results;
  lisp.define("TRY-EACH", [&](const Arguments& functions) {
    for (std::size_t i = 0; i < functions.size(); ++i) results.push_back(call(lisp, functions[i]));
    return functions.size();
  });
  CHECK(callbacks.result("(try-each (lambda () (error \"x\")) (lambda () (abort)) (lambda () (car 5)) (lambda () 4))", "") == "4");
  REQUIRE(results.size() == 4);
  CHECK(results[0].condition == "SIMPLE-ERROR");
  CHECK(results[1].condition == "ABORT");
  CHECK(results[2].condition == "TYPE-ERROR");
  CHECK(results[3].value.try_as<std::int64_t>() == 4);
  for (const Result& r : results) CHECK_FALSE(r.left);
  CHECK(callbacks.result("(let ((seen 0)) (handler-bind ((error (lambda (c) c (incf seen)))) (try-each (lambda () (error \"x\")))) seen)",
                         "") == "1");
}

TEST_CASE("the error of an unguarded call has its condition", "[interpreter][exits]") {
  Callbacks callbacks;
  eval(callbacks.lisp, "(defun fails () (list (car 5))) (defun cleans () (unwind-protect (fails) (setq *log* (list :cleaned *special*))))");
  const Result r = call_unguarded(callbacks.lisp, "cleans");
  CHECK_FALSE(r.ok);
  CHECK_FALSE(r.left);
  CHECK(r.condition == "TYPE-ERROR");
  CHECK(r.message.find("CAR") != std::string::npos);
  CHECK(r.backtrace.find("FAILS") != std::string::npos);
  CHECK(outcome(callbacks.lisp, "*log*") == "(:CLEANED :OUTERMOST)");
  CHECK(call_unguarded(callbacks.lisp, "no-such-function").condition == "UNDEFINED-FUNCTION");
  callbacks.check_health();
}

TEST_CASE("every C++ exception becomes an error and undoes the bindings", "[interpreter][exits]") {
  Callbacks callbacks;
  Interpreter& lisp = callbacks.lisp;
  lisp.define("THROW-INT", [](const Arguments&) { throw 42; });
  lisp.define("THROW-LOGIC", [] { throw std::logic_error("no logic"); });
  lisp.define("THROW-MEMORY", [] { throw std::bad_alloc(); });
  CHECK(callbacks.result("(handler-case (throw-int 1) (error (c) (princ-to-string c)))", "").find("not a std::exception") !=
        std::string::npos);
  CHECK(callbacks.result("(handler-case (throw-logic) (error (c) (princ-to-string c)))", "").find("no logic") != std::string::npos);
  CHECK(callbacks.result("(handler-case (throw-memory) (storage-condition () :memory))", "") == ":MEMORY");
  CHECK(callbacks.result("(handler-bind ((error (lambda (c) c (use-value 5)))) (list (throw-int)))", "") == "(5)");
  CHECK_THROWS_AS(lisp.eval("(let ((*special* 1)) (list (throw-int)))"), int);
  CHECK_THROWS_AS(lisp.eval("(throw-logic)"), std::logic_error);
  CHECK(callbacks.result("(handler-case (throw-logic) (error (c) (princ-to-string c)))", "").find("THROW-LOGIC") != std::string::npos);
  for (int i = 0; i < 1000; ++i) {
    REQUIRE_THROWS_AS(lisp.eval("(let ((*special* 1)) (cb-call (lambda () (let ((*special* 2)) (throw-int)))) (throw-int 2))"), int);
  }
  callbacks.check_health();
  CHECK(callbacks.result("(block b (unwind-protect (cb-call (lambda () (return-from b 1))) (ignore-errors (throw-int))))", "") == "1");
}

TEST_CASE("a thread that ends inside a native leaves the interpreter unchanged", "[interpreter][exits]") {
  Callbacks callbacks;
  callbacks.lisp.define("END-THREAD", [] { pthread_exit(nullptr); });
  const auto work = [](void* argument) -> void* {
    eval(*static_cast<Interpreter*>(argument), "(let ((*special* 1)) (cb-call (lambda () (let ((*special* 2)) (end-thread)))))");
    return argument;
  };
  pthread_t thread;
  REQUIRE(pthread_create(&thread, nullptr, work, &callbacks.lisp) == 0);
  void* result = &thread;
  REQUIRE(pthread_join(thread, &result) == 0);
  CHECK(result == nullptr);
  callbacks.check_health();
}

TEST_CASE("stack and heap exhaustion below natives are conditions", "[interpreter][exits]") {
  Options options;
  options.stack_limit_words = std::size_t{1} << 18;
  options.heap_limit_bytes = std::size_t{64} << 20;
  Callbacks callbacks(options);
  eval(callbacks.lisp,
       "(defun endless (n) (1+ (endless n))) (defun hoard () (let ((l '())) (loop (push (make-array 10000) l))))"
       "(defun nested (n) (cb-call (lambda () (1+ (nested n)))))");
  check_all(
      callbacks,
      {
          {"(handler-case (CB (lambda () (endless 0))) (storage-condition () :deep))", ":DEEP"},
          {"(handler-case (CB (lambda () (hoard))) (storage-condition () :full))", ":FULL"},
          {"(let ((n 0)) (list (handler-case (CB (lambda () (unwind-protect (endless 0) (incf n)))) (storage-condition () :deep)) n))",
           "(:DEEP 1)"},
          {"(let ((n 0)) (list (handler-case (CB (lambda () (unwind-protect (hoard) (incf n)))) (storage-condition () :full)) n))",
           "(:FULL 1)"},
          {"(block b (handler-bind ((storage-condition (lambda (c) c (CB (lambda () (return-from b :out)))))) (endless 0)))", ":OUT"},
      });
  // handlers that use up the reserve kept for them, and handlers that return
  for (const char* form :
       {"(handler-bind ((storage-condition (lambda (c) c (endless 0)))) (cb-call (lambda () (endless 0))))",
        "(handler-bind ((storage-condition (lambda (c) c (hoard)))) (let ((*special* 1)) (cb-call #'hoard)))",
        "(unwind-protect (handler-bind ((storage-condition (lambda (c) c (endless 0)))) (endless 0)) (endless 0))", "(nested 0)"}) {
    INFO(form);
    for (int i = 0; i < 3; ++i) {
      eval(callbacks.lisp, form);
      callbacks.check_health();
    }
  }
  CHECK(eval(callbacks.lisp,
             "(unwind-protect (handler-bind ((storage-condition (lambda (c) c (endless 0)))) (endless 0)) (setq *log* :clean))")
            .condition == "STORAGE-CONDITION");
  CHECK(outcome(callbacks.lisp, "*log*") == ":CLEAN");
}

TEST_CASE("interrupts arrive below natives, and late ones are harmless", "[interpreter][exits]") {
  Callbacks callbacks;
  Interpreter& lisp = callbacks.lisp;
  check_all(
      callbacks,
      {
          {"(handler-case (CB (lambda () (interrupt-me) (loop))) (interactive-interrupt () :interrupted))", ":INTERRUPTED"},
          {"(handler-case (CB (lambda () (unwind-protect (progn (interrupt-me) (loop)) (setq *log* :cleaned)))) (interactive-interrupt () *log*))",
           ":CLEANED"},
          {"(handler-bind ((interactive-interrupt (lambda (c) c (continue)))) (CB (lambda () (interrupt-me) (dotimes (i 10 :done)))))",
           ":DONE"},
      });
  for (int i = 0; i < 100; ++i) {
    lisp.interrupt();
    REQUIRE(outcome(lisp, "(let ((n 0)) (dotimes (i 1000 n) (incf n)))") == "1000");
    REQUIRE(call(lisp, "list").ok);
  }
  eval(lisp, "(interrupt-me)");
  CHECK(outcome(lisp, "(let ((n 0)) (dotimes (i 1000 n) (incf n)))") == "1000");
  callbacks.check_health();
}

TEST_CASE("an interrupt while the debugger reports ends the report, not the process", "[interpreter][exits]") {
  Callbacks callbacks;
  REQUIRE(eval(callbacks.lisp,
               "(define-condition slow (error) ()"
               "  (:report (lambda (c s) (declare (ignore c)) (interrupt-me) (dotimes (i 100)) (write-string \"slow\" s))))")
              .ok);
  for (int i = 0; i < 20; ++i) {
    const std::string text = outcome(
        callbacks.lisp,
        "(with-input-from-string (*standard-input* \"(error 'slow) (list (+ 1 2)) (interrupt-me) (dotimes (i 1000)) (list (+ 2 3))\")"
        "  (with-output-to-string (*standard-output*) (tessera::%repl)))");
    INFO(text);
    CHECK(text.find("(3)") != std::string::npos);
    CHECK(text.find("(5)") != std::string::npos);
    callbacks.check_health();
  }
}

TEST_CASE("allocations that fail during an exit signal conditions", "[interpreter][exits]") {
  Callbacks callbacks;
  Interpreter& lisp = callbacks.lisp;
  REQUIRE(eval(lisp,
               "(defun way () (multiple-value-list (block b (unwind-protect (cb-call (lambda () (let ((*special* 1))"
               " (return-from b (values 1 2 3))))) (setq *log* (list 1 2))))))")
              .ok);
  for (std::uint64_t n = 1; n <= 400; n += slow_build ? 7 : 1) {
    INFO("allocation " << n);
    lisp.vm().heap.fail_allocation_after(n);
    const Result r = call(lisp, "way");
    lisp.vm().heap.fail_allocation_after(0);
    if (r.ok) CHECK((r.value.text() == "(1 2 3)" || r.value.text() == "(NIL)"));  // NIL: it ended in the native's own call
    else CHECK((r.condition.find("STORAGE") != std::string::npos || r.condition.find("EXHAUSTED") != std::string::npos));
    REQUIRE(lisp.vm().leftovers() == "");
    REQUIRE(outcome(lisp, "*special*") == ":OUTERMOST");
  }
}

TEST_CASE("a handler that returns from an unrecoverable failure ends the evaluation", "[exits]") {
  Interpreter lisp;
  for (const char* exit : {"(throw 'nowhere 1)", "(let ((f (block b (lambda () (return-from b 1))))) (funcall f))"}) {
    const Result r = eval(lisp, std::string("(let ((tessera::*invoke-debugger* (constantly 1))) ") + exit + ")");
    CHECK(r.condition == "SIMPLE-CONTROL-ERROR");
    CHECK(r.message.find("a handler returned from an unrecoverable failure") != std::string::npos);
    CHECK(lisp.vm().leftovers() == "");
  }
}

}  // namespace
