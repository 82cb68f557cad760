// Minor collections, which move what is alive in the nursery, whole major ones, and the verifier. Major collections in
// slices are in cycle.cpp.
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <unordered_set>
#include <utility>

#include "memory/cycle.hpp"
#include "platform/clock.hpp"
#include "platform/memory.hpp"

namespace tessera {

namespace {

[[maybe_unused]] constexpr std::uint64_t poison_word = 0xDBDBDBDBDBDBDBDB;

/// True if the heap is checked after this collection: after all of them in builds for that; in builds that collect at
/// every safepoint, after each n-th if the environment has TESSERA_GC_CHECK=n.
bool is_check_due(std::uint64_t number) {
  if (config::gc_verify || !config::gc_stress) return config::gc_verify;
  static const std::uint64_t distance = [] {
    const char* const text = std::getenv("TESSERA_GC_CHECK");
    return text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
  }();
  return distance != 0 && number % distance == 0;
}

}  // namespace

/// Copies live objects of the nursery, with a list of grey objects instead of recursion. Slots of grey objects wait in
/// a short queue while the processor prefetches their objects. `shades`: a major collection marks, so what copies refer
/// to must be marked.
template <bool shades> class Heap::Evacuator final : public Tracer {
 public:
  /// `ages`: fresh objects stay in the nursery if there is room in the space for survivors.
  Evacuator(Heap& heap, bool ages)
      : heap_(heap),
        survivors_(heap.nursery_.other_space()),
        survivor_end_(survivors_),
        survivor_limit_(survivors_ + (ages ? config::survivor_bytes : 0)) {}

  void visit(Value& v) override {
    if (TESSERA_UNLIKELY(is_young(v))) v = copy_of(v);  // most roots are old
  }
  void visit_range(Value* first, std::size_t count) override {
    for (std::size_t i = 0; i < count; ++i) Evacuator::visit(first[i]);
  }
  bool young_only() const override { return true; }

  /// Moves the object in the slot `v` of an object that has been moved, or is old.
  void move(Value& v) {
    if (is_young(v)) {
      v = copy_of(v);
      note(v);
    } else if constexpr (shades) {
      heap_.cycle_->marker.add(v);
    }
  }

  /// Does the same after some other slots are done. The slot must stay where it is until `drain` returns.
  void move_deferred(Value& v) {
    if (!is_young(v)) {
      if constexpr (shades) heap_.cycle_->marker.add(v);
      return;
    }
    __builtin_prefetch(reinterpret_cast<const void*>(v.address()), 1);
    Value* const due = std::exchange(queue_[queue_end_++ % queue_size], &v);
    if (due != nullptr) move(*due);
  }

  void move_all(const std::vector<Value*>& slots) {
    for (std::size_t i = 0; i < slots.size(); ++i) {
      __builtin_prefetch(slots[std::min(i + queue_size, slots.size() - 1)], 1);
      move_deferred(*slots[i]);
    }
  }

  void scan_object(Object* o) {
    if (o->is_raw()) return;
    const std::uint32_t n = o->length();
    if (shades && o->is_weak()) {
      for (std::uint32_t i = 0; i < n; ++i)
        if (is_young(o->slots[i])) move(o->slots[i]);
      return;
    }
    for (std::uint32_t i = 0; i < n; ++i) move_deferred(o->slots[i]);
  }

  void drain() {
    do {
      while (!grey_.empty()) {
        const Value v = grey_.back();
        grey_.pop_back();
        if (v.is_cons()) scan_list(v.as_cons());
        else scan_object(v.as_object());
      }
      empty_queue();
    } while (!grey_.empty());
  }

  std::size_t promoted_bytes() const { return promoted_; }
  std::size_t survivor_bytes() const { return static_cast<std::size_t>(survivor_end_ - survivors_); }

 private:
  bool is_young(Value v) const { return v.is_pointer() && heap_.in_nursery(v.bits()); }
  bool is_survivor(std::uint64_t address) const { return address - reinterpret_cast<std::uint64_t>(survivors_) < survivor_bytes(); }

  /// Remembers the slot, which has a new value, if it is old and its object stays in the nursery.
  void note(Value& slot) {
    if (TESSERA_UNLIKELY(is_survivor(slot.bits())) && !is_survivor(reinterpret_cast<std::uint64_t>(&slot)))
      heap_.remembered_slots_.add_new(&slot);
  }

  /// Returns memory for a copy: among the survivors the first time, if there is room, else in old space.
  template <class F> void* room_for(const void* from, std::size_t bytes, const F& allocate_old) {
    if (bytes <= static_cast<std::size_t>(survivor_limit_ - survivor_end_) &&
        heap_.nursery_.is_fresh(reinterpret_cast<std::uint64_t>(from)))
      return std::exchange(survivor_end_, survivor_end_ + bytes);
    promoted_ += bytes;
    return allocate_old();
  }

  [[gnu::noinline]] Value copy_of(Value v) { return v.is_cons() ? move_cons(v.as_cons()) : move_object(v.as_object()); }

  Value move_cons(Cons* from) {
    if (from->car == FORWARDED) return from->cdr;
    if (is_survivor(reinterpret_cast<std::uint64_t>(from))) return Value::cons(from);
    Cons* to = copy_cons(from);
    grey_.push_back(Value::cons(to));
    return Value::cons(to);
  }

  Cons* copy_cons(Cons* from) {
    TESSERA_ASSERT(from->car.bits() != poison_word);
    auto* to = static_cast<Cons*>(room_for(from, sizeof(Cons), [this] { return heap_.old_.allocate_cons(); }));
    *to = *from;
    from->car = FORWARDED;
    from->cdr = Value::cons(to);
    return to;
  }

  /// Copies the conses of a list next to each other.
  void scan_list(Cons* c) {
    for (;;) {
      move_deferred(c->car);
      const Value rest = c->cdr;
      if (!rest.is_cons() || !heap_.in_nursery(rest.bits())) return move(c->cdr);
      Cons* from = rest.as_cons();
      const bool is_copied = from->car == FORWARDED || is_survivor(reinterpret_cast<std::uint64_t>(from));
      if (is_copied) return move(c->cdr);
      Cons* to = copy_cons(from);
      c->cdr = Value::cons(to);
      note(c->cdr);
      c = to;
    }
  }

  Value move_object(Object* from) {
    if (from->is_forwarded()) return Value::object(reinterpret_cast<Object*>(from->header));
    if (is_survivor(reinterpret_cast<std::uint64_t>(from))) return Value::object(from);
    TESSERA_ASSERT((from->header & 7) == 7);  // else it is stale since an earlier collection
    const std::size_t bytes = object_bytes(from);
    auto* to = static_cast<Object*>(room_for(from, bytes, [this, bytes] { return heap_.old_.allocate(bytes); }));
    std::memcpy(static_cast<void*>(to), from, bytes);
    from->header = reinterpret_cast<std::uint64_t>(to);
    if (!to->is_raw()) grey_.push_back(Value::object(to));
    return Value::object(to);
  }

  void empty_queue() {
    for (std::size_t i = 0; i < queue_size; ++i)
      if (Value* const due = std::exchange(queue_[queue_end_++ % queue_size], nullptr)) move(*due);
  }

  static constexpr std::size_t queue_size = 16;

  Heap& heap_;
  std::vector<Value> grey_;
  Value* queue_[queue_size] = {};
  std::size_t queue_end_ = 0;
  std::size_t promoted_ = 0;
  char* const survivors_;  ///< those of this collection
  char* survivor_end_;
  char* const survivor_limit_;
};

class Heap::AliveInNursery final : public Liveness {
 public:
  explicit AliveInNursery(const Heap& heap) : heap_(heap) {}
  bool young_only() const override { return true; }
  bool alive(Value& v) const override {
    if (!v.is_pointer() || !heap_.in_nursery(v.bits())) return true;
    if (v.is_cons()) {
      if (v.as_cons()->car != FORWARDED) return is_survivor(v);
      v = v.as_cons()->cdr;
      return true;
    }
    if (!v.as_object()->is_forwarded()) return is_survivor(v);
    v = Value::object(reinterpret_cast<Object*>(v.as_object()->header));
    return true;
  }

 private:
  /// True for the new address of an object that stays in the nursery.
  bool is_survivor(Value v) const {
    return v.bits() - reinterpret_cast<std::uint64_t>(heap_.nursery_.other_space()) < config::survivor_bytes;
  }

  const Heap& heap_;
};

void Heap::collect(Reason reason) {
  CollectorStatistics& s = statistics_;
  const std::uint64_t start = platform::monotonic_nanoseconds();
  poll.fetch_and(~static_cast<std::uint32_t>(poll_gc));
  if (is_marking()) cycle_->pause_start = start;
  const bool whole = reason == Reason::full || full_requested_;
  const bool only_slice =
      is_marking() && reason == Reason::nursery_full && !minor_requested_ && !over_limit() && (!config::gc_stress || happens_to(2));
  if (only_slice) {
    if (mark_slice()) request_minor();  // after which the major collection may end
  } else {
    minor(reason == Reason::nursery_full && !whole && !settling_requested_ && (config::gc_stress ? !happens_to(4) : !is_building()));
  }
  const std::uint64_t between = only_slice ? start : platform::monotonic_nanoseconds();
  if (!only_slice) {
    minor_requested_ = settling_requested_ = false;
    if (whole) major();
    else if (over_limit()) make_room();
    else advance_major();
    pace_.note_collection();
    for (RootSource* source : sources_) source->after_collection();
  }
  if (fail_countdown_ == 0) set_soft_end(0);
  const std::uint64_t end = platform::monotonic_nanoseconds();
  s.minor_nanoseconds += between - start;
  s.major_nanoseconds += end - between;
  s.longest_minor_nanoseconds = std::max(s.longest_minor_nanoseconds, between - start);
  s.pauses.add(end - start);
  if (!is_check_due(s.pauses.count())) return;
  if (is_marking()) check_marking();
  if (!only_slice) verify();
}

void Heap::collect_for(std::uint64_t nanoseconds) {
  const std::uint64_t start = platform::monotonic_nanoseconds(), deadline = start + nanoseconds;
  if (nursery_.fresh_bytes() > nursery_.bytes / 4 && pace_.minor_nanoseconds(nursery_.fresh_bytes()) < nanoseconds) {
    request_minor();
    collect(Reason::nursery_full);
  }
  if (sweep_until(deadline) && is_marking()) {
    if (cycle_->marker.drain(std::numeric_limits<std::size_t>::max(), deadline)) request_minor();
  }
}

std::size_t Heap::owed_bytes() const {
  const std::size_t unmarked = is_marking() ? cycle_->first_taken - std::min(cycle_->first_taken, cycle_->marker.scanned_bytes()) : 0;
  return unmarked + old_.unswept_bytes();
}

template <bool shades> void Heap::evacuate(bool ages) {
  Evacuator<shades> evacuator(*this, ages);
  const std::vector<Value*> slots = remembered_slots_.take();
  trace_all_roots(evacuator);
  evacuator.move_all(slots);
  for (Object* o : remembered_objects_) evacuator.scan_object(o);
  evacuator.drain();
  for (RootSource* source : sources_) source->forget_dead(AliveInNursery(*this));
  remembered_objects_.clear();
  const std::size_t used = nursery_.fresh_bytes(), promoted = evacuator.promoted_bytes(), survived = evacuator.survivor_bytes();
  statistics_.promoted_bytes += promoted;
  allocated_before_ += used;
  pace_.note_minor(used, promoted, survived);
  nursery_.resize(used, promoted + survived);
  nursery_.reset(survived);
}

/// True for a program that builds a structure: most objects survive, or many are stored in old ones. They would not die
/// in more time.
bool Heap::is_building() const { return nursery_.bytes < config::nursery_bytes || remembered_slots_.size() > max_remembered_stores / 4; }

/// `ages`: fresh objects get more time to die, and only those that have survived a collection before move to old space.
void Heap::minor(bool ages) {
  ++statistics_.minor_count;
  ++move_count_;
  if (is_marking()) evacuate<true>(ages);
  else evacuate<false>(ages);
  if (fail_countdown_ != 0) nursery_.soft_end = nursery_.bump;
}

/// Marks and sweeps all at once.
void Heap::major() {
  full_requested_ = false;
  if (!nursery_.is_empty()) minor(false);
  finish_sweep();
  if (is_marking()) old_.abandon_marking();
  begin_cycle(true);
  trace_all_roots(cycle_->marker);
  cycle_->marker.drain();
  end_cycle();
  finish_sweep();
}

/// Brings a heap that is over its limit below it if that is possible, with as little as suffices.
void Heap::make_room() {
  finish_sweep();
  if (over_limit() && is_marking()) {
    complete_cycle();
    finish_sweep();
  }
  if (over_limit()) major();
}

/// Checks that every reachable pointer leads to an allocated cell of old space, or to a survivor, with a header; and
/// that references from old space into the nursery are remembered.
class Heap::Verifier final : public Tracer {
 public:
  explicit Verifier(Heap& heap) : heap_(heap) {
    heap.remembered_slots_.for_each([this](const Value* slot) { remembered_.insert(slot); });
  }

  void visit(Value& v) override {
    if (!v.is_pointer()) return;
    const void* p = reinterpret_cast<const void*>(v.address());
    const bool is_young = heap_.in_nursery(v.bits());
    if (is_young && !heap_.nursery_.is_in_use(v.address())) return note("a value leads into the emptied nursery");
    if (!is_young && !heap_.old_.is_allocated(p)) return note("a reachable cell is not allocated");
    if (v.is_object() && (v.as_object()->header & 7) != 7) return note("an object has no header");
    Block* block = Block::of(p);
    const std::size_t bit = block->bit_of(p);
    if (!seen_[block].empty() && seen_[block][bit]) return;
    if (seen_[block].empty()) seen_[block].resize(config::block_bytes / Block::granule);
    seen_[block][bit] = true;
    grey_.push_back(v);
  }

  void drain() {
    while (!grey_.empty()) {
      const Value v = grey_.back();
      grey_.pop_back();
      Value* const slots = v.is_cons() ? &v.as_cons()->car : v.as_object()->slots;
      const std::size_t count = v.is_cons() ? 2 : v.as_object()->is_raw() ? 0 : v.as_object()->length();
      visit_range(slots, count);
      for (std::size_t i = 0; i < count && !heap_.in_nursery(v.bits()); ++i)
        if (!heap_.is_settled(slots[i]) && !remembered_.contains(slots + i))
          note("a reference from old space into the nursery is not remembered");
    }
  }

  const char* wrong() const { return wrong_; }

 private:
  void note(const char* what) {
    if (*wrong_ == 0) wrong_ = what;
  }

  Heap& heap_;
  std::unordered_set<const Value*> remembered_;
  const char* wrong_ = "";
  std::unordered_map<Block*, std::vector<bool>> seen_;
  std::vector<Value> grey_;
};

const char* Heap::verification_error() {
  Verifier verifier(*this);
  trace_all_roots(verifier);
  verifier.drain();
  return verifier.wrong();
}

void Heap::verify() {
  if (const char* const wrong = verification_error(); *wrong != 0) panic(wrong, __FILE__, __LINE__);
}

}  // namespace tessera
