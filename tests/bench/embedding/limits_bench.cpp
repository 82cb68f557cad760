// What armed limits cost: programs of tests/bench/programs, in one process and in turns, without limits, with a limit
// of steps, of time, of both.
//
//     ninja -C build/release tessera_limits_bench && build/release/tessera_limits_bench tests/bench/programs
//
// Processor time of a program's `main`, medians of the rounds. With a program's name and `none`, `steps`, `time` or
// `both` it runs just that, once, for valgrind to count the instructions.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "tessera/tessera.hpp"

namespace {

constexpr int rounds = 7;
constexpr const char* programs[] = {"fib", "tak", "nqueens", "deriv", "mandelbrot", "tail_loop", "closures", "hash_fixnum", "clos", "sort"};

struct Arming {
  const char* name;
  tessera::Limits limits;
};
const Arming armings[] = {{"none", {}},
                          {"steps", {.steps = std::uint64_t{1} << 60, .time = {}}},
                          {"time", {.steps = 0, .time = std::chrono::hours(1)}},
                          {"both", {.steps = std::uint64_t{1} << 60, .time = std::chrono::hours(1)}}};

double seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

/// An interpreter that has the program, and prints nothing.
tessera::Interpreter with_program(const std::string& folder, const std::string& program) {
  tessera::Options options;
  options.output = [](std::string_view) {};
  tessera::Interpreter lisp(options);
  lisp.load(folder + "/" + program + ".lisp");
  return lisp;
}

double run(const tessera::Lisp& lisp, const Arming& arming) {
  lisp.set_limits(arming.limits);
  const double begin = seconds();
  lisp.call("main");
  return seconds() - begin;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + rounds / 2, values.end());
  return values[rounds / 2];
}

void compare(const std::string& folder, const std::string& program) {
  const tessera::Interpreter lisp = with_program(folder, program);
  std::vector<double> times[std::size(armings)];
  for (int i = 0; i < rounds; ++i)
    for (std::size_t k = 0; k < std::size(armings); ++k) times[k].push_back(run(lisp, armings[k]));
  const double none = median(times[0]);
  std::printf("| %s | %.3f |", program.c_str(), none);
  for (std::size_t k = 1; k < std::size(armings); ++k) std::printf(" %.2f |", median(times[k]) / none);
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : "tests/bench/programs";
  if (argc == 4) {
    for (const Arming& arming : armings)
      if (std::string_view(arming.name) == argv[3]) run(with_program(folder, argv[2]), arming);
    return 0;
  }
  std::printf("| program | seconds without limits | steps | time | both |\n|---|---:|---:|---:|---:|\n");
  for (const char* program : programs) compare(folder, program);
}
