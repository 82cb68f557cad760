// Conversions of C++ types to Lisp objects and back.
#include <chrono>
#include <complex>
#include <deque>
#include <filesystem>
#include <functional>
#include <limits>
#include <list>
#include <map>
#include <numeric>
#include <set>
#include <system_error>
#include <unordered_map>
#include <unordered_set>

#include "lisp.hpp"

enum class Color { red, blue };

template <> struct tessera::EnumNames<Color> {
  static constexpr std::pair<Color, const char*> names[] = {{Color::red, "RED"}, {Color::blue, "BLUE"}};
};

struct Point {
  int x, y;
  friend bool operator==(const Point&, const Point&) = default;
};

// A type of one's own, as a cons.
template <> struct tessera::Conversion<Point> {
  static std::optional<Point> from(const Lisp& lisp, Word w) {
    if (!words::is_cons(w)) return std::nullopt;
    const auto x = Conversion<int>::from(lisp, words::car(w)), y = Conversion<int>::from(lisp, words::cdr(w));
    return x && y ? std::optional(Point{*x, *y}) : std::nullopt;
  }
  static Word to(const Lisp& lisp, const Point& p) { return words::cons(lisp.state(), lisp.word(p.x), lisp.word(p.y)); }
  static std::string expected(const Lisp&) { return "cons"; }
};

namespace {

using tessera::Interpreter;

/// `x` as Lisp prints it, having been there and back.
template <class T> std::string there_and_back(Interpreter& lisp, const T& x) {
  const tessera::ObjectRef object = lisp.make(x);
  CHECK(object.as<T>() == x);
  return object.text();
}

TEST_CASE("C++ values survive conversion to Lisp and back", "[conversions]") {
  Interpreter lisp;
  CHECK(there_and_back(lisp, true) == "T");
  CHECK(there_and_back(lisp, false) == "NIL");
  CHECK(there_and_back(lisp, -5) == "-5");
  CHECK(there_and_back(lisp, std::int8_t{-128}) == "-128");
  CHECK(there_and_back(lisp, std::uint16_t{65535}) == "65535");
  CHECK(there_and_back(lisp, std::numeric_limits<std::int64_t>::min()) == "-9223372036854775808");
  CHECK(there_and_back(lisp, std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
  CHECK(there_and_back(lisp, 1.5f) == "1.5");
  CHECK(there_and_back(lisp, 1.5) == "1.5d0");
  CHECK(there_and_back(lisp, 1e300) == "1.0d300");
  CHECK(there_and_back(lisp, U'\u00fc') == "#\\\u00fc");
  CHECK(there_and_back(lisp, std::string("gr\u00fcn \"x\"")) == "\"gr\u00fcn \\\"x\\\"\"");
  CHECK(there_and_back(lisp, std::string("a\0b", 3)).size() == 5);
  CHECK(there_and_back(lisp, std::vector<int>{1, 2, 3}) == "#(1 2 3)");
  CHECK(there_and_back(lisp, std::vector<std::uint8_t>{0, 255}) == "#(0 255)");
  CHECK(there_and_back(lisp, std::vector<double>{0.5, 2}) == "#(0.5d0 2.0d0)");
  CHECK(there_and_back(lisp, std::vector<std::string>{"a", "b"}) == "#(\"a\" \"b\")");
  CHECK(there_and_back(lisp, std::vector<std::vector<int>>{{1}, {}}) == "#(#(1) #())");
  CHECK(there_and_back(lisp, std::array<int, 2>{7, 8}) == "#(7 8)");
  CHECK(there_and_back(lisp, std::list<std::string>{"x", "y"}) == "(\"x\" \"y\")");
  CHECK(there_and_back(lisp, std::make_tuple(1, std::string("b"), U'c')) == "(1 \"b\" #\\c)");
  CHECK(there_and_back(lisp, std::make_pair(1, 2.0)) == "(1 2.0d0)");
  CHECK(there_and_back(lisp, std::optional<int>()) == "NIL");
  CHECK(there_and_back(lisp, std::optional<int>(4)) == "4");
  CHECK(there_and_back(lisp, Color::blue) == ":BLUE");
  CHECK(there_and_back(lisp, tessera::SymbolName{"CAR", "COMMON-LISP"}) == "CAR");
  CHECK(there_and_back(lisp, tessera::Rational{2, 3}) == "2/3");
  CHECK(there_and_back(lisp, tessera::Rational{4, 1}) == "4");
  CHECK(there_and_back(lisp, tessera::DecimalInteger{"-123456789012345678901234567890"}) == "-123456789012345678901234567890");
  CHECK(there_and_back(lisp, Point{3, 4}) == "(3 . 4)");
  CHECK(there_and_back(lisp, std::vector<Point>{{1, 2}}) == "#((1 . 2))");
  CHECK(there_and_back(lisp, std::map<std::string, int>{{"a", 1}, {"b", 2}}).substr(0, 12) == "#<HASH-TABLE");
  CHECK(there_and_back(lisp, std::unordered_map<int, std::vector<int>>{{1, {1}}, {2, {2, 2}}}).substr(0, 12) == "#<HASH-TABLE");
  using Any = std::variant<std::monostate, bool, int, double, std::string, Color>;
  for (const Any& any : {Any(), Any(true), Any(5), Any(0.5), Any("text"), Any(Color::red)}) there_and_back(lisp, any);
  const int numbers[] = {1, 2};
  CHECK(lisp.make(std::span(numbers)).text() == "#(1 2)");
  CHECK(lisp.make("literal").text() == "\"literal\"");
  CHECK(lisp.make(std::string_view("view")).text() == "\"view\"");
  CHECK(lisp.make(nullptr).text() == "NIL");
}

/// A class that is used like std::map under another name.
struct Prices : std::map<std::string, int> {};

TEST_CASE("containers are recognised by their operations", "[conversions]") {
  Interpreter lisp;
  Prices prices;
  prices["pear"] = 3;
  CHECK(there_and_back(lisp, prices).find("HASH-TABLE") != std::string::npos);
  CHECK(lisp.call<int>("gethash", "pear", prices) == 3);
  CHECK_THROWS_AS(lisp.make(5).as<Prices>(), tessera::Error);
  CHECK(there_and_back(lisp, std::list<std::string>{"a", "b"}) == "(\"a\" \"b\")");
  static_assert(tessera::detail::Map<std::map<int, int>> && tessera::detail::Map<std::unordered_map<std::string, std::unique_ptr<int>>>);
  static_assert(!tessera::detail::Map<std::multimap<int, int>> && !tessera::detail::Map<std::vector<int>>);
  static_assert(tessera::detail::List<std::list<int>> && !tessera::detail::List<std::vector<int>> && !tessera::detail::List<std::string>);
  using tessera::Function;
  static_assert(std::is_same_v<decltype(tessera::Conversion<std::function<int()>>::from(lisp, {}))::value_type, std::function<int()>>);
  static_assert(std::is_same_v<decltype(tessera::Conversion<Function<int()>>::from(lisp, {}))::value_type, Function<int()>>);
}

TEST_CASE("objects of another type, or out of range, are refused by name", "[conversions]") {
  Interpreter lisp;
  const auto refused = [&](const std::string& form, auto wanted) {
    using T = decltype(wanted);
    INFO(form);
    const tessera::ObjectRef object = lisp.eval(form);
    CHECK_FALSE(object.template try_as<T>().has_value());
    const Result r = attempt([&] { return object.template as<T>(), object; });
    CHECK(r.condition == "TYPE-ERROR");
    return r.message;
  };
  CHECK(refused("300", std::int8_t{}).find("(SIGNED-BYTE 8)") != std::string::npos);
  CHECK(refused("-1", std::uint32_t{}).find("(UNSIGNED-BYTE 32)") != std::string::npos);
  refused("(expt 2 63)", std::int64_t{});
  refused("(expt 2 64)", std::uint64_t{});
  refused("(- (expt 10 40))", std::int64_t{});
  refused("1.0", 0);
  refused("1/2", 0);
  refused("'a", 0.0);
  refused("#c(1 2)", 0.0);
  refused("'text", std::string());
  refused("#\\a", std::string());
  refused("\"a\"", U'a');
  refused("'(1 2 . 3)", std::vector<int>());
  refused("'(1 a)", std::vector<int>());
  refused("#(1 256)", std::vector<std::uint8_t>());
  refused("(let ((l (list 1 2))) (setf (cdr (last l)) l))", std::list<int>());
  refused("#2a((1 2) (3 4))", std::vector<int>());
  refused("'(1 2 3)", std::array<int, 2>());
  refused("'(1)", std::make_tuple(1, 2));
  refused(":green", Color::red);
  refused("'red", Color::red);
  refused("5", tessera::SymbolName());
  refused("1.5", tessera::Rational());
  refused("(/ (expt 10 30) 7)", tessera::Rational());
  refused("'(a . 1)", std::map<std::string, int>());
  refused("(let ((h (make-hash-table))) (setf (gethash 1 h) 2) h)", std::map<std::string, int>());
  refused("'sym", std::variant<int, std::string>());
  refused("'(1 . 2.5)", Point());
}

TEST_CASE("sequences of every kind convert to containers", "[conversions]") {
  Interpreter lisp;
  for (const char* form : {"'(1 2 3)", "#(1 2 3)", "(vector 1 2 3)", "(coerce '(1 2 3) '(vector (signed-byte 32)))",
                           "(make-array 3 :element-type '(unsigned-byte 8) :initial-contents '(1 2 3))",
                           "(make-array 5 :fill-pointer 3 :initial-contents '(1 2 3 4 5))",
                           "(make-array 3 :displaced-to (vector 0 1 2 3) :displaced-index-offset 1)",
                           "(make-array 3 :element-type '(signed-byte 32) :displaced-index-offset 1 :displaced-to"
                           " (make-array 4 :element-type '(signed-byte 32) :initial-contents '(0 1 2 3)))"}) {
    INFO(form);
    CHECK(lisp.eval<std::vector<int>>(form) == std::vector<int>{1, 2, 3});
    CHECK(lisp.eval<std::list<long>>(form) == std::list<long>{1, 2, 3});
    CHECK(lisp.eval<std::vector<double>>(form) == std::vector<double>{1, 2, 3});
  }
  CHECK(lisp.eval<std::vector<char32_t>>("\"ab\u03bb\"") == std::vector<char32_t>{U'a', U'b', U'\u03bb'});
  CHECK(lisp.eval<std::vector<int>>("nil").empty());
  CHECK(lisp.eval<std::vector<int>>("#*101") == std::vector<int>{1, 0, 1});
  CHECK(lisp.eval<std::vector<bool>>("'(t nil 5)") == std::vector<bool>{true, false, true});
  CHECK(lisp.eval<std::vector<bool>>("#*1011") == std::vector<bool>{true, false, true, true});
  CHECK(lisp.eval<std::vector<bool>>("(make-array 2 :element-type 'bit :displaced-to #*0010 :displaced-index-offset 1)") ==
        std::vector<bool>{false, true});
  CHECK(lisp.eval<std::vector<bool>>("#*").empty());
}

TEST_CASE("a conversion error names the unsuitable element, not the container", "[conversions]") {
  Interpreter lisp;
  const auto complaint = [&]<class T>(std::type_identity<T>, const char* form) {
    try {
      (void)lisp.eval<T>(form);
    } catch (const tessera::Error& e) { return std::string(e.what()); }
    return std::string("no error");
  };
  using Names = std::vector<std::string>;
  CHECK(complaint(std::type_identity<std::vector<int>>(), "'(1 2 x)") == "X is not of type (SIGNED-BYTE 32)");
  CHECK(complaint(std::type_identity<std::list<Names>>(), "'((\"a\") (\"b\" 3))") == "3 is not of type STRING");
  CHECK(complaint(std::type_identity<std::vector<int>>(), "'x") == "X is not of type SEQUENCE");
  CHECK(complaint(std::type_identity<std::vector<int>>(), "'(1 . 2)") == "(1 . 2) is not of type SEQUENCE");
  CHECK(complaint(std::type_identity<std::pair<int, std::string>>(), "'(1 2)") == "2 is not of type STRING");
  CHECK(complaint(std::type_identity<std::pair<int, int>>(), "'(1)") == "(1) is not of type (OR (VECTOR * 2) (CONS T (CONS T NULL)))");
  CHECK(complaint(std::type_identity<std::array<int, 2>>(), "'(1 2 3)") ==
        "(1 2 3) is not of type (OR (VECTOR * 2) (CONS T (CONS T NULL)))");
  CHECK(complaint(std::type_identity<std::array<int, 2>>(), "'(1 nil)") == "NIL is not of type (SIGNED-BYTE 32)");
  CHECK(complaint(std::type_identity<std::optional<Names>>(), "'(4)") == "4 is not of type STRING");
  CHECK(complaint(std::type_identity<std::optional<int>>(), "'x") == "X is not of type (OR NULL (SIGNED-BYTE 32))");
  CHECK(complaint(std::type_identity<std::map<std::string, int>>(), "(let ((h (make-hash-table))) (setf (gethash \"a\" h) :b) h)") ==
        ":B is not of type (SIGNED-BYTE 32)");
  lisp.define("sum", [](const std::vector<int>& numbers) { return numbers.size(); });
  CHECK(complaint(std::type_identity<int>(), "(sum '(1 2 y))") == "SUM: Y is not of type (SIGNED-BYTE 32)");
}

TEST_CASE("unconvertible C++ values are C++ errors", "[conversions]") {
  Interpreter lisp, other;
  CHECK_THROWS_AS(lisp.make(tessera::Rational{1, 0}), std::invalid_argument);
  CHECK_THROWS_AS(lisp.make(tessera::DecimalInteger{"12x"}), std::invalid_argument);
  CHECK_THROWS_AS(lisp.make(tessera::DecimalInteger{""}), std::invalid_argument);
  CHECK_THROWS_AS(lisp.make(tessera::SymbolName{"X", "NO-SUCH-PACKAGE"}), std::invalid_argument);
  CHECK_THROWS_AS(lisp.make(static_cast<Color>(7)), std::invalid_argument);
  CHECK_THROWS_AS(lisp.make(char32_t{0x110000}), std::invalid_argument);
  CHECK_THROWS_AS(lisp.call("list", other.make(1.5)), std::invalid_argument);
}

TEST_CASE("functions convert in both directions", "[conversions]") {
  Interpreter lisp;
  lisp.define("SUM-OF", [](const std::function<int(int)>& f, int n) {
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += f(i);
    return sum;
  });
  CHECK(lisp.eval<int>("(sum-of (lambda (x) (* x x)) 4)") == 14);
  CHECK(lisp.eval<int>("(sum-of '1+ 4)") == 10);
  CHECK(eval(lisp, "(sum-of 5 4)").condition == "TYPE-ERROR");
  CHECK(eval(lisp, "(sum-of (lambda (x) x \"text\") 4)").condition == "TYPE-ERROR");
  CHECK(lisp.call<std::vector<int>>("mapcar", std::function<int(int)>([](int x) { return -x; }), std::list<int>{1, 2}) ==
        std::vector<int>{-1, -2});
  lisp.define("ADDER", [](int n) { return std::function<int(int)>([n](int x) { return n + x; }); });
  CHECK(lisp.eval<int>("(funcall (adder 3) 4)") == 7);
  const auto add = lisp.function<int(int, int)>("+");
  CHECK(add(40, 2) == 42);
  const auto later = lisp.function<std::string(std::string)>("shout");
  CHECK_THROWS_AS(later("a"), tessera::Error);
  lisp.eval("(defun shout (s) (string-upcase s))");
  CHECK(later("a") == "A");
  lisp.eval("(defun shout (s) (reverse s))");
  CHECK(later("ab") == "ba");
}

TEST_CASE("multiple values convert to a tuple", "[conversions]") {
  Interpreter lisp;
  const auto [quotient, remainder] = lisp.call<std::tuple<int, int>>("floor", 7, 2);
  CHECK(quotient == 3);
  CHECK(remainder == 1);
  CHECK(lisp.call<std::tuple<int, bool>>("identity", 5) == std::make_tuple(5, false));  // there is no second value
  CHECK(lisp.eval<std::tuple<int, int>>("(floor 47 10)") == std::make_tuple(4, 7));
  CHECK(lisp.eval<std::tuple<int, int>>("(list 4 7)") == std::make_tuple(4, 7));  // or a list, as there is a single value
  CHECK(lisp.eval<std::tuple<std::vector<int>, bool>>("(list 4 7)") == std::make_tuple(std::vector<int>{4, 7}, false));
  CHECK_THROWS_AS((lisp.eval<std::tuple<int, int>>("(list 4 5 6)")), tessera::Error);
  CHECK_THROWS_AS((lisp.eval<std::tuple<int, int>>("(values 1 :b)")), tessera::Error);
  lisp.define("BOTH", [](int a) { return std::make_tuple(a, std::to_string(a)); });
  lisp.define("NO-VALUES", [] { return std::tuple<>(); });
  CHECK(outcome(lisp, "(multiple-value-list (both 5))") == "(5 \"5\")");
  CHECK(outcome(lisp, "(multiple-value-list (no-values))") == "NIL");
}

TEST_CASE("sets, deques, complex numbers, times and file names convert", "[conversions]") {
  using namespace std::chrono_literals;
  Interpreter lisp;
  CHECK(lisp.eval<std::set<int>>("'(3 1 3)") == std::set<int>{1, 3});
  CHECK(lisp.make(std::set<std::string>{"b", "a"}).text() == "(\"a\" \"b\")");
  CHECK(lisp.eval<std::unordered_set<int>>("#(3 1 3)").size() == 2);
  CHECK(lisp.eval<std::deque<int>>("'(1 2)") == std::deque<int>{1, 2});
  CHECK(lisp.make(std::deque<bool>{true, false}).text() == "#(T NIL)");
  CHECK(lisp.eval<std::complex<double>>("#c(1 2)") == std::complex<double>(1, 2));
  CHECK(lisp.eval<std::complex<float>>("1/2") == std::complex<float>(0.5F));
  CHECK(lisp.make(std::complex<double>(1, 2)).text() == "#C(1.0d0 2.0d0)");
  CHECK(lisp.eval<std::chrono::milliseconds>("3/2") == 1500ms);
  CHECK(lisp.eval<std::chrono::minutes>("120") == 2min);
  CHECK(lisp.eval<std::chrono::nanoseconds>("4000000000") == 4000000000s / 1);
  CHECK(lisp.eval<std::chrono::duration<double>>("0.25") == 250ms);
  CHECK_FALSE(lisp.eval("1e30").try_as<std::chrono::nanoseconds>());
  CHECK(lisp.make(2min).text() == "120");
  CHECK(lisp.make(1500ms).text() == "1.5d0");
  CHECK(lisp.make(3000ms).text() == "3");
  const std::chrono::system_clock::time_point epoch;
  CHECK(lisp.make(epoch).text() == "2208988800");  // (encode-universal-time 0 0 0 1 1 1970 0)
  CHECK(lisp.eval<std::chrono::system_clock::time_point>("2208988801") == epoch + 1s);
  CHECK(lisp.eval<std::filesystem::path>("\"a/b.txt\"") == "a/b.txt");
  CHECK(lisp.eval<std::filesystem::path>("#p\"a/b.txt\"") == "a/b.txt");
  CHECK_FALSE(lisp.eval("#p\"*.txt\"").try_as<std::filesystem::path>());
  CHECK(lisp.make(std::filesystem::path("a/b")).text() == "\"a/b\"");
  for (const char* wrong : {"'(1 :b)", "\"ab\""}) CHECK_FALSE(lisp.eval(wrong).try_as<std::set<int>>());
}

TEST_CASE("a weak_ptr is its object as long as that lives, and NIL then", "[conversions]") {
  struct Thing {
    int n = 7;
  };
  Interpreter lisp;
  lisp.define_class<Thing>("thing").property("thing-n", &Thing::n);
  auto thing = std::make_shared<Thing>();
  const std::weak_ptr<Thing> weak = thing;
  lisp.define("thing", [&weak] { return weak; });
  lisp.define("weak-n", [](const std::weak_ptr<Thing>& w) { return w.lock()->n; });
  CHECK(lisp.eval<int>("(thing-n (thing))") == 7);
  CHECK(lisp.eval<int>("(weak-n (thing))") == 7);
  thing.reset();
  lisp.collect();
  CHECK(lisp.eval("(thing)").text() == "NIL");
}

/// A class like std::expected, which C++20 does not have.
template <class T, class E> struct Expected {
  using value_type = T;
  using error_type = E;
  using unexpected_type = E;
  std::variant<T, E> held;
  bool has_value() const { return held.index() == 0; }
  const T& operator*() const { return std::get<0>(held); }
  const E& error() const { return std::get<1>(held); }
};

TEST_CASE("an expected result is its value or an error", "[conversions]") {
  Interpreter lisp;
  lisp.define("half", [](int n) -> Expected<int, std::string> {
    if (n % 2 != 0) return {"an odd number"};
    return {n / 2};
  });
  lisp.define("open-it", [] { return Expected<int, std::error_code>{std::make_error_code(std::errc::no_such_file_or_directory)}; });
  lisp.define("run-it", [] { return Expected<int, std::runtime_error>{std::runtime_error("it broke")}; });
  CHECK(lisp.eval<int>("(half 6)") == 3);
  CHECK(eval(lisp, "(half 7)").message == "HALF: an odd number");
  CHECK(outcome(lisp, "(handler-case (half 7) (error () :odd))") == ":ODD");
  CHECK(eval(lisp, "(open-it)").message.find("o such file") != std::string::npos);
  CHECK(eval(lisp, "(run-it)").message == "RUN-IT: it broke");
}

TEST_CASE("a span is a vector of Lisp in place", "[conversions]") {
  Interpreter lisp;
  lisp.define("total", [](std::span<const double> v) { return std::accumulate(v.begin(), v.end(), 0.0); });
  lisp.define("scale", [](std::span<double> v, double by) {
    for (double& x : v) x *= by;
  });
  lisp.define("increment-after", [](const tessera::Lisp& l, const tessera::ObjectRef& f, std::span<std::uint8_t> v) {
    l.call(f);  // collects; what it writes elsewhere stays
    for (std::uint8_t& x : v) x += 1;
  });
  lisp.define("dot3", [](std::span<const float, 3> v) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; });
  lisp.eval(
      "(defun doubles (n) (make-array n :element-type 'double-float :initial-element 1d0))"
      "(defun octets (n) (make-array n :element-type '(unsigned-byte 8) :initial-element 1))");
  for (const char* size : {"3", "100000"}) {  // young ones, and large ones, which do not move
    INFO(size);
    const std::string n = size;
    CHECK(lisp.eval<double>("(total (doubles " + n + "))") == std::stod(n));
    CHECK(lisp.eval<double>("(let ((v (doubles " + n + "))) (scale v 2) (scale v 3) (aref v 2))") == 6);
    CHECK(lisp.eval<int>("(let ((v (octets " + n +
                         "))) (increment-after (lambda () (dotimes (i 100000) (make-array 20))) v) (aref v 2))") == 2);
  }
  CHECK(lisp.eval<double>("(total '(1 2.5 1/2))") == 4);  // const: a copy of any sequence of numbers
  CHECK(lisp.eval<float>("(dot3 #(1 2 3))") == 14);
  CHECK(eval(lisp, "(dot3 #(1 2))").condition == "TYPE-ERROR");
  CHECK(eval(lisp, "(scale #(1 2) 2)").message == "SCALE: #(1 2) is not of type (VECTOR DOUBLE-FLOAT)");
  CHECK(eval(lisp, "(total '(1 :b))").condition == "TYPE-ERROR");
  CHECK(lisp.eval<double>(
            "(let ((v (make-array 3 :element-type 'double-float :adjustable t :initial-element 1d0))) (scale v 2) (aref v 0))") == 2);
  CHECK(lisp.self_check() == "");
}

struct Item {
  int n = 0;
};

TEST_CASE("containers of types that refer to something show what their argument or C++ holds", "[conversions]") {
  Interpreter lisp;
  lisp.define_class<Item>("item").constructor<>().property("n", &Item::n);
  using Reference = std::reference_wrapper<Item>;
  const auto count = [](auto&... items) {
    (++items.n, ...);
    return sizeof...(items);
  };
  lisp.define("in-vector", [&](const std::vector<Reference>& v) {
    for (Item& item : v) count(item);
    return v.size();
  });
  lisp.define("in-array", [&](const std::array<Reference, 2>& v) { return count(v[0].get(), v[1].get()); });
  lisp.define("in-pair", [&](std::pair<int, Reference> p) { return count(p.second.get()); });
  lisp.define("in-tuple", [&](const std::tuple<Reference, Reference>& t) { return count(std::get<0>(t).get(), std::get<1>(t).get()); });
  lisp.define("in-variant", [&](std::variant<int, Reference> v) { return count(std::get<Reference>(v).get()); });
  lisp.define("in-map", [&](const std::map<int, Reference>& m) { return count(m.at(1).get()); });
  lisp.define("in-optional", [&](std::optional<Reference> r) { return r ? count(r->get()) : 0; });
  lisp.define("alone", [&](Reference r) { return count(r.get()); });
  lisp.eval("(defvar *i* (make-item)) (defvar *table* (make-hash-table :test 'equal)) (setf (gethash 1 *table*) *i*)");
  CHECK(outcome(lisp,
                "(list (in-vector (list *i*)) (in-array (vector *i* *i*)) (in-pair (list 1 *i*)) (in-tuple (list *i* *i*)) "
                "(in-variant *i*) (in-map *table*) (in-optional *i*) (in-optional nil) (in-optional) (alone *i*))") ==
        "(1 2 1 2 1 1 1 0 0 1)");
  CHECK(outcome(lisp, "(n *i*)") == "10");
  for (const char* const form : {"(alone nil)", "(alone 1)", "(in-vector (list *i* nil))", "(in-variant :a)"}) {
    INFO(form);
    CHECK(eval(lisp, form).condition == "TYPE-ERROR");
  }

  std::string text = "ab";
  const double numbers[] = {1, 2};
  using View = std::string_view;
  CHECK(lisp.make(std::vector<View>{text}).text() == "#(\"ab\")");
  CHECK(lisp.make(std::pair<int, const char*>(1, "c")).text() == "(1 \"c\")");
  CHECK(lisp.make(std::tuple<View, View>(text, "d")).text() == "(\"ab\" \"d\")");
  CHECK(lisp.make(std::optional<const char*>("e")).text() == "\"e\"");
  CHECK(lisp.make(std::variant<int, View>(View("f"))).text() == "\"f\"");
  CHECK(lisp.make(std::set<View>{"g"}).text() == "(\"g\")");
  CHECK(lisp.make(std::vector<std::span<const double>>{numbers}).text() == "#(#(1.0d0 2.0d0))");
  CHECK(lisp.make(std::optional<std::span<const double>>(numbers)).text() == "#(1.0d0 2.0d0)");
  Item item{5};
  CHECK(lisp.call<int>("n", lisp.make(std::vector<Reference>{item}).elements()[0]) == 5);
  lisp.revoke(item);
}

}  // namespace
