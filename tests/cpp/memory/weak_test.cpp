// Weak pointers and finalizers under minor and full collections.
#include <map>

#include "lisp.hpp"
#include "vm/vm.hpp"

namespace {

using tessera::Interpreter;

/// New objects die in a minor collection, old ones in a full one. If each safepoint collects, all are old at once.
void collect_in_lisp(Interpreter& lisp, bool full) { lisp.eval(full || collects_always ? "(tessera:gc :full t)" : "(tessera:gc)"); }

TEST_CASE("a weak pointer keeps its object only while the object is otherwise reachable", "[weak]") {
  for (const bool full : {false, true}) {
    Interpreter lisp;
    lisp.eval("(use-package :tessera)");
    lisp.eval("(defvar *kept* (list 1 2)) (defvar *to-kept* (make-weak-pointer *kept*)) (defvar *lost* (make-weak-pointer (list 3 4)))");
    CHECK(outcome(lisp, "(list (weak-pointer-p *lost*) (weak-pointer-p 1))") == "(T NIL)");
    collect_in_lisp(lisp, full);
    CHECK(outcome(lisp, "(multiple-value-list (weak-pointer-value *lost*))") == "(NIL NIL)");
    CHECK(outcome(lisp, "(eq (weak-pointer-value *to-kept*) *kept*)") == "T");
    lisp.eval("(setq *kept* nil)");
    lisp.collect();
    CHECK(outcome(lisp, "(multiple-value-list (weak-pointer-value *to-kept*))") == "(NIL NIL)");
    CHECK(outcome(lisp, "(mapcar (lambda (x) (weak-pointer-value (make-weak-pointer x))) (list 1 #\\a nil 'car 1.5))") ==
          "(1 #\\a NIL CAR 1.5)");
    CHECK(eval(lisp, "(weak-pointer-value 5)").condition == "TYPE-ERROR");
    CHECK(lisp.self_check() == "");
  }
}

TEST_CASE("dead weak pointers leave nothing behind", "[weak]") {
  Interpreter lisp;
  lisp.eval("(defvar *object* (list 1)) (dotimes (i 100000) (tessera:make-weak-pointer *object*))");
  lisp.collect();
  const auto before = lisp.vm().heap.used_bytes();
  lisp.eval("(dotimes (i 100000) (tessera:make-weak-pointer *object*))");
  lisp.collect();
  CHECK(lisp.vm().heap.used_bytes() < before + 100'000);
}

TEST_CASE("finalizers run after their objects died, in order of registration", "[weak]") {
  for (const bool full : {false, true}) {
    Interpreter lisp;
    lisp.eval("(use-package :tessera) (defvar *log* '()) (defvar *kept* (list :kept))");
    lisp.eval("(finalize *kept* (lambda () (push :kept *log*)))");
    lisp.eval("(dotimes (n 5) (let ((i n)) (finalize (list i) (lambda () (push i *log*)))))");
    lisp.eval("(list (list 1 2 3))");  // no register holds the last one
    collect_in_lisp(lisp, full);
    CHECK(outcome(lisp, "(progn (dotimes (i 2)) (reverse *log*))") == "(0 1 2 3 4)");
    lisp.eval("(setq *kept* nil)");
    lisp.collect();
    CHECK(outcome(lisp, "(progn (dotimes (i 2)) (car *log*))") == ":KEPT");
    CHECK(lisp.self_check() == "");
  }
}

TEST_CASE("finalizers can be cancelled, may fail, and do not affect the program", "[weak]") {
  Interpreter lisp;
  lisp.eval("(use-package :tessera) (defvar *log* '())");
  lisp.eval("(let ((x (list 1))) (finalize x (lambda () (push :never *log*))) (cancel-finalization x))");
  lisp.collect();
  CHECK(outcome(lisp, "(progn (dotimes (i 2)) *log*)") == "NIL");
  lisp.eval(
      "(finalize (list 1) (lambda () (push 1 *log*))) (finalize (list 2) (lambda () (error \"in vain\")))"
      "(finalize (list 3) (lambda () (push 3 *log*)))");
  lisp.eval("(setq *error-output* (make-string-output-stream))");
  lisp.collect();
  CHECK(outcome(lisp, "(handler-case (progn (dotimes (i 2)) (reverse *log*)) (condition () :mine))") == "(1 3)");
  CHECK(outcome(lisp, "(not (null (search \"in vain\" (get-output-stream-string *error-output*))))") == "T");
  lisp.eval("(setq *log* '()) (catch 'out (finalize (list 1) (lambda () (throw 'out nil))))");
  lisp.eval("(catch 'out (dotimes (i 5) (finalize (list i) (lambda () (push i *log*)))))");
  lisp.eval("(catch 'out (list (list 1 2 3)) (gc :full t) (dotimes (i 2)))");
  CHECK(outcome(lisp, "(progn (dotimes (i 2)) (length *log*))") == "5");
  lisp.eval("(finalize (list 1) (lambda () (gc :full t) (finalize (list 2) (lambda () (push :second *log*))) (push :first *log*)))");
  lisp.collect();
  lisp.eval("(dotimes (i 2))");
  lisp.collect();
  CHECK(outcome(lisp, "(progn (dotimes (i 2)) (list (first *log*) (second *log*)))") == "(:SECOND :FIRST)");
  CHECK(eval(lisp, "(finalize 1 2)").condition.find("TYPE-ERROR") != std::string::npos);
  CHECK(lisp.self_check() == "");
}

TEST_CASE("finalizers of evaluations with limits run only under limits", "[weak]") {
  using Limit = tessera::LimitReached::Limit;
  Interpreter lisp;
  lisp.eval("(use-package :tessera) (defvar *log* '())");
  const std::string leave = "(progn (finalize (list 1) (lambda () (push :script *log*) (loop))) nil)";
  lisp.set_limits({1'000'000});
  lisp.eval(leave);
  lisp.set_limits({});
  lisp.eval("(progn (finalize (list 1) (lambda () (push :host *log*))) nil)");
  for (int i = 0; i < 3; ++i) {
    lisp.collect();
    CHECK(outcome(lisp, "(progn (dotimes (i 1000) (identity i)) *log*)") == "(:HOST)");
  }
  lisp.set_limits({1'000'000});
  try {
    lisp.eval("(dotimes (i 1000) (identity i))");
    FAIL("the finalizer did not run");
  } catch (const tessera::LimitReached& e) { CHECK(e.limit() == Limit::steps); }
  CHECK(outcome(lisp, "(progn (dotimes (i 1000) (identity i)) *log*)") == "(:SCRIPT :HOST)");
}

TEST_CASE("weak pointers and finalizers count against the heap's limit", "[weak]") {
  tessera::Options options;
  options.heap_limit_bytes = std::size_t{32} << 20;
  Interpreter lisp(options);
  lisp.eval("(use-package :tessera)");
  for (const char* form : {"(unwind-protect (loop (finalize 1 #'car)) (cancel-finalization 1))",
                           "(unwind-protect (loop (finalize 'car #'car)) (cancel-finalization 'car))",
                           "(let ((pointer (make-weak-pointer 1))) (loop (tessera::%note-weak pointer 1)))",
                           "(let ((all '())) (loop (push (make-weak-pointer 1) all)))"}) {
    INFO(form);
    CHECK(eval(lisp, form).condition == "STORAGE-CONDITION");
    lisp.collect();
    CHECK(lisp.self_check() == "");
  }
}

TEST_CASE("weak tables stay sound under collections, and dead ones leave nothing behind", "[weak]") {
  Interpreter lisp;
  lisp.eval("(defvar *kept* (list 1)) (defvar *table* (make-hash-table :weakness :key-or-value :test 'equal))");
  for (int round = 0; round < 5; ++round) {
    lisp.eval("(dotimes (i 1000) (setf (gethash (list i) *table*) (list (make-hash-table :weakness :key))))");
    lisp.eval("(setf (gethash (list :kept) *table*) *kept*)");
    lisp.eval("(tessera:gc)");
    CHECK(lisp.self_check() == "");
    lisp.collect();
    CHECK(lisp.self_check() == "");
    CHECK(outcome(lisp, "(list (hash-table-count *table*) (eq (gethash '(:kept) *table*) *kept*))") == "(1 T)");
  }
  const auto before = lisp.vm().heap.used_bytes();
  lisp.eval("(dotimes (i 100000) (setf (gethash (list i) (make-hash-table :weakness :value)) (list i)))");
  lisp.collect();
  CHECK(lisp.vm().heap.used_bytes() < before + 100'000);
}

TEST_CASE("the host sees the entries of tables with user-defined tests", "[weak]") {
  Interpreter lisp;
  lisp.eval(
      "(defvar *table* (make-hash-table :test (lambda (a b) (string-equal a b)) :hash-function (lambda (s) (sxhash (string-upcase s)))))");
  lisp.eval("(setf (gethash \"a\" *table*) 1 (gethash \"A\" *table*) 2 (gethash \"b\" *table*) 3)");
  CHECK((lisp.eval<std::map<std::string, int>>("*table*") == std::map<std::string, int>{{"a", 2}, {"b", 3}}));
}

}  // namespace
