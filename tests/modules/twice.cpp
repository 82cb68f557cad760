// A module that defines functions, among them some that throw, and that keeps a count for its interpreter.
#include <stdexcept>

#include "tessera/module.hpp"

namespace {

class Refusal : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

std::string caught_inside(const std::string& text) {
  try {
    throw Refusal(text);
  } catch (const std::exception& e) { return e.what(); }
}

void load(const tessera::Lisp& lisp) {
  const auto calls = std::make_shared<std::int64_t>(0);
  lisp.keep_alive(calls);
  const auto twice = [count = calls.get()](int n) {
    ++*count;
    return 2 * n;
  };
  lisp.define("TWICE", "n", twice, "Return N times two.");
  lisp.define("TWICE-CALLS", [count = calls.get()] { return *count; });
  lisp.define("THROW-REFUSAL", [](const std::string& text) { throw Refusal(text); });
  lisp.define("CATCH-REFUSAL", caught_inside);
  lisp.define("UNCAUGHT-EXCEPTIONS", [] { return std::uncaught_exceptions(); });
}

}  // namespace

TESSERA_MODULE(load)
