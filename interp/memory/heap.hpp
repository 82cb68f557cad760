// The heap: nursery with bump allocation, old space, write barrier, collections, handles. Layer: memory.
//
// Allocating never collects. The VM collects at safepoints, when it sees `poll_gc` in the poll word. So a native
// function may hold plain Values; what C++ keeps across an evaluation stands in a Handle.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <unordered_map>
#include <vector>

#include "memory/blocks.hpp"
#include "memory/layout.hpp"
#include "memory/nursery.hpp"
#include "memory/pace.hpp"
#include "memory/poll_word.hpp"
#include "memory/remembered_slots.hpp"
#include "memory/statistics.hpp"
#include "memory/tracing.hpp"

namespace tessera {

class Heap;
struct FieldOffsets;

/// A rooted Value, for C++ code that keeps it across evaluations. Cheap, not copyable.
class Handle {
 public:
  explicit Handle(Heap& heap, Value v = NIL);
  ~Handle();
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  Handle& operator=(Value v) {
    value_ = v;
    return *this;
  }
  Value get() const { return value_; }
  operator Value() const { return value_; }  // NOLINT: a Handle is used like its Value

 private:
  friend class Heap;
  Heap& heap_;
  Value value_;
  Handle* previous_;
  Handle* next_;
};

/// Denies room in a heap, for tests of what happens then.
class RoomFaults {
 public:
  /// Has `Heap::has_room` count questions, whatever the size, and deny those from number `first` to number `last` (0:
  /// none).
  void deny(std::uint64_t first, std::uint64_t last) {
    first_ = first;
    last_ = last;
    questions_ = unasked_bytes_ = 0;
  }
  void end() { unasked_bytes_ = config::small_request_bytes; }
  bool are_on() const { return unasked_bytes_ == 0; }
  std::uint64_t questions() const { return questions_; }
  /// Requests up to this size are granted without asking.
  std::size_t unasked_bytes() const { return unasked_bytes_; }
  bool denies_next() const { return are_on() && ++questions_ >= first_ && questions_ <= last_; }

 private:
  std::size_t unasked_bytes_ = config::small_request_bytes;
  std::uint64_t first_ = 0, last_ = 0;
  mutable std::uint64_t questions_ = 0;
};

class Heap {
 public:
  /// Throws std::runtime_error if there is too little address space.
  explicit Heap(std::size_t limit_bytes = config::default_heap_bytes);
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  // --- allocation. A fresh object needs no barrier until the next safepoint.
  Value cons(Value car, Value cdr) {
    if (TESSERA_UNLIKELY(nursery_.bump + sizeof(Cons) > nursery_.soft_end)) refill(sizeof(Cons));
    auto* c = reinterpret_cast<Cons*>(nursery_.bump);
    nursery_.bump += sizeof(Cons);
    c->car = car;
    c->cdr = cdr;
    return Value::cons(c);
  }
  /// Makes a cons in old space, where it never moves (for the reader's table of positions).
  Value cons_old(Value car, Value cdr);
  /// Makes a slots object, every slot `fill`.
  Object* allocate(Type type, std::size_t length, Value fill = NIL, std::uint16_t subtype = 0);
  /// Makes a slots object with uninitialised slots: fill them before the next safepoint, without a barrier.
  Object* allocate_to_fill(Type type, std::size_t length) {
    const std::size_t bytes = bytes_with_header(length * sizeof(Value));
    if (TESSERA_UNLIKELY(bytes > config::large_object_bytes)) return allocate(type, length);
    if (TESSERA_UNLIKELY(nursery_.bump + bytes > nursery_.soft_end)) refill(bytes);
    auto* o = reinterpret_cast<Object*>(nursery_.bump);
    nursery_.bump += bytes;
    o->header = Object::make_header(type, 0, static_cast<std::uint32_t>(length));
    return o;
  }
  /// Makes a raw object of `length` uninitialised octets: fill them before the next safepoint.
  Object* allocate_octets_to_fill(Type type, std::size_t length, std::uint16_t subtype = 0) {
    const std::size_t bytes = bytes_with_header(length);
    if (TESSERA_UNLIKELY(bytes > config::large_object_bytes)) return allocate_raw_old(type, length, subtype);
    if (TESSERA_UNLIKELY(nursery_.bump + bytes > nursery_.soft_end)) refill(bytes);
    auto* o = reinterpret_cast<Object*>(nursery_.bump);
    nursery_.bump += bytes;
    o->header = Object::make_header(type, subtype, static_cast<std::uint32_t>(length));
    return o;
  }
  /// Makes a raw object of one word.
  Object* allocate_word(Type type, std::uint64_t word, std::uint16_t subtype = 0) {
    constexpr std::size_t bytes = 16;
    if (TESSERA_UNLIKELY(nursery_.bump + bytes > nursery_.soft_end)) refill(bytes);
    auto* o = reinterpret_cast<Object*>(nursery_.bump);
    nursery_.bump += bytes;
    o->header = Object::make_header(type, subtype, 1);
    *o->data<std::uint64_t>() = word;
    return o;
  }
  /// Makes a raw object, zero-filled.
  Object* allocate_raw(Type type, std::size_t length, std::uint16_t subtype = 0);
  /// Makes an object in old space, where it never moves. Stores into it need the barrier at once.
  Object* allocate_old(Type type, std::size_t length, Value fill = NIL, std::uint16_t subtype = 0);
  Object* allocate_raw_old(Type type, std::size_t length, std::uint16_t subtype = 0);
  Value make_double(double d);
  /// False if an object of that size would not fit under the limit: ask before making something large. Small
  /// objects always fit: the next safepoint checks the limit, and handlers of the shortage need some memory themselves.
  bool has_room(std::size_t bytes) const { return bytes <= room_faults.unasked_bytes() || is_granted(bytes); }

  // --- the write barrier: every store into an object that may be old
  void write(Value* slot, Value v) {
    *slot = v;
    if (TESSERA_UNLIKELY(v.bits() - barrier_begin_ < barrier_reserve_ && !in_nursery(reinterpret_cast<std::uintptr_t>(slot))))
      remember(slot);
  }
  void write(Object* o, std::size_t i, Value v) { write(&o->slots[i], v); }
  /// Has the next collection scan all of `o`, after many stores without a barrier (sort, replace, fill).
  void written_all(Object* o);

  // --- collections (safepoints only)
  /// `nursery_full`: whatever is due; `requested`: at least a minor one that moves all live objects to old space;
  /// `full`: a major one, to its end.
  enum class Reason { nursery_full, requested, full };
  void collect(Reason reason);
  /// Requests such a collection at the next safepoint.
  void request_collection(bool full) {
    (full ? full_requested_ : settling_requested_) = true;
    request_minor();
  }
  /// Does work that would interrupt the program later, for about that time.
  void collect_for(std::uint64_t nanoseconds);
  /// Returns the bytes of old space that the major collection under way has to mark or to sweep yet.
  std::size_t owed_bytes() const;
  /// True while a major collection marks in slices.
  bool is_marking() const { return cycle_ != nullptr; }
  bool in_nursery(std::uint64_t address) const { return nursery_.has(address); }
  /// True if `v` does not point into the nursery: its address will not change.
  bool is_settled(Value v) const { return !v.is_pointer() || !in_nursery(v.bits()); }
  /// False for a Value that is stale since a collection, as far as that can be seen.
  bool may_be_current(Value v) const { return !v.is_pointer() || !in_nursery(v.bits()) || nursery_.is_in_use(v.address()); }
  bool nursery_is_empty() const { return nursery_.is_empty(); }
  /// Counts collections that moved objects: hash tables keyed by address compare it.
  std::uint64_t move_count() const { return move_count_; }

  void add_root_source(RootSource* source) { sources_.push_back(source); }
  void remove_root_source(RootSource* source);

  // --- figures and limits
  std::size_t used_bytes() const { return old_.used_bytes() + nursery_.used_bytes(); }
  std::size_t limit_bytes() const { return limit_; }
  /// Lowers the limit to the address space that others have left. Throws as the constructor does.
  void lower_limit_to_address_space();
  bool over_limit() const { return used_bytes() > limit_; }
  /// True if less is left than what handlers of a shortage need, so that C++ should not begin anything.
  bool is_nearly_full() const { return used_bytes() + config::small_request_bytes > limit_; }
  std::uint64_t allocated_bytes() const { return allocated_before_ + nursery_.fresh_bytes(); }
  const CollectorStatistics& statistics() const { return statistics_; }
  /// Returns the bytes that fit into the nursery at present before it requests a collection.
  std::size_t nursery_bytes() const { return nursery_.bytes; }

  PollWord poll;

  // --- finding faults
  /// Makes the n-th allocation from now fail with std::bad_alloc (0: never).
  void fail_allocation_after(std::uint64_t n);
  RoomFaults room_faults;
  /// Returns the problem of a reachable object, or "". Called right after a collection.
  const char* verification_error();
  /// Panics if anything is wrong.
  void verify();

  void trace_all_roots(Tracer& tracer);
  /// Takes over the image's blocks; `mapping` is unmapped with the heap.
  void adopt_image(char* mapping, std::size_t bytes) { old_.adopt_image(mapping, bytes); }
  /// True if the object came with the image.
  bool is_of_image(Value v) const { return v.is_pointer() && old_.is_of_image(v.address()); }

 private:
  friend class Handle;
  friend struct FieldOffsets;
  friend struct VmEntries;
  template <bool shades> class Evacuator;
  class Marker;
  struct Cycle;
  class Verifier;
  class AliveInNursery;

  void bound_barrier();
  /// Number of recorded stores into old space that request a minor collection, which takes some 50 ns for each of them.
  static constexpr std::size_t max_remembered_stores = std::size_t{1} << 14;

  bool is_granted(std::size_t bytes) const;
  void refill(std::size_t bytes);
  char* allocate_young(std::size_t bytes);
  void remember(Value* slot);
  void request_minor() {
    minor_requested_ = true;
    poll.fetch_or(poll_gc);
  }
  bool is_building() const;
  void minor(bool ages);
  template <bool shades> void evacuate(bool ages);
  void major();
  void allocated_old(std::size_t bytes);
  void make_room();
  bool major_is_due();

  // --- a major collection in slices: cycle.cpp
  void begin_cycle(bool whole);
  void end_cycle();
  void complete_cycle();
  void advance_major();
  void finish_sweep();
  bool sweep_until(std::uint64_t deadline);
  void note_end_of_sweep();
  bool mark_slice();
  double marking_rate() const;
  void set_soft_end(std::size_t bytes);
  void shade(Value v);
  void check_marking();

  Nursery nursery_;
  // Stores of Values in this range take the slow path of the barrier: the nursery; while a major collection marks, all.
  std::uint64_t barrier_begin_ = 0;
  std::uint64_t barrier_reserve_ = 0;
  OldSpace old_;
  RememberedSlots remembered_slots_;
  std::vector<Object*> remembered_objects_;
  std::vector<RootSource*> sources_;
  Handle* handles_ = nullptr;
  std::size_t limit_;
  Pace pace_;
  std::unique_ptr<Cycle> cycle_;  ///< the major collection that marks, if one does
  std::uint64_t cycle_count_ = 0;
  CollectorStatistics statistics_;
  std::uint64_t move_count_ = 0, allocated_before_ = 0;
  std::uint64_t fail_countdown_ = 0;
  bool full_requested_ = false, settling_requested_ = false, minor_requested_ = false;
};

inline Handle::Handle(Heap& heap, Value v) : heap_(heap), value_(v), previous_(nullptr), next_(heap.handles_) {
  if (next_ != nullptr) next_->previous_ = this;
  heap_.handles_ = this;
}
inline Handle::~Handle() {
  if (next_ != nullptr) next_->previous_ = previous_;
  (previous_ != nullptr ? previous_->next_ : heap_.handles_) = next_;
}

}  // namespace tessera
