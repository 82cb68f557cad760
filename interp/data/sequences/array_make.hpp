// Makes arrays and changes their shape. Layer: data.
#pragma once

#include "data/sequences/arrays.hpp"

namespace tessera {

/// Dimensions and their product.
struct ArrayShape {
  std::vector<std::size_t> dimensions;
  std::size_t size = 1;
};

/// The contents of a new array header besides its shape.
struct ArrayOptions {
  Value storage = NIL;  ///< storage, or the array that it is displaced to
  std::size_t offset = 0;
  Value fill_pointer = NIL;  ///< fixnum or NIL
  unsigned flags = 0;        ///< ArrayFlags
};

/// Makes a shape from a dimension or a list of them. False: failed.
bool take_shape(Runtime& rt, Value dimensions, ArrayShape& shape);
ArrayShape shape_of(Value array);
Value make_array_header(Runtime& rt, const ArrayShape& shape, const ArrayOptions& options);
/// Stores nested sequences of that shape in a fresh storage. FAILED if they have another shape, or an element has the
/// wrong type.
Value fill_contents(Runtime& rt, Object* storage, const ArrayShape& shape, Value contents);
/// Copies the elements that both shapes have from `from` to the fresh `to`. False: interrupted.
bool copy_common(Runtime& rt, const ArrayView& from, const ArrayShape& from_shape, Object* to, const ArrayShape& to_shape);
/// Stores `v` in every element. False if it is not of the element type.
bool fill_storage(Runtime& rt, Object* storage, std::size_t start, std::size_t end, Value v);
/// Copies elements between storages of any kinds, possibly the same storage. False if an element does not fit.
bool copy_elements(Runtime& rt, Object* to, std::size_t at, const Object* from, std::size_t start, std::size_t count);
/// Grows `array`, a header with a fill pointer, to `size` elements.
Value grow_vector(Runtime& rt, Value array, std::size_t size);

}  // namespace tessera
