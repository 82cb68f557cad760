// The layout of a continuation object: words of the Lisp stack, then dynamic records. All are Values or look like fixnums. Layer: vm.
#pragma once

#include "vm/stubs.hpp"
#include "vm/vm.hpp"

namespace tessera {

/// Looks at a continuation object. What it gives is good until the next collection.
class Continuation {
 public:
  enum RecordSlot : std::size_t { kind, place, landing, a, b, outer, record_slots };  ///< of each dynamic record

  explicit Continuation(Object* object) : object_(object) {}
  static std::size_t length(std::size_t words, std::size_t records) { return head_slots + words + records * record_slots; }
  Value value() const { return Value::object(object_); }

  /// `resume`: the frame that goes on, counted from the first word; its next instruction is `pc`.
  void set_head(std::size_t words, std::ptrdiff_t resume, const Instruction* pc, std::size_t records) {
    object_->slots[word_count] = Value::fixnum(static_cast<std::int64_t>(words));
    object_->slots[resume_at] = Value::fixnum(resume);
    object_->slots[next_instruction] = raw_pointer(pc);
    object_->slots[record_count] = Value::fixnum(static_cast<std::int64_t>(records));
  }
  std::size_t words_used() const { return static_cast<std::size_t>(object_->slots[word_count].as_fixnum()); }
  std::ptrdiff_t resume() const { return object_->slots[resume_at].as_fixnum(); }
  const Instruction* pc() const { return instruction_pointer(object_->slots[next_instruction]); }
  std::size_t records() const { return static_cast<std::size_t>(object_->slots[record_count].as_fixnum()); }

  /// Of the frame that goes on.
  std::size_t registers() {
    const Value function = words_used() == 0 ? NIL : words()[resume() - 2];
    return has_type(function, Type::closure) ? registers_of(code_of(as<Closure>(function))) : 0;
  }

  Value* words() { return object_->slots + head_slots; }
  Value* record(std::size_t n) { return words() + words_used() + n * record_slots; }

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
  Record record_at(std::size_t n, Value* begin) {
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
  enum HeadSlot : std::size_t { word_count, resume_at, next_instruction, record_count, head_slots };
  Object* object_;
};

}  // namespace tessera
