// The game's stronger players in an interpreter: an interrupt reaches Lisp during a search, and does no harm.

#include "bindings/module.hpp"
#include "interrupts.hpp"
#include "lisp.hpp"
#include "no_more_threads.hpp"

namespace {

using tessera::Interpreter;

/// An interpreter with the version of the game loaded and made native, and a board that is not soon understood.
void load_game(Interpreter& lisp, const std::string& version) {
  lisp.offer_module("dice-of-doom", tessera::game::load_natives);
  REQUIRE(load(lisp, source_path("game/dice_of_doom_" + version + ".lisp")).ok);
  REQUIRE(load(lisp, source_path("game/native.lisp")).ok);
  REQUIRE(outcome(lisp,
                  "(progn (setf *board-size* 8 *board-hexnum* 64 *ai-time* 1000 *ai-style* :strong *ai-threads* 2)"
                  " (defparameter *board* (let ((i 0)) (map-into (make-array 64)"
                  "   (lambda () (incf i) (list (mod (* i i) *num-players*) (1+ (mod (* 7 i) 3)))))))"
                  " (defparameter *tree* (game-tree *board* 0 0 t)) t)") == "T");
}

Result interrupted(Interpreter& lisp, const std::string& search) {
  const InterruptSoon interrupt(lisp);
  return eval(lisp, search);
}

void interrupt_all(const std::string& version, std::initializer_list<const char*> long_searches) {
  Interpreter lisp;
  load_game(lisp, version);
  for (const char* search : long_searches) {
    INFO(search);
    const Result r = interrupted(lisp, search);
    CHECK_FALSE(r.ok);
    CHECK(r.condition.find("INTERRUPT") != std::string::npos);
    CHECK(outcome(lisp, "(let ((*ai-time* 0.01)) (plusp (getf (analysis *tree*) :nodes)))") == "T");
  }
}

TEST_CASE("searches for two players can be interrupted", "[natives]") {
  interrupt_all("v2", {"(analyze *tree*)", "(handle-computer *tree*)", "(solve *board*)", "(count-tree *board* 0 1000)"});
}

TEST_CASE("searches for several players can be interrupted", "[natives]") {
  interrupt_all("v4", {"(analyze *tree*)", "(handle-computer *tree*)"});
}

TEST_CASE("matches can be interrupted", "[natives]") {
  Interpreter lisp;
  lisp.offer_module("dice-of-doom", tessera::game::load_natives);
  REQUIRE(load(lisp, source_path("game/experiments/matches.lisp")).ok);
  const Result r = interrupted(lisp, "(play-match '(:strong :time 1000) '(:random) :size 12 :version 4 :progress nil)");
  CHECK_FALSE(r.ok);
  CHECK(r.condition.find("INTERRUPT") != std::string::npos);
  CHECK(outcome(lisp, "(length (result-scores (play-match '(:random) '(:random) :games 4 :progress nil)))") == "2");
}

TEST_CASE("a handler of a search's interrupt can search itself", "[natives]") {
  Interpreter lisp;
  load_game(lisp, "v2");
  const InterruptSoon interrupt(lisp);
  CHECK(outcome(lisp,
                "(handler-case (handler-bind ((serious-condition (lambda (c) (declare (ignore c))"
                "   (let ((*ai-time* 0.01)) (throw 'found (getf (analysis *tree*) :best))))))"
                "  (integerp (catch 'found (analysis *tree*)))) (error (c) c))") == "T");
}

TEST_CASE("a search in another thread signals an error if no thread is available", "[natives]") {
  Interpreter lisp;
  load_game(lisp, "v4");
  REQUIRE(load(lisp, source_path("game/computer/background_analysis.lisp")).ok);
  const std::string begin = "(defparameter *job* (begin-analysis *tree* :seconds 0.01))";
  {
    const NoMoreThreads none;
    CHECK(
        outcome(lisp, begin).find("SIMPLE-ERROR: BEGIN-ANALYSIS: a search in another thread cannot begin, the system gives no thread: ") ==
        0);
    CHECK(takes_signals());
  }
  CHECK(outcome(lisp, begin) == "*JOB*");
  CHECK(takes_signals());
  CHECK(
      outcome(
          lisp,
          "(loop (unless (eq (nth-value 1 (analysis-result *job*)) :pending) (return (nth-value 1 (analysis-result *job*)))) (sleep 0.01))") ==
      ":DONE");
}

}  // namespace
