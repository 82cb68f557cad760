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
  constexpr std::size_t beside = std::size_t{64} << 20;
  return std::min(limit, config::nursery_reserve_bytes - beside) + beside;
}

}  // namespace

Heap::Heap(std::size_t limit_bytes) : nursery_(wanted_reserve(limit_bytes)), limit_(limit_bytes) {
  bound_barrier();
  if (config::gc_stress) poll.fetch_or(poll_stress);
}

Heap::~Heap() = default;

/// Has stores of pointers into the nursery take the slow path of the barrier.
void Heap::bound_barrier() {
  barrier_begin_ = nursery_.begin;
  barrier_reserve_ = nursery_.reserve;
}

/// Lowers the limit so that no collection fails halfway: a third of the remaining address space is for old space, one
/// for the objects that a full nursery may move there, and one for the collector's lists and for C++.
void Heap::lower_limit_to_address_space() {
  if (nursery_.reserve == wanted_reserve(limit_) && !platform::address_space_is_limited()) return;
  limit_ =
      std::min(limit_, platform::largest_reserve(3 * std::min(limit_, config::nursery_reserve_bytes)) / 3 & ~(platform::page_bytes - 1));
  if (limit_ < config::min_heap_bytes) Nursery::refuse();
  const std::size_t reserve = std::max(limit_, config::min_nursery_reserve_bytes);
  if (reserve >= nursery_.reserve) return;
  TESSERA_ASSERT(!is_marking());  // the barrier would miss stores
  nursery_.shrink_reserve(reserve);
  bound_barrier();
}

void Heap::remove_root_source(RootSource* source) { sources_.erase(std::remove(sources_.begin(), sources_.end(), source), sources_.end()); }

/// Continues in the reserve when the nursery is full, and requests a collection. While a major collection marks, the
/// nursery fills in parts, with a slice of marking after each.
void Heap::refill(std::size_t bytes) {
  if (fail_countdown_ != 0 && --fail_countdown_ == 0) {
    nursery_.soft_end = nursery_.full_end();
    throw std::bad_alloc();
  }
  if (bytes > static_cast<std::size_t>(nursery_.end() - nursery_.bump)) throw std::bad_alloc();
  if (fail_countdown_ != 0) {
    nursery_.soft_end = nursery_.bump + bytes;  // stays on the slow path, to count
    return;
  }
  if (nursery_.bump + bytes > nursery_.full_end()) request_minor();
  else if (is_marking()) poll.fetch_or(poll_gc);
  set_soft_end(bytes);
}

void Heap::set_soft_end(std::size_t bytes) {
  char* const bump = nursery_.bump;
  char* const full = nursery_.full_end();
  nursery_.soft_end = bump + std::min(static_cast<std::size_t>(nursery_.end() - bump), std::max(bytes, nursery_.bytes));
  if (is_marking() && bump + bytes <= full) nursery_.soft_end = std::min(full, bump + std::max(bytes, cycle_->step));
}

void Heap::fail_allocation_after(std::uint64_t n) {
  fail_countdown_ = n;
  nursery_.soft_end = n == 0 ? std::max(nursery_.bump, nursery_.full_end()) : nursery_.bump;
}

bool Heap::is_granted(std::size_t bytes) const { return !room_faults.denies_next() && used_bytes() + bytes < limit_; }

char* Heap::allocate_young(std::size_t bytes) {
  if (TESSERA_UNLIKELY(nursery_.bump + bytes > nursery_.soft_end)) refill(bytes);
  char* p = nursery_.bump;
  nursery_.bump += bytes;
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
  if (bytes > config::large_object_bytes) pace_.note_large_object(bytes);
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

void Heap::remember(Value* slot) {
  if (TESSERA_UNLIKELY(is_marking()) && !in_nursery(slot->bits())) return shade(*slot);
  remembered_slots_.add(slot);
  if (TESSERA_UNLIKELY(remembered_slots_.size() > max_remembered_stores)) request_minor();
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
