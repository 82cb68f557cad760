// An interrupt that arrives during an evaluation, on machines of any speed.
#pragma once

#include <chrono>
#include <ctime>
#include <thread>

#include "lisp.hpp"

/// Interrupts the evaluation of `lisp` once the process has computed for a while, not counting other programs' time.
class InterruptSoon {
 public:
  explicit InterruptSoon(tessera::Interpreter& lisp)
      : thread_([&lisp, begin = std::clock()] {
          while (std::clock() - begin < CLOCKS_PER_SEC / (slow_build ? 1 : 20)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
          lisp.interrupt();
        }) {}
  ~InterruptSoon() { thread_.join(); }
  InterruptSoon(const InterruptSoon&) = delete;
  InterruptSoon& operator=(const InterruptSoon&) = delete;

 private:
  std::thread thread_;
};

/// Returns the outcome of `source` if an interrupt arrives a while after its start.
inline std::string interrupted_outcome(tessera::Interpreter& lisp, const std::string& source) {
  outcome(lisp, "(compile nil '(lambda () " + source + "))");  // so that it does not come while macros become machine code
  const InterruptSoon interrupt(lisp);
  return outcome(lisp, source);
}

/// True if `result` is a list of `value` and 1, the number of interrupts. With a collection at each safepoint, or a
/// sanitizer, scripts are slow and C++ is not: the code to be interrupted may be done by then.
inline bool came_once(const std::string& result, const std::string& value) {
  return result == "(" + value + " 1)" || ((collects_always || slow_build) && result == "(" + value + " 0)");
}
