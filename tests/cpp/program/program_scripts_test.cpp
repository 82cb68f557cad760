// The program `tessera` as scripts and shells use it: interpreter lines, programs from pipes, arguments, wrong options,
// warnings.
#include <regex>
#include <set>

#include "catch.hpp"
#include "process.hpp"

namespace {

/// Runs the shell command `command`, in which $TESSERA is the program and $DIR the folder.
ProcessResult shell(const ScratchFolder& scratch, const std::string& command, const std::string& input = "") {
  const std::string line = "export TESSERA='" TESSERA_PROGRAM "' DIR='" + scratch.path("") + "'; cd \"$DIR\"; (" + command + ") < '" +
                           scratch.file("in", input) + "' > '" + scratch.path("out") + "' 2> '" + scratch.path("err") + "'";
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), file_text(scratch.path("out")), file_text(scratch.path("err"))};
}

TEST_CASE("a script may name its interpreter in its first line", "[program]") {
  const ScratchFolder scratch;
  scratch.file("env", "#!/usr/bin/env tessera\n(prin1 tessera:*arguments*)\n(list (car 5))\n");
  const auto r = shell(scratch, "ln -s \"$TESSERA\" tessera; chmod +x env; PATH=.:$PATH ./env a -- --eval b");
  CHECK(r.output == "(\"a\" \"--\" \"--eval\" \"b\")");
  CHECK(r.errors.find("at env:3:7\n      3 | (list (car 5))\n") != std::string::npos);
  CHECK(r.status == 1);
  scratch.file("option", "#!" TESSERA_PROGRAM " --warnings-as-errors\n(princ 1) (warn \"careful\") (princ 2)");
  const auto strict = shell(scratch, "chmod +x option; ./option");
  CHECK(strict.output == "1");
  CHECK(strict.status == 1);
  const std::string only = scratch.file("only.lisp", "#!/nowhere");
  CHECK(run_tessera(only).status == 0);
  CHECK(run_tessera(scratch.file("comment.lisp", "#| a comment |# (princ 1)")).output == "1");
  CHECK(run_tessera(scratch.file("feature.lisp", "#-tessera (princ 2) (princ 1)")).output == "1");
  const std::string other = scratch.file("other.lisp", "(princ 1)\n#!/usr/bin/env tessera");
  CHECK(run_tessera(other).errors.find("READER-ERROR") == 0);
  scratch.file("compiled.lisp", "#!/usr/bin/env tessera\n(princ :compiled)");
  CHECK(shell(scratch, "$TESSERA -e '(progn (compile-file \"compiled.lisp\") (values))' && $TESSERA compiled.tfasl").output == "COMPILED");
  CHECK(shell(scratch, "$TESSERA -e '(with-open-file (s \"env\") (load s))'").errors.find("READER-ERROR") == 0);
}

TEST_CASE("the standard input can be the program", "[program]") {
  const auto r = run_tessera("- a -- b", "(print tessera:*arguments*)\n(+ 1 2)\n(print (read-line *standard-input* nil :end))");
  CHECK(r.output == "\n(\"a\" \"--\" \"b\") \n:END ");
  CHECK(r.status == 0);
  const auto failing = run_tessera("-", "#!/usr/bin/env -S tessera -\n(defun f (x)\n  (car x))\n(princ 1)\n(list (f 5))\n(princ 2)");
  CHECK(failing.output == "1");
  CHECK(failing.status == 1);
  CHECK(failing.errors ==
        "TYPE-ERROR: CAR: 5 is not of type LIST\n"
        "  in (F 5) at stdin:3:3\n"
        "      3 |   (car x))\n"
        "        |   ^\n"
        "  in a toplevel form at stdin:5:7\n");
  const auto open = run_tessera("-", "(princ 1)\n(list 1");
  CHECK(open.output == "1");
  CHECK(open.status == 1);
  CHECK(open.errors.find("END-OF-FILE: READ: end of file inside the list that begins at line 2, column 1\n      2 | (list 1\n") == 0);
  CHECK(run_tessera("-", "").output.empty());
  CHECK(run_tessera("--eval '(defvar *a* 7)' -", "(princ *a*)").output == "*A*\n7");
}

TEST_CASE("an error ends the program if its input is not a terminal", "[program]") {
  const auto r = run_tessera("", "(+ 1 2)\n(car 5)\n(print :never)");
  CHECK(r.status == 1);
  CHECK(r.output.find("3\n") != std::string::npos);
  CHECK(r.output.find("NEVER") == std::string::npos);
  CHECK(r.errors.find("TYPE-ERROR: CAR: 5 is not of type LIST\n  in a toplevel form at repl:2:1\n") == 0);
  CHECK(run_tessera("", "(+ 40 2)\n(list 1").status == 1);
  CHECK(run_tessera("", ")").status == 1);
  CHECK(run_tessera("", "(quit 3)").status == 3);
  CHECK(run_tessera("--eval 1", "(car 5)").status == 0);  // there is no prompt that would read it
}

TEST_CASE("an input that cannot be read ends the program", "[program]") {
  const ScratchFolder scratch;
  for (const char* command : {"$TESSERA <&-", "$TESSERA --repl <&-", "$TESSERA - <&-", "$TESSERA < /", "$TESSERA --repl < /"}) {
    INFO(command);
    const auto r = shell(scratch, std::string("timeout 60 ") + command);
    CHECK(r.status == 1);
    CHECK(r.errors.find("STREAM-ERROR: READ") == 0);
    CHECK(r.errors.find("cannot read the standard input: ") != std::string::npos);
  }
  CHECK(shell(scratch, "$TESSERA --eval 7 <&-").output == "7\n");
  const auto closed = shell(scratch, "$TESSERA --eval 7 >&-");
  CHECK(closed.status == 1);
  CHECK(closed.errors.find("cannot write to the standard output: Bad file descriptor") != std::string::npos);
}

TEST_CASE("arguments after -- belong to the script", "[program]") {
  const std::string show = "--eval tessera:*arguments* ";
  CHECK(run_tessera(show + "-- a --repl").output == "(\"a\" \"--repl\")\n");
  CHECK(run_tessera(show + "--").output == "NIL\n");
  CHECK(run_tessera("--eval '(defvar -- 5)' -e -- -- x").output == "--\n5\n");
  CHECK(run_tessera("--repl -- a", "tessera:*arguments*").output.find("(\"a\")") != std::string::npos);
  const ScratchFolder scratch;
  scratch.file("-odd.lisp", "(prin1 tessera:*arguments*)");
  CHECK(shell(scratch, "$TESSERA -- -odd.lisp -- b").output == "(\"--\" \"b\")");
}

TEST_CASE("wrong options are refused with suggestions", "[program]") {
  const std::pair<const char*, const char*> wrong[] = {
      {"--verison", "There is no option --verison. Did you mean --version?\n"},
      {"--evl=5", "There is no option --evl. Did you mean --eval?\n"},
      {"--warning-as-error", "There is no option --warning-as-error. Did you mean --warnings-as-errors?\n"},
      {"--non-interactive", "There is no option --non-interactive.\n"},
      {"-x", "There is no option -x.\n"},
      {"--eval", "--eval wants its FORM.\n"},
      {"-l", "--load wants its FILE.\n"},
      {"--repl=1", "--repl takes no value.\n"},
      {"--he 5", "There is no option --he. Did you mean --help?\n"},  // --heap as well
  };
  for (const auto& [arguments, message] : wrong) {
    const auto r = run_tessera(arguments);
    CHECK(r.errors == std::string(message) + "Try '" TESSERA_PROGRAM " --help'.\n");
    CHECK(r.status == 2);
    CHECK(r.output.empty());
  }
}

TEST_CASE("the manual page lists exactly the program's options", "[program]") {
  const auto options_in = [](const std::string& text, const std::string& pattern) {
    std::set<std::string> found;
    const std::regex option(pattern);
    for (std::sregex_iterator i(text.begin(), text.end(), option), end; i != end; ++i) {
      if ((*i)[1].matched) found.insert((*i)[1]);
      found.insert((*i)[2].str() + ((*i)[3].matched ? " operand" : ""));
    }
    return found;
  };
  const std::string page = file_text(TESSERA_SOURCE_DIR "/interp/repl/tessera.1");
  const auto shown = options_in(run_tessera("--help").output, R"(\n  (?:-(\w), |    )--([\w-]+)( [A-Z]+)?)");
  const auto told = options_in(page, R"(\n\.It (?:Fl (\w)(?: Ar \w+)? , )?Fl Fl ([\w-]+)( Ar \w+)?)");
  CHECK(shown.size() == 16);
  CHECK(shown == told);
  CHECK(page.find("8G unless given") != std::string::npos);
  CHECK(run_tessera("--help").output.find("(8G)") != std::string::npos);
}

TEST_CASE("the manual page has no faults", "[program]") {
  const ScratchFolder scratch;
  if (shell(scratch, "command -v groff").status != 0) return;  // the checking program is missing
  const auto r = shell(scratch, "groff -mdoc -ww -Tutf8 '" TESSERA_SOURCE_DIR "/interp/repl/tessera.1'");
  CHECK(r.status == 0);
  CHECK(r.errors.empty());
  CHECK(r.output.size() > 3000);
}

TEST_CASE("warnings are errors on request", "[program]") {
  const ScratchFolder scratch;
  const std::string careless = scratch.file("careless.lisp", "(princ 1)\n(defun f () (warn \"careless ~a\" 5) 6)\n(princ (+ 1 (f)))");
  const auto lax = run_tessera(careless);
  CHECK(lax.output == "17");
  CHECK(lax.status == 0);
  CHECK(lax.errors.find("careless 5") != std::string::npos);
  const auto strict = run_tessera("--warnings-as-errors " + careless);
  CHECK(strict.output == "1");
  CHECK(strict.status == 1);
  CHECK(strict.errors.find("SIMPLE-WARNING: careless 5\n  in (F) at careless.lisp:2:13\n") == 0);
  CHECK(run_tessera("--warnings-as-errors --eval '(handler-bind ((warning (function muffle-warning))) (warn \"x\") 7)'").output == "7\n");
  CHECK(run_tessera("--warnings-as-errors --eval '(handler-case (warn \"x\") (warning () 8))'").output == "8\n");
  CHECK(run_tessera("--warnings-as-errors -", "(warn \"x\")").status == 1);
  CHECK(run_tessera("--warnings-as-errors", "(warn \"x\")").status == 1);
}

TEST_CASE("without its modules the program has no docstrings of its library, and says that help is missing", "[program]") {
  const ScratchFolder scratch;
  CHECK(shell(scratch, "cp \"$TESSERA\" alone").status == 0);
  CHECK(shell(scratch, "./alone --eval '(documentation (quote mapcar) (quote function))'").output == "NIL\n");
  CHECK(shell(scratch, "./alone --eval '(defun f () \"Mine.\" 1)' --eval '(documentation (quote f) (quote function))'").output ==
        "F\n\"Mine.\"\n");
  const auto missing = shell(scratch, "./alone --eval '(help)'");
  CHECK(missing.status == 1);
  CHECK(missing.errors.find("SIMPLE-ERROR: HELP: the module documentation is not among the program's own in ") == 0);
  const auto found = shell(scratch, "./alone --eval '(push \"" TESSERA_MODULES
                                    "/\" tessera::*module-path*)' --eval '(documentation (quote mapcar) (quote function))'");
  CHECK(found.output.find("\"Calls FUNCTION with the first elements") != std::string::npos);
}

/// Evaluates `form`, and runs the shell command `then` once that has called (begun). $! is the program.
ProcessResult once_begun(const ScratchFolder& scratch, const std::string& form, const std::string& then) {
  return shell(scratch,
               "rm -f begun; $TESSERA --eval '(progn (defun begun () (close (open \"begun\" :direction :output))) (values))' --eval '" +
                   form + "' & until [ -e begun ]; do sleep 0.05; done; " + then + "; wait $!");
}

TEST_CASE("the signal to terminate ends a script", "[program]") {
  const ScratchFolder scratch;
  const auto ended = [&](const std::string& form) { return once_begun(scratch, form, "kill $!"); };
  CHECK(ended("(progn (begun) (loop))").status == 143);
  const auto cleaned = ended("(unwind-protect (handler-case (progn (begun) (loop)) (t () 1)) (princ :clean))");
  CHECK(cleaned.status == 143);
  CHECK(cleaned.output == "CLEAN");
  CHECK(cleaned.errors.empty());
  CHECK(ended("(unwind-protect (progn (begun) (sleep 100)) (princ :clean))").output == "CLEAN");
  // Two signals at a time are one request: so timeout sends it, to the process and to its group.
  CHECK(once_begun(scratch, "(unwind-protect (progn (begun) (loop)) (sleep 0.1) (princ :clean))", "kill $!; kill $!").output == "CLEAN");
  CHECK(ended("(progn (begun) (loop (handler-case (sort (make-list 3000000 :initial-element 1) (function <)) (t () 1))))").status == 143);
}

TEST_CASE("endless cleanup forms are ended by a second signal or after some seconds", "[program]") {
  const ScratchFolder scratch;
  CHECK(once_begun(scratch, "(unwind-protect (progn (begun) (loop)) (loop))", "kill $!; sleep 0.5; kill $!").status == 143);
  CHECK(once_begun(scratch, "(unwind-protect (progn (begun) (loop)) (loop))", "kill $!").status == 143);
}

TEST_CASE("a program that ends without closing a superseding file keeps its output", "[program]") {
  const ScratchFolder scratch;
  const std::string file = scratch.file("a.txt", "old");
  const std::string program = scratch.file("a.lisp", "(defvar *s* (open \"" + file +
                                                         "\" :direction :output :if-exists :supersede))\n"
                                                         "(princ \"unclosed\" *s*)\n");
  CHECK(run_tessera("'" + program + "'").status == 0);
  CHECK(file_text(file) == "unclosed");
  CHECK(std::distance(std::filesystem::directory_iterator(std::filesystem::path(file).parent_path()), {}) == 2);
}

TEST_CASE("a tree that was moved or copied is configured again", "[program]") {
  const ScratchFolder scratch;
  std::filesystem::create_directories(scratch.path("tree/interp"));
  std::filesystem::copy(TESSERA_SOURCE_DIR "/interp/setup.sh", scratch.path("tree/interp/setup.sh"));
  scratch.file("tree/CMakeLists.txt",
               "cmake_minimum_required(VERSION 3.25)\nproject(p NONE)\n"
               "add_custom_target(show ALL COMMAND ${CMAKE_COMMAND} -E echo \"in ${CMAKE_SOURCE_DIR}.\")\n");
  scratch.file("tree/CMakePresets.json",
               R"({"version": 6, "configurePresets": [{"name": "release", "generator": "Ninja", "binaryDir": "${sourceDir}/build/release"}],
                   "buildPresets": [{"name": "release", "configurePreset": "release"}]})");
  const auto build = [&](const std::string& tree) {
    const auto r = shell(scratch, "cd " + tree + " && bash -c '. interp/setup.sh && build release all'");
    INFO(r.output << r.errors);
    CHECK(r.status == 0);
    CHECK(r.output.find("in " + scratch.path(tree) + ".") != std::string::npos);
    return r.output.find("The tree was moved or copied") != std::string::npos;
  };
  CHECK_FALSE(build("tree"));
  CHECK_FALSE(build("tree"));
  CHECK(shell(scratch, "cp -r tree copy && mv tree moved").status == 0);
  CHECK(build("copy"));
  CHECK_FALSE(build("copy"));
  CHECK(build("moved"));
  CHECK_FALSE(build("moved"));
}

}  // namespace
