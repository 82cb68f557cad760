// Members of C++ classes in Lisp: overloads, names, parameters, properties, policies, virtual functions.
#include <functional>

#include "lisp.hpp"

namespace {

using tessera::Interpreter;

struct Vec {
  Vec() = default;
  Vec(double x_, double y_) : x(x_), y(y_) {}
  explicit Vec(const std::string& name) : x(name == "one" ? 1 : 0) {}
  Vec operator+(const Vec& other) const { return {x + other.x, y + other.y}; }
  Vec operator*(double k) const { return {x * k, y * k}; }
  double x = 0, y = 0;
};

struct Base {
  enum class Mood { calm, angry };
  int hp() const { return hp_; }
  void set_hp(int h) { hp_ = h; }
  Base& chained(int h) { return hp_ = h, *this; }
  int plain = 3;
  Mood mood = Mood::calm;

 protected:
  int hp_ = 1;
};

struct Player : Base {
  static int count() { return 42; }
  std::string get(const std::string& what) const { return "got " + what; }
  int step(int n) { return n; }
  std::string move(int dx, int dy, double speed) {
    return std::to_string(dx) + "," + std::to_string(dy) + "," + std::to_string(int(speed));
  }
  std::string hit(int by) { return "int " + std::to_string(by); }
  std::string hit(double by) { return "double " + std::to_string(static_cast<int>(by)); }
  std::string hit(const std::string& by) { return "string " + by; }
  std::string hit(const Vec& by) { return "vec " + std::to_string(static_cast<int>(by.x)); }
  std::string hit(Base&, int by) { return "base " + std::to_string(by); }
  int cells[4] = {10, 11, 12, 13};
};

struct Flag {};

struct Named {
  Named(const std::string& name, int size) : text(name + std::to_string(size)) {}
  std::string text;
};

struct Clock {
  int step() { return 7; }
  int step_by(int a, int b) { return a + b; }
};

}  // namespace

template <> struct tessera::EnumNames<Base::Mood> {
  static constexpr std::pair<Base::Mood, const char*> names[] = {{Base::Mood::calm, "CALM"}, {Base::Mood::angry, "ANGRY"}};
};

namespace {

void define_all(const tessera::Lisp& lisp) {
  lisp.define_class<Vec>("vec")
      .constructor<>()
      .constructor<double, double>()
      .constructor<std::string>()
      .property("vec-x", &Vec::x)
      .method("v+", &Vec::operator+)
      .method("v*", &Vec::operator*)
      .printer([](const Vec& v) { return "<" + std::to_string(int(v.x)) + " " + std::to_string(int(v.y)) + ">"; });
  lisp.define_class<Base>("base").property("mood", &Base::mood);
  lisp.define_class<Player>("player")
      .base<Base>()
      .constructor<>()
      .method("hit", static_cast<std::string (Player::*)(double)>(&Player::hit))
      .method("hit", static_cast<std::string (Player::*)(int)>(&Player::hit))
      .method("hit", static_cast<std::string (Player::*)(const std::string&)>(&Player::hit))
      .method("hit", static_cast<std::string (Player::*)(const Vec&)>(&Player::hit))
      .method("hit", static_cast<std::string (Player::*)(Base&, int)>(&Player::hit))
      .method("turn", &Player::step)
      .method("move", "dx &optional (dy (* 2 dx)) &key (speed 10)", &Player::move)
      .property("hp", &Player::hp, &Player::set_hp)
      .property("hp-chained", &Player::hp, &Player::chained)
      .property(
          "hp-lambda", [](const Player& p) { return p.hp() * 10; }, [](Player& p, int v) { p.set_hp(v / 10); })
      .property("twice-hp", [](const Player& p) { return p.hp() * 2; })
      .property("plain", &Player::plain)
      .method("cell", [](const Player& p, int i) { return p.cells[i]; })
      .setter("cell", [](Player& p, int i, int value) { p.cells[i] = value; })
      .prefix("player-")
      .method("step", &Player::step)
      .method("get", &Player::get)
      .function("count", &Player::count)
      .prefix("players:")
      .method("get", &Player::get)
      .property("position", [](const Player& p) { return p.plain; });
  lisp.define_class<Clock>("clock").constructor<>().method("turn", &Clock::step).method("turn", &Clock::step_by);
}

TEST_CASE("constructors and methods are overloaded by type and number of arguments", "[members]") {
  Interpreter lisp;
  define_all(lisp);
  CHECK(outcome(lisp, "(mapcar #'vec-x (list (make-vec) (make-vec 2 3) (make-vec \"one\")))") == "(0.0d0 2.0d0 1.0d0)");
  CHECK(outcome(lisp, "(vec-x (make-instance 'vec :arguments '(7 8)))") == "7.0d0");
  lisp.eval("(defvar *p* (make-player))");
  CHECK(outcome(lisp, "(list (hit *p* 1) (hit *p* 1.5) (hit *p* \"s\") (hit *p* (make-vec 4 4)) (hit *p* *p* 9))") ==
        "(\"int 1\" \"double 1\" \"string s\" \"vec 4\" \"base 9\")");
  CHECK(outcome(lisp, "(hit *p* 1/2)") == "\"double 0\"");
  CHECK(outcome(lisp, "(hit *p* :k)") == "TYPE-ERROR: HIT: :K is not of type (OR REAL (SIGNED-BYTE 32) STRING VEC)");
  CHECK(outcome(lisp, "(hit *p* *p* :k)") == "TYPE-ERROR: HIT: :K is not of type (SIGNED-BYTE 32)");
  CHECK(eval(lisp, "(make-vec 1)").condition == "TYPE-ERROR");
  CHECK(eval(lisp, "(make-vec 1 2 3)").condition == "PROGRAM-ERROR");
  lisp.define("area", tessera::overload([](double r) { return 3 * r * r; }, [](double a, double b) { return a * b; }));
  CHECK(outcome(lisp, "(list (area 2) (area 2 5))") == "(12.0d0 10.0d0)");
  // A script's class overrides one of them.
  lisp.eval("(defclass hero (player) ()) (defmethod hit ((h hero) by) (if (eql by 1) :missed (call-next-method)))");
  CHECK(outcome(lisp, "(let ((h (make-instance 'hero))) (list (hit h 1) (hit h 2) (hit h \"s\")))") == "(:MISSED \"int 2\" \"string s\")");
}

TEST_CASE("methods of two classes may have the same name and different parameters", "[members]") {
  Interpreter lisp;
  define_all(lisp);
  CHECK(outcome(lisp, "(list (turn (make-player) 5) (turn (make-clock)) (turn (make-clock) 1 2))") == "(5 7 3)");
  CHECK(eval(lisp, "(turn (make-player))").condition == "PROGRAM-ERROR");
  lisp.eval(
      "(defclass fast (clock) ()) (defmethod turn ((f fast) &rest r) (list* :fast (multiple-value-list (apply #'call-next-method f r))))");
  CHECK(outcome(lisp, "(turn (make-instance 'fast) 1 2)") == "(:FAST 3)");
  CHECK(eval(lisp, "(defmethod turn ((f fast) (n integer)) n)").ok == false);  // would never be looked at
}

TEST_CASE("a prefix or a package gives members names that Lisp uses itself", "[members]") {
  Interpreter lisp;
  define_all(lisp);
  CHECK(outcome(lisp, "(list (player-step (make-player) 3) (player-get (make-player) \"x\") (player-count))") == "(3 \"got x\" 42)");
  CHECK(outcome(lisp, "(list (players:get (make-player) \"y\") (players:position (make-player)))") == "(\"got y\" 3)");
  CHECK(outcome(lisp, "(with-slots (position) (make-player) position)") == "3");
  CHECK_THROWS_AS(lisp.define_class<Flag>("flag").method("position", [](Flag&) { return 1; }), std::invalid_argument);
}

TEST_CASE("parameters have names, defaults and keywords", "[members]") {
  Interpreter lisp;
  define_all(lisp);
  lisp.eval("(defvar *p* (make-player))");
  CHECK(outcome(lisp, "(list (move *p* 1) (move *p* 1 5) (move *p* 1 5 :speed 3))") == "(\"1,2,10\" \"1,5,10\" \"1,5,3\")");
  CHECK(eval(lisp, "(move *p* 1 5 :sped 3)").condition == "PROGRAM-ERROR");
  CHECK(eval(lisp, "(move *p* \"1\")").condition == "TYPE-ERROR");
  lisp.define(
      "spawn", "name &key (strength 10) boss",
      [](const std::string& name, int strength, bool boss) { return name + std::to_string(strength) + (boss ? "!" : "."); }, "Makes one.");
  CHECK(outcome(lisp, "(list (spawn \"a\") (spawn \"b\" :boss t) (spawn \"c\" :boss nil :strength 3))") == "(\"a10.\" \"b10!\" \"c3.\")");
  CHECK(outcome(lisp, "(documentation 'spawn 'function)") == "\"Makes one.\"");
  CHECK_THROWS_AS(lisp.define(
                      "wrong", "a &key b c", [](int, int) { return 0; }, ""),
                  std::invalid_argument);
  lisp.define_class<Named>("named").constructor<std::string, int>("name &key (size 3)").property("named-text", &Named::text);
  CHECK(outcome(lisp, "(list (named-text (make-named \"a\")) (named-text (make-instance 'named :arguments '(\"b\" :size 5))))") ==
        "(\"a3\" \"b5\")");
}

TEST_CASE("properties are members, inherited ones, lambdas and setters with results", "[members]") {
  Interpreter lisp;
  define_all(lisp);
  lisp.eval("(defvar *p* (make-player))");
  CHECK(outcome(lisp, "(list (setf (hp *p*) 5) (setf (hp-chained *p*) 6) (hp *p*) (hp-lambda *p*) (twice-hp *p*))") == "(5 6 6 60 12)");
  CHECK(outcome(lisp, "(progn (setf (hp-lambda *p*) 80) (incf (plain *p*)) (list (hp *p*) (plain *p*)))") == "(8 4)");
  CHECK(eval(lisp, "(setf (twice-hp *p*) 80)").ok == false);
  CHECK(outcome(lisp, "(progn (setf (mood *p*) :angry) (mood *p*))") == ":ANGRY");  // of an enumeration in the class
  CHECK(outcome(lisp, "(progn (setf (cell *p* 2) 99) (incf (cell *p* 0)) (list (cell *p* 0) (cell *p* 2)))") == "(11 99)");
  CHECK(outcome(lisp, "(list (v+ (make-vec 1 2) (make-vec 3 4)) (v* (make-vec 1 2) 10))") == "(<4 6> <10 20>)");  // operators, printer
}

TEST_CASE("constructors may be functions", "[members]") {
  Interpreter lisp;
  const auto only = std::make_shared<Flag>();
  lisp.define_class<Named>("named")
      .constructor([](int n) { return std::make_unique<Named>("n", n); })
      .constructor([](const std::string& s) { return Named(s, 0); });
  lisp.define_class<Flag>("flag").constructor([only] { return only; });
  lisp.eval("(defclass sub (named) ())");
  lisp.define("text-of", [](const Named& n) { return n.text; });
  CHECK(outcome(lisp, "(list (text-of (make-named 3)) (text-of (make-named \"m\")) (text-of (make-instance 'sub :arguments '(4))))") ==
        "(\"n3\" \"m0\" \"n4\")");
  CHECK(outcome(lisp, "(eq (make-flag) (make-flag))") == "T");
}

// --- policies

struct Node {
  explicit Node(int v) : value(v) { ++living; }
  Node(const Node& other) : value(other.value) { ++living; }
  ~Node() { --living; }
  void attach(Node& other) { next = &other; }
  Node& itself() { return *this; }
  Node* after() { return next; }
  int value;
  Node* next = nullptr;
  static inline int living = 0;
};

TEST_CASE("policies copy a result, lend it, or keep an argument alive", "[members]") {
  Node::living = 0;
  {
    Interpreter lisp;
    lisp.define_class<Node>("node")
        .constructor<int>()
        .property("value", &Node::value)
        .method("attach", tessera::keep_alive<1, 2>(&Node::attach))
        .method("after", tessera::lent(&Node::after))
        .method("copy", tessera::copied(&Node::itself));
    CHECK(outcome(lisp, "(let* ((n (make-node 1)) (c (copy n))) (setf (value c) 5) (list (eq n c) (value n)))") == "(NIL 1)");
    lisp.eval("(defvar *n* (make-node 1)) (attach *n* (make-node 2)) (make-node 3)");
    lisp.collect();
    CHECK(Node::living == 2);
    CHECK(outcome(lisp, "(value (after *n*))") == "2");
    lisp.eval("(setf *n* nil)");
    lisp.collect();
    CHECK(Node::living == 0);
  }
}

// --- virtual functions

struct Animal {
  explicit Animal(std::string n = "nobody") : name(std::move(n)) {}
  virtual ~Animal() = default;
  virtual std::string say(int times) const { return name + std::to_string(times); }
  virtual int legs() const = 0;
  virtual int meet(Animal& other) { return other.legs(); }
  std::string report() const { return say(1) + " on " + std::to_string(legs()); }
  std::string name;
};

struct ScriptedAnimal : tessera::Overridable<Animal> {
  using Overridable::Overridable;
  std::string say(int times) const override {
    return overridden<std::string>(
        "say", [&] { return Animal::say(times); }, times);
  }
  int legs() const override { return overridden_pure<int>("legs"); }
  int meet(Animal& other) override {
    return overridden<int>(
        "meet", [&] { return Animal::meet(other); }, other);
  }
};

TEST_CASE("C++ calls virtual functions that Lisp overrides", "[members]") {
  Interpreter lisp;
  lisp.define_class<Animal, ScriptedAnimal>("animal")
      .constructor<>()
      .constructor<std::string>()
      .method("say", &Animal::say)
      .method("legs", &Animal::legs)
      .method("meet", &Animal::meet)
      .method("report", &Animal::report);
  lisp.eval(
      "(defclass dog (animal) ((legs :initform 4 :initarg :legs)))"
      "(defmethod legs ((d dog)) (slot-value d 'legs))");
  CHECK(outcome(lisp, "(report (make-instance 'dog :arguments '(\"Rex\")))") == "\"Rex1 on 4\"");
  lisp.eval("(defmethod say ((d dog) times) (concatenate 'string \"wow \" (call-next-method)))");
  CHECK(outcome(lisp, "(report (make-instance 'dog :arguments '(\"Rex\") :legs 3))") == "\"wow Rex1 on 3\"");
  CHECK(outcome(lisp, "(say (make-instance 'dog) 7)") == "\"wow nobody7\"");
  CHECK(outcome(lisp, "(meet (make-instance 'dog) (make-instance 'dog :legs 2))") == "2");
  lisp.eval("(defmethod meet ((d dog) other) (if (eq d other) :itself 0))");
  CHECK(eval(lisp, "(legs (make-animal))").condition == "SIMPLE-ERROR");  // pure
  CHECK(outcome(lisp, "(say (make-animal) 3)") == "\"nobody3\"");

  const auto dog = lisp.eval("(make-instance 'dog :arguments '(\"Rex\"))").as<std::shared_ptr<Animal>>();
  lisp.collect();
  CHECK(dog->report() == "wow Rex1 on 4");
  CHECK_THROWS_AS(dog->meet(*dog), tessera::Error);  // :ITSELF is not an int
  lisp.eval("(defmethod legs ((d dog)) (error \"lame\"))");
  CHECK_THROWS_WITH(dog->report(), "lame");
  CHECK(lisp.eval<int>("(handler-case (report (make-instance 'dog)) (error () 11))") == 11);
}

struct Pair {
  double x = 0, y = 0;
  Pair operator+(const Pair& o) const { return {x + o.x, y + o.y}; }
  Pair operator-(const Pair& o) const { return {x - o.x, y - o.y}; }
  Pair operator-() const { return {-x, -y}; }
  bool operator<(const Pair& o) const { return x < o.x; }
  friend bool operator==(const Pair&, const Pair&) = default;
};

TEST_CASE("arithmetic of Lisp takes objects whose class defines it", "[members]") {
  Interpreter lisp;
  using Binary = Pair (Pair::*)(const Pair&) const;
  lisp.define_class<Pair>("pair")
      .constructor([](double x, double y) {
        return Pair{x, y};
      })
      .printer(
          [](const Pair& p) { return "<" + std::to_string(static_cast<int>(p.x)) + " " + std::to_string(static_cast<int>(p.y)) + ">"; })
      .operation("+", &Pair::operator+)
      .operation("-", static_cast<Binary>(&Pair::operator-))
      .operation("-", static_cast<Pair (Pair::*)() const>(&Pair::operator-))
      .operation("*",
                 [](const Pair& p, double f) {
                   return Pair{p.x * f, p.y * f};
                 })
      .operation("*",
                 [](double f, const Pair& p) {
                   return Pair{p.x * f, p.y * f};
                 })
      .operation("*", [](const Pair& p, const Pair& q) { return p.x * q.x + p.y * q.y; })
      .operation("<", &Pair::operator<)
      .operation("=", [](const Pair& p, const Pair& q) { return p == q; });
  lisp.eval("(defvar *p* (make-pair 1 2)) (defvar *q* (make-pair 3 4))");
  const std::pair<const char*, const char*> cases[] = {
      {"(+ *p* *q*)", "<4 6>"},
      {"(+ *p* *q* *p*)", "<5 8>"},
      {"(- *q* *p*)", "<2 2>"},
      {"(- *p*)", "<-1 -2>"},
      {"(* 2 *p*)", "<2 4>"},
      {"(* *p* 1/2)", "<0 1>"},
      {"(* *p* *q*)", "11.0d0"},
      {"(< *p* *q*)", "T"},
      {"(if (< *q* *p*) 1 2)", "2"},
      {"(= *p* (make-pair 1 2))", "T"},
      {"(reduce #'+ (list *p* *q* *q*))", "<7 10>"},
      {"(apply #'+ (list *p* *q* *q*))", "<7 10>"},
      {"(apply #'* (list 2 3 *p*))", "<6 12>"},
      {"(sort (list *q* *p*) #'<)", "(<1 2> <3 4>)"},
      {"(mapcar #'- (list *p* *q*))", "(<-1 -2> <-3 -4>)"},
      {"(let ((s *p*)) (dotimes (i 3000 s) (setf s (+ s *p*))))", "<3001 6002>"},
      {"(let ((s *p*)) (incf s *q*) s)", "<4 6>"},
      {"(+ 1 2)", "3"},
  };
  for (const auto& [form, expected] : cases) {
    INFO(form);
    CHECK(outcome(lisp, form) == expected);
  }
  for (const char* const form :
       {"(+ *p* 1)", "(+ *p* 'a)", "(/ *p* 2)", "(> *p* *q*)", "(+ 'a 1)", "(+ 1 2 'a)", "(apply #'+ '(1 2 a))", "(sqrt *p*)"}) {
    INFO(form);
    CHECK(eval(lisp, form).condition == "TYPE-ERROR");
  }
  CHECK(outcome(lisp, "(+ 'a 1)") == "TYPE-ERROR: +: A is not of type NUMBER");
  lisp.eval("(require \"clojure\")");
  CHECK(outcome(lisp, "(+ *p* *q*)") == "<4 6>");
  CHECK_THROWS_AS(lisp.define_class<Node>("node").operation("sqrt", [](const Node&) { return 1; }), std::invalid_argument);
  CHECK(lisp.self_check() == "");
}

}  // namespace
