// Calls from Lisp to C++: the entry of a Native object converts arguments, calls, and turns exceptions into conditions.
#include "api/host_functions.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <exception>

#include "api/state.hpp"
#include "builtins/registry.hpp"
#include "data/symbols/packages.hpp"
#include "data/tables/hash_tables.hpp"

namespace tessera {

namespace detail {

/// The data of a host's Native, with the function to call.
struct HostFunctionEntry : Builtin {
  HostFunctionEntry(State& state, std::string_view parameters, std::unique_ptr<HostFunction> function, std::string_view text);
  State& state;
  std::string lambda_list_text, documentation_text;
  std::unique_ptr<HostFunction> host_function;
  ObjectRef prototype;  ///< the Native itself, once it has closures
};

namespace {

/// Calls `signaller` in place of the native function, with two arguments and the function's name.
Value signal(State& state, std::string_view signaller, Value first, Value second, Value operation) {
  return state.vm.Runtime::tail_call(state.vm.tessera(signaller), {first, second, operation});
}

/// Returns the message of an exception, "" if it has none.
const char* text_of(const std::exception& e) { return e.what() == nullptr ? "" : e.what(); }

/// Makes the current exception the failure: a FOREIGN-ERROR.
void fail_by_foreign_error(State& state, const char* what) {
  Vm& vm = state.vm;
  const Value exception = value_of(state.host_objects.wrap_exception(std::current_exception()));
  vm.fail(vm.tessera("FOREIGN-ERROR"), {vm.keyword("EXCEPTION"), exception, vm.keyword("WHAT"), vm.make_string(what)});
}

Value name_of(Args a) { return as<tessera::Native>(running_native(a))->name; }

Value signal_again(State& state, const Error::Details& error);

/// Signals the current exception, which says `what`, for the native function called `operation`.
Value signal_foreign_error(State& state, const char* what, Value operation) {
  if (std::current_exception() == state.left_exception.exception) return signal_again(state, *state.left_exception.details);
  const Word exception = state.host_objects.wrap_exception(std::current_exception());
  const Value text = state.vm.make_string(what), description = description_of(state, std::current_exception());
  return state.vm.Runtime::tail_call(state.vm.tessera("%HOST-SIGNAL-EXCEPTION"), {value_of(exception), text, operation, description});
}

/// Returns the symbol of COMMON-LISP-USER for the name of a condition class, without the reader.
Value class_symbol(Vm& vm, std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return intern(vm, vm.packages.cl_user, std::string_view(name));
}

/// True if all active handlers have been offered the condition: it left a call made under them.
bool was_declined(const State& state, const Error::Details& error) {
  return error.handlers && value_of(error.handlers.word()) == state.vm.symbol(state.vm.sym(Known::handler_clusters))->value;
}

/// Signals again a condition that has left a call made by the running function, with that call's frames.
Value signal_again(State& state, const Error::Details& error) {
  const Value frames = error.frames ? value_of(error.frames.word()) : error.backtrace.empty() ? NIL : state.vm.make_string(error.backtrace);
  return state.vm.Runtime::tail_call(state.vm.tessera("%HOST-SIGNAL"),
                                     {value_of(error.condition.word()), boolean(was_declined(state, error)), frames});
}

/// Signals the error, for the native function called `operation`.
Value signal_described(State& state, const Error& e, Value operation) {
  if (e.condition().belongs_to(Lisp(state))) return signal_again(state, e.details());
  const Value symbol = plain_symbol(state.vm, e.condition_class());
  const bool known = symbol != UNBOUND && table_get(state.vm, state.vm.classes, symbol, UNBOUND) != UNBOUND;
  const Value name = known ? symbol : state.vm.make_string(e.condition_class());
  return signal(state, "%HOST-SIGNAL-CLASS", name, state.vm.make_string(e.what()), operation);
}

/// Signals the error. Describes a condition of another interpreter by name; a limit of another one, or of the host's
/// own, is an exception like others.
Value signal_error(State& state, const Error& e, Value operation) {
  if (e.condition_class() == "LIMIT-REACHED") return signal_foreign_error(state, e.what(), operation);
  return signal_described(state, e, operation);
}

/// Signals the exception, as an error of the class that it belongs to.
Value signal_exception(State& state, const std::exception& e, Args a) {
  if (const auto* const error = dynamic_cast<const Error*>(&e)) return signal_error(state, *error, name_of(a));
  if (dynamic_cast<const std::bad_alloc*>(&e) != nullptr) throw;
  return signal_foreign_error(state, text_of(e), name_of(a));
}

Value call_host_function(const HostFunctionEntry& entry, Args a) {
  State& state = entry.state;
  Word value{};
  const auto* words = reinterpret_cast<const Word*>(a.values);
  if (entry.host_function->call(Lisp(state), std::span(words, a.count), value)) return current(state, value);
  state.vm.tail_arguments.push_back(name_of(a));  // for the error that `refuse` requested
  return TAIL_CALL;
}

/// Enters a function of the host: the Native before the arguments identifies the function. (The forced unwinding at the
/// end of a thread cannot be bound to a name.)
__attribute__((no_sanitize("null"))) Value enter_host_function(Runtime&, Args a) {
  const auto& entry = static_cast<const HostFunctionEntry&>(description_of(as<tessera::Native>(running_native(a))));
  State& state = entry.state;
  Value value = FAILED;
  try {
    value = call_host_function(entry, a);
  } catch (const std::exception& e) { value = signal_exception(state, e, a); } catch (const Unwinding&) {  // the most frequent first
    if (!state.vm.exit_is_under_way() && !state.interpreter_ended && state.vm.budget.why() == Ending::none)
      value = signal(state, "%HOST-SIGNAL-CLASS", state.vm.make_string("SIMPLE-ERROR"),
                     state.vm.make_string("tessera::Unwinding was thrown, but no exit is under way"), name_of(a));
#ifdef __GLIBCXX__
#ifdef __GLIBCXX__
  } catch (const abi::__forced_unwind&) {  // the thread is ending
    throw;
#endif
#endif
  } catch (...) { value = signal_foreign_error(state, not_a_std_exception, name_of(a)); }
  if (state.interpreter_ended && !state.vm.exit_is_under_way()) return state.vm.leave_to_host(state.vm.cl("ERROR"), NIL);
  return value;
}

}  // namespace

HostFunctionEntry::HostFunctionEntry(State& s, std::string_view parameters, std::unique_ptr<HostFunction> f, std::string_view text)
    : Builtin{"", nullptr, enter_host_function, nullptr},
      state(s),
      lambda_list_text(parameters),
      documentation_text(text),
      host_function(std::move(f)) {
  lambda_list = lambda_list_text.c_str();
  documentation = documentation_text.c_str();
}

HostFunctions::HostFunctions(State& state) : state_(state), entries_(state.vm.heap) {}
HostFunctions::~HostFunctions() = default;

namespace {

/// Throws std::invalid_argument unless the words of `lambda_list`, which has no defaults, are names of different
/// variables.
void check_names(std::string_view lambda_list) {
  std::vector<std::string_view> seen;
  for (std::string_view rest = lambda_list, word; !(word = next_parameter(rest)).empty();) {
    const bool is_name = word.find_first_of("()\"'`,;:|\\#") == std::string_view::npos && word != "t" && word != "nil" && word != ".";
    if (!is_name || std::find(seen.begin(), seen.end(), word) != seen.end())
      throw std::invalid_argument("tessera: the lambda list (" + std::string(lambda_list) + ") has " + std::string(word) +
                                  (is_name ? " twice" : ", which is not the name of a variable"));
    seen.push_back(word);
  }
}

/// Throws std::invalid_argument unless `function` accepts every number of arguments that `lambda_list` accepts.
void check_lambda_list(std::string_view lambda_list, const HostFunction& function) {
  check_names(lambda_list);
  const NativeArity given = accepted_counts(lambda_list), taken = accepted_counts(function.lambda_list());
  if (given.least >= taken.least && (taken.most == NativeArity::any_number || given.most <= taken.most)) return;
  throw std::invalid_argument("tessera: the lambda list (" + std::string(lambda_list) + ") is not one of the function, which takes (" +
                              function.lambda_list() + ")");
}

}  // namespace

Value HostFunctions::make(Value name, std::string_view lambda_list, std::unique_ptr<HostFunction> function,
                          std::string_view documentation) {
  check_lambda_list(lambda_list, *function);
  auto entry = std::make_unique<HostFunctionEntry>(state_, lambda_list, std::move(function), documentation);
  const Value object = make_host_native(state_.vm, name, *entry);
  entries_.add(object, std::move(entry));
  return object;
}

namespace {

/// Returns the data behind a Native of a host; nullptr for other objects.
HostFunctionEntry* entry_of(Value native) {
  if (!has_type(native, Type::native) || builtin_of(native).function != enter_host_function) return nullptr;
  return static_cast<HostFunctionEntry*>(const_cast<Builtin*>(&builtin_of(native)));
}

}  // namespace

void HostFunctions::keep_first_time(Value prototype) {
  HostFunctionEntry* const entry = entry_of(prototype);
  if (entry == nullptr) throw std::invalid_argument("tessera: the prototype of a closure must be a function made by make_function");
  if (!entry->prototype) entry->prototype = Lisp(state_).keep(word_of(prototype));
  last_kept_ = prototype.as_object()->slots[0];
}

std::unique_ptr<HostFunction>* HostFunctions::function_of(Value native) {
  HostFunctionEntry* const entry = entry_of(native);
  return entry == nullptr ? nullptr : &entry->host_function;
}

bool has_defaults(std::string_view lambda_list) {
  return lambda_list.find('(') != std::string_view::npos || lambda_list.find("&key") != std::string_view::npos;
}

ObjectRef make_function_object(State& state, const ObjectRef& symbol, std::string_view lambda_list, std::unique_ptr<HostFunction> function,
                               std::string_view documentation) {
  const Lisp lisp(state);
  const std::string own = function->lambda_list();
  const NativeArity taken = accepted_counts(own);
  const bool wrapped = has_defaults(lambda_list);
  const std::string_view parameters = wrapped || lambda_list.empty() ? own : lambda_list;
  const ObjectRef made =
      lisp.keep(word_of(state.host_functions.make(value_of(symbol.word()), parameters, std::move(function), documentation)));
  if (!wrapped) return made;
  const ObjectRef found = lisp.call("tessera::%host-with-defaults", symbol, made, lambda_list, taken.least, taken.most);
  if (!found.truth())
    throw std::invalid_argument("tessera: the lambda list (" + std::string(lambda_list) +
                                ") does not have the number of parameters of the function, which takes (" + own + ")");
  return found;
}

std::string lambda_list_of(const ObjectRef& function) {
  const HostFunctionEntry* const entry = entry_of(value_of(function.word()));
  return entry == nullptr ? "" : entry->lambda_list_text;
}

Word function_word(State& state, std::unique_ptr<HostFunction> function) {
  const std::string lambda_list = function->lambda_list();
  return word_of(state.host_functions.make(state.vm.sym(Known::lambda), lambda_list, std::move(function), ""));
}

void refuse(State& state, Word datum, const std::string& expected) {
  state.vm.Runtime::tail_call(state.vm.tessera("%HOST-REFUSE"), {value_of(datum), state.vm.make_string(expected)});
}

Word signal_failure(State& state, const Error& error, const Word* arguments) {
  constexpr int callee = -2;  // where the engine keeps it
  const Value operation = as<tessera::Native>(value_of(arguments[callee]))->name;
  if (error.condition_class() != "LIMIT-REACHED") return word_of(signal_described(state, error, operation));
  try {
    throw_error(&error);  // a limit is an exception like others
  } catch (const Error& e) { return word_of(signal_error(state, e, operation)); }
}

void fail_by_exception(State& state) {
  Vm& vm = state.vm;
  try {
    throw;
  } catch (const Error& e) {
    vm.fail(class_symbol(vm, e.condition_class()),
            {vm.sym(Known::format_control), vm.make_string("~A"), vm.sym(Known::format_arguments), vm.list({vm.make_string(e.what())})});
  } catch (const std::exception& e) { fail_by_foreign_error(state, text_of(e)); } catch (...) {
    fail_by_foreign_error(state, not_a_std_exception);
  }
}

void check_definable(const Lisp& lisp, std::string_view name) {
  const auto why = lisp.call<std::optional<std::string>>("tessera::%host-why-not-define", name);
  if (why) throw std::invalid_argument("tessera: " + *why);
}

void return_values(State& state, std::span<const Word> values) {
  state.vm.values(std::span(reinterpret_cast<const Value*>(values.data()), values.size()));
}

}  // namespace detail

ObjectRef Lisp::make_host_function(std::string_view name, std::string_view lambda_list, std::unique_ptr<detail::HostFunction> function,
                                   std::string_view documentation) const {
  const ObjectRef name_of_it = symbol(name);
  if (detail::has_defaults(lambda_list))
    return detail::make_function_object(state(), name_of_it, lambda_list, std::move(function), documentation);
  return keep(
      detail::word_of(state().host_functions.make(detail::value_of(name_of_it.word()), lambda_list, std::move(function), documentation)));
}

void Lisp::define_host_function(std::string_view name, detail::HostFunction* function, std::string_view documentation) const {
  define_host_function(name, function->lambda_list(), function, documentation);
}

void Lisp::define_host_function(std::string_view name, std::string_view lambda_list, detail::HostFunction* owned,
                                std::string_view documentation) const {
  std::unique_ptr<detail::HostFunction> function(owned);
  detail::check_definable(*this, name);
  call("tessera::%host-define", name, make_host_function(name, lambda_list, std::move(function), documentation), documentation);
}

Reply Reply::tail_call(const Lisp& lisp, Word function, std::span<const Word> arguments) {
  Vm& vm = lisp.state().vm;
  const std::span<const Value> values = detail::values_of(arguments);
  vm.tail_function = detail::value_of(function);
  vm.tail_arguments.assign(values.begin(), values.end());
  return detail::word_of(TAIL_CALL);
}

}  // namespace tessera
