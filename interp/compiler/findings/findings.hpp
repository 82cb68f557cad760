// What the compiler finds wrong or doubtful, of which the library warns the user. Layer: compiler.
//
// While forms are analysed the compiler collects findings, if it is asked to; the library signals a warning for each. A
// finding is a list (KIND POSITION NAME . DETAILS) in TESSERA::*FINDINGS*, newest first; POSITION is a fixnum made of
// line and column.
//
// A reference is a name that the rest of the compilation unit may still define. TESSERA::*REFERENCES*, newest first, is
// checked when the unit ends:
//     (symbol . POSITION)           a variable that is not known
//     (form . POSITION)             the call of a global function, or (FUNCTION name); in a file that is compiled also
//                                   calls of the library's own functions, because some of them define what DEFUN and
//                                   similar macros stand for
//     ((file . name) . POSITION)    the function NAME, which FILE had defined before
// The library adds a list (file ...) after the references of each file.
//
// Most checks look only at conses that the reader made from source: users are not warned of forms that a macro wrote.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "compiler/analysis/scope.hpp"
#include "compiler/compiler.hpp"

namespace tessera {

struct Body;

/// The point that the analysis has reached.
struct AnalysisPoint {
  Value form = NIL;            ///< the innermost form that is being analysed
  SourcePosition position;     ///< the position of `form` or of a form around it
  Lambda* function = nullptr;  ///< the function around the form
  Value macro_call = NIL;      ///< the innermost call in the source of a macro in whose expansion the form is
  int expansions = 0;          ///< number of macro expansions that the form is in
};

class FindingCollector {
 public:
  FindingCollector(Runtime& rt, const Arena& arena, LoadTime load_time, Findings findings, const AnalysisPoint& at)
      : rt_(rt), arena_(arena), load_time_(load_time), on_(findings == Findings::collected), at_(at) {}

  bool are_collected() const { return on_; }
  /// Begins the collection, before the first form. Without it, and with findings ignored, the other functions do
  /// nothing.
  void begin(Value lambda_expression);
  /// Reports unused variables and local functions, and wrong calls of local functions. Called after the last form.
  void finish();

  void check_call(Value form, const Scope* scope);  ///< checks the call of a global function
  void check_lambda_call(const Lambda& lambda, Value expression, Value arguments);
  void add_local_call(LocalFunction* function, Value form);
  std::size_t local_call_count() const { return local_calls_.size(); }
  void forget_local_calls(std::size_t count) { local_calls_.resize(count); }  ///< forgets all but the first `count`

  void check_repeated_keys(Value form);  ///< reports repeated keys of CASE and similar macros
  void check_declared_type(Value type, Value name, Value form, Value cell);
  void check_declared_types(const Body& body, Value name, Value init, Value cell);
  void check_standard_name(Value name, Value cell);  ///< reports a local function or macro with a standard name
  void check_unreachable(Value forms, const std::vector<Node*>& nodes);
  void add_unreachable(Value form);
  void check_unreachable_clause(Value if_form);
  bool never_returns(const Node& node) const;
  void add_failing_form(Value form, Value replacement, const Scope* scope);
  void add_variable(Value symbol);  ///< adds a reference to the variable
  /// True if findings are collected and the call stands in the source, not in a template.
  bool is_written_call(Value form) const { return on_ && is_from_source(form); }
  /// Returns the call of a macro at toplevel that has been expanded before the compilation, or NIL.
  Value expanded_before() const { return expanded_before_; }
  /// Looks at a reference to a variable: the template of a macro may have introduced it around a form of the caller's.
  void check_capture(const Scope* found);
  /// Reports the capture by a variable that a template binds, and whose name is an operand of the call.
  void check_capture(const Variable& bound, const Scope* around);
  void add_function(Value form, Value symbol);

  /// Begins to record whether the variable or function is used. `cell` is the cons of the source list that introduces
  /// it.
  void watch(Variable* variable, Value cell, const Body& body);
  void watch(LocalFunction* function, Value cell);

  /// Gives each cons of `list` the position of the corresponding cons of `other`.
  void copy_positions(Value list, Value other);

 private:
  bool is_from_source(Value cons) const;
  bool runs_at_once() const;
  SourcePosition position_of_form(Value form) const;
  SourcePosition position_of_symbol(Value symbol) const;
  void add(const char* kind, SourcePosition where, Value name, std::span<const Value> details = {});
  void add_reference(Value thing, SourcePosition where);
  Value call_meant(Value form, const Scope* scope) const;
  void check_control_string(Value form);

  Runtime& rt_;
  const Arena& arena_;
  LoadTime load_time_;
  bool on_;
  const AnalysisPoint& at_;
  bool has_positions_ = true;  ///< the reader recorded the positions of the form's conses
  Value expanded_before_ = NIL;
  bool runs_now_ = false;  ///< the form at toplevel is evaluated as soon as it is compiled
  SourcePosition toplevel_position_;
  std::vector<std::pair<LocalFunction*, Value>> local_calls_;
};

}  // namespace tessera
