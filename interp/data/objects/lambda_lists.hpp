// Lambda lists of compiled functions, for display. Layer: data.
#pragma once

#include "runtime/runtime.hpp"

namespace tessera {

/// Returns the lambda list of `code` as it was written.
Value lambda_list_of(Runtime& rt, Code* code);

/// Keeps the lambda list as text, which takes a sixth of the room and no symbols, until it is needed. Called when the
/// image is made. Lists that text cannot represent stay lists. The text is trusted: code from files must not have any.
void pack_lambda_list(Runtime& rt, Code* code);
inline bool is_packed_lambda_list(const Code* code) { return has_type(code->lambda_list, Type::string); }

}  // namespace tessera
