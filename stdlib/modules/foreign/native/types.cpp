// The table of C's types, and structures of them.
#include "types.hpp"

#include <algorithm>
#include <type_traits>

namespace tessera::foreign {

namespace {

constexpr int deepest = 32;                     ///< how deep structures may nest
constexpr std::size_t max_members = 1'000'000;  ///< of one

struct Named {
  const char* name;
  Type type;
};

template <class T> Type integer_type() {
  constexpr bool negative = std::is_signed_v<T>;
  switch (sizeof(T)) {
    case 1:
      return negative ? Type{ValueKind::s8, &ffi_type_sint8, "(signed-byte 8)"} : Type{ValueKind::u8, &ffi_type_uint8, "(unsigned-byte 8)"};
    case 2:
      return negative ? Type{ValueKind::s16, &ffi_type_sint16, "(signed-byte 16)"}
                      : Type{ValueKind::u16, &ffi_type_uint16, "(unsigned-byte 16)"};
    case 4:
      return negative ? Type{ValueKind::s32, &ffi_type_sint32, "(signed-byte 32)"}
                      : Type{ValueKind::u32, &ffi_type_uint32, "(unsigned-byte 32)"};
    default:
      return negative ? Type{ValueKind::s64, &ffi_type_sint64, "(signed-byte 64)"}
                      : Type{ValueKind::u64, &ffi_type_uint64, "(unsigned-byte 64)"};
  }
}

const std::vector<Named>& table() {
  static const std::vector<Named> types = {
      {"VOID", {ValueKind::none, &ffi_type_void, "null"}},
      {"CHAR", integer_type<char>()},
      {"SIGNED-CHAR", integer_type<signed char>()},
      {"UNSIGNED-CHAR", integer_type<unsigned char>()},
      {"SHORT", integer_type<short>()},
      {"UNSIGNED-SHORT", integer_type<unsigned short>()},
      {"INT", integer_type<int>()},
      {"UNSIGNED-INT", integer_type<unsigned>()},
      {"LONG", integer_type<long>()},
      {"UNSIGNED-LONG", integer_type<unsigned long>()},
      {"LONG-LONG", integer_type<long long>()},
      {"UNSIGNED-LONG-LONG", integer_type<unsigned long long>()},
      {"SIZE", integer_type<std::size_t>()},
      {"SSIZE", integer_type<std::make_signed_t<std::size_t>>()},
      {"INT8", integer_type<std::int8_t>()},
      {"UINT8", integer_type<std::uint8_t>()},
      {"INT16", integer_type<std::int16_t>()},
      {"UINT16", integer_type<std::uint16_t>()},
      {"INT32", integer_type<std::int32_t>()},
      {"UINT32", integer_type<std::uint32_t>()},
      {"INT64", integer_type<std::int64_t>()},
      {"UINT64", integer_type<std::uint64_t>()},
      {"FLOAT", {ValueKind::single_float, &ffi_type_float, "single-float"}},
      {"DOUBLE", {ValueKind::double_float, &ffi_type_double, "double-float"}},
      {"POINTER", {ValueKind::pointer, &ffi_type_pointer, "foreign:pointer"}},
      {"BOOLEAN", {ValueKind::boolean, &ffi_type_sint, "t"}},
      {"STRING", {ValueKind::text, &ffi_type_pointer, "(or null string)"}},
  };
  return types;
}

}  // namespace

const Type* type_numbered(std::int64_t number) {
  const auto& types = table();
  return number >= 0 && static_cast<std::size_t>(number) < types.size() ? &types[static_cast<std::size_t>(number)].type : nullptr;
}

std::int64_t number_of_type(const std::string& name) {
  const auto& types = table();
  const auto found = std::find_if(types.begin(), types.end(), [&name](const Named& known) { return name == known.name; });
  return found == types.end() ? -1 : found - types.begin();
}

const Type* Types::find_within(words::State& state, Word description, int depth, Word& wrong) {
  wrong = description;
  std::string package, name;
  if (words::get_symbol(state, description, package, name)) return package == "KEYWORD" ? type_numbered(number_of_type(name)) : nullptr;
  if (depth == deepest || !words::is_cons(description) || !words::get_symbol(state, words::car(description), package, name) ||
      package != "KEYWORD" || name != "STRUCT")
    return nullptr;
  std::vector<const Type*> members;
  Word rest = words::cdr(description);
  for (; words::is_cons(rest); rest = words::cdr(rest)) {
    const Type* const member = find_within(state, words::car(rest), depth + 1, wrong);
    if (member == nullptr || member->kind == ValueKind::none || members.size() == max_members) return nullptr;
    members.push_back(member);
  }
  wrong = description;
  return members.empty() || !words::is_nil(rest) ? nullptr : structure(members);
}

const Type* Types::structure(const std::vector<const Type*>& members) {
  std::unique_ptr<Structure>& known = structures_[members];
  if (known != nullptr) return known.get();
  auto made = std::make_unique<Structure>();
  made->members = members;
  for (const Type* member : members) made->elements.push_back(member->ffi);
  made->elements.push_back(nullptr);
  made->layout.type = FFI_TYPE_STRUCT;
  made->layout.elements = made->elements.data();
  made->offsets.resize(members.size());
  if (ffi_get_struct_offsets(FFI_DEFAULT_ABI, &made->layout, made->offsets.data()) != FFI_OK) return nullptr;
  made->ffi = &made->layout;
  made->lisp_type = "(or foreign:pointer (vector (unsigned-byte 8)))";
  known = std::move(made);
  return known.get();
}

}  // namespace tessera::foreign
