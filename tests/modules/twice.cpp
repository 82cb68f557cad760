// A module that defines functions, among them some that throw, and that keeps a count for its interpreter.
#include <stdexcept>

#include "tessera/module.hpp"

namespace {

class Refusal : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

tessera::ObjectRef caught_inside(tessera::Call& call) {
  try {
    throw Refusal(call.string_argument(0));
  } catch (const std::exception& e) { return call.string(e.what()); }
}

void load(tessera::Interpreter& lisp) {
  const auto calls = std::make_shared<std::int64_t>(0);
  lisp.keep(calls);
  lisp.define(
      "TWICE", "n",
      [count = calls.get()](tessera::Call& call) {
        ++*count;
        return call.integer(2 * call.integer_argument(0));
      },
      "Return N times two.");
  lisp.define("TWICE-CALLS", "", [count = calls.get()](tessera::Call& call) { return call.integer(*count); });
  lisp.define("THROW-REFUSAL", "text", [](tessera::Call& call) -> tessera::ObjectRef { throw Refusal(call.string_argument(0)); });
  lisp.define("CATCH-REFUSAL", "text", caught_inside);
  lisp.define("UNCAUGHT-EXCEPTIONS", "", [](tessera::Call& call) { return call.integer(std::uncaught_exceptions()); });
}

}  // namespace

TESSERA_MODULE(load)
