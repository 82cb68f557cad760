// The layout of a continuation object: words of the Lisp stack, then dynamic records. All are Values or look like fixnums. Layer: vm.
#pragma once

#include "compiler/instructions.hpp"
#include "vm/frames.hpp"
#include "vm/stubs.hpp"
#include "vm/vm.hpp"

namespace tessera {

/// Slots of functions that call continuations, behind those of the Native that they are. With frames alone these are put upon those of the caller; with
/// the others what lies above the prompt is left for them.
enum ContinuationFunctionSlot : std::size_t { of_frames = sizeof(Native) / sizeof(Value) - 1, of_tag, of_winders };

/// Looks at a continuation object. What it gives is good until the next collection.
class Continuation {
 public:
  enum RecordSlot : std::size_t { kind, place, landing, a, b, outer, record_slots };  ///< of each dynamic record

  explicit Continuation(Value object) : object_(object.as_object()) {}
  explicit Continuation(Object* object) : object_(object) {}
  static std::size_t length(std::size_t words, std::size_t records) { return head_slots + words + records * record_slots; }
  Value value() const { return Value::object(object_); }

  /// `below`: words that belong to it and stand in `next`, another continuation object, and in those that follow. The frame that goes on is
  /// the one on top; its next instruction is `pc`.
  void set_head(std::size_t words, std::size_t below, Value next, const Instruction* pc, std::size_t records) {
    object_->slots[own_words] = Value::fixnum(static_cast<std::int64_t>(words));
    object_->slots[words_below] = Value::fixnum(static_cast<std::int64_t>(below));
    object_->slots[next_frames] = next;
    object_->slots[next_instruction] = raw_pointer(pc);
    object_->slots[record_count] = Value::fixnum(static_cast<std::int64_t>(records));
  }
  std::size_t own() const { return number(own_words); }
  std::size_t below() const { return number(words_below); }
  std::size_t words_used() const { return own() + below(); }
  Value next() const { return object_->slots[next_frames]; }
  const Instruction* pc() const { return instruction_pointer(object_->slots[next_instruction]); }
  std::size_t records() const { return number(record_count); }
  /// Where the frame that goes on begins, counted from the first word.
  std::ptrdiff_t resume() const { return static_cast<std::ptrdiff_t>(words_used()) - pc()[-1].a; }

  /// It was taken in clean-up forms.
  bool has_cleanups() const {
    for (std::size_t n = 0; n < records(); ++n)
      if (record(n)[landing].bits() != 0 && static_cast<Record::Kind>(record(n)[kind].as_fixnum() & 0xFF) == Record::Kind::binding)
        return true;
    return false;
  }

  /// Of the frame that goes on.
  [[gnu::noinline]] std::size_t registers() const {
    if (words_used() == 0) return 0;
    const auto at = static_cast<std::size_t>(resume() - 2);
    Continuation k = *this;
    while (k.below() > at) k = Continuation(k.next());
    const Value function = k.words()[at - k.below()];
    return has_type(function, Type::closure) ? registers_of(code_of(as<Closure>(function))) : 0;
  }

  Value* words() const { return object_->slots + head_slots; }
  Value* record(std::size_t n) const { return words() + own() + n * record_slots; }

  void set_record(std::size_t n, const Record& r, std::ptrdiff_t base) {
    Value* const slots = record(n);
    slots[kind] = Value::fixnum(static_cast<std::int64_t>(r.kind) | std::int64_t{r.reg} << 8);
    slots[place] = Value::fixnum(base);
    slots[landing] = raw_pointer(r.pc);
    slots[a] = r.a;
    slots[b] = r.b;
    slots[outer] = NIL;
  }
  /// The record as it is where the words begin at `begin`.
  Record record_at(std::size_t n, Value* begin) const {
    const Value* const slots = record(n);
    const std::int64_t packed = slots[kind].as_fixnum();
    return {static_cast<Record::Kind>(packed & 0xFF),
            static_cast<std::uint16_t>(packed >> 8),
            begin + slots[place].as_fixnum(),
            instruction_pointer(slots[landing]),
            slots[a],
            slots[b]};
  }

 private:
  enum HeadSlot : std::size_t { own_words, words_below, next_frames, next_instruction, record_count, head_slots };
  std::size_t number(HeadSlot slot) const { return static_cast<std::size_t>(object_->slots[slot].as_fixnum()); }
  Object* object_;
};

/// A CATCH that CALL-WITH-PROMPT has made, for the tag.
inline bool is_prompt(const Record& r, Value tag) {
  return r.kind == Record::Kind::catch_ && has_type(r.a, Type::cell) && as<Cell>(r.a)->value == tag;
}

/// The frame below that of `base`, a service frame or not.
inline Value* below(Value* base) {
  return is_service_frame(base) ? base - base[0].as_fixnum() : base - 2 - instruction_pointer(base[-1])[-1].a;
}

/// Where the first frame above that of `owner` begins, downwards from `base`; nullptr if the machine itself called it.
inline Value* first_above(Value* base, const Value* owner) {
  while (base > owner && below(base) != owner) base = below(base);
  return is_service_frame(base) ? nullptr : base - 2;
}

inline bool is_tail_call(const Instruction* behind) { return facts_of(behind[-1]).control.flow == Flow::tail; }

/// What a frame returns to RETURNTAKEN by.
inline Value Vm::word_of_stub() const {
#ifdef TESSERA_MACHINE_CODE
  if (links_.return_taken != nullptr) return Value::from_bits(reinterpret_cast<std::uint64_t>(links_.return_taken));
#endif
  return raw_pointer(&taken_.stub[1]);
}

inline void Vm::unshare() {
  taken_.end[1] = taken_.back;
  taken_.end = stack_;
}

/// `frames` has those up to `end`, too.
inline void Vm::share_up_to(Value* end, Value frames) {
  taken_.end = end;
  taken_.frames = frames;
  taken_.back = end[1];
  taken_.stub[0].a = instruction_pointer(end[1])[-1].a;
  end[1] = word_of_stub();
}

/// The frames from `begin` on up to that of `running` are as in `frames`. Nothing is shared now.
inline void Vm::share(const Value* owner, Value* begin, Value frames, Value* running) {
  while (is_service_frame(running)) running = below(running);  // what it was called by goes on, too
  Value* const end = running - 2;
  if (end <= begin) return;
  while (begin + Continuation(frames).below() >= end) frames = Continuation(frames).next();
  taken_.owner = owner;
  taken_.begin = begin;
  share_up_to(end, frames);
}

}  // namespace tessera
