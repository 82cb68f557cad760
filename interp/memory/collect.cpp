// Minor collections (everything alive in the nursery moves to old space), major ones (mark and sweep), the verifier.
#include <sys/mman.h>

#include <algorithm>
#include <chrono>

#include "memory/heap.hpp"

namespace tessera {

namespace {

constexpr int poison_byte = 0xDB;  // what an emptied nursery is filled with under stress
[[maybe_unused]] constexpr std::uint64_t poison_word = 0xDBDBDBDBDBDBDBDB;

}  // namespace

/// Copies young objects to old space; a list of grey objects instead of recursion.
class Heap::Evacuator final : public Tracer {
 public:
  explicit Evacuator(Heap& heap) : heap_(heap) {}

  void visit(Value& v) override { move(v); }
  bool young_only() const override { return true; }

  void move(Value& v) {
    if (!v.is_pointer() || !heap_.in_nursery(v.bits())) return;
    v = v.is_cons() ? move_cons(v.as_cons()) : move_object(v.as_object());
  }

  void scan_object(Object* o) {
    if (o->is_raw()) return;
    const std::uint32_t n = o->length();
    for (std::uint32_t i = 0; i < n; ++i) move(o->slots[i]);
  }

  void drain() {
    while (!grey_.empty()) {
      const Value v = grey_.back();
      grey_.pop_back();
      if (v.is_cons()) {
        move(v.as_cons()->car);
        move(v.as_cons()->cdr);
      } else {
        scan_object(v.as_object());
      }
    }
  }

 private:
  Value move_cons(Cons* from) {
    if (from->car == FORWARDED) return from->cdr;
    TESSERA_ASSERT(from->car.bits() != poison_word);
    auto* to = static_cast<Cons*>(heap_.old_.allocate_cons());
    *to = *from;
    const Value moved = Value::cons(to);
    from->car = FORWARDED;
    from->cdr = moved;
    grey_.push_back(moved);
    return moved;
  }

  Value move_object(Object* from) {
    if (from->is_forwarded()) return Value::object(reinterpret_cast<Object*>(from->header));
    TESSERA_ASSERT((from->header & 7) == 7);  // else it lies in what an earlier collection emptied
    const std::size_t bytes = object_bytes(from);
    auto* to = static_cast<Object*>(heap_.old_.allocate(bytes));
    std::memcpy(static_cast<void*>(to), from, bytes);
    from->header = reinterpret_cast<std::uint64_t>(to);
    if (!to->is_raw()) grey_.push_back(Value::object(to));
    return Value::object(to);
  }

  Heap& heap_;
  std::vector<Value> grey_;
};

/// Sets the mark bits of all that is reachable. Runs with an empty nursery.
class Heap::Marker final : public Tracer {
 public:
  void visit(Value& v) override { mark(v); }

  void mark(Value v) {
    if (!v.is_pointer()) return;
    const void* p = reinterpret_cast<const void*>(v.address());
    Block* block = Block::of(p);
    const std::size_t bit = block->bit_of(p);
    if (block->marked(bit)) return;
    block->set_mark(bit);
    if (v.is_cons() || !v.as_object()->is_raw()) grey_.push_back(v);
  }

  void drain() {
    while (!grey_.empty()) {
      const Value v = grey_.back();
      grey_.pop_back();
      if (v.is_cons()) {
        mark(v.as_cons()->car);
        mark(v.as_cons()->cdr);
      } else {
        Object* o = v.as_object();
        for (std::uint32_t i = 0; i < o->length(); ++i) mark(o->slots[i]);
      }
    }
  }

 private:
  std::vector<Value> grey_;
};

void Heap::collect(Reason reason) {
  const auto start = std::chrono::steady_clock::now();
  poll.fetch_and(~static_cast<std::uint32_t>(poll_gc), std::memory_order_relaxed);
  minor();
  if (reason == Reason::full || old_.used_bytes() > next_major_ || over_limit()) major();
  for (RootSource* s : sources_) s->after_collection();
  if (config::gc_verify) verify();
  const auto ns = static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start).count());
  collection_ns_ += ns;
  longest_pause_ns_ = std::max(longest_pause_ns_, ns);
}

void Heap::minor() {
  Evacuator evacuator(*this);
  trace_all_roots(evacuator);
  for (Value* slot : remembered_slots_) evacuator.move(*slot);
  for (Object* o : remembered_objects_) evacuator.scan_object(o);
  evacuator.drain();
  remembered_slots_.clear();
  remembered_objects_.clear();
  ++minor_count_;
  ++move_count_;
  reset_nursery();
}

void Heap::reset_nursery() {
  allocated_before_ += static_cast<std::uint64_t>(bump_ - nursery_);
  const auto used = static_cast<std::size_t>(bump_ - nursery_);
  if (used > 4 * config::nursery_bytes)
    madvise(nursery_ + config::nursery_bytes, used - config::nursery_bytes, MADV_DONTNEED);
  if (config::gc_stress || config::gc_verify) std::memset(nursery_, poison_byte, std::min(used, config::nursery_bytes));
  bump_ = nursery_;
  soft_end_ = fail_countdown_ != 0 ? bump_ : nursery_ + config::nursery_bytes;
}

void Heap::major() {
  old_.clear_marks();
  Marker marker;
  trace_all_roots(marker);
  marker.drain();
  old_.sweep();
  next_major_ = std::max(config::major_first_bytes, old_.used_bytes() / 100 * config::major_growth_percent);
  ++major_count_;
}

/// Follows every reachable Value and checks that it leads to a marked cell of old space or to the used nursery.
class Heap::Verifier final : public Tracer {
 public:
  explicit Verifier(Heap& heap) : heap_(heap) {}

  void visit(Value& v) override {
    if (!v.is_pointer()) return;
    const void* p = reinterpret_cast<const void*>(v.address());
    if (heap_.in_nursery(v.bits())) panic("a root leads into the emptied nursery", __FILE__, __LINE__);
    Block* block = Block::of(p);
    const std::size_t bit = block->bit_of(p);
    if (!block->marked(bit)) panic("a reachable cell is not allocated", __FILE__, __LINE__);
    if (v.is_object() && (v.as_object()->header & 7) != 7) panic("an object has no header", __FILE__, __LINE__);
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

 private:
  Heap& heap_;
  std::unordered_map<Block*, std::vector<bool>> seen_;
  std::vector<Value> grey_;
};

void Heap::verify() {
  Verifier verifier(*this);
  trace_all_roots(verifier);
  verifier.drain();
}

}  // namespace tessera
