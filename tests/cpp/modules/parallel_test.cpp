// The module parallel seen from a host: what workers inherit, their end, copies of random structures.
#include <atomic>
#include <chrono>
#include <thread>

#include "lisp.hpp"

namespace {

using tessera::Interpreter;

tessera::Options with_modules() {
  tessera::Options options;
  options.permissions.shared_objects = true;
  return options;
}

std::string first_line_of(Interpreter& lisp, const char* code) {
  const std::string text = outcome(lisp, code);
  return text.substr(0, text.find('\n'));
}

TEST_CASE("workers have the permissions of the program", "[modules][parallel]") {
  tessera::Options options = tessera::Options::sandboxed();
  options.permissions.shared_objects = true;
  options.permissions.files = tessera::Permissions::Files::read;  // as REQUIRE looks for the shared object
  SECTION("none without the permission for threads") {
    Interpreter lisp(options);
    REQUIRE(eval(lisp, "(require \"parallel\")").ok);
    CHECK(outcome(lisp, "(parallel:force (parallel:future 1))") == "SIMPLE-ERROR: START: permission denied by the host program: threads");
    CHECK(outcome(lisp, "(parallel:copy '(1 2))") == "(1 2)");
  }
  SECTION("the others are the same") {
    options.permissions.threads = true;
    Interpreter lisp(options);
    REQUIRE(eval(lisp, "(require \"parallel\")").ok);
    CHECK(outcome(lisp, "(parallel:pmapcar (lambda (n) (* n n)) '(1 2 3))") == "(1 4 9)");
    CHECK(first_line_of(lisp, "(parallel:force (parallel:future (open \"parallel.txt\" :direction :output)))") ==
          "TASK-ERROR: a task has failed: SIMPLE-FILE-ERROR: OPEN: cannot open #P\"parallel.txt\": Permission denied");
    CHECK(first_line_of(lisp, "(parallel:force (parallel:future (get-universal-time)))") ==
          "TASK-ERROR: a task has failed: SIMPLE-ERROR: GET-UNIVERSAL-TIME: permission denied by the host program: the clock");
  }
}

TEST_CASE("tasks have the limits of evaluations", "[modules][parallel]") {
  tessera::Options options = with_modules();
  options.heap_limit_bytes = std::size_t{64} << 20;
  Interpreter lisp(options);
  REQUIRE(eval(lisp, "(require \"parallel\") (parallel:make-kernel 2)").ok);
  lisp.set_limits({.steps = 1'000'000});
  CHECK(first_line_of(lisp, "(parallel:force (parallel:future (loop)))") == "TASK-ERROR: a task has failed: step limit reached");
  lisp.set_limits({.time = std::chrono::milliseconds(100)});
  CHECK_THROWS_AS(lisp.eval("(parallel:pmapcar (lambda (n) n (loop)) '(1 2 3))"), tessera::LimitReached);
  lisp.set_limits({});
  const std::string full = outcome(lisp, "(parallel:force (parallel:future (let ((l '())) (loop (push (make-array 1000) l)))))");
  CHECK(full.find("TASK-ERROR: a task has failed: ") == 0);
  CHECK(outcome(lisp, "(parallel:pmapcar #'1+ '(1 2 3))") == "(2 3 4)");
}

TEST_CASE("an interpreter ends while its workers run", "[modules][parallel]") {
  Interpreter lisp(with_modules());
  CHECK(eval(lisp, "(require \"parallel\") (parallel:make-kernel 2) (dotimes (i 10) (parallel:future (loop)))").ok);
}

TEST_CASE("whoever waits for a worker can be cancelled", "[modules][parallel]") {
  Interpreter lisp(with_modules());
  REQUIRE(eval(lisp, "(require \"parallel\") (parallel:make-kernel 2)").ok);
  std::atomic<bool> over{false};
  std::thread other([&] {
    while (!over) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      lisp.cancel();
    }
  });
  CHECK_THROWS_AS(lisp.eval("(parallel:pmapcar (lambda (n) n (loop)) '(1 2 3))"), tessera::LimitReached);
  over = true;
  other.join();
  CHECK(outcome(lisp, "(parallel:pmapcar #'1+ '(1 2 3))") == "(2 3 4)");
}

TEST_CASE("copies of random structures print as these do", "[modules][parallel]") {
  Interpreter lisp(with_modules());
  REQUIRE(eval(lisp, R"((require "parallel")
    (defstruct thing a b))")
              .ok);
  const std::string wrong = outcome(lisp, R"(
    (let ((parts (make-array 0 :adjustable t :fill-pointer t)) (seed 12345))
      (labels ((number (n) (setf seed (mod (+ (* seed 1103515245) 12345) 2147483648)) (mod (ash seed -8) n))
               (part () (if (or (zerop (length parts)) (zerop (number 3))) (leaf) (aref parts (number (length parts)))))
               (leaf () (case (number 8)
                          (0 (number 1000)) (1 (code-char (+ 65 (number 26)))) (2 (expt 7 (number 60))) (3 (/ (number 99) 7))
                          (4 (make-string (number 5) :initial-element (code-char (+ 200 (number 300))))) (5 (svref #(a b :c nil t car) (number 6)))
                          (6 (scale-float (float (number 1000) 1d0) (- (number 600) 300))) (t (float (number 100)))))
               (whole () (case (number 6)
                           (0 (vector (part) (part) (part))) (1 (make-thing :a (part) :b (part)))
                           (2 (make-array '(2 1) :initial-contents (list (list (part)) (list (part)))))
                           (t (cons (part) (part)))))
               (text (x) (let ((*print-circle* t)) (prin1-to-string x))))
        (loop repeat 300
              do (setf (fill-pointer parts) 0)
                 (loop repeat (1+ (number 40)) do (vector-push-extend (whole) parts))
                 (loop for x across parts  ; cycles
                       when (and (consp x) (zerop (number 4))) do (setf (cdr x) (part)))
                 (let ((all (coerce parts 'simple-vector)))
                   (unless (string= (text all) (text (parallel:copy all))) (return (text all)))))))
  )");
  CHECK(wrong == "NIL");
}

}  // namespace
