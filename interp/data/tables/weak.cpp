// Weak pointers and finalizers, and their removal by collections. Compiled for size.
#include "data/tables/weak.hpp"

#include <algorithm>
#include <utility>

#include "runtime/runtime.hpp"

namespace tessera {

WeakObjects::WeakObjects(Heap& heap) : tables(heap), heap_(heap) { heap.add_root_source(this); }
WeakObjects::~WeakObjects() { heap_.remove_root_source(this); }

std::int64_t WeakObjects::add_pointer(Value pointer, Value object) {
  constexpr std::size_t charged_bytes = 64;
  pointers_[++last_number_] = {pointer, object, Value::object(heap_.allocate_raw(Type::raw_data, charged_bytes))};
  young_.push_back(last_number_);
  return last_number_;
}

Value WeakObjects::find(std::int64_t number) const {
  const auto found = pointers_.find(number);
  return found == pointers_.end() ? UNBOUND : found->second.object;
}

void WeakObjects::add_finalizer(Value object, Value function, bool limited) {
  finalizers_.push_back({object, heap_.cons(function, NIL), ++last_number_, limited});
}

void WeakObjects::cancel_finalizers(Value object) {
  const auto is_of = [object](const Finalizer& f) { return f.object == object; };
  const auto young = finalizers_.begin() + static_cast<std::ptrdiff_t>(old_finalizers_);
  old_finalizers_ -= static_cast<std::size_t>(std::count_if(finalizers_.begin(), young, is_of));
  std::erase_if(finalizers_, is_of);
}

std::map<std::int64_t, WeakObjects::PendingCall>::iterator WeakObjects::find_to_call(bool limited) {
  return std::find_if(to_call_.begin(), to_call_.end(), [limited](const auto& entry) { return limited || !entry.second.limited; });
}

void WeakObjects::ask(bool limited) {
  if (find_to_call(limited) != to_call_.end()) heap_.poll.fetch_or(poll_finalize);
}

Value WeakObjects::next_to_call(bool limited) {
  const auto found = find_to_call(limited);
  if (found == to_call_.end()) return NIL;
  const Value next = found->second.function.as_cons()->car;
  to_call_.erase(found);
  return next;
}

void WeakObjects::trace_roots(Tracer& tracer) {
  const bool young_only = tracer.young_only();
  for (std::size_t i = young_only ? old_finalizers_ : 0; i < finalizers_.size(); ++i) tracer.visit(finalizers_[i].function);
  for (auto& [number, call] : to_call_) tracer.visit(call.function);
  if (young_only)
    for (const std::int64_t number : young_) tracer.visit(pointers_.at(number).charge);
  else
    for (auto& [number, pointer] : pointers_) tracer.visit(pointer.charge);
}

void WeakObjects::forget_pointer(const Liveness& liveness, std::int64_t number) {
  const auto found = pointers_.find(number);
  if (found == pointers_.end()) return;
  Pointer& p = found->second;
  const bool both_live = (!p.pointer.is_pointer() || liveness.alive(p.pointer)) && (!p.object.is_pointer() || liveness.alive(p.object));
  if (!both_live) pointers_.erase(found);
  else if (!heap_.is_settled(p.pointer) || !heap_.is_settled(p.object) || !heap_.is_settled(p.charge)) young_.push_back(number);
}

/// Forgets dead objects. A minor collection skips entries whose objects are in old space.
void WeakObjects::forget_dead(const Liveness& liveness) {
  tables.forget_dead(liveness);
  std::vector<std::int64_t> numbers = std::exchange(young_, {});
  if (!liveness.young_only()) {
    numbers.clear();
    for (const auto& [number, pointer] : pointers_) numbers.push_back(number);
  }
  for (const std::int64_t number : numbers) forget_pointer(liveness, number);
  const std::size_t first = liveness.young_only() ? old_finalizers_ : 0;
  std::size_t kept = first;
  const std::size_t waiting = to_call_.size();
  for (std::size_t i = first; i < finalizers_.size(); ++i) {
    Finalizer& f = finalizers_[i];
    if (!f.object.is_pointer() || liveness.alive(f.object)) finalizers_[kept++] = f;
    else to_call_.emplace(f.number, PendingCall{f.function, f.limited});
  }
  finalizers_.resize(kept);
  old_finalizers_ = first;
  while (old_finalizers_ < kept && heap_.is_settled(finalizers_[old_finalizers_].object) &&
         heap_.is_settled(finalizers_[old_finalizers_].function))
    ++old_finalizers_;
  if (to_call_.size() > waiting)
    ask(true);  // otherwise it was requested already, and the code that now calls them may itself be collecting
}

WeakObjects& weak_objects(Runtime& rt) {
  if (!rt.weak) rt.weak = std::make_shared<WeakObjects>(rt.heap);
  return *rt.weak;
}

}  // namespace tessera
