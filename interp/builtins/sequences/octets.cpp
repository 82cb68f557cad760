// Octets: strings in UTF-8, and back. Beneath EXT:STRING-TO-OCTETS and Scheme.
// Layer: builtins.
#include <algorithm>
#include <string>

#include "base/utf8.hpp"
#include "builtins/arguments.hpp"
#include "builtins/chapters.hpp"
#include "data/sequences/strings.hpp"
#include "runtime/interrupts.hpp"

namespace tessera {

namespace {

std::size_t encoded_size(StringView text) {
  return text.visit([](auto units) {
    std::size_t size = 0;
    for (const char32_t c : units) size += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    return size;
  });
}

Value encode_utf8(Runtime& rt, Args a) {
  StringView text;
  Bounds bounds;
  if (!string_view_of_any(a[0], text)) return rt.fail_type(a[0], Known::string);
  if (!take_bounds(rt, a.get(1, UNSUPPLIED), a.get(2), text.size(), bounds)) return FAILED;
  text = text.substr(bounds.start, bounds.size());
  std::size_t size = 0;
  const auto count = [&](std::size_t from, std::size_t to) { return size += encoded_size(text.substr(from, to - from)), true; };
  if (!in_parts(rt, 0, text.size(), count)) return FAILED;
  const Value octets = make_storage(rt, ElementKind::u8, size);
  TESSERA_TRY(octets);
  unsigned char* out = octets.as_object()->data<unsigned char>();
  const auto store = [&](std::size_t from, std::size_t to) {
    const std::string part = utf8_encode(text.substr(from, to - from));
    out = std::copy(part.begin(), part.end(), out);
    return true;
  };
  return in_parts(rt, 0, text.size(), store) ? octets : FAILED;
}

/// Calls `take` for each character of the octets in UTF-8. False: a failure is under way.
template <class F> bool decode(Runtime& rt, const Octets& octets, F take) {
  const char *p = reinterpret_cast<const char*>(octets.data), *const end = p + octets.size;
  while (p < end) {
    const char* const part = p + std::min(static_cast<std::size_t>(end - p), elements_between_checks);
    while (p < part) take(utf8_next(p, end));
    if (!check_interrupts(rt, OnInterrupt::fail)) return false;
  }
  return true;
}

Value decode_utf8(Runtime& rt, Args a) {
  Octets octets;
  if (!take_octets(rt, a[0], a.get(1, UNSUPPLIED), a.get(2), octets)) return FAILED;
  std::size_t size = 0;
  char32_t all = 0;
  const auto count = [&](char32_t c) { ++size, all |= c; };
  if (!decode(rt, octets, count)) return FAILED;
  const bool wide = all >= StringView::narrow_limit;
  if (!rt.heap.has_room(wide ? size * sizeof(char32_t) : size)) return rt.fail_heap();
  Object* const string = allocate_string(rt.heap, size, wide);
  const auto store_in = [&](auto* out) {
    return decode(rt, octets, [&out](char32_t c) { *out++ = static_cast<std::decay_t<decltype(*out)>>(c); });
  };
  const bool done = wide ? store_in(string->data<char32_t>()) : store_in(string->data<unsigned char>());
  return done ? Value::object(string) : FAILED;
}

constexpr Builtin octets_table[] = {
    {"%ENCODE-UTF-8", "string &optional start end", encode_utf8,
     "Returns a vector of the octets of STRING between START and END in UTF-8."},
    {"%DECODE-UTF-8", "octets &optional start end", decode_utf8,
     "Returns the string of which OCTETS between START and END are the UTF-8; U+FFFD for each invalid one."},
};

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::octets>() { return octets_table; }

}  // namespace tessera
