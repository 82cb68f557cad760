// One process that works for hours: a server of the game with somebody who plays in its pages, and beside them
// interpreters that are made, run random programs and scripts that limits end, and are destroyed.
//
//     ninja -C build/release tessera_soak && build/release/tessera_soak MINUTES      # in the project's folder
//
// Prints a line a minute with what the process takes. The exit status is 1 if something failed, or if memory grew by
// more than a tenth between the second quarter of the time and the last.
#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "tessera/tessera.hpp"

namespace {

using Clock = std::chrono::steady_clock;
using tessera::Interpreter;

std::atomic<bool> ends = false;
std::atomic<long> requests = 0, games = 0, failures = 0;

void report(const char* where, const char* what) {
  std::printf("%s: %s\n", where, what);
  std::fflush(stdout);
  ++failures;
}

/// Options that permit modules in C++.
tessera::Options with_modules() {
  tessera::Options options;
  options.permissions.shared_objects = true;
  return options;
}

/// Serves the game until an interrupt; `port` receives the port, 0 if there is none, `server` the interpreter to
/// interrupt.
void serve_pages(std::promise<int> port, std::promise<Interpreter*> server) {
  tessera::Options options = with_modules();
  bool serves = false;
  options.output = [&](std::string_view text) {
    const std::size_t at = text.find("127.0.0.1:");
    if (serves || at == std::string_view::npos) return;
    serves = true;
    port.set_value(std::atoi(text.data() + at + 10));
  };
  Interpreter lisp(options);
  server.set_value(&lisp);
  try {
    lisp.eval(R"((load "game/dice_of_doom_v4.lisp") (load "game/browser.lisp") (serve 'play-request-handler :port 0))");
  } catch (const tessera::Error& e) {
    if (!ends) report("the server", e.what());
    if (!serves) port.set_value(0);
  }
}

/// Plays game after game in the pages.
void play(int port) try {
  Interpreter lisp;
  lisp.eval(R"((load "tests/fuzz/soak.lisp"))");
  while (!ends) {
    lisp.call<void>("play-in-pages", port);
    requests = lisp.eval<long>("*requests*");
    games = lisp.eval<long>("*games*");
    for (const auto& fault : lisp.eval<std::vector<std::string>>("(shiftf *faults* '())")) report("the pages", fault.c_str());
  }
} catch (const std::exception& e) { report("the player", e.what()); }

/// A turn of an interpreter of its own: random programs, or a script that a limit or a lack of memory ends.
void turn(long number) try {
  static const char* const families[] = {"scheme", "arc", "clojure", "json", "continuations", "game-texts"};
  static const char* const hostile[] = {"(loop)",
                                        "(loop (make-array 100000))",
                                        "(labels ((f (n) (1+ (f n)))) (f 1))",
                                        "(let ((l '())) (loop (push 1 l)))",
                                        "(unwind-protect (loop) (loop))",
                                        "(loop (handler-case (error \"x\") (error () nil)))"};
  const long kind = number % 12;
  if (kind < 6) {
    Interpreter lisp(with_modules());
    lisp.eval("(load \"tests/fuzz/" + std::string(families[kind]) + ".lisp\")");
    lisp.eval("(" + std::string(families[kind]) + "-fuzz:run 100 " + std::to_string(number) + ")");
    return;
  }
  tessera::Options options = tessera::Options::sandboxed();
  options.heap_limit_bytes = std::size_t{16} << 20;
  options.limits.time = std::chrono::milliseconds(50);
  Interpreter lisp(options);
  try {
    lisp.eval(hostile[kind - 6]);
    report(hostile[kind - 6], "it ended by itself");
  } catch (const tessera::Error&) {}  // as expected: a limit, or no memory
  lisp.set_limits({});
  if (lisp.eval<int>("(+ 1 2)") != 3) report(hostile[kind - 6], "the interpreter is of no use afterwards");
} catch (const std::exception& e) { report("a turn", e.what()); }

struct Memory {
  double resident_mib, malloc_mib;
};

Memory memory() {
  long pages = 0, resident = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld %ld", &pages, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return {static_cast<double>(resident) / 256, static_cast<double>(mallinfo2().uordblks) / (1 << 20)};
}

/// True if the greatest of `figures` in the last quarter is at most a tenth above that in the second.
bool level(const std::vector<double>& figures) {
  const auto quarter = static_cast<std::ptrdiff_t>(figures.size() / 4);
  if (quarter == 0) return true;
  const auto greatest = [&](std::ptrdiff_t from) { return *std::max_element(figures.begin() + from, figures.begin() + from + quarter); };
  return greatest(static_cast<std::ptrdiff_t>(figures.size()) - quarter) <= 1.1 * greatest(quarter) + 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: tessera_soak MINUTES\n");
    return 2;
  }
  std::promise<int> port;
  std::promise<Interpreter*> server;
  auto announced = port.get_future();
  auto made = server.get_future();
  std::thread pages(serve_pages, std::move(port), std::move(server));
  Interpreter* const serving = made.get();
  const int number = announced.get();
  if (number == 0) std::quick_exit(1);
  std::thread player(play, number);

  std::vector<double> resident, used;
  long turns = 0;
  const auto start = Clock::now();
  for (int minute = 1; minute <= std::atoi(argv[1]); ++minute) {
    while (Clock::now() < start + std::chrono::minutes(minute)) turn(turns++);
    const Memory now = memory();
    resident.push_back(now.resident_mib);
    used.push_back(now.malloc_mib);
    std::printf("%4d min: %6ld interpreters, %6ld requests, %4ld games, %6.1f MiB resident, %5.1f of them by malloc, %ld failures\n",
                minute, turns, requests.load(), games.load(), now.resident_mib, now.malloc_mib, failures.load());
    std::fflush(stdout);
  }
  ends = true;
  player.join();
  serving->interrupt();
  pages.join();
  const bool steady = level(resident) && level(used);
  std::printf("memory %s\n", steady ? "is level" : "has grown");
  return failures == 0 && steady ? 0 : 1;
}
