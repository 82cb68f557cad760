// Interrupts one after the other: those that come while cleanup forms run wait for their end, and none is lost or
// leaves anything behind.
#include <atomic>
#include <chrono>

#include "interrupts.hpp"
#include "lisp.hpp"
#include "process.hpp"
#include "vm/vm.hpp"

namespace {

using tessera::Interpreter;

/// An Interpreter with (INTERRUPT-ME), which sends an interrupt, and (WAIT-A-WHILE), which comes to many safepoints.
class Interruptible {
 public:
  Interruptible() {
    lisp.define("INTERRUPT-ME", [](const tessera::Lisp& l) { l.interrupt(); });
    REQUIRE(eval(lisp,
                 "(import 'tessera::interactive-interrupt) (defvar *log* '())"
                 " (defun note (x) (push x *log*)) (defun wait-a-while () (dotimes (i 1000) (identity i)))"
                 " (defmacro left-log (&body body)"
                 "  `(progn (setq *log* '()) (handler-case (progn ,@body (note :end)) (interactive-interrupt () (note :left)))"
                 "   (reverse *log*)))")
                .ok);
  }
  std::string log(const std::string& body) {
    std::string found = outcome(lisp, "(left-log " + body + ")");
    CHECK(lisp.vm().leftovers() == "");
    CHECK(outcome(lisp, "(list tessera::*cleaning-up* (+ 1 2))") == "(NIL 3)");
    return found;
  }

  Interpreter lisp;
};

TEST_CASE("an interrupt during cleanup forms waits until they end", "[interrupts]") {
  Interruptible i;
  const std::string twice = "(interrupt-me) (wait-a-while)";
  // of an exit, that of an interrupt among them
  CHECK(i.log("(handler-case (unwind-protect (progn " + twice + ") " + twice +
              " (note :clean))"
              " (interactive-interrupt () (wait-a-while) (note :never)))") == "(:CLEAN :LEFT)");
  CHECK(i.log("(block b (unwind-protect (return-from b) " + twice + " (note :clean)))") == "(:CLEAN :LEFT)");
  CHECK(i.log("(catch 'c (unwind-protect (throw 'c 1) " + twice + " (note :clean)) (note :never))") == "(:CLEAN :LEFT)");
  CHECK(i.log("(tagbody (unwind-protect (go a) " + twice + " (note :clean)) a (wait-a-while) (note :never))") == "(:CLEAN :LEFT)");
  // at a normal end
  CHECK(i.log("(unwind-protect 1 " + twice + " (note :clean)) (wait-a-while) (note :never)") == "(:CLEAN :LEFT)");
  // nested ones, of which the outermost end
  CHECK(i.log("(unwind-protect (unwind-protect 1 " + twice + " (note :inner)) " + twice + " (note :outer))") == "(:INNER :OUTER :LEFT)");
  CHECK(i.log("(unwind-protect 1 (unwind-protect 2 " + twice + " (note :inner)) (wait-a-while) (note :outer))") == "(:INNER :OUTER :LEFT)");
  CHECK(i.log("(unwind-protect 1 (unwind-protect 2 (note :inner)) " + twice + " (note :outer))") == "(:INNER :OUTER :LEFT)");
  // left by an exit of their own
  CHECK(i.log("(block b (unwind-protect 1 " + twice + " (note :clean) (return-from b))) (wait-a-while) (note :never)") == "(:CLEAN :LEFT)");
  CHECK(i.log("(handler-case (unwind-protect 1 " + twice + " (note :clean) (error \"x\")) (error () (wait-a-while) (note :never)))") ==
        "(:CLEAN :LEFT)");
  // cleanup forms of the library's macros
  CHECK(i.log("(with-open-file (s \"/dev/null\") (unwind-protect 1 " + twice + " (note :clean)))") == "(:CLEAN :LEFT)");
  // one that is continued
  CHECK(i.log("(handler-bind ((interactive-interrupt (lambda (c) (note :asked) (continue c))))"
              " (unwind-protect 1 " +
              twice + " (note :clean)) (wait-a-while))") == "(:CLEAN :ASKED :END)");
  // none
  CHECK(i.log("(unwind-protect 1 (wait-a-while) (note :clean)) (wait-a-while)") == "(:CLEAN :END)");
}

TEST_CASE("an interrupt does not end natives in cleanup forms", "[interrupts]") {
  Interruptible i;
  CHECK(i.log("(unwind-protect 1 (interrupt-me) (sleep 0.01) (note :slept)) (wait-a-while)") == "(:SLEPT :LEFT)");
  CHECK(i.log("(unwind-protect 1 (interrupt-me) (note (length (copy-tree (make-list 300000))))) (wait-a-while)") == "(300000 :LEFT)");
  CHECK(i.log("(unwind-protect 1 (interrupt-me) (note (length (prin1-to-string (make-list 100000))))) (wait-a-while)") == "(400001 :LEFT)");
}

TEST_CASE("cleanup forms can enable interrupts", "[interrupts]") {
  Interruptible i;
  CHECK(i.log("(unwind-protect 1 (let ((tessera::*cleaning-up* nil)) (interrupt-me) (wait-a-while) (note :never)) (note :nor-this))") ==
        "(:LEFT)");
}

TEST_CASE("repeated interrupts end cleanup forms that never end", "[interrupts]") {
  Interruptible i;
  CHECK(i.log("(unwind-protect (progn (interrupt-me) (wait-a-while)) (loop (interrupt-me)))") == "(:LEFT)");
  CHECK(i.log("(unwind-protect (progn (interrupt-me) (wait-a-while)) (unwind-protect (loop (interrupt-me)) (note :cleaned-up)))") ==
        "(:CLEANED-UP :LEFT)");
}

TEST_CASE("each of a thousand interrupts signals its condition and leaves no state behind", "[interrupts]") {
  Interruptible i;
  CHECK(outcome(i.lisp,
                "(let ((left 0) (cleaned 0)) (dotimes (i 1000) (handler-case (unwind-protect (progn (interrupt-me) (wait-a-while))"
                " (incf cleaned)) (interactive-interrupt () (incf left)))) (list left cleaned))") == "(1000 1000)");
  for (int n = 0; n < 1000; ++n) {
    const Result r = eval(i.lisp, "(progn (interrupt-me) (wait-a-while))");
    if (r.condition != "INTERACTIVE-INTERRUPT") FAIL(r.condition);
  }
  CHECK(i.lisp.vm().leftovers() == "");
}

/// Interrupts `lisp` again and again as long as it lives.
class Insistent {
 public:
  explicit Insistent(Interpreter& lisp)
      : thread_([this, &lisp] {
          while (!done_) {
            lisp.interrupt();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
          }
        }) {}
  ~Insistent() {
    done_ = true;
    thread_.join();
  }
  Insistent(const Insistent&) = delete;
  Insistent& operator=(const Insistent&) = delete;

 private:
  std::atomic<bool> done_{false};
  std::thread thread_;
};

TEST_CASE("cleanup forms complete under continuous interrupts", "[interrupts]") {
  Interruptible i;
  REQUIRE(eval(i.lisp, "(defvar *begun* 0) (defvar *ended* 0)").ok);
  {
    const Insistent user(i.lisp);
    for (int n = 0; n < 100 || outcome(i.lisp, "(> *begun* 50)") != "T"; ++n)  // some end before they begin
      eval(i.lisp,
           "(dotimes (i 5) (handler-case (unwind-protect (progn (incf *begun*) (loop)) (wait-a-while) (incf *ended*))"
           " (interactive-interrupt () nil)))");
  }
  CHECK(outcome(i.lisp, "(= *begun* *ended*)") == "T");
}

TEST_CASE("an interrupt during LOAD, READ or COMPILE signals the interrupt's condition only", "[interrupts]") {
  Interruptible i;
  const ScratchFolder scratch;
  i.lisp.call("set", i.lisp.symbol("*file*"), scratch.file("loaded.lisp", "(note :begun) (interrupt-me) (wait-a-while) (note :never)"));
  REQUIRE(eval(i.lisp, "(defmacro interrupting () (interrupt-me) (wait-a-while) nil)").ok);
  CHECK(i.log("(load *file*)") == "(:BEGUN :LEFT)");
  CHECK(i.log("(read-from-string \"(1 2 #.(progn (interrupt-me) (wait-a-while)) 3)\")") == "(:LEFT)");
  CHECK(i.log("(compile nil '(lambda () (interrupting)))") == "(:LEFT)");
  CHECK(i.log("(eval '(progn (interrupting)))") == "(:LEFT)");
  CHECK(i.log("(interrupt-me) (tessera:gc) (note :never)") == "(:LEFT)");
  CHECK(i.log("(handler-bind ((interactive-interrupt #'continue)) (note (eval '(progn (interrupting) 5))))") == "(5 :END)");
  CHECK(outcome(i.lisp, "(handler-case (load *file*) (interactive-interrupt () *load-truename*))") == "NIL");
}

}  // namespace
