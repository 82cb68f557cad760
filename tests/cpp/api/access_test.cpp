// What C++ sees of Lisp by name, containers by reference, conditions for exceptions, weak references.
#include <deque>
#include <functional>
#include <list>
#include <map>

#include "lisp.hpp"

namespace {

using tessera::Interpreter;
using tessera::ObjectRef;

struct Entity {
  explicit Entity(int h) : hp(h) {}
  int hp = 1;
};

struct World {
  std::vector<Entity> entities{Entity(1), Entity(2), Entity(3)};
  std::vector<double> weights{1, 2};
  std::list<Entity> crowd{Entity(7)};
  std::deque<std::shared_ptr<Entity>> shared{std::make_shared<Entity>(5)};
  std::map<std::string, Entity> named{{"ann", Entity(1)}};
  std::array<Entity, 2> pair{Entity(1), Entity(2)};
  std::optional<Entity> boss = Entity(100);
  std::vector<Entity>& all() & { return entities; }
};

void define_all(const tessera::Lisp& lisp) {
  lisp.define_class<Entity>("entity").constructor<int>().property("hp", &Entity::hp);
  lisp.define_class<World>("world")
      .constructor<>()
      .property("entities", &World::entities)
      .property("weights", &World::weights)
      .property("crowd", &World::crowd)
      .property("shared", &World::shared)
      .property("named", &World::named)
      .property("both", &World::pair)
      .property("boss", &World::boss)
      .method("all", &World::all);
}

TEST_CASE("a container's elements are themselves in LOOP and MAP", "[access]") {
  Interpreter lisp;
  define_all(lisp);
  lisp.eval("(defvar *w* (make-world))");
  CHECK(outcome(lisp, "(progn (loop for e across (entities *w*) do (incf (hp e) 10)) (map 'list #'hp (entities *w*)))") == "(11 12 13)");
  CHECK(outcome(lisp, "(let ((e (elt (entities *w*) 1))) (setf (hp e) 99) (list (eq e (elt (all *w*) 1)) (hp (elt (all *w*) 1))))") ==
        "(T 99)");
  CHECK(outcome(lisp, "(progn (map nil (lambda (e) (incf (hp e))) (crowd *w*)) (hp (elt (crowd *w*) 0)))") == "8");
  CHECK(outcome(lisp, "(hp (elt (shared *w*) 0))") == "5");
  CHECK(outcome(lisp, "(progn (incf (hp (gethash \"ann\" (named *w*)))) (hp (gethash \"ann\" (named *w*))))") == "2");
  CHECK(outcome(lisp, "(progn (incf (hp (elt (both *w*) 1))) (incf (hp (boss *w*))) (list (hp (elt (both *w*) 1)) (hp (boss *w*))))") ==
        "(3 101)");
  CHECK(outcome(lisp, "(weights *w*)") == "#(1.0d0 2.0d0)");
  lisp.eval("(setf *w* (elt (entities *w*) 0))");  // keeps its world alive
  lisp.collect();
  CHECK(outcome(lisp, "(hp *w*)") == "11");
}

TEST_CASE("a container of a defined type is an object by reference", "[access]") {
  Interpreter lisp;
  define_all(lisp);
  lisp.define_container<std::vector<Entity>>("entities", "Entities of a world.");
  lisp.define_container<std::vector<double>>("weights").constructor<>();
  lisp.define("total", [](const std::vector<double>& w) { return w.size(); });
  lisp.define("push-one", [](std::vector<double>& w) { w.push_back(1); });
  lisp.eval("(defvar *w* (make-world)) (defvar *es* (entities *w*))");
  CHECK(outcome(lisp, "(list (eq *es* (all *w*)) (entities-size *es*) (hp (entities-item *es* 2)))") == "(T 3 3)");
  CHECK(outcome(lisp,
                "(progn (entities-add *es* (make-entity 4)) (setf (entities-item *es* 0) (make-entity 9)) (entities-remove *es* 1)"
                " (entities-insert *es* 3 (make-entity 6)) (map 'list #'hp (entities-items *es*)))") == "(9 3 4 6)");
  CHECK(eval(lisp, "(entities-item *es* 4)").condition == "TYPE-ERROR");
  CHECK(eval(lisp, "(entities-add *es* 4)").condition == "TYPE-ERROR");
  CHECK(outcome(lisp,
                "(let ((ws (weights *w*))) (setf (weights-item ws 0) 5) (push-one ws) (list (weights-items (weights *w*)) (total ws)))") ==
        "(#(5.0d0 2.0d0 1.0d0) 3)");
  CHECK(outcome(lisp, "(list (total '(1 2)) (let ((w (make-weights))) (weights-add w 3) (total w)))") == "(2 1)");
  CHECK(outcome(lisp, "(progn (entities-clear *es*) (entities-size (all *w*)))") == "0");
}

TEST_CASE("variables, slots, elements and entries by name", "[access]") {
  Interpreter lisp;
  define_all(lisp);
  lisp["*level*"] = 3;
  CHECK(lisp.eval<int>("(incf *level*)") == 4);
  CHECK(lisp["*level*"].as<int>() == 4);
  CHECK_THROWS_AS(lisp["*unbound*"].value(), tessera::Error);
  CHECK_THROWS_AS(lisp["pi"] = 3, tessera::Error);
  CHECK(lisp["max"](1, 5, 3).as<int>() == 5);
  CHECK(lisp["max"].call<int>(1, 2) == 2);

  lisp.eval(
      "(defclass player () ((name :initform \"Bob\" :accessor name) (bag :initform (list 1 2 3))))"
      "(defstruct point (x 1) (y 2)) (defvar *player* (make-instance 'player))"
      "(defvar *config* (make-hash-table :test 'equal)) (setf (gethash \"width\" *config*) 80)");
  const ObjectRef player = lisp["*player*"];
  player["name"] = "Ann";
  CHECK(lisp.eval<std::string>("(name *player*)") == "Ann");
  CHECK(player["bag"][1].as<int>() == 2);
  player["bag"][1] = 20;
  CHECK(player["bag"]->text() == "(1 20 3)");
  CHECK_THROWS_AS(player["bag"][7].value(), tessera::Error);
  CHECK_THROWS_AS(player["no-such"].value(), tessera::Error);
  const ObjectRef point = lisp.eval("(make-point)");
  point["x"] = player["bag"][1];
  CHECK(point["x"].as<int>() == 20);
  const ObjectRef entity = lisp.eval("(make-entity 3)");
  entity["hp"] = 8;
  CHECK(entity["hp"].as<int>() == 8);
  CHECK(lisp["*config*"]["width"].as<int>() == 80);
  CHECK_FALSE(lisp["*config*"]["height"].value().truth());
  lisp["*config*"]["height"] = 25;

  int sum = 0;
  for (const ObjectRef& x : player["bag"]->elements()) sum += x.as<int>();
  CHECK(sum == 24);
  for (const auto& [key, value] : lisp["*config*"]->entries()) sum += value.as<int>() + static_cast<int>(key.as<std::string>().size());
  CHECK(sum == 24 + 80 + 25 + 5 + 6);
  CHECK_THROWS_AS(player.entries(), tessera::Error);
  CHECK_THROWS_AS(player.elements(), tessera::Error);

  CHECK(lisp.eval("3").is<int>());
  CHECK_FALSE(lisp.eval("3.5").is<int>());
  CHECK(lisp.make(Entity(1)).is<Entity>());
  CHECK(lisp.eval("'(1)").type() == "CONS");
  CHECK(lisp.eval("'(1)").is_a("(or null list)"));
}

TEST_CASE("a WeakRef does not keep its object alive", "[access]") {
  Interpreter lisp;
  ObjectRef object = lisp.eval("(list 1 2)");
  const tessera::WeakRef weak(object);
  lisp.collect();
  CHECK(weak.lock() == object);
  object = ObjectRef();
  lisp.collect();
  CHECK_FALSE(weak.lock());
  CHECK_FALSE(tessera::WeakRef().lock());
}

// A button that Lisp owns calls a closure of Lisp that refers to the button.
struct Button {
  Button() { ++living; }
  ~Button() { --living; }
  tessera::WeakRef on_click;
  static inline int living = 0;
};

TEST_CASE("a WeakRef breaks a cycle through C++", "[access]") {
  Interpreter lisp;
  lisp.define_class<Button>("button")
      .constructor<>()
      .method("on-click", [](Button& b, const ObjectRef& f) { b.on_click = tessera::WeakRef(f); })
      .method("click", [](Button& b) { return b.on_click.lock().call(); });
  lisp.eval(
      "(defclass counted (button) ((clicks :initform 0 :accessor clicks) (handler :accessor handler)))"
      "(defun make-counted () (let ((b (make-instance 'counted)))"
      "  (setf (handler b) (lambda () (incf (clicks b)))) (on-click b (handler b)) b))"
      "(defvar *b* (make-counted))");
  lisp.collect();
  CHECK(outcome(lisp, "(progn (click *b*) (click *b*))") == "2");
  lisp.eval("(setf *b* nil) (loop for i below 100 collect (floor i 5))");
  lisp.collect();
  CHECK(Button::living == 0);
}

struct NetError : std::runtime_error {
  NetError(const std::string& what, int c) : std::runtime_error(what), code(c) {}
  int code;
};
struct TimeoutError : NetError {
  TimeoutError(const std::string& what, double s) : NetError(what, 408), seconds(s) {}
  double seconds;
};
struct SlowDnsError : TimeoutError {
  using TimeoutError::TimeoutError;
};

TEST_CASE("C++ exceptions are conditions of their own classes, both ways", "[access]") {
  Interpreter lisp;
  lisp.define_exception<NetError>("net-error").slot("code", &NetError::code).from_lisp([](const ObjectRef& c) {
    return NetError(c["what"].as<std::string>(), c["code"].as<int>());
  });
  lisp.define_exception<TimeoutError, NetError>("timeout-error").slot("seconds", [](const TimeoutError& e) { return e.seconds; });
  lisp.define("connect", [](int how) {
    if (how == 1) throw NetError("refused", 5);
    if (how == 2) throw TimeoutError("too slow", 1.5);
    if (how == 3) throw SlowDnsError("DNS", 2.5);
    throw std::runtime_error("other");
  });
  CHECK(outcome(lisp, "(handler-case (connect 1) (net-error (e) (list (net-error-code e) (tessera:foreign-error-what e))))") ==
        "(5 \"refused\")");
  CHECK(outcome(lisp, "(handler-case (connect 2) (timeout-error (e) (list (net-error-code e) (timeout-error-seconds e))))") ==
        "(408 1.5d0)");
  CHECK(outcome(lisp, "(handler-case (connect 3) (net-error (e) (list (type-of e) (timeout-error-seconds e))))") ==
        "(TIMEOUT-ERROR 2.5d0)");
  CHECK(outcome(lisp, "(handler-case (connect 4) (net-error () 1) (tessera:foreign-error () 2))") == "2");
  CHECK_THROWS_AS(lisp.eval("(connect 2)"), TimeoutError);  // the same exception again

  try {
    lisp.eval("(error 'net-error :code 7 :what \"by hand\")");
    FAIL("no exception");
  } catch (const NetError& e) {
    CHECK(e.code == 7);
    CHECK(e.what() == std::string("by hand"));
  }
  lisp.define("through", [](const tessera::Lisp& l) { l.eval("(error 'net-error :code 8 :what \"inner\")"); });
  CHECK(outcome(lisp, "(handler-case (through) (net-error (e) (net-error-code e)))") == "8");
  CHECK_THROWS_AS(lisp.eval("(through)"), NetError);
  CHECK_THROWS_AS(lisp.eval("(error 'type-error :datum 1 :expected-type 'list)"), tessera::Error);
}

}  // namespace
