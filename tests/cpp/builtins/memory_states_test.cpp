// Every native in each state of memory: when a request for memory is denied, or an allocation fails, a call has the
// result and the effects that it has with enough memory, or it signals a condition and has no effect.
#include <algorithm>
#include <map>
#include <set>

#include "lisp.hpp"
#include "natives.hpp"
#include "vm/vm.hpp"

namespace {

using tessera::Interpreter;
using tessera::Lisp;

/// Forms that make arguments, fresh ones in each call.
const char* const makers[] = {
    "0",
    "3",
    "200",
    "(copy-seq \"some text\")",
    "(copy-seq \"wide \u03bb\")",
    "(list 1 2 3)",
    "(list (cons 'a 1) (cons 'b 2))",
    "(vector 3 1 2)",
    "(make-array 4 :adjustable t :fill-pointer 4 :initial-contents '(1 2 3 4))",
    "(make-array 3 :element-type 'character :adjustable t :fill-pointer 3 :initial-contents \"abc\")",
    "(make-array 70 :element-type 'bit)",
    "(make-array 5 :element-type '(unsigned-byte 8))",
    "(filled-table)",
    "(make-string-input-stream (format nil \"first (line)~%second 12\"))",
    "(let ((s (make-string-output-stream))) (write-string \"ab\" s) s)",
    "(echo)",
    "(make-broadcast-stream (let ((s (make-string-output-stream))) s) (make-string-output-stream))",
    "(tessera:seed-random-state 7)",
    "'car",
    "#'car",
    "#\\a",
    "#\\\u03bb",
    "(expt 7 300)",
    "1/3",
    "1.5d0",
    ":start",
    "nil",
    "t",
    "(let ((s (make-symbol \"SYM\"))) (setf (symbol-plist s) (list 'p 1)) s)",
};

const char* const support = R"lisp(
(defun filled-table () (let ((h (make-hash-table :test 'equal))) (dotimes (i 5) (setf (gethash (list i) h) i)) h))
(defun echo () (make-echo-stream (make-string-input-stream (format nil "first~%second")) (make-string-output-stream)))
(defun rest-of (s)
  (let ((at (tessera::%string-input-position s))) (list at (loop for c = (read-char s nil) while c collect c))))
(defun state (x)
  "All that an effect may have changed in X."
  (typecase x
    (hash-table (sort (loop for k being the hash-keys of x using (hash-value v) collect (prin1-to-string (list k v))) #'string<))
    (echo-stream (list (state (echo-stream-output-stream x)) (state (echo-stream-input-stream x))))
    (broadcast-stream (mapcar #'state (broadcast-stream-streams x)))
    (stream (cond ((not (open-stream-p x)) :closed)
                  ((input-stream-p x) (rest-of x))
                  (t (get-output-stream-string x))))
    (symbol (list (symbol-name x) (symbol-plist x) (boundp x) (if (boundp x) (prin1-to-string (symbol-value x)))))
    ((and vector (satisfies array-has-fill-pointer-p)) (list (fill-pointer x) (array-dimension x 0) (prin1-to-string x)))
    (t (let ((*print-circle* t)) (prin1-to-string x)))))
(defun shown (x) (handler-case (state x) (error () :none)))
(defun run-native (f arguments first last allocation)
  "Calls F while memory is denied. Returns the outcome and the state of the arguments."
  (let* ((*random-state* (tessera:seed-random-state 3))
         (outcome
          (block called
            (handler-bind ((serious-condition
                             (lambda (c) (end-faults) (return-from called (if (typep c 'storage-condition) :storage (list :failed (type-of c)))))))
              (begin-faults first last allocation)
              (shown (prog1 (apply f arguments) (end-faults)))))))
    (prin1-to-string (list outcome (mapcar #'shown arguments)))))
(defun untouched (arguments) (prin1-to-string (list :storage (mapcar #'shown arguments))))
)lisp";

/// Natives that end the evaluation.
const std::set<std::string> left_out = {"tessera::|%LEAVE-TO-HOST|"};

/// True if an allocation that fails may leave an effect: input that was read stays read, as after a reader-error.
bool reads_input(const std::string& name) { return name.find("|READ") != std::string::npos || name.find("|%READ") != std::string::npos; }

tessera::Options options() {
  tessera::Options made = tessera::Options::sandboxed();
  made.heap_limit_bytes = std::size_t{64} << 20;
  return made;
}

class States {
 public:
  States() : lisp_(options()) {
    lisp_.define("BEGIN-FAULTS", [this](std::int64_t first, std::int64_t last, std::int64_t allocation) {
      tessera::Heap& heap = lisp_.vm().heap;
      if (first != 0) heap.room_faults.deny(static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(last));
      if (allocation != 0) heap.fail_allocation_after(static_cast<std::uint64_t>(allocation));
    });
    lisp_.define("END-FAULTS", [this] {
      asked_ = lisp_.vm().heap.room_faults.are_on() ? lisp_.vm().heap.room_faults.questions() : 0;
      lisp_.vm().heap.room_faults.end();
      lisp_.vm().heap.fail_allocation_after(0);
    });
    const Result made = eval(lisp_, support);
    INFO(made.message);
    REQUIRE(made.ok);
  }

  std::string run(const std::string& native, const std::string& arguments, std::uint64_t first, std::uint64_t last,
                  std::uint64_t allocation) {
    return outcome(lisp_, "(run-native #'" + native + " (list " + arguments + ") " + std::to_string(first) + " " + std::to_string(last) +
                              " " + std::to_string(allocation) + ")");
  }
  std::string untouched(const std::string& arguments) { return outcome(lisp_, "(untouched (list " + arguments + "))"); }
  std::uint64_t asked() const { return asked_; }

 private:
  Interpreter lisp_;
  std::uint64_t asked_ = 0;
};

/// Returns up to `most` argument lists, as source, for which the native succeeds in the same way twice.
std::vector<std::string> good_arguments(States& states, const KnownNative& native, unsigned most) {
  std::vector<std::string> found;
  std::uint64_t chance = 88172645463325252u;
  const auto pick = [&chance] {
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return makers[chance % std::size(makers)];
  };
  for (unsigned attempt = 0; attempt < 150 && found.size() < most; ++attempt) {
    const unsigned least = native.arity.least, count = least + (attempt % 3 == 2 && native.arity.most > least ? 1 : 0);
    std::string arguments;
    for (unsigned i = 0; i < count; ++i) arguments += std::string(pick()) + " ";
    const std::string once = states.run(native.name, arguments, 0, 0, 0);
    if (once.find(":FAILED") != std::string::npos || once.find(":STORAGE") != std::string::npos || once[0] != '"') continue;
    if (states.run(native.name, arguments, 0, 0, 0) == once && std::find(found.begin(), found.end(), arguments) == found.end())
      found.push_back(arguments);
    if (count == 0) break;
  }
  return found;
}

TEST_CASE("a native that finds no memory has all of its effects or none", "[memory-states]") {
  constexpr std::uint64_t natives_of_interpreter = 25;  // they may spoil it
  std::uint64_t natives = 0, faults = 0;
  std::optional<States> those;
  for (const KnownNative& native : all_natives()) {
    if (left_out.count(native.name) != 0) continue;
    if (natives++ % natives_of_interpreter == 0) those.emplace();
    States& states = *those;
    const std::vector<std::string> all = good_arguments(states, native, slow_build ? 2 : 6);
    for (const std::string& arguments : all) {
      INFO("(" << native.name << " " << arguments << ")");
      const std::string expected = states.run(native.name, arguments, 0, 0, 0), untouched = states.untouched(arguments);
      states.run(native.name, arguments, UINT64_MAX >> 2, UINT64_MAX >> 2, 0);
      const std::uint64_t questions = std::min<std::uint64_t>(states.asked(), 12);
      const auto check = [&](std::uint64_t first, std::uint64_t last, std::uint64_t allocation) {
        ++faults;
        INFO("room denied from question " << first << " to " << last << "; allocation " << allocation);
        const std::string found = states.run(native.name, arguments, first, last, allocation);
        if (found != untouched) CHECK(found == expected);
      };
      for (std::uint64_t n = 1; n <= questions; ++n) {
        check(n, n, 0);
        check(n, UINT64_MAX >> 2, 0);
      }
      for (std::uint64_t n = 1; n <= 6 && !reads_input(native.name); ++n) check(0, 0, n);
    }
  }
  CHECK(natives > 500);
  CHECK(faults > (slow_build ? 2000 : 8000));
}

TEST_CASE("texts for the host are right unless an exception says that memory is short", "[memory-states]") {
  Interpreter lisp;
  const tessera::ObjectRef object = lisp.eval("(list 1 \"two\" (make-list 30))");
  const std::string text = object.text();
  std::string message;
  try {
    lisp.eval("(error \"the message ~s\" (make-list 30))");
  } catch (const tessera::Error& e) { message = e.what(); }
  CHECK(message.find("the message (NIL NIL") == 0);
  tessera::Heap& heap = lisp.vm().heap;
  for (std::uint64_t n = 1; n <= (slow_build ? 20 : 100); ++n)
    for (const std::uint64_t last : {n, UINT64_MAX >> 2}) {
      INFO(n << " to " << last);
      heap.room_faults.deny(n, last);
      try {
        const std::string found = object.text();
        CHECK(found == text);
      } catch (const tessera::LimitReached& e) { CHECK(e.limit() == tessera::LimitReached::Limit::heap); }
      try {
        lisp.eval("(error \"the message ~s\" (make-list 30))");
      } catch (const tessera::Error& e) {
        const std::string found = e.what();
        CHECK((found == message || found == "(its report failed)" || e.condition_class() == "STORAGE-CONDITION"));
        CHECK(found != "");
      }
      heap.room_faults.end();
    }
}

TEST_CASE("output and input under a small heap are neither doubled nor lost", "[memory-states]") {
  tessera::Options options;
  options.heap_limit_bytes = std::size_t{16} << 20;
  Interpreter lisp(options);
  const int rounds = slow_build ? 3 : 60;
  lisp.define("ROUNDS", [rounds] { return rounds; });
  CHECK(outcome(lisp,
                "(let ((s (make-string 300140 :initial-element #\\b)))"
                " (dotimes (i (rounds) :done)"
                "  (let ((n (length (with-output-to-string (o) (write-string s o))))) (unless (= n 300140) (return n)))))") == ":DONE");
  CHECK(outcome(lisp,
                "(let ((s (make-string 300140 :initial-element #\\b)))"
                " (dotimes (i (rounds) :done)"
                "  (let* ((o (make-string-output-stream))"
                "         (line (read-line (make-echo-stream (make-string-input-stream s) o))))"
                "   (unless (and (string= line s) (string= (get-output-stream-string o) s)) (return (length line))))))") == ":DONE");
}

}  // namespace
