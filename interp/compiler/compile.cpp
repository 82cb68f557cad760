// From lambda expressions to functions, and evaluation at compile time.
#include "compiler/analysis/analysis.hpp"
#include "compiler/compiler.hpp"
#include "compiler/passes/passes.hpp"
#include "compiler/positions.hpp"
#include "compiler/variable_table.hpp"
#include "runtime/compilation.hpp"
#include "runtime/interrupts.hpp"

namespace tessera {

Value compile_lambda(Runtime& rt, Value lambda_expression, const Scope* surroundings, LoadTime load_time, Findings findings) {
  Arena arena;
  Analysis analysis(rt, arena, load_time, findings);
  Lambda* lambda = analysis.toplevel(lambda_expression, surroundings);
  if (lambda == nullptr) return FAILED;
  find_known_functions(analysis.functions.local_functions);
  std::vector<Lambda*> lambdas = analysis.functions.lambdas;
  contify(arena, lambda, lambdas);
  propagate_copies(lambda, lambdas);
  convert_closures(lambdas);
  if (analysis.functions.re_entered) box_assigned_variables(arena);
  // The passes run no Lisp; for a function that fills a megabyte each takes a tenth of a second.
  if (!handle_interrupts(rt)) return FAILED;
  return generate_code(rt, lambda, load_time);
}

Value compile_form(Runtime& rt, Value form, LoadTime load_time, Findings findings) {
  Heap& heap = rt.heap;
  // In old space, so that the analysis need not promote it. In a PROGN a declaration is an error.
  const Value progn = heap.cons_old(rt.sym(Known::progn), heap.cons_old(form, NIL));
  const Value body = heap.cons_old(progn, NIL);
  const SourcePosition* const position = form.is_cons() ? rt.compilation->positions.find(form.address()) : nullptr;
  const Value named = heap.cons_old(rt.keyword("TOPLEVEL-FORM"), heap.cons_old(NIL, body));  // backtraces show the name
  const Value expression = heap.cons_old(rt.sym(Known::named_lambda), named);
  if (position != nullptr) rt.compilation->positions.set(expression.address(), SourcePosition(*position));
  return compile_lambda(rt, expression, nullptr, load_time, findings);
}

Value evaluate_now(Runtime& rt, Value form) {
  const Value f = compile_form(rt, form);
  TESSERA_TRY(f);
  return rt.call_lisp(f, std::initializer_list<Value>{});
}

/// Compiles an expander. The library's %MACRO-LAMBDA makes a lambda expression of (form environment) from the
/// definition.
Value make_expander(Runtime& rt, Value name, Value lambda_list, Value body, const Scope* surroundings) {
  const Value expression = rt.call_lisp(rt.sym(Known::macro_lambda), {name, lambda_list, body});
  TESSERA_TRY(expression);
  return compile_lambda(rt, expression, surroundings);
}

Value make_instructions(Heap& heap, const Arity& arity, std::uint32_t registers, std::span<const Instruction> code) {
  Object* o = heap.allocate_raw_old(Type::raw_data, sizeof(Prologue) + code.size_bytes());
  *o->data<Prologue>() = {arity.is_simple() ? arity.required : Prologue::general, registers};
  std::copy(code.begin(), code.end(), first_instruction(o->data<Prologue>()));
  return Value::object(o);
}

namespace {

std::span<const unsigned char> positions_of(const Code* code) {
  const Value packed = packed_positions(code);
  if (is_nil(packed)) return {};
  const Object* o = packed.as_object();
  return {o->data<unsigned char>(), o->length()};
}

}  // namespace

SourcePosition position_of(const Code* code, std::uint32_t pc) { return find_position(positions_of(code), pc); }
SourcePosition first_position_of(const Code* code) { return first_position(positions_of(code)); }

}  // namespace tessera
