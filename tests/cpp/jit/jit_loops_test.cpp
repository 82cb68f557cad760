// Loops with machine code of their own: if types or values change after compilation, they behave like the interpreter
// in every position.
#ifdef TESSERA_MACHINE_CODE

#include "lisp.hpp"
#include "vm/jit/jit_state.hpp"
#include "vm/vm.hpp"

namespace {

using tessera::Interpreter;
using tessera::Options;

}  // namespace

TEST_CASE("a hot loop has its own machine code", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::hot));
  eval(lisp, "(defun rounds (n) (let ((sum 0)) (dotimes (i n sum) (incf sum i))))");
  CHECK(outcome(lisp, "(rounds 1000000)") == "499999500000");
  CHECK(outcome(lisp, "(getf (tessera:machine-code-statistics) :loops)") == "1");
}

TEST_CASE("a loop with limited steps has its own machine code", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::hot));
  eval(lisp, "(defun rounds (n) (let ((sum 0)) (dotimes (i n sum) (incf sum i))))");
  tessera::Limits limits;
  limits.steps = 10'000'000;
  lisp.set_limits(limits);
  CHECK(outcome(lisp, "(rounds 1000000)") == "499999500000");
  lisp.set_limits({});
  CHECK(outcome(lisp, "(getf (tessera:machine-code-statistics) :loops)") == "1");
}

TEST_CASE("loops handle type changes", "[jit]") {
  const auto [definition, call, expected] = GENERATE(table<std::string, std::string, std::string>({
      // a fixnum becomes a bignum, a double, a ratio; and comes back
      {"(n) (let ((x 1)) (dotimes (i n x) (setf x (* x 3))))", "(f 60)", "42391158275216203514294433201"},
      {"(n) (let ((x 1)) (dotimes (i n x) (setf x (if (evenp i) (* x (expt 2 80)) (floor x (expt 2 80))))))", "(f 61)",
       "1208925819614629174706176"},
      {"(n) (let ((x 0)) (dotimes (i n x) (incf x (if (< i 20) 1 0.5d0))))", "(f 30)", "25.0d0"},
      {"(n) (let ((x 0)) (dotimes (i n x) (incf x (if (= i 20) 1/2 1))))", "(f 30)", "59/2"},
      {"(n) (let ((x most-negative-fixnum)) (dotimes (i n x) (decf x)))", "(f 40)", "-4611686018427387944"},
      // doubles: zero, which is not an immediate, tiny and huge ones, and NaN
      {"(n) (let ((x 1d0) (y 0d0)) (dotimes (i n (list x y)) (setf y (* 0d0 x) x (- x x))))", "(f 20)", "(0.0d0 0.0d0)"},
      {"(n) (let ((x 1d0)) (dotimes (i n x) (setf x (* x 1d-30))))", "(f 11)", "0.0d0"},
      {"(n) (let ((x 1d0)) (handler-case (dotimes (i n x) (setf x (* x 1d30))) (arithmetic-error () (list :too-much x))))", "(f 20)",
       "(:TOO-MUCH 1.0000000000000003d300)"},
      {"(n) (let ((x 1d0)) (handler-case (dotimes (i n x) (setf x (/ x (- 10 i)))) (division-by-zero () :zero)))", "(f 20)", ":ZERO"},
      {"(n) (let ((x -0.5d0) (y 0)) (dotimes (i n (list x y)) (setf x (* x 2) y (+ x i))))", "(f 10)", "(-512.0d0 -503.0d0)"},
      {"(n) (let ((k 0)) (do ((x 0d0 (+ x 0.25d0))) ((> x n) k) (when (= x (ffloor x)) (incf k))))", "(f 30)", "31"},
      // sequences that change their kind, ends of vectors, numbers that are not indices
      {"(n) (let ((v (vector 1 2 3 4 5)) (s 0)) (dotimes (i n s) (incf s (aref v (mod i 5))) (when (= i 20) (setf v (list->vector i)))))",
       "(progn (defun list->vector (i) (make-array 5 :element-type '(unsigned-byte 8) :initial-element (mod i 7))) (f 40))", "175"},
      {"(n) (let ((v (make-array 10 :initial-element 0))) (handler-case (dotimes (i n) (setf (svref v i) i)) (error () v)))", "(f 20)",
       "#(0 1 2 3 4 5 6 7 8 9)"},
      {"(n) (let ((l '(1 2 3 . 4)) (s 0)) (handler-case (dotimes (i n) (incf s (car l)) (setf l (cdr l))) (type-error (e) (list s (type-error-datum e)))))",
       "(f 20)", "(6 4)"},
      // loops in loops, exits from them, and calls
      {"(n) (let ((s 0)) (dotimes (i n s) (dotimes (j n) (dotimes (k j) (incf s (* i k))))))", "(f 12)", "14520"},
      {"(n) (block b (dotimes (i n) (dotimes (j n) (when (= (* i j) 35) (return-from b (list i j))))))", "(f 12)", "(5 7)"},
      {"(n) (let ((s 0)) (catch 'out (dotimes (i n) (when (= i 25) (throw 'out (list s i))) (incf s (length (list i i))))))", "(f 40)",
       "(50 25)"},
      {"(n) (let ((fs nil)) (dotimes (i n (mapcar #'funcall fs)) (let ((j (* i i))) (when (zerop (mod i 10)) (push (lambda () (incf j)) fs)))))",
       "(f 40)", "(901 401 101 1)"},
      {"(n) (let ((s 0) (*print-base* 10)) (declare (special *print-base*)) (dotimes (i n s) (incf s (length (princ-to-string (* 1.5d0 i))))))",
       "(f 30)", "173"},
      // counters that leave the range assumed to be small, upwards and downwards, from the beginning and on a later
      // call
      {"(n) (let ((s 0)) (do ((i (- (expt 2 29) 400) (+ i 1)) (k 0 (+ k 1))) ((= k n) (list i s)) (setf s (logxor s (* i i)))))", "(f 800)",
       "(536871312 160000)"},
      {"(n) (let ((s 0)) (do ((i 400 (- i 1))) ((< i (- n)) s) (incf s (* i i i))))", "(f 900)", "-157957662500"},
      {"(n) (flet ((from (k) (let ((s 0)) (do ((i k (+ i 3))) ((> i (+ k 2000)) s) (setf s (max s (+ i i))))))) (list (from 5) (from n) (from (- n))))",
       "(f (expt 2 61))", "(4006 4611686018427391900 0)"},
      {"(n) (let ((v (make-array 1 :element-type '(unsigned-byte 64) :initial-element (- (expt 2 62) 3))))"
       " (do ((i 0 (+ i 1)) (k 0 (+ k 1))) ((= i n) k) (when (= i 20) (setf k (aref v 0)))))",
       "(f 25)", "4611686018427387906"},
      // sums and differences with a constant operand that become too large
      {"(n) (let ((a (- (expt 2 62) 40)) (b 3)) (dotimes (i n (list a b)) (setf a (+ a b) b (- a b))))", "(f 3)",
       "(13835058055282163598 9223372036854775731)"},
      {"(n) (let ((a 1)) (dotimes (i n a) (setf a (+ a a))))", "(f 70)", "1180591620717411303424"},
      {"(n) (let ((a -1) (b 5)) (dotimes (i n (list a b)) (setf a (- b (* 3 a)) b (- b i))))", "(f 45)", "(6601042453699519045162 -985)"},
      // logical operations, shifts, quotients by powers of two, of both signs
      {"(n) (let ((s 0)) (dotimes (i n s) (let ((k (- i 20))) (setf s (logxor (logand k 12) (logior s k) (ash k -2) (ash k 3) (mod k 8) (floor k 4))))))",
       "(f 45)", "212"},
      {"(n) (let ((x 1) (y -1)) (dotimes (i n (list x y)) (setf x (ash x 1) y (ash y 1))))", "(f 66)",
       "(73786976294838206464 -73786976294838206464)"},
      {"(n) (let ((s 0)) (dotimes (i n s) (let ((k (- i 22))) (incf s (if (oddp k) (min k 3) (max k -3))) (when (evenp k) (decf s)))))",
       "(f 45)", "-13"},
      {"(n) (let ((s 0)) (handler-case (dotimes (i n s) (incf s (/ (* 8 i) 4)) (incf s (/ i 2))) (error () :never)))", "(f 30)", "2175/2"},
      {"(n) (let ((v (make-array 8 :element-type '(unsigned-byte 8) :initial-element 250)))"
       " (handler-case (dotimes (i n v) (setf (aref v (mod i 8)) (+ (aref v (mod i 8)) 1))) (type-error () v)))",
       "(f 100)", "#(255 255 255 255 255 255 255 255)"},
      // doubles: a product that is added, either of which becomes too large; quotients by integers, by zero at last
      {"(n) (let ((x 1d300) (s 0d0)) (handler-case (dotimes (i n) (setf s (+ s (* x (+ 1d7 i))))) (arithmetic-error () (list s x))))",
       "(f 60)", "(1.7000013599999995d308 1.0d300)"},
      {"(n) (let ((x 2d0) (s 1d0)) (handler-case (dotimes (i n) (setf x (- s (* x x)))) (arithmetic-error () (list s x))))", "(f 60)",
       "(1.0d0 -2.0350991842297573d230)"},
      {"(n) (let ((s 0d0)) (handler-case (dotimes (i n) (setf s (+ s (/ 1d0 (- 30 i))))) (division-by-zero () s)))", "(f 60)",
       "3.9949871309203915d0"},
      {"(n) (let ((s 1d0)) (dotimes (i n s) (setf s (/ s (if (evenp i) 2 0.25d0)))))", "(f 60)", "1.073741824d9"},
      // several values, characters, symbols, instances
      {"(n) (let ((s 0)) (dotimes (i n s) (multiple-value-bind (q r) (floor (* i 7) 5) (incf s (- q r)))))", "(f 30)", "537"},
      {"(n) (let ((s 0)) (dotimes (i n s) (case (char \"abcab\" (mod i 5)) (#\\a (incf s)) (#\\b (incf s 2)) (t (setf s (- s))))))",
       "(f 23)", "-3"},
      {"(n) (let ((p (make-point :x 0 :y 0d0))) (dotimes (i n (list (point-x p) (point-y p))) (incf (point-x p) i) (incf (point-y p) 0.5d0)"
       " (when (= i 15) (setf (point-x p) 0.25d0))))",
       "(f 30)", "(315.25d0 15.0d0)"},
  }));
  INFO(definition << "  " << call);
  const Interpreter hot(with(Options::MachineCode::all)), doubting(with(Options::MachineCode::all)),
      interpreted(with(Options::MachineCode::off));
  doubting.vm().jit().exit_at_random();
  for (const Interpreter* const lisp : {&interpreted, &hot, &doubting}) {
    eval(*lisp, "(defstruct point x y)");
    eval(*lisp, "(defun f " + definition + ")");
    CHECK(outcome(*lisp, call) == expected);
    CHECK(outcome(*lisp, call) == expected);
    CHECK(lisp->vm().leftovers() == "");
  }
}

TEST_CASE("debuggers see the variables of a loop that runs in machine registers", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::all));
  eval(lisp, "(require \"debugger\")");
  eval(lisp, "(defun f (n) (let ((sum 0) (half 0.5d0)) (dotimes (i n) (incf sum i) (incf half i) (when (= i 30) (car i)))))");
  CHECK(outcome(lisp,
                "(block shown (handler-bind ((error (lambda (e) (declare (ignore e)) (return-from shown"
                " (tessera:frame-locals (find 'f (tessera:frames) :key #'tessera:frame-name))))))"
                " (f 40)))")
            .find("(I 30)") != std::string::npos);
  CHECK(outcome(lisp,
                "(block shown (handler-bind ((error (lambda (e) (declare (ignore e)) (return-from shown"
                " (cdr (assoc 'half (tessera:frame-locals (find 'f (tessera:frames) :key #'tessera:frame-name))))))))"
                " (f 40)))") == "(465.5d0)");
}

TEST_CASE("a loop whose type feedback is always wrong is correct", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::all));
  eval(lisp, "(defun f (v) (let ((s 0)) (dotimes (i (length v) s) (incf s (aref v i)))))");
  CHECK(outcome(lisp, "(f (vector 1 2 3))") == "6");
  CHECK(outcome(lisp, "(f (make-array 5000 :element-type '(unsigned-byte 8) :initial-element 2))") == "10000");
  CHECK(outcome(lisp, "(f (make-array 5000 :initial-element 1/2))") == "2500");
  CHECK(outcome(lisp, "(f (make-array 5000 :initial-element 0.5d0))") == "2500.0d0");
  CHECK(lisp.vm().leftovers() == "");
}

/// Returns how often (f) does the form within 50,000 steps. Warm: it had been hot before they were limited.
std::string rounds_until_limit(const std::string& definitions, Options::MachineCode which, bool warm) {
  const Interpreter lisp(with(which));
  eval(lisp, "(defvar *rounds* 0) (defvar *end* 5000)" + definitions);
  if (warm) CHECK(outcome(lisp, "(f)") == "NIL");
  eval(lisp, "(setf *rounds* 0 *end* 1000000)");
  tessera::Limits limits;
  limits.steps = 50000;
  lisp.set_limits(limits);
  CHECK_FALSE(eval(lisp, "(f)").ok);
  lisp.set_limits({});
  CHECK((outcome(lisp, "(getf (tessera:machine-code-statistics) :functions 0)") == "0") == (which == Options::MachineCode::off));
  return outcome(lisp, "*rounds*");
}

TEST_CASE("machine code counts the same steps as the interpreter", "[jit]") {
  // one has its head at the function's start, one branches forward, one calls compiled functions, one interpreted ones
  const std::string definitions = GENERATE(
      as<std::string>(), "(defun f () (dotimes (i *end*) (incf *rounds*)))",
      "(defun f () (prog () again (incf *rounds*) (unless (= *rounds* *end*) (go again))))",
      "(defun f () (dotimes (i *end*) (cond ((evenp i) (incf *rounds*)) ((= i 7) 1) ((< i 5) 2) (t (incf *rounds*)))))",
      "(defun g (x &optional (y 1)) (if (evenp x) (+ x y) y)) (defun f () (dotimes (i *end*) (incf *rounds*) (g i)))",
      "(defun f () (dotimes (i *end*) (incf *rounds*) (when (zerop (mod i 1000)) (funcall (compile nil `(lambda () ,i))))))",
      "(defun down (n) (unless (zerop n) (down (1- n)))) (defun f () (dotimes (i *end*) (incf *rounds*) (down 20)))",
      "(defun g (x) (+ x 1)) (defun h (x) (if (evenp x) (g x) (+ (g x) 1))) (defun f () (dotimes (i *end*) (incf *rounds*) (g i) (h i)))");
  INFO(definitions);
  const std::string interpreted = rounds_until_limit(definitions, Options::MachineCode::off, true);
  CHECK(rounds_until_limit(definitions, Options::MachineCode::hot, true) == interpreted);
  CHECK(rounds_until_limit(definitions, Options::MachineCode::hot, false) == interpreted);
  CHECK(rounds_until_limit(definitions, Options::MachineCode::all, false) == interpreted);
}

#endif
