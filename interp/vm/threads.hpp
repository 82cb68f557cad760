// Threads of Lisp: what each has of its own, and whose turn it is. Layer: vm. See threads.md here.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "vm/vm.hpp"

namespace tessera {

/// A thread of Lisp, which runs on one of the system's. While it does not have its turn, the machine's fields that are its own stand here.
struct Vm::Thread {
  std::int64_t number = 0;  ///< 0: the main thread
  // --- of the machine
  Value* stack = nullptr;
  std::size_t stack_reserve_bytes = 0;
  Value *top = nullptr, *checked = nullptr, *clean = nullptr, *limit = nullptr, *hard_limit = nullptr, *base = nullptr;
  const Instruction* pc = nullptr;
  std::uint32_t stub_arguments = 0, value_count = 1, given_count = 1;
  bool in_red_zone = false, no_more_cleanups = false;
  int native_depth = 1;  ///< what is called by the system stands above a border
  int own_depth = 2;     ///< where no function of C++ has called Lisp
  std::size_t ending_floor = 0;
  std::vector<Record> records;
  Exit exit;
  Taken taken{};
  OfThread own;
  Failure failure{NIL, NIL};
  Value source_file = NIL;
  struct ReadContext* read_context = nullptr;
  struct PrintContext* print_context = nullptr;

  // --- of the thread
  Value object = NIL;     ///< what Lisp knows it by
  Value function = NIL;   ///< what it calls, of no arguments
  Value functions = NIL;  ///< a list of those that it is interrupted to call
  bool woken = false;     ///< it need not wait any more
  bool waits = false;     ///< for the system, or another thread; not only for its turn
  bool asked_to_end = false, has_ended = false;
  platform::Doorbell own_bell;  ///< not of the main thread
  platform::Doorbell* bell = &own_bell;
  std::condition_variable turn;
  std::thread system_thread;
};

/// Whose turn it is. One thread has it; who wants it waits in a row.
class Vm::Threads {
 public:
  explicit Threads(PollWord& poll) : poll_(poll) {}
  ~Threads() { stop_watching(); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  std::vector<std::unique_ptr<Thread>> all;  ///< the main thread first
  Thread* running = nullptr;                 ///< whose fields the machine has
  std::int64_t last_number = 0;

  /// Wait for the turn; who has it is to pass it on at once if this one `hurries`.
  void take(Thread& t, bool hurries = false);
  /// A new thread joins the row before it runs, so that they begin in order; or leaves it, as it cannot run.
  void enter_row(Thread& t);
  void leave_row(const Thread& t);
  void wait_in_row(Thread& t);
  /// Hand it to the first in the row; nobody has it if there is none.
  void pass();
  /// Hand it to the first in the row, and wait for it again. False: there is no row.
  bool someone_waits();
  void pass_and_take(Thread& t);
  /// From now on poll_turn is set whenever somebody has waited for long. Throws std::system_error where no thread can be had.
  void watch();
  void stop_watching();
  /// One that hurries waits for the turn.
  bool is_hurried() const { return hurried_.load(); }

 private:
  void wait_in_row(Thread& t, std::unique_lock<std::mutex>& lock);
  void hand_over();
  void watch_row();

  PollWord& poll_;
  std::mutex mutex_;
  Thread* holder_ = nullptr;  ///< nullptr: nobody, all wait for the system
  std::deque<Thread*> row_;
  std::condition_variable changed_;  ///< the row, or that it is watched
  bool watches_ = false;
  std::atomic<bool> hurried_{false};
  std::thread watcher_;
};

}  // namespace tessera
