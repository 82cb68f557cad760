// Call stubs, and functions of doubles, whose values are in machine registers: machine code behaves like the
// interpreter for any callee, arguments and results.
#ifdef TESSERA_MACHINE_CODE

#include "lisp.hpp"
#include "vm/jit/jit_state.hpp"
#include "vm/vm.hpp"

namespace {

using tessera::Interpreter;
using tessera::Options;

}  // namespace

TEST_CASE("every kind of call reaches a global function's current definition", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::all));
  eval(lisp, "(defun f (x) (list :first x)) (defun inner (x) (car (list (f x)))) (defun tail (x) (f x)) (defun own (x) (f x))");
  const auto called = [&lisp] { return outcome(lisp, "(progn (inner 0) (tail 0) (list (inner 1) (tail 2) (own 3)))"); };
  CHECK(called() == "((:FIRST 1) (:FIRST 2) (:FIRST 3))");
  CHECK(outcome(lisp, "(defun f (x) (list :second x))") == "F");
  CHECK(called() == "((:SECOND 1) (:SECOND 2) (:SECOND 3))");
  eval(lisp, "(defun f (x &optional (y 5)) (list x y))");
  CHECK(called() == "((1 5) (2 5) (3 5))");
  eval(lisp, "(setf (fdefinition 'f) #'1+)");
  CHECK(called() == "(2 3 4)");
  eval(lisp, "(setf (fdefinition 'f) (let ((n 0)) (lambda (x) (cons x (incf n)))))");
  CHECK(called() == "((1 . 3) (2 . 4) (3 . 5))");
  eval(lisp, "(tessera:gc :full t)");
  CHECK(called() == "((1 . 8) (2 . 9) (3 . 10))");
  eval(lisp, "(defun f (x y) (list x y))");
  CHECK(outcome(lisp, "(handler-case (inner 1) (program-error () :arguments))") == ":ARGUMENTS");
  eval(lisp, "(fmakunbound 'f)");
  CHECK(outcome(lisp, "(handler-case (tail 1) (undefined-function (e) (cell-error-name e)))") == "F");
  eval(lisp, "(defun f (x) (list :again x))");
  CHECK(called() == "((:AGAIN 1) (:AGAIN 2) (:AGAIN 3))");
  CHECK(lisp.vm().leftovers() == "");
}

TEST_CASE("call stubs outlive the machine code that is discarded", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::all));
  eval(lisp,
       "(defun chain (n) (let* ((a (gensym)) (b (gensym)))"
       " (setf (fdefinition a) (compile nil `(lambda (x) (+ x ,n))) (fdefinition b) (compile nil `(lambda (x) (* 2 (,a x)))))"
       " (list (funcall b 1) (funcall b 2))))");
  for (int n = 0; n < 40; ++n) {
    CHECK(outcome(lisp, "(chain " + std::to_string(n) + ")") == "(" + std::to_string(2 * n + 2) + " " + std::to_string(2 * n + 4) + ")");
    if (n % 8 == 0) eval(lisp, "(tessera:gc :full t)");
  }
}

TEST_CASE("a function of doubles is correct for any arguments", "[jit]") {
  const auto [definition, calls, expected] = GENERATE(table<std::string, std::string, std::string>({
      {"(x y) (let* ((a (* x x)) (b (* y y)) (c (+ a b)) (d (- a b))) (list a b c d (* c d)))",
       "(f 1d0 2d0) (f 1d0 2) (f 3 4) (f 0d0 -0d0) (f 1/2 1.5) (f 1d-200 1d0)",
       "((1.0d0 4.0d0 5.0d0 -3.0d0 -15.0d0) (1.0d0 4 5.0d0 -3.0d0 -15.0d0) (9 16 25 -7 -175) (0.0d0 0.0d0 0.0d0 0.0d0 0.0d0)"
       " (1/4 2.25 2.5 -2.0 -5.0) (0.0d0 1.0d0 1.0d0 -1.0d0 -1.0d0))"},
      {"(x y) (let* ((a (* x y)) (b (* a a)) (c (* b b))) (if (> c 1d10) (list :large (/ c a)) (list :small (- c a))))",
       "(f 1d0 2d0) (f 100d0 200d0) (f 3 4)", "((:SMALL 14.0d0) (:LARGE 8.0d12) (:SMALL 20724))"},
      {"(x y) (handler-case (let* ((a (* x y)) (b (* a a)) (c (* b b)) (d (/ c y))) (+ a b c d)) (arithmetic-error () :error))",
       "(f 1d0 2d0) (f 1d100 2d100) (f 1d0 0d0)", "(30.0d0 :ERROR :ERROR)"},
      {"(x y) (let* ((p (make-point :x x :y y)) (a (* (point-x p) (point-y p)))) (setf (point-x p) (* a a) (point-y p) (- a a))"
       " (incf (point-x p) (* a 0.5d0)) (list (point-x p) (point-y p) (- (* a a) (* x y))))",
       "(f 1d0 2d0) (f 3d0 -0.5d0) (f 2 3)", "((5.0d0 0.0d0 2.0d0) (1.5d0 0.0d0 3.75d0) (39.0d0 0 30))"},
      {"(p q) (let* ((dx (- (point-x p) (point-x q))) (dy (- (point-y p) (point-y q))) (s (+ (* dx dx) (* dy dy))))"
       " (decf (point-x p) (* dx s)) (incf (point-y q) (* dy s)) (list (sqrt s) dx dy))",
       "(f (make-point :x 1d0 :y 2d0) (make-point :x 4d0 :y 6d0)) (f (make-point-in-space :x 0d0 :y 2d0) (make-point :x 3 :y -2d0))"
       " (handler-case (f 5 (make-point)) (type-error (e) (type-error-datum e)))",
       "((5.0d0 -3.0d0 -4.0d0) (5.0d0 -3.0d0 4.0d0) 5)"},
  }));
  INFO(definition << "  " << calls);
  const Interpreter hot(with(Options::MachineCode::all)), doubting(with(Options::MachineCode::all)),
      interpreted(with(Options::MachineCode::off));
  doubting.vm().jit().exit_at_random();
  for (const Interpreter* const lisp : {&interpreted, &hot, &doubting}) {
    eval(*lisp, "(defstruct point x y) (defstruct (point-in-space (:include point)) z)");
    eval(*lisp, "(defun f " + definition + ")");
    for (int n = 0; n < 3; ++n) CHECK(outcome(*lisp, "(list " + calls + ")") == expected);
    CHECK(lisp->vm().leftovers() == "");
  }
}

TEST_CASE("a function of doubles with frequent side exits stops using machine registers", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::all));
  eval(lisp, "(defun f (x) (let* ((a (* x x)) (b (* a x)) (c (* b a))) (+ a b c (- c b)))) (f 1d0)");
  CHECK(outcome(lisp, "(getf (tessera:machine-code-statistics) :loops)") != "0");
  CHECK(outcome(lisp, "(let ((sum 0)) (dotimes (i 2000 sum) (setf sum (f (mod i 3)))))") == "3");
  CHECK(outcome(lisp, "(list (f 2d0) (f 2))") == "(68.0d0 68)");
}

TEST_CASE("debuggers see a caller's doubles", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::all));
  eval(lisp,
       "(defun f (x y) (let* ((a (* x y)) (b (* a a)) (c (- b a)) (d (* c c)) (e (+ (* d x) (* d y))))"
       " (list a b c d e (look) (* a b) (- c d) (* d e) (+ a e) (* b c) (- e a) (* b e) (* c e))))"
       "(defun look () 0)");
  CHECK(
      outcome(lisp, "(progn (f 1d0 2d0) (f 1d0 3d0))") ==
      outcome(
          Interpreter(with(Options::MachineCode::off)),
          "(progn (defun look () 0) (defun f (x y) (let* ((a (* x y)) (b (* a a)) (c (- b a)) (d (* c c))"
          " (e (+ (* d x) (* d y)))) (list a b c d e (look) (* a b) (- c d) (* d e) (+ a e) (* b c) (- e a) (* b e) (* c e)))) (f 1d0 3d0))"));
}

TEST_CASE("machine code mixes kinds of numbers and boxed doubles", "[jit]") {
  const Interpreter machine(with(Options::MachineCode::all)), interpreted(with(Options::MachineCode::off));
  const std::string numbers =
      "'(0 1 -7 12 4611686018427387903 -4611686018427387904 0d0 -0d0 1.5d0 -3d0 1d300 1d-300 5d-324 1/3 2.5 #c(1 2))";
  const std::string program =
      "(progn (defun sum (x y) (+ x y)) (defun difference (x y) (- x y)) (defun product (x y) (* x y)) (defun quotient (x y) (/ x y))"
      " (defun less (x y) (if (< x y) 1 2)) (defun same (x y) (if (= x y) 1 2)) (defun more-than-3 (x y) (list (if (> x 3) 1 2) (if (= y 0) 1 2)))"
      " (let ((all nil)) (dolist (f '(sum difference product quotient less same more-than-3)) (dolist (x " +
      numbers + ") (dolist (y " + numbers +
      ") (push (handler-case (funcall f x y) (error (e) (class-name (class-of e)))) all)))) (list (length all) (sxhash (prin1-to-string all)))))";
  CHECK(outcome(machine, program) == outcome(interpreted, program));
}

TEST_CASE("machine code undoes any number of bindings", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::all));
  eval(
      lisp,
      "(defvar *x* 0) (defvar *y* :y) (defun nested (n) (if (= n 0) (list *x* *y*) (let ((*x* (1+ *x*)) (*y* n)) (car (list (nested (1- n)))))))"
      "(defun left (n) (catch 'out (let ((*x* n)) (throw 'out *x*))))");
  CHECK(outcome(lisp, "(list (nested 3) (nested 5000) (left 7) *x* *y*)") == "((3 1) (5000 1) 7 0 :Y)");
  CHECK(lisp.vm().leftovers() == "");
}

#endif
