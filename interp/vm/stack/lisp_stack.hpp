// The Lisp stack of one thread. Layer: vm. See README.md here for the picture.
#pragma once

#include <cstddef>

#include "base/config.hpp"
#include "memory/heap.hpp"

namespace tessera {

/// An area of address space that frames fill from the bottom. Machine code accesses the fields by their offsets
/// (jit/assembler/field_offsets.cpp).
///
/// Invariants:
/// - At a safepoint every word below `top` is a valid Value.
/// - Words from `checked` on are zero, which is a fixnum, except those below `unclean`, which are cleared before the
///   mark rises. So entering a function need not clear its registers.
/// - begin <= top, and checked <= limit <= hard_limit; limit == hard_limit only while `in_red_zone`.
/// - Frames whose registers begin below `clean` have not been written since the last minor collection, and hold no
///   pointer to fresh objects. Those below `settled`, too, hold none into the nursery.
/// - What words below `marked` refer to has been visited by the incremental marking with the number `marking`, or
///   such a word is in a frame above `clean`.
struct LispStack {
  Value* begin = nullptr;
  std::size_t reserved_bytes = 0;
  Value* top = nullptr;      ///< the end of the words in use; valid while a native function runs and at safepoints
  Value* checked = nullptr;  ///< the high-water mark: frames that end below it need no overflow check
  Value* unclean = nullptr;
  Value* clean = nullptr;
  Value* settled = nullptr;
  Value* limit = nullptr;
  Value* hard_limit = nullptr;  ///< the end of the red zone, in which handlers of an overflow run
  bool in_red_zone = false;
  Value* marked = nullptr;
  std::uint64_t marking = 0;

  /// Reserves address space for `words`, or for as many as possible, but at least for `least`. Returns false if there
  /// is too little.
  bool reserve(std::size_t words, std::size_t least);
  void release();
  bool is_empty() const { return top == begin; }

  /// Makes sure that `words` fit from `base` on. Returns false on overflow.
  bool make_room(const Value* base, std::size_t words) {
    return TESSERA_LIKELY(base + words + 8 <= checked) || raise_mark(base + words + 8);
  }
  /// Raises the high-water mark at least to `wanted`. Returns false on overflow.
  bool raise_mark(const Value* wanted);
  /// Raises the high-water mark to `mark`, whatever the limit is.
  void set_mark(Value* mark);
  /// Notes that the frame at `base` and those above it may be written.
  void note_write(Value* base) {
    if (base < clean) clean = base;
  }

  /// Opens the red zone. Returns false if it is open already.
  bool enter_red_zone();
  /// Closes the red zone once execution continues at `base`, well below it. Returns false if it stays open.
  bool leave_red_zone(const Value* base);

  void trace(Tracer& tracer);
  /// Clears words above the top, which may point to objects that have moved; of many, those that are highest. `base`:
  /// the running frame, or nullptr.
  /// `has_survivors`: objects have stayed in the nursery.
  void after_collection(Value* base, std::size_t largest_frame, bool has_survivors);

  /// Zeroes the words from `from` to `to`, if there are any.
  static void clear(Value* from, Value* to);
};

}  // namespace tessera
