// Continuations: the frames and dynamic records between a prompt and a call above it, taken off the stacks and put back. See continuations.md here.
#include <algorithm>
#include <tuple>

#include "compiler/instructions.hpp"
#include "data/symbols/packages.hpp"
#include "vm/continuation.hpp"
#include "vm/frames.hpp"

namespace tessera {

namespace {

// What the native was called by that made a border, for messages.
Value native_at(const Record& border) {
  if (border.base == nullptr) return NIL;
  const Value native = border.base[border.pc[-1].a];
  return has_type(native, Type::native) ? as<Native>(native)->name : NIL;
}

// What is outside of the handler that stands in front of `rest`, a tail of `then`, where `now` are active: the same as outside of that handler now.
// Of what came before it, and itself, there may be some that are no longer active.
Value outside_now(Value then, Value rest, Value now) {
  for (Value l = then; l != rest; l = l.as_cons()->cdr) {
    Value here = now;
    while (here.is_cons() && here.as_cons()->car != l.as_cons()->car) here = here.as_cons()->cdr;
    if (here.is_cons()) now = here.as_cons()->cdr;
  }
  return now;
}

bool is_tail(Value tail, Value list) {
  while (list != tail && list.is_cons()) list = list.as_cons()->cdr;
  return list == tail;
}

// The list with `other` in place of its tail; the same list if that is no other.
Value with_tail(Heap& heap, Value list, Value tail, Value other) {
  if (tail == other) return list;
  std::vector<Value> own;
  for (; list != tail; list = list.as_cons()->cdr) own.push_back(list.as_cons()->car);
  while (!own.empty()) {
    other = heap.cons(own.back(), other);
    own.pop_back();
  }
  return other;
}

// The pair of the longest tail of `clusters` that is known; none: there is none.
const std::pair<Value, Value>* known_tail(Value clusters, const std::vector<std::pair<Value, Value>>& known) {
  for (Value l = clusters;; l = l.as_cons()->cdr) {
    const auto found = std::find_if(known.rbegin(), known.rend(), [l](const auto& pair) { return pair.first == l; });
    if (found != known.rend()) return &*found;
    if (!l.is_cons()) return nullptr;
  }
}

}  // namespace

// A library's tag has a property: the function that is called to take frames off as far as it, and what is to be around that.
Value Vm::asked_by(Value tag) {
  if (!is_symbol(tag)) return NIL;
  const Value key = keyword("ASKED-BY");
  for (Value l = property_list(symbol(tag)); l.is_cons() && l.as_cons()->cdr.is_cons(); l = l.as_cons()->cdr.as_cons()->cdr)
    if (l.as_cons()->car == key && l.as_cons()->cdr.as_cons()->car.is_cons()) return l.as_cons()->cdr.as_cons()->car;
  return NIL;
}

Value Vm::fail_without_prompt(Value tag) {
  const Value asked = asked_by(tag);
  if (asked.is_cons()) return fail_simple(Known::simple_control_error, "There is no ~A around it.", {asked.as_cons()->cdr});
  return fail_simple(Known::simple_control_error, "There is no prompt for the tag ~S.", {tag});
}

std::vector<Value> Vm::prompts_above(Value tag, Value end) const {
  std::vector<Value> found;
  for (std::size_t i = records_.size(); i-- > 0;) {
    if (is_prompt(records_[i], tag)) found.push_back(records_[i].a);
    if (is_prompt(records_[i], end)) return found;
  }
  return {};
}

// The record of the innermost prompt for `tag`; -1, and a failure is pending, if there is none or a frame of C++ lies above it.
std::int64_t Vm::find_prompt(Value tag) {
  const Record* border = nullptr;
  for (std::size_t i = records_.size(); i-- > 0;) {
    const Record& r = records_[i];
    if (is_prompt(r, tag) && border == nullptr) return static_cast<std::int64_t>(i);
    if (is_prompt(r, tag)) {
      fail_simple(Known::simple_control_error, "No continuation can be taken across a function in C++, which ~S is.", {native_at(*border)});
      return -1;
    }
    if (r.kind == Record::Kind::border && border == nullptr) border = &r;
  }
  fail_without_prompt(tag);
  return -1;
}

// Something above the record was entered by DYNAMIC-WIND.
bool Vm::is_wound(std::int64_t record) const {
  for (std::size_t i = records_.size(); i-- > static_cast<std::size_t>(record) + 1;)
    if (is_prompt(records_[i], sym(Known::winder))) return true;
  return false;
}

// What lies above the prompt up to the call at `at`: in tail position the caller goes on, so its frame is the last one. Exits that are under
// way there may lead as far as above `outermost`, the prompt or, of what is taken off in parts, that of all. False: a failure is pending.
bool Vm::find_segment(Place at, std::int64_t prompt, std::int64_t outermost, Segment& s) {
  const Record& r = records_[static_cast<std::size_t>(prompt)];
  s.first_record = static_cast<std::size_t>(prompt) + 1;
  s.owner = r.base;
  s.is_alone = false;
  s.pc = at.pc;
  s.end = at.base + at.pc[-1].a;
  if (is_tail_call(at.pc)) {
    s.pc = return_address(at.base);
    s.end = at.base - 2;
    if (s.end - s.pc[-1].a == s.owner && at.base != s.owner) {
      s.begin = s.end = r.base;
      return true;
    }
  }
  s.begin = is_taken(s.owner) ? taken_.begin : first_above(at.base, s.owner);
  if (s.begin == nullptr || at.base == s.owner || allowance.is_ending()) {
    fail_simple(Known::simple_control_error, "No continuation can be taken here: the prompt is being left.");
    return false;
  }
  return records_.size() == static_cast<std::size_t>(outermost) + 1 || may_be_taken(outermost, s);
}

// Clean-up forms that run above the prompt have to end above it.
bool Vm::may_be_taken(std::int64_t outermost, Segment& s) {
  for (auto i = static_cast<std::size_t>(outermost) + 1; i < records_.size(); ++i) {
    const Record& r = records_[i];
    if (!is_cleanup(r) || r.base[r.reg] == Value::fixnum(0)) continue;
    s.is_alone = true;
    const std::int64_t target = r.base[r.reg].as_fixnum() - 1;
    if (target > outermost && target < to_frame) continue;
    fail_simple(Known::simple_control_error, "No continuation can be taken in clean-up forms of an exit that leads beyond the prompt.");
    return false;
  }
  return true;
}

// The bindings above record `first`, and the exits, are no longer in force: each record keeps its inner value.
[[gnu::noinline]] void Vm::detach_records(std::size_t first) {
  for (std::size_t i = records_.size(); i-- > first;) {
    Record& r = records_[i];
    if (r.kind == Record::Kind::binding) {
      Symbol* const s = symbol(r.a);
      const Value inner = s->value;
      heap.write(&s->value, r.b);
      r.b = inner;
    } else if (is_exit(r)) {
      r.a.as_object()->slots[0] = r.b;
    }
  }
}

// What lies above `first` is no longer there, and not left either.
void Vm::drop_records(std::size_t first) {
  if (records_.size() == first) return;
  detach_records(first);
  records_.erase(records_.begin() + static_cast<std::ptrdiff_t>(first), records_.end());
}

// In force again, in a place like that where they were: the opposite.
[[gnu::noinline]] void Vm::attach_records(std::size_t first) {
  for (std::size_t i = first; i < records_.size(); ++i) {
    Record& r = records_[i];
    if (r.kind == Record::Kind::binding) {
      Symbol* const s = symbol(r.a);
      const Value outer = s->value;
      heap.write(&s->value, r.b);
      r.b = outer;
    } else if (is_exit(r)) {
      r.b = r.a.as_object()->slots[0];
      r.a.as_object()->slots[0] = Value::fixnum(static_cast<std::int64_t>(i));
    }
  }
}

// A continuation object of the segment; the last one, if that is the same. FAILED if there is no room for it.
Value Vm::make_continuation(const Segment& s) {
  const bool shares = is_taken(s.owner) && !s.is_alone && s.end != s.begin;
  const Value* const from = shares ? taken_.end : s.begin;
  const auto words = static_cast<std::size_t>(s.end - from), below = static_cast<std::size_t>(from - s.begin);
  const std::size_t count = records_.size() - s.first_record, length = Continuation::length(words, count);
  if (words + count == 0 && shares) {
    const Continuation last(taken_.frames);
    if (last.words_used() == below && last.records() == 0) return taken_.frames;
  }
  if (!heap.has_room(length * sizeof(Value))) return fail_heap();
  Continuation k(heap.allocate_to_fill(Type::continuation, length));
  k.set_head(words, below, shares ? taken_.frames : NIL, s.pc, count);
  copy_words(from, words, k.words());
  if (taken_.end >= from && taken_.end < s.end) k.words()[taken_.end + 1 - from] = taken_.back;
  if (count != 0) copy_records(s, k);
  return k.value();
}

void Vm::copy_records(const Segment& s, Continuation k) {
  detach_records(s.first_record);
  for (std::size_t n = 0; n < k.records(); ++n) {
    const Record& r = records_[s.first_record + n];
    k.set_record(n, r, r.base - s.begin);
    if (r.kind == Record::Kind::binding) k.record(n)[Continuation::outer] = symbol(r.a)->value;
    if (!is_cleanup(r) || r.base[r.reg] == Value::fixnum(0)) continue;
    Value& state = k.words()[r.base + r.reg - s.begin];
    state = Value::fixnum(state.as_fixnum() - static_cast<std::int64_t>(s.first_record));
  }
  attach_records(s.first_record);
}

// --- frames that are on the stack and in a continuation object

// The frame of `running`, one of those that are shared, may change from now on.
[[gnu::noinline]] void Vm::unshare_from(Value* running) {
  unshare();
  share(taken_.owner, taken_.begin, taken_.frames, running);
}

Vm::Place Vm::return_to_taken(Place at) {
  at.pc = instruction_pointer(taken_.back);
  unshare_from(at.base);
  return at;
}

#ifdef TESSERA_MACHINE_CODE
// The same in machine code, for the frame that returns: the word that it returns by.
Value Vm::return_to_taken_from(const Value* callee) {
  const Value back = taken_.back;
  unshare_from(const_cast<Value*>(callee) - 2 - taken_.stub[0].a);
  return back;
}
#endif

// For its frames, and all registers of that which goes on: which are mostly not asked for.
bool Vm::make_room_for(Continuation k, Value* begin) {
  const std::size_t words = k.words_used();
  return begin + words + largest_frame.as_fixnum() + 8 <= checked_ || make_room(begin, words + k.registers());
}

// The words of the continuation beginning with number `from`.
[[gnu::noinline]] void Vm::put_frames(Continuation k, Value* begin, std::size_t from) {
  std::size_t end = k.words_used();
  while (end > from) {
    while (k.below() >= end) k = Continuation(k.next());
    const std::size_t first = std::max(from, k.below());
    copy_words(k.words() + (first - k.below()), end - first, begin + first);
    end = first;
  }
}

// Handlers and restarts are lists of those that were established last, and then of what was there outside: that may be something else now.
// `known` has pairs of lists as they were and as they are, the first one of what is outside of all, the others of what was put upon it. Where
// `clusters` has none of them as a tail, a handler from outside runs.
Value Vm::renew_clusters(Value clusters, std::vector<std::pair<Value, Value>>& known, bool of_handlers) {
  const auto [then, now] = known.front();
  Value tail = clusters, tail_now = clusters;
  if (const auto* pair = known_tail(clusters, known)) {
    std::tie(tail, tail_now) = *pair;
  } else if (of_handlers) {
    while (!is_tail(tail, then)) tail = tail.as_cons()->cdr;
    tail_now = outside_now(then, tail, now);
  }
  const Value renewed = with_tail(heap, clusters, tail, tail_now);
  if (tail != clusters && renewed != clusters) known.emplace_back(clusters, renewed);
  return renewed;
}

// Put the records of the continuation, whose words stand at `begin` already, on the stack of records, and in force.
[[gnu::noinline]] void Vm::push_records(Continuation k, Value* begin) {
  const std::size_t first = records_.size();
  std::vector<std::pair<Value, Value>> known[2];
  for (std::size_t n = 0; n < k.records(); ++n) {
    records_.push_back(k.record_at(n, begin));
    Record& r = records_.back();
    if (r.kind != Record::Kind::binding) continue;
    if (is_cleanup(r) && r.base[r.reg] != Value::fixnum(0)) {
      Value& state = r.base[r.reg];
      state = Value::fixnum(state.as_fixnum() + static_cast<std::int64_t>(first));
    }
    const bool handlers = r.a == sym(Known::handler_clusters);
    if (!handlers && r.a != sym(Known::restart_clusters)) continue;
    auto& pairs = known[handlers ? 0 : 1];
    if (pairs.empty()) pairs.emplace_back(k.record(n)[Continuation::outer], symbol(r.a)->value);
    r.b = renew_clusters(r.b, pairs, handlers);
  }
  attach_records(first);
}

// Call the function in window[0] with window[2]. It runs above frames that `frames` has, too.
Vm::Place Vm::call_above(Place at, Call c, const Segment& s, Value frames) {
  c.count = 1;
  const bool in_place = is_tail_call(at.pc);
  const bool shares = !s.is_alone && s.begin != s.end && is_closure_for(c.function(), 1);
  if (!shares) return in_place ? tail_call(at, c) : call(at, c);
  const Value callee = c.function();  // its argument may come to stand where it is
  Value* base = at.base;
  if (in_place) {
    base[0] = c.window[2];
    note_tail_call(base, callee);
    base[-2] = callee;
  } else {
    base = push_frame(callee, c.window, at.pc);
  }
  if (taken_.end != s.end) {
    if (taken_.end != stack_) unshare();
    share(s.owner, s.begin, frames, base);
  }
  return begin_callee(base);
}

// (%call-with-continuation tag function): call the function with the continuation of this call up to the prompt.
Vm::Place Vm::capture(Place at, Call c) {
  const std::int64_t prompt = find_prompt(c.window[2]);
  Segment s;
  if (prompt < 0 || !find_segment(at, prompt, prompt, s)) return call_failed(at, c, tessera("CALL-WITH-COMPOSABLE-CONTINUATION"));
  const Value k = make_continuation(s);
  if (is_failed(k)) return call_failed(at, c, tessera("CALL-WITH-COMPOSABLE-CONTINUATION"));
  c.window[0] = c.window[3];
  c.window[2] = k;
  return call_above(at, c, s, k);
}

// The failure is pending; it is told in the name of what the user has called.
Vm::Place Vm::suspension_failed(Place at, Call c) {
  const bool is_part = c.window[2] == sym(Known::winder) && c.window[3].is_cons();
  const Value asked = asked_by(is_part ? c.window[3].as_cons()->car : c.window[2]);
  return call_failed(at, c, asked.is_cons() ? asked.as_cons()->car : tessera("SUSPEND-TO-PROMPT"));
}

// (%suspend tag object): take off what lies above the prompt. Its form has the values OBJECT and the continuation. Of the prompt of a
// DYNAMIC-WIND OBJECT is a list that begins with the tag as far as which more is to be taken off: that must be possible, too.
[[gnu::flatten]] Vm::Place Vm::suspend(Place at, Call c) {
  const std::int64_t prompt = find_prompt(c.window[2]);
  const bool is_part = c.window[2] == sym(Known::winder) && c.window[3].is_cons();
  if (prompt >= 0 && !is_part && is_wound(prompt)) {
    c.window[0] = sym(Known::suspend_in_parts);
    return is_tail_call(at.pc) ? tail_call(at, c) : call(at, c);
  }
  Segment s;
  const std::int64_t outermost = is_part && prompt >= 0 ? find_prompt(c.window[3].as_cons()->car) : prompt;
  if (outermost < 0 || !find_segment(at, prompt, outermost, s)) return suspension_failed(at, c);
  const Value k = make_continuation(s);
  if (is_failed(k)) return suspension_failed(at, c);
  drop_records(s.first_record);
  const Value object = c.window[3];
  two_values(object, k);
  return land(0, object);
}

// (%reinstate continuation value...)
Vm::Place Vm::reinstate(Place at, Call c) {
  if (has_type(c.window[2], Type::continuation)) return put_back(at, c, c.window[2], c.window + 3);
  fail_type(c.window[2], tessera("CONTINUATION"));
  return call_failed(at, c, tessera("%REINSTATE"));
}

// Put the frames of the continuation upon those of this call, or in place of this frame where it is in tail position, and go on there with the
// arguments from `values` on.
Vm::Place Vm::put_back(Place at, Call c, Value frames, const Value* values) {
  const Continuation k(frames);
  const std::size_t words = k.words_used();
  const bool in_place = is_tail_call(at.pc);
  Value* const begin = in_place ? at.base - 2 : c.window;
  const Value back = in_place ? at.base[-1] : raw_pointer(at.pc);
  const Instruction* const behind = instruction_pointer(back);
  if (!make_room_for(k, begin)) return overflow(at, c);
  const auto count = static_cast<std::uint32_t>(c.window + 2 + c.count - values);
  if (count != 1) set_values(values, count);
  value_count = count;
  const Value primary = count == 0 ? NIL : values[0];
  clean_ = std::min(clean_, begin + 2);
  if (words == 0) {
    begin[0] = primary;
    return {begin - behind[-1].a, behind};
  }
  if (k.below() == 0) copy_words(k.words(), words, begin);
  else put_frames(k, begin, 0);
  begin[1] = back;
  const Record& last = records_.back();
  const Value* const owner = begin - behind[-1].a;
  const bool above_prompt = last.base == owner && last.kind == Record::Kind::catch_ && has_type(last.a, Type::cell);
  if (k.records() != 0) push_records(k, begin);
  const Place resume{begin + k.resume(), k.pc()};
  begin[words] = primary;
  if (words >= worth_sharing && above_prompt && !k.has_cleanups()) {
    if (taken_.end != stack_) unshare();
    share(owner, begin, frames, resume.base);
  }
  return resume;
}

}  // namespace tessera
