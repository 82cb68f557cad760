// Lambda lists of compiled functions, for those who show them. Layer: data.
#pragma once

#include "runtime/runtime.hpp"

namespace tessera {

/// The lambda list of `code` as it was written.
Value lambda_list_of(Runtime& rt, Code* code);

/// When Tessera is built: keep it as text, which takes a sixth of the room and needs no symbols, until somebody asks. What text cannot tell
/// stays a list. The text is trusted: what is read from a file is to have none.
void pack_lambda_list(Runtime& rt, Code* code);
inline bool is_packed_lambda_list(const Code* code) { return has_type(code->lambda_list, Type::string); }

}  // namespace tessera
