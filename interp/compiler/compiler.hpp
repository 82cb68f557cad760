// The compiler's entry points: lambda expressions to functions. Layer: compiler.
#pragma once

#include <span>
#include <string>

#include "compiler/nodes.hpp"

namespace tessera {

struct Scope;

/// When LOAD-TIME-VALUE forms are evaluated: now, as what is compiled is loaded at once; or later, from a file. Then the constant
/// is what TESSERA::%LATER makes of the form, and a Code object that is only good for being written.
enum class LoadTime { now, later };

/// If what a user is to be warned of is noted: see findings.cpp.
enum class Notes { off, on };

/// Compile (LAMBDA ...) or (NAMED-LAMBDA ...) to a Closure, in the null lexical environment but for the macros and symbol macros of
/// `surroundings`. FAILED: a failure is pending. Runs macro expanders, so it may collect.
Value compile_lambda(Runtime& rt, Value lambda_expression, const Scope* surroundings = nullptr, LoadTime load_time = LoadTime::now,
                     Notes notes = Notes::off);
/// A function of no arguments that evaluates `form` and returns its values.
Value compile_form(Runtime& rt, Value form, LoadTime load_time = LoadTime::now, Notes notes = Notes::off);
/// What is wrong with the noted `references` of a unit, now that it is at its end: a list of (FILE . FINDING), in the order of the source.
Value faults_of_references(Runtime& rt, Value references);
/// Note that `function` takes the place of `old`, which another file defined, if a unit is being compiled.
void note_redefinition(Runtime& rt, Value symbol, Value old, Value function);
/// Compile `form` and call it: LOAD-TIME-VALUE, EVAL-WHEN, #. and the bootstrap.
Value evaluate_now(Runtime& rt, Value form);
/// The expander function of a local macro, which sees the local macros of its `surroundings`.
Value make_expander(Runtime& rt, Value name, Value lambda_list, Value body, const Scope* surroundings);

/// Decide which local functions are called without a closure.
void find_known_functions(const std::vector<LocalFunction*>& functions);
/// Make known functions part of their callers where that takes no copying; they leave `lambdas`.
void inline_local_functions(Arena& arena, Lambda* toplevel, std::vector<Lambda*>& lambdas);
/// Put the variables themselves for those that only rename them.
void remove_copies(Lambda* toplevel, const std::vector<Lambda*>& lambdas);
/// Decide what each function captures.
/// What is assigned, under a name of the program's, lives in cells: so it has one place, however often a continuation enters a frame again.
void keep_assignments(const Arena& arena);
void find_captures(const std::vector<Lambda*>& lambdas);
/// Numbers that are better kept in registers of `lambda`: few, each once.
std::vector<Value> loop_constants(const Lambda* lambda);
/// Note for each loop of `lambda` the variables that nothing uses from there on.
void find_ended_variables(Lambda* lambda);
/// Make code for `lambda` and the functions within; a Closure without captures. Where config::verify_code asks for it, what is to run
/// now is verified: FAILED if the compiler is wrong.
Value generate(Runtime& rt, Lambda* lambda, LoadTime load_time);

/// The object that holds `code` behind the Prologue that arity and registers make.
Value make_instructions(Heap& heap, const Arity& arity, std::uint32_t registers, std::span<const Instruction> code);

/// The instructions of a compiled function as text, a line each; its inner functions follow.
std::string disassemble(Runtime& rt, Value function);

}  // namespace tessera
