// The marker, and the state of a major collection that marks in slices. Layer: memory. Only for this folder.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "memory/heap.hpp"
#include "platform/clock.hpp"

namespace tessera {

/// Returns true once in `n` calls, at random, in builds that collect at every safepoint: for them to change phases in
/// every order. TESSERA_GC_SEED in the environment varies it. Else returns false.
inline bool happens_to([[maybe_unused]] std::uint32_t n) {
  if constexpr (config::gc_stress) {
    static std::atomic<std::uint32_t> state = [] {
      const char* const text = std::getenv("TESSERA_GC_SEED");
      return text == nullptr ? 1 : static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10));
    }();
    state = state * 1664525 + 1013904223;
    return (state >> 16) % n == 0;
  }
  return false;
}

/// A stack of Values in pieces, so that no push takes longer because the stack is large. If memory is short it loses
/// values.
class GreyStack {
 public:
  static inline std::size_t most_pieces = std::numeric_limits<std::size_t>::max();  ///< tests lower it

  GreyStack() { add_piece(); }
  bool is_empty() const { return top_ == begin_ && piece_ == 0; }
  void push(Value v) {
    if (TESSERA_UNLIKELY(top_ == end_) && !next_piece()) return;
    *top_++ = v;
  }
  Value pop() {
    if (TESSERA_UNLIKELY(top_ == begin_)) enter(--piece_, piece_length);
    return *--top_;
  }
  /// True if values were lost since the last call.
  bool take_lost() { return std::exchange(has_lost_, false); }
  template <class F> void for_each(const F& visit) const {
    for (std::size_t n = 0; n < pieces_.size() && n <= piece_; ++n)
      for (const Value* v = pieces_[n].get(); v < (n == piece_ ? top_ : pieces_[n].get() + piece_length); ++v) visit(*v);
  }

 private:
  static constexpr std::size_t piece_length = 4096;
  void add_piece() {
    pieces_.push_back(std::unique_ptr<Value[]>(new Value[piece_length]));  // make_unique would clear them
    enter(pieces_.size() - 1, 0);
  }
  bool next_piece() {
    if (piece_ + 1 < pieces_.size()) {
      enter(++piece_, 0);
      return true;
    }
    try {
      if (pieces_.size() >= most_pieces) throw std::bad_alloc();
      add_piece();
    } catch (const std::bad_alloc&) {
      has_lost_ = true;
      return false;
    }
    ++piece_;
    return true;
  }
  void enter(std::size_t piece, std::size_t used) {
    begin_ = pieces_[piece].get();
    end_ = begin_ + piece_length;
    top_ = begin_ + used;
  }

  std::vector<std::unique_ptr<Value[]>> pieces_;
  std::size_t piece_ = 0;  ///< the index of the topmost piece
  Value *begin_ = nullptr, *top_ = nullptr, *end_ = nullptr;
  bool has_lost_ = false;
};

/// Marks all reachable objects of old space. An object is white: not marked; grey: marked, and waiting here; or black.
class Heap::Marker final : public Tracer, public WeakMarker {
 public:
  /// `number`: of the incremental marking; 0 if the program does not run before its end.
  Marker(Heap& heap, std::uint64_t number) : heap_(heap), number_(number), map_(heap.old_.marked_map()) {}

  void visit(Value& v) override { add(v); }
  bool young_only() const override { return false; }
  std::uint64_t marking() const override { return visits_whole_stacks ? 0 : number_; }
  void note_rest() override { has_all_roots = false; }

  bool alive(Value& v) const override {
    return !v.is_pointer() || heap_.in_nursery(v.bits()) || heap_.old_.is_marked(reinterpret_cast<const void*>(v.address()));
  }
  void mark(Value v) override { add(v); }
  Value next() override {
    if (grey_.is_empty()) return UNBOUND;
    const Value v = grey_.pop();
    if (v.is_cons()) {
      scan_cons(v);
    } else if (Object* const o = v.as_object(); !o->is_raw_or_weak()) {
      for (std::uint32_t i = 0; i < o->length(); ++i) add(o->slots[i]);
    }
    return v;
  }

  /// Makes a white object grey. Objects in the nursery are not marked: when they move, what they refer to is.
  void add(Value v) {
    if (!v.is_pointer() || TESSERA_UNLIKELY(heap_.in_nursery(v.bits()))) return;
    const void* const p = reinterpret_cast<const void*>(v.address());
    Block* const block = Block::of(p);
    const std::size_t bit = block->bit_of(p);
    if (block->has(map_, bit)) return;
    block->set(map_, bit);
    grey_.push(v);
  }

  /// Scans all grey objects.
  void drain() { drain(std::numeric_limits<std::size_t>::max(), std::numeric_limits<std::uint64_t>::max()); }
  /// Scans grey objects: about `bytes`, or until the time `deadline`. True: none is left.
  bool drain(std::size_t bytes, std::uint64_t deadline);

  bool finds_lost();
  bool is_done() const { return grey_.is_empty() && parts_.empty(); }
  std::size_t scanned_bytes() const { return scanned_; }
  template <class F> void for_each_grey(const F& visit) const {
    grey_.for_each(visit);
    for (const Part& part : parts_) visit(Value::object(part.object));
  }

  bool has_all_roots = true;  ///< false: a stack has more words to visit
  bool visits_whole_stacks = false;

 private:
  /// An object that is scanned in parts, so that few of its elements wait at once.
  struct Part {
    Object* object;
    std::uint32_t next;
  };
  static constexpr std::uint32_t part_length = 512;
  static constexpr std::size_t queue_size = 64;

  void scan_cons(Value v) {
    add(v.as_cons()->cdr);
    add(v.as_cons()->car);
  }
  void scan(Value v) {
    scanned_ += sizeof(Cons);
    if (v.is_cons()) return scan_cons(v);
    Object* const o = v.as_object();
    if (o->is_raw_or_weak()) return;
    const std::uint32_t length = o->length();
    if (length > part_length && scan_in_parts(o)) return;
    scanned_ += length * sizeof(Value);
    for (std::uint32_t i = 0; i < length; ++i) add(o->slots[i]);
  }
  bool scan_in_parts(Object* o);
  void scan_part();
  bool drain_grey(std::size_t end, std::uint64_t deadline);

  Heap& heap_;
  std::uint64_t number_;
  unsigned map_;
  GreyStack grey_;
  std::vector<Part> parts_;
  std::size_t scanned_ = 0;  ///< bytes
};

/// A major collection that marks.
struct Heap::Cycle {
  Cycle(Heap& heap, std::uint64_t number, std::size_t first, std::size_t last)
      : marker(heap, number), first_taken(first), goal(last), allocated_bytes(heap.allocated_bytes()) {}

  /// True if old space, which has `taken` bytes, has grown so far beyond the goal that marking must end at once.
  bool is_outgrown_by(std::size_t taken) const { return taken > goal + (goal - first_taken); }

  Marker marker;
  std::size_t first_taken;        ///< bytes of old space at the beginning
  std::size_t goal;               ///< bytes of old space by which marking is to end
  std::uint64_t allocated_bytes;  ///< the heap's, at the last slice
  std::size_t large_bytes = 0;    ///< allocated in old space since the last slice
  double debt = 0;                ///< bytes that are due to be marked
  std::size_t step = 0;           ///< bytes to allocate before the next slice
  int ends_tried = 0;
  std::uint64_t pause_start = platform::monotonic_nanoseconds();  ///< the time at which the last pause began
};

}  // namespace tessera
