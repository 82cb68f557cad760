// Reads, writes and copies memory of C for Lisp.
#include "memory.hpp"

#include <cstring>

namespace tessera::foreign {

namespace {

constexpr std::uint64_t first_page = 4096;  ///< unmapped: pointers into it are null pointers with an offset

struct Elements {
  unsigned char* data = nullptr;
  std::size_t count = 0, size = 0;
};

/// The elements of a vector that stores them unboxed.
Elements elements_of(Word vector) {
  using words::ElementType;
  static constexpr std::pair<ElementType, std::size_t> kinds[] = {
      {ElementType::u8, 1},  {ElementType::s8, 1},  {ElementType::u16, 2}, {ElementType::s16, 2},     {ElementType::u32, 4},
      {ElementType::s32, 4}, {ElementType::u64, 8}, {ElementType::s64, 8}, {ElementType::float32, 4}, {ElementType::float64, 8}};
  Elements found;
  for (const auto& [kind, size] : kinds) {
    const void* const data = words::get_numbers(vector, kind, found.count);
    if (data == nullptr) continue;
    found.data = static_cast<unsigned char*>(const_cast<void*>(data));
    found.size = size;
    break;
  }
  return found;
}

}  // namespace

Memory::Memory(const Lisp& lisp, const Values& values)
    : lisp_(lisp), values_(values), refuse_(lisp.symbol("foreign::%refuse")), null_(lisp.symbol("foreign::%null")) {}

Reply Memory::refuse(const char* operation, Word datum, std::string_view type) const {
  return Reply::tail_call(lisp_, refuse_.word(), {words::string(lisp_.state(), operation), datum, words::string(lisp_.state(), type)});
}

void* Memory::find(Word place, Word offset, std::size_t size, Attempt& attempt) const {
  const auto refused = [&](Word datum, std::string_view type) { attempt.wrong = refuse(attempt.operation, datum, type); };
  if (!words::is_fixnum(offset)) return refused(offset, "fixnum"), nullptr;
  const std::int64_t distance = words::fixnum_value(offset);
  std::uint64_t address = 0;
  if (values_.get_address(place, address)) {
    address += static_cast<std::uint64_t>(distance);
    if (address >= first_page) return reinterpret_cast<void*>(address);
    attempt.wrong = Reply::tail_call(lisp_, null_.word(), {words::string(lisp_.state(), attempt.operation), place, offset});
    return nullptr;
  }
  std::size_t count = 0;
  const void* const octets = words::get_numbers(place, words::ElementType::u8, count);
  if (octets == nullptr) return refused(place, "(or foreign:pointer (vector (unsigned-byte 8)))"), nullptr;
  const std::int64_t last = static_cast<std::int64_t>(count) - static_cast<std::int64_t>(size);
  if (distance < 0 || distance > last) return refused(offset, "(integer 0 " + std::to_string(last) + ")"), nullptr;
  return const_cast<unsigned char*>(static_cast<const unsigned char*>(octets)) + distance;
}

Reply Memory::get(Word place, Word number, Word offset) const {
  Attempt attempt{"MEMORY-REF"};
  const Type* const type = words::is_fixnum(number) ? type_numbered(words::fixnum_value(number)) : nullptr;
  if (type == nullptr) return refuse(attempt.operation, number, "foreign::type-number");
  const void* const found = find(place, offset, type->ffi->size, attempt);
  return found == nullptr ? attempt.wrong : Reply(values_.load(*type, found));
}

Reply Memory::set(Word place, Word number, Word offset, Word value) const {
  Attempt attempt{"(SETF MEMORY-REF)"};
  const Type* const type = words::is_fixnum(number) ? type_numbered(words::fixnum_value(number)) : nullptr;
  if (type == nullptr || type->kind == ValueKind::text) return refuse(attempt.operation, number, "foreign::type-number");
  void* const found = find(place, offset, type->ffi->size, attempt);
  if (found == nullptr) return attempt.wrong;
  Texts none;
  return values_.store(*type, value, found, none) ? Reply(value) : refuse(attempt.operation, value, type->lisp_type);
}

unsigned char* Memory::elements(Word vector, std::int64_t start, std::int64_t end, std::size_t& size, Attempt& attempt) const {
  const auto refused = [&](Word datum, std::string_view type) { attempt.wrong = refuse(attempt.operation, datum, type); };
  const auto up_to = [](std::size_t n) { return "(integer 0 " + std::to_string(n) + ")"; };
  const Elements found = elements_of(vector);
  if (found.data == nullptr) return refused(vector, "(vector (unsigned-byte 8))"), nullptr;
  if (end < 0) end = static_cast<std::int64_t>(found.count);
  if (static_cast<std::uint64_t>(end) > found.count) return refused(words::fixnum(end), up_to(found.count)), nullptr;
  if (start < 0 || start > end) return refused(words::fixnum(start), up_to(static_cast<std::size_t>(end))), nullptr;
  size = static_cast<std::size_t>(end - start) * found.size;
  return found.data + static_cast<std::size_t>(start) * found.size;
}

Reply Memory::copy_from(Word vector, std::int64_t start, std::int64_t end, Word pointer) const {
  Attempt attempt{"COPY-FROM-VECTOR"};
  std::size_t size = 0;
  const unsigned char* const from = elements(vector, start, end, size, attempt);
  void* const to = from == nullptr ? nullptr : find_pointer(pointer, attempt);
  if (to == nullptr) return attempt.wrong;
  std::memcpy(to, from, size);
  return pointer;
}

Reply Memory::copy_to(Word vector, std::int64_t start, std::int64_t end, Word pointer) const {
  Attempt attempt{"COPY-TO-VECTOR"};
  std::size_t size = 0;
  unsigned char* const to = elements(vector, start, end, size, attempt);
  const void* const from = to == nullptr ? nullptr : find_pointer(pointer, attempt);
  if (from == nullptr) return attempt.wrong;
  std::memcpy(to, from, size);
  return vector;
}

Reply Memory::address_of(Word vector) const {
  Attempt attempt{"VECTOR-POINTER"};
  std::size_t size = 0;
  unsigned char* const found = elements(vector, 0, -1, size, attempt);
  return found == nullptr ? attempt.wrong : Reply(values_.pointer(found));
}

Reply Memory::move(Word from, Word to, std::uint64_t count) const {
  Attempt attempt{"COPY-MEMORY"};
  const void* const source = find_pointer(from, attempt);
  void* const target = source == nullptr ? nullptr : find_pointer(to, attempt);
  if (target == nullptr) return attempt.wrong;
  std::memmove(target, source, count);
  return to;
}

Reply Memory::fill(Word pointer, std::uint8_t octet, std::uint64_t count) const {
  Attempt attempt{"FILL-MEMORY"};
  void* const target = find_pointer(pointer, attempt);
  if (target == nullptr) return attempt.wrong;
  std::memset(target, octet, count);
  return pointer;
}

Reply Memory::text(Word pointer, std::optional<std::uint64_t> size, bool bytes) const {
  Attempt attempt{"READ-STRING"};
  const auto* const found = static_cast<const char*>(find_pointer(pointer, attempt));
  if (found == nullptr) return attempt.wrong;
  const std::string_view text(found, size ? static_cast<std::size_t>(*size) : std::strlen(found));
  if (!bytes) return words::string(lisp_.state(), text);
  std::string utf8;
  utf8.reserve(text.size());
  for (const char c : text) {
    const auto octet = static_cast<unsigned char>(c);
    if (octet < 0x80) utf8 += c;
    else (utf8 += static_cast<char>(0xC0 | octet >> 6)) += static_cast<char>(0x80 | (octet & 0x3F));
  }
  return words::string(lisp_.state(), utf8);
}

}  // namespace tessera::foreign
