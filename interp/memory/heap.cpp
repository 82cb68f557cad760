// Allocation and the write barrier. The collections themselves are in collect.cpp.
#include "memory/heap.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <stdexcept>

#include "memory/cycle.hpp"
#include "platform/memory.hpp"

namespace tessera {

namespace {

/// Returns the bytes to reserve for all that may be allocated under the limit, beside a full nursery.
std::size_t wanted_reserve(std::size_t limit) {
  constexpr std::size_t beside = 2 * config::max_nursery_bytes;
  return std::min(limit, config::nursery_reserve_bytes - beside) + beside;
}

[[noreturn]] void refuse() { throw std::runtime_error("tessera: there is too little address space for the heap (see ulimit -v)"); }

}  // namespace

Heap::Heap(std::size_t limit_bytes) : limit_(limit_bytes) {
  const platform::Reserve reserve = platform::reserve(wanted_reserve(limit_), config::min_nursery_reserve_bytes);
  if (reserve.begin == nullptr) refuse();
  nursery_ = bump_ = reserve.begin;
  nursery_reserve_ = reserve.bytes;
  nursery_begin_ = reinterpret_cast<std::uint64_t>(nursery_);
  barrier_begin_ = nursery_begin_;
  barrier_reserve_ = nursery_reserve_;
  soft_end_ = nursery_ + nursery_bytes_;
  if (config::gc_stress) poll.fetch_or(poll_stress);
}

Heap::~Heap() { platform::release(nursery_, nursery_reserve_); }

/// Lowers the limit so that no collection fails halfway: a third of the remaining address space is for old space, one
/// for the objects that a full nursery may move there, and one for the collector's lists and for C++.
void Heap::lower_limit_to_address_space() {
  if (nursery_reserve_ == wanted_reserve(limit_) && !platform::address_space_is_limited()) return;
  limit_ =
      std::min(limit_, platform::largest_reserve(3 * std::min(limit_, config::nursery_reserve_bytes)) / 3 & ~(platform::page_bytes - 1));
  if (limit_ < config::min_heap_bytes) refuse();
  const std::size_t reserve = std::max(limit_, config::min_nursery_reserve_bytes);
  if (reserve >= nursery_reserve_) return;
  platform::release(nursery_ + reserve, nursery_reserve_ - reserve);
  TESSERA_ASSERT(!is_marking());  // the barrier would miss stores
  nursery_reserve_ = barrier_reserve_ = reserve;
}

void Heap::remove_root_source(RootSource* source) { sources_.erase(std::remove(sources_.begin(), sources_.end(), source), sources_.end()); }

/// Continues in the reserve when the nursery is full, and requests a collection. While a major collection marks, the
/// nursery fills in parts, with a slice of marking after each.
void Heap::refill(std::size_t bytes) {
  if (fail_countdown_ != 0 && --fail_countdown_ == 0) {
    soft_end_ = nursery_ + nursery_bytes_;
    throw std::bad_alloc();
  }
  char* const end = nursery_ + nursery_reserve_;
  if (bytes > static_cast<std::size_t>(end - bump_)) throw std::bad_alloc();
  if (fail_countdown_ != 0) {
    soft_end_ = bump_ + bytes;  // stays on the slow path, to count
    return;
  }
  if (bump_ + bytes > nursery_ + nursery_bytes_) request_minor();
  else if (is_marking()) poll.fetch_or(poll_gc);
  set_soft_end(bytes);
}

void Heap::set_soft_end(std::size_t bytes) {
  char* const full = nursery_ + nursery_bytes_;
  const auto step = static_cast<std::size_t>(nursery_ + nursery_reserve_ - bump_);
  soft_end_ = bump_ + std::min(step, std::max(bytes, nursery_bytes_));
  if (is_marking() && bump_ + bytes <= full) soft_end_ = std::min(full, bump_ + std::max(bytes, cycle_->step));
}

void Heap::fail_allocation_after(std::uint64_t n) {
  fail_countdown_ = n;
  soft_end_ = n == 0 ? std::max(bump_, nursery_ + nursery_bytes_) : bump_;
}

void Heap::deny_room(std::uint64_t first, std::uint64_t last) {
  first_denied_ = first;
  last_denied_ = last;
  room_questions_ = unasked_bytes_ = 0;
}

bool Heap::is_granted(std::size_t bytes) const {
  if (TESSERA_UNLIKELY(denies_room()) && ++room_questions_ >= first_denied_ && room_questions_ <= last_denied_) return false;
  return used_bytes() + bytes < limit_;
}

char* Heap::allocate_young(std::size_t bytes) {
  if (TESSERA_UNLIKELY(bump_ + bytes > soft_end_)) refill(bytes);
  char* p = bump_;
  bump_ += bytes;
  return p;
}

Value Heap::cons_old(Value car, Value cdr) {
  auto* c = static_cast<Cons*>(old_.allocate_cons());
  write(&c->car, car);
  write(&c->cdr, cdr);
  return Value::cons(c);
}

Object* Heap::allocate(Type type, std::size_t length, Value fill, std::uint16_t subtype) {
  const std::size_t bytes = bytes_with_header(length * sizeof(Value));
  if (bytes > config::large_object_bytes) {
    Object* o = allocate_old(type, length, fill, subtype);
    written_all(o);  // so that the stores that fill it need no barrier
    return o;
  }
  auto* o = reinterpret_cast<Object*>(allocate_young(bytes));
  o->header = Object::make_header(type, subtype, static_cast<std::uint32_t>(length));
  std::fill_n(o->slots, length, fill);
  return o;
}

Object* Heap::allocate_raw(Type type, std::size_t length, std::uint16_t subtype) {
  const std::size_t payload = payload_bytes(type, subtype, length);
  const std::size_t bytes = bytes_with_header(payload);
  if (bytes > config::large_object_bytes) return allocate_raw_old(type, length, subtype);
  auto* o = reinterpret_cast<Object*>(allocate_young(bytes));
  o->header = Object::make_header(type, subtype, static_cast<std::uint32_t>(length));
  std::memset(o->data<char>(), 0, payload);
  return o;
}

Object* Heap::allocate_old(Type type, std::size_t length, Value fill, std::uint16_t subtype) {
  const std::size_t bytes = bytes_with_header(length * sizeof(Value));
  auto* o = static_cast<Object*>(old_.allocate(bytes));
  o->header = Object::make_header(type, subtype, static_cast<std::uint32_t>(length));
  if (fill.bits() != 0 || !OldSpace::needs_own_block(bytes)) std::fill_n(o->slots, length, fill);
  if (in_nursery(fill.bits())) written_all(o);
  else if (is_marking()) shade(fill);
  allocated_old(bytes);
  return o;
}

Object* Heap::allocate_raw_old(Type type, std::size_t length, std::uint16_t subtype) {
  const std::size_t payload = payload_bytes(type, subtype, length), bytes = bytes_with_header(payload);
  auto* o = static_cast<Object*>(old_.allocate(bytes));
  o->header = Object::make_header(type, subtype, static_cast<std::uint32_t>(length));
  if (!OldSpace::needs_own_block(bytes)) std::memset(o->data<char>(), 0, payload);
  allocated_old(bytes);
  return o;
}

void Heap::allocated_old(std::size_t bytes) {
  if (bytes > config::large_object_bytes) newest_large_ = bytes;
  if (is_marking()) {
    cycle_->large_bytes += bytes;
    if (bytes > config::large_object_bytes) poll.fetch_or(poll_gc);
  } else if (major_is_due()) {
    request_minor();
  }
}

Value Heap::make_double(double d) {
  if (TESSERA_LIKELY(Value::double_is_immediate(d))) return Value::immediate_double(d);
  return Value::object(allocate_word(Type::double_float, std::bit_cast<std::uint64_t>(d)));
}

namespace {

/// The first remembered slots are a table by address, some of them nullptr: programs store in the same slots again and
/// again, such as the values of special variables.
constexpr std::size_t recent_slots = 1024;

[[gnu::noinline]] std::size_t add_slot(std::vector<Value*>& slots, Value* slot) {
  if (slots.empty()) slots.resize(recent_slots);
  else slots.push_back(slot);
  return slots.size();
}

}  // namespace

void Heap::remember(Value* slot) {
  if (TESSERA_UNLIKELY(is_marking()) && !in_nursery(slot->bits())) return shade(*slot);
  if (TESSERA_UNLIKELY(remembered_slots_.empty())) add_slot(remembered_slots_, slot);
  const auto address = reinterpret_cast<std::uintptr_t>(slot);
  const std::size_t place = (address >> 3 ^ address >> 13) % recent_slots;
  Value* const former = remembered_slots_[place];
  if (former == slot) return;
  remembered_slots_[place] = slot;
  if (former != nullptr && add_slot(remembered_slots_, former) > config::max_remembered_stores) request_minor();
}

void Heap::written_all(Object* o) {
  if (in_nursery(reinterpret_cast<std::uintptr_t>(o)) || (!remembered_objects_.empty() && remembered_objects_.back() == o)) return;
  remembered_objects_.push_back(o);
}

void Heap::trace_all_roots(Tracer& tracer) {
  for (RootSource* s : sources_) s->trace_roots(tracer);
  for (Handle* h = handles_; h != nullptr; h = h->next_) tracer.visit(h->value_);
}

}  // namespace tessera
