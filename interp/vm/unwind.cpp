// Dynamic records and leaving through them: bindings, blocks, tags, catches, clean-up forms. See README.md here.
#include <algorithm>

#include "data/sequences/list_walk.hpp"
#include "data/symbols/packages.hpp"
#include "vm/frames.hpp"
#include "vm/stubs.hpp"
#include "vm/vm.hpp"

namespace tessera {

void Vm::push_binding(Value* base, Value symbol, Value value) {
  Symbol* s = this->symbol(symbol);
  records_.push_back({Record::Kind::binding, 0, base, nullptr, symbol, s->value});
  heap.write(&s->value, value);
}

// What has a prompt of its own is told that it has ended.
void Vm::end_prompt(Value prompt) {
  const Object* p = prompt.as_object();
  if (p->length() > 1) heap.write(&as<Instance>(p->slots[1])->slots[0], sym(Known::done));
}

// Undo or forget the topmost record.
void Vm::pop_record() {
  const Record& r = records_.back();
  if (r.kind == Record::Kind::binding) heap.write(&symbol(r.a)->value, r.b);
  else if (r.kind == Record::Kind::block || r.kind == Record::Kind::tagbody) r.a.as_object()->slots[0] = r.b;
  else if (r.kind == Record::Kind::catch_ && has_type(r.a, Type::cell)) end_prompt(r.a);
  records_.pop_back();
}

// UNPROTECT: clean-up forms whose form has ended by itself.
void Vm::begin_cleanup_forms(Place at) {
  save(at);
  begin_cleanup();
  Value* const state = at.base + at.pc[-1].a;
  state[0] = Value::fixnum(0);
  save_values(state + 1, at.base[at.pc[-1].b]);
}

// ENDPROTECT.
Vm::Place Vm::end_cleanup_forms(Place at) {
  Value* const state = at.base + at.pc[-1].a;
  const std::int64_t left = state[0].as_fixnum();
  if (left > 1 && left < to_frame && leads_to_cleanup()) return next_cleanup(state);
  const Value primary = restore_values(state + 1);
  end_cleanup();
  if (left == 0) {
    state[0] = primary;
    return at;
  }
  save(at);
  return unwind(left - 1, static_cast<std::int32_t>(state[3].as_fixnum()), primary);
}

// True if an exit that clean-up forms have been on the way of has others in its way at once, and nothing else is to be seen to.
bool Vm::leads_to_cleanup() const {
  return (&records_.back())[-1].kind == Record::Kind::protect && !no_more_cleanups_ && !allowance.is_ending() && !is_disturbed();
}

// These begin, with the exit that those had to go on with.
Vm::Place Vm::next_cleanup(const Value* state) {
  const Value mark = records_.back().a, before = records_.back().b;
  records_.pop_back();
  Record& r = records_.back();
  const Place landing = landing_of(r);
  copy_words(state, 4, r.base + r.reg);
  r.kind = Record::Kind::binding;
  r.a = mark;
  r.b = before;
  symbol(mark)->value = T;
  return arrive(landing);
}

Vm::Place Vm::arrive(Place landing) {
  if (TESSERA_UNLIKELY(landing.base <= taken_.end)) unshare_from(landing.base);
  leave_red_zone(landing.base);
  return landing;
}

// The clean-up forms of the topmost record begin: it becomes a binding that tells so, until they end or are left.
void Vm::begin_cleanup() {
  Record& r = records_.back();
  Symbol* const mark = symbol(sym(Known::cleaning_up));
  r.kind = Record::Kind::binding;
  r.a = sym(Known::cleaning_up);
  r.b = mark->value;
  mark->value = T;
}

void Vm::end_cleanup() {
  pop_record();
  renew_interrupt();
}

// The records of the frame whose registers begin at `base`, as far as they are on top: a height that is right wherever the frame stands.
std::size_t Vm::own_records(const Value* base) const {
  std::size_t count = 0;
  while (count < records_.size() && records_[records_.size() - 1 - count].base == base) ++count;
  return count;
}

void Vm::unbind_to(std::size_t height) {
  while (records_.size() > height) pop_record();
}

void Vm::unbind(std::size_t count) { unbind_to(records_.size() - count); }

Value Vm::progv(Value symbols, Value values) {
  if (!ends_somewhere(this, symbols)) return fail_walk(*this, symbols);
  for (; symbols.is_cons(); symbols = symbols.as_cons()->cdr) {
    const Value s = symbols.as_cons()->car;
    if (!is_symbol(s)) return fail_type(s, Known::symbol);
    if (s.is_constant_symbol() || has_flag(symbol(s), symbol_constant))
      return fail_simple(Known::simple_program_error, "~S is a constant and cannot be bound.", {s});
    push_binding(base_, s, values.is_cons() ? values.as_cons()->car : UNBOUND);
    if (values.is_cons()) values = values.as_cons()->cdr;
  }
  return is_nil(symbols) ? T : fail_type(symbols, Known::list);
}

Value Vm::make_token(std::size_t index, Value name) {
  Object* token = heap.allocate(Type::exit_token, 2);
  token->slots[0] = Value::fixnum(static_cast<std::int64_t>(index));
  token->slots[1] = name;
  return Value::object(token);
}

// The record that a token stands for; -1 if it was left already (a control-error is pending).
std::int64_t Vm::find_token(Value token) {
  const Value index = token.as_object()->slots[0];
  if (index.is_fixnum()) return index.as_fixnum();
  if (is_of_another_thread(token))
    fail_simple(Known::simple_control_error,
                "The exit point is another process's, which alone can leave for it: MP:INTERRUPT-PROCESS has it do so.");
  else fail_simple(Known::simple_control_error, "The exit point has been left already: its form is no longer being evaluated.");
  return -1;
}

std::int64_t Vm::find_catch(Value tag) {
  for (const Record* r = records_.data() + records_.size(); r-- != records_.data();)
    if (r->kind == Record::Kind::catch_ && r->a == tag) return r - records_.data();
  if (has_type(tag, Type::cell)) fail_without_prompt(as<Cell>(tag)->value);
  else if (is_of_another_thread(tag))
    fail_simple(
        Known::simple_control_error,
        "There is no CATCH for the tag ~S in this process. Another one has it, and alone can leave for it: MP:INTERRUPT-PROCESS has it do so.",
        {tag});
  else fail_simple(Known::simple_control_error, "there is no CATCH for the tag ~S.", {tag});
  return -1;
}

// The values of a form, of which there are `count`.
void Vm::set_values(const Value* first, std::uint32_t count) {
  if (mv.size() < count) mv.resize(count, NIL);
  copy_words(first, count, mv.data());
}

// MVBIND of other than one value.
void Vm::bind_values(Value* registers, std::uint32_t count) {
  for (std::uint32_t n = 0; n < count; ++n) registers[n] = n < value_count ? mv[n] : NIL;
}

// One slot for the values (the value itself, or a vector of them), one for their count.
void Vm::save_values(Value* slot, Value primary) {
  slot[0] = primary;
  slot[1] = Value::fixnum(value_count);
  if (value_count == 1) return;
  Object* v = heap.allocate(Type::simple_vector, value_count);
  for (std::uint32_t i = 0; i < value_count; ++i) v->slots[i] = mv[i];
  slot[0] = Value::object(v);
}

Value Vm::restore_values(const Value* slot) {
  value_count = static_cast<std::uint32_t>(slot[1].as_fixnum());
  if (value_count == 1) return slot[0];
  const Object* v = slot[0].as_object();
  set_values(v->slots, value_count);
  return value_count == 0 ? NIL : mv[0];
}

Value Vm::values_list(Value primary) {
  if (value_count == 1) return heap.cons(primary, NIL);
  return list_of(mv.data(), value_count);
}

Vm::Place Vm::landing_of(const Record& r) {
#ifdef TESSERA_MACHINE_CODE
  if (r.machine_place != 0) {
    if (TESSERA_UNLIKELY(r.base < clean_)) clean_ = r.base;
    return {r.base, in_machine_code(static_cast<const char*>(links_.go_on) + r.machine_place)};
  }
#endif
  return {r.base, r.pc};
}

// An exit to the topmost record ends there.
Vm::Place Vm::land(std::int32_t tag, Value primary) {
  const Record& r = records_.back();
  const Place landing = landing_of(r);
  r.base[r.reg] = r.kind == Record::Kind::tagbody ? Value::fixnum(tag) : primary;
  if (r.kind != Record::Kind::tagbody) pop_record();
  renew_interrupt();
  return arrive(landing);
}

// Undo the records down to that of index `target`, or down to where a frame is to be left for another call. The result: where to go on, in clean-up forms or at the target; nowhere
// if C++ has to return first.
Vm::Place Vm::unwind(std::int64_t target, std::int32_t tag, Value primary) {
  if (TESSERA_UNLIKELY(allowance.is_ending())) target = ending_target(target);
  const bool is_in_frame = target >= to_frame;
  const Record* const last = records_.data() + (target & (to_frame - 1));
  for (;;) {
    Record& r = records_.back();
    if (TESSERA_UNLIKELY(is_in_frame && &r == last)) return enter_in_place(primary);
    if (r.kind == Record::Kind::border) {
      save_values(exit_.values, primary);
      exit_.tag = tag;
      exit_.target = target;
      return {nullptr, nullptr};
    }
    if (r.kind == Record::Kind::protect && TESSERA_LIKELY(!no_more_cleanups_)) {
      if (target == 0) ending_floor_ = records_.size() - 1;
      const Place landing = landing_of(r);
      Value* state = r.base + r.reg;
      save_values(state + 1, primary);
      state[0] = Value::fixnum(target + 1);
      state[3] = Value::fixnum(tag);
      begin_cleanup();
      return arrive(landing);
    }
    if (&r == last) return land(tag, primary);
    pop_record();
  }
}

// RETURN-FROM and GO.
Vm::Place Vm::leave_by_token(Place at, Value token, std::int32_t tag, Value primary) {
  save(at);
  const std::int64_t target = find_token(token);
  return target < 0 ? instruction_failed(at) : unwind(target, tag, primary);
}

Vm::Place Vm::throw_to(Place at, Value tag, Value primary) {
  save(at);
  const std::int64_t target = find_catch(tag);
  return target < 0 ? instruction_failed(at) : unwind(target, 0, primary);
}

// A native has returned while an exit leads past it: on with that, whatever the native says.
Vm::Place Vm::resume_exit() {
  const std::int64_t target = exit_.target;
  const Value primary = restore_values(exit_.values);
  exit_.target = -1;
  return unwind(target, exit_.tag, primary);
}

// The innermost call of the host program, or what stands for it where none is.
std::int64_t Vm::host_record() const {
  std::size_t i = records_.size() - 1;
  while (i > 0 && (records_[i].kind != Record::Kind::border || records_[i].reg == native_border)) --i;
  return static_cast<std::int64_t>(i);
}

bool Vm::host_is_debugger(Value debugger) const {
  for (std::size_t i = records_.size(); i-- > 0;) {
    const Record& r = records_[i];
    if (r.kind == Record::Kind::binding && r.a == debugger) return false;
    if (r.kind == Record::Kind::border && r.reg == guarded_border) return true;
  }
  return false;
}

// Leave for the host program, which `description` tells why: the kind of storage that is exhausted, or (type . initargs).
Vm::Place Vm::leave_to_host(Value description) {
  value_count = 1;
  return unwind(host_record(), 0, description);
}

Value Vm::leave_to_host(Value type, Value initargs) {
  exit_.values[0] = heap.cons(type, initargs);
  exit_.values[1] = Value::fixnum(1);
  exit_.target = host_record();
  return FAILED;
}

}  // namespace tessera
