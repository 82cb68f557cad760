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
SourcePosition position_of_toplevel_form(VmState& vm) {
  Value parts = vm.symbol(vm.tessera("*TOPLEVEL-FRAME*"))->value;
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
void note_where_it_ends(VmState& vm) {
  vm.ended_at.clear();
  for (const Frame& frame : backtrace(vm, frames_shown)) {
    const std::string file = vm.to_utf8(file_of(frame.code()));
    if (is_of_library(file)) continue;
    const Value name = has_type(frame.function, Type::closure) ? as<Code>(as<Closure>(frame.function)->code)->name : NIL;
    vm.ended_at +=
        Runtime::is_symbol(name) && !is_nil(name) ? "in " + vm.to_utf8(vm.symbol(name)->name) : std::string("in a form or local function");
    const bool is_toplevel = name == vm.keyword("TOPLEVEL-FORM");
    const SourcePosition in_code = position_of(frame.code(), frame.instruction);
    const SourcePosition position = in_code.line == 0 && is_toplevel ? position_of_toplevel_form(vm) : in_code;
    if (position.line != 0) vm.ended_at += " at " + file + ":" + std::to_string(position.line) + ":" + std::to_string(position.column);
    vm.ended_at += '\n';
  }
}

/// Begins to end an evaluation whose budget is exhausted; if the cleanup forms' budget is, ends the cleanup forms.
void end_or_cut_short(VmState& vm) {
  if (vm.budget.is_ending()) {
    vm.no_more_cleanups = true;
    return;
  }
  note_where_it_ends(vm);
  vm.ending_floor = everything;
  vm.budget.begin_ending();
}

}  // namespace

bool is_to_end(VmState& vm) {
  if (TESSERA_UNLIKELY(!vm.is_main_thread())) {  // wakes the main thread, which ends the evaluation
    if (!vm.budget.is_exhausted_at_safepoint()) return false;
    vm.heap.poll.fetch_or(poll_end);
    vm.wakeup.wake();
    vm.lisp_threads.yield();
    return false;
  }
  if (vm.budget.is_ending() && vm.records.size() <= vm.ending_floor) return true;
  if (!vm.budget.is_exhausted_at_safepoint()) return false;
  end_or_cut_short(vm);
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

std::int64_t ending_target(const VmState& vm, std::int64_t target) {
  const auto index = static_cast<std::size_t>(target & (Exit::to_frame - 1));
  return vm.no_more_cleanups || index <= vm.ending_floor ? 0 : target;
}

Value leave_ended(VmState& vm, std::size_t border) {
  vm.exit = exit_to_outermost;
  if (border == 0) {
    vm.exit.target = Exit::none;
    vm.failure = {vm.tessera("LIMIT-REACHED"), NIL};
  }
  return FAILED;
}

}  // namespace tessera
