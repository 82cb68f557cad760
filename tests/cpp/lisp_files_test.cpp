// Runs the pairs of tests/lisp: a section for each file.
#include <algorithm>
#include <filesystem>
#include <vector>

#include "bindings/module.hpp"
#include "lisp.hpp"

namespace {

using tessera::Interpreter;
using tessera::Result;

std::vector<std::filesystem::path> files_of(const std::string& folder, const std::string& extension) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(source_path(folder)))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// Calls `runner`, a function from a path to the number of failures, and has Catch show what it wrote.
void run_and_check(Interpreter& lisp, const std::string& runner, const std::filesystem::path& file) {
  const Result r = lisp.eval("(let* ((failures nil) (output (with-output-to-string (*standard-output*) (setf failures (" + runner + " " +
                             quoted(file.string()) + ")))))" + "  (list failures output))");
  INFO((r.ok ? std::string() : r.condition + ": " + r.message + "\n" + r.backtrace));
  REQUIRE(r.ok);
  const auto values = r.value.list();
  INFO((*values)[1].display());
  CHECK((*values)[0].text() == "0");
}

TEST_CASE("Lisp files", "[lisp]") {
  for (const auto& file : files_of("tests/lisp", ".lisp")) {
    if (file.filename() == "harness.lisp") continue;
    DYNAMIC_SECTION(file.stem().string()) {
      Interpreter lisp;
      lisp.offer_module("dice-of-doom", tessera::game::load_natives);
      REQUIRE(lisp.load(source_path("tests/lisp/harness.lisp")).ok);
      run_and_check(lisp, "lisp-tests:run-file", file);
    }
  }
}

}  // namespace
