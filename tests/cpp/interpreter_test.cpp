// tessera::Interpreter, the face of the library: evaluation, calls, natives, objects, failures, limits.
#include <stdexcept>

#include "lisp.hpp"
#include "process.hpp"

namespace {

using tessera::Call;
using tessera::Interpreter;
using tessera::ObjectRef;
using tessera::Result;

TEST_CASE("eval gives the value of the last form", "[interpreter]") {
  Interpreter lisp;
  CHECK(outcome(lisp, "1 2 (+ 1 2)") == "3");
  CHECK(outcome(lisp, "") == "NIL");
  CHECK(outcome(lisp, "(values)") == "NIL");
  CHECK(outcome(lisp, "(defun square (x) (* x x)) (square 12)") == "144");
}

TEST_CASE("what nothing handles comes back as a value", "[interpreter]") {
  Interpreter lisp;
  const Result r = lisp.eval("(error \"It is ~a.\" 'late)");
  CHECK_FALSE(r.ok);
  CHECK(r.condition == "SIMPLE-ERROR");
  CHECK(r.message == "It is LATE.");
  CHECK(lisp.eval("(car 5)").condition == "TYPE-ERROR");
  CHECK(lisp.eval("(no-such-function)").condition == "UNDEFINED-FUNCTION");
  CHECK(lisp.eval("no-such-variable").condition == "UNBOUND-VARIABLE");
  CHECK(lisp.eval("(quit)").message.find("part of another") != std::string::npos);
  CHECK(outcome(lisp, "(handler-case (read-from-string \"(1 2\") (end-of-file () :end))") == ":END");
  CHECK(lisp.eval("(1 2").message.find("end of file") != std::string::npos);
  CHECK(outcome(lisp, "(handler-case (throw 'nowhere 1) (control-error () :no))") == ":NO");
  CHECK_FALSE(lisp.eval("(invoke-restart 'abort)").ok);
  CHECK(outcome(lisp, "(+ 1 2)") == "3");
}

TEST_CASE("call calls a function by name or object", "[interpreter]") {
  Interpreter lisp;
  const Result sum = lisp.call("+", {lisp.make_integer(40), lisp.make_integer(2)});
  REQUIRE(sum.ok);
  CHECK(sum.value.integer() == 42);
  const ObjectRef twice = lisp.eval("(lambda (x) (* 2 x))").value;
  CHECK(lisp.call(twice, {lisp.make_integer(4)}).value.integer() == 8);
  CHECK(lisp.call("string-upcase", {lisp.make_string("grün")}).value.string() == "GRÜN");
  CHECK_FALSE(lisp.call("no-such-function").ok);
  CHECK_FALSE(lisp.call("car", {lisp.make_integer(1)}).ok);
  CHECK_FALSE(lisp.call("(").ok);
}

TEST_CASE("objects can be looked at", "[interpreter]") {
  Interpreter lisp;
  CHECK(lisp.eval("7").value.integer() == 7);
  CHECK(lisp.eval("-4611686018427387904").value.integer() == -4611686018427387904);
  CHECK(lisp.eval("9223372036854775807").value.integer() == 9223372036854775807);
  CHECK_FALSE(lisp.eval("9223372036854775808").value.integer().has_value());
  CHECK_FALSE(lisp.eval("'a").value.integer().has_value());
  CHECK(lisp.eval("1/2").value.real() == 0.5);
  CHECK(lisp.eval("1.5").value.real() == 1.5);
  CHECK(lisp.eval("2.5d0").value.real() == 2.5);
  CHECK(lisp.eval("\"text\"").value.string() == "text");
  CHECK(lisp.eval("\"text\"").value.text() == "\"text\"");
  CHECK(lisp.eval("\"text\"").value.display() == "text");
  CHECK_FALSE(lisp.eval("'text").value.string().has_value());
  CHECK(lisp.eval("nil").value.truth() == false);
  CHECK(lisp.eval("0").value.truth());
  CHECK(ObjectRef().truth() == false);
  const auto elements = lisp.eval("'(1 (2) \"3\")").value.list();
  REQUIRE(elements.has_value());
  REQUIRE(elements->size() == 3);
  CHECK((*elements)[1].text() == "(2)");
  CHECK(lisp.eval("'()").value.list()->empty());
  CHECK_FALSE(lisp.eval("'(1 . 2)").value.list().has_value());
}

TEST_CASE("natives are called with what Lisp gives them", "[interpreter]") {
  Interpreter lisp;
  lisp.define(
      "TWICE", "n", [](Call& call) { return call.integer(2 * call.integer_argument(0)); }, "Return 2 N.");
  lisp.define("GREET", "name &optional greeting", [](Call& call) {
    return call.string((call.size() > 1 ? call.string_argument(1) : "Hello") + ", " + call.string_argument(0));
  });
  lisp.define("COUNT-ALL", "&rest objects", [](Call& call) { return call.integer(static_cast<std::int64_t>(call.size())); });
  CHECK(outcome(lisp, "(mapcar #'twice '(1 2 3))") == "(2 4 6)");
  CHECK(outcome(lisp, "(greet \"you\")") == "\"Hello, you\"");
  CHECK(outcome(lisp, "(greet \"you\" \"Bye\")") == "\"Bye, you\"");
  CHECK(outcome(lisp, "(list (count-all) (count-all 1 nil))") == "(0 2)");
  CHECK(outcome(lisp, "(documentation 'twice 'function)") == "\"Return 2 N.\"");
  CHECK(outcome(lisp, "(handler-case (twice) (program-error () :few))") == ":FEW");
  CHECK(outcome(lisp, "(handler-case (twice 1 2) (program-error () :many))") == ":MANY");
  CHECK(lisp.eval("(twice 'a)").condition == "TYPE-ERROR");
  CHECK(outcome(lisp, "(handler-case (twice \"x\") (type-error (c) (type-error-datum c)))") == "\"x\"");
}

TEST_CASE("a native can fail, also by an exception", "[interpreter]") {
  Interpreter lisp;
  lisp.define("REFUSE", "", [](Call& call) { return call.fail("not today"); });
  lisp.define("THROW-UP", "", [](Call&) -> ObjectRef { throw std::runtime_error("thrown in C++"); });
  CHECK(outcome(lisp, "(handler-case (refuse) (simple-error (c) (search \"not today\" (princ-to-string c))))") != "NIL");
  CHECK(lisp.eval("(refuse)").message.find("not today") != std::string::npos);
  CHECK(lisp.eval("(throw-up)").message.find("thrown in C++") != std::string::npos);
  CHECK(outcome(lisp, "(handler-case (throw-up) (error () :handled))") == ":HANDLED");
}

TEST_CASE("a function of the host is an object like others", "[interpreter]") {
  Interpreter lisp;
  const ObjectRef twice = lisp.make_function(
      "TWICE", "n", [](Call& call) { return call.integer(2 * call.integer_argument(0)); }, "Return 2 N.");
  CHECK(lisp.call("mapcar", {twice, lisp.eval("'(1 2)").value}).value.text() == "(2 4)");
  CHECK(lisp.call("funcall", {twice}).condition.find("PROGRAM-ERROR") != std::string::npos);
  CHECK(lisp.call("documentation", {twice, lisp.eval("'function").value}).value.display() == "Return 2 N.");
  CHECK(outcome(lisp, "(fboundp 'twice)") == "NIL");
}

TEST_CASE("REQUIRE loads what the host offers, once", "[interpreter]") {
  Interpreter lisp;
  int loaded = 0;
  lisp.offer_module("numbers", [&loaded](Interpreter& l) {
    ++loaded;
    l.define("SEVEN", "", [](Call& call) { return call.integer(7); });
  });
  lisp.offer_module("broken", [](Interpreter&) { throw std::runtime_error("no such luck"); });
  CHECK(outcome(lisp, "(fboundp 'seven)") == "NIL");
  CHECK(outcome(lisp, "(list (require 'numbers) (require \"Numbers\") (seven))") == "(T NIL 7)");
  CHECK(loaded == 1);
  CHECK(outcome(lisp, "(require 'broken)").find("no such luck") != std::string::npos);
  CHECK(outcome(lisp, "(require 'broken)").find("no such luck") != std::string::npos);
}

TEST_CASE("load loads a file, or says what is wrong with it", "[interpreter]") {
  const ScratchFolder scratch;
  Interpreter lisp;
  CHECK(lisp.load(scratch.file("good.lisp", "(defvar *loaded* 42)")).ok);
  CHECK(outcome(lisp, "*loaded*") == "42");
  const Result bad = lisp.load(scratch.file("bad.lisp", "(list 1\n (car 2))\n"));
  CHECK_FALSE(bad.ok);
  CHECK(bad.backtrace.find("bad.lisp") != std::string::npos);
  CHECK_FALSE(lisp.load(scratch.file("open.lisp", "(list 1 ")).ok);
  CHECK_FALSE(lisp.load(scratch.path("missing.lisp")).ok);
}

TEST_CASE("limits and images that cannot be", "[interpreter]") {
  tessera::Options options;
  options.image_path = "/nowhere/at.all";
  CHECK_THROWS_AS(Interpreter(options), std::runtime_error);
  const ScratchFolder scratch;
  options.image_path = scratch.file("broken.image", "This is not an image.");
  CHECK_THROWS_AS(Interpreter(options), std::runtime_error);
  CHECK(std::string(Interpreter::version()).empty() == false);
}

}  // namespace
