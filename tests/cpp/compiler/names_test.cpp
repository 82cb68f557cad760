// Programs with NIL, T, keywords, characters, numbers and strings wherever a name may stand: each has a value or
// signals a condition, and what is compiled passes the verifier in builds that have it.
#include <optional>
#include <string>
#include <vector>

#include "lisp.hpp"
#include "natives.hpp"

namespace {

using tessera::Interpreter;
using tessera::Options;

/// Forms in which each ? is replaced by something that is not a name, or not a name for this.
const char* const forms[] = {
    "#'?",
    "(function ?)",
    "(list #'? #'?)",
    "(load-time-value #'?)",
    "(setq ? 1)",
    "(psetq ? 1 ? 2)",
    "(let ((? 1)) ?)",
    "(let (?) ?)",
    "(let* ((? 1) (? ?)) ?)",
    "(flet ((? () 1)) (?))",
    "(labels ((? () (?))) #'?)",
    "(macrolet ((? () 1)) (?))",
    "(symbol-macrolet ((? 1)) ?)",
    "(block ? (return-from ? 1))",
    "(return-from ? 1)",
    "(tagbody ? (if nil (go ?)))",
    "(tagbody (mapcar (lambda (x) x (go ?)) '(1)) ?)",
    "(go ?)",
    "(catch ? (throw ? 1))",
    "(throw ? 1)",
    "(locally (declare (special ?)) ?)",
    "(locally (declare (? ?)) 1)",
    "(let ((a 1)) (declare (type ? a)) a)",
    "(let ((a 1)) (declare (ignore ?) (dynamic-extent ?)) a)",
    "(flet ((f () 1)) (declare (inline ?) (notinline #'?) (ftype ? ?)) (f))",
    "(locally (declare (optimize (? ?) ?)) 1)",
    "(lambda (?) ?)",
    "(funcall (lambda (&optional (? 1 ?)) ?))",
    "(funcall (lambda (&key ((? ?) 1 ?)) ?))",
    "(funcall (lambda (&key ?) ?) ? 1)",
    "(funcall (lambda (&rest ?) ?) 1)",
    "(funcall (lambda (&aux (? 1)) ?))",
    "((lambda (?) ?) 1)",
    "((lambda . ?) 1)",
    "(? 1)",
    "(? . ?)",
    "((? 1) 2)",
    "((setf ?) 1)",
    "(setf ? 1)",
    "(setf (? 1) 2)",
    "(setf (values ? ?) 1)",
    "(incf ?)",
    "(push 1 ?)",
    "(rotatef ? ?)",
    "(defun ? () 1)",
    "(defun (setf ?) (x) x)",
    "(defun f (?) ?)",
    "(defmacro ? () 1)",
    "(defvar ? 1)",
    "(defparameter ? 1)",
    "(defconstant ? 1)",
    "(multiple-value-bind (? ?) 1 ?)",
    "(multiple-value-setq (? ?) 1)",
    "(multiple-value-call ? 1)",
    "(destructuring-bind (? . ?) '(1 . 2) ?)",
    "(dolist (? '(1)) ?)",
    "(dotimes (? 3) ?)",
    "(do ((? 1 2)) (t ?))",
    "(loop for ? in '(1) collect ?)",
    "(loop for ? from 1 to 3 sum ? into ?)",
    "(loop named ? do (return-from ? 1))",
    "(prog (?) ? (return ?))",
    "(defstruct ? a)",
    "(defstruct (s1 (:conc-name ?) (:constructor ?) (:predicate ?) (:copier ?)) a)",
    "(defstruct s2 ? (? 1))",
    "(defclass ? () ())",
    "(defclass c1 (?) ((? :accessor ? :initarg ?)))",
    "(defgeneric ? (x))",
    "(defgeneric g1 (?))",
    "(defmethod ? ((x ?)) x)",
    "(defmethod m1 ? ((? integer)) ?)",
    "(make-instance ?)",
    "(handler-case (error \"x\") (? () 2))",
    "(handler-case (error \"x\") (error (?) ?))",
    "(handler-bind ((? #'?)) 1)",
    "(restart-case (invoke-restart ?) (? () 2))",
    "(with-slots (? (? ?)) 1 2)",
    "(define-condition ? (?) ())",
    "(deftype ? () ?)",
    "(the ? 1)",
    "(typep 1 ?)",
    "(typep 1 '?)",
    "(coerce 1 '?)",
    "(check-type ? ?)",
    "(eval-when (? :execute) 1)",
    "(load-time-value ? ?)",
    "(progv '(?) '(1) 1)",
    "(quote . ?)",
    "(if . ?)",
    "(case ? (? 2) ((? ?) 3))",
    "(typecase ? (? 2))",
    "(defsetf ? ?)",
    "(define-modify-macro ? () ?)",
    "(define-setf-expander ? () ?)",
    "(define-symbol-macro ? 1)",
    "(define-compiler-macro ? () 1)",
    "(declaim (special ?) (inline ?) (? ?))",
    "(proclaim '(ftype ? ?))",
    "(funcall ? 1)",
    "(funcall '? 1)",
    "(apply '? '(1))",
    "(mapcar ? '(1))",
    "(sort (list 2 1) ?)",
    "(fdefinition '?)",
    "(symbol-function '?)",
    "(symbol-value '?)",
    "(compile '?)",
    "(macroexpand '(? 1))",
    "(unwind-protect ? ?)",
    "(with-open-stream (? (make-string-input-stream \"\")) ?)",
    "(with-output-to-string (?) ?)",
    "(find-class '?)",
    "(intern ? ?)",
    "(gethash ? ?)",
    "(aref ? ?)",
    "(+ ? ?)",
    "(car ?)",
    "(slot-value ? '?)",
};

const char* const things[] = {"nil", "t",   ":key",  "#\\a",  "0",        "3",   "-1",
                              "1.5", "1/2", "\"s\"", "#(1)",  "()",       "(1)", "'x",
                              "a",   "car", "#:g",   "&rest", "(setf x)", "#*1", "99999999999999999999"};

TEST_CASE("what is not a name may stand wherever a name may", "[names]") {
  Options options = Options::sandboxed();
  options.output = options.error_output = [](std::string_view) {};
  std::uint64_t chance = 88172645463325252u;
  const auto pick = [&chance] {
    chance = chance * 6364136223846793005u + 1442695040888963407u;
    return things[(chance >> 33) % std::size(things)];
  };
  int programs = 0;
  const auto run = [&](const Interpreter& lisp, const char* form, auto choose) {
    std::string program;
    for (const char* c = form; *c != '\0'; ++c) {
      if (*c == '?') program += choose();
      else program += *c;
    }
    INFO(program);
    ++programs;
    eval(lisp, "(list " + program + ")");  // any outcome will do
    eval(lisp, "(funcall (compile nil '(lambda () " + program + ")))");
  };
  for (const char* form : forms) {
    Interpreter lisp(options);
    lisp.set_limits({1'000'000});
    for (const char* thing : things) run(lisp, form, [thing] { return thing; });
    for (int n = 0; n < (slow_build ? 3 : 25); ++n) run(lisp, form, pick);
    lisp.set_limits({});
    INFO(form);
    CHECK(lisp.self_check() == "");
    CHECK(outcome(lisp, "(mapcar #'1+ (list 1 2))") == "(2 3)");
  }
  CHECK(programs > 2000);
}

TEST_CASE("no message has the name of an internal operator", "[names]") {
  Options options = Options::sandboxed();
  options.output = options.error_output = [](std::string_view) {};
  int messages = 0, natives = 0;
  std::optional<Interpreter> lisp;
  for (const KnownNative& native : all_natives()) {
    if (native.name.find("|%") == std::string::npos || native.name == "tessera::|%LEAVE-TO-HOST|") continue;
    if (natives++ % 20 == 0) lisp.emplace(options);  // they may spoil it
    for (const char* arguments : {"", "5", "5 5", "'x 5 5", "\"s\" 'x 5 5", "'(1) '(2) 5 5 5", "#'car 5", "5 5 5 5 5 5 5 5 5 5"}) {
      lisp->set_limits({100'000});
      const Result r = eval(*lisp, "(" + native.name + " " + arguments + ")");
      if (r.ok || r.condition == "LIMIT-REACHED") continue;
      ++messages;
      INFO(native.name << " " << arguments << ": " << r.message);
      const std::size_t at = r.message.find('%');
      const bool names_one = at != std::string::npos && at + 1 < r.message.size() && r.message[at + 1] >= 'A' && r.message[at + 1] <= 'Z';
      CHECK_FALSE(names_one);
    }
  }
  CHECK(messages > 500);
}

}  // namespace
