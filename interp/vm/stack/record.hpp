// Dynamic records: the entries of the VM's second stack. Layer: vm. See README.md here.
#pragma once

#include <cstdint>

#include "compiler/code.hpp"
#include "memory/heap.hpp"

namespace tessera {

/// A step or a target of exits: a binding to undo, cleanup forms to run, or a point where exits end.
///
/// The records of a frame lie above those of its callers. Records that refer to their frame are valid as long as the
/// frame is on the stack.
struct Record {
  enum class Kind : std::uint8_t { binding, block, tagbody, catch_, protect, border };
  Record(Kind kind, std::uint16_t reg, Value* base, const Instruction* pc, Value a, Value b)
      : kind(kind), reg(reg), base(base), pc(pc), a(a), b(b) {}
  Kind kind;
  std::uint16_t reg;                ///< a register of `base`, for the value, the tag's number or the cleanup state; or a BorderKind
  std::int32_t landing_offset = 0;  ///< the offset of the landing in machine code from SharedStubs::resume; 0: unknown
  Value* base;                      ///< the frame to which the record belongs
  const Instruction* pc;            ///< the landing, where an exit continues
  Value a;                          ///< the symbol, token or catch tag
  Value b;                          ///< the value to restore: the symbol's outer value, or the token's outer index
};

/// The kind of call from C++ (`reg` of a border's record).
enum BorderKind : std::uint16_t {
  native_border,   ///< a call by a native function
  host_border,     ///< a call by the host program: exits that end a whole evaluation end here
  guarded_border,  ///< a call by the host, which also stands for the debugger
};

/// True if cleanup forms of the record run: it is then a binding of *CLEANING-UP*, and keeps its landing.
inline bool is_cleanup(const Record& r) { return r.kind == Record::Kind::binding && r.pc != nullptr; }
/// True if the record is a block or tagbody.
inline bool is_exit_point(const Record& r) { return r.kind == Record::Kind::block || r.kind == Record::Kind::tagbody; }
/// True if the record is a CATCH whose tag is a cell: CALL-WITH-PROMPT makes those.
inline bool is_any_prompt(const Record& r) { return r.kind == Record::Kind::catch_ && has_type(r.a, Type::cell); }
inline bool is_prompt(const Record& r, Value tag) { return is_any_prompt(r) && as<Cell>(r.a)->value == tag; }

}  // namespace tessera
