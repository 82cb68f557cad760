// Special operators of control and evaluation. Those that bind variables and functions are in analysis_binding.cpp.
#include "compiler/analysis.hpp"
#include "compiler/compiler.hpp"
#include "data/symbols/packages.hpp"
#include "data/tables/equality.hpp"

namespace tessera {

namespace {

Value operand(Value form, int i) {
  Value rest = form.as_cons()->cdr;
  while (i-- > 0 && rest.is_cons()) rest = rest.as_cons()->cdr;
  return rest.is_cons() ? rest.as_cons()->car : NIL;
}

Value operands_from(Value form, int i) {
  Value rest = form.as_cons()->cdr;
  while (i-- > 0 && rest.is_cons()) rest = rest.as_cons()->cdr;
  return rest;
}

}  // namespace

// Each has as many operands as its table says when its function is called.
Node* Analysis::special_form(const SpecialOperator& op, Value f, const Scope* scope) {
  static constexpr Handler handlers[] = {
#define SPECIAL_OPERATOR(identifier, name, package, operands, documentation) &Analysis::identifier,
#include "runtime/special_operators.def"
#undef SPECIAL_OPERATOR
  };
  return check_operands(f) ? (this->*handlers[&op - special_operators().data()])(f, scope) : nullptr;
}

Node* Analysis::quote(Value f, const Scope*) { return constant(operand(f, 0)); }

Node* Analysis::function_node(Lambda* l) {
  if (l == nullptr) return nullptr;
  auto* n = arena_.make<LambdaNode>();
  n->lambda = l;
  return n;
}

Node* Analysis::lambda(Value f, const Scope* scope) { return function_node(lambda_of(f, scope)); }
Node* Analysis::named_lambda(Value f, const Scope* scope) { return function_node(lambda_of(f, scope)); }

Node* Analysis::function(Value f, const Scope* scope) {
  Value name = operand(f, 0);
  if (name.is_cons() && (name.as_cons()->car == rt_.sym(Known::lambda) || name.as_cons()->car == rt_.sym(Known::named_lambda)))
    return function_node(lambda_of(name, scope));
  const Value written = name;
  if ((name = function_symbol(name)) == UNBOUND) return malformed(f, "~S is no function name", {written});
  if (const Scope* found = find_function(scope, name)) {
    if (found->kind == Scope::Kind::macro) return error("FUNCTION: ~S names a local macro.", {name});
    found->function->escapes = true;
    return local_reference(found->function->variable);
  }
  if (notes_) note_function(f, name);
  if (name.is_constant_symbol()) {  // NIL and T, which no instruction can name
    auto* n = arena_.make<CallNode>();
    n->function = rt_.cl("FDEFINITION");
    n->arguments.push_back(constant(name));
    return n;
  }
  auto* n = arena_.make<FunctionNode>();
  n->name = keep(name);
  return n;
}

Node* Analysis::if_(Value f, const Scope* scope) {
  auto* n = arena_.make<IfNode>();
  if (notes_) note_hidden_clause(f);
  const bool ok = form_to(n->test, operand(f, 0), scope) && form_to(n->yes, operand(f, 1), scope) && form_to(n->no, operand(f, 2), scope);
  return ok ? n : nullptr;
}

Node* Analysis::progn(Value f, const Scope* scope) { return body(operands_from(f, 0), scope); }

Node* Analysis::the(Value f, const Scope* scope) {
  if (notes_) note_declared(operand(f, 0), NIL, operand(f, 1), f);
  return form(operand(f, 1), scope);
}
Node* Analysis::truly_the(Value f, const Scope* scope) { return form(operand(f, 1), scope); }

Node* Analysis::locally(Value f, const Scope* scope) {
  Body parsed;
  if (!parse_body(operands_from(f, 0), false, parsed)) return nullptr;
  return body(parsed.forms, free_declarations(parsed, scope));
}

Node* Analysis::eval_when(Value f, const Scope* scope) {
  bool now = false;
  Value situations = operand(f, 0);
  for (; situations.is_cons(); situations = situations.as_cons()->cdr) {
    const Value s = situations.as_cons()->car;
    if (s == rt_.sym(Known::execute) || s == rt_.sym(Known::eval)) now = true;
    else if (s != rt_.sym(Known::compile_toplevel) && s != rt_.sym(Known::load_toplevel) && s != rt_.sym(Known::compile) &&
             s != rt_.sym(Known::load))
      return malformed(f, "~S is no situation", {s});
  }
  if (!is_nil(situations)) return malformed(f, "~S is no list of situations", {operand(f, 0)});
  return now ? body(operands_from(f, 1), scope) : constant(NIL);
}

Node* Analysis::setq(Value f, const Scope* scope) {
  auto* n = arena_.make<PrognNode>();
  Value rest = f.as_cons()->cdr;
  if (is_nil(rest)) return constant(NIL);
  for (; rest.is_cons(); rest = rest.as_cons()->cdr.as_cons()->cdr) {
    if (!rest.as_cons()->cdr.is_cons()) return malformed(f, "no value for ~S in ~S", {rest.as_cons()->car, f});
    Node* const assignment = set_variable(rest.as_cons()->car, rest.as_cons()->cdr.as_cons()->car, scope);
    if (assignment == nullptr) return nullptr;
    n->forms.push_back(assignment);
  }
  return n->forms.size() == 1 ? n->forms[0] : n;
}

Node* Analysis::set_variable(Value symbol, Value value_form, const Scope* scope) {
  if (!check_variable_name(symbol, Known::setq)) return nullptr;
  const Scope* found = find_variable(scope, symbol);
  const bool lexical = found != nullptr && found->kind == Scope::Kind::variable;
  if (!lexical) {
    const Expander expander = find_expander(rt_, symbol, scope);
    if (expander.kind == Expander::Kind::symbol_macro) {
      const Value place = rt_.heap.cons_old(expander.value, rt_.heap.cons_old(value_form, NIL));
      return form(keep(rt_.heap.cons_old(rt_.sym(Known::setf), place)), scope);
    }
  }
  Node* value;
  if (!form_to(value, value_form, scope)) return nullptr;
  if (!lexical) {
    if (notes_ && found == nullptr) note_variable(symbol);
    auto* n = arena_.make<SetGlobalNode>();
    n->symbol = keep(symbol);
    n->value = value;
    return n;
  }
  auto* n = arena_.make<SetLocalNode>();
  n->variable = found->variable;
  n->value = value;
  found->variable->assigned = true;
  current_->references.push_back(found->variable);
  return n;
}

Node* Analysis::block(Value f, const Scope* scope) {
  const Value name = operand(f, 0);
  if (!Runtime::is_symbol(name)) return malformed(f, "~S is no block name", {name});
  auto* n = arena_.make<BlockNode>();
  n->exit = arena_.exit();
  n->exit->name = name;
  n->exit->owner = current_;
  const Scope* inner = extend(Scope::Kind::block, name, scope);
  const_cast<Scope*>(inner)->exit = n->exit;
  return body_to(n->body, operands_from(f, 1), inner) ? n : nullptr;
}

// An exit that leaves the frame, or passes clean-up forms, goes by a token at run time.
bool Analysis::use_exit(ExitPoint* exit, const Scope* from, const Scope* to) {
  bool direct = exit->owner == current_;
  for (const Scope* s = from; s != to; s = s->parent) direct &= s->kind != Scope::Kind::cleanup;
  if (direct) return true;
  if (exit->token == nullptr) exit->token = arena_.variable(exit->name, exit->owner);
  current_->references.push_back(exit->token);
  return false;
}

Node* Analysis::return_from(Value f, const Scope* scope) {
  const Value name = operand(f, 0);
  const Scope* s = scope;
  while (s != nullptr && !(s->kind == Scope::Kind::block && s->name == name)) s = s->parent;
  if (s == nullptr) return error("RETURN-FROM: there is no block ~S around ~S.", {name, f});
  auto* n = arena_.make<ReturnFromNode>();
  n->exit = s->exit;
  n->direct = use_exit(s->exit, scope, s);
  return form_to(n->value, operand(f, 1), scope) ? n : nullptr;
}

Node* Analysis::tagbody(Value f, const Scope* scope) {
  auto* n = arena_.make<TagbodyNode>();
  n->exit = arena_.exit();
  n->exit->owner = current_;
  const Scope* inner = scope;
  std::vector<Value> names;
  for (Value rest = f.as_cons()->cdr; rest.is_cons(); rest = rest.as_cons()->cdr) {
    const Value item = rest.as_cons()->car;
    if (!Runtime::is_symbol(item) && !item.is_fixnum() && !has_type(item, Type::bignum)) continue;
    Tag* tag = arena_.tag();
    tag->name = item;
    tag->exit = n->exit;
    tag->number = static_cast<int>(n->tags.size());
    names.push_back(item);
    n->tags.push_back(tag);
    inner = extend(Scope::Kind::tag, item, inner);
    const_cast<Scope*>(inner)->tag = tag;
  }
  if (const Value twice = repeated_name(names); twice != UNBOUND) return malformed(f, "the tag ~S stands twice", {twice});
  bool after_exit = false;
  for (Value rest = f.as_cons()->cdr; rest.is_cons(); rest = rest.as_cons()->cdr) {
    const Value item = rest.as_cons()->car;
    if (!Runtime::is_symbol(item) && !item.is_fixnum() && !has_type(item, Type::bignum)) {
      if (notes_ && after_exit && is_written(item)) note("UNREACHABLE", position_of_form(item), NIL);
      Node* const statement = form(item, inner);
      if (statement == nullptr) return nullptr;
      after_exit = notes_ && never_returns(*statement);
      n->statements.push_back(statement);
    } else {
      n->tag_starts.push_back(n->statements.size());
      after_exit = false;
    }
  }
  return n;
}

Node* Analysis::go(Value f, const Scope* scope) {
  const Value name = operand(f, 0);
  const Scope* s = scope;
  while (s != nullptr && !(s->kind == Scope::Kind::tag && eql(s->name, name))) s = s->parent;
  if (s == nullptr) return error("GO: there is no tag ~S around.", {name});
  auto* n = arena_.make<GoNode>();
  n->exit = s->tag->exit;
  n->tag = s->tag->number;
  n->direct = use_exit(n->exit, scope, s);
  return n;
}

Node* Analysis::catch_(Value f, const Scope* scope) {
  auto* n = arena_.make<CatchNode>();
  return form_to(n->tag, operand(f, 0), scope) && body_to(n->body, operands_from(f, 1), scope) ? n : nullptr;
}

Node* Analysis::throw_(Value f, const Scope* scope) {
  auto* n = arena_.make<ThrowNode>();
  return form_to(n->tag, operand(f, 0), scope) && form_to(n->value, operand(f, 1), scope) ? n : nullptr;
}

Node* Analysis::unwind_protect(Value f, const Scope* scope) {
  auto* n = arena_.make<UnwindProtectNode>();
  if (!form_to(n->form, operand(f, 0), extend(Scope::Kind::cleanup, UNBOUND, scope))) return nullptr;
  // Leaving the clean-up forms themselves drops the exit that they interrupted: it, too, goes through the dynamic records.
  return body_to(n->cleanup, operands_from(f, 1), extend(Scope::Kind::cleanup, UNBOUND, scope)) ? n : nullptr;
}

Node* Analysis::progv(Value f, const Scope* scope) {
  auto* n = arena_.make<ProgvNode>();
  const bool ok =
      form_to(n->symbols, operand(f, 0), scope) && form_to(n->values, operand(f, 1), scope) && body_to(n->body, operands_from(f, 2), scope);
  return ok ? n : nullptr;
}

Node* Analysis::multiple_value_call(Value f, const Scope* scope) {
  auto* n = arena_.make<MultipleValueCallNode>();
  return form_to(n->function, operand(f, 0), scope) && forms_to(n->forms, operands_from(f, 1), scope) ? n : nullptr;
}

Node* Analysis::multiple_value_prog1(Value f, const Scope* scope) {
  if (is_nil(operands_from(f, 1))) return form(operand(f, 0), scope);
  auto* n = arena_.make<MultipleValueProg1Node>();
  return form_to(n->first, operand(f, 0), scope) && body_to(n->rest, operands_from(f, 1), scope) ? n : nullptr;
}

Node* Analysis::multiple_value_list(Value f, const Scope* scope) {
  auto* n = arena_.make<MultipleValueListNode>();
  return form_to(n->form, operand(f, 0), scope) ? n : nullptr;
}

// Evaluated once, now: code is compiled just before it is loaded, unless it is written to a file.
Node* Analysis::load_time_value(Value f, const Scope*) {
  const Value v = load_time_ == LoadTime::later ? rt_.call_lisp(rt_.tessera("%LATER"), {operand(f, 0)}) : evaluate_now(rt_, operand(f, 0));
  if (is_failed(v)) return nullptr;
  return constant(settled(v));
}

}  // namespace tessera
