// A fuzz target: code objects with random changes are refused, or run to a value or a condition. code_objects.lisp
// makes them; the input is just where its random numbers start.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>

#include "../cpp/attempts.hpp"

namespace {

/// Interrupts a trial that runs for long, and ends the program if it cannot be interrupted.
class Watch {
 public:
  Watch() : thread_([this] { run(); }) {}
  ~Watch() {
    done_ = true;
    thread_.join();
  }
  void start(tessera::Interpreter& lisp, std::uint64_t seed) {
    seed_ = seed;
    ticks_ = 0;
    lisp_ = &lisp;
  }
  void stop() {
    lisp_ = nullptr;
    while (busy_) std::this_thread::yield();
  }

 private:
  static constexpr int patience = 10, limit = 3000;  // of 10 ms

  void run() {
    while (!done_) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      busy_ = true;
      tessera::Interpreter* lisp = lisp_;
      if (lisp != nullptr && ++ticks_ > patience) lisp->interrupt();
      busy_ = false;
      if (ticks_ > limit) {
        std::fprintf(stderr, "seed %llu hangs\n", static_cast<unsigned long long>(seed_.load()));
        std::abort();
      }
    }
  }

  std::atomic<tessera::Interpreter*> lisp_{nullptr};
  std::atomic<bool> done_{false}, busy_{false};
  std::atomic<int> ticks_{0};
  std::atomic<std::uint64_t> seed_{0};
  std::thread thread_;
};

class Trials {
 public:
  ~Trials() { std::printf("%ld refused, %ld values, %ld conditions, %ld ended\n", refused_, values_, conditions_, ended_); }

  void run(std::uint64_t seed) {
    if (lisp_ == nullptr || ++since_start_ == trials_for_each_interpreter) start();
    if (std::getenv("TESSERA_FUZZ_SEEDS") != nullptr) std::fprintf(stderr, "seed %llu\n", static_cast<unsigned long long>(seed));
    watch_.start(*lisp_, seed);
    const Result r = eval(*lisp_, "(tessera::trial " + std::to_string(seed) + ")");
    watch_.stop();
    const std::string text = r.ok ? r.value.text() : "";
    ++(text == ":REFUSED" ? refused_ : text == ":VALUE" ? values_ : text == ":CONDITION" ? conditions_ : ended_);
  }

 private:
  static constexpr int trials_for_each_interpreter = 100;  // what changed code does to the library ends with it

  void start() {
    tessera::Options options;
    options.heap_limit_bytes = std::size_t{256} << 20;
    options.stack_limit_words = std::size_t{1} << 20;
    lisp_ = std::make_unique<tessera::Interpreter>(options);
    since_start_ = 0;
    const Result r = load(*lisp_, TESSERA_SOURCE_DIR "/tests/fuzz/code_objects.lisp");
    if (r.ok) return;
    std::fprintf(stderr, "%s: %s\n", r.condition.c_str(), r.message.c_str());
    std::abort();
  }

  std::unique_ptr<tessera::Interpreter> lisp_;
  int since_start_ = 0;
  long refused_ = 0, values_ = 0, conditions_ = 0, ended_ = 0;
  Watch watch_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Trials trials;
  std::uint64_t seed = 14695981039346656037U;  // FNV-1a
  for (std::size_t i = 0; i < size; ++i) seed = (seed ^ data[i]) * 1099511628211U;
  trials.run(seed >> 2);
  return 0;
}
