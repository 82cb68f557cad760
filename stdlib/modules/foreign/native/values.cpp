// Conversions between values of C and of Lisp.
#include "values.hpp"

#include <cstring>
#include <limits>

namespace tessera::foreign {

namespace {

template <class T> void put(void* place, T value) { std::memcpy(place, &value, sizeof value); }
template <class T> T get(const void* place) {
  T value;
  std::memcpy(&value, place, sizeof value);
  return value;
}

template <class T> bool store_integer(Word w, void* place) {
  if (sizeof(T) < sizeof(std::int64_t) || (std::is_signed_v<T> && words::is_fixnum(w))) {
    if (!words::is_fixnum(w)) return false;
    const std::int64_t n = words::fixnum_value(w);
    if (sizeof(T) < sizeof n &&
        (n < static_cast<std::int64_t>(std::numeric_limits<T>::min()) || n > static_cast<std::int64_t>(std::numeric_limits<T>::max())))
      return false;
    return put(place, static_cast<T>(n)), true;
  }
  std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t> n = 0;
  if constexpr (std::is_signed_v<T>) {
    if (!words::get_integer(w, n)) return false;
  } else {
    if (!words::get_unsigned(w, n)) return false;
  }
  return put(place, static_cast<T>(n)), true;
}

bool store_double(Word w, void* place) {
  double d = 0;
  if (!words::get_real(w, d)) return false;
  return put(place, d), true;
}

bool store_single(Word w, void* place) {
  if (words::is_single_float(w)) return put(place, words::single_float_value(w)), true;
  double d = 0;
  if (!words::get_real(w, d)) return false;
  return put(place, static_cast<float>(d)), true;
}

bool store_text(words::State& state, Word w, void* place, Texts& texts) {
  if (words::is_nil(w)) return put<const char*>(place, nullptr), true;
  std::string text;
  if (!words::get_string(state, w, text) || text.find('\0') != std::string::npos) return false;
  return put(place, texts.emplace_front(std::move(text)).c_str()), true;
}

}  // namespace

bool Values::get_address(Word w, std::uint64_t& address) const {
  if (!is_pointer(w)) return false;
  const Word slot = words::slot(w, 0);
  if (!words::is_fixnum(slot)) return words::get_unsigned(slot, address);
  address = static_cast<std::uint64_t>(words::fixnum_value(slot));
  return true;
}

Word Values::pointer(std::uint64_t address) const {
  const Word slots[] = {words::unsigned_integer(lisp_.state(), address)};
  return words::instance_like(lisp_.state(), null_.word(), slots);
}

bool Values::store(const Type& type, Word w, void* place, Texts& texts) const {
  switch (type.kind) {
    case ValueKind::none: return true;
    case ValueKind::s8: return store_integer<std::int8_t>(w, place);
    case ValueKind::u8: return store_integer<std::uint8_t>(w, place);
    case ValueKind::s16: return store_integer<std::int16_t>(w, place);
    case ValueKind::u16: return store_integer<std::uint16_t>(w, place);
    case ValueKind::s32: return store_integer<std::int32_t>(w, place);
    case ValueKind::u32: return store_integer<std::uint32_t>(w, place);
    case ValueKind::s64: return store_integer<std::int64_t>(w, place);
    case ValueKind::u64: return store_integer<std::uint64_t>(w, place);
    case ValueKind::single_float: return store_single(w, place);
    case ValueKind::double_float: return store_double(w, place);
    case ValueKind::boolean: return put(place, words::is_nil(w) ? 0 : 1), true;
    case ValueKind::text: return store_text(lisp_.state(), w, place, texts);
    case ValueKind::pointer: {
      std::uint64_t address = 0;
      if (!get_address(w, address)) return false;
      return put(place, address), true;
    }
    case ValueKind::structure: {
      const void* const bytes = bytes_of(type, w);
      if (bytes == nullptr) return false;
      return std::memcpy(place, bytes, type.ffi->size), true;
    }
  }
  return false;
}

Word Values::load(const Type& type, const void* place) const {
  words::State& state = lisp_.state();
  switch (type.kind) {
    case ValueKind::none: return words::nil();
    case ValueKind::s8: return words::fixnum(get<std::int8_t>(place));
    case ValueKind::u8: return words::fixnum(get<std::uint8_t>(place));
    case ValueKind::s16: return words::fixnum(get<std::int16_t>(place));
    case ValueKind::u16: return words::fixnum(get<std::uint16_t>(place));
    case ValueKind::s32: return words::fixnum(get<std::int32_t>(place));
    case ValueKind::u32: return words::fixnum(get<std::uint32_t>(place));
    case ValueKind::s64: return words::integer(state, get<std::int64_t>(place));
    case ValueKind::u64: return words::unsigned_integer(state, get<std::uint64_t>(place));
    case ValueKind::single_float: return words::single_float(get<float>(place));
    case ValueKind::double_float: return words::double_float(state, get<double>(place));
    case ValueKind::boolean: return words::boolean(get<int>(place) != 0);
    case ValueKind::pointer: return pointer(get<std::uint64_t>(place));
    case ValueKind::text: {
      const auto* const text = get<const char*>(place);
      return text == nullptr ? words::nil() : words::string(state, text);
    }
    case ValueKind::structure: return words::numbers(state, words::ElementType::u8, place, type.ffi->size);
  }
  return words::nil();
}

const void* Values::bytes_of(const Type& type, Word w) const {
  std::uint64_t address = 0;
  if (get_address(w, address)) return reinterpret_cast<const void*>(address);
  std::size_t count = 0;
  const void* const octets = words::get_numbers(w, words::ElementType::u8, count);
  return octets != nullptr && count == type.ffi->size ? octets : nullptr;
}

}  // namespace tessera::foreign
