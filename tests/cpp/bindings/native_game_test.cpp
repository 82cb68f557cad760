// The native game from outside: interrupts while it searches, and several interpreters that have it.

#include "bindings/module.hpp"
#include "interrupts.hpp"
#include "lisp.hpp"

namespace {

using tessera::Interpreter;

/// Loads the second version with natives, on a board of 5x5 that takes long to search.
void load_game(Interpreter& lisp) {
  lisp.offer_module("dice-of-doom", tessera::game::load_natives);
  for (const char* file : {"game/dice_of_doom_v2.lisp", "game/native.lisp"}) REQUIRE(load(lisp, source_path(file)).ok);
  REQUIRE(eval(lisp,
               "(defparameter *board* (board-array '((0 2) (1 1) (0 3) (1 2) (0 1) (1 3) (0 1) (0 2) (1 1) (1 2) (0 1) (1 2) (0 3)"
               " (1 3) (0 2) (1 2) (0 2) (1 1) (0 1) (1 1) (0 3) (1 1) (0 2) (1 2) (0 1))))")
              .ok);
}

/// Interrupts a search that would not end, and one `depth` moves deep that continues.
void check_interrupts(Interpreter& lisp, const std::string& depth) {
  const std::string endless = "(let ((*ai-level* 60)) (handle-computer (game-tree *board* 0 0 t)))";
  CHECK(interrupted_outcome(lisp, endless).find("INTERACTIVE-INTERRUPT") != std::string::npos);
  CHECK(interrupted_outcome(lisp, "(handler-case " + endless + " (tessera::interactive-interrupt () 'left))") == "LEFT");

  // The handler searches, too, before the interrupted search continues.
  const std::string ratings = "(ab-get-ratings-max (limit-tree-depth (game-tree *board* 0 0 t) " + depth + ") 0 1000 -1000)";
  const std::string uninterrupted = outcome(lisp, ratings);
  const std::string result = interrupted_outcome(lisp,
                                                 "(let ((times 0)) (list (handler-bind ((tessera::interactive-interrupt (lambda (c)"
                                                 " (handle-computer (game-tree *board* 1 0 t)) (incf times) (continue c)))) " +
                                                     ratings + ") times))");
  INFO(result);
  CHECK(came_once(result, uninterrupted));
}

TEST_CASE("an interrupt ends a native search or lets it continue", "[native]") {
  Interpreter lisp;
  load_game(lisp);
  check_interrupts(lisp, "12");
}

TEST_CASE("an interrupt ends a native search with a user's function or lets it continue", "[native]") {
  Interpreter lisp;
  load_game(lisp);
  REQUIRE(eval(lisp, "(defun score-board (board player) (loop for (owner dice) across board sum (if (= owner player) dice (- dice))))").ok);
  check_interrupts(lisp, "9");
}

TEST_CASE("an interrupt ends the construction of a whole tree", "[native]") {
  Interpreter lisp;
  lisp.offer_module("dice-of-doom", tessera::game::load_natives);
  for (const char* file : {"game/dice_of_doom_v1.lisp", "game/native.lisp"}) REQUIRE(load(lisp, source_path(file)).ok);
  const std::string large = "(game-tree #((0 2) (1 3) (0 3) (1 2) (0 3) (1 3) (0 1) (1 2) (0 2)) 0 0 t)";
  CHECK(interrupted_outcome(lisp, large).find("INTERACTIVE-INTERRUPT") != std::string::npos);
  CHECK(outcome(lisp, "(winners #((0 1) (1 1) (1 2)))") == "(1)");
}

TEST_CASE("each interpreter has its own natives", "[native]") {
  Interpreter one, two;
  load_game(one);
  load_game(two);
  CHECK(outcome(one, "(setf *board-size* 2 *board-hexnum* 4)") == "4");
  CHECK(outcome(one, "(neighbors 0)") == "(2 1 3)");
  CHECK(outcome(two, "(neighbors 0)") == "(5 1 6)");
  CHECK(outcome(two, "(progn (native-off) (native-state 'neighbors))") == ":SCRIPT");
  CHECK(outcome(one, "(native-state 'neighbors)") == ":NATIVE");
}

}  // namespace
