// Analysis of forms in general, and of invalid ones.
#include "compiler/analysis/analysis.hpp"

#include <utility>

#include "data/symbols/packages.hpp"
#include "runtime/compilation.hpp"
#include "runtime/interrupts.hpp"

namespace tessera {

Analysis::Analysis(Runtime& runtime, Arena& nodes, LoadTime time, Findings wanted)
    : rt(runtime),
      arena(nodes),
      load_time(time),
      pinned(runtime.heap),
      scopes(runtime),
      macros(runtime, pinned, time),
      findings(runtime, nodes, time, wanted, at) {}

Lambda* Analysis::toplevel(Value lambda_expression, const Scope* surroundings) {
  const Value expression = pinned.promote(lambda_expression);
  capturing_operators = pinned.promote(rt.tessera("*CAPTURING-OPERATORS*"));
  re_entry = pinned.promote(rt.tessera("RE-ENTRY"));
  functions.re_entered = proclaimed_quality(rt, re_entry) > 0;
  findings.begin(expression);
  at.macro_call = findings.expanded_before();
  Lambda* const l = analyse_lambda(*this, expression, scopes.macros_of(surroundings));
  if (l != nullptr) findings.finish();
  return l;
}

namespace {

/// True if `f` is the list of the operands of `call` from one of the first on: a template with , in place of ,@ makes
/// such a form.
bool is_rest_of(Value call, Value f) {
  constexpr int max_parameters = 8;
  SourceList operands(cdr_or_nil(call));
  for (int i = 0; i < max_parameters && operands.next(); ++i)
    if (operands.cell() == f) return true;
  return false;
}

}  // namespace

// --- mistakes

namespace {

/// True if `v` has few conses, and so is finite.
bool is_short(Value v) {
  std::vector<Value> pending{v};
  for (int left = 1000; !pending.empty();) {
    Value rest = pending.back();
    pending.pop_back();
    for (SourceList list(rest); list.next();) {
      if (--left == 0) return false;
      if (list.item().is_cons()) pending.push_back(list.item());
      rest = list.rest();
    }
    if (rest.is_cons()) return false;
  }
  return true;
}

/// Returns `v` with the elements of long or deep lists in it replaced by :AND-SO-ON.
Value excerpt(Runtime& rt, Value v, int depth) {
  constexpr std::size_t max_elements = 8;
  if (!v.is_cons()) return v;
  const Value rest = rt.keyword("AND-SO-ON");
  if (depth == 0) return rest;
  std::vector<Value> elements;
  SourceList list(v);
  while (elements.size() < max_elements && list.next()) elements.push_back(excerpt(rt, list.item(), depth - 1));
  if (list.rest().is_cons()) elements.push_back(rest);
  return rt.list(elements);
}

/// Returns the list of `values` for a message, with excerpts in place of circular and long ones.
Value shown(Runtime& rt, std::initializer_list<Value> values) {
  constexpr int depth = 4;
  std::vector<Value> result;
  for (const Value v : values) result.push_back(is_short(v) ? v : excerpt(rt, v, depth));
  return rt.list(result);
}

}  // namespace

Mistake Analysis::error(const char* control, std::initializer_list<Value> arguments) {
  const Value values = shown(rt, arguments);
  rt.fail(Known::simple_program_error, {rt.sym(Known::format_control), rt.make_string(control), rt.sym(Known::format_arguments), values});
  is_mistake_ = true;
  return {};
}

Mistake Analysis::malformed(Value f, const char* control, std::initializer_list<Value> arguments) {
  const Value head = f.as_cons()->car;
  const SpecialOperator* op = find_special_operator(rt, head);
  return error("~S: ~?; the syntax is (~S~@[ ~:@(~A~)~])",
               {head, rt.make_string(control), shown(rt, arguments), head, rt.make_string(lambda_list_of(*op))});
}

Mistake Analysis::improper(Value f, const SourceList& list, const char* what) {
  const Value name = rt.make_string(what);
  if (list.is_circular()) return malformed(f, "the list of ~A is circular", {name});
  return malformed(f, "~S is not a list of ~A", {list.whole(), name});
}

Mistake Analysis::not_an_operator(Value f) {
  const Value head = f.as_cons()->car;
  if (is_rest_of(at.macro_call, f))
    error("~S is not an operator: the macro ~S makes a form of the list ~S; ,@ in its template inserts the elements",
          {head, at.macro_call.as_cons()->car, f});
  else
    error("~S is not an operator: the first element of a form must be a symbol or a lambda expression.~@[ Data is quoted: '~S.~]",
          {head, head.is_cons() ? NIL : f});
  rt.failure.type = rt.tessera("MALFORMED-OPERATOR");
  return {};
}

std::optional<std::size_t> Analysis::operand_count(Value f) {
  Value rest = f.as_cons()->cdr;
  std::size_t count;
  if (!count_conses(nullptr, rest, count)) error("~S: the form is a circular list", {f.as_cons()->car});
  else if (!is_nil(rest)) error("the form ~S is not a proper list", {f});
  else return count;
  return {};
}

bool Analysis::has_right_operands(Value f) {
  const auto count = operand_count(f);
  if (!count) return false;
  const OperandCount wanted = find_special_operator(rt, f.as_cons()->car)->count;
  if (*count < static_cast<std::size_t>(wanted.least)) return malformed(f, "too few operands in ~S", {f});
  if (wanted.most != OperandCount::any && *count > static_cast<std::size_t>(wanted.most))
    return malformed(f, "too many operands in ~S", {f});
  return true;
}

Analysis::Checkpoint Analysis::checkpoint() const {
  const Lambda* const l = at.function;
  return {at,
          functions.lambdas.size(),
          functions.local_functions.size(),
          findings.local_call_count(),
          arena.variables.size(),
          arena.functions.size(),
          l == nullptr ? 0 : l->references.size(),
          l == nullptr ? 0 : l->known_calls.size(),
          l == nullptr ? 0 : l->children.size(),
          depth_};
}

void Analysis::roll_back(const Checkpoint& to) {
  at = to.at;
  functions.lambdas.resize(to.lambdas);
  functions.local_functions.resize(to.local_functions);
  findings.forget_local_calls(to.local_calls);
  for (std::size_t i = to.variables; i < arena.variables.size(); ++i) arena.variables[i]->binding_cell = NIL;
  for (std::size_t i = to.functions; i < arena.functions.size(); ++i) arena.functions[i]->binding_cell = NIL;
  if (at.function != nullptr) {
    at.function->references.resize(to.references);
    at.function->known_calls.resize(to.known_calls);
    at.function->children.resize(to.children);
  }
  depth_ = to.depth;
}

/// Analyses the form that signals the pending failure at run time, in place of `f`; the library makes that form.
Node* Analysis::failing_form(Value f, const Scope* scope) {
  is_mistake_ = false;
  const Value replacement =
      rt.call_lisp(rt.sym(Known::failing_form), {rt.failure.type, rt.failure.initargs, boolean(load_time == LoadTime::later)});
  if (is_failed(replacement)) return nullptr;
  const Value kept = pinned.promote(replacement);
  findings.add_failing_form(f, kept, scope);
  return form(kept, scope);
}

bool Analysis::descend() {
  constexpr std::size_t node_bytes = 256;  // about what a node takes, with what the passes make of it
  if (!rt.make_room(arena.nodes.size() * node_bytes)) return rt.fail_heap(), false;
  if (!handle_interrupts(rt)) return false;  // which may collect, as expanding a macro may
  if (!rt.has_cpp_stack(static_cast<std::size_t>(depth_) * config::form_stack_bytes)) return rt.fail_stack(), false;
  if (++depth_ <= config::max_form_depth) return true;
  --depth_;
  if (!is_nil(at.macro_call) && at.expansions > config::max_form_depth / 4) {
    rt.fail_simple(Known::simple_program_error, "the expansion of ~S does not end, or nests more than about ~A forms",
                   {at.macro_call, Value::fixnum(config::max_form_depth)});
    return false;
  }
  rt.fail_simple(Known::simple_program_error, "the form is nested too deeply (the limit is about ~A)",
                 {Value::fixnum(config::max_form_depth)});
  return false;
}

// --- forms

Node* Analysis::form(Value f, const Scope* scope) {
  if (Runtime::is_symbol(f)) return symbol_form(f, scope);
  if (!f.is_cons()) return constant(f);
  const Nesting nesting(*this);
  if (!descend()) return nullptr;
  const SourcePosition outer_position = at.position;
  const Value outer_form = at.form;
  const SourcePosition* const found = rt.compilation->positions.find(f.address());
  if (found != nullptr && !is_rest_of(at.macro_call, f)) at.position = *found;
  at.form = f;
  const Checkpoint before = checkpoint();
  Node* n = cons_form(f, scope);
  if (n == nullptr && is_mistake_) {
    roll_back(before);
    n = failing_form(f, scope);
  }
  if (n != nullptr && n->position.line == 0) n->position = at.position;
  at.position = outer_position;
  at.form = outer_form;
  return n;
}

Node* Analysis::body(Value forms, const Scope* scope) {
  if (is_nil(forms)) return constant(NIL);
  if (forms.is_cons() && is_nil(forms.as_cons()->cdr)) return form(forms.as_cons()->car, scope);
  auto* n = arena.make<PrognNode>();
  if (!forms_to(n->forms, forms, scope)) return nullptr;
  if (n->forms.empty()) return error("~S is not a list of forms", {forms});
  findings.check_unreachable(forms, n->forms);
  return n;
}

bool Analysis::forms_to(std::vector<Node*>& nodes, Value list, const Scope* scope) {
  SourceList forms(list);
  while (forms.next()) {
    Node* const n = form(forms.item(), scope);
    if (n == nullptr) return false;
    nodes.push_back(n);
  }
  return !forms.is_circular() || error("a macro made the list of forms around its form circular", {});
}

Node* Analysis::expansion(Value f, const Scope* scope) {
  ++at.expansions;
  Node* const n = form(f, scope);
  --at.expansions;
  return n;
}

Node* Analysis::constant(Value v) {
  auto* n = arena.make<ConstantNode>();
  n->value = pinned.keep(v);
  return n;
}

Node* Analysis::reference(Variable* variable) {
  auto* n = arena.make<LocalNode>();
  n->variable = variable;
  at.function->references.push_back(variable);
  ++variable->uses;
  return n;
}

Node* Analysis::symbol_form(Value symbol, const Scope* scope) {
  if (symbol.is_constant_symbol()) return constant(symbol);
  const Scope* found = find_variable_binding(scope, symbol);
  if (found != nullptr && found->kind == ScopeKind::variable) {
    findings.check_capture(found);
    return reference(found->variable);
  }
  Value replacement = symbol;
  if (found == nullptr || found->kind != ScopeKind::special) {
    switch (macros.expand(replacement, scope)) {
      case Expansion::failed: return nullptr;
      case Expansion::done: {
        const Nesting nesting(*this);
        return descend() ? form(replacement, scope) : nullptr;  // it may be the symbol itself
      }
      case Expansion::none: break;
    }
  }
  const Symbol* s = rt.symbol(symbol);
  if (has_flag(s, symbol_keyword)) return constant(symbol);
  if (has_flag(s, symbol_constant) && !s->value.is_pointer() && !s->value.is_marker()) return constant(s->value);
  if (found == nullptr) findings.add_variable(symbol);
  auto* n = arena.make<GlobalNode>();
  n->symbol = symbol;
  return n;
}

namespace {

using SpecialForm = Node* (*)(Analysis& a, Value form, const Scope* scope);

Node* special_form(Analysis& a, const SpecialOperator& op, Value f, const Scope* scope) {
  static constexpr SpecialForm analysers[] = {
#define SPECIAL_OPERATOR(identifier, name, package, operands, documentation) &special_forms::identifier,
#include "runtime/special_operators.def"
#undef SPECIAL_OPERATOR
  };
  return a.has_right_operands(f) ? analysers[&op - special_operators().data()](a, f, scope) : nullptr;
}

}  // namespace

/// Analyses a compound form. Tries local functions, special operators, macros, compiler macros, and global functions,
/// in this order.
Node* Analysis::cons_form(Value f, const Scope* scope) {
  const Value head = f.as_cons()->car;
  if (!Runtime::is_symbol(head)) {
    const Value operation = car_or_nil(head);
    if (operation != rt.sym(Known::lambda) && operation != rt.sym(Known::named_lambda)) return not_an_operator(f);
    return operand_count(f) ? analyse_lambda_call(*this, head, f.as_cons()->cdr, scope) : nullptr;
  }
  const Scope* local = find_function_binding(scope, head);
  if (local != nullptr && local->kind == ScopeKind::function) return analyse_local_call(*this, f, local->function, scope);
  if (local == nullptr) {
    if (head == rt.sym(Known::declare)) return error("DECLARE: ~S does not stand at the beginning of a body", {f});
    if (const SpecialOperator* op = find_special_operator(rt, head)) return special_form(*this, *op, f, scope);
    findings.check_repeated_keys(f);
  }
  Value replacement = f;
  switch (macros.expand(replacement, scope)) {
    case Expansion::failed: return nullptr;
    case Expansion::done: {
      findings.add_failing_form(f, replacement, scope);
      const Value outer_call = std::exchange(at.macro_call, findings.is_written_call(f) ? f : at.macro_call);
      Node* const n = expansion(replacement, scope);
      at.macro_call = outer_call;
      return n;
    }
    case Expansion::none: break;
  }
  findings.check_call(f, scope);
  switch (macros.expand_compiler_macro(replacement, head, scope)) {
    case Expansion::failed: return nullptr;
    case Expansion::done: return expansion(replacement, scope);
    case Expansion::none: break;
  }
  return analyse_call(*this, f, scope);
}

}  // namespace tessera
