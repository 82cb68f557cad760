// Major collections in slices: objects that a program moves while they are marked, garbage, large objects, the stack.

#include <random>

#include "catch.hpp"
#include "memory/cycle.hpp"

using namespace tessera;

namespace {

/// As at a safepoint.
void poll(Heap& heap) {
  if (config::gc_stress || (heap.poll.load() & poll_gc) != 0) heap.collect(Heap::Reason::nursery_full);
}

/// Stores the conses of lists in the slots of vectors, moves them between these, and knows what must be where. Values
/// are identified by the fixnum in their car; each cons also refers to an older one.
class Shuffle {
 public:
  Shuffle(Heap& heap, std::size_t vectors, std::size_t length) : heap_(heap), length_(length), root_(heap) {
    root_ = Value::object(heap.allocate(Type::simple_vector, vectors));
    for (std::size_t i = 0; i < vectors; ++i) {
      heap.write(root_.get().as_object(), i, Value::object(heap.allocate(Type::simple_vector, length, Value::fixnum(-1))));
      poll(heap);
    }
    expected_.assign(vectors * length, -1);
  }

  void step() {
    const std::size_t from = place(), to = place();
    switch (random_() % 4) {
      case 0: {  // a fresh cons, which refers to one that may not be marked yet
        ++last_;
        store(to, heap_.cons(Value::fixnum(last_), get(from)), last_);
        break;
      }
      case 1: {  // a move
        const Value v = get(from);
        const std::int64_t number = expected_[from];
        store(from, Value::fixnum(-1), -1);
        store(to, v, number);
        break;
      }
      case 2: {  // a move through an object in the nursery that refers to it alone for a while
        const Handle young(heap_, heap_.cons(get(from), NIL));
        const std::int64_t number = expected_[from];
        store(from, Value::fixnum(-1), -1);
        for (int i = 0; i < 50; ++i) heap_.cons(NIL, NIL), poll(heap_);
        store(to, young.get().as_cons()->car, number);
        break;
      }
      default: {  // a move without a barrier
        Object* const a = vector(from);
        std::swap(a->slots[from % length_], a->slots[(from + 1) % length_]);
        heap_.written_all(a);
        std::swap(expected_[from], expected_[from / length_ * length_ + (from + 1) % length_]);
      }
    }
    poll(heap_);
  }

  /// Counts the places whose contents are wrong.
  std::size_t wrong() {
    std::size_t n = 0;
    for (std::size_t i = 0; i < expected_.size(); ++i) {
      const Value v = get(i);
      if (expected_[i] < 0 ? v != Value::fixnum(-1) : !v.is_cons() || v.as_cons()->car != Value::fixnum(expected_[i])) ++n;
    }
    return n;
  }

 private:
  std::size_t place() { return random_() % expected_.size(); }
  Object* vector(std::size_t i) { return root_.get().as_object()->slots[i / length_].as_object(); }
  Value get(std::size_t i) { return vector(i)->slots[i % length_]; }
  void store(std::size_t i, Value v, std::int64_t number) {
    heap_.write(vector(i), i % length_, v);
    expected_[i] = number;
  }

  Heap& heap_;
  std::size_t length_;
  Handle root_;
  std::vector<std::int64_t> expected_;
  std::int64_t last_ = 0;
  std::mt19937 random_{1};
};

constexpr std::uint64_t factor = config::gc_stress ? 1 : config::gc_verify ? 20 : 100;

/// Promotes garbage until that many more major collections have ended.
template <class F> void until_majors(Heap& heap, std::uint64_t more, const F& step) {
  const std::uint64_t end = heap.statistics().major_count + more;
  Handle kept(heap);
  for (std::uint64_t n = 0; heap.statistics().major_count < end; ++n) {
    REQUIRE(n < 5000 * factor);
    if (n % 64 == 0) kept = NIL;
    for (std::uint64_t i = 0; i < 100 * factor; ++i) kept = heap.cons(Value::fixnum(1), kept), poll(heap);
    step();
  }
}

}  // namespace

TEST_CASE("what the program moves while it is marked survives", "[cycle]") {
  Heap heap;
  const auto [vectors, length] = GENERATE(std::pair<std::size_t, std::size_t>{200, 100}, std::pair<std::size_t, std::size_t>{3, 20000});
  Shuffle shuffle(heap, vectors, length);
  until_majors(heap, 4, [&] {
    for (std::uint64_t i = 0; i < 2 * factor; ++i) shuffle.step();
  });
  CHECK(shuffle.wrong() == 0);
  heap.collect(Heap::Reason::full);
  heap.verify();
  CHECK(shuffle.wrong() == 0);
}

TEST_CASE("a major collection in slices frees garbage, and large objects", "[cycle]") {
  Heap heap;
  Handle large(heap);
  until_majors(heap, 3, [&] { large = Value::object(heap.allocate(Type::simple_vector, 100000)), poll(heap); });
  large = NIL;
  CHECK(heap.used_bytes() < (std::size_t{160} << 20));
  heap.collect(Heap::Reason::full);
  CHECK(heap.used_bytes() < (std::size_t{1} << 20));
  CHECK_FALSE(heap.is_marking());
}

TEST_CASE("a full collection while another marks frees all garbage", "[cycle]") {
  Heap heap;
  Handle list(heap);
  for (std::uint64_t i = 0; !heap.is_marking(); ++i) {
    REQUIRE(i < 100000 * factor);
    list = heap.cons(Value::fixnum(1), list);
    poll(heap);
  }
  list = NIL;
  heap.collect(Heap::Reason::full);
  CHECK_FALSE(heap.is_marking());
  CHECK(heap.used_bytes() == 0);
}

TEST_CASE("the pauses of a major collection are counted", "[cycle]") {
  Heap heap;
  Handle list(heap);
  until_majors(heap, 1, [] {});
  const CollectorStatistics& s = heap.statistics();
  CHECK(s.pauses.count() >= s.minor_count);
  CHECK(s.pauses.percentile(0.5) <= s.pauses.percentile(0.99));
  CHECK(s.pauses.percentile(1) == s.pauses.longest());
  for (const std::uint64_t n : {0, 1, 3, 4, 100, 1000, 123456789}) {
    const std::size_t kind = PauseHistogram::kind_of(n);
    CHECK(n <= PauseHistogram::longest_of(kind));
    CHECK((kind == 0 || n > PauseHistogram::longest_of(kind - 1)));
  }
}

TEST_CASE("an object is marked although memory for the marker is short", "[cycle]") {
  GreyStack::most_pieces = GENERATE(1U, 2U);
  Heap heap;
  Handle tree(heap);
  for (int i = 0; i < 30000; ++i) tree = heap.cons(tree, heap.cons(Value::fixnum(i), heap.cons(NIL, NIL)));  // each level waits
  heap.collect(Heap::Reason::full);
  GreyStack::most_pieces = std::numeric_limits<std::size_t>::max();
  CHECK(heap.used_bytes() == 3 * 30000 * sizeof(Cons));
  heap.verify();
}

TEST_CASE("a heap near its limit is marked in slices", "[cycle]") {
  if (config::gc_stress) return;  // so much takes too long
  constexpr std::size_t limit = std::size_t{64} << 20;
  const std::size_t live = GENERATE(20U, 40U, 52U) << 20;
  Heap heap(limit);
  Handle kept(heap), garbage(heap);
  for (std::size_t i = 0; i < live / sizeof(Cons); ++i) kept = heap.cons(Value::fixnum(1), kept), poll(heap);
  heap.collect(Heap::Reason::full);
  const std::uint64_t first = heap.statistics().major_count;
  std::uint64_t at_once = 0;
  for (std::uint64_t i = 0, seen = first, marking = 0; seen < first + 6; ++i) {
    if (i > 100000000) FAIL("no end");
    garbage = heap.cons(Value::fixnum(1), i % 100000 == 0 ? NIL : garbage.get());
    poll(heap);
    if (heap.statistics().major_count != seen) {
      at_once += marking == 0 ? 1 : 0;
      seen = heap.statistics().major_count;
      marking = 0;
    }
    if (heap.is_marking()) ++marking;
  }
  CHECK(at_once == 0);
  CHECK_FALSE(heap.over_limit());
}

TEST_CASE("a host gives the collector time, which leaves less for later", "[cycle]") {
  Heap heap;
  Handle list(heap);
  for (std::uint64_t i = 0; !heap.is_marking(); ++i) {
    REQUIRE(i < 100000 * factor);
    list = heap.cons(Value::fixnum(1), list);
    poll(heap);
  }
  for (int i = 0; heap.owed_bytes() > 0 || heap.is_marking(); ++i) {
    REQUIRE(i < 100000);
    heap.collect_for(1000000);
    poll(heap);
  }
  CHECK(heap.owed_bytes() == 0);
  heap.verify();
}
