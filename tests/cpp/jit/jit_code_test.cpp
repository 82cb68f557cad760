// Machine code is visible in DISASSEMBLE, ROOM and gdb, and nowhere else: frames, errors, interrupts, limits,
// continuations, redefinition. Only in builds with TESSERA_MACHINE_CODE. All other suites show that the language is the
// same: TESSERA_MACHINE_CODE=all ctest ...
#ifdef TESSERA_MACHINE_CODE

#include <fstream>

#include "compiler/code.hpp"
#include "data/symbols/packages.hpp"
#include "interrupts.hpp"
#include "jit/assembler/code_memory.hpp"
#include "lisp.hpp"
#include "process.hpp"
#include "vm/vm.hpp"

namespace {

using tessera::Interpreter;
using tessera::Options;

/// True if the global function has machine code.
bool is_machine_code(const Interpreter& lisp, const std::string& name) {
  tessera::Vm& vm = lisp.vm();
  const tessera::Value symbol = tessera::intern(vm, vm.symbol(vm.cl("*PACKAGE*"))->value, std::string_view(name));
  const tessera::Value function = tessera::as<tessera::Symbol>(symbol)->function;
  return tessera::prologue_of(tessera::code_of(tessera::as<tessera::Closure>(function))->instructions)->machine_code != nullptr;
}

const char* const fib = "(defun fib (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))";

}  // namespace

TEST_CASE("memory of machine code that was freed in any order is whole again", "[jit]") {
  constexpr std::size_t block = 1000, blocks = 12;
  tessera::CodeMemory memory(std::size_t{1} << 20);
  const std::string code(3 * block * blocks, '\xc3');
  for (std::size_t step : {1, 5, 7, 11}) {
    INFO(step);
    std::vector<char*> kept;
    for (std::size_t i = 0; i < blocks; ++i) kept.push_back(memory.keep(code.data(), block));
    char* const last = memory.keep(code.data(), block);
    for (std::size_t i = 0; i < blocks; ++i) memory.release(kept[i * step % blocks], block);
    char* const whole = memory.keep(code.data(), blocks * block);
    CHECK(whole == kept[0]);
    memory.release(whole, blocks * block);
    memory.release(last, block);
    CHECK(memory.keep(code.data(), code.size()) == kept[0]);
    memory.release(kept[0], code.size());
  }
}

TEST_CASE("hot functions become machine code", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::hot));
  eval(lisp, fib);
  CHECK(outcome(lisp, "(fib 5)") == "5");
  CHECK_FALSE(is_machine_code(lisp, "FIB"));
  CHECK(outcome(lisp, "(fib 20)") == "6765");
  CHECK(is_machine_code(lisp, "FIB"));
  CHECK(outcome(lisp, "(defun rounds (n) (let ((sum 0)) (dotimes (i n sum) (incf sum i))))") == "ROUNDS");
  CHECK(outcome(lisp, "(rounds 1000000)") == "499999500000");
  CHECK(is_machine_code(lisp, "ROUNDS"));
  CHECK(lisp.vm().leftovers() == "");
}

TEST_CASE("DISASSEMBLE shows a function's machine code", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::hot));
  eval(lisp, fib);
  const auto shown = [&lisp] { return eval(lisp, "(with-output-to-string (*standard-output*) (disassemble 'fib))").value.text(); };
  CHECK(shown().find("machine code") == std::string::npos);
  CHECK(outcome(lisp, "(fib 20)") == "6765");
  CHECK(shown().find("; its machine code:") != std::string::npos);
  CHECK(shown().find("jmp ") != std::string::npos);
}

TEST_CASE("DISASSEMBLE shows the machine code of loops", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::hot));
  eval(lisp, "(defun sum-of (v) (let ((sum 0)) (dotimes (i (length v) sum) (setq sum (+ sum (svref v i))))))");
  CHECK(outcome(lisp, "(sum-of (make-array 100000 :initial-element 1))") == "100000");
  const std::string shown = eval(lisp, "(with-output-to-string (*standard-output*) (disassemble 'sum-of))").value.text();
  const std::size_t loop = shown.find("; the loop at ");
  REQUIRE(loop != std::string::npos);
  CHECK(shown.find("SVREF", loop) != std::string::npos);
  CHECK(outcome(lisp, "(sum-of (vector 1 2 3))") == "6");
}

TEST_CASE("DISASSEMBLE shows functions inlined in a loop while they exist", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::hot));
  eval(lisp, "(defun next (x) (logxor x 5)) (defun sum-of (n) (let ((sum 0)) (dotimes (i n sum) (setq sum (+ sum (next i))))))");
  CHECK(outcome(lisp, "(sum-of 100000)") == "4999950000");
  const auto loop = [&lisp] {
    const std::string shown = eval(lisp, "(with-output-to-string (*standard-output*) (disassemble 'sum-of))").value.text();
    const std::size_t begin = shown.find("; the loop at ");
    return begin == std::string::npos ? "" : shown.substr(begin);
  };
  CHECK(loop().find("LOGXOR") != std::string::npos);
  CHECK(loop() == loop());
  eval(lisp, "(defun next (x) x)");
  eval(lisp, "(tessera:gc :full t)");
  CHECK(outcome(lisp, "(sum-of 10)") == "45");
  CHECK(loop().find("have been collected") != std::string::npos);
}

TEST_CASE("gdb names functions in machine code and their callers", "[jit]") {
  if (std::system("gdb --version > /dev/null 2>&1") != 0) return;
  const ScratchFolder scratch;
  const std::string program = scratch.file("ask.lisp", "(defun ask-machine () (list (machine-instance))) (ask-machine) (ask-machine)");
  const std::string command =
      "TESSERA_MACHINE_CODE=all TESSERA_MACHINE_CODE_NAMES=gdb timeout 200 gdb -nx -q -batch -ex 'set breakpoint pending on'"
      " -ex 'break uname' -ex run -ex continue -ex bt --args '" TESSERA_PROGRAM "' ";
  REQUIRE(std::system((command + program + " > " + scratch.path("out") + " 2>&1 < /dev/null").c_str()) == 0);
  const std::string shown = file_text(scratch.path("out"));
  INFO(shown);
  if (shown.find("Breakpoint 1") == std::string::npos || shown.find("ptrace") != std::string::npos) return;  // it may trace nothing here
  const std::size_t lisp = shown.find(" ASK-MACHINE ()");
  REQUIRE(lisp != std::string::npos);
  CHECK(shown.find("run_loop", lisp) != std::string::npos);
}

TEST_CASE("ROOM and MACHINE-CODE-STATISTICS report the machine code", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::all));
  eval(lisp, fib);
  CHECK(outcome(lisp, "(fib 20)") == "6765");
  CHECK(outcome(
            lisp,
            "(destructuring-bind (&key functions bytes compilations (loops 0) instructions time longest) (tessera:machine-code-statistics)"
            " (and (<= 1 functions compilations) (<= 0 loops) (< 100 bytes) (< 5 instructions) (<= 0 longest time)))") == "T");
  CHECK(outcome(lisp, "(not (null (search \"bytes of machine code\" (with-output-to-string (*standard-output*) (room)))))") == "T");
  const Interpreter without(with(Options::MachineCode::off));
  CHECK(outcome(without, "(getf (tessera:machine-code-statistics) :functions)") == "0");
}

TEST_CASE("nothing becomes machine code if the host turns it off", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::off));
  eval(lisp, fib);
  CHECK(outcome(lisp, "(fib 20)") == "6765");
  CHECK_FALSE(is_machine_code(lisp, "FIB"));
}

TEST_CASE("machine code is never writable and executable at once", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::all));
  eval(lisp, fib);
  CHECK(outcome(lisp, "(fib 20)") == "6765");
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) CHECK(line.find("wx") == std::string::npos);
}

TEST_CASE("uncommon cases in machine code behave as in the interpreter", "[jit]") {
  const auto [form, expected] = GENERATE(table<std::string, std::string>({
      {"(let ((x most-positive-fixnum)) (dotimes (i 3 x) (setq x (+ x x))))", "36893488147419103224"},
      {"(let ((x most-negative-fixnum)) (list (- x 1) (abs x) (* x x)))",
       "(-4611686018427387905 4611686018427387904 21267647932558653966460912964485513216)"},
      {"(list (floor -7 2) (mod -7 2) (rem -7 2) (truncate -7 2) (ash -5 -1) (ash 1 61) (ash 1 62))",
       "(-4 1 -1 -3 -3 2305843009213693952 4611686018427387904)"},
      {"(list (+ 1 2.5d0) (* 1d300 1d300) (/ 1d0 3d0) (< 1 1.5d0) (= 2 2d0) (/ 6 4))", "error"},
      {"(list (+ 1 2.5d0) (* 1d100 1d100) (< 1 1.5d0) (= 2 2d0) (/ 6 4) (min 1 2.0) (max 3 1))", "(3.5d0 1.0d200 T T 3/2 1 3)"},
      {"(handler-case (car 5) (type-error (e) (type-error-datum e)))", "5"},
      {"(handler-case (svref (vector 1 2) 2) (error () :range))", ":RANGE"},
      {"(handler-case (aref (vector 1 2) -1) (error () :range))", ":RANGE"},
      {"(handler-bind ((type-error (lambda (e) (declare (ignore e)) (use-value 7)))) (+ 1 (car 5)))", "error"},
      {"(handler-case (undefined-here 1) (undefined-function (e) (cell-error-name e)))", "UNDEFINED-HERE"},
      {"(catch 'out (dotimes (i 10) (unwind-protect (when (= i 3) (throw 'out i)) (car nil))))", "3"},
      {"(multiple-value-list (block nil (multiple-value-prog1 (floor 7 2) (values))))", "(3 1)"},
      {"(char (coerce '(#\\a #\\λ) 'string) 1)", "#\\λ"},
      {"(let ((s (make-string 2 :initial-element #\\a))) (setf (char s 1) #\\λ) (list (char s 0) (char s 1)))", "(#\\a #\\λ)"},
  }));
  INFO(form);
  const Interpreter machine(with(Options::MachineCode::all)), interpreted(with(Options::MachineCode::off));
  const std::string wrapped = "(progn (defun f () " + form + ") (f) (f))";
  const std::string got = outcome(machine, wrapped);
  CHECK(got == outcome(interpreted, wrapped));
  if (expected != "error") CHECK(got == expected);
  CHECK(machine.vm().leftovers() == "");
}

TEST_CASE("functions with any lambda list become machine code, called from it or not", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::hot));
  eval(
      lisp,
      "(defun of-optional (x &optional (y 2 y-p)) (list x y y-p)) (defun of-rest (x &rest more) (list x more))"
      "(defun of-key (x &key (y 2) ((:other z) 3 z-p)) (list x y z z-p))"
      "(defun call-all (n) (dotimes (i n) (of-optional i) (of-optional i 1) (of-rest i) (of-rest i 1 2) (of-key i) (of-key i :other 1 :y 2)))");
  CHECK(outcome(lisp, "(call-all 5000)") == "NIL");
  for (const char* const name : {"OF-OPTIONAL", "OF-REST", "OF-KEY", "CALL-ALL"}) CHECK(is_machine_code(lisp, name));
  CHECK(outcome(lisp, "(list (of-optional 1) (of-optional 1 5) (of-rest 1) (of-rest 1 2 3) (of-key 1) (of-key 1 :other 9))") ==
        "((1 2 NIL) (1 5 T) (1 NIL) (1 (2 3)) (1 2 3 NIL) (1 2 9 T))");
}

TEST_CASE("machine code's calls with any arguments behave as in the interpreter", "[jit]") {
  const std::string function = GENERATE("(x) (list x)", "(&optional x) (list x)", "(x &optional (y (list x)) (z nil z-p)) (list x y z z-p)",
                                        "(&rest all) all", "(x &rest all) (list* x all)", "(&key a (b a)) (list a b)",
                                        "(x &optional y &rest all &key a b) (list x y all a b)", "(&key a &allow-other-keys) (list a)");
  const std::string arguments = GENERATE("", " 1", " 1 2", " 1 2 :a 3", " :a 1", " :b 1 :a 2", " :a 1 :a 2", " :c 1",
                                         " :c 1 :allow-other-keys t", " 1 2 3 4 5 6 7 8 9 10 11 12", " 1 2 :b", " 1 2 :c 3");
  INFO(function << " of" << arguments);
  const Interpreter machine(with(Options::MachineCode::all)), interpreted(with(Options::MachineCode::off));
  const std::string program = "(progn (defun f " + function + ") (defun inner (x) (list x (f" + arguments + ")))" + "(defun tail () (f" +
                              arguments + ")) (defun of-closure (f) (list (funcall f" + arguments + ")))" +
                              "(defun tail-of-closure (f) (funcall f" + arguments + "))" +
                              "(flet ((told (thunk) (handler-case (funcall thunk) (error (e) (princ-to-string e)))))"
                              " (loop repeat 3 collect (list (told (lambda () (inner 0))) (told #'tail) (told (lambda () (of-closure #'f)))"
                              " (told (lambda () (of-closure 'f))) (told (lambda () (tail-of-closure #'f)))))))";
  CHECK(outcome(machine, program) == outcome(interpreted, program));
  CHECK(machine.vm().leftovers() == "");
}

TEST_CASE("a redefinition is seen by machine code that runs", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::all));
  eval(lisp,
       "(defun callee (x) (* x 2)) (defun caller (n) (let ((sum 0)) (dotimes (i n sum) (incf sum (callee i)) (when (= i 2)"
       " (setf (fdefinition 'callee) (lambda (x &optional (y 1)) (+ x y)))))))");
  CHECK(outcome(lisp, "(caller 5)") == "15");  // 0 2 4, then 4 5
  CHECK(outcome(lisp, "(defun callee (x) (declare (ignore x)) (error \"no\"))") == "CALLEE");
  CHECK(outcome(lisp, "(caller 5)") == "SIMPLE-ERROR: no");
  CHECK(outcome(lisp, "(progn (setf (fdefinition 'callee) #'car) (callee '(1 2)))") == "1");
}

TEST_CASE("recursion in machine code is limited by the stack and ends in a condition", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::all));
  eval(lisp, "(defun down (n) (if (= n 0) 0 (+ 1 (down (- n 1))))) (defun for-ever (n) (+ 1 (for-ever n)))");
  CHECK(outcome(lisp, "(down 1000000)") == "1000000");
  CHECK(outcome(lisp, "(handler-case (for-ever 1) (storage-condition () :deep))") == ":DEEP");
  CHECK(outcome(lisp, "(down 1000)") == "1000");
  eval(lisp,
       "(defun down-by (n &key (by 1)) (if (<= n 0) 0 (+ 1 (down-by (- n by) :by by)))) (defun ever (n &optional m) (+ 1 (ever n m)))");
  CHECK(outcome(lisp, "(down-by 300000 :by 3)") == "100000");
  CHECK(outcome(lisp, "(handler-case (ever 1) (storage-condition () :deep))") == ":DEEP");
  CHECK(lisp.vm().leftovers() == "");
}

TEST_CASE("frames of machine code show functions, positions and variables", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::all)), interpreted(with(Options::MachineCode::off));
  const std::string program =
      "(progn (defun inner (x) (error \"at ~a\" x)) (defun outer (y) (let ((z (* y 2))) (list (inner z))))"
      "(outer 1))";
  const Result m = eval(lisp, program), i = eval(interpreted, program);
  CHECK_FALSE(m.ok);
  CHECK(m.message == "at 2");
  CHECK(m.message == i.message);
  CHECK(m.backtrace == i.backtrace);
}

TEST_CASE("machine code obeys limits and interrupts", "[jit]") {
  Interpreter limited(with(Options::MachineCode::all));
  tessera::Limits limits;
  limits.steps = 100000;
  limited.set_limits(limits);
  CHECK_FALSE(eval(limited, "(loop)").ok);
  CHECK_FALSE(eval(limited, "(defun f (n) (f (+ n 1))) (f 0)").ok);
  CHECK(outcome(limited, "(+ 1 2)") == "3");

  Interpreter lisp(with(Options::MachineCode::all));
  CHECK(interrupted_outcome(lisp, "(handler-case (let ((n 0)) (loop (incf n))) (tessera:interactive-interrupt () :interrupted))") ==
        ":INTERRUPTED");
}

TEST_CASE("continuations capture and reenter machine code", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::all));
  eval(lisp,
       "(require \"continuations\") (defvar *k* nil) (defvar *seen* '())"
       "(defun taken (n) (+ n (tessera:call-with-current-continuation (lambda (k) (setq *k* k) 1))))"
       "(defun run () (setq *seen* '()) (let ((v (taken 10))) (push v *seen*) (when (< (length *seen*) 4) (funcall *k* v)) *seen*))");
  CHECK(outcome(lisp, "(run)") == "(41 31 21 11)");
  eval(lisp,
       "(defun ctak (x y z) (tessera:call-with-current-continuation (lambda (k) (ctak-to k x y z))))"
       "(defun ctak-to (k x y z) (if (< y x) (tessera:call-with-current-continuation (lambda (k) (ctak-to k"
       " (tessera:call-with-current-continuation (lambda (k) (ctak-to k (1- x) y z)))"
       " (tessera:call-with-current-continuation (lambda (k) (ctak-to k (1- y) z x)))"
       " (tessera:call-with-current-continuation (lambda (k) (ctak-to k (1- z) x y)))))) (funcall k z)))"
       "(defun give (n) (tessera-continuations:generator (dotimes (i n) (tessera-continuations:yield i))))"
       "(defun sum (g) (let ((sum 0)) (tessera-continuations:do-generator (x g sum) (incf sum x))))");
  CHECK(outcome(lisp, "(list (ctak 12 8 4) (sum (give 1000)))") == "(5 499500)");
  CHECK(lisp.vm().leftovers() == "");
}

TEST_CASE("C++ exceptions pass through machine code", "[jit]") {
  Interpreter lisp(with(Options::MachineCode::all));
  struct Thrown {
    int n;
  };
  lisp.define("THROW-IT", [](int n) -> int { throw Thrown{n}; });
  eval(lisp, "(defun through (n) (unwind-protect (+ 1 (throw-it n)) (setq *cleaned* t))) (defvar *cleaned* nil)");
  for (int n = 0; n < 3; ++n) CHECK_THROWS_AS(lisp.call<int>("through", n), Thrown);
  CHECK(outcome(lisp, "*cleaned*") == "T");
  CHECK(lisp.vm().leftovers() == "");
}

TEST_CASE("machine code is freed with its function", "[jit]") {
  const Interpreter lisp(with(Options::MachineCode::all));
  eval(lisp,
       "(defun churn (n) (dotimes (i n) (let ((f (compile nil `(lambda (x) (+ x ,i))))) (assert (= (funcall f 1) (+ i 1)))"
       " (assert (= (funcall f 2) (+ i 2))))))");
  CHECK(outcome(lisp, "(churn 300)") == "NIL");
  eval(lisp, "(tessera:gc :full t)");
  CHECK(outcome(lisp, "(churn 300)") == "NIL");
}

#endif
