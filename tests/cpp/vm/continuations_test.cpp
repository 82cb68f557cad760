// Continuations in C++ programs: C++ frames, interrupts, limits, both stacks, and state after an evaluation.
#include "api/state.hpp"
#include "interrupts.hpp"
#include "lisp.hpp"

namespace {

using tessera::Interpreter;
using tessera::Limits;
using tessera::Lisp;
using tessera::ObjectRef;
using tessera::Options;

/// An Interpreter with the library, and the native CB, which calls its argument.
class WithContinuations {
 public:
  explicit WithContinuations(const Options& options = {}) : lisp(options) {
    REQUIRE(eval(lisp, "(require \"continuations\") (defvar *k* nil)").ok);
    lisp.define("CB", [](const Lisp& l, const ObjectRef& f) { return l.call(f); });
  }
  ~WithContinuations() { CHECK(lisp.vm().leftovers() == ""); }
  Interpreter lisp;
};

}  // namespace

TEST_CASE("a continuation cannot be captured across a C++ function, which the error names", "[continuations]") {
  WithContinuations all;
  for (const char* form :
       {"(call-with-prompt 'p (lambda () (cb (lambda () (suspend-to-prompt 'p #'identity)))))",
        "(call-with-prompt 'p (lambda () (cb (lambda () (call-with-composable-continuation #'identity 'p)))))",
        "(cb (lambda () (call-with-current-continuation #'identity)))", "(next (generator (cb (lambda () (yield 1)))))"}) {
    INFO(form);
    const Result r = eval(all.lisp, form);
    CHECK(r.condition == "CONTROL-ERROR");
    CHECK(r.message.find("across CB, a C++ function") != std::string::npos);
  }
  CHECK(outcome(all.lisp, "(call-with-prompt 'p (lambda () (cb (lambda () (abort-to-prompt 'p 1)))))") == "1");
  CHECK(outcome(all.lisp, "(cb (lambda () (generator-list (generator (yield 1) (yield 2)))))") == "(1 2)");
}

TEST_CASE("a continuation outlives the evaluation that captured it", "[continuations]") {
  WithContinuations all;
  CHECK(outcome(all.lisp, "(list 1 (call-with-current-continuation (lambda (k) (setq *k* k) 2)))") == "(1 2)");
  CHECK(outcome(all.lisp, "(progn (funcall *k* 3) 'not-reached)") == "(1 3)");
  CHECK(outcome(all.lisp, "(cb (lambda () (handler-case (funcall *k* 4) (control-error () 'refused))))") == "REFUSED");
  all.lisp.eval("(tessera:gc)");
  CHECK(outcome(all.lisp, "(funcall *k* 5)") == "(1 5)");
  const ObjectRef twice = all.lisp.eval("(call-with-prompt 'p (lambda () (* 2 (suspend-to-prompt 'p #'identity))))");
  CHECK(all.lisp.call("funcall", twice, 21).text() == "42");
}

TEST_CASE("a resumed continuation obeys interrupts and the host's limits", "[continuations]") {
  WithContinuations all;
  CHECK(interrupted_outcome(all.lisp,
                            "(handler-case (let ((g (generator (loop (yield 1))))) (loop (next g)))"
                            " (tessera:interactive-interrupt () :left))") == ":LEFT");
  CHECK(interrupted_outcome(all.lisp,
                            "(let ((g (generator (yield 1) (handler-case (loop) (tessera:interactive-interrupt () (yield :left))))))"
                            " (next g) (next g))") == ":LEFT");
  Limits limits;
  limits.steps = 100000;
  all.lisp.set_limits(limits);
  for (
      const char* form :
      {"(let ((g (generator (loop (handler-case (loop (yield 1)) (condition () nil)))))) (loop (next g)))",
       "(loop (handler-case (call-with-prompt 'p (lambda () (unwind-protect (loop) (suspend-to-prompt 'p #'identity)))) (condition () nil)))",
       "(let ((k (call-with-prompt 'p (lambda () (suspend-to-prompt 'p #'identity) (loop)))))"
       " (unwind-protect (loop) (loop (ignore-errors (funcall k)))))",
       "(call-with-current-continuation (lambda (k) (unwind-protect (loop) (funcall k 1))))",
       "(with-tasks () (spawn (lambda () (loop (pass)))) (loop (pass)))"}) {
    INFO(form);
    CHECK_FALSE(eval(all.lisp, form).ok);
  }
  all.lisp.set_limits({});
  CHECK(outcome(all.lisp, "(next (generator (yield 1)))") == "1");
}

TEST_CASE("resuming more frames than the stack has room for is a storage-condition", "[continuations]") {
  Options options;
  if (collects_always) options.stack_limit_words = std::size_t{4} << 20;  // each collection looks at all of it
  WithContinuations all(options);
  const int depth = collects_always ? 10'000 : 100'000;
  REQUIRE(eval(all.lisp,
               "(defun deep (n) (if (= n 0) (suspend-to-prompt 'p #'identity) (1+ (deep (1- n)))))"
               " (setq *k* (call-with-prompt 'p (lambda () (deep " +
                   std::to_string(depth) + "))))")
              .ok);
  CHECK(outcome(all.lisp, "(funcall *k* 1)") == std::to_string(depth + 1));
  CHECK(outcome(all.lisp, "(labels ((down (n) (if (= n 0) (funcall *k* 1) (1+ (down (1- n)))))) (down 1000))") ==
        std::to_string(depth + 1001));
  CHECK(outcome(all.lisp,
                "(handler-case (labels ((again () (1+ (call-with-prompt 'q (lambda () (deep-again)))))"
                " (deep-again () (funcall *k* (again)))) (again)) (storage-condition () :full))") == ":FULL");
  CHECK(outcome(all.lisp, "(funcall *k* 1)") == std::to_string(depth + 1));
}

TEST_CASE("an evaluation that is abandoned leaves no state behind", "[continuations]") {
  WithContinuations all;
  for (const char* form : {"(let ((*print-base* 8)) (call-with-prompt 'p (lambda () (let ((*print-base* 2))"
                           " (block b (unwind-protect (suspend-to-prompt 'p (lambda (k) (setq *k* k))) (error \"left\")))))))",
                           "(let ((g (generator (let ((*print-base* 2)) (yield 1) (error \"left\"))))) (next g) (next g))",
                           "(with-tasks () (spawn (lambda () (let ((*print-base* 2)) (pass)))) (pass) (error \"left\"))"}) {
    INFO(form);
    eval(all.lisp, form);
    CHECK(all.lisp.vm().leftovers() == "");
    CHECK(outcome(all.lisp, "*print-base*") == "10");
  }
}
