// C++ classes as Lisp classes: created and subclassed in Lisp, owned by either side.
#include <functional>
#include <iostream>
#include <memory>
#include <tessera/tessera.hpp>
#include <vector>

/// A square board of size * size fields.
class Board {
 public:
  explicit Board(int size) : size_(size), fields_(static_cast<std::size_t>(size * size)) {}
  int size() const { return size_; }
  int at(int position) const { return fields_.at(static_cast<std::size_t>(position)); }
  void put(int position, int what) { fields_.at(static_cast<std::size_t>(position)) = what; }
  std::vector<int> neighbors(int position) const {
    std::vector<int> found;
    const int column = position % size_;
    if (position >= size_) found.push_back(position - size_);
    if (position < size_ * (size_ - 1)) found.push_back(position + size_);
    if (column > 0) found.push_back(position - 1);
    if (column < size_ - 1) found.push_back(position + 1);
    return found;
  }

 private:
  int size_;
  std::vector<int> fields_;
};

struct Score {
  int points = 0;
};

static void define_classes(tessera::Interpreter& lisp) {
  lisp.define_class<Board>("board", "A square board.")
      .constructor<int>()
      .method("neighbors", &Board::neighbors, "Returns the positions next to POSITION.")
      .method("at", &Board::at)
      .method("put", &Board::put)
      .property("board-size", &Board::size);
  lisp.define_class<Score>("score").property("points", &Score::points);
}

// They are CLOS classes: a script may add methods and subclasses.
static const char* const script = R"(
  (defclass torus (board) ((name :initarg :name :reader name)))

  (defmethod neighbors ((board torus) position)      ; around the edges, too
    (let ((n (board-size board)))
      (multiple-value-bind (row column) (floor position n)
        (loop for (dy dx) in '((-1 0) (1 0) (0 -1) (0 1))
              collect (+ (* n (mod (+ row dy) n)) (mod (+ column dx) n))))))

  (defmethod print-object ((board torus) stream)
    (print-unreadable-object (board stream)
      (format stream "the torus ~a, ~d by ~:*~d" (name board) (board-size board)))))";

int main() {
  tessera::Interpreter lisp;
  define_classes(lisp);
  lisp.eval(script, "script");

  std::cout << "a board: " << lisp.eval("(neighbors (make-board 3) 0)").text() << '\n';
  const auto torus = lisp.eval("(make-instance 'torus :name \"ring\" :arguments '(3))");
  std::cout << torus.text() << ": " << lisp.call("neighbors", torus, 0).text() << '\n';

  // C++ sees an object that Lisp made as the Board that it is.
  lisp.call("put", torus, 4, 7);
  std::cout << "in the middle stands " << torus.as<Board*>()->at(4) << '\n';

  // By value, Lisp owns the object; by shared_ptr it is shared; by pointer it is lent, and must outlive its use.
  const auto shared = std::make_shared<Score>();
  Score lent;
  lisp.eval("(defun score (score n) (incf (points score) n))");
  lisp.call("score", shared, 5);
  lisp.call("score", &lent, 3);
  lisp.call("score", std::ref(lent), 3);
  std::cout << "shared: " << shared->points << ", lent: " << lent.points << '\n';

  // A C++ exception is an error in Lisp, and the same exception again if Lisp does not handle it.
  std::cout << lisp.eval("(handler-case (at (make-board 2) 99) (error () :outside))").text() << '\n';
  try {
    lisp.eval("(at (make-board 2) 99)");
  } catch (const std::out_of_range&) { std::cout << "std::out_of_range\n"; }
}
