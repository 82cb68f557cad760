// Packing and checking the variable table. Compiled for size.
// Compiled for size.
#include "compiler/variable_table.hpp"

namespace tessera {

namespace {

// A fixnum: bit 0 in_cell, 1 captured, 2 parameter, then 17 bits of the location, 20 of `from`, 20 of the length.
constexpr int location_bits = 17, range_bits = 20, location_shift = 3, from_shift = location_shift + location_bits,
              length_shift = from_shift + range_bits;
constexpr std::int64_t ones(int bits) { return (std::int64_t{1} << bits) - 1; }

bool fits(const VariableEntry& e) {
  return e.location <= ones(location_bits) && e.from <= ones(range_bits) && e.to - e.from <= ones(range_bits);
}

std::int64_t pack(const VariableEntry& e) {
  return std::int64_t{e.in_cell} | std::int64_t{e.captured} << 1 | std::int64_t{e.parameter} << 2 |
         std::int64_t{e.location} << location_shift | std::int64_t{e.from} << from_shift | std::int64_t{e.to - e.from} << length_shift;
}

VariableEntry unpack(Value name, std::int64_t bits) {
  const auto field = [bits](int shift, int width) { return static_cast<std::uint32_t>(bits >> shift & ones(width)); };
  const std::uint32_t from = field(from_shift, range_bits);
  return {name,
          (bits & 1) != 0,
          (bits & 2) != 0,
          (bits & 4) != 0,
          field(location_shift, location_bits),
          from,
          from + field(length_shift, range_bits)};
}

}  // namespace

Value make_variable_table(Heap& heap, const std::vector<VariableEntry>& entries) {
  std::size_t count = 0;
  for (const VariableEntry& e : entries) count += fits(e) ? 1 : 0;
  if (count == 0) return NIL;
  Object* table = heap.allocate_old(Type::simple_vector, 2 * count);
  std::size_t i = 0;
  for (const VariableEntry& e : entries) {
    if (!fits(e)) continue;
    heap.write(table, i++, e.name);
    heap.write(table, i++, Value::fixnum(pack(e)));
  }
  return Value::object(table);
}

std::vector<VariableEntry> variable_entries(Value table) {
  std::vector<VariableEntry> entries;
  if (is_nil(table)) return entries;
  const Object* o = table.as_object();
  for (std::uint32_t i = 0; i + 1 < o->length(); i += 2) entries.push_back(unpack(o->slots[i], o->slots[i + 1].as_fixnum()));
  return entries;
}

const char* wrong_variable_table(Value table, std::size_t registers, std::size_t instructions) {
  if (is_nil(table)) return nullptr;
  if (!has_type(table, Type::simple_vector)) return "its table of variables is invalid";
  const Object* o = table.as_object();
  if (o->length() % 2 != 0) return "its table of variables is damaged";
  for (std::uint32_t i = 0; i < o->length(); i += 2) {
    if (!Runtime::is_symbol(o->slots[i])) return "a variable's name is not a symbol";
    const Value bits = o->slots[i + 1];
    if (!bits.is_fixnum() || bits.as_fixnum() < 0 || bits.as_fixnum() > ones(length_shift + range_bits))
      return "a variable's location is invalid";
    const VariableEntry e = unpack(o->slots[i], bits.as_fixnum());
    if (!e.captured && e.location >= registers) return "a variable is in a register that the frame does not have";
    if (e.to > instructions) return "a variable's range ends after the last instruction";
  }
  return nullptr;
}

Value make_positions(Heap& heap, const std::vector<unsigned char>& packed) {
  if (packed.empty()) return NIL;
  Object* o = heap.allocate_raw_old(Type::raw_data, packed.size());
  std::copy(packed.begin(), packed.end(), o->data<unsigned char>());
  return Value::object(o);
}

Value packed_positions(const Code* code) { return code->positions.is_cons() ? code->positions.as_cons()->car : code->positions; }
Value variable_table(const Code* code) { return code->positions.is_cons() ? code->positions.as_cons()->cdr : NIL; }

void set_tables(Heap& heap, Code* code, Value positions, Value variables) {
  heap.write(&code->positions, is_nil(variables) ? positions : heap.cons_old(positions, variables));
}

}  // namespace tessera
