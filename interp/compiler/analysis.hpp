// The analysis: forms to nodes. Expands macros, resolves names, checks syntax. Layer: compiler.
//
// Macro expanders run Lisp and so may collect. What the analysis holds must not move then: `settle` promotes everything
// to old space, whose objects stay in place, after each expander ran, and `roots` keeps it alive. The analysis itself
// makes conses in old space only.
#pragma once

#include <optional>
#include <span>

#include "compiler/compiler.hpp"
#include "compiler/nodes.hpp"
#include "compiler/scope.hpp"
#include "compiler/special_operators.hpp"

namespace tessera {

/// The N of the last (OPTIMIZE (NAME N)) that was proclaimed. The library keeps an alist from qualities to lists of their values.
std::int64_t proclaimed_quality(Runtime& rt, Value name);

class Analysis final : public RootSource {
 public:
  Analysis(Runtime& rt, Arena& arena, LoadTime load_time, Notes notes);
  ~Analysis();

  /// A lambda expression (LAMBDA ...) or (NAMED-LAMBDA name ...); nullptr: failed, the failure is pending.
  Lambda* toplevel(Value lambda_expression, const Scope* macros = nullptr);
  /// All functions in the order of their analysis.
  const std::vector<Lambda*>& lambdas() const { return lambdas_; }
  const std::vector<LocalFunction*>& local_functions() const { return local_functions_; }
  /// Continuations that are taken in it may be entered more than once, and what was assigned meanwhile is to stay so: it is declared, or
  /// something is called that takes one.
  bool is_re_entered() const { return re_entered_; }

  void trace_roots(Tracer& tracer) override {
    const std::size_t first = tracer.young_only() ? settled_roots_ : 0;
    tracer.visit_range(roots_.data() + first, roots_.size() - first);
    if (tracer.young_only()) settled_roots_ = roots_.size();
    tracer.visit(capturing_operators_);
    tracer.visit(re_entry_);
  }

 private:
  using Handler = Node* (Analysis::*)(Value form, const Scope* scope);
  struct Body {  ///< a body's declarations, taken apart
    Value forms = NIL;
    Value documentation = NIL;
    std::vector<Value> specials;
    std::vector<Value> notinline;
    std::int64_t debug = -1;                     ///< (optimize (debug N)); -1: not declared
    std::vector<Value> ignored, ignorable;       ///< names of variables, and (FUNCTION name)
    std::vector<std::pair<Value, Value>> types;  ///< names, and what may be their types; only if there are notes
  };

  /// What the analysis of a form adds, and what is to go where a form within turns out to be wrong.
  struct Mark {
    Lambda* current;
    std::size_t lambdas, local_functions, local_calls, variables, functions;
    std::size_t references, known_calls, children;
    int depth, expansions;
  };

  // --- forms
  Mark mark() const;
  void go_back_to(const Mark& m);
  Node* failing(Value form, const Scope* scope);  ///< of a form with a mistake: a call that signals it when it is run
  bool descend();  ///< counts one more level of forms; false, with the failure pending, where they are too many
  Node* form(Value form, const Scope* scope);
  Node* symbol_form(Value symbol, const Scope* scope);
  Node* cons_form(Value form, const Scope* scope);
  Node* expanded_form(Value expansion, const Scope* scope);
  Node* body(Value forms, const Scope* scope);
  Node* constant(Value v);
  Node* call(Value form, const Scope* scope);
  Node* global_call(Value form, const Scope* scope);
  Node* local_call(Value form, LocalFunction* function, const Scope* scope);
  Node* lambda_call(Value lambda_expression, Value arguments, const Scope* scope);
  Node* primitive_call(const Primitive* primitive, Value form, const Scope* scope);
  Node* funcall(Value form, const Scope* scope);
  Node* apply(Value form, const Scope* scope);
  Node* values(Value form, const Scope* scope);
  bool form_to(Node*& place, Value form, const Scope* scope);   ///< false: failed
  bool body_to(Node*& place, Value forms, const Scope* scope);  ///< the same
  bool forms_to(std::vector<Node*>& places, Value list, const Scope* scope);

  // --- special operators (analysis_special.cpp, analysis_binding.cpp)
  Node* special_form(const SpecialOperator& op, Value form, const Scope* scope);
#define SPECIAL_OPERATOR(identifier, name, package, operands, documentation) Node* identifier(Value form, const Scope* scope);
#include "runtime/special_operators.def"
#undef SPECIAL_OPERATOR

  Node* set_variable(Value symbol, Value value_form, const Scope* scope);
  Node* local_functions(Value form, const Scope* scope, bool recursive);
  bool parse_binding(Value form, Value binding, Value& name, Value& init);
  bool use_exit(ExitPoint* exit, const Scope* from, const Scope* to);
  Node* function_node(Lambda* lambda);
  Node* local_reference(Variable* variable);

  // --- functions and lambda lists (analysis_lambda.cpp)
  Lambda* make_lambda(Value name, Value lambda_list, Value body_forms, const Scope* scope, LocalFunction* local = nullptr,
                      bool implicit_block = false);
  Lambda* lambda_of(Value lambda_expression, const Scope* scope);
  bool parameters(Lambda* l, Value lambda_list, const Body& parsed, const Scope*& scope, std::vector<Binding>& aux);
  bool required_parameter(Parameter& p, Value place, const Body& parsed, const Scope*& scope);
  bool init_parameter(Parameter& p, Value place, bool keyword, const Body& parsed, const Scope*& scope);
  void bind(BoundVariable& bound, Value name, const Body& parsed, const Scope*& scope, Value place);
  Node* finish_lambda_body(Lambda* l, std::vector<Binding>& aux, const Body& parsed, const Scope* scope, Value block_name);

  // --- bodies and scopes
  bool parse_body(Value forms, bool documentation_allowed, Body& out);
  bool parse_declaration(Value specifier, Body& out);
  const Scope* free_declarations(const Body& parsed, const Scope* scope, std::span<const Value> bound = {});
  const Scope* extend(Scope::Kind kind, Value name, const Scope* parent);
  const Scope* macros_of(const Scope* scope);
  const Scope* extend_variable(Variable* variable, const Scope* parent);
  bool is_special(Value name, const Body& parsed) const;
  bool check_variable_name(Value name, Known operation);

  // --- macros
  enum class Expanded { no, yes, failed };
  Value expansion_by(Value expander, Value f, const Scope* scope, Value otherwise);
  Expanded expand(Value& form, const Scope* scope);
  Expanded expand_compiler_macro(Value& form, Value function, const Scope* scope);
  bool may_inline(Value function, const Scope* scope);  ///< neither declared nor proclaimed NOTINLINE
  Value function_symbol(Value name);
  Value global_setter(Value name, const Scope* scope);
  void settle();
  Value settled(Value v);  ///< keep `v` and return it at the place where it stays
  Value keep(Value v) {
    roots_.push_back(v);
    return v;
  }

  // --- what a user is to be warned of (findings.cpp); nothing of it is done unless `notes_` is on
  void begin_notes(Value lambda_expression);
  bool is_written(Value cons) const;  ///< it stands so in the source, no macro made it
  bool runs_at_once() const;          ///< what is wrong here, fails when the form at toplevel is evaluated, which is now
  bool never_returns(const Node& n) const;
  SourcePosition position_of_form(Value form) const;  ///< where it stands, or else where the form does that is being analysed
  SourcePosition position_of_symbol(Value symbol) const;
  void note(const char* kind, SourcePosition where, Value name, std::span<const Value> details = {});
  void note_failing(Value form, Value replacement);  ///< if that signals what is wrong with the form
  void note_standard_name(Value name, Value place);  ///< of a local function or macro
  void note_call(Value form, const Scope* scope);    ///< of a global function
  Value call_meant(Value form, const Scope* scope) const;
  void note_control(Value form);
  void note_lambda_call(const Lambda& lambda, Value expression, Value arguments);
  void note_repeated_keys(Value form);
  void place_as(Value list, Value other);  ///< have each cons of `list` stand where that of `other` does
  void note_declared(Value type, Value name, Value form, Value place);
  void note_declared(const Body& parsed, Value name, Value init, Value place);
  void note_function(Value form, Value symbol);
  void note_variable(Value symbol);
  void note_unreachable(Value forms, const std::vector<Node*>& nodes);
  void note_hidden_clause(Value if_form);
  void watch(Variable* variable, Value place, const Body& parsed);
  void watch(LocalFunction* function, Value place);
  void note_uses();  ///< at the end: variables and local functions that are not used, calls of local functions that do not fit

  // --- errors: nullptr, with the failure pending. The innermost form around becomes one that signals it.
  Node* error(const char* control, std::initializer_list<Value> arguments);
  Node* malformed(Value form, const char* control, std::initializer_list<Value> arguments);  ///< of a special operator: names its syntax
  bool proper(Value form);
  std::optional<std::size_t> operand_count(Value form);
  bool check_operands(Value form);  ///< of a special operator: as many as its table says

  Runtime& rt_;
  Arena& arena_;
  LoadTime load_time_;
  std::vector<Value> roots_;
  std::size_t settled_roots_ = 0;  ///< so many of them are in old space
  std::vector<std::unique_ptr<Scope>> scopes_;
  std::vector<Lambda*> lambdas_;
  std::vector<LocalFunction*> local_functions_;
  Lambda* current_ = nullptr;
  SourcePosition position_;
  int depth_ = 0;
  bool mistaken_ = false;  ///< the pending failure is a mistake in the form, and no reason to give up

  bool notes_;
  Value capturing_operators_;  ///< a symbol whose value is a list of names
  Value re_entry_;             ///< the optimize quality
  bool re_entered_;
  bool has_positions_ = true;  ///< the reader noted where the conses of the form stand
  bool runs_now_ = false;      ///< the form at toplevel is evaluated once it is compiled
  int expansions_ = 0;         ///< that the form being analysed is in
  SourcePosition toplevel_position_;
  Value form_ = NIL;  ///< the innermost being analysed
  std::vector<std::pair<LocalFunction*, Value>> local_calls_;
};

}  // namespace tessera
