// What interpreters beside the first cost: a thousand of them live in one process.
//
//     ninja -C build/release tessera_interpreters_bench && build/release/tessera_interpreters_bench [HOW-MANY [FORM]]
//
// Each evaluates FORM, 1 if there is none. Private memory is what /proc/self/smaps_rollup tells; times are processor
// times.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <fstream>
#include <string>
#include <vector>

#include "tessera/tessera.hpp"

namespace {

double microseconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_nsec) / 1e3;
}

double private_kib() {
  std::ifstream file("/proc/self/smaps_rollup");
  double sum = 0;
  for (std::string line; std::getline(file, line);)
    if (line.rfind("Private_", 0) == 0) sum += std::atof(line.c_str() + line.find(':') + 1);
  return sum;
}

void print(const char* what, std::vector<double> times) {
  std::sort(times.begin(), times.end());
  std::printf("%s: %.0f microseconds, the median; %.0f the least\n", what, times[times.size() / 2], times[0]);
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t many = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1000;
  const char* const form = argc > 2 ? argv[2] : "1";
  std::deque<tessera::Interpreter> all(2);
  for (const auto& lisp : all) lisp.eval(form);
  std::vector<double> making, ending;
  const double before = private_kib();
  while (all.size() < many + 2) {
    const double begin = microseconds();
    all.emplace_back().eval(form);
    making.push_back(microseconds() - begin);
  }
  std::printf("%zu live: %.1f KiB private each\n", all.size(), (private_kib() - before) / static_cast<double>(many));
  while (all.size() > 2) {
    const double begin = microseconds();
    all.pop_back();
    ending.push_back(microseconds() - begin);
  }
  print("made", making);
  print("ended", ending);
}
