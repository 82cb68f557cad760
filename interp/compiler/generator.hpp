// Code generation: one Generator for each function, nodes to register instructions. Layer: compiler.
//
// Registers are handed out as a stack: parameters, then variables of LET as they come into scope, then temporaries.
// Each node is generated for a destination: a register, nothing (effect), the function's return (tail), or all values.
#pragma once

#include <deque>
#include <unordered_map>
#include <vector>

#include "compiler/nodes.hpp"
#include "compiler/positions.hpp"
#include "compiler/variable_table.hpp"

namespace tessera {

/// What the Generators of one compilation share.
struct GenerationContext {
  Runtime& rt;
  std::unordered_map<const Lambda*, Value> static_closures;  ///< of functions that capture nothing, made when first wanted
  const Lambda* too_large = nullptr;                         ///< one whose registers or constants exceed the operands' 16 bits
  std::vector<Code*> codes;                                  ///< all that were made
};

struct Destination {
  enum class Kind { reg, effect, tail, values };
  Kind kind;
  int reg = -1;        ///< reg and values: where the (primary) value goes
  bool fresh = false;  ///< reg is the topmost register and holds nothing yet: a call may use it as its window
  static Destination to(int r) { return {Kind::reg, r}; }
  static Destination to_fresh(int r) { return {Kind::reg, r, true}; }
  static Destination effect() { return {Kind::effect}; }
  static Destination tail() { return {Kind::tail}; }
  static Destination values(int r) { return {Kind::values, r}; }
  bool is_tail() const { return kind == Kind::tail; }
};

/// A constant that fits a 16-bit operand.
inline bool fits_immediate(const Node* n) {
  const auto* c = n->if_a<ConstantNode>();
  return c != nullptr && c->value.is_fixnum() && c->value.as_fixnum() >= -32768 && c->value.as_fixnum() <= 32767;
}
inline int immediate_of(const Node* n) { return static_cast<int>(n->as<ConstantNode>()->value.as_fixnum()); }

/// What is added up, or taken away: a product of few factors, or one form.
struct Term {
  const Node* node;
  const Node* sum;  ///< the form that adds it
  bool minus;
  std::vector<Node*> factors;
  Op operation() const { return minus ? Op::SUB : Op::ADD; }
};

class Generator {
 public:
  Generator(GenerationContext& context, Lambda* lambda);
  Value closure();  ///< generate all of the function; its static Closure

 private:
  struct Label {
    int position = -1;
    std::vector<int> uses;
  };
  /// What lies between here and the function's outermost level and must be undone by a jump out of it.
  struct Dynamic {
    enum class Kind { binding, binding_depth, exit, catch_ } kind;
    int operand = 0;  ///< bindings: how many; binding_depth and exit: a register
  };
  struct ExitState {
    Destination destination;
    Label end;
    std::vector<Label> tags;
    int result = -1;
  };
  /// Where this function finds a variable: in a register, or else among what its closure captured.
  struct VariablePlace {
    bool captured;
    int index;
  };
  /// A local function whose body stands in this one.
  struct InlinedState {
    Label start;
    bool called = false;
  };

  /// Code that seldom runs: it stands behind the function's other code, and what follows it there.
  struct Aside {
    Node* node;
    Destination destination;
    Label start, back;  ///< where it stands; where it goes on
    int top;
    std::vector<Dynamic> dynamic;
    SourcePosition position;
    bool tail_allowed;
    std::vector<VariableEntry> visible;
  };

  /// While one lives, the variables that are given to `hide` are not where debuggers look for them: they have got values that
  /// belong to what comes next.
  class Hidden {
   public:
    explicit Hidden(Generator& generator) : generator_(generator), first_(generator.hidden_.size()) {}
    ~Hidden();
    Hidden(const Hidden&) = delete;
    Hidden& operator=(const Hidden&) = delete;

   private:
    Generator& generator_;
    std::size_t first_;
  };

  // --- what debuggers are told of variables (generate_variables.cpp)
  static constexpr std::uint32_t hidden_now = UINT32_MAX;  ///< `from` of a variable that is hidden
  bool tells_variables() const { return lambda_->debug > 0; }
  void show(const Variable* v, bool parameter = false);
  void show_at(Value name, VariablePlace place, bool in_cell, bool parameter);
  void end_scope(std::size_t outer);
  void note_range(VariableEntry entry);
  void hide(int reg);
  void end_variables(const std::vector<const Variable*>& ended);
  void show_captured();

  // --- emission (generator.cpp)
  int emit(Op op, int a = 0, int b = 0, int c = 0);
  void join_car(std::uint16_t list);
  int emit_wide(Op op, int a, int bc);
  void emit_jump(Op op, int a, Label& label);
  void emit_jump3(Op op, int a, int b, Label& label);
  void bind(Label& label);
  void patch(int at, int target);
  int constant_index(Value v);
  int allocate(int count = 1);
  void release_to(int top) { top_ = top; }
  Value attempt();
  Value finish();

  // --- nodes
  void generate(Node* n, Destination d);
  void to_register(Node* n, int reg) { generate(n, Destination::to(reg)); }
  void to_fresh_register(Node* n, int reg) { generate(n, Destination::to_fresh(reg)); }
  int call_window(Destination d);
  int operand(Node* n, bool later_assigns);
  std::vector<int> operands(const std::vector<Node*>& nodes);
  void deliver(int reg, Destination d);
  void load_constant(Value v, int reg);
  void return_constant(Value v);
  int target_register(Destination d);
  void branch(Node* n, bool sense, Label& label);
  void prologue();
  void parameter(const Parameter& p, int reg, bool optional);
  void supplied_parameter(const BoundVariable& supplied, int reg);
  void lambda_body();

  void constant(ConstantNode* n, Destination d);
  void local(LocalNode* n, Destination d);
  VariablePlace place_of(const Variable* v) const;
  void read_variable(const Variable* v, int reg);
  void set_local(SetLocalNode* n, Destination d);
  void global(GlobalNode* n, Destination d);
  void set_global(SetGlobalNode* n, Destination d);
  void function(FunctionNode* n, Destination d);
  void read_global(Op op, Value name, Destination d);
  void if_(IfNode* n, Destination d);
  void forms_for_effect(const std::vector<Node*>& forms, std::size_t first);
  void progn(PrognNode* n, Destination d);
  int bind_variables(const LetNode* n);
  void let(LetNode* n, Destination d);
  void bind_variable(const BoundVariable& b, int reg, int& specials, bool parameter = false);
  void body_with_bindings(Node* body, int specials, Destination d);
  void lambda(LambdaNode* n, Destination d);
  void closure_into(Lambda* l, int reg);
  Value static_closure(Lambda* l);
  void closures_of(const LocalFunctionsNode* n);
  void local_functions(LocalFunctionsNode* n, Destination d);

  // --- calls and primitives (generate_calls.cpp, generate_inlined.cpp, generate_arithmetic.cpp)
  void call(GlobalCall* n, Destination d);
  void call_value(CallValueNode* n, Destination d);
  void call_local(CallLocalNode* n, Destination d);
  void call_inlined(CallLocalNode* n, Destination d);
  std::vector<Variable*> own_parameters(std::size_t count) const;
  bool can_jump(const std::vector<Node*>& arguments) const;
  bool signals(Value function) const;
  void finish_jump(Op op, int window, std::size_t count, int c);
  void assign_parameters(CallLocalNode* n);
  void assign_all(const std::vector<Variable*>& variables, const std::vector<Node*>& values);
  bool may_be_landed_in() const;
  bool parallel_assignment(LetNode* n, Destination d);
  void inlined_body(LocalFunction* f, Destination d);
  void with_inlined_bodies(LocalFunctionsNode* n, Destination d);
  void apply(ApplyNode* n, Destination d);
  void finish_call(Op op, Op tail_op, int window, int count, int c, Destination d);
  int window_arguments(const std::vector<Node*>& nodes, int window);
  void primitive(PrimitiveNode* n, Destination d);
  void arithmetic(PrimitiveNode* n, int reg);
  bool fused_arithmetic(PrimitiveNode* n, int reg);
  bool several_products(PrimitiveNode* n, int reg);
  void dot_product(const std::vector<Term>& terms, const std::vector<int>& regs, int reg);
  void add_product(const Term& term, int a, int b, int sum, int reg);
  void emit_for(const Node* n, Op op, int a, int b, int c);
  void store(PrimitiveNode* n, Destination d);
  int in_temporary(int reg, int first_free);
  void table_get(PrimitiveNode* n, int reg);
  void primitive_value(PrimitiveNode* n, int reg);

  // --- tests (generate_tests.cpp)
  static const PrimitiveNode* test_of(const Node* n);
  static const LetNode* or_of(const Node* n);
  bool is_seldom(const Node* n) const;
  void or_(const LetNode* n, Destination d);
  Aside& put_aside(Node* n, Destination d);
  void generate_asides();
  bool checked_slot(IfNode* n, Destination d);
  void test_value(PrimitiveNode* n, Destination d);
  void branch_if(IfNode* n, bool sense, Label& label);
  void branch_primitive(const PrimitiveNode* n, bool sense, Label& label);
  bool branch_immediate(const PrimitiveNode* n, bool sense, Label& label);
  void values(ValuesNode* n, Destination d);
  void gathered_values(const std::vector<Node*>& forms, int reg);
  void multiple_value_call(MultipleValueCallNode* n, Destination d);

  // --- control (generate_control.cpp)
  void block(BlockNode* n, Destination d);
  void return_from(ReturnFromNode* n, Destination d);
  void tagbody(TagbodyNode* n, Destination d);
  void go(GoNode* n, Destination d);
  void catch_(CatchNode* n, Destination d);
  void throw_(ThrowNode* n, Destination d);
  void unwind_protect(UnwindProtectNode* n, Destination d);
  void progv(ProgvNode* n, Destination d);
  void multiple_value_prog1(MultipleValueProg1Node* n, Destination d);
  void multiple_value_bind(MultipleValueBindNode* n, Destination d);
  void multiple_value_list(MultipleValueListNode* n, Destination d);
  void undo_to(std::size_t depth);

  GenerationContext& context_;
  Runtime& rt_;
  Lambda* lambda_;
  std::vector<Instruction> code_;
  std::vector<Value> constants_;
  std::unordered_map<std::uint64_t, int> constant_indices_;
  std::vector<PositionEntry> positions_;
  SourcePosition position_;
  std::vector<VariableEntry> variables_;  ///< ranges that have ended
  std::vector<VariableEntry> visible_;    ///< of the scopes around, `from` where the range began, or `hidden_now`
  std::vector<std::size_t> hidden_;       ///< of these, those that are hidden
  std::vector<Dynamic> dynamic_;
  std::unordered_map<ExitPoint*, ExitState> exits_;
  std::unordered_map<LocalFunction*, InlinedState> inlined_;
  std::deque<Aside> asides_;
  std::vector<std::pair<Value, int>> constant_registers_;  ///< constants of loops, and where they stand
  int top_ = 0, most_ = 0;
  int protected_forms_ = 0;  ///< of UNWIND-PROTECT, around what is being generated
  int lifted_first_ = 0;     ///< register of the first variable passed by lambda lifting
  bool tail_allowed_ = true;
  bool long_jumps_ = false, overflow_ = false;
};

}  // namespace tessera
