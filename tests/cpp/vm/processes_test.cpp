// Threads of Lisp (vm/threads.md) as a host meets them: they run in its evaluations, which it limits and ends, and end
// with the interpreter.
#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "interrupts.hpp"
#include "lisp.hpp"

namespace {

using namespace std::chrono_literals;
using tessera::Interpreter;
using tessera::LimitReached;
using tessera::Lisp;
using tessera::ObjectRef;
using tessera::Options;

/// Loads the module mp, and defines helpers for scripts.
void prepare(const Lisp& lisp) {
  REQUIRE(eval(lisp, "(push " + quoted(TESSERA_MODULES "/") + " tessera::*module-path*)").ok);
  REQUIRE(eval(lisp, "(require \"mp\")").ok);
  REQUIRE(eval(lisp,
               "(progn (defvar *n* 0)"
               " (defun run (function) (mp:process-run-function \"worker\" function))"
               " (defun count-up () (loop (incf *n*)))"
               " (defun wait-for-count (more) (let ((until (+ *n* more))) (loop until (>= *n* until) do (sleep 0.001))) t))")
              .ok);
}

}  // namespace

TEST_CASE("processes run only during an evaluation of the host", "[processes]") {
  Interpreter lisp;
  prepare(lisp);
  lisp.eval("(run 'count-up)");
  CHECK(outcome(lisp, "(wait-for-count 1000)") == "T");
  const auto before = lisp.eval<std::int64_t>("*n*");
  std::this_thread::sleep_for(20ms);
  CHECK(lisp.eval<std::int64_t>("*n*") - before < 1000000);  // only the values of this evaluation
  CHECK(outcome(lisp, "(wait-for-count 1000)") == "T");
  CHECK(lisp.self_check() == "");
  lisp.collect();
  CHECK(outcome(lisp, "(wait-for-count 1000)") == "T");
}

TEST_CASE("an interpreter's end also ends its processes", "[processes]") {
  const char* const doings[] = {
      "(loop)",
      "(sleep 1000)",
      "(unwind-protect (loop) (loop))",
      "(loop (handler-case (loop) (t () (loop))))",
      "(loop (ignore-errors (sleep 1000)))",
      "(let ((l (mp:make-lock))) (mp:get-lock l) (loop (mp:process-join (run (lambda () (mp:get-lock l))))))",
      "(labels ((deep (n) (if (zerop n) (sleep 1000) (1+ (deep (1- n)))))) (deep 10000))",
      "(progn (defstruct shown) (defmethod print-object ((s shown) stream) (sleep 1000)) (princ-to-string (make-shown)))",
      "(macrolet ((m () (sleep 1000))) (m))",
      "(mp:without-interrupts (loop (sleep 1000)))",
      "(loop (expt 3 100000))",
      "(sort (list 3 1 2) (lambda (a b) a b (sleep 1000)))",
      "(sockets:accept *listener*)",
  };
  for (const char* doing : doings) {
    INFO(doing);
    Interpreter lisp;
    prepare(lisp);
    lisp.eval("(require \"sockets\")");
    lisp.eval("(defvar *listener* (sockets:make-listener \"127.0.0.1\" 0))");
    REQUIRE(eval(lisp, "(dotimes (i 3) (run (lambda () (eval '" + std::string(doing) + "))))").ok);
    CHECK(outcome(lisp, "(progn (sleep 0.01) :here)") == ":HERE");
  }
}

TEST_CASE("interpreters can end before or while their processes start", "[processes]") {
  for (int i = 0; i < 20; ++i) {
    std::optional<Interpreter> lisp(std::in_place);
    prepare(*lisp);
    lisp->eval("(dotimes (i 5) (run 'count-up))");
    if (i % 2 == 0) lisp->eval("(mp:process-yield)");
    CHECK(outcome(*lisp, "(count \"worker\" (mp:all-processes) :key #'mp:process-name :test #'string=)") == "5");
    lisp.reset();
  }
}

TEST_CASE("limits and cancellation apply to the host's evaluation in every process", "[processes]") {
  Interpreter lisp;
  prepare(lisp);
  for (const char* waiting : {"(sleep 1000)", "(loop)", "(mp:process-join (run (lambda () (loop))))",
                              "(mp:get-lock (let ((l (mp:make-lock))) (mp:process-join (run (lambda () (mp:get-lock l)))) l))"}) {
    INFO(waiting);
    lisp.eval("(run 'count-up)");
    lisp.set_limits({.steps = 0, .time = 50ms});
    CHECK_THROWS_AS(lisp.eval(waiting), LimitReached);
    lisp.set_limits({});
    CHECK(outcome(lisp, "(wait-for-count 1000)") == "T");
    lisp.set_limits({.steps = 100000, .time = 0ns});
    CHECK_THROWS_AS(lisp.eval(waiting), LimitReached);  // the others' steps count as well
    lisp.set_limits({});
    std::atomic<bool> ended{false};
    std::thread host([&] {  // a cancellation before the evaluation has begun does nothing
      while (!ended) {
        std::this_thread::sleep_for(20ms);
        lisp.cancel();
      }
    });
    CHECK_THROWS_AS(lisp.eval(waiting), LimitReached);
    ended = true;
    host.join();
    CHECK(outcome(lisp, "(wait-for-count 1000)") == "T");
  }
  CHECK(lisp.self_check() == "");
}

TEST_CASE("interrupts from outside reach the main process", "[processes]") {
  Interpreter lisp;
  prepare(lisp);
  lisp.eval("(run 'count-up)");
  lisp.eval("(run (lambda () (loop (sort (loop for i below 100 collect (- i)) #'<))))");
  for (const char* doing : {"(loop)", "(sleep 1000)", "(mp:process-join (run (lambda () (loop))))"}) {
    INFO(doing);
    CHECK(interrupted_outcome(lisp, "(handler-case " + std::string(doing) +
                                        " (tessera:interactive-interrupt () (mp:process-name mp:*current-process*)))") == "\"main\"");
  }
}

TEST_CASE("processes call the host's natives, which can call Lisp", "[processes]") {
  Interpreter lisp;
  prepare(lisp);
  std::atomic<int> inside{0};
  int most = 0, calls = 0;
  lisp.define("host-call", [&](const ObjectRef& function) {
    most = std::max(most, ++inside);
    ++calls;
    const ObjectRef value = function.call<ObjectRef>();
    --inside;
    return value;
  });
  CHECK(outcome(lisp,
                "(mapcar #'mp:process-join (loop for i below 8 collect (let ((i i))"
                " (run (lambda () (loop repeat 20 do (host-call (lambda () (sleep 0.0001) i))) (host-call (lambda () i)))))))") ==
        "(0 1 2 3 4 5 6 7)");
  CHECK(calls == 8 * 21);
  CHECK(most > 1);  // a native that waits inside lets others run
  lisp.define("host-fails", []() -> int { throw std::runtime_error("no"); });
  CHECK(outcome(lisp, "(mp:process-join (run (lambda () (handler-case (host-fails) (error (c) (princ-to-string c))))))") ==
        "\"HOST-FAILS: C++ exception: no\"");
}

TEST_CASE("a host that waits can let processes run", "[processes]") {
  std::atomic<int> ticks{0};
  Interpreter lisp;
  prepare(lisp);
  lisp.define("tick", [&ticks] { ++ticks; });
  lisp.define("host-waits", [&] {
    lisp.release_while([&] {
      for (const int before = ticks; ticks < before + 1000;) std::this_thread::sleep_for(1ms);
    });
  });
  lisp.eval("(run (lambda () (loop (tick))))");
  CHECK(outcome(lisp, "(progn (host-waits) t)") == "T");
  lisp.release_while([] {});  // between evaluations no process runs
  CHECK(outcome(lisp, "(progn (host-waits) t)") == "T");
}

TEST_CASE("without the host's permission there are no processes", "[processes]") {
  Options options;
  options.permissions.threads = false;
  Interpreter lisp(options);
  prepare(lisp);
  CHECK(outcome(lisp, "(run #'+)").find("threads") != std::string::npos);
  CHECK(outcome(lisp, "(let ((l (mp:make-lock))) (mp:with-lock (l) 1))") == "1");  // locks work with a single process, too
  CHECK(outcome(lisp, "(mp:process-yield)") == "NIL");
  CHECK_FALSE(tessera::Permissions::none().threads);
}

TEST_CASE("interpreters on different threads of the host have their own processes", "[processes]") {
  std::vector<std::thread> hosts;
  std::atomic<int> good{0};
  for (int i = 0; i < 3; ++i) {
    hosts.emplace_back([&good] {
      Interpreter lisp;
      if (!eval(lisp, "(push " + quoted(TESSERA_MODULES "/") + " tessera::*module-path*)").ok || !eval(lisp, "(require \"mp\")").ok) return;
      if (outcome(lisp,
                  "(apply #'+ (mapcar #'mp:process-join (loop for i below 10 collect (let ((i i))"
                  " (mp:process-run-function i (lambda () (loop repeat 50 do (mp:process-yield)) i))))))") == "45")
        ++good;
    });
  }
  for (std::thread& host : hosts) host.join();
  CHECK(good == 3);
}

TEST_CASE("each of a hundred processes has a stack", "[processes]") {
  Interpreter lisp;
  prepare(lisp);
  // A hundred at once, all of which have something on their stacks.
  CHECK(
      outcome(
          lisp,
          "(let* ((gate (mp:make-barrier 101)) (ps (loop for i below 100 collect (let ((i i))"
          " (run (lambda () (labels ((deep (n) (if (zerop n) (progn (mp:barrier-wait gate) 0) (1+ (deep (1- n)))))) (+ i (deep 100)))))))))"
          " (mp:barrier-wait gate) (apply #'+ (mapcar #'mp:process-join ps)))") == "14950");
  CHECK(lisp.self_check() == "");
  CHECK(outcome(lisp, "(length (mp:all-processes))") == "1");
}
