// Integers that are no fixnums, in the code of a function: by functions for words of the machine, with the mask that often follows.
#include "machine/translator.hpp"
#include "machine/words.hpp"

namespace tessera {

using namespace machine;

/// Where an instruction of two integers goes whose operands, or result, are no fixnums. Words with a mask are one step, so that the sum of two words of
/// 64 bits is not made where only its 64 bits matter.
Translator::Label Translator::by_words() {
  const Label general = slow();
  if (!takes_words()) return general;
  const Label way = new_label();
  later([this, way, general] {
    const Op op = static_cast<Op>(i().op);
    const auto mask = mask_of_result();
    a_.bind(way);
    save();
    a_.mov(x86::rdi, machine::vm);
    load(x86::rsi, i().b);
    load(x86::rdx, i().c);
    if (mask) load(x86::rcx, *mask);
    mask ? call(masked_operation(op)) : call(word_operation(op));
    a_.cmp(x86::rax, static_cast<int>(UNBOUND.bits()));
    a_.je(general);
    store(mask ? instructions_[behind()].a : i().a, x86::rax);
    a_.jmp(label_of(behind() + (mask ? 1 : 0)));
  });
  return way;
}

// The register of the mask, where the next instruction takes the only look at the result.
std::optional<std::size_t> Translator::mask_of_result() {
  const auto after = static_cast<std::size_t>(behind());
  if (masked_operation(static_cast<Op>(i().op)) == nullptr || after + 1 >= count_ || !is(instructions_[after], Op::LOGAND)) return {};
  const Instruction& logand = instructions_[after];
  if ((logand.b == i().a) == (logand.c == i().a)) return {};
  if (logand.a != i().a && !is_dead(i().a, after + 1)) return {};
  return logand.b == i().a ? logand.c : logand.b;
}

bool Translator::is_dead(std::size_t reg, std::size_t at) {
  if (registers_of(code_) > register_set_size) return false;
  if (live_.empty()) live_ = live_registers(instructions_, count_, shown_registers(code_, count_));
  return !contains(live_[at], reg);
}

}  // namespace tessera
