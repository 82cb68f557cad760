// Finding expanders and calling them.
#include "compiler/analysis/expansion.hpp"

#include "data/symbols/packages.hpp"

namespace tessera {

namespace {

/// True if the conses of `v` and what they refer to are in old space. False if that takes more than `visits` visits.
bool is_settled_throughout(const Heap& heap, Value v, int& visits) {
  if (!v.is_cons() || !heap.is_settled(v)) return heap.is_settled(v);
  return --visits >= 0 && is_settled_throughout(heap, v.as_cons()->car, visits) && is_settled_throughout(heap, v.as_cons()->cdr, visits);
}

}  // namespace

Value PinnedValues::promote(Value v) {
  const std::size_t index = values_.size();
  keep(v);
  constexpr int most_visits = 500;  // takes less time than a collection
  int visits = most_visits;
  if (!heap_.nursery_is_empty() && !is_settled_throughout(heap_, v, visits)) heap_.collect(Heap::Reason::requested);
  return values_[index];
}

void PinnedValues::trace_roots(Tracer& tracer) {
  const std::size_t first = tracer.young_only() ? promoted_ : 0;
  tracer.visit_range(values_.data() + first, values_.size() - first);
  while (promoted_ < values_.size() && heap_.is_settled(values_[promoted_])) ++promoted_;
}

namespace {

Expander symbol_expander(Runtime& rt, Value symbol, const Scope* scope) {
  if (const Scope* found = find_variable_binding(scope, symbol)) {
    if (found->kind != ScopeKind::symbol_macro) return {};
    return {MacroKind::symbol_macro, found->value};
  }
  if (!has_flag(rt.symbol(symbol), symbol_symbol_macro)) return {};
  return {MacroKind::symbol_macro, symbol_extra(rt, symbol, rt.keyword("SYMBOL-MACRO"))};
}

}  // namespace

Expander find_expander(Runtime& rt, Value form, const Scope* scope) {
  if (Runtime::is_symbol(form)) return symbol_expander(rt, form, scope);
  if (!form.is_cons() || !Runtime::is_symbol(form.as_cons()->car)) return {};
  const Value head = form.as_cons()->car;
  if (const Scope* found = find_function_binding(scope, head)) {
    if (found->kind != ScopeKind::macro) return {};
    return {MacroKind::macro, found->value};
  }
  const Value macro = symbol_macro_function(rt, head);
  if (is_nil(macro)) return {};
  return {MacroKind::macro, macro};
}

/// Calls the expander. If it signals an error, the library returns `fallback`, or if that is NIL a form that signals
/// the error at run time. While the library is built, its function %EXPAND-TO-COMPILE is undefined at first.
Value MacroExpander::call_expander(Value expander, Value form, const Scope* scope, Value fallback) {
  const Value environment = pinned_.keep(environment_object(rt_, scope));
  const Value by_library = rt_.symbol(rt_.sym(Known::expand_to_compile))->function;
  if (by_library == rt_.undefined_function) return rt_.call_lisp(expander, {form, environment});
  return rt_.call_lisp(by_library, {expander, form, environment, boolean(load_time_ == LoadTime::later), fallback});
}

Expansion MacroExpander::expand(Value& form, const Scope* scope) {
  const Expander expander = find_expander(rt_, form, scope);
  if (expander.kind == MacroKind::none) return Expansion::none;
  if (expander.kind == MacroKind::symbol_macro) {
    form = expander.value;
    return Expansion::done;
  }
  const Value expansion = call_expander(expander.value, form, scope, NIL);
  if (is_failed(expansion)) return Expansion::failed;
  form = pinned_.promote(expansion);
  return Expansion::done;
}

Expansion MacroExpander::expand_compiler_macro(Value& form, Value name, const Scope* scope) {
  if (is_nil(symbol_extras(rt_.symbol(name))) || !may_inline(name, scope)) return Expansion::none;
  const Value expander = symbol_extra(rt_, name, rt_.sym(Known::compiler_macro));
  if (is_nil(expander)) return Expansion::none;
  const Value expansion = call_expander(expander, form, scope, form);
  if (is_failed(expansion)) return Expansion::failed;
  const Value replacement = pinned_.promote(expansion);
  if (replacement == form) return Expansion::none;
  form = replacement;
  return Expansion::done;
}

bool MacroExpander::may_inline(Value name, const Scope* scope) const {
  if (is_notinline(scope, name)) return false;
  return is_nil(symbol_extras(rt_.symbol(name))) || is_nil(symbol_extra(rt_, name, rt_.sym(Known::notinline)));
}

}  // namespace tessera
