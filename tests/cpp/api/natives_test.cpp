// Natives that work on words: tessera/native.hpp and words.hpp. Its examples are here, too.
#include <unistd.h>

#include <cmath>
#include <limits>
#include <vector>

#include "interrupts.hpp"
#include "lisp.hpp"
#include "tessera/package.hpp"

namespace {

namespace words = tessera::words;
using tessera::Interpreter;
using tessera::Lisp;
using tessera::Reply;
using tessera::Self;
using tessera::Word;

std::string text(const Lisp& lisp, Word w) { return lisp.keep(w).text(); }

std::int64_t sum(const Lisp& lisp, Word tree) {
  if (!lisp.has_stack()) throw tessera::Error("storage-condition", "the tree is too deep");
  std::int64_t total = 0;
  for (; words::is_cons(tree); tree = words::cdr(tree)) total += sum(lisp, words::car(tree));
  return words::is_fixnum(tree) ? words::fixnum_value(tree) : total;
}

TEST_CASE("a native walks a tree of conses, as deep as there is stack", "[natives]") {
  Interpreter lisp;
  lisp.define("sum-of-tree", sum);
  CHECK(lisp.eval<int>("(sum-of-tree '(1 (2 3) 4))") == 10);
  CHECK(lisp.eval<int>("(sum-of-tree nil)") == 0);
  CHECK(outcome(lisp,
                "(let ((tree 1)) (dotimes (i 3000000) (setf tree (list tree))) (handler-case (sum-of-tree tree) (storage-condition (c) "
                "(princ-to-string c))))")
            .find("the tree is too deep") != std::string::npos);
  CHECK(lisp.eval<int>("(sum-of-tree '(1 (2 3) 4))") == 10);
}

TEST_CASE("natives make and inspect Words", "[natives]") {
  Interpreter lisp;
  auto& state = lisp.state();
  const Word list = words::list(state, {words::fixnum(1), words::t(), words::nil(), words::single_float(1.5F)}, words::fixnum(-2));
  CHECK(text(lisp, list) == "(1 T NIL 1.5 . -2)");
  CHECK(text(lisp, words::list(state, {})) == "NIL");
  CHECK(words::is_immediate(words::car(list)));
  CHECK_FALSE(words::is_immediate(list));
  CHECK(words::is_single_float(words::single_float(-0.25F)));
  CHECK(words::single_float_value(words::single_float(-0.25F)) == -0.25F);
  CHECK(words::is_double_float(lisp.eval("1d0").word()));
  CHECK(words::is_real(lisp.eval("1/3").word()));
  CHECK_FALSE(words::is_real(lisp.eval("#c(1 2)").word()));
  words::ListBuilder builder(state);
  for (int n = 0; n < 4; ++n) builder.add(words::fixnum(n * n));
  CHECK(text(lisp, builder.finish(words::t())) == "(0 1 4 9 . T)");

  std::span<const Word> elements;
  const tessera::ObjectRef vector = lisp.eval("#(7 8 9)");
  REQUIRE(words::get_simple_vector(vector.word(), elements));
  CHECK(elements.size() == 3);
  CHECK(elements[2] == words::fixnum(9));
  for (const char* other : {"nil", "\"abc\"", "'a", "5", "1.5", "(make-array 3 :fill-pointer 2)", "(make-array 3 :element-type 'bit)"})
    CHECK_FALSE(words::get_simple_vector(lisp.eval(other).word(), elements));

  const Word variable = lisp.eval("(defvar *natives* 5) '*natives*").word();
  CHECK(words::symbol_value(variable) == words::fixnum(5));
  CHECK(words::symbol_value(lisp.symbol("no-such-value").word()) == words::no_value());
  CHECK(words::symbol_function(lisp.symbol("car").word()) == lisp.eval("#'car").word());
  CHECK(words::symbol_function(lisp.symbol("no-such-function").word()) == words::undefined_function(state));
  CHECK(words::has_room(state, 1000));
  CHECK_FALSE(words::has_room(state, std::size_t{1} << 60));
}

TEST_CASE("objects stored into old objects stay alive", "[natives]") {
  Interpreter lisp;
  auto& state = lisp.state();
  const tessera::ObjectRef vector = lisp.eval("(make-array 3)"), cons = lisp.eval("(cons 1 2)");
  lisp.collect();
  words::set_element(state, vector.word(), 1, words::list(state, {words::fixnum(1), words::fixnum(2)}));
  words::set_car(state, cons.word(), words::string(state, "car"));
  words::set_cdr(state, cons.word(), words::string(state, "cdr"));
  lisp.eval("(let ((rest nil)) (dotimes (i 1000000) (push i rest)) (length rest))");  // the young are moved
  CHECK(vector.text() == "#(0 (1 2) 0)");
  CHECK(cons.text() == "(\"car\" . \"cdr\")");
}

TEST_CASE("natives handle all kinds of numbers", "[natives]") {
  Interpreter lisp;
  auto& state = lisp.state();
  Word w = words::nil();
  CHECK(words::add(state, words::fixnum(words::most_positive_fixnum), words::fixnum(1), w));
  CHECK(text(lisp, w) == "4611686018427387904");
  CHECK(words::subtract(state, words::ratio(state, 1, 2), words::fixnum(1), w));
  CHECK(text(lisp, w) == "-1/2");
  CHECK(words::multiply(state, words::ratio(state, 1, 2), words::single_float(3), w));
  CHECK(text(lisp, w) == "1.5");
  CHECK_FALSE(words::add(state, words::nil(), words::fixnum(1), w));
  std::partial_ordering order = std::partial_ordering::unordered;
  CHECK(words::compare(state, words::ratio(state, 1, 3), words::fixnum(1), order));
  CHECK((order < 0));
  CHECK(words::compare(state, words::fixnum(2), words::double_float(state, 2), order));
  CHECK((order == 0));
  CHECK(words::compare(state, words::fixnum(2), words::single_float(std::numeric_limits<float>::quiet_NaN()), order));
  CHECK((order == std::partial_ordering::unordered));
  CHECK_FALSE(words::compare(state, words::fixnum(2), words::t(), order));
  CHECK(lisp.eval<int>("(+ 1 2)") == 3);  // the failed call has left nothing behind
}

TEST_CASE("Words are parameters and results", "[natives]") {
  Interpreter lisp;
  lisp.define("swap", [](const Lisp& l, Word pair) {
    if (!words::is_cons(pair)) l.throw_type_error(pair, "cons");
    return words::cons(l.state(), words::cdr(pair), words::car(pair));
  });
  CHECK(outcome(lisp, "(swap '(1 . 2))") == "(2 . 1)");
  CHECK(outcome(lisp, "(handler-case (swap 5) (type-error (e) (list (type-error-datum e) (type-error-expected-type e))))") == "(5 CONS)");
  lisp.define("percent", [](tessera::Bounded<0, 100> n) { return n; });
  CHECK(outcome(lisp, "(percent 100)") == "100");
  for (const char* wrong : {"101", "-1", "1.0", "(expt 10 30)"})
    CHECK(outcome(lisp, "(handler-case (percent " + std::string(wrong) + ") (type-error (e) (type-error-expected-type e)))") ==
          "(INTEGER 0 100)");
  CHECK(lisp.as<int>(words::fixnum(5)) == 5);
  CHECK_FALSE(lisp.try_as<int>(words::t()).has_value());
  CHECK(lisp.as<std::string>(lisp.word(std::string("abc"))) == "abc");
}

TEST_CASE("a native tail-calls another function", "[natives]") {
  Interpreter lisp;
  lisp.eval("(defun area (&rest arguments) (list :script arguments))");
  const tessera::ObjectRef script = lisp.eval("#'area");
  lisp.define("area", [script](const Lisp& l, const tessera::Arguments& a) -> Reply {
    if (a.size() != 1 || !words::is_fixnum(a.words()[0])) return Reply::tail_call(l, script.word(), a.words());
    return words::fixnum(words::fixnum_value(a.words()[0]) * words::fixnum_value(a.words()[0]));
  });
  CHECK(outcome(lisp, "(list (area 3) (area) (area 1 2) (area 'a))") == "(9 (:SCRIPT NIL) (:SCRIPT (1 2)) (:SCRIPT (A)))");
  lisp.eval("(defun down (n) (if (= n 0) 'done (step-down n)))");
  const tessera::ObjectRef down = lisp.symbol("down");
  lisp.define("step-down", [down](const Lisp& l, std::int64_t n) { return Reply::tail_call(l, down.word(), {words::fixnum(n - 1)}); });
  CHECK(outcome(lisp, "(down 2000000)") == "DONE");
}

TEST_CASE("C++ closures hold objects and can refer to themselves", "[natives]") {
  Interpreter lisp;
  tessera::ObjectRef count = lisp.make_function("counter", [](const Lisp& l, Self self) {
    const Word next = words::fixnum(words::fixnum_value(self.fields()[0]) + 1);
    words::set_field(l.state(), self.word(), 0, next);
    return next;
  });
  const auto counter_from = [&](Word start) { return lisp.keep(words::closure(lisp.state(), count.word(), std::span(&start, 1))); };
  const tessera::ObjectRef one = counter_from(words::fixnum(0)), other = counter_from(words::fixnum(40));
  CHECK(words::is_closure_of(one.word(), count.word()));
  CHECK_FALSE(words::is_closure_of(count.word(), count.word()));
  CHECK_FALSE(words::is_closure_of(lisp.eval("#'car").word(), count.word()));
  CHECK_FALSE(words::is_closure_of(words::nil(), count.word()));
  CHECK(lisp.call<int>(one) == 1);
  count = {};  // it stays as long as closures of it may
  lisp.collect();
  CHECK(lisp.call<int>(one) == 2);
  CHECK(lisp.call<int>(other) == 41);
  CHECK(outcome(lisp, "(let ((rest nil)) (dotimes (i 1000000) (push i rest)) (length rest))") == "1000000");
  CHECK(lisp.call<int>(one) == 3);
  for (const tessera::ObjectRef& none : {lisp.eval("#'car"), lisp.eval("5"), lisp.eval("(lambda () 1)")})
    CHECK_THROWS_AS(words::closure(lisp.state(), none.word(), {}), std::invalid_argument);
}

TEST_CASE("a closure's fields and arguments survive collections", "[natives]") {
  Interpreter lisp;
  const tessera::ObjectRef keeper = lisp.make_function("keeper", [](const Lisp& l, Self self, Word x) {
    words::set_field(l.state(), self.word(), 0, words::cons(l.state(), x, self.fields()[0]));
    l.call("force-collection");
    return self.fields()[0];
  });
  lisp.eval("(defun force-collection () (let ((rest nil)) (dotimes (i 300000) (push i rest)) (length rest)))");
  const Word none = words::nil();
  const tessera::ObjectRef list = lisp.keep(words::closure(lisp.state(), keeper.word(), std::span(&none, 1)));
  for (int n = 0; n < 5; ++n) lisp.call(list, std::to_string(n));
  CHECK(lisp.call(list, "5").text() == "(\"5\" \"4\" \"3\" \"2\" \"1\" \"0\")");
}

TEST_CASE("a lazy list made in C++ prints as a lazy list", "[natives]") {
  Interpreter lisp;
  lisp.eval("(require \"lazy\")");
  tessera::ObjectRef prototype;
  const auto from = [&prototype](const Lisp& l, std::int64_t n) {
    const Word fields[] = {words::no_value(), words::fixnum(n)};
    return words::closure(l.state(), prototype.word(), fields);
  };
  prototype = lisp.make_function("integers", [from](const Lisp& l, Self self) {
    if (self.fields()[0] == words::no_value()) {
      const std::int64_t n = words::fixnum_value(self.fields()[1]);
      words::set_field(l.state(), self.word(), 0, words::cons(l.state(), words::fixnum(n), from(l, n + 1)));
    }
    return self.fields()[0];
  });
  lisp.call("tessera-lazy:declare-native-lazy", lisp.symbol("integers"));
  const tessera::ObjectRef integers = lisp.keep(from(lisp, 1));
  CHECK(integers.text() == "#<LAZY …>");
  CHECK(lisp.call("tessera-lazy:take", 3, integers).text() == "(1 2 3)");
  CHECK(integers.text() == "#<LAZY 1 2 3 …>");
  prototype = {};
}

/// Counts its ends.
struct Guard {
  int& count;
  ~Guard() { ++count; }
};

TEST_CASE("a native calls Lisp functions like Lisp itself", "[natives]") {
  Interpreter lisp;
  int ends = 0, caught = 0;
  const auto try_out = [&](auto&& call) {
    const Guard guard{ends};
    try {
      return call();
    } catch (const tessera::Error&) {
      ++caught;
      throw;
    }
  };
  lisp.define("with-funcall", [&](const Lisp& l, Word f) {
    return try_out([&] { return l.funcall(f, {words::fixnum(1), words::fixnum(2)}); });
  });
  lisp.define("with-call", [&](const Lisp& l, const tessera::ObjectRef& f) { return try_out([&] { return l.call(f, 1, 2); }); });
  CHECK(outcome(lisp, "(list (with-funcall #'+) (with-funcall '-) (with-call '*))") == "(3 -1 2)");
  CHECK(ends == 3);
  CHECK(outcome(lisp, "(block b (with-funcall (lambda (x y) (return-from b (list x y)))))") == "(1 2)");
  CHECK(outcome(lisp, "(handler-case (with-funcall #'car) (program-error () 'handled))") == "HANDLED");
  CHECK(outcome(lisp,
                "(handler-bind ((error (lambda (c) (declare (ignore c)) (invoke-restart 'mine 7))))"
                " (with-funcall (lambda (x y) (restart-case (error \"~a ~a\" x y) (mine (n) n)))))") == "7");
  CHECK(ends == 6);
  CHECK(caught == 0);
  const std::string unhandled = " (lambda (x y) (error \"~a and ~a\" x y)))";
  CHECK_THROWS_WITH(lisp.eval("(with-funcall" + unhandled), "1 and 2");
  CHECK(caught == 0);  // nothing stands for the debugger in between
  CHECK_THROWS_WITH(lisp.eval("(with-call" + unhandled), "1 and 2");
  CHECK(caught == 1);
  CHECK(ends == 8);
  CHECK(lisp.as<int>(lisp.funcall(lisp.symbol("+").word(), {words::fixnum(1), words::fixnum(2)})) == 3);  // no evaluation is running
  CHECK_THROWS_AS(lisp.funcall(lisp.symbol("no-such-function").word(), {}), tessera::Error);
}

TEST_CASE("a long-running native can be interrupted", "[natives]") {
  Interpreter lisp;
  int ends = 0;
  lisp.define("run-for-long", [&ends](const Lisp& l, int polls) {
    const Guard guard{ends};
    for (int n = 0; n < polls || polls < 0;) {
      if (!l.poll_is_due()) continue;
      ++n;
      l.poll();
    }
    return polls;
  });
  CHECK(interrupted_outcome(lisp, "(handler-case (run-for-long -1) (tessera::interactive-interrupt () 'left))") == "LEFT");
  CHECK(ends == 1);
  CHECK(interrupted_outcome(lisp, "(handler-bind ((tessera::interactive-interrupt #'continue)) (run-for-long 1))") == "1");
  CHECK(ends == 2);
  CHECK_FALSE(lisp.poll_is_due());
  lisp.poll();  // nothing runs: nothing happens
}

TEST_CASE("a descriptor is served while Lisp sleeps", "[natives]") {
  Interpreter lisp;
  int ends[2] = {};
  REQUIRE(::pipe(ends) == 0);
  int served = 0;
  const tessera::ObjectRef serve = lisp.make_function("serve", [&] {
    char byte = 0;
    served += static_cast<int>(::read(ends[0], &byte, 1));
  });
  lisp.on_readable(ends[0], serve);
  CHECK(::write(ends[1], "ab", 2) == 2);
  lisp.eval("(sleep 0.05) (sleep 0.05)");
  CHECK(served == 2);
  lisp.on_readable(-1, {});
  CHECK(::write(ends[1], "c", 1) == 1);
  lisp.eval("(sleep 0.05)");
  CHECK(served == 2);
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_CASE("natives read structures and make similar ones", "[natives]") {
  Interpreter lisp;
  lisp.eval("(defstruct die (sides 6) name) (defstruct coin (sides 2) name)");
  const tessera::ObjectRef model = lisp.eval("(make-die)");
  lisp.define("is-die", [&](Word w) { return words::is_instance_like(w, model.word()); });
  lisp.define("larger", [&](const Lisp& l, Word die) {
    const Word slots[] = {words::fixnum(words::fixnum_value(words::slot(die, 0)) + 2), words::slot(die, 1)};
    return words::instance_like(l.state(), model.word(), slots);
  });
  CHECK(lisp.eval("(mapcar #'is-die (list (make-die) (make-coin) 6 'die #(6 nil) (find-class 'die)))").text() == "(T NIL NIL NIL NIL NIL)");
  CHECK(lisp.eval("(let ((die (larger (make-die :name \"d6\")))) (tessera:gc) (list (die-p die) die))").text() ==
        "(T #S(DIE :SIDES 8 :NAME \"d6\"))");
  CHECK(lisp.eval("(let ((die (make-die :sides 0))) (dotimes (i 100000 (die-sides die)) (setf die (larger die))))").text() == "200000");
}

TEST_CASE("views of text as parameters hold the text while the body runs", "[natives]") {
  Interpreter lisp;
  const std::string text(100, 'y');
  const auto is_text = [&](std::string_view shown) { return shown == text; };
  lisp.eval("(defvar *text* (make-string 100 :initial-element #\\y))");
  lisp.define("view", [&](std::string_view s) { return is_text(s); });
  lisp.define("view-by-reference", [&](const std::string_view& s) { return is_text(s); });
  lisp.define("characters", [&](const char* s) { return is_text(s); });
  lisp.define("perhaps-view", [&](std::optional<std::string_view> s) { return s && is_text(*s); });
  lisp.define("perhaps-characters", [&](const std::optional<const char*>& s) { return s && is_text(*s); });
  lisp.define("two", [&](std::string_view s, const char* c) { return is_text(s) && is_text(c); });
  for (const char* name : {"view", "view-by-reference", "characters", "perhaps-view", "perhaps-characters"}) {
    INFO(name);
    CHECK(lisp.eval<bool>("(" + std::string(name) + " *text*)"));
    CHECK_THROWS_AS(lisp.eval("(" + std::string(name) + " 5)"), tessera::Error);
  }
  CHECK(lisp.eval<bool>("(two *text* (copy-seq *text*))"));
  CHECK_FALSE(lisp.eval<bool>("(perhaps-view)"));
  CHECK_FALSE(lisp.eval<bool>("(perhaps-characters nil)"));
}

TEST_CASE("C++ functions can have their own package", "[natives]") {
  Interpreter lisp;
  const tessera::FunctionPackage dice(lisp, "DICE");
  dice.define(
      "sides", "", [] { return 6; }, "Return how many sides a die has.");
  CHECK(lisp.eval("(multiple-value-list (find-symbol \"SIDES\" \"DICE\"))").text() == "(DICE::SIDES :INTERNAL)");
  dice.export_functions();
  CHECK(lisp.eval<int>("(dice:sides)") == 6);
  const tessera::FunctionPackage same(lisp, "DICE");
  same.define(
      "corners", "", [] { return 8; }, "Return how many corners a die has.");
  CHECK(lisp.eval<int>("(+ (dice:sides) (dice::corners))") == 14);
  CHECK(lisp.eval("(package-use-list \"DICE\")").text() == "NIL");
}

}  // namespace
