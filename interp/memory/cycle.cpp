// Major collections in slices: marking while the program runs, its pace, the end, sweeping. README.md has the
// invariants.
#include "memory/cycle.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace tessera {

namespace {

/// The time that a pause takes at most because of marking, while that keeps pace with allocation; the time of a slice
/// that marking gets in any case; the time for which parts of the nursery are sized; the time of a part of sweeping.
constexpr std::uint64_t slice_nanoseconds = 800'000, least_slice_nanoseconds = 100'000, usual_slice_nanoseconds = 400'000,
                        sweep_nanoseconds = 300'000;

/// Bytes to mark for each byte that is allocated, even if all of it dies young.
constexpr double min_rate = 0.5;

/// The smallest part of the nursery between two slices.
constexpr std::size_t min_step = std::size_t{64} << 10;

/// Bytes to mark after the roots have been visited, if that is all that remains.
constexpr double last_bytes = 1 << 19;

/// Attempts to end after which marking is completed at once if old space has outgrown it.
constexpr int max_ends_tried = 64;

/// In builds that look for faults, phases change all the time: bytes of a slice, and blocks swept at once.
constexpr bool changes_phases = config::gc_stress || config::gc_verify;
constexpr std::size_t small_slice = config::gc_stress ? std::size_t{2} << 10 : std::size_t{256} << 10;
constexpr int few_blocks = config::gc_stress ? 2 : 64;

}  // namespace

bool Heap::Marker::drain(std::size_t bytes, std::uint64_t deadline) {
  const std::size_t end = scanned_ + std::min(bytes, std::numeric_limits<std::size_t>::max() - scanned_);
  for (;;) {
    if (!drain_grey(end, deadline)) return false;
    if (parts_.empty() && !finds_lost()) return true;
    if (parts_.empty()) continue;
    if (scanned_ >= end || platform::monotonic_nanoseconds() >= deadline) return false;
    scan_part();
  }
}

/// Returns false if memory is short.
bool Heap::Marker::scan_in_parts(Object* o) {
  try {
    parts_.push_back({o, 0});
    return true;
  } catch (const std::bad_alloc&) { return false; }
}

/// Scans all marked objects again if grey ones were lost because memory is short. Returns false if none were.
bool Heap::Marker::finds_lost() {
  if (!grey_.take_lost()) return false;
  heap_.old_.for_each_marked([this](Value v) {
    do {
      if (v.is_cons()) {
        scan_cons(v);
      } else if (const Object* const o = v.as_object(); !o->is_raw_or_weak()) {
        for (std::uint32_t i = 0; i < o->length(); ++i) add(o->slots[i]);
      }
      v = grey_.is_empty() ? UNBOUND : grey_.pop();
    } while (v != UNBOUND);
  });
  return true;
}

void Heap::Marker::scan_part() {
  Part& part = parts_.back();
  Object* const o = part.object;
  const std::uint32_t first = part.next, last = std::min(o->length(), first + part_length);
  part.next = last;
  if (last >= o->length()) parts_.pop_back();
  for (std::uint32_t i = first; i < last; ++i) add(o->slots[i]);
  scanned_ += part_length * sizeof(Value);
}

/// Scans all grey objects that are not scanned in parts. They wait in a short queue while the processor prefetches
/// them.
bool Heap::Marker::drain_grey(std::size_t end, std::uint64_t deadline) {
  constexpr unsigned steps_between_looks = 512;
  Value queue[queue_size];
  std::size_t first = 0, waiting = 0;
  for (unsigned steps = 1; !grey_.is_empty() || waiting > 0; ++steps) {
    while (waiting < queue_size && !grey_.is_empty()) {
      const Value v = grey_.pop();
      __builtin_prefetch(reinterpret_cast<const void*>(v.address()));
      queue[(first + waiting++) % queue_size] = v;
    }
    scan(queue[first]);
    first = (first + 1) % queue_size;
    --waiting;
    if (TESSERA_UNLIKELY(scanned_ >= end || (steps % steps_between_looks == 0 && platform::monotonic_nanoseconds() >= deadline))) {
      for (; waiting > 0; --waiting) grey_.push(queue[(first + waiting - 1) % queue_size]);
      return is_done();
    }
  }
  return true;
}

// --- the phases

/// Begins to mark. `whole`: to the end, before the program continues.
void Heap::begin_cycle(bool whole) {
  const std::size_t taken = old_.taken_bytes();
  cycle_ = std::make_unique<Cycle>(*this, whole ? 0 : ++cycle_count_, taken, Pace::goal(taken, limit_));
  old_.begin_marking();
  if (whole) return;
  barrier_begin_ = 0;
  barrier_reserve_ = std::numeric_limits<std::uint64_t>::max();
}

/// Forgets and frees what is not marked. Nothing may be grey, and what is in the nursery has survived a collection that
/// marked what it refers to.
void Heap::end_cycle() {
  Marker& marker = cycle_->marker;
  do {
    for (RootSource* source : sources_) source->mark_weak(marker);
    marker.drain();
  } while (marker.finds_lost());
  for (RootSource* source : sources_) source->forget_dead(marker);
  remembered_slots_.forget_if([this](const Value* slot) { return !old_.is_in_marked_object(slot); });
  old_.end_marking();
  pace_.note_marked(cycle_->first_taken, old_.taken_bytes());
  cycle_.reset();
  bound_barrier();
  ++statistics_.major_count;
}

bool Heap::major_is_due() {
  note_end_of_sweep();
  if (pace_.is_sweeping()) return false;
  // Where each safepoint collects, the gaps grow: visiting the roots of many cycles takes long if the stack is deep.
  if (config::gc_stress && statistics_.minor_count > 64 * (cycle_count_ + 1) * (cycle_count_ + 1)) return true;
  if (config::gc_verify && statistics_.minor_count % 8 == 4) return true;
  return pace_.is_due(old_.taken_bytes(), limit_);
}

void Heap::finish_sweep() {
  while (!old_.is_swept()) old_.sweep_block();
  note_end_of_sweep();
}

/// Returns true if all is swept.
bool Heap::sweep_until(std::uint64_t deadline) {
  while (!old_.is_swept() && platform::monotonic_nanoseconds() < deadline) old_.sweep_block();  // returning a large one takes long
  note_end_of_sweep();
  return old_.is_swept();
}

void Heap::note_end_of_sweep() {
  if (pace_.is_sweeping() && old_.is_swept()) pace_.note_swept(old_.taken_bytes());
}

/// Continues, begins or ends a major collection, right after a minor one.
void Heap::advance_major() {
  const std::uint64_t deadline = platform::monotonic_nanoseconds() + sweep_nanoseconds;
  if (changes_phases)
    for (int n = 0; !old_.is_swept() && n < few_blocks && !happens_to(2); ++n) old_.sweep_block();
  else sweep_until(deadline);
  const bool begins = !is_marking();
  if (begins) {
    if (!major_is_due()) return;
    begin_cycle(false);
  } else if (!mark_slice()) {
    return;
  }
  if (happens_to(2)) return;
  Marker& marker = cycle_->marker;
  const bool is_late = ++cycle_->ends_tried > max_ends_tried && cycle_->is_outgrown_by(old_.taken_bytes());
  if (is_late) return complete_cycle();
  marker.has_all_roots = true;
  trace_all_roots(marker);
  cycle_->debt += last_bytes;
  // A minor collection before the beginning did not mark what survivors refer to.
  if (mark_slice() && marker.has_all_roots && (!begins || nursery_.is_empty())) end_cycle();
}

/// Marks all that remains, and ends the major collection.
void Heap::complete_cycle() {
  Marker& marker = cycle_->marker;
  marker.visits_whole_stacks = true;
  trace_all_roots(marker);
  marker.drain();
  end_cycle();
}

// --- the pace

/// Returns the bytes to mark for each byte that is allocated.
double Heap::marking_rate() const {
  constexpr double least = 1 << 20;
  const auto left = static_cast<double>(cycle_->first_taken) - static_cast<double>(cycle_->marker.scanned_bytes());
  const auto room = static_cast<double>(cycle_->goal) - static_cast<double>(old_.taken_bytes());
  return std::max(left, least) / std::max(room, least);
}

/// Marks as much as is due. True: nothing is grey.
bool Heap::mark_slice() {
  Cycle& c = *cycle_;
  const std::uint64_t allocated = allocated_bytes(), start = platform::monotonic_nanoseconds();
  const auto fresh = static_cast<double>(allocated - std::exchange(c.allocated_bytes, allocated));
  const auto large = static_cast<double>(std::exchange(c.large_bytes, 0));
  const double rate = marking_rate();
  c.debt += fresh * (min_rate + rate * pace_.survival()) + large * rate;
  double time = slice_nanoseconds;
  if (const std::size_t taken = old_.taken_bytes(); taken > c.goal)
    time *= 1 + 4 * std::min(4.0, static_cast<double>(taken - c.goal) / static_cast<double>(c.goal - c.first_taken));
  const double least_time = static_cast<double>(start) + least_slice_nanoseconds;
  const auto deadline = static_cast<std::uint64_t>(std::max(least_time, static_cast<double>(c.pause_start) + time));
  const auto due = changes_phases ? small_slice : static_cast<std::size_t>(std::min(std::max(c.debt, 4096.0), 1e9));
  const std::size_t before = c.marker.scanned_bytes();
  constexpr auto unlimited = std::numeric_limits<std::uint64_t>::max();
  const bool is_done = c.is_outgrown_by(old_.taken_bytes()) ? c.marker.drain(std::numeric_limits<std::size_t>::max(), unlimited)
                                                            : c.marker.drain(due, changes_phases ? unlimited : deadline);
  const auto bytes = static_cast<double>(c.marker.scanned_bytes() - before);
  const auto taken_time = static_cast<double>(platform::monotonic_nanoseconds() - start);
  pace_.note_slice(taken_time, bytes);
  c.debt = is_done ? 0 : std::clamp(c.debt - bytes, 0.0, 64e6);
  const double step = usual_slice_nanoseconds /
                      (pace_.nanoseconds_per_byte() * (min_rate + rate * pace_.survival() + c.debt / static_cast<double>(nursery_.bytes)));
  c.step = changes_phases ? std::size_t{1} << 20 : std::max(min_step, static_cast<std::size_t>(std::min(step, 1e9)));
  return is_done;
}

/// Makes what an object of old space now refers to grey, if it is white.
void Heap::shade(Value v) { cycle_->marker.add(v); }

// --- finding faults

/// Panics if a black object refers to a white one.
void Heap::check_marking() {
  std::unordered_set<std::uint64_t> grey;
  cycle_->marker.for_each_grey([&](Value v) { grey.insert(v.bits()); });
  for (Object* o : remembered_objects_) grey.insert(Value::object(o).bits());
  const auto is_white = [this](Value v) {
    return v.is_pointer() && !in_nursery(v.bits()) && !old_.is_marked(reinterpret_cast<const void*>(v.address()));
  };
  old_.for_each_marked([&](Value v) {
    if (grey.contains(v.bits())) return;
    const Value* const words = v.is_cons() ? &v.as_cons()->car : v.as_object()->slots;
    const std::size_t count = v.is_cons() ? 2 : v.as_object()->is_raw_or_weak() ? 0 : v.as_object()->length();
    for (std::size_t i = 0; i < count; ++i)
      if (is_white(words[i])) panic("a black object refers to a white one", __FILE__, __LINE__);
  });
}

}  // namespace tessera
