// Symbols: names, values, functions, properties, generated names. Layer: builtins.
#include "base/utf8.hpp"
#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "builtins/predicates.hpp"
#include "compiler/analysis/augmented.hpp"
#include "compiler/compiler.hpp"
#include "data/sequences/list_walk.hpp"
#include "data/symbols/packages.hpp"

namespace tessera {

namespace {

bool is_function(Value v) { return has_type(v, Type::closure) || has_type(v, Type::native); }

/// Returns `v`, or FAILED if it is not a symbol.
Value check_symbol(Runtime& rt, Value v) { return Runtime::is_symbol(v) ? v : rt.fail_type(v, Known::symbol); }

Value keywordp(Runtime& rt, Args a) { return boolean(has_type(a[0], Type::symbol) && rt.symbol(a[0])->package == rt.packages.keyword); }

Value symbol_name(Runtime& rt, Args a) {
  TESSERA_TRY(check_symbol(rt, a[0]));
  return name_for_scripts(rt, rt.symbol(a[0])->name);
}

Value symbol_package(Runtime& rt, Args a) {
  TESSERA_TRY(check_symbol(rt, a[0]));
  return rt.symbol(a[0])->package;
}

// --- making symbols

Value make_symbol_of(Runtime& rt, Args a) {
  StringView name;
  if (!string_view_of_any(a[0], name)) return rt.fail_type(a[0], Known::string);
  return make_symbol(rt, make_string(rt, name));
}

Value copy_symbol(Runtime& rt, Args a) {
  TESSERA_TRY(check_symbol(rt, a[0]));
  const Symbol* from = rt.symbol(a[0]);
  const Value copy = make_symbol(rt, from->name);
  if (is_nil(a.get(1))) return copy;
  auto* to = as<Symbol>(copy);
  to->value = from->value;
  set_symbol_function(rt, to, from->function);
  set_symbol_macro_function(rt, copy, symbol_macro_function(rt, a[0]));
  ListBuilder plist(rt);
  Value end = property_list(from);
  if (!walk_conses(&rt, end, [&plist](const Cons* c) { return plist.add(c->car), true; })) return fail_walk(rt, property_list(from));
  rt.heap.write(plist_place(rt, to), plist.finish());
  return copy;
}

bool is_count(Value v, Runtime& rt) { return is_integer(v) && number_compare(rt, v, Value::fixnum(0)) != Order::less; }

/// Returns PREFIX followed by the counter's digits, and increments the counter.
Value generated_name(Runtime& rt, std::u32string prefix, Value* counter) {
  const Value n = *counter;
  if (!is_count(n, rt)) return rt.fail_type(n, Known::unsigned_byte);
  rt.heap.write(counter, number_add(rt, n, Value::fixnum(1)));
  const auto digits = print_number(rt, n, 10, 's');
  if (!digits) return FAILED;
  prefix += utf8_decode(*digits);
  return make_string(rt, prefix);
}

Value gensym(Runtime& rt, Args a) {
  Value* counter = &rt.symbol_value_slot(Known::gensym_counter);
  StringView prefix = U"G";
  Value own = a.get(0, UNSUPPLIED);
  if (own != UNSUPPLIED && is_count(own, rt)) {
    counter = &own;
  } else if (own != UNSUPPLIED && !string_view_of_any(own, prefix)) {
    return rt.fail_type(own, rt.list({rt.sym(Known::or_), rt.sym(Known::string), rt.sym(Known::unsigned_byte)}));
  }
  const Value name = generated_name(rt, prefix.str(), counter);
  TESSERA_TRY(name);
  return make_symbol(rt, name);
}

Value gentemp(Runtime& rt, Args a) {
  StringView prefix = U"T";
  Value package = current_package(rt);
  if (a.size() > 0 && !string_view_of_any(a[0], prefix)) return rt.fail_type(a[0], Known::string);
  if (a.size() > 1 && !take_package(rt, a[1], package)) return FAILED;
  for (;;) {
    const Value name = generated_name(rt, prefix.str(), &rt.symbol_value_slot(Known::gentemp_counter));
    TESSERA_TRY(name);
    if (find_symbol(rt, package, string_view_of(name)).status == Status::none) return intern(rt, package, string_view_of(name));
  }
}

// --- values

Value symbol_value(Runtime& rt, Args a) {
  TESSERA_TRY(check_symbol(rt, a[0]));
  const Value v = rt.symbol(a[0])->value;
  return v == UNBOUND ? rt.fail(Known::unbound_variable, {rt.sym(Known::name), a[0]}) : v;
}

Value check_variable(Runtime& rt, Value symbol) {
  TESSERA_TRY(check_symbol(rt, symbol));
  if (!has_flag(rt.symbol(symbol), symbol_constant)) return symbol;
  return rt.fail_simple(Known::simple_program_error, "the constant ~S cannot be changed", {symbol});
}

Value set(Runtime& rt, Args a) {
  TESSERA_TRY(check_variable(rt, a[0]));
  rt.heap.write(&rt.symbol(a[0])->value, a[1]);
  return a[1];
}

Value boundp(Runtime& rt, Args a) {
  TESSERA_TRY(check_symbol(rt, a[0]));
  return boolean(rt.symbol(a[0])->value != UNBOUND);
}

Value makunbound(Runtime& rt, Args a) {
  TESSERA_TRY(check_variable(rt, a[0]));
  if (has_flag(rt.symbol(a[0]), symbol_special) && !may_define(rt, a, a[0], Known::variable_, true)) return FAILED;
  rt.symbol(a[0])->value = UNBOUND;
  return a[0];
}

Value fail_declared(Runtime& rt, Value symbol, std::string_view control) {
  return rt.fail_simple(Known::simple_program_error, control, {symbol});
}

Value proclaim_special(Runtime& rt, Args a) {
  TESSERA_TRY(check_symbol(rt, a[0]));
  if (has_flag(rt.symbol(a[0]), symbol_special)) return a[0];
  if (!may_define(rt, a, a[0], Known::variable_, false)) return FAILED;
  if (has_flag(rt.symbol(a[0]), symbol_symbol_macro))
    return fail_declared(rt, a[0], "~S is a symbol macro and cannot be a special variable");
  if (!has_flag(rt.symbol(a[0]), symbol_constant)) set_flag(rt, a[0], symbol_special);
  return a[0];
}

Value proclaim_constant(Runtime& rt, Args a) {
  TESSERA_TRY(check_symbol(rt, a[0]));
  if (!may_define(rt, a, a[0], Known::variable_, true)) return FAILED;
  Symbol* s = rt.symbol(a[0]);
  if (a[0].is_constant_symbol() || s->package == rt.packages.keyword)
    return s->value == a[1] ? a[0] : fail_declared(rt, a[0], "the constant ~S cannot be changed");
  if (has_flag(s, symbol_symbol_macro)) return fail_declared(rt, a[0], "~S is a symbol macro and cannot be a constant");
  rt.heap.write(&s->value, a[1]);
  set_flag(rt, a[0], symbol_special);
  set_flag(rt, a[0], symbol_constant);
  return a[0];
}

Value set_symbol_macro(Runtime& rt, Args a) {
  TESSERA_TRY(check_symbol(rt, a[0]));
  if (!may_define(rt, a, a[0], Known::variable_, true)) return FAILED;
  if (has_flag(rt.symbol(a[0]), symbol_special) || has_flag(rt.symbol(a[0]), symbol_constant))
    return fail_declared(rt, a[0], "~S is a special variable or constant and cannot be a symbol macro");
  set_flag(rt, a[0], symbol_symbol_macro);
  set_symbol_extra(rt, a[0], rt.sym(Known::key_symbol_macro), a[1]);
  return a[0];
}

Value special_variable_p(Runtime& rt, Args a) {
  TESSERA_TRY(check_symbol(rt, a[0]));
  return boolean(has_flag(rt.symbol(a[0]), symbol_special));
}

// --- functions

Value special_operator_p(Runtime& rt, Args a) {
  TESSERA_TRY(check_symbol(rt, a[0]));
  const Symbol* s = rt.symbol(a[0]);
  return boolean(has_flag(s, symbol_special_operator) && !has_flag(s, symbol_has_macro));
}

/// Returns the function or macro function of the symbol that owns the cell; `name` is for the failure.
Value cell_content(Runtime& rt, Value symbol, Value name) {
  const Value f = global_function(rt, symbol);
  if (!is_nil(f)) return f;
  const Value macro = symbol_macro_function(rt, symbol);
  if (has_flag(rt.symbol(symbol), symbol_special_operator) && is_nil(macro)) return rt.list({rt.keyword("SPECIAL-OPERATOR"), symbol});
  return is_nil(macro) ? rt.fail(Known::undefined_function, {rt.sym(Known::name), name}) : macro;
}

Value fdefinition(Runtime& rt, Args a) {
  const Value symbol = function_symbol(rt, a[0]);
  TESSERA_TRY(symbol);
  return cell_content(rt, symbol, a[0]);
}

Value symbol_function(Runtime& rt, Args a) {
  TESSERA_TRY(check_symbol(rt, a[0]));
  return cell_content(rt, a[0], a[0]);
}

/// Returns the function of a function designator: functions in stdlib/ that take functions call this once, not at each
/// call.
Value coerce_to_function(Runtime& rt, Args a) {
  if (is_function(a[0])) return a[0];
  if (!Runtime::is_symbol(a[0])) return rt.fail_type(a[0], Known::function);
  const Value f = rt.symbol(a[0])->function;
  return f == rt.undefined_function ? rt.fail(Known::undefined_function, {rt.sym(Known::name), a[0]}) : f;
}

Value set_fdefinition(Runtime& rt, Args a) {
  const Value symbol = function_symbol(rt, a[0]);
  TESSERA_TRY(symbol);
  if (rt.symbol(symbol)->function != a[1] && !may_define(rt, a, symbol, Known::function, names_operator(rt, symbol))) return FAILED;
  if (!is_function(a[1])) return rt.fail_type(a[1], Known::function);
  if (has_flag(rt.symbol(symbol), symbol_special_operator))
    return fail_declared(rt, symbol, "the special operator ~S cannot be defined as a function");
  const Value macro = symbol_macro_function(rt, symbol);
  add_redefinition(rt, symbol, is_nil(macro) ? rt.symbol(symbol)->function : macro, a[1], !is_nil(macro));
  set_symbol_function(rt, rt.symbol(symbol), a[1]);
  set_symbol_macro_function(rt, symbol, NIL);
  return a[1];
}

Value fboundp(Runtime& rt, Args a) {
  const Value symbol = function_symbol(rt, a[0]);
  TESSERA_TRY(symbol);
  const Symbol* s = rt.symbol(symbol);
  return boolean(s->function != rt.undefined_function || has_flag(s, symbol_has_macro) || has_flag(s, symbol_special_operator));
}

Value fmakunbound(Runtime& rt, Args a) {
  const Value symbol = function_symbol(rt, a[0]);
  TESSERA_TRY(symbol);
  if (names_operator(rt, symbol) && !may_define(rt, a, symbol, Known::function, true)) return FAILED;
  set_symbol_function(rt, rt.symbol(symbol), rt.undefined_function);
  set_symbol_macro_function(rt, symbol, NIL);
  return a[0];
}

Value set_macro_function(Runtime& rt, Args a) {
  TESSERA_TRY(check_symbol(rt, a[0]));
  if (!may_define(rt, a, a[0], Known::function, names_operator(rt, a[0]))) return FAILED;
  if (!is_function(a[1])) return rt.fail_type(a[1], Known::function);
  const Value macro = symbol_macro_function(rt, a[0]);
  add_redefinition(rt, a[0], is_nil(macro) ? rt.symbol(a[0])->function : macro, a[1], is_nil(macro));
  set_symbol_macro_function(rt, a[0], a[1]);
  set_symbol_function(rt, rt.symbol(a[0]), rt.undefined_function);
  return a[1];
}

Value compiler_macro_function(Runtime& rt, Args a) {
  const Value symbol = function_symbol(rt, a[0]);
  TESSERA_TRY(symbol);
  if (find_function_binding(EnvironmentScope(rt, a.get(1)), symbol) != nullptr) return NIL;
  return symbol_extra(rt, symbol, rt.sym(Known::key_compiler_macro));
}

Value set_compiler_macro_function(Runtime& rt, Args a) {
  const Value symbol = function_symbol(rt, a[0]);
  TESSERA_TRY(symbol);
  if (!may_define(rt, a, symbol, Known::function, names_operator(rt, symbol))) return FAILED;
  if (!is_nil(a[1]) && !is_function(a[1])) return rt.fail_type(a[1], Known::function);
  set_symbol_extra(rt, symbol, rt.sym(Known::key_compiler_macro), a[1]);
  return a[1];
}

Value proclaim_notinline(Runtime& rt, Args a) {
  const Value symbol = function_symbol(rt, a[0]);
  TESSERA_TRY(symbol);
  if (!may_redefine(rt, symbol)) return FAILED;
  if (!is_nil(a[1]) || !is_nil(symbol_extra(rt, symbol, rt.sym(Known::notinline))))
    set_symbol_extra(rt, symbol, rt.sym(Known::notinline), a[1]);
  return a[1];
}

/// Checks definitions that the library keeps in its own tables: DEFTYPE, DEFSETF, DEFINE-METHOD-COMBINATION.
Value check_definition(Runtime& rt, Args a) {
  const Value symbol = function_symbol(rt, a[0]);
  TESSERA_TRY(symbol);
  const bool is_type = a[1] == rt.sym(Known::type_), is_function = a[1] == rt.sym(Known::function);
  const Known kind = is_type ? Known::type_ : is_function ? Known::function : Known::method_combination;
  if (!may_define(rt, a, symbol, kind, is_function ? names_operator(rt, symbol) : !is_nil(a[2]))) return FAILED;
  return a[0];
}

Value is_redefinable(Runtime& rt, Args a) {
  const Value symbol = function_symbol(rt, a[0]);
  TESSERA_TRY(symbol);
  return boolean(is_nil(symbol) || !is_own(rt, symbol));
}

Value note_own_definition(Runtime& rt, Args a) {
  TESSERA_TRY(check_symbol(rt, a[0]));
  if (!may_redefine(rt, a[0])) return FAILED;
  const Value own = symbol_extra(rt, a[0], rt.sym(Known::own_definitions));
  set_symbol_extra(rt, a[0], rt.sym(Known::own_definitions), rt.heap.cons(a[1], own));
  return a[1];
}

Value function_name(Runtime& rt, Args a) {
  if (has_type(a[0], Type::native)) return as<Native>(a[0])->name;
  if (has_type(a[0], Type::closure)) return as<Code>(as<Closure>(a[0])->code)->name;
  return rt.fail_type(a[0], Known::function);
}

Value function_lambda_expression(Runtime& rt, Args a) {
  const Value name = function_name(rt, a);
  TESSERA_TRY(name);
  return rt.values({NIL, T, name});
}

// --- property lists

Value symbol_plist(Runtime& rt, Args a) {
  TESSERA_TRY(check_symbol(rt, a[0]));
  return property_list(rt.symbol(a[0]));
}

Value set_symbol_plist(Runtime& rt, Args a) {
  TESSERA_TRY(check_symbol(rt, a[0]));
  if (!may_redefine(rt, a[0])) return FAILED;
  if (!is_nil(a[1]) && !a[1].is_cons()) return rt.fail_type(a[1], Known::list);
  rt.heap.write(plist_place(rt, rt.symbol(a[0])), a[1]);
  return a[1];
}

Value get(Runtime& rt, Args a) {
  TESSERA_TRY(check_symbol(rt, a[0]));
  const Value l = find_property(rt, property_list(rt.symbol(a[0])), a[1]);
  TESSERA_TRY(l);
  return is_nil(l) ? a.get(2) : l.as_cons()->cdr.as_cons()->car;
}

Value set_get(Runtime& rt, Args a) {
  TESSERA_TRY(check_symbol(rt, a[0]));
  if (!may_redefine(rt, a[0])) return FAILED;
  Symbol* s = rt.symbol(a[0]);
  const Value value = a[a.size() - 1];
  const Value l = find_property(rt, property_list(s), a[1]);
  TESSERA_TRY(l);
  if (is_nil(l)) rt.heap.write(plist_place(rt, s), rt.heap.cons(a[1], rt.heap.cons(value, property_list(s))));
  else rt.heap.write(&l.as_cons()->cdr.as_cons()->car, value);
  return value;
}

Value remprop(Runtime& rt, Args a) {
  TESSERA_TRY(check_symbol(rt, a[0]));
  if (!may_redefine(rt, a[0])) return FAILED;
  const Value l = find_property(rt, property_list(rt.symbol(a[0])), a[1]);
  TESSERA_TRY(l);
  if (is_nil(l)) return NIL;
  Value* link = plist_place(rt, rt.symbol(a[0]));
  while (*link != l) link = &link->as_cons()->cdr.as_cons()->cdr;
  rt.heap.write(link, l.as_cons()->cdr.as_cons()->cdr);
  return T;
}

constexpr Builtin symbols_table[] = {
    {"SYMBOLP", "object", predicate<Runtime::is_symbol>, "Returns true if OBJECT is a symbol."},
    {"KEYWORDP", "object", keywordp, "Returns true if OBJECT is a symbol of the KEYWORD package."},
    {"SYMBOL-NAME", "symbol", symbol_name, "Returns the name of SYMBOL, a string that must not be changed."},
    {"SYMBOL-PACKAGE", "symbol", symbol_package, "Returns the home package of SYMBOL, or NIL."},
    {"MAKE-SYMBOL", "name", make_symbol_of, "Returns a new uninterned symbol called NAME."},
    {"COPY-SYMBOL", "symbol &optional copy-properties", copy_symbol,
     "Returns a new uninterned symbol of the same name. If COPY-PROPERTIES is true, it gets the value, the function and a copy of the property list of SYMBOL."},
    {"GENSYM", "&optional x", gensym,
     "Returns a new uninterned symbol. Its name is the string X, by default \"G\", followed by the value of *GENSYM-COUNTER*, which is incremented; or G followed by X, if that is an integer."},
    {"GENTEMP", "&optional prefix package", gentemp, "Returns a new symbol of PACKAGE whose name begins with PREFIX, by default \"T\"."},
    {"SYMBOL-VALUE", "symbol", symbol_value, "Returns the dynamic value of SYMBOL; an UNBOUND-VARIABLE error if it has none."},
    {"SET", "symbol value", set, "Makes VALUE the dynamic value of SYMBOL and returns it; a PROGRAM-ERROR if that is a constant."},
    {"%SET-SYMBOL-VALUE", "symbol value", set, "Makes VALUE the dynamic value of SYMBOL and returns it."},
    {"BOUNDP", "symbol", boundp, "Returns true if SYMBOL has a dynamic value."},
    {"MAKUNBOUND", "symbol", makunbound, "Makes SYMBOL unbound and returns it; a PROGRAM-ERROR if it is a constant."},
    {"%PROCLAIM-SPECIAL", "symbol", proclaim_special, "Makes SYMBOL a special variable everywhere."},
    {"%PROCLAIM-CONSTANT", "symbol value", proclaim_constant, "Makes SYMBOL a constant of value VALUE."},
    {"%SET-SYMBOL-MACRO", "symbol expansion", set_symbol_macro, "Makes SYMBOL stand for EXPANSION globally."},
    {"%SPECIAL-VARIABLE-P", "symbol", special_variable_p, "Returns true if SYMBOL was proclaimed special."},
    {"FUNCTIONP", "object", predicate<is_function>, "Returns true if OBJECT is a function."},
    {"COMPILED-FUNCTION-P", "object", predicate<is_function>, "Returns true if OBJECT is a compiled function, as all functions are."},
    {"SPECIAL-OPERATOR-P", "symbol", special_operator_p, "Returns true if SYMBOL names a special operator."},
    {"FDEFINITION", "name", fdefinition,
     "Returns the global function called NAME, a symbol or (SETF symbol); an UNDEFINED-FUNCTION error if there is none."},
    {"%COERCE-TO-FUNCTION", "designator", coerce_to_function, "Returns the function that DESIGNATOR is or names."},
    {"SYMBOL-FUNCTION", "symbol", symbol_function, "Returns the global function of SYMBOL; an UNDEFINED-FUNCTION error if there is none."},
    {"%SET-FDEFINITION", "name function", set_fdefinition, "Makes FUNCTION the global function called NAME and returns it."},
    {"FBOUNDP", "name", fboundp, "Returns true if NAME has a global function or macro, or is a special operator."},
    {"FMAKUNBOUND", "name", fmakunbound, "Removes the global function or macro of NAME and returns NAME."},
    {"%SET-MACRO-FUNCTION", "symbol function", set_macro_function, "Makes FUNCTION the global macro function of SYMBOL and returns it."},
    {"COMPILER-MACRO-FUNCTION", "name &optional environment", compiler_macro_function,
     "Returns the compiler macro function of NAME, or NIL; NIL too if NAME is a local function or macro in ENVIRONMENT."},
    {"%SET-COMPILER-MACRO-FUNCTION", "name function", set_compiler_macro_function,
     "Makes FUNCTION the compiler macro function of NAME and returns it."},
    {"%PROCLAIM-NOTINLINE", "name flag", proclaim_notinline, "Proclaims the function NAME NOTINLINE, or INLINE if FLAG is NIL."},
    {"%CHECK-DEFINITION", "name kind defined", check_definition,
     "Returns NAME, or fails if it may not be defined as a KIND: FUNCTION, TYPE or METHOD-COMBINATION. DEFINED is true if it is one "
     "already."},
    {"%REDEFINABLE-P", "name", is_redefinable, "Returns true if scripts may redefine NAME: the host may forbid it for names of Lisp."},
    {"%NOTE-OWN-DEFINITION", "symbol kind", note_own_definition,
     "Permits definitions of SYMBOL, whose package is locked, as a KIND from now on."},
    {"%FUNCTION-NAME", "function", function_name, "Returns the name that FUNCTION was defined with."},
    {"FUNCTION-LAMBDA-EXPRESSION", "function", function_lambda_expression,
     "Returns three values: NIL, as the source is not kept; T; and the name of FUNCTION."},
    {"SYMBOL-PLIST", "symbol", symbol_plist, "Returns the property list of SYMBOL."},
    {"%SET-SYMBOL-PLIST", "symbol plist", set_symbol_plist, "Makes PLIST the property list of SYMBOL and returns it."},
    {"GET", "symbol indicator &optional default", get, "Returns the property INDICATOR of SYMBOL, or DEFAULT."},
    {"%SET-GET", "symbol indicator value-or-default &optional value", set_get,
     "Makes the last argument the property INDICATOR of SYMBOL and returns it."},
    {"REMPROP", "symbol indicator", remprop, "Removes the property INDICATOR of SYMBOL; returns true if there was one."},
};

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::symbols>() { return symbols_table; }

}  // namespace tessera
