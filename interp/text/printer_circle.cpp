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

PrintLabels::PrintLabels(PrintOutput& out) : out_(out) {
  const bool shared = out.outer != nullptr && out.outer->last_label != nullptr;
  out.context.last_label = shared ? out.outer->last_label : &own_last_;
}

/// Adds the parts of an object that will be printed. Instances with a printer function are not looked into.
void PrintLabels::push_parts(Candidate whole, std::vector<Candidate>& pending) {
  const auto [v, index] = whole;
  const std::int64_t length = out_.settings.length;
  if (v.is_cons()) {
    if (length >= 0 && index >= length) return;
    pending.push_back({v.as_cons()->cdr, index + 1});
    pending.push_back({v.as_cons()->car, 0});
    return;
  }
  ArrayView view;
  if (has_type(v, Type::instance)) {
    const Object* o = v.as_object();
    const Value klass = o->slots[0];
    const bool own = is_class(klass) && !is_nil(as<Instance>(klass)->slots[class_printer]);
    for (std::uint32_t i = 1; i < o->length() && !own; ++i) pending.push_back({o->slots[i], 0});
  } else if (out_.settings.array && view_array(v, view) && view.storage->type() == Type::simple_vector) {
    std::size_t count = is_vector(v) ? view.length : view.total;
    if (length >= 0 && is_vector(v)) count = std::min(count, static_cast<std::size_t>(length));
    for (std::size_t i = 0; i < count; ++i) pending.push_back({view.storage->slots[view.offset + i], 0});
  }
}

bool PrintLabels::find(Value root) {
  if (out_.outer != nullptr && out_.outer->labels != nullptr && out_.outer->labels->find(root) != nullptr) {
    out_.context.labels = out_.outer->labels;
    return true;
  }
  out_.context.labels = &own_;
  std::vector<Candidate> pending{{root, 0}};
  for (std::size_t steps = 1; !pending.empty(); ++steps) {
    if (steps % 4096 == 0 && !may_continue(pending.size())) return false;
    const Candidate candidate = pending.back();
    pending.pop_back();
    if (!can_be_labelled(out_.rt, candidate.object)) continue;
    if (own_.add(candidate.object)) push_parts(candidate, pending);
    else *own_.find(candidate.object) = -1;
  }
  return true;
}

/// True if the search for repeated objects may continue. An interrupt ends it, as nothing has been printed yet.
bool PrintLabels::may_continue(std::size_t pending) {
  constexpr std::size_t entry_bytes = 64;  // at least what an entry takes in the table
  if (!out_.rt.heap.has_room(own_.size() * entry_bytes + pending * sizeof(Candidate))) return out_.rt.fail_heap(), false;
  return !out_.rt.interrupt_waits() || (out_.rt.fail_interrupted(), false);
}

bool PrintLabels::has_label(Value v) const {
  if (out_.context.labels == nullptr) return false;
  const std::int64_t* label = out_.context.labels->find(v);
  return label != nullptr && *label != 0;
}

bool PrintLabels::print(Value v) {
  std::int64_t* label = out_.context.labels->find(v);
  if (label == nullptr || *label == 0) return false;
  const bool done = *label > 0;
  if (!done) *label = ++*out_.context.last_label;
  out_.put(U'#');
  out_.put(std::to_string(*label));
  out_.put(done ? U'#' : U'=');
  return done;
}

}  // namespace tessera
