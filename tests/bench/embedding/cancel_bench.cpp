// How soon a cancellation from another thread ends an evaluation: of the scripts and the natives with large arguments
// that the tests of time limits use, the longest of some cancellations at random times.
//
//     ninja -C build/release tessera_cancel_bench && build/release/tessera_cancel_bench [SECONDS]
//
// Processor time of the evaluating thread between the call of `cancel` and the end of the evaluation, so other programs
// do not count. Prints what took more than a millisecond, the longest first. Cancels for at least SECONDS, or once
// each.
#include <pthread.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <thread>
#include <utility>
#include <vector>

#include "../../cpp/attempts.hpp"
#include "../../cpp/long_scripts.hpp"
#include "../../cpp/natives.hpp"

namespace {

using namespace std::chrono_literals;

std::uint64_t chance = 88172645463325252u;
std::uint64_t random_number() {
  chance = chance * 6364136223846793005u + 1442695040888963407u;
  return chance >> 33;
}

std::chrono::nanoseconds time_of(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec);
}

tessera::Options options() {
  tessera::Options made = tessera::Options::sandboxed();
  made.heap_limit_bytes = std::size_t{64} << 20;
  made.output = made.error_output = [](std::string_view) {};
  return made;
}

/// Cancels an evaluation once it has computed for `delay`. Returns the time from then to its end; 0 if it had ended.
std::chrono::nanoseconds cancel_after(tessera::Interpreter& lisp, const std::string& form, std::chrono::nanoseconds delay) {
  clockid_t clock{};
  pthread_getcpuclockid(pthread_self(), &clock);
  const auto begin = time_of(clock);
  std::atomic<bool> ended = false;
  std::chrono::nanoseconds cancelled_at{};
  std::thread other([&] {
    const auto waits_since = std::chrono::steady_clock::now();  // what waits for another thread uses no time of its own
    while (!ended && time_of(clock) - begin < delay && std::chrono::steady_clock::now() - waits_since < 20 * delay)
      std::this_thread::sleep_for(100us);
    cancelled_at = time_of(clock);
    lisp.cancel();
  });
  const Result r = eval(lisp, form);
  const auto end = time_of(clock);
  ended = true;
  other.join();
  return r.message == "evaluation cancelled" ? end - cancelled_at : 0ns;
}

class Longest {
 public:
  void note(const std::string& name, std::chrono::nanoseconds time) {
    ++count_;
    if (time > 1ms) found_[name] = std::max(found_[name], time);
  }
  void print() const {
    std::vector<std::pair<std::chrono::nanoseconds, std::string>> rows;
    for (const auto& [name, time] : found_) rows.emplace_back(time, name);
    std::sort(rows.rbegin(), rows.rend());
    std::printf("%zu cancellations\n", count_);
    for (const auto& [time, name] : rows) std::printf("%8.1f ms  %s\n", static_cast<double>(time.count()) / 1e6, name.c_str());
  }

 private:
  std::map<std::string, std::chrono::nanoseconds> found_;
  std::size_t count_ = 0;
};

std::chrono::nanoseconds random_delay() { return std::chrono::microseconds(1000 + random_number() % 30000); }

void cancel_scripts(Longest& longest) {
  for (const char* script : long_scripts) {
    tessera::Interpreter lisp(options());
    longest.note(script, cancel_after(lisp, script, random_delay()));
  }
}

void cancel_natives(Longest& longest) {
  for (const KnownNative& native : all_natives()) {
    if (native.name == "tessera::|%LEAVE-TO-HOST|" || native.arity.most == 0) continue;
    std::string arguments;
    for (unsigned i = 0; i < std::max<unsigned>(native.arity.least, 1); ++i)
      arguments += std::string(large_arguments[random_number() % std::size(large_arguments)]) + " ";
    tessera::Interpreter lisp(options());
    if (!eval(lisp, "(progn (defvar *arguments* (list " + arguments + ")) nil)").ok) continue;
    const std::string call = "(loop (ignore-errors (apply #'" + native.name + " *arguments*)))";
    longest.note("(" + native.name + " " + arguments + ")", cancel_after(lisp, call, random_delay()));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 0;
  const auto begin = std::chrono::steady_clock::now();
  Longest longest;
  do {
    cancel_scripts(longest);
    cancel_natives(longest);
  } while (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() < seconds);
  longest.print();
}
