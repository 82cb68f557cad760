// Two interpreters in two threads: they share only code and need no locks, and exchange C++ values. Only an interrupt
// may come from another thread.
#include <future>
#include <iostream>
#include <tessera/tessera.hpp>

static long primes_below(int from, int to) {
  tessera::Interpreter lisp;  // belongs to the thread that made it
  lisp.eval(R"(
    (defun prime-p (n)
      (and (> n 1) (loop for d from 2 to (isqrt n) never (zerop (mod n d)))))
    (defun primes (from to)
      (loop for n from from below to count (prime-p n))))");
  return lisp.call<long>("primes", from, to);
}

/// Evaluates an endless loop; `started` receives the interpreter to interrupt.
static std::string endless(std::promise<tessera::Interpreter*> started) {
  tessera::Interpreter lisp;
  lisp.define("tell-that-it-runs", [&] { started.set_value(&lisp); });
  try {
    lisp.eval("(tell-that-it-runs) (loop)");
  } catch (const tessera::Error& e) { return e.condition_class(); }
  return "it has ended";
}

int main() {
  auto low = std::async(std::launch::async, primes_below, 0, 10'000);
  auto high = std::async(std::launch::async, primes_below, 10'000, 20'000);
  std::cout << "primes: " << low.get() << " and " << high.get() << '\n';

  std::promise<tessera::Interpreter*> started;
  auto running = started.get_future();
  auto ended = std::async(std::launch::async, endless, std::move(started));
  running.get()->interrupt();
  std::cout << "the endless loop ended: " << ended.get() << '\n';
}
