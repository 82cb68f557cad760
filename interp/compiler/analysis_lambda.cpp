// Functions: lambda lists, parameters, and calls of functions that are written out at the call.
#include "compiler/analysis.hpp"
#include "compiler/compiler.hpp"
#include "data/sequences/list_walk.hpp"
#include "data/symbols/packages.hpp"

namespace tessera {

namespace {

Value car_or_nil(Value v) { return v.is_cons() ? v.as_cons()->car : NIL; }
Value cdr_or_nil(Value v) { return v.is_cons() ? v.as_cons()->cdr : NIL; }

/// How many elements the list has; nothing if it is none, or no proper one.
std::optional<std::size_t> length_of(Value list) {
  std::size_t count;
  if (!count_conses(nullptr, list, count) || !is_nil(list)) return {};
  return count;
}

}  // namespace

// (LAMBDA list . body) or (NAMED-LAMBDA name list . body)
Lambda* Analysis::lambda_of(Value expression, const Scope* scope) {
  const bool named = expression.as_cons()->car == rt_.sym(Known::named_lambda);
  if (!check_operands(expression)) return nullptr;
  Value rest = expression.as_cons()->cdr;
  Value name = NIL;
  if (named) {
    name = rest.as_cons()->car;
    rest = rest.as_cons()->cdr;
  }
  return make_lambda(name, rest.as_cons()->car, rest.as_cons()->cdr, scope);
}

std::int64_t proclaimed_quality(Runtime& rt, Value name) {
  Value l = rt.symbol(rt.tessera("*OPTIMIZE-QUALITIES*"))->value;
  for (; l.is_cons(); l = l.as_cons()->cdr) {
    const Value entry = l.as_cons()->car;
    if (entry.is_cons() && entry.as_cons()->car == name)
      return entry.as_cons()->cdr.is_cons() && entry.as_cons()->cdr.as_cons()->car.is_fixnum()
                 ? entry.as_cons()->cdr.as_cons()->car.as_fixnum()
                 : 0;
  }
  return 0;
}

Lambda* Analysis::make_lambda(Value name, Value lambda_list, Value body_forms, const Scope* scope, LocalFunction* local,
                              bool implicit_block) {
  Lambda* l = arena_.lambda();
  lambdas_.push_back(l);
  l->name = name;
  l->lambda_list = lambda_list;
  l->local_function = local;
  l->parent = current_;
  l->position = position_;
  if (current_ != nullptr) current_->children.push_back(l);
  Body parsed;
  if (!parse_body(body_forms, true, parsed)) return nullptr;
  if (!length_of(parsed.forms)) {
    error("LAMBDA: the body ~S is no proper list.", {body_forms});
    return nullptr;
  }
  l->documentation = parsed.documentation;
  const std::int64_t debug = parsed.debug >= 0     ? parsed.debug
                             : current_ != nullptr ? current_->debug
                                                   : proclaimed_quality(rt_, rt_.sym(Known::debug));
  l->debug = debug;
  l->tail_calls = debug < 3;
  Lambda* const outer = current_;
  const int outer_depth = depth_;  // each &aux variable goes one deeper
  current_ = l;
  std::vector<Binding> aux;
  const Scope* inner = scope;
  Value block_name = UNBOUND;
  if (implicit_block) block_name = name.is_cons() ? cdr_or_nil(name).as_cons()->car : name;
  const bool ok = parameters(l, lambda_list, parsed, inner, aux) && finish_lambda_body(l, aux, parsed, inner, block_name) != nullptr;
  current_ = outer;
  depth_ = outer_depth;
  return ok ? l : nullptr;
}

// &aux variables are a LET* around the body; the body of a local function is a block.
Node* Analysis::finish_lambda_body(Lambda* l, std::vector<Binding>& aux, const Body& parsed, const Scope* scope, Value block_name) {
  std::vector<Value> bound;
  for (const auto* group : {&l->required, &l->optional, &l->key})
    for (const Parameter& p : *group) {
      bound.push_back(p.name());
      if (p.supplied.is_there()) bound.push_back(p.supplied.name());
    }
  for (const Binding& b : aux) bound.push_back(b.name());
  if (l->has_rest) bound.push_back(l->rest.name());
  scope = free_declarations(parsed, scope, bound);
  Node* inner;
  if (block_name == UNBOUND) {
    inner = body(parsed.forms, scope);
  } else {
    const Value f = rt_.heap.cons_old(rt_.sym(Known::block), rt_.heap.cons_old(block_name, parsed.forms));
    inner = form(keep(f), scope);
  }
  if (inner == nullptr) return nullptr;
  for (auto b = aux.rbegin(); b != aux.rend(); ++b) {
    auto* n = arena_.make<LetNode>();
    n->bindings.push_back(*b);
    n->body = inner;
    inner = n;
  }
  l->body = inner;
  return inner;
}

// `place` is the cons of a list of parameters or bindings.
void Analysis::bind(BoundVariable& bound, Value name, const Body& parsed, const Scope*& scope, Value place) {
  if (is_special(name, parsed)) {
    bound.special = name;
    scope = extend(Scope::Kind::special, name, scope);
  } else {
    bound.variable = arena_.variable(name, current_);
    bound.variable->users = !is_nil(rt_.symbol(name)->package);
    if (notes_) watch(bound.variable, place, parsed);
    scope = extend_variable(bound.variable, scope);
  }
}

bool Analysis::required_parameter(Parameter& p, Value place, const Body& parsed, const Scope*& scope) {
  const Value name = place.as_cons()->car;
  if (!check_variable_name(name, Known::lambda)) return false;
  bind(p, name, parsed, scope, place);
  return true;
}

// var, (var init), (var init supplied-p); for keywords var may be (keyword var).
bool Analysis::init_parameter(Parameter& p, Value place, bool keyword, const Body& parsed, const Scope*& scope) {
  const Value spec = place.as_cons()->car;
  Value name = spec, rest = NIL;
  if (spec.is_cons()) {
    name = spec.as_cons()->car;
    rest = spec.as_cons()->cdr;
  }
  if (keyword && name.is_cons()) {
    p.keyword = name.as_cons()->car;
    if (!Runtime::is_symbol(p.keyword) || !name.as_cons()->cdr.is_cons() || !is_nil(name.as_cons()->cdr.as_cons()->cdr))
      return error("LAMBDA: ~S is no keyword parameter.", {spec});
    name = name.as_cons()->cdr.as_cons()->car;
  } else if (keyword && Runtime::is_symbol(name)) {
    p.keyword = settled(intern(rt_, rt_.keyword_package, string_view_of(rt_.symbol(name)->name)));
  }
  if (!check_variable_name(name, Known::lambda)) return false;
  const Value init = car_or_nil(rest), supplied = car_or_nil(cdr_or_nil(rest));
  if (const auto length = length_of(rest); !length || *length > 2)
    return error("LAMBDA: ~S is no parameter: (NAME INIT SUPPLIED-P).", {spec});
  if (!form_to(p.init, init, scope)) return false;
  bind(p, name, parsed, scope, place);
  if (is_nil(supplied)) return true;
  if (!check_variable_name(supplied, Known::lambda)) return false;
  bind(p.supplied, supplied, parsed, scope, place);
  return true;
}

namespace {

/// A variable that two parameters bind, or UNBOUND.
Value repeated_parameter(const Lambda& l) {
  std::vector<Value> names;
  const auto add = [&names](const BoundVariable& bound) {
    if (bound.is_there()) names.push_back(bound.name());
  };
  for (const Parameter& p : l.required) add(p);
  add(l.rest);
  for (const auto* group : {&l.optional, &l.key})
    for (const Parameter& p : *group) add(p), add(p.supplied);
  return repeated_name(names);
}

}  // namespace

bool Analysis::parameters(Lambda* l, Value list, const Body& parsed, const Scope*& scope, std::vector<Binding>& aux) {
  enum { required, optional, rest, after_rest, key, after_key, auxiliary } state = required;
  const Value whole = list;
  for (; list.is_cons(); list = list.as_cons()->cdr) {
    const Value item = list.as_cons()->car;
    if (item == rt_.sym(Known::amp_optional)) {
      if (state != required) return error("LAMBDA: &OPTIONAL is misplaced in ~S.", {whole});
      state = optional;
    } else if (item == rt_.sym(Known::amp_rest)) {
      if (state > optional) return error("LAMBDA: ~S is misplaced in ~S.", {item, whole});
      state = rest;
    } else if (item == rt_.sym(Known::amp_key)) {
      if (state >= key || state == rest) return error("LAMBDA: &KEY is misplaced in ~S.", {whole});
      state = key;
      l->arity.keys = true;
    } else if (item == rt_.sym(Known::amp_allow_other_keys)) {
      if (state != key) return error("LAMBDA: &ALLOW-OTHER-KEYS is misplaced in ~S.", {whole});
      state = after_key;
      l->arity.allow_other_keys = true;
    } else if (item == rt_.sym(Known::amp_aux)) {
      if (state == rest || state == auxiliary) return error("LAMBDA: &AUX is misplaced in ~S.", {whole});
      state = auxiliary;
    } else if (item == rt_.sym(Known::amp_whole) || item == rt_.sym(Known::amp_body) || item == rt_.sym(Known::amp_environment)) {
      return error("LAMBDA: ~S belongs to macros' lambda lists, not to ~S.", {item, whole});
    } else if (state == required) {
      if (!required_parameter(l->required.emplace_back(), list, parsed, scope)) return false;
    } else if (state == optional) {
      if (!init_parameter(l->optional.emplace_back(), list, false, parsed, scope)) return false;
    } else if (state == rest) {
      if (!required_parameter(l->rest, list, parsed, scope)) return false;
      l->has_rest = l->arity.rest = true;
      state = after_rest;
    } else if (state == key) {
      if (!init_parameter(l->key.emplace_back(), list, true, parsed, scope)) return false;
    } else if (state == auxiliary) {
      Parameter p;
      if (!descend() || !init_parameter(p, list, false, parsed, scope)) return false;
      if (*length_of(cdr_or_nil(item)) > 1) return error("LAMBDA: the &AUX variable ~S has no SUPPLIED-P.", {item});
      aux.push_back({{p.variable, p.special}, p.init});
    } else {
      return error("LAMBDA: ~S is misplaced in ~S.", {item, whole});
    }
  }
  if (!is_nil(list)) return error("LAMBDA: ~S is no lambda list.", {whole});
  if (const Value twice = repeated_parameter(*l); twice != UNBOUND) return error("LAMBDA: ~S is bound twice in ~S.", {twice, whole});
  if (state == rest) return error("LAMBDA: there is no variable behind &REST in ~S.", {whole});
  l->arity.required = static_cast<std::uint32_t>(l->required.size());
  l->arity.optional = static_cast<std::uint32_t>(l->optional.size());
  return true;
}

namespace {

/// The body of a LAMBDA as that of a LET.
Value without_docstring(Runtime& rt, Value forms) {
  std::vector<Value> declarations;
  Value l = forms;
  while (l.is_cons() && l.as_cons()->car.is_cons() && l.as_cons()->car.as_cons()->car == rt.sym(Known::declare)) {
    declarations.push_back(l.as_cons()->car);
    l = l.as_cons()->cdr;
  }
  if (!l.is_cons() || !has_type(l.as_cons()->car, Type::string) || !l.as_cons()->cdr.is_cons()) return forms;
  Value rest = l.as_cons()->cdr;
  for (auto d = declarations.rbegin(); d != declarations.rend(); ++d) rest = rt.heap.cons_old(*d, rest);
  return rest;
}

}  // namespace

// ((lambda (x...) ...) a...): a LET where each parameter is required and has its argument, else a call.
Node* Analysis::lambda_call(Value expression, Value args, const Scope* scope) {
  if (!expression.as_cons()->cdr.is_cons()) return error("LAMBDA: ~S has no lambda list.", {expression});
  const bool plain = expression.as_cons()->car == rt_.sym(Known::lambda);
  bool simple = plain;
  Value p = plain ? expression.as_cons()->cdr.as_cons()->car : NIL, a = args;
  for (; simple && p.is_cons(); p = p.as_cons()->cdr) {
    const Value name = p.as_cons()->car;
    simple = a.is_cons() && Runtime::is_symbol(name);
    if (simple && !name.is_constant_symbol()) {
      const StringView text = string_view_of(rt_.symbol(name)->name);
      simple = text.empty() || text[0] != U'&';
    }
    a = cdr_or_nil(a);
  }
  if (simple && is_nil(p) && is_nil(a)) {
    std::vector<Value> bindings;
    p = expression.as_cons()->cdr.as_cons()->car;
    for (a = args; a.is_cons(); a = a.as_cons()->cdr, p = p.as_cons()->cdr)
      bindings.push_back(rt_.heap.cons_old(p.as_cons()->car, rt_.heap.cons_old(a.as_cons()->car, NIL)));
    Value list = NIL;
    for (auto b = bindings.rbegin(); b != bindings.rend(); ++b) list = rt_.heap.cons_old(*b, list);
    if (notes_) place_as(list, expression.as_cons()->cdr.as_cons()->car);
    const Value body_forms = without_docstring(rt_, expression.as_cons()->cdr.as_cons()->cdr);
    return form(keep(rt_.heap.cons_old(rt_.sym(Known::let), rt_.heap.cons_old(list, body_forms))), scope);
  }
  auto* n = arena_.make<CallValueNode>();
  Lambda* const lambda = lambda_of(expression, scope);
  if (notes_ && lambda != nullptr) note_lambda_call(*lambda, expression, args);
  n->function = function_node(lambda);
  return n->function != nullptr && forms_to(n->arguments, args, scope) ? n : nullptr;
}

}  // namespace tessera
