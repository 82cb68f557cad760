// Natives whose work grows with their data check for interrupts: one that is pending at the call is handled before the
// native is done. A native that continues, or begins again, has the same result as without the interrupt.
#include <atomic>
#include <chrono>
#include <mutex>
#include <utility>

#include "interrupts.hpp"
#include "lisp.hpp"

namespace {

using tessera::Interpreter;

struct NativeCall {
  const char* x;     ///< the value that X is bound to before the interrupt is sent
  const char* form;  ///< a call of the native alone
};

constexpr NativeCall calls[] = {
    // lists
    {"*l*", "(length x)"},
    {"*l*", "(list-length x)"},
    {"*l*", "(elt x 999999)"},
    {"*l*", "(nth 999999 x)"},
    {"*l*", "(nthcdr 999999 x)"},
    {"*l*", "(last x)"},
    {"*l*", "(last x 900000)"},
    {"*l*", "(butlast x)"},
    {"(copy-list *l*)", "(nbutlast x)"},
    {"*l*", "(copy-list x)"},
    {"*pairs*", "(copy-alist x)"},
    {"*l*", "(copy-tree x)"},
    {"*l*", "(copy-seq x)"},
    {"*l*", "(subseq x 1)"},
    {"*l*", "(append x '(1))"},
    {"(copy-list *l*)", "(nconc x (list 1))"},
    {"*l*", "(revappend x '(1))"},
    {"*l*", "(reverse x)"},
    {"(copy-list *l*)", "(nreverse x)"},
    {"(copy-list *l*)", "(nreconc x '(1))"},
    {"*l*", "(ldiff x '(1))"},
    {"*l*", "(tailp '(1) x)"},
    {"*l*", "(pairlis x x)"},
    {"*l*", "(getf x 'none)"},
    {"*l*", "(tessera::%memq 'none x)"},
    {"*pairs*", "(tessera::%assq 'none x)"},
    {"1000000", "(make-list x)"},
    {"(copy-list *l*)", "(fill x 1)"},
    {"(make-array 1000000)", "(replace x *l*)"},
    // vectors
    {"*n*", "(copy-seq x)"},
    {"*n*", "(subseq x 1)"},
    {"*n*", "(reverse x)"},
    {"(copy-seq *n*)", "(nreverse x)"},
    {"(copy-seq *u*)", "(nreverse x)"},
    {"(copy-seq *s*)", "(nreverse x)"},
    {"(copy-seq *wide*)", "(nreverse x)"},
    {"(copy-seq *n*)", "(fill x 1)"},
    {"(copy-seq *s*)", "(fill x #\\b)"},
    {"(copy-seq *bits*)", "(fill x 1)"},
    {"(copy-seq *n*)", "(replace x *v*)"},
    {"(copy-seq *n*)", "(replace x x :start1 3)"},
    {"(copy-seq *n*)", "(replace x x :start2 3)"},
    {"(copy-seq *bits*)", "(replace x x :start1 3)"},
    {"(copy-seq *bits*)", "(replace x x :start2 3)"},
    {"(copy-seq *s*)", "(replace x x :start1 3)"},
    {"(copy-seq *u*)", "(replace x *v*)"},
    {"(make-array 1000000)", "(tessera::%set-subseq x 1 1000000 *n*)"},
    {"1000000", "(make-array x :initial-element 5)"},
    {"1000000", "(make-array x :initial-contents *l*)"},
    {"*n*", "(adjust-array x 1000001)"},
    {"*n*", "(tessera::%vector-position 'none x 0 nil nil)"},
    {"*n*", "(tessera::%vector-position 'none x 0 nil t)"},
    {"*u*", "(tessera::%vector-find 'none x 0 nil nil)"},
    {"*n*", "(tessera::%vector-count 0 x 0 nil nil)"},
    {"*u*", "(tessera::%vector-count 0 x 0 nil nil)"},
    {"*u*", "(tessera::%packed-elements x)"},
    {"*n*", "(tessera::%duplicate-indices x 'eql nil)"},
    {"(copy-seq *n*)", "(tessera::%sort-known x x #'>)"},
    // bits
    {"*bits*", "(bit-not x)"},
    {"(copy-seq *bits*)", "(bit-not x t)"},
    {"(copy-seq *bits*)", "(bit-xor x *bits* t)"},
    {"*bits*", "(bit-and x x)"},
    {"*bits*", "(equal x (symbol-value '*bits2*))"},
    // strings
    {"*s*", "(string= x *s2*)"},
    {"*s*", "(string-equal x *s2*)"},
    {"*s*", "(string< x *s2*)"},
    {"*s*", "(string-upcase x)"},
    {"*s*", "(string-capitalize x)"},
    {"(copy-seq *s*)", "(nstring-upcase x)"},
    {"*s*", "(string-trim \"a\" x)"},
    {"*s*", "(string-right-trim \"ab\" x)"},
    {"*s*", "(tessera::%string-search \"b\" 0 nil x 0 nil nil)"},
    {"*s*", "(tessera::%joined-strings x x)"},
    {"*sevens*", "(parse-integer x :end 999999 :radix 36)"},
    {"*s*", "(write-string x *null*)"},
    {"*s*", "(write-sequence x *null*)"},
    {"*l*", "(prin1-to-string x)"},
    {"(make-string-input-stream *s*)", "(read-sequence *s3* x)"},
    // comparisons
    {"*v*", "(equalp x *v2*)"},
    {"*u*", "(equalp x *u2*)"},
    {"*s*", "(equalp x *s2*)"},
    {"*two*", "(equal x *two2*)"},
    {"*two*", "(equalp x *two2*)"},
};

class Natives {
 public:
  Natives() {
    lisp.define("INTERRUPT-ME", [](const tessera::Lisp& l) { l.interrupt(); });
    const Result made = eval(
        lisp,
        "(progn (import 'tessera::interactive-interrupt)"
        " (defvar *n* (make-array 1000000)) (dotimes (i 1000000) (setf (svref *n* i) i))"
        " (defvar *v* (make-array 1000000 :initial-element 0)) (defvar *v2* (copy-seq *v*))"
        " (defvar *u* (make-array 1000000 :element-type '(unsigned-byte 16))) (dotimes (i 1000000) (setf (aref *u* i) (mod i 60000)))"
        " (defvar *u2* (copy-seq *u*))"
        " (defvar *bits* (make-array 1000000 :element-type 'bit)) (dotimes (i 1000000) (setf (aref *bits* i) (if (zerop (mod i 7)) 1 0)))"
        " (defvar *bits2* (copy-seq *bits*))"
        " (defvar *s* (make-string 1000000 :initial-element #\\a)) (defvar *s2* (copy-seq *s*)) (defvar *s3* (copy-seq *s*))"
        " (defvar *wide* (make-string 1000000 :initial-element (code-char 955))) (setf (char *wide* 1) #\\a)"
        " (defvar *sevens* (make-string 1000000 :initial-element #\\7))"
        " (defvar *l* (coerce *n* 'list)) (defvar *pairs* (loop repeat 1000000 collect (cons 1 2)))"
        " (defvar *two* (make-list 3000000)) (defvar *two2* (make-list 3000000))"
        " (defvar *null* (open \"/dev/null\" :direction :output :if-exists :append)))");
    INFO(made.message);
    REQUIRE(made.ok);
  }
  Interpreter lisp;
};

TEST_CASE("long-running natives check for interrupts", "[interrupts]") {
  Natives n;
  for (const NativeCall& call : calls) {
    INFO(call.form);
    const std::string form = std::string("(let ((x ") + call.x + ") (done nil)) (handler-case (progn (interrupt-me) " + call.form +
                             " (setq done t) (list (identity 1)) (loop)) (interactive-interrupt () (if done :done :left))))";
    CHECK(outcome(n.lisp, form) == ":LEFT");
  }
}

TEST_CASE("interrupted natives that continue return the right results", "[interrupts]") {
  Natives n;
  for (const NativeCall& call : calls) {
    INFO(call.form);
    const std::string plain = std::string("(let ((x ") + call.x + ")) " + call.form + ")";
    const std::string continued = std::string("(let ((x ") + call.x + ")) (handler-bind ((interactive-interrupt (lambda (c)" +
                                  " (tessera:gc) (continue c)))) (interrupt-me) " + call.form + "))";
    CHECK(outcome(n.lisp, "(equalp " + plain + " " + continued + ")") == "T");
  }
}

TEST_CASE("an interrupt while a ratio is read is not a reader error", "[interrupts]") {
  Interpreter lisp;
  REQUIRE(eval(lisp,
               "(progn (defvar *digits* (make-string 400000 :initial-element #\\7))"
               " (defvar *text* (concatenate 'string *digits* \"/\" (subseq *digits* 3))) (defvar *ratio* (read-from-string *text*)))")
              .ok);
  // One at a time, a little after it was asked for: one that came while another's handler runs would find no handler.
  std::atomic<bool> done{false};
  std::mutex mutex;
  bool wanted = false;
  const auto set_wanted = [&](bool on) {
    const std::lock_guard lock(mutex);
    wanted = on;
  };
  lisp.define("SEND-ONE", [&] { set_wanted(true); });
  lisp.define("SEND-NO-MORE", [&] { set_wanted(false); });
  std::thread user([&] {
    while (!done) {
      std::this_thread::yield();
      const std::lock_guard lock(mutex);
      if (!std::exchange(wanted, false)) continue;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      lisp.interrupt();
    }
  });
  const std::string same = outcome(lisp,
                                   "(handler-bind ((tessera:interactive-interrupt #'continue))"
                                   " (prog1 (loop repeat 6 always (progn (send-one) (= *ratio* (read-from-string *text*))))"
                                   "  (send-no-more) (dotimes (i 1000) (identity i))))");
  done = true;
  user.join();
  CHECK(same == "T");
}

}  // namespace
