// Interpreter: a virtual machine with the library's image. Compiled for size.
#include <algorithm>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <utility>

#include "api/builtin_image.hpp"
#include "api/image_file.hpp"
#include "api/image_roots.hpp"
#include "api/shared_modules.hpp"
#include "api/state.hpp"
#include "data/streams/streams.hpp"
#include "runtime/file_access.hpp"
#include "runtime/permissions.hpp"
#include "tessera/copying.hpp"
#ifdef TESSERA_MACHINE_CODE
#include "jit/enable_jit.hpp"
#endif

namespace tessera {

using detail::State;

namespace {

void withhold(Vm& vm, const Permissions& given) {
  if (given.files == Permissions::Files::none) vm.withhold(Permission::read_files);
  if (given.files != Permissions::Files::write) vm.withhold(Permission::write_files);
#define TESSERA_PERMISSION(member, constant, bit, default_value, noun) \
  if (!given.member) vm.withhold(Permission::member);
#include "tessera/permissions.def"
#undef TESSERA_PERMISSION
  vm.files->limit_to(given.files == Permissions::Files::none   ? FileAccess::Use::none
                     : given.files == Permissions::Files::read ? FileAccess::Use::reading
                                                               : FileAccess::Use::writing);
  if (!given.folder.empty() && given.files != Permissions::Files::none) vm.files->confine_to(given.folder);
}

/// Wraps a function of the host that must not run Lisp: the VM is inside an operation.
template <class Result, class... Given> std::function<Result(Given...)> guarded(State& state, Callback<Result(Given...)> function) {
  if (!function) return {};
  return [&state, function = std::move(function)](Given... given) {
    struct Mark {
      explicit Mark(bool& m) : mark(m) { mark = true; }
      ~Mark() { mark = false; }
      bool& mark;
    } const mark(state.in_stream_callback);
    return function(given...);
  };
}

void give_streams(State& state, const Options& options) {
  StreamTable& streams = *state.vm.streams;
  if (options.input) streams.replace_standard(0, {}, guarded(state, options.input));
  if (options.output) streams.replace_standard(1, guarded(state, options.output), {});
  if (options.error_output) streams.replace_standard(2, guarded(state, options.error_output), {});
}

void restore_image_of(const Options& options, Vm& vm) {
  const bool built_in = options.image_path.empty();
  const std::string complaint = built_in ? restore_image(vm, builtin_image()) : restore_image(vm, read_image(options.image_path));
  if (!complaint.empty()) refuse_image(options.image_path, complaint);
  if (vm.heap.is_nearly_full())
    throw std::runtime_error("tessera: the library needs more than a heap limit of " + std::to_string(options.heap_limit_bytes) + " bytes");
}

}  // namespace

detail::State::State(const Options& options)
    : machine(Vm::create(options.heap_limit_bytes, options.stack_limit_words)),
      permissions(options.permissions),
      stack_limit_words(options.stack_limit_words),
      host_functions(*this),
      host_objects(*this),
      host_arrays(vm) {
  withhold(vm, permissions);
  roots->begin(*this);
}

Interpreter::Interpreter(const Options& options) : Lisp(*new State(options)) {
  std::unique_ptr<State> guard(state_);
  restore_image_of(options, state_->vm);
  state_->vm.load_module = [state = state_](const std::string& path) { return load_shared_module(Lisp(*state), path); };
  detail::find_own_modules(*state_, options);
  state_->vm.fail_by_exception = [state = state_] { detail::fail_by_exception(*state); };
  if (!options.permissions.redefinition) state_->host_variables = std::make_unique<detail::HostVariables>(state_->vm);
  give_streams(*state_, options);
  set_limits(options.limits);
#ifdef TESSERA_MACHINE_CODE
  use_machine_code(state_->vm, options.machine_code);
#endif
  guard.release();
}

Interpreter::~Interpreter() {
  if (state_ == nullptr) return;
  state_->interpreter_ended = true;
  if (state_->calls == 0) state_->end();
  else if (state_->vm.is_running()) state_->vm.budget.cancel();
}

Interpreter::Interpreter(Interpreter&& other) noexcept : Lisp(std::exchange(other.state_, nullptr)) {}

Interpreter& Interpreter::operator=(Interpreter&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

const char* Interpreter::version() { return TESSERA_VERSION; }

void Lisp::keep_alive(std::shared_ptr<void> data) const { state().kept.push_back(std::move(data)); }
void Lisp::interrupt() const noexcept {
  if (state_ != nullptr) state_->vm.interrupt();
}
void Lisp::cancel() const noexcept {
  if (state_ != nullptr) state_->vm.budget.cancel();
}

void Lisp::set_limits(const Limits& limits) const {
  const std::int64_t time = limits.time.nanoseconds();  // a time that is over already is the shortest one
  state().limits = limits;
  state().vm.budget.limit_to(limits.steps, time < 0 ? 1 : static_cast<std::uint64_t>(time));
}

ObjectRef Lisp::output_stream(Callback<void(std::string_view)> output) const {
  if (!output) detail::throw_empty_callback();
  OpenFile file;
  file.write_callback = guarded(state(), std::move(output));
  file.line_buffered = true;
  return keep(detail::word_of(make_file_stream(state().vm, std::move(file), stream_output, NIL)));
}

ObjectRef Lisp::input_stream(Callback<std::string()> input) const {
  if (!input) detail::throw_empty_callback();
  OpenFile file;
  file.read_callback = guarded(state(), std::move(input));
  return keep(detail::word_of(make_file_stream(state().vm, std::move(file), stream_input, NIL)));
}

Limits copying::limits_of(const Lisp& lisp) {
  const State& state = lisp.state();
  Limits limits = state.limits;
  if (limits.time.nanoseconds() != 0)
    limits.time = std::chrono::nanoseconds(std::clamp<std::uint64_t>(state.vm.budget.nanoseconds_left(), 1, INT64_MAX));
  return limits;
}

Options copying::options_of(const Lisp& lisp) {
  const State& state = lisp.state();
  Options options;
  options.heap_limit_bytes = state.vm.heap.limit_bytes();
  options.stack_limit_words = state.stack_limit_words;
  options.permissions = state.permissions;
  options.module_path = state.vm.module_path;
  options.own_modules = nullptr;
  return options;
}

const Permissions& Lisp::permissions() const { return state().permissions; }

std::string Lisp::self_check() const {
  if (state().vm.is_running()) throw std::logic_error("tessera: Lisp::self_check was called while an evaluation runs");
  collect();
  const std::string heap = state().vm.heap.verification_error(), left = state().vm.leftovers();
  return heap.empty() || left.empty() ? heap + left : heap + ", " + left;
}

std::size_t Lisp::heap_used_bytes() const { return state().vm.heap.used_bytes(); }

void Lisp::collect() const {
  if (state().vm.is_running()) throw std::logic_error("tessera: Lisp::collect was called while an evaluation runs");
  detail::collect(state(), Heap::Reason::full);
}

std::size_t Lisp::collect_for(Duration time) const {
  if (state().vm.is_running()) throw std::logic_error("tessera: Lisp::collect_for was called while an evaluation runs");
  detail::collect_for(state(), static_cast<std::uint64_t>(std::max<std::int64_t>(time.nanoseconds(), 0)));
  return state().vm.heap.owed_bytes();
}

Vm& Lisp::vm() const { return state().vm; }

}  // namespace tessera
