// Arguments that machine code lays out for optional, rest and keyword parameters: errors, callees, exits from calls,
// and backtraces are as in the interpreter.
#ifdef TESSERA_MACHINE_CODE

#include "interrupts.hpp"
#include "lisp.hpp"
#include "vm/jit/jit_state.hpp"
#include "vm/vm.hpp"

namespace {

using tessera::Interpreter;
using tessera::Options;

constexpr const char* functions =
    "(defun opt (a &optional (b 2 bp)) (list a b bp))"
    "(defun keys (a &key (b 1) (c 2 cp)) (list a b c cp))"
    "(defun rest-of (a &rest l) (list a l))";

}  // namespace

TEST_CASE("machine code reports wrong arguments like the interpreter", "[jit]") {
  const std::string call = GENERATE(as<std::string>(), "(opt)", "(opt 1 2 3)", "(keys)", "(keys 1 :b)", "(keys 1 :x 2)",
                                    "(keys 1 :b 2 :x 3 :y 4)", "(keys 1 2 3)", "(keys 1 k 3)", "(keys 1 :b 2 :allow-other-keys nil :z 1)",
                                    "(rest-of)", "(funcall g 1 :x 2)", "(funcall g)", "(funcall g 1 :b)", "(keys 1 :b (keys 1 :x 2))");
  INFO(call);
  const Interpreter machine(with(Options::MachineCode::all)), interpreted(with(Options::MachineCode::off));
  for (const std::string& form : {"(list 1 " + call + ")", call}) {
    std::vector<Result> results;
    for (const Interpreter* const lisp : {&machine, &interpreted}) {
      eval(*lisp, functions);
      eval(*lisp, "(defun caller (k g) (declare (ignorable k g)) " + form + ")");
      // twice right for the callee, and then not
      eval(*lisp, "(dotimes (i 3) (ignore-errors (caller :b #'keys)))");
      results.push_back(eval(*lisp, "(caller :q #'keys)"));
      CHECK(lisp->vm().leftovers() == "");
    }
    CHECK_FALSE(results[0].ok);
    CHECK(results[0].condition == results[1].condition);
    CHECK(results[0].message == results[1].message);
    CHECK(results[0].backtrace == results[1].backtrace);
  }
}

TEST_CASE("frames with laid out arguments are shown like the interpreter's", "[jit]") {
  const std::string call = GENERATE(as<std::string>(), "(f 1)", "(f 1 2)", "(f 1 2 :c 3)", "(f 1 2 :d 4 :c 3)", "(f 1 2 :c (g :d 5))");
  INFO(call);
  const Interpreter machine(with(Options::MachineCode::all)), interpreted(with(Options::MachineCode::off));
  std::vector<std::string> found;
  for (const Interpreter* const lisp : {&machine, &interpreted}) {
    eval(*lisp,
         "(defun shown () (loop for frame in (tessera:frames) when (member (tessera:frame-name frame) '(f g caller))"
         " collect (list (tessera:frame-name frame) (tessera:frame-locals frame))))"
         "(defun g (&key d) (declare (optimize (debug 3))) (list d))"
         "(defun f (a &optional b &rest l &key c (d (shown))) (declare (optimize (debug 3))) (list a b l c d (shown)))");
    eval(*lisp, "(defun caller () (declare (optimize (debug 3))) (list " + call + "))");
    outcome(*lisp, "(caller)");
    outcome(*lisp, "(caller)");
    found.push_back(outcome(*lisp, "(caller)"));
  }
  CHECK(found[0] == found[1]);
}

TEST_CASE("a call reaches a symbol's current function with any lambda list", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::all));
  eval(lisp, functions);
  eval(lisp, "(defun inner () (list (f 1 :b 2))) (defun tail () (f 1 :b 2)) (setf (fdefinition 'f) #'keys)");
  const auto called = [&lisp] { return outcome(lisp, "(progn (inner) (tail) (list (inner) (tail)))"); };
  CHECK(called() == "(((1 2 2 NIL)) (1 2 2 NIL))");
  eval(lisp, "(defun f (a &key c ((:b z))) (list :anew a c z))");
  CHECK(called() == "(((:ANEW 1 NIL 2)) (:ANEW 1 NIL 2))");
  eval(lisp, "(defun f (a &optional b c) (list a b c))");
  CHECK(called() == "(((1 :B 2)) (1 :B 2))");
  eval(lisp, "(defun f (&optional a b &key c) (list a b c))");
  CHECK(outcome(lisp, "(handler-case (inner) (program-error () :odd))") == ":ODD");
  CHECK(outcome(lisp, "(handler-case (tail) (program-error () :odd))") == ":ODD");
  eval(lisp, "(defun f (&rest l) l)");
  CHECK(called() == "(((1 :B 2)) (1 :B 2))");
  eval(lisp, "(defun f (a b c) (list c b a))");
  CHECK(called() == "(((2 :B 1)) (2 :B 1))");
  eval(lisp, "(setf (fdefinition 'f) (let ((n 0)) (lambda (a &key b) (list a b (incf n)))))");
  CHECK(called() == "(((1 2 3)) (1 2 4))");
  eval(lisp, "(tessera:gc :full t)");
  CHECK(called() == "(((1 2 7)) (1 2 8))");
  eval(lisp, "(setf (fdefinition 'f) #'list)");
  CHECK(called() == "(((1 :B 2)) (1 :B 2))");
  eval(lisp, "(fmakunbound 'f)");
  CHECK(outcome(lisp, "(handler-case (inner) (undefined-function (e) (cell-error-name e)))") == "F");
  eval(lisp, "(trace keys) (setf (fdefinition 'f) #'opt)");
  CHECK(outcome(lisp, "(handler-case (tail) (program-error () :too-many))") == ":TOO-MANY");
  CHECK(lisp.vm().leftovers() == "");
}

TEST_CASE("a function with keywords is redefined while a hot loop calls it", "[jit]") {
  const Interpreter lisp(with(GENERATE(Options::MachineCode::hot, Options::MachineCode::all)));
  eval(lisp,
       "(defun by-one (x &key (add 1) more) (+ x add (if more 1 0))) (defun by-two (x &key more (add 2)) (+ x add (if more 10 0)))"
       "(defun f (n every) (let ((s 0)) (dotimes (i n s) (when (zerop (mod i every))"
       " (setf (fdefinition 'g) (if (evenp (floor i every)) #'by-one #'by-two)))"
       " (incf s (g 0)) (incf s (g 0 :more t)) (incf s (g 0 :more t :add 5)) (incf s (g 0 :add 5 :more nil)))))"
       "(setf (fdefinition 'g) #'by-one)");
  CHECK(outcome(lisp, "(f 4000 1000)") == "96000");
  CHECK(outcome(lisp, "(f 4000 10)") == "96000");
  CHECK(outcome(lisp, "(f 4000 1)") == "96000");
}

TEST_CASE("calls of alternating, new and dead function objects are right", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::all));
  eval(lisp, "(defun f (n g) (let ((s 0)) (dotimes (i n s) (incf s (funcall g :x i)))))");
  for (int n = 0; n < 60; ++n) {
    const std::string k = std::to_string(n), sum = std::to_string(4950 + 100 * n);
    CHECK(outcome(lisp, "(f 100 (lambda (&key (y " + k + ") x) (+ x y)))") == sum);
    CHECK(outcome(lisp, "(f 100 (compile nil '(lambda (&key x z) (if z 0 (+ x " + k + ")))))") == sum);
    CHECK(outcome(lisp, "(f 100 (let ((k " + k + ")) (lambda (&rest l &key x) (+ x (- (length l) 2) k))))") == sum);
    if (n % 10 == 0) eval(lisp, "(tessera:gc :full t)");
  }
  CHECK(lisp.vm().leftovers() == "");
}

TEST_CASE("default forms can call, exit, fail and be reentered", "[jit]") {
  const auto [definitions, call, expected] = GENERATE(table<std::string, std::string, std::string>({
      {"(defun g (x &key (y (return-from-f x))) (list x y)) (defvar *f*) (defun return-from-f (x) (funcall *f* x))"
       "(defun f (n) (block nil (let ((*f* (lambda (x) (return (list :left x))))) (dotimes (i n) (if (= i 50) (g i) (g i :y 1))))))",
       "(f 100)", "(:LEFT 50)"},
      {"(defun g (x &optional (y (throw 'out x))) (+ x y)) (defun f (n) (catch 'out (dotimes (i n) (g i 1)) (list (g n))))", "(f 100)",
       "100"},
      {"(defun g (x &key (y (restart-case (error \"no ~a\" x) (use-value (v) v)))) (list x y))"
       "(defun f (n) (let ((all 0)) (dotimes (i n all) (incf all (second (handler-bind ((error (lambda (c) (declare (ignore c)) (use-value 7))))"
       " (g i)))))))",
       "(f 100)", "700"},
      {"(require \"continuations\") (defvar *k* nil) (defvar *all* '())"
       "(defun g (x &key (y (tessera:call-with-current-continuation (lambda (k) (setq *k* k) 1))) z) (list x y z))"
       "(defun f (n) (setq *all* '()) (let ((v (g n :z 5))) (push (second v) *all*) (when (< (length *all*) 4) (funcall *k* (1+ (second v)))) *all*))",
       "(f 9)", "(4 3 2 1)"},
      {"(defun g (x &key (y (1+ (h x)))) (+ x y)) (defun h (x &optional (y (if (> x 5) (g (floor x 2)) 0))) (+ x y))"
       "(defun f (n) (let ((s 0)) (dotimes (i n s) (incf s (g i)))))",
       "(f 100)", "19138"},
  }));
  const Interpreter hot(with(Options::MachineCode::hot)), all(with(Options::MachineCode::all)), doubting(with(Options::MachineCode::all)),
      interpreted(with(Options::MachineCode::off));
  doubting.vm().jit().exit_at_random();
  INFO(definitions);
  for (const Interpreter* const lisp : {&interpreted, &hot, &all, &doubting}) {
    eval(*lisp, definitions);
    for (int n = 0; n < 30; ++n) CHECK(outcome(*lisp, call) == expected);
    CHECK(lisp->vm().leftovers() == "");
  }
}

TEST_CASE("calls with laid out arguments count as steps and obey interrupts", "[jit]") {
  const auto reached = [](Options::MachineCode which) {
    Interpreter lisp(with(which));
    int steps = 0;
    lisp.define("reach", [&steps](int n) { steps = n; });
    eval(lisp,
         "(defun f (n &key (by 1) more) (reach n) (if more (f (+ n by)) (f (+ n by) :more t)))"
         "(defun g (n &optional (m 1)) (reach n) (g (+ n m)) n)");
    tessera::Limits limits;
    std::vector<int> found;
    for (const char* const form : {"(f 0)", "(g 0)", "(f 0)", "(g 0)"}) {
      limits.steps = 20000;
      lisp.set_limits(limits);
      CHECK_FALSE(eval(lisp, form).ok);
      found.push_back(steps);
    }
    return found;
  };
  CHECK(reached(Options::MachineCode::all) == reached(Options::MachineCode::off));

  Interpreter lisp(with(Options::MachineCode::all));
  eval(lisp, "(defun f (n &key (by 1) more) (if more (f (+ n by)) (f (+ n by) :more t)))");
  CHECK(interrupted_outcome(lisp, "(handler-case (f 0) (tessera:interactive-interrupt () :interrupted))") == ":INTERRUPTED");
}

TEST_CASE("laid out arguments do not shorten the stack, whose end is a condition", "[jit]") {
  Options options;
  options.stack_limit_words = std::size_t{1} << 21;
  options.machine_code = Options::MachineCode::all;
  const Interpreter lisp(options);
  const auto [definition, deep] = GENERATE(table<std::string, std::string>({
      {"(defun f (n &key (end 0) by) (if (= n end) 0 (+ 1 (f (- n 1) :by by :end end))))", "(f 100000 :by 1)"},
      {"(defun f (n &rest l) (if (= n 0) 0 (+ (length l) (f (- n 1) 1))))", "(f 100000 1)"},
      {"(defun f (n &optional a b c d e (g 1) h) (declare (ignore a b c d e h)) (if (= n 0) 0 (+ g (f (- n 1)))))", "(f 100000)"},
      {"(defun f (n &key a b (c 1)) (if (= n 0) 0 (+ c (funcall #'f (- n 1) :b a :a b))))", "(f 100000 :a 1)"},
  }));
  INFO(definition);
  eval(lisp, definition);
  CHECK(outcome(lisp, deep) == "100000");
  for (int n = 0; n < 3; ++n) CHECK(outcome(lisp, "(handler-case (f -1) (storage-condition () :deep))") == ":DEEP");
  CHECK(outcome(lisp, deep) == "100000");
  CHECK(lisp.vm().leftovers() == "");
}

TEST_CASE("rest lists survive collections and a full heap", "[jit]") {
  Options options;
  options.heap_limit_bytes = std::size_t{24} << 20;
  options.machine_code = Options::MachineCode::all;
  const Interpreter lisp(options);
  eval(
      lisp,
      "(defun l (&rest all) all) (defun k (a &rest all &key b &allow-other-keys) (list a b all))"
      "(defun f (n) (let ((kept '())) (dotimes (i n kept) (let ((x (l i (l i) (l i i)))) (when (zerop (mod i 1000)) (push (k i :b x :c i) kept))))))");
  CHECK(outcome(lisp, "(let ((kept (f 200000))) (list (length kept) (first kept)))") ==
        "(200 (199000 (199000 (199000) (199000 199000)) (:B (199000 (199000) (199000 199000)) :C 199000)))");
  CHECK(outcome(lisp, "(handler-case (let ((all '())) (loop (push (l 1 2 3 all) all))) (storage-condition () :full))") == ":FULL");
  CHECK(outcome(lisp, "(length (f 5000))") == "5");
}

#endif
