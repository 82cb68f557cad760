// Small functions that are inlined in a hot loop: their results, errors and redefinitions are as in the interpreter.
#ifdef TESSERA_MACHINE_CODE

#include "lisp.hpp"
#include "vm/vm.hpp"

namespace {

using tessera::Interpreter;
using tessera::Options;

std::string loops(const Interpreter& lisp) { return outcome(lisp, "(getf (tessera:machine-code-statistics) :loops 0)"); }

}  // namespace

TEST_CASE("a loop that calls small functions has its own machine code", "[jit]") {
  const std::string definition =
      GENERATE(as<std::string>(),  //
               "(defun g (x) (+ x 1)) (defun f (n) (let ((s 0)) (dotimes (i n s) (incf s (g i)))))",
               "(defun f (n) (let ((s 0) (g (lambda (x) (+ x 1)))) (dotimes (i n s) (incf s (funcall g i)))))",
               "(defun f (n) (let ((k 1) (s 0)) (flet ((g (x) (+ x k))) (declare (notinline g)) (dotimes (i n s) (incf s (g i))))))",
               "(defun h (x) (+ x 1)) (defun g (x) (h x)) (defun f (n) (let ((s 0)) (dotimes (i n s) (incf s (g i)))))",
               "(defun g (x) (if (evenp x) (+ x 2) x)) (defun f (n) (let ((s 0)) (dotimes (i n s) (incf s (g i)))))");
  const Interpreter lisp(with(Options::MachineCode::hot));
  INFO(definition);
  eval(lisp, definition);
  CHECK(outcome(lisp, "(f 100000)") == "5000050000");
  CHECK(loops(lisp) == "1");
}

TEST_CASE("functions inlined in a loop are correct for any arguments", "[jit]") {
  const auto [definitions, call, expected] = GENERATE(table<std::string, std::string, std::string>({
      // results that become a bignum, a double, a ratio
      {"(defun g (x y) (* x y)) (defun f (n) (let ((x 1)) (dotimes (i n x) (setf x (g x 3)))))", "(f 60)", "42391158275216203514294433201"},
      {"(defun g (x) (/ x 2)) (defun f (n) (let ((s 0)) (dotimes (i n s) (incf s (g i)))))", "(list (f 100) (f 101))", "(2475 2525)"},
      {"(defun g (x) (/ (* x (+ x 1)) 2)) (defun f (n) (let ((s 0)) (dotimes (i n s) (incf s (g i)))))", "(list (f 100) (f 101))",
       "(166650 171700)"},
      {"(defun g (x) (/ 1d0 (+ (/ (* x (1+ x)) 2) 1))) (defun f (n) (let ((s 0d0)) (dotimes (i n s) (incf s (g i)))))",
       "(list (f 3) (f 40))", "(1.75d0 2.3236754905663295d0)"},
      {"(defun g (x) (+ x 1)) (defun f (n) (let ((s 0)) (dotimes (i n s) (incf s (g (if (= i 70) 1/2 i))))))", "(f 100)", "9961/2"},
      // errors, in a frame of the inlined function
      {"(defun g (x) (+ x 1)) (defun f (n) (handler-case (dotimes (i n) (g (if (= i 70) 'a i))) (type-error (e) (type-error-datum e))))",
       "(f 100)", "A"},
      {"(defun g (v i) (svref v i)) (defun f (n) (let ((v (vector 1 2 3)) (s 0)) (dotimes (i n s) (incf s (handler-case (g v (mod i 4)) (error () 100))))))",
       "(f 40)", "1060"},
      {"(defun g (x) (restart-case (car x) (use-this (y) y))) (defun f (n) (let ((s 0)) (dotimes (i n s) (incf s (handler-bind ((type-error (lambda"
       " (e) (declare (ignore e)) (invoke-restart 'use-this 5)))) (g (if (< i 70) '(1) i)))))))",
       "(f 100)", "220"},
      // branches, moves of parameters, captured variables
      {"(defun g (x) (cond ((< x 10) (+ x 1)) ((evenp x) (- x)) (t (* x x)))) (defun f (n) (let ((s 0)) (dotimes (i n s) (incf s (g i)))))",
       "(f 50)", "20135"},
      {"(defun h (x y) (- x y)) (defun g (x y) (h y x)) (defun f (n) (let ((s 0)) (dotimes (i n s) (incf s (g i 3)))))", "(f 50)", "-1075"},
      {"(defun g (x y) (setf x (+ x y)) (setf y (- x y)) (if (oddp x) (setf x (* x y)) (setf y 1)) (- x y))"
       " (defun f (n) (let ((s 0)) (dotimes (i n s) (incf s (g i 3)))))",
       "(f 50)", "21475"},
      {"(defun f (n) (let ((s 0)) (dolist (k '(1 2 3) s) (let ((g (lambda (x) (* k x)))) (dotimes (i n) (incf s (funcall g i)))))))",
       "(f 100)", "29700"},
      {"(defun f (n) (let* ((s 0) (g (lambda (x) (incf s x)))) (dotimes (i n s) (funcall g i))))", "(f 100)", "4950"},
      {"(defun g (x) x) (defun f (n) (let ((l '())) (dotimes (i n (length l)) (push (g i) l))))", "(f 100)", "100"},
      // facts about an object's class are known after a call, which has other constants
      {"(defstruct p x) (defun g (x) (if (eq x 'a) 'b (+ x 1))) (defun f (n) (let ((p (make-p :x 1)) (s 0))"
       " (dotimes (i n s) (incf s (p-x p)) (when (oddp i) (setf s (g s))))))",
       "(f 100)", "150"},
      {"(defun g () 7) (defun h () nil) (defun f (n) (let ((s 0)) (dotimes (i n s) (incf s (g)) (when (h) (incf s)))))", "(f 100)", "700"},
      // wrong numbers of arguments, objects that are not functions
      {"(defun g (x &optional (y 2)) (+ x y)) (defun f (n) (let ((s 0)) (dotimes (i n s) (incf s (g i)))))", "(f 100)", "5150"},
      {"(defun g (x &key (y 2) z) (if z 0 (+ x y))) (defun f (n) (let ((s 0) (d 0)) (dotimes (i n (+ s d)) (incf d 2) (incf s (g i)) (incf s (g d :y i)))))",
       "(f 100)", "20400"},
      {"(defun f (n) (let ((s 0) (d 0) (g (lambda (x &optional (y 2)) (+ x y)))) (dotimes (i n (+ s d)) (incf d 2) (incf s (funcall g i)))))",
       "(f 100)", "5350"},
      {"(defun f (n) (let ((s 0) (d 0) (g (lambda (x &key z (y 2)) (if z x (+ x y))))) (dotimes (i n (+ s d)) (incf d 2) (incf s (funcall g d :y i)))))",
       "(f 100)", "15250"},
      {"(defun f (n) (let ((s 0)) (dotimes (i n s) (handler-case (incf s (funcall (if (< i 60) (lambda (x) x) (lambda (x y) (+ x y))) i))"
       " (program-error () (incf s 1000))))))",
       "(f 100)", "41770"},
      {"(defun f (n) (let ((s 0)) (dotimes (i n s) (handler-case (incf s (funcall (if (< i 60) (lambda (x) x) 'undefined-g) i))"
       " (undefined-function () (incf s 1000))))))",
       "(f 100)", "41770"},
      // several values
      {"(defun g (x) (+ x 1)) (defun f (n) (let ((s 0)) (dotimes (i n s) (floor i 2) (incf s (length (multiple-value-list (g i)))))))",
       "(f 100)", "100"},
  }));
  const auto which = GENERATE(Options::MachineCode::off, Options::MachineCode::hot, Options::MachineCode::all);
  const Interpreter lisp(with(which));
  INFO(definitions);
  eval(lisp, definitions);
  const std::string hot = "(progn (ignore-errors (f 20000)) " + call + ")";
  CHECK(outcome(lisp, call) == expected);
  CHECK(outcome(lisp, hot) == expected);
  CHECK(lisp.vm().leftovers() == "");
}

TEST_CASE("a loop calls the new definition of a function redefined in it", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::hot));
  eval(
      lisp,
      "(defun g (x) (+ x 1)) (defun h (x) (g x))"
      "(defun f (n again) (let ((s 0)) (dotimes (i n s) (incf s (h i)) (when (eql i again) (setf (fdefinition 'g) (lambda (x) (- x)))))))");
  CHECK(outcome(lisp, "(f 20000 nil)") == "200010000");
  CHECK(outcome(lisp, "(f 20000 9999)") == "-99990000");
  CHECK(outcome(lisp, "(f 20000 nil)") == "-199990000");
  eval(lisp, "(defun g (x) (list x))");
  CHECK(outcome(lisp, "(handler-case (f 20000 nil) (type-error (e) (type-error-datum e)))") == "(0)");
  eval(lisp, "(fmakunbound 'g)");
  CHECK(outcome(lisp, "(handler-case (f 20000 nil) (undefined-function (e) (cell-error-name e)))") == "G");
}

TEST_CASE("a loop that had inlined a function traces it once traced", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::hot));
  eval(lisp, "(defun g (x) (+ x 1)) (defun f (n) (let ((s 0)) (dotimes (i n s) (incf s (g i)))))");
  CHECK(outcome(lisp, "(f 20000)") == "200010000");
  eval(lisp, "(trace g)");
  CHECK(outcome(lisp, "(let ((text (with-output-to-string (*trace-output*) (f 3)))) (count #\\Newline text))") == "6");
  eval(lisp, "(untrace g)");
  CHECK(outcome(lisp, "(f 20000)") == "200010000");
}

TEST_CASE("a loop calls alternating, new and dead functions", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::hot));
  eval(lisp, "(defun f (n g) (let ((s 0)) (dotimes (i n s) (incf s (funcall g i)))))");
  for (int n = 0; n < 12; ++n) {
    const std::string k = std::to_string(n), sum = std::to_string(199990000 + 20000 * n);
    CHECK(outcome(lisp, "(f 20000 (lambda (x) (+ x " + k + ")))") == sum);
    CHECK(outcome(lisp, "(f 20000 (compile nil '(lambda (x) (+ x " + k + "))))") == sum);
    CHECK(outcome(lisp, "(f 20000 (let ((k " + k + ")) (lambda (x) (+ x k))))") == sum);
    if (n % 4 == 0) eval(lisp, "(tessera:gc :full t)");
  }
  CHECK(lisp.vm().leftovers() == "");
}

#endif
