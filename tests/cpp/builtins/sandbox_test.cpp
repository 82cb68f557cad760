// The sandbox: attempts to escape (sandbox/escapes.txt), and a check that each native asks for its permission.
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <thread>

#include "builtins/registry.hpp"
#include "lisp.hpp"
#include "process.hpp"
#include "vm/vm.hpp"

namespace {

namespace fs = std::filesystem;
using tessera::Interpreter;
using tessera::Options;
using tessera::Permissions;

constexpr const char* secret = "THE-SECRET-OF-THE-HOST";

/// A folder for scripts, and files outside it.
class Workspace {
 public:
  Workspace() {
    for (const char* folder : {"inside", "inside/sub", "inside-beside", "outside"}) fs::create_directory(scratch_.path(folder));
    scratch_.file("inside/note.txt", "a note\n");
    scratch_.file("inside/sub/deep.txt", "deep\n");
    scratch_.file("inside/rules.lisp", "(defun rule () 1)\n");
    for (const char* file : {"outside/secret.txt", "inside-beside/secret.txt"}) scratch_.file(file, std::string(secret) + "\n");
    fs::create_symlink("../outside/secret.txt", scratch_.path("inside/link"));
    fs::create_symlink("note.txt", scratch_.path("inside/own-link"));
    fs::create_directory_symlink("../outside", scratch_.path("inside/way-out"));
    fs::create_directory_symlink("../..", scratch_.path("inside/sub/up"));
    REQUIRE(::mkfifo(scratch_.path("inside/pipe").c_str(), 0600) == 0);
  }
  std::string inside() const { return fs::canonical(scratch_.path("inside")).string(); }
  std::string outside() const { return fs::canonical(scratch_.path("outside/secret.txt")).string(); }
  std::string path(const std::string& name) const { return scratch_.path(name); }

  std::string expanded(std::string text) const {
    const std::pair<std::string, std::string> words[] = {
        {"{inside}", inside()}, {"{outside}", outside()}, {"{modules}", TESSERA_TEST_MODULES}};
    for (const auto& [word, meaning] : words)
      for (std::size_t at; (at = text.find(word)) != std::string::npos;) text.replace(at, word.size(), meaning);
    return text;
  }

  /// Checks that nothing outside was changed.
  void check() const {
    CHECK(file_text(outside()) == std::string(secret) + "\n");
    std::set<std::string> found;
    for (const auto& entry : fs::directory_iterator(scratch_.path("."))) found.insert(entry.path().filename().string());
    CHECK(found == std::set<std::string>{"inside", "inside-beside", "outside"});
    CHECK(std::distance(fs::directory_iterator(scratch_.path("outside")), fs::directory_iterator()) == 1);
  }

 private:
  ScratchFolder scratch_;
};

struct Attempt {
  std::string form, expected;
};

std::map<std::string, std::vector<Attempt>> attempts(const Workspace& workspace) {
  std::map<std::string, std::vector<Attempt>> found;
  std::string section;
  std::ifstream in(source_path("tests/cpp/builtins/sandbox/escapes.txt"));
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t arrow = line.rfind(" ==> ");
    if (line[0] == '[' && arrow == line.npos) section = line.substr(1, line.size() - 2);
    else found[section].push_back({workspace.expanded(line.substr(0, arrow)), workspace.expanded(line.substr(arrow + 5))});
  }
  return found;
}

Options options_for(const std::string& section, const Workspace& workspace) {
  Options options = Options::sandboxed();
  options.output = options.error_output = [](std::string_view) {};
  options.permissions.folder = section == "none" ? "" : workspace.inside();
  options.permissions.files = section == "none"      ? Permissions::Files::none
                              : section == "reading" ? Permissions::Files::read
                                                     : Permissions::Files::write;
  return options;
}

/// Returns the outcome of a form as the file writes it.
std::string outcome_of(Interpreter& lisp, const std::string& form) {
  const Result r = eval(lisp, form);
  CHECK(r.message.find(secret) == std::string::npos);
  return r.ok ? "value " + r.value.text() : r.condition;
}

TEST_CASE("attempts to escape from the sandbox fail", "[sandbox]") {
  const Workspace workspace;
  std::size_t count = 0;
  for (const auto& [section, list] : attempts(workspace)) {
    Interpreter shared(options_for(section, workspace));
    for (const Attempt& attempt : list) {
      INFO(section << ": " << attempt.form);
      Interpreter fresh(options_for(section, workspace));
      if (section != "writing") CHECK(outcome_of(fresh, attempt.form) == attempt.expected);  // where the others went before
      const std::string again = outcome_of(shared, attempt.form);
      if (section == "writing") CHECK(again == attempt.expected);
      CHECK(shared.eval<int>("(handler-case (car 5) (type-error () 3))") == 3);
      ++count;
    }
    workspace.check();
    CHECK(shared.call<std::string>("string-upcase", "abc") == "ABC");
    CHECK(shared.call<std::string>("cl:string-upcase", "abc") == "ABC");
    CHECK(shared.self_check() == "");
  }
  CHECK(count >= 150);
  CHECK_FALSE(fs::exists(workspace.path("inside/touched")));
}

TEST_CASE("a symbolic link that appears and disappears does not lead out of the sandbox", "[sandbox]") {
  const Workspace workspace;
  Interpreter lisp(options_for("reading", workspace));
  std::atomic<bool> ended{false};
  const std::string way = workspace.path("inside/way"), target = workspace.path("outside"), real = workspace.path("inside/sub");
  std::thread other([&] {
    std::error_code ignored;
    while (!ended) {
      fs::create_directory_symlink(target, way, ignored);
      fs::remove(way, ignored);
      fs::create_directory(way, ignored);
      fs::remove(way, ignored);
    }
  });
  const std::string found = outcome(lisp,
                                    "(let ((found 0)) (dotimes (i 3000 found) (ignore-errors"
                                    " (with-open-file (s \"way/secret.txt\") (read-line s) (incf found)))))");
  ended = true;
  other.join();
  CHECK(found == "0");
}

TEST_CASE("the host can load scripts that may not read files themselves", "[sandbox]") {
  const ScratchFolder scratch;
  const std::string rules = scratch.file("rules.lisp", "#!/usr/bin/env tessera\n(defvar *loaded* 42)\n(defun rule (n) (* 2 n))\n");
  const std::string bad = scratch.file("bad.lisp", "(list 1\n (car 2))\n");
  const std::string nosy = scratch.file("nosy.lisp", "(open " + quoted(rules) + ")\n");
  std::string compiled;
  {
    Interpreter free;
    compiled = free.call<std::string>("namestring", free.call("compile-file", rules));
  }
  Interpreter lisp(Options::sandboxed());
  lisp.load(rules);
  CHECK(lisp.call<int>("rule", 21) == 42);
  const Result r = load(lisp, bad);
  CHECK(r.condition == "TYPE-ERROR");
  CHECK(r.backtrace.find("bad.lisp:2") != std::string::npos);
  CHECK(load(lisp, nosy).condition == "FILE-ERROR");
  CHECK_FALSE(load(lisp, scratch.path("missing.lisp")).ok);
  lisp.eval("(fmakunbound 'rule)");
  lisp.load(compiled);
  CHECK(lisp.call<int>("rule", 4) == 8);
}

TEST_CASE("useful programs work in the sandbox", "[sandbox]") {
  Interpreter lisp(Options::sandboxed());
  for (
      const auto& [form, value] : std::vector<std::pair<std::string, std::string>>{
          {"(progn (defun f (x) (* x x)) (defun f (x) (+ x x)) (f 3))", "6"},
          {"(progn (defmacro twice (x) `(progn ,x ,x)) (defstruct point x y) (defclass c () ((a :initform 1))) (slot-value (make-instance 'c) 'a))",
           "1"},
          {"(progn (defgeneric area (x)) (defmethod area ((x point)) 7) (area (make-point)))", "7"},
          {"(progn (defmethod print-object ((p point) s) (write-string \"P\" s)) (princ-to-string (make-point)))", "\"P\""},
          {"(progn (define-condition odd (error) ((n :initarg :n :reader odd-n))) (handler-case (error 'odd :n 1) (odd (c) (odd-n c))))",
           "1"},
          {"(progn (deftype small () '(integer 0 9)) (typep 3 'small))", "T"},
          {"(progn (defun (setf g) (new x) (list new x)) (setf (g 1) 2))", "(2 1)"},
          {"(progn (defsetf h (x) (v) `(list ,x ,v)) (setf (h 1) 2))", "(1 2)"},
          {"(progn (defpackage :mine (:use :cl) (:export :x)) (in-package :mine) (in-package :cl-user) (symbol-name (find-symbol \"X\" :mine)))",
           "\"X\""},
          {"(progn (require \"lazy\") (loop for i below 3 collect i))", "(0 1 2)"},
          {"(format nil \"~r ~5,2f ~{~a~^, ~}\" 7 3.14159 '(1 2))", "\"seven  3.14 1, 2\""},
          {"(let ((h (make-hash-table :test 'equal))) (setf (gethash \"a\" h) 1) (gethash \"a\" h))", "1"},
          {"(with-output-to-string (s) (pprint '(let ((a 1)) a) s))", "\"\n(LET ((A 1)) A)\""},
          {"(integerp (random 10 (make-random-state t)))", "T"},
          {"(multiple-value-list (ignore-errors (error \"x\")))", "(NIL #<SIMPLE-ERROR \"x\">)"},
          {"(funcall (compile nil '(lambda (x) (1+ x))) 1)", "2"},
      }) {
    INFO(form);
    if (form.find("ignore-errors") == std::string::npos) CHECK(outcome(lisp, form) == value);
    else CHECK(eval(lisp, form).ok);
  }
  lisp.define("of-the-host", [] { return 1; });
  CHECK(lisp.eval<int>("(of-the-host)") == 1);
}

TEST_CASE("modules of the library that need nothing of the system load in the sandbox", "[sandbox]") {
  for (const bool reads : {false, true}) {
    Options options = Options::sandboxed();
    if (reads) options.permissions.files = Permissions::Files::read;
    const Interpreter lisp(options);
    CHECK(lisp.eval<int>("(require \"continuations\")"
                         "(tessera-continuations:resume (tessera-continuations:make-coroutine (lambda () 1)))") == 1);
    for (const char* name : {"lazy", "macros", "json", "mop"}) {
      INFO(name);
      CHECK(eval(lisp, std::string("(require \"") + name + "\")").ok);
    }
    // Scripts have gained nothing by that.
    CHECK_FALSE(eval(lisp, "(defun car (x) x)").ok);
    CHECK_FALSE(eval(lisp, "(setf (fdefinition 'tessera::%next-yield) #'list)").ok);
    CHECK_FALSE(eval(lisp, "(tessera::%load-own-module \"../modules/json\")").value.truth());
    CHECK_FALSE(eval(lisp, "(with-open-file (s \"/etc/passwd\" :direction :output :if-exists :append) s)").ok);
    if (!reads) CHECK_FALSE(eval(lisp, "(open \"/etc/passwd\")").ok);
    CHECK_FALSE(eval(lisp, "(require \"foreign\")").ok);
  }
  // The host loads the module, or offers it.
  for (const bool offers : {false, true}) {
    const Interpreter lisp(Options::sandboxed());
    const std::string file = TESSERA_MODULES "/continuations.tfasl";
    if (offers) lisp.offer_module("continuations", [&](const tessera::Lisp& l) { l.load(file); });
    else lisp.load(file);
    CHECK(lisp.eval<int>("(require \"continuations\")"
                         "(tessera-continuations:resume (tessera-continuations:make-coroutine (lambda () 1)))") == 1);
  }
  // Without a folder of modules there are none.
  Options without = Options::sandboxed();
  without.own_modules = nullptr;
  CHECK(Interpreter(without).eval<int>("(+ 1 2)") == 3);
}

TEST_CASE("without redefinition a script leaves the host's next evaluation as it was", "[sandbox]") {
  Interpreter lisp(Options::sandboxed());
  for (const char* form : {
           "(setq *macroexpand-hook* (lambda (f form env) f form env 'taken))",
           "(setq *print-base* 2)",
           "(setq *read-base* 2)",
           "(setq *readtable* (let ((r (copy-readtable))) (set-macro-character #\\( (lambda (s c) s c 7) nil r) r))",
           "(set-macro-character #\\( (lambda (s c) s c 7))",
           "(set-dispatch-macro-character #\\# #\\' (lambda (s c n) s c n 7))",
           "(make-dispatch-macro-character #\\()",
           "(set-syntax-from-char #\\( #\\;)",
           "(setf (readtable-case *readtable*) :preserve)",
           "(copy-readtable (let ((r (copy-readtable))) (set-syntax-from-char #\\( #\\; r) r) *readtable*)",
           "(progn (defpackage :own (:use)) (setq *package* (find-package :own)))",
           "(setq *standard-output* (make-broadcast-stream))",
           "(setq *debugger-hook* (lambda (c h) c h (throw 'own 1)))",
           "(setq tessera::*handler-clusters* (list (list (cons t (lambda (c) c 7)))))",
           "(setf (char (symbol-name 'car) 0) #\\x)",
           "(setf (char (string 'car) 0) #\\x)",
           "(setf (char (symbol-name (copy-symbol 'car)) 0) #\\x)",
           "(setf (char (package-name :cl) 0) #\\x)",
           "(setf (char (first (package-nicknames :cl-user)) 0) #\\x)",
           "(setf (char (string-upcase 'car) 0) #\\x)",
           "(setf (char (string-trim \"\" 'car) 0) #\\x)",
       }) {
    INFO(form);
    CHECK(eval(lisp, form).ok);
    CHECK(outcome(lisp, "(list 15 (car '(5)) (cl-user::when t 1) (eq *package* (find-package \"COMMON-LISP-USER\")) (function 1+))")
              .find("(15 5 1 T #<FUNCTION 1+") == 0);
    CHECK(eval(lisp, "(cl:car 5)").condition == "TYPE-ERROR");
  }
}

TEST_CASE("no native gives scripts a string of the library's that names something", "[sandbox]") {
  Interpreter lisp(Options::sandboxed());
  for (const auto chapter : tessera::all_builtins())
    for (const tessera::Builtin& b : chapter) {
      const std::string name = b.name;
      if (name.rfind("tessera::", 0) == 0 || b.needs != tessera::Permission::none) continue;
      for (const char* arguments : {"'car", "\"\" 'car", "'car \"\"", "'car nil", ":cl"}) {
        const std::string form = std::string("(") + (name[0] == '%' ? "tessera::" : "cl:") + "|" + name + "| " + arguments + ")";
        const Result r = eval(lisp, form);
        if (!r.ok) continue;
        INFO(form);
        const tessera::Value v = tessera::Value::from_bits(static_cast<std::uint64_t>(r.value.word()));
        const bool is_name = has_type(v, tessera::Type::string) && r.value.text().find("CAR") == 1;
        CHECK_FALSE((is_name && lisp.vm().heap.is_of_image(v)));
      }
    }
}

TEST_CASE("messages about what the host withholds name what the script called", "[sandbox]") {
  Interpreter lisp(Options::sandboxed());
  CHECK(eval(lisp, "(tessera:getenv \"HOME\")").message == "GETENV: permission denied by the host program: the environment");
  CHECK(eval(lisp, "(require \"nowhere\")").message.find("%") == std::string::npos);
}

TEST_CASE("without permission no shared object is loaded", "[sandbox]") {
  Interpreter lisp;
  CHECK_FALSE(lisp.permissions().shared_objects);
  REQUIRE(eval(lisp, "(push " + quoted(TESSERA_TEST_MODULES "/") + " tessera::*module-path*)").ok);
  CHECK(eval(lisp, "(require \"twice\")").message.find("permission denied by the host program: loading shared objects") !=
        std::string::npos);
  Options none;
  none.permissions.files = Permissions::Files::read;
  none.permissions.folder = "/no/such/folder";
  CHECK_THROWS_AS(Interpreter(none), std::runtime_error);
}

TEST_CASE("without permission there are no sockets", "[sandbox]") {
  Options none;
  none.permissions.network = false;
  Interpreter lisp(none);
  REQUIRE(eval(lisp, "(require \"sockets\")").ok);
  for (const char* form : {"(sockets:connect \"127.0.0.1\" 1)", "(sockets:make-listener \"127.0.0.1\" 0)", "(sockets:make-datagram-socket)",
                           "(sockets:host-addresses \"localhost\")", "(sockets:host-name \"127.0.0.1\")",
                           "(tessera::%use-socket *standard-output* 0 :utf-8 nil)"}) {
    INFO(form);
    CHECK(eval(lisp, form).message.find("permission denied by the host program: network") != std::string::npos);
  }
}

TEST_CASE("no native does harm with any arguments", "[sandbox]") {
  const std::string junk = file_text(source_path("tests/cpp/builtins/sandbox/junk.lisp"));
  Options options = Options::sandboxed();
  options.heap_limit_bytes = std::size_t{64} << 20;
  options.output = options.error_output = [](std::string_view) {};
  int number = 0;
  for (const auto chapter : tessera::all_builtins()) {
    Interpreter lisp(options);
    lisp.eval(junk);
    lisp.set_limits({0, std::chrono::milliseconds(200)});
    for (const tessera::Builtin& b : chapter) {
      if (++number % 10 != 1 && slow_build) continue;
      std::string name = b.name;
      if (name.rfind("tessera::", 0) == 0) name = name.substr(9);
      for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      INFO(name);
      eval(lisp, "(junk::try " + ::quoted(name) + " 25)");
    }
    lisp.set_limits({});
    CHECK(lisp.self_check() == "");
  }
}

TEST_CASE("a script that damages its own interpreter affects nothing else and can be ended", "[sandbox]") {
  const std::string spoil = file_text(source_path("tests/cpp/builtins/sandbox/spoil.lisp"));
  Options options = Options::sandboxed();
  options.heap_limit_bytes = std::size_t{64} << 20;
  options.output = options.error_output = [](std::string_view) {};
  Interpreter other(options);
  for (int seed = 1; seed <= (slow_build ? 4 : 40); ++seed) {
    INFO(seed);
    Interpreter lisp(options);
    lisp.eval(spoil);
    lisp.set_limits({0, std::chrono::milliseconds(100)});
    const auto begin = std::chrono::steady_clock::now();
    CHECK_FALSE(eval(lisp, "(spoil::run " + std::to_string(seed) + ")").ok);  // ended in any way
    if (!slow_build) CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(60));
    CHECK(lisp.self_check() == "");
  }
  CHECK(outcome(other, "(handler-case (car 1) (type-error () (list (class-name (class-of 1)) (subtypep 'integer 'number))))") ==
        "(FIXNUM T)");
}

// --- no native forgets

/// Natives of the chapters on files, the environment and modules that need no permission, and why.
const std::map<std::string, std::string> harmless = {
    {"FILE-LENGTH", "of a file that is open"},
    {"FILE-POSITION", "of a file that is open"},
    {"FILE-STRING-LENGTH", "of text"},
    {"READ-BYTE", "of a file that is open"},
    {"WRITE-BYTE", "to a file that is open"},
    {"READ-SEQUENCE", "of a stream that is open"},
    {"WRITE-SEQUENCE", "to a stream that is open"},
    {"DECODE-UNIVERSAL-TIME", "asks for the time zone only where that is granted"},
    {"ENCODE-UNIVERSAL-TIME", "asks for the time zone and the year only where that is granted"},
    {"%LOAD-OWN-MODULE", "loads from the host's folders of modules alone"},
    {"LISP-IMPLEMENTATION-TYPE", "a constant"},
    {"LISP-IMPLEMENTATION-VERSION", "a constant"},
    {"MACHINE-VERSION", "a constant"},
    {"%COLLECT", "of the interpreter's own heap"},
    {"%HEAP-FIGURES", "of the interpreter's own heap"},
    {"%MACHINE-CODE-FIGURES", "of the interpreter's own code"},
    {"%STOP-PROFILER", "nothing runs where %START-PROFILER is not granted"},
    {"%PROFILER-RUNS-P", "nothing runs where %START-PROFILER is not granted"},
    {"%TAKE-SAMPLES", "there are none where %START-PROFILER is not granted"},
    {"%EXIT-ASKED", "whether a signal has asked the program to end"},
    {"%SHOW-PASSING", "a line on the program's terminal"},
    {"%PASS-TURN", "there is nobody to pass it to where no thread can be begun"},
    {"%TAKE-THREAD-FUNCTIONS", "none there"},
    {"%THREAD-WAITS-P", "NIL there"},
    {"%TAKE-OUTSIDE-INTERRUPT", "whether the host has interrupted the evaluation"},
    {"%FLOAT-BITS", "of a float"},
    {"%SINGLE-OF-BITS", "of numbers"},
    {"%DOUBLE-OF-BITS", "of numbers"},
    {"SHORT-SITE-NAME", "a constant"},
    {"LONG-SITE-NAME", "a constant"},
};

TEST_CASE("each native that uses the system declares its permission", "[sandbox]") {
  std::set<std::string> seen;
  for (const auto chapter : tessera::all_builtins()) {
    const bool of_system = std::any_of(chapter.begin(), chapter.end(), [](const tessera::Builtin& b) {
      return b.needs != tessera::Permission::none || harmless.contains(b.name);
    });
    for (const tessera::Builtin& b : chapter) {
      if (!of_system) continue;
      INFO(b.name);
      CHECK((b.needs == tessera::Permission::none) == harmless.contains(b.name));
      seen.insert(b.name);
    }
  }
  for (const auto& [name, why] : harmless) CHECK(seen.contains(name));
  for (const char* name :
       {"OPEN", "DIRECTORY", "%RUN-COMMAND", "%EXIT", "%GETENV", "%LOAD-MODULE", "%CONNECT-SOCKET", "GET-UNIVERSAL-TIME", "SLEEP"})
    CHECK(seen.contains(name));
}

/// The files that may ask the system for anything that a script could want.
const std::map<std::string, std::string> system_users = {
    {"language-server/native/checker.hpp",
     "a module that says what it needs; the interpreter within has no permission but to read in a folder"},
    {"language-server/native/messages.cpp", "a module that says what it needs"},
    {"language-server/native/messages.hpp", "a module that says what it needs"},
    {"language-server/native/module.cpp", "durations alone"},
    {"foreign/native/module.cpp", "a module that calls any function of C, and says so"},
    {"api/c_api.cpp", "durations alone"},
    {"api/image_file.cpp", "reads an image that the host names"},
    {"api/interpreter.cpp", "durations alone"},
    {"api/shared_modules.cpp", "behind %LOAD-MODULE"},
    {"api/start_profile.cpp", "in make_image only"},
    {"base/assert.hpp", "says what is wrong at the end"},
    {"builtins/system/environment.cpp", "a chapter that says what it needs"},
    {"builtins/streams/files.cpp", "a chapter that says what it needs"},
    {"builtins/system/modules.cpp", "a chapter that says what it needs"},
    {"builtins/streams/open.cpp", "a chapter that says what it needs"},
    {"builtins/system/processes.cpp", "a chapter that says what it needs"},
    {"builtins/system/sockets.cpp", "a chapter that says what it needs"},
    {"runtime/limits.cpp", "counts the host's time"},
    {"runtime/background.cpp", "waits for a thread"},
    {"runtime/file_access.cpp", "checks what is allowed"},
    {"runtime/interrupts.cpp", "measures the grace period of cleanup forms"},
    {"data/pathnames/pathnames.cpp", "~ is the home directory where the environment is granted"},
    {"runtime/alarm.cpp", "a thread that waits for the deadline of an evaluation"},
    {"runtime/ticks.cpp", "a thread that ticks, behind %TICK-EVERY"},
    {"data/streams/streams.cpp", "what is open, and files that the host opens"},
    {"data/streams/input.cpp", "what is open"},
    {"data/streams/output.cpp", "what is open"},
    {"runtime/waiting.cpp", "waits for what is open"},
    {"runtime/waiting.hpp", "waits for what is open"},
    {"jit/calls/call_table.cpp", "counts the time that the code for arguments takes"},
    {"jit/assembler/asmjit_messages.cpp", "says what is wrong at the end"},
    {"jit/assembler/code_memory.cpp", "says why it ends the process"},
    {"jit/assembler/code_names.cpp", "writes names of functions where who starts the program asks for them"},
    {"jit/asmjit_compiler.cpp", "counts the time of compilations"},
    {"jit/enable_jit.cpp", "asks the environment for what the host may choose as well"},
    {"memory/collect.cpp", "counts the time of collections"},
    {"memory/cycle.hpp", "ends slices of marking in time"},
    {"jupyter/native/message_thread.cpp", "behind jupyter/native/module.cpp, which says what it needs"},
    {"jupyter/native/message_thread.hpp", "behind jupyter/native/module.cpp"},
    {"jupyter/native/module.cpp", "durations alone; it says what it needs"},
    {"jupyter/native/sockets.hpp", "behind jupyter/native/module.cpp"},
    {"mpi/native/communicator.hpp", "durations alone; mpi/native/module.cpp asks for the network"},
    {"parallel/native/pool.hpp", "threads, behind parallel/native/module.cpp, which says what it needs"},
    {"vm/threads.cpp", "a thread that counts how long others wait"},
    {"vm/loop/instruction_counts.hpp", "a build for measurements"},
    {"swank/native/module.cpp", "a module that asks for the network"},
    {"swank/native/peer.cpp", "what is connected"},
    {"swank/native/peer.hpp", "what is connected"},
    {"swank/native/server.cpp", "behind swank/native/module.cpp"},
    {"swank/native/server.hpp", "behind swank/native/module.cpp"},
};

TEST_CASE("only the listed files call the system", "[sandbox]") {
  const std::regex asks(
      R"(#include (<(ctime|fstream|filesystem|cstdio|chrono)>|"platform/(child_processes|clock|environment|files|foreign_libraries)"
      R"(|processes|shared_objects|sockets|terminal|waiting)\.hpp")|getenv\()");
  for (const fs::path root : {source_path("interp"), source_path("stdlib/modules")})
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      const std::string name = fs::relative(entry.path(), root).generic_string();
      if (!entry.is_regular_file() || !std::regex_search(name, std::regex(R"(\.(cpp|hpp|def)$)"))) continue;
      if (std::regex_search(name, std::regex("^(platform|repl|include)/"))) continue;
      INFO(name);
      CHECK(std::regex_search(file_text(entry.path().string()), asks) == system_users.contains(name));
    }
}

}  // namespace
