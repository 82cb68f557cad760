// CALL-WITH-CURRENT-CONTINUATION, and calls of its continuations.
#include <algorithm>

#include "vm/continuations/continuation.hpp"
#include "vm/continuations/continuations.hpp"
#include "vm/loop/services.hpp"
#include "vm/values.hpp"

namespace tessera {

namespace {

constexpr std::size_t few_words = 32;

/// Returns the record of the innermost prompt for `tag` if everything above can simply be copied or dropped: no C++
/// function, no DYNAMIC-WIND, no running cleanup forms. Else returns -1.
std::int64_t plain_prompt(const VmState& vm, Value tag) {
  if (TESSERA_UNLIKELY(vm.budget.is_ending())) return -1;
  for (std::size_t i = vm.records.size(); i-- > 0;) {
    const Record& r = vm.records[i];
    if (r.kind == Record::Kind::border || is_cleanup(r)) return -1;
    if (!is_any_prompt(r)) continue;
    const Value its = as<Cell>(r.a)->value;
    if (its == tag) return static_cast<std::int64_t>(i);
    if (its == vm.sym(Known::winder)) return -1;
  }
  return -1;
}

/// Calls a function of the library instead, which signals errors, too.
ResumePoint call_library(VmState& vm, ResumePoint at, Call c, Known function) {
  c.window[0] = vm.sym(function);
  return is_tail_call(at.pc) ? tail_call(vm, at, c) : call(vm, at, c);
}

/// Returns the prompt for `tag` if it is the topmost record and frames above it are shared, as when continuations are
/// captured and called in turns; else nullptr.
inline const Record* prompt_of_shared(const VmState& vm, Value tag) {
  const Record& r = vm.records.back();
  return is_prompt(r, tag) && vm.shared.are_above(r.base) && !vm.budget.is_ending() ? &r : nullptr;
}

/// Returns a native function like the library's, with more slots.
[[gnu::always_inline]] inline Object* new_function(VmState& vm, std::size_t slots) {
  const Object* const prototype = vm.symbol(vm.sym(Known::continuation_prototype))->value.as_object();
  Object* const o = vm.heap.allocate_to_fill(Type::native, slots);
  copy_words(prototype->slots, of_frames, o->slots);
  return o;
}

[[gnu::always_inline]] inline Value new_function(VmState& vm, Value frames, Value tag, Value winders) {
  Object* const o = new_function(vm, of_winders + 1);
  o->slots[of_frames] = frames;
  o->slots[of_tag] = tag;
  o->slots[of_winders] = winders;
  return Value::object(o);
}

/// Executes CALL-WITH-CURRENT-CONTINUATION if frames are not shared yet.
ResumePoint capture_first(VmState& vm, ResumePoint at, Call c, Value tag) {
  c.count = 2;
  c.window[3] = tag;
  const std::int64_t prompt = plain_prompt(vm, tag);
  if (prompt < 0 || at.base == vm.records[static_cast<std::size_t>(prompt)].base) return call_library(vm, at, c, Known::call_with_winders);
  Segment s;
  const Value k = find_segment(vm, at, prompt, prompt, s) ? make_continuation(vm, s) : FAILED;
  if (is_failed(k)) return call_failed(vm, at, c, vm.tessera("CALL-WITH-CURRENT-CONTINUATION"));
  c.window[0] = c.window[2];
  c.window[2] = new_function(vm, k, tag, NIL);
  return call_above(vm, at, c, s, k);
}

/// Returns the number of words of the continuation, from the first on, that are in place above the same prompt.
std::size_t words_in_place(const VmState& vm, Value frames) {
  Value theirs = frames, here = vm.shared.frames;
  auto used = Continuation(frames).words_used(), in_place = vm.shared.words();
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

/// The prompt above which a continuation replaces the frames.
struct Target {
  std::int64_t prompt = -1;      ///< the index of the prompt's record
  const Value* owner = nullptr;  ///< the prompt's frame
  Value* begin = nullptr;        ///< the beginning of the frames above it; nullptr: the library has to replace them
};

Target find_target(const VmState& vm, Value* base, Value tag, Value winders) {
  if (!is_nil(winders) || vm.heap.poll.load(std::memory_order_relaxed) != 0) return {};
  const std::int64_t prompt = plain_prompt(vm, tag);
  if (prompt < 0) return {};
  const Value* const owner = vm.records[static_cast<std::size_t>(prompt)].base;
  if (base == owner) return {};
  return {prompt, owner, vm.shared.are_above(owner) ? vm.shared.begin : first_above(base, owner)};
}

/// Calls (%jump tag frames winders values).
ResumePoint replace_frames_in_lisp(VmState& vm, ResumePoint at, Call c, Value frames, Value tag, Value winders) {
  const Value arguments[] = {tag, frames, winders, list_of(vm, c.window + 2, c.count)};
  if (!vm.stack.make_room(c.window + 2, 4 + 64)) return overflow(vm, at, c);
  std::copy_n(arguments, 4, c.window + 2);
  return call_library(vm, at, {c.window, 4}, Known::jump);
}

/// Replaces everything above the target's prompt by the frames of `k`, of which `in_place` words are there already.
ResumePoint install_frames(VmState& vm, const Target& target, Continuation k, std::size_t in_place, bool shares, Value primary) {
  Value* const begin = target.begin;
  const std::size_t words = k.words_used();
  drop_records(vm, static_cast<std::size_t>(target.prompt) + 1);
  const Value back = vm.shared.return_word(begin + 2);
  if (vm.shared.any()) unshare(vm);
  if (in_place < words) {
    put_frames(k, begin, in_place);
    vm.stack.note_write(begin + in_place + 2);
  }
  begin[1] = back;
  if (k.records() != 0) push_records(vm, k, begin);
  const Instruction* const following = instruction_pointer(back);
  const ResumePoint resume = words == 0 ? ResumePoint{begin - following[-1].a, following} : ResumePoint{begin + k.resume(), k.pc()};
  begin[words] = primary;
  if (shares && words != 0) share(vm, target.owner, begin, k.value(), resume.base);
  vm.leave_red_zone(resume.base);
  return resume;
}

/// Calls a continuation in any situation. Frames that are in place stay there.
ResumePoint replace_frames(VmState& vm, ResumePoint at, Call c) {
  const Value* const slots = c.function().as_object()->slots;
  const Continuation k(slots[of_frames]);
  const Target target = find_target(vm, at.base, slots[of_tag], slots[of_winders]);
  if (target.begin == nullptr) return replace_frames_in_lisp(vm, at, c, k.value(), slots[of_tag], slots[of_winders]);
  const bool shares = !k.has_cleanups();
  const std::size_t in_place = shares && vm.shared.are_above(target.owner) ? words_in_place(vm, k.value()) : 0;
  if (in_place < k.words_used() && !make_room_for(vm, k, target.begin)) return overflow(vm, at, c);
  return install_frames(vm, target, k, in_place, shares, return_values(vm, c.window + 2, c.count));
}

/// Calls a continuation with one value; if all its frames are in place, nothing is copied.
ResumePoint go_on_in_place(VmState& vm, ResumePoint at, Call c) {
  const Value* const slots = c.function().as_object()->slots;
  const Continuation k(slots[of_frames]);
  const Record* const prompt = prompt_of_shared(vm, slots[of_tag]);
  const bool plain = is_nil(slots[of_winders]) && vm.heap.poll.load(std::memory_order_relaxed) == 0 && c.count == 1 && k.records() == 0;
  const std::size_t words = k.words_used();
  if (prompt == nullptr || !plain || at.base == prompt->base || words == 0 || words_in_place(vm, k.value()) != words)
    return replace_frames(vm, at, c);
  const ResumePoint resume{vm.shared.begin + k.resume(), k.pc()};
  const Value primary = c.window[2];
  vm.mv.count = 1;
  unshare(vm);
  vm.shared.begin[words] = primary;
  share(vm, prompt->base, vm.shared.begin, k.value(), resume.base);
  vm.leave_red_zone(resume.base);
  return resume;
}

}  // namespace

Value continuation_function(Vm& vm, Value frames) {
  Object* const o = new_function(VmState::of(vm), of_frames + 1);
  o->slots[of_frames] = frames;
  return Value::object(o);
}

Value continuation_function(Vm& vm, Value frames, Value tag, Value winders) { return new_function(VmState::of(vm), frames, tag, winders); }

/// Executes (call-with-current-continuation function &optional tag). A few words above shared frames are copied here.
ResumePoint capture_current(VmState& vm, ResumePoint at, Call c) {
  const Value tag = c.count == 1 ? vm.symbol(vm.sym(Known::default_prompt_tag))->value : c.window[3];
  const Record* const prompt = prompt_of_shared(vm, tag);
  if (prompt == nullptr || at.base == prompt->base || !is_closure_for(c.window[2], 1)) return capture_first(vm, at, c, tag);
  const bool in_place = is_tail_call(at.pc);
  Value* const end = in_place ? at.base - 2 : c.window;
  const auto words = static_cast<std::size_t>(end - vm.shared.end);
  if (end <= vm.shared.begin || words > few_words) return capture_first(vm, at, c, tag);
  Value frames = vm.shared.frames;
  if (words != 0) {
    Continuation k(vm.heap.allocate_to_fill(Type::continuation, Continuation::length(words, 0)));
    k.set_head(words, vm.shared.words(), frames, in_place ? vm.shared.return_address(at.base) : at.pc, 0);
    copy_words(vm.shared.end, words, k.words());
    k.words()[1] = vm.shared.back;
    frames = k.value();
  } else if (const Continuation last(frames); vm.shared.begin + last.words_used() != end || last.records() != 0) {
    return capture_first(vm, at, c, tag);
  }
  const Value callee = c.window[2], function = new_function(vm, frames, tag, NIL);
  Value* const base = in_place ? at.base : push_frame(callee, c.window, at.pc);
  base[0] = function;
  if (in_place) {
    vm.tail_calls.note(base, callee);
    base[-2] = callee;
  }
  if (words != 0) {
    vm.shared.end[1] = vm.shared.back;
    share_up_to(vm, end, frames);
  }
  return begin_callee(vm, base);
}

ResumePoint call_continuation(VmState& vm, ResumePoint at, Call c) {
  const Object* const function = c.function().as_object();
  if (function->length() > of_winders) return go_on_in_place(vm, at, c);
  if (function->length() > of_frames) return put_back(vm, at, c, function->slots[of_frames], c.window + 2);
  fail_native_arity(vm, as<Native>(c.function()), c.count);
  return call_failed(vm, at, c, as<Native>(c.function())->name);
}

}  // namespace tessera
