// Dynamic records and multiple values.
#include "jit/emitters/record_emitter.hpp"
#include "jit/calls/vm_entries.hpp"

namespace tessera {

using namespace jit;

// --- multiple values

void RecordEmitter::one_value() { masm_.store32(at(offsets_.value_count), 1); }

void RecordEmitter::values() {
  if (i().b == 0) return execute();
  if (i().b == 1) one_value();
  else serve(&VmEntries::set_values);
}

void RecordEmitter::bind_values() {
  const Label several = masm_.new_label(), done = masm_.new_label();
  masm_.branch_if32(at(offsets_.value_count), Condition::not_equal, 1, several);
  for (std::size_t n = 1; n < i().b; ++n) masm_.store(reg(i().a + n), NIL);
  masm_.bind(done);
  defer([this, several, done] {
    masm_.bind(several);
    serve(&VmEntries::bind_values);
    masm_.jump(done);
  });
}

void RecordEmitter::save_values() { serve(&VmEntries::save_values); }
void RecordEmitter::restore_values() { serve(&VmEntries::restore_values); }

// --- dynamic records

/// Pushes a binding like push_binding; in line if there is room for the record.
void RecordEmitter::bind() {
  const Label by_function = masm_.new_label(), done = masm_.new_label();
  if (offsets_.knows_records) {
    masm_.load(temporary, at(offsets_.records_end));
    masm_.branch_if(temporary, Condition::equal, at(offsets_.records_capacity), by_function);
    masm_.load(operand2, constant(i().bc()));
    const Address value = field(operand2, symbol_value);
    masm_.load(accumulator, value);
    masm_.store(place_at(temporary), static_cast<int>(Record::Kind::binding));
    masm_.store(place_at(temporary, offsetof(Record, base)), frame);
    masm_.store(place_at(temporary, offsetof(Record, pc)), 0);
    masm_.store(place_at(temporary, offsetof(Record, a)), operand2);
    masm_.store(place_at(temporary, offsetof(Record, b)), accumulator);
    masm_.add(temporary, static_cast<int>(sizeof(Record)));
    masm_.store(at(offsets_.records_end), temporary);
    masm_.load_address(temporary, value);
    load(operand2, i().a);
    write(temporary, operand2);
  } else {
    masm_.jump(by_function);
  }
  masm_.bind(done);
  defer([this, by_function, done] {
    masm_.bind(by_function);
    masm_.move(argument0, jit::vm);
    masm_.move(argument1, frame);
    masm_.load(argument2, constant(i().bc()));
    load(argument3, i().a);
    call(&VmEntries::push_binding);
    masm_.jump(done);
  });
}

/// Pops bindings like `unbind`; in line if they are few.
void RecordEmitter::unbind() {
  constexpr std::uint16_t max_in_line = 4;
  if (!offsets_.knows_records || i().a > max_in_line) {
    masm_.move(argument0, jit::vm);
    masm_.load32(argument1, i().a);
    return call(&VmEntries::unbind);
  }
  for (std::uint16_t n = 0; n < i().a; ++n) {
    masm_.load(accumulator, at(offsets_.records_end));
    masm_.subtract(accumulator, static_cast<int>(sizeof(Record)));
    masm_.store(at(offsets_.records_end), accumulator);
    masm_.load(temporary, place_at(accumulator, offsetof(Record, a)));
    masm_.load(operand2, place_at(accumulator, offsetof(Record, b)));
    masm_.load_address(temporary, field(temporary, symbol_value));
    write(temporary, operand2);
  }
}

/// Calls the function for a record to which exits can lead.
void RecordEmitter::serve_landing(void (*function)(Vm&, Value*, const Instruction*, const void*)) {
  masm_.move(argument0, jit::vm);
  masm_.move(argument1, frame);
  masm_.load(argument2, address_of_instruction(static_cast<std::ptrdiff_t>(real()) + 1));
  emission_.site->load_landing(argument3, here() + 1 + i().bc());
  call(function);
}

/// Pushes a record like push_landing; in line if there is room for it.
void RecordEmitter::push_landing(Record::Kind kind, void (*function)(Vm&, Value*, const Instruction*, const void*)) {
  if (!offsets_.knows_records) return serve_landing(function);
  const std::ptrdiff_t landing = here() + 1 + i().bc();
  const Label by_function = masm_.new_label(), done = masm_.new_label();
  masm_.load(temporary, at(offsets_.records_end));
  masm_.branch_if(temporary, Condition::equal, at(offsets_.records_capacity), by_function);
  emission_.site->load_landing(operand2, landing);
  masm_.subtract32(operand2, at(offsets_.link_resume));
  masm_.store(place_at(temporary), static_cast<int>(kind) | i().a << 16);
  masm_.store32(place_at(temporary, offsetof(Record, landing_offset)), operand2);
  masm_.store(place_at(temporary, offsetof(Record, base)), frame);
  masm_.load(operand2, address_of_instruction(landing));
  masm_.store(place_at(temporary, offsetof(Record, pc)), operand2);
  if (kind == Record::Kind::catch_) {
    load(operand2, i().a);
    masm_.store(place_at(temporary, offsetof(Record, a)), operand2);
  } else {
    masm_.store(place_at(temporary, offsetof(Record, a)), NIL);
  }
  masm_.store(place_at(temporary, offsetof(Record, b)), NIL);
  masm_.add(temporary, static_cast<int>(sizeof(Record)));
  masm_.store(at(offsets_.records_end), temporary);
  masm_.bind(done);
  defer([this, by_function, done, function] {
    masm_.bind(by_function);
    serve_landing(function);
    masm_.jump(done);
  });
}

/// Pops the record of a block, tagbody or catch like pop_record. C++ pops the catch of a prompt, whose tag is a cell.
void RecordEmitter::end_record(bool is_catch) {
  if (!offsets_.knows_records) return serve(&VmEntries::end_record);
  const auto of_record = [](std::size_t part) { return place_at(accumulator, static_cast<int>(part) - static_cast<int>(sizeof(Record))); };
  const Label done = masm_.new_label();
  masm_.load(accumulator, at(offsets_.records_end));
  masm_.load(operand2, of_record(offsetof(Record, a)));
  if (is_catch) {
    const Label plain = masm_.new_label(), by_function = masm_.new_label();
    masm_.unless_type(operand2, Type::cell, temporary, plain);
    masm_.jump(by_function);
    masm_.bind(plain);
    defer([this, by_function, done] {
      masm_.bind(by_function);
      serve(&VmEntries::end_record);
      masm_.jump(done);
    });
  } else {
    masm_.load(temporary, of_record(offsetof(Record, b)));
    masm_.store(field(operand2, 0), temporary);
  }
  masm_.subtract(accumulator, static_cast<int>(sizeof(Record)));
  masm_.store(at(offsets_.records_end), accumulator);
  masm_.bind(done);
}

void RecordEmitter::block() { serve_landing(&VmEntries::block); }
void RecordEmitter::tagbody() { serve_landing(&VmEntries::tagbody); }
void RecordEmitter::push_catch() { push_landing(Record::Kind::catch_, &VmEntries::catch_); }
void RecordEmitter::protect() { push_landing(Record::Kind::protect, &VmEntries::protect); }
void RecordEmitter::unprotect() { serve(&VmEntries::unprotect); }
void RecordEmitter::end_exit() { end_record(false); }
void RecordEmitter::end_catch() { end_record(true); }

/// Continues after the cleanup forms unless an exit is under way.
void RecordEmitter::end_protect() {
  serve(&VmEntries::end_cleanups);
  masm_.load(operand2, address_of_instruction(next_index()));
  masm_.branch_if(temporary, Condition::not_equal, operand2, emission_.resume);
  masm_.branch_if(accumulator, Condition::not_equal, frame, emission_.resume);
}

void RecordEmitter::exit_block() {
  serve(&VmEntries::exit_block);
  masm_.jump(emission_.resume);
}

void RecordEmitter::exit_tag() {
  serve(&VmEntries::exit_tag);
  masm_.jump(emission_.resume);
}

void RecordEmitter::throw_to_tag() {
  serve(&VmEntries::throw_);
  masm_.jump(emission_.resume);
}

}  // namespace tessera
