// Taking the frames and dynamic records above a prompt off the stacks, or copying them, and putting them back.
#include "vm/continuations/continuations.hpp"

#include <algorithm>
#include <tuple>

#include "data/sequences/arrays.hpp"
#include "data/sequences/list_walk.hpp"
#include "data/symbols/packages.hpp"
#include "vm/continuations/continuation.hpp"
#include "vm/loop/services.hpp"
#include "vm/values.hpp"

namespace tessera {

namespace {

/// Returns the name of the native function whose call of Lisp made the border, for messages.
Value native_at(const Record& border) {
  if (border.base == nullptr) return NIL;
  const Value native = border.base[border.pc[-1].a];
  return has_type(native, Type::native) ? as<Native>(native)->name : NIL;
}

/// Returns the property :ASKED-BY of a library's tag, for messages: the function that the user calls to suspend to the
/// prompt, and the operator that must surround it; else NIL.
Value asked_by(VmState& vm, Value tag) {
  if (!Runtime::is_symbol(tag)) return NIL;
  const Value key = vm.keyword("ASKED-BY");
  const Value asked = property_of(property_list(vm.symbol(tag)), key);
  return asked.is_cons() ? asked : NIL;
}

/// Returns the record of the innermost prompt for `tag`; -1, with a pending failure, if there is none or a C++ frame is
/// above it.
std::int64_t find_prompt(VmState& vm, Value tag) {
  const Record* border = nullptr;
  for (std::size_t i = vm.records.size(); i-- > 0;) {
    const Record& r = vm.records[i];
    if (is_prompt(r, tag) && border == nullptr) return static_cast<std::int64_t>(i);
    if (is_prompt(r, tag)) {
      vm.fail_simple(Known::simple_control_error, "a continuation cannot be captured across ~S, a C++ function", {native_at(*border)});
      return -1;
    }
    if (r.kind == Record::Kind::border && border == nullptr) border = &r;
  }
  fail_without_prompt(vm, tag);
  return -1;
}

/// True if DYNAMIC-WIND was entered above the record.
bool is_wound(const VmState& vm, std::int64_t record) {
  for (std::size_t i = vm.records.size(); i-- > static_cast<std::size_t>(record) + 1;)
    if (is_prompt(vm.records[i], vm.sym(Known::winder))) return true;
  return false;
}

/// Checks that exits whose cleanup forms run above the outermost prompt end above it. Returns false if a failure is
/// pending.
bool may_be_taken(VmState& vm, std::int64_t outermost, Segment& s) {
  for (auto i = static_cast<std::size_t>(outermost) + 1; i < vm.records.size(); ++i) {
    const Record& r = vm.records[i];
    if (!is_cleanup(r) || r.base[r.reg] == Value::fixnum(0)) continue;
    s.is_alone = true;
    const std::int64_t target = r.base[r.reg].as_fixnum() - 1;
    if (target > outermost && target < Exit::to_frame) continue;
    vm.fail_simple(Known::simple_control_error,
                   "a continuation cannot be captured in cleanup forms of an exit that leads beyond its prompt");
    return false;
  }
  return true;
}

void copy_records(VmState& vm, const Segment& s, Continuation k) {
  detach_records(vm, s.first_record);
  for (std::size_t n = 0; n < k.records(); ++n) {
    const Record& r = vm.records[s.first_record + n];
    k.set_record(n, r, r.base - s.begin);
    if (r.kind == Record::Kind::binding) k.record(n)[Continuation::outer] = vm.symbol(r.a)->value;
    if (!is_cleanup(r) || r.base[r.reg] == Value::fixnum(0)) continue;
    Value& state = k.words()[r.base + r.reg - s.begin];
    state = Value::fixnum(state.as_fixnum() - static_cast<std::int64_t>(s.first_record));
  }
  attach_records(vm, s.first_record);
}

}  // namespace

Value fail_without_prompt(VmState& vm, Value tag) {
  const Value asked = asked_by(vm, tag);
  if (asked.is_cons()) return vm.fail_simple(Known::simple_control_error, "there is no surrounding ~A", {asked.as_cons()->cdr});
  return vm.fail_simple(Known::simple_control_error, "there is no prompt for the tag ~S", {tag});
}

std::vector<Value> prompts_above(const Vm& vm, Value tag, Value end) {
  const std::vector<Record>& records = VmState::of(vm).records;
  std::vector<Value> found;
  for (std::size_t i = records.size(); i-- > 0;) {
    if (is_prompt(records[i], tag)) found.push_back(records[i].a);
    if (is_prompt(records[i], end)) return found;
  }
  return {};
}

/// Finds the segment; in tail position its last frame is the caller's, which continues.
bool find_segment(VmState& vm, ResumePoint at, std::int64_t prompt, std::int64_t outermost, Segment& s) {
  const Record& r = vm.records[static_cast<std::size_t>(prompt)];
  s.first_record = static_cast<std::size_t>(prompt) + 1;
  s.owner = r.base;
  s.is_alone = false;
  s.pc = at.pc;
  s.end = at.base + at.pc[-1].a;
  if (is_tail_call(at.pc)) {
    s.pc = vm.shared.return_address(at.base);
    s.end = at.base - 2;
    if (s.end - s.pc[-1].a == s.owner && at.base != s.owner) {
      s.begin = s.end = r.base;
      return true;
    }
  }
  s.begin = vm.shared.are_above(s.owner) ? vm.shared.begin : first_above(at.base, s.owner);
  if (s.begin == nullptr || at.base == s.owner || vm.budget.is_ending()) {
    vm.fail_simple(Known::simple_control_error, "a continuation cannot be captured while its prompt is being left");
    return false;
  }
  return vm.records.size() == static_cast<std::size_t>(outermost) + 1 || may_be_taken(vm, outermost, s);
}

Value make_continuation(VmState& vm, const Segment& s) {
  const bool shares = vm.shared.are_above(s.owner) && !s.is_alone && s.end != s.begin;
  const Value* const from = shares ? vm.shared.end : s.begin;
  const auto words = static_cast<std::size_t>(s.end - from), below = static_cast<std::size_t>(from - s.begin);
  const std::size_t count = vm.records.size() - s.first_record, length = Continuation::length(words, count);
  if (words + count == 0 && shares) {
    const Continuation last(vm.shared.frames);
    if (last.words_used() == below && last.records() == 0) return vm.shared.frames;
  }
  if (!vm.heap.has_room(length * sizeof(Value))) return vm.fail_heap();
  Continuation k(vm.heap.allocate_to_fill(Type::continuation, length));
  k.set_head(words, below, shares ? vm.shared.frames : NIL, s.pc, count);
  copy_words(from, words, k.words());
  if (vm.shared.end >= from && vm.shared.end < s.end) k.words()[vm.shared.end + 1 - from] = vm.shared.back;
  if (count != 0) copy_records(vm, s, k);
  return k.value();
}

// --- frames that are on the stack and in a continuation object

[[gnu::noinline]] void unshare_from(VmState& vm, Value* running) {
  unshare(vm);
  share(vm, vm.shared.owner, vm.shared.begin, vm.shared.frames, running);
}

ResumePoint return_to_shared(VmState& vm, ResumePoint at) {
  at.pc = instruction_pointer(vm.shared.back);
  unshare_from(vm, at.base);
  return at;
}

Value return_to_shared_from(VmState& vm, const Value* callee) {
  const Value back = vm.shared.back;
  unshare_from(vm, const_cast<Value*>(callee) - 2 - vm.shared.stub[0].a);
  return back;
}

// --- putting frames and records back

/// Asks for the registers of the frame that continues only if the largest frame would not fit.
bool make_room_for(VmState& vm, Continuation k, const Value* begin) {
  const std::size_t words = k.words_used();
  return begin + words + vm.largest_frame.as_fixnum() + 8 <= vm.stack.checked || vm.stack.make_room(begin, words + k.registers());
}

[[gnu::noinline]] void put_frames(Continuation k, Value* begin, std::size_t from) {
  std::size_t end = k.words_used();
  while (end > from) {
    while (k.below() >= end) k = Continuation(k.next());
    const std::size_t first = std::max(from, k.below());
    copy_words(k.words() + (first - k.below()), end - first, begin + first);
    end = first;
  }
}

namespace {

// --- handlers and restarts: lists of clusters, the innermost first, whose tail was in force outside the continuation

using Renewed = std::pair<Value, Value>;  ///< a list when the continuation was taken, and the list now

/// Returns the clusters outside the handler before `rest` (a tail of `then`), as of `now`; skips handlers that were
/// removed since.
Value outside_now(Value then, Value rest, Value now) {
  for (Value l = then; l != rest; l = l.as_cons()->cdr) {
    Value here = now;
    while (here.is_cons() && here.as_cons()->car != l.as_cons()->car) here = here.as_cons()->cdr;
    if (here.is_cons()) now = here.as_cons()->cdr;
  }
  return now;
}

bool is_tail(Value tail, Value list) {
  while (list != tail && list.is_cons()) list = list.as_cons()->cdr;  // ends, as the lists are proper
  return list == tail;
}

/// Returns the list with `other` in place of its tail; the list itself if both tails are equal.
Value with_tail(Heap& heap, Value list, Value tail, Value other) {
  if (tail == other) return list;
  std::vector<Value> own;
  for (; list != tail; list = list.as_cons()->cdr)  // ends at the tail
    own.push_back(list.as_cons()->car);
  while (!own.empty()) {
    other = heap.cons(own.back(), other);
    own.pop_back();
  }
  return other;
}

/// Returns the pair of the longest tail of `clusters` that is known; nullptr if there is none.
const Renewed* known_tail(Value clusters, const std::vector<Renewed>& known) {
  for (Value l = clusters;; l = l.as_cons()->cdr) {  // ends, as the list is proper
    const auto found = std::find_if(known.rbegin(), known.rend(), [l](const auto& pair) { return pair.first == l; });
    if (found != known.rend()) return &*found;
    if (!l.is_cons()) return nullptr;
  }
}

/// Returns `clusters`, a list of the continuation, with its outer tail as it is now. `known`: the pair of the lists in
/// force outside the continuation then and now, then the pairs of lists that were renewed before. Example: with
/// `known` ((x y) . (z)), the list (a b x y) becomes (a b z). If no known list is a tail of `clusters`, a handler from
/// outside ran, with only the clusters outside itself in force: `outside_now` finds them.
Value renew_clusters(VmState& vm, Value clusters, std::vector<Renewed>& known, bool of_handlers) {
  const auto [then, now] = known.front();
  for (const Value list : {clusters, then, now})  // a script may have set the variable to anything
    if (sequence_length(list) < 0) return clusters;
  Value tail = clusters, tail_now = clusters;
  if (const auto* pair = known_tail(clusters, known)) {
    std::tie(tail, tail_now) = *pair;
  } else if (of_handlers) {
    while (!is_tail(tail, then)) tail = tail.as_cons()->cdr;
    tail_now = outside_now(then, tail, now);
  }
  const Value renewed = with_tail(vm.heap, clusters, tail, tail_now);
  if (tail != clusters && renewed != clusters) known.emplace_back(clusters, renewed);
  return renewed;
}

}  // namespace

[[gnu::noinline]] void push_records(VmState& vm, Continuation k, Value* begin) {
  const std::size_t first = vm.records.size();
  std::vector<Renewed> known[2];
  for (std::size_t n = 0; n < k.records(); ++n) {
    vm.records.push_back(k.record_at(n, begin));
    Record& r = vm.records.back();
    if (r.kind != Record::Kind::binding) continue;
    if (is_cleanup(r) && r.base[r.reg] != Value::fixnum(0)) {
      Value& state = r.base[r.reg];
      state = Value::fixnum(state.as_fixnum() + static_cast<std::int64_t>(first));
    }
    const bool handlers = r.a == vm.sym(Known::handler_clusters);
    if (!handlers && r.a != vm.sym(Known::restart_clusters)) continue;
    auto& pairs = known[handlers ? 0 : 1];
    if (pairs.empty()) pairs.emplace_back(k.record(n)[Continuation::outer], vm.symbol(r.a)->value);
    r.b = renew_clusters(vm, r.b, pairs, handlers);
  }
  attach_records(vm, first);
}

namespace {

constexpr std::size_t worth_sharing = 64;  ///< words: fewer are copied again faster than sharing is tracked

/// True if the topmost record is a prompt of the frame at `owner`.
bool is_prompt_of(const Record& r, const Value* owner) { return r.base == owner && is_any_prompt(r); }

}  // namespace

ResumePoint put_back(VmState& vm, ResumePoint at, Call c, Value frames, const Value* values) {
  const Continuation k(frames);
  const std::size_t words = k.words_used();
  const bool in_place = is_tail_call(at.pc);
  Value* const begin = in_place ? at.base - 2 : c.window;
  const Value back = in_place ? at.base[-1] : raw_pointer(at.pc);
  const Instruction* const following = instruction_pointer(back);
  if (!make_room_for(vm, k, begin)) return overflow(vm, at, c);
  const Value primary = return_values(vm, values, static_cast<std::uint32_t>(c.window + 2 + c.count - values));
  vm.stack.note_write(begin + 2);
  if (words == 0) {
    begin[0] = primary;
    return {begin - following[-1].a, following};
  }
  if (k.below() == 0) copy_words(k.words(), words, begin);
  else put_frames(k, begin, 0);
  begin[1] = back;
  const Value* const owner = begin - following[-1].a;
  const bool above_prompt = is_prompt_of(vm.records.back(), owner);
  if (k.records() != 0) push_records(vm, k, begin);
  const ResumePoint resume{begin + k.resume(), k.pc()};
  begin[words] = primary;
  if (words >= worth_sharing && above_prompt && !k.has_cleanups()) {
    if (vm.shared.any()) unshare(vm);
    share(vm, owner, begin, frames, resume.base);
  }
  return resume;
}

ResumePoint call_above(VmState& vm, ResumePoint at, Call c, const Segment& s, Value frames) {
  c.count = 1;
  const bool in_place = is_tail_call(at.pc);
  const bool shares = !s.is_alone && s.begin != s.end && is_closure_for(c.function(), 1);
  if (!shares) return in_place ? tail_call(vm, at, c) : call(vm, at, c);
  const Value callee = c.function();  // the argument may overwrite it
  Value* base = at.base;
  if (in_place) {
    base[0] = c.window[2];
    vm.tail_calls.note(base, callee);
    base[-2] = callee;
  } else {
    base = push_frame(callee, c.window, at.pc);
  }
  if (vm.shared.end != s.end) {
    if (vm.shared.any()) unshare(vm);
    share(vm, s.owner, s.begin, frames, base);
  }
  return begin_callee(vm, base);
}

// --- the VM's part of native functions

/// Executes (%call-with-continuation tag function): calls the function with the continuation up to the prompt.
ResumePoint capture(VmState& vm, ResumePoint at, Call c) {
  const std::int64_t prompt = find_prompt(vm, c.window[2]);
  Segment s;
  const Value k = prompt >= 0 && find_segment(vm, at, prompt, prompt, s) ? make_continuation(vm, s) : FAILED;
  if (is_failed(k)) return call_failed(vm, at, c, vm.tessera("CALL-WITH-COMPOSABLE-CONTINUATION"));
  c.window[0] = c.window[3];
  c.window[2] = k;
  return call_above(vm, at, c, s, k);
}

namespace {

/// Signals the pending failure in the name of the function that the user called.
ResumePoint suspension_failed(VmState& vm, ResumePoint at, Call c) {
  const bool is_part = c.window[2] == vm.sym(Known::winder) && c.window[3].is_cons();
  const Value asked = asked_by(vm, is_part ? c.window[3].as_cons()->car : c.window[2]);
  return call_failed(vm, at, c, asked.is_cons() ? asked.as_cons()->car : vm.tessera("SUSPEND-TO-PROMPT"));
}

}  // namespace

/// Executes (%suspend tag object): removes everything above the prompt, whose form returns OBJECT and the continuation.
/// If TAG is the tag of DYNAMIC-WIND, OBJECT is a list that begins with the tag of the outermost prompt: everything up
/// to that prompt must be free to be removed.
[[gnu::flatten]] ResumePoint suspend(VmState& vm, ResumePoint at, Call c) {
  const std::int64_t prompt = find_prompt(vm, c.window[2]);
  const bool is_part = c.window[2] == vm.sym(Known::winder) && c.window[3].is_cons();
  if (prompt >= 0 && !is_part && is_wound(vm, prompt)) {
    c.window[0] = vm.sym(Known::suspend_in_parts);
    return is_tail_call(at.pc) ? tail_call(vm, at, c) : call(vm, at, c);
  }
  Segment s;
  const std::int64_t outermost = is_part && prompt >= 0 ? find_prompt(vm, c.window[3].as_cons()->car) : prompt;
  if (outermost < 0 || !find_segment(vm, at, prompt, outermost, s)) return suspension_failed(vm, at, c);
  const Value k = make_continuation(vm, s);
  if (is_failed(k)) return suspension_failed(vm, at, c);
  drop_records(vm, s.first_record);
  const Value object = c.window[3];
  vm.two_values(object, k);
  return land(vm, 0, object);
}

/// Executes (%reinstate continuation value...).
ResumePoint reinstate(VmState& vm, ResumePoint at, Call c) {
  if (has_type(c.window[2], Type::continuation)) return put_back(vm, at, c, c.window[2], c.window + 3);
  vm.fail_type(c.window[2], vm.tessera("CONTINUATION"));
  return call_failed(vm, at, c, vm.tessera("%REINSTATE"));
}

}  // namespace tessera
