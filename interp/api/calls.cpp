// Calls from C++ to Lisp: names, the call itself, and failures as C++ exceptions.
#include <cxxabi.h>

#include "api/shared_modules.hpp"
#include "api/state.hpp"
#include "data/sequences/arrays.hpp"
#include "data/sequences/strings.hpp"
#include "data/streams/streams.hpp"
#include "data/symbols/packages.hpp"
#include "data/tables/hash_tables.hpp"
#include "platform/thread_stack.hpp"
#include "runtime/interrupts.hpp"
#include "runtime/pause.hpp"
#include "runtime/waiting.hpp"
#include "text/printer.hpp"

namespace tessera {

namespace detail {

namespace {

/// Returns the message of a failure for which Lisp made no condition.
std::string bare_message(Vm& vm, std::string control, Value arguments) {
  if (control.empty()) return vm.failure.type == vm.sym(Known::stack_exhausted) ? "The stack is exhausted." : "The heap is exhausted.";
  std::string message;
  for (std::size_t i = 0; i < control.size(); ++i) {
    if (control[i] != '~' || i + 1 == control.size() || !arguments.is_cons()) {
      message += control[i];
      continue;
    }
    const Value argument = arguments.as_cons()->car;  // a string needs no memory
    const bool as_it_is = control[++i] == 'A' && is_string(argument);
    message += as_it_is ? vm.to_utf8(argument) : printed(vm, argument, control[i] == 'S');
    arguments = arguments.as_cons()->cdr;
  }
  return message;
}

struct FailureInitargs {
  Value condition = NIL, control = NIL, arguments = NIL, frames = NIL;
};

FailureInitargs parse_failure(Vm& vm) {
  FailureInitargs found;
  const std::pair<Value, Value*> fields[] = {{vm.sym(Known::datum), &found.condition},
                                             {vm.sym(Known::format_control), &found.control},
                                             {vm.sym(Known::format_arguments), &found.arguments},
                                             {vm.sym(Known::stack), &found.frames}};
  for (Value rest = vm.failure.initargs; rest.is_cons() && rest.as_cons()->cdr.is_cons(); rest = rest.as_cons()->cdr.as_cons()->cdr)
    for (const auto& [name, to] : fields)
      if (name == rest.as_cons()->car) *to = rest.as_cons()->cdr.as_cons()->car;
  return found;
}

/// Lets the arguments of the failure go at its end: they are a root.
class ClearedInitargs {
 public:
  explicit ClearedInitargs(Vm& vm) : vm_(vm) {}
  ~ClearedInitargs() { vm_.failure.initargs = NIL; }
  ClearedInitargs(const ClearedInitargs&) = delete;
  ClearedInitargs& operator=(const ClearedInitargs&) = delete;

 private:
  Vm& vm_;
};

}  // namespace

Value plain_symbol(Vm& vm, std::string_view name) {
  unsigned char upper[64];
  if (name.empty() || name.size() > sizeof upper || (name[0] >= '0' && name[0] <= '9') || name[0] == '+' || name[0] == '-') return UNBOUND;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool lower = c >= 'a' && c <= 'z';
    if (!lower && !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9') && c != '-' && c != '*' && c != '%' && c != '+') return UNBOUND;
    upper[i] = static_cast<unsigned char>(lower ? c - 'a' + 'A' : c);
  }
  const Value symbol = intern(vm, vm.packages.cl_user, StringView(upper, name.size()));
  return symbol == NIL || symbol == T ? UNBOUND : symbol;
}

Value CalledNames::find(Vm& vm, std::string_view name) const {
  if (name.empty()) return UNBOUND;
  const Entry& e = entries_[slot_of(name)];
  if (e.name != name) return UNBOUND;
  const Value symbol = value_of(e.symbol.word());
  return vm.symbol(symbol)->package == vm.packages.cl_user ? symbol : UNBOUND;
}

void CalledNames::note(const Lisp& lisp, std::string_view name, Value symbol) {
  if (lisp.state().vm.symbol(symbol)->package == lisp.state().vm.packages.cl_user)
    entries_[slot_of(name)] = {std::string(name), lisp.keep(word_of(symbol))};
}

Value function_of(const Vm& vm, Value f) {
  if (!Runtime::is_symbol(f)) return f;
  const Value function = vm.symbol(f)->function;
  return function == vm.undefined_function ? f : function;
}

namespace {

/// Writes out what Lisp has written. False, with a prepared failure, if the host's output function throws.
bool flush_output(State& state, bool failed) {
  std::string message = not_a_std_exception;
  try {
    state.vm.streams->flush_standard(failed ? config::cleanup_nanoseconds : UINT64_MAX);
    return true;
#ifdef __GLIBCXX__
  } catch (const abi::__forced_unwind&) {  // the thread is ending
    throw;
#endif
  } catch (const std::exception& e) {
    state.left_exception.exception = std::current_exception();
    message = e.what();
  } catch (...) { state.left_exception.exception = std::current_exception(); }
  auto details = std::make_shared<Error::Details>(Error::Details{ObjectRef(), "FOREIGN-ERROR", "", {}, {}});
  state.left_exception = {state.left_exception.exception, details, message};
  state.prepared = {PreparedFailure::Kind::exception, {}, std::move(details), std::move(message)};
  return false;
}

}  // namespace

Word call_or_fail(State& state, Word f, const Word* arguments, std::size_t count) {
  Value v = NIL;
  bool ended = false;
  {
    const bool outermost = state.calls == 0;
    const Running running(state);
    if (TESSERA_UNLIKELY(state.in_stream_callback)) throw std::logic_error("tessera: the function of a stream must not call Lisp");
    v = state.vm.call_guarded(function_of(state.vm, value_of(f)), values_of({arguments, count}));
    ended = state.interpreter_ended && (outermost || is_failed(v));
    const bool flushed = !outermost || flush_output(state, is_failed(v));
    if (!flushed) v = FAILED;
    else if (is_failed(v) && !ended) prepare_failure(state);
    ended = state.interpreter_ended && (outermost || is_failed(v));
  }
  if (ended) throw std::logic_error("tessera: the interpreter was ended while it was evaluating");
  return word_of(v);
}

Error take_error(State& state) {
  PreparedFailure& f = state.prepared;
  if (f.kind == PreparedFailure::Kind::exit) throw Unwinding();
  if (f.kind == PreparedFailure::Kind::limit) throw LimitReached(f.limit, std::move(f.details), f.message);
  if (f.kind == PreparedFailure::Kind::exception) {
    f.details.reset();  // which would hold the condition
    std::rethrow_exception(state.left_exception.exception);
  }
  return Error(std::move(f.details), f.message);
}

std::shared_ptr<const Error> take_failure(State& state) {
  PreparedFailure& f = state.prepared;
  if (f.kind == PreparedFailure::Kind::exit) throw Unwinding();
  if (f.kind == PreparedFailure::Kind::limit) return std::make_shared<LimitReached>(f.limit, std::move(f.details), f.message);
  if (f.kind == PreparedFailure::Kind::exception) state.left_exception = {};  // does not leave as an exception
  return std::make_shared<Error>(std::move(f.details), f.message);
}

std::shared_ptr<const Error> current_error() {
  try {
    throw;
  } catch (const Error& e) { return failure(e); }
}

void throw_no_error() { throw std::logic_error("tessera: this Result has no error: it has a value, or was moved elsewhere"); }

void throw_error(const Error* error) {
  if (error == nullptr) throw std::logic_error("tessera: this Result has no value: it was moved elsewhere, or made of a null error");
  if (const auto* const limit = dynamic_cast<const LimitReached*>(error)) throw LimitReached(*limit);
  throw Error(*error);
}

Value call_own(State& state, std::string_view name, std::initializer_list<Value> arguments) {
  return value_of(call(state, word_of(state.vm.tessera(name)), reinterpret_cast<const Word*>(arguments.begin()), arguments.size()));
}

namespace {

using Limit = LimitReached::Limit;

/// Prepares the exception of an evaluation that the host's limits or the host itself ended.
void prepare_ending(State& state) {
  const Ending why = state.vm.budget.why();
  const Limit limit = why == Ending::steps ? Limit::steps : why == Ending::time ? Limit::time : Limit::cancelled;
  const char* message = limit == Limit::steps ? "step limit reached" : limit == Limit::time ? "time limit reached" : "evaluation cancelled";
  auto details = std::make_shared<Error::Details>(Error::Details{ObjectRef(), "LIMIT-REACHED", state.vm.ended_where(), {}, {}});
  state.prepared = {PreparedFailure::Kind::limit, limit, std::move(details), message};
}

/// True if `condition` is an instance of the library's class of that name.
bool is_of_class(Vm& vm, Value condition, std::string_view name) {
  const Value known = table_get(vm, vm.classes, vm.tessera(name), UNBOUND);
  return known != UNBOUND && has_type(condition, Type::instance) && as<Instance>(condition)->klass == known;
}

/// Notes an error that the host may hold, so that an ending interpreter completes it.
void note_pending_backtrace(State& state, const std::shared_ptr<const Error::Details>& error) {
  auto& pending = state.pending_backtraces;
  constexpr std::size_t few = 8;
  if (pending.size() == pending.capacity()) {
    std::erase_if(pending, [](const auto& known) { return known.expired(); });
    pending.reserve(std::max(few, 2 * pending.size()));  // so that the next search is far away
  }
  pending.push_back(error);
}

/// Makes the backtrace; leaves it empty if that fails.
void complete_backtrace(const Error::Details& error, bool arguments) noexcept {
  if (!error.frames) return;
  try {
    const ObjectRef frames = std::exchange(error.frames, ObjectRef());
    State& state = frames.lisp().state();
    error.backtrace = state.vm.to_utf8(call_own(state, "%TEXT-OF-KEPT", {value_of(frames.word()), boolean(arguments)}));
  } catch (...) { error.backtrace.clear(); }
}

}  // namespace

void State::end() {
  ++calls;  // runs the end once
  vm.budget.limit_to(0, 0);
  for (const auto& known : std::exchange(pending_backtraces, {}))
    if (const auto error = known.lock()) complete_backtrace(*error, false);
  interpreter_ended = false;  // so that destructors may call functions of the host
  host_objects.release_owners();
  delete this;
}

void prepare_failure(State& state) {
  Vm& vm = state.vm;
  state.prepared.kind = PreparedFailure::Kind::exit;
  if (vm.exit_is_under_way()) return;
  if (vm.budget.why() != Ending::none && vm.failure.type == vm.tessera("LIMIT-REACHED")) return prepare_ending(state);
  const FailureInitargs why = parse_failure(vm);
  const ClearedInitargs cleared(vm);
  const bool stack = vm.failure.type == vm.sym(Known::stack_exhausted);
  const Value name = stack ? vm.sym(Known::storage_condition) : vm.failure.type;
  const std::string message = bare_message(vm, vm.to_utf8(why.control), why.arguments);
  const auto kept = [&state](Value v) { return is_nil(v) ? ObjectRef() : Lisp(state).keep(word_of(v)); };
  const Value handlers = vm.symbol(vm.sym(Known::handler_clusters))->value;
  const bool has_text = is_string(why.frames);  // an inner call's backtrace that C++ has asked for
  const auto error = std::make_shared<Error::Details>(Error::Details{kept(why.condition), vm.to_utf8(vm.symbol(name)->name),
                                                                     has_text ? vm.to_utf8(why.frames) : "",
                                                                     has_text ? ObjectRef() : kept(why.frames), kept(handlers)});
  if (error->frames) note_pending_backtrace(state, error);
  if (const HostObject* exception = state.host_objects.find(why.condition);
      exception != nullptr && exception->type == typeid(std::exception_ptr)) {
    state.left_exception = {*static_cast<std::exception_ptr*>(exception->object), error, message};
    state.prepared = {PreparedFailure::Kind::exception, {}, error, message};
    return;
  }
  try {
    throw_as_exception(state, error->condition);
  } catch (...) {
    state.left_exception = {std::current_exception(), error, message};
    state.prepared = {PreparedFailure::Kind::exception, {}, error, message};
    return;
  }
  const bool is_limit = name == vm.sym(Known::storage_condition);
  const bool of_stack = is_limit && (stack || is_of_class(vm, why.condition, "STACK-EXHAUSTED"));
  state.prepared = {is_limit ? PreparedFailure::Kind::limit : PreparedFailure::Kind::error, of_stack ? Limit::stack : Limit::heap, error,
                    message};
}

void throw_failure(State& state) {
  prepare_failure(state);
  throw take_error(state);
}

Word symbol_named(State& state, std::string_view name) {
  Value symbol = state.called_names.find(state.vm, name);
  if (symbol != UNBOUND) return word_of(symbol);
  symbol = plain_symbol(state.vm, name);
  if (symbol != UNBOUND) return state.called_names.note(Lisp(state), name, symbol), word_of(symbol);
  return word_of(call_own(state, "%HOST-FUNCTION-NAME", {state.vm.make_string(name)}));
}

std::span<const Word> values_of_call(State& state, Word value) {
  if (state.vm.mv.lisp_count == 1) state.vm.mv.all[0] = value_of(value);  // a single value is stored nowhere else
  return {reinterpret_cast<const Word*>(state.vm.mv.all.data()), state.vm.mv.lisp_count};
}

void throw_type_error(State& state, Word datum, const std::string& expected) {
  const Value condition = call_own(state, "%HOST-TYPE-ERROR", {value_of(datum), state.vm.make_string(expected)});
  const std::string message = state.vm.to_utf8(value_of(values_of_call(state, word_of(condition)).back()));
  throw Error(Lisp(state).keep(word_of(condition)), "TYPE-ERROR", message, "");
}

/// Collects, if that is due, before C++ makes an object: objects made since the last collection may be garbage, and no
/// safepoint may have run since.
void before_making(State& state) {
  check_thread(state);
  if (state.vm.is_running()) return;
  Heap& heap = state.vm.heap;
  const bool due = (heap.poll.load(std::memory_order_relaxed) & poll_gc) != 0;  // small objects alone request a collection
  if (!due && state.made_bytes < heap.limit_bytes() / 16) return;
  state.made_bytes = 0;
  const std::size_t used = heap.used_bytes();
  const bool crowded = used > heap.limit_bytes() / 2 && used > state.used_after_collection + heap.limit_bytes() / 8;
  if (!due && !crowded) return;
  collect(state, crowded ? Heap::Reason::full : Heap::Reason::nursery_full);
  if (crowded) state.used_after_collection = heap.used_bytes();
}

void require_room(State& state) {
  before_making(state);
  const Heap& heap = state.vm.heap;
  if (TESSERA_LIKELY(!heap.is_nearly_full())) return;
  if (!state.vm.is_running()) collect(state, Heap::Reason::full);
  if (heap.is_nearly_full()) throw std::bad_alloc();
}

namespace {

template <class F> void run_collector(State& state, const F& work) {
  const bool outermost = state.calls == 0;
  bool ended = false;
  {
    const Running running(state);
    work(state.vm.heap);
    ended = outermost && state.interpreter_ended;
  }
  if (ended) throw std::logic_error("tessera: a destructor ended the interpreter during a collection");
}

}  // namespace

void collect(State& state, Heap::Reason reason) {
  run_collector(state, [reason](Heap& heap) { heap.collect(reason); });
}

void collect_for(State& state, std::uint64_t nanoseconds) {
  run_collector(state, [nanoseconds](Heap& heap) { heap.collect_for(nanoseconds); });
}

bool is_lisp_thread(const State& state) { return platform::thread_owner() == static_cast<const Runtime*>(&state.vm); }

void throw_wrong_thread(const State& state) {
  const bool ending = state.user.load(std::memory_order_relaxed) == State::ending;
  throw std::logic_error(ending ? "tessera: the interpreter is ending" : "tessera: another thread is using this interpreter");
}

void throw_empty_callback() { throw std::logic_error("tessera: this Callback has no function"); }

void throw_moved_from() { throw std::logic_error("tessera: the interpreter was moved elsewhere"); }

Value call_with_debugger(const Lisp& lisp, std::string_view name, const std::vector<ObjectRef>& arguments) {
  State& state = lisp.state();
  const Running running(state);
  const Value function = value_of(symbol_named(state, name));  // may run Lisp: make the arguments' words afterwards
  std::vector<Value> values;
  for (const ObjectRef& a : arguments) values.push_back(value_of(a.word()));
  const Value v = state.vm.call_from_host(function, values);
  if (is_failed(v)) throw_failure(state);
  return v;
}

}  // namespace detail

std::shared_ptr<const Error> failure(const Error& error) {
  if (const auto* const limit = dynamic_cast<const LimitReached*>(&error)) return std::make_shared<LimitReached>(*limit);
  return std::make_shared<Error>(error);
}

Error::Error(std::string condition_class, const std::string& message) : Error(ObjectRef(), std::move(condition_class), message, "") {}

Error::Error(ObjectRef condition, std::string condition_class, const std::string& message, std::string backtrace)
    : Error(std::make_shared<Details>(Details{std::move(condition), std::move(condition_class), std::move(backtrace), {}, {}}), message) {}

const std::string& Error::backtrace() const noexcept {
  detail::complete_backtrace(*details_, true);
  return details_->backtrace;
}

/// Loads a file. The host may open files that scripts may not.
void Lisp::load(std::string_view path) const {
  const detail::TrustedLoad trusted(state(), detail::is_own_module(state(), path));
  if (permissions().files != Permissions::Files::none && permissions().folder.empty()) {
    call("tessera::%host-load-file", path);
    return;
  }
  const Value stream = open_file_input(state().vm, std::string(path));
  if (is_failed(stream)) detail::throw_failure(state());
  detail::call_own(state(), "%HOST-LOAD", {stream, state().vm.make_string(path)});
}

void Lisp::load_contents(std::string_view contents, std::string_view name) const { call("tessera::%host-load-contents", contents, name); }

std::string Lisp::compile(std::string_view source, std::string_view name) const {
  return call<std::string>("tessera::%host-compile", source, name);
}

SourceCheck Lisp::check(std::string_view source) const {
  using Position = std::optional<std::tuple<std::size_t, std::size_t>>;
  const auto [status, position, message] =
      call<std::tuple<ObjectRef, Position, std::optional<std::string>>>("tessera::%host-check", source);
  if (!status.truth()) return {};
  const auto found = status.text() == ":WRONG" ? SourceCheck::Status::wrong : SourceCheck::Status::incomplete;
  return {found, position ? std::get<0>(*position) : 0, position ? std::get<1>(*position) : 0, message.value_or("")};
}

Word Lisp::evaluate(std::string_view source, std::string_view name) const {
  detail::before_making(state());
  Vm& vm = state().vm;
  const Word texts[] = {detail::word_of(vm.make_string(source)), detail::word_of(vm.make_string(name))};
  return detail::call_or_fail(state(), detail::word_of(vm.tessera("%HOST-EVALUATE")), texts, std::size(texts));
}

ObjectRef Lisp::apply(const ObjectRef& function, const std::vector<ObjectRef>& arguments) const {
  detail::before_making(state());
  std::vector<Word> words;
  for (const ObjectRef& a : arguments) words.push_back(detail::to_word(*this, a));
  return keep(detail::call(state(), detail::to_word(*this, function), words.data(), words.size()));
}

ObjectRef Lisp::symbol(std::string_view name) const { return call("tessera::%host-symbol", name); }

// --- for native functions during an evaluation

Word Lisp::funcall(Word function, std::span<const Word> arguments) const {
  Vm& vm = state().vm;
  if (!vm.is_running() || state().in_stream_callback) return detail::call(state(), function, arguments.data(), arguments.size());
  const Value v = vm.call_lisp(detail::function_of(vm, detail::value_of(function)), detail::values_of(arguments));
  if (is_failed(v)) detail::throw_failure(state());
  return detail::word_of(v);
}

std::optional<Error> Lisp::error_of(const std::exception_ptr& exception) const {
  const detail::LeftException& left = state().left_exception;
  if (exception == nullptr || exception != left.exception) return std::nullopt;
  return Error(left.details, left.message);
}

void Lisp::throw_type_error(Word datum, std::string_view type) const { detail::throw_type_error(state(), datum, std::string(type)); }

bool Lisp::poll_is_due() const noexcept { return state_ != nullptr && state_->vm.interrupt_waits(); }

void Lisp::poll() const {
  if (TESSERA_LIKELY(!poll_is_due()) || !state().vm.is_running() || state().in_stream_callback) return;
  if (!handle_interrupts(state().vm)) detail::throw_failure(state());
}

void Lisp::release_while(const Callback<void()>& wait) const {
  const bool running = state().vm.is_running() && !state().in_stream_callback;
  const bool user = running && state().user.load(std::memory_order_relaxed) == detail::this_thread();
  struct Waiting {
    explicit Waiting(detail::State* s) : state(s) {
      if (state != nullptr) state->user.store(detail::State::waiting, std::memory_order_relaxed);
    }
    ~Waiting() {
      if (state != nullptr) state->user.store(detail::this_thread(), std::memory_order_relaxed);
    }
    detail::State* const state;
  } const waiting(user ? &state() : nullptr);
  const Runtime::Pause pause(state().vm, running);
  wait();
}

bool Lisp::has_stack() const noexcept { return state_ == nullptr || state_->vm.has_cpp_stack(); }

/// Sets the callback. Its function can only exit to a point further out, past all waiting callers.
void Lisp::on_readable(int descriptor, const ObjectRef& function) const {
  detail::to_word(*this, function);  // checks that it belongs to this interpreter
  Vm& vm = state().vm;
  vm.readable_callback.reset();
  if (descriptor < 0) return;
  const auto call = [&vm, function] { return !is_failed(vm.call_lisp(detail::value_of(function.word()), {})); };
  vm.readable_callback = std::make_shared<ReadableCallback>(ReadableCallback{descriptor, call});
}

}  // namespace tessera
