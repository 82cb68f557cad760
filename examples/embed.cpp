// Embedding: a program that lets Lisp call it, calls Lisp, and hears what went wrong.
#include <iostream>

#include "tessera/tessera.hpp"

int main() {
  tessera::Interpreter lisp;

  // A function of ours for Lisp to call. Arguments of another type are a TYPE-ERROR there.
  lisp.define(
      "twice", [](int n) { return 2 * n; }, "Return N times two.");

  // Text to evaluate. The value stays alive as long as we hold it, wherever the collector moves it.
  const tessera::ObjectRef list = lisp.eval(R"(
    (defun report (numbers)
      (format nil "~{~a~^ ~}" (mapcar #'twice numbers)))
    (list 1 2 3))");
  std::cout << "a list from Lisp: " << list.text() << '\n';

  // Calls of Lisp functions, with objects of Lisp and of C++ for arguments.
  std::cout << "doubled: " << lisp.call<std::string>("report", list) << '\n';
  std::cout << "doubled: " << lisp.call<std::string>("report", std::list{4, 5, 6}) << '\n';
  const auto twice = lisp.function<int(int)>("twice");
  std::cout << "twice 21 is " << twice(21) << '\n';

  // What nothing in Lisp handles is an exception.
  try {
    lisp.eval("(report '(1 two))", "example");
  } catch (const tessera::Error& e) {
    std::cout << e.condition_class() << ": " << e.what() << '\n' << e.backtrace();
    return 0;
  }
  return 1;
}
