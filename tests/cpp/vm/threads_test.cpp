// Evaluations on threads with small stacks: recursion in C++ ends in a storage-condition before the stack's end.
#include <pthread.h>

#include <algorithm>
#include <functional>

#include "lisp.hpp"
#include "vm/vm.hpp"

namespace {

using tessera::Interpreter;
using tessera::Lisp;
using tessera::ObjectRef;

/// The frames of sanitizers' builds are several times larger.
constexpr std::size_t frame_kibibyte = slow_build ? 4096 : 1024;

/// Runs `work` on a thread with so many bytes of stack.
void on_thread(std::size_t stack_bytes, std::function<void()> work) {
  pthread_attr_t attributes;
  REQUIRE(pthread_attr_init(&attributes) == 0);
  REQUIRE(pthread_attr_setstacksize(&attributes, stack_bytes) == 0);
  pthread_t thread;
  const auto run = [](void* argument) -> void* {
    (*static_cast<std::function<void()>*>(argument))();
    return nullptr;
  };
  REQUIRE(pthread_create(&thread, &attributes, run, &work) == 0);
  pthread_attr_destroy(&attributes);
  REQUIRE(pthread_join(thread, nullptr) == 0);
}

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

/// Deep data is no matter, for nothing recurses on it; deep forms and nested natives are values or conditions.
void go_deep(Interpreter& lisp) {
  lisp.define("CB", [](const Lisp& l, const ObjectRef& f) { return l.call(f); });
  const std::size_t depth = slow_build ? 2'000 : 100'000;
  const std::string deep = repeated("(", depth) + repeated(")", depth);
  CHECK(lisp.call<int>("length", lisp.call("read-from-string", deep)) == 1);
  eval(lisp, "(defun nested (n) (let ((x '())) (dotimes (i n x) (setq x (list x))))) (defvar *x* (nested " + std::to_string(depth) + "))");
  CHECK(outcome(lisp, "(equal *x* (nested " + std::to_string(depth) + "))") == "T");
  CHECK(outcome(lisp, "(length (prin1-to-string *x*))") == std::to_string(2 * depth + 3));
  CHECK(outcome(lisp, "(integerp (sxhash *x*))") == "T");
  CHECK(outcome(lisp, "(equal (copy-tree *x*) *x*)") == "T");
  for (const std::size_t levels : {10, 100, 200, 400, 800, 1600, 2400, 100'000}) {
    for (const char* open :
         {"(list ", "(let ((x 1)) ", "(progn 1 ", "(funcall (lambda () ", "(when t (if t ", "(block nil (catch 'a ", "(1+ (+ 1 "}) {
      INFO(levels << " times " << open);
      const std::string text = open;
      const auto closing = static_cast<std::size_t>(std::count(text.begin(), text.end(), '(') - std::count(text.begin(), text.end(), ')'));
      const Result r = eval(lisp, repeated(text, levels) + "1" + repeated(")", levels * closing));
      if (!r.ok) CHECK((r.condition == "STORAGE-CONDITION" || r.condition == "PROGRAM-ERROR"));
      REQUIRE(lisp.vm().leftovers() == "");
    }
  }
  for (const char* form :
       {"(labels ((f (n) (1+ (cb (lambda () (f (1+ n))))))) (f 0))", "(progn (defmacro m (n) (list 'm (eval (list 'm n)))) (m 1))",
        "(progn (defmacro m2 (n) `(list ,(macroexpand '(m2 1)))) (m2 1))",
        "(let ((s (make-string-input-stream (format nil \"~v@{~a~:*~}\" 5000 \"#.(read-from-string \\\"\")))) (read s))",
        "(progn (defstruct (box (:print-function (lambda (o s d) d (print o s))))) (prin1-to-string (make-box)))"}) {
    INFO(form);
    CHECK_FALSE(eval(lisp, form).ok);
    REQUIRE(lisp.vm().leftovers() == "");
  }
  CHECK(outcome(lisp, "(handler-case (labels ((f (n) (1+ (cb (lambda () (f (1+ n))))))) (f 0)) (serious-condition () :ended))") ==
        ":ENDED");
  CHECK(outcome(lisp, "(integer-length (expt 7 100000))") == "280736");
  CHECK(outcome(lisp, "(length (princ-to-string (expt 7 20000)))") == "16902");
}

TEST_CASE("an interpreter runs on a thread with a small stack", "[invariants][stacks]") {
  for (const std::size_t kib : {256, 1024, 8192}) {
    INFO(kib << " KiB");
    on_thread(kib * frame_kibibyte, [] {
      tessera::Options options;
      options.stack_limit_words = std::size_t{1} << 20;  // macros that call themselves end at this one
      Interpreter lisp(options);
      go_deep(lisp);
    });
  }
}

TEST_CASE("an interpreter moves between threads with different stacks", "[invariants][stacks]") {
  Interpreter lisp;
  lisp.define("CB", [](const Lisp& l, const ObjectRef& f) { return l.call(f); });
  const std::string deep = "(quote " + repeated("(list ", 2000) + "1" + repeated(")", 2001);
  for (const std::size_t kib : {1024, 8192, 256, 1024}) {
    on_thread(kib * frame_kibibyte, [&] {
      CHECK(outcome(lisp, "(handler-case (labels ((f (n) (if (> n 30) n (cb (lambda () (f (1+ n))))))) (f 0)) (error () 0))") == "31");
      CHECK(outcome(lisp, "(length " + deep + ")") == "2");
      eval(lisp, repeated("(list ", 2000) + "1" + repeated(")", 2000));
      CHECK(lisp.vm().leftovers() == "");
    });
  }
}

}  // namespace
