// tessera::Interpreter, the face of the library: evaluation, calls, natives, objects, failures, limits.
#include <chrono>
#include <list>
#include <memory>
#include <stdexcept>
#include <utility>

#include "lisp.hpp"
#include "process.hpp"

namespace {

using tessera::Interpreter;
using tessera::Lisp;
using tessera::ObjectRef;

TEST_CASE("eval returns the value of the last form", "[interpreter]") {
  Interpreter lisp;
  CHECK(outcome(lisp, "1 2 (+ 1 2)") == "3");
  CHECK(outcome(lisp, "") == "NIL");
  CHECK(outcome(lisp, "(values)") == "NIL");
  CHECK(outcome(lisp, "(defun square (x) (* x x)) (square 12)") == "144");
}

TEST_CASE("an unhandled error is returned as a value", "[interpreter]") {
  Interpreter lisp;
  const Result r = eval(lisp, "(error \"It is ~a.\" 'late)");
  CHECK_FALSE(r.ok);
  CHECK(r.condition == "SIMPLE-ERROR");
  CHECK(r.message == "It is LATE.");
  CHECK(eval(lisp, "(car 5)").condition == "TYPE-ERROR");
  CHECK(eval(lisp, "(no-such-function)").condition == "UNDEFINED-FUNCTION");
  CHECK(eval(lisp, "no-such-variable").condition == "UNBOUND-VARIABLE");
  CHECK(eval(lisp, "(quit)").message.find("part of another") != std::string::npos);
  CHECK(outcome(lisp, "(handler-case (read-from-string \"(1 2\") (end-of-file () :end))") == ":END");
  CHECK(eval(lisp, "(1 2").message.find("end of file") != std::string::npos);
  CHECK(outcome(lisp, "(handler-case (throw 'nowhere 1) (control-error () :no))") == ":NO");
  CHECK_FALSE(eval(lisp, "(invoke-restart 'abort)").ok);
  CHECK(outcome(lisp, "(+ 1 2)") == "3");
}

TEST_CASE("call calls a function by name or object", "[interpreter]") {
  Interpreter lisp;
  const Result sum = call(lisp, "+", 40, 2);
  REQUIRE(sum.ok);
  CHECK(sum.value.try_as<std::int64_t>() == 42);
  const ObjectRef twice = lisp.eval("(lambda (x) (* 2 x))");
  CHECK(call(lisp, twice, 4).value.try_as<std::int64_t>() == 8);
  CHECK(call(lisp, "string-upcase", "grün").value.try_as<std::string>() == "GRÜN");
  CHECK_FALSE(call(lisp, "no-such-function").ok);
  CHECK_FALSE(call(lisp, "car", 1).ok);
  CHECK_FALSE(call(lisp, "(").ok);
}

TEST_CASE("the host inspects objects", "[interpreter]") {
  Interpreter lisp;
  CHECK(eval(lisp, "7").value.try_as<std::int64_t>() == 7);
  CHECK(eval(lisp, "-4611686018427387904").value.try_as<std::int64_t>() == -4611686018427387904);
  CHECK(eval(lisp, "9223372036854775807").value.try_as<std::int64_t>() == 9223372036854775807);
  CHECK_FALSE(eval(lisp, "9223372036854775808").value.try_as<std::int64_t>().has_value());
  CHECK_FALSE(eval(lisp, "'a").value.try_as<std::int64_t>().has_value());
  CHECK(eval(lisp, "1/2").value.try_as<double>() == 0.5);
  CHECK(eval(lisp, "1.5").value.try_as<double>() == 1.5);
  CHECK(eval(lisp, "2.5d0").value.try_as<double>() == 2.5);
  CHECK(eval(lisp, "\"text\"").value.try_as<std::string>() == "text");
  CHECK(eval(lisp, "\"text\"").value.text() == "\"text\"");
  CHECK(eval(lisp, "\"text\"").value.display() == "text");
  CHECK_FALSE(eval(lisp, "'text").value.try_as<std::string>().has_value());
  CHECK(eval(lisp, "nil").value.truth() == false);
  CHECK(eval(lisp, "0").value.truth());
  CHECK(ObjectRef().truth() == false);
  const auto elements = eval(lisp, "'(1 (2) \"3\")").value.try_as<std::vector<ObjectRef>>();
  REQUIRE(elements.has_value());
  REQUIRE(elements->size() == 3);
  CHECK((*elements)[1].text() == "(2)");
  CHECK(eval(lisp, "'()").value.try_as<std::vector<ObjectRef>>()->empty());
  CHECK_FALSE(eval(lisp, "'(1 . 2)").value.try_as<std::vector<ObjectRef>>().has_value());
}

TEST_CASE("natives receive Lisp's arguments", "[interpreter]") {
  Interpreter lisp;
  lisp.define(
      "TWICE", "n", [](int n) { return 2 * n; }, "Return 2 N.");
  lisp.define("GREET",
              [](const std::string& name, const std::optional<std::string>& greeting) { return greeting.value_or("Hello") + ", " + name; });
  lisp.define("COUNT-ALL", [](const tessera::Arguments& objects) { return objects.size(); });
  CHECK(outcome(lisp, "(mapcar #'twice '(1 2 3))") == "(2 4 6)");
  CHECK(outcome(lisp, "(greet \"you\")") == "\"Hello, you\"");
  CHECK(outcome(lisp, "(greet \"you\" \"Bye\")") == "\"Bye, you\"");
  CHECK(outcome(lisp, "(list (count-all) (count-all 1 nil))") == "(0 2)");
  CHECK(outcome(lisp, "(documentation 'twice 'function)") == "\"Return 2 N.\"");
  CHECK(outcome(lisp, "(handler-case (twice) (program-error () :few))") == ":FEW");
  CHECK(outcome(lisp, "(handler-case (twice 1 2) (program-error () :many))") == ":MANY");
  CHECK(eval(lisp, "(twice 'a)").condition == "TYPE-ERROR");
  CHECK(eval(lisp, "(twice 'a)").message.find("TWICE") != std::string::npos);
  CHECK(outcome(lisp, "(handler-case (twice \"x\") (type-error (c) (list (type-error-datum c) (type-error-expected-type c))))") ==
        "(\"x\" (SIGNED-BYTE 32))");
  CHECK(outcome(lisp, "(handler-bind ((type-error (lambda (c) (use-value 5 c)))) (list (twice 'a)))") == "(5)");
}

TEST_CASE("a native's body does not run with wrong arguments", "[interpreter]") {
  Interpreter lisp;
  int runs = 0;
  lisp.define("BODY", [&runs](int, const std::string&, std::optional<double>) { ++runs; });
  for (const char* form :
       {"(body 'a \"x\")", "(body 1 2)", "(body 1 \"x\" 'y)", "(body 1.0 \"x\")", "(body (expt 2 31) \"x\")", "(body 1)"}) {
    INFO(form);
    CHECK_FALSE(eval(lisp, form).ok);
  }
  CHECK(runs == 0);
  CHECK(outcome(lisp, "(body 1 \"x\" 1/2)") == "NIL");
  CHECK(runs == 1);
}

TEST_CASE("a native can fail, with an exception too", "[interpreter]") {
  Interpreter lisp;
  lisp.define("REFUSE", [] { throw tessera::Error("simple-error", "not today"); });
  lisp.define("REFUSE-TYPE", [] { throw tessera::Error("type-error", "not of my kind"); });
  lisp.define("THROW-UP", [] { throw std::runtime_error("thrown in C++"); });
  CHECK(outcome(lisp, "(handler-case (refuse) (simple-error (c) (search \"not today\" (princ-to-string c))))") != "NIL");
  CHECK(eval(lisp, "(refuse)").message.find("not today") != std::string::npos);
  CHECK(eval(lisp, "(refuse-type)").condition == "TYPE-ERROR");
  CHECK(outcome(lisp, "(handler-case (throw-up) (tessera:foreign-error (c) (tessera:foreign-error-what c)))") == "\"thrown in C++\"");
  CHECK(outcome(lisp, "(handler-case (throw-up) (error () :handled))") == ":HANDLED");
  CHECK_THROWS_WITH(lisp.eval("(list (throw-up))"), "thrown in C++");
}

TEST_CASE("a Lisp error passes through C++ as the same condition", "[interpreter]") {
  Interpreter lisp;
  lisp.define("PASS", [](const Lisp& l, const ObjectRef& f) { return l.call(f); });
  lisp.eval("(define-condition odd (error) ((n :initarg :n :reader odd-n)))");
  CHECK(outcome(lisp, "(handler-case (pass (lambda () (pass (lambda () (error 'odd :n 7))))) (odd (c) (odd-n c)))") == "7");
  try {
    lisp.eval("(pass (lambda () (error 'odd :n 7)))");
    FAIL("nothing was thrown");
  } catch (const tessera::Error& e) {
    CHECK(e.condition_class() == "ODD");
    CHECK(lisp.call<int>("odd-n", e.condition()) == 7);
  }
}

TEST_CASE("a host function is an ordinary object", "[interpreter]") {
  Interpreter lisp;
  const ObjectRef twice = lisp.make_function(
      "TWICE", [](int n) { return 2 * n; }, "Return 2 N.");
  CHECK(lisp.call("mapcar", twice, std::list<int>{1, 2}).text() == "(2 4)");
  CHECK(call(lisp, "funcall", twice).condition.find("PROGRAM-ERROR") != std::string::npos);
  CHECK(lisp.call("documentation", twice, lisp.symbol("function")).display() == "Return 2 N.");
  CHECK(outcome(lisp, "(fboundp 'twice)") == "NIL");
}

TEST_CASE("names and lambda lists that do not fit are refused", "[interpreter]") {
  Interpreter lisp;
  CHECK_THROWS_AS(lisp.define(
                      "few", "", [](int n) { return n; }, ""),
                  std::invalid_argument);
  CHECK_THROWS_AS(lisp.define(
                      "many", "a b", [](int n) { return n; }, ""),
                  std::invalid_argument);
  CHECK_THROWS_AS(lisp.define(
                      "optional", "&optional a", [](int n) { return n; }, ""),
                  std::invalid_argument);
  CHECK_THROWS_AS(lisp.define(
                      "rest", "a &rest more", [](int n) { return n; }, ""),
                  std::invalid_argument);
  CHECK_THROWS_AS(lisp.define("two names", [] { return 1; }), std::invalid_argument);
  CHECK_FALSE(call(lisp, "list car", 1).ok);
  lisp.define(
      "fewer", "a", [](int n, std::optional<int> m) { return n + m.value_or(10); }, "");
  CHECK(lisp.eval<int>("(fewer 1)") == 11);
  lisp.define(
      "keys", "&key a b", [](const tessera::Arguments& all) { return all.size(); }, "");
  CHECK(lisp.eval<int>("(keys :a 1)") == 2);
}

TEST_CASE("Lisp's own functions cannot be redefined", "[interpreter]") {
  Interpreter lisp;
  for (const char* name : {"car", "when", "cl:list", ":key", "tessera::%car", "nil", "(", "1", "\"x\"", ""}) {
    INFO(name);
    CHECK_THROWS_AS(lisp.define(name, [] { return 1; }), std::invalid_argument);
  }
  CHECK(outcome(lisp, "(when t (car '(1)))") == "1");
}

TEST_CASE("REQUIRE loads what the host offers, once", "[interpreter]") {
  Interpreter lisp;
  int loaded = 0;
  lisp.offer_module("numbers", [&loaded](const Lisp& l) {
    ++loaded;
    l.define("SEVEN", [] { return 7; });
  });
  lisp.offer_module("broken", [](const Lisp&) { throw std::runtime_error("no such luck"); });
  CHECK(outcome(lisp, "(fboundp 'seven)") == "NIL");
  CHECK(outcome(lisp, "(list (require 'numbers) (require \"Numbers\") (seven))") == "(T NIL 7)");
  CHECK(loaded == 1);
  for (int i = 0; i < 2; ++i)
    CHECK(outcome(lisp, "(handler-case (require 'broken) (error (c) (princ-to-string c)))") == "\"REQUIRE: C++ exception: no such luck\"");
}

TEST_CASE("load loads a file or reports its error", "[interpreter]") {
  const ScratchFolder scratch;
  Interpreter lisp;
  CHECK(load(lisp, scratch.file("good.lisp", "(defvar *loaded* 42)")).ok);
  CHECK(outcome(lisp, "*loaded*") == "42");
  const Result bad = load(lisp, scratch.file("bad.lisp", "(list 1\n (car 2))\n"));
  CHECK_FALSE(bad.ok);
  CHECK(bad.backtrace.find("bad.lisp") != std::string::npos);
  CHECK_FALSE(load(lisp, scratch.file("open.lisp", "(list 1 ")).ok);
  CHECK_FALSE(load(lisp, scratch.path("missing.lisp")).ok);
}

TEST_CASE("an interpreter that was moved elsewhere says so", "[interpreter]") {
  Interpreter from;
  const Interpreter to = std::move(from);
  const Lisp& lisp = from;  // NOLINT: that is the test
  CHECK_THROWS_AS(lisp.eval("1"), std::logic_error);
  CHECK_THROWS_AS(lisp.call("list"), std::logic_error);
  CHECK_THROWS_AS(lisp.make(1), std::logic_error);
  CHECK_THROWS_AS(lisp.symbol("x"), std::logic_error);
  CHECK_THROWS_AS(lisp.function<int()>("f"), std::logic_error);
  CHECK_THROWS_AS(lisp.define("f", [] { return 1; }), std::logic_error);
  CHECK_THROWS_AS(lisp.load("f.lisp"), std::logic_error);
  CHECK_THROWS_AS(lisp.set_limits({}), std::logic_error);
  CHECK_THROWS_AS(lisp.collect(), std::logic_error);
  CHECK_THROWS_AS(lisp.permissions(), std::logic_error);
  lisp.interrupt();  // nothing runs
  lisp.cancel();
  CHECK_FALSE(lisp.poll_is_due());
  CHECK(to.eval<int>("(+ 1 2)") == 3);
}

/// Ends the interpreter that owns it.
struct Ender {
  explicit Ender(std::unique_ptr<Interpreter>& i) : lisp(&i) {}
  Ender(Ender&& other) noexcept : lisp(std::exchange(other.lisp, nullptr)) {}
  ~Ender() {
    if (lisp != nullptr) lisp->reset();
  }
  std::unique_ptr<Interpreter>* lisp;
};

TEST_CASE("a destructor may end its interpreter, during a collection, too", "[interpreter]") {
  for (const char* way : {"collect", "make", "eval", "end"}) {
    INFO(way);
    auto lisp = std::make_unique<Interpreter>();
    lisp->define_class<Ender>("ender");
    lisp->define("make-ender", [&lisp] { return Ender(lisp); });
    lisp->eval("(progn (make-ender) nil)");
    const std::string kind = way;
    const auto use = [&] {
      if (kind == "collect") lisp->collect();
      else if (kind == "eval") lisp->eval("(loop (make-array 1000))");
      else
        for (;;) lisp->make(std::string(100000, 'x'));
    };
    if (kind == "end") lisp.reset();
    else CHECK_THROWS_AS(use(), std::logic_error);
    CHECK(lisp == nullptr);
  }
}

TEST_CASE("objects that C++ makes and keeps count against the heap limit", "[interpreter]") {
  tessera::Options options;
  options.heap_limit_bytes = std::size_t{16} << 20;
  const Interpreter lisp(options);
  std::vector<ObjectRef> kept;
  const auto make = [&] {
    while (kept.size() < 1000000) kept.push_back(lisp.make(std::string(100, 'x')));
  };
  CHECK_THROWS_AS(make(), std::bad_alloc);
  CHECK(kept.size() > 50000);
  CHECK(lisp.eval<int>("(+ 1 2)") == 3);
  kept.clear();
  CHECK(lisp.make("there is room again").as<std::string>() == "there is room again");
  CHECK(lisp.self_check() == "");
}

TEST_CASE("a source that cannot be read to its end changes nothing", "[interpreter]") {
  const Interpreter lisp;
  lisp.eval("(defvar *n* 1) (defun tick () (+ *n* 10))", "a.lisp");
  const std::string broken = "(defun tick () (+ *n* 100)) (defun broken (";
  CHECK(eval(lisp, broken).message.find("line 1, column 43") != std::string::npos);
  CHECK_FALSE(eval(lisp, "(defun tick () 0)) (list 1)").ok);
  const ScratchFolder scratch;
  CHECK_FALSE(load(lisp, scratch.file("broken.lisp", broken)).ok);
  CHECK_THROWS_AS(lisp.load_contents(broken, "broken.lisp"), tessera::Error);
  CHECK(lisp.call<int>("tick") == 11);
  // What is not evaluated yet may define packages, and the syntax of what follows.
  CHECK(lisp.eval<int>("(defpackage later (:use :cl) (:export f)) (defun later:f () 'later::x 5) (later:f)") == 5);
  CHECK(lisp.eval<int>("(setf *readtable* (copy-readtable)) (set-macro-character #\\[ (lambda (s c) (declare (ignore c)) "
                       "(read-line s) 5)) [ ((("
                       "\n") == 5);
  lisp.eval("(setf *readtable* (copy-readtable nil))");
}

TEST_CASE("check tells whether a text is complete", "[interpreter]") {
  using Status = tessera::SourceCheck::Status;
  const Interpreter lisp;
  for (const char* text : {"", "(list 1)", "a b ; (", "#| ( |# \"(\" #\\( 'x", "(no-such-package:f #.(error \"no\") #+nothing 1)"}) {
    INFO(text);
    CHECK(lisp.check(text));
  }
  const auto incomplete = lisp.check("(list 1)\n  (list 2\n \"abc");
  CHECK(incomplete.status == Status::incomplete);
  CHECK((incomplete.line == 2 && incomplete.column == 3));
  CHECK(incomplete.message.find("end of file") != std::string::npos);
  for (const char* text : {"#|", "\"", "'", "(a . ", "|a"}) {
    INFO(text);
    CHECK(lisp.check(text).status == Status::incomplete);
  }
  const auto wrong = lisp.check("(list 1)\n(list 2))");
  CHECK(wrong.status == Status::wrong);
  CHECK(wrong.line == 2);
  CHECK(lisp.check("#<a>").status == Status::wrong);
  CHECK(lisp.eval<bool>("(null (find-symbol \"NO-SUCH-NAME\"))"));
  CHECK(lisp.check("no-such-name"));
  CHECK(lisp.eval<bool>("(null (find-symbol (string-upcase \"no-such-name\")))"));
}

TEST_CASE("sources and modules load from memory", "[interpreter]") {
  const Interpreter lisp;
  lisp.load_contents("(defun from-memory (x) (car x))", "memory.lisp");
  CHECK(lisp.eval<int>("(from-memory '(4))") == 4);
  lisp.load_contents("(define (twice x) (* 2 x))", "rules.scm");
  CHECK(lisp.eval<int>("(funcall (tessera:language-value :scheme \"twice\") 21)") == 42);
  const ScratchFolder scratch;
  const std::string source = scratch.file("compiled.lisp", "(defun from-compiled () 5)");
  lisp.eval("(compile-file \"" + source + "\")");
  const std::string bytes = file_text(scratch.path("compiled.tfasl"));
  lisp.offer_module("compiled", [&](const Lisp& l) { l.load_contents(bytes, "compiled.tfasl"); });
  CHECK(lisp.eval<int>("(require \"compiled\") (from-compiled)") == 5);
  CHECK_THROWS_AS(lisp.load_contents(bytes.substr(0, bytes.size() / 2), "compiled.tfasl"), tessera::Error);
}

TEST_CASE("a host compiles a text once and loads it into any interpreter", "[interpreter]") {
  const std::string source =
      "(defpackage rules (:use :cl) (:export more)) (in-package :rules)\n"
      "(defmacro twice (x) `(* 2 ,x))\n(defun more (x)\n  (car (twice x)))";
  const Interpreter maker;
  const std::string compiled = maker.compile(source, "rules.lisp");
  CHECK(maker.eval<bool>("(null (ignore-errors (fboundp (read-from-string \"rules:more\"))))"));  // it was not loaded
  const Interpreter lisp(tessera::Options::sandboxed());
  lisp.load_contents(compiled, "rules.tfasl");
  CHECK(lisp.eval<bool>("(eq *package* (find-package :cl-user))"));
  try {
    lisp.eval("(rules:more 1)");
    FAIL("no error");
  } catch (const tessera::Error& e) {
    CHECK(e.condition_class() == "TYPE-ERROR");
    CHECK(e.backtrace().find("rules.lisp:4:3") != std::string::npos);
  }
  const auto refused = [&lisp](std::string bytes) {
    try {
      lisp.load_contents(bytes, "rules.tfasl");
    } catch (const tessera::Error& e) { return std::string(e.what()); }
    return std::string();
  };
  CHECK(refused("").find("is damaged") != std::string::npos);
  for (std::size_t size = 1; size < compiled.size(); size += 37)
    CHECK(refused(compiled.substr(0, size)).find("is damaged") != std::string::npos);
  std::string other = compiled;
  other.insert(other.find(' ', other.find("FILE ") + 5) + 1, "1");
  CHECK(refused(other).find("another version") != std::string::npos);
}

TEST_CASE("a text that cannot be compiled is an error of the host's call", "[interpreter]") {
  const Interpreter lisp;
  CHECK_THROWS_AS(lisp.compile("(defun f () (list 1)"), tessera::Error);
  CHECK_THROWS_AS(lisp.compile("(list 1))"), tessera::Error);
  CHECK_THROWS_AS(lisp.compile("(no-such-package:f)"), tessera::Error);
  CHECK_THROWS_AS(lisp.compile("(eval-when (:compile-toplevel) (error \"no\"))"), tessera::Error);
  CHECK(lisp.eval<int>("(+ 1 2)") == 3);
}

TEST_CASE("a closure is an environment of its own, which ends when the host drops it", "[interpreter]") {
  const Interpreter lisp;
  const auto make = lisp.eval("(lambda (name &aux (health 10)) (lambda (damage) (list name (decf health damage))))");
  const std::size_t before = (lisp.collect(), lisp.heap_used_bytes());
  std::vector<tessera::ObjectRef> entities;
  for (int i = 0; i < 10000; ++i) entities.push_back(lisp.call(make, i));
  using Result = std::pair<int, int>;
  CHECK(lisp.call<Result>(entities[7], 3) == Result(7, 7));
  CHECK(lisp.call<Result>(entities[7], 3) == Result(7, 4));
  CHECK(lisp.call<Result>(entities[8], 1) == Result(8, 9));
  lisp.collect();
  CHECK(lisp.heap_used_bytes() - before < 10000 * 150);
  entities.clear();
  lisp.collect();
  CHECK(lisp.heap_used_bytes() < before + 100000);
}

TEST_CASE("a host gives the collector time between evaluations", "[interpreter]") {
  using std::chrono_literals::operator""us;
  Interpreter lisp;
  lisp.define("COLLECT-IN-BETWEEN", [&lisp] { lisp.collect_for(100us); });
  CHECK_THROWS_WITH(lisp.eval("(collect-in-between)"), Catch::Contains("Lisp::collect_for"));
  CHECK(outcome(lisp, "(defvar *kept* '()) (dotimes (i 100000) (push (list i) *kept*)) (length *kept*)") == "100000");
  for (int i = 0; lisp.collect_for(1000us) > 0; ++i) REQUIRE(i < 10000);
  CHECK(outcome(lisp, "(loop for (n) in *kept* sum n)") == "4999950000");
  CHECK(lisp.self_check().empty());
}

TEST_CASE("a host saves the state of a script as text, and restores it in another interpreter", "[interpreter]") {
  const std::string script =
      "(defstruct hero name (bag '())) (defvar *state* (make-hero :name \"Ann\"))"
      "(defun save () (with-standard-io-syntax (let ((*print-circle* t)) (prin1-to-string *state*))))"
      "(defun restore (text) (setq *state* (with-standard-io-syntax (let ((*read-eval* nil)) (read-from-string text)))) t)";
  const Interpreter first, second;
  for (const Interpreter* lisp : {&first, &second}) lisp->eval(script);
  first.eval("(setf (hero-bag *state*) (list 1/3 \"rope\" (vector 1.5d0 *state*)))");
  const auto saved = first.call<std::string>("save");
  second.call("restore", saved);
  CHECK(second.eval<std::string>("(hero-name *state*)") == "Ann");
  CHECK(
      second.eval<bool>("(destructuring-bind (n thing v) (hero-bag *state*)"
                        "  (and (= n 1/3) (equal thing \"rope\") (eql (aref v 0) 1.5d0) (eq (aref v 1) *state*)))"));
  CHECK(second.call<std::string>("save") == saved);
}

TEST_CASE("a host can ask how much of the heap is used", "[interpreter]") {
  const Interpreter lisp;
  lisp.collect();
  const std::size_t before = lisp.heap_used_bytes();
  const ObjectRef kept = lisp.eval("(make-array 1000000)");
  CHECK(lisp.heap_used_bytes() >= before + 8000000);
}

TEST_CASE("impossible limits and images are refused", "[interpreter]") {
  tessera::Options options;
  options.image_path = "/nowhere/at.all";
  CHECK_THROWS_AS(Interpreter(options), std::runtime_error);
  const ScratchFolder scratch;
  options.image_path = scratch.file("broken.image", "This is not an image.");
  CHECK_THROWS_AS(Interpreter(options), std::runtime_error);
  CHECK(std::string(Interpreter::version()).empty() == false);
}

}  // namespace
