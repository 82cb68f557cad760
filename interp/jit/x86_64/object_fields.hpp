// The parts of an object's header as operands of x86-64. Layer: jit.
#pragma once

#include "jit/assembler/addresses.hpp"

namespace tessera::jit {

inline Address type_of(Register object) { return asmjit::x86::byte_ptr(object, 1 - object_tag); }
inline Address subtype_of(Register object) { return asmjit::x86::word_ptr(object, 2 - object_tag); }
inline Address length_of(Register object) { return asmjit::x86::dword_ptr(object, 4 - object_tag); }

}  // namespace tessera::jit
