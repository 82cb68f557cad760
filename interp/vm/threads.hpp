// The Lisp threads of a VM, of which one at a time holds the interpreter lock. Layer: vm. See threads.md here.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/waiting.hpp"
#include "vm/loop/resume_point.hpp"

namespace tessera {

class VmState;

/// The threads, which Lisp knows as processes. They have numbers here; 0 is the main thread, on which the host called
/// Lisp.
///
/// Invariants:
/// - One thread holds the interpreter lock: the VM's Execution, and some fields of the Runtime, are that thread's.
///   Those of the other threads are in `Thread`.
/// - While a thread does not hold the lock, its records are detached: special variables have their global values.
/// - `all_` is empty before the first thread is started; later the main thread comes first.
class Threads {
 public:
  explicit Threads(VmState& vm);
  ~Threads();
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  // --- for native functions
  /// Starts a thread, known to Lisp as `object`, that calls `function`, of no arguments. Returns its number; FAILED if
  /// the system has no more threads.
  Value start(Value function, Value object);
  /// Lets the threads that wait for the lock run first.
  void yield();
  /// Waits until another thread wakes this one, at most `nanoseconds`; returns at once if one has done so already. May
  /// collect.
  WaitResult wait_to_be_woken(std::uint64_t nanoseconds);
  /// Ends the wait of a thread. Returns false if the thread has ended.
  bool wake(Value number);
  bool is_waiting(Value number) const;
  /// Makes the thread call `function`, of no arguments, at its next safepoint. Returns false if the thread has ended.
  bool interrupt(Value number, Value function);
  /// Returns the functions that the running thread has been asked to call, the last one first, and forgets them.
  Value take_functions();
  /// True if an interrupt came from outside and this is the main thread, which handles such interrupts. Forgets it.
  bool take_outside_interrupt();
  /// Ends all but the main thread, without their cleanup forms. To be called while nothing runs.
  void end_all();

  // --- for the VM
  /// Releases the lock, as the running thread is about to wait. Returns the argument for `acquire_lock`; nullptr if the
  /// lock is kept, as the evaluation is being ended.
  void* release_lock();
  void acquire_lock(void* thread, bool urgent);
  /// Wakes all waiting threads, which then check their conditions.
  void wake_all();
  /// True if threads may be switched at `at`, a safepoint.
  bool may_be_stopped(ResumePoint at) const;
  /// True if the running thread is to end. Its cleanup forms are skipped from now on.
  bool is_asked_to_end();
  /// True if `exit_point`, a token or a CATCH's tag, belongs to a thread that does not hold the lock.
  bool is_of_another(Value exit_point) const;
  void trace(Tracer& tracer);
  void after_collection(std::size_t largest_frame);

 private:
  struct Thread;
  class InterpreterLock;
  void save_state(Thread& t);
  void restore_state(Thread& t);
  void begin_main();
  bool reserve_stack(Thread& t);
  void run(Thread* t);
  void update_has_others();
  void join_ended();
  Thread* find(Value number) const;

  VmState& vm_;
  std::unique_ptr<InterpreterLock> lock_;
  std::vector<std::unique_ptr<Thread>> all_;
  Thread* running_ = nullptr;  ///< the thread whose state the VM has
  std::int64_t last_number_ = 0;
};

}  // namespace tessera
