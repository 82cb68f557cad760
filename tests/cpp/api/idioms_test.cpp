// What users of sol2 and pybind11 look for, and what they do here: tests behind rows of interp/comparison.md.
#include <functional>
#include <variant>

#include "lisp.hpp"

namespace {

using tessera::Interpreter;
using tessera::Lisp;
using tessera::ObjectRef;

struct Unit {
  int life = 5;
  int armour() const { return life * 2; }
};

/// A handle with an owner of its own, like those of game engines.
template <class T> struct Handle { std::shared_ptr<T> object; };

class Engine {
 public:
  static Engine& the() {
    static Engine engine;
    return engine;
  }
  int frames = 0;

 private:
  ~Engine() = default;
};

template <class T> struct Range final {
  T low, high;
  bool has(T x) const { return x >= low && x <= high; }
};

/// Defines a class for each T.
template <class T> void define_range(const Lisp& lisp, const std::string& name) {
  lisp.define_class<Range<T>>(name).constructor([](T low, T high) { return Range<T>{low, high}; }).method("has", &Range<T>::has);
}

}  // namespace

template <class T> struct tessera::Conversion<Handle<T>> {
  static std::optional<Handle<T>> from(const Lisp& lisp, Word w) {
    auto found = Conversion<std::shared_ptr<T>>::from(lisp, w);
    return found ? std::optional(Handle<T>{*std::move(found)}) : std::nullopt;
  }
  static Word to(const Lisp& lisp, const Handle<T>& h) { return Conversion<std::shared_ptr<T>>::to(lisp, h.object); }
  static std::string expected(const Lisp& lisp) { return Conversion<std::shared_ptr<T>>::expected(lisp); }
};

namespace {

TEST_CASE("C++ resumes a script's coroutine, a step at a time", "[idioms]") {
  Interpreter lisp;
  lisp.eval("(require \"continuations\")");
  const ObjectRef counter = lisp.eval("(continuations:make-coroutine (lambda (n) (loop (setf n (+ n (continuations:pause n))))))");
  const auto resume = lisp.function<int(ObjectRef, int)>("continuations:resume");
  CHECK(resume(counter, 1) == 1);
  CHECK(resume(counter, 5) == 6);
  CHECK(lisp.call("continuations:coroutine-status", counter).text() == ":WAITING");
  lisp.define("through-c++", [](const std::function<void()>& f) { f(); });  // a frame of C++ cannot be suspended
  CHECK(eval(lisp, "(continuations:resume (continuations:make-coroutine (lambda () (through-c++ #'continuations:pause))))").condition ==
        "CONTROL-ERROR");
}

TEST_CASE("C++ passes keyword arguments and vectors of arguments", "[idioms]") {
  Interpreter lisp;
  lisp.eval("(defun scaled (x &key (by 2)) (* x by))");
  CHECK(lisp.call<int>("scaled", 3) == 6);
  CHECK(lisp.call<int>("scaled", 3, lisp.symbol(":by"), 5) == 15);
  CHECK(lisp.apply(lisp.symbol("max"), {lisp.make(1), lisp.make(7)}).as<int>() == 7);
}

TEST_CASE("objects and values may be absent where the C++ type says so", "[idioms]") {
  Interpreter lisp;
  lisp.define_class<Unit>("unit").constructor<>().property("life", &Unit::life);
  lisp.define("by-reference", [](Unit& u) { return u.life; });
  lisp.define("by-pointer", [](Unit* u) { return u == nullptr ? -1 : u->life; });
  lisp.define("find-unit", [](bool there) { return there ? std::make_shared<Unit>() : nullptr; });
  CHECK(eval(lisp, "(by-reference nil)").condition == "TYPE-ERROR");
  CHECK(outcome(lisp, "(list (by-pointer nil) (by-pointer (make-unit)) (find-unit nil) (life (find-unit t)))") == "(-1 5 NIL 5)");
  CHECK(lisp.eval("nil").try_as<int>().value_or(3) == 3);
}

TEST_CASE("properties may be only read, or only written, or belong to the class", "[idioms]") {
  Interpreter lisp;
  static int made = 4;
  int pushed = 0;
  lisp.define_class<Unit>("unit")
      .constructor<>()
      .property("armour", &Unit::armour)
      .property("life", [](const Unit& u) { return u.life; })
      .setter("pushed", [&pushed](Unit&, int to) { pushed = to; })
      .function("units-made", [] { return made; })
      .function("set-units-made", [](int n) { made = n; });
  CHECK(outcome(lisp, "(let ((u (make-unit))) (setf (pushed u) 7) (list (armour u) (life u)))") == "(10 5)");
  CHECK(pushed == 7);
  CHECK(eval(lisp, "(setf (life (make-unit)) 1)").condition == "UNDEFINED-FUNCTION");
  CHECK(eval(lisp, "(setf (slot-value (make-unit) 'life) 1)").condition != "");
  CHECK(outcome(lisp, "(progn (set-units-made 9) (units-made))") == "9");
}

TEST_CASE("classes may be final, without a public destructor, or made by a template", "[idioms]") {
  Interpreter lisp;
  lisp.define_class<Engine>("engine").property("frames", &Engine::frames);
  lisp.define("engine", [] { return &Engine::the(); });
  lisp.eval("(setf (frames (engine)) 3)");
  CHECK(Engine::the().frames == 3);
  define_range<int>(lisp, "int-range");
  define_range<double>(lisp, "float-range");
  CHECK(outcome(lisp, "(list (has (make-int-range 1 3) 2) (has (make-float-range 1 3) 3.5))") == "(T NIL)");
}

TEST_CASE("a Conversion teaches Lisp another smart pointer", "[idioms]") {
  Interpreter lisp;
  lisp.define_class<Unit>("unit").property("life", &Unit::life);
  const Handle<Unit> handle{std::make_shared<Unit>()};
  lisp.define("unit", [&] { return handle; });
  lisp.define("same-unit", [&](const Handle<Unit>& h) { return h.object == handle.object; });
  CHECK(outcome(lisp, "(list (setf (life (unit)) 8) (same-unit (unit)) (eq (unit) (unit)))") == "(8 T T)");
  CHECK(handle.object->life == 8);
  CHECK(eval(lisp, "(same-unit 3)").condition == "TYPE-ERROR");
}

TEST_CASE("a parameter takes several types: variants and overloads", "[idioms]") {
  Interpreter lisp;
  lisp.define("either", [](const std::variant<int, std::string>& x) { return std::holds_alternative<int>(x) ? "int" : "text"; });
  CHECK(outcome(lisp, "(list (either 1) (either \"a\"))") == "(\"int\" \"text\")");
  CHECK(eval(lisp, "(either 1.5)").condition == "TYPE-ERROR");
  lisp.define("whole-one", [](int) { return true; });
  lisp.define("real-one", [](double) { return true; });
  CHECK(outcome(lisp, "(real-one 1)") == "T");
  CHECK(eval(lisp, "(whole-one 1.0)").condition == "TYPE-ERROR");  // no float becomes an integer
}

TEST_CASE("a function of the host returns any number of values", "[idioms]") {
  Interpreter lisp;
  lisp.define("quotient", [](int a, int b) { return std::tuple(a / b, a % b); });
  lisp.define("all-of", [](const Lisp& l, const tessera::Arguments& a) {
    return tessera::Reply::tail_call(l, l.symbol("values").word(), a.words());
  });
  CHECK(outcome(lisp, "(list (multiple-value-list (quotient 7 2)) (multiple-value-list (all-of 1 2 3)) (multiple-value-list (all-of)))") ==
        "((3 1) (1 2 3) NIL)");
}

TEST_CASE("documentation, classes and types of what C++ defines are there in Lisp", "[idioms]") {
  Interpreter lisp;
  lisp.define_class<Unit>("unit", "One of an army.").constructor<>().method("armour", &Unit::armour, "Returns the armour.");
  lisp.define(
      "scale", "x &optional (by 2)", [](int x, int by) { return x * by; }, "Returns X times BY.");
  CHECK(outcome(lisp, "(mapcar #'documentation '(unit armour scale) '(type function function))") ==
        "(\"One of an army.\" \"Returns the armour.\" \"Returns X times BY.\")");
  CHECK(outcome(lisp, "(list (class-name (class-of (make-unit))) (typep (make-unit) 'unit) (subtypep 'unit 'standard-object))") ==
        "(UNIT T T)");
}

TEST_CASE("packages keep the names of scripts apart", "[idioms]") {
  Interpreter lisp;
  for (const std::string name : {"orcs", "elves"})
    lisp.eval("(defpackage " + name + " (:use :common-lisp)) (in-package " + name + ") (defun motto () \"We are " + name + "\")");
  CHECK(lisp.call<std::string>("orcs::motto") == "We are orcs");
  CHECK(lisp.call<std::string>("elves::motto") == "We are elves");
}

TEST_CASE("C++ warns, and a script handles it", "[idioms]") {
  Interpreter lisp;
  lisp.define("old-function", [&] { lisp.call("warn", "old-function is deprecated"); });
  CHECK(outcome(lisp, "(handler-case (old-function) (warning (w) (princ-to-string w)))") == "\"old-function is deprecated\"");
}

TEST_CASE("a callback gets a copy of an object, or by pointer the object", "[idioms]") {
  Interpreter lisp;
  lisp.define_class<Unit>("unit").property("life", &Unit::life);
  Unit unit;
  lisp.define("with-copy", [&](const std::function<void(const Unit&)>& f) { f(unit); });
  lisp.define("with-object", [&](const std::function<void(Unit*)>& f) { f(&unit); });
  lisp.eval("(with-copy (lambda (u) (setf (life u) 1)))");
  CHECK(unit.life == 5);
  lisp.eval("(with-object (lambda (u) (setf (life u) 1)))");
  CHECK(unit.life == 1);
  lisp.revoke(unit);
}

}  // namespace
