// An engine in which only jumps have machine code, and all other instructions the state of a new one: hot loops compute
// what the interpreter computes.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <string>

#include "tessera/tessera.hpp"

namespace {

/// Functions of a number of rounds, each with a loop that gets hot.
constexpr const char* bodies[] = {
    "(let ((hits 0)) (dotimes (i n hits) (when (char= (code-char (+ 97 (mod i 24))) #\\q) (incf hits))))",
    "(let ((hits 0) (s \"a string with some characters\")) (dotimes (i n hits) (if (char= (char s (mod i 28)) #\\s) (incf hits) (decf hits 2))))",
    "(let ((sum 0)) (dotimes (i n sum) (if (evenp i) (incf sum (* i 3)) (decf sum (floor i 7)))))",
    "(let ((x 0d0)) (dotimes (i n x) (setf x (+ (* x 0.5d0) (sqrt (+ i 1d0))))))",
    "(let ((x 1d0) (y 2d0)) (dotimes (i n (list x y)) (psetf x (+ (- (* x x) (* y y)) 0.1d0) y (+ (* 0.2d0 x y) 0.3d0)) (when (> (abs x) 4) (setf x 0.1d0))))",
    "(let ((l nil)) (dotimes (i n) (push (list i (cons i l)) l) (when (> (length l) 10) (setf l nil))) (length l))",
    "(let ((v (make-array 16 :initial-element 1))) (dotimes (i n v) (setf (aref v (mod i 16)) (logxor (svref v (mod (* 5 i) 16)) (ash i -2)))))",
    "(let ((b (make-array 16 :element-type '(unsigned-byte 8) :initial-element 1))) (dotimes (i n b) (setf (aref b (logand i 15)) (mod (+ i (aref b 3)) 256))))",
    "(let ((h (make-hash-table)) (sum 0)) (dotimes (i n sum) (incf (gethash (mod i 13) h 0) i) (setf sum (max sum (gethash 7 h 0)))))",
    "(let ((s 0)) (flet ((twice (x) (* 2 x))) (dotimes (i n s) (incf s (twice i)) (setf s (rem s 10007)))))",
    "(let ((f (let ((k 0)) (lambda (x) (incf k x)))) (r 0)) (dotimes (i n r) (setf r (funcall f i))))",
    "(let ((r nil)) (dotimes (i n r) (setf r (catch 'out (unwind-protect (if (oddp i) (throw 'out i) (list i)) (incf i 0))))))",
    "(let ((s 0)) (block nil (dotimes (i n s) (multiple-value-bind (q r) (floor i 7) (incf s (- q r))) (when (eql s -1000000) (return :no)))))",
    "(let ((s 0) (x 3)) (dotimes (i n s) (case (mod i 4) (0 (incf s x)) (1 (setf x (min x i))) (2 (setf x (+ x i 1))) (t (setf s (- s (* x 2) i))))))",
    "(let ((s 0)) (do ((l (list 1 2 3 'a 4 nil 5 \"b\") (cdr l)) (k 0 (1+ k))) ((= k n) s)"
    " (when (null l) (setf l (list 1 2 'c 3))) (typecase (car l) (fixnum (incf s (car l))) (symbol (decf s)) (t (incf s 100)))))",
};

std::string value(const tessera::Lisp& lisp, const std::string& form) {
  try {
    return lisp.eval(form).text();
  } catch (const std::exception& e) { return e.what(); }
}

}  // namespace

int main() {
  unsetenv("TESSERA_MACHINE_CODE");
  tessera::Options interpreted, all, hot;
  interpreted.machine_code = tessera::Options::MachineCode::off;
  all.machine_code = tessera::Options::MachineCode::all;
  hot.machine_code = tessera::Options::MachineCode::hot;
  const tessera::Interpreter oracle(interpreted), always(all), when_hot(hot);
  int failures = 0;
  for (const char* const body : bodies) {
    const std::string define = std::string("(defun rounds (n) ") + body + ")", call = "(prin1-to-string (rounds 10000))";
    for (const tessera::Interpreter* lisp : {&oracle, &always, &when_hot}) value(*lisp, define);
    const std::string expected = value(oracle, call);
    for (const tessera::Interpreter* lisp : {&always, &when_hot})
      if (const std::string found = value(*lisp, call); found != expected) {
        ++failures;
        std::printf("%s\n  %s, but interpreted %s\n", body, found.c_str(), expected.c_str());
      }
  }
  const std::string loops = value(always, "(getf (tessera:machine-code-statistics) :loops)");
  if (loops == "0") std::printf("no loop was compiled\n");
  std::printf("%zu loops, of which %s were compiled; %d differ\n", std::size(bodies), loops.c_str(), failures);
  return failures != 0 || loops == "0";
}
