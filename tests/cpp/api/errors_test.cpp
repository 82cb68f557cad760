// Errors between Lisp and C++: when their backtraces are made, and that each is signalled once.
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "catch.hpp"
#include "tessera/tessera.hpp"

using tessera::Error;
using tessera::Interpreter;
using tessera::Lisp;
using tessera::ObjectRef;

namespace {

constexpr const char* failing = "(defun fails (x)\n  (list (error \"no\") x))";

Error error_of(const Lisp& lisp, const std::string& source, const char* name = "form") {
  try {
    lisp.eval(source, name);
  } catch (const Error& e) { return e; }
  return Error("NOTHING", "");
}

/// Returns how often handlers were called that decline the error of `source`.
int signalled(const Lisp& lisp, const std::string& source) {
  lisp.eval("(defvar *seen*) (setq *seen* 0)");
  CHECK_THROWS(lisp.eval("(handler-bind ((error (lambda (c) (declare (ignore c)) (incf *seen*)))) " + source + ")"));
  return lisp.eval<int>("*seen*");
}

void define_natives(const Lisp& lisp) {
  lisp.define("integer-of", [](const Lisp& l, const ObjectRef& f) { return l.call<int>(f); });
  lisp.define("as-integer", [](const ObjectRef& x) { return x.as<int>(); });
  lisp.define("first-of", [](const tessera::Arguments& a) { return a.as<std::string>(0); });
  lisp.define("odd-thing", [](const Lisp& l, tessera::Word w) { l.throw_type_error(w, "(satisfies oddp)"); });
  lisp.define("calls-back", [](const Lisp& l, const ObjectRef& f) { l.call(f); });
  lisp.define("tries", [](const Lisp& l, const ObjectRef& f) {
    try {
      l.call<int>(f);
      return true;
    } catch (const Error&) { return false; }
  });
}

}  // namespace

TEST_CASE("a backtrace is made once, on demand", "[errors]") {
  const Interpreter lisp;
  int printed = 0;
  lisp.define("note-printing", [&printed] { ++printed; });
  lisp.eval("(defstruct thing) (defmethod print-object ((x thing) stream) (note-printing) (write-string \"#<a thing>\" stream))");
  const Error error = error_of(lisp, std::string(failing) + "\n(fails (make-thing))", "rules.lisp");
  const Error copy = error;
  CHECK(printed == 0);
  CHECK(error.backtrace().find("in (FAILS #<a thing>) at rules.lisp:2:") != std::string::npos);
  CHECK(error.backtrace().find("2 |   (list (error \"no\") x))") != std::string::npos);
  CHECK(printed == 1);
  CHECK(copy.backtrace() == error.backtrace());
  CHECK(printed == 1);
  CHECK(lisp.self_check().empty());
}

TEST_CASE("a backtrace outlives the interpreter, whose destruction calls no host function", "[errors]") {
  std::optional<Error> kept;
  int printed = 0;
  {
    const Interpreter lisp;
    lisp.define("note-printing", [&printed] { ++printed; });
    lisp.eval(failing, "rules.lisp");
    lisp.eval("(defstruct thing) (defmethod print-object ((x thing) stream) (note-printing) (write-string \"#<a thing>\" stream))");
    for (int i = 0; i < 20; ++i) error_of(lisp, "(fails 1)");  // no one else holds these any more
    kept = error_of(lisp, "(fails (make-thing))");
  }
  CHECK(kept->backtrace().find("in FAILS at rules.lisp:2:") != std::string::npos);
  CHECK(printed == 0);
}

TEST_CASE("errors remain readable when their interpreter ends in a callback", "[errors]") {
  auto lisp = std::make_unique<Interpreter>();
  std::optional<Error> kept;
  lisp->eval(failing, "rules.lisp");
  kept = error_of(*lisp, "(fails 1)");
  lisp->define("end-it", [&lisp] { lisp.reset(); });
  CHECK_THROWS_AS(lisp->eval("(end-it)"), std::logic_error);
  CHECK(kept->backtrace().find("in FAILS at rules.lisp:2:") != std::string::npos);
}

TEST_CASE("a backtrace that cannot be printed is empty or says so, and harms nothing", "[errors]") {
  const Interpreter lisp;
  lisp.eval(failing, "rules.lisp");
  lisp.eval("(defstruct thing) (defmethod print-object ((x thing) stream) (loop))");
  const Error error = error_of(lisp, "(fails (make-thing))");
  lisp.set_limits({.steps = 100000, .time = {}});
  error.backtrace();
  lisp.set_limits({});
  CHECK(lisp.self_check().empty());
  CHECK(lisp.eval<int>("(+ 1 2)") == 3);
}

TEST_CASE("a conversion error in a native is signalled once", "[errors]") {
  const Interpreter lisp;
  define_natives(lisp);
  for (const char* source : {"(integer-of (lambda () :none))", "(as-integer \"x\")", "(first-of 5)", "(odd-thing 4)"}) {
    INFO(source);
    CHECK(signalled(lisp, source) == 1);
    CHECK(error_of(lisp, source).condition_class() == "TYPE-ERROR");
    CHECK(lisp.eval<std::string>(std::string("(handler-case ") + source + " (type-error (c) (princ-to-string (type-error-datum c))))") !=
          "");
    CHECK(lisp.eval<int>(std::string("(handler-bind ((type-error (lambda (c) (declare (ignore c)) (use-value 7)))) ") + source + ")") == 7);
  }
  CHECK(lisp.self_check().empty());
}

TEST_CASE("an error that C++ catches is not signalled", "[errors]") {
  const Interpreter lisp;
  define_natives(lisp);
  CHECK(lisp.eval<int>("(let ((n 0)) (handler-bind ((error (lambda (c) (declare (ignore c)) (incf n)))) (tries (lambda () :none))) n)") ==
        0);
}

TEST_CASE("an error that passes through a native is offered to each handler once", "[errors]") {
  const Interpreter lisp;
  define_natives(lisp);
  CHECK(signalled(lisp, "(calls-back (lambda () (error \"no\")))") == 1);
  CHECK(signalled(lisp, "(calls-back (lambda () (calls-back (lambda () (car 5)))))") == 1);
  CHECK(signalled(lisp, "(calls-back (lambda () (handler-bind ((error (lambda (c) (declare (ignore c)) nil))) (error \"no\"))))") == 1);
  CHECK(lisp.eval<std::string>("(handler-case (calls-back (lambda () (error \"no\"))) (error (c) (princ-to-string c)))") == "no");
}

TEST_CASE("an error rethrown elsewhere by C++ is signalled to the handlers there", "[errors]") {
  const Interpreter lisp;
  define_natives(lisp);
  std::optional<Error> kept;
  lisp.define("keeps", [&kept](const Lisp& l, const ObjectRef& f) {
    try {
      l.call(f);
    } catch (const Error& e) { kept = e; }
  });
  lisp.define("throws-it", [&kept] { throw Error(*kept); });
  lisp.eval("(keeps (lambda () (error \"no\")))");
  CHECK(signalled(lisp, "(throws-it)") == 1);
  lisp.eval("(handler-bind ((error (lambda (c) (declare (ignore c)) nil))) (keeps (lambda () (error \"no\"))))");
  CHECK(signalled(lisp, "(throws-it)") == 1);
}

TEST_CASE("a backtrace begins where the error was signalled, however it passed through C++", "[errors]") {
  const Interpreter lisp;
  lisp.define("by-reference", [](const ObjectRef& f) { return f.call(); });
  lisp.define("by-std-function", [](const std::function<int()>& f) { return f(); });
  lisp.define("by-call", [](const Lisp& l, const ObjectRef& f) { return l.call(f); });
  lisp.define("by-funcall", [](const Lisp& l, tessera::Word f) { return l.funcall(f, {}); });
  lisp.define("looks-at-it", [](const ObjectRef& f) {
    try {
      return f.call();
    } catch (const Error& e) {
      CHECK(e.backtrace().find("in (INNER 5)") != std::string::npos);
      throw;
    }
  });
  lisp.eval("(defun inner (x)\n  (car x))\n(defun outer (m x) (list (funcall m (lambda () (list (inner x))))))", "quest.lisp");
  for (const char* way : {"by-reference", "by-std-function", "by-call", "by-funcall", "looks-at-it"}) {
    INFO(way);
    const std::string text = error_of(lisp, std::string("(list (outer '") + way + " 5))", "form").backtrace();
    INFO(text);
    CHECK(text.rfind("  in (INNER 5) at quest.lisp:2:3", 0) == 0);
    CHECK(text.find("in a toplevel form at form:1:7") != std::string::npos);
    // ... and through two natives
    const std::string twice = std::string("(list (by-call (lambda () (list (outer '") + way + " 5)))))";
    CHECK(error_of(lisp, twice, "form").backtrace().rfind("  in (INNER 5) at quest.lisp:2:3", 0) == 0);
  }
  // Another error that a handler signals meanwhile has its own place.
  const std::string other =
      error_of(lisp, "(handler-bind ((type-error (lambda (c) (declare (ignore c)) (error \"other\")))) (outer 'by-call 5))").backtrace();
  CHECK(other.rfind("  in (INNER 5)", 0) != 0);
}

TEST_CASE("an exception of C++ tells where the script called the function that threw it", "[errors]") {
  const Interpreter lisp;
  lisp.define("boom", [](int) { throw std::runtime_error("disk full"); });
  lisp.define("calls-back", [](const Lisp& l, const ObjectRef& f) { l.call(f); });
  lisp.eval("(defun uses-boom (x) (list (boom x)))", "u.lisp");
  for (const char* source : {"(list (uses-boom 1))", "(list (calls-back (lambda () (list (uses-boom 1)))))"}) {
    INFO(source);
    bool thrown = false;
    try {
      lisp.eval(source);
    } catch (const std::runtime_error& e) {
      thrown = true;
      CHECK(std::string(e.what()) == "disk full");
      const std::optional<Error> error = lisp.error_of(std::current_exception());
      REQUIRE(error);
      CHECK(error->condition_class() == "FOREIGN-ERROR");
      CHECK(error->backtrace().find("in (USES-BOOM 1) at u.lisp:1:28") != std::string::npos);
    }
    CHECK(thrown);
  }
  CHECK_FALSE(lisp.error_of(nullptr));
  CHECK_FALSE(lisp.error_of(std::make_exception_ptr(std::runtime_error("another"))));
  CHECK(signalled(lisp, "(handler-case (boom 1) (arithmetic-error () nil))") == 1);
  CHECK(signalled(lisp, "(calls-back (lambda () (boom 1)))") == 1);
}

TEST_CASE("a failed call can be a value instead of an exception", "[errors]") {
  const Interpreter lisp;
  define_natives(lisp);
  lisp.eval(failing, "rules.lisp");
  CHECK(lisp.try_eval<int>("(+ 1 2)").value() == 3);
  CHECK(*lisp.try_call<std::string>("string-upcase", "abc") == "ABC");
  CHECK(lisp.try_call<std::string>("string-upcase", "abc")->size() == 3);
  CHECK(lisp.try_call<void>("list", 1));
  CHECK(lisp.eval("#'car").try_call<int>(lisp.eval("'(1)")).value() == 1);

  const auto failed = lisp.try_call("fails", 5);
  REQUIRE_FALSE(failed);
  CHECK(failed.error().condition_class() == "SIMPLE-ERROR");
  CHECK(std::string(failed.error().what()) == "no");
  CHECK(failed.error().condition().is_a("simple-error"));
  CHECK(failed.error().backtrace().find("in (FAILS 5) at rules.lisp:2:") != std::string::npos);
  CHECK_THROWS_AS(failed.value(), Error);
  CHECK_THROWS_AS(lisp.try_call<void>("fails", 5).value(), Error);
  CHECK_THROWS_AS(lisp.try_eval("1").error(), std::logic_error);
  // errors before and after the call itself
  CHECK(lisp.try_eval("(car").error().condition_class() == "END-OF-FILE");
  CHECK(lisp.try_call("no-such-function").error().condition_class() == "UNDEFINED-FUNCTION");
  CHECK(lisp.try_call("two names").error().condition_class() == "SIMPLE-ERROR");
  CHECK(lisp.try_eval<int>("\"x\"").error().condition_class() == "TYPE-ERROR");
}

TEST_CASE("limits and exceptions of C++ are values of failed calls", "[errors]") {
  const Interpreter lisp;
  lisp.define("boom", [] { throw std::runtime_error("disk full"); });
  const auto boom = lisp.try_eval("(boom)");
  REQUIRE_FALSE(boom);
  CHECK(boom.error().condition_class() == "FOREIGN-ERROR");
  CHECK(std::string(boom.error().what()).find("disk full") != std::string::npos);
  lisp.set_limits({.steps = 1000, .time = {}});
  const auto endless = lisp.try_eval("(loop)");
  REQUIRE_FALSE(endless);
  CHECK(dynamic_cast<const tessera::LimitReached&>(endless.error()).limit() == tessera::LimitReached::Limit::steps);
  CHECK_THROWS_AS(endless.value(), tessera::LimitReached);
}

TEST_CASE("an exit passes a failed call in a native", "[errors]") {
  const Interpreter lisp;
  bool returned = false;
  lisp.define("tries-to-call", [&returned](const Lisp& l, const ObjectRef& f) {
    static_cast<void>(l.try_call(f));
    returned = true;
  });
  CHECK(lisp.eval<int>("(block out (tries-to-call (lambda () (return-from out 3))))") == 3);
  CHECK(lisp.eval<int>("(handler-case (tries-to-call (lambda () (error \"no\"))) (error () 4))") == 4);
  CHECK_FALSE(returned);
  lisp.eval("(tries-to-call (lambda () (error \"no\")))");
  CHECK(returned);
}

TEST_CASE("the failed result of a native is an error of Lisp", "[errors]") {
  using tessera::Result;
  const Interpreter lisp;
  lisp.define("root", [](double x) -> Result<double> {
    if (x < 0) return tessera::failure("arithmetic-error", "the number is negative");
    return x / 2;
  });
  lisp.define("checks", [](bool fails) -> Result<void> {
    if (fails) return tessera::failure("no-such-class", "it fails");
    return {};
  });
  lisp.define("passes-on", [](const Lisp& l, const ObjectRef& f) -> Result<int> { return l.try_call<int>(f); });
  CHECK(lisp.eval<double>("(root 4)") == 2);
  CHECK(lisp.eval<std::string>("(handler-case (root -4) (arithmetic-error (c) (princ-to-string c)))").find("is negative") !=
        std::string::npos);
  CHECK(lisp.eval<int>("(handler-bind ((error (lambda (c) (declare (ignore c)) (use-value 7)))) (root -1))") == 7);
  CHECK_FALSE(lisp.eval("(checks nil)").truth());
  CHECK(error_of(lisp, "(checks t)").condition_class() == "SIMPLE-ERROR");
  CHECK(lisp.eval<int>("(passes-on (lambda () 5))") == 5);
  CHECK(signalled(lisp, "(passes-on (lambda () (car 5)))") == 1);
  CHECK(error_of(lisp, "(passes-on (lambda () \"x\"))").condition_class() == "TYPE-ERROR");
  lisp.define("tries-each", tessera::overload([](int) -> Result<int> { return tessera::failure("simple-error", "an integer"); },
                                              [](const std::string&) { return 1; }));
  CHECK(std::string(error_of(lisp, "(tries-each 1)").what()).find("an integer") != std::string::npos);
}

TEST_CASE("an incomplete text is not evaluated in part", "[errors]") {
  const Interpreter lisp;
  lisp.eval("(defvar *done* 0)");
  for (const char* rest : {"(list 1", "(list 1))", "(list ')", "'", "(list \"1)", "(list 1 ; )", "(list #\\))(", "(list 1 |)|"}) {
    INFO(rest);
    CHECK_THROWS_AS(lisp.eval(std::string("(incf *done*) ") + rest), Error);
    CHECK(lisp.eval<int>("*done*") == 0);
  }
  for (const char* rest : {"(list 'a '(b))", "'a", "(list #\\( 1)", "\"(\" 1", "1 ; ("}) {
    INFO(rest);
    lisp.eval("(setq *done* 0)");
    lisp.eval(std::string("(incf *done*) ") + rest);
    CHECK(lisp.eval<int>("*done*") == 1);
  }
}

TEST_CASE("a heap that is exhausted in a nested call is free afterwards", "[errors]") {
  tessera::Options options;
  options.heap_limit_bytes = std::size_t{128} << 20U;
  const Interpreter lisp(options);
  define_natives(lisp);
  lisp.eval("(defun exhaust () (let ((x nil)) (loop (push (make-array 10000) x))))");
  for (const char* source : {"(exhaust)", "(calls-back #'exhaust)", "(calls-back (lambda () (calls-back #'exhaust)))"}) {
    INFO(source);
    CHECK_THROWS_AS(lisp.eval(source), Error);
    CHECK(lisp.try_eval<int>("(length (make-list 100000))").value() == 100000);
  }
}

TEST_CASE("a failed Result passes its error on, or has none any more", "[errors]") {
  using tessera::Result;
  const Interpreter lisp;
  lisp.define("as-text", [](const Lisp& l, const ObjectRef& f) -> Result<std::string> {
    const auto number = l.try_call<int>(f);
    if (!number) return tessera::failure(number.error());
    return std::to_string(*number);
  });
  CHECK(lisp.eval<std::string>("(as-text (lambda () 5))") == "5");
  CHECK(signalled(lisp, "(as-text (lambda () (car 5)))") == 1);
  CHECK(error_of(lisp, "(as-text (lambda () (car 5)))").condition_class() == "TYPE-ERROR");
  lisp.set_limits({.steps = 1000, .time = {}});
  const Result<void> limit = tessera::failure(lisp.try_eval<int>("(loop)").error());
  CHECK_THROWS_AS(limit.value(), tessera::LimitReached);

  Result<int> failed = tessera::failure("simple-error", "no");
  const Result<int> moved = std::move(failed);
  CHECK(std::string(moved.error().what()) == "no");
  const Result<int> null = std::shared_ptr<const Error>();
  for (const auto& without : {std::cref(std::as_const(failed)), std::cref(null)}) {  // NOLINT: that `failed` was moved is the point
    CHECK_FALSE(without.get());
    CHECK_THROWS_AS(without.get().value(), std::logic_error);
    CHECK_THROWS_AS(without.get().error(), std::logic_error);
  }
  Result<void> failed_void = tessera::failure("simple-error", "no");
  const Result<void> moved_void = std::move(failed_void);
  CHECK_FALSE(moved_void);
  CHECK_FALSE(failed_void);  // NOLINT
  CHECK_THROWS_AS(failed_void.value(), std::logic_error);
}

TEST_CASE("a limit of another interpreter is the same error whether it is thrown or returned", "[errors]") {
  const Interpreter lisp, other;
  other.set_limits({.steps = 1000, .time = {}});
  lisp.define("throws-limit", [&other] { other.eval("(loop)"); });
  lisp.define("returns-limit", [&other] { return other.try_eval<int>("(loop)"); });
  for (const std::string source : {"(throws-limit)", "(returns-limit)"}) {
    INFO(source);
    CHECK(lisp.eval<std::string>("(handler-case " + source + " (error (c) (string (type-of c))))") == "FOREIGN-ERROR");
    CHECK_THROWS_AS(lisp.eval(source), tessera::LimitReached);
    CHECK(lisp.try_eval(source).error().condition_class() == "FOREIGN-ERROR");
  }
}

namespace {

/// A class like std::expected, which C++20 does not have.
template <class T, class E> struct Expected {
  using value_type = T;
  using error_type = E;
  using unexpected_type = E;
  std::variant<T, E> held;
  bool has_value() const { return held.index() == 0; }
  const T& operator*() const { return std::get<0>(held); }
  const E& error() const { return std::get<1>(held); }
};

using Text = std::string;

/// An item of a Bag, which counts the bags.
struct Item {
  int price = 3;
};
struct Bag {
  static inline int alive = 0;
  Bag() { ++alive; }
  Bag(const Bag&) = delete;
  Bag& operator=(const Bag&) = delete;
  ~Bag() { --alive; }
  Item item;
};

}  // namespace

TEST_CASE("a value or error that refers to a part keeps the whole alive, or is copied or lent", "[errors]") {
  using tessera::Result;
  const Interpreter lisp;
  lisp.define_class<Item>("item").property("price", &Item::price);
  lisp.define_class<Bag>("bag")
      .constructor<>()
      .method("of-result", [](Bag& b) -> Result<Item*> { return &b.item; })
      .method("of-expected", [](Bag& b) { return Expected<Item*, Text>{&b.item}; })
      .method("of-reference", [](Bag& b) { return Expected<std::reference_wrapper<Item>, Text>{std::ref(b.item)}; })
      .method("copied-result", tessera::copied([](Bag& b) -> Result<Item*> { return &b.item; }))
      .method("copied-expected", tessera::copied([](Bag& b) { return Expected<Item*, Text>{&b.item}; }))
      .method("copied-error", tessera::copied([](Bag&) { return Expected<Item*, Text>{"no item"}; }))
      .method("lent-result", tessera::lent([](Bag& b) -> Result<Item*> { return &b.item; }));
  for (const char* keeping : {"of-result", "of-expected", "of-reference"}) {
    INFO(keeping);
    lisp.eval(std::string("(defvar *part*) (setq *part* (") + keeping + " (make-bag)))");
    lisp.collect();
    CHECK(Bag::alive == 1);
    CHECK(lisp.eval<int>("(price *part*)") == 3);
    lisp.eval("(setq *part* nil)");
    lisp.collect();
    CHECK(Bag::alive == 0);
  }
  for (const char* other : {"copied-result", "copied-expected", "lent-result"}) {
    INFO(other);
    lisp.eval(std::string("(setq *part* (") + other + " (make-bag)))");
    lisp.collect();
    CHECK(Bag::alive == 0);
    if (other[0] == 'c') CHECK(lisp.eval<int>("(price *part*)") == 3);
  }
  CHECK(std::string(error_of(lisp, "(copied-error (make-bag))").what()).find("no item") != std::string::npos);
  lisp.define("two", [] { return Expected<std::tuple<int, int>, Text>{std::tuple(1, 2)}; });
  CHECK(lisp.eval("(multiple-value-list (two))").text() == "(1 2)");
}

namespace {

/// An object whose setters can fail.
struct Guarded {
  double x = 0;
  double get() const { return x; }
  tessera::Result<void> try_set(double to) {
    if (to < 0) return tessera::failure("arithmetic-error", "negative");
    x = to;
    return {};
  }
  Expected<double, Text> expect(double to) {
    if (to < 0) return {"negative"};
    return {x = to};
  }
};

}  // namespace

TEST_CASE("the error that a setter returns is signalled", "[errors]") {
  const Interpreter lisp;
  lisp.define_class<Guarded>("guarded")
      .constructor<>()
      .property("by-result", &Guarded::get, &Guarded::try_set)
      .property("by-expected", &Guarded::get, &Guarded::expect);
  lisp.eval("(defvar *g* (make-guarded))");
  for (const std::string name : {"by-result", "by-expected"}) {
    INFO(name);
    CHECK(lisp.eval<double>("(setf (" + name + " *g*) 2)") == 2);
    CHECK(std::string(error_of(lisp, "(setf (" + name + " *g*) -1)").what()).find("negative") != std::string::npos);
    CHECK(std::string(error_of(lisp, "(setf (slot-value *g* '" + name + ") -1)").what()).find("negative") != std::string::npos);
    CHECK(lisp.eval<double>("(" + name + " *g*)") == 2);
  }
}

TEST_CASE("an error that the host drops leaves nothing alive in the interpreter", "[errors]") {
  const Interpreter lisp;
  define_natives(lisp);
  lisp.define_class<Item>("item").property("price", &Item::price);
  lisp.define_class<Bag>("bag").constructor<>();
  lisp.define("boom", [](const ObjectRef&) { throw std::runtime_error("disk full"); });
  lisp.eval("(define-condition bad (error) ((bag :initarg :bag)))");
  for (const char* source : {"(error 'bad :bag (make-bag))", "(car (make-bag))", "(error \"~a\" (make-bag))",
                             "(calls-back (lambda () (error 'bad :bag (make-bag))))", "(boom (make-bag))"}) {
    INFO(source);
    CHECK_FALSE(lisp.try_eval(source));
    lisp.collect();
    CHECK(Bag::alive == 0);
    CHECK_THROWS(lisp.eval(source));
    lisp.collect();
    if (source[1] != 'b') CHECK(Bag::alive == 0);  // `error_of` describes the last exception of C++
    CHECK_FALSE(lisp.try_eval("(car 5)"));
  }
}

TEST_CASE("a function of Lisp returns its errors if its signature says so", "[errors]") {
  using tessera::Result;
  const Interpreter lisp;
  lisp.eval("(defun inverse (x) (if (zerop x) (error \"zero\") (/ 8 x)))");
  const auto inverse = lisp.function<Result<int>(int)>("inverse");
  CHECK(inverse(4).value() == 2);
  CHECK(std::string(inverse(0).error().what()) == "zero");
  CHECK(lisp.function<Result<void>(int)>("inverse")(1));
  CHECK_FALSE(lisp.function<Result<void>(int)>("inverse")(0));
  lisp.define("or-zero", [](const std::function<Result<int>(int)>& f, int x) {
    const auto found = f(x);
    return found ? *found : 0;
  });
  CHECK(lisp.eval<int>("(or-zero #'inverse 2)") == 4);
  CHECK(lisp.eval<int>("(or-zero #'inverse 0)") == 0);
}

TEST_CASE("backtraces of many errors that the host holds outlive the interpreter", "[errors]") {
  std::vector<tessera::Result<int>> held;
  {
    const Interpreter lisp;
    lisp.eval(failing, "rules.lisp");
    for (int i = 0; i < 2000; ++i) {
      held.push_back(lisp.try_call<int>("fails", i));
      if (i % 3 == 0) held.pop_back();
    }
  }
  for (const auto& failed : held) CHECK(failed.error().backtrace().find("in FAILS at rules.lisp:2:") != std::string::npos);
}
