// The Lisp stack: growth, overflow, roots.
#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "platform/memory.hpp"
#include "vm/frames.hpp"
#include "vm/threads.hpp"

namespace tessera {

Vm::Vm(std::size_t heap_limit_bytes, std::size_t stack_limit_words) : Runtime(heap_limit_bytes) {
  constexpr std::size_t extra = 2 * config::stack_red_zone_words, most = std::size_t{1} << 40;
  const std::size_t words = std::clamp(stack_limit_words, config::stack_step_words, most);
  const platform::Reserve reserve =
      platform::reserve((words + extra) * sizeof(Value), std::min(words + extra, config::stack_least_words) * sizeof(Value));
  if (reserve.begin == nullptr) throw std::runtime_error("tessera: there is too little address space for the stack (see ulimit -v)");
  stack_ = top_ = checked_ = reinterpret_cast<Value*>(reserve.begin);
  clean_ = stack_ + 2;
  stack_reserve_bytes_ = reserve.bytes;
  taken_ = {nullptr, stack_, stack_, NIL, Value(), {stub(Op::STUBCALL, 0), stub(Op::RETURNTAKEN, 0)}};
  limit_ = stack_ + std::min(words, reserve.bytes / sizeof(Value) - extra);
  hard_limit_ = limit_ + config::stack_red_zone_words;
  heap.fit_limit();
}

Vm::~Vm() {
  end_threads();
  platform::release(stack_, stack_reserve_bytes_);
}

// The high-water mark rises in steps. Above it the stack holds zeros, which are fixnums: so whatever a frame finds in
// its registers is a valid Value, and entering a function need not clear them.
bool Vm::raise_mark(const Value* wanted) {
  if (wanted > limit_) return false;
  checked_ = stack_ + std::min(limit_ - stack_, wanted - stack_ + static_cast<std::ptrdiff_t>(config::stack_step_words));
  return true;
}

// A frame of machine code begins at `base`, where it was not sure that frames of the usual size fit: from now on it is, if it can be.
void Vm::renew_mark(Value* base) {
  if (base + config::usual_frame_words > checked_) raise_mark(base + config::usual_frame_words);
  show_mark();
}

// Machine code compares where registers begin with one word, that tells also whether something waits.
void Vm::show_mark() { heap.poll.let_begin_below(checked_ - config::usual_frame_words); }

bool Vm::enter_red_zone() {
  if (in_red_zone_) return false;
  in_red_zone_ = true;
  limit_ = hard_limit_;
  return true;
}

void Vm::leave_red_zone_now(const Value* base) {
  if (base > hard_limit_ - 2 * config::stack_red_zone_words) return;
  in_red_zone_ = false;
  limit_ = hard_limit_ - config::stack_red_zone_words;
  clear(limit_, checked_);
  checked_ = std::min(checked_, limit_);
  show_mark();
}

std::size_t Vm::frame_registers(const Value* base) const {
  if (!has_type(base[-2], Type::closure)) return 0;
  return registers_of(code_of(as<Closure>(base[-2])));
}

void Vm::trace_roots(Tracer& tracer) {
  Runtime::trace_roots(tracer);
  Value* const from = tracer.young_only() ? clean_ - 2 : stack_;
  tracer.visit_range(from, static_cast<std::size_t>(top_ - from));
  for (Record& r : records_) {
    tracer.visit(r.a);
    tracer.visit(r.b);
  }
  tracer.visit_range(exit_.values, 2);
  tracer.visit(taken_.frames);
  for (Elided& e : tail_ring_) tracer.visit(e.function);
  trace_threads(tracer);
}

// Zero the words from `from` to `to`, if there are any.
void Vm::clear(Value* from, Value* to) {
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

// What lies above the top may lead to objects that have moved: clear it.
void Vm::after_collection() {
  clean_ = base_ == nullptr ? stack_ + 2 : std::max(stack_ + 2, base_);
  clear(top_, checked_);
  // Frames below have registers above the top, which they write without asking again.
  checked_ = std::min(checked_, top_ + largest_frame.as_fixnum() + 16);
  clear_threads();
  show_mark();
}

std::string Vm::what_is_left() const {
  std::string found;
  const auto check = [&found](bool good, const char* what) {
    if (!good) found += std::string(found.empty() ? "" : ", ") + what;
  };
  check(records_.empty(), "dynamic records");
  check(native_depth_ == 0, "a call from C++");
  check(top_ == stack_ && base_ == nullptr, "a frame");
  check(!exit_is_under_way(), "an exit");
  check(!in_red_zone_ && limit_ + config::stack_red_zone_words == hard_limit_ && checked_ <= limit_, "the stack's red zone");
  check(!heap_signalled_, "a shortage of heap");
  check(value_count == 1, "multiple values");
  check(std::all_of(checked_, std::min(checked_ + config::stack_step_words, hard_limit_), [](Value v) { return v == Value(); }),
        "words above the stack");
  check(environments.empty(), "lexical environments");
  for (const Known bound : {Known::handler_clusters, Known::restart_clusters})
    check(is_nil(symbol(sym(bound))->value), "handlers or restarts");
  return found;
}

}  // namespace tessera
