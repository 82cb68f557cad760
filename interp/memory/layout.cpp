// Sizes of raw objects.
#include "memory/layout.hpp"

namespace tessera {

std::size_t element_bytes(Type type, std::uint16_t subtype) {
  static constexpr std::size_t of_element[] = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
  static constexpr std::size_t of_form[] = {1, 4, sizeof(Value), 1};  // an elementless one has room for narrow characters, never read
  switch (type) {
    case Type::bignum:
    case Type::double_float: return 8;
    case Type::string: return of_form[subtype];
    case Type::specialized_vector: return of_element[subtype];
    default: return 1;
  }
}

std::size_t payload_bytes(Type type, std::uint16_t subtype, std::size_t length) {
  if (!is_raw_type(type)) return length * sizeof(Value);
  if (type == Type::bit_vector) return (length + 63) / 64 * 8;
  return length * element_bytes(type, subtype);
}

}  // namespace tessera
