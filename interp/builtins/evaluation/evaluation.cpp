// Evaluation and compilation (chapter 3): natives beneath EVAL, COMPILE and MACROEXPAND. Layer: builtins.
// Compiled for size.
#include "builtins/chapters.hpp"
#include "builtins/registry.hpp"
#include "compiler/analysis/augmented.hpp"
#include "compiler/analysis/expansion.hpp"
#include "compiler/analysis/scope.hpp"
#include "compiler/analysis/special_operators.hpp"
#include "compiler/compiler.hpp"
#include "compiler/positions.hpp"
#include "compiler/variable_table.hpp"
#include "data/objects/lambda_lists.hpp"
#include "data/sequences/arrays.hpp"
#include "data/sequences/list_walk.hpp"
#include "data/symbols/packages.hpp"
#include "runtime/compilation.hpp"
#include "text/printer.hpp"
#include "vm/jit/jit_state.hpp"
#include "vm/vm.hpp"

namespace tessera {

namespace {

Findings wanted_findings(Args a) { return is_nil(a.get(1)) ? Findings::ignored : Findings::collected; }

Value compile_form_native(Runtime& rt, Args a) { return compile_form(rt, a[0], LoadTime::now, wanted_findings(a)); }

Value compile_lambda_native(Runtime& rt, Args a) {
  const Value f = a[0];
  if (!f.is_cons() || (f.as_cons()->car != rt.sym(Known::lambda) && f.as_cons()->car != rt.sym(Known::named_lambda)))
    return rt.fail_simple(Known::simple_program_error, "~S is not a lambda expression", {f});
  return compile_lambda(rt, f, scope_of_environment(rt, a.get(2)), LoadTime::now, wanted_findings(a));
}

Value check_references(Runtime& rt, Args a) { return findings_of_references(rt, a[0]); }

/// Returns the function or expansion, and its kind: the library's MACROEXPAND-1 calls it.
Value expander(Runtime& rt, Args a) {
  const Expander e = find_expander(rt, a[0], EnvironmentScope(rt, a.get(1)));
  switch (e.kind) {
    case MacroKind::macro: return rt.values({e.value, rt.keyword("MACRO")});
    case MacroKind::symbol_macro: return rt.values({e.value, rt.keyword("SYMBOL-MACRO")});
    default: return rt.values({NIL, NIL});
  }
}

Value local_function_p(Runtime& rt, Args a) { return boolean(find_function_binding(EnvironmentScope(rt, a[1]), a[0]) != nullptr); }

Value macro_function(Runtime& rt, Args a) {
  if (!Runtime::is_symbol(a[0])) return rt.fail_type(a[0], Known::symbol);
  const EnvironmentScope scope(rt, a.get(1));
  if (const Scope* found = find_function_binding(scope, a[0])) return found->kind == ScopeKind::macro ? found->value : NIL;
  return symbol_macro_function(rt, a[0]);
}

Value augment_environment(Runtime& rt, Args a) {
  if (sequence_length(a[1]) < 0) return fail_proper(rt, a[1], Known::list);
  for (const Value binding : elements_of(a[1]))
    if (!binding.is_cons() || !binding.as_cons()->cdr.is_cons()) return rt.fail_type(a[1], Known::list);
  return augmented_environment(rt, a[0], a[1]);
}

Value bindings_of_environment(Runtime& rt, Args a) {
  Value parent;
  const Value bindings = environment_bindings(rt, a[0], parent);
  return rt.two_values(bindings, parent);
}

Value constantp(Runtime& rt, Args a) {
  const Value v = a[0];
  if (Runtime::is_symbol(v)) return boolean(v.is_constant_symbol() || has_flag(rt.symbol(v), symbol_constant));
  return boolean(!v.is_cons() || v.as_cons()->car == rt.sym(Known::quote));
}

Value disassembly(Runtime& rt, Args a) {
  if (!has_type(a[0], Type::closure)) return rt.fail_type(a[0], Known::compiled_function);
  std::string text = disassemble(rt, a[0]);
#ifdef TESSERA_MACHINE_CODE
  if (const std::string machine_code = vm_of(rt).jit().listing(code_of(as<Closure>(a[0]))); !machine_code.empty())
    text += "; its machine code:\n" + machine_code;
#endif
  return rt.make_string(text);
}

/// Returns the sources of a native, whose lambda list is the text that it was registered with.
Value native_source(Runtime& rt, Value native) {
  const Builtin& b = builtin_of(native);
  return rt.values({as<Native>(native)->name, rt.make_string(b.lambda_list), rt.make_string(b.documentation), NIL});
}

Value closure_code_slot(Runtime& rt, Args a) {
  if (has_type(a[0], Type::native)) return native_source(rt, a[0]);
  if (!has_type(a[0], Type::closure)) return rt.fail_type(a[0], Known::compiled_function);
  Code* const code = code_of(as<Closure>(a[0]));
  const SourcePosition at = first_position_of(code);
  const Value line = at.line == 0 ? NIL : Value::fixnum(at.line);
  return rt.values({code->name, lambda_list_of(rt, code), documentation_of(code), file_of(code), line});
}

/// Returns the values that a function has captured, and the contents of captured cells.
Value captured_values_of(Runtime& rt, Args a) {
  std::vector<Value> captured;
  if (has_type(a[0], Type::closure)) {
    const Object* o = a[0].as_object();
    for (std::uint32_t i = 1; i < o->length(); ++i)
      captured.push_back(has_type(o->slots[i], Type::cell) ? as<Cell>(o->slots[i])->value : o->slots[i]);
  } else if (has_type(a[0], Type::native)) {
    for (std::uint32_t i = native_slots; i < a[0].as_object()->length(); ++i) captured.push_back(a[0].as_object()->slots[i]);
  }
  return rt.list(captured);
}

Value captured_names_of(Runtime& rt, Args a) {
  if (!has_type(a[0], Type::closure)) return NIL;
  std::vector<Value> names(a[0].as_object()->length() - 1, NIL);
  for (const VariableEntry& e : variable_entries(variable_table(code_of(as<Closure>(a[0])))))
    if (e.captured && e.location < names.size()) names[e.location] = e.name;
  return rt.list(names);
}

/// Takes the docstring off a function. When Tessera is built, the library's docstrings move from the image into a
/// module.
Value take_docstring(Runtime& rt, Args a) {
  if (!has_type(a[0], Type::closure)) return NIL;
  Code* const code = code_of(as<Closure>(a[0]));
  const Value docstring = documentation_of(code);
  set_origin(rt.heap, code, file_of(code), NIL);
  return docstring;
}

Value show_lambda_list(Runtime& rt, Args a) {
  if (!has_type(a[0], Type::closure)) return rt.fail_type(a[0], Known::compiled_function);
  if (!a[1].is_cons() && !is_nil(a[1])) return rt.fail_type(a[1], Known::list);
  rt.heap.write(&code_of(as<Closure>(a[0]))->lambda_list, a[1]);
  return a[0];
}

Value special_operator(Runtime& rt, Args a) {
  if (!Runtime::is_symbol(a[0])) return rt.fail_type(a[0], Known::symbol);
  const SpecialOperator* op = find_special_operator(rt, a[0]);
  if (op == nullptr) return rt.values({NIL, NIL, NIL});
  static constexpr const char* roles[] = {"REQUIRED", "OPTIONAL", "REST"};
  std::vector<Value> kinds;
  std::string_view text = op->operands;
  auto role = SpecialOperand::Role::required;
  while (const auto operand = next_operand(text, role)) {
    role = operand->role;
    std::string kind(operand->kind);
    for (char& c : kind) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    kinds.push_back(rt.heap.cons(rt.keyword(kind), rt.keyword(roles[static_cast<std::size_t>(role)])));
  }
  return rt.values({rt.list(kinds), rt.make_string(lambda_list_of(*op)), rt.make_string(op->documentation)});
}

Value all_special_operators(Runtime& rt, Args) {
  Value names = NIL;
  for (const SpecialOperator& op : special_operators()) names = rt.heap.cons(rt.sym(op.symbol), names);
  return names;
}

Value set_source_file(Runtime& rt, Args a) { return rt.source_file = a[0]; }

Value clear_positions(Runtime& rt, Args) {
  rt.compilation->positions.clear();
  return rt.symbol_value_slot(Known::misplaced_line) = NIL;
}

/// Returns line and column of the cons `form` in its source, or NIL.
Value form_position(Runtime& rt, Args a) {
  const SourcePosition* const found = a[0].is_cons() ? rt.compilation->positions.find(a[0].address()) : nullptr;
  if (found == nullptr) return rt.values({NIL, NIL});
  return rt.values({Value::fixnum(found->line), Value::fixnum(found->column)});
}

/// Returns a cons for the compiler, in old space like the reader's, with a source position at LINE and COLUMN.
Value cons_at(Runtime& rt, Args a) {
  if (!a[2].is_fixnum() || !a[3].is_fixnum()) return rt.fail_type(a[2].is_fixnum() ? a[3] : a[2], Known::fixnum);
  const Value cons = rt.heap.cons_old(a[0], a[1]);
  const SourcePosition position{static_cast<std::uint32_t>(a[2].as_fixnum()), static_cast<std::uint32_t>(a[3].as_fixnum())};
  rt.compilation->positions.set(cons.address(), position);
  return cons;
}

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::evaluation>() {
  static const Builtin table[] = {
      {"%COMPILE-FORM", "form &optional notes", compile_form_native,
       "Returns a function of no arguments that evaluates FORM in the null lexical environment. If NOTES, warnings are put into *FINDINGS* "
       "and *REFERENCES*."},
      {"%COMPILE-LAMBDA", "lambda-expression &optional notes environment", compile_lambda_native,
       "Returns the function that LAMBDA-EXPRESSION denotes in the null lexical environment plus the macros of ENVIRONMENT. NOTES is "
       "as for %COMPILE-FORM."},
      {"%CHECK-REFERENCES", "references", check_references,
       "Checks the REFERENCES of a compilation unit that ends. Returns a list of (FILE . FINDING)."},
      {"%EXPANDER", "form &optional environment", expander,
       "Returns two values: the macro function of FORM, or the expansion of a symbol macro; and :MACRO, :SYMBOL-MACRO or NIL."},
      {"%LOCAL-FUNCTION-P", "name environment", local_function_p, "Returns true if NAME names a local function or macro in ENVIRONMENT."},
      {"%AUGMENT-ENVIRONMENT", "environment bindings", augment_environment,
       "Returns ENVIRONMENT with BINDINGS, the innermost first: a list of lists (KIND NAME . VALUE). The compiler knows the kinds "
       ":VARIABLE, :SPECIAL, :SYMBOL-MACRO with an expansion, :FUNCTION, and :MACRO with an expander."},
      {"%ENVIRONMENT-BINDINGS", "environment", bindings_of_environment,
       "Returns the innermost bindings of ENVIRONMENT, as %AUGMENT-ENVIRONMENT takes them, and the environment around them."},
      {"MACRO-FUNCTION", "symbol &optional environment", macro_function, "Returns the macro function of SYMBOL in ENVIRONMENT, or NIL."},
      {"CONSTANTP", "form &optional environment", constantp, "Returns true if FORM always evaluates to the same value."},
      {"%DISASSEMBLY", "function", disassembly, "Returns the instructions of a compiled function as a string."},
      {"%FUNCTION-SOURCE", "function", closure_code_slot,
       "Returns five values for a function: name, lambda list (its text for a native), docstring, file, the line of its first form."},
      {"%CAPTURED-VALUES", "function", captured_values_of,
       "Returns a list of the values that FUNCTION has captured, in the order of their first uses."},
      {"%CAPTURED-NAMES", "function", captured_names_of,
       "Returns a list of the names of the variables whose values %CAPTURED-VALUES gives, NIL for those of which none is known."},
      {"%TAKE-DOCSTRING", "function", take_docstring, "Removes the docstring from FUNCTION. Returns it, or NIL if there is none."},
      {"%SHOW-LAMBDA-LIST", "function lambda-list", show_lambda_list,
       "Makes LAMBDA-LIST the lambda list that the compiled FUNCTION, a macro's, reports. Returns FUNCTION."},
      {"%SPECIAL-OPERATOR", "symbol", special_operator,
       "Returns three values for a special operator: (KIND . ROLE) for each operand, ROLE being :REQUIRED, :OPTIONAL or :REST; the "
       "text of its lambda list; the docstring. NIL for any other symbol."},
      {"%SPECIAL-OPERATORS", "", all_special_operators, "Returns a list of the operators that the compiler takes apart itself."},
      {"%SET-SOURCE-FILE", "name", set_source_file, "Sets the file whose forms are compiled from now on, a string or NIL."},
      {"%CLEAR-POSITIONS", "", clear_positions, "Forgets the positions of the forms read so far."},
      {"%CONS-AT", "car cdr line column", cons_at,
       "Returns a cons of CAR and CDR for the compiler, with the source position LINE and COLUMN."},
      {"%FORM-POSITION", "form", form_position, "Returns two values: line and column at which the list FORM was read, or NIL."},
  };
  return table;
}

}  // namespace tessera
