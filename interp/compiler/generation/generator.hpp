// Code generation: nodes to register instructions, a Generator for each function. Layer: compiler.
//
// Registers are handed out as a stack: parameters, then variables as they come into scope, then temporaries. Each node
// is generated for a destination: a register, nothing (effect), the function's return (tail), or a register with all
// values.
#pragma once

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <vector>

#include "compiler/generation/emitter.hpp"
#include "compiler/generation/variable_ranges.hpp"
#include "compiler/nodes.hpp"

namespace tessera {

/// The state that the Generators of one compilation share.
struct GenerationContext {
  Runtime& rt;
  std::unordered_map<const Lambda*, Value> static_closures;  ///< the closures of functions that capture nothing, made when first used
  const Lambda* too_large = nullptr;                         ///< a function whose registers or constants exceed the 16 bits of operands
  std::vector<Code*> codes;                                  ///< all that were made
};

/// Generates the code of `lambda` and of the functions in it. Returns it as a closure without captures.
Value generate_closure(GenerationContext& context, Lambda* lambda);

enum class DestinationKind : std::uint8_t { reg, effect, tail, values };

struct Destination {
  DestinationKind kind;
  int reg = -1;        ///< reg and values: where the (primary) value goes
  bool fresh = false;  ///< reg is the topmost register and holds nothing yet: a call may use it as its window
  static Destination to(int r) { return {DestinationKind::reg, r}; }
  static Destination to_fresh(int r) { return {DestinationKind::reg, r, true}; }
  static Destination effect() { return {DestinationKind::effect}; }
  static Destination tail() { return {DestinationKind::tail}; }
  static Destination values(int r) { return {DestinationKind::values, r}; }
  bool is_tail() const { return kind == DestinationKind::tail; }
  bool is_effect() const { return kind == DestinationKind::effect; }
  bool wants_values() const { return kind == DestinationKind::tail || kind == DestinationKind::values; }
  bool has_register() const { return kind == DestinationKind::reg || kind == DestinationKind::values; }
};

/// The frame's registers, a stack. `most` is the size that the frame needs.
class RegisterStack {
 public:
  int allocate(int count = 1) {
    const int first = top_;
    top_ += count;
    need(top_);
    return first;
  }
  void release_to(int top) { top_ = top; }
  /// Ensures that the frame has at least `count` registers.
  void need(int count) { most_ = std::max(most_, count); }
  int top() const { return top_; }
  int most() const { return most_; }

 private:
  int top_ = 0, most_ = 0;
};

/// Releases at its end the registers that were allocated while it lived.
class Temporaries {
 public:
  explicit Temporaries(RegisterStack& registers) : registers_(registers), top_(registers.top()) {}
  ~Temporaries() { release(); }
  Temporaries(const Temporaries&) = delete;
  Temporaries& operator=(const Temporaries&) = delete;
  void release() const { registers_.release_to(top_); }

 private:
  RegisterStack& registers_;
  int top_;
};

/// A construct that has records on the dynamic stack, which a jump out of it must undo.
struct DynamicConstruct {
  enum class Undo : std::uint8_t { bindings, bindings_to_depth, exit, catch_ } undo;
  int operand = 0;  ///< bindings: their number; bindings_to_depth and exit: a register
};

/// The targets of jumps out of a BLOCK or within a TAGBODY.
struct ExitLabels {
  Destination destination;
  Label end;
  std::vector<Label> tags;
};

/// The body of a local function that is part of this one: where it begins, and within how many dynamic constructs.
struct ContifiedBody {
  Label start;
  std::size_t constructs = 0;
};

/// A slow path: it is emitted after the function's other code, so that the usual path has no jump over it.
struct OutOfLineCode {
  Node* node;
  Destination destination;
  Label start, back;  ///< the start of the body, and the label to which it returns
  // The generator's state at the place where it belongs:
  int top;
  std::vector<DynamicConstruct> constructs;
  SourcePosition position;
  bool tail_allowed;
  std::vector<VariableEntry> visible;
};

/// The location of a variable in this function: a register, or an index among the captured values of the closure.
struct VariableLocation {
  bool captured;
  int index;
};

enum class VariableRole : bool { local, parameter };

/// The state of the generation of one function, and what all kinds of nodes need. The function for each kind is in
/// namespace codegen.
class Generator {
 public:
  Generator(GenerationContext& shared, Lambda* function, JumpRange range);

  /// Generates the whole function. Returns its static closure.
  Value run();

  // --- nodes
  void generate(Node* n, Destination d);
  void to_register(Node* n, int reg) { generate(n, Destination::to(reg)); }
  void to_fresh_register(Node* n, int reg) { generate(n, Destination::to_fresh(reg)); }
  /// Generates all of `forms` but the last for effect, from number `first` on.
  void all_but_last_for_effect(const std::vector<Node*>& forms, std::size_t first = 0);
  /// Returns the register that holds the value of `n`: a variable's own unless a form that is evaluated later may
  /// assign it.
  int operand(Node* n, bool later_assigns = false);
  std::vector<int> operands(const std::vector<Node*>& nodes);

  // --- values
  /// Passes the value in `reg` on to `d`.
  void deliver(int reg, Destination d);
  /// Passes the values of the last form, whose primary one is in `reg`, on to `d`.
  void deliver_values(int reg, Destination d);
  int target_register(Destination d) { return d.has_register() ? d.reg : registers.allocate(); }
  void load_constant(Value v, int reg);
  void return_constant(Value v);

  // --- variables
  VariableLocation location_of(const Variable* v) const;
  void read_variable(const Variable* v, int reg);
  /// Binds `b` to the value in `reg`, which becomes the register of a lexical variable. Returns the number of special
  /// bindings, 0 or 1.
  int bind_variable(const BoundVariable& b, int reg, VariableRole role = VariableRole::local);
  void show(const Variable* v, VariableRole role = VariableRole::local);
  /// Sets dead variables to NIL, as the collector takes all registers for live.
  void clear_dead(const std::vector<const Variable*>& dead);
  /// Generates `body` within `specials` bindings of special variables, which it undoes.
  void body_with_bindings(Node* body, int specials, Destination d);

  // --- functions within
  Value static_closure(Lambda* l);
  void closure_into(Lambda* l, int reg);

  // --- leaving constructs
  /// Undoes the dynamic constructs above the first `depth`, before a jump out of them.
  void undo_to(std::size_t depth);
  OutOfLineCode& put_out_of_line(Node* n, Destination d);

  GenerationContext& context;
  Runtime& rt;
  Lambda* const lambda;
  Emitter code;
  RegisterStack registers;
  VariableRanges ranges;
  std::vector<DynamicConstruct> constructs;
  std::unordered_map<ExitPoint*, ExitLabels> exits;
  std::unordered_map<LocalFunction*, ContifiedBody> contified;
  int protected_forms = 0;  ///< number of UNWIND-PROTECTs whose protected form is being generated

 private:
  void prologue();
  void show_captured();
  void optional_parameter(const Parameter& p, int reg);
  void body();
  void generate_out_of_line();
  Value finish();

  std::deque<OutOfLineCode> out_of_line_;
  std::vector<std::pair<Value, int>> constant_registers_;  ///< constants that loops compute with
  int lifted_first_ = 0;                                   ///< register of the first variable that known calls pass
  int parameter_bindings_ = 0;                             ///< number of parameters that are special variables
  bool tail_allowed_ = true;
};

// --- helpers that the functions for nodes share (generate_*.cpp)

namespace codegen {

#define NODE(type, kind, evaluation) void kind(Generator& g, type* n, Destination d);
#include "compiler/nodes.def"
#undef NODE

void global_call(Generator& g, GlobalCall* n, Destination d);
/// Generates the call of a contified function of FLET or LABELS: its body, or a jump to it.
void contified_call(Generator& g, CallLocalNode* n, Destination d);
void with_contified_bodies(Generator& g, LocalFunctionsNode* n, Destination d);
/// Returns the variables of the first `count` required parameters.
std::vector<Variable*> parameters_of(const Lambda& l, std::size_t count);
/// Gives `variables` the values of `nodes`, as if all at once. Debuggers do not see them meanwhile: a HiddenVariables
/// must live.
void assign_in_parallel(Generator& g, const std::vector<Variable*>& variables, const std::vector<Node*>& nodes);
/// True if a tail call with these arguments may assign them to the function's own parameters, and that pays.
bool can_reuse_parameters(const Generator& g, const std::vector<Node*>& arguments);
/// Generates (let ((new-x X) (new-y Y)) (setq x new-x) (setq y new-y) . rest), which PSETQ makes. False if `n` is
/// another form.
bool parallel_assignment(Generator& g, LetNode* n, Destination d);

/// Allocates registers for function and return address of a call. If the destination is fresh it is the first of them,
/// so that the value arrives in place.
int call_window(Generator& g, Destination d);

/// Jumps to `label` if the truth of `n` is `sense`.
void branch(Generator& g, Node* n, bool sense, Label& label);
/// True if `n` is a primitive whose instruction is a jump.
bool is_test(const Node* n);
/// Generates a primitive that is a test, for its value.
void test_value(Generator& g, PrimitiveNode* n, Destination d);
/// Returns `n` as (let ((x A)) (if x x B)), which OR makes, or nullptr if it is another form.
const LetNode* or_form(const Node* n);
void or_(Generator& g, const LetNode* n, Destination d);

/// Binds the variables of `n` to their values. Returns the number of special variables.
int bind_variables(Generator& g, const LetNode* n);
/// Sums, differences, products and similar: a chain of two-operand instructions, with superinstructions where they
/// apply.
void arithmetic(Generator& g, PrimitiveNode* n, int reg);

/// True for a fixnum constant that fits an operand of 16 bits.
bool fits_immediate(const Node* n);
int immediate_of(const Node* n);

}  // namespace codegen

}  // namespace tessera
