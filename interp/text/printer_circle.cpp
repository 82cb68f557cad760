// Shared and circular structure: finding the objects that get a label #n=.
#include <algorithm>

#include "data/symbols/packages.hpp"
#include "text/printer_state.hpp"

namespace tessera {

// --- the table

std::int64_t* ObjectTable::find(Value v) {
  if (!v.is_pointer()) return nullptr;
  const auto it = index_.find(v.address());
  return it == index_.end() ? nullptr : &labels_[it->second];
}

bool ObjectTable::add(Value v) {
  if (!index_.emplace(v.address(), objects_.size()).second) return false;
  objects_.push_back(v);
  labels_.push_back(0);
  return true;
}

void ObjectTable::trace(Tracer& tracer) { tracer.visit_range(objects_.data(), objects_.size()); }

void ObjectTable::rehash() {
  if (objects_.empty()) return;
  index_.clear();
  for (std::size_t i = 0; i < objects_.size(); ++i) index_.emplace(objects_[i].address(), i);
}

// --- finding shared objects

namespace {

bool can_be_labelled(Runtime& rt, Value v) {
  if (v.is_cons()) return true;
  if (!v.is_object()) return false;
  switch (v.as_object()->type()) {
    case Type::simple_vector:
    case Type::specialized_vector:
    case Type::array:
    case Type::instance:
    case Type::string:
    case Type::bit_vector: return true;
    case Type::symbol: return is_nil(rt.symbol(v)->package);
    default: return false;
  }
}

}  // namespace

// Adds the parts of `v` that will be printed; `index` is that of its first element in its list. Instances with a
// printer function are not looked into.
void Printer::push_parts(Value v, std::int64_t index, std::vector<SharedCandidate>& pending) {
  const bool limited = settings_.length >= 0;
  if (v.is_cons()) {
    if (limited && index >= settings_.length) return;
    pending.push_back({v.as_cons()->cdr, index + 1});
    pending.push_back({v.as_cons()->car, 0});
    return;
  }
  ArrayView view;
  if (has_type(v, Type::instance)) {
    const Object* o = v.as_object();
    const Value klass = o->slots[0];
    const bool own = has_type(klass, Type::instance) && klass.as_object()->length() > class_fixed_slots &&
                     !is_nil(as<Instance>(klass)->slots[class_printer]);
    for (std::uint32_t i = 1; i < o->length() && !own; ++i) pending.push_back({o->slots[i], 0});
  } else if (settings_.array && view_array(v, view) && view.storage->type() == Type::simple_vector) {
    std::size_t count = is_vector(v) ? view.length : view.total;
    if (limited && is_vector(v)) count = std::min(count, static_cast<std::size_t>(settings_.length));
    for (std::size_t i = 0; i < count; ++i) pending.push_back({view.storage->slots[view.offset + i], 0});
  }
}

bool Printer::find_shared(Value root) {
  if (outer_ != nullptr && outer_->labels != nullptr && outer_->labels->find(root) != nullptr) {
    context_.labels = outer_->labels;
    return true;
  }
  context_.labels = &own_labels_;
  std::vector<SharedCandidate> pending{{root, 0}};
  for (std::size_t steps = 1; !pending.empty(); ++steps) {
    if (steps % 4096 == 0 && !may_continue(pending.size())) return false;
    const auto [v, index] = pending.back();
    pending.pop_back();
    if (!can_be_labelled(rt_, v)) continue;
    if (own_labels_.add(v)) push_parts(v, index, pending);
    else *own_labels_.find(v) = -1;
  }
  return true;
}

// Nothing has been printed yet, so an interrupt may simply end the search.
bool Printer::may_continue(std::size_t pending) {
  constexpr std::size_t entry_bytes = 64;  // at least what an entry takes in the table
  if (!rt_.heap.has_room(own_labels_.size() * entry_bytes + pending * sizeof(SharedCandidate))) return rt_.fail_heap(), false;
  return !rt_.interrupt_waits() || (rt_.fail_interrupted(), false);
}

bool Printer::has_label(Value v) {
  if (context_.labels == nullptr) return false;
  const std::int64_t* label = context_.labels->find(v);
  return label != nullptr && *label != 0;
}

// Called before `v` is printed: prints its label, or a reference to the label. Sets `done` after a reference.
bool Printer::print_label(Value v, bool& done) {
  std::int64_t* label = context_.labels->find(v);
  if (label == nullptr || *label == 0) return false;
  done = *label > 0;
  if (!done) *label = ++*context_.last_label;
  put(U'#');
  put(std::to_string(*label));
  put(done ? U'#' : U'=');
  return true;
}

}  // namespace tessera
