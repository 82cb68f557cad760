// Embedding: a program that lets Lisp call it, calls Lisp, and hears what went wrong.
#include <iostream>

#include "tessera/tessera.hpp"

int main() {
  tessera::Interpreter lisp;

  // A function of ours for Lisp to call. Arguments of another type become a TYPE-ERROR there.
  lisp.define(
      "TWICE", "n", [](tessera::Call& call) { return call.integer(2 * call.integer_argument(0)); }, "Return N times two.");

  // Text to evaluate. The value stays alive as long as we hold it, wherever the collector moves it.
  const tessera::Result defined = lisp.eval(R"(
    (defun report (numbers)
      (format nil "~{~a~^ ~}" (mapcar #'twice numbers)))
    (list 1 2 3))");
  std::cout << "a list from Lisp: " << defined.value.text() << '\n';

  // A call of a Lisp function, with objects for arguments.
  const tessera::Result report = lisp.call("report", {defined.value});
  std::cout << "doubled: " << report.value.display() << '\n';
  std::cout << "twice 21 is " << lisp.call("twice", {lisp.make_integer(21)}).value.integer().value() << '\n';

  // What nothing handles comes back as a value, not as an exception.
  const tessera::Result failed = lisp.eval("(report '(1 two))", "example");
  std::cout << failed.condition << ": " << failed.message << '\n' << failed.backtrace;
  return failed.ok ? 1 : 0;
}
