// Where control goes on in the code of a loop, and where it leaves that: what has to be in which machine register, or in the frame, there.
#include "machine/loop_translator.hpp"

namespace tessera {

using namespace machine;

// A way comes to `to` with this. Code that took more for granted there has to be made anew.
void LoopTranslator::merge(std::size_t to, const LoopState& state) {
  const bool comes_back = is_relied_on_[from_head(to)];
  const RegisterSet wide = is_whole_ ? ~RegisterSet{0} : loop_.wide;  // a function is not made anew
  if (before(to).merge(state, live(to), comes_back, wide) && comes_back) again_ = true;
}

// Behind the instruction, where control goes on at `to`.
void LoopTranslator::go_on(std::size_t to) {
  if (!is_in_body(to)) return leave_for(to, false);
  merge(to, state_);
  move_to(to);
  for (std::size_t n = place_in_body_[from_head(at_)] + 1; n < body_.size(); ++n) {
    if (body_[n] == to) return;
    if (before(body_[n]).is_reached) break;
  }
  a_.jmp(label(to));
}

LoopTranslator::Label LoopTranslator::label_of(std::ptrdiff_t instruction) {
  const auto to = static_cast<std::size_t>(instruction);
  if (is_in_body(to)) {
    merge(to, state_);
    if (is_ready(to)) {
      is_relied_on_[from_head(to)] = true;
      return label(to);
    }
  }
  const Label way = new_label();
  later([this, way, to] {
    a_.bind(way);
    if (!is_in_body(to)) return leave_for(to, facts_of(i()).control.flow == Flow::with);
    move_to(to);
    a_.jmp(label(to));
  });
  return way;
}

// True if nothing has to be moved on the way.
bool LoopTranslator::is_ready(std::size_t to) const {
  for (const std::size_t n : EachOf{live(to)}) {
    const RegisterState &have = state_[n], &wanted = before(to)[n];
    if (have.is_cached() != wanted.is_cached() && (wanted.is_cached() || have.dirty)) return false;
  }
  return true;
}

// What is missing is loaded first: if it is not what is expected, all else is still as it was.
void LoopTranslator::move_to(std::size_t to) {
  is_relied_on_[from_head(to)] = true;
  Label otherwise;
  for (const std::size_t n : EachOf{live(to)}) {
    if (state_[n].is_cached() || !before(to)[n].is_cached()) continue;
    if (!otherwise.isValid()) {
      otherwise = new_label();
      later([this, otherwise, to] {
        a_.bind(otherwise);
        leave_for(to, true);
      });
    }
    fill(n, before(to)[n], otherwise);
  }
  for (const std::size_t n : EachOf{live(to)})
    if (state_[n].is_cached() && !before(to)[n].is_cached() && state_[n].dirty) spill(n);
}

void LoopTranslator::fill(std::size_t n, RegisterState wanted, const Label& otherwise) {
  if (wanted.place == LoopPlace::floating) {
    a_.mov(x86::rax, reg(n));
    return to_number(floating(n), x86::rax, otherwise);
  }
  const Gp to = general(n);
  a_.mov(to, reg(n));
  switch (wanted.type) {
    case LoopType::any: return;
    case LoopType::instance:
      unless_type(to, Type::instance, x86::rcx, otherwise);
      load_value(x86::rcx, code_->constants[wanted.detail]);
      a_.cmp(field(to, 0), x86::rcx);
      a_.jne(otherwise);
      return;
    case LoopType::fixnum: return unless_within(n, wanted.bounds, otherwise);
    case LoopType::numbers: return unless_elements(to, static_cast<Element>(wanted.detail), otherwise);
    case LoopType::vector: return unless_type(to, Type::simple_vector, x86::rcx, otherwise);
    case LoopType::closure: return unless_type(to, Type::closure, x86::rcx, otherwise);
    case LoopType::constant:
      a_.mov(x86::ecx, to.r32());
      a_.and_(x86::ecx, tag_mask);
      a_.cmp(x86::ecx, tag_mask);
      a_.jne(otherwise);
      return;
  }
}

// What is small when the loop becomes hot is expected to be so later on, too, if it just counts, or stays as it is.
IntegerBounds LoopTranslator::bounds_at_first(std::size_t n) const {
  if (!samples_->is_small_at_first(n) || is_whole_ || contains(loop_.wide | computed_, n)) return {};
  return IntegerBounds::natural(IntegerBounds::narrow);
}

// Goes on if what the frame has in the register is a fixnum, of which the loop expects nothing or that it is narrow.
void LoopTranslator::unless_within(std::size_t n, IntegerBounds bounds, const Label& otherwise) {
  const Gp v = general(n);
  if (bounds == IntegerBounds{}) {
    a_.test(v.r8(), 1);
    a_.jne(otherwise);
    return;
  }
  // Fixnums are doubled, and what is not in bounds has one of the upper bits.
  constexpr std::int32_t limit = 2 << IntegerBounds::narrow;
  const Label wrong = new_label();
  if (bounds.low < 0) {
    a_.test(v, ~(limit - 1) | 1);
  } else {
    a_.lea(x86::rax, x86::ptr(v, limit));
    a_.test(x86::rax, static_cast<std::int32_t>(~(2u * limit - 1) | 1));
  }
  a_.jne(wrong);
  later([this, v, n, wrong, otherwise] {
    a_.bind(wrong);
    a_.test(v.r8(), 1);
    a_.jne(otherwise);
    note_wide(n);
    a_.jmp(otherwise);
  });
}

// The loop is made once more, and will not take the variable to be narrow. Spoils rax, rcx and rdx.
void LoopTranslator::note_wide(std::size_t n) {
  a_.mov(x86::ecx, static_cast<std::uint32_t>(n));
  a_.call(wide_);
}

// To the code of the function, before instruction `to`.
void LoopTranslator::leave_for(std::size_t from, bool unexpected) {
  const std::size_t to = program_.real(from);
  bool is_saved = false;
  for (const std::size_t n : EachOf{live(to)}) {
    if (!state_[n].dirty) continue;
    if (state_[n].place == LoopPlace::general) {
      spill(n);
      continue;
    }
    if (!is_saved) save();
    is_saved = true;
    Label& way = spills_[n];
    if (!way.isValid()) way = new_label();
    a_.call(way);
    state_[n].dirty = false;
  }
  if (!unexpected) return jump_out(to);
  a_.mov(x86::rax, reinterpret_cast<std::uint64_t>(function_.begin + function_.places[to]));
  a_.jmp(unexpected_);
}

// What ways out share: subroutines that store doubles, and the count of what was not as expected. rax: where that goes on.
void LoopTranslator::emit_shared() {
  for (std::size_t n = 0; n < register_set_size; ++n) {
    if (!spills_[n].isValid()) continue;
    const Label uncommon = new_label();
    a_.bind(spills_[n]);
    from_double(x86::rax, floating(n), uncommon);
    a_.mov(reg(n), x86::rax);
    a_.ret();
    a_.bind(uncommon);
    a_.sub(x86::rsp, 8);  // so that the stack stays aligned
    a_.movaps(x86::xmm0, floating(n));
    a_.mov(x86::rdi, machine::vm);
    call(&MachineLayout::boxed);
    a_.add(x86::rsp, 8);
    a_.mov(reg(n), x86::rax);
    a_.ret();
  }
  if (is_used(wide_)) {
    a_.bind(wide_);
    a_.mov(x86::rax, reinterpret_cast<std::uint64_t>(&loop_));
    a_.bts(x86::qword_ptr(x86::rax, offsetof(MachineLoop, wide)), x86::rcx);
    a_.mov(x86::dword_ptr(x86::rax, offsetof(MachineLoop, rounds)), 1);
    a_.mov(x86::rdx, x86::qword_ptr(x86::rax, offsetof(MachineLoop, counting)));
    a_.mov(x86::qword_ptr(x86::rax, offsetof(MachineLoop, code)), x86::rdx);
    a_.ret();
  }
  const Label patient = new_label();
  a_.bind(unexpected_);
  a_.mov(x86::rdx, reinterpret_cast<std::uint64_t>(&loop_));
  a_.dec(x86::dword_ptr(x86::rdx, offsetof(MachineLoop, patience)));
  a_.jns(patient);
  a_.mov(x86::rcx, reinterpret_cast<std::uint64_t>(instead()));
  a_.mov(x86::qword_ptr(x86::rdx, offsetof(MachineLoop, code)), x86::rcx);
  a_.bind(patient);
  a_.jmp(x86::rax);
  if (!literals_.empty()) a_.align(asmjit::AlignMode::kZero, 8);
  for (const auto& [bits, label] : literals_) {
    a_.bind(label);
    a_.embedUInt64(bits);
  }
}

void LoopTranslator::jump_out(std::size_t to) {
  a_.mov(x86::rax, reinterpret_cast<std::uint64_t>(function_.begin + function_.places[to]));
  a_.jmp(x86::rax);
}

// What is live at `to` to the frame.
void LoopTranslator::spill_for(std::size_t to) {
  for (const std::size_t n : EachOf{live(to)})
    if (state_[n].dirty) spill(n);
}

// Spoils rax and rdx.
void LoopTranslator::spill(std::size_t n) {
  if (state_[n].place == LoopPlace::general) {
    a_.mov(reg(n), general(n));
  } else {
    const Label uncommon = new_label(), done = new_label();
    from_double(x86::rax, floating(n), uncommon);
    a_.bind(done);
    a_.mov(reg(n), x86::rax);
    later([this, uncommon, done, n] {
      a_.bind(uncommon);
      save();
      a_.movaps(x86::xmm0, floating(n));
      a_.mov(x86::rdi, machine::vm);
      call(&MachineLayout::boxed);
      a_.jmp(done);
    });
  }
  state_[n].dirty = false;
}

void LoopTranslator::spill_all() {
  spill_for(at_);
  state_ = {};
  state_.is_reached = true;
}

}  // namespace tessera
