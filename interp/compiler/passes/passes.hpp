// The steps between analysis and a code object, which compile.cpp calls. Layer: compiler.
#pragma once

#include "compiler/compiler.hpp"
#include "compiler/nodes.hpp"

namespace tessera {

// --- in their order

/// Finds the local functions that are called without a closure.
void find_known_functions(const std::vector<LocalFunction*>& functions);
/// Makes known functions part of their callers where that needs no copy of their code; they leave `lambdas`.
void contify(Arena& arena, Lambda* toplevel, std::vector<Lambda*>& lambdas);
/// Propagates copies: replaces variables that only rename other variables.
void propagate_copies(Lambda* toplevel, const std::vector<Lambda*>& lambdas);
/// Finds the variables of other functions that each function uses.
void convert_closures(const std::vector<Lambda*>& lambdas);
/// Puts the program's variables that are assigned into cells, which continuations share that enter a frame again.
void box_assigned_variables(const Arena& arena);
/// Makes code for `lambda` and the functions in it. Returns a closure without captures, or FAILED: a function is too
/// large, or the code is invalid, where config::verify_code asks for verification.
Value generate_code(Runtime& rt, Lambda* lambda, LoadTime load_time);

// --- questions of the generation of each function

/// Returns the numbers to keep in registers of `lambda`: few, each once.
std::vector<Value> loop_constants(const Lambda* lambda);
/// Finds for each loop of `lambda` the variables that are dead where it begins.
void find_dead_variables(Lambda* lambda);

}  // namespace tessera
