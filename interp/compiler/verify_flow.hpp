// The verifier's third part: what registers and dynamic records may hold at each instruction. Layer: compiler.
#pragma once

#include "compiler/verify.hpp"

namespace tessera {

/// Follow all ways through a code object whose instructions are well-formed, each for itself. `needs` knows of the codes that are
/// verified together what they trust to find; those of this one grow. What is wrong, and where; "" if nothing is.
std::string verify_flow(const CodeView& view, NeedsOfCode& needs);

/// `callee` may be called by an instruction that does not look at its arity with `count` arguments.
bool is_known_call(const NeedsOfCode& needs, Value callee, std::int32_t count);

}  // namespace tessera
