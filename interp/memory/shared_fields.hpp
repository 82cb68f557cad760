// Objects of which C++ and Lisp both know fields by their places: here are the names of these fields, in order. Layer: memory.
//
// C++ has an enumerator for each; Lisp asks %SHARED-FIELDS for the names and puts fields of its own behind them, see %DEFINE-FIELDS in
// stdlib/types/classes.lisp. So a field that is put in or moved here has its new place on both sides.
#pragma once

#include <cstdint>

namespace tessera {

/// Class objects, which are instances.
#define TESSERA_CLASS_FIELDS(F) F(name) F(ancestors) F(depth) F(kind) F(printer) F(slots)
enum ClassSlot : std::uint32_t {
#define TESSERA_FIELD(field) class_##field,
  TESSERA_CLASS_FIELDS(TESSERA_FIELD)
#undef TESSERA_FIELD
      class_fixed_slots,
};

/// What describes a slot among the slots of a class: a vector.
#define TESSERA_SLOT_FIELDS(F) F(name)
enum : std::uint32_t {
#define TESSERA_FIELD(field) slot_##field,
  TESSERA_SLOT_FIELDS(TESSERA_FIELD)
#undef TESSERA_FIELD
      slot_fixed_fields,
};

/// Instances of standard classes: their layout says where the slots are.
#define TESSERA_OBJECT_FIELDS(F) F(layout)
enum : std::uint32_t {
#define TESSERA_FIELD(field) object_##field,
  TESSERA_OBJECT_FIELDS(TESSERA_FIELD)
#undef TESSERA_FIELD
};

/// Instances that can be called: the closure that stands for the instance.
#define TESSERA_CALLABLE_FIELDS(F) F(function)
enum : std::uint32_t {
#define TESSERA_FIELD(field) callable_##field,
  TESSERA_CALLABLE_FIELDS(TESSERA_FIELD)
#undef TESSERA_FIELD
};

/// A frame of a backtrace: a list. `stack` says where it is, `elided` the functions that tail-called into it.
#define TESSERA_FRAME_FIELDS(F) F(name) F(file) F(line) F(column) F(elided) F(stack) F(function)
enum : std::uint32_t {
#define TESSERA_FIELD(field) frame_part_##field,
  TESSERA_FRAME_FIELDS(TESSERA_FIELD)
#undef TESSERA_FIELD
      frame_parts,
};

}  // namespace tessera
