// The program `tessera`: options, scripts, exit statuses, and that no input ends it before its time.

#include <regex>

#include "catch.hpp"
#include "lisp.hpp"
#include "process.hpp"

namespace {

TEST_CASE("the program's options", "[program]") {
  CHECK(run_tessera("--version").output.rfind("tessera ", 0) == 0);
  const auto help = run_tessera("--help");
  CHECK(help.status == 0);
  for (const char* option : {"--eval", "--load", "--version", "--heap", "--stack", "FILE"})
    CHECK(help.output.find(option) != std::string::npos);
  CHECK(run_tessera("--eval '(+ 1 2)'").output == "3\n");
  CHECK(run_tessera("--eval '(defvar *a* 1)' --eval '(list *a* 2)'").output == "*A*\n(1 2)\n");
  CHECK(run_tessera("-e '(+ 1 2)' --eval=4 --repl", "(list 5)").output.rfind("3\n4\n", 0) == 0);
  for (const char* wrong : {"--no-such-option", "--eval", "--image", "-x", "--repl=1", "--heap"}) {
    const auto r = run_tessera(wrong);
    INFO(wrong << ": " << r.errors);
    CHECK(r.status == 2);
    CHECK(r.errors.find("--help") != std::string::npos);
  }
  const auto missing = run_tessera("--image /nowhere/at/all.image");
  CHECK(missing.status == 1);
  CHECK(missing.errors == "tessera: cannot start from the image /nowhere/at/all.image: No such file or directory\n");
}

TEST_CASE("heap and stack limits are options", "[program]") {
  const std::string fill = " --eval '(handler-case (let ((l nil)) (loop (push (make-array 1000) l))) (storage-condition () :full))'";
  CHECK(run_tessera("--heap 40M" + fill).output == ":FULL\n");
  CHECK(run_tessera("--heap 64m --eval '(length (make-string 100000000))'").errors.find("STORAGE-CONDITION") == 0);
  CHECK(run_tessera("--heap 500M --eval '(length (make-string 100000000))'").output == "100000000\n");
  const auto tiny = run_tessera("--heap 16 --eval 1");
  CHECK(tiny.status == 1);
  CHECK(tiny.errors == "tessera: the library needs more than a heap limit of 16 bytes\n");
  const std::string depth = " --eval '(labels ((f (n) (if (= n 0) 0 (1+ (f (1- n)))))) (f 100000))'";
  CHECK(run_tessera("--stack 64M" + depth).output == "100000\n");
  CHECK(run_tessera("--stack=1M" + depth).errors.find("STORAGE-CONDITION: the control stack is exhausted") == 0);
  for (const char* wrong : {"x", "''", "0", "-1", "12Q", "12MB", "1.5G", "99999999999999999999", "999999999999T"}) {
    INFO(wrong);
    const auto r = run_tessera(std::string("--heap ") + wrong + " --eval 1");
    CHECK(r.status == 2);
    CHECK(r.errors.find("--heap wants a number of bytes such as 512M or 2G, not '") == 0);
  }
}

// Not under AddressSanitizer, which wants a great deal of address space itself.
#ifndef __SANITIZE_ADDRESS__
TEST_CASE("the program works with little address space and reports too little", "[program]") {
  const auto limited = [](const std::string& kilobytes, const std::string& form) {
    return run_tessera("--eval '" + form + "'", "", "prlimit --as=" + kilobytes + "000 ");
  };
  const std::string works = "(length (make-list 100000))";
  for (const char* kilobytes : {"30000000", "8000000", "1000000", "200000", "100000"}) {
    INFO(kilobytes);
    const auto r = limited(kilobytes, works);
    INFO(r.errors);
    CHECK(r.output == "100000\n");
  }
  for (const char* kilobytes : {"100000", "300000", "1000000"}) {
    if (slow_build && kilobytes == std::string("1000000")) break;  // to fill it takes an hour
    INFO(kilobytes);
    for (const char* full : {"(let ((l nil)) (loop (push 1 l)))", "(let ((l nil)) (loop (push (make-string 100000) l)))",
                             "(labels ((f (n) (1+ (f n)))) (f 1))", "(length (make-list 100000000))"}) {
      INFO(full);
      const auto r = limited(kilobytes, std::string("(handler-case ") + full + " (storage-condition () :full))");
      INFO(r.errors);
      CHECK(r.output == ":FULL\n");
    }
  }
  const auto r = limited("30000", works);
  CHECK(r.status == 1);
  CHECK(r.errors.find("tessera: there is too little address space for the ") == 0);
}
#endif

TEST_CASE("the program runs scripts", "[program]") {
  const ScratchFolder scratch;
  const auto r = run_tessera(scratch.file("s.lisp", "(princ \"hello\") (terpri)"));
  CHECK(r.status == 0);
  CHECK(r.output == "hello\n");
  CHECK(run_tessera("--load " + scratch.file("d.lisp", "(defun d () 7)") + " --eval '(d)'").output == "7\n");
  CHECK(run_tessera(scratch.file("i.lisp", "(print (list (read) (read-line)))"), "12\nline\n").output == "\n(12 \"line\") ");
  CHECK(run_tessera(scratch.file("a.lisp", "(prin1 tessera:*arguments*)") + " one --two").output == "(\"one\" \"--two\")");
}

TEST_CASE("a script's unhandled error goes to stderr with its position, and the status is 1", "[program]") {
  const ScratchFolder scratch;
  const auto r =
      run_tessera(scratch.file("bad.lisp", "(princ \"before\")\n(defun f (x)\n  (list (car x)))\n(list (f 5))\n(princ \"after\")"));
  CHECK(r.status == 1);
  CHECK(r.output == "before");
  INFO(r.errors);
  CHECK(r.errors.find("CAR") != std::string::npos);
  CHECK(r.errors.find("bad.lisp:3") != std::string::npos);
  CHECK(r.errors.find("bad.lisp:4") != std::string::npos);
  CHECK(run_tessera(scratch.file("open.lisp", "(list 1")).status == 1);
  CHECK(run_tessera("/nowhere/at/all.lisp").status == 1);
  CHECK(run_tessera("--eval '(car 5)'").status == 1);
}

TEST_CASE("error reports contain standard names and the user's frames", "[program]") {
  const ScratchFolder scratch;
  const auto r = run_tessera(
      scratch.file("bad.lisp", "(defun f (x)\n  (list (sort x (lambda (a b) (+ 1 (g a b))))))\n(defun g (x) x)\n(list (f (list 1 2)))"));
  CHECK(r.errors ==
        "bad.lisp:2:36: warning: G takes 1 argument, but is called with 2\n"
        "      2 |   (list (sort x (lambda (a b) (+ 1 (g a b))))))\n"
        "        |                                    ^\n"
        "PROGRAM-ERROR: G: called with 2 arguments, but takes exactly 1; the lambda list is (X)\n"
        "  in ((LAMBDA (A B)) 2 1) at bad.lisp:2:36\n"
        "      2 |   (list (sort x (lambda (a b) (+ 1 (g a b))))))\n"
        "        |                                    ^\n"
        "  in SORT, elided by a tail call\n"
        "  in (F (1)) at bad.lisp:2:9\n"
        "  in a toplevel form at bad.lisp:4:7\n");
  CHECK(
      run_tessera(
          "--eval '(defpackage :p (:use :cl))' --eval '(in-package :p)' --eval '(define-condition lost (error) ())' --eval \"(error 'lost)\"")
          .errors ==
      "LOST: condition of type LOST\n"
      "  in a toplevel form at --eval:1:1\n"
      "      1 | (error 'lost)\n"
      "        | ^\n");
}

TEST_CASE("the REPL reads forms to the end of the input", "[program]") {
  const auto r = run_tessera("--repl", "(+ 1 2)\n(list * *\n  3)\n(car 5)\n(list :still :here)\n");
  INFO(r.output << r.errors);
  CHECK(r.status == 0);
  CHECK(r.output.find("(3 3 3)") != std::string::npos);
  CHECK(r.output.find("(:STILL :HERE)") != std::string::npos);
  CHECK(r.output.find("TYPE-ERROR") != std::string::npos);
}

TEST_CASE("reader errors of a script are shown with the likely missing parenthesis", "[program]") {
  const ScratchFolder scratch;
  const auto errors = [&](const std::string& program) { return run_tessera(scratch.file("bad.lisp", program)).errors; };
  CHECK(errors("(defun f (x)\n  (list x)\n\n(defun g (x) x)\n") ==
        "END-OF-FILE: READ: end of file inside the list that begins at line 1, column 1\n"
        "      1 | (defun f (x)\n"
        "        | ^\n"
        "  In line 4 a form begins in the first column: is a parenthesis missing before it?\n"
        "  while reading bad.lisp:1:1\n");
  CHECK(errors("(list\t(nopackage:f))").find("      1 | (list\t(nopackage:f))\n        |      \t ^\n") != std::string::npos);
  CHECK(errors("(dfun x ())").find("DFUN is not the name of an operator. Did you mean DEFUN?") != std::string::npos);
}

TEST_CASE("every error of a script has a position", "[program]") {
  const ScratchFolder scratch;
  const auto errors = [&](const std::string& program) { return run_tessera(scratch.file("bad.lisp", program)).errors; };
  CHECK(errors("(princ 1)\n (format t \"~d\")") ==
        "SIMPLE-ERROR: FORMAT: no argument is left for ~D, at position 0 of \"~d\"\n"
        "  in FORMAT\n"
        "  in a toplevel form at bad.lisp:2:2\n"
        "      2 |  (format t \"~d\")\n"
        "        |  ^\n");
  CHECK(errors("(princ 1)\n (list 1") ==
        "END-OF-FILE: READ: end of file inside the list that begins at line 2, column 2\n"
        "      2 |  (list 1\n"
        "        |  ^\n"
        "  while reading bad.lisp:2:2\n");
  CHECK(errors("(defun f (n) (1+ (f n)))\n(f 1)").find("  in F at bad.lisp:1:18, 9") != std::string::npos);
  const std::string loaded = scratch.file("loaded.lisp", "(defun g (x) (car x)) (g 5)");
  CHECK(errors("(defun f ()\n  (list (load \"" + loaded + "\")))\n(list (f))") ==
        "TYPE-ERROR: CAR: 5 is not of type LIST\n"
        "  in (G 5) at loaded.lisp:1:14\n"
        "      1 | (defun g (x) (car x)) (g 5)\n"
        "        |              ^\n"
        "  in a toplevel form at loaded.lisp:1:23\n"
        "  in LOAD\n"
        "  in (F) at bad.lisp:2:9\n"
        "  in a toplevel form at bad.lisp:3:7\n");
}

TEST_CASE("(quit) exits with a status, after the cleanup forms", "[program]") {
  const ScratchFolder scratch;
  const auto script = run_tessera(scratch.file("q.lisp", "(unwind-protect (list (quit 3)) (princ \"clean\")) (princ \"never\")"));
  CHECK(script.status == 3);
  CHECK(script.output == "clean");
  CHECK(run_tessera("--eval '(quit)' --eval '(print 1)'").output.empty());
  CHECK(run_tessera("--eval '(exit 7)'").status == 7);
  CHECK(run_tessera("--repl", "(car 5)\n(quit 4)\n(print 1)\n").status == 4);
  CHECK(run_tessera("--eval '(quit 256)'").errors.find("TYPE-ERROR: QUIT: the value of STATUS is 256") != std::string::npos);
}

TEST_CASE("the script that plays a game lists its arguments", "[program]") {
  const ScratchFolder scratch;
  const auto play = [&](const std::string& arguments, const std::string& variables = "") {
    const std::string command =
        variables + " bash '" TESSERA_SOURCE_DIR "/game/play.sh' " + arguments + " > '" + scratch.path("out") + "' 2>&1";
    return WEXITSTATUS(std::system(command.c_str()));
  };
  CHECK(play("--help") == 0);
  CHECK(file_text(scratch.path("out")).find("usage: bash game/play.sh [GAME]") == 0);
  CHECK(play("chess") == 1);
  CHECK(file_text(scratch.path("out")).find("There is no game chess. Name one of: v1 v2 v3 v4 trilobite wizard widgets") !=
        std::string::npos);
  CHECK(play("v1 v2") == 1);
  for (const char* wrong : {"box:80", "[box]", "::1", "a b/c", "x\\\"", "*"}) {
    CHECK(play("web", std::string("HOSTS='") + wrong + "'") == 1);
    CHECK(file_text(scratch.path("out")).find("HOSTS must be names of hosts or IPv6 addresses in brackets") != std::string::npos);
  }
  CHECK(play("web", "HOSTS='dice.example.org  box_1 [fd00::1]' GAMES='\"'") == 1);  // the fault comes after HOSTS
  CHECK(file_text(scratch.path("out")).find("GAMES must not have quotes") != std::string::npos);
}

TEST_CASE("the program ends when its output is closed", "[program]") {
  const ScratchFolder scratch;
  const std::string in = scratch.file("in", "(car 5)\n(print 1)\n");
  const std::string short_script = scratch.file("short.lisp", "(princ 1)");
  for (const std::string& arguments :
       {std::string("--eval '(loop (print 1))'"), std::string("--eval '(error \"lost\")'"), std::string(), short_script,
        std::string("--repl"), std::string("--version"), std::string("--help"), std::string("--eval '(progn (princ 1) (quit))'")}) {
    INFO(arguments);
    const std::string command = "timeout 60 '" TESSERA_PROGRAM "' " + arguments + " < '" + in + "' > /dev/full 2>&1";
    CHECK(WEXITSTATUS(std::system(command.c_str())) == 1);
  }
}

TEST_CASE("the program ends silently when the reader of its pipe stops", "[program]") {
  const ScratchFolder scratch;
  const std::string endless = scratch.file("endless.lisp", "(loop (print 1))");
  for (const std::string& arguments : {std::string("--eval '(loop (print 1))'"), endless, "- < '" + endless + "'"}) {
    INFO(arguments);
    const std::string piped = "bash -c \"set -o pipefail; (timeout 60 '" TESSERA_PROGRAM "' " + arguments + " 2> '" +
                              scratch.path("errors") + "') | head -1 > /dev/null\"";
    CHECK(WEXITSTATUS(std::system(piped.c_str())) == 141);
    CHECK(file_text(scratch.path("errors")).empty());
  }
  const std::string handled = scratch.file("handled.lisp", "(handler-case (loop (print 1)) (tessera:broken-pipe () (quit 5)))");
  const std::string piped = "bash -c \"set -o pipefail; '" TESSERA_PROGRAM "' " + handled + " | head -1 > /dev/null\"";
  CHECK(WEXITSTATUS(std::system(piped.c_str())) == 5);
}

TEST_CASE("each module of the library can be required alone", "[program]") {
  const std::regex entry("\n\\(\"([a-z-]+)\"");
  int count = 0;
  for (const auto& folder : std::filesystem::directory_iterator(source_path("stdlib/modules"))) {
    if (!std::filesystem::exists(folder.path() / "module.lisp")) continue;
    const std::string list = file_text((folder.path() / "module.lisp").string());
    for (std::sregex_iterator at(list.begin(), list.end(), entry), end; at != end; ++at, ++count) {
      const std::string name = (*at)[1].str();
      INFO(name);
      const auto r = run_tessera("--eval '(progn (require \"" + name + "\") (print (require \"" + name + "\")) 1)'");
      INFO(r.errors);
      CHECK(r.output == "\nNIL \n1\n");
    }
  }
  CHECK(count > 20);
}

TEST_CASE("the REPL survives any input", "[program]") {
  for (const char* text : {")\n(+ 40 2)\n", "#<x>\n(+ 40 2)\n", "\"open", "(((", "'", "#\n(+ 40 2)\n", "nowhere:symbol\n(+ 40 2)\n",
                           "\xff\xfe\n(+ 40 2)\n", "(defun)\n(+ 40 2)\n", "(labels ((f (n) (1+ (f n)))) (f 1))\n(+ 40 2)\n"}) {
    INFO(text);
    const auto r = run_tessera("--repl", text);
    INFO(r.output << r.errors);
    CHECK(r.status == 0);
    if (std::string(text).find("40") != std::string::npos) CHECK(r.output.find("42") != std::string::npos);
  }
}

}  // namespace
