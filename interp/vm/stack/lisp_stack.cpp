// The Lisp stack: growth, overflow, and its adjustment after a collection.
#include "vm/stack/lisp_stack.hpp"

#include <algorithm>

#include "platform/memory.hpp"

namespace tessera {

bool LispStack::reserve(std::size_t words, std::size_t least) {
  constexpr std::size_t extra = 2 * config::stack_red_zone_words;
  const platform::Reserve reserve = platform::reserve((words + extra) * sizeof(Value), least * sizeof(Value));
  if (reserve.begin == nullptr) return false;
  begin = top = checked = unclean = marked = reinterpret_cast<Value*>(reserve.begin);
  clean = settled = begin + 2;
  reserved_bytes = reserve.bytes;
  limit = begin + std::min(words, reserve.bytes / sizeof(Value) - extra);
  hard_limit = limit + config::stack_red_zone_words;
  return true;
}

void LispStack::release() {
  platform::release(begin, reserved_bytes);
  begin = top = checked = unclean = clean = settled = marked = nullptr;
}

/// Raises the mark in steps.
bool LispStack::raise_mark(const Value* wanted) {
  if (wanted > limit) return false;
  set_mark(begin + std::min(limit - begin, wanted - begin + static_cast<std::ptrdiff_t>(config::stack_step_words)));
  return true;
}

void LispStack::set_mark(Value* mark) {
  clear(checked, std::min(mark, unclean));
  checked = mark;
}

bool LispStack::enter_red_zone() {
  if (in_red_zone) return false;
  in_red_zone = true;
  limit = hard_limit;
  return true;
}

bool LispStack::leave_red_zone(const Value* base) {
  if (base > hard_limit - 2 * config::stack_red_zone_words) return false;
  in_red_zone = false;
  limit = hard_limit - config::stack_red_zone_words;
  clear(limit, checked);
  checked = std::min(checked, limit);
  return true;
}

void LispStack::trace(Tracer& tracer) {
  Value *from = begin, *end = top;
  if (tracer.young_only()) {
    from = std::min(clean, settled) - 2;
  } else if (tracer.marking() != 0) {
    if (tracer.marking() != marking) marked = begin;
    marking = tracer.marking();
    from = std::min({marked, clean - 2, top});
    if (top - from > Tracer::stack_part) {
      end = from + Tracer::stack_part;
      tracer.note_rest();
    }
    marked = end;
  }
  tracer.visit_range(from, static_cast<std::size_t>(end - from));
}

/// Lowers the mark, but keeps it above the registers of active frames, which may lie above the top and are written
/// without another check.
void LispStack::after_collection(Value* base, std::size_t largest_frame, bool has_survivors) {
  marked = std::min(marked, clean - 2);
  settled = clean;  // what its frames refer to has survived two collections
  clean = base == nullptr ? begin + 2 : std::max(begin + 2, base);
  if (!has_survivors) settled = clean;
  constexpr std::ptrdiff_t most_cleared = 2 * config::most_unvisited_words;  // in about a millisecond
  Value* const mark = std::min(checked, top + largest_frame + 16);
  clear(top, mark);
  unclean = std::max(unclean, checked);
  Value* const rest = mark + std::max<std::ptrdiff_t>(0, unclean - mark - most_cleared);
  clear(rest, unclean);
  unclean = rest;
  checked = mark;
}

void LispStack::clear(Value* from, Value* to) {
  if (to <= from) return;
  const auto words = static_cast<std::size_t>(to - from);
  if (words <= (std::size_t{1} << 17)) {
    std::fill_n(from, words, Value());
    return;
  }
  const auto page = (reinterpret_cast<std::uintptr_t>(from) + platform::page_bytes - 1) & ~(platform::page_bytes - 1);
  std::fill(from, reinterpret_cast<Value*>(page), Value());
  platform::discard(reinterpret_cast<void*>(page), reinterpret_cast<std::uintptr_t>(to) - page);
}

}  // namespace tessera
