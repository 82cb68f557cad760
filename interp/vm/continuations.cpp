// Continuations: the frames and dynamic records between a prompt and a call above it, taken off the stacks and put back. See continuations.md here.
#include <algorithm>

#include "compiler/instructions.hpp"
#include "data/packages.hpp"
#include "vm/continuation.hpp"
#include "vm/frames.hpp"

namespace tessera {

namespace {

bool is_prompt(const Record& r, Value tag) {
  return r.kind == Record::Kind::catch_ && has_type(r.a, Type::cell) && as<Cell>(r.a)->value == tag;
}

/// What the native was called by that made a border, for messages.
Value native_at(const Record& border) {
  if (border.base == nullptr) return NIL;
  const Value native = border.base[border.pc[-1].a];
  return has_type(native, Type::native) ? as<Native>(native)->name : NIL;
}

/// The frame below that of `base`, a service frame or not.
Value* below(Value* base) { return is_service_frame(base) ? base - base[0].as_fixnum() : base - 2 - instruction_pointer(base[-1])[-1].a; }

bool is_tail_call(const Instruction* behind) { return facts_of(behind[-1]).control.flow == Flow::tail; }

}  // namespace

// A library's tag has a property: the function that is called to take frames off as far as it, and what is to be around that.
Value Vm::asked_by(Value tag) {
  if (!is_symbol(tag)) return NIL;
  const Value key = keyword("ASKED-BY");
  for (Value l = symbol(tag)->plist; l.is_cons() && l.as_cons()->cdr.is_cons(); l = l.as_cons()->cdr.as_cons()->cdr)
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
    if (r.kind == Record::Kind::border && border == nullptr) border = &r;
    if (!is_prompt(r, tag)) continue;
    if (border == nullptr) return static_cast<std::int64_t>(i);
    fail_simple(Known::simple_control_error, "No continuation can be taken across a function in C++, which ~S is.", {native_at(*border)});
    return -1;
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
  s.first_record = static_cast<std::size_t>(prompt) + 1;
  Value* const owner = records_[s.first_record - 1].base;
  s.resume = is_tail_call(at.pc) ? caller_of(at.base) : at;
  if (s.resume.base == owner && at.base != owner) {
    s.begin = s.end = owner;
    return true;
  }
  Value* base = s.resume.base;
  while (base > owner && below(base) != owner) base = below(base);
  if (is_service_frame(base) || at.base == owner || allowance.is_ending()) {
    fail_simple(Known::simple_control_error, "No continuation can be taken here: the prompt is being left.");
    return false;
  }
  s.begin = base - 2;
  s.end = s.resume.base + s.resume.pc[-1].a + 1;
  for (auto i = static_cast<std::size_t>(outermost) + 1; i < records_.size(); ++i) {
    const Record& r = records_[i];
    if (!is_cleanup(r) || r.base[r.reg] == Value::fixnum(0)) continue;
    const std::int64_t target = r.base[r.reg].as_fixnum() - 1;
    if (target > outermost && target < to_frame) continue;
    fail_simple(Known::simple_control_error, "No continuation can be taken in clean-up forms of an exit that leads beyond the prompt.");
    return false;
  }
  return true;
}

// The bindings above record `first`, and the exits, are no longer in force: each record keeps its inner value.
void Vm::detach_records(std::size_t first) {
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

// In force again, in a place like that where they were: the opposite.
void Vm::attach_records(std::size_t first) {
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

// A continuation object of the segment, whose records are detached. FAILED if there is no room for it.
Value Vm::make_continuation(const Segment& s) {
  const auto words = static_cast<std::size_t>(s.end - s.begin);
  const std::size_t count = records_.size() - s.first_record, length = Continuation::length(words, count);
  if (!heap.has_room(length * sizeof(Value))) return fail_heap();
  Continuation k(heap.allocate(Type::continuation, length));
  k.set_head(words, s.resume.base - s.begin, s.resume.pc, count);
  std::copy(s.begin, s.end, k.words());
  for (std::size_t n = 0; n < count; ++n) {
    const Record& r = records_[s.first_record + n];
    k.set_record(n, r, r.base - s.begin);
    if (r.kind == Record::Kind::binding) k.record(n)[Continuation::outer] = symbol(r.a)->value;
    if (!is_cleanup(r) || r.base[r.reg] == Value::fixnum(0)) continue;
    Value& state = k.words()[r.base + r.reg - s.begin];
    state = Value::fixnum(state.as_fixnum() - static_cast<std::int64_t>(s.first_record));
  }
  return k.value();
}

// Handlers and restarts are lists of those that were established last, and then of what was there outside: that may be something else now.
// `known` has pairs of outer lists as they were and as they are.
Value Vm::renew_clusters(Value clusters, const std::vector<std::pair<Value, Value>>& known) {
  std::vector<Value> own;
  for (Value l = clusters;; l = l.as_cons()->cdr) {
    const auto outer = std::find_if(known.begin(), known.end(), [l](const auto& pair) { return pair.first == l; });
    if (outer != known.end() && (outer->first == outer->second)) return clusters;
    if (outer != known.end()) {
      Value renewed = outer->second;
      for (std::size_t i = own.size(); i-- > 0;) renewed = heap.cons(own[i], renewed);
      return renewed;
    }
    if (!l.is_cons()) break;
    own.push_back(l.as_cons()->car);
  }
  // While a handler from outside runs: what is around that one, if the same is there now.
  Value now = known.front().second;
  for (Value l = known.front().first; l.is_cons() && now.is_cons() && l.as_cons()->car == now.as_cons()->car; l = l.as_cons()->cdr) {
    now = now.as_cons()->cdr;
    if (l.as_cons()->cdr == clusters) return now;
  }
  return clusters;
}

// Put the records of the continuation, whose words stand at `begin` already, on the stack of records, and in force.
void Vm::push_records(Continuation k, Value* begin) {
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
    const Value before = r.b;
    r.b = renew_clusters(before, pairs);
    if (r.b != before) pairs.emplace_back(before, r.b);
  }
  attach_records(first);
}

// (%call-with-continuation tag function): call the function with the continuation of this call up to the prompt.
Vm::Place Vm::capture(Place at, Call c) {
  const std::int64_t prompt = find_prompt(c.window[2]);
  Segment s;
  if (prompt < 0 || !find_segment(at, prompt, prompt, s)) return call_failed(at, c, tessera("CALL-WITH-COMPOSABLE-CONTINUATION"));
  detach_records(s.first_record);
  const Value k = make_continuation(s);
  attach_records(s.first_record);
  if (is_failed(k)) return call_failed(at, c, tessera("CALL-WITH-COMPOSABLE-CONTINUATION"));
  c.window[0] = c.window[3];
  c.window[2] = k;
  c.count = 1;
  return is_tail_call(at.pc) ? tail_call(at, c) : call(at, c);
}

// The failure is pending; it is told in the name of what the user has called.
Vm::Place Vm::suspension_failed(Place at, Call c) {
  const bool is_part = c.window[2] == sym(Known::winder) && c.window[3].is_cons();
  const Value asked = asked_by(is_part ? c.window[3].as_cons()->car : c.window[2]);
  return call_failed(at, c, asked.is_cons() ? asked.as_cons()->car : tessera("SUSPEND-TO-PROMPT"));
}

// (%suspend tag object): take off what lies above the prompt. Its form has the values OBJECT and the continuation. Of the prompt of a
// DYNAMIC-WIND OBJECT is a list that begins with the tag as far as which more is to be taken off: that must be possible, too.
Vm::Place Vm::suspend(Place at, Call c) {
  const std::int64_t prompt = find_prompt(c.window[2]);
  const bool is_part = c.window[2] == sym(Known::winder) && c.window[3].is_cons();
  if (prompt >= 0 && !is_part && is_wound(prompt)) {
    c.window[0] = sym(Known::suspend_in_parts);
    return is_tail_call(at.pc) ? tail_call(at, c) : call(at, c);
  }
  Segment s;
  const std::int64_t outermost = is_part && prompt >= 0 ? find_prompt(c.window[3].as_cons()->car) : prompt;
  if (outermost < 0 || !find_segment(at, prompt, outermost, s)) return suspension_failed(at, c);
  detach_records(s.first_record);
  const Value k = make_continuation(s);
  if (is_failed(k)) {
    attach_records(s.first_record);
    return suspension_failed(at, c);
  }
  records_.resize(s.first_record);
  const Value object = c.window[3];
  two_values(object, k);
  return unwind(prompt, 0, object);
}

// (%reinstate continuation value...): put its frames upon those of this call, or in place of this frame where it is in tail position, and go
// on there with the values.
Vm::Place Vm::reinstate(Place at, Call c) {
  const Value object = c.window[2];
  if (!has_type(object, Type::continuation)) {
    fail_type(object, tessera("CONTINUATION"));
    return call_failed(at, c, tessera("%REINSTATE"));
  }
  Continuation k(object.as_object());
  Value* begin = c.window;
  const Instruction* behind = at.pc;
  if (is_tail_call(at.pc)) {
    begin = at.base - 2;
    behind = instruction_pointer(at.base[-1]);
  }
  if (!make_room(begin, k.words_used() + k.registers())) return overflow(at, c);
  const std::uint32_t count = c.count - 1;
  if (count != 1) set_values(c.window + 3, count);
  value_count = count;
  const Value primary = count == 0 ? NIL : c.window[3];
  clean_ = std::min(clean_, begin);
  if (k.words_used() == 0) {
    begin[0] = primary;
    return {begin - behind[-1].a, behind};
  }
  std::copy_n(k.words(), k.words_used(), begin);
  begin[1] = raw_pointer(behind);
  if (k.records() != 0) push_records(k, begin);
  const Place resume{begin + k.resume(), k.pc()};
  resume.base[resume.pc[-1].a] = primary;
  return resume;
}

}  // namespace tessera
