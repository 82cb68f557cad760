// The compiler's entry points: lambda expressions to functions. Layer: compiler.
#pragma once

#include <span>
#include <string>

#include "compiler/code.hpp"

namespace tessera {

struct Scope;

/// The time at which LOAD-TIME-VALUE forms are evaluated: now, as the code is used at once; or later, when a file is
/// loaded. Then TESSERA::%LATER makes the constant of the form, and the code is good only for being written to the
/// file.
enum class LoadTime { now, later };

/// The choice to collect findings for warnings: see findings.hpp.
enum class Findings : bool { ignored, collected };

/// Compiles (LAMBDA ...) or (NAMED-LAMBDA ...) to a Closure, in the null lexical environment with the macros and symbol
/// macros of `surroundings`. FAILED: a failure is pending. Runs macro expanders, so it may collect.
Value compile_lambda(Runtime& rt, Value lambda_expression, const Scope* surroundings = nullptr, LoadTime load_time = LoadTime::now,
                     Findings findings = Findings::ignored);
/// Returns a function of no arguments that evaluates `form` and returns its values.
Value compile_form(Runtime& rt, Value form, LoadTime load_time = LoadTime::now, Findings findings = Findings::ignored);
/// Checks the collected `references` of a unit that ends. Returns a list of (FILE . FINDING) in the order of the
/// source.
Value findings_of_references(Runtime& rt, Value references);
/// Records, if a unit is being compiled, that `function` replaces `old`: if another file had defined `old`, or if the
/// name `changes_kind` from a macro's to a function's or back.
void add_redefinition(Runtime& rt, Value symbol, Value old, Value function, bool changes_kind);
/// Compiles `form` and calls it: LOAD-TIME-VALUE, EVAL-WHEN, #. and the bootstrap.
Value evaluate_now(Runtime& rt, Value form);
/// Returns the expander function of a local macro, which sees the local macros of its `surroundings`.
Value make_expander(Runtime& rt, Value name, Value lambda_list, Value body, const Scope* surroundings);

/// Returns an object that holds a Prologue, made of arity and registers, and `code`.
Value make_instructions(Heap& heap, const Arity& arity, std::uint32_t registers, std::span<const Instruction> code);

/// Returns the instructions of a compiled function as text, a line each; its inner functions follow.
std::string disassemble(Runtime& rt, Value function);

}  // namespace tessera
