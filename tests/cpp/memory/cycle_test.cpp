// Major collections in slices: objects that a program moves while they are marked, garbage, large objects, the stack.

#include <random>

#include "catch.hpp"
#include "memory/heap.hpp"

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
  CHECK(s.pause_count() >= s.minor_count);
  CHECK(s.pause_percentile(0.5) <= s.pause_percentile(0.99));
  CHECK(s.pause_percentile(1) == s.longest_pause_nanoseconds);
  for (const std::uint64_t n : {0, 1, 3, 4, 100, 1000, 123456789}) {
    const std::size_t kind = CollectorStatistics::kind_of_pause(n);
    CHECK(n <= CollectorStatistics::longest_of_kind(kind));
    CHECK((kind == 0 || n > CollectorStatistics::longest_of_kind(kind - 1)));
  }
}
