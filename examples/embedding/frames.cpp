// A frame loop at 60 Hz beside a large heap: Lisp computes each frame, and the collector works in the rest of its time.
//
//     frames [MEGABYTES [FRAMES]]   500 megabytes of Lisp objects and 600 frames unless told otherwise
//     frames --demo                 a small world, without clocks: for the tests
//
// A frame is missed if Lisp, with the collector's pauses, takes longer than the frame. Processor time is counted, so
// that other programs on the machine do not matter. The demo counts pauses instead; each takes a millisecond or so.
#include <algorithm>
#include <chrono>
#include <ctime>
#include <iostream>
#include <string>
#include <string_view>
#include <tessera/tessera.hpp>
#include <thread>

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

namespace {

constexpr nanoseconds frame = nanoseconds(1s) / 60;

/// A world of trees. In each frame some grow anew, so the old ones become garbage, and a list is made and dropped.
constexpr const char* world = R"(
  (defun tree (depth)
    (if (zerop depth) nil (cons (tree (1- depth)) (tree (1- depth)))))
  (defvar *trees*)
  (defun make-world (megabytes)
    "Makes trees of 16 KiB."
    (setf *trees* (make-array (* 64 megabytes)))
    (dotimes (i (length *trees*))
      (setf (aref *trees* i) (tree 10))))
  (defun advance (frame)
    "Makes a hundred trees anew. Returns how many conses the frame has made."
    (dotimes (i 100)
      (setf (aref *trees* (mod (* 7919 (+ i (* frame 100))) (length *trees*))) (tree 10)))
    (+ (* 100 1023) (length (loop for i below 5000 collect i))))
  (defun statistic (key)
    (getf (tessera:gc-statistics) key)))";

nanoseconds processor_time() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return std::chrono::seconds(t.tv_sec) + nanoseconds(t.tv_nsec);
}

struct Tally {
  int missed = 0, interrupted = 0;  ///< frames that took too long; frames with very many pauses
  long conses = 0;
  nanoseconds longest{0};
};

long statistic(const tessera::Interpreter& lisp, const char* key) { return lisp.call<long>("statistic", lisp.symbol(key)); }

/// Plays so many frames. `demo`: without waiting for the next one.
Tally play(const tessera::Interpreter& lisp, int frames, bool demo) {
  Tally tally;
  auto next = std::chrono::steady_clock::now();
  for (int i = 0; i < frames; ++i) {
    const long pauses = statistic(lisp, ":pauses");
    const nanoseconds begin = processor_time();
    tally.conses += lisp.call<long>("advance", i);
    const nanoseconds taken = processor_time() - begin;
    tally.longest = std::max(tally.longest, taken);
    tally.missed += taken > frame;
    tally.interrupted += statistic(lisp, ":pauses") - pauses > 50;
    lisp.collect_for(demo ? 1ms : std::max<nanoseconds>(frame - 1ms - taken, 0ms));
    if (!demo) std::this_thread::sleep_until(next += frame);
  }
  return tally;
}

}  // namespace

int main(int argc, char** argv) {
  const bool demo = argc > 1 && std::string_view(argv[1]) == "--demo";
  const int megabytes = demo ? 32 : argc > 1 ? std::stoi(argv[1]) : 500;
  const int frames = !demo && argc > 2 ? std::stoi(argv[2]) : 600;
  const tessera::Interpreter lisp;
  lisp.eval(world);
  lisp.call<void>("make-world", megabytes);
  const long before = statistic(lisp, ":major-collections");
  const Tally tally = play(lisp, frames, demo);
  const long collections = statistic(lisp, ":major-collections") - before;
  std::cout << frames << " frames made " << tally.conses << " conses\n";
  if (demo)
    std::cout << tally.interrupted << " of them had more than 50 pauses\n"
              << (collections > 1 ? "the whole heap was collected meanwhile\n" : "the heap was not collected\n");
  else
    std::cout << tally.missed << " of them were missed; the longest took "
              << static_cast<double>(std::chrono::duration_cast<std::chrono::microseconds>(tally.longest).count()) / 1000 << " ms\n"
              << collections << " major collections\n";
}
