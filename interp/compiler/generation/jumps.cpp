// Threading and inverting jumps, rotating loops, dropping unreachable code, until nothing changes.
#include <algorithm>

#include "compiler/generation/jumps.hpp"
#include "compiler/instructions.hpp"

namespace tessera {

namespace {

using enum Flow;

Flow flow_of(const Instruction& i) { return facts_of(i).control.flow; }
bool has_opposite(const Instruction& i) { return has_opposite(static_cast<Op>(i.op)); }
void invert(Instruction& i) { become(i, opposite(static_cast<Op>(i.op))); }
bool always_jumps(const Instruction& i) { return flow_of(i) == jump || flow_of(i) == loop; }

/// True if the instruction is or can become a backward jump: a JUMP that is retargeted backwards becomes a LOOP.
bool may_go_back(const Instruction& i) { return is_safepoint(flow_of(i)) || flow_of(i) == jump; }

class JumpOptimizer {
 public:
  JumpOptimizer(std::vector<Instruction>& code, std::vector<PositionEntry>& positions, std::vector<VariableEntry>& variables)
      : code_(code),
        positions_(positions),
        variables_(variables),
        count_(static_cast<int>(code.size())),
        target_(code.size(), -1),
        incoming_(code.size() + 1, 0),
        dropped_(code.size(), false) {}

  void run() {
    for (int i = 0; i < count_; ++i) {
      const int offset = offset_operand(code_[at(i)]);
      if (offset < 0) continue;
      target_[at(i)] = i + 1 + operand_value(code_[at(i)], offset);
      ++incoming_[at(target_[at(i)])];
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (int i = 0; i < count_; ++i)
        if (!dropped_[at(i)])
          changed |= thread_jump(i) || invert_over_jump(i) || rotate_loop(i) || drop_empty_jump(i) || drop_unreachable(i);
    }
    if (std::find(dropped_.begin(), dropped_.end(), true) != dropped_.end()) compact();
    write_offsets();
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  int next(int i) const {
    do ++i;
    while (i < count_ && dropped_[at(i)]);
    return i;
  }
  /// Returns `i`, or if that instruction was dropped the next one that was not.
  int kept(int i) const { return i < count_ && dropped_[at(i)] ? next(i) : i; }

  bool fits(int from, int to, const Instruction& i) const { return offset_operand(i) == 1 || std::abs(to - from) < 0x7FF0; }

  bool retarget(int i, int target) {
    --incoming_[at(kept(target_[at(i)]))];
    ++incoming_[at(kept(target))];
    target_[at(i)] = target;
    return true;
  }

  bool drop(int i) {
    dropped_[at(i)] = true;
    if (target_[at(i)] >= 0) --incoming_[at(kept(target_[at(i)]))];
    const int to = next(i);  // jumps to the dropped instruction lead to the next one
    incoming_[at(to)] += incoming_[at(i)];
    incoming_[at(i)] = 0;
    return true;
  }

  /// Threads a jump: a jump to a jump goes to the target of the latter.
  bool thread_jump(int i) {
    if (target_[at(i)] < 0) return false;
    const int via = kept(target_[at(i)]);
    if (via >= count_ || via == i) return false;
    const Instruction& there = code_[at(via)];
    if (!always_jumps(there)) return false;
    const int to = target_[at(via)];
    if (kept(to) == via || !fits(i, to, code_[at(i)]) || (to <= i && !may_go_back(code_[at(i)]))) return false;
    if (to <= i && is(code_[at(i)], Op::JUMP)) become(code_[at(i)], Op::LOOP);
    return retarget(i, to);
  }

  /// Replaces a test that skips a jump by the opposite test with the jump's target.
  bool invert_over_jump(int i) {
    if (!has_opposite(code_[at(i)])) return false;
    const int jump = next(i);
    if (jump >= count_ || incoming_[at(jump)] != 0) return false;
    if (!always_jumps(code_[at(jump)])) return false;
    if (kept(target_[at(i)]) != next(jump) || !fits(i, target_[at(jump)], code_[at(i)])) return false;
    invert(code_[at(i)]);
    retarget(i, target_[at(jump)]);
    return drop(jump);
  }

  /// Rotates a loop: a LOOP back to a test becomes the test. If the test leaves the loop, its opposite goes back; if
  /// not, a second LOOP (see Emitter::emit_jump) goes back.
  bool rotate_loop(int i) {
    if (!is(code_[at(i)], Op::LOOP)) return false;
    const int test = kept(target_[at(i)]);
    if (test >= i || !has_opposite(code_[at(test)])) return false;
    const bool leaves = kept(target_[at(test)]) == next(i);
    const int second = next(i), to = leaves ? test + 1 : target_[at(test)];
    if (!leaves && !(second < count_ && is(code_[at(second)], Op::LOOP) && incoming_[at(second)] == 0 && kept(target_[at(second)]) == test))
      return false;
    if (!fits(i, to, code_[at(test)])) return false;
    --incoming_[at(kept(target_[at(i)]))];
    ++incoming_[at(kept(to))];
    code_[at(i)] = code_[at(test)];
    target_[at(i)] = to;
    if (leaves) invert(code_[at(i)]);
    else retarget(second, test + 1);
    return true;
  }

  bool drop_empty_jump(int i) { return is(code_[at(i)], Op::JUMP) && kept(target_[at(i)]) == next(i) && drop(i); }

  bool drop_unreachable(int i) {
    if (!ends_flow(flow_of(code_[at(i)]))) return false;
    bool any = false;
    for (int dead = next(i); dead < count_ && incoming_[at(dead)] == 0; dead = next(dead)) any = drop(dead);
    return any;
  }

  void compact() {
    std::vector<int> moved(code_.size() + 1);
    int to = 0;
    for (int i = 0; i < count_; ++i) {
      moved[at(i)] = to;
      if (dropped_[at(i)]) continue;
      code_[at(to)] = code_[at(i)];
      target_[at(to)] = target_[at(i)];
      ++to;
    }
    moved[at(count_)] = to;
    code_.resize(at(to));
    count_ = to;
    for (int i = 0; i < to; ++i)
      if (target_[at(i)] >= 0) target_[at(i)] = moved[at(target_[at(i)])];
    for (PositionEntry& e : positions_) e.pc = static_cast<std::uint32_t>(moved[e.pc]);
    for (VariableEntry& e : variables_) {
      e.from = static_cast<std::uint32_t>(moved[e.from]);
      e.to = static_cast<std::uint32_t>(moved[e.to]);
    }
  }

  void write_offsets() {
    for (int i = 0; i < count_; ++i) {
      if (target_[at(i)] < 0) continue;
      const int offset = target_[at(i)] - i - 1;
      if (offset_operand(code_[at(i)]) == 1) code_[at(i)].set_bc(offset);
      else code_[at(i)].c = static_cast<std::uint16_t>(offset);
    }
  }

  std::vector<Instruction>& code_;
  std::vector<PositionEntry>& positions_;
  std::vector<VariableEntry>& variables_;
  int count_;
  std::vector<int> target_;    ///< the index of each jump's target, kept or dropped; -1 for other instructions
  std::vector<int> incoming_;  ///< number of jumps to each instruction
  std::vector<bool> dropped_;
};

}  // namespace

void optimize_jumps(std::vector<Instruction>& code, std::vector<PositionEntry>& positions, std::vector<VariableEntry>& variables) {
  JumpOptimizer(code, positions, variables).run();
}

}  // namespace tessera
