// Threads of Lisp: they take turns on the one machine. See threads.md here.
#include "vm/threads.hpp"

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

#include "compiler/code.hpp"
#include "data/streams/streams.hpp"
#include "data/symbols/packages.hpp"
#include "platform/memory.hpp"
#include "tessera/threads.hpp"
#include "vm/frames.hpp"

namespace tessera {

// The machine's fields and those of the thread change places.
void Vm::exchange(Thread& t) {
  std::swap(stack_, t.stack);
  std::swap(stack_reserve_bytes_, t.stack_reserve_bytes);
  std::swap(top_, t.top);
  std::swap(checked_, t.checked);
  std::swap(clean_, t.clean);
  std::swap(limit_, t.limit);
  std::swap(hard_limit_, t.hard_limit);
  std::swap(base_, t.base);
  std::swap(pc_, t.pc);
  std::swap(stub_arguments_, t.stub_arguments);
  std::swap(value_count, t.value_count);
  std::swap(given_count, t.given_count);
  std::swap(in_red_zone_, t.in_red_zone);
  std::swap(no_more_cleanups_, t.no_more_cleanups);
  std::swap(native_depth_, t.native_depth);
  std::swap(ending_floor_, t.ending_floor);
  std::swap(records_, t.records);
  std::swap(exit_, t.exit);
  std::swap(taken_, t.taken);
  std::swap(own_, t.own);
  std::swap(failure, t.failure);
  std::swap(source_file, t.source_file);
  if (streams == nullptr) return;
  std::swap(streams->read_context, t.read_context);
  std::swap(streams->print_context, t.print_context);
}

// What is bound has its global value, or what the thread had around it, as soon as no one has bound it.
void Vm::put_away(Thread& t) {
  detach_records(0);
  exchange(t);
  threads_->running = nullptr;
}

void Vm::take_up(Thread& t) {
  exchange(t);
  threads_->running = &t;
  t.waits = false;
  bell = t.bell;
  attach_records(0);
  heap.poll.fetch_and(~std::uint32_t{poll_interrupt});  // before what came from outside is looked at: none is lost
  const bool from_outside = t.number == 0 && interrupted_from_outside_.load();
  const bool wanted = t.asked_to_end || threads_->is_hurried() || (!own_.interrupt_put_off && (from_outside || !is_nil(t.functions)));
  if (wanted) heap.poll.fetch_or(poll_interrupt);
  show_mark();
}

// --- turns

void Vm::Threads::hand_over() {
  holder_ = row_.empty() ? nullptr : row_.front();
  if (holder_ == nullptr) return;
  row_.pop_front();
  holder_->turn.notify_one();
}

void Vm::Threads::wait_in_row(Thread& t, std::unique_lock<std::mutex>& lock) {
  row_.push_back(&t);
  if (row_.size() == 1) changed_.notify_one();
  t.turn.wait(lock, [this, &t] { return holder_ == &t; });
}

void Vm::Threads::take(Thread& t, bool hurries) {
  std::unique_lock lock(mutex_);
  if (holder_ != nullptr && hurries) {
    hurried_.store(true);  // for one that has the turn, but has not taken its fields up yet
    poll_.fetch_or(poll_interrupt);
  }
  if (holder_ != nullptr) wait_in_row(t, lock);
  if (hurries) hurried_.store(false);
  holder_ = &t;
}

void Vm::Threads::enter_row(Thread& t) {
  const std::lock_guard lock(mutex_);
  row_.push_back(&t);
  changed_.notify_one();
}

void Vm::Threads::leave_row(const Thread& t) {
  const std::lock_guard lock(mutex_);
  row_.erase(std::remove(row_.begin(), row_.end(), &t), row_.end());
}

void Vm::Threads::wait_in_row(Thread& t) {
  std::unique_lock lock(mutex_);
  t.turn.wait(lock, [this, &t] { return holder_ == &t; });
}

void Vm::Threads::pass() {
  const std::lock_guard lock(mutex_);
  hand_over();
}

bool Vm::Threads::someone_waits() {
  const std::lock_guard lock(mutex_);
  return !row_.empty();
}

void Vm::Threads::pass_and_take(Thread& t) {
  std::unique_lock lock(mutex_);
  hand_over();
  if (holder_ != nullptr) wait_in_row(t, lock);
  holder_ = &t;
}

void Vm::Threads::watch() {
  if (watches_) return;
  watches_ = true;
  const BlockedSignals blocked;
  try {
    watcher_ = std::thread(&Threads::watch_row, this);
  } catch (...) {
    watches_ = false;
    throw;
  }
}

void Vm::Threads::stop_watching() {
  if (!watches_) return;
  {
    const std::lock_guard lock(mutex_);
    watches_ = false;
  }
  changed_.notify_one();
  watcher_.join();
}

// Nothing wakes as long as nobody waits.
void Vm::Threads::watch_row() {
  std::unique_lock lock(mutex_);
  while (watches_) {
    changed_.wait(lock, [this] { return !watches_ || !row_.empty(); });
    changed_.wait_for(lock, std::chrono::milliseconds(config::turn_milliseconds), [this] { return !watches_; });
    if (watches_ && !row_.empty()) poll_.fetch_or(poll_turn);
  }
}

// Threads run as long as the host's evaluation does, and not while that is being ended.
void* Vm::end_turn() {
  if (allowance.is_ending()) return nullptr;
  Thread* const t = threads_->running;
  t->waits = true;
  put_away(*t);
  threads_->pass();
  return t;
}

void Vm::begin_turn(void* thread, bool hurries) {
  auto& t = *static_cast<Thread*>(thread);
  threads_->take(t, hurries);
  take_up(t);
}

void Vm::yield_turn() {
  if (!has_others_ || allowance.is_ending() || !threads_->someone_waits()) return;
  Thread& t = *threads_->running;
  put_away(t);
  threads_->pass_and_take(t);
  take_up(t);
}

// A thread may be stopped in functions of the program's own. The library's run to their ends, unless they wait or call the program's: so none
// of them is ever seen half done. And no function of C++ stands between, which might have bound what it does not expect to change.
bool Vm::may_be_stopped(Place at) {
  if (native_depth_ != threads_->running->own_depth || is_service_frame(at.base)) return false;
  if (!is_nil(symbol_value_slot(Known::without_interrupts))) return false;
  const Value function = at.base[-2];
  return has_type(function, Type::closure) && !is_of_library(to_utf8(file_of(code_of(as<Closure>(function)))));
}

// It leaves without clean-up forms.
bool Vm::is_asked_to_end() {
  if (!threads_->running->asked_to_end) return false;
  no_more_cleanups_ = true;
  return true;
}

bool Vm::is_wanted() {
  if (is_main_thread()) return Runtime::is_wanted();
  return (heap.poll.load(std::memory_order_relaxed) & poll_interrupt) != 0;
}

void Vm::ring_others() {
  if (!has_others_) return;
  for (const auto& t : threads_->all) t->bell->ring();
}

// --- beginning and ending

Value Vm::start_thread(Value function, Value object) {
  forget_ended_threads();
  if (threads_ == nullptr) {
    threads_ = std::make_unique<Threads>(heap.poll);
    auto main = std::make_unique<Thread>();
    main->bell = &doorbell;
    main->own_depth = 1;
    threads_->take(*main);
    threads_->running = main.get();
    threads_->all.push_back(std::move(main));
  }
  auto t = std::make_unique<Thread>();
  if (!give_stack(*t)) return fail_simple(Known::storage_condition, "There is no address space for the stack of another thread.");
  t->number = ++threads_->last_number;
  t->function = function;
  t->object = object;
  try {
    threads_->watch();
    threads_->enter_row(*t);
    const BlockedSignals blocked;
    t->system_thread = std::thread(&Vm::run_thread, this, t.get());
  } catch (const std::system_error& e) {
    threads_->leave_row(*t);
    platform::release(t->stack, t->stack_reserve_bytes);
    return fail_simple(Known::simple_error, "The system has no further thread: ~A", {make_string(e.what())});
  }
  has_others_ = true;
  threads_->all.push_back(std::move(t));
  return Value::fixnum(threads_->last_number);
}

bool Vm::give_stack(Thread& t) {
  constexpr std::size_t extra = 2 * config::stack_red_zone_words;
  const std::size_t words = std::min(config::thread_stack_words, static_cast<std::size_t>(limit_ - stack_));
  const platform::Reserve reserve = platform::reserve((words + extra) * sizeof(Value), (config::stack_least_words + extra) * sizeof(Value));
  if (reserve.begin == nullptr) return false;
  t.stack = t.top = t.checked = reinterpret_cast<Value*>(reserve.begin);
  t.clean = t.stack + 2;
  t.stack_reserve_bytes = reserve.bytes;
  t.limit = t.stack + reserve.bytes / sizeof(Value) - extra;
  t.hard_limit = t.limit + config::stack_red_zone_words;
  t.taken = {nullptr, t.stack, t.stack, NIL, Value(), {taken_.stub[0], taken_.stub[1]}};
  t.records.emplace_back(Record::Kind::border, host_border, nullptr, nullptr, NIL, NIL);
  return true;
}

// On a thread of the system's.
void Vm::run_thread(Thread* t) {
  threads_->wait_in_row(*t);
  take_up(*t);
  if (!t->asked_to_end) {
    begin_cpp_stack(static_cast<const char*>(__builtin_frame_address(0)));
    bind_variable(sym(Known::without_interrupts), T);  // until what an interrupt may leave to is there
    call_from_host(t->function, {});
    unbind_variable();
  }
  exit_ = Exit();
  platform::release(stack_, stack_reserve_bytes_);
  stack_ = top_ = checked_ = clean_ = base_ = nullptr;
  records_.clear();
  exchange(*t);
  threads_->running = nullptr;
  t->function = t->functions = t->object = NIL;
  t->has_ended = true;
  count_threads();
  threads_->pass();  // whoever ends the interpreter waits for this thread of the system's
}

void Vm::count_threads() {
  const auto& all = threads_->all;
  has_others_ = std::any_of(all.begin() + 1, all.end(), [](const auto& t) { return !t->has_ended; });
  if (!has_others_) threads_->stop_watching();
}

void Vm::forget_ended_threads() {
  if (threads_ == nullptr) return;
  auto& all = threads_->all;
  for (auto& t : all)
    if (t->has_ended) t->system_thread.join();
  all.erase(std::remove_if(all.begin(), all.end(), [](const auto& t) { return t->has_ended; }), all.end());
}

// The interpreter ends: so do all its threads, where they are, without their clean-up forms.
void Vm::end_threads() {
  if (threads_ == nullptr) return;
  Thread* const main = threads_->running;
  for (const auto& t : threads_->all)
    if (t.get() != main) t->asked_to_end = true;
  for (std::size_t i = 1; i < threads_->all.size(); ++i) {
    Thread* const t = threads_->all[i].get();
    t->bell->ring();
    put_away(*main);
    threads_->pass();
    t->system_thread.join();
    begin_turn(main, false);
  }
  threads_.reset();
  has_others_ = false;
}

// --- what others ask of a thread

Vm::Thread* Vm::find_thread(Value number) const {
  if (threads_ == nullptr) return nullptr;
  for (const auto& t : threads_->all)
    if (Value::fixnum(t->number) == number && !t->has_ended) return t.get();
  return nullptr;
}

// A token or a CATCH's tag that a thread has which does not have its turn.
bool Vm::is_of_another_thread(Value exit) const {
  if (threads_ == nullptr) return false;
  const auto has_it = [exit](const Record& r) { return r.a == exit && (is_exit(r) || r.kind == Record::Kind::catch_); };
  return std::any_of(threads_->all.begin(), threads_->all.end(), [this, has_it](const auto& t) {
    return t.get() != threads_->running && std::any_of(t->records.begin(), t->records.end(), has_it);
  });
}

bool Vm::wake_thread(Value number) {
  Thread* const t = find_thread(number);
  if (t == nullptr) return false;
  t->woken = true;
  t->bell->ring();
  return true;
}

bool Vm::thread_waits(Value number) const {
  const Thread* const t = find_thread(number);
  return t != nullptr && t->waits;
}

bool Vm::interrupt_thread(Value number, Value function) {
  Thread* const t = find_thread(number);
  if (t == nullptr) return false;
  t->functions = heap.cons(function, t->functions);
  if (t == threads_->running) heap.poll.fetch_or(poll_interrupt);
  else t->bell->ring();
  return true;
}

Value Vm::take_thread_functions() { return threads_ == nullptr ? NIL : std::exchange(threads_->running->functions, NIL); }

bool Vm::take_outside_interrupt() { return is_main_thread() && interrupted_from_outside_.exchange(false); }

// Wait until another thread wakes this one, for so long at most.
Waited Vm::wait_to_be_woken(std::uint64_t nanoseconds) {
  static constexpr bool never = false;
  bool* const woken = threads_ == nullptr ? nullptr : &threads_->running->woken;
  const Waited waited =
      wait_for(*this, {.serves_wakeup = true, .nanoseconds = nanoseconds, .lets_others = true, .woken = woken == nullptr ? &never : woken});
  if (waited == Waited::ready) *woken = false;
  return waited;
}

void Vm::trace_threads(Tracer& tracer) {
  if (threads_ == nullptr) return;
  for (const auto& t : threads_->all) {
    for (Value* v : {&t->object, &t->function, &t->functions, &t->failure.type, &t->failure.initargs, &t->source_file, &t->taken.frames})
      tracer.visit(*v);
    if (t.get() == threads_->running || t->has_ended) continue;
    Value* const from = tracer.young_only() ? t->clean - 2 : t->stack;
    tracer.visit_range(from, static_cast<std::size_t>(t->top - from));
    for (Record& r : t->records) {
      tracer.visit(r.a);
      tracer.visit(r.b);
    }
    tracer.visit_range(t->exit.values, 2);
  }
}

void Vm::clear_threads() {
  if (threads_ == nullptr) return;
  for (const auto& t : threads_->all) {
    if (t.get() == threads_->running || t->has_ended) continue;
    t->clean = t->base == nullptr ? t->stack + 2 : std::max(t->stack + 2, t->base);
    clear(t->top, t->checked);
    t->checked = std::min(t->checked, t->top + largest_frame.as_fixnum() + 16);
  }
}

}  // namespace tessera
