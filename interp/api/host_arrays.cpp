// Arrays of C++ that Lisp reads and writes in place.
#include "api/host_arrays.hpp"

#include <stdexcept>

#include "api/state.hpp"
#include "data/sequences/array_make.hpp"

namespace tessera::detail {

HostArrays::HostArrays(Vm& vm) : vm_(vm), owners_(vm.heap) { vm.heap.add_root_source(this); }  // after `owners_`

HostArrays::Owned::Owned(HostArrays& its_table, std::shared_ptr<const void> its_owner, std::size_t its_bytes)
    : table(its_table), owner(std::move(its_owner)), bytes(owner.use_count() == 1 ? its_bytes : 0) {
  table.bytes_ += bytes;
  table.fresh_bytes_ += bytes;
}

void HostArrays::request_collection() {
  if (fresh_bytes_ < fresh_limit) return;
  fresh_bytes_ = 0;
  vm_.heap.request_collection(bytes_ >= next_major_);
}

void HostArrays::after_collection() {
  if (std::exchange(is_major_, false)) next_major_ = std::max(first_major, 2 * bytes_);
}

Value HostArrays::make(Element type, void* data, std::span<const std::size_t> dimensions, std::shared_ptr<const void> owner) {
  const std::size_t width = element_bytes(Type::specialized_vector, static_cast<std::uint16_t>(type));
  ArrayShape shape{{dimensions.begin(), dimensions.end()}};
  for (const std::size_t n : shape.dimensions)
    if (__builtin_mul_overflow(shape.size, n, &shape.size) || shape.size > static_cast<std::size_t>(words::most_positive_fixnum) / width)
      throw std::invalid_argument("tessera: an array in place with too many elements");
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  if (address % width != 0) throw std::invalid_argument("tessera: the elements of an array in place are not aligned");
  if (data == nullptr && shape.size != 0) throw std::invalid_argument("tessera: an array in place at a null pointer");
  Object* const storage = vm_.heap.allocate_raw(Type::specialized_vector, 0, static_cast<std::uint16_t>(type));
  const Value array = make_array_header(vm_, shape, {.storage = Value::object(storage), .offset = address / width, .flags = array_of_host});
  if (owner != nullptr) owners_.add(array, std::make_unique<Owned>(*this, std::move(owner), shape.size * width));
  request_collection();
  return array;
}

void HostArrays::revoke(Value array) {
  if (!has_type(array, Type::array)) return;
  auto* const a = as<Array>(array);
  a->size = Value::fixnum(0);  // checked by machine code, which checks the type before a loop
  for (std::uint32_t i = 0; i < a->rank(); ++i) a->dimensions[i] = Value::fixnum(0);
  Object* const o = array.as_object();
  o->header = Object::make_header(Type::revoked_array, o->subtype(), o->length());
}

Word array_in_place(State& state, words::ElementType type, void* data, std::span<const std::size_t> dimensions,
                    std::shared_ptr<const void> owner) {
  static_assert(static_cast<int>(Element::u8) == static_cast<int>(words::ElementType::u8) &&
                static_cast<int>(Element::single_float) == static_cast<int>(words::ElementType::float32) &&
                static_cast<int>(Element::double_float) == static_cast<int>(words::ElementType::float64));
  return word_of(state.host_arrays.make(static_cast<Element>(type), data, dimensions, std::move(owner)));
}

void revoke_array(const ObjectRef& array) noexcept {
  if (array.is_alive()) HostArrays::revoke(value_of(array.word()));
}

}  // namespace tessera::detail
