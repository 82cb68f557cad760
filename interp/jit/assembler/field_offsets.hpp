// The offsets of the Vm's fields. Layer: jit.
#pragma once

#include <cstdint>

#include "vm/vm_state.hpp"

namespace tessera {

/// Offsets of fields from the Vm in bytes, and access to its private parts.
struct FieldOffsets {
  explicit FieldOffsets(const Vm& vm);
  explicit FieldOffsets(const VmState& vm);

  std::int32_t poll_word, begin_below, countdown, checked, clean, top, base, pc, value_count, exit_target, tail_index, tail_ring;
  std::int32_t resume_cache;
  static constexpr std::size_t resume_entries = JitState::resume_entries;
  std::int32_t records_end, records_capacity;
  bool knows_records;  ///< true if records_end and records_capacity are valid (see field_offsets.cpp)
  std::int32_t bump, soft_end, nursery_begin, nursery_reserve, barrier_begin, barrier_reserve;
  std::int32_t link_resume, link_resume_return, link_step, link_step_in_line, link_call, link_poll, link_hot_loop, link_check_stack,
      link_interpret;
};

}  // namespace tessera
