// Multiple values.
#include "vm/values.hpp"

#include "vm/loop/frames.hpp"

namespace tessera {

void set_values(VmState& m, const Value* first, std::uint32_t count) {
  if (m.mv.size() < count) m.mv.resize(count, NIL);
  copy_words(first, count, m.mv.data());
}

void bind_values(VmState& m, Value* registers, std::uint32_t count) {
  for (std::uint32_t n = 0; n < count; ++n) registers[n] = n < m.value_count ? m.mv[n] : NIL;
}

void save_values(VmState& m, Value* slot, Value primary) {
  slot[0] = primary;
  slot[1] = Value::fixnum(m.value_count);
  if (m.value_count == 1) return;
  Object* v = m.heap.allocate(Type::simple_vector, m.value_count);
  for (std::uint32_t i = 0; i < m.value_count; ++i) v->slots[i] = m.mv[i];
  slot[0] = Value::object(v);
}

Value restore_values(VmState& m, const Value* slot) {
  m.value_count = static_cast<std::uint32_t>(slot[1].as_fixnum());
  if (m.value_count == 1) return slot[0];
  const Object* v = slot[0].as_object();
  set_values(m, v->slots, m.value_count);
  return m.value_count == 0 ? NIL : m.mv[0];
}

Value values_list(VmState& m, Value primary) {
  if (m.value_count == 1) return m.heap.cons(primary, NIL);
  return list_of(m, m.mv.data(), m.value_count);
}

Value list_of(VmState& m, const Value* first, std::size_t count) {
  Value list = NIL;
  while (count > 0) list = m.heap.cons(first[--count], list);
  return list;
}

}  // namespace tessera
