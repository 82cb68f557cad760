// The layout of continuation objects, and frames that such an object shares with the stack. Layer: vm. See
// continuations.md here.
#pragma once

#include "compiler/instructions.hpp"
#include "vm/loop/frames.hpp"
#include "vm/loop/stubs.hpp"

namespace tessera {

/// The slots of functions that call continuations, after the slots of a Native. A function with just `of_frames` puts
/// the frames above its caller's; one with all slots replaces everything above the prompt.
enum ContinuationFunctionSlot : std::size_t { of_frames = sizeof(Native) / sizeof(Value) - 1, of_tag, of_winders };

/// A view of a continuation object: words of the Lisp stack, then dynamic records. All are Values or look like fixnums.
/// The view is valid until the next collection.
class Continuation {
 public:
  enum RecordSlot : std::size_t { kind, frame_offset, landing, a, b, outer, record_slots };  ///< slots of each record

  explicit Continuation(Value object) : object_(object.as_object()) {}
  explicit Continuation(Object* object) : object_(object) {}
  static std::size_t length(std::size_t words, std::size_t records) { return head_slots + words + records * record_slots; }
  Value value() const { return Value::object(object_); }

  /// Sets the head. `below`: the number of words of the continuation that are in `next`, another continuation object,
  /// and in the objects that follow it. The topmost frame continues with the instruction at `pc`.
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
  /// Returns the offset of the frame that continues, from the first word.
  std::ptrdiff_t resume() const { return static_cast<std::ptrdiff_t>(words_used()) - pc()[-1].a; }

  /// True if the continuation was taken in cleanup forms.
  bool has_cleanups() const {
    for (std::size_t n = 0; n < records(); ++n)
      if (record(n)[landing].bits() != 0 && static_cast<Record::Kind>(record(n)[kind].as_fixnum() & 0xFF) == Record::Kind::binding)
        return true;
    return false;
  }

  /// Returns the number of registers of the frame that continues.
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
    slots[frame_offset] = Value::fixnum(base);
    slots[landing] = raw_pointer(r.pc);
    slots[a] = r.a;
    slots[b] = r.b;
    slots[outer] = NIL;
  }
  /// Returns record n for a stack on which the words begin at `begin`.
  Record record_at(std::size_t n, Value* begin) const {
    const Value* const slots = record(n);
    const std::int64_t packed = slots[kind].as_fixnum();
    return {static_cast<Record::Kind>(packed & 0xFF),
            static_cast<std::uint16_t>(packed >> 8),
            begin + slots[frame_offset].as_fixnum(),
            instruction_pointer(slots[landing]),
            slots[a],
            slots[b]};
  }

 private:
  enum HeadSlot : std::size_t { own_words, words_below, next_frames, next_instruction, record_count, head_slots };
  std::size_t number(HeadSlot slot) const { return static_cast<std::size_t>(object_->slots[slot].as_fixnum()); }
  Object* object_;
};

/// The part of the stacks between a prompt and a call above it: the words [begin, end) and the records from
/// `first_record` on.
struct Segment {
  Value* begin;
  Value* end;
  const Instruction* pc;  ///< the instruction that continues with the values of the call
  std::size_t first_record;
  const Value* owner;  ///< the frame of the prompt
  bool is_alone;       ///< true if it must not be shared: cleanup forms run in it, whose exits are stored in its frames
};

/// Returns the frame below the frame at `base`, a service frame or not.
inline Value* below(Value* base) {
  return is_service_frame(base) ? base - base[0].as_fixnum() : base - 2 - instruction_pointer(base[-1])[-1].a;
}

/// Returns the beginning of the first frame above the frame at `owner`, searching downwards from `base`; nullptr if the
/// VM itself called it.
inline Value* first_above(Value* base, const Value* owner) {
  while (base > owner && below(base) != owner) base = below(base);
  return is_service_frame(base) ? nullptr : base - 2;
}

inline bool is_tail_call(const Instruction* following) { return facts_of(following[-1]).control.flow == Flow::tail; }

// --- operations that continuations.cpp and current_continuation.cpp share

/// Finds the segment between the prompt's record and the call at `at`. `outermost`: the outermost prompt of a
/// suspension in parts. Returns false if a failure is pending.
bool find_segment(VmState& vm, ResumePoint at, std::int64_t prompt, std::int64_t outermost, Segment& s);
/// Returns a continuation object of the segment, the previous one if that is equal; FAILED if there is no room for it.
Value make_continuation(VmState& vm, const Segment& s);
/// Calls the function in window[0] with window[2], above the frames that the stack shares with `frames`.
ResumePoint call_above(VmState& vm, ResumePoint at, Call c, const Segment& s, Value frames);
/// Makes room for the frames of `k` and all registers of the frame that continues.
bool make_room_for(VmState& vm, Continuation k, const Value* begin);
/// Copies the words of `k` from number `from` on to the stack.
void put_frames(Continuation k, Value* begin, std::size_t from);
/// Pushes the records of `k`, whose words are at `begin` already, and puts them in force.
void push_records(VmState& vm, Continuation k, Value* begin);
/// Puts the frames of the continuation above the frame of this call, or in place of it in tail position, and continues
/// there.
ResumePoint put_back(VmState& vm, ResumePoint at, Call c, Value frames, const Value* values);

// --- sharing; inline, as a continuation costs little more than this

/// Returns the word by which a frame returns to RETURNTAKEN.
inline Value word_of_stub(const VmState& vm) {
#ifdef TESSERA_MACHINE_CODE
  if (vm.jit.links.return_taken != nullptr) return Value::from_bits(reinterpret_cast<std::uint64_t>(vm.jit.links.return_taken));
#endif
  return raw_pointer(&vm.shared.stub[1]);
}

/// Ends sharing: gives the frame above the shared ones its own return address back.
inline void unshare(VmState& vm) {
  vm.shared.end[1] = vm.shared.back;
  vm.shared.forget();
}

/// Marks the frames up to `end` as shared with `frames`.
inline void share_up_to(VmState& vm, Value* end, Value frames) {
  vm.shared.end = end;
  vm.shared.frames = frames;
  vm.shared.back = end[1];
  vm.shared.stub[0].a = instruction_pointer(end[1])[-1].a;
  end[1] = word_of_stub(vm);
}

/// Begins to share the frames from `begin` up to the frame at `running` with `frames`. Nothing may be shared before.
inline void share(VmState& vm, const Value* owner, Value* begin, Value frames, Value* running) {
  while (is_service_frame(running)) running = below(running);  // the served frame runs on, too
  Value* const end = running - 2;
  if (end <= begin) return;
  while (begin + Continuation(frames).below() >= end) frames = Continuation(frames).next();
  vm.shared.owner = owner;
  vm.shared.begin = begin;
  share_up_to(vm, end, frames);
}

}  // namespace tessera
