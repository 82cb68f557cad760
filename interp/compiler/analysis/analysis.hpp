// The analysis: forms to nodes. Expands macros, resolves names, checks syntax. Layer: compiler.
//
// A form that is wrong does not end the compilation: the innermost form around the mistake is replaced by a call that
// signals the error at run time. Functions that analyse return nullptr or false for a form that is wrong, or if a
// failure of another kind is pending, which ends the compilation: an exit, nesting that is too deep.
#pragma once

#include <optional>

#include "compiler/analysis/body.hpp"
#include "compiler/analysis/expansion.hpp"
#include "compiler/analysis/pinned.hpp"
#include "compiler/analysis/source_list.hpp"
#include "compiler/analysis/special_operators.hpp"
#include "compiler/compiler.hpp"
#include "compiler/findings/findings.hpp"
#include "compiler/nodes.hpp"

namespace tessera {

/// Returns the level N of the last proclaimed (OPTIMIZE (NAME N)), 0 if there was none.
std::int64_t proclaimed_quality(Runtime& rt, Value name);

/// The result of a function that has reported a mistake: false, or nullptr.
struct Mistake {
  operator bool() const { return false; }                     // NOLINT: it is returned in place of one
  template <class T> operator T*() const { return nullptr; }  // NOLINT
};

/// The functions that the analysis found, for the later passes.
struct AnalysedFunctions {
  std::vector<Lambda*> lambdas;                 ///< all functions in the order of their analysis
  std::vector<LocalFunction*> local_functions;  ///< the functions of FLET and LABELS
  bool re_entered = false;  ///< continuations may enter frames again and must find assignments kept: declared, or a function is called that
                            ///< takes continuations
};

class Analysis final {
 public:
  Analysis(Runtime& runtime, Arena& nodes, LoadTime time, Findings wanted);
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;

  /// Analyses (LAMBDA ...) or (NAMED-LAMBDA name ...). nullptr: a failure is pending.
  Lambda* toplevel(Value lambda_expression, const Scope* surroundings = nullptr);

  Node* form(Value form, const Scope* scope);
  /// Analyses the forms of a body without declarations.
  Node* body(Value forms, const Scope* scope);
  bool form_to(Node*& node, Value f, const Scope* scope) { return (node = form(f, scope)) != nullptr; }
  bool body_to(Node*& node, Value forms, const Scope* scope) { return (node = body(forms, scope)) != nullptr; }
  bool forms_to(std::vector<Node*>& nodes, Value list, const Scope* scope);
  /// Analyses the expansion of the form that is being analysed.
  Node* expansion(Value form, const Scope* scope);
  Node* constant(Value v);
  Node* reference(Variable* variable);

  /// Counts one more level of nesting, and handles interrupts. False, with a failure pending, if the form is nested too
  /// deeply.
  bool descend();

  /// Reports a mistake in the form. `control` is a sentence.
  Mistake error(const char* control, std::initializer_list<Value> arguments);
  /// Reports that `form` begins with what cannot be an operator.
  Mistake not_an_operator(Value form);
  /// Reports a mistake in `form`, a special form, with the syntax of its operator. `control` is a clause.
  Mistake malformed(Value form, const char* control, std::initializer_list<Value> arguments);
  /// Reports that the list of `what` in the special form `form` is not a proper list.
  Mistake improper(Value form, const SourceList& list, const char* what);
  /// Returns the number of operands of `form`. Reports a mistake if they are not a proper list.
  std::optional<std::size_t> operand_count(Value form);
  /// True if `form`, a special form, has as many operands as the table of special operators says.
  bool has_right_operands(Value form);

  Runtime& rt;
  Arena& arena;
  const LoadTime load_time;
  PinnedValues pinned;
  ScopeArena scopes;
  MacroExpander macros;
  AnalysisPoint at;
  FindingCollector findings;
  AnalysedFunctions functions;
  Value capturing_operators = NIL;  ///< the symbol *CAPTURING-OPERATORS*, whose value lists the functions that take continuations
  Value re_entry = NIL;             ///< the symbol RE-ENTRY, an optimize quality

 private:
  friend class Nesting;
  /// The sizes of what grows while a form is analysed.
  struct Checkpoint {
    AnalysisPoint at;
    std::size_t lambdas, local_functions, local_calls, variables, functions;
    std::size_t references, known_calls, children;
    int depth;
  };

  Checkpoint checkpoint() const;
  void roll_back(const Checkpoint& to);
  Node* failing_form(Value form, const Scope* scope);
  Node* symbol_form(Value symbol, const Scope* scope);
  Node* cons_form(Value form, const Scope* scope);

  int depth_ = 0;
  bool is_mistake_ = false;  ///< the pending failure is a mistake in the form
};

/// Gives back at its end the levels of nesting that were counted while it lived.
class Nesting {
 public:
  explicit Nesting(Analysis& a) : analysis_(a), outer_(a.depth_) {}
  ~Nesting() { analysis_.depth_ = outer_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

 private:
  Analysis& analysis_;
  int outer_;
};

/// One function for each special operator, named by the identifier in the table. It is called for forms with the right
/// number of operands.
namespace special_forms {
#define SPECIAL_OPERATOR(identifier, name, package, operands, documentation) Node* identifier(Analysis& a, Value form, const Scope* scope);
#include "runtime/special_operators.def"
#undef SPECIAL_OPERATOR
}  // namespace special_forms

// --- calls (analysis_calls.cpp)

/// Analyses the call `form` of a function that has no local definition.
Node* analyse_call(Analysis& a, Value form, const Scope* scope);
Node* analyse_local_call(Analysis& a, Value form, LocalFunction* function, const Scope* scope);
/// Analyses the call of a lambda expression.
Node* analyse_lambda_call(Analysis& a, Value lambda_expression, Value arguments, const Scope* scope);

// --- functions (analysis_lambda.cpp)

/// A function as it is written: in a lambda expression, or in FLET and LABELS (`local`), where the body is a block of
/// the function's name.
struct LambdaSource {
  Value name, lambda_list, body;
  LocalFunction* local = nullptr;
};
Lambda* analyse_lambda(Analysis& a, const LambdaSource& source, const Scope* scope);
Lambda* analyse_lambda(Analysis& a, Value lambda_expression, const Scope* scope);
/// Returns the node of `lambda`, or nullptr if `lambda` is nullptr.
Node* function_node(Analysis& a, Lambda* lambda);
/// Returns the symbol of the function name `name`, a symbol or (SETF symbol); UNBOUND if it is not one.
Value function_symbol(Analysis& a, Value name);

}  // namespace tessera
