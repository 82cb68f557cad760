// How the host ends an evaluation, which no script can prevent: an exit to the outermost border. See README.md here.
// Compiled for size.
#include "compiler/code.hpp"
#include "vm/frames.hpp"

namespace tessera {

namespace {

constexpr std::size_t frames_shown = 20;
constexpr std::size_t everything = SIZE_MAX;

}  // namespace

// Taking names apart runs no Lisp.
void Vm::note_where_it_ends() {
  ended_where_.clear();
  for (const Frame& frame : backtrace(frames_shown)) {
    const std::string file = to_utf8(frame.file);
    if (is_of_library(file)) continue;
    const Value name = has_type(frame.function, Type::closure) ? as<Code>(as<Closure>(frame.function)->code)->name : NIL;
    ended_where_ += is_symbol(name) && !is_nil(name) ? "in " + to_utf8(symbol(name)->name) : std::string("in a form or local function");
    if (frame.position.line != 0)
      ended_where_ += " at " + file + ":" + std::to_string(frame.position.line) + ":" + std::to_string(frame.position.column);
    ended_where_ += '\n';
  }
}

// What the evaluation may take is used up, or what its clean-up forms may.
void Vm::end_or_cut_short() {
  if (allowance.is_ending()) {
    no_more_cleanups_ = true;
    return;
  }
  note_where_it_ends();
  ending_floor_ = everything;
  allowance.begin_ending();
}

// At a safepoint: the evaluation is to end now; or what a clean-up form has jumped to runs, or the time of clean-up forms is over.
bool Vm::is_to_end() {
  if (TESSERA_UNLIKELY(!is_main_thread())) {  // the main thread is told, and ends it
    if (!allowance.is_used_up_at_safepoint()) return false;
    heap.poll.fetch_or(poll_end);
    doorbell.ring();
    yield_turn();
    return false;
  }
  if (allowance.is_ending() && records_.size() <= ending_floor_) return true;
  if (!allowance.is_used_up_at_safepoint()) return false;
  end_or_cut_short();
  return true;
}

bool Vm::begin_ending() {
  if (TESSERA_UNLIKELY(!is_main_thread())) {
    if (!is_asked_to_end()) return false;
    exit_ = {0, 0, {NIL, Value::fixnum(1)}};
    return true;
  }
  if (!allowance.is_used_up()) return false;
  end_or_cut_short();
  exit_ = {0, 0, {NIL, Value::fixnum(1)}};
  return true;
}

// Exits of clean-up forms end within them; those that would lead further out lead to the host.
std::int64_t Vm::ending_target(std::int64_t target) const {
  const auto index = static_cast<std::size_t>(target & (to_frame - 1));
  return no_more_cleanups_ || index <= ending_floor_ ? 0 : target;
}

// A call from C++ returns, whatever with: on to the outermost, which fails.
Value Vm::leave_ended(std::size_t border) {
  exit_ = {border == 0 ? -1 : 0, 0, {NIL, Value::fixnum(1)}};
  if (border == 0) failure = {tessera("LIMIT-REACHED"), NIL};
  return FAILED;
}

}  // namespace tessera
