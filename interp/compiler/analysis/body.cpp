// Declarations, and their effect on variables.
#include "compiler/analysis/body.hpp"

#include <algorithm>

#include "compiler/analysis/analysis.hpp"
#include "data/symbols/packages.hpp"

namespace tessera {

namespace {

bool contains(std::span<const Value> values, Value v) { return std::find(values.begin(), values.end(), v) != values.end(); }

bool is_special(const Runtime& rt, Value name, const Body& body) {
  return has_flag(rt.symbol(name), symbol_special) || contains(body.specials, name);
}

/// Parses an item of an OPTIMIZE declaration. Ignores all but DEBUG, (DEBUG N) and (RE-ENTRY N).
void parse_quality(Analysis& a, Value item, Body& body) {
  constexpr std::int64_t max_debug = 3;
  const Value name = item.is_cons() ? item.as_cons()->car : item;
  const Value level = item.is_cons() ? operand(item, 0) : NIL;
  if (name == a.rt.sym(Known::debug)) {
    if (!item.is_cons()) body.debug = max_debug;
    else if (level.is_fixnum()) body.debug = level.as_fixnum();
  } else if (item.is_cons() && name == a.re_entry) {
    a.functions.re_entered |= cdr_or_nil(item).is_cons() && level != Value::fixnum(0);
  }
}

bool parse_special(Analysis& a, Value item, Body& body) {
  if (!Runtime::is_symbol(item)) return a.error("DECLARE: ~S cannot be special, as it is not a symbol", {item});
  body.specials.push_back(item);
  return true;
}

bool parse_declaration(Analysis& a, Value specifier, Body& body) {
  if (!specifier.is_cons()) return a.error("DECLARE: ~S is not a declaration specifier", {specifier});
  const Value head = specifier.as_cons()->car, first = operand(specifier, 0);
  const Value type = a.findings.are_collected() && head == a.rt.cl("TYPE") && cdr_or_nil(specifier).is_cons() ? first : head;
  SourceList items(specifier.as_cons()->cdr);
  while (items.next()) {
    const Value item = items.item();
    if (a.findings.are_collected()) body.types.emplace_back(item, type);
    if (head == a.rt.sym(Known::special)) {
      if (!parse_special(a, item, body)) return false;
    } else if (head == a.rt.sym(Known::notinline)) {
      const Value name = function_symbol(a, item);
      body.notinline.push_back(name == UNBOUND ? item : name);
    } else if (head == a.rt.sym(Known::optimize)) {
      parse_quality(a, item, body);
    } else if (head == a.rt.sym(Known::ignore)) {
      body.ignored.push_back(item);
    } else if (head == a.rt.sym(Known::ignorable)) {
      body.ignorable.push_back(item);
    }
  }
  if (items.is_circular()) return a.error("DECLARE: the specifier that begins with ~S is a circular list", {head});
  return items.is_proper() || a.error("DECLARE: ~S is not a declaration specifier", {specifier});
}

bool parse_declarations(Analysis& a, Value declaration, Body& body) {
  SourceList specifiers(declaration.as_cons()->cdr);
  while (specifiers.next())
    if (!parse_declaration(a, specifiers.item(), body)) return false;
  if (specifiers.is_circular()) return a.error("DECLARE: the list of declaration specifiers is circular", {});
  return specifiers.is_proper() || a.error("~S is not a proper declaration", {declaration});
}

}  // namespace

bool parse_body(Analysis& a, Value forms, Docstring docstring, Body& body) {
  SourceList rest(forms);
  body.forms = forms;
  while (rest.next()) {
    const Value f = rest.item();
    if (docstring == Docstring::allowed && has_type(f, Type::string) && rest.rest().is_cons() && is_nil(body.documentation)) {
      body.documentation = f;
    } else if (f.is_cons() && f.as_cons()->car == a.rt.sym(Known::declare)) {
      if (is_nil(body.declarations)) body.declarations = body.forms;
      if (!parse_declarations(a, f, body)) return false;
    } else {
      return true;
    }
    body.forms = rest.rest();
  }
  return !rest.is_circular() || a.error("the declarations of a body are a circular list", {});
}

bool check_variable_name(Analysis& a, Value name, Known operation) {
  if (!Runtime::is_symbol(name)) return a.error("~A: ~S is not a variable name", {a.rt.sym(operation), name});
  if (name.is_constant_symbol() || has_flag(a.rt.symbol(name), symbol_constant))
    return a.error("~A: ~S is a constant and can be neither bound nor assigned", {a.rt.sym(operation), name});
  return true;
}

void bind(Analysis& a, BoundVariable& bound, Value name, const Body& body, const Scope*& scope, Value cell) {
  if (is_special(a.rt, name, body)) {
    bound.special = name;
    Scope* const inner = a.scopes.extend(ScopeKind::special, name, scope);
    inner->value = body.declarations;
    scope = inner;
    return;
  }
  bound.variable = a.arena.variable(name, a.at.function);
  bound.variable->named_by_user = !is_nil(a.rt.symbol(name)->package);
  a.findings.watch(bound.variable, cell, body);
  a.findings.check_capture(*bound.variable, scope);
  Scope* const inner = a.scopes.extend(ScopeKind::variable, name, scope);
  inner->variable = bound.variable;
  inner->value = body.declarations;
  scope = inner;
}

const Scope* with_free_declarations(Analysis& a, const Body& body, const Scope* scope, std::span<const Value> bound) {
  for (Value name : body.specials)
    if (!contains(bound, name)) scope = a.scopes.extend(ScopeKind::special, name, scope);
  for (Value name : body.notinline) scope = a.scopes.extend(ScopeKind::notinline, name, scope);
  if (is_nil(body.declarations)) return scope;
  Scope* const inner = a.scopes.extend(ScopeKind::declared, NIL, scope);
  inner->value = body.declarations;
  return inner;
}

}  // namespace tessera
