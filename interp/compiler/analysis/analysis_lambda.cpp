// Functions: lambda expressions and the definitions of FLET and LABELS.
#include "compiler/analysis/analysis.hpp"
#include "compiler/analysis/lambda_list.hpp"
#include "data/symbols/packages.hpp"

namespace tessera {

/// Looks up the quality in the library's alist from qualities to lists of their levels, newest first.
std::int64_t proclaimed_quality(Runtime& rt, Value name) {
  for (SourceList entries(rt.symbol(rt.tessera("*OPTIMIZE-QUALITIES*"))->value); entries.next();) {
    const Value entry = entries.item();
    if (car_or_nil(entry) != name || !entry.is_cons()) continue;
    const Value level = operand(entry, 0);
    return level.is_fixnum() ? level.as_fixnum() : 0;
  }
  return 0;
}

Value function_symbol(Analysis& a, Value name) {
  if (Runtime::is_symbol(name)) return name;
  const bool is_setter = car_or_nil(name) == a.rt.sym(Known::setf) && Runtime::is_symbol(operand(name, 0)) && proper_length(name) == 2;
  return is_setter ? a.pinned.promote(setf_name(a.rt, operand(name, 0))) : UNBOUND;
}

Node* function_node(Analysis& a, Lambda* lambda) {
  if (lambda == nullptr) return nullptr;
  auto* n = a.arena.make<LambdaNode>();
  n->lambda = lambda;
  return n;
}

/// Analyses (LAMBDA lambda-list form...) or (NAMED-LAMBDA name lambda-list form...).
Lambda* analyse_lambda(Analysis& a, Value expression, const Scope* scope) {
  if (!a.has_right_operands(expression)) return nullptr;
  const bool named = expression.as_cons()->car == a.rt.sym(Known::named_lambda);
  const Value name = named ? operand(expression, 0) : NIL;
  const int list = named ? 1 : 0;
  return analyse_lambda(a, LambdaSource{name, operand(expression, list), operands_from(expression, list + 1)}, scope);
}

namespace {

std::vector<Value> parameter_names(const Lambda& l, const std::vector<Binding>& auxiliaries) {
  std::vector<Value> names;
  for (const auto* group : {&l.required, &l.optional, &l.key})
    for (const Parameter& p : *group) {
      names.push_back(p.name());
      if (p.supplied.is_there()) names.push_back(p.supplied.name());
    }
  for (const Binding& b : auxiliaries) names.push_back(b.name());
  if (l.has_rest) names.push_back(l.rest.name());
  return names;
}

/// Returns the body of a function of FLET or LABELS as a block. The block of a function (SETF symbol) has the symbol's
/// name.
Value block_form(Analysis& a, Value name, Value forms) {
  const Value block_name = name.is_cons() ? operand(name, 0) : name;
  return a.pinned.keep(a.rt.heap.cons_old(a.rt.sym(Known::block), a.rt.heap.cons_old(block_name, forms)));
}

/// Binds the &AUX variables by nested LETs around the body.
Node* with_auxiliaries(Analysis& a, const std::vector<Binding>& auxiliaries, Node* body) {
  for (auto b = auxiliaries.rbegin(); b != auxiliaries.rend() && body != nullptr; ++b) {
    auto* n = a.arena.make<LetNode>();
    n->bindings.push_back(*b);
    n->body = body;
    body = n;
  }
  return body;
}

bool analyse_parameters_and_body(Analysis& a, Lambda* l, const LambdaSource& source, const Body& body, const Scope* scope) {
  LambdaListParser parser(a, l, body, scope);
  if (!parser.parse(source.lambda_list)) return false;
  scope = with_free_declarations(a, body, scope, parameter_names(*l, parser.auxiliaries()));
  Node* const inner = source.local == nullptr ? a.body(body.forms, scope) : a.form(block_form(a, source.name, body.forms), scope);
  l->body = with_auxiliaries(a, parser.auxiliaries(), inner);
  return l->body != nullptr;
}

}  // namespace

Lambda* analyse_lambda(Analysis& a, const LambdaSource& source, const Scope* scope) {
  Lambda* const outer = a.at.function;
  Lambda* const l = a.arena.lambda();
  a.functions.lambdas.push_back(l);
  l->name = source.name;
  l->lambda_list = source.lambda_list;
  l->local_function = source.local;
  l->parent = outer;
  l->position = a.at.position;
  if (outer != nullptr) outer->children.push_back(l);
  Body body;
  if (!parse_body(a, source.body, Docstring::allowed, body)) return nullptr;
  if (!proper_length(body.forms)) return a.error("LAMBDA: the body ~S is not a proper list", {body.forms});
  l->documentation = body.documentation;
  l->debug = body.debug ? *body.debug : outer != nullptr ? outer->debug : proclaimed_quality(a.rt, a.rt.sym(Known::debug));
  constexpr std::int64_t debug_keeps_frames = 3;
  l->tail_calls = l->debug < debug_keeps_frames;
  const Nesting nesting(a);
  a.at.function = l;
  const bool ok = analyse_parameters_and_body(a, l, source, body, scope);
  a.at.function = outer;
  return ok ? l : nullptr;
}

}  // namespace tessera
