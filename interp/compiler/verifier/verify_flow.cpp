// Abstract interpretation: which registers hold values whose kind the virtual machine does not check before it uses
// them. Compiled for size.
#include "compiler/verifier/verify_flow.hpp"

#include <algorithm>

namespace tessera {

namespace {

using Holds = Operand::Holds;

enum class ContentKind : std::uint8_t {
  nothing,  ///< never set, or lost in a call
  any,
  cell,
  token,
  closure,  ///< made by instruction `of`
  depth,    ///< the height of the records, when there were `of` of this frame
  values,   ///< the first of the two registers that save_values fills; the second is `count`
  count,
  target,  ///< the target of a pending exit, a record below number `of` of this frame; values, count and tag follow
  tag,
  parameter,  ///< the caller's argument `of`
  captured,   ///< captured value `of`
};

/// The known content of a register.
struct Content {
  ContentKind kind = ContentKind::nothing;
  std::uint32_t of = 0;
  bool operator==(const Content&) const = default;
};

/// A dynamic record of the frame; exits to it continue at instruction `landing`.
struct LiveRecord {
  DynamicKind kind;
  std::uint32_t reg, landing;
  bool operator==(const LiveRecord&) const = default;
};

struct State {
  std::vector<Content> registers;
  std::vector<LiveRecord> records;
};

bool is_exit(DynamicKind kind) { return kind == DynamicKind::block || kind == DynamicKind::tagbody; }
bool is_binding(DynamicKind kind) { return kind == DynamicKind::binding || kind == DynamicKind::bindings; }

/// Removes the records from number `height` on.
void drop_records(State& state, std::size_t height) {
  state.records.resize(height);
  for (Content& c : state.registers)
    if ((c.kind == ContentKind::depth || c.kind == ContentKind::target) && c.of > height) c = {ContentKind::any};
}

void set_state(State& state, std::size_t reg) {
  state.registers[reg] = {ContentKind::target, static_cast<std::uint32_t>(state.records.size())};
  state.registers[reg + 1] = {ContentKind::values};
  state.registers[reg + 2] = {ContentKind::count};
  state.registers[reg + 3] = {ContentKind::tag};
}

class FlowChecker {
 public:
  FlowChecker(const CodeView& view, NeedsOfCode& needs)
      : view_(view), code_(view.instructions), needs_(needs), own_(needs[view.code]), merge_points_(code_.size(), 0) {}

  std::string run() {
    find_merge_points();
    State start;
    start.registers.resize(view_.registers);
    for (std::uint32_t i = 0; i < view_.parameters; ++i)
      start.registers[i] = {view_.arity.known ? ContentKind::parameter : ContentKind::any, i};
    if (states_.size() * view_.registers > max_facts) return "it is too large to verify";
    std::size_t budget = 1000000 + 200 * code_.size();
    follow(start, 0, budget);
    while (!pending_.empty() && problem_.empty()) {
      const std::uint32_t at = pending_.back();
      pending_.pop_back();
      MergePoint& a = states_[merge_points_[at] - 1];
      a.pending = false;
      follow(State(a.state), at, budget);
    }
    return problem_;
  }

 private:
  static constexpr std::size_t max_facts = std::size_t{1} << 24;

  struct MergePoint {  ///< the facts at an instruction that is a jump target
    State state;
    bool reached = false, pending = false;
  };

  bool fail(const std::string& what) {
    if (problem_.empty()) problem_ = "instruction " + std::to_string(at_) + " (" + facts_of(code_[at_]).name + "): " + what;
    return false;
  }
  bool fail_register(std::size_t reg, const char* what) { return fail("register " + std::to_string(reg) + what); }

  // --- paths

  void add_merge_point(std::size_t target) {
    if (merge_points_[target] != 0) return;
    states_.emplace_back();
    merge_points_[target] = static_cast<std::uint32_t>(states_.size());
  }
  void find_merge_points() {
    for (std::size_t i = 0; i < code_.size(); ++i) {
      const int offset = offset_operand(code_[i]);
      if (offset >= 0) add_merge_point(target_of(i));
      const Control& control = facts_of(code_[i]).control;
      if (control.passed != 0) add_merge_point(i + 1 + operand_words(code_[i]) + control.passed);
    }
  }
  std::size_t target_of(std::size_t at) const {
    return static_cast<std::size_t>(static_cast<std::int64_t>(at) + 1 + operand_value(code_[at], offset_operand(code_[at])));
  }

  /// Merges the state of one more path into that at instruction `target`.
  bool merge_into(const State& from, std::size_t target) {
    MergePoint& a = states_[merge_points_[target] - 1];
    bool changed = !a.reached;
    if (!a.reached) {
      a.state = from;
      a.reached = true;
    } else {
      if (from.records != a.state.records) return fail("other dynamic records than on another path to " + std::to_string(target));
      for (std::size_t r = 0; r < from.registers.size(); ++r) changed |= merge(a.state.registers[r], from.registers[r]);
    }
    if (changed && !a.pending) {
      a.pending = true;
      pending_.push_back(static_cast<std::uint32_t>(target));
    }
    return true;
  }
  static bool merge(Content& into, const Content& other) {
    if (into == other || into.kind == ContentKind::nothing) return false;
    const Content before = into;
    into = {other.kind == ContentKind::nothing ? ContentKind::nothing : ContentKind::any};
    return !(into == before);
  }

  /// Merges the state into each record of the frame, at any of which an exit may land while instruction `at_` runs.
  bool merge_exits(const State& state) {
    for (std::size_t k = 0; k < state.records.size(); ++k) {
      const LiveRecord& r = state.records[k];
      if (is_binding(r.kind) || r.kind == DynamicKind::cleanup) continue;
      State landed = state;
      drop_records(landed, r.kind == DynamicKind::tagbody ? k + 1 : k);
      if (r.kind == DynamicKind::protect) {
        set_state(landed, r.reg);
        landed.records.push_back({DynamicKind::cleanup, r.reg, 0});
      } else {
        landed.registers[r.reg] = {ContentKind::any};
      }
      if (!merge_into(landed, r.landing)) return false;
    }
    return true;
  }

  /// Follows the path from instruction `at` to the next merge point or the end.
  void follow(State state, std::size_t at, std::size_t& budget) {
    bool first = true;
    for (at_ = at;; first = false) {
      if (budget-- == 0) {
        fail("its control flow is too complex to verify");
        return;
      }
      if (!first && merge_points_[at_] != 0) {
        merge_into(state, at_);
        return;
      }
      if (!merge_exits(state) || !step(state)) return;
      at_ += 1 + operand_words(code_[at_]);
      if (at_ >= code_.size()) {
        at_ = code_.size() - 1;
        fail("control runs past the end");
        return;
      }
    }
  }

  // --- instructions

  /// Applies the instruction at `at_` to the state. False: control does not reach the next instruction, or something is
  /// wrong.
  bool step(State& s) {
    const Instruction& i = code_[at_];
    const InstructionFacts& f = facts_of(i);
    if (!read_operands(s, i, f) || !pop_records(s, i, f)) return false;
    if (is(i, Op::CLOSURE) && !check_captures(s, i)) return false;
    if (is(i, Op::CLOSURESET) && !check_closure_set(s, i)) return false;
    if (f.effects.calls && !call(s, i, f)) return false;
    write_operands(s, i, f);
    push_record(s, i, f);
    return go_on(s, i, f);
  }

  bool go_on(State& s, const Instruction& i, const InstructionFacts& f) {
    switch (f.control.flow) {
      case Flow::jump:
      case Flow::loop: return merge_into(s, target_of(at_)) && false;
      case Flow::test: return merge_into(s, target_of(at_));
      case Flow::over: return merge_into(s, at_ + 1 + operand_words(i) + f.control.passed);
      case Flow::with: return is(i, Op::CLOSURE) || merge_into(s, target_of(at_ + 1));
      case Flow::returns: return s.records.empty() ? false : fail("dynamic records are left behind");
      case Flow::exits: return false;
      case Flow::next:
      case Flow::word:
      case Flow::call:
      case Flow::tail:
      case Flow::lands:
      case Flow::resumes:
      case Flow::border: break;
    }
    return true;
  }

  bool read_operands(State& s, const Instruction& i, const InstructionFacts& f) {
    for (int n = 0; n < 3; ++n) {
      const Operand& o = f.operands[n];
      const auto value = static_cast<std::size_t>(operand_value(i, n));
      if (o.kind == Operand::Kind::captured && !is(i, Op::CLOSURESET)) {
        own_.captured.resize(std::max(own_.captured.size(), value + 1));
        if (o.holds != Holds::any && !need({ContentKind::captured, static_cast<std::uint32_t>(value)}, o.holds, value)) return false;
      }
      if (o.kind != Operand::Kind::reg || !o.read) continue;
      const std::size_t count = o.counted && !o.written ? counted(i, f) : 1;
      for (std::size_t r = value; r < value + count; ++r)
        if (!need_register(s, r, o.holds)) return false;
    }
    if (operand_words(i) == 0 || f.control.flow == Flow::with) return true;
    return read_words(s);
  }
  static std::size_t counted(const Instruction& i, const InstructionFacts& f) {
    return static_cast<std::size_t>(operand_value(i, find_operand(f, Operand::Kind::count)));
  }
  bool read_words(State& s) {
    const Instruction& word = code_[at_ + 1];
    for (int n = 0; n < 3; ++n)
      if (facts_of(word).operands[n].kind == Operand::Kind::reg &&
          !need_register(s, static_cast<std::size_t>(operand_value(word, n)), Holds::any))
        return false;
    return true;
  }

  bool need_register(const State& s, std::size_t reg, Holds holds) {
    const auto kind = [&](std::size_t offset) { return s.registers[reg + offset].kind; };
    switch (holds) {
      case Holds::values:
        // MVSAVE reads a value, MVRESTORE what MVSAVE made of it
        if (is(code_[at_], Op::MVSAVE)) return need(s.registers[reg], Holds::any, reg);
        return (kind(0) == ContentKind::values && kind(1) == ContentKind::count) || fail_register(reg, " holds no saved values");
      case Holds::state:
        return (kind(0) == ContentKind::target && kind(1) == ContentKind::values && kind(2) == ContentKind::count &&
                kind(3) == ContentKind::tag) ||
               fail_register(reg, " holds no state of cleanup forms");
      default: return need(s.registers[reg], holds, reg);
    }
  }

  bool need(const Content& c, Holds holds, std::size_t reg) {
    switch (holds) {
      case Holds::cell: return c.kind == ContentKind::cell || need_given(c, holds) || fail_register(reg, " is not known to hold a cell");
      case Holds::token:
        return c.kind == ContentKind::token || need_given(c, holds) || fail_register(reg, " is not known to hold a token of an exit");
      case Holds::closure: return c.kind == ContentKind::closure || fail_register(reg, " is not known to hold a closure made here");
      case Holds::depth: return c.kind == ContentKind::depth || fail_register(reg, " is not known to hold a height of the dynamic records");
      default: return c.kind != ContentKind::nothing || fail_register(reg, " is not set");
    }
  }
  /// Adds the value's kind to the needs if it is a parameter or captured. Returns false if it cannot have that kind.
  bool need_given(const Content& c, Holds holds) {
    if (c.kind != ContentKind::parameter && c.kind != ContentKind::captured) return false;
    Holds& wanted = (c.kind == ContentKind::parameter ? own_.parameters : own_.captured)[c.of];
    if (wanted == Holds::any) wanted = holds;
    return wanted == holds;
  }

  void write_operands(State& s, const Instruction& i, const InstructionFacts& f) {
    if (is(i, Op::VALUES) && i.b == 0) s.registers[i.a] = {ContentKind::any};
    for (int n = 0; n < 3; ++n) {
      const Operand& o = f.operands[n];
      if (o.kind != Operand::Kind::reg || !o.written) continue;
      const auto reg = static_cast<std::size_t>(operand_value(i, n));
      const std::size_t count = o.counted ? counted(i, f) : 1;
      for (std::size_t r = reg; r < reg + count; ++r) write_one(s, i, r, o.holds);
    }
  }
  void write_one(State& s, const Instruction& i, std::size_t reg, Holds holds) {
    Content& c = s.registers[reg];
    switch (holds) {
      case Holds::cell: c = {ContentKind::cell}; break;
      case Holds::token: c = {ContentKind::token}; break;
      case Holds::closure: c = {ContentKind::closure, static_cast<std::uint32_t>(at_)}; break;
      case Holds::depth: c = {ContentKind::depth, static_cast<std::uint32_t>(s.records.size())}; break;
      case Holds::tags: s.registers[reg + 1] = {ContentKind::token}; break;
      case Holds::values:
        c = is(i, Op::MVSAVE) ? Content{ContentKind::values} : Content{ContentKind::any};
        if (is(i, Op::MVSAVE)) s.registers[reg + 1] = {ContentKind::count};
        break;
      case Holds::state:
        if (is(i, Op::UNPROTECT)) set_state(s, reg);
        else if (is(i, Op::ENDPROTECT)) c = {ContentKind::any};
        break;
      default:
        c = is(i, Op::MOVE)       ? moved(s.registers[i.b])
            : is(i, Op::CAPTURED) ? Content{ContentKind::captured, i.b}
                                  : Content{ContentKind::any};
    }
  }
  /// Returns the content of a copy: a copy of one of several registers that belong together is an ordinary value.
  static Content moved(const Content& c) {
    const bool part =
        c.kind == ContentKind::values || c.kind == ContentKind::count || c.kind == ContentKind::target || c.kind == ContentKind::tag;
    return part ? Content{ContentKind::any} : c;
  }

  // --- calls

  bool call(State& s, const Instruction& i, const InstructionFacts& f) {
    const Operand& window = f.operands[0];
    const bool in_place = window.kind == Operand::Kind::own_window;
    const std::size_t count = window.one ? 1 : counted(i, f), first = in_place ? 0 : std::size_t{i.a} + 2;
    const int function = find_operand(f, Operand::Kind::constant);
    if (function < 0 && !need(s.registers[i.a], Holds::any, i.a)) return false;
    for (std::size_t n = 0; n < count; ++n)
      if (!need(s.registers[first + n], Holds::any, first + n)) return false;
    if (function >= 0 && f.operands[function].holds == Holds::known && !known_call(s, view_.code->constants[i.c], i.a, count)) return false;
    if (f.control.flow == Flow::tail && !s.records.empty()) return fail("dynamic records are left behind");
    s.registers[i.a] = {ContentKind::any};
    std::fill(s.registers.begin() + i.a + 1, s.registers.end(), Content{});
    return true;
  }

  bool known_call(const State& s, Value callee, std::size_t window, std::size_t count) {
    if (!is_known_call(needs_, callee, static_cast<std::int32_t>(count))) return fail("its callee cannot be called in this way");
    const auto found = needs_.find(code_of(as<Closure>(callee)));
    if (found == needs_.end()) return true;
    for (std::size_t n = 0; n < count; ++n)
      if (const Holds wanted = found->second.parameters[n];
          wanted != Holds::any && !need(s.registers[window + 2 + n], wanted, window + 2 + n))
        return false;
    return true;
  }

  /// Checks that the closure gets the values that its code needs. CAPTURE words say where each value comes from.
  bool check_captures(State& s, const Instruction& closure) {
    const auto found = needs_.find(as<Code>(view_.code->constants[closure.b]));
    if (found == needs_.end()) return fail("its code was not verified together with this");
    if (CodeView(found->first).arity.known) return fail("its code is for known calls only");
    if (found->second.captured.size() > closure.c) return fail("its code needs more captured values");
    for (std::size_t n = 0; n < closure.c; ++n) {
      const Instruction& word = code_[at_ + 1 + n];
      if (word.b > 1) return fail("a captured value is neither a register's nor one of this function's");
      if (word.b == 0 && word.a >= view_.registers) return fail("there is no register " + std::to_string(word.a));
      if (word.b == 1) own_.captured.resize(std::max<std::size_t>(own_.captured.size(), word.a + std::size_t{1}));
      const Content given = word.b == 0 ? s.registers[word.a] : Content{ContentKind::captured, word.a};
      // the word may name the closure's own register, before the closure is in it: CLOSURESET follows
      const Holds wanted = n < found->second.captured.size() ? found->second.captured[n] : Holds::any;
      if (!need(given, wanted, word.a)) return false;
    }
    return true;
  }

  bool check_closure_set(const State& s, const Instruction& i) {
    const Instruction& closure = code_[s.registers[i.a].of];
    if (i.b >= closure.c) return fail("the closure has captured fewer values");
    const std::vector<Holds>& wanted = needs_.find(as<Code>(view_.code->constants[closure.b]))->second.captured;
    return i.b >= wanted.size() || need(s.registers[i.c], wanted[i.b], i.c);
  }

  // --- dynamic records

  bool pop_records(State& s, const Instruction& i, const InstructionFacts& f) {
    const DynamicKind kind = f.effects.pops;
    const std::size_t height = s.records.size();
    std::size_t to = height;
    switch (kind) {
      case DynamicKind::nothing: return true;
      case DynamicKind::binding: to = height - std::min<std::size_t>(height, i.a); break;
      case DynamicKind::bindings: to = s.registers[i.a].of; break;
      default: to = height - std::min<std::size_t>(height, 1);
    }
    const auto matches = [kind](const LiveRecord& r) {
      return kind == DynamicKind::bindings ? is_binding(r.kind) : is_exit(kind) ? is_exit(r.kind) : r.kind == kind;
    };
    const std::size_t wanted = kind == DynamicKind::binding ? i.a : kind == DynamicKind::bindings ? height - to : 1;
    if (wanted != height - to || !std::all_of(s.records.begin() + static_cast<std::ptrdiff_t>(to), s.records.end(), matches))
      return fail("the dynamic records on top are of another kind");
    drop_records(s, to);
    return true;
  }

  void push_record(State& s, const Instruction& i, const InstructionFacts& f) {
    if (f.effects.pushes == DynamicKind::nothing) return;
    const std::size_t landing = f.control.flow == Flow::lands ? target_of(at_) : 0;
    s.records.push_back({f.effects.pushes, i.a, static_cast<std::uint32_t>(landing)});
  }

  const CodeView& view_;
  std::span<const Instruction> code_;
  NeedsOfCode& needs_;
  Needs& own_;
  std::vector<std::uint32_t> merge_points_;  ///< 1 + the index of the merge point of each instruction, 0 if it is not a jump target
  std::vector<MergePoint> states_;
  std::vector<std::uint32_t> pending_;
  std::size_t at_ = 0;
  std::string problem_;
};

}  // namespace

std::string verify_flow(const CodeView& view, NeedsOfCode& needs) { return FlowChecker(view, needs).run(); }

bool is_known_call(const NeedsOfCode& needs, Value callee, std::int32_t count) {
  const Code* code = code_of(as<Closure>(callee));
  const Arity arity = Arity::unpack(code->arity.as_fixnum());
  if (arity.required != static_cast<std::uint32_t>(count)) return false;
  return arity.is_simple() || (arity.known && needs.contains(code));
}

}  // namespace tessera
