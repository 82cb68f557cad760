// The host's limits on evaluations: steps, time, memory, cancellation. No script can prevent its end, and the
// interpreter is fully usable afterwards.
#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

#include "lisp.hpp"

namespace {

using namespace std::chrono_literals;
using tessera::Interpreter;
using tessera::LimitReached;
using tessera::Limits;
using tessera::Lisp;
using tessera::ObjectRef;
using tessera::Options;
using Limit = LimitReached::Limit;

/// Scripts that would not end, and resist being ended. (cb f) is a native that calls f.
const char* const stubborn[] = {
    "(loop)",
    "(labels ((f () (f))) (f))",
    "(labels ((f (n) (g n)) (g (n) (f (1+ n)))) (f 1))",
    "(loop (handler-case (loop) (condition () nil)))",
    "(loop (handler-case (loop) (t () nil)))",
    "(loop (ignore-errors (loop)))",
    "(loop (with-simple-restart (abort \"again\") (loop)))",
    "(handler-bind ((t (lambda (c) c (invoke-restart 'again)))) (loop (restart-case (loop) (again () nil))))",
    "(handler-bind ((t (lambda (c) c (invoke-restart 'again)))) (loop (restart-case (error \"x\") (again () nil))))",
    "(tagbody back (unwind-protect (loop) (go back)))",
    "(loop (unwind-protect (loop) (print 1 (make-broadcast-stream))))",
    "(loop (block nil (unwind-protect (loop) (return))))",
    "(loop (catch 'a (unwind-protect (loop) (throw 'a 1))))",
    "(loop (block b (mapcar (lambda (x) (unwind-protect (loop) (return-from b x))) '(1 2))))",
    "(block b (unwind-protect (loop) (return-from b 5)))",
    "(catch 'c (unwind-protect (loop) (throw 'c 5)))",
    "(unwind-protect (loop) (loop))",
    "(unwind-protect (loop) (unwind-protect (loop) (loop)))",
    "(labels ((f () (unwind-protect (loop) (f)))) (f))",
    "(unwind-protect (loop) (handler-case (loop) (t () (loop))))",
    "(let ((tessera::*cleaning-up* t)) (loop))",
    "(let ((*debugger-hook* (lambda (c h) c h (loop)))) (error \"x\"))",
    "(let ((tessera::*invoke-debugger* (lambda (c h) c h (loop)))) (loop (error \"x\")))",
    "(progn (defun tessera-user-loop () (loop)) (loop (unwind-protect (tessera-user-loop) (tessera-user-loop))))",
    "(cb (lambda () (loop)))",
    "(loop (cb (lambda () (ignore-errors (loop)))))",
    "(unwind-protect (cb (lambda () (loop))) (loop))",
    "(block b (cb (lambda () (unwind-protect (loop) (return-from b 5)))))",
    "(cb (lambda () (unwind-protect (loop) (cb (lambda () (loop))))))",
    "(swallow (lambda () (loop)))",
    "(loop (swallow (lambda () (unwind-protect (loop) (swallow (lambda () (loop)))))))",
    "(macrolet ((m () (loop))) (m))",
    "(sort (list 3 1 2) (lambda (a b) a b (loop)))",
    "(progn (defstruct (endless (:print-function (lambda (o s d) o s d (loop))))) (princ-to-string (make-endless)))",
    "(read-from-string \"#.(loop)\")",
    "(loop for i from 1 do (handler-case (error \"x\") (error () i)))",
    "(loop (handler-case (labels ((deep (n) (1+ (deep n)))) (deep 1)) (storage-condition () nil)))",
};

/// An interpreter with natives that call back; `swallow` catches all that it can.
void prepare(const Lisp& lisp) {
  lisp.define("cb", [](const Lisp& l, const ObjectRef& f) { return l.call(f); });
  lisp.define("swallow", [](const Lisp& l, const ObjectRef& f) {
    for (int i = 0; i < 3; ++i) {
      try {
        l.call(f);
      } catch (...) {}
    }
  });
}

Limit limit_of(const Lisp& lisp, const std::string& form) {
  try {
    const ObjectRef value = lisp.eval(form);
    FAIL("it has ended with " << value.text());
  } catch (const LimitReached& e) { return e.limit(); } catch (const tessera::Error& e) {
    FAIL(e.condition_class() << ": " << e.what());
  }
  return Limit::heap;
}

void check_health(const Lisp& lisp) {
  CHECK(lisp.self_check() == "");
  CHECK(lisp.eval<int>("(handler-case (car 5) (type-error () 3))") == 3);
}

Options small() {
  Options options;
  options.stack_limit_words = std::size_t{1} << 20;
  return options;
}

TEST_CASE("time limits accept any std::chrono duration", "[limits]") {
  using tessera::Duration;
  CHECK(Duration().nanoseconds() == 0);
  CHECK(Duration(5s).nanoseconds() == 5'000'000'000);
  CHECK(Duration(20ms).nanoseconds() == 20'000'000);
  CHECK(Duration(7ns).nanoseconds() == 7);
  CHECK(Duration(-1us).nanoseconds() == -1000);
  CHECK(Duration(std::chrono::duration<double>(0.25)).nanoseconds() == 250'000'000);
  CHECK(Duration(std::chrono::duration<int, std::ratio<1, 3>>(2)).nanoseconds() == 666'666'666);
  CHECK(Duration(std::chrono::nanoseconds::max()).nanoseconds() == std::chrono::nanoseconds::max().count());
  CHECK(Duration(std::chrono::hours::max()).nanoseconds() == std::chrono::nanoseconds::max().count());
  CHECK(Duration(std::chrono::hours::min()).nanoseconds() == std::chrono::nanoseconds::min().count());
  static_assert(Limits{.steps = 1, .time = 2min}.time.nanoseconds() == 120'000'000'000);
  static_assert(!std::is_convertible_v<int, Duration> && !std::is_convertible_v<std::chrono::steady_clock::time_point, Duration>);
}

TEST_CASE("no script continues after its steps are used up", "[limits]") {
  Interpreter lisp(small());
  prepare(lisp);
  for (const char* form : stubborn) {
    INFO(form);
    lisp.set_limits({50'000});
    CHECK(limit_of(lisp, form) == Limit::steps);
    lisp.set_limits({});
    check_health(lisp);
  }
}

TEST_CASE("no script continues after its time is over", "[limits]") {
  Interpreter lisp(small());
  prepare(lisp);
  for (const char* form : stubborn) {
    INFO(form);
    lisp.set_limits({0, 20ms});
    const auto begin = std::chrono::steady_clock::now();
    CHECK(limit_of(lisp, form) == Limit::time);
    CHECK(std::chrono::steady_clock::now() - begin < 500s);  // so (SLEEP 1000) was ended
    lisp.set_limits({});
    check_health(lisp);
  }
}

TEST_CASE("no script continues after another thread cancels it", "[limits]") {
  Interpreter lisp(small());
  prepare(lisp);
  for (const char* form : stubborn) {
    INFO(form);
    std::atomic<bool> ended{false};
    std::thread other([&] {
      while (!ended) {
        std::this_thread::sleep_for(5ms);
        lisp.cancel();
      }
    });
    Limit found = Limit::heap;
    try {
      found = limit_of(lisp, form);
    } catch (...) {}
    ended = true;
    other.join();
    CHECK(found == Limit::cancelled);
    check_health(lisp);
  }
}

TEST_CASE("long-running natives check the time limit", "[limits]") {
  Interpreter lisp;
  lisp.eval(
      "(defvar *numbers* (let ((v (make-array 500000))) (dotimes (i 500000 v) (setf (aref v i) (random 1000000000)))))"
      "(defvar *text* (make-string 2000000 :initial-element #\\a))"
      "(defvar *sought* (concatenate 'string (make-string 20000 :initial-element #\\a) \"b\"))"
      "(defvar *circle* (let ((l (list 1 2 3))) (setf (cdr (last l)) l)))");
  for (const char* form : {
           "(expt 7 5000000)",
           "(search *sought* *text*)",
           "(loop (sort (copy-seq *numbers*) #'<))",
           "(loop (prin1-to-string *numbers*))",
           "(loop (read-from-string (concatenate 'string \"(\" *text* \")\")))",
           "(loop (length (with-output-to-string (s) (dotimes (i 1000) (write-string \"abc\" s)))))",
           "(loop (count #\\b *text*))",
           "(loop (equal *circle* (copy-list '(1 2 3))))",
           "(loop (subst 1 2 (coerce *numbers* 'list)))",
           "(loop (parse-integer (make-string 10000 :initial-element #\\7)))",
           "(sleep 1000)",
           "(let ((x 1)) (loop (setq x (* x (+ x 3)))))",
           "(loop (eval '(let ((a 1)) (list a))))",
       }) {
    INFO(form);
    lisp.set_limits({0, 30ms});
    const auto begin = std::chrono::steady_clock::now();
    CHECK(limit_of(lisp, form) == Limit::time);
    CHECK(std::chrono::steady_clock::now() - begin < 500s);  // so (SLEEP 1000) was ended
    lisp.set_limits({});
    check_health(lisp);
  }
}

TEST_CASE("step counts are repeatable and restart in each evaluation", "[limits]") {
  Interpreter lisp;
  int reached = 0;
  lisp.define("reach", [&reached](int n) { reached = n; });
  lisp.eval("(defun count-up () (do ((i 1 (1+ i))) (nil) (reach i)))");
  std::vector<int> found;
  for (int i = 0; i < 3; ++i) {
    lisp.set_limits({20'000});
    CHECK(limit_of(lisp, "(count-up)") == Limit::steps);
    found.push_back(reached);
  }
  CHECK(found[0] > 1'000);
  CHECK(found[1] == found[0]);
  CHECK(found[2] == found[0]);
  for (int i = 0; i < 100; ++i) CHECK(lisp.eval<int>("(let ((n 0)) (dotimes (i 1000 n) (incf n)))") == 1000);
  lisp.set_limits({});
  CHECK(lisp.eval<int>("(let ((n 0)) (dotimes (i 1000000 n) (incf n)))") == 1'000'000);
}

TEST_CASE("after a limit, cleanup forms run for a limited time", "[limits]") {
  Interpreter lisp;
  prepare(lisp);
  lisp.eval("(defvar *log* '()) (defvar *special* :outermost)");
  lisp.set_limits({10'000});
  CHECK(limit_of(lisp, "(let ((*special* 1)) (unwind-protect (unwind-protect (loop) (push 1 *log*)) (push 2 *log*)))") == Limit::steps);
  CHECK(limit_of(lisp, "(unwind-protect (cb (lambda () (unwind-protect (loop) (push 3 *log*)))) (push 4 *log*))") == Limit::steps);
  CHECK(
      limit_of(lisp,
               "(unwind-protect (loop) (handler-case (error \"x\") (error () (push 5 *log*))) (block b (return-from b)) (push 6 *log*))") ==
      Limit::steps);
  CHECK(limit_of(lisp, "(unwind-protect (unwind-protect (loop) (loop)) (push :never *log*))") == Limit::steps);
  CHECK(limit_of(lisp, "(unwind-protect (loop) (error \"in vain\"))") == Limit::steps);
  lisp.set_limits({});
  CHECK(outcome(lisp, "(list *special* (reverse *log*))") == "(:OUTERMOST (1 2 3 4 5 6))");
  check_health(lisp);
}

TEST_CASE("an evaluation that a limit ends reports its position", "[limits]") {
  Interpreter lisp;
  lisp.eval("(defun runs-for-ever ()\n  (loop))", "rules.lisp");
  lisp.set_limits({1'000});
  try {
    lisp.eval("(list (runs-for-ever))");
    FAIL("nothing was thrown");
  } catch (const LimitReached& e) {
    CHECK(e.condition_class() == "LIMIT-REACHED");
    CHECK_FALSE(static_cast<bool>(e.condition()));
    CHECK(std::string(e.what()) == "step limit reached");
    CHECK(e.backtrace().find("in RUNS-FOR-EVER at rules.lisp:2:") == 0);
  }
  try {
    lisp.eval("(list 1)\n  (loop)", "form.lisp");
    FAIL("nothing was thrown");
  } catch (const LimitReached& e) { CHECK(e.backtrace() == "in TOPLEVEL-FORM at form.lisp:2:3\n"); }
}

TEST_CASE("a limit applies to the outermost evaluation, and natives inside it return", "[limits]") {
  Interpreter lisp;
  int left = 0;
  lisp.define("nested", [&left](const Lisp& l) {
    try {
      l.eval("(loop)");
    } catch (const tessera::Unwinding&) {
      ++left;
      throw;
    }
  });
  lisp.set_limits({10'000});
  CHECK(limit_of(lisp, "(loop (ignore-errors (nested)))") == Limit::steps);
  CHECK(left == 1);
  lisp.set_limits({});
  check_health(lisp);
}

std::atomic<Interpreter*> in_signal{nullptr};

TEST_CASE("a native or a signal handler can cancel the current evaluation only", "[limits]") {
  Interpreter lisp;
  lisp.cancel();
  CHECK(lisp.eval<int>("(let ((n 0)) (dotimes (i 1000 n) (incf n)))") == 1000);
  lisp.define("cancel-me", [](const Lisp& l) { l.cancel(); });
  CHECK(limit_of(lisp, "(list (ignore-errors (cancel-me) (loop)))") == Limit::cancelled);
  in_signal = &lisp;
  const auto before = std::signal(SIGUSR1, [](int) { in_signal.load()->cancel(); });
  lisp.define("raise-it", [] { std::raise(SIGUSR1); });
  CHECK(limit_of(lisp, "(loop (handler-case (progn (raise-it) (loop)) (condition () nil)))") == Limit::cancelled);
  std::signal(SIGUSR1, before);
  check_health(lisp);
}

TEST_CASE("heap and stack exhaustion are distinct conditions that scripts can handle", "[limits]") {
  Options options = small();
  options.heap_limit_bytes = std::size_t{collects_always ? 12 : 64} << 20;  // there each step of filling the heap collects
  Interpreter lisp(options);
  CHECK(limit_of(lisp, "(labels ((f (n) (1+ (f n)))) (f 1))") == Limit::stack);
  CHECK(outcome(lisp, "(handler-case (labels ((f (n) (1+ (f n)))) (f 1)) (storage-condition () :caught))") == ":CAUGHT");
  for (const char* form : {
           "(with-output-to-string (s) (loop (write-char #\\a s)))",
           "(with-output-to-string (s) (loop (write-string \"some text\" s)))",
           "(with-output-to-string (s) (loop (format s \"~a~%\" 'text)))",
           "(with-output-to-string (s) (loop (print '(1 2 3) s)))",
           "(let ((s (make-array 0 :element-type 'character :adjustable t :fill-pointer 0))) (loop (vector-push-extend #\\a s)))",
           "(let ((x \"ab\")) (loop (setq x (concatenate 'string x x))))",
           "(let ((l '())) (loop (push 1 l)))",
           "(let ((x 3)) (loop (setq x (* x x))))",
           "(make-array 100000000)",
           "(let ((h (make-hash-table))) (do ((i 0 (1+ i))) (nil) (setf (gethash i h) i)))",
           "(do ((i 0 (1+ i))) (nil) (intern (format nil \"S~d\" i)))",
       }) {
    INFO(form);
    CHECK(limit_of(lisp, form) == Limit::heap);
    CHECK(lisp.self_check() == "");
    CHECK(outcome(lisp, std::string("(handler-case ") + form + " (storage-condition () :caught))") == ":CAUGHT");
  }
  check_health(lisp);
}

TEST_CASE("output to strings that become wide makes room for itself in a heap full of garbage", "[limits]") {
  Options options = small();
  options.heap_limit_bytes = std::size_t{collects_always ? 12 : 64} << 20;
  Interpreter lisp(options);
  lisp.eval(
      "(defun fill-heap () (let ((all '())) (handler-case (loop (push (make-array 1000) all)) (storage-condition () (setq all nil)))))"
      "(defun widened (stream) (write-string (make-string 20000 :initial-element #\\a) stream) (fill-heap)"
      "  (write-char (code-char 955) stream))");
  CHECK(outcome(lisp, "(let ((s (make-string-output-stream))) (widened s) (length (get-output-stream-string s)))") == "20001");
  CHECK(
      outcome(
          lisp,
          "(let ((a (make-array 0 :element-type 'character :adjustable t :fill-pointer 0))) (with-output-to-string (s a) (widened s)) (length a))") ==
      "20001");
  check_health(lisp);
}

TEST_CASE("printing circular or huge objects ends", "[limits]") {
  Options options = small();
  options.heap_limit_bytes = std::size_t{collects_always ? 12 : 32} << 20;  // in a larger one it takes longer to end
  Interpreter narrow(options), lisp;
  CHECK(narrow.eval("(let ((l (list 1 2 3))) (setf (cdr (last l)) l))").text().size() < 1000);
  CHECK(narrow.eval("(let ((v (vector 1 2))) (setf (aref v 0) v))").text().size() < 1000);
  CHECK(narrow.eval("(let ((c (cons 1 2))) (setf (car c) c) c)").display().size() < 1000);
  CHECK(narrow.eval("(defstruct node next) (let ((n (make-node))) (setf (node-next n) n))").text().size() < 1000);
  CHECK(lisp.eval("(let ((x '())) (dotimes (i 40 x) (setq x (list x x))))").text().size() <= 17'000'000);
  CHECK(lisp.eval("(let ((x '())) (dotimes (i 100000 x) (setq x (list x))))").text().size() > 100'000);
  CHECK(lisp.eval("(make-list 10000000)").text().size() <= 17'000'000);
  check_health(narrow);
  check_health(lisp);
}

}  // namespace
