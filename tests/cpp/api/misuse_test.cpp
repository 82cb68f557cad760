// Wrong use of the C++ interface: each kind ends with a clear error.
#include <array>
#include <chrono>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <thread>

#include "lisp.hpp"

namespace {

using tessera::Interpreter;
using tessera::Lisp;
using tessera::ObjectRef;

struct Item {
  int hp = 1;
  std::string name = std::string(40, 'i');
};

struct Bag {
  std::vector<Item> items = std::vector<Item>(3), plain = std::vector<Item>(3);
  std::deque<Item> queue = std::deque<Item>(3);
  std::list<Item> chain = std::list<Item>(3);
  std::optional<Item> perhaps = Item();
  std::map<std::string, Item> named{{"a", Item()}};
  std::vector<std::array<Item, 2>> pairs = std::vector<std::array<Item, 2>>(2);
  Item one;
};

void define_all(const Lisp& lisp) {
  lisp.define_class<Item>("item").constructor<>().property("hp", &Item::hp).property("item-name", &Item::name);
  lisp.define_class<Bag>("bag")
      .constructor<>()
      .property("items", &Bag::items)
      .property("queue", &Bag::queue)
      .property("chain", &Bag::chain)
      .property("plain", &Bag::plain)
      .property("perhaps", &Bag::perhaps)
      .property("named", &Bag::named)
      .property("one", &Bag::one);
}

/// Returns the outcome of (item-name *e*) after `form`, for the object that `found` returns from the bag *b*.
std::string name_after(const Lisp& lisp, const std::string& found, const std::string& form) {
  lisp.eval("(defparameter *b* (make-bag)) (defparameter *e* " + found + ")");
  lisp.eval(form);
  const Result r = eval(lisp, "(item-name *e*)");
  return !r.ok ? r.condition : r.value.as<std::string>() == std::string(40, 'i') ? "valid" : "wrong: " + r.value.text();
}

TEST_CASE("references to elements end when a script's change of the container moves or ends the elements", "[misuse]") {
  Interpreter lisp;
  define_all(lisp);
  lisp.define_container<std::vector<Item>>("v");
  lisp.define_container<std::deque<Item>>("d");
  lisp.define_container<std::list<Item>>("l");
  struct Row {
    const char *found, *form, *outcome;
  };
  for (const auto& [found, form, expected] : {
           Row{"(v-item (items *b*) 0)", "(dotimes (i 9) (v-add (items *b*) (make-item)))", "TYPE-ERROR"},
           Row{"(v-item (items *b*) 0)", "(v-remove (items *b*) 1)", "valid"},
           Row{"(v-item (items *b*) 1)", "(v-remove (items *b*) 1)", "TYPE-ERROR"},
           Row{"(v-item (items *b*) 2)", "(v-remove (items *b*) 1)", "TYPE-ERROR"},
           Row{"(v-item (items *b*) 0)", "(v-insert (items *b*) 1 (make-item))", "TYPE-ERROR"},
           Row{"(v-item (items *b*) 0)", "(v-clear (items *b*))", "TYPE-ERROR"},
           Row{"(v-item (items *b*) 0)", "(setf (v-item (items *b*) 0) (make-item))", "valid"},
           Row{"(elt (v-items (items *b*)) 2)", "(v-clear (items *b*))", "TYPE-ERROR"},
           Row{"(d-item (queue *b*) 0)", "(dotimes (i 99) (d-add (queue *b*) (make-item)))", "valid"},
           Row{"(d-item (queue *b*) 0)", "(d-remove (queue *b*) 1)", "TYPE-ERROR"},
           Row{"(d-item (queue *b*) 0)", "(d-insert (queue *b*) 1 (make-item))", "TYPE-ERROR"},
           Row{"(l-item (chain *b*) 0)", "(l-remove (chain *b*) 1)", "valid"},
           Row{"(l-item (chain *b*) 1)", "(l-remove (chain *b*) 1)", "TYPE-ERROR"},
           Row{"(l-item (chain *b*) 1)", "(l-insert (chain *b*) 0 (make-item))", "valid"},
       }) {
    INFO(found << ", " << form);
    CHECK(name_after(lisp, found, form) == expected);
  }
  CHECK(outcome(lisp, "(progn (v-clear (items *b*)) (v-item (items *b*) 0))") == "TYPE-ERROR: 0 is not of type (INTEGER 0 (0))");
  CHECK(outcome(lisp, "(v-insert (items *b*) 1 (make-item))") == "TYPE-ERROR: 1 is not of type (INTEGER 0 (1))");
  CHECK(lisp.self_check() == "");
}

TEST_CASE("references to the objects in a property end when the property is assigned", "[misuse]") {
  Interpreter lisp;
  define_all(lisp);
  CHECK(name_after(lisp, "(elt (plain *b*) 0)", "(setf (plain *b*) (list (make-item)))") == "TYPE-ERROR");
  CHECK(name_after(lisp, "(elt (plain *b*) 0)", "(setf (slot-value *b* 'plain) nil)") == "TYPE-ERROR");
  CHECK(name_after(lisp, "(perhaps *b*)", "(setf (perhaps *b*) nil)") == "TYPE-ERROR");
  CHECK(name_after(lisp, "(gethash \"a\" (named *b*))", "(setf (named *b*) (make-hash-table))") == "TYPE-ERROR");
  CHECK(name_after(lisp, "(one *b*)", "(setf (one *b*) (make-item))") == "valid");
  CHECK(outcome(lisp, "(progn (setf (plain *b*) (reverse (plain *b*))) (length (plain *b*)))") == "3");
  const ObjectRef bag = lisp.eval("(make-bag)"), part = bag["plain"][0];
  bag["plain"] = std::vector<int>();
  CHECK_THROWS_AS(part["hp"].value(), tessera::Error);
}

TEST_CASE("revoking an object revokes its parts, wherever they are", "[misuse]") {
  Interpreter lisp;
  define_all(lisp);
  auto bag = std::make_unique<Bag>();
  lisp["*b*"] = bag.get();
  lisp.eval("(defvar *one* (one *b*)) (defvar *far* (elt (plain *b*) 0))");
  CHECK(lisp.eval<int>("(+ (hp *one*) (hp *far*))") == 2);
  lisp.revoke(*bag);
  bag.reset();
  for (const char* form : {"(one *b*)", "(hp *one*)", "(hp *far*)"}) CHECK(eval(lisp, form).condition == "TYPE-ERROR");
}

TEST_CASE("places refuse to be used after their interpreter has ended", "[misuse]") {
  auto lisp = std::make_unique<Interpreter>();
  define_all(*lisp);
  const tessera::Reference variable = (*lisp)["*x*"], part = lisp->eval("(make-item)")["hp"];
  variable = 1;
  lisp.reset();
  CHECK_THROWS_AS(variable.value(), std::logic_error);
  CHECK_THROWS_AS(variable = 2, std::logic_error);
  CHECK_THROWS_AS(part.value(), std::logic_error);
  CHECK_THROWS_AS(part = 2, std::logic_error);
}

TEST_CASE("destructors of objects that Lisp owned can call Lisp at its end", "[misuse]") {
  static Lisp* here;
  static std::string seen;
  struct Last {
    bool real = true;
    Last() = default;
    Last(Last&& other) noexcept { other.real = false; }
    ~Last() {
      if (real) seen += outcome(*here, "(list (+ 1 2) (ignore-errors (hp *item*)))") + " ";
    }
  };
  seen.clear();
  {
    Interpreter lisp;
    here = &lisp;
    define_all(lisp);
    lisp.define_class<Last>("last-one");
    lisp.define("make-last-one", [] { return Last(); });
    lisp.eval("(defvar *item* (make-item)) (defvar *last* (make-last-one))");
  }
  CHECK(seen == "(3 NIL) ");
}

TEST_CASE("an interpreter that ends in a nested call says so", "[misuse]") {
  auto lisp = std::make_unique<Interpreter>();
  std::string inner;
  lisp->define("end-it", [&] { lisp.reset(); });
  lisp->define("outer", [&, raw = lisp.get()] {
    try {
      raw->eval("(list (end-it))");
    } catch (const std::logic_error& e) { inner = e.what(); }
  });
  CHECK_THROWS_AS(lisp->eval("(outer)"), std::logic_error);
  CHECK(inner == "tessera: the interpreter was ended while it was evaluating");
}

TEST_CASE("an interpreter refuses a second thread while it evaluates", "[misuse][threads]") {
  Interpreter lisp;
  std::string seen;
  const auto attempt = [&](const char* what, const auto& f) {
    try {
      f();
      seen += std::string(what) + " worked ";
    } catch (const std::logic_error&) { seen += std::string(what) + " refused "; }
  };
  const auto twice = lisp.eval("(lambda (x) (* 2 x))").as<std::function<int(int)>>();
  lisp.define("run-elsewhere", [&] {
    std::thread([&] {
      attempt("eval", [&] { lisp.eval("1"); });
      attempt("call", [&] { lisp.call("list", 1); });
      attempt("function", [&] { twice(1); });
      attempt("make", [&] { lisp.make(std::string("text")); });
      attempt("collect", [&] { lisp.collect(); });
    }).join();
  });
  lisp.eval("(run-elsewhere)");
  CHECK(seen == "eval refused call refused function refused make refused collect refused ");
  int result = 0;
  std::thread([&] { result = twice(21); }).join();  // nothing runs now
  CHECK(result == 42);
  lisp.define("wait-and-call", [&] { lisp.release_while([&] { attempt("released", [&] { lisp.eval("1"); }); }); });
  seen.clear();
  lisp.eval("(wait-and-call)");
  CHECK(seen == "released refused ");
  CHECK(lisp.eval<int>("(+ 1 2)") == 3);
}

TEST_CASE("functions and objects of Lisp may end in other threads", "[misuse][threads]") {
  std::function<int()> last;
  {
    Interpreter lisp;
    for (int i = 0; i < 20; ++i) {
      auto f = lisp.eval("(lambda () 3)").as<std::function<int()>>();
      std::thread other([g = std::move(f)]() mutable { g = nullptr; });
      lisp.eval("(dotimes (i 2000) (list i))");
      other.join();
    }
    CHECK(lisp.self_check() == "");
    last = lisp.eval("(lambda () 3)").as<std::function<int()>>();
  }
  std::thread([g = std::move(last)]() mutable { g = nullptr; }).join();
}

TEST_CASE("empty callbacks are refused", "[misuse]") {
  Interpreter lisp;
  CHECK_THROWS_AS(lisp.offer_module("m", nullptr), std::logic_error);
  CHECK_THROWS_AS(lisp.output_stream(nullptr), std::logic_error);
  CHECK_THROWS_AS(lisp.input_stream(nullptr), std::logic_error);
  lisp.define("pause-for-nothing", [&] { lisp.release_while(nullptr); });
  CHECK_THROWS_AS(lisp.eval("(pause-for-nothing)"), std::logic_error);
}

TEST_CASE("texts of C that are null, or would lose their end, are refused", "[misuse]") {
  Interpreter lisp;
  const char* const none = nullptr;
  CHECK(lisp.call("list", none, "a").text() == "(NIL \"a\")");
  lisp.define("nothing", [none] { return none; });
  lisp["*x*"] = none;
  CHECK(outcome(lisp, "(list (nothing) *x*)") == "(NIL NIL)");
  lisp.define("c-length", [](const char* text) { return std::string(text).size(); });
  CHECK(outcome(lisp, "(c-length \"abc\")") == "3");
  CHECK(outcome(lisp, "(c-length (format nil \"a~Cb\" (code-char 0)))") ==
        "SIMPLE-ERROR: C-LENGTH: a string with a null character cannot be a const char* of C++");
  struct Silent : std::exception {
    const char* what() const noexcept override { return nullptr; }
  };
  lisp.define("fail-silently", [] { throw Silent(); });
  CHECK(outcome(lisp, "(handler-case (fail-silently) (error (e) (tessera:foreign-error-what e)))") == "\"\"");
}

TEST_CASE("numbers beyond the range of a C++ type are refused", "[misuse]") {
  using namespace std::chrono;
  Interpreter lisp;
  lisp.define("f", [](float x) { return x; });
  lisp.define("d", [](double x) { return x; });
  lisp.define("seconds-of-a-byte", [](duration<unsigned char> x) { return static_cast<int>(x.count()); });
  lisp.define("date", [](system_clock::time_point t) { return t.time_since_epoch().count(); });
  CHECK(outcome(lisp, "(f 1d300)") == "TYPE-ERROR: F: 1.0d300 is not of type (REAL -3.4028235e38 3.4028235e38)");
  for (const char* form :
       {"(f (expt 10 400))", "(d (- (expt 10 400)))", "(seconds-of-a-byte -1)", "(seconds-of-a-byte 256)", "(date -9223372036)"}) {
    INFO(form);
    CHECK(eval(lisp, form).condition == "TYPE-ERROR");
  }
  CHECK(outcome(lisp, "(list (f 1d-300) (f 3) (d 1/4) (seconds-of-a-byte 255) (date 0))") == "(0.0 3.0 0.25d0 255 -2208988800000000000)");
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(lisp.call<float>("f", infinity) == std::numeric_limits<float>::infinity());
  CHECK(lisp.make(hours::max()).text() == "3.3204139332677193d22");
  CHECK(lisp.make(system_clock::time_point::max()).text() == "1.1432360836854776d10");
  CHECK_THROWS_AS(lisp.make(tessera::Bounded<0, 10>{11}), std::invalid_argument);
  CHECK(lisp.make(tessera::Bounded<0, 10>{10}).text() == "10");
}

TEST_CASE("an argument that was not given is out of range", "[misuse]") {
  Interpreter lisp;
  lisp.define("argument-three", [](tessera::Arguments a) { return a[2]; });
  lisp.define("number-three", [](tessera::Arguments a) { return a.as<int>(2); });
  CHECK(lisp.eval<int>("(+ (number-three 1 2 3) 1)") == 4);
  CHECK_THROWS_AS(lisp.eval("(number-three 1)"), std::out_of_range);
}

TEST_CASE("an Error of an unknown class, and an Unwinding of one's own, are simple errors", "[misuse]") {
  Interpreter lisp;
  for (const std::string name : {"no-such-class", "integer", "", "a b(", "nil"}) {
    lisp.define("fail", [&name] { throw tessera::Error(name, "what failed"); });
    INFO(name);
    CHECK(outcome(lisp, "(handler-case (fail) (simple-error () 'simple))") == "SIMPLE");
    CHECK(outcome(lisp, "(fail)") == "SIMPLE-ERROR: FAIL: what failed (" + quoted(name) + " does not name a condition class)");
  }
  lisp.define("unwind", [] { throw tessera::Unwinding(); });
  CHECK(outcome(lisp, "(unwind)") == "SIMPLE-ERROR: UNWIND: tessera::Unwinding was thrown, but no exit is under way");
  CHECK(outcome(lisp, "(list (ignore-errors (unwind)) (catch 'x (unwind-protect (unwind) (throw 'x 1))))") == "(NIL 1)");
}

TEST_CASE("a limit of another interpreter is an exception like others", "[misuse]") {
  Interpreter outer, inner;
  inner.set_limits({.steps = 1000});
  outer.define("run-inner", [&] { return inner.eval<int>("(loop)"); });
  CHECK_THROWS_AS(outer.eval("(list (run-inner))"), tessera::LimitReached);
  CHECK(outcome(outer, "(handler-case (run-inner) (tessera:foreign-error (e) (tessera:foreign-error-what e)))") ==
        "\"step limit reached\"");
  CHECK(outer.eval<int>("(+ 1 2)") == 3);
}

TEST_CASE("lambda lists of the host have different names of variables", "[misuse]") {
  Interpreter lisp;
  const auto f = [](int, std::optional<int>) { return 1; };
  for (const char* list : {"x x", "t", "nil", ":key", "\"s\"", "x)", "x y ; z", "x . y", "&rest r", "x &optional"})
    if (std::string(list) != "x &optional") {
      INFO(list);
      CHECK_THROWS_AS(lisp.define("f", list, f, ""), std::invalid_argument);
    } else {
      lisp.define("f", list, f, "");
    }
}

TEST_CASE("names of the host run no code", "[misuse]") {
  Interpreter lisp;
  lisp.eval("(defvar *ran* nil)");
  CHECK_THROWS(lisp.symbol("#.(setf *ran* 'x)"));
  CHECK_THROWS(lisp.call("#.(setf *ran* 'list)"));
  CHECK_THROWS(lisp.define("#.(setf *ran* 'f)", [] {}));
  CHECK_THROWS(lisp.make(1).is_a("#.(setf *ran* 'integer)"));
  CHECK(lisp.eval("*ran*").text() == "NIL");
}

TEST_CASE("a module of the host that requires itself says so", "[misuse]") {
  Interpreter lisp;
  lisp.offer_module("self", [](const Lisp& l) { l.eval("(require \"self\")"); });
  lisp.offer_module("one", [](const Lisp& l) { l.eval("(require \"two\")"); });
  lisp.offer_module("two", [](const Lisp& l) { l.eval("(require \"one\")"); });
  CHECK(outcome(lisp, "(require \"self\")") == "SIMPLE-ERROR: REQUIRE: the module self requires itself");
  CHECK(outcome(lisp, "(require \"one\")") == "SIMPLE-ERROR: REQUIRE: the module one requires itself, through two");
}

TEST_CASE("keep_alive names arguments that exist and objects of C++ classes", "[misuse]") {
  Interpreter lisp;
  const auto item = lisp.define_class<Item>("item").constructor<>();
  CHECK_THROWS_AS(item.method("f", tessera::keep_alive<1, 3>([](Item&, ObjectRef) {})), std::invalid_argument);
  item.method("g", tessera::keep_alive<2, 1>([](Item&, int) {}));
  CHECK_THROWS_AS(lisp.eval("(g (make-item) 5)"), std::invalid_argument);
}

TEST_CASE("a time limit that is over already ends the evaluation", "[misuse]") {
  Interpreter lisp;
  lisp.set_limits({.time = std::chrono::seconds(-5)});
  CHECK_THROWS_AS(lisp.eval("(loop)"), tessera::LimitReached);
}

}  // namespace
