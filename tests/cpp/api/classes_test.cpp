// Classes of C++ as classes of Lisp, and objects that C++ keeps.
#include <functional>
#include <list>
#include <map>

#include "api/state.hpp"
#include "lisp.hpp"

namespace {

using tessera::Interpreter;
using tessera::ObjectRef;

int living = 0;  // objects of class Piece

struct Piece {
  explicit Piece(std::string n) : name(std::move(n)) { ++living; }
  Piece(const Piece& other) : name(other.name) { ++living; }
  virtual ~Piece() { --living; }
  virtual int worth() const { return 1; }
  std::string name;
};

struct Base2 {
  int pad = 17;
};

struct Queen : Base2, Piece {
  explicit Queen(std::string n) : Piece(std::move(n)) {}
  int worth() const override { return 9; }
};

class Board {
 public:
  explicit Board(int size) : size_(size) {
    if (size < 1) throw std::invalid_argument("a board has fields");
  }
  std::vector<int> neighbors(int position) const { return {position - size_, position + size_}; }
  void put(int at, std::shared_ptr<Piece> piece) { pieces_[at] = std::move(piece); }
  std::shared_ptr<Piece> piece(int at) const { return pieces_.contains(at) ? pieces_.at(at) : nullptr; }
  int size() const { return size_; }
  void set_size(int size) { size_ = size; }

 private:
  int size_;
  std::map<int, std::shared_ptr<Piece>> pieces_;
};

struct Unknown {};

void define_all(Interpreter& lisp) {
  lisp.define_class<Piece>("piece", "A piece of a game.")
      .constructor<std::string>()
      .property("piece-name", &Piece::name, "How it is called.")
      .method("worth", &Piece::worth, "What it counts.");
  lisp.define_class<Queen>("queen").base<Piece>().constructor<std::string>();
  lisp.define_class<Board>("board")
      .constructor<int>()
      .method("neighbors", &Board::neighbors)
      .method("put", &Board::put)
      .method("piece-at", &Board::piece)
      .property("board-size", &Board::size, &Board::set_size);
}

TEST_CASE("a C++ class is a CLOS class", "[classes]") {
  Interpreter lisp;
  define_all(lisp);
  CHECK(outcome(lisp, "(neighbors (make-board 5) 12)") == "#(7 17)");
  CHECK(outcome(
            lisp,
            "(let ((b (make-instance 'board :arguments '(4)))) (incf (board-size b)) (list (board-size b) (slot-value b 'board-size)))") ==
        "(5 5)");
  CHECK(outcome(lisp, "(let ((b (make-board 4))) (setf (slot-value b 'board-size) 9) (board-size b))") == "9");
  CHECK(outcome(lisp, "(worth (make-queen \"q\"))") == "9");
  CHECK(outcome(lisp, "(piece-name (make-queen \"q\"))") == "\"q\"");
  CHECK(outcome(lisp,
                "(list (typep (make-queen \"q\") 'piece) (typep (make-piece \"p\") 'queen) (class-name (class-of (make-piece \"p\"))))") ==
        "(T NIL PIECE)");
  CHECK(
      outcome(
          lisp,
          "(defmethod describe-piece ((p piece)) (format nil \"~a of ~d\" (piece-name p) (worth p))) (describe-piece (make-queen \"Q\"))") ==
      "\"Q of 9\"");
  CHECK(
      outcome(lisp,
              "(defmethod print-object ((p piece) stream) (format stream \"<~a>\" (piece-name p))) (prin1-to-string (make-piece \"x\"))") ==
      "\"<x>\"");
  CHECK(outcome(lisp, "(documentation 'worth 'function)") == "\"What it counts.\"");
  CHECK(outcome(lisp, "(documentation 'piece 'type)") == "\"A piece of a game.\"");
}

TEST_CASE("Lisp classes inherit from C++ classes", "[classes]") {
  Interpreter lisp;
  define_all(lisp);
  lisp.eval("(defclass pawn (piece) ((moved :initform nil :initarg :moved :accessor moved)))");
  CHECK(outcome(lisp, "(let ((p (make-instance 'pawn :arguments '(\"pawn\") :moved 3))) (list (piece-name p) (worth p) (moved p)))") ==
        "(\"pawn\" 1 3)");
  lisp.eval("(defmethod worth ((p pawn)) (+ 100 (call-next-method)))");
  CHECK(outcome(lisp, "(worth (make-instance 'pawn :arguments '(\"pawn\")))") == "101");
  CHECK(outcome(lisp,
                "(let ((b (make-board 3)) (p (make-instance 'pawn :arguments '(\"pawn\")))) (put b 1 p) (piece-name (piece-at b 1)))") ==
        "\"pawn\"");
  lisp.eval("(defclass named () ((title :initform \"Sir\" :accessor title))) (defclass knight (named piece) ())");
  CHECK(outcome(lisp, "(let ((k (make-instance 'knight :arguments '(\"k\")))) (list (title k) (piece-name k)))") == "(\"Sir\" \"k\")");
}

TEST_CASE("wrong use of classes signals a descriptive error", "[classes]") {
  Interpreter lisp;
  define_all(lisp);
  CHECK(outcome(lisp, "(handler-case (make-board \"5\") (type-error (c) (type-error-expected-type c)))") == "(SIGNED-BYTE 32)");
  CHECK(outcome(lisp, "(handler-case (make-board 0) (tessera:foreign-error (c) (tessera:foreign-error-what c)))") ==
        "\"a board has fields\"");
  CHECK_THROWS_AS(lisp.eval("(make-board 0)"), std::invalid_argument);
  CHECK(eval(lisp, "(neighbors 5 1)").ok == false);
  CHECK(eval(lisp, "(put (make-board 3) 1 (make-board 3))").condition == "TYPE-ERROR");
  CHECK(eval(lisp, "(slot-value (make-board 3) 'no-such-slot)").ok == false);
  CHECK(eval(lisp, "(setf (slot-value (make-board 3) 'neighbors) 3)").ok == false);
  CHECK(eval(lisp, "(make-instance 'board)").ok == false);
  CHECK(eval(lisp, "(neighbors (allocate-instance (find-class 'board)) 1)").condition == "TYPE-ERROR");
  CHECK_THROWS_AS(lisp.define_class<Board>("board2"), std::invalid_argument);
  CHECK_THROWS_AS(lisp.make(Unknown()), std::invalid_argument);
  CHECK_THROWS_AS(lisp.define_class<Unknown>("car").constructor<>(), std::exception);
}

TEST_CASE("objects are destroyed when nothing refers to them, and at the latest with the interpreter", "[classes]") {
  living = 0;
  {
    Interpreter lisp;
    define_all(lisp);
    lisp.eval("(defvar *kept* (make-piece \"kept\")) (dotimes (i 100) (make-piece \"lost\"))");
    lisp.collect();
    CHECK(living == 1);
    const auto shared = std::make_shared<Piece>("shared");
    lisp.eval("(defvar *board* (make-board 3))");
    lisp.call("put", lisp.eval("*board*"), 1, shared);
    CHECK(lisp.eval("(piece-at *board* 1)").as<std::shared_ptr<Piece>>() == shared);
    CHECK(lisp.eval("(piece-at *board* 2)").text() == "NIL");
    lisp.call("set", lisp.symbol("*unique*"), std::make_unique<Queen>("u"));
    CHECK(living == 3);
    Piece lent("lent");
    CHECK(lisp.call<std::string>("piece-name", std::ref(lent)) == "lent");
    lisp.call<void>("(setf piece-name)", "changed", &lent);
    CHECK(lent.name == "changed");
    CHECK(lisp.call<std::string>("piece-name", Piece("copied")) == "copied");
    lisp.collect();
    CHECK(living == 4);
    ObjectRef handle = lisp.eval("(make-piece \"held\")");
    lisp.collect();
    CHECK(living == 5);
    handle = ObjectRef();
    lisp.collect();
    CHECK(living == 4);
  }
  CHECK(living == 0);
}

TEST_CASE("replaced functions are destroyed", "[classes]") {
  Interpreter lisp;
  const auto alive = std::make_shared<int>(1);
  for (int i = 0; i < 50; ++i) lisp.define("REPLACED", [alive, i] { return i + *alive; });
  lisp.collect();
  CHECK(alive.use_count() == 2);
  CHECK(lisp.eval<int>("(replaced)") == 50);
  lisp.eval("(fmakunbound 'replaced)");
  lisp.collect();
  CHECK(alive.use_count() == 1);
  lisp.define("REPLACES-ITSELF", [alive](const tessera::Lisp& l) {
    const auto kept = alive;
    l.define("REPLACES-ITSELF", [] { return 2; });
    l.eval("(dotimes (i 100000) (list i i))");
    return static_cast<int>(kept.use_count());
  });
  CHECK(lisp.eval<int>("(replaces-itself)") >= 2);
  CHECK(lisp.eval<int>("(replaces-itself)") == 2);
}

TEST_CASE("references may outlive their interpreter but are then unusable", "[classes]") {
  ObjectRef list, copy;
  {
    Interpreter lisp;
    list = lisp.eval("(list 1 2 3)");
    copy = list;
    CHECK(copy == list);
    CHECK_FALSE(copy == lisp.eval("(list 1 2 3)"));
    lisp.eval("(dotimes (i 1000000) (list i))");
    CHECK(copy.text() == "(1 2 3)");
  }
  CHECK(list);
  CHECK_THROWS_AS(list.text(), std::logic_error);
  CHECK_THROWS_AS(list.as<int>(), std::logic_error);
  CHECK_THROWS_AS(list.truth(), std::logic_error);
  copy = ObjectRef();
  CHECK(ObjectRef().text().empty());
  CHECK_THROWS_AS(ObjectRef().as<int>(), std::logic_error);
}

TEST_CASE("many objects can be kept and released in any order", "[classes]") {
  Interpreter lisp;
  std::vector<ObjectRef> kept;
  for (int i = 0; i < 100000; ++i) kept.push_back(lisp.make(std::to_string(i)));
  for (std::size_t i = 0; i < kept.size(); i += 2) kept[i] = ObjectRef();
  lisp.collect();
  for (std::size_t i = 1; i < kept.size(); i += 1002) CHECK(kept[i].as<std::string>() == std::to_string(i));
}

TEST_CASE("arguments survive a collection during a call", "[classes]") {
  Interpreter lisp;
  lisp.eval("(defun called (f list name) (list (funcall f (first list)) list name))");
  for (int i = 0; i < 20000; ++i) {
    const ObjectRef f = lisp.eval("(let ((n 1)) (lambda (g list name) (incf n) (called g list name)))");
    const std::function<int(int)> next = [](int n) { return n + 1; };
    const ObjectRef result = lisp.call(f, next, std::list<int>{i, 2}, std::string(100, 'x'));
    if (i % 1000 == 0)
      CHECK(result.text() == "(" + std::to_string(i + 1) + " (" + std::to_string(i) + " 2) \"" + std::string(100, 'x') + "\")");
    const ObjectRef reversed = lisp.call("list", std::list<int>{i}, next);
    if (i % 1000 == 0) CHECK(lisp.call<std::list<int>>("car", reversed) == std::list<int>{i});
  }
}

TEST_CASE("an error of another interpreter is reported by name", "[classes]") {
  Interpreter outer, inner;
  outer.define("ASK", [&inner](const std::string& source) { return inner.eval<int>(source); });
  CHECK(outcome(outer, "(ask \"(+ 1 2)\")") == "3");
  CHECK(outcome(outer, "(handler-case (ask \"(car 5)\") (type-error (c) (search \"CAR\" (princ-to-string c))))") != "NIL");
  CHECK(eval(outer, "(ask \"(error \\\"odd\\\")\")").message.find("odd") != std::string::npos);
  CHECK(eval(outer, "(ask \"(progn (define-condition strange (error) ()) (error 'strange))\")").ok == false);
  CHECK(outer.vm().leftovers() == "");
  CHECK(inner.vm().leftovers() == "");
}

TEST_CASE("an interpreter can be moved, and destroyed during an evaluation", "[classes]") {
  Interpreter one;
  one.eval("(defvar *x* 1)");
  Interpreter two(std::move(one));
  CHECK(two.eval<int>("*x*") == 1);
  Interpreter three;
  three = std::move(two);
  CHECK(three.eval<int>("*x*") == 1);
  Interpreter four(std::move(two));  // of one that was moved from
  four = Interpreter();
  CHECK(four.eval<int>("(+ 1 2)") == 3);
  std::vector<Interpreter> many(3);
  many.push_back(std::move(three));
  CHECK(many.back().eval<int>("*x*") == 1);

  auto doomed = std::make_unique<Interpreter>();
  int after = 0;
  doomed->define("END-ME", [&doomed] { doomed.reset(); });
  doomed->define("AFTER", [&after] { ++after; });
  const tessera::Lisp lisp = *doomed;
  CHECK_THROWS_AS(lisp.eval("(list (end-me) (after))"), std::logic_error);
  CHECK(after == 0);
}

TEST_CASE("failing printers signal an error and leave no state behind", "[classes]") {
  Interpreter lisp;
  lisp.eval("(defstruct (bad (:print-function (lambda (o s d) o s d (error \"cannot print\")))))");
  const ObjectRef bad = lisp.eval("(list (make-bad))");
  CHECK_THROWS_AS(bad.text(), tessera::Error);
  CHECK(lisp.eval<int>("(+ 1 2)") == 3);
  CHECK(lisp.vm().leftovers() == "");
}

TEST_CASE("objects made by C++ count against the heap's limit", "[classes]") {
  tessera::Options options;
  options.heap_limit_bytes = std::size_t{32} << 20;
  Interpreter lisp(options);
  CHECK_THROWS_AS(lisp.make(std::string(std::size_t{100} << 20, 'x')), std::bad_alloc);
  CHECK_THROWS_AS(lisp.make(std::vector<double>(std::size_t{10} << 20)), std::bad_alloc);
  lisp.define("MUCH", [] { return std::string(std::size_t{100} << 20, 'x'); });
  CHECK(outcome(lisp, "(handler-case (much) (storage-condition () :much))") == ":MUCH");
  for (int i = 0; i < 200; ++i) lisp.make(std::string(std::size_t{1} << 20, 'x'));  // garbage of C++ is collected
  CHECK(lisp.eval<int>("(+ 1 2)") == 3);
}

}  // namespace
