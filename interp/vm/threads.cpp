// Lisp threads: one at a time holds the interpreter lock and runs.
#include "vm/threads.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "compiler/code.hpp"
#include "data/streams/streams.hpp"
#include "data/symbols/packages.hpp"
#include "platform/code.hpp"
#include "platform/thread_stack.hpp"
#include "tessera/threads.hpp"
#include "vm/loop/frames.hpp"
#include "vm/profiler/profiler.hpp"

namespace tessera {

/// The fields of the VM that belong to the running thread. The threads that do not hold the lock have theirs here.
struct ThreadFields {
  Execution execution;
  std::uint32_t value_count = 1, given_count = 1;
  Runtime::ThreadState own;
  Failure failure{NIL, NIL};
  Value source_file = NIL;
  struct ReadContext* read_context = nullptr;
  struct PrintContext* print_context = nullptr;

  /// Swaps them with the VM's.
  void swap_with(VmState& vm);
  void trace(Tracer& tracer) {
    execution.trace(tracer);
    for (Value* v : {&failure.type, &failure.initargs, &source_file}) tracer.visit(*v);
  }
};

void ThreadFields::swap_with(VmState& vm) {
  std::swap(execution, static_cast<Execution&>(vm));
  std::swap(value_count, vm.mv.count);
  std::swap(given_count, vm.mv.lisp_count);
  std::swap(own, vm.thread);
  std::swap(failure, vm.failure);
  std::swap(source_file, vm.source_file);
  if (vm.streams == nullptr) return;
  std::swap(read_context, vm.streams->read_context);
  std::swap(print_context, vm.streams->print_context);
}

/// A Lisp thread, which runs on a system thread.
struct Threads::Thread {
  ThreadFields fields;
  std::int64_t number = 0;
  int own_depth = 2;      ///< native_depth while no native function calls Lisp: the system's call of the thread counts as one
  Value object = NIL;     ///< the object that represents the thread in Lisp
  Value function = NIL;   ///< the function of no arguments that the thread calls
  Value functions = NIL;  ///< a list of the functions that interrupts have asked the thread to call
  bool woken = false;     ///< true if `wake` has ended the wait
  bool waits = false;     ///< true while it waits for the system or another thread, not only for the lock
  bool asked_to_end = false, has_ended = false;
  platform::WakeupPipe own_wakeup;  ///< the thread's pipe; the main thread uses the Runtime's
  platform::WakeupPipe* wakeup = &own_wakeup;
  std::condition_variable lock_granted;
  std::thread system_thread;
};

/// The global interpreter lock: one thread holds it, the others queue for it.
class Threads::InterpreterLock {
 public:
  explicit InterpreterLock(PollWord& poll) : poll_(poll) {}
  ~InterpreterLock() { stop_watching(); }
  InterpreterLock(const InterpreterLock&) = delete;
  InterpreterLock& operator=(const InterpreterLock&) = delete;

  /// Waits for the lock. If `urgent`, asks the holder to release it at its next safepoint.
  void acquire(Thread& t, bool urgent = false);
  /// Queues a new thread before it runs, so that threads begin in order; `dequeue` removes one that could not be
  /// started.
  void enqueue(Thread& t);
  void dequeue(const Thread& t);
  void wait_in_queue(Thread& t);
  /// Hands the lock to the first thread in the queue, if any.
  void release();
  bool has_waiters();
  /// Releases the lock, and acquires it again after the threads that wait now.
  void yield_to_others(Thread& t);
  /// Starts to set poll_yield whenever a thread has waited for a time slice. Throws std::system_error if the system has
  /// no more threads.
  void watch();
  void stop_watching();
  /// True if a thread waits urgently.
  bool has_urgent_waiter() const { return urgent_.load(); }

 private:
  void wait_in_queue(Thread& t, std::unique_lock<std::mutex>& lock);
  void hand_over();
  void watch_queue();

  PollWord& poll_;
  std::mutex mutex_;
  Thread* holder_ = nullptr;  ///< the thread that holds the lock; nullptr if all wait for the system
  std::deque<Thread*> queue_;
  std::condition_variable changed_;  ///< a signal for changes of the queue or `watches_`
  bool watches_ = false;
  std::atomic<bool> urgent_{false};
  std::thread watcher_;
};

Threads::Threads(VmState& vm) : vm_(vm) {}
Threads::~Threads() = default;

void Threads::save_state(Thread& t) {
  detach_records(vm_, 0);
  t.fields.swap_with(vm_);
  running_ = nullptr;
}

void Threads::restore_state(Thread& t) {
  platform::see_new_code();
  t.fields.swap_with(vm_);
  running_ = &t;
  t.waits = false;
  vm_.current_wakeup = t.wakeup;
  if (vm_.profiler) vm_.profiler->follow_this_thread();
  attach_records(vm_, 0);
  vm_.heap.poll.fetch_and(~std::uint32_t{poll_interrupt});  // before looking at interrupts from outside: none is lost
  const bool from_outside = t.number == 0 && vm_.interrupted_from_outside.load();
  const bool wanted =
      t.asked_to_end || lock_->has_urgent_waiter() || (!vm_.thread.interrupt_deferred && (from_outside || !is_nil(t.functions)));
  if (wanted) vm_.heap.poll.fetch_or(poll_interrupt);
  vm_.show_mark();
}

// --- the interpreter lock

void Threads::InterpreterLock::hand_over() {
  holder_ = queue_.empty() ? nullptr : queue_.front();
  if (holder_ == nullptr) return;
  queue_.pop_front();
  holder_->lock_granted.notify_one();
}

void Threads::InterpreterLock::wait_in_queue(Thread& t, std::unique_lock<std::mutex>& lock) {
  queue_.push_back(&t);
  if (queue_.size() == 1) changed_.notify_one();
  t.lock_granted.wait(lock, [this, &t] { return holder_ == &t; });
}

void Threads::InterpreterLock::acquire(Thread& t, bool urgent) {
  std::unique_lock lock(mutex_);
  if (holder_ != nullptr && urgent) {
    urgent_.store(true);  // for a holder that has not restored its fields yet
    poll_.fetch_or(poll_interrupt);
  }
  if (holder_ != nullptr) wait_in_queue(t, lock);
  if (urgent) urgent_.store(false);
  holder_ = &t;
}

void Threads::InterpreterLock::enqueue(Thread& t) {
  const std::lock_guard lock(mutex_);
  queue_.push_back(&t);
  changed_.notify_one();
}

void Threads::InterpreterLock::dequeue(const Thread& t) {
  const std::lock_guard lock(mutex_);
  queue_.erase(std::remove(queue_.begin(), queue_.end(), &t), queue_.end());
}

void Threads::InterpreterLock::wait_in_queue(Thread& t) {
  std::unique_lock lock(mutex_);
  t.lock_granted.wait(lock, [this, &t] { return holder_ == &t; });
}

void Threads::InterpreterLock::release() {
  const std::lock_guard lock(mutex_);
  hand_over();
}

bool Threads::InterpreterLock::has_waiters() {
  const std::lock_guard lock(mutex_);
  return !queue_.empty();
}

void Threads::InterpreterLock::yield_to_others(Thread& t) {
  std::unique_lock lock(mutex_);
  hand_over();
  if (holder_ != nullptr) wait_in_queue(t, lock);
  holder_ = &t;
}

void Threads::InterpreterLock::watch() {
  if (watches_) return;
  watches_ = true;
  const BlockedSignals blocked;
  try {
    watcher_ = std::thread(&InterpreterLock::watch_queue, this);
  } catch (...) {
    watches_ = false;
    throw;
  }
}

void Threads::InterpreterLock::stop_watching() {
  if (!watches_) return;
  {
    const std::lock_guard lock(mutex_);
    watches_ = false;
  }
  changed_.notify_one();
  watcher_.join();
}

/// Runs on the watcher: sets poll_yield after each time slice, and sleeps while the queue is empty.
void Threads::InterpreterLock::watch_queue() {
  std::unique_lock lock(mutex_);
  while (watches_) {
    changed_.wait(lock, [this] { return !watches_ || !queue_.empty(); });
    changed_.wait_for(lock, std::chrono::milliseconds(config::time_slice_milliseconds), [this] { return !watches_; });
    if (watches_ && !queue_.empty()) poll_.fetch_or(poll_yield);
  }
}

/// Keeps the lock while the evaluation is being ended: threads run only during the host's evaluation.
void* Threads::release_lock() {
  if (vm_.budget.is_ending()) return nullptr;
  Thread* const t = running_;
  t->waits = true;
  save_state(*t);
  lock_->release();
  return t;
}

void Threads::acquire_lock(void* thread, bool urgent) {
  auto& t = *static_cast<Thread*>(thread);
  lock_->acquire(t, urgent);
  restore_state(t);
}

void Threads::yield() {
  if (!vm_.has_other_threads || vm_.budget.is_ending() || !lock_->has_waiters()) return;
  Thread& t = *running_;
  save_state(t);
  lock_->yield_to_others(t);
  restore_state(t);
}

/// Allows a switch only in the program's own functions. Functions of the library run to their ends, unless they wait or
/// call the program's functions, so other threads never see their work half done. No C++ function may be active, as it
/// may rely on its own bindings.
bool Threads::may_be_stopped(ResumePoint at) const {
  if (vm_.native_depth != running_->own_depth || is_service_frame(at.base)) return false;
  if (!is_nil(vm_.symbol_value_slot(Known::without_interrupts))) return false;
  const Value function = at.base[-2];
  return has_type(function, Type::closure) && !is_of_library(vm_.to_utf8(file_of(code_of(as<Closure>(function)))));
}

bool Threads::is_asked_to_end() {
  if (!running_->asked_to_end) return false;
  vm_.no_more_cleanups = true;
  return true;
}

void Threads::wake_all() {
  if (!vm_.has_other_threads) return;
  for (const auto& t : all_) t->wakeup->wake();
}

// --- beginning and ending

void Threads::begin_main() {
  lock_ = std::make_unique<InterpreterLock>(vm_.heap.poll);
  auto main = std::make_unique<Thread>();
  main->wakeup = &vm_.wakeup;
  main->own_depth = 1;
  lock_->acquire(*main);
  running_ = main.get();
  all_.push_back(std::move(main));
}

Value Threads::start(Value function, Value object) {
  join_ended();
  if (all_.empty()) begin_main();
  auto t = std::make_unique<Thread>();
  if (!reserve_stack(*t)) return vm_.fail_simple(Known::storage_condition, "no address space is left for the stack of another thread");
  t->number = ++last_number_;
  t->function = function;
  t->object = object;
  try {
    lock_->watch();
    lock_->enqueue(*t);
    const BlockedSignals blocked;
    t->system_thread = std::thread(&Threads::run, this, t.get());
  } catch (const std::system_error& e) {
    lock_->dequeue(*t);
    t->fields.execution.stack.release();
    return vm_.fail_simple(Known::simple_error, "cannot start another thread: ~A", {vm_.make_string(e.what())});
  }
  vm_.has_other_threads = true;
  all_.push_back(std::move(t));
  return Value::fixnum(last_number_);
}

bool Threads::reserve_stack(Thread& t) {
  constexpr std::size_t extra = 2 * config::stack_red_zone_words;
  const std::size_t words = std::min(config::thread_stack_words, static_cast<std::size_t>(vm_.stack.limit - vm_.stack.begin));
  if (!t.fields.execution.stack.reserve(words, config::min_stack_words + extra)) return false;
  t.fields.execution.shared.reset(t.fields.execution.stack.begin);
  t.fields.execution.records.emplace_back(Record::Kind::border, host_border, nullptr, nullptr, NIL, NIL);
  t.fields.execution.native_depth = 1;
  return true;
}

/// Runs the Lisp thread; this is the function of its system thread.
void Threads::run(Thread* t) {
  platform::set_thread_owner(static_cast<const Runtime*>(&vm_));
  lock_->wait_in_queue(*t);
  restore_state(*t);
  if (!t->asked_to_end) {
    vm_.thread.cpp_stack.begin(static_cast<const char*>(__builtin_frame_address(0)));
    vm_.bind_variable(vm_.sym(Known::without_interrupts), T);  // until there is a target for exits of interrupts
    vm_.call_from_host(t->function, {});
    vm_.unbind_variable();
  }
  vm_.stack.release();
  static_cast<Execution&>(vm_) = Execution();
  t->fields.swap_with(vm_);
  running_ = nullptr;
  t->function = t->functions = t->object = NIL;
  t->has_ended = true;
  update_has_others();
  lock_->release();  // the end of the interpreter waits for this thread
}

void Threads::update_has_others() {
  vm_.has_other_threads = std::any_of(all_.begin() + 1, all_.end(), [](const auto& t) { return !t->has_ended; });
  if (!vm_.has_other_threads) lock_->stop_watching();
}

void Threads::join_ended() {
  for (auto& t : all_)
    if (t->has_ended) t->system_thread.join();
  all_.erase(std::remove_if(all_.begin(), all_.end(), [](const auto& t) { return t->has_ended; }), all_.end());
}

void Threads::end_all() {
  if (all_.empty()) return;
  Thread* const main = running_;
  for (const auto& t : all_)
    if (t.get() != main) t->asked_to_end = true;
  for (std::size_t i = 1; i < all_.size(); ++i) {
    Thread* const t = all_[i].get();
    t->wakeup->wake();
    save_state(*main);
    lock_->release();
    t->system_thread.join();
    acquire_lock(main, false);
  }
  all_.clear();
  lock_.reset();
  running_ = nullptr;
  vm_.has_other_threads = false;
}

// --- requests to a thread

Threads::Thread* Threads::find(Value number) const {
  for (const auto& t : all_)
    if (Value::fixnum(t->number) == number && !t->has_ended) return t.get();
  return nullptr;
}

bool Threads::is_of_another(Value exit_point) const {
  const auto has_it = [exit_point](const Record& r) { return r.a == exit_point && (is_exit_point(r) || r.kind == Record::Kind::catch_); };
  return std::any_of(all_.begin(), all_.end(), [this, has_it](const auto& t) {
    return t.get() != running_ && std::any_of(t->fields.execution.records.begin(), t->fields.execution.records.end(), has_it);
  });
}

bool Threads::wake(Value number) {
  Thread* const t = find(number);
  if (t == nullptr) return false;
  t->woken = true;
  t->wakeup->wake();
  return true;
}

bool Threads::is_waiting(Value number) const {
  const Thread* const t = find(number);
  return t != nullptr && t->waits;
}

bool Threads::interrupt(Value number, Value function) {
  Thread* const t = find(number);
  if (t == nullptr) return false;
  t->functions = vm_.heap.cons(function, t->functions);
  if (t == running_) vm_.heap.poll.fetch_or(poll_interrupt);
  else t->wakeup->wake();
  return true;
}

Value Threads::take_functions() { return running_ == nullptr ? NIL : std::exchange(running_->functions, NIL); }

bool Threads::take_outside_interrupt() { return vm_.is_main_thread() && vm_.interrupted_from_outside.exchange(false); }

WaitResult Threads::wait_to_be_woken(std::uint64_t nanoseconds) {
  static constexpr bool never = false;
  bool* const woken = running_ == nullptr ? nullptr : &running_->woken;
  const WaitResult waited =
      wait_for(vm_, {.runs_callback = true, .nanoseconds = nanoseconds, .releases_lock = true, .woken = woken == nullptr ? &never : woken});
  if (waited == WaitResult::ready) *woken = false;
  return waited;
}

// --- the collector; the running thread's fields in the VM are traced there

void Threads::trace(Tracer& tracer) {
  for (const auto& t : all_) {
    for (Value* v : {&t->object, &t->function, &t->functions}) tracer.visit(*v);
    if (t.get() != running_ && !t->has_ended) t->fields.trace(tracer);
  }
}

void Threads::after_collection(std::size_t largest_frame) {
  for (const auto& t : all_)
    if (t.get() != running_ && !t->has_ended)
      t->fields.execution.stack.after_collection(t->fields.execution.base, largest_frame, !vm_.heap.nursery_is_empty());
}

}  // namespace tessera
