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

void push_binding(VmState& m, Value* base, Value symbol, Value value) {
  Symbol* s = m.symbol(symbol);
  m.records.push_back({Record::Kind::binding, 0, base, nullptr, symbol, s->value});
  m.heap.write(&s->value, value);
}

namespace {

/// Marks the object of a prompt, if it has one, as done.
void end_prompt(VmState& m, Value prompt) {
  const Object* p = prompt.as_object();
  if (p->length() > 1) m.heap.write(&as<Instance>(p->slots[1])->slots[0], m.sym(Known::done));
}

}  // namespace

void pop_record(VmState& m) {
  const Record& r = m.records.back();
  if (r.kind == Record::Kind::binding) m.heap.write(&m.symbol(r.a)->value, r.b);
  else if (is_exit_point(r)) r.a.as_object()->slots[0] = r.b;
  else if (is_any_prompt(r)) end_prompt(m, r.a);
  m.records.pop_back();
}

void unbind_to(VmState& m, std::size_t height) {
  while (m.records.size() > height) pop_record(m);
}

std::size_t own_records(const VmState& m, const Value* base) {
  std::size_t count = 0;
  while (count < m.records.size() && m.records[m.records.size() - 1 - count].base == base) ++count;
  return count;
}

Value progv(VmState& m, Value symbols, Value values) {
  if (!ends_somewhere(&m, symbols)) return fail_walk(m, symbols);
  for (; symbols.is_cons(); symbols = symbols.as_cons()->cdr) {
    const Value s = symbols.as_cons()->car;
    if (!Runtime::is_symbol(s)) return m.fail_type(s, Known::symbol);
    if (s.is_constant_symbol() || has_flag(m.symbol(s), symbol_constant))
      return m.fail_simple(Known::simple_program_error, "~S is a constant and cannot be bound", {s});
    push_binding(m, m.base, s, values.is_cons() ? values.as_cons()->car : UNBOUND);
    if (values.is_cons()) values = values.as_cons()->cdr;
  }
  return is_nil(symbols) ? T : m.fail_type(symbols, Known::list);
}

Value make_token(VmState& m, std::size_t index) {
  Object* token = m.heap.allocate(Type::exit_token, 2);
  token->slots[0] = Value::fixnum(static_cast<std::int64_t>(index));
  token->slots[1] = NIL;
  return Value::object(token);
}

// --- records in and out of force

[[gnu::noinline]] void detach_records(VmState& m, std::size_t first) {
  for (std::size_t i = m.records.size(); i-- > first;) {
    Record& r = m.records[i];
    if (r.kind == Record::Kind::binding) {
      Symbol* const s = m.symbol(r.a);
      const Value inner = s->value;
      m.heap.write(&s->value, r.b);
      r.b = inner;
    } else if (is_exit_point(r)) {
      r.a.as_object()->slots[0] = r.b;
    }
  }
}

[[gnu::noinline]] void attach_records(VmState& m, std::size_t first) {
  for (std::size_t i = first; i < m.records.size(); ++i) {
    Record& r = m.records[i];
    if (r.kind == Record::Kind::binding) {
      Symbol* const s = m.symbol(r.a);
      const Value outer = s->value;
      m.heap.write(&s->value, r.b);
      r.b = outer;
    } else if (is_exit_point(r)) {
      r.b = r.a.as_object()->slots[0];
      r.a.as_object()->slots[0] = Value::fixnum(static_cast<std::int64_t>(i));
    }
  }
}

void drop_records(VmState& m, std::size_t first) {
  if (m.records.size() == first) return;
  detach_records(m, first);
  m.records.erase(m.records.begin() + static_cast<std::ptrdiff_t>(first), m.records.end());
}

namespace {

// --- landings of exits

ResumePoint arrive(VmState& m, ResumePoint landing) {
  if (TESSERA_UNLIKELY(landing.base <= m.shared.end)) unshare_from(m, landing.base);
  m.leave_red_zone(landing.base);
  return landing;
}

ResumePoint landing_of([[maybe_unused]] VmState& m, const Record& r) {
#ifdef TESSERA_MACHINE_CODE
  if (r.landing_offset != 0) {
    m.stack.note_write(r.base);
    return {r.base, in_machine_code(static_cast<const char*>(m.jit.links.resume) + r.landing_offset)};
  }
#endif
  return {r.base, r.pc};
}

// --- cleanup forms: four registers keep their state: the exit's target + 1 (0: none), the values, and the tag

/// Marks the start of the cleanup forms of the topmost record: turns it into a binding of *CLEANING-UP* to T, until the
/// forms end or are left.
void begin_cleanup(VmState& m) {
  Record& r = m.records.back();
  Symbol* const mark = m.symbol(m.sym(Known::cleaning_up));
  r.kind = Record::Kind::binding;
  r.a = m.sym(Known::cleaning_up);
  r.b = mark->value;
  mark->value = T;
}

/// True if the exit that ran cleanup forms comes to other cleanup forms at once, and nothing else needs attention.
bool leads_to_cleanup(const VmState& m) {
  return (&m.records.back())[-1].kind == Record::Kind::protect && !m.no_more_cleanups && !m.budget.is_ending() && !m.is_disturbed();
}

/// Begins the next cleanup forms, with the state of the exit. The binding of *CLEANING-UP* moves to their record.
ResumePoint begin_next_cleanup(VmState& m, const Value* state) {
  const Value mark = m.records.back().a, before = m.records.back().b;
  m.records.pop_back();
  Record& r = m.records.back();
  const ResumePoint landing = landing_of(m, r);
  copy_words(state, 4, r.base + r.reg);
  r.kind = Record::Kind::binding;
  r.a = mark;
  r.b = before;
  m.symbol(mark)->value = T;
  return arrive(m, landing);
}

// --- finding the target of an exit: -1, with a pending failure, if there is none

std::int64_t find_token(VmState& m, Value token) {
  const Value index = token.as_object()->slots[0];
  if (index.is_fixnum()) return index.as_fixnum();
  if (m.lisp_threads.is_of_another(token))
    m.fail_simple(Known::simple_control_error,
                  "the exit point belongs to another process; MP:INTERRUPT-PROCESS can make that process exit");
  else m.fail_simple(Known::simple_control_error, "the exit point is no longer active: its form has been left");
  return -1;
}

std::int64_t find_catch(VmState& m, Value tag) {
  for (const Record* r = m.records.data() + m.records.size(); r-- != m.records.data();)
    if (r->kind == Record::Kind::catch_ && r->a == tag) return r - m.records.data();
  if (has_type(tag, Type::cell)) fail_without_prompt(m, as<Cell>(tag)->value);
  else if (m.lisp_threads.is_of_another(tag))
    m.fail_simple(Known::simple_control_error,
                  "there is no CATCH for the tag ~S in this process, but in another one; MP:INTERRUPT-PROCESS can make that process exit",
                  {tag});
  else m.fail_simple(Known::simple_control_error, "there is no CATCH for the tag ~S", {tag});
  return -1;
}

}  // namespace

void begin_cleanup_forms(VmState& m, ResumePoint at) {
  m.save(at);
  begin_cleanup(m);
  Value* const state = at.base + at.pc[-1].a;
  state[0] = Value::fixnum(0);
  save_values(m, state + 1, at.base[at.pc[-1].b]);
}

ResumePoint end_cleanup_forms(VmState& m, ResumePoint at) {
  Value* const state = at.base + at.pc[-1].a;
  const std::int64_t left = state[0].as_fixnum();
  if (left > 1 && left < Exit::to_frame && leads_to_cleanup(m)) return begin_next_cleanup(m, state);
  const Value primary = restore_values(m, state + 1);
  pop_record(m);
  m.renew_interrupt();
  if (left == 0) {
    state[0] = primary;
    return at;
  }
  m.save(at);
  return unwind(m, left - 1, static_cast<std::int32_t>(state[3].as_fixnum()), primary);
}

ResumePoint land(VmState& m, std::int32_t tag, Value primary) {
  const Record& r = m.records.back();
  const ResumePoint landing = landing_of(m, r);
  r.base[r.reg] = r.kind == Record::Kind::tagbody ? Value::fixnum(tag) : primary;
  if (r.kind != Record::Kind::tagbody) pop_record(m);
  m.renew_interrupt();
  return arrive(m, landing);
}

ResumePoint unwind(VmState& m, std::int64_t target, std::int32_t tag, Value primary) {
  if (TESSERA_UNLIKELY(m.budget.is_ending())) target = ending_target(m, target);
  const bool is_to_frame = target >= Exit::to_frame;
  const Record* const last = m.records.data() + (target & (Exit::to_frame - 1));
  for (;;) {
    Record& r = m.records.back();
    if (TESSERA_UNLIKELY(is_to_frame && &r == last)) return enter_in_place(m, primary);
    if (r.kind == Record::Kind::border) {
      save_values(m, m.exit.values, primary);
      m.exit.tag = tag;
      m.exit.target = target;
      return {nullptr, nullptr};
    }
    if (r.kind == Record::Kind::protect && TESSERA_LIKELY(!m.no_more_cleanups)) {
      if (target == 0) m.ending_floor = m.records.size() - 1;
      const ResumePoint landing = landing_of(m, r);
      Value* state = r.base + r.reg;
      save_values(m, state + 1, primary);
      state[0] = Value::fixnum(target + 1);
      state[3] = Value::fixnum(tag);
      begin_cleanup(m);
      return arrive(m, landing);
    }
    if (&r == last) return land(m, tag, primary);
    pop_record(m);
  }
}

ResumePoint exit_to_token(VmState& m, ResumePoint at, Value token, std::int32_t tag, Value primary) {
  m.save(at);
  const std::int64_t target = find_token(m, token);
  return target < 0 ? instruction_failed(m, at) : unwind(m, target, tag, primary);
}

ResumePoint throw_to(VmState& m, ResumePoint at, Value tag, Value primary) {
  m.save(at);
  const std::int64_t target = find_catch(m, tag);
  return target < 0 ? instruction_failed(m, at) : unwind(m, target, 0, primary);
}

ResumePoint resume_exit(VmState& m) {
  const std::int64_t target = m.exit.target;
  const Value primary = restore_values(m, m.exit.values);
  m.exit.target = Exit::none;
  return unwind(m, target, m.exit.tag, primary);
}

/// Takes the outermost border if there is no call by the host.
std::int64_t host_record(const VmState& m) {
  std::size_t i = m.records.size() - 1;
  while (i > 0 && (m.records[i].kind != Record::Kind::border || m.records[i].reg == native_border)) --i;
  return static_cast<std::int64_t>(i);
}

ResumePoint leave_to_host(VmState& m, Value description) {
  m.value_count = 1;
  return unwind(m, host_record(m), 0, description);
}

}  // namespace tessera
