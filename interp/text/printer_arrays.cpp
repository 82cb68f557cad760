// Arrays that are not vectors, and arrays that are printed with their type and dimensions. Compiled for size.
#include "data/symbols/packages.hpp"
#include "text/printer_state.hpp"

namespace tessera {

bool Printer::start_array(Value v) {
  const std::uint32_t rank = as<Array>(v)->rank();
  out_.put(std::string_view("#"));
  out_.put(std::to_string(rank));
  out_.put(U'A');
  if (rank > 0) return start_array_level(v, 0, 0);
  ArrayView view;
  view_array(v, view);
  return start(storage_get(out_.rt, view.storage, view.offset));
}

bool Printer::start_array_level(Value v, std::uint32_t dimension, std::int64_t offset) {
  if (too_deep()) return true;
  out_.put(U'(');
  Frame f{FrameKind::array, v};
  f.end = as<Array>(v)->dimensions[dimension].as_fixnum();
  f.dimension = dimension;
  f.offset = offset;
  push(f);
  return true;
}

bool Printer::continue_array(Frame& f) {
  if (f.index >= f.end) return end_with(")");
  if (f.index > 0) out_.put(U' ');
  if (cut(f)) return end_with("...)");
  const std::int64_t index = f.offset * f.end + f.index++;
  const Array* a = as<Array>(f.object);
  if (f.dimension + 1 < a->rank()) return start_array_level(f.object, f.dimension + 1, index);
  ArrayView view;
  view_array(f.object, view);
  if (index >= static_cast<std::int64_t>(view.total)) return out_.put(U'?'), true;
  return start(storage_get(out_.rt, view.storage, view.offset + static_cast<std::size_t>(index)));
}

// --- #A(type dimensions contents)

/// True if the reader would make an array of another type or with other dimensions from the elements alone.
bool needs_array_description(Value v) {
  ArrayView view;
  if (!view_array(v, view)) return false;
  if (element_kind_of_storage(view.storage) != ElementKind::any) return true;
  if (!has_type(v, Type::array) || view.total > 0) return false;
  bool empty = false;
  for (std::uint32_t i = 0; i < as<Array>(v)->rank(); ++i) {
    if (empty && as<Array>(v)->dimensions[i] != Value::fixnum(0)) return true;
    empty |= as<Array>(v)->dimensions[i] == Value::fixnum(0);
  }
  return false;
}

namespace {

/// Replaces each `length` consecutive `items` by a list of them; if `length` is 0, makes `rows` empty lists.
void group(Runtime& rt, std::vector<Value>& items, std::size_t rows, std::size_t length) {
  for (std::size_t row = 0; row < rows; ++row) {
    Value list = NIL;
    for (std::size_t i = length; i-- > 0;) list = rt.heap.cons(items[row * length + i], list);
    if (row < items.size()) items[row] = list;
    else items.push_back(list);
  }
  items.resize(rows);
}

/// Returns (type dimensions contents), from which the reader makes an array like `v`.
Value array_description(Runtime& rt, Value v) {
  ArrayView view;
  view_array(v, view);
  std::vector<Value> dimensions{Value::fixnum(static_cast<std::int64_t>(view.length))};
  if (has_type(v, Type::array) && as<Array>(v)->rank() != 1)
    dimensions.assign(as<Array>(v)->dimensions, as<Array>(v)->dimensions + as<Array>(v)->rank());
  std::vector<std::size_t> rows{1};
  for (Value d : dimensions) rows.push_back(rows.back() * static_cast<std::size_t>(d.as_fixnum()));
  std::vector<Value> items;
  for (std::size_t i = 0; i < rows.back(); ++i) items.push_back(storage_get(rt, view.storage, view.offset + i));
  for (std::size_t i = dimensions.size(); i-- > 0;) group(rt, items, rows[i], static_cast<std::size_t>(dimensions[i].as_fixnum()));
  return rt.list({kind_type(rt, element_kind_of_storage(view.storage)), rt.list(dimensions), items[0]});
}

}  // namespace

bool Printer::start_described_array(Value v) {
  out_.put(std::string_view("#A"));
  return start_object(array_description(out_.rt, v));
}

}  // namespace tessera
