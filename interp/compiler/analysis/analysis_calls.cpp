// Calls: of global functions, primitives, local functions, lambda expressions, and by FUNCALL and APPLY.
#include "compiler/analysis/analysis.hpp"
#include "data/symbols/packages.hpp"

namespace tessera {

namespace {

Node* global_call(Analysis& a, Value f, const Scope* scope) {
  if (const Value name = f.as_cons()->car; name.is_constant_symbol()) {  // instructions that name a symbol need an object
    auto* n = a.arena.make<CallValueNode>();
    n->function = a.constant(name);
    return a.forms_to(n->arguments, f.as_cons()->cdr, scope) ? n : nullptr;
  }
  auto* n = a.arena.make<CallNode>();
  n->function = a.pinned.keep(f.as_cons()->car);
  if (!a.functions.re_entered)
    for (SourceList l(a.rt.symbol(a.capturing_operators)->value); l.next();) a.functions.re_entered |= l.item() == n->function;
  return a.forms_to(n->arguments, f.as_cons()->cdr, scope) ? n : nullptr;
}

/// True if the operands that must be constants in the instruction are constants.
bool has_constant_operands(const PrimitiveNode& n) {
  using Shape = Primitive::Shape;
  const Shape shape = n.primitive->shape;
  if (shape != Shape::instance_ref && shape != Shape::instance_set && shape != Shape::instance_p) return true;
  const auto* const constant = n.arguments[1]->if_a<ConstantNode>();
  if (constant == nullptr || shape == Shape::instance_p) return constant != nullptr && is_class(constant->value);
  constexpr std::int64_t max_slots = 0x7FFF;
  const Value slot = constant->value;
  return slot.is_fixnum() && slot.as_fixnum() >= 0 && slot.as_fixnum() < max_slots;
}

Node* primitive_call(Analysis& a, const Primitive* primitive, Value f, const Scope* scope) {
  auto* n = a.arena.make<PrimitiveNode>();
  n->primitive = primitive;
  n->function = f.as_cons()->car;
  if (!a.forms_to(n->arguments, f.as_cons()->cdr, scope)) return nullptr;
  if (n->arguments.size() >= primitive->min_args && n->arguments.size() <= primitive->max_args && has_constant_operands(*n)) return n;
  auto* call = a.arena.make<CallNode>();
  call->function = n->function;
  call->arguments = std::move(n->arguments);
  return call;
}

/// Returns the symbol of the global function that `name`, a list (SETF symbol), names; NIL if `name` is another form or
/// a local function.
Value global_setter(Analysis& a, Value name, const Scope* scope) {
  const Value setter = name.is_cons() ? function_symbol(a, name) : UNBOUND;
  return setter == UNBOUND || find_function_binding(scope, setter) != nullptr ? NIL : setter;
}

bool is_lambda_expression(const Analysis& a, Value v) { return v.is_cons() && v.as_cons()->car == a.rt.sym(Known::lambda); }

/// Analyses (FUNCALL f x...). Calls a named function or a lambda expression directly; evaluates another designator
/// first.
Node* funcall(Analysis& a, Value f, const Scope* scope) {
  const Value designator = operand(f, 0), arguments = operands_from(f, 1);
  if (car_or_nil(designator) == a.rt.sym(Known::function) && cdr_or_nil(designator).is_cons()) {
    const Value name = operand(designator, 0);
    if (is_lambda_expression(a, name)) return analyse_lambda_call(a, name, arguments, scope);
    const Scope* local = Runtime::is_symbol(name) ? find_function_binding(scope, name) : nullptr;
    if (local != nullptr && local->kind == ScopeKind::function)
      return analyse_local_call(a, a.pinned.keep(a.rt.heap.cons_old(name, arguments)), local->function, scope);
    if (const Value setter = global_setter(a, name, scope); !is_nil(setter)) {
      Value expansion = f;
      const Expansion expanded = a.macros.expand_compiler_macro(expansion, setter, scope);
      if (expanded != Expansion::none) return expanded == Expansion::done ? a.expansion(expansion, scope) : nullptr;
    }
  }
  if (is_lambda_expression(a, designator)) return analyse_lambda_call(a, designator, arguments, scope);
  auto* n = a.arena.make<CallValueNode>();
  return a.form_to(n->function, designator, scope) && a.forms_to(n->arguments, arguments, scope) ? n : nullptr;
}

Node* apply(Analysis& a, Value f, const Scope* scope) {
  if (!operands_from(f, 1).is_cons()) return global_call(a, f, scope);
  auto* n = a.arena.make<ApplyNode>();
  return a.form_to(n->function, operand(f, 0), scope) && a.forms_to(n->arguments, operands_from(f, 1), scope) ? n : nullptr;
}

Node* values(Analysis& a, Value f, const Scope* scope) {
  auto* n = a.arena.make<ValuesNode>();
  return a.forms_to(n->forms, f.as_cons()->cdr, scope) ? n : nullptr;
}

}  // namespace

Node* analyse_call(Analysis& a, Value f, const Scope* scope) {
  const auto count = a.operand_count(f);
  if (!count) return nullptr;
  const Value head = f.as_cons()->car;
  if (head == a.rt.sym(Known::funcall) && *count > 0) return funcall(a, f, scope);
  if (head == a.rt.sym(Known::values)) return values(a, f, scope);
  if (!a.macros.may_inline(head, scope)) return global_call(a, f, scope);
  if (head == a.rt.sym(Known::apply)) return apply(a, f, scope);
  const Primitive* const primitive = find_primitive(a.rt, head, *count);
  return primitive != nullptr ? primitive_call(a, primitive, f, scope) : global_call(a, f, scope);
}

Node* analyse_local_call(Analysis& a, Value f, LocalFunction* function, const Scope* scope) {
  if (!a.operand_count(f)) return nullptr;
  auto* n = a.arena.make<CallLocalNode>();
  n->function = function;
  a.at.function->known_calls.push_back(function);
  if (!a.forms_to(n->arguments, f.as_cons()->cdr, scope)) return nullptr;
  a.findings.add_local_call(function, f);
  function->call_counts.push_back(n->arguments.size());
  return n;
}

namespace {

/// True for a symbol that is not a lambda list keyword.
bool is_parameter_name(const Analysis& a, Value v) {
  if (!Runtime::is_symbol(v) || v.is_constant_symbol()) return Runtime::is_symbol(v);
  const StringView text = string_view_of(a.rt.symbol(v)->name);
  return text.empty() || text[0] != U'&';
}

/// True if each parameter of the lambda list is required and has its argument.
bool is_plain_binding(const Analysis& a, Value lambda_list, Value arguments) {
  SourceList parameters(lambda_list), rest(arguments);
  while (parameters.next())
    if (!rest.next() || !is_parameter_name(a, parameters.item())) return false;
  return parameters.is_proper() && is_nil(rest.rest());
}

/// Returns the body of a lambda expression without its docstring, as the body of a LET.
Value without_docstring(Analysis& a, Value forms) {
  std::vector<Value> declarations;
  SourceList rest(forms);
  bool more = rest.next();
  for (; more && car_or_nil(rest.item()) == a.rt.sym(Known::declare); more = rest.next()) declarations.push_back(rest.item());
  if (!more || !has_type(rest.item(), Type::string) || !rest.rest().is_cons()) return forms;
  Value result = rest.rest();
  for (auto d = declarations.rbegin(); d != declarations.rend(); ++d) result = a.rt.heap.cons_old(*d, result);
  return result;
}

/// Returns ((LAMBDA (x...) form...) argument...) as (LET ((x argument)...) form...).
Value let_form(Analysis& a, Value lambda_list, Value body, Value arguments) {
  Heap& heap = a.rt.heap;
  std::vector<Value> bindings;
  for (SourceList parameters(lambda_list), rest(arguments); parameters.next() && rest.next();)
    bindings.push_back(heap.cons_old(parameters.item(), heap.cons_old(rest.item(), NIL)));
  Value list = NIL;
  for (auto b = bindings.rbegin(); b != bindings.rend(); ++b) list = heap.cons_old(*b, list);
  a.findings.copy_positions(list, lambda_list);
  return a.pinned.keep(heap.cons_old(a.rt.sym(Known::let), heap.cons_old(list, without_docstring(a, body))));
}

}  // namespace

Node* analyse_lambda_call(Analysis& a, Value expression, Value arguments, const Scope* scope) {
  if (!expression.as_cons()->cdr.is_cons()) return a.error("LAMBDA: ~S has no lambda list", {expression});
  if (is_lambda_expression(a, expression) && is_plain_binding(a, operand(expression, 0), arguments))
    return a.form(let_form(a, operand(expression, 0), operands_from(expression, 1), arguments), scope);
  auto* n = a.arena.make<CallValueNode>();
  Lambda* const lambda = analyse_lambda(a, expression, scope);
  if (lambda == nullptr) return nullptr;
  a.findings.check_lambda_call(*lambda, expression, arguments);
  n->function = function_node(a, lambda);
  return a.forms_to(n->arguments, arguments, scope) ? n : nullptr;
}

}  // namespace tessera
