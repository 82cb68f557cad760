// Multiple values.
#include "vm/values.hpp"

#include "vm/loop/frames.hpp"

namespace tessera {

void set_values(VmState& vm, const Value* first, std::uint32_t count) {
  if (vm.mv.all.size() < count) vm.mv.all.resize(count, NIL);
  copy_words(first, count, vm.mv.all.data());
}

void bind_values(VmState& vm, Value* registers, std::uint32_t count) {
  for (std::uint32_t n = 0; n < count; ++n) registers[n] = n < vm.mv.count ? vm.mv.all[n] : NIL;
}

void save_values(VmState& vm, Value* slot, Value primary) {
  slot[0] = primary;
  slot[1] = Value::fixnum(vm.mv.count);
  if (vm.mv.count == 1) return;
  Object* v = vm.heap.allocate(Type::simple_vector, vm.mv.count);
  for (std::uint32_t i = 0; i < vm.mv.count; ++i) v->slots[i] = vm.mv.all[i];
  slot[0] = Value::object(v);
}

Value restore_values(VmState& vm, const Value* slot) {
  vm.mv.count = static_cast<std::uint32_t>(slot[1].as_fixnum());
  if (vm.mv.count == 1) return slot[0];
  const Object* v = slot[0].as_object();
  set_values(vm, v->slots, vm.mv.count);
  return vm.mv.count == 0 ? NIL : vm.mv.all[0];
}

Value values_list(VmState& vm, Value primary) {
  if (vm.mv.count == 1) return vm.heap.cons(primary, NIL);
  return list_of(vm, vm.mv.all.data(), vm.mv.count);
}

Value list_of(VmState& vm, const Value* first, std::size_t count) {
  Value list = NIL;
  while (count > 0) list = vm.heap.cons(first[--count], list);
  return list;
}

}  // namespace tessera
