// Typed functions: C++ functions that Lisp calls, Lisp functions that C++ calls, and errors between them.
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <tessera/tessera.hpp>
#include <vector>

enum class Coin { heads, tails };

// Enumerations are keywords in Lisp, with these names.
template <> struct tessera::EnumNames<Coin> {
  static constexpr std::pair<Coin, const char*> names[] = {{Coin::heads, "HEADS"}, {Coin::tails, "TAILS"}};
};

// Parameters and results are converted; an optional parameter is &OPTIONAL, a tuple of two results is two values.
static void define_functions(tessera::Interpreter& lisp) {
  lisp.define("greet",
              [](const std::string& name, std::optional<std::string> greeting) { return greeting.value_or("Hello") + ", " + name; });
  lisp.define("turn-over", [](Coin coin) { return coin == Coin::heads ? Coin::tails : Coin::heads; });
  lisp.define("lowest-and-highest", [](const std::vector<double>& numbers) {
    if (numbers.empty()) throw tessera::Error("simple-error", "no numbers, no lowest one");
    const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
    return std::tuple(*low, *high);
  });
  lisp.define("count-words", [](const std::vector<std::string>& words) {
    std::map<std::string, int> counts;  // a hash table in Lisp
    for (const auto& word : words) ++counts[word];
    return counts;
  });
  lisp.define("sum-of", [](const std::function<double(int)>& f, int n) {  // calls back into Lisp
    double sum = 0;
    for (int i = 1; i <= n; ++i) sum += f(i);
    return sum;
  });
}

static void call_them(tessera::Interpreter& lisp) {
  for (const char* form : {"(greet \"Ada\")", "(greet \"Ada\" \"Good morning\")", "(turn-over :heads)",
                           "(multiple-value-list (lowest-and-highest '(3 1/2 2.5)))",
                           "(gethash \"tea\" (count-words '(\"tea\" \"milk\" \"tea\")))", "(sum-of (lambda (i) (/ i 2)) 4)"})
    std::cout << form << " => " << lisp.eval(form).text() << '\n';
}

static void call_lisp(tessera::Interpreter& lisp) {
  lisp.eval("(defun average (&rest numbers) (/ (apply #'+ numbers) (length numbers)))");
  const auto average = lisp.function<double(int, int)>("average");  // follows redefinitions
  std::cout << "the average of 1 and 2 is " << average(1, 2) << '\n';
  const auto [quotient, remainder] = lisp.call<std::tuple<int, int>>("floor", 47, 10);
  std::cout << "47 = 10 * " << quotient << " + " << remainder << '\n';
  const auto sorted = lisp.call<std::vector<std::string>>("sort", std::vector<std::string>{"pear", "fig", "apple"}, lisp.symbol("string<"));
  std::cout << "sorted: " << sorted[0] << ' ' << sorted[1] << ' ' << sorted[2] << '\n';
}

// An unhandled Lisp error is a tessera::Error here. Arguments are checked before the function's body runs.
static void go_wrong(tessera::Interpreter& lisp) {
  for (const char* form : {"(turn-over :edge)", "(lowest-and-highest '())", "(average)"}) {
    try {
      lisp.eval(form);
    } catch (const tessera::Error& e) { std::cout << form << " => " << e.condition_class() << ": " << e.what() << '\n'; }
  }
  std::cout << lisp.eval<std::string>("(handler-case (turn-over 7) (type-error (e) (format nil \"not a coin: ~a\" (type-error-datum e))))")
            << '\n';
}

int main() {
  tessera::Interpreter lisp;
  define_functions(lisp);
  call_them(lisp);
  call_lisp(lisp);
  go_wrong(lisp);
}
