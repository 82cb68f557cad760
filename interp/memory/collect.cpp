// Minor collections (everything alive in the nursery moves to old space), whole major ones, the verifier. Major
// collections in slices are in cycle.cpp.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "memory/cycle.hpp"
#include "platform/clock.hpp"
#include "platform/memory.hpp"

namespace tessera {

namespace {

/// The smallest nursery of a program that builds a structure: most of it survives, so that its size only determines how
/// long each pause is.
constexpr std::size_t least_nursery_bytes = std::size_t{2} << 20;

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

/// Copies young objects to old space, with a list of grey objects instead of recursion. Slots of grey objects wait in a
/// short queue while the processor prefetches their objects. `shades`: a major collection marks, so copies, which are
/// marked, must refer to marked objects only.
template <bool shades> class Heap::Evacuator final : public Tracer {
 public:
  explicit Evacuator(Heap& heap) : heap_(heap) {}

  void visit(Value& v) override {
    if (TESSERA_UNLIKELY(is_young(v))) v = copy_of(v);  // most roots are old
  }
  bool young_only() const override { return true; }

  void move(Value& v) {
    if (is_young(v)) v = copy_of(v);
    else if constexpr (shades) heap_.cycle_->marker.add(v);
  }

  /// Moves the object in the slot `v` after some others. The slot must stay where it is until `drain` returns.
  void move_deferred(Value& v) {
    if (!is_young(v)) {
      if constexpr (shades) heap_.cycle_->marker.add(v);
      return;
    }
    __builtin_prefetch(reinterpret_cast<const void*>(v.address()), 1);
    Value* const due = std::exchange(queue_[queue_end_++ % queue_size], &v);
    if (due != nullptr) move(*due);
  }

  void scan_object(Object* o) {
    if (o->is_raw()) return;
    const std::uint32_t n = o->length();
    if (shades && o->is_weak()) {
      for (std::uint32_t i = 0; i < n; ++i) visit(o->slots[i]);
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

 private:
  bool is_young(Value v) const { return v.is_pointer() && heap_.in_nursery(v.bits()); }

  [[gnu::noinline]] Value copy_of(Value v) { return v.is_cons() ? move_cons(v.as_cons()) : move_object(v.as_object()); }

  Value move_cons(Cons* from) {
    if (from->car == FORWARDED) return from->cdr;
    Cons* to = copy_cons(from);
    grey_.push_back(Value::cons(to));
    return Value::cons(to);
  }

  Cons* copy_cons(Cons* from) {
    TESSERA_ASSERT(from->car.bits() != poison_word);
    auto* to = static_cast<Cons*>(heap_.old_.allocate_cons());
    *to = *from;
    from->car = FORWARDED;
    from->cdr = Value::cons(to);
    promoted_ += sizeof(Cons);
    return to;
  }

  /// Copies the conses of a list next to each other.
  void scan_list(Cons* c) {
    for (;;) {
      move_deferred(c->car);
      const Value rest = c->cdr;
      if (!rest.is_cons() || !heap_.in_nursery(rest.bits())) return move(c->cdr);
      Cons* from = rest.as_cons();
      if (from->car == FORWARDED) {
        c->cdr = from->cdr;
        return;
      }
      Cons* to = copy_cons(from);
      c->cdr = Value::cons(to);
      c = to;
    }
  }

  Value move_object(Object* from) {
    if (from->is_forwarded()) return Value::object(reinterpret_cast<Object*>(from->header));
    TESSERA_ASSERT((from->header & 7) == 7);  // else it is stale since an earlier collection
    const std::size_t bytes = object_bytes(from);
    auto* to = static_cast<Object*>(heap_.old_.allocate(bytes));
    std::memcpy(static_cast<void*>(to), from, bytes);
    from->header = reinterpret_cast<std::uint64_t>(to);
    promoted_ += bytes;
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
};

class Heap::AliveInNursery final : public Liveness {
 public:
  explicit AliveInNursery(const Heap& heap) : heap_(heap) {}
  bool young_only() const override { return true; }
  bool alive(Value& v) const override {
    if (!v.is_pointer() || !heap_.in_nursery(v.bits())) return true;
    if (v.is_cons()) {
      if (v.as_cons()->car != FORWARDED) return false;
      v = v.as_cons()->cdr;
      return true;
    }
    if (!v.as_object()->is_forwarded()) return false;
    v = Value::object(reinterpret_cast<Object*>(v.as_object()->header));
    return true;
  }

 private:
  const Heap& heap_;
};

void Heap::collect(Reason reason) {
  CollectorStatistics& s = statistics_;
  const std::uint64_t start = platform::monotonic_nanoseconds();
  poll.fetch_and(~static_cast<std::uint32_t>(poll_gc));
  if (is_marking()) cycle_->pause_start = start;
  const bool only_slice = is_marking() && reason == Reason::nursery_full && !minor_requested_ && !config::gc_stress && !over_limit();
  if (only_slice) {
    if (mark_slice()) request_minor();  // after which the major collection may end
  } else {
    minor();
  }
  const std::uint64_t between = only_slice ? start : platform::monotonic_nanoseconds();
  if (!only_slice) {
    minor_requested_ = false;
    if (reason == Reason::full || full_requested_ || over_limit()) major();
    else advance_major();
    newest_large_ = 0;
    for (RootSource* source : sources_) source->after_collection();
  }
  if (fail_countdown_ == 0) set_soft_end(0);
  const std::uint64_t end = platform::monotonic_nanoseconds();
  s.minor_nanoseconds += between - start;
  s.major_nanoseconds += end - between;
  s.longest_minor_nanoseconds = std::max(s.longest_minor_nanoseconds, between - start);
  s.count_pause(end - start);
  if (is_check_due(s.minor_count) && is_marking()) check_marking();
  if (is_check_due(s.minor_count) && !only_slice) verify();
}

template <bool shades> std::size_t Heap::evacuate() {
  Evacuator<shades> evacuator(*this);
  trace_all_roots(evacuator);
  for (Value* slot : remembered_slots_)
    if (slot != nullptr) evacuator.move_deferred(*slot);
  for (Object* o : remembered_objects_) evacuator.scan_object(o);
  evacuator.drain();
  return evacuator.promoted_bytes();
}

void Heap::minor() {
  const std::size_t promoted = is_marking() ? evacuate<true>() : evacuate<false>();
  for (RootSource* source : sources_) source->forget_dead(AliveInNursery(*this));
  remembered_slots_.clear();
  remembered_objects_.clear();
  ++statistics_.minor_count;
  statistics_.promoted_bytes += promoted;
  ++move_count_;
  const auto used = static_cast<std::size_t>(bump_ - nursery_);
  if (used > nursery_bytes_ / 16) survival_ = static_cast<double>(promoted) / static_cast<double>(used);
  resize_nursery(used, promoted);
  reset_nursery();
}

/// Resizes the nursery. A larger one pays if objects need more time to die: not if hardly any survive, nor if nearly
/// all do. A pause takes as long as moving the survivors, so the nursery stays small enough to keep it short.
void Heap::resize_nursery(std::size_t used, std::size_t promoted) {
  if (used < nursery_bytes_ / 2) return;  // requested early: tells little
  const std::size_t percent = promoted * 100 / used;
  if (percent > config::nursery_futile_percent) nursery_bytes_ = std::max(nursery_bytes_ / 2, least_nursery_bytes);
  else if (nursery_bytes_ < config::nursery_bytes) nursery_bytes_ *= 2;
  else if (percent < config::nursery_shrink_percent || promoted > config::nursery_promotion_bytes)
    nursery_bytes_ = std::max(nursery_bytes_ / 2, config::nursery_bytes);
  else if (percent >= config::nursery_growth_percent && promoted <= config::nursery_promotion_bytes / 2)
    nursery_bytes_ = std::min({nursery_bytes_ * 2, config::max_nursery_bytes, nursery_reserve_ / 2});
}

void Heap::reset_nursery() {
  const auto used = static_cast<std::size_t>(bump_ - nursery_);
  allocated_before_ += used;
  if (used > nursery_bytes_ + config::max_nursery_bytes) platform::discard(nursery_ + nursery_bytes_, used - nursery_bytes_);
  if (config::gc_stress || config::gc_verify) std::memset(nursery_, config::poison_byte, std::min(used, nursery_bytes_));
  bump_ = nursery_;
  soft_end_ = fail_countdown_ != 0 ? bump_ : nursery_ + nursery_bytes_;
}

/// Marks and sweeps all at once.
void Heap::major() {
  full_requested_ = false;
  finish_sweep();
  if (is_marking()) old_.abandon_marking();
  begin_cycle(true);
  trace_all_roots(cycle_->marker);
  cycle_->marker.drain();
  end_cycle();
  finish_sweep();
}

/// Checks that every reachable pointer leads to an allocated cell of old space with a header.
class Heap::Verifier final : public Tracer {
 public:
  explicit Verifier(Heap& heap) : heap_(heap) {}

  void visit(Value& v) override {
    if (!v.is_pointer()) return;
    const void* p = reinterpret_cast<const void*>(v.address());
    if (heap_.in_nursery(v.bits())) return note("a value leads into the emptied nursery");
    if (!heap_.old_.is_allocated(p)) return note("a reachable cell is not allocated");
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
      if (v.is_cons()) {
        visit_range(&v.as_cons()->car, 2);
      } else if (!v.as_object()->is_raw()) {
        visit_range(v.as_object()->slots, v.as_object()->length());
      }
    }
  }

  const char* wrong() const { return wrong_; }

 private:
  void note(const char* what) {
    if (*wrong_ == 0) wrong_ = what;
  }

  Heap& heap_;
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
