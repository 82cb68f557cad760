// Special operators of control and evaluation. Those that bind variables and functions are in analysis_binding.cpp.
#include "compiler/analysis/analysis.hpp"
#include "data/symbols/packages.hpp"
#include "data/tables/equality.hpp"

namespace tessera::special_forms {

Node* quote(Analysis& a, Value f, const Scope*) { return a.constant(operand(f, 0)); }

Node* lambda(Analysis& a, Value f, const Scope* scope) { return function_node(a, analyse_lambda(a, f, scope)); }
Node* named_lambda(Analysis& a, Value f, const Scope* scope) { return function_node(a, analyse_lambda(a, f, scope)); }

Node* function(Analysis& a, Value f, const Scope* scope) {
  const Value written = operand(f, 0);
  if (const Value head = car_or_nil(written); head == a.rt.sym(Known::lambda) || head == a.rt.sym(Known::named_lambda))
    return function_node(a, analyse_lambda(a, written, scope));
  const Value name = function_symbol(a, written);
  if (name == UNBOUND) return a.malformed(f, "~S is not a function name", {written});
  if (name.is_constant_symbol()) {  // NIL and T, which no instruction can name
    auto* n = a.arena.make<CallNode>();
    n->function = a.rt.cl("FDEFINITION");
    n->arguments.push_back(a.constant(name));
    return n;
  }
  if (const Scope* found = find_function_binding(scope, name)) {
    if (found->kind == ScopeKind::macro) return a.error("FUNCTION: ~S names a local macro", {name});
    found->function->escapes = true;
    return a.reference(found->function->variable);
  }
  a.findings.add_function(f, name);
  auto* n = a.arena.make<FunctionNode>();
  n->name = a.pinned.keep(name);
  return n;
}

Node* if_(Analysis& a, Value f, const Scope* scope) {
  auto* n = a.arena.make<IfNode>();
  a.findings.check_unreachable_clause(f);
  const bool ok =
      a.form_to(n->test, operand(f, 0), scope) && a.form_to(n->yes, operand(f, 1), scope) && a.form_to(n->no, operand(f, 2), scope);
  return ok ? n : nullptr;
}

Node* progn(Analysis& a, Value f, const Scope* scope) { return a.body(operands_from(f, 0), scope); }

Node* the(Analysis& a, Value f, const Scope* scope) {
  a.findings.check_declared_type(operand(f, 0), NIL, operand(f, 1), f);
  return a.form(operand(f, 1), scope);
}
Node* truly_the(Analysis& a, Value f, const Scope* scope) { return a.form(operand(f, 1), scope); }

Node* locally(Analysis& a, Value f, const Scope* scope) {
  Body body;
  if (!parse_body(a, operands_from(f, 0), Docstring::no, body)) return nullptr;
  return a.body(body.forms, with_free_declarations(a, body, scope));
}

Node* eval_when(Analysis& a, Value f, const Scope* scope) {
  static constexpr Known evaluating[] = {Known::execute, Known::eval};
  static constexpr Known others[] = {Known::compile_toplevel, Known::load_toplevel, Known::compile, Known::load};
  const auto is_one_of = [&a](Value v, std::span<const Known> symbols) {
    return std::any_of(symbols.begin(), symbols.end(), [&](Known symbol) { return v == a.rt.sym(symbol); });
  };
  bool now = false;
  SourceList situations(operand(f, 0));
  while (situations.next()) {
    if (is_one_of(situations.item(), evaluating)) now = true;
    else if (!is_one_of(situations.item(), others)) return a.malformed(f, "~S is not a situation", {situations.item()});
  }
  if (!situations.is_proper()) return a.improper(f, situations, "situations");
  return now ? a.body(operands_from(f, 1), scope) : a.constant(NIL);
}

namespace {

Node* assignment(Analysis& a, Value symbol, Value value_form, const Scope* scope) {
  if (!check_variable_name(a, symbol, Known::setq)) return nullptr;
  const Scope* found = find_variable_binding(scope, symbol);
  const bool lexical = found != nullptr && found->kind == ScopeKind::variable;
  if (!lexical) {
    const Expander expander = find_expander(a.rt, symbol, scope);
    if (expander.kind == MacroKind::symbol_macro) {
      const Value operands = a.rt.heap.cons_old(expander.value, a.rt.heap.cons_old(value_form, NIL));
      return a.form(a.pinned.keep(a.rt.heap.cons_old(a.rt.sym(Known::setf), operands)), scope);
    }
  }
  Node* value;
  if (!a.form_to(value, value_form, scope)) return nullptr;
  if (!lexical) {
    if (found == nullptr) a.findings.add_variable(symbol);
    auto* n = a.arena.make<SetGlobalNode>();
    n->symbol = a.pinned.keep(symbol);
    n->value = value;
    return n;
  }
  auto* n = a.arena.make<SetLocalNode>();
  n->variable = found->variable;
  n->value = value;
  found->variable->assigned = true;
  a.at.function->references.push_back(found->variable);
  return n;
}

}  // namespace

Node* setq(Analysis& a, Value f, const Scope* scope) {
  auto* n = a.arena.make<PrognNode>();
  SourceList pairs(operands_from(f, 0));
  while (pairs.next()) {
    const Value symbol = pairs.item();
    if (!pairs.next()) return a.malformed(f, "no value for ~S in ~S", {symbol, f});
    Node* const set = assignment(a, symbol, pairs.item(), scope);
    if (set == nullptr) return nullptr;
    n->forms.push_back(set);
  }
  if (n->forms.empty()) return a.constant(NIL);
  return n->forms.size() == 1 ? n->forms[0] : n;
}

Node* block(Analysis& a, Value f, const Scope* scope) {
  const Value name = operand(f, 0);
  if (!Runtime::is_symbol(name)) return a.malformed(f, "~S is not a block name", {name});
  auto* n = a.arena.make<BlockNode>();
  n->exit = a.arena.exit();
  n->exit->name = name;
  n->exit->owner = a.at.function;
  Scope* const inner = a.scopes.extend(ScopeKind::block, name, scope);
  inner->exit = n->exit;
  return a.body_to(n->body, operands_from(f, 1), inner) ? n : nullptr;
}

namespace {

/// True if an exit from scope `from` to scope `to` is a jump. If it leaves the frame or passes cleanup forms, it needs
/// a token at run time.
bool is_jump(Analysis& a, ExitPoint* exit, const Scope* from, const Scope* to) {
  bool direct = exit->owner == a.at.function;
  for (const Scope* s = from; s != to; s = s->parent) direct &= s->kind != ScopeKind::cleanup;
  if (direct) return true;
  if (exit->token == nullptr) exit->token = a.arena.variable(exit->name, exit->owner);
  a.at.function->references.push_back(exit->token);
  return false;
}

bool is_tag(Value v) { return Runtime::is_symbol(v) || v.is_fixnum() || has_type(v, Type::bignum); }

}  // namespace

Node* return_from(Analysis& a, Value f, const Scope* scope) {
  const Value name = operand(f, 0);
  const Scope* s = scope;
  while (s != nullptr && !(s->kind == ScopeKind::block && s->name == name)) s = s->parent;
  if (s == nullptr) return a.error("RETURN-FROM: there is no block ~S around ~S", {name, f});
  auto* n = a.arena.make<ReturnFromNode>();
  n->exit = s->exit;
  n->direct = is_jump(a, s->exit, scope, s);
  return a.form_to(n->value, operand(f, 1), scope) ? n : nullptr;
}

Node* tagbody(Analysis& a, Value f, const Scope* scope) {
  auto* n = a.arena.make<TagbodyNode>();
  n->exit = a.arena.exit();
  n->exit->owner = a.at.function;
  const Scope* inner = scope;
  std::vector<Value> items, names;
  for (SourceList rest(operands_from(f, 0)); rest.next();) {
    items.push_back(rest.item());
    if (!is_tag(rest.item())) continue;
    Tag* tag = a.arena.tag();
    tag->name = rest.item();
    tag->exit = n->exit;
    tag->number = static_cast<int>(n->tags.size());
    names.push_back(rest.item());
    n->tags.push_back(tag);
    Scope* const with_tag = a.scopes.extend(ScopeKind::tag, rest.item(), inner);
    with_tag->tag = tag;
    inner = with_tag;
  }
  if (const Value twice = repeated_name(names); twice != UNBOUND) return a.malformed(f, "the tag ~S occurs twice", {twice});
  bool after_exit = false;
  for (const Value item : items) {
    if (is_tag(item)) {
      n->tag_starts.push_back(n->statements.size());
      after_exit = false;
      continue;
    }
    if (after_exit) a.findings.add_unreachable(item);
    Node* const statement = a.form(item, inner);
    if (statement == nullptr) return nullptr;
    after_exit = a.findings.never_returns(*statement);
    n->statements.push_back(statement);
  }
  return n;
}

Node* go(Analysis& a, Value f, const Scope* scope) {
  const Value name = operand(f, 0);
  const Scope* s = scope;
  while (s != nullptr && !(s->kind == ScopeKind::tag && eql(s->name, name))) s = s->parent;
  if (s == nullptr) return a.error("GO: there is no tag ~S around", {name});
  auto* n = a.arena.make<GoNode>();
  n->exit = s->tag->exit;
  n->tag = s->tag->number;
  n->direct = is_jump(a, n->exit, scope, s);
  return n;
}

Node* catch_(Analysis& a, Value f, const Scope* scope) {
  auto* n = a.arena.make<CatchNode>();
  return a.form_to(n->tag, operand(f, 0), scope) && a.body_to(n->body, operands_from(f, 1), scope) ? n : nullptr;
}

Node* throw_(Analysis& a, Value f, const Scope* scope) {
  auto* n = a.arena.make<ThrowNode>();
  return a.form_to(n->tag, operand(f, 0), scope) && a.form_to(n->value, operand(f, 1), scope) ? n : nullptr;
}

/// Analyses UNWIND-PROTECT. An exit out of the cleanup forms drops the exit that they interrupted, so it goes through
/// the dynamic records, too.
Node* unwind_protect(Analysis& a, Value f, const Scope* scope) {
  auto* n = a.arena.make<UnwindProtectNode>();
  const auto guarded = [&] { return a.scopes.extend(ScopeKind::cleanup, UNBOUND, scope); };
  return a.form_to(n->form, operand(f, 0), guarded()) && a.body_to(n->cleanup, operands_from(f, 1), guarded()) ? n : nullptr;
}

Node* progv(Analysis& a, Value f, const Scope* scope) {
  auto* n = a.arena.make<ProgvNode>();
  const bool ok = a.form_to(n->symbols, operand(f, 0), scope) && a.form_to(n->values, operand(f, 1), scope) &&
                  a.body_to(n->body, operands_from(f, 2), scope);
  return ok ? n : nullptr;
}

Node* multiple_value_call(Analysis& a, Value f, const Scope* scope) {
  auto* n = a.arena.make<MultipleValueCallNode>();
  return a.form_to(n->function, operand(f, 0), scope) && a.forms_to(n->forms, operands_from(f, 1), scope) ? n : nullptr;
}

Node* multiple_value_prog1(Analysis& a, Value f, const Scope* scope) {
  if (is_nil(operands_from(f, 1))) return a.form(operand(f, 0), scope);
  auto* n = a.arena.make<MultipleValueProg1Node>();
  return a.form_to(n->first, operand(f, 0), scope) && a.body_to(n->rest, operands_from(f, 1), scope) ? n : nullptr;
}

Node* multiple_value_list(Analysis& a, Value f, const Scope* scope) {
  auto* n = a.arena.make<MultipleValueListNode>();
  return a.form_to(n->form, operand(f, 0), scope) ? n : nullptr;
}

/// Evaluates the form now, because code is loaded as soon as it is compiled; defers it if the code is written to a
/// file.
Node* load_time_value(Analysis& a, Value f, const Scope*) {
  const Value form = operand(f, 0);
  const Value v = a.load_time == LoadTime::later ? a.rt.call_lisp(a.rt.tessera("%LATER"), {form}) : evaluate_now(a.rt, form);
  return is_failed(v) ? nullptr : a.constant(a.pinned.promote(v));
}

}  // namespace tessera::special_forms
