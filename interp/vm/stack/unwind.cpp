// Dynamic records and exits through them: bindings, blocks, tags, catches, cleanup forms.
#include "vm/stack/unwind.hpp"

#include <algorithm>

#include "data/sequences/list_walk.hpp"
#include "data/symbols/packages.hpp"
#include "vm/continuations/continuations.hpp"
#include "vm/ending.hpp"
#include "vm/loop/frames.hpp"
#include "vm/loop/services.hpp"
#include "vm/stack/backtrace.hpp"
#include "vm/values.hpp"

namespace tessera {

// --- records

void push_binding(VmState& vm, Value* base, Value symbol, Value value) {
  Symbol* s = vm.symbol(symbol);
  vm.records.push_back({Record::Kind::binding, 0, base, nullptr, symbol, s->value});
  vm.heap.write(&s->value, value);
}

namespace {

/// Marks the object of a prompt, if it has one, as done.
void end_prompt(VmState& vm, Value prompt) {
  const Object* p = prompt.as_object();
  if (p->length() > 1) vm.heap.write(&as<Instance>(p->slots[1])->slots[0], vm.sym(Known::done));
}

}  // namespace

void pop_record(VmState& vm) {
  const Record& r = vm.records.back();
  if (r.kind == Record::Kind::binding) vm.heap.write(&vm.symbol(r.a)->value, r.b);
  else if (is_exit_point(r)) r.a.as_object()->slots[0] = r.b;
  else if (is_any_prompt(r)) end_prompt(vm, r.a);
  vm.records.pop_back();
}

void unbind_to(VmState& vm, std::size_t height) {
  while (vm.records.size() > height) pop_record(vm);
}

std::size_t own_records(const VmState& vm, const Value* base) {
  std::size_t count = 0;
  while (count < vm.records.size() && vm.records[vm.records.size() - 1 - count].base == base) ++count;
  return count;
}

Value progv(VmState& vm, Value symbols, Value values) {
  if (!ends_somewhere(&vm, symbols)) return fail_walk(vm, symbols);
  for (; symbols.is_cons(); symbols = symbols.as_cons()->cdr) {
    const Value s = symbols.as_cons()->car;
    if (!Runtime::is_symbol(s)) return vm.fail_type(s, Known::symbol);
    if (s.is_constant_symbol() || has_flag(vm.symbol(s), symbol_constant))
      return vm.fail_simple(Known::simple_program_error, "~S is a constant and cannot be bound", {s});
    push_binding(vm, vm.base, s, values.is_cons() ? values.as_cons()->car : UNBOUND);
    if (values.is_cons()) values = values.as_cons()->cdr;
  }
  return is_nil(symbols) ? T : vm.fail_type(symbols, Known::list);
}

Value make_token(VmState& vm, std::size_t index) {
  Object* token = vm.heap.allocate(Type::exit_token, 2);
  token->slots[0] = Value::fixnum(static_cast<std::int64_t>(index));
  token->slots[1] = NIL;
  return Value::object(token);
}

// --- records in and out of force

[[gnu::noinline]] void detach_records(VmState& vm, std::size_t first) {
  for (std::size_t i = vm.records.size(); i-- > first;) {
    Record& r = vm.records[i];
    if (r.kind == Record::Kind::binding) {
      Symbol* const s = vm.symbol(r.a);
      const Value inner = s->value;
      vm.heap.write(&s->value, r.b);
      r.b = inner;
    } else if (is_exit_point(r)) {
      r.a.as_object()->slots[0] = r.b;
    }
  }
}

[[gnu::noinline]] void attach_records(VmState& vm, std::size_t first) {
  for (std::size_t i = first; i < vm.records.size(); ++i) {
    Record& r = vm.records[i];
    if (r.kind == Record::Kind::binding) {
      Symbol* const s = vm.symbol(r.a);
      const Value outer = s->value;
      vm.heap.write(&s->value, r.b);
      r.b = outer;
    } else if (is_exit_point(r)) {
      r.b = r.a.as_object()->slots[0];
      r.a.as_object()->slots[0] = Value::fixnum(static_cast<std::int64_t>(i));
    }
  }
}

void drop_records(VmState& vm, std::size_t first) {
  if (vm.records.size() == first) return;
  detach_records(vm, first);
  vm.records.erase(vm.records.begin() + static_cast<std::ptrdiff_t>(first), vm.records.end());
}

namespace {

// --- landings of exits

ResumePoint arrive(VmState& vm, ResumePoint landing) {
  if (TESSERA_UNLIKELY(landing.base <= vm.shared.end)) unshare_from(vm, landing.base);
  vm.leave_red_zone(landing.base);
  return landing;
}

ResumePoint landing_of([[maybe_unused]] VmState& vm, const Record& r) {
#ifdef TESSERA_MACHINE_CODE
  if (r.landing_offset != 0) {
    vm.stack.note_write(r.base);
    return {r.base, in_machine_code(static_cast<const char*>(vm.jit.links.resume) + r.landing_offset)};
  }
#endif
  return {r.base, r.pc};
}

// --- cleanup forms: four registers keep their state: the exit's target + 1 (0: none), the values, and the tag

/// Marks the start of the cleanup forms of the topmost record: turns it into a binding of *CLEANING-UP* to T, until the
/// forms end or are left.
void begin_cleanup(VmState& vm) {
  Record& r = vm.records.back();
  Symbol* const mark = vm.symbol(vm.sym(Known::cleaning_up));
  r.kind = Record::Kind::binding;
  r.a = vm.sym(Known::cleaning_up);
  r.b = mark->value;
  mark->value = T;
}

/// True if the exit that ran cleanup forms comes to other cleanup forms at once, and nothing else needs attention.
bool leads_to_cleanup(const VmState& vm) {
  return (&vm.records.back())[-1].kind == Record::Kind::protect && !vm.no_more_cleanups && !vm.budget.is_ending() && !vm.is_disturbed();
}

/// Begins the next cleanup forms, with the state of the exit. The binding of *CLEANING-UP* moves to their record.
ResumePoint begin_next_cleanup(VmState& vm, const Value* state) {
  const Value mark = vm.records.back().a, before = vm.records.back().b;
  vm.records.pop_back();
  Record& r = vm.records.back();
  const ResumePoint landing = landing_of(vm, r);
  copy_words(state, 4, r.base + r.reg);
  r.kind = Record::Kind::binding;
  r.a = mark;
  r.b = before;
  vm.symbol(mark)->value = T;
  return arrive(vm, landing);
}

// --- finding the target of an exit: -1, with a pending failure, if there is none

std::int64_t find_token(VmState& vm, Value token) {
  const Value index = token.as_object()->slots[0];
  if (index.is_fixnum()) return index.as_fixnum();
  if (vm.lisp_threads.is_of_another(token))
    vm.fail_simple(Known::simple_control_error,
                   "the exit point belongs to another process; MP:INTERRUPT-PROCESS can make that process exit");
  else vm.fail_simple(Known::simple_control_error, "the exit point is no longer active: its form has been left");
  return -1;
}

std::int64_t find_catch(VmState& vm, Value tag) {
  for (const Record* r = vm.records.data() + vm.records.size(); r-- != vm.records.data();)
    if (r->kind == Record::Kind::catch_ && r->a == tag) return r - vm.records.data();
  if (has_type(tag, Type::cell)) fail_without_prompt(vm, as<Cell>(tag)->value);
  else if (vm.lisp_threads.is_of_another(tag))
    vm.fail_simple(Known::simple_control_error,
                   "there is no CATCH for the tag ~S in this process, but in another one; MP:INTERRUPT-PROCESS can make that process exit",
                   {tag});
  else vm.fail_simple(Known::simple_control_error, "there is no CATCH for the tag ~S", {tag});
  return -1;
}

}  // namespace

void begin_cleanup_forms(VmState& vm, ResumePoint at) {
  vm.save(at);
  begin_cleanup(vm);
  Value* const state = at.base + at.pc[-1].a;
  state[0] = Value::fixnum(0);
  save_values(vm, state + 1, at.base[at.pc[-1].b]);
}

ResumePoint end_cleanup_forms(VmState& vm, ResumePoint at) {
  Value* const state = at.base + at.pc[-1].a;
  const std::int64_t left = state[0].as_fixnum();
  if (left > 1 && left < Exit::to_frame && leads_to_cleanup(vm)) return begin_next_cleanup(vm, state);
  const Value primary = restore_values(vm, state + 1);
  pop_record(vm);
  vm.retry_deferred_interrupt();
  if (left == 0) {
    state[0] = primary;
    return at;
  }
  vm.save(at);
  return unwind(vm, left - 1, static_cast<std::int32_t>(state[3].as_fixnum()), primary);
}

ResumePoint land(VmState& vm, std::int32_t tag, Value primary) {
  const Record& r = vm.records.back();
  const ResumePoint landing = landing_of(vm, r);
  r.base[r.reg] = r.kind == Record::Kind::tagbody ? Value::fixnum(tag) : primary;
  if (r.kind != Record::Kind::tagbody) pop_record(vm);
  vm.retry_deferred_interrupt();
  return arrive(vm, landing);
}

ResumePoint unwind(VmState& vm, std::int64_t target, std::int32_t tag, Value primary) {
  if (TESSERA_UNLIKELY(vm.budget.is_ending())) target = ending_target(vm, target);
  const bool is_to_frame = target >= Exit::to_frame;
  const Record* const last = vm.records.data() + (target & (Exit::to_frame - 1));
  for (;;) {
    Record& r = vm.records.back();
    if (TESSERA_UNLIKELY(is_to_frame && &r == last)) return enter_in_place(vm, primary);
    if (r.kind == Record::Kind::border) {
      save_values(vm, vm.exit.values, primary);
      vm.exit.tag = tag;
      vm.exit.target = target;
      return {nullptr, nullptr};
    }
    if (r.kind == Record::Kind::protect && TESSERA_LIKELY(!vm.no_more_cleanups)) {
      if (target == 0) vm.ending_floor = vm.records.size() - 1;
      const ResumePoint landing = landing_of(vm, r);
      Value* state = r.base + r.reg;
      save_values(vm, state + 1, primary);
      state[0] = Value::fixnum(target + 1);
      state[3] = Value::fixnum(tag);
      begin_cleanup(vm);
      return arrive(vm, landing);
    }
    if (&r == last) return land(vm, tag, primary);
    pop_record(vm);
  }
}

ResumePoint exit_to_token(VmState& vm, ResumePoint at, Value token, std::int32_t tag, Value primary) {
  vm.save(at);
  const std::int64_t target = find_token(vm, token);
  return target < 0 ? instruction_failed(vm, at) : unwind(vm, target, tag, primary);
}

ResumePoint throw_to(VmState& vm, ResumePoint at, Value tag, Value primary) {
  vm.save(at);
  const std::int64_t target = find_catch(vm, tag);
  return target < 0 ? instruction_failed(vm, at) : unwind(vm, target, 0, primary);
}

ResumePoint resume_exit(VmState& vm) {
  const std::int64_t target = vm.exit.target;
  const Value primary = restore_values(vm, vm.exit.values);
  vm.exit.target = Exit::none;
  return unwind(vm, target, vm.exit.tag, primary);
}

/// Takes the outermost border if there is no call by the host.
std::int64_t host_record(const VmState& vm) {
  std::size_t i = vm.records.size() - 1;
  while (i > 0 && (vm.records[i].kind != Record::Kind::border || vm.records[i].reg == native_border)) --i;
  return static_cast<std::int64_t>(i);
}

ResumePoint leave_to_host(VmState& vm, Value description) {
  vm.mv.count = 1;
  return unwind(vm, host_record(vm), 0, description);
}

}  // namespace tessera
