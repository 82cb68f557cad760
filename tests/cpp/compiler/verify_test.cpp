// The verifier of code objects: each thing that the machine takes for granted, right and wrong.
#include "compiler/verifier/verify.hpp"

#include "catch.hpp"

#include "compiler/compiler.hpp"
#include "lisp.hpp"
#include "vm/vm.hpp"

using namespace tessera;

namespace {

Instruction ins(Op op, int a = 0, int b = 0, int c = 0) {
  return {static_cast<std::uint16_t>(op), static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b), static_cast<std::uint16_t>(c)};
}
Instruction wide(Op op, int a, int bc) {
  Instruction i = ins(op, a);
  i.set_bc(bc);
  return i;
}

/// Makes code objects in an interpreter of its own.
class Sample {
 public:
  Value symbol(const char* name) { return to_value(rt().symbol(rt().cl(name))); }

  Code* code(const std::vector<Instruction>& instructions, const std::vector<Value>& constants = {}, Arity arity = {1}, int registers = 8) {
    Object* o = rt().heap.allocate_old(Type::code, code_fixed_slots + constants.size());
    Code* c = reinterpret_cast<Code*>(o);
    c->arity = Value::fixnum(arity.pack());
    c->instructions = make_instructions(rt().heap, arity, static_cast<std::uint32_t>(registers), instructions);
    std::copy(constants.begin(), constants.end(), c->constants);
    return c;
  }
  Value function(Code* c) { return Value::object(rt().heap.allocate_old(Type::closure, 1, to_value(c))); }

  std::string problem_together(std::vector<Code*> codes, Value entry = NIL) { return verify_code(rt(), codes, entry); }
  /// Returns the verifier's complaint about a function of these instructions.
  std::string problem(const std::vector<Instruction>& instructions, const std::vector<Value>& constants = {}) {
    return problem_together({code(instructions, constants)});
  }
  Runtime& rt() { return lisp_.vm(); }

 private:
  Interpreter lisp_;
};

constexpr Arity known(std::uint32_t required) {
  Arity a{required};
  a.known = true;
  return a;
}

bool says(const std::string& problem, const std::string& part) {
  INFO(problem);
  const bool found = problem.find(part) != std::string::npos;
  CHECK(found);
  return found;
}

TEST_CASE("the verifier accepts the compiler's code", "[verify]") {
  Sample s;
  CHECK(s.problem({ins(Op::RETURN)}) == "");
  CHECK(s.problem({ins(Op::JNIL, 0), ins(Op::RETURN)}) == "");
  CHECK(s.problem({ins(Op::MOVE, 3, 0), ins(Op::CALLG, 1, 1, 0), ins(Op::RETURN, 1)}, {s.symbol("CAR")}) == "");
}

TEST_CASE("registers", "[verify]") {
  Sample s;
  says(s.problem({ins(Op::MOVE, 8, 0), ins(Op::RETURN)}), "instruction 0 (MOVE): there is no register 8");
  says(s.problem({ins(Op::MOVE, 1, 2), ins(Op::RETURN)}), "register 2 is not set");
  says(s.problem({ins(Op::LIST, 1, 6, 3), ins(Op::RETURN)}), "there is no register 8");
  says(s.problem({ins(Op::CALL, 6, 1), ins(Op::RETURN)}), "there is no register 8");
  says(s.problem({ins(Op::PROTECT, 5), ins(Op::RETURN)}), "there is no register 8");
  says(s.problem({ins(Op::ADDADD, 1, 0, 0), ins(Op::OPERAND, 9), ins(Op::RETURN), ins(Op::RETURN), ins(Op::RETURN)}), "register 9");
  // a call destroys its window and the registers above
  says(s.problem({ins(Op::MOVE, 5, 0), ins(Op::MOVE, 4, 0), ins(Op::CALLG, 2, 1, 0), ins(Op::RETURN, 5)}, {s.symbol("CAR")}),
       "register 5 is not set");
  // a register that only one path sets
  says(s.problem({wide(Op::JNIL, 0, 1), ins(Op::LOADT, 1), ins(Op::RETURN, 1)}), "register 1 is not set");
}

TEST_CASE("constants", "[verify]") {
  Sample s;
  says(s.problem({wide(Op::LOADK, 0, 0), ins(Op::RETURN)}), "there is no constant 0");
  says(s.problem({wide(Op::LOADK, 0, -1), ins(Op::RETURN)}, {T}), "there is no constant -1");
  const Op of_symbols[] = {Op::GETGLOBAL, Op::SETGLOBAL, Op::FUNCTION, Op::BIND};
  for (const Op op : of_symbols) says(s.problem({wide(op, 0, 0), ins(Op::RETURN)}, {Value::fixnum(3)}), "constant 0 is not of the kind");
  says(s.problem({ins(Op::CALLG, 1, 0, 0), ins(Op::RETURN, 1)}, {NIL}), "constant 0");
  says(s.problem({ins(Op::JKIND, 0, 0, 0), ins(Op::RETURN)}, {T}), "constant 0");
  says(s.problem({ins(Op::JINSTANCE, 0, 0, 0), ins(Op::RETURN)}, {Value::object(s.rt().heap.allocate_old(Type::instance, 2))}),
       "constant 0");
  says(s.problem({ins(Op::SLOTREF, 1, 0, 0), wide(Op::OFCLASS, 0, 0), ins(Op::RETURN)}, {s.symbol("CAR")}), "constant 0");
  says(s.problem({ins(Op::CALLK, 1, 0, 0), ins(Op::RETURN, 1)}, {T}), "constant 0");
  says(s.problem({ins(Op::CLOSURE, 1, 0, 0), ins(Op::RETURN, 1)}, {T}), "constant 0");
}

TEST_CASE("jumps, operand words and the end", "[verify]") {
  Sample s;
  says(s.problem({wide(Op::JUMP, 0, 5), ins(Op::RETURN)}), "at 6 there is nothing to jump to");
  says(s.problem({ins(Op::RETURN), wide(Op::JUMP, 0, -2)}), "cannot go backwards");
  says(s.problem({ins(Op::RETURN), wide(Op::BLOCK, 1, -2), ins(Op::RETURN)}), "cannot go backwards");
  CHECK(s.problem({wide(Op::LOOP, 0, -1)}) == "");
  says(s.problem({wide(Op::JNIL, 0, 1), ins(Op::ADDADD, 1, 0, 0), ins(Op::OPERAND, 0), ins(Op::RETURN), ins(Op::RETURN), ins(Op::RETURN)}),
       "at 2 there is nothing to jump to");
  says(s.problem({ins(Op::LOADT, 1)}), "control runs past the end");
  says(s.problem({ins(Op::RETURN), ins(Op::OPERAND)}), "operand word");
  says(s.problem({ins(Op::ADDADD, 1, 0, 0), ins(Op::RETURN), ins(Op::RETURN)}), "an operand word is missing");
  says(s.problem({ins(Op::ADDADD, 1, 0, 0), ins(Op::OPERAND), ins(Op::RETURN)}), "nothing to jump to");
  says(s.problem({ins(Op::CARCDR, 1, 0), ins(Op::RETURN)}), "nothing to jump to");
  says(s.problem({ins(Op::HALT)}), "reserved for the virtual machine");
  says(s.problem({Instruction{9999, 0, 0, 0}}), "there is no such instruction");
  says(s.problem({ins(Op::APPLY, 1, 0), ins(Op::RETURN, 1)}), "the count is 0");
  says(s.problem({}), "no instructions");
}

TEST_CASE("cells, tokens, closures and captures", "[verify]") {
  Sample s;
  CHECK(s.problem({ins(Op::CELLNEW, 1, 0), ins(Op::CELLGET, 2, 1), ins(Op::RETURN, 2)}) == "");
  says(s.problem({ins(Op::CELLGET, 2, 0), ins(Op::RETURN, 2)}), "register 0 is not known to hold a cell");
  says(s.problem({ins(Op::EXITBLOCK, 0, 0)}), "register 0 is not known to hold a token");
  says(s.problem({wide(Op::JNIL, 0, 2), ins(Op::CELLNEW, 1, 0), wide(Op::JUMP, 0, 1), ins(Op::MOVE, 1, 0), ins(Op::CELLGET, 2, 1),
                  ins(Op::RETURN)}),
       "register 1 is not known to hold a cell");
  Code* const inner = s.code({ins(Op::CAPTUREDCELLGET, 0, 1), ins(Op::RETURN)}, {}, {0});
  const Value k = to_value(inner);
  const auto made = [&](const std::vector<Instruction>& body) { return s.problem_together({s.code(body, {k}), inner}); };
  CHECK(made({ins(Op::CELLNEW, 1, 0), ins(Op::CLOSURE, 2, 0, 2), ins(Op::CAPTURE, 0, 0), ins(Op::CAPTURE, 1, 0), ins(Op::RETURN, 2)}) ==
        "");
  says(made({ins(Op::CLOSURE, 2, 0, 2), ins(Op::CAPTURE, 0, 0), ins(Op::CAPTURE, 0, 0), ins(Op::RETURN, 2)}),
       "register 0 is not known to hold a cell");
  says(made({ins(Op::CLOSURE, 2, 0, 1), ins(Op::CAPTURE, 0, 0), ins(Op::RETURN, 2)}), "needs more captured values");
  says(made({ins(Op::CELLNEW, 1, 0), ins(Op::CLOSURE, 2, 0, 2), ins(Op::CAPTURE, 1, 0), ins(Op::CAPTURE, 1, 0),
             ins(Op::CLOSURESET, 2, 1, 0), ins(Op::RETURN, 2)}),
       "register 0 is not known to hold a cell");
  says(made({ins(Op::CELLNEW, 1, 0), ins(Op::CLOSURE, 2, 0, 2), ins(Op::CAPTURE, 1, 0), ins(Op::CAPTURE, 1, 0),
             ins(Op::CLOSURESET, 2, 2, 0), ins(Op::RETURN, 2)}),
       "captured fewer values");
  says(s.problem_together({inner}, s.function(inner)), "its function lacks captured values");
  says(s.problem_together({s.code({wide(Op::LOADK, 0, 0), ins(Op::RETURN)}, {s.function(inner)}), inner}), "lacks captured values");
}

TEST_CASE("known calls pass what the callee relies on", "[verify]") {
  Sample s;
  Code* const callee = s.code({ins(Op::CELLGET, 0, 0), ins(Op::RETURN)}, {}, known(1));
  const Value f = s.function(callee);
  const auto call = [&](const std::vector<Instruction>& body, Value function) {
    return s.problem_together({s.code(body, {function}), callee});
  };
  CHECK(call({ins(Op::CELLNEW, 3, 0), ins(Op::CALLK, 1, 1, 0), ins(Op::RETURN, 1)}, f) == "");
  says(call({ins(Op::MOVE, 3, 0), ins(Op::CALLK, 1, 1, 0), ins(Op::RETURN, 1)}, f), "register 3 is not known to hold a cell");
  says(call({ins(Op::CALLK, 1, 0, 0), ins(Op::RETURN, 1)}, f), "cannot be called in this way");
  // a function needs itself the captured values that it passes on
  Code* const passes = s.code({ins(Op::MOVE, 3, 0), ins(Op::CALLK, 1, 1, 0), ins(Op::RETURN, 1)}, {f}, known(1));
  CHECK(s.problem_together({passes, callee}) == "");
  Code* const caller = s.code({ins(Op::MOVE, 3, 0), ins(Op::CALLK, 1, 1, 0), ins(Op::RETURN, 1)}, {s.function(passes)});
  says(s.problem_together({caller, passes, callee}), "register 3 is not known to hold a cell");
  // one that was compiled elsewhere
  says(s.problem_together({s.code({ins(Op::CELLNEW, 3, 0), ins(Op::CALLK, 1, 1, 0), ins(Op::RETURN, 1)}, {f})}),
       "cannot be called in this way");
}

TEST_CASE("dynamic records", "[verify]") {
  Sample s;
  const Value x = s.symbol("CAR");
  CHECK(s.problem({wide(Op::BIND, 0, 0), ins(Op::UNBIND, 1), ins(Op::RETURN)}, {x}) == "");
  says(s.problem({wide(Op::BIND, 0, 0), ins(Op::RETURN)}, {x}), "left behind");
  says(s.problem({wide(Op::BIND, 0, 0), ins(Op::UNBIND, 2), ins(Op::RETURN)}, {x}), "records on top are of another kind");
  says(s.problem({ins(Op::ENDCATCH), ins(Op::RETURN)}), "records on top are of another kind");
  says(s.problem({wide(Op::JNIL, 0, 1), wide(Op::BIND, 0, 0), ins(Op::LOADT, 1), ins(Op::RETURN)}, {x}), "other dynamic records");
  says(s.problem({wide(Op::BIND, 0, 0), ins(Op::TAILCALLG, 1, 0, 0), ins(Op::RETURN, 1)}, {x}), "left behind");
  CHECK(s.problem({ins(Op::DEPTH, 1), ins(Op::PROGV, 0, 0), ins(Op::UNBINDTO, 1), ins(Op::RETURN)}) == "");
  says(s.problem({ins(Op::PROGV, 0, 0), ins(Op::UNBINDTO, 0), ins(Op::RETURN)}), "height of the dynamic records");
  says(s.problem({ins(Op::DEPTH, 1), ins(Op::PROGV, 0, 0), ins(Op::UNBIND, 1), ins(Op::RETURN)}), "records on top are of another kind");
  CHECK(s.problem({wide(Op::BLOCK, 1, 2), ins(Op::ENDEXIT, 1), ins(Op::RETURN), ins(Op::RETURN, 1)}) == "");
  // at the target of an exit, changes made meanwhile count
  says(s.problem({ins(Op::CELLNEW, 2, 0), wide(Op::BLOCK, 1, 3), ins(Op::MOVE, 2, 0), ins(Op::ENDEXIT, 1), ins(Op::RETURN),
                  ins(Op::CELLGET, 0, 2), ins(Op::RETURN)}),
       "register 2 is not known to hold a cell");
}

TEST_CASE("saved values and states", "[verify]") {
  Sample s;
  CHECK(s.problem({ins(Op::MVSAVE, 0), ins(Op::MVRESTORE, 0), ins(Op::RETURNMV)}) == "");
  says(s.problem({ins(Op::MVRESTORE, 0), ins(Op::RETURNMV)}), "holds no saved values");
  says(s.problem({ins(Op::MVSAVE, 0), ins(Op::LOADI, 1), ins(Op::MVRESTORE, 0), ins(Op::RETURNMV)}), "holds no saved values");
  says(s.problem({ins(Op::MVSAVE, 0), ins(Op::MOVE, 3, 0), ins(Op::MOVE, 4, 1), ins(Op::MVRESTORE, 3), ins(Op::RETURNMV)}),
       "no saved values");
  CHECK(s.problem({wide(Op::PROTECT, 1, 1), ins(Op::UNPROTECT, 1, 0), ins(Op::ENDPROTECT, 1), ins(Op::RETURNMV, 1)}) == "");
  says(s.problem({ins(Op::ENDPROTECT, 0), ins(Op::RETURNMV)}), "holds no state of cleanup forms");
  says(s.problem({wide(Op::PROTECT, 1, 1), ins(Op::UNPROTECT, 1, 0), ins(Op::LOADT, 2), ins(Op::ENDPROTECT, 1), ins(Op::RETURNMV, 1)}),
       "holds no state");
  // a pending exit may lead to a record that is gone by then
  says(s.problem({wide(Op::BLOCK, 6, 6), wide(Op::PROTECT, 1, 1), ins(Op::UNPROTECT, 1, 0), ins(Op::ENDEXIT, 6), ins(Op::ENDPROTECT, 1),
                  ins(Op::RETURNMV, 1), ins(Op::RETURN), ins(Op::RETURN, 6)}),
       "the dynamic records on top are of another kind");
}

TEST_CASE("arity, frame and tables", "[verify]") {
  Sample s;
  const std::vector<Instruction> body = {ins(Op::RETURN)};
  Code* c = s.code(body, {}, {20}, 8);
  says(s.problem_together({c}), "more parameters than registers");
  c = s.code(body);
  c->keywords = T;
  says(s.problem_together({c}), "keywords");
  c = s.code(body);
  c->keywords = Value::object(s.rt().heap.allocate_old(Type::simple_vector, 1));
  says(s.problem_together({c}), "its arity takes none");
  c = s.code(body);
  c->arity = Value::fixnum(std::int64_t{1} << 30);
  says(s.problem_together({c}), "its arity is invalid");
  c = s.code(body);
  c->origin = s.rt().heap.cons(NIL, T);
  says(s.problem_together({c}), "docstring");
  for (const std::vector<unsigned char>& bytes :
       {std::vector<unsigned char>{0, 2}, {0x80}, {5, 0, 0}, {0, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0}}) {
    c = s.code(body);
    Object* o = s.rt().heap.allocate_raw_old(Type::raw_data, bytes.size());
    std::copy(bytes.begin(), bytes.end(), o->data<unsigned char>());
    c->positions = Value::object(o);
    says(s.problem_together({c}), "positions");
  }
}

TEST_CASE("the verifier accepts the whole standard library", "[verify]") {
  Interpreter lisp;
  std::size_t count = 0;
  CHECK(verify_all_code(lisp.vm(), count) == "");
  CHECK(count > 1000);
}

}  // namespace
