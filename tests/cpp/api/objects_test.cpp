// Objects of C++ are themselves in Lisp: identity, derived classes, references into their owners.
#include <functional>
#include <map>

#include "lisp.hpp"

namespace {

using tessera::Interpreter;
using tessera::ObjectRef;

struct Vec {
  double x = 0, y = 0;
};

struct Entity : std::enable_shared_from_this<Entity> {
  Entity() { ++living; }
  explicit Entity(int h) : hp(h) { ++living; }
  Entity(const Entity& other) : std::enable_shared_from_this<Entity>(other), hp(other.hp), pos(other.pos) { ++living; }
  Entity& operator=(const Entity&) = default;
  virtual ~Entity() { --living; }
  virtual std::string kind() const { return "entity"; }
  Vec& position() { return pos; }
  const Vec& const_position() const { return pos; }
  Entity& self() { return *this; }
  Entity* self_pointer() { return this; }
  int hp = 1;
  Vec pos;
  std::unique_ptr<Vec> goal = std::make_unique<Vec>();
  std::vector<Vec> path = std::vector<Vec>(3);
  static inline int living = 0;
};

struct Flyer {
  virtual ~Flyer() = default;
  int height = 7;
};

struct Dragon : Flyer, Entity {
  std::string kind() const override { return "dragon"; }
  int heads = 3;
};

struct SecretDragon : Dragon {  // not known to Lisp
  std::string kind() const override { return "secret dragon"; }
};

struct World {
  std::vector<std::shared_ptr<Entity>> entities;
  Entity* best = nullptr;
  std::unique_ptr<Entity> own;
};

void define_all(const tessera::Lisp& lisp) {
  lisp.define_class<Vec>("vec").constructor<>().property("x", &Vec::x).property("y", &Vec::y);
  lisp.define_class<Entity>("entity")
      .constructor<>()
      .property("hp", &Entity::hp)
      .property("pos", &Entity::pos)
      .property("goal", &Entity::goal)
      .property("path", &Entity::path)
      .method("kind", &Entity::kind)
      .method("where", &Entity::position)
      .method("where-const", &Entity::const_position)
      .method("where-lent", [](Entity& e) { return std::ref(e.pos); })
      .method("self", &Entity::self)
      .method("self-pointer", &Entity::self_pointer);
  lisp.define_class<Flyer>("flyer").property("height", &Flyer::height);
  lisp.define_class<Dragon>("dragon").base<Entity>().base<Flyer>().constructor<>().property("heads", &Dragon::heads);
  lisp.define_class<World>("world")
      .constructor<>()
      .method("add", [](World& w, std::shared_ptr<Entity> e) { w.entities.push_back(std::move(e)); })
      .method("entities", [](const World& w) { return w.entities; })
      .property("best", &World::best)
      .method("choose", [](World& w) { w.best = (w.own = std::make_unique<Entity>()).get(); })
      .method("forget-all", [](World& w) { w.entities.clear(); });
}

TEST_CASE("the same C++ object is the same Lisp object", "[objects]") {
  Interpreter lisp;
  define_all(lisp);
  const auto player = std::make_shared<Entity>();
  lisp.define("player", [&] { return player; });
  lisp.define("player-lent", [&] { return player.get(); });
  CHECK(outcome(lisp, "(list (eq (player) (player)) (eq (player) (player-lent)) (equal (player) (player)))") == "(T T T)");
  CHECK(outcome(lisp, "(let ((h (make-hash-table))) (setf (gethash (player) h) 1) (gethash (player-lent) h))") == "1");
  CHECK(outcome(lisp, "(length (member (player) (list (make-entity) (player) 3)))") == "2");
  CHECK(outcome(lisp, "(let ((p (player))) (and (eq p (self p)) (eq p (self-pointer p))))") == "T");
  CHECK(lisp.call<bool>("eq", player, std::ref(*player)));
  CHECK(lisp.make(player) == lisp.make(player.get()));

  lisp.eval("(defvar *table* (make-hash-table)) (defvar *mine* (make-entity)) (setf (gethash *mine* *table*) :mine)");
  for (int i = 0; i < 3; ++i) {  // objects move
    lisp.eval("(dotimes (i 300000) (list i))");
    lisp.collect();
    CHECK(outcome(lisp, "(gethash (self *mine*) *table*)") == ":MINE");
    CHECK(outcome(lisp, "(eq *mine* (self *mine*))") == "T");
  }
  CHECK(lisp.self_check() == "");
}

TEST_CASE("an object that is gone is not taken for a new one at its address", "[objects]") {
  Interpreter lisp;
  define_all(lisp);
  alignas(Entity) unsigned char place[sizeof(Entity)];
  lisp.eval("(defvar *old*)");
  {
    Entity* const lent = new (place) Entity;
    lisp.call("set", lisp.symbol("*old*"), lent);
    lent->~Entity();
    lisp.revoke(*lent);  // says that it is gone
  }
  CHECK(eval(lisp, "(hp *old*)").condition == "TYPE-ERROR");
  Entity* const next = new (place) Entity(5);
  CHECK(lisp.call<int>("hp", next) == 5);
  CHECK_FALSE(lisp.call<bool>("eq", lisp.eval("*old*"), next));
  next->~Entity();
}

TEST_CASE("an object that was lent stays itself when Lisp becomes its owner", "[objects]") {
  Entity::living = 0;
  Interpreter lisp;
  define_all(lisp);
  auto entity = std::make_unique<Entity>();
  const ObjectRef lent = lisp.make(entity.get());
  CHECK_FALSE(lent.try_as<std::shared_ptr<Entity>>());  // nobody may own it
  lisp.define("release", [&] { return std::move(entity); });
  CHECK(lisp.call("release") == lent);
  CHECK(lent.as<std::shared_ptr<Entity>>()->hp == 1);
  CHECK(Entity::living == 1);
}

TEST_CASE("an instance of a script's class stays itself on its way through C++", "[objects]") {
  Entity::living = 0;
  Interpreter lisp;
  define_all(lisp);
  lisp.eval(
      "(defclass boss (entity) ((rage :initform 5 :accessor rage)))"
      "(defvar *world* (make-world)) (add *world* (make-instance 'boss))");
  lisp.collect();
  CHECK(outcome(lisp, "(let ((b (elt (entities *world*) 0))) (incf (rage b)) (list (type-of b) (rage b) (hp b)))") == "(BOSS 6 1)");
  lisp.collect();
  CHECK(outcome(lisp, "(rage (elt (entities *world*) 0))") == "6");
  lisp.eval("(defclass boss (entity) ((name :initform \"Bob\" :reader name) (rage :initform 5 :accessor rage) (more) (and-more)))");
  CHECK(outcome(lisp, "(let ((b (elt (entities *world*) 0))) (list (name b) (rage b) (hp b) (eq b (self b))))") == "(\"Bob\" 6 1 T)");
  const auto kept = lisp.eval("(elt (entities *world*) 0)").as<std::shared_ptr<Entity>>();
  CHECK(kept == lisp.eval("(elt (entities *world*) 0)").as<std::shared_ptr<Entity>>());
  CHECK(lisp.make(kept) == lisp.eval("(elt (entities *world*) 0)"));
  CHECK(Entity::living == 1);
  lisp.eval("(forget-all *world*)");
  lisp.collect();
  CHECK(Entity::living == 1);
  CHECK(lisp.call<int>("rage", kept) == 6);
}

TEST_CASE("C++ may keep an instance of a script's class longer than the interpreter", "[objects]") {
  Entity::living = 0;
  std::shared_ptr<Entity> kept;
  {
    Interpreter lisp;
    define_all(lisp);
    kept = lisp.eval("(defclass boss (entity) ()) (make-instance 'boss)").as<std::shared_ptr<Entity>>();
    lisp.eval("(make-instance 'boss)").as<std::shared_ptr<Entity>>();
    lisp.collect();
    CHECK(Entity::living == 1);
  }
  CHECK(kept->hp == 1);
  kept.reset();
  CHECK(Entity::living == 0);
}

TEST_CASE("an object arrives as the most derived class that Lisp knows", "[objects]") {
  Interpreter lisp;
  define_all(lisp);
  std::shared_ptr<Entity> e = std::make_shared<Dragon>();
  CHECK(lisp.call<int>("heads", e) == 3);
  CHECK(lisp.call<int>("height", std::ref(*e)) == 7);
  CHECK(lisp.call<bool>("eq", static_cast<Flyer*>(static_cast<Dragon*>(e.get())), e));
  e = std::make_shared<SecretDragon>();
  CHECK(lisp.call<int>("heads", e) == 3);
  CHECK(lisp.call<std::string>("kind", e) == "secret dragon");
  CHECK(lisp.make(e).as<Dragon*>() == static_cast<Dragon*>(e.get()));
  CHECK(lisp.make(e).as<std::shared_ptr<Flyer>>()->height == 7);
  // A copy would be a mere Entity.
  CHECK_THROWS_AS(lisp.make(*e), std::invalid_argument);
  CHECK_THROWS_AS(lisp.make(e).as<Entity>(), std::invalid_argument);
  lisp.define("copied", [](Entity copy) { return copy.hp; });
  CHECK_THROWS_AS(lisp.eval("(copied (make-dragon))"), std::invalid_argument);
  CHECK(lisp.eval<int>("(copied (make-entity))") == 1);
}

TEST_CASE("properties and references change the object to which they belong, and keep it alive", "[objects]") {
  Entity::living = 0;
  Interpreter lisp;
  define_all(lisp);
  for (const std::string f : {"pos", "where", "where-const", "where-lent", "goal"})
    CHECK(outcome(lisp, "(let ((e (make-entity))) (setf (x (" + f + " e)) 3) (list (x (" + f + " e)) (eq (" + f + " e) (" + f + " e))))") ==
          "(3.0d0 T)");
  CHECK(outcome(lisp, "(let ((e (make-entity))) (setf (x (slot-value e 'pos)) 3) (with-slots (pos) e (incf (x pos))) (x (pos e)))") ==
        "4.0d0");
  CHECK(outcome(lisp, "(let ((e (make-entity)) (v (make-vec))) (setf (x v) 9 (pos e) v) (list (x (pos e)) (eq v (pos e))))") ==
        "(9.0d0 NIL)");

  lisp.eval("(defvar *best* (let ((w (make-world))) (choose w) (best w)))");
  lisp.collect();
  CHECK(Entity::living == 1);  // the world's
  CHECK(outcome(lisp, "(incf (hp *best*))") == "2");
  lisp.eval("(setf *best* nil)");
  lisp.collect();
  CHECK(Entity::living == 0);

  lisp.eval("(defvar *pos* (pos (make-entity)))");
  lisp.collect();
  CHECK(Entity::living == 1);  // its owner
  CHECK(outcome(lisp, "(incf (x *pos*))") == "1.0d0");
  auto part = lisp.eval("*pos*").as<std::shared_ptr<Vec>>();
  CHECK(lisp.make(part) == lisp.eval("*pos*"));
  lisp.eval("(setf *pos* nil)");
  lisp.collect();
  CHECK(Entity::living == 1);
  CHECK(part->x == 1);
  part.reset();
  lisp.collect();
  CHECK(Entity::living == 0);
}

TEST_CASE("a std::unique_ptr parameter takes an object that Lisp alone owns", "[objects]") {
  Interpreter lisp;
  define_all(lisp);
  std::vector<std::unique_ptr<Entity>> taken;
  std::shared_ptr<Entity> shared;
  lisp.define("take", [&](std::unique_ptr<Entity> e) { taken.push_back(std::move(e)); });
  lisp.define("take-two", [&](std::unique_ptr<Entity> a, std::unique_ptr<Entity> b) { return a != nullptr && b != nullptr; });
  lisp.define("take-and-count", [&](std::unique_ptr<Entity>, int n) { return n; });
  lisp.define("made", []() -> std::unique_ptr<Entity> { return std::make_unique<Dragon>(); });
  lisp.define("copy", [] { return Entity(5); });
  lisp.define("share", [&](std::shared_ptr<Entity> e) { shared = std::move(e); });
  for (const char* const maker : {"(make-entity)", "(made)", "(make-dragon)"}) {
    INFO(maker);
    lisp.eval("(defvar *e* nil) (defvar *p* nil) (setf *e* " + std::string(maker) + " *p* (pos *e*)) (setf (hp *e*) 9)");
    lisp.eval("(take *e*)");
    REQUIRE(taken.size() == 1);
    CHECK(taken[0]->hp == 9);
    CHECK(eval(lisp, "(hp *e*)").condition == "TYPE-ERROR");
    CHECK(eval(lisp, "(x *p*)").condition == "TYPE-ERROR");
    CHECK(eval(lisp, "(take *e*)").condition == "TYPE-ERROR");
    lisp.eval("(setf *e* nil *p* nil)");
    lisp.collect();
    CHECK(taken[0]->hp == 9);
    CHECK(Entity::living == 1);
    taken.clear();
    CHECK(Entity::living == 0);
  }
  lisp.eval("(defvar *s* (make-entity)) (share *s*)");
  CHECK(outcome(lisp, "(take *s*)").find("cannot be given away: C++ has it, too") != std::string::npos);
  CHECK(outcome(lisp, "(take (copy))").find("did not make it with std::unique_ptr") != std::string::npos);
  CHECK(outcome(lisp, "(hp *s*)") == "1");
  shared.reset();
  CHECK(eval(lisp, "(take-and-count *s* 'a)").condition == "TYPE-ERROR");
  CHECK(outcome(lisp, "(hp *s*)") == "1");  // no argument is taken if another is refused
  CHECK(outcome(lisp, "(take-two *s* *s*)").find("cannot be given away twice") != std::string::npos);
  lisp.eval("(take nil)");
  CHECK(taken.back() == nullptr);
  CHECK(eval(lisp, "(take (make-vec))").condition == "TYPE-ERROR");
  CHECK(lisp.self_check() == "");
}

}  // namespace
