// Findings of mistakes and useless code in forms; checks of references at the end of a unit. Compiled for size.
#include "compiler/findings/findings.hpp"

#include <algorithm>

#include "compiler/analysis/body.hpp"
#include "compiler/analysis/source_list.hpp"
#include "compiler/findings/call_checks.hpp"
#include "compiler/findings/control_strings.hpp"
#include "data/symbols/packages.hpp"
#include "data/tables/equality.hpp"
#include "runtime/compilation.hpp"

namespace tessera {

namespace {

constexpr int column_bits = 20;

Value packed_position(SourcePosition p) {
  return Value::fixnum((std::int64_t{p.line} << column_bits) | std::min<std::int64_t>(p.column, (1 << column_bits) - 1));
}

/// Conses in old space, so that the analysis causes no collection.
Value cons_old(Runtime& rt, Value car, Value cdr) {
  const Value cell = rt.heap.cons_old(NIL, NIL);
  rt.heap.write(&cell.as_cons()->car, car);
  rt.heap.write(&cell.as_cons()->cdr, cdr);
  return cell;
}

void push(Runtime& rt, Known variable, Value item) {
  Value& list = rt.symbol_value_slot(variable);
  rt.heap.write(&list, cons_old(rt, item, list));
}

/// True for the library's symbols, which no program redefines.
bool is_locked(const Runtime& rt, Value symbol) {
  const Value package = rt.symbol(symbol)->package;
  return package == rt.packages.cl || package == rt.packages.tessera;
}

bool is_defined(const Runtime& rt, Value symbol) { return rt.symbol(symbol)->function != rt.undefined_function; }

Finding check_arity(std::size_t count, const Arity& a) {
  return check_count(count, a.required, a.rest || a.keys ? any_number : a.required + a.optional);
}

Value finding_list(Runtime& rt, const char* kind, Value place, Value name, std::span<const Value> details) {
  const Value rest = rt.list(details);
  return rt.heap.cons(rt.keyword(kind), rt.heap.cons(place, rt.heap.cons(name, rest)));
}

}  // namespace

// --- while forms are analysed

void FindingCollector::begin(Value expression) {
  if (!on_) return;
  const Value toplevel = rt_.symbol(rt_.tessera("*TOPLEVEL-FORM*"))->value;
  const bool is_toplevel = operand(expression, 0) == rt_.keyword("TOPLEVEL-FORM");
  runs_now_ = is_toplevel && load_time_ == LoadTime::now;
  has_positions_ = is_toplevel ? !rt_.compilation->positions.empty() : rt_.compilation->positions.contains(expression.address());
  if (has_positions_) toplevel_position_ = position_of_form(toplevel);
  const Value head = car_or_nil(toplevel);
  if (is_toplevel && has_positions_ && Runtime::is_symbol(head) && has_flag(rt_.symbol(head), symbol_has_macro))
    expanded_before_ = toplevel;
}

void FindingCollector::add(const char* kind, SourcePosition where, Value name, std::span<const Value> details) {
  push(rt_, Known::findings, finding_list(rt_, kind, packed_position(where), name, details));
}

void FindingCollector::add_reference(Value thing, SourcePosition where) {
  push(rt_, Known::references, cons_old(rt_, thing, packed_position(where)));
}

/// True if `cons` stands in the source, rather than in an expansion.
bool FindingCollector::is_from_source(Value cons) const {
  return cons.is_cons() && (has_positions_ ? rt_.compilation->positions.contains(cons.address()) : at_.expansions == 0);
}

/// True if an invalid form here fails at once, so that a warning would repeat the error: the form at toplevel is
/// evaluated now.
bool FindingCollector::runs_at_once() const { return runs_now_ && at_.function != nullptr && at_.function->parent == nullptr; }

/// Returns the position of `form`, or else the position of the form that is being analysed.
SourcePosition FindingCollector::position_of_form(Value form) const {
  const SourcePosition* const found = form.is_cons() ? rt_.compilation->positions.find(form.address()) : nullptr;
  if (found != nullptr) return *found;
  return at_.position.line != 0 ? at_.position : toplevel_position_;
}

/// Returns the position of the cons that holds the symbol in the form, as a symbol has no position of its own.
SourcePosition FindingCollector::position_of_symbol(Value symbol) const {
  constexpr int max_conses = 300;
  std::vector<Value> lists{at_.form};
  for (int looked_at = 0; !lists.empty() && looked_at < max_conses;) {
    SourceList list(lists.back());
    lists.pop_back();
    while (looked_at++ < max_conses && list.next()) {
      if (list.item() == symbol && is_from_source(list.cell())) return position_of_form(list.cell());
      if (list.item().is_cons()) lists.push_back(list.item());
    }
  }
  return position_of_form(NIL);
}

// --- calls

/// Returns (name argument...) for (FUNCALL #'name argument...) and for (APPLY #'name argument... '(argument...)); other
/// forms as they are.
Value FindingCollector::call_meant(Value f, const Scope* scope) const {
  const Value head = f.as_cons()->car, designator = operand(f, 0);
  const bool applies = head == rt_.sym(Known::apply);
  if (!(applies || head == rt_.sym(Known::funcall)) || car_or_nil(designator) != rt_.sym(Known::function)) return f;
  const Value name = operand(designator, 0);
  if (!Runtime::is_symbol(name) || find_function_binding(scope, name) != nullptr || !is_defined(rt_, name)) return f;
  std::vector<Value> arguments;
  for (SourceList rest(operands_from(f, 1)); rest.next();) arguments.push_back(rest.item());
  if (applies) {
    Value last = NIL;
    if (arguments.empty() || !is_constant_form(rt_, arguments.back(), last) || !proper_length(last)) return f;
    arguments.pop_back();
    for (SourceList rest(last); rest.next();) arguments.push_back(cons_old(rt_, rt_.sym(Known::quote), cons_old(rt_, rest.item(), NIL)));
  }
  Value call = NIL;
  for (auto a = arguments.rbegin(); a != arguments.rend(); ++a) call = cons_old(rt_, *a, call);
  return cons_old(rt_, name, call);
}

/// Checks a constant control string in a call, and the number of its arguments.
void FindingCollector::check_control_string(Value f) {
  struct Controlled {
    Known function;
    int control;   ///< number of the argument
    bool surplus;  ///< more arguments than the string uses are wrong
  };
  static constexpr Controlled table[] = {{Known::format, 1, true},   {Known::error, 0, true},      {Known::warn, 0, true},
                                         {Known::signal, 0, true},   {Known::break_, 0, true},     {Known::cerror, 1, false},
                                         {Known::y_or_n_p, 0, true}, {Known::yes_or_no_p, 0, true}};
  const Value head = f.as_cons()->car;
  const auto* const found =
      std::find_if(std::begin(table), std::end(table), [&](const Controlled& c) { return rt_.sym(c.function) == head; });
  if (found == std::end(table)) return;
  const Value cell = operands_from(f, found->control), control = car_or_nil(cell);
  if (!has_type(control, Type::string)) return;
  const ControlArguments wanted = arguments_of_control(string_view_of(control));
  if (wanted.problem != nullptr) return add("CONTROL-STRING", position_of_form(cell), head, {{control, rt_.make_string(wanted.problem)}});
  const std::size_t given = proper_length(cdr_or_nil(cell)).value_or(0);
  const bool surplus = given > wanted.most && found->surplus;
  if (given < wanted.least || surplus)
    add(surplus ? "CONTROL-SURPLUS" : "CONTROL-ARGUMENTS", position_of_form(cell), head,
        {{number_or_nil(given), number_or_nil(wanted.least), number_or_nil(wanted.most)}});
}

void FindingCollector::check_call(Value form, const Scope* scope) {
  if (!on_ || !proper_length(form.as_cons()->cdr)) return;
  const bool from_source = is_from_source(form);
  if (from_source && !runs_at_once()) check_control_string(form);
  const Value f = from_source ? call_meant(form, scope) : form, head = f.as_cons()->car;
  const bool may_define = load_time_ == LoadTime::later && rt_.symbol(head)->package == rt_.packages.tessera;
  if (may_define) add_reference(f, position_of_form(NIL));
  if (runs_at_once()) return;
  if (!is_locked(rt_, head) || !is_defined(rt_, head)) return add_reference(f, position_of_form(NIL));
  const bool types = rt_.symbol(head)->package == rt_.packages.cl && from_source;
  if (const Finding found = tessera::check_call(rt_, f, types ? ArgumentTypes::checked : ArgumentTypes::ignored))
    add(found.kind, position_of_form(is_nil(found.cell) ? form : found.cell), head, found.details());
}

void FindingCollector::check_lambda_call(const Lambda& lambda, Value expression, Value arguments) {
  if (!on_ || !is_from_source(expression)) return;
  const auto count = proper_length(arguments);
  if (!count) return;
  const Value parameters = operand(expression, 0);
  if (const Finding found = check_arity(*count, lambda.arity))
    add(found.kind, position_of_form(expression), rt_.list({rt_.sym(Known::lambda), parameters}), found.details());
}

void FindingCollector::add_local_call(LocalFunction* function, Value form) {
  if (on_) local_calls_.emplace_back(function, form);
}

// --- other forms

/// Reports keys that an earlier clause of the CASE has.
void FindingCollector::check_repeated_keys(Value f) {
  if (!on_) return;
  const Value head = f.as_cons()->car;
  if (head != rt_.sym(Known::case_) && head != rt_.sym(Known::ecase) && head != rt_.sym(Known::ccase)) return;
  if (!is_from_source(f)) return;
  constexpr std::size_t most = 1000;
  std::vector<Value> seen;
  SourceList clauses(operands_from(f, 1));
  for (std::size_t count = 1; count < most && seen.size() < most && clauses.next(); ++count) {
    const Value clause = clauses.item(), keys = car_or_nil(clause);
    const auto look = [&](Value key) {
      if (std::any_of(seen.begin(), seen.end(), [key](Value other) { return eql(key, other); }))
        add("REPEATED-KEY", position_of_form(clause), head, {&key, 1});
      seen.push_back(key);
    };
    const bool is_default = keys == T || keys == rt_.cl("OTHERWISE");
    if (!keys.is_cons() && !is_nil(keys) && !is_default) look(keys);
    for (SourceList rest(keys); seen.size() < most && rest.next();) look(rest.item());
  }
}

/// Records a constant and its declared type. The library checks whether the constant is of the type.
void FindingCollector::check_declared_type(Value type, Value name, Value form, Value cell) {
  Value value;
  if (on_ && is_from_source(cell) && is_constant_form(rt_, form, value))
    add("DECLARED-TYPE", position_of_form(cell), name, {{value, type}});
}

void FindingCollector::check_declared_types(const Body& body, Value name, Value init, Value cell) {
  if (body.types.empty() || !cdr_or_nil(car_or_nil(cell)).is_cons()) return;
  for (const auto& [declared, type] : body.types)
    if (declared == name) check_declared_type(type, name, init, cell);
}

void FindingCollector::copy_positions(Value list, Value other) {
  if (!on_) return;
  SourceList to(list), from(other);
  while (to.next() && from.next())
    if (const SourcePosition* const found = rt_.compilation->positions.find(from.cell().address()); found != nullptr)
      rt_.compilation->positions.set(to.cell().address(), SourcePosition(*found));
}

void FindingCollector::add_function(Value form, Value symbol) {
  if (!on_ || runs_at_once() || (is_locked(rt_, symbol) && is_defined(rt_, symbol))) return;
  add_reference(form, position_of_form(NIL));
}

void FindingCollector::add_variable(Value symbol) {
  if (!on_) return;
  const Symbol* s = rt_.symbol(symbol);
  if (s->value != UNBOUND || (s->info.as_fixnum() & (symbol_special | symbol_constant)) != 0 || runs_at_once()) return;
  add_reference(symbol, position_of_symbol(symbol));
}

bool FindingCollector::never_returns(const Node& node) const {
  for (const Node* n = &node; n != nullptr;) {
    if (n->is<ReturnFromNode>() || n->is<GoNode>() || n->is<ThrowNode>()) return true;
    if (const auto* call = n->if_a<CallNode>()) return call->function == rt_.sym(Known::error);
    if (const auto* progn = n->if_a<PrognNode>()) n = progn->forms.empty() ? nullptr : progn->forms.back();
    else if (const auto* let = n->if_a<LetNode>()) n = let->body;
    else n = nullptr;
  }
  return false;
}

void FindingCollector::add_unreachable(Value form) {
  if (on_ && is_from_source(form)) add("UNREACHABLE", position_of_form(form), NIL);
}

void FindingCollector::check_unreachable(Value forms, const std::vector<Node*>& nodes) {
  if (!on_) return;
  SourceList rest(forms);
  for (const Node* n : nodes) {
    if (!rest.next()) return;
    if (never_returns(*n) && rest.next()) return add_unreachable(rest.item());
  }
}

/// Reports a form that fails at run time. Does not report the variables in it as unused.
void FindingCollector::add_failing_form(Value form, Value replacement, const Scope* scope) {
  const Value call = operand(replacement, 0);  // (progn (operator 'what "why") nil)
  if (!on_ || car_or_nil(call) != rt_.sym(Known::fail_as_compiled)) return;
  constexpr int max_conses = 300;
  std::vector<Value> lists{form};
  for (int looked_at = 0; !lists.empty() && looked_at < max_conses;) {
    SourceList list(lists.back());
    lists.pop_back();
    while (looked_at++ < max_conses && list.next()) {
      const Scope* const found = Runtime::is_symbol(list.item()) ? find_variable_binding(scope, list.item()) : nullptr;
      if (found != nullptr && found->kind == ScopeKind::variable) found->variable->binding_cell = NIL;
      if (list.item().is_cons()) lists.push_back(list.item());
    }
  }
  if (runs_at_once()) return;
  const Value why = operand(call, 1);
  add("FAILING-FORM", at_.position.line != 0 ? at_.position : position_of_form(form), NIL, {&why, 1});
}

void FindingCollector::check_standard_name(Value name, Value cell) {
  if (!on_ || !Runtime::is_symbol(name) || rt_.symbol(name)->package != rt_.packages.cl || !is_from_source(cell)) return;
  const Symbol* s = rt_.symbol(name);
  if (s->function != rt_.undefined_function || has_flag(s, symbol_has_macro) || has_flag(s, symbol_special_operator))
    add("STANDARD-NAME", position_of_form(cell), name);
}

/// Reports clauses after one whose test is T: COND expands the latter to (IF T form (COND clause...)).
void FindingCollector::check_unreachable_clause(Value f) {
  if (!on_) return;
  const Value other = operand(f, 2);
  if (operand(f, 0) == T && car_or_nil(other) == rt_.sym(Known::cond) && !is_from_source(f)) add_unreachable(operand(other, 0));
}

// --- variables and local functions that are not used

void FindingCollector::watch(Variable* variable, Value cell, const Body& body) {
  if (!on_) return;
  const auto is_in = [&](const std::vector<Value>& names) { return std::find(names.begin(), names.end(), variable->name) != names.end(); };
  if (!is_from_source(cell)) variable->macro_call = at_.macro_call;
  if (!is_from_source(cell) || is_nil(rt_.symbol(variable->name)->package) || is_in(body.ignorable)) return;
  variable->binding_cell = cell;
  variable->ignored = is_in(body.ignored);
}

/// Reports a reference in the caller's form to a variable of a macro's template that shadows one bound around the call.
void FindingCollector::check_capture(const Scope* found) {
  if (!on_ || is_nil(found->variable->macro_call) || !is_from_source(at_.form)) return;
  const Scope* const outer = find_variable_binding(found->parent, found->name);
  if (outer == nullptr || outer->kind != ScopeKind::variable || outer->variable->macro_call == found->variable->macro_call) return;
  add("CAPTURED-VARIABLE", at_.position, found->name, {&found->variable->macro_call, 1});
}

void FindingCollector::check_capture(const Variable& bound, const Scope* around) {
  if (!on_ || is_nil(bound.macro_call)) return;
  const Scope* const outer = find_variable_binding(around, bound.name);
  if (outer == nullptr || outer->kind != ScopeKind::variable || outer->variable->macro_call == bound.macro_call) return;
  SourceList operands(cdr_or_nil(bound.macro_call));
  while (operands.next())
    if (operands.item() == bound.name) return add("CAPTURED-VARIABLE", at_.position, bound.name, {&bound.macro_call, 1});
}

void FindingCollector::watch(LocalFunction* function, Value cell) {
  if (on_ && is_from_source(cell) && !is_nil(rt_.symbol(function->name)->package)) function->binding_cell = cell;
}

void FindingCollector::finish() {
  if (!on_) return;
  for (const auto& v : arena_.variables) {
    if (is_nil(v->binding_cell) || v->ignored != (v->uses > 0)) continue;
    add(v->ignored ? "IGNORED-VARIABLE" : v->assigned ? "UNREAD-VARIABLE" : "UNUSED-VARIABLE", position_of_form(v->binding_cell), v->name);
  }
  for (const auto& f : arena_.functions)
    if (!is_nil(f->binding_cell) && f->call_counts.empty() && !f->escapes)
      add("UNUSED-FUNCTION", position_of_form(f->binding_cell), f->name);
  for (const auto& [function, call] : local_calls_) {
    const std::size_t count = proper_length(call.as_cons()->cdr).value_or(0);
    if (const Finding found = check_arity(count, function->lambda->arity))
      add(found.kind, position_of_form(call), function->name, found.details());
  }
}

// --- at the end of a unit

namespace {

/// Returns the problem of the reference to `thing`, and stores the name of `thing` in `name`.
Finding check_reference(Runtime& rt, Value thing, Value& name) {
  name = thing;
  if (Runtime::is_symbol(thing)) {
    const Symbol* s = rt.symbol(thing);
    const bool is_known = s->value != UNBOUND || (s->info.as_fixnum() & (symbol_special | symbol_constant | symbol_symbol_macro)) != 0;
    return is_known ? Finding{} : Finding{"UNDEFINED-VARIABLE"};
  }
  name = thing.as_cons()->car;
  if (has_type(name, Type::string)) {
    const Value file = name;
    name = thing.as_cons()->cdr;
    if (name.is_cons()) return name = name.as_cons()->car, Finding{"OTHER-KIND"};
    return {"REDEFINITION", NIL, {file}, 1};
  }
  if (name != rt.sym(Known::function)) return check_call(rt, thing, ArgumentTypes::ignored);
  name = operand(thing, 0);
  const Value symbol = name.is_cons() ? setf_name(rt, operand(name, 0)) : name;
  return is_defined(rt, symbol) ? Finding{} : Finding{"UNDEFINED-FUNCTION", NIL, {NIL}, 1};
}

/// True if `reference` has the form of a reference that the analysis adds, or is a list (file ...).
bool is_reference(const Runtime& rt, Value reference) {
  if (!reference.is_cons()) return false;
  const Value thing = reference.as_cons()->car;
  if (!thing.is_cons()) return Runtime::is_symbol(thing) || has_type(thing, Type::string);
  const Value first = thing.as_cons()->car;
  if (has_type(first, Type::string)) return true;
  if (first != rt.sym(Known::function)) return Runtime::is_symbol(first);
  const Value name = operand(thing, 0);
  return Runtime::is_symbol(name.is_cons() ? operand(name, 0) : name);
}

}  // namespace

Value findings_of_references(Runtime& rt, Value references) {
  Value findings = NIL, file = NIL;
  SourceList rest(references);
  while (rest.next()) {
    const Value reference = rest.item();
    if (!is_reference(rt, reference)) return rt.fail_type(reference, Known::list);
    const Value thing = reference.as_cons()->car;
    if (has_type(thing, Type::string)) {
      file = reference;
      continue;
    }
    Value name;
    const Finding found = check_reference(rt, thing, name);
    if (!found) continue;
    const Value list = finding_list(rt, found.kind, reference.as_cons()->cdr, name, found.details());
    findings = rt.heap.cons(rt.heap.cons(file, list), findings);
  }
  return findings;
}

void add_redefinition(Runtime& rt, Value symbol, Value old, Value function, bool changes_kind) {
  if (!rt.symbol_value_slot(Known::compilation_unit).is_cons() || !has_type(old, Type::closure) || !has_type(function, Type::closure))
    return;
  const Value file = file_of(code_of(as<Closure>(function))), old_file = file_of(code_of(as<Closure>(old)));
  if (!has_type(file, Type::string) || !has_type(old_file, Type::string)) return;
  if (!changes_kind && string_view_of(file) == string_view_of(old_file)) return;
  const Value name = changes_kind ? rt.heap.cons(symbol, NIL) : symbol;
  push(rt, Known::references, rt.heap.cons(rt.heap.cons(old_file, name), Value::fixnum(0)));
}

}  // namespace tessera
