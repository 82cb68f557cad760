// A fuzz target: mutants of our own tests in a sandbox with limits end in time, with a value or a condition, and leave
// the heap in order. mutants.lisp makes them; the input is just where its random numbers start.
#include <time.h>
#include <chrono>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "../cpp/attempts.hpp"

namespace {

double processor_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9;
}

class Mutants {
 public:
  Mutants() {
    const Result r = load(maker_, TESSERA_SOURCE_DIR "/tests/fuzz/mutants.lisp");
    if (!r.ok) give_up(r.message);
    maker_.eval("(mutant-fuzz::take-folder \"" TESSERA_SOURCE_DIR "/tests/lisp\")");
  }
  ~Mutants() { std::printf("%ld values, %ld conditions\n", values_, conditions_); }

  void run(std::uint64_t seed) {
    if (std::getenv("TESSERA_FUZZ_SEEDS") != nullptr) std::fprintf(stderr, "seed %llu\n", static_cast<unsigned long long>(seed));
    const std::string text = maker_.call<std::string>("mutant-fuzz::mutant", static_cast<std::int64_t>(seed >> 2));
    if (victim_ == nullptr || ++since_start_ == trials_for_each_interpreter) start();
    const double begin = processor_seconds();
    const Result r = eval(*victim_, text);
    ++(r.ok ? values_ : conditions_);
    if (r.message.find("the compiler generated invalid code") != std::string::npos) give_up(r.message + " of " + text);
    if (processor_seconds() - begin > longest) give_up("it does not end in time: " + text);
    const std::string wrong = victim_->self_check();
    if (!wrong.empty()) give_up(wrong + " after " + text);
  }

 private:
  static constexpr int trials_for_each_interpreter = 50;
  static constexpr double longest = 0.5;  // with the message of an error, and cleanup forms

  void start() {
    tessera::Options options = tessera::Options::sandboxed();
    options.heap_limit_bytes = std::size_t{64} << 20;
    options.stack_limit_words = std::size_t{1} << 20;
    options.limits.time = std::chrono::milliseconds(50);
    options.output = options.error_output = [](std::string_view) {};
    victim_ = std::make_unique<tessera::Interpreter>(options);
    since_start_ = 0;
  }

  [[noreturn]] static void give_up(const std::string& why) {
    std::fprintf(stderr, "%s\n", why.c_str());
    std::abort();
  }

  tessera::Interpreter maker_{tessera::Options()};
  std::unique_ptr<tessera::Interpreter> victim_;
  int since_start_ = 0;
  long values_ = 0, conditions_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Mutants mutants;
  std::uint64_t seed = 14695981039346656037U;  // FNV-1a
  for (std::size_t i = 0; i < size; ++i) seed = (seed ^ data[i]) * 1099511628211U;
  mutants.run(seed);
  return 0;
}
