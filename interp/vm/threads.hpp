// The Lisp threads of a machine, which take turns. Layer: vm. See threads.md here.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/waiting.hpp"
#include "vm/loop/resume_point.hpp"

namespace tessera {

class Machine;

/// Lisp knows them as processes, which have numbers here; 0 is the main thread, on which the host called Lisp.
///
/// Invariants: - One thread has its turn: the machine's Execution, and some fields of the Runtime, are that thread's.
/// The others' stand in `Thread`. - While a thread does not have its turn, its records are detached: special variables
/// have their global values. - `all_` is empty before the first thread is started; later the main thread comes first.
class Threads {
 public:
  explicit Threads(Machine& m);
  ~Threads();
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  // --- what native functions ask for
  /// Starts a thread, known to Lisp as `object`, that calls `function`, of no arguments. Returns its number; FAILED if
  /// the system has no more threads.
  Value start(Value function, Value object);
  /// Lets those that wait for their turns have them first.
  void yield();
  /// Waits at most for so long until another thread wakes this one, or returns at once if it has done so already. May
  /// collect.
  WaitResult wait_to_be_woken(std::uint64_t nanoseconds);
  /// False: there is no such thread any more.
  bool wake(Value number);
  bool is_waiting(Value number) const;
  /// Has the thread call the function, of no arguments, wherever it is.
  bool interrupt(Value number, Value function);
  /// Returns the functions that the running thread is to call, the last one first, and forgets them.
  Value take_functions();
  /// True if an interrupt came from outside and this is the main thread, which handles those. Forgets it.
  bool take_outside_interrupt();
  /// Ends all but the main thread, without their cleanup forms. While nothing runs.
  void end_all();

  // --- what the machine asks for
  /// The running thread's turn ends, as it waits. Returns what `begin_turn` needs; nullptr: it goes on, as the
  /// evaluation is ended.
  void* end_turn();
  void begin_turn(void* thread, bool hurries);
  /// Has all that wait look again.
  void ring_all();
  /// True if threads may be switched at `at`, a safepoint.
  bool may_be_stopped(ResumePoint at) const;
  /// True if the running thread is to end. Its cleanup forms are skipped from now on.
  bool is_asked_to_end();
  /// True of a token, or a CATCH's tag, of a thread that does not have its turn.
  bool is_of_another(Value exit_point) const;
  void trace(Tracer& tracer);
  void after_collection(std::size_t largest_frame);

 private:
  struct Thread;
  class Turns;
  void exchange(Thread& t);
  void put_away(Thread& t);
  void take_up(Thread& t);
  void begin_main();
  bool give_stack(Thread& t);
  void run(Thread* t);
  void count();
  void forget_ended();
  Thread* find(Value number) const;

  Machine& m_;
  std::unique_ptr<Turns> turns_;
  std::vector<std::unique_ptr<Thread>> all_;
  Thread* running_ = nullptr;  ///< whose fields the machine has
  std::int64_t last_number_ = 0;
};

}  // namespace tessera
