// Interpreter: a machine with the library's image.
#include <stdexcept>
#include <utility>

#include "api/builtin_image.hpp"
#include "api/image_file.hpp"
#include "api/image_roots.hpp"
#include "api/shared_modules.hpp"
#include "api/state.hpp"

namespace tessera {

using detail::State;

Interpreter::Interpreter(const Options& options) : Lisp(*new State(options)) {
  std::unique_ptr<State> guard(state_);
  const bool built_in = options.image_path.empty();
  const std::string complaint =
      built_in ? restore_image(state_->vm, builtin_image()) : restore_image(state_->vm, read_image(options.image_path));
  if (!complaint.empty()) refuse_image(options.image_path, complaint);
  state_->vm.load_module = [state = state_](const std::string& path) { return load_shared_module(Lisp(*state), path); };
  guard.release();
}

Interpreter::~Interpreter() {
  if (state_ == nullptr) return;
  state_->doomed = true;
  if (state_->calls == 0) delete state_;
}

Interpreter::Interpreter(Interpreter&& other) noexcept : Lisp(std::exchange(other.state_, nullptr)) {}

Interpreter& Interpreter::operator=(Interpreter&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

const char* Interpreter::version() { return TESSERA_VERSION; }

void Lisp::keep_alive(std::shared_ptr<void> data) const { state_->kept.push_back(std::move(data)); }
void Lisp::interrupt() const noexcept { state_->vm.interrupt(); }

void Lisp::collect() const {
  if (state_->vm.is_running()) throw std::logic_error("tessera: Lisp::collect in the midst of an evaluation");
  state_->vm.heap.collect(Heap::Reason::full);
}

Vm& Lisp::vm() const { return state_->vm; }

}  // namespace tessera
