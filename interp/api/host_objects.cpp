// C++ classes and objects in Lisp.
#include "api/host_objects.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "api/state.hpp"
#include "data/numbers/integers.hpp"

namespace tessera::detail {

// --- the table of known objects

void KnownObject::died() noexcept {
  if (known != nullptr) std::exchange(known, nullptr)->remove(*this);
  if (link != nullptr) std::exchange(link, nullptr)->known = nullptr;
}

void KnownObjects::add(KnownObject& record) {
  if (size_ >= buckets_.size()) {
    std::vector<KnownObject*> before(2 * buckets_.size());
    before.swap(buckets_);
    for (KnownObject* next : before)
      while (next != nullptr) {
        KnownObject*& bucket = buckets_[bucket_of(next->object)];
        KnownObject* const moved = std::exchange(next, next->next);
        moved->next = std::exchange(bucket, moved);
      }
  }
  KnownObject*& bucket = buckets_[bucket_of(record.object)];
  record.next = std::exchange(bucket, &record);
  record.known = this;
  ++size_;
}

void KnownObjects::remove(KnownObject& record) noexcept {
  KnownObject** place = &buckets_[bucket_of(record.object)];
  while (*place != &record) place = &(*place)->next;
  *place = record.next;
  --size_;
}

// --- objects

HostObjects::HostObjects(State& state) : state_(state), objects_(state.vm.heap) {}

/// Makes a user-data object with the address of the record, which is aligned, so the collector sees a fixnum.
Value HostObjects::make(HostObject host_object, Value instance) {
  auto record = std::make_unique<KnownObject>(std::move(host_object), instance);
  if (record->object != nullptr && !is_nil(instance)) known_.add(*record);
  if (record->link != nullptr) {
    record->link->state = &state_;
    record->link->known = record.get();
  }
  Object* const object = state_.vm.heap.allocate(Type::user_data, 2);
  object->slots[0] = Value::from_bits(reinterpret_cast<std::uint64_t>(record.get()));
  object->slots[1] = NIL;
  objects_.add(Value::object(object), std::move(record));
  return Value::object(object);
}

Word HostObjects::wrap_exception(std::exception_ptr exception) {
  auto owner = std::make_shared<std::exception_ptr>(std::move(exception));
  return word_of(make({owner.get(), typeid(std::exception_ptr), owner}));
}

namespace {

/// Returns the slot of an instance that holds its user-data object: the first one, unless its class has several
/// superclasses; nullptr if there is none. The slots of an instance whose class has changed are in a vector.
Value* slot_of_user_data(Object* instance) {
  for (std::uint32_t i = 1; i < instance->length(); ++i)
    if (has_type(instance->slots[i], Type::user_data)) return &instance->slots[i];
  constexpr std::uint32_t box_slot = 1 + object_fixed_slots;  // after the class
  if (instance->length() <= box_slot || !has_type(instance->slots[box_slot], Type::simple_vector)) return nullptr;
  Object* const box = instance->slots[box_slot].as_object();
  for (std::uint32_t i = 0; i < box->length(); ++i)
    if (has_type(box->slots[i], Type::user_data)) return &box->slots[i];
  return nullptr;
}

/// Returns the user-data object of an instance, or NIL.
Value user_data_of(Value v) {
  if (!has_type(v, Type::instance)) return has_type(v, Type::user_data) ? v : NIL;
  const Value* const slot = slot_of_user_data(v.as_object());
  return slot == nullptr ? NIL : *slot;
}

KnownObject* record_of(Value user_data) { return reinterpret_cast<KnownObject*>(user_data.as_object()->slots[0].bits()); }

/// Returns the name of a type as C++ programmers write it.
std::string readable(const char* type) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(abi::__cxa_demangle(type, nullptr, nullptr, &status), std::free);
  return status == 0 ? name.get() : type;
}

}  // namespace

KnownObject* HostObjects::find(Value v) const {
  const Value found = user_data_of(v);
  return is_nil(found) ? nullptr : record_of(found);
}

ClassInfo& HostObjects::class_of(std::type_index type) {
  const auto found = classes.find(type);
  if (found == classes.end())
    throw std::invalid_argument("tessera: this interpreter has no definition of the C++ class " + readable(type.name()));
  return found->second;
}

void* HostObjects::cast(void* object, std::type_index from, std::type_index to) const {
  if (from == to) return object;
  const auto known = classes.find(from);
  if (known == classes.end()) return nullptr;
  for (const auto& [base, upcast] : known->second.bases)
    if (void* const found = cast(upcast(object), base, to)) return found;
  return nullptr;
}

/// Sees the object as the most derived one of the classes that are defined and that it has.
void HostObjects::make_most_derived(ArrivingObject& object) const {
  if (object.whole == nullptr || object.type == object.whole_type) return;
  if (classes.contains(object.whole_type)) {
    object.object = object.whole;
    object.type = object.whole_type;
    return;
  }
  for (bool found = true; found;) {
    found = false;
    const auto known = classes.find(object.type);
    if (known == classes.end()) return;
    for (const auto& [derived, downcast] : known->second.derived)
      if (void* const more = found ? nullptr : downcast(object.object)) {
        object.object = more;
        object.type = derived;
        found = true;
      }
  }
}

Value HostObjects::instance_of(ArrivingObject object) {
  make_most_derived(object);
  if (KnownObject* const known = known_.find(object.object, object.type)) {
    if (!object.is_new) {
      const bool is_given = !object.owner.owner_before(known->given) && !known->given.owner_before(object.owner);
      if (known->owner == nullptr && !is_given) known->owner = std::move(object.owner);
      return known->instance;
    }
    known->died();  // the object that was lent is gone: another one has its address
    known->object = nullptr;
  }
  const Value prototype = value_of(class_of(object.type).prototype.word());
  Object* const instance = state_.vm.heap.allocate(Type::instance, prototype.as_object()->length());
  std::copy_n(prototype.as_object()->slots, instance->length(), instance->slots);
  instance->set_subtype(prototype.as_object()->subtype());
  *slot_of_user_data(instance) = make(std::move(object), Value::object(instance));  // young: no write barrier needed
  return Value::object(instance);
}

void HostObjects::give(Value made, Value instance) {
  KnownObject* const from = find(made);
  if (from == nullptr || from->object == nullptr) throw std::invalid_argument("tessera: a constructor that made no object");
  HostObject host_object = *from;
  from->died();
  Value* const slot = slot_of_user_data(instance.as_object());
  TESSERA_ASSERT(slot != nullptr);
  state_.vm.heap.write(slot, make(std::move(host_object), instance));
}

void HostObjects::keep(Value object, Value kept, bool first_only) {
  const Value user_data = user_data_of(object);
  if (is_nil(user_data) || object == kept || !kept.is_pointer()) return;
  if (first_only && record_of(user_data)->owner != nullptr) return;
  Value& list = user_data.as_object()->slots[1];
  if (first_only && !is_nil(list)) return;
  for (Value rest = list; rest.is_cons(); rest = rest.as_cons()->cdr)
    if (rest.as_cons()->car == kept) return;
  state_.vm.heap.write(&list, state_.vm.heap.cons(kept, list));
  if (first_only) record_of(user_data)->is_part = true;
}

namespace {

/// The owner of an object that keeps its Lisp object alive, too.
struct OwnerOfBoth {
  std::shared_ptr<void> owner;
  ObjectRef instance;
};

}  // namespace

std::shared_ptr<void> HostObjects::owner_for_host(Value object) {
  const Value user_data = user_data_of(object);
  if (is_nil(user_data)) return nullptr;
  KnownObject& record = *record_of(user_data);
  if (is_nil(record.instance)) return record.owner;
  const bool is_part = record.owner == nullptr;  // of an object that it keeps alive
  if (is_part && is_nil(user_data.as_object()->slots[1])) return nullptr;
  if (!is_part && words::is_instance_like(word_of(record.instance), class_of(record.type).prototype.word())) return record.owner;
  if (std::shared_ptr<void> known = record.given.lock()) return known;
  const auto both = std::make_shared<OwnerOfBoth>(OwnerOfBoth{record.owner, Lisp(state_).keep(word_of(record.instance))});
  record.given = both;
  return both;
}

/// Returns the record of the object of which `part` is a part; nullptr if it is not one.
const KnownObject* HostObjects::owner_of(const KnownObject& part) const {
  if (!part.is_part || part.known == nullptr) return nullptr;
  Value rest = user_data_of(part.instance).as_object()->slots[1];
  while (rest.as_cons()->cdr.is_cons()) rest = rest.as_cons()->cdr;
  return find(rest.as_cons()->car);
}

/// Makes those lent objects unusable for which `ends` is true, and the parts of unusable objects.
template <class F> void HostObjects::revoke_where(F ends) {
  for (bool again = true; again;) {
    again = false;
    objects_.for_each([&](KnownObject& record) {
      if (record.owner != nullptr || record.object == nullptr) return;
      const KnownObject* const owner = owner_of(record);
      if (!ends(record, owner) && (owner == nullptr || owner->object != nullptr)) return;
      record.died();
      record.object = nullptr;
      again = true;
    });
  }
}

namespace {

bool is_in(const Extent& extent, const void* object) { return !std::less<>()(object, extent.begin) && std::less<>()(object, extent.end); }

}  // namespace

void HostObjects::revoke(Extent extent) {
  revoke_where([&](const KnownObject& record, const KnownObject*) { return is_in(extent, record.object); });
}

void HostObjects::revoke(std::span<const Extent> extents, bool parts_only) {
  if (std::none_of(extents.begin(), extents.end(), [&](const Extent& e) { return known_.has(e.begin); })) return;
  const auto ends = [&](const void* object) {
    return std::any_of(extents.begin(), extents.end(), [&](const Extent& e) { return is_in(e, object); });
  };
  revoke_where([&](const KnownObject& record, const KnownObject* owner) {
    return parts_only ? owner != nullptr && ends(owner->object) : ends(record.object);
  });
}

void HostObjects::release_owners() {
  std::vector<std::shared_ptr<void>> owners;
  objects_.for_each([&](KnownObject& record) {
    if (record.type == typeid(std::exception_ptr)) return;
    record.died();
    record.object = nullptr;
    owners.push_back(std::move(record.owner));
  });
}

const std::shared_ptr<void>* HostObjects::sole_owner(Value object, const std::type_info* exactly) const {
  const KnownObject* const record = find(object);
  const bool is_sole = record != nullptr && record->object != nullptr && record->owner.use_count() == 1;
  return is_sole && (exactly == nullptr || record->type == *exactly) ? &record->owner : nullptr;
}

std::shared_ptr<void> HostObjects::give_away(Value object) {
  KnownObject& record = *find(object);
  record.died();
  record.object = nullptr;
  std::shared_ptr<void> owner = std::move(record.owner);
  revoke_where([](const KnownObject&, const KnownObject*) { return false; });  // the parts
  return owner;
}

// --- functions declared in class.hpp

const std::shared_ptr<void>* sole_owner(State& state, Word w, const std::type_info* exactly) {
  return state.host_objects.sole_owner(value_of(w), exactly);
}
std::shared_ptr<void> give_away(State& state, Word w) { return state.host_objects.give_away(value_of(w)); }

void* host_object(State& state, Word w, std::type_index type) {
  const HostObject* found = state.host_objects.find(value_of(w));
  if (found == nullptr || found->object == nullptr) return nullptr;
  return found->type == type ? found->object : state.host_objects.cast(found->object, found->type, type);
}

std::shared_ptr<void> host_object_owner(State& state, Word w) { return state.host_objects.owner_for_host(value_of(w)); }

Word wrap_host_object(State& state, ArrivingObject object) { return word_of(state.host_objects.instance_of(std::move(object))); }

void keep_with(State& state, Word object, Word kept, bool first_only) {
  state.host_objects.keep(value_of(object), value_of(kept), first_only);
}

void keep_with_owner(State& state, Word part, Word owner) {
  if (state.host_objects.find(value_of(owner)) != nullptr) state.host_objects.keep(value_of(part), value_of(owner), true);
}

void revoke(State& state, Extent extent) { state.host_objects.revoke(extent); }

void revoke(State& state, std::span<const Extent> extents, bool parts_only) { state.host_objects.revoke(extents, parts_only); }

std::string class_name(State& state, std::type_index type) { return state.host_objects.class_of(type).name; }

bool is_defined(const State& state, std::type_index type) { return state.host_objects.classes.contains(type); }

void throw_no_item(State& state, std::size_t index, std::size_t size) {
  throw_type_error(state, word_of(make_unsigned(state.vm, index)), "(integer 0 (" + std::to_string(size) + "))");
}

void throw_sliced(State&, std::type_index type, std::type_index whole_type) {
  throw std::invalid_argument("tessera: copying a " + readable(whole_type.name()) + " as a " + readable(type.name()) +
                              " would lose a part of it; use a reference, a pointer or a std::shared_ptr");
}

}  // namespace tessera::detail
