// Interpreter: a Vm with the library's image, and the ways into it.
#include <memory>
#include <stdexcept>

#include "api/access.hpp"
#include "api/builtin_image.hpp"
#include "api/image_file.hpp"
#include "api/image_roots.hpp"
#include "api/shared_modules.hpp"
#include "builtins/registry.hpp"
#include "data/numbers.hpp"
#include "text/printer.hpp"

namespace tessera {

/// A function of the host program, as the native that stands for it finds it.
struct HostEntry : Builtin {
  HostEntry(std::string_view lambda_list, std::string_view documentation, HostFunction function);
  std::string lambda_list_text, documentation_text;
  HostFunction call;
};

namespace {

// The entry of every host function: the Native in front of the arguments knows which one it stands for.
Value host_entry(Runtime& rt, Args a) {
  auto& vm = static_cast<Vm&>(rt);
  const auto& self = static_cast<const HostEntry&>(builtin_of(running_native(a)));
  Call call = Access::call(&vm, a);
  const ObjectRef value = self.call(call);  // the machine signals what it throws
  return Access::failed(call) ? FAILED : Access::unwrap(value);
}

Result result_of_condition(Vm* vm, Value description) {
  Result r;
  std::string* const fields[] = {&r.condition, &r.message, &r.backtrace};
  for (std::string* field : fields) {
    if (!description.is_cons()) break;
    *field = vm->to_utf8(description.as_cons()->car);
    description = description.as_cons()->cdr;
  }
  return r;
}

/// The message of the failure that is pending.
std::string failure_message(Vm& vm) {
  std::string control;
  Value arguments = NIL;
  for (Value rest = vm.failure.initargs; rest.is_cons() && rest.as_cons()->cdr.is_cons(); rest = rest.as_cons()->cdr.as_cons()->cdr) {
    const Value name = rest.as_cons()->car, given = rest.as_cons()->cdr.as_cons()->car;
    if (name == vm.sym(Known::format_control)) control = vm.to_utf8(given);
    if (name == vm.sym(Known::format_arguments)) arguments = given;
  }
  if (control.empty()) return vm.failure.type == vm.tessera("STACK-EXHAUSTED") ? "The stack is exhausted." : "The heap is exhausted.";
  std::string message;
  for (std::size_t i = 0; i < control.size(); ++i) {
    if (control[i] != '~' || i + 1 == control.size() || !arguments.is_cons()) {
      message += control[i];
      continue;
    }
    message += printed(vm, arguments.as_cons()->car, control[++i] == 'S');
    arguments = arguments.as_cons()->cdr;
  }
  return message;
}

}  // namespace

HostEntry::HostEntry(std::string_view parameters, std::string_view documentation, HostFunction f)
    : Builtin{"", nullptr, host_entry, nullptr}, lambda_list_text(parameters), documentation_text(documentation), call(std::move(f)) {
  lambda_list = lambda_list_text.c_str();
  Builtin::documentation = documentation_text.c_str();
}

Interpreter::Interpreter(const Options& options) : vm_(std::make_unique<Vm>(options.heap_limit_bytes, options.stack_limit_words)) {
  const bool built_in = options.image_path.empty();
  const std::string complaint = built_in ? restore_image(*vm_, builtin_image()) : restore_image(*vm_, read_image(options.image_path));
  if (!complaint.empty()) refuse_image(options.image_path, complaint);
  vm_->load_module = [this](const std::string& path) { return load_shared_module(*this, path); };
}

Interpreter::~Interpreter() = default;

namespace {

// Memory may give out while we make the arguments, before the VM runs and can signal that.
template <class Action> Result guarded(Action action) {
  try {
    return action();
  } catch (const std::bad_alloc&) {
    Result r;
    r.condition = "STORAGE-CONDITION";
    r.message = "The heap is exhausted.";
    return r;
  }
}

}  // namespace

// All goes through %HOST-RUN, which turns an unhandled condition into values.
Result Interpreter::run(const ObjectRef& function, const std::vector<ObjectRef>& arguments) {
  std::vector<Value> values = {Access::unwrap(function)};
  for (const ObjectRef& a : arguments) values.push_back(Access::unwrap(a));
  const Value ok = vm_->call_from_host(vm_->tessera("%HOST-RUN"), values);
  if (is_failed(ok)) return left();
  const Value second = vm_->given_count > 1 ? vm_->mv[1] : NIL;
  if (is_nil(ok)) return result_of_condition(vm_.get(), second);
  Result r;
  r.ok = true;
  r.value = Access::wrap(vm_.get(), second);
  return r;
}

// An evaluation was left: for a point of the script outside of this call, or it ended here without a handler's help.
Result Interpreter::left() {
  Result r;
  r.left = vm_->exit_is_under_way();
  if (r.left) {
    r.message = "The evaluation was left for a point outside of this call.";
    return r;
  }
  const bool storage = vm_->failure.type == vm_->tessera("STACK-EXHAUSTED");
  r.condition = vm_->to_utf8(vm_->symbol(storage ? vm_->sym(Known::storage_condition) : vm_->failure.type)->name);
  r.message = failure_message(*vm_);
  for (Value rest = vm_->failure.initargs; rest.is_cons() && rest.as_cons()->cdr.is_cons(); rest = rest.as_cons()->cdr.as_cons()->cdr)
    if (rest.as_cons()->car == vm_->keyword("BACKTRACE")) r.backtrace = vm_->to_utf8(rest.as_cons()->cdr.as_cons()->car);
  return r;
}

Result Interpreter::call_unguarded(std::string_view name, const std::vector<ObjectRef>& arguments) {
  return guarded([&] {
    const Result function = run(Access::wrap(vm_.get(), vm_->tessera("%HOST-FUNCTION")), {make_string(name)});
    if (!function.ok) return function;
    std::vector<Value> values;
    for (const ObjectRef& a : arguments) values.push_back(Access::unwrap(a));
    const Value v = vm_->call_from_host(Access::unwrap(function.value), values);
    if (is_failed(v)) return left();
    Result r;
    r.ok = true;
    r.value = Access::wrap(vm_.get(), v);
    return r;
  });
}

Result Interpreter::eval(std::string_view source, std::string_view name) {
  return guarded([&] {
    const ObjectRef evaluate = Access::wrap(vm_.get(), vm_->tessera("%HOST-EVALUATE"));
    return run(evaluate, {make_string(source), make_string(name)});
  });
}

Result Interpreter::load(std::string_view path) {
  return guarded([&] { return run(Access::wrap(vm_.get(), vm_->cl("LOAD")), {make_string(path)}); });
}

Result Interpreter::call(std::string_view name, const std::vector<ObjectRef>& arguments) {
  return guarded([&] {
    const Result function = run(Access::wrap(vm_.get(), vm_->tessera("%HOST-FUNCTION")), {make_string(name)});
    return function.ok ? run(function.value, arguments) : function;
  });
}

Result Interpreter::call(const ObjectRef& function, const std::vector<ObjectRef>& arguments) {
  return guarded([&] { return run(function, arguments); });
}

ObjectRef Interpreter::make_function(std::string_view name, std::string_view lambda_list, HostFunction function,
                                     std::string_view documentation) {
  const Result symbol = run(Access::wrap(vm_.get(), vm_->tessera("%HOST-SYMBOL")), {make_string(name)});
  if (!symbol.ok) throw std::invalid_argument("tessera: " + symbol.message);
  functions_.push_back(std::make_unique<HostEntry>(lambda_list, documentation, std::move(function)));
  return Access::wrap(vm_.get(), make_host_native(*vm_, Access::unwrap(symbol.value), *functions_.back()));
}

void Interpreter::define(std::string_view name, std::string_view lambda_list, HostFunction function, std::string_view documentation) {
  const ObjectRef native = make_function(name, lambda_list, std::move(function), documentation);
  run(Access::wrap(vm_.get(), vm_->tessera("%HOST-DEFINE")), {make_string(name), native, make_string(documentation)});
}

void Interpreter::offer_module(std::string_view name, std::function<void(Interpreter&)> load) {
  const auto native = [this, load = std::move(load)](Call& call) {
    load(*this);
    return call.boolean(true);
  };
  run(Access::wrap(vm_.get(), vm_->tessera("%HOST-OFFER-MODULE")),
      {make_string(name), make_function("tessera::%load-host-module", "", native)});
}

ObjectRef Interpreter::make_integer(std::int64_t n) { return Access::wrap(vm_.get(), tessera::make_integer(*vm_, n)); }
ObjectRef Interpreter::make_string(std::string_view utf8) { return Access::wrap(vm_.get(), vm_->make_string(utf8)); }
void Interpreter::interrupt() { vm_->interrupt(); }
void Interpreter::collect() { vm_->heap.collect(Heap::Reason::full); }

const char* Interpreter::version() { return TESSERA_VERSION; }

}  // namespace tessera
