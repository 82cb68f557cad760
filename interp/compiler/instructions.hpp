// The facts of opcodes.def about each instruction, for programs. Layer: compiler.
#pragma once

#include <array>

#include "compiler/code.hpp"

namespace tessera {

/// One of the operands a, b and c.
struct Operand {
  enum class Kind : std::uint8_t { none, reg, window, own_window, constant, number, count, captured, offset };
  /// The kind that a register or constant must have because the VM does not check it.
  enum class Holds : std::uint8_t { any, cell, token, closure, values, state, depth, tags, symbol, code, known, class_, mask };
  Kind kind = Kind::none;
  Holds holds = Holds::any;
  bool wide = false;       ///< takes b and c
  bool is_signed = false;  ///< true for a signed number or offset
  bool read = false, written = false;
  bool counted = false;   ///< registers: as many as the count says
  bool one = false;       ///< true for a window of one argument
  bool positive = false;  ///< true for a count that is not 0
};

/// Returns the number of registers that an operand takes.
constexpr std::uint16_t registers_taken_by(Operand::Holds holds) {
  using enum Operand::Holds;
  switch (holds) {
    case state: return 4;
    case values:
    case tags: return 2;
    case any:
    case cell:
    case token:
    case closure:
    case depth:
    case symbol:
    case code:
    case known:
    case class_:
    case mask: break;
  }
  return 1;
}

/// The control flow of an instruction; opcodes.def defines each kind.
enum class Flow : std::uint8_t { next, jump, loop, test, over, with, word, call, tail, returns, exits, lands, resumes, border };

struct Control {
  Flow flow = Flow::next;
  Op other = Op::count;     ///< the opposite test, or the kind of the operand words; count: none
  std::uint8_t passed = 0;  ///< instructions that may be passed over
};

/// The purpose of a dynamic record; `bindings`: any number of them; `cleanup`: the mark of cleanup forms that run.
/// Leaving a block is no different from leaving a tagbody.
enum class DynamicKind : std::uint8_t { nothing, binding, bindings, cleanup, block, tagbody, catch_, protect };

struct Effects {
  const char* operation = nullptr;  ///< the function in whose name it may fail; null: it never fails
  bool allocates = false, calls = false;
  DynamicKind pushes = DynamicKind::nothing, pops = DynamicKind::nothing;
};

/// The kind of an instruction's result, where machine code can use it; `number`: a fixnum or a double-float, as its
/// operands are.
enum class Gives : std::uint8_t { anything, number, integer, character_code, length };

/// The facts that the JIT compiler may assume of an instruction; opcodes.def defines each. The default assumes
/// nothing.
struct JitFacts {
  bool keeps = false, pure = false, moves = false, looks_up = false;
  Gives gives = Gives::anything;
  const char* formula = "";
  std::uint16_t most = 0;  ///< the largest count for which there is machine code; 0: any
  bool has_code = false;   ///< else the interpreter executes it
};

struct InstructionFacts {
  const char* name;
  const char* text;  ///< operands, control and effects as opcodes.def has them
  Operand operands[3];
  Control control;
  Effects effects;
  JitFacts jit;
};

extern const std::array<InstructionFacts, static_cast<std::size_t>(Op::count)> instruction_facts;

inline const InstructionFacts& facts_of(Op op) { return instruction_facts[static_cast<std::size_t>(op)]; }
inline const InstructionFacts& facts_of(const Instruction& i) { return instruction_facts[i.op]; }
inline bool is(const Instruction& i, Op op) { return i.op == static_cast<std::uint16_t>(op); }
inline void become(Instruction& i, Op op) { i.op = static_cast<std::uint16_t>(op); }

/// Returns operand number `n`, with its sign if it is signed.
std::int32_t operand_value(const Instruction& i, int n);
/// Returns the number of the operand of this kind; -1 if there is none.
int find_operand(const InstructionFacts& facts, Operand::Kind kind);
/// Returns the number of the operand with a jump's offset: operand 1 (all of bc), operand 2, or -1 if the instruction
/// is not a jump.
inline int offset_operand(const Instruction& i) { return find_operand(facts_of(i), Operand::Kind::offset); }
inline bool has_opposite(Op op) { return facts_of(op).control.flow == Flow::test && facts_of(op).control.other != Op::count; }
inline Op opposite(Op op) { return facts_of(op).control.other; }
/// Returns the number of operand words after `i`.
std::size_t operand_words(const Instruction& i);

/// True if machine code does more for this instruction than have the interpreter execute it.
bool has_machine_code(const Instruction& i);

/// True if flow `f` may go backwards: the VM checks for pending requests there.
inline bool is_safepoint(Flow f) { return f == Flow::loop || f == Flow::test; }
/// True if the next instruction is reached by jumps only.
inline bool ends_flow(Flow f) { return f == Flow::jump || f == Flow::loop || f == Flow::returns || f == Flow::exits; }

}  // namespace tessera
