// Lisp threads: they take turns on the one machine.
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
#include "tessera/threads.hpp"
#include "vm/loop/frames.hpp"

namespace tessera {

/// A Lisp thread, which runs on a thread of the system. While it does not have its turn, the machine's fields that are
/// its own stand here.
struct Threads::Thread {
  // --- fields of the machine
  Execution execution;
  std::uint32_t value_count = 1, given_count = 1;
  decltype(Machine::own_) own;
  Failure failure{NIL, NIL};
  Value source_file = NIL;
  struct ReadContext* read_context = nullptr;
  struct PrintContext* print_context = nullptr;

  // --- of the thread
  std::int64_t number = 0;
  int own_depth = 2;      ///< native_depth while no native function has called Lisp: the system's call is above a border
  Value object = NIL;     ///< by which Lisp knows it
  Value function = NIL;   ///< that it calls, of no arguments
  Value functions = NIL;  ///< a list of those that it is interrupted to call
  bool woken = false;     ///< it need not wait any more
  bool waits = false;     ///< for the system or another thread, not only for its turn
  bool asked_to_end = false, has_ended = false;
  platform::Doorbell own_bell;  ///< not of the main thread
  platform::Doorbell* bell = &own_bell;
  std::condition_variable turn;
  std::thread system_thread;
};

/// Whose turn it is. One thread has it; those that want it wait in a row.
class Threads::Turns {
 public:
  explicit Turns(PollWord& poll) : poll_(poll) {}
  ~Turns() { stop_watching(); }
  Turns(const Turns&) = delete;
  Turns& operator=(const Turns&) = delete;

  /// Waits for the turn; the thread that has it passes it on at once if this one `hurries`.
  void take(Thread& t, bool hurries = false);
  /// A new thread joins the row before it runs, so that threads begin in order; or leaves it, as it cannot run.
  void enter_row(Thread& t);
  void leave_row(const Thread& t);
  void wait_in_row(Thread& t);
  /// Hands the turn to the first in the row; nobody has it if the row is empty.
  void pass();
  bool someone_waits();
  /// Hands the turn to the first in the row, and waits for it again.
  void pass_and_take(Thread& t);
  /// From now on poll_yield is set whenever somebody has waited for long. Throws std::system_error if the system has no
  /// more threads.
  void watch();
  void stop_watching();
  /// True if one that hurries waits for the turn.
  bool is_hurried() const { return hurried_.load(); }

 private:
  void wait_in_row(Thread& t, std::unique_lock<std::mutex>& lock);
  void hand_over();
  void watch_row();

  PollWord& poll_;
  std::mutex mutex_;
  Thread* holder_ = nullptr;  ///< nullptr: nobody, all wait for the system
  std::deque<Thread*> row_;
  std::condition_variable changed_;  ///< signalled if the row changes, or whether it is watched
  bool watches_ = false;
  std::atomic<bool> hurried_{false};
  std::thread watcher_;
};

Threads::Threads(Machine& m) : m_(m) {}
Threads::~Threads() = default;

// The machine's fields and those of the thread change places.
void Threads::exchange(Thread& t) {
  std::swap(static_cast<Execution&>(m_), t.execution);
  std::swap(m_.value_count, t.value_count);
  std::swap(m_.given_count, t.given_count);
  std::swap(m_.own_, t.own);
  std::swap(m_.failure, t.failure);
  std::swap(m_.source_file, t.source_file);
  if (m_.streams == nullptr) return;
  std::swap(m_.streams->read_context, t.read_context);
  std::swap(m_.streams->print_context, t.print_context);
}

void Threads::put_away(Thread& t) {
  detach_records(m_, 0);
  exchange(t);
  running_ = nullptr;
}

void Threads::take_up(Thread& t) {
  exchange(t);
  running_ = &t;
  t.waits = false;
  m_.bell = t.bell;
  attach_records(m_, 0);
  m_.heap.poll.fetch_and(~std::uint32_t{poll_interrupt});  // before looking at interrupts from outside: none is lost
  const bool from_outside = t.number == 0 && m_.interrupted_from_outside.load();
  const bool wanted = t.asked_to_end || turns_->is_hurried() || (!m_.own_.interrupt_put_off && (from_outside || !is_nil(t.functions)));
  if (wanted) m_.heap.poll.fetch_or(poll_interrupt);
  m_.show_mark();
}

// --- turns

void Threads::Turns::hand_over() {
  holder_ = row_.empty() ? nullptr : row_.front();
  if (holder_ == nullptr) return;
  row_.pop_front();
  holder_->turn.notify_one();
}

void Threads::Turns::wait_in_row(Thread& t, std::unique_lock<std::mutex>& lock) {
  row_.push_back(&t);
  if (row_.size() == 1) changed_.notify_one();
  t.turn.wait(lock, [this, &t] { return holder_ == &t; });
}

void Threads::Turns::take(Thread& t, bool hurries) {
  std::unique_lock lock(mutex_);
  if (holder_ != nullptr && hurries) {
    hurried_.store(true);  // for a thread that has the turn, but has not taken its fields up yet
    poll_.fetch_or(poll_interrupt);
  }
  if (holder_ != nullptr) wait_in_row(t, lock);
  if (hurries) hurried_.store(false);
  holder_ = &t;
}

void Threads::Turns::enter_row(Thread& t) {
  const std::lock_guard lock(mutex_);
  row_.push_back(&t);
  changed_.notify_one();
}

void Threads::Turns::leave_row(const Thread& t) {
  const std::lock_guard lock(mutex_);
  row_.erase(std::remove(row_.begin(), row_.end(), &t), row_.end());
}

void Threads::Turns::wait_in_row(Thread& t) {
  std::unique_lock lock(mutex_);
  t.turn.wait(lock, [this, &t] { return holder_ == &t; });
}

void Threads::Turns::pass() {
  const std::lock_guard lock(mutex_);
  hand_over();
}

bool Threads::Turns::someone_waits() {
  const std::lock_guard lock(mutex_);
  return !row_.empty();
}

void Threads::Turns::pass_and_take(Thread& t) {
  std::unique_lock lock(mutex_);
  hand_over();
  if (holder_ != nullptr) wait_in_row(t, lock);
  holder_ = &t;
}

void Threads::Turns::watch() {
  if (watches_) return;
  watches_ = true;
  const BlockedSignals blocked;
  try {
    watcher_ = std::thread(&Turns::watch_row, this);
  } catch (...) {
    watches_ = false;
    throw;
  }
}

void Threads::Turns::stop_watching() {
  if (!watches_) return;
  {
    const std::lock_guard lock(mutex_);
    watches_ = false;
  }
  changed_.notify_one();
  watcher_.join();
}

// Sleeps while nobody waits.
void Threads::Turns::watch_row() {
  std::unique_lock lock(mutex_);
  while (watches_) {
    changed_.wait(lock, [this] { return !watches_ || !row_.empty(); });
    changed_.wait_for(lock, std::chrono::milliseconds(config::time_slice_milliseconds), [this] { return !watches_; });
    if (watches_ && !row_.empty()) poll_.fetch_or(poll_yield);
  }
}

// Threads run only during the host's evaluation, and not while that is being ended.
void* Threads::end_turn() {
  if (m_.budget.is_ending()) return nullptr;
  Thread* const t = running_;
  t->waits = true;
  put_away(*t);
  turns_->pass();
  return t;
}

void Threads::begin_turn(void* thread, bool hurries) {
  auto& t = *static_cast<Thread*>(thread);
  turns_->take(t, hurries);
  take_up(t);
}

void Threads::yield() {
  if (!m_.has_others_ || m_.budget.is_ending() || !turns_->someone_waits()) return;
  Thread& t = *running_;
  put_away(t);
  turns_->pass_and_take(t);
  take_up(t);
}

// A thread can be stopped in functions of the program's own. Functions of the library run to their ends, unless they
// wait or call the program's functions: so none of them is ever seen half done. No C++ function stands between, as it
// may rely on bindings of its own.
bool Threads::may_be_stopped(ResumePoint at) const {
  if (m_.native_depth != running_->own_depth || is_service_frame(at.base)) return false;
  if (!is_nil(m_.symbol_value_slot(Known::without_interrupts))) return false;
  const Value function = at.base[-2];
  return has_type(function, Type::closure) && !is_of_library(m_.to_utf8(file_of(code_of(as<Closure>(function)))));
}

bool Threads::is_asked_to_end() {
  if (!running_->asked_to_end) return false;
  m_.no_more_cleanups = true;
  return true;
}

void Threads::ring_all() {
  if (!m_.has_others_) return;
  for (const auto& t : all_) t->bell->ring();
}

// --- beginning and ending

void Threads::begin_main() {
  turns_ = std::make_unique<Turns>(m_.heap.poll);
  auto main = std::make_unique<Thread>();
  main->bell = &m_.doorbell;
  main->own_depth = 1;
  turns_->take(*main);
  running_ = main.get();
  all_.push_back(std::move(main));
}

Value Threads::start(Value function, Value object) {
  forget_ended();
  if (all_.empty()) begin_main();
  auto t = std::make_unique<Thread>();
  if (!give_stack(*t)) return m_.fail_simple(Known::storage_condition, "There is no address space for the stack of another thread.");
  t->number = ++last_number_;
  t->function = function;
  t->object = object;
  try {
    turns_->watch();
    turns_->enter_row(*t);
    const BlockedSignals blocked;
    t->system_thread = std::thread(&Threads::run, this, t.get());
  } catch (const std::system_error& e) {
    turns_->leave_row(*t);
    t->execution.stack.release();
    return m_.fail_simple(Known::simple_error, "The system has no further thread: ~A", {m_.make_string(e.what())});
  }
  m_.has_others_ = true;
  all_.push_back(std::move(t));
  return Value::fixnum(last_number_);
}

bool Threads::give_stack(Thread& t) {
  constexpr std::size_t extra = 2 * config::stack_red_zone_words;
  const std::size_t words = std::min(config::thread_stack_words, static_cast<std::size_t>(m_.stack.limit - m_.stack.begin));
  if (!t.execution.stack.reserve(words, config::stack_least_words + extra)) return false;
  t.execution.shared.reset(t.execution.stack.begin);
  t.execution.records.emplace_back(Record::Kind::border, host_border, nullptr, nullptr, NIL, NIL);
  t.execution.native_depth = 1;
  return true;
}

// What the system's thread runs.
void Threads::run(Thread* t) {
  turns_->wait_in_row(*t);
  take_up(*t);
  if (!t->asked_to_end) {
    m_.begin_cpp_stack(static_cast<const char*>(__builtin_frame_address(0)));
    m_.bind_variable(m_.sym(Known::without_interrupts), T);  // until there is something that an interrupt can leave to
    m_.call_from_host(t->function, {});
    m_.unbind_variable();
  }
  m_.stack.release();
  static_cast<Execution&>(m_) = Execution();
  exchange(*t);
  running_ = nullptr;
  t->function = t->functions = t->object = NIL;
  t->has_ended = true;
  count();
  turns_->pass();  // whoever ends the interpreter waits for this thread
}

void Threads::count() {
  m_.has_others_ = std::any_of(all_.begin() + 1, all_.end(), [](const auto& t) { return !t->has_ended; });
  if (!m_.has_others_) turns_->stop_watching();
}

void Threads::forget_ended() {
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
    t->bell->ring();
    put_away(*main);
    turns_->pass();
    t->system_thread.join();
    begin_turn(main, false);
  }
  all_.clear();
  turns_.reset();
  running_ = nullptr;
  m_.has_others_ = false;
}

// --- what others ask of a thread

Threads::Thread* Threads::find(Value number) const {
  for (const auto& t : all_)
    if (Value::fixnum(t->number) == number && !t->has_ended) return t.get();
  return nullptr;
}

bool Threads::is_of_another(Value exit_point) const {
  const auto has_it = [exit_point](const Record& r) { return r.a == exit_point && (is_exit_point(r) || r.kind == Record::Kind::catch_); };
  return std::any_of(all_.begin(), all_.end(), [this, has_it](const auto& t) {
    return t.get() != running_ && std::any_of(t->execution.records.begin(), t->execution.records.end(), has_it);
  });
}

bool Threads::wake(Value number) {
  Thread* const t = find(number);
  if (t == nullptr) return false;
  t->woken = true;
  t->bell->ring();
  return true;
}

bool Threads::is_waiting(Value number) const {
  const Thread* const t = find(number);
  return t != nullptr && t->waits;
}

bool Threads::interrupt(Value number, Value function) {
  Thread* const t = find(number);
  if (t == nullptr) return false;
  t->functions = m_.heap.cons(function, t->functions);
  if (t == running_) m_.heap.poll.fetch_or(poll_interrupt);
  else t->bell->ring();
  return true;
}

Value Threads::take_functions() { return running_ == nullptr ? NIL : std::exchange(running_->functions, NIL); }

bool Threads::take_outside_interrupt() { return m_.is_main_thread() && m_.interrupted_from_outside.exchange(false); }

WaitResult Threads::wait_to_be_woken(std::uint64_t nanoseconds) {
  static constexpr bool never = false;
  bool* const woken = running_ == nullptr ? nullptr : &running_->woken;
  const WaitResult waited =
      wait_for(m_, {.runs_callback = true, .nanoseconds = nanoseconds, .releases_lock = true, .woken = woken == nullptr ? &never : woken});
  if (waited == WaitResult::ready) *woken = false;
  return waited;
}

// --- the collector; what the running thread has of the machine is traced there

void Threads::trace(Tracer& tracer) {
  for (const auto& t : all_) {
    for (Value* v : {&t->object, &t->function, &t->functions, &t->failure.type, &t->failure.initargs, &t->source_file}) tracer.visit(*v);
    if (t.get() != running_ && !t->has_ended) t->execution.trace(tracer);
  }
}

void Threads::after_collection(std::size_t largest_frame) {
  for (const auto& t : all_)
    if (t.get() != running_ && !t->has_ended) t->execution.stack.after_collection(t->execution.base, largest_frame);
}

}  // namespace tessera
