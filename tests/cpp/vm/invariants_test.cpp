// The engine's promises: depth, tail calls, local functions, interrupts, failures, independence.
#include <string>
#include <thread>

#include "interrupts.hpp"
#include "lisp.hpp"
#include "vm/vm.hpp"

namespace {

using tessera::Interpreter;
using tessera::Options;

/// A stack too small for deep recursion to take long to exhaust it.
Options small_stack(std::size_t words = std::size_t{1} << 20) {
  Options options;
  options.stack_limit_words = words;
  return options;
}

std::string number(std::uint64_t n) { return std::to_string(n); }

// --- depth

TEST_CASE("a million nested calls return", "[invariants][depth]") {
  Interpreter lisp;
  eval(lisp, "(defun depth (n) (if (zerop n) 0 (1+ (depth (1- n)))))");
  CHECK(outcome(lisp, "(depth 1000000)") == "1000000");
  CHECK(lisp.vm().stack_words_used() < 1000);
}

TEST_CASE("deeply nested calls through higher-order functions return", "[invariants][depth]") {
  Interpreter lisp;
  const std::string depth = slow_build ? "10000" : "200000";
  eval(lisp, "(defun via-mapcar (n) (if (zerop n) 0 (1+ (car (mapcar #'via-mapcar (list (1- n)))))))");
  CHECK(outcome(lisp, "(via-mapcar " + depth + ")") == depth);
  eval(lisp, "(defun via-apply (n) (if (zerop n) 0 (1+ (apply #'via-apply (list (1- n))))))");
  CHECK(outcome(lisp, "(via-apply " + depth + ")") == depth);
  eval(lisp, "(defun via-protect (n) (if (zerop n) 0 (1+ (unwind-protect (via-protect (1- n)) nil))))");
  CHECK(outcome(lisp, "(via-protect " + depth + ")") == depth);
  eval(lisp, "(defvar *level* 0) (defun via-binding (n) (let ((*level* n)) (if (zerop n) 0 (1+ (via-binding (1- n))))))");
  CHECK(outcome(lisp, "(list (via-binding " + depth + ") *level*)") == "(" + depth + " 0)");
}

TEST_CASE("endless recursion is a storage-condition each time", "[invariants][depth]") {
  Interpreter lisp(small_stack());
  eval(lisp, "(defun endless (n) (1+ (endless (1+ n))))");
  for (int i = 0; i < 3; ++i) {
    CHECK(outcome(lisp, "(handler-case (endless 0) (storage-condition () :caught))") == ":CAUGHT");
    CHECK(outcome(lisp, "(+ 1 2)") == "3");
  }
  CHECK(eval(lisp, "(endless 0)").ok == false);
  CHECK(outcome(lisp,
                "(handler-case (handler-bind ((storage-condition (lambda (c) (princ-to-string c)))) (endless 0))"
                "  (storage-condition (c) (plusp (length (princ-to-string c)))))") == "T");
}

TEST_CASE("cleanup forms run when the stack is exhausted", "[invariants][depth]") {
  Interpreter lisp(small_stack());
  eval(lisp,
       "(defvar *cleaned* 0)"
       "(defun nested (n) (unwind-protect (1+ (nested (1+ n))) (incf *cleaned*)))");
  CHECK(outcome(lisp, "(handler-case (nested 0) (storage-condition () (> *cleaned* 1000)))") == "T");
}

// --- tail calls: on a stack of few words only constant space will do

TEST_CASE("calls in tail positions take no stack", "[invariants][tail]") {
  Interpreter lisp(small_stack(std::size_t{1} << 17));
  const std::string count = slow_build ? "200000" : "1000000";
  const auto check = [&](const std::string& definitions, const std::string& call) {
    INFO(definitions);
    REQUIRE(eval(lisp, definitions).ok);
    CHECK(outcome(lisp, call) == ":DONE");
  };
  check("(defun a (n) (if (zerop n) :done (b (1- n)))) (defun b (n) (if (zerop n) :done (a (1- n))))", "(a " + count + ")");
  check("(defun c (n) (cond ((zerop n) :done) (t (funcall #'c (1- n)))))", "(c " + count + ")");
  check("(defun d (n) (case n (0 :done) (t (apply #'d (list (1- n))))))", "(d " + count + ")");
  check("(defun e (n) (let* ((m (1- n))) (progn (when (>= m 0) (return-from e (e m))) :done)))", "(e " + count + ")");
  check("(defun f (n) (and t (or nil (multiple-value-bind (m) (values (1- n)) (if (< m 0) :done (f m))))))", "(f " + count + ")");
  check("(defun g (n &optional (k 1) &key (last :done)) (if (zerop n) last (g (- n k) k :last last)))", "(g " + count + ")");
  check("(defun h (n) (labels ((even (n) (if (zerop n) :done (odd (1- n)))) (odd (n) (even (1- n)))) (even n)))", "(h " + count + ")");
  check("(defun i (n) (flet ((next (k) (i k))) (block nil (tagbody (if (zerop n) (return :done)) (return (next (1- n)))))))",
        "(i " + count + ")");
  check("(defun j (k n) (if (zerop n) (funcall k :done) (j (lambda (x) (funcall k x)) (1- n))))", "(j #'identity 1000)");
  CHECK(outcome(lisp, "(handler-case (labels ((deep (n) (1+ (deep n)))) (deep 1)) (storage-condition () :small))") == ":SMALL");
}

TEST_CASE("a hundred million tail calls between two functions take constant memory", "[invariants][tail]") {
  Interpreter lisp(small_stack(std::size_t{1} << 17));
  const std::uint64_t count = slow_build ? 1'000'000 : 100'000'000;
  eval(lisp, "(defun ping (n) (if (= n 0) :done (pong (- n 1)))) (defun pong (n) (if (= n 0) :done (ping (- n 1))))");
  lisp.collect();
  const std::size_t before = lisp.vm().heap.used_bytes();
  CHECK(outcome(lisp, "(ping " + number(count) + ")") == ":DONE");
  lisp.collect();
  CHECK(lisp.vm().heap.used_bytes() < before + 100'000);
}

// --- local functions and variables

TEST_CASE("local functions that do not escape cost no closure", "[invariants][labels]") {
  Interpreter lisp;
  const auto disassembly = [&](const std::string& definition) {
    REQUIRE(eval(lisp, "(defun probe " + definition).ok);
    return eval(lisp, "(with-output-to-string (*standard-output*) (disassemble 'probe))").value.display();
  };
  const std::string loop = disassembly("(n) (labels ((f (i acc) (if (= i n) acc (f (1+ i) (+ acc i))))) (f 0 0)))");
  INFO(loop);
  CHECK(loop.find("CLOSURE ") == std::string::npos);
  CHECK(outcome(lisp, "(probe 10)") == "45");
  const std::string escaping = disassembly("(n) (flet ((f (x) (+ x n))) #'f))");
  INFO(escaping);
  CHECK(escaping.find("CLOSURE ") != std::string::npos);
}

TEST_CASE("looping and calling local functions allocates nothing", "[invariants][labels]") {
  Interpreter lisp;
  eval(lisp,
       "(defun sum (n) (labels ((f (i acc) (if (= i n) acc (f (1+ i) (+ acc i))))) (f 0 0)))"
       "(defun sum-do (n) (let ((s 0)) (dotimes (i n s) (setq s (+ s i)))))");
  for (const char* call : {"(sum 100000)", "(sum-do 100000)"}) {
    eval(lisp, call);
    const auto before = lisp.vm().heap.allocated_bytes();
    CHECK(outcome(lisp, call) == "4999950000");
    CHECK(lisp.vm().heap.allocated_bytes() - before < 50'000);  // reading and compiling the call
  }
}

// --- interrupts

TEST_CASE("another thread can interrupt a running evaluation", "[invariants][interrupt]") {
  Interpreter lisp;
  for (const char* endless : {"(loop)", "(loop (mapcar #'1+ '(1 2 3)))", "(labels ((f () (g)) (g () (f))) (f))",
                              "(handler-case (loop) (error () :no))", "(unwind-protect (loop) (setq cl-user::*left* t))"}) {
    INFO(endless);
    const Result r = [&] {
      const InterruptSoon interrupt(lisp);
      return eval(lisp, endless);
    }();
    CHECK_FALSE(r.ok);
    CHECK(r.condition.find("INTERRUPT") != std::string::npos);
    CHECK(outcome(lisp, "(+ 1 2)") == "3");
  }
}

// --- failing allocations

/// Makes the n-th allocation fail for n = 1, 2, ...: each time a condition or the right value results, never worse.
void fail_each_allocation(const std::string& form, const std::string& expected, std::uint64_t most, std::uint64_t step) {
  Interpreter lisp;
  REQUIRE(outcome(lisp, form) == expected);
  for (std::uint64_t n = 1; n <= most; n += step) {
    INFO(form << ", allocation " << n);
    lisp.vm().heap.fail_allocation_after(n);
    const Result r = eval(lisp, form);
    lisp.vm().heap.fail_allocation_after(0);
    if (r.ok) {
      CHECK(r.value.text() == expected);
    } else {
      const bool clear = r.condition.find("STORAGE") != std::string::npos || r.condition.find("EXHAUSTED") != std::string::npos;
      INFO(r.condition << ": " << r.message);
      CHECK(clear);
    }
    REQUIRE(outcome(lisp, "(+ 1 2)") == "3");
  }
}

TEST_CASE("a failing allocation is a storage-condition", "[invariants][faults]") {
  const std::uint64_t step = slow_build ? 37 : 1;
  fail_each_allocation("(reverse (list 1 2 3))", "(3 2 1)", 300, step);
  fail_each_allocation("(format nil \"~d ~a ~{~a~^, ~}\" 12 \"x\" '(1 2 3))", "\"12 x 1, 2, 3\"", 1500, step);
  fail_each_allocation("(let ((h (make-hash-table :test 'equal))) (dotimes (i 50) (setf (gethash (list i) h) i)) (hash-table-count h))",
                       "50", 1500, 3 * step);
  fail_each_allocation("(* 12345678901234567890 98765432109876543210)", "1219326311370217952237463801111263526900", 300, step);
  fail_each_allocation("(progn (defun fresh (x) (list x x)) (fresh 1))", "(1 1)", 3000, 3 * step);
}

TEST_CASE("a full heap is a storage-condition, and dropped objects are freed", "[invariants][faults]") {
  Options options;
  options.heap_limit_bytes = std::size_t{64} << 20;
  Interpreter lisp(options);
  for (int i = 0; i < 3; ++i) {
    CHECK(outcome(lisp, "(handler-case (let ((l '())) (loop (push (make-array 1000) l))) (storage-condition () :full))") == ":FULL");
    CHECK(outcome(lisp, "(handler-case (let ((l '())) (loop (push 1 l))) (storage-condition () :full))") == ":FULL");
    CHECK(outcome(lisp, "(handler-case (make-array 1000000000) (storage-condition () :full))") == ":FULL");
    CHECK(outcome(lisp, "(length (make-list 100000))") == "100000");
  }
}

// --- deep data

TEST_CASE("deeply nested data is read, printed and compared", "[invariants][deep]") {
  Interpreter lisp;
  const std::size_t depth = slow_build ? 100'000 : 1'000'000;
  eval(lisp, "(defun nested (n) (let ((x '())) (dotimes (i n x) (setq x (list x)))))");
  eval(lisp, "(defvar *deep* (nested " + number(depth) + "))");
  CHECK(outcome(lisp, "(length (prin1-to-string *deep*))") == number(2 * depth + 3));
  CHECK(outcome(lisp, "(equal *deep* (read-from-string (concatenate 'string (make-string " + number(depth + 1) +
                          " :initial-element #\\() (make-string " + number(depth + 1) + " :initial-element #\\)))))") == "T");
  CHECK(outcome(lisp, "(equal *deep* (copy-tree *deep*))") == "T");
  CHECK(outcome(lisp, "(integerp (sxhash *deep*))") == "T");
  CHECK(outcome(lisp, "(equalp (vector *deep*) (vector (nested " + number(depth) + ")))") == "T");
  const std::string quotes(10'000, '\'');
  CHECK(eval(lisp, "(length " + quotes + "x)").ok);
}

TEST_CASE("deeply nested code returns or signals a condition", "[invariants][deep]") {
  Interpreter lisp;
  for (const char* open : {"(progn ", "(let () ", "(1+ ", "(list (quote ", "(lambda () ", "`(a ,"}) {
    for (const int depth : {100, 1000, 10'000, 100'000}) {
      INFO(open << " " << depth);
      std::string form;
      for (int i = 0; i < depth; ++i) form += open;
      form += "1";
      for (int i = 0; i < depth; ++i)
        for (const char* c = open; *c != '\0'; ++c)
          if (*c == '(' && !(open[0] == '(' && open[1] == 'l' && open[2] == 'a' && c != open)) form += ')';
      const Result r =
          eval(lisp, "(let ((form '" + form + ")) (handler-case (progn (eval form) :value) (serious-condition () :condition)))");
      if (!r.ok) CHECK_FALSE(r.condition.empty());
      REQUIRE(outcome(lisp, "(+ 1 2)") == "3");
    }
  }
}

// --- the collector

TEST_CASE("reachable objects survive collections, and moved ones are found", "[invariants][collector]") {
  Interpreter lisp;
  const std::string n = slow_build ? "300" : "20000";
  eval(lisp,
       "(defvar *table* (make-hash-table :test 'eq))"
       "(defvar *keys* (loop for i below " +
           n + " collect (let ((key (list i))) (setf (gethash key *table*) i) key)))");
  for (int i = 0; i < 3; ++i) {
    eval(lisp, "(dotimes (i " + n + ") (make-array 100))");
    lisp.collect();
    lisp.vm().heap.verify();
    CHECK(outcome(lisp, "(loop for key in *keys* for i from 0 always (eql (gethash key *table*) i))") == "T");
  }
}

TEST_CASE("handles keep objects across collections", "[invariants][collector]") {
  Interpreter lisp;
  const tessera::ObjectRef kept = eval(lisp, "(list 1 \"two\" #\\3 4.0)").value;
  eval(lisp, "(dotimes (i 10000) (make-string 10))");
  lisp.collect();
  CHECK(kept.text() == "(1 \"two\" #\\3 4.0)");
}

// --- many interpreters

TEST_CASE("two interpreters are independent", "[invariants][independence]") {
  Interpreter one, two;
  eval(one, "(defvar *x* 1) (defun f () :one)");
  eval(two, "(defvar *x* 2) (defun f () :two)");
  CHECK(outcome(one, "(list *x* (f))") == "(1 :ONE)");
  CHECK(outcome(two, "(list *x* (f))") == "(2 :TWO)");
  eval(one, "(makunbound '*x*)");
  CHECK(outcome(two, "*x*") == "2");
}

TEST_CASE("interpreters run side by side in threads", "[invariants][independence]") {
  const auto work = [](std::string* result) {
    Interpreter lisp;
    eval(lisp, "(defun fib (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))");
    *result = outcome(lisp, slow_build ? "(list (fib 10) (length (make-list 1000)))" : "(list (fib 22) (length (make-list 100000)))");
  };
  std::string first, second;
  std::thread a(work, &first), b(work, &second);
  a.join();
  b.join();
  CHECK(first == (slow_build ? "(55 1000)" : "(17711 100000)"));
  CHECK(second == first);
}

TEST_CASE("interpreters can be created and destroyed many times", "[invariants][independence]") {
  for (int i = 0; i < (slow_build ? 3 : 50); ++i) {
    Interpreter lisp;
    REQUIRE(outcome(lisp, "(+ 1 2)") == "3");
  }
}

// --- errors

TEST_CASE("an error names its file, line and column", "[invariants][errors]") {
  Interpreter lisp;
  eval(lisp, "(defun inner (x)\n  (list (car x)))\n(defun outer (x)\n  (list (inner x)))\n", "place.lisp");
  const Result r = eval(lisp, "(list\n (outer 5))", "call.lisp");
  CHECK_FALSE(r.ok);
  CHECK(r.condition == "TYPE-ERROR");
  CHECK(r.message.find("CAR") != std::string::npos);
  CHECK(r.message.find("5") != std::string::npos);
  INFO(r.backtrace);
  CHECK(r.backtrace.find("place.lisp:2") != std::string::npos);
  CHECK(r.backtrace.find("place.lisp:4") != std::string::npos);
}

}  // namespace
