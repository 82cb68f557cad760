// Modules in shared objects: found, loaded once in each interpreter, refused with a reason; exceptions between them and
// the program.
#include <filesystem>

#include "lisp.hpp"
#include "process.hpp"

namespace {

using tessera::Interpreter;

/// For interpreters that may load modules.
const tessera::Options with_modules = [] {
  tessera::Options options;
  options.permissions.shared_objects = true;
  return options;
}();

std::string module_file(const std::string& name) { return TESSERA_TEST_MODULES "/" + name + ".so"; }

/// Makes `lisp` find the modules of tests/modules.
void add_test_modules(Interpreter& lisp) {
  REQUIRE(eval(lisp, "(push " + quoted(TESSERA_TEST_MODULES "/") + " tessera::*module-path*)").ok);
}

TEST_CASE("REQUIRE finds a module on the module path, and loads it once", "[modules]") {
  Interpreter lisp(with_modules);
  CHECK(outcome(lisp, "(require \"twice\")")
            .find("FILE-ERROR: REQUIRE: there is no library twice, and no file twice.so or twice.tfasl or twice.lisp in ") == 0);
  add_test_modules(lisp);
  CHECK(outcome(lisp, "(list (require \"twice\") (require 'twice) (twice 21))") == "(T NIL 42)");
  CHECK(outcome(lisp, "(documentation 'twice 'function)") == "\"Return N times two.\"");
  CHECK(outcome(lisp, "(find \"twice\" *modules* :test #'string=)") == "\"twice\"");
  CHECK(eval(lisp, "(twice 'a)").condition == "TYPE-ERROR");
}

TEST_CASE("the checker reads no file without the permission to read", "[modules]") {
  tessera::Options options = with_modules;
  options.permissions.files = tessera::Permissions::Files::read;
  options.permissions.folder = TESSERA_MODULES;
  Interpreter lisp(options);
  REQUIRE(eval(lisp, "(require \"language-server-native\" " + quoted(TESSERA_MODULES "/language-server-native.so") + ")").ok);
  const std::string refused = "permission denied by the host program: files anywhere";
  CHECK(outcome(lisp, "(language-server-native:start '() \"list\" '() \"/\" 1000)").find(refused) != std::string::npos);
  CHECK(outcome(lisp, "(language-server-native:open-editor)").find(refused) != std::string::npos);
}

TEST_CASE("Jupyter is not served without permission for network and files", "[modules]") {
  const std::string file = TESSERA_MODULES "/jupyter-native.so";
  if (!std::filesystem::exists(file)) return;  // there is no xeus
  const auto answer = [&](const tessera::Options& options) {
    Interpreter lisp(options);
    REQUIRE(eval(lisp, "(require \"jupyter-native\" " + quoted(file) + ")").ok);
    return outcome(lisp, "(jupyter-native:open-connection \"connection.json\")");
  };
  tessera::Options options = with_modules;
  options.permissions.files = tessera::Permissions::Files::read;
  options.permissions.folder = TESSERA_MODULES;
  CHECK(answer(options).find("permission denied by the host program: files anywhere") != std::string::npos);
  options.permissions.folder.clear();
  CHECK(answer(options).find("cannot serve as connection.json says") != std::string::npos);
  options.permissions.network = false;
  CHECK(answer(options).find("permission denied by the host program: network") != std::string::npos);
}

TEST_CASE("interpreters share a module's code and nothing else", "[modules]") {
  Interpreter one(with_modules);
  add_test_modules(one);
  REQUIRE(eval(one, "(require 'twice)").ok);
  {
    Interpreter two(with_modules);
    CHECK(outcome(two, "(fboundp 'twice)") == "NIL");
    REQUIRE(eval(two, "(require 'twice " + quoted(module_file("twice")) + ")").ok);
    CHECK(outcome(two, "(list (twice 1) (twice 2) (twice-calls))") == "(2 4 2)");
  }
  CHECK(outcome(one, "(list (twice 3) (twice-calls))") == "(6 1)");
}

TEST_CASE("exceptions pass through a module", "[modules]") {
  Interpreter lisp(with_modules);
  add_test_modules(lisp);
  REQUIRE(eval(lisp, "(require 'twice)").ok);
  CHECK_THROWS_WITH(lisp.eval("(throw-refusal \"not today\")"), "not today");
  CHECK(outcome(lisp, "(catch-refusal \"nor tomorrow\")") == "\"nor tomorrow\"");
  CHECK(outcome(lisp, "(loop repeat 3 collect (handler-case (throw-refusal \"x\") (error () (uncaught-exceptions))))") == "(0 0 0)");
  CHECK(outcome(lisp, "(require 'broken)").find("broken.so cannot be loaded: an exception of C++: no such luck") != std::string::npos);
  CHECK(outcome(lisp, "(find \"broken\" *modules* :test #'string=)") == "NIL");
}

TEST_CASE("exceptions pass through a module's shared library", "[modules]") {
  const std::string caught = "\"~out of range;~out of range;~own;~again;~in a thread;\"";
  SECTION("in a program with the shared C++ runtime") {
    Interpreter lisp(with_modules);
    add_test_modules(lisp);
    REQUIRE(eval(lisp, "(require 'brings)").ok);
    CHECK(outcome(lisp, "(caught-in-library)") == caught);
    CHECK_THROWS_WITH(lisp.eval("(throw-from-library \"out\")"), "out");
  }
  SECTION("in a program with its own C++ runtime") {
    const std::string hot = "(progn (defun sum (n) (loop for i below n sum i)) (loop repeat 2000 do (sum 100)) (print (sum 10)))";
    for (const std::string& before : {std::string("nil"), hot}) {  // machine code has an unwind table
      const auto r = run_tessera("--eval '(require \"brings\")' --eval '" + before +
                                     "' --eval '(print (caught-in-library))' --eval '(print (caught-in-module \"half-way\"))' --eval "
                                     "'(print (handler-case (throw-from-library \"out\") (error (c) (princ-to-string c))))' "
                                     "--eval '(print (caught-in-library))' --eval '(values)'",
                                 "", "env TESSERA_PATH=" TESSERA_TEST_MODULES " ");
      INFO(r.output << r.errors);
      CHECK(r.status == 0);
      CHECK(r.output.find(caught) != std::string::npos);
      CHECK(r.output.find(caught) != r.output.rfind(caught));
      CHECK(r.output.find("\"half-way\"") != std::string::npos);
      CHECK(r.output.find("C++ exception: out") != std::string::npos);
    }
  }
}

TEST_CASE("files that are not modules of this build are refused with a reason", "[modules]") {
  Interpreter lisp(with_modules);
  const auto refusal = [&](const std::string& path) { return outcome(lisp, "(require \"x\" " + quoted(path) + ")"); };
  const auto begins = [&](const std::string& path) { return "FILE-ERROR: REQUIRE: the module " + path + " cannot be loaded: "; };
  const std::string other = module_file("other_build");
  CHECK(refusal(other).find(begins(other) + "it was built for Tessera 0.0.1 of long ago, and this is 0.") == 0);
  const std::string no_entry = module_file("no_entry");
  CHECK(refusal(no_entry) == begins(no_entry) + "it is not a module of Tessera: it has no function tessera_module");
  const std::string unresolved = module_file("unresolved");
  CHECK(refusal(unresolved).find(begins(unresolved)) == 0);
  CHECK(refusal(unresolved).find("function_of_no_program") != std::string::npos);
  const ScratchFolder scratch;
  const std::string text = scratch.file("text.so", "This is not a shared object.");
  CHECK(refusal(text).find(begins(text)) == 0);
  const std::string empty = scratch.file("empty.so", "");
  CHECK(refusal(empty).find(begins(empty)) == 0);
  const std::string whole = file_text(module_file("twice"));
  for (std::size_t size : {std::size_t{100}, std::size_t{1000}, std::size_t{5000}, whole.size() / 2, whole.size() - 1}) {
    const std::string cut = scratch.file("cut.so", whole.substr(0, size));
    INFO(size);
    CHECK(refusal(cut) == begins(cut) + "the file is cut off");
  }
  const std::string missing = scratch.path("missing.so");
  CHECK(refusal(missing).find("FILE-ERROR: ") == 0);
  CHECK(refusal(missing).find(missing) != std::string::npos);
  CHECK(outcome(lisp, "(handler-case (require \"x\" " + quoted(text) + ") (file-error (c) (pathname-name (file-error-pathname c))))") ==
        "\"text\"");
  CHECK(outcome(lisp, "(+ 1 2)") == "3");
}

TEST_CASE("the program loads modules from its path and the native game from beside itself", "[modules]") {
  const std::string twice = "env TESSERA_PATH=" TESSERA_TEST_MODULES " ";
  const auto r = run_tessera("--eval '(require \"twice\")' --eval '(twice 4)' --eval '(throw-refusal \"no\")'", "", twice);
  CHECK(r.output == "T\n8\n");
  CHECK(r.errors.find("FOREIGN-ERROR: THROW-REFUSAL: C++ exception: no\n") == 0);
  const auto game = run_tessera("--load game/dice_of_doom_v2.lisp --load game/native.lisp --eval '(native-status)'");
  INFO(game.errors);
  CHECK(game.output.find("native: neighbors, ") != std::string::npos);
  CHECK(game.status == 0);
  const auto web = run_tessera("--eval '(require \"webserver\")' --eval '(webserver:cookies \"a=1; b=2\" \"b\")'");
  CHECK((web.output == "T\n(\"2\")\n" || !std::filesystem::exists(TESSERA_MODULES "/webserver.so")));
}

TEST_CASE("the native game is the same linked or loaded", "[modules]") {
  Interpreter lisp(with_modules);
  REQUIRE(eval(lisp, "(push " + quoted(TESSERA_MODULES "/") + " tessera::*module-path*)").ok);
  for (const char* file : {"game/dice_of_doom_v1.lisp", "game/native.lisp"}) REQUIRE(load(lisp, source_path(file)).ok);
  CHECK(outcome(lisp, "(list (native-state 'winners) (winners #((0 1) (1 1) (1 2))))") == "(:NATIVE (1))");
}

}  // namespace
