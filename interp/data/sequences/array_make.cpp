// Making arrays and changing their shape. Layer: data.
#include "data/sequences/array_make.hpp"

#include <cstring>

#include "data/sequences/list_walk.hpp"
#include "runtime/interrupts.hpp"

namespace tessera {

namespace {

constexpr std::size_t largest_size = 0xFFFFFFFFu;
constexpr std::size_t largest_rank = 128;

bool add_dimension(Runtime& rt, Value d, ArrayShape& shape) {
  if (!d.is_fixnum() || d.as_fixnum() < 0) {
    rt.fail_type(d, Known::unsigned_byte);
    return false;
  }
  const auto n = static_cast<std::size_t>(d.as_fixnum());
  if (n > largest_size || (n != 0 && shape.size > largest_size / n)) {
    rt.fail_heap();
    return false;
  }
  shape.dimensions.push_back(n);
  shape.size *= n;
  return true;
}

Value fail_contents(Runtime& rt, Value contents, std::size_t wanted) {
  return rt.fail_simple(Known::simple_error, "the initial contents ~S should be a sequence of ~S elements",
                        {contents, Value::fixnum(static_cast<std::int64_t>(wanted))});
}

/// Fills row by row, recursively in the array's rank.
class ContentsFiller {
 public:
  ContentsFiller(Runtime& rt, Object* storage, const ArrayShape& shape) : rt_(rt), storage_(storage), shape_(shape) {}

  Value fill(Value contents, std::size_t axis) {
    if (axis == shape_.dimensions.size()) return store(contents);
    const std::size_t n = shape_.dimensions[axis];
    const std::int64_t length = sequence_length(contents);
    if (length < 0) return fail_proper(rt_, contents, Known::sequence);
    if (length != static_cast<std::int64_t>(n)) return fail_contents(rt_, contents, n);
    if (contents.is_cons()) {
      for (const Value part : elements_of(contents)) TESSERA_TRY(fill(part, axis + 1));
      return T;
    }
    ArrayView view;
    for (std::size_t i = 0; view_array(contents, view) && i < n; ++i)
      TESSERA_TRY(fill(storage_get(rt_, view.storage, view.offset + i), axis + 1));
    return T;
  }

 private:
  Value store(Value v) {
    if (storage_set(rt_, storage_, next_++, v)) return watch_.passed() ? T : FAILED;
    return rt_.fail_type(v, kind_type(rt_, element_kind_of_storage(storage_)));
  }

  Runtime& rt_;
  Object* storage_;
  const ArrayShape& shape_;
  InterruptWatch watch_{rt_};
  std::size_t next_ = 0;
};

}  // namespace

bool take_shape(Runtime& rt, Value dimensions, ArrayShape& shape) {
  if (dimensions.is_fixnum()) return add_dimension(rt, dimensions, shape);
  Value l = dimensions;
  for (; l.is_cons() && shape.dimensions.size() < largest_rank; l = l.as_cons()->cdr)
    if (!add_dimension(rt, l.as_cons()->car, shape)) return false;
  if (!is_list(l)) {
    const Value both = rt.list({rt.sym(Known::or_), rt.sym(Known::unsigned_byte), rt.sym(Known::list)});
    rt.fail_type(l, l == dimensions ? both : rt.sym(Known::list));
    return false;
  }
  if (shape.dimensions.size() < largest_rank) return true;
  rt.fail_simple(Known::simple_error, "an array has fewer than ~S dimensions", {Value::fixnum(largest_rank)});
  return false;
}

ArrayShape shape_of(Value array) {
  ArrayShape shape;
  if (!has_type(array, Type::array)) {
    shape.size = storage_of(array)->length();
    shape.dimensions.push_back(shape.size);
    return shape;
  }
  const auto* a = as<Array>(array);
  for (std::uint32_t i = 0; i < a->rank(); ++i) shape.dimensions.push_back(static_cast<std::size_t>(a->dimensions[i].as_fixnum()));
  shape.size = static_cast<std::size_t>(a->size.as_fixnum());
  return shape;
}

Value make_array_header(Runtime& rt, const ArrayShape& shape, const ArrayOptions& options) {
  Object* o =
      rt.heap.allocate(Type::array, array_fixed_slots + shape.dimensions.size(), NIL, array_subtype(options.flags, options.storage));
  auto* a = reinterpret_cast<Array*>(o);
  a->storage = options.storage;
  a->offset = Value::fixnum(static_cast<std::int64_t>(options.offset));
  a->size = Value::fixnum(static_cast<std::int64_t>(shape.size));
  a->fill_pointer = options.fill_pointer;
  for (std::size_t i = 0; i < shape.dimensions.size(); ++i)
    a->dimensions[i] = Value::fixnum(static_cast<std::int64_t>(shape.dimensions[i]));
  return Value::object(o);
}

Value fill_contents(Runtime& rt, Object* storage, const ArrayShape& shape, Value contents) {
  return ContentsFiller(rt, storage, shape).fill(contents, 0);
}

bool fill_storage(Runtime& rt, Object* storage, std::size_t start, std::size_t end, Value v) {
  if (start == end) return true;
  if (element_kind_of_storage(storage) == ElementKind::character && v.is_character()) {
    fill_characters(rt.heap, storage, start, end, v.as_character());
    return true;
  }
  if (storage->type() == Type::simple_vector) {
    std::fill(storage->slots + start, storage->slots + end, v);
    if (v.is_pointer()) rt.heap.written_all(storage);
    return true;
  }
  for (std::size_t i = start; i < end; ++i)
    if (!storage_set(rt, storage, i, v)) return false;
  return true;
}

namespace {

/// Copies elements of whole bytes and one kind at once.
bool move_bytes(Runtime& rt, Object* to, std::size_t at, const Object* from, std::size_t start, std::size_t count) {
  const std::size_t bytes = kind_bits(element_kind_of_storage(to)) / 8;
  std::memmove(to->element<char>(at * bytes), from->element<char>(start * bytes), count * bytes);
  if (!to->is_raw()) rt.heap.written_all(to);
  return true;
}

}  // namespace

bool copy_elements(Runtime& rt, Object* to, std::size_t at, const Object* from, std::size_t start, std::size_t count) {
  const ElementKind kind = element_kind_of_storage(to);
  if (count == 0) return true;
  if (kind == ElementKind::character && element_kind_of_storage(from) == kind) {
    set_characters(rt.heap, to, at, string_view_of(Value::object(from)).substr(start, count));
    return true;
  }
  if (kind == element_kind_of_storage(from) && kind != ElementKind::bit) return move_bytes(rt, to, at, from, start, count);
  const bool backward = to == from && at > start;
  for (std::size_t n = 0; n < count; ++n) {
    const std::size_t i = backward ? count - 1 - n : n;
    if (!storage_set(rt, to, at + i, storage_get(rt, from, start + i))) return false;
  }
  return true;
}

bool copy_common(Runtime& rt, const ArrayView& from, const ArrayShape& from_shape, Object* to, const ArrayShape& to_shape) {
  if (to_shape.size == 0) return true;
  // The last dimension is copied at once.
  const std::size_t rank = to_shape.dimensions.size(), outer = rank == 0 ? 0 : rank - 1;
  const std::size_t row = rank == 0 ? 1 : to_shape.dimensions[outer], from_row = rank == 0 ? 1 : from_shape.dimensions[outer];
  std::vector<std::size_t> index(outer, 0);
  InterruptWatch watch(rt);
  for (std::size_t n = 0; n < to_shape.size; n += row) {
    std::size_t at = 0;
    bool inside = true;
    for (std::size_t k = 0; k < outer; ++k) {
      inside = inside && index[k] < from_shape.dimensions[k];
      at = at * from_shape.dimensions[k] + index[k];
    }
    at *= from_row;
    const std::size_t common = inside && at < from.total ? std::min({row, from_row, from.total - at}) : 0;
    if (!copy_elements(rt, to, n, from.storage, from.offset + at, common)) return false;
    for (std::size_t k = outer; k-- > 0 && ++index[k] == to_shape.dimensions[k];) index[k] = 0;
    if (!watch.passed(row)) return false;
  }
  return true;
}

Value grow_vector(Runtime& rt, Value array, std::size_t size) {
  ArrayView view;
  view_array(array, view);
  const Value storage = make_storage_like(rt, view.storage, size);
  TESSERA_TRY(storage);
  copy_elements(rt, storage.as_object(), 0, view.storage, view.offset, view.total);
  auto* a = as<Array>(array);
  rt.heap.write(&a->storage, storage);
  a->offset = Value::fixnum(0);
  a->size = a->dimensions[0] = Value::fixnum(static_cast<std::int64_t>(size));
  array.as_object()->set_subtype(array_subtype(array.as_object()->subtype() & array_adjustable, storage));
  return array;
}

}  // namespace tessera
