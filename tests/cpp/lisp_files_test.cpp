// Runs the pairs of tests/lisp: a section for each file in its folders, such as "clos/slots".
#include <algorithm>
#include <filesystem>
#include <vector>

#include "bindings/module.hpp"
#include "lisp.hpp"

namespace {

using tessera::Interpreter;

namespace fs = std::filesystem;

/// Returns the files in the folders of tests/lisp, except those that other files load.
std::vector<fs::path> files_of_pairs() {
  std::vector<fs::path> files;
  for (const auto& folder : fs::directory_iterator(source_path("tests/lisp"))) {
    if (!folder.is_directory() || folder.path().filename() == "support") continue;
    for (const auto& entry : fs::directory_iterator(folder))
      if (entry.path().extension() == ".lisp") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Calls `runner`, a function from a path to the number of failures, and makes Catch show its output.
void run_and_check(Interpreter& lisp, const std::string& runner, const fs::path& file) {
  const Result r = eval(lisp, "(let* ((failures nil) (output (with-output-to-string (*standard-output*) (setf failures (" + runner + " " +
                                  quoted(file.string()) + ")))))" + "  (list failures output))");
  INFO((r.ok ? std::string() : r.condition + ": " + r.message + "\n" + r.backtrace));
  REQUIRE(r.ok);
  const auto values = r.value.try_as<std::vector<tessera::ObjectRef>>();
  INFO((*values)[1].display());
  CHECK((*values)[0].text() == "0");
}

TEST_CASE("Lisp files", "[lisp]") {
  for (const auto& file : files_of_pairs()) {
    DYNAMIC_SECTION((file.parent_path().filename() / file.stem()).string()) {
      tessera::Options options;
      options.permissions.shared_objects = true;
      Interpreter lisp(options);
      lisp.offer_module("dice-of-doom", tessera::game::load_natives);
      REQUIRE(eval(lisp, "(setq tessera::*module-path* (list \"" TESSERA_MODULES "/\"))").ok);
      REQUIRE(load(lisp, source_path("tests/lisp/harness.lisp")).ok);
      run_and_check(lisp, "lisp-tests:run-file", file);
    }
  }
}

}  // namespace
