// The standard streams as functions of the host.
#include <deque>
#include <stdexcept>

#include "lisp.hpp"

namespace {

using tessera::Interpreter;
using tessera::Lisp;
using tessera::ObjectRef;
using tessera::Options;

struct Streams {
  std::string output, errors;
  std::deque<std::string> input;

  Options options() {
    Options o;
    o.output = [this](std::string_view text) { output += text; };
    o.error_output = [this](std::string_view text) { errors += text; };
    o.input = [this]() -> std::string {
      if (input.empty()) return "";
      const std::string text = input.front();
      input.pop_front();
      return text;
    };
    return o;
  }
};

TEST_CASE("Lisp's output arrives before the call returns", "[streams]") {
  Streams streams;
  Interpreter lisp(streams.options());
  lisp.eval("(princ \"grün\") (terpri) (format *error-output* \"careful\")");
  CHECK(streams.output == "grün\n");
  CHECK(streams.errors == "careful");
  streams.output.clear();
  lisp.call("princ", 42);
  CHECK(streams.output == "42");
  streams.output.clear();
  CHECK_THROWS_AS(lisp.eval("(princ :before) (error \"x\")"), tessera::Error);
  CHECK(streams.output == "BEFORE");
  streams.output.clear();
  lisp.eval("(dotimes (i 100000) (write-char #\\x))");
  CHECK(streams.output == std::string(100'000, 'x'));
  streams.output.clear();
  lisp.eval("(format t \"a~&b~&\") (format *terminal-io* \"c~&\") (format *query-io* \"d~%\") (write-line \"e\" *debug-io*)");
  CHECK(streams.output == "a\nb\nc\nd\ne\n");
  CHECK(outcome(lisp, "(list (interactive-stream-p *standard-input*) (interactive-stream-p *standard-output*))") == "(NIL NIL)");
  CHECK(outcome(lisp, "(file-position tessera::*stdout*)") == "NIL");
  CHECK(eval(lisp, "(file-length tessera::*stdout*)").condition == "FILE-ERROR");
}

TEST_CASE("output arrives in order and before input is requested", "[streams]") {
  Streams streams;
  Options options = streams.options();
  options.error_output = options.output;
  std::string seen;
  options.input = [&]() -> std::string {
    seen = streams.output;
    return "answer\n";
  };
  Interpreter lisp(options);
  lisp.eval("(princ 1) (princ 2 *error-output*) (princ 3)");
  CHECK(streams.output == "123");
  streams.output.clear();
  std::string in_native;
  lisp.define("look", [&] { in_native = streams.output; });
  lisp.eval("(princ :shown) (finish-output) (look)");
  CHECK(in_native == "SHOWN");
  streams.output.clear();
  CHECK(lisp.eval<std::string>("(princ \"Name? \") (read-line)") == "answer");
  CHECK(seen == "Name? ");
}

TEST_CASE("input arrives in pieces of any size until its end", "[streams]") {
  Streams streams;
  streams.input = {"(1 2", " 3) fo", "o gr\xC3", "\xBC", "n\nline two\n", "rest"};
  Interpreter lisp(streams.options());
  CHECK(lisp.eval("(list (read) (read) (read-line))").text() == "((1 2 3) FOO \"grün\")");
  CHECK(lisp.eval("(multiple-value-list (read-line))").text() == "(\"line two\" NIL)");
  CHECK(lisp.eval("(list (read-char-no-hang) (listen) (read-char) (unread-char #\\e) (read))").text() == "(#\\r T #\\e NIL EST)");
  CHECK(lisp.eval("(list (read-char nil nil :end) (read-line nil nil :end) (read nil nil :end))").text() == "(:END :END :END)");
  CHECK(eval(lisp, "(read)").condition == "END-OF-FILE");
}

TEST_CASE("a stream's function is any suitable callable, or empty", "[streams]") {
  using Sink = tessera::Callback<void(std::string_view)>;
  CHECK_FALSE(Sink());
  CHECK_FALSE(Sink(nullptr));
  CHECK_FALSE(Sink(std::function<void(std::string_view)>()));
  CHECK_FALSE(Sink(static_cast<void (*)(std::string_view)>(nullptr)));
  static_assert(!std::is_convertible_v<int, Sink> && !std::is_convertible_v<void (*)(int*), Sink>);

  std::string written;
  Options options;
  options.output = [&](std::string_view text) { written += text; };
  auto pieces = std::make_unique<int>(2);  // which can be moved, but not copied
  options.input = [pieces = std::move(pieces)]() mutable { return (*pieces)-- > 0 ? "7 " : ""; };
  const Sink copy = options.output;
  Interpreter lisp(options);
  lisp.eval("(princ (+ (read) (read)))");
  copy(".");
  CHECK(written == "14.");

  int calls = 0;
  const std::function<void(std::string_view)> counting = [&](std::string_view) { ++calls; };
  const tessera::ObjectRef stream = lisp.output_stream(counting);
  lisp.call("write-line", "x", stream);
  CHECK(calls > 0);
}

TEST_CASE("stream functions may throw or call Lisp", "[streams]") {
  Options options;
  bool throws = true;
  const Lisp* inner = nullptr;
  options.output = [&](std::string_view) {
    if (throws) throw std::runtime_error("the disk is full");
    if (inner != nullptr) inner->eval("(+ 1 2)");
  };
  Interpreter lisp(options);
  CHECK(outcome(lisp, "(handler-case (progn (princ 1) (finish-output)) (error (c) (princ-to-string c)))").find("the disk is full") !=
        std::string::npos);
  for (const char* source : {"(princ 1)", "(progn (princ 1) (finish-output))"}) {
    INFO(source);
    CHECK_THROWS_WITH(lisp.eval(source), "the disk is full");
    CHECK_THROWS_AS(lisp.eval(source), std::runtime_error);  // the same exception, not an Error of the script
  }
  CHECK(lisp.eval<int>("(+ 1 2)") == 3);
  throws = false;
  inner = &lisp;
  CHECK_THROWS_AS(lisp.eval("(princ 1)"), std::logic_error);
  CHECK(outcome(lisp, "(handler-case (progn (princ 1) (finish-output)) (error () :refused))") == ":REFUSED");
  inner = nullptr;
  CHECK(lisp.eval<int>("(+ 1 2)") == 3);
  CHECK(lisp.self_check() == "");
}

TEST_CASE("an error that an output function passes on keeps the innermost frame", "[streams]") {
  Interpreter lisp;
  const ObjectRef stream = lisp.output_stream([](std::string_view) { throw std::runtime_error("the disk is full"); });
  lisp.eval("(defun write-all (s) (princ 1 s) (finish-output s) 1) (defun report (s) (+ 1 (write-all s)))");
  for (int round = 0; round < 2; ++round) {
    try {
      lisp.call("report", stream);
      FAIL("no exception");
    } catch (const std::runtime_error&) {
      const std::optional<tessera::Error> error = lisp.error_of(std::current_exception());
      REQUIRE(error);
      const std::string frames = error->backtrace();
      INFO(frames);
      CHECK(frames.find("WRITE-ALL") < frames.find("REPORT"));
      CHECK(frames.find("REPORT") != std::string::npos);
    }
  }
}

TEST_CASE("an exception of the output function is an error of try_eval, whenever it is thrown", "[streams]") {
  bool throws = true;
  tessera::Options options;
  options.output = [&](std::string_view) {
    if (throws) throw std::runtime_error("the disk is full");
  };
  Interpreter lisp(options);
  for (const char* const source : {"(princ 1)", "(progn (princ 1) (finish-output) 2)", "(progn (princ 1) (error \"no\"))"}) {
    INFO(source);
    const tessera::Result<int> result = lisp.try_eval<int>(source);
    REQUIRE(!result);
    CHECK(result.error().condition_class() == "FOREIGN-ERROR");
    CHECK(std::string(result.error().what()).find("the disk is full") != std::string::npos);
    CHECK_THROWS_AS(lisp.eval(source), std::runtime_error);
  }
  throws = false;
  CHECK(lisp.try_eval<int>("(+ 1 2)").value() == 3);
}

TEST_CASE("each interpreter has its own streams, which move with it", "[streams]") {
  Streams one, two;
  Interpreter a(one.options()), b(two.options());
  a.eval("(princ :a)");
  b.eval("(princ :b)");
  Interpreter moved(std::move(a));
  moved.eval("(princ :again)");
  CHECK(one.output == "AAGAIN");
  CHECK(two.output == "B");
}

}  // namespace
