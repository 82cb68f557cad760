// Multiple values in instructions and exits: the primary value is passed on; `mv` has all values unless there is
// exactly one. Layer: vm.
#pragma once

#include "vm/vm_state.hpp"

namespace tessera {

/// Stores the `count` values of a form in `mv`.
void set_values(VmState& vm, const Value* first, std::uint32_t count);
/// Makes these the values to be returned. Returns the primary one.
inline Value return_values(VmState& vm, const Value* first, std::uint32_t count) {
  if (count != 1) set_values(vm, first, count);
  vm.mv.count = count;
  return count == 0 ? NIL : first[0];
}
/// Executes MVBIND, unless there is exactly one value.
void bind_values(VmState& vm, Value* registers, std::uint32_t count);
/// Saves the values in two slots: the value itself or a vector of the values, and their count. Allocates.
void save_values(VmState& vm, Value* slot, Value primary);
/// Restores saved values. Returns the primary one.
Value restore_values(VmState& vm, const Value* slot);
/// Returns a list of the values.
Value values_list(VmState& vm, Value primary);
/// Returns a list of the `count` values from `first` on.
Value list_of(VmState& vm, const Value* first, std::size_t count);

}  // namespace tessera
