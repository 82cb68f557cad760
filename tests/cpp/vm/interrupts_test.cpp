// Interrupts and the heap's limit during long-running natives and endless output.
#include "interrupts.hpp"
#include "lisp.hpp"

namespace {

using tessera::Interpreter;
using tessera::Options;

struct LongForm {
  const char* setup;
  const char* form;  ///< takes seconds, or for ever
};

constexpr LongForm long_forms[] = {
    {"(defvar *n* (1- (ash 1 400000000)))", "(* *n* *n*)"},
    {"(defvar *n* (1+ (ash 3 100000000))) (defvar *m* (1- (ash 7 99000000)))", "(gcd *n* *m*)"},
    {"(defvar *n* (1+ (ash 3 100000000))) (defvar *m* (1- (ash 7 99000000)))", "(/ *n* *m*)"},
    {"(defvar *n* (1+ (ash 3 600000000))) (defvar *m* (1- (ash 7 300000000)))", "(floor *n* *m*)"},
    {"(defvar *n* (1+ (ash 3 600000000)))", "(isqrt *n*)"},
    {"", "(expt 3 400000000)"},
    {"(defvar *n* (1- (ash 3 200000000)))", "(prin1-to-string *n*)"},
    {"(defvar *n* (1- (ash 3 200000000)))", "(format nil \"~:d\" *n*)"},
    {"(defvar *s* (make-string 60000000 :initial-element #\\7))", "(parse-integer *s*)"},
    {"(defvar *s* (make-string 60000000 :initial-element #\\7))", "(read-from-string *s*)"},
    {"(defvar *s* (make-string 4000000 :initial-element #\\a))"
     " (defvar *p* (concatenate 'string (make-string 200000 :initial-element #\\a) \"b\"))",
     "(search *p* *s*)"},
    {"(defvar *s* (make-string 4000000 :initial-element #\\a))"
     " (defvar *p* (concatenate 'string (make-string 200000 :initial-element #\\a) \"b\"))",
     "(search *p* *s* :from-end t)"},
    {"(defvar *l* (list 1 2)) (setf (cddr *l*) *l*)", "(loop (copy-tree (list *l*)))"},
    {"(defvar *l* (list 1 2)) (setf (cddr *l*) *l*)",
     "(with-open-file (s \"/dev/null\" :direction :output :if-exists :append) (prin1 *l* s))"},
    {"(defvar *t* 1) (dotimes (i 60) (setf *t* (cons *t* *t*)))", "(copy-tree *t*)"},
    {"(defvar *s* (make-broadcast-stream)) (dotimes (i 60) (setf *s* (make-broadcast-stream *s* *s*)))", "(write-char #\\a *s*)"},
    {"(defvar *s* (make-broadcast-stream)) (dotimes (i 60) (setf *s* (make-broadcast-stream *s* *s*)))", "(finish-output *s*)"},
    {"", "(with-open-file (s \"/dev/zero\") (read-line s))"},
    {"", "(with-open-file (s \"/dev/zero\") (read s))"},
    {"", "(sleep 1000)"},
};

TEST_CASE("an interrupt ends every long-running native", "[interrupts]") {
  for (const LongForm& f : long_forms) {
    Interpreter lisp;
    INFO(f.form);
    REQUIRE(eval(lisp, std::string("(progn ") + f.setup + ")").ok);
    CHECK(interrupted_outcome(lisp, std::string("(handler-case ") + f.form + " (tessera:interactive-interrupt () :left))") == ":LEFT");
    CHECK(outcome(lisp, "(+ 1 2)") == "3");
  }
}

TEST_CASE("an interrupted native continues with the restart CONTINUE and is correct", "[interrupts]") {
  Interpreter lisp;
  REQUIRE(eval(lisp,
               "(defvar *times* 0)"
               " (defmacro continued (form) `(let ((*times* 0)) (handler-bind ((tessera:interactive-interrupt"
               " (lambda (c) (incf *times*) (tessera:gc) (continue c)))) (list ,form *times*))))"
               " (defvar *n* (1- (ash 1 40000000))) (defvar *s* (make-string 2000000 :initial-element #\\7))"
               " (defvar *v* (make-array 1000000)) (dotimes (i 1000000) (setf (svref *v* i) (mod (* i 7919) 1000003)))")
              .ok);
  const auto is_right = [&lisp](const std::string& form, const std::string& value) {
    const std::string result = interrupted_outcome(lisp, form);
    INFO(form << " => " << result);
    CHECK(came_once(result, value));
  };
  is_right("(continued (integer-length (* *n* *n*)))", "80000000");
  is_right("(continued (let ((n *n*)) (= (* n n) (+ (ash 1 80000000) 1 (- (ash 1 40000001))))))", "T");
  is_right("(continued (integer-length (apply #'* (list *n* *n*))))", "80000000");
  CHECK(interrupted_outcome(lisp,
                            "(continued (let (q r) (loop repeat 20 do (multiple-value-setq (q r) (floor (1+ (* *n* 3)) *n*))) (list q r)))")
            .find("((3 1)") == 0);
  is_right("(continued (integer-length (parse-integer *s*)))", "6643856");
  is_right("(continued (length (prin1-to-string (- (ash 1 10000000)))))", "3010301");
  is_right(
      "(continued (loop repeat 3 for v = (sort (reverse *v*) #'<)"
      " always (loop for i from 1 below 1000000 always (<= (svref v (1- i)) (svref v i)))))",
      "T");
}

// Endless output fills it, which takes time in proportion.
Options small_heap() {
  Options options;
  options.heap_limit_bytes = std::size_t{24} << 20;
  return options;
}

TEST_CASE("endless output to a string ends at the heap's limit and leaves the interpreter usable", "[interrupts]") {
  Interpreter lisp(small_heap());
  REQUIRE(eval(lisp,
               "(progn (defvar *l* (list 1 2)) (setf (cddr *l*) *l*) (defvar *c* (list 1 2)) (setf (car *c*) *c*)"
               " (defvar *v* (vector 1 2)) (setf (svref *v* 0) *v*) (setf *print-circle* nil))")
              .ok);
  for (const char* form : {"(prin1-to-string *l*)",
                           "(princ-to-string *c*)",
                           "(prin1-to-string *v*)",
                           "(format nil \"~a\" *l*)",
                           "(format nil \"~s ~10a\" 1 *c*)",
                           "(with-output-to-string (s) (print *l* s))",
                           "(with-output-to-string (s) (loop (write-char #\\a s)))",
                           "(with-output-to-string (s) (loop (write-string \"abc\" s)))",
                           "(write-to-string *l* :pretty t)",
                           "(let ((*print-pretty* t)) (format nil \"~:<~@{~a~^ ~}~:>\" *l*))",
                           "(copy-tree *l*)",
                           "(copy-tree *c*)",
                           "(with-open-file (s \"/dev/zero\") (read-line s))",
                           "(with-open-file (s \"/dev/zero\") (read s))",
                           "(make-string 100000000000)",
                           "(make-list 100000000000)",
                           "(make-array 10000000000)",
                           "(make-sequence 'vector 10000000000)",
                           "(expt 10 (expt 10 10))",
                           "(ash 1 (expt 10 12))",
                           "(let ((s (make-string 100000000))) (concatenate 'string s s s))"}) {
    INFO(form);
    CHECK(outcome(lisp, std::string("(handler-case (progn ") + form + " :done) (storage-condition () :full))") == ":FULL");
    CHECK(outcome(lisp, "(prin1-to-string (list 1 2))") == "\"(1 2)\"");
  }
}

TEST_CASE("the host's operations on circular objects, and messages about them, end", "[interrupts]") {
  Interpreter lisp(small_heap());
  REQUIRE(eval(lisp,
               "(progn (defvar *l* (list 1 2)) (setf (cddr *l*) *l*) (defvar *v* (vector 1 2)) (setf (svref *v* 0) *v*)"
               " (setf *print-circle* nil) (defstruct ring next) (defvar *r* (make-ring)) (setf (ring-next *r*) *r*))")
              .ok);
  for (const char* object : {"*l*", "*v*", "*r*"}) {
    INFO(object);
    const Result r = eval(lisp, object);
    REQUIRE(r.ok);
    CHECK(r.value.text().size() < 1000000);
    const Result failed = eval(lisp, std::string("(+ 1 ") + object + ")");
    CHECK(!failed.ok);
    CHECK(failed.message.size() < 10000);
    CHECK(eval(lisp, std::string("(error \"~a ~s\" ") + object + " " + object + ")").message.size() < 10000);
    CHECK(eval(lisp, std::string("(labels ((f (x) (list (car 5) x))) (f ") + object + "))").backtrace.size() < 100000);
  }
}

}  // namespace
