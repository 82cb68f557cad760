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
Value asked_by(VmState& m, Value tag) {
  if (!Runtime::is_symbol(tag)) return NIL;
  const Value key = m.keyword("ASKED-BY");
  const Value asked = property_of(property_list(m.symbol(tag)), key);
  return asked.is_cons() ? asked : NIL;
}

/// Returns the record of the innermost prompt for `tag`; -1, with a pending failure, if there is none or a C++ frame is
/// above it.
std::int64_t find_prompt(VmState& m, Value tag) {
  const Record* border = nullptr;
  for (std::size_t i = m.records.size(); i-- > 0;) {
    const Record& r = m.records[i];
    if (is_prompt(r, tag) && border == nullptr) return static_cast<std::int64_t>(i);
    if (is_prompt(r, tag)) {
      m.fail_simple(Known::simple_control_error, "a continuation cannot be captured across ~S, a C++ function", {native_at(*border)});
      return -1;
    }
    if (r.kind == Record::Kind::border && border == nullptr) border = &r;
  }
  fail_without_prompt(m, tag);
  return -1;
}

/// True if DYNAMIC-WIND was entered above the record.
bool is_wound(const VmState& m, std::int64_t record) {
  for (std::size_t i = m.records.size(); i-- > static_cast<std::size_t>(record) + 1;)
    if (is_prompt(m.records[i], m.sym(Known::winder))) return true;
  return false;
}

/// Checks that exits whose cleanup forms run above the outermost prompt end above it. Returns false if a failure is
/// pending.
bool may_be_taken(VmState& m, std::int64_t outermost, Segment& s) {
  for (auto i = static_cast<std::size_t>(outermost) + 1; i < m.records.size(); ++i) {
    const Record& r = m.records[i];
    if (!is_cleanup(r) || r.base[r.reg] == Value::fixnum(0)) continue;
    s.is_alone = true;
    const std::int64_t target = r.base[r.reg].as_fixnum() - 1;
    if (target > outermost && target < Exit::to_frame) continue;
    m.fail_simple(Known::simple_control_error,
                  "a continuation cannot be captured in cleanup forms of an exit that leads beyond its prompt");
    return false;
  }
  return true;
}

void copy_records(VmState& m, const Segment& s, Continuation k) {
  detach_records(m, s.first_record);
  for (std::size_t n = 0; n < k.records(); ++n) {
    const Record& r = m.records[s.first_record + n];
    k.set_record(n, r, r.base - s.begin);
    if (r.kind == Record::Kind::binding) k.record(n)[Continuation::outer] = m.symbol(r.a)->value;
    if (!is_cleanup(r) || r.base[r.reg] == Value::fixnum(0)) continue;
    Value& state = k.words()[r.base + r.reg - s.begin];
    state = Value::fixnum(state.as_fixnum() - static_cast<std::int64_t>(s.first_record));
  }
  attach_records(m, s.first_record);
}

}  // namespace

Value fail_without_prompt(VmState& m, Value tag) {
  const Value asked = asked_by(m, tag);
  if (asked.is_cons()) return m.fail_simple(Known::simple_control_error, "there is no surrounding ~A", {asked.as_cons()->cdr});
  return m.fail_simple(Known::simple_control_error, "there is no prompt for the tag ~S", {tag});
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
bool find_segment(VmState& m, ResumePoint at, std::int64_t prompt, std::int64_t outermost, Segment& s) {
  const Record& r = m.records[static_cast<std::size_t>(prompt)];
  s.first_record = static_cast<std::size_t>(prompt) + 1;
  s.owner = r.base;
  s.is_alone = false;
  s.pc = at.pc;
  s.end = at.base + at.pc[-1].a;
  if (is_tail_call(at.pc)) {
    s.pc = m.shared.return_address(at.base);
    s.end = at.base - 2;
    if (s.end - s.pc[-1].a == s.owner && at.base != s.owner) {
      s.begin = s.end = r.base;
      return true;
    }
  }
  s.begin = m.shared.are_above(s.owner) ? m.shared.begin : first_above(at.base, s.owner);
  if (s.begin == nullptr || at.base == s.owner || m.budget.is_ending()) {
    m.fail_simple(Known::simple_control_error, "a continuation cannot be captured while its prompt is being left");
    return false;
  }
  return m.records.size() == static_cast<std::size_t>(outermost) + 1 || may_be_taken(m, outermost, s);
}

Value make_continuation(VmState& m, const Segment& s) {
  const bool shares = m.shared.are_above(s.owner) && !s.is_alone && s.end != s.begin;
  const Value* const from = shares ? m.shared.end : s.begin;
  const auto words = static_cast<std::size_t>(s.end - from), below = static_cast<std::size_t>(from - s.begin);
  const std::size_t count = m.records.size() - s.first_record, length = Continuation::length(words, count);
  if (words + count == 0 && shares) {
    const Continuation last(m.shared.frames);
    if (last.words_used() == below && last.records() == 0) return m.shared.frames;
  }
  if (!m.heap.has_room(length * sizeof(Value))) return m.fail_heap();
  Continuation k(m.heap.allocate_to_fill(Type::continuation, length));
  k.set_head(words, below, shares ? m.shared.frames : NIL, s.pc, count);
  copy_words(from, words, k.words());
  if (m.shared.end >= from && m.shared.end < s.end) k.words()[m.shared.end + 1 - from] = m.shared.back;
  if (count != 0) copy_records(m, s, k);
  return k.value();
}

// --- frames that are on the stack and in a continuation object

[[gnu::noinline]] void unshare_from(VmState& m, Value* running) {
  unshare(m);
  share(m, m.shared.owner, m.shared.begin, m.shared.frames, running);
}

ResumePoint return_to_shared(VmState& m, ResumePoint at) {
  at.pc = instruction_pointer(m.shared.back);
  unshare_from(m, at.base);
  return at;
}

Value return_to_shared_from(VmState& m, const Value* callee) {
  const Value back = m.shared.back;
  unshare_from(m, const_cast<Value*>(callee) - 2 - m.shared.stub[0].a);
  return back;
}

// --- putting frames and records back

/// Asks for the registers of the frame that continues only if the largest frame would not fit.
bool make_room_for(VmState& m, Continuation k, const Value* begin) {
  const std::size_t words = k.words_used();
  return begin + words + m.largest_frame.as_fixnum() + 8 <= m.stack.checked || m.stack.make_room(begin, words + k.registers());
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
Value renew_clusters(VmState& m, Value clusters, std::vector<Renewed>& known, bool of_handlers) {
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
  const Value renewed = with_tail(m.heap, clusters, tail, tail_now);
  if (tail != clusters && renewed != clusters) known.emplace_back(clusters, renewed);
  return renewed;
}

}  // namespace

[[gnu::noinline]] void push_records(VmState& m, Continuation k, Value* begin) {
  const std::size_t first = m.records.size();
  std::vector<Renewed> known[2];
  for (std::size_t n = 0; n < k.records(); ++n) {
    m.records.push_back(k.record_at(n, begin));
    Record& r = m.records.back();
    if (r.kind != Record::Kind::binding) continue;
    if (is_cleanup(r) && r.base[r.reg] != Value::fixnum(0)) {
      Value& state = r.base[r.reg];
      state = Value::fixnum(state.as_fixnum() + static_cast<std::int64_t>(first));
    }
    const bool handlers = r.a == m.sym(Known::handler_clusters);
    if (!handlers && r.a != m.sym(Known::restart_clusters)) continue;
    auto& pairs = known[handlers ? 0 : 1];
    if (pairs.empty()) pairs.emplace_back(k.record(n)[Continuation::outer], m.symbol(r.a)->value);
    r.b = renew_clusters(m, r.b, pairs, handlers);
  }
  attach_records(m, first);
}

namespace {

constexpr std::size_t worth_sharing = 64;  ///< words: fewer are copied again faster than sharing is tracked

/// True if the topmost record is a prompt of the frame at `owner`.
bool is_prompt_of(const Record& r, const Value* owner) { return r.base == owner && is_any_prompt(r); }

}  // namespace

ResumePoint put_back(VmState& m, ResumePoint at, Call c, Value frames, const Value* values) {
  const Continuation k(frames);
  const std::size_t words = k.words_used();
  const bool in_place = is_tail_call(at.pc);
  Value* const begin = in_place ? at.base - 2 : c.window;
  const Value back = in_place ? at.base[-1] : raw_pointer(at.pc);
  const Instruction* const following = instruction_pointer(back);
  if (!make_room_for(m, k, begin)) return overflow(m, at, c);
  const Value primary = return_values(m, values, static_cast<std::uint32_t>(c.window + 2 + c.count - values));
  m.stack.note_write(begin + 2);
  if (words == 0) {
    begin[0] = primary;
    return {begin - following[-1].a, following};
  }
  if (k.below() == 0) copy_words(k.words(), words, begin);
  else put_frames(k, begin, 0);
  begin[1] = back;
  const Value* const owner = begin - following[-1].a;
  const bool above_prompt = is_prompt_of(m.records.back(), owner);
  if (k.records() != 0) push_records(m, k, begin);
  const ResumePoint resume{begin + k.resume(), k.pc()};
  begin[words] = primary;
  if (words >= worth_sharing && above_prompt && !k.has_cleanups()) {
    if (m.shared.any()) unshare(m);
    share(m, owner, begin, frames, resume.base);
  }
  return resume;
}

ResumePoint call_above(VmState& m, ResumePoint at, Call c, const Segment& s, Value frames) {
  c.count = 1;
  const bool in_place = is_tail_call(at.pc);
  const bool shares = !s.is_alone && s.begin != s.end && is_closure_for(c.function(), 1);
  if (!shares) return in_place ? tail_call(m, at, c) : call(m, at, c);
  const Value callee = c.function();  // the argument may overwrite it
  Value* base = at.base;
  if (in_place) {
    base[0] = c.window[2];
    m.tail_calls.note(base, callee);
    base[-2] = callee;
  } else {
    base = push_frame(callee, c.window, at.pc);
  }
  if (m.shared.end != s.end) {
    if (m.shared.any()) unshare(m);
    share(m, s.owner, s.begin, frames, base);
  }
  return begin_callee(m, base);
}

// --- the VM's part of native functions

/// Executes (%call-with-continuation tag function): calls the function with the continuation up to the prompt.
ResumePoint capture(VmState& m, ResumePoint at, Call c) {
  const std::int64_t prompt = find_prompt(m, c.window[2]);
  Segment s;
  const Value k = prompt >= 0 && find_segment(m, at, prompt, prompt, s) ? make_continuation(m, s) : FAILED;
  if (is_failed(k)) return call_failed(m, at, c, m.tessera("CALL-WITH-COMPOSABLE-CONTINUATION"));
  c.window[0] = c.window[3];
  c.window[2] = k;
  return call_above(m, at, c, s, k);
}

namespace {

/// Signals the pending failure in the name of the function that the user called.
ResumePoint suspension_failed(VmState& m, ResumePoint at, Call c) {
  const bool is_part = c.window[2] == m.sym(Known::winder) && c.window[3].is_cons();
  const Value asked = asked_by(m, is_part ? c.window[3].as_cons()->car : c.window[2]);
  return call_failed(m, at, c, asked.is_cons() ? asked.as_cons()->car : m.tessera("SUSPEND-TO-PROMPT"));
}

}  // namespace

/// Executes (%suspend tag object): removes everything above the prompt, whose form returns OBJECT and the continuation.
/// If TAG is the tag of DYNAMIC-WIND, OBJECT is a list that begins with the tag of the outermost prompt: everything up
/// to that prompt must be free to be removed.
[[gnu::flatten]] ResumePoint suspend(VmState& m, ResumePoint at, Call c) {
  const std::int64_t prompt = find_prompt(m, c.window[2]);
  const bool is_part = c.window[2] == m.sym(Known::winder) && c.window[3].is_cons();
  if (prompt >= 0 && !is_part && is_wound(m, prompt)) {
    c.window[0] = m.sym(Known::suspend_in_parts);
    return is_tail_call(at.pc) ? tail_call(m, at, c) : call(m, at, c);
  }
  Segment s;
  const std::int64_t outermost = is_part && prompt >= 0 ? find_prompt(m, c.window[3].as_cons()->car) : prompt;
  if (outermost < 0 || !find_segment(m, at, prompt, outermost, s)) return suspension_failed(m, at, c);
  const Value k = make_continuation(m, s);
  if (is_failed(k)) return suspension_failed(m, at, c);
  drop_records(m, s.first_record);
  const Value object = c.window[3];
  m.two_values(object, k);
  return land(m, 0, object);
}

/// Executes (%reinstate continuation value...).
ResumePoint reinstate(VmState& m, ResumePoint at, Call c) {
  if (has_type(c.window[2], Type::continuation)) return put_back(m, at, c, c.window[2], c.window + 3);
  m.fail_type(c.window[2], m.tessera("CONTINUATION"));
  return call_failed(m, at, c, m.tessera("%REINSTATE"));
}

}  // namespace tessera
