// Slow paths of primitive instructions.
#include "vm/loop/primitives.hpp"

#include "compiler/instructions.hpp"
#include "data/sequences/list_walk.hpp"

namespace tessera {

namespace {

/// The location of a vector's element; storage is nullptr if there is no such element.
struct ElementLocation {
  Object* storage = nullptr;
  std::size_t at = 0;
};
ElementLocation find_element(Value vector, Value index) {
  if (!vector.is_object() || !index.is_fixnum()) return {};
  const auto wanted = static_cast<std::uint64_t>(index.as_fixnum());
  const auto at = static_cast<std::size_t>(wanted);
  if (at != wanted) return {};
  if (Object* const o = vector.as_object(); o->type() == Type::specialized_vector)
    return at < o->length() ? ElementLocation{o, at} : ElementLocation{};
  if (is_simple_storage(vector)) {
    Object* const storage = storage_of(vector);
    return at < storage->length() ? ElementLocation{storage, at} : ElementLocation{};
  }
  if (NumberVector::of(vector)) {
    const auto* const a = as<Array>(vector);
    if (at >= static_cast<std::uint64_t>(a->size.as_fixnum())) return {};
    return {a->storage.as_object(), at + static_cast<std::size_t>(first_index(a))};
  }
  ArrayView view;
  if (!is_vector(vector) || !view_array(vector, view) || at >= view.total) return {};
  return {view.storage, view.offset + at};
}

}  // namespace

Value try_element(Runtime& rt, Value vector, Value index) {
  if (vector.is_object() && index.is_fixnum() && vector.as_object()->type() == Type::specialized_vector) {
    const Object* const o = vector.as_object();
    const auto at = static_cast<std::uint64_t>(index.as_fixnum());
    return at < o->length() ? get_specialized(rt, o, at) : UNBOUND;
  }
  const ElementLocation found = find_element(vector, index);
  return found.storage != nullptr ? storage_get(rt, found.storage, found.at) : UNBOUND;
}

bool try_set_element(Runtime& rt, Value vector, Value index, Value v) {
  const ElementLocation found = find_element(vector, index);
  return found.storage != nullptr && storage_set(rt, found.storage, found.at, v);
}

bool try_set_character(Runtime& rt, Value string, Value index, Value v) {
  return is_string(string) && try_set_element(rt, string, index, v);
}

Value vector_reference(Runtime& rt, Value vector, Value index, bool simple) {
  if (simple ? !has_type(vector, Type::simple_vector) : !is_vector(vector))
    return rt.fail_type(vector, simple ? Known::simple_vector : Known::vector);
  const Value element = try_element(rt, vector, index);
  if (element != UNBOUND) return element;
  ArrayView view;
  view_array(vector, view);
  return rt.fail_index(index, static_cast<std::int64_t>(view.total), vector);
}

Value vector_store(Runtime& rt, Value vector, Value index, Value v, bool simple) {
  if (simple ? !has_type(vector, Type::simple_vector) : !is_vector(vector))
    return rt.fail_type(vector, simple ? Known::simple_vector : Known::vector);
  const ElementLocation found = find_element(vector, index);
  if (found.storage != nullptr)
    return storage_set(rt, found.storage, found.at, v) ? v : rt.fail_type(v, kind_type(rt, element_kind_of_storage(found.storage)));
  ArrayView view;
  view_array(vector, view);
  return rt.fail_index(index, static_cast<std::int64_t>(view.total), vector);
}

Value string_reference(Runtime& rt, Value string, Value index) {
  return is_string(string) ? vector_reference(rt, string, index, false) : rt.fail_type(string, Known::string);
}

Value string_store(Runtime& rt, Value string, Value index, Value v) {
  return is_string(string) ? vector_store(rt, string, index, v, false) : rt.fail_type(string, Known::string);
}

Value try_length(Value sequence) {
  std::int64_t count = 0;
  for (; sequence.is_cons() && count < 1000; ++count) sequence = sequence.as_cons()->cdr;
  if (is_nil(sequence)) return Value::fixnum(count);
  return count == 0 && is_vector(sequence) ? Value::fixnum(sequence_length(sequence)) : UNBOUND;
}

Value checked_length(Runtime& rt, Value sequence) {
  if (sequence.is_cons()) {
    Value end = sequence;
    std::size_t count;
    if (!count_conses(&rt, end, count)) return fail_walk(rt, end);
    return is_nil(end) ? Value::fixnum(static_cast<std::int64_t>(count)) : rt.fail_type(end, Known::list);
  }
  const std::int64_t n = sequence_length(sequence);
  return n >= 0 ? Value::fixnum(n) : rt.fail_type(sequence, Known::sequence);
}

Value operation_name(Runtime& rt, const Instruction& failed) {
  if (is(failed, Op::ADDI) && failed.signed_c() < 0) return rt.cl("-");  // as the program wrote it
  const char* name = facts_of(failed).effects.operation;
  return name[0] == '%' ? rt.tessera(name) : rt.cl(name);
}

std::string arity_text(NativeArity arity) {
  const std::string least = std::to_string(arity.least);
  if (arity.most == NativeArity::any_number) return "at least " + least;
  if (arity.least == arity.most) return arity.most == 0 ? "none" : "exactly " + least;
  return least + (arity.most == arity.least + 1 ? " or " : " to ") + std::to_string(arity.most);
}

Value called_name(const Instruction& call, const Value* constants) {
  const int name = find_operand(facts_of(call), Operand::Kind::constant);
  return facts_of(call).effects.calls && name >= 0 && Runtime::is_symbol(constants[operand_value(call, name)])
             ? constants[operand_value(call, name)]
             : NIL;
}

}  // namespace tessera
