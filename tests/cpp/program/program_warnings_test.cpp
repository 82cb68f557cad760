// The compiler's warnings as the user sees them: for a file with one of each fault; the library, the game and the
// examples have none.
#include <filesystem>

#include "catch.hpp"
#include "process.hpp"

namespace {

const std::string support = "tests/lisp/support/";

TEST_CASE("a file with one of each fault gives exactly the expected warnings", "[program]") {
  const auto r = run_tessera("--load " + support + "faults-before.lisp " + support + "faults.lisp");
  CHECK(r.errors == file_text(TESSERA_SOURCE_DIR "/" + support + "faults.txt"));
  CHECK(r.output.empty());
  CHECK(r.status == 0);
}

TEST_CASE("compiling that file gives the same warnings, except those of loading", "[program]") {
  const ScratchFolder scratch;
  const auto r = run_tessera("--eval '(rest (multiple-value-list (compile-file \"" + support + "faults.lisp\" :output-file \"" +
                             scratch.path("faults.tfasl") + "\")))'");
  CHECK(r.output.find("T\nT\n") == std::string::npos);
  CHECK(r.output.find("(T T)") != std::string::npos);
  CHECK(r.errors.find("faults.lisp:3:15: style warning: the variable GIVEN is never used\n") != std::string::npos);
  CHECK(r.errors.find("faults.lisp:19:3: warning: COUNTS takes 1 argument, but is called with 2\n") != std::string::npos);
  CHECK(r.errors.find("DEFINED-BEFORE") == std::string::npos);
}

TEST_CASE("the library compiles without warnings", "[program]") {
  const auto r = run_tessera(support + "check-library.lisp stdlib");
  CHECK(r.errors.empty());
  CHECK(r.output == "checked\n");
}

TEST_CASE("the game compiles without warnings", "[program]") {
  for (const char* files : {"dice_of_doom_v1", "dice_of_doom_v2", "dice_of_doom_v3", "dice_of_doom_v4", "trilobite", "wizards_game", "lazy",
                            "svg", "widgets", "common/versions", "common/settings"}) {
    const auto r = run_tessera("--eval '(load \"game/" + std::string(files) + ".lisp\")'");
    CHECK(r.errors.empty());
  }
  for (const char* game : {"dice_of_doom_v1", "dice_of_doom_v2", "dice_of_doom_v3", "dice_of_doom_v4", "trilobite"})
    CHECK(run_tessera("--load game/" + std::string(game) + ".lisp --load game/play.lisp", "", "env TESSERA_PATH='" TESSERA_MODULES "' ")
              .errors.empty());
}

TEST_CASE("the prompt warns of an undefined function unless the call fails anyway", "[program]") {
  const auto r = run_tessera("", "(defun f () (no-such-function-at-all))\n");
  CHECK(r.errors == "style warning: the function NO-SUCH-FUNCTION-AT-ALL is not defined\n");
  CHECK(run_tessera("", "(defun g () (f2))\n(defun f2 (x) x)\n").errors == "style warning: the function F2 is not defined\n");
  const auto failing = run_tessera("", "(no-such-function-at-all)\n");
  CHECK((failing.output + failing.errors).find("warning") == std::string::npos);
}

TEST_CASE("a warning can be an error", "[program]") {
  CHECK(run_tessera("--warnings-as-errors --eval '(load \"" + support + "faults-before.lisp\")'").status == 0);
  CHECK(run_tessera("--warnings-as-errors " + support + "faults.lisp").status == 1);
}

}  // namespace
