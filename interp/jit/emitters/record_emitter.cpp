// Dynamic records and multiple values.
#include "jit/emitters/record_emitter.hpp"

namespace tessera {

using namespace jit;

// --- multiple values

void RecordEmitter::one_value() { a_.mov(at32(l_.value_count), 1); }

void RecordEmitter::values() {
  if (i().b == 0) return execute();
  if (i().b == 1) one_value();
  else serve(&FieldOffsets::set_values);
}

void RecordEmitter::bind_values() {
  const Label several = m_.new_label(), done = m_.new_label();
  a_.cmp(at32(l_.value_count), 1);
  a_.jne(several);
  for (std::size_t n = 1; n < i().b; ++n) m_.store_value(reg(i().a + n), NIL);
  a_.bind(done);
  defer([this, several, done] {
    a_.bind(several);
    serve(&FieldOffsets::bind_values);
    a_.jmp(done);
  });
}

void RecordEmitter::save_values() { serve(&FieldOffsets::save_values); }
void RecordEmitter::restore_values() { serve(&FieldOffsets::restore_values); }

// --- dynamic records

/// Pushes a binding like push_binding; in line if there is room for the record.
void RecordEmitter::bind() {
  const Label by_function = m_.new_label(), done = m_.new_label();
  if (l_.knows_records) {
    a_.mov(x86::rdx, at(l_.records_end));
    a_.cmp(x86::rdx, at(l_.records_capacity));
    a_.je(by_function);
    m_.load_value(x86::rcx, constant(i().bc()));
    const Mem value = field(x86::rcx, symbol_value);
    a_.mov(x86::rax, value);
    a_.mov(x86::qword_ptr(x86::rdx), static_cast<int>(Record::Kind::binding));
    a_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, base)), frame);
    a_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, pc)), 0);
    a_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, a)), x86::rcx);
    a_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, b)), x86::rax);
    a_.add(x86::rdx, static_cast<int>(sizeof(Record)));
    a_.mov(at(l_.records_end), x86::rdx);
    a_.lea(x86::rdx, value);
    load(x86::rcx, i().a);
    write(x86::rdx, x86::rcx);
  } else {
    a_.jmp(by_function);
  }
  a_.bind(done);
  defer([this, by_function, done] {
    a_.bind(by_function);
    a_.mov(x86::rdi, jit::vm);
    a_.mov(x86::rsi, frame);
    m_.load_value(x86::rdx, constant(i().bc()));
    load(x86::rcx, i().a);
    call(&FieldOffsets::push_binding);
    a_.jmp(done);
  });
}

/// Pops bindings like `unbind`; in line if they are few.
void RecordEmitter::unbind() {
  constexpr std::uint16_t max_in_line = 4;
  if (!l_.knows_records || i().a > max_in_line) {
    a_.mov(x86::rdi, jit::vm);
    a_.mov(x86::esi, i().a);
    return call(&FieldOffsets::unbind);
  }
  for (std::uint16_t n = 0; n < i().a; ++n) {
    a_.mov(x86::rax, at(l_.records_end));
    a_.sub(x86::rax, static_cast<int>(sizeof(Record)));
    a_.mov(at(l_.records_end), x86::rax);
    a_.mov(x86::rdx, x86::qword_ptr(x86::rax, offsetof(Record, a)));
    a_.mov(x86::rcx, x86::qword_ptr(x86::rax, offsetof(Record, b)));
    a_.lea(x86::rdx, field(x86::rdx, symbol_value));
    write(x86::rdx, x86::rcx);
  }
}

/// Calls the function for a record to which exits can lead.
void RecordEmitter::serve_landing(void (*function)(Vm&, Value*, const Instruction*, const void*)) {
  a_.mov(x86::rdi, jit::vm);
  a_.mov(x86::rsi, frame);
  a_.mov(x86::rdx, address_of_instruction(static_cast<std::ptrdiff_t>(real()) + 1));
  e_.site->load_landing(x86::rcx, here() + 1 + i().bc());
  call(function);
}

/// Pushes a record like push_landing; in line if there is room for it.
void RecordEmitter::push_landing(Record::Kind kind, void (*function)(Vm&, Value*, const Instruction*, const void*)) {
  if (!l_.knows_records) return serve_landing(function);
  const std::ptrdiff_t landing = here() + 1 + i().bc();
  const Label by_function = m_.new_label(), done = m_.new_label();
  a_.mov(x86::rdx, at(l_.records_end));
  a_.cmp(x86::rdx, at(l_.records_capacity));
  a_.je(by_function);
  e_.site->load_landing(x86::rcx, landing);
  a_.sub(x86::ecx, at32(l_.link_resume));
  a_.mov(x86::qword_ptr(x86::rdx), static_cast<int>(kind) | i().a << 16);
  a_.mov(x86::dword_ptr(x86::rdx, offsetof(Record, landing_offset)), x86::ecx);
  a_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, base)), frame);
  a_.mov(x86::rcx, address_of_instruction(landing));
  a_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, pc)), x86::rcx);
  if (kind == Record::Kind::catch_) {
    load(x86::rcx, i().a);
    a_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, a)), x86::rcx);
  } else {
    a_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, a)), static_cast<int>(NIL.bits()));
  }
  a_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, b)), static_cast<int>(NIL.bits()));
  a_.add(x86::rdx, static_cast<int>(sizeof(Record)));
  a_.mov(at(l_.records_end), x86::rdx);
  a_.bind(done);
  defer([this, by_function, done, function] {
    a_.bind(by_function);
    serve_landing(function);
    a_.jmp(done);
  });
}

/// Pops the record of a block, tagbody or catch like pop_record. C++ pops the catch of a prompt, whose tag is a cell.
void RecordEmitter::end_record(bool is_catch) {
  if (!l_.knows_records) return serve(&FieldOffsets::end_record);
  const auto of_record = [](std::size_t part) {
    return x86::qword_ptr(x86::rax, static_cast<int>(part) - static_cast<int>(sizeof(Record)));
  };
  const Label done = m_.new_label();
  a_.mov(x86::rax, at(l_.records_end));
  a_.mov(x86::rcx, of_record(offsetof(Record, a)));
  if (is_catch) {
    const Label plain = m_.new_label(), by_function = m_.new_label();
    m_.unless_type(x86::rcx, Type::cell, x86::rdx, plain);
    a_.jmp(by_function);
    a_.bind(plain);
    defer([this, by_function, done] {
      a_.bind(by_function);
      serve(&FieldOffsets::end_record);
      a_.jmp(done);
    });
  } else {
    a_.mov(x86::rdx, of_record(offsetof(Record, b)));
    a_.mov(field(x86::rcx, 0), x86::rdx);
  }
  a_.sub(x86::rax, static_cast<int>(sizeof(Record)));
  a_.mov(at(l_.records_end), x86::rax);
  a_.bind(done);
}

void RecordEmitter::block() { serve_landing(&FieldOffsets::block); }
void RecordEmitter::tagbody() { serve_landing(&FieldOffsets::tagbody); }
void RecordEmitter::push_catch() { push_landing(Record::Kind::catch_, &FieldOffsets::catch_); }
void RecordEmitter::protect() { push_landing(Record::Kind::protect, &FieldOffsets::protect); }
void RecordEmitter::unprotect() { serve(&FieldOffsets::unprotect); }
void RecordEmitter::end_exit() { end_record(false); }
void RecordEmitter::end_catch() { end_record(true); }

/// Continues after the cleanup forms unless an exit is under way.
void RecordEmitter::end_protect() {
  serve(&FieldOffsets::end_cleanups);
  a_.mov(x86::rcx, address_of_instruction(next_index()));
  a_.cmp(x86::rdx, x86::rcx);
  a_.jne(e_.resume);
  a_.cmp(x86::rax, frame);
  a_.jne(e_.resume);
}

void RecordEmitter::exit_block() {
  serve(&FieldOffsets::exit_block);
  a_.jmp(e_.resume);
}

void RecordEmitter::exit_tag() {
  serve(&FieldOffsets::exit_tag);
  a_.jmp(e_.resume);
}

void RecordEmitter::throw_to_tag() {
  serve(&FieldOffsets::throw_);
  a_.jmp(e_.resume);
}

}  // namespace tessera
