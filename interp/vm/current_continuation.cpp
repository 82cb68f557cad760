// The continuation that CALL-WITH-CURRENT-CONTINUATION gives, and calls of it. See continuations.md here.
#include <algorithm>

#include "vm/continuation.hpp"

namespace tessera {

// The record of the innermost prompt for `tag`, where nothing above it needs more than to be taken off or put back: no function in C++, no
// DYNAMIC-WIND, no clean-up forms that run. Else -1.
std::int64_t Vm::plain_prompt(Value tag) const {
  if (TESSERA_UNLIKELY(allowance.is_ending())) return -1;
  for (std::size_t i = records_.size(); i-- > 0;) {
    const Record& r = records_[i];
    if (r.kind == Record::Kind::border || is_cleanup(r)) return -1;
    if (r.kind != Record::Kind::catch_ || !has_type(r.a, Type::cell)) continue;
    const Value its = as<Cell>(r.a)->value;
    if (its == tag) return static_cast<std::int64_t>(i);
    if (its == sym(Known::winder)) return -1;
  }
  return -1;
}

// What is not done at once, or fails, is left to a function of the library.
Vm::Place Vm::in_lisp(Place at, Call c, Known function) {
  c.window[0] = sym(function);
  return is_tail_call(at.pc) ? tail_call(at, c) : call(at, c);
}

// The prompt for `tag`, where it is the record on top and the lowest frames above it have been taken before: so it is where continuations are
// captured, and called, in the midst of each other. Else nullptr.
inline const Record* Vm::prompt_of_taken(Value tag) const {
  const Record& r = records_.back();
  return is_prompt(r, tag) && is_taken(r.base) && !allowance.is_ending() ? &r : nullptr;
}

// A native like that of the library, with more slots.
[[gnu::always_inline]] inline Object* Vm::new_continuation_function(std::size_t slots) {
  const Object* const prototype = symbol(sym(Known::continuation_prototype))->value.as_object();
  Object* const o = heap.allocate_to_fill(Type::native, slots);
  copy_words(prototype->slots, of_frames, o->slots);
  return o;
}

[[gnu::always_inline]] inline Value Vm::new_continuation_function(Value frames, Value tag, Value winders) {
  Object* const o = new_continuation_function(of_winders + 1);
  o->slots[of_frames] = frames;
  o->slots[of_tag] = tag;
  o->slots[of_winders] = winders;
  return Value::object(o);
}

Value Vm::continuation_function(Value frames) {
  Object* const o = new_continuation_function(of_frames + 1);
  o->slots[of_frames] = frames;
  return Value::object(o);
}

Value Vm::continuation_function(Value frames, Value tag, Value winders) { return new_continuation_function(frames, tag, winders); }

// (call-with-current-continuation function &optional tag)
Vm::Place Vm::capture_current(Place at, Call c) {
  const Value tag = c.count == 1 ? symbol(sym(Known::default_prompt_tag))->value : c.window[3];
  const Record* const prompt = prompt_of_taken(tag);
  if (prompt == nullptr || at.base == prompt->base || !is_closure_for(c.window[2], 1)) return capture_first(at, c, tag);
  const bool in_place = is_tail_call(at.pc);
  Value* const end = in_place ? at.base - 2 : c.window;
  const auto words = static_cast<std::size_t>(end - taken_.end);
  if (end <= taken_.begin || words > few_words) return capture_first(at, c, tag);
  Value frames = taken_.frames;
  if (words != 0) {
    Continuation k(heap.allocate_to_fill(Type::continuation, Continuation::length(words, 0)));
    k.set_head(words, static_cast<std::size_t>(taken_.end - taken_.begin), frames, in_place ? return_address(at.base) : at.pc, 0);
    copy_words(taken_.end, words, k.words());
    k.words()[1] = taken_.back;
    frames = k.value();
  } else if (const Continuation last(frames); taken_.begin + last.words_used() != end || last.records() != 0) {
    return capture_first(at, c, tag);
  }
  const Value callee = c.window[2], function = new_continuation_function(frames, tag, NIL);
  Value* const base = in_place ? at.base : push_frame(callee, c.window, at.pc);
  base[0] = function;
  if (in_place) {
    note_tail_call(base, callee);
    base[-2] = callee;
  }
  if (words != 0) {
    taken_.end[1] = taken_.back;
    share_up_to(end, frames);
  }
  return begin_callee(base);
}

// The same, whatever is above the prompt.
Vm::Place Vm::capture_first(Place at, Call c, Value tag) {
  c.count = 2;
  c.window[3] = tag;
  const std::int64_t prompt = plain_prompt(tag);
  Segment s;
  if (prompt < 0 || at.base == records_[static_cast<std::size_t>(prompt)].base) return in_lisp(at, c, Known::call_with_winders);
  if (!find_segment(at, prompt, prompt, s)) return call_failed(at, c, tessera("CALL-WITH-CURRENT-CONTINUATION"));
  const Value k = make_continuation(s);
  if (is_failed(k)) return call_failed(at, c, tessera("CALL-WITH-CURRENT-CONTINUATION"));
  c.window[0] = c.window[2];
  c.window[2] = continuation_function(k, tag, NIL);
  return call_above(at, c, s, k);
}

// How many words of the continuation, from the first on, stand where they belong above the same prompt.
std::size_t Vm::words_in_place(Value frames) const {
  Value theirs = frames, here = taken_.frames;
  auto used = Continuation(frames).words_used(), in_place = static_cast<std::size_t>(taken_.end - taken_.begin);
  while (theirs != here) {
    if (is_nil(theirs) || is_nil(here)) return 0;
    const Continuation p(theirs), q(here);
    if (p.below() >= q.below()) {
      used = p.below();
      theirs = p.next();
    } else {
      in_place = q.below();
      here = q.next();
    }
  }
  return is_nil(theirs) ? 0 : std::min(used, in_place);
}

// A call of a continuation as CALL-WITH-CURRENT-CONTINUATION gives it: what lies above the prompt now is dropped, and its frames go on with
// the arguments. Here all of them are in place, and stay there.
Vm::Place Vm::go_on_with(Place at, Call c) {
  const Value* const slots = c.function().as_object()->slots;
  const Continuation k(slots[of_frames]);
  const Record* const prompt = prompt_of_taken(slots[of_tag]);
  const bool plain = is_nil(slots[of_winders]) && heap.poll.load(std::memory_order_relaxed) == 0 && c.count == 1 && k.records() == 0;
  const std::size_t words = k.words_used();
  if (prompt == nullptr || !plain || at.base == prompt->base || words == 0 || words_in_place(k.value()) != words)
    return put_in_place(at, c);
  const Place resume{taken_.begin + k.resume(), k.pc()};
  const Value primary = c.window[2];
  value_count = 1;
  unshare();
  taken_.begin[words] = primary;
  share(prompt->base, taken_.begin, k.value(), resume.base);
  leave_red_zone(resume.base);
  return resume;
}

// The same, whatever lies above the prompt. Frames that are in place are left there.
Vm::Place Vm::put_in_place(Place at, Call c) {
  const Value* const slots = c.function().as_object()->slots;
  const Continuation k(slots[of_frames]);
  const Value tag = slots[of_tag], winders = slots[of_winders];
  const std::int64_t prompt = is_nil(winders) && heap.poll.load(std::memory_order_relaxed) == 0 ? plain_prompt(tag) : -1;
  const Value* const owner = prompt < 0 ? nullptr : records_[static_cast<std::size_t>(prompt)].base;
  Value* const begin = prompt < 0 ? nullptr : is_taken(owner) ? taken_.begin : first_above(at.base, owner);
  if (begin == nullptr || at.base == owner) {
    const Value values = list_of(c.window + 2, c.count);
    const Value arguments[] = {tag, k.value(), winders, values};
    if (!make_room(c.window + 2, 4 + 64)) return overflow(at, c);
    std::copy_n(arguments, 4, c.window + 2);
    return in_lisp(at, {c.window, 4}, Known::jump);
  }
  const std::size_t words = k.words_used();
  const bool alone = k.has_cleanups();
  const std::size_t in_place = is_taken(owner) && !alone ? words_in_place(k.value()) : 0;
  if (in_place < words && !make_room_for(k, begin)) return overflow(at, c);
  const std::uint32_t count = c.count;
  if (count != 1) set_values(c.window + 2, count);
  value_count = count;
  const Value primary = count == 0 ? NIL : c.window[2];

  const auto first_record = static_cast<std::size_t>(prompt) + 1;
  drop_records(first_record);
  const Value back = return_word(begin + 2);
  const Instruction* const behind = instruction_pointer(back);
  if (taken_.end != stack_) unshare();
  if (in_place < words) {
    put_frames(k, begin, in_place);
    clean_ = std::min(clean_, begin + in_place + 2);
  }
  begin[1] = back;
  if (k.records() != 0) push_records(k, begin);
  const Place resume = words == 0 ? Place{begin - behind[-1].a, behind} : Place{begin + k.resume(), k.pc()};
  begin[words] = primary;
  if (!alone && words != 0) share(owner, begin, k.value(), resume.base);
  leave_red_zone(resume.base);
  return resume;
}

// A call of a function that `continuation_function` has made.
Vm::Place Vm::call_continuation(Place at, Call c) {
  const Object* const function = c.function().as_object();
  if (function->length() > of_winders) return go_on_with(at, c);
  if (function->length() > of_frames) return put_back(at, c, function->slots[of_frames], c.window + 2);
  fail_native_arity(as<Native>(c.function()), c.count);
  return call_failed(at, c, as<Native>(c.function())->name);
}

}  // namespace tessera
