// The instruction set as a table, and the page that is made of it.
#include "compiler/instructions.hpp"

#include "catch.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "compiler/generation/primitives.hpp"
#include "lisp.hpp"

using namespace tessera;

namespace {

constexpr const char* docs[] = {
#define OP(name, operands, control, effects, machine_code, facts, doc) doc,
#include "compiler/opcodes.def"
#undef OP
};
constexpr const char* controls[] = {
#define OP(name, operands, control, effects, machine_code, facts, doc) #control,
#include "compiler/opcodes.def"
#undef OP
};
constexpr const char* fact_texts[] = {
#define OP(name, operands, control, effects, machine_code, facts, doc) #facts,
#include "compiler/opcodes.def"
#undef OP
};
constexpr const char* operand_texts[] = {
#define OP(name, operands, control, effects, machine_code, facts, doc) operands,
#include "compiler/opcodes.def"
#undef OP
};

std::string length_text(const InstructionFacts& f) {
  const bool words = (f.control.flow == Flow::with || f.control.flow == Flow::over) && f.control.other != Op::count;
  if (!words) return "1";
  return find_operand(f, Operand::Kind::count) >= 0 ? "1 + count" : "2";
}

std::string effects_text(const InstructionFacts& f) {
  const char* const records[] = {"",        "a binding", "bindings", "the mark of cleanup forms",
                                 "a block", "a tagbody", "a catch",  "cleanup forms"};
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (f.effects.operation != nullptr) add(std::string("fails as `") + f.effects.operation + "`");
  if (f.effects.allocates) add("allocates");
  if (f.effects.calls) add("calls");
  if (f.effects.pushes != DynamicKind::nothing) add(std::string("pushes ") + records[static_cast<int>(f.effects.pushes)]);
  if (f.effects.pops != DynamicKind::nothing) add(std::string("pops ") + records[static_cast<int>(f.effects.pops)]);
  return text;
}

/// In a cell of a table; in code a star stands for itself.
std::string escaped(const std::string& text) {
  const bool is_code = text.starts_with('`');
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : c == '*' && !is_code ? std::string("\\*") : std::string(1, c);
  return out;
}

std::string instruction_page() {
  std::ostringstream page;
  page << "# The instruction set\n\n"
          "Generated from `opcodes.def`, whose head explains the columns; do not edit. To generate it, run\n"
          "`TESSERA_WRITE_PAGES=1 build/release/tessera_tests \"[instructions]\"`.\n\n"
          "| instruction | operands | words | control | effects | machine code | what it does |\n|---|---|---|---|---|---|---|\n";
  for (std::size_t n = 0; n < instruction_facts.size(); ++n) {
    const InstructionFacts& f = instruction_facts[n];
    const std::string facts = std::string("`") + fact_texts[n] + "`";
    page << "| " << f.name << " | `" << operand_texts[n] << "` | " << length_text(f) << " | `" << controls[n] << "` | " << effects_text(f)
         << " | " << (f.jit.has_code ? escaped(facts) : "none") << " | " << escaped(docs[n]) << " |\n";
  }
  return page.str();
}

TEST_CASE("the page of the instruction set agrees with the table", "[instructions]") {
  const std::string path = source_path("interp/compiler/instructions.md");
  if (std::getenv("TESSERA_WRITE_PAGES") != nullptr) std::ofstream(path) << instruction_page();
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  CHECK(text.str() == instruction_page());
}

TEST_CASE("each test instruction has an opposite with the same operands", "[instructions]") {
  for (std::size_t n = 0; n < instruction_facts.size(); ++n) {
    const Op op = static_cast<Op>(n);
    if (!has_opposite(op)) continue;
    INFO(facts_of(op).name);
    CHECK(opposite(op) != op);
    CHECK(opposite(opposite(op)) == op);
    CHECK(std::string(operand_texts[n]) == operand_texts[static_cast<std::size_t>(opposite(op))]);
  }
}

TEST_CASE("each operator with an instruction is also a function", "[instructions]") {
  const tessera::Interpreter lisp;
  for (const Primitive& p : primitives()) {
    const std::string name = std::string("tessera::") + p.name;
    CHECK(outcome(lisp, "(functionp #'" + name + ")") == "T");
    CHECK(outcome(lisp, "(macro-function '" + name + ")") == "NIL");
    // A compiler macro would come before the instructions.
    const std::string call = "(" + name + (p.min_args == 1 ? " a)" : p.min_args == 2 ? " a b)" : " a b c)");
    CHECK(outcome(lisp, "(let ((call '" + call + ")) (eq (funcall (or (compiler-macro-function '" + name +
                            ") (lambda (form env) env form)) call nil) call))") == "T");
  }
}

TEST_CASE("the table is consistent", "[instructions]") {
  for (const InstructionFacts& f : instruction_facts) {
    INFO(f.name);
    const bool jumps = find_operand(f, Operand::Kind::offset) >= 0;
    const Flow flow = f.control.flow;
    CHECK(jumps ==
          (flow == Flow::jump || flow == Flow::loop || flow == Flow::test || flow == Flow::lands || std::string_view(f.name) == "OFCLASS"));
    CHECK((f.effects.calls == (flow == Flow::call || flow == Flow::tail)));
    CHECK(((flow == Flow::lands) == (f.effects.pushes >= DynamicKind::block)));
    for (int n = 0; n < 2; ++n)
      if (f.operands[n].wide) CHECK(n == 1);
    if (f.control.other != Op::count && flow != Flow::test) CHECK(facts_of(f.control.other).control.flow == Flow::word);
  }
}

}  // namespace
