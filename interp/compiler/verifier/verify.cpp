// Verifying code objects and single instructions, and the needs of functions. Compiled for size.
#include "compiler/verifier/verify.hpp"

#include <algorithm>
#include <unordered_set>

#include "compiler/analysis/source_list.hpp"
#include "compiler/positions.hpp"
#include "compiler/variable_table.hpp"
#include "compiler/verifier/verify_flow.hpp"
#include "data/objects/lambda_lists.hpp"
#include "data/sequences/arrays.hpp"
#include "text/printer.hpp"

namespace tessera {

CodeView::CodeView(const Code* c)
    : code(c),
      instructions(instructions_of(c), instruction_count(c)),
      constants(constant_count(c)),
      registers(registers_of(c)),
      arity(Arity::unpack(c->arity.as_fixnum())),
      parameters(arity.required + arity.optional + (arity.rest ? 1 : 0) +
                 (has_type(c->keywords, Type::simple_vector) ? c->keywords.as_object()->length() : 0)) {}

namespace {

// --- the object

std::string wrong_keywords(const CodeView& view) {
  const Value keywords = view.code->keywords;
  if (is_nil(keywords)) return "";
  if (!has_type(keywords, Type::simple_vector)) return "its keywords are not a vector";
  if (!view.arity.keys) return "it has keywords, but its arity takes none";
  const Object* names = keywords.as_object();
  for (std::uint32_t i = 0; i < names->length(); ++i)
    if (!Runtime::is_symbol(names->slots[i])) return "a keyword is not a symbol";
  return "";
}

std::string wrong_object(const CodeView& view) {
  const Code* code = view.code;
  if (view.arity.pack() != code->arity.as_fixnum()) return "its arity is invalid";
  if (view.arity.known && (view.arity.optional != 0 || view.arity.rest || view.arity.keys)) return "its arity is invalid";
  if (view.registers > max_registers) return "a frame cannot have so many registers";
  if (std::string problem = wrong_keywords(view); !problem.empty()) return problem;
  if (view.parameters > view.registers) return "it has more parameters than registers";
  if (!is_nil(documentation_of(code)) && !is_string(documentation_of(code))) return "its docstring is not a string";
  if (!is_nil(file_of(code)) && !is_string(file_of(code))) return "its file is not a string";
  if (!code->lambda_list.is_cons() && !is_nil(code->lambda_list) && !is_packed_lambda_list(code)) return "its lambda list is not a list";
  if (const Value packed = packed_positions(code); !is_nil(packed)) {
    const Object* o = packed.as_object();
    if (!are_positions({o->data<unsigned char>(), o->length()}, view.instructions.size())) return "its table of positions is damaged";
  }
  return view.instructions.empty() ? "it has no instructions" : "";
}

// --- instructions

class InstructionChecker {
 public:
  explicit InstructionChecker(const CodeView& view) : view_(view), starts_(view.instructions.size(), false) {}

  std::string run() {
    for (at_ = 0; at_ < view_.instructions.size() && problem_.empty(); at_ += 1 + words_) check_words();
    for (at_ = 0; at_ < view_.instructions.size() && problem_.empty(); ++at_) check_operands();
    return problem_;
  }

 private:
  const Instruction& here() const { return view_.instructions[at_]; }
  void fail(const std::string& what) {
    if (!problem_.empty()) return;
    const bool named = here().op < static_cast<std::uint16_t>(Op::count);
    problem_ = "instruction " + std::to_string(at_) + (named ? std::string(" (") + facts_of(here()).name + ")" : "") + ": " + what;
  }

  /// Checks that an instruction starts here, followed by its operand words.
  void check_words() {
    words_ = 0;
    if (here().op >= static_cast<std::uint16_t>(Op::count)) return fail("there is no such instruction");
    const Control& control = facts_of(here()).control;
    if (control.flow == Flow::word) return fail("an operand word stands where an instruction should");
    if (control.flow == Flow::border) return fail("this instruction is reserved for the virtual machine");
    starts_[at_] = true;
    words_ = operand_words(here());
    for (std::size_t n = 1; n <= words_; ++n)
      if (at_ + n >= view_.instructions.size() || !is(view_.instructions[at_ + n], control.other))
        return fail("an operand word is missing");
  }

  void check_operands() {
    for (int n = 0; n < 3; ++n) check_operand(n);
    if (facts_of(here()).control.passed != 0) check_target(at_ + 1 + operand_words(here()) + facts_of(here()).control.passed, false);
  }

  void check_operand(int n) {
    const Operand& o = facts_of(here()).operands[n];
    const std::int32_t value = operand_value(here(), n);
    switch (o.kind) {
      case Operand::Kind::reg: check_registers(value, o.counted ? count() : registers_taken_by(o.holds)); break;
      case Operand::Kind::window:
      case Operand::Kind::own_window: check_registers(value, 2 + (o.one ? 1 : count())); break;
      case Operand::Kind::constant: check_constant(o, value); break;
      case Operand::Kind::count:
        if (o.positive && value == 0) fail("the count is 0");
        break;
      case Operand::Kind::offset:
        check_target(static_cast<std::size_t>(static_cast<std::int64_t>(at_) + 1 + value), is_safepoint(facts_of(here()).control.flow));
        break;
      default: break;
    }
  }

  std::int32_t count() const {
    const int n = find_operand(facts_of(here()), Operand::Kind::count);
    return n < 0 ? 1 : operand_value(here(), n);
  }

  void check_registers(std::int32_t first, std::int32_t count) {
    const auto end = static_cast<std::size_t>(first) + static_cast<std::size_t>(std::max(count, 1));
    if (end > view_.registers)
      fail("there is no register " + std::to_string(end - 1) + ", as the frame has " + std::to_string(view_.registers));
  }

  void check_target(std::size_t target, bool may_go_back) {
    if (target >= view_.instructions.size() || !starts_[target]) fail("at " + std::to_string(target) + " there is nothing to jump to");
    else if (target <= at_ && !may_go_back) fail("this jump cannot go backwards");
  }

  void check_constant(const Operand& o, std::int32_t index) {
    if (index < 0 || static_cast<std::size_t>(index) >= view_.constants) return fail("there is no constant " + std::to_string(index));
    if (!is_of_kind(o.holds, view_.code->constants[index]))
      fail("constant " + std::to_string(index) + " is not of the kind that the instruction needs");
  }

  static bool is_of_kind(Operand::Holds wanted, Value v) {
    switch (wanted) {
      case Operand::Holds::symbol: return has_type(v, Type::symbol);
      case Operand::Holds::code: return has_type(v, Type::code);
      case Operand::Holds::known: return has_type(v, Type::closure);
      case Operand::Holds::class_: return is_class(v);
      case Operand::Holds::mask: return v.is_fixnum();
      default: return true;
    }
  }

  const CodeView& view_;
  std::vector<bool> starts_;  ///< an instruction, not an operand word, starts there
  std::size_t at_ = 0, words_ = 0;
  std::string problem_;
};

// --- several code objects together

bool has_kind(Value v, Operand::Holds wanted) {
  if (wanted == Operand::Holds::cell) return has_type(v, Type::cell);
  if (wanted == Operand::Holds::token) return has_type(v, Type::exit_token);
  return true;
}

/// True if `function` lacks captured values that its code needs.
bool lacks_values(Value function, const NeedsOfCode& needs) {
  const auto found = needs.find(code_of(as<Closure>(function)));
  if (found == needs.end()) return false;
  const std::vector<Operand::Holds>& captured = found->second.captured;
  if (function.as_object()->length() <= captured.size()) return true;
  for (std::size_t i = 0; i < captured.size(); ++i)
    if (!has_kind(as<Closure>(function)->captured[i], captured[i])) return true;
  return false;
}

std::string wrong_functions(const CodeView& view, const NeedsOfCode& needs) {
  for (std::size_t k = 0; k < view.constants; ++k)
    if (const Value v = view.code->constants[k]; has_type(v, Type::closure) && lacks_values(v, needs))
      return "constant " + std::to_string(k) + " is a function that lacks captured values which its code needs";
  return "";
}

/// Returns the name for messages if it is a symbol, a string or a short list of those, else "a function": a name from a
/// file may be any object.
std::string name_text(Runtime& rt, Value name) {
  const auto is_plain = [](Value v) { return Runtime::is_symbol(v) || is_string(v); };
  constexpr int max_parts = 8;
  SourceList parts(name);
  bool more = parts.next();
  for (int count = 0; more && count < max_parts && is_plain(parts.item()); ++count) more = parts.next();
  return (!more && parts.is_proper()) || is_plain(name) ? printed(rt, name, true) : "a function";
}

std::string about(Runtime& rt, const Code* code, const std::string& problem) {
  return problem.empty() ? "" : name_text(rt, code->name) + ": " + problem;
}

}  // namespace

namespace {

std::string verify_with(Runtime& rt, std::span<Code* const> codes, NeedsOfCode& needs) {
  for (const Code* code : codes) {
    const CodeView view(code);
    std::string problem = wrong_object(view);
    if (problem.empty()) problem = InstructionChecker(view).run();
    if (!problem.empty()) return about(rt, code, problem);
    needs[code].parameters.resize(view.parameters);
  }
  // The needs of one function may become needs of functions that call or make it. Repeated until none is added. Inner
  // functions come last.
  for (bool grew = true; grew;) {
    grew = false;
    for (std::size_t n = codes.size(); n-- > 0;) {
      const Needs before = needs[codes[n]];
      if (const std::string problem = verify_flow(CodeView(codes[n]), needs); !problem.empty()) return about(rt, codes[n], problem);
      grew |= !(needs[codes[n]] == before);
    }
  }
  for (const Code* code : codes) {
    const CodeView view(code);
    if (const std::string problem = wrong_functions(view, needs); !problem.empty()) return about(rt, code, problem);
    if (const char* problem = wrong_variable_table(variable_table(code), view.registers, view.instructions.size()))
      return about(rt, code, problem);
  }
  return "";
}

}  // namespace

std::string verify_code(Runtime& rt, std::span<Code* const> codes, Value entry) {
  NeedsOfCode needs;
  if (std::string problem = verify_with(rt, codes, needs); !problem.empty()) return problem;
  if (!is_nil(entry) && lacks_values(entry, needs)) return about(rt, code_of(as<Closure>(entry)), "its function lacks captured values");
  return "";
}

std::string verify_captures(Runtime& rt, Code* code, std::vector<Operand::Holds>& captured) {
  std::vector<Code*> codes{code};
  std::unordered_set<const Code*> seen{code};
  for (std::size_t n = 0; n < codes.size(); ++n)
    for (std::uint32_t k = 0; k < constant_count(codes[n]); ++k) {
      const Value v = codes[n]->constants[k];
      Code* const found = has_type(v, Type::closure) ? code_of(as<Closure>(v)) : has_type(v, Type::code) ? as<Code>(v) : nullptr;
      if (found != nullptr && seen.insert(found).second) codes.push_back(found);
    }
  NeedsOfCode needs;
  if (std::string problem = verify_with(rt, codes, needs); !problem.empty()) return problem;
  if (CodeView(code).arity.known) return about(rt, code, "it is for known calls only");
  captured = needs[code].captured;
  const auto is_ordinary = [](Operand::Holds kind) { return kind == Operand::Holds::any || kind == Operand::Holds::cell; };
  return std::all_of(captured.begin(), captured.end(), is_ordinary) ? "" : about(rt, code, "it leaves a block of another function");
}

namespace {

/// Finds all reachable code objects.
class CodeFinder final : public Tracer {
 public:
  void visit(Value& v) override {
    if (!v.is_pointer() || !seen_.insert(v.bits()).second) return;
    grey_.push_back(v);
    if (has_type(v, Type::code)) found.push_back(as<Code>(v));
  }
  void drain() {
    while (!grey_.empty()) {
      const Value v = grey_.back();
      grey_.pop_back();
      if (v.is_cons()) visit_range(&v.as_cons()->car, 2);
      else if (!v.as_object()->is_raw()) visit_range(v.as_object()->slots, v.as_object()->length());
    }
  }
  std::vector<Code*> found;

 private:
  std::unordered_set<std::uint64_t> seen_;
  std::vector<Value> grey_;
};

}  // namespace

std::string verify_all_code(Runtime& rt, std::size_t& count) {
  CodeFinder finder;
  rt.heap.trace_all_roots(finder);
  finder.drain();
  count = finder.found.size();
  return verify_code(rt, finder.found);
}

}  // namespace tessera
