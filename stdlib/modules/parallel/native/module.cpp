// The natives of the module parallel, in the package PARALLEL-NATIVE.
#include "tessera/module.hpp"

#include <algorithm>

#include "bytes.hpp"
#include "pool.hpp"
#include "tessera/arrays.hpp"
#include "tessera/package.hpp"

namespace tessera::parallel {

namespace {

std::int64_t new_number() {
  static std::atomic<std::int64_t> last{0};
  return ++last;
}

/// Objects of C++ that Lisp knows by numbers.
template <class T> class Numbered {
 public:
  std::int64_t add(std::shared_ptr<T> object, std::int64_t number = new_number()) {
    objects_[number] = std::move(object);
    return number;
  }
  /// Returns null if there is none.
  std::shared_ptr<T> find(std::int64_t number) const {
    const auto found = objects_.find(number);
    return found == objects_.end() ? nullptr : found->second;
  }
  std::shared_ptr<T> at(std::int64_t number) const {
    auto object = find(number);
    if (object == nullptr) throw Error("simple-error", "there is no such message or task: " + std::to_string(number));
    return object;
  }
  std::shared_ptr<T> take(std::int64_t number) {
    auto object = at(number);
    objects_.erase(number);
    return object;
  }
  void forget(std::int64_t number) { objects_.erase(number); }

 private:
  std::unordered_map<std::int64_t, std::shared_ptr<T>> objects_;
};

/// The module's state for one interpreter: of a program, or of a worker.
class Bindings : FunctionPackage {
 public:
  explicit Bindings(const Lisp& lisp, std::shared_ptr<Pool> pool = nullptr, Pool::Worker* worker = nullptr);
  ~Bindings() {
    if (worker_ == nullptr) pool_->stop();
  }

 private:
  void define_messages();
  void define_bytes();
  void define_tasks();
  void define_queues();
  void define_worker();

  Word write(Word object, bool for_symbols);
  void start(std::int64_t count);
  void keep_queue(std::int64_t number, std::shared_ptr<Queue> queue) {
    auto& kept = queues_[number];
    kept.first = std::move(queue);
    ++kept.second;
  }
  /// Waits, for at most `seconds`, until `holds`; meanwhile interrupts are served, and other processes run.
  template <class F> bool wait(Signal& signal, const F& holds, std::optional<double> seconds) const;

  std::shared_ptr<Pool> pool_;
  Pool::Worker* const worker_;
  Copier copier_;
  Numbered<Message> messages_;
  Numbered<const Entry> entries_;
  Numbered<const Plan> plans_;
  Numbered<Task> tasks_;
  Numbered<QueueOf<Task>> channels_;
  std::unordered_map<std::int64_t, std::pair<std::shared_ptr<Queue>, std::size_t>> queues_;  ///< and how many objects refer to each
  std::shared_ptr<const Message> function_message_;                                          ///< of the last task
  ObjectRef function_;
};

Pool::Work work();

Bindings::Bindings(const Lisp& lisp, std::shared_ptr<Pool> pool, Pool::Worker* worker)
    : FunctionPackage(lisp, "PARALLEL-NATIVE"),
      pool_(pool != nullptr ? std::move(pool) : std::make_shared<Pool>(work())),
      worker_(worker),
      copier_(lisp, pool_->account()) {
  if (worker == nullptr) pool_->account()->limit = copying::options_of(lisp).heap_limit_bytes;
  copier_.queue = [this](std::int64_t number) { return pool_->queue(number); };
  copier_.keep_queue = [this](std::int64_t number, std::shared_ptr<Queue> queue) { keep_queue(number, std::move(queue)); };
  copier_.learn = [this](const std::shared_ptr<const Entry>& entry) { entries_.add(entry, entry->id); };
  define_messages();
  if (lisp.permissions().shared_objects) define_bytes();
  define_queues();
  if (worker == nullptr) define_tasks();
  else define_worker();
  export_functions();
}

Word Bindings::write(Word object, bool for_symbols) {
  std::vector<Word> entries, symbols;
  const std::int64_t number = messages_.add(copier_.write(object, entries, for_symbols ? &symbols : nullptr));
  auto& state = lisp_.state();
  const Word objects = words::list(state, entries), names = words::list(state, symbols);
  const Word values[] = {words::fixnum(number), objects, names};
  detail::return_values(state, values);
  return values[0];
}

void Bindings::start(std::int64_t count) {
  require_permission(lisp_, &Permissions::threads);
  Options options = copying::options_of(lisp_);
  options.permissions.quit = false;
  pool_->start(static_cast<std::size_t>(count), options);
}

template <class F> bool Bindings::wait(Signal& signal, const F& holds, std::optional<double> seconds) const {
  using std::chrono::nanoseconds;
  constexpr nanoseconds nap{20'000'000};
  if (Signal::spin(holds)) return true;
  const auto begin = std::chrono::steady_clock::now();
  const nanoseconds longest(seconds && *seconds > 0 ? static_cast<std::int64_t>(std::min(*seconds, 1e9) * 1e9) : 0);  // NaN: 0
  for (;;) {
    const nanoseconds left = seconds ? std::min<nanoseconds>(nap, longest - (std::chrono::steady_clock::now() - begin)) : nap;
    if (left <= nanoseconds(0)) return holds();
    bool held = false;
    lisp_.release_while([&] { held = signal.sleep(holds, left); });
    if (lisp_.poll_is_due()) lisp_.poll();
    if (held) return true;
  }
}

void Bindings::define_messages() {
  define(
      "configure", "install make fill class-length layout-index",
      [this](const ObjectRef& install, const ObjectRef& make, const ObjectRef& fill, std::size_t class_length, std::size_t layout_index) {
        copier_.configure(install, make, fill, class_length, layout_index);
      },
      "Sets the functions that make what is not data, and says how classes are laid out.");
  define(
      "write-message", "object &optional symbols",
      [this](Word object, std::optional<bool> symbols) { return write(object, symbols.value_or(false)); },
      "Returns the message of OBJECT, a list of the objects that have to be entries of it, and, if SYMBOLS is true, of its symbols.");
  define(
      "read-message", "message", [this](std::int64_t message) { return copier_.read(*messages_.take(message)); },
      "Returns a copy of the object of MESSAGE, which ends.");
  define(
      "make-shared-vector", "type length",
      [this](Bounded<0, 9> type, Bounded<0, std::int64_t{1} << 48> length) {
        return copier_.make_shared_vector(static_cast<words::ElementType>(type.value), static_cast<std::size_t>(length.value));
      },
      "Returns a vector of LENGTH zeros that messages do not copy. TYPE: the number of the element type.");
  define(
      "drop-message", "message", [this](std::int64_t message) { messages_.forget(message); }, "Ends MESSAGE.");
  define(
      "complete-message", "message entries plans",
      [this](std::int64_t number, const std::vector<std::int64_t>& entries, const std::vector<std::int64_t>& plans) {
        constexpr std::size_t most_depth = 200;
        const auto message = messages_.take(number);
        if (message.use_count() != 1) throw Error("simple-error", "a message that was sent cannot be changed");
        const auto add_depth = [&message](const Entry& entry) { message->depth = std::max(message->depth, entry.body->depth + 1); };
        for (const std::int64_t one : entries) add_depth(*message->entries.emplace_back(entries_.at(one)));
        for (const std::int64_t one : plans)
          for (const auto& definition : message->plans.emplace_back(plans_.at(one))->definitions) add_depth(*definition);
        if (message->depth > most_depth) throw Error("simple-error", "the definitions of a message are nested too deep");
        return messages_.add(message, number);
      },
      "Gives MESSAGE its ENTRIES and PLANS. Returns it.");
  define(
      "make-entry", "message key",
      [this](std::int64_t message, std::int64_t key) {
        const std::int64_t id = new_number();
        return entries_.add(std::make_shared<const Entry>(Entry{id, key, messages_.take(message)}), id);
      },
      "Returns an entry that is made of the list in MESSAGE, which ends; of a definition, KEY says what it defines.");
  define(
      "drop-entry", "entry", [this](std::int64_t entry) { entries_.forget(entry); }, "Ends ENTRY, a definition that has changed.");
  define(
      "know-entry", "entry object", [this](std::int64_t entry, Word object) { copier_.know(*entries_.at(entry), object); },
      "Says that ENTRY stands for OBJECT.");
  define(
      "make-plan", "definitions",
      [this](const std::vector<std::int64_t>& definitions) {
        auto plan = std::make_shared<Plan>(Plan{new_number(), {}});
        for (const std::int64_t one : definitions) plan->definitions.push_back(entries_.at(one));
        return plans_.add(plan, plan->id);
      },
      "Returns the plan of the entries DEFINITIONS.");
  define(
      "drop-plan", "plan", [this](std::int64_t plan) { plans_.forget(plan); }, "Ends PLAN.");
}

/// Functions for modules that send messages to other processes. Whoever may load C++ may have them, since bytes can be
/// forged.
void Bindings::define_bytes() {
  using Origin = Bounded<0, std::int64_t{1} << 20>;
  define(
      "message-bytes", "message origin",
      [this](std::int64_t message, Origin origin) { return in_place(bytes_of(*messages_.take(message), origin.value)); },
      "Returns MESSAGE, which ends, as a vector of bytes, for other processes. ORIGIN is the number of this one.");
  define(
      "read-bytes", "bytes origin",
      [this](std::span<const std::uint8_t> bytes, Origin origin) {
        return copier_.read(*message_of(bytes, origin.value, pool_->account()));
      },
      "Returns a copy of the object of the message in BYTES, which some process of the same build has made; this one has the number "
      "ORIGIN.");
}

void Bindings::define_tasks() {
  define(
      "start", "count", [this](Bounded<1, 1024> count) { start(count.value); }, "Makes COUNT workers, in place of those before.");
  define(
      "stop", "", [this] { pool_->stop(); }, "Ends the workers, and their tasks.");
  define(
      "worker-count", "", [this] { return static_cast<std::int64_t>(pool_->worker_count()); }, "Returns how many workers there are.");
  define(
      "replaced-count", "", [this] { return static_cast<std::int64_t>(pool_->replaced_count()); },
      "Returns how many workers were replaced.");
  define(
      "core-count", "", [] { return static_cast<std::int64_t>(std::max(1U, std::thread::hardware_concurrency())); },
      "Returns how many threads the machine runs at once.");
  define(
      "submit", "function arguments &optional channel",
      [this](std::int64_t function, std::int64_t arguments, std::optional<std::int64_t> channel) {
        auto task = std::make_shared<Task>();
        task->arguments = messages_.take(arguments);
        task->function = messages_.at(function);
        task->limits = copying::limits_of(lisp_);
        if (const std::int64_t left = task->limits.time.nanoseconds(); left != 0)  // whoever waits reaches the limit first
          task->limits.time = std::chrono::nanoseconds(std::min(left, std::int64_t{1} << 62)) + std::chrono::milliseconds(100);
        if (channel) task->channel = channels_.at(*channel);
        pool_->submit(task);
        return channel ? 0 : tasks_.add(task);
      },
      "Returns a task of two messages, of which ARGUMENTS ends, for a worker to run. A task for CHANNEL has no number yet.");
  define(
      "wait-for-any", "tasks &optional seconds",
      [this](const std::vector<std::int64_t>& numbers, std::optional<double> seconds) {
        std::vector<std::shared_ptr<Task>> tasks;
        for (const std::int64_t number : numbers) tasks.push_back(tasks_.at(number));
        return wait(
            pool_->done(), [&tasks] { return std::any_of(tasks.begin(), tasks.end(), [](const auto& t) { return t->is_done.load(); }); },
            seconds);
      },
      "Waits until one of TASKS is done, for at most SECONDS. Returns true if one is.");
  define(
      "task-done-p", "task", [this](std::int64_t task) { return tasks_.at(task)->is_done.load(); }, "True if TASK is done.");
  define(
      "task-result", "task",
      [this](std::int64_t number) {
        if (!tasks_.at(number)->is_done) throw Error("simple-error", "the task is not done");
        const auto task = tasks_.at(number);
        const ObjectRef result = task->result != nullptr ? lisp_.keep(copier_.read(*task->result)) : ObjectRef();
        const Word values[] = {words::boolean(task->result != nullptr),
                               words::cons(lisp_.state(), lisp_.word(task->output), lisp_.word(task->errors)), lisp_.word(task->problem),
                               lisp_.word(task->backtrace), result ? result.word() : words::nil()};
        tasks_.forget(number);
        return words::list(lisp_.state(), values);
      },
      "Ends TASK, which is done. Returns a list of true if it has a result; a cons of what it wrote to the standard and the error "
      "output; why it has no result; a backtrace; the result.");
  define(
      "cancel-task", "task", [this](std::int64_t task) { pool_->cancel(*tasks_.at(task)); }, "Has TASK end.");
  define(
      "drop-task", "task",
      [this](std::int64_t number) {
        if (const auto task = tasks_.find(number)) pool_->cancel(*task);
        tasks_.forget(number);
      },
      "Ends TASK, unless it has ended.");
  define(
      "forget-task", "task", [this](std::int64_t task) { tasks_.forget(task); },
      "Says that nobody will ask for the result of TASK, which runs to its end.");
  define(
      "make-channel", "", [this] { return channels_.add(std::make_shared<QueueOf<Task>>()); }, "Returns a channel, for SUBMIT.");
  define(
      "forget-channel", "channel", [this](std::int64_t channel) { channels_.forget(channel); },
      "Says that nobody will ask for the results of the tasks of CHANNEL.");
  define(
      "pop-channel", "channel &optional seconds",
      [this](std::int64_t number, std::optional<double> seconds) {
        const auto channel = channels_.at(number);
        const auto is_filled = [&channel] { return channel->size() != 0; };
        auto task = channel->try_pop();
        while (task == nullptr && wait(channel->filled(), is_filled, seconds)) task = channel->try_pop();
        return task != nullptr ? words::fixnum(tasks_.add(task)) : words::nil();
      },
      "Returns the next task of CHANNEL that is done, or NIL if there is none for SECONDS.");
}

void Bindings::define_queues() {
  define(
      "worker-number", "", [number = worker_ != nullptr ? static_cast<std::int64_t>(new_number()) : 0] { return number; },
      "Returns a number that no other worker has; 0 in a program.");
  define(
      "make-queue", "",
      [this] {
        auto [number, queue] = pool_->make_queue();
        keep_queue(number, std::move(queue));
        return number;
      },
      "Returns the number of a new queue.");
  define(
      "forget-queue", "queue",
      [this](std::int64_t queue) {
        if (const auto found = queues_.find(queue); found != queues_.end() && --found->second.second == 0) queues_.erase(found);
      },
      "Says that one object less refers to QUEUE.");
  define(
      "push-message", "queue message",
      [this](std::int64_t queue, std::int64_t message) { pool_->queue(queue)->push(messages_.take(message)); },
      "Puts MESSAGE, which ends, at the end of QUEUE.");
  define(
      "push-data", "queue object",
      [this](std::int64_t queue, Word object) {
        std::vector<Word> entries;
        auto message = copier_.write(object, entries, nullptr);
        if (!entries.empty()) return false;
        pool_->queue(queue)->push(std::move(message));
        return true;
      },
      "Puts OBJECT at the end of QUEUE if it needs no entries. Returns true if so.");
  define(
      "pop-queue", "queue &optional seconds",
      [this](std::int64_t number, std::optional<double> seconds) {
        const auto queue = pool_->queue(number);
        std::shared_ptr<const Message> message = queue->try_pop();
        const auto is_filled = [&queue] { return queue->size() != 0; };
        while (message == nullptr && wait(queue->filled(), is_filled, seconds)) message = queue->try_pop();
        const ObjectRef object = message != nullptr ? lisp_.keep(copier_.read(*message)) : ObjectRef();
        const Word values[] = {object ? object.word() : words::nil(), words::boolean(message != nullptr)};
        detail::return_values(lisp_.state(), values);
        return values[0];
      },
      "Returns the next object of QUEUE and true, or NIL and NIL if there is none for SECONDS.");
  define(
      "queue-size", "queue", [this](std::int64_t queue) { return static_cast<std::int64_t>(pool_->queue(queue)->size()); },
      "Returns how many objects are in QUEUE.");
}

void Bindings::define_worker() {
  define(
      "task-function", "",
      [this] {
        const auto task = worker_->task();
        if (task->is_cancelled) lisp_.cancel();
        if (function_message_ != task->function) {
          function_ = lisp_.keep(copier_.read(*task->function));
          function_message_ = task->function;
        }
        return function_.word();
      },
      "Returns the function of the present task.");
  define(
      "task-arguments", "", [this] { return copier_.read(*worker_->task()->arguments); }, "Returns the arguments of the present task.");
  define(
      "set-result", "message", [this](std::int64_t message) { worker_->set_result(messages_.take(message)); },
      "Makes MESSAGE, which ends, the result of the present task.");
}

Pool::Work work() {
  return {[](const Lisp& lisp, Pool& pool, Pool::Worker& worker) {
            lisp.keep_alive(std::make_shared<Bindings>(lisp, std::shared_ptr<Pool>(std::shared_ptr<void>(), &pool), &worker));
            lisp.eval("(progn (provide \"parallel-native\") (require \"parallel-base\"))");
            worker.runner = lisp.symbol("parallel::run-task");
          },
          [](const Lisp& lisp, Pool::Worker& worker) { lisp.call(worker.runner); }};
}

void load_parallel(const Lisp& lisp) { lisp.keep_alive(std::make_shared<Bindings>(lisp)); }

}  // namespace

}  // namespace tessera::parallel

TESSERA_MODULE(tessera::parallel::load_parallel)
