// Ending of an evaluation by the host. Compiled for size.
#include "vm/ending.hpp"

#include "compiler/code.hpp"
#include "vm/loop/frames.hpp"
#include "vm/stack/backtrace.hpp"

namespace tessera {

namespace {

constexpr std::size_t frames_shown = 20;
constexpr std::size_t everything = SIZE_MAX;
constexpr Exit exit_to_outermost = {0, 0, {NIL, Value::fixnum(1)}};

/// Returns the position of the form that is being evaluated at toplevel, which *TOPLEVEL-FRAME* holds.
SourcePosition position_of_toplevel_form(VmState& m) {
  Value parts = m.symbol(m.tessera("*TOPLEVEL-FRAME*"))->value;
  const auto number = [](Value v) { return v.is_fixnum() ? static_cast<std::uint32_t>(v.as_fixnum()) : 0; };
  SourcePosition position;
  // ends: the library makes this list
  for (int part = 0; parts.is_cons(); parts = parts.as_cons()->cdr, ++part) {
    if (part == frame_part_line) position.line = number(parts.as_cons()->car);
    if (part == frame_part_column) position.column = number(parts.as_cons()->car);
  }
  return position;
}

/// Notes the position of the evaluation without running Lisp.
void note_where_it_ends(VmState& m) {
  m.ended_at.clear();
  for (const Frame& frame : backtrace(m, frames_shown)) {
    const std::string file = m.to_utf8(file_of(frame.code()));
    if (is_of_library(file)) continue;
    const Value name = has_type(frame.function, Type::closure) ? as<Code>(as<Closure>(frame.function)->code)->name : NIL;
    m.ended_at +=
        Runtime::is_symbol(name) && !is_nil(name) ? "in " + m.to_utf8(m.symbol(name)->name) : std::string("in a form or local function");
    const bool is_toplevel = name == m.keyword("TOPLEVEL-FORM");
    const SourcePosition in_code = position_of(frame.code(), frame.instruction);
    const SourcePosition position = in_code.line == 0 && is_toplevel ? position_of_toplevel_form(m) : in_code;
    if (position.line != 0) m.ended_at += " at " + file + ":" + std::to_string(position.line) + ":" + std::to_string(position.column);
    m.ended_at += '\n';
  }
}

/// Begins to end an evaluation whose budget is exhausted; if the cleanup forms' budget is, ends the cleanup forms.
void end_or_cut_short(VmState& m) {
  if (m.budget.is_ending()) {
    m.no_more_cleanups = true;
    return;
  }
  note_where_it_ends(m);
  m.ending_floor = everything;
  m.budget.begin_ending();
}

}  // namespace

bool is_to_end(VmState& m) {
  if (TESSERA_UNLIKELY(!m.is_main_thread())) {  // wakes the main thread, which ends the evaluation
    if (!m.budget.is_exhausted_at_safepoint()) return false;
    m.heap.poll.fetch_or(poll_end);
    m.wakeup.wake();
    m.lisp_threads.yield();
    return false;
  }
  if (m.budget.is_ending() && m.records.size() <= m.ending_floor) return true;
  if (!m.budget.is_exhausted_at_safepoint()) return false;
  end_or_cut_short(m);
  return true;
}

bool VmState::begin_ending() {
  if (TESSERA_UNLIKELY(!is_main_thread())) {
    if (!lisp_threads.is_asked_to_end()) return false;
    exit = exit_to_outermost;
    return true;
  }
  if (!budget.is_exhausted()) return false;
  end_or_cut_short(*this);
  exit = exit_to_outermost;
  return true;
}

std::int64_t ending_target(const VmState& m, std::int64_t target) {
  const auto index = static_cast<std::size_t>(target & (Exit::to_frame - 1));
  return m.no_more_cleanups || index <= m.ending_floor ? 0 : target;
}

Value leave_ended(VmState& m, std::size_t border) {
  m.exit = exit_to_outermost;
  if (border == 0) {
    m.exit.target = Exit::none;
    m.failure = {m.tessera("LIMIT-REACHED"), NIL};
  }
  return FAILED;
}

}  // namespace tessera
