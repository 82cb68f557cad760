// Objects whose fields both C++ and Lisp address by index: the names of these fields, in order. Layer: memory.
//
// C++ has an enumerator for each. Lisp gets the names from %SHARED-FIELDS and adds fields of its own after them: see
// %DEFINE-FIELDS in stdlib/types/classes.lisp. So a field that is added or moved here gets its new index on both sides.
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

/// The description of a slot of a class: a vector.
#define TESSERA_SLOT_FIELDS(F) F(name)
enum : std::uint32_t {
#define TESSERA_FIELD(field) slot_##field,
  TESSERA_SLOT_FIELDS(TESSERA_FIELD)
#undef TESSERA_FIELD
      slot_fixed_fields,
};

/// Instances of standard classes; the layout says where the slots are. A boxed layout puts a vector of them after these
/// fields.
#define TESSERA_OBJECT_FIELDS(F) F(layout)
enum : std::uint32_t {
#define TESSERA_FIELD(field) object_##field,
  TESSERA_OBJECT_FIELDS(TESSERA_FIELD)
#undef TESSERA_FIELD
      object_fixed_slots,
};

/// The field of a callable instance: the closure that calls go to.
#define TESSERA_CALLABLE_FIELDS(F) F(function)
enum : std::uint32_t {
#define TESSERA_FIELD(field) callable_##field,
  TESSERA_CALLABLE_FIELDS(TESSERA_FIELD)
#undef TESSERA_FIELD
};

/// A frame of a backtrace: a list. `stack` identifies it, `elided` has the functions that tail-called into it.
#define TESSERA_FRAME_FIELDS(F) F(name) F(file) F(line) F(column) F(elided) F(stack) F(function)
enum : std::uint32_t {
#define TESSERA_FIELD(field) frame_part_##field,
  TESSERA_FRAME_FIELDS(TESSERA_FIELD)
#undef TESSERA_FIELD
      frame_parts,
};

}  // namespace tessera
