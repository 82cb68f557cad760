// The heap: allocation, collections, the write barrier, handles, limits, injected faults.

#include "memory/heap.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "catch.hpp"

using namespace tessera;

namespace {

Value make_list(Heap& heap, int n) {
  Value list = NIL;
  for (int i = n; i-- > 0;) list = heap.cons(Value::fixnum(i), list);
  return list;
}

bool is_counting_list(Value list, int n) {
  for (int i = 0; i < n; ++i, list = list.as_cons()->cdr)
    if (!list.is_cons() || list.as_cons()->car != Value::fixnum(i)) return false;
  return is_nil(list);
}

}  // namespace

TEST_CASE("immediates keep their contents", "[heap]") {
  CHECK(Value::fixnum(Value::most_positive_fixnum).as_fixnum() == Value::most_positive_fixnum);
  CHECK(Value::fixnum(Value::most_negative_fixnum).as_fixnum() == Value::most_negative_fixnum);
  CHECK(Value::character(0x10FFFF).as_character() == 0x10FFFF);
  CHECK(Value::single_float(-18.999998F).as_single_float() == -18.999998F);
  for (double d : {0.0, -0.0, 1.0, -1.5, 3.141592653589793, 1e30, 1e-30}) {
    if (!Value::double_is_immediate(d)) continue;
    CHECK(Value::immediate_double(d).as_immediate_double() == d);
    CHECK(Value::immediate_double(d).is_immediate_double());
  }
  CHECK_FALSE(Value::double_is_immediate(1e300));
  CHECK(NIL.is_constant_symbol());
  CHECK(NIL != T);
}

TEST_CASE("a handle's list survives collections and moves", "[heap]") {
  Heap heap;
  Handle list(heap, make_list(heap, 1000));
  const Value before = list;
  heap.collect(Heap::Reason::requested);
  CHECK(list.get() != before);
  CHECK(is_counting_list(list, 1000));
  const Value settled = list;
  heap.collect(Heap::Reason::full);
  CHECK(list.get() == settled);
  CHECK(is_counting_list(list, 1000));
  heap.verify();
}

TEST_CASE("an old object keeps the young objects alive that it points to", "[heap]") {
  Heap heap;
  Handle vector(heap, Value::object(heap.allocate(Type::simple_vector, 10)));
  heap.collect(Heap::Reason::requested);
  REQUIRE(heap.is_settled(vector));
  for (std::size_t i = 0; i < 10; ++i) heap.write(vector.get().as_object(), i, make_list(heap, 100));
  heap.collect(Heap::Reason::requested);
  for (std::size_t i = 0; i < 10; ++i) CHECK(is_counting_list(vector.get().as_object()->slots[i], 100));
  heap.verify();
}

TEST_CASE("large objects are made in old space and filled without a barrier until the next collection", "[heap]") {
  Heap heap;
  const std::size_t length = config::large_object_bytes;
  Handle vector(heap, Value::object(heap.allocate(Type::simple_vector, length)));
  REQUIRE(heap.is_settled(vector));
  vector.get().as_object()->slots[length - 1] = make_list(heap, 10);
  heap.collect(Heap::Reason::requested);
  CHECK(is_counting_list(vector.get().as_object()->slots[length - 1], 10));
}

TEST_CASE("garbage is reclaimed", "[heap]") {
  Heap heap;
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < 100; ++i) heap.allocate_raw(Type::raw_data, 1 << 20);
    heap.collect(Heap::Reason::full);
  }
  CHECK(heap.used_bytes() < (std::size_t{64} << 20));
}

TEST_CASE("cycles survive while reachable and are collected afterwards", "[heap]") {
  Heap heap;
  Handle cycle(heap, make_list(heap, 3));
  Value last = cycle;
  while (last.as_cons()->cdr.is_cons()) last = last.as_cons()->cdr;
  last.as_cons()->cdr = cycle;
  heap.collect(Heap::Reason::full);
  CHECK(cycle.get().as_cons()->cdr.as_cons()->cdr.as_cons()->cdr == cycle.get());
}

TEST_CASE("marking a list of a million elements does not recurse", "[heap]") {
  Heap heap;
  Handle list(heap, make_list(heap, 1000000));
  heap.collect(Heap::Reason::full);
  CHECK(is_counting_list(list, 1000000));
  Value deep = NIL;
  for (int i = 0; i < 1000000; ++i) deep = heap.cons(deep, NIL);
  Handle tree(heap, deep);
  heap.collect(Heap::Reason::full);
  int depth = 0;
  for (Value v = tree; v.is_cons(); v = v.as_cons()->car) ++depth;
  CHECK(depth == 1000000);
}

TEST_CASE("the heap reports its limit before exceeding it", "[heap]") {
  Heap heap(std::size_t{32} << 20);
  CHECK(heap.has_room(1 << 20));
  CHECK_FALSE(heap.has_room(std::size_t{64} << 20));
  CHECK_FALSE(heap.over_limit());
}

TEST_CASE("an injected fault throws once and leaves the heap usable", "[heap]") {
  Heap heap;
  heap.fail_allocation_after(3);
  int made = 0;
  try {
    for (; made < 10; ++made) heap.cons(NIL, NIL);
  } catch (const std::bad_alloc&) {}
  CHECK(made == 2);
  heap.fail_allocation_after(0);
  Handle list(heap, make_list(heap, 100));
  heap.collect(Heap::Reason::requested);
  CHECK(is_counting_list(list, 100));
}

namespace {

/// Fill the nursery once, keeping `percent` of it alive until the collection, and collect.
void fill_nursery(Heap& heap, Handle& kept, std::size_t percent) {
  const std::size_t conses = heap.nursery_bytes() / sizeof(Cons);
  kept = NIL;
  for (std::size_t i = 0; i < conses; ++i) {
    const Value c = heap.cons(Value::fixnum(1), i % 100 < percent ? kept.get() : NIL);
    if (i % 100 < percent) kept = c;
  }
  heap.collect(Heap::Reason::requested);
}

}  // namespace

TEST_CASE("the nursery is small while nearly all survives", "[heap]") {
  Heap heap;
  Handle kept(heap);
  const std::size_t first = heap.nursery_bytes();
  fill_nursery(heap, kept, 40);
  CHECK(heap.nursery_bytes() == first);
  fill_nursery(heap, kept, 90);
  CHECK(heap.nursery_bytes() == first / 2);
  for (int i = 0; i < 10; ++i) fill_nursery(heap, kept, 90);
  const std::size_t least = heap.nursery_bytes();
  CHECK(least >= std::size_t{1} << 19);
  heap.collect(Heap::Reason::requested);  // with little in it
  CHECK(heap.nursery_bytes() == least);
  for (int i = 0; i < 10; ++i) fill_nursery(heap, kept, 20);
  CHECK(heap.nursery_bytes() == first);
}

namespace {

/// A collection as a full nursery causes it.
void collect_full_nursery(Heap& heap) { heap.collect(Heap::Reason::nursery_full); }

}  // namespace

TEST_CASE("objects that die between two collections are not moved to old space", "[heap]") {
  if (config::gc_stress) return;  // what moves is chosen at random
  Heap heap;
  Handle kept(heap);
  kept = make_list(heap, 10);
  collect_full_nursery(heap);
  CHECK(heap.statistics().promoted_bytes == 0);
  CHECK_FALSE(heap.is_settled(kept));
  CHECK(is_counting_list(kept, 10));
  kept = make_list(heap, 5);
  collect_full_nursery(heap);
  CHECK(heap.statistics().promoted_bytes == 0);
  collect_full_nursery(heap);
  CHECK(heap.is_settled(kept));
  CHECK(heap.statistics().promoted_bytes == 5 * sizeof(Cons));
  CHECK(is_counting_list(kept, 5));
}

TEST_CASE("old objects keep survivors alive, and follow them", "[heap]") {
  Heap heap;
  const std::size_t length = GENERATE(10U, 1000U, 100000U);  // a cell, a block, several blocks
  const Handle vector(heap, Value::object(heap.allocate_old(Type::simple_vector, length)));
  const std::size_t last = length - 1;
  heap.write(vector.get().as_object(), last, make_list(heap, 10));
  for (int i = 0; i < 3; ++i) {
    collect_full_nursery(heap);
    heap.verify();
    CHECK(is_counting_list(vector.get().as_object()->slots[last], 10));
  }
  heap.write(vector.get().as_object(), last, heap.cons(NIL, make_list(heap, 20)));
  collect_full_nursery(heap);
  heap.write(vector.get().as_object(), last, vector.get().as_object()->slots[last].as_cons()->cdr);
  heap.collect(Heap::Reason::full);
  CHECK(is_counting_list(vector.get().as_object()->slots[last], 20));
}

TEST_CASE("what survivors refer to is marked", "[heap]") {
  Heap heap;
  Handle kept(heap), garbage(heap);
  const std::uint64_t end = heap.statistics().major_count + (config::gc_stress ? 3 : 6);
  for (std::int64_t i = 0; heap.statistics().major_count < end; ++i) {
    if (i > 100000000) FAIL("no end");
    const Value old = heap.cons_old(Value::fixnum(i), NIL);  // only a fresh object refers to it
    const Value before = is_nil(kept) ? Value::fixnum(i) : kept.get().as_cons()->car.as_cons()->car;
    kept = heap.cons(old, before);
    garbage = heap.cons(NIL, i % 1000000 == 0 ? NIL : garbage.get());
    if (config::gc_stress || (heap.poll.load() & poll_gc) != 0) collect_full_nursery(heap);
    if (kept.get().as_cons()->car.as_cons()->car != Value::fixnum(i)) FAIL("at " << i);
  }
}

TEST_CASE("the head of a list that is walked as it grows is not kept alive", "[heap]") {
  if (config::gc_stress) return;  // the list is too long
  Heap heap;
  Handle here(heap, heap.cons(NIL, NIL));
  const Handle variable(heap, Value::object(heap.allocate_old(Type::simple_vector, 1)));
  const bool from_old = GENERATE(false, true);
  for (int i = 0; i < 3000000; ++i) {
    const Value next = heap.cons(NIL, NIL);
    heap.write(&here.get().as_cons()->cdr, next);
    here = next;
    if (from_old) heap.write(variable.get().as_object(), 0, next);
    if ((heap.poll.load() & poll_gc) != 0) collect_full_nursery(heap);
  }
  CHECK(heap.statistics().promoted_bytes < 1000);
}

TEST_CASE("the collector counts its collections and their results", "[heap]") {
  Heap heap;
  Handle list(heap, make_list(heap, 1000));
  heap.collect(Heap::Reason::requested);
  CHECK(heap.statistics().minor_count == 1);
  CHECK(heap.statistics().major_count == 0);
  CHECK(heap.statistics().promoted_bytes == 1000 * sizeof(Cons));
  heap.request_collection(true);
  CHECK((heap.poll.load() & poll_gc) != 0);
  heap.collect(Heap::Reason::nursery_full);
  CHECK(heap.statistics().minor_count == 2);
  CHECK(heap.statistics().major_count == 1);
  CHECK(heap.statistics().promoted_bytes == 1000 * sizeof(Cons));
  CHECK(heap.statistics().pauses.longest() >= heap.statistics().longest_minor_nanoseconds);
  CHECK(heap.used_bytes() == 1000 * sizeof(Cons));
}

TEST_CASE("freed memory is reused, and the unused rest of a hole does not count as used", "[heap]") {
  Heap heap;
  Handle list(heap);
  for (int round = 0; round < 5; ++round) {
    list = make_list(heap, 1000000);
    heap.collect(Heap::Reason::requested);
    list = NIL;
    heap.collect(Heap::Reason::full);
    CHECK(heap.used_bytes() == 0);
  }
  CHECK(is_nil(list));
  Handle vector(heap, Value::object(heap.allocate(Type::simple_vector, 1)));
  heap.collect(Heap::Reason::requested);
  CHECK(heap.used_bytes() == 16);
  heap.verify();
}

#if !defined(NDEBUG) && !defined(__SANITIZE_THREAD__)
/// True if `function` ends a copy of the process by SIGABRT.
bool aborts(void (*function)()) {
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGABRT, SIG_DFL);  // instead of Catch's report
    close(STDERR_FILENO);
    function();
    _exit(0);
  }
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

TEST_CASE("builds with assertions end where a Value is cast to another type", "[heap]") {
  CHECK(aborts([] { as<Symbol>(NIL); }));
  CHECK(aborts([] { as<Closure>(Value::fixnum(5)); }));
  CHECK(aborts([] { NIL.as_cons(); }));
  CHECK(aborts([] {
    Heap heap;
    as<Symbol>(heap.cons(NIL, NIL));
  }));
  CHECK(aborts([] {
    Heap heap;
    as<Symbol>(Value::object(heap.allocate(Type::cell, 1)));
  }));
  CHECK(!aborts([] {
    Heap heap;
    as<Cell>(Value::object(heap.allocate(Type::cell, 1)));
  }));
}
#endif
