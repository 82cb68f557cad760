// The verifier's data flow analysis: contents of registers and dynamic records at each instruction. Layer: compiler.
#pragma once

#include "compiler/verifier/verify.hpp"

namespace tessera {

/// Follows all paths through a code object whose single instructions are well-formed. `needs` has the needs of the code
/// objects that are verified together; this one's needs grow. Returns the problem and its place, or "".
std::string verify_flow(const CodeView& view, NeedsOfCode& needs);

/// True if an instruction that does not check the arity may call `callee` with `count` arguments.
bool is_known_call(const NeedsOfCode& needs, Value callee, std::int32_t count);

}  // namespace tessera
