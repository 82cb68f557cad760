// Roots of objects that C++ keeps.
#include "api/roots.hpp"

#include <algorithm>

#include "api/state.hpp"

namespace tessera {

namespace detail {

void Roots::begin(State& of) {
  state = &of;
  of.vm.heap.add_root_source(this);
}

void Roots::end() {
  state->vm.heap.remove_root_source(this);
  {
    const std::scoped_lock lock(mutex_);
    take_released();
    state = nullptr;
    thread_.store(0, std::memory_order_relaxed);
    for (Root& root : places_) root.state = nullptr;
    if (in_use_ > 0) return;
  }
  delete this;
}

void Roots::take_released() {
  while (released_ != nullptr) {
    Root* const root = released_;
    released_ = reinterpret_cast<Root*>(root->references);
    make_free(root);
    --in_use_;
  }
}

void Roots::release_elsewhere(Root* root) noexcept {
  {
    const std::scoped_lock lock(mutex_);
    root->references = reinterpret_cast<std::uint64_t>(released_);
    released_ = root;
    if (state != nullptr) return;
    take_released();
    if (in_use_ > 0) return;
  }
  delete this;
}

Root* Roots::make_in_new_place(Word word) {
  {
    const std::scoped_lock lock(mutex_);
    take_released();
  }
  if (free_ != nullptr) return make(word);
  const std::size_t more = std::max<std::size_t>(16, places_.size());
  for (std::size_t i = 0; i < more; ++i) make_free(&places_.emplace_back(Root{words::nil(), state, this, 0}));
  return make(word);
}

void Roots::trace_roots(Tracer& tracer) {
  {
    const std::scoped_lock lock(mutex_);
    take_released();
  }
  for (Root& root : places_) {
    Value v = value_of(root.word);
    tracer.visit(v);
    root.word = word_of(v);
  }
}

void release(Root* root) noexcept { root->owner->release(root); }

void throw_no_object(const Root* root) {
  if (root == nullptr) throw std::logic_error("tessera: this ObjectRef has no object");
  throw std::logic_error("tessera: the interpreter of this object has ended");
}

namespace {

std::string printed_in_short(const ObjectRef& object, bool escape) {
  if (!object) return "";
  State& state = object.lisp().state();
  const Value text = call_own(state, "%PRINTED-IN-SHORT", {value_of(object.word()), boolean(escape)});
  return state.vm.to_utf8(text);
}

}  // namespace

}  // namespace detail

bool ObjectRef::truth() const { return root_ != nullptr && !words::is_nil(word()); }

std::string ObjectRef::text() const { return detail::printed_in_short(*this, true); }
std::string ObjectRef::display() const { return detail::printed_in_short(*this, false); }

ObjectRef Lisp::keep(Word word) const { return ObjectRef(state().roots->make(detail::word_of(detail::current(state(), word)))); }

}  // namespace tessera
