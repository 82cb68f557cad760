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
#include "memory/poll_word.hpp"

namespace tessera {

class Heap;
struct FieldOffsets;

/// Visits every Value that a root source holds, and may change it to the object's new address.
class Tracer {
 public:
  virtual void visit(Value& v) = 0;
  /// True if only pointers into the nursery matter: roots that hold none may be skipped.
  virtual bool young_only() const { return false; }
  /// The number of the incremental marking that visits; 0: another visitor. It comes several times. Of a Lisp stack it
  /// needs the words that have changed since, at most `stack_part` at once; `note_rest` says that there are more.
  virtual std::uint64_t marking() const { return 0; }
  virtual void note_rest() {}
  static constexpr std::ptrdiff_t stack_part = 1 << 17;
  void visit_range(Value* first, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) visit(first[i]);
  }

 protected:
  ~Tracer() = default;
};

/// Tells which objects survive a collection, for holders of weak references.
class Liveness {
 public:
  /// False: the object is dead. True: `v` is changed to its new address.
  virtual bool alive(Value& v) const = 0;
  /// True if only pointers into the nursery can be dead, or change.
  virtual bool young_only() const = 0;

 protected:
  ~Liveness() = default;
};

/// The marker of a major collection as RootSources see it at its end, after all strongly reachable objects are marked.
class WeakMarker : public Liveness {
 public:
  virtual void mark(Value v) = 0;
  /// Marks the objects to which the next marked object refers; returns that object. UNBOUND: there are no more.
  virtual Value next() = 0;

 protected:
  ~WeakMarker() = default;
};

/// A holder of Values outside the heap.
class RootSource {
 public:
  virtual void trace_roots(Tracer& tracer) = 0;
  /// Marks what weak objects (Object::is_weak) refer to if its condition holds, and what that leads to, until `next`
  /// returns UNBOUND. Called after all other marking.
  virtual void mark_weak(WeakMarker&) {}
  /// Forgets dead objects. Called when all live objects are known, before the others are freed; twice if a major
  /// collection ends after a minor one.
  virtual void forget_dead(const Liveness&) {}
  /// Runs after each collection, when every address is final.
  virtual void after_collection() {}

 protected:
  ~RootSource() = default;
};

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

/// The cost of collections since the heap was made. Parts of a major collection follow a minor one in the same pause,
/// or are a pause of their own.
struct CollectorStatistics {
  std::uint64_t minor_count = 0, major_count = 0;
  std::uint64_t minor_nanoseconds = 0, major_nanoseconds = 0;                  ///< totals
  std::uint64_t longest_minor_nanoseconds = 0, longest_pause_nanoseconds = 0;  ///< maxima; a pause includes its major part
  std::uint64_t promoted_bytes = 0;                                            ///< the bytes that minor collections moved to old space

  // Pauses by their duration: four counts for each power of two.
  static constexpr std::size_t pause_kinds = 160;
  std::uint64_t pauses[pause_kinds] = {};
  static std::size_t kind_of_pause(std::uint64_t nanoseconds) {
    const std::uint64_t n = nanoseconds + 4;
    const auto power = static_cast<std::size_t>(std::bit_width(n)) - 3;
    return std::min(4 * power + static_cast<std::size_t>((n >> power) & 3), pause_kinds - 1);
  }
  static std::uint64_t longest_of_kind(std::size_t kind) { return ((4 + kind % 4 + 1) << (kind / 4)) - 1 - 4; }
  void count_pause(std::uint64_t nanoseconds) {
    longest_pause_nanoseconds = std::max(longest_pause_nanoseconds, nanoseconds);
    ++pauses[kind_of_pause(nanoseconds)];
  }
  std::uint64_t pause_count() const {
    std::uint64_t n = 0;
    for (const std::uint64_t count : pauses) n += count;
    return n;
  }
  /// Returns a duration that this part of all pauses does not exceed.
  std::uint64_t pause_percentile(double part) const {
    const auto all = static_cast<double>(pause_count());
    std::uint64_t n = 0;
    for (std::size_t kind = 0; kind < pause_kinds; ++kind)
      if (n += pauses[kind]; static_cast<double>(n) >= part * all)
        return all == 0 ? 0 : std::min(longest_of_kind(kind), longest_pause_nanoseconds);
    return longest_pause_nanoseconds;
  }
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
    if (TESSERA_UNLIKELY(bump_ + sizeof(Cons) > soft_end_)) refill(sizeof(Cons));
    auto* c = reinterpret_cast<Cons*>(bump_);
    bump_ += sizeof(Cons);
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
    if (TESSERA_UNLIKELY(bump_ + bytes > soft_end_)) refill(bytes);
    auto* o = reinterpret_cast<Object*>(bump_);
    bump_ += bytes;
    o->header = Object::make_header(type, 0, static_cast<std::uint32_t>(length));
    return o;
  }
  /// Makes a raw object of `length` uninitialised octets: fill them before the next safepoint.
  Object* allocate_octets_to_fill(Type type, std::size_t length, std::uint16_t subtype = 0) {
    const std::size_t bytes = bytes_with_header(length);
    if (TESSERA_UNLIKELY(bytes > config::large_object_bytes)) return allocate_raw_old(type, length, subtype);
    if (TESSERA_UNLIKELY(bump_ + bytes > soft_end_)) refill(bytes);
    auto* o = reinterpret_cast<Object*>(bump_);
    bump_ += bytes;
    o->header = Object::make_header(type, subtype, static_cast<std::uint32_t>(length));
    return o;
  }
  /// Makes a raw object of one word.
  Object* allocate_word(Type type, std::uint64_t word, std::uint16_t subtype = 0) {
    constexpr std::size_t bytes = 16;
    if (TESSERA_UNLIKELY(bump_ + bytes > soft_end_)) refill(bytes);
    auto* o = reinterpret_cast<Object*>(bump_);
    bump_ += bytes;
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
  bool has_room(std::size_t bytes) const { return bytes <= unasked_bytes_ || is_granted(bytes); }

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
  /// `nursery_full`: whatever is due; `requested`: a minor collection at least; `full`: a major one, to its end.
  enum class Reason { nursery_full, requested, full };
  void collect(Reason reason);
  /// Requests a collection at the next safepoint; `full`: a major one, to its end.
  void request_collection(bool full) {
    full_requested_ |= full;
    request_minor();
  }
  /// True while a major collection marks in slices.
  bool is_marking() const { return cycle_ != nullptr; }
  bool in_nursery(std::uint64_t address) const { return address - nursery_begin_ < nursery_reserve_; }
  /// True if `v` does not point into the nursery: its address will not change.
  bool is_settled(Value v) const { return !v.is_pointer() || !in_nursery(v.bits()); }
  /// False for a Value that is stale since a collection, as far as that can be seen.
  bool may_be_current(Value v) const {
    return !v.is_pointer() || !in_nursery(v.bits()) || v.address() < reinterpret_cast<std::uint64_t>(bump_);
  }
  bool nursery_is_empty() const { return bump_ == nursery_; }
  /// Counts collections that moved objects: hash tables keyed by address compare it.
  std::uint64_t move_count() const { return move_count_; }

  void add_root_source(RootSource* source) { sources_.push_back(source); }
  void remove_root_source(RootSource* source);

  // --- figures and limits
  std::size_t used_bytes() const { return old_.used_bytes() + static_cast<std::size_t>(bump_ - nursery_); }
  std::size_t limit_bytes() const { return limit_; }
  /// Lowers the limit to the address space that others have left. Throws as the constructor does.
  void lower_limit_to_address_space();
  bool over_limit() const { return used_bytes() > limit_; }
  std::uint64_t allocated_bytes() const { return allocated_before_ + static_cast<std::uint64_t>(bump_ - nursery_); }
  const CollectorStatistics& statistics() const { return statistics_; }
  /// Returns the bytes that fit into the nursery at present before it requests a collection.
  std::size_t nursery_bytes() const { return nursery_bytes_; }

  PollWord poll;

  // --- finding faults
  /// Makes the n-th allocation from now fail with std::bad_alloc (0: never).
  void fail_allocation_after(std::uint64_t n);
  /// Has `has_room` count questions, whatever the size, and deny those from number `first` to number `last` (0: none).
  void deny_room(std::uint64_t first, std::uint64_t last);
  void grant_room() { unasked_bytes_ = config::small_request_bytes; }  ///< ends that
  bool denies_room() const { return unasked_bytes_ == 0; }
  std::uint64_t room_questions() const { return room_questions_; }
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

  bool is_granted(std::size_t bytes) const;
  void refill(std::size_t bytes);
  char* allocate_young(std::size_t bytes);
  void remember(Value* slot);
  void request_minor() {
    minor_requested_ = true;
    poll.fetch_or(poll_gc);
  }
  void minor();
  template <bool shades> std::size_t evacuate();
  void major();
  void allocated_old(std::size_t bytes);
  /// True if old space has grown enough for a major collection. The newest large object does not count until there has
  /// been a collection: it is in use.
  bool major_is_due();

  // --- a major collection in slices: cycle.cpp
  void begin_cycle(bool whole);
  void end_cycle();
  void advance_major();
  void finish_sweep();
  void note_end_of_sweep();
  bool mark_slice();
  double marking_rate() const;
  void set_soft_end(std::size_t bytes);
  void shade(Value v);
  void check_marking();

  void reset_nursery();
  void resize_nursery(std::size_t used, std::size_t promoted);

  char* nursery_ = nullptr;
  char* bump_ = nullptr;
  char* soft_end_ = nullptr;  ///< the address from which allocation takes the slow path
  std::uint64_t nursery_begin_ = 0;
  std::size_t nursery_reserve_ = 0;  ///< bytes of address space
  // Stores of Values in this range take the slow path of the barrier: the nursery; while a major collection marks, all.
  std::uint64_t barrier_begin_ = 0;
  std::uint64_t barrier_reserve_ = 0;
  std::size_t nursery_bytes_ = config::nursery_bytes;
  OldSpace old_;
  std::vector<Value*> remembered_slots_;
  std::vector<Object*> remembered_objects_;
  std::vector<RootSource*> sources_;
  Handle* handles_ = nullptr;
  std::size_t limit_;
  std::size_t next_major_ = config::major_first_bytes;
  std::size_t newest_large_ = 0;  ///< bytes of the newest large object, if there was no collection since
  std::size_t kept_unseen_ = 0;   ///< bytes of old space that the last major collection kept since they were allocated meanwhile
  std::unique_ptr<Cycle> cycle_;  ///< the major collection that marks, if one does
  std::uint64_t cycle_count_ = 0;
  double survival_ = 0.1;            ///< the part of the nursery that the last minor collection moved
  double nanoseconds_per_byte_ = 1;  ///< of marking
  CollectorStatistics statistics_;
  std::uint64_t move_count_ = 0, allocated_before_ = 0;
  std::uint64_t fail_countdown_ = 0;
  std::size_t unasked_bytes_ = config::small_request_bytes;  ///< requests up to this size are granted without asking
  std::uint64_t first_denied_ = 0, last_denied_ = 0;
  mutable std::uint64_t room_questions_ = 0;
  bool full_requested_ = false, minor_requested_ = false;
  bool is_sweeping_ = false;  ///< a major collection has ended, and `next_major_` is not set yet
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
