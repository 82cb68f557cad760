// Dynamic records and multiple values.
#include "jit/emitters/record_emitter.hpp"
#include "jit/calls/vm_entries.hpp"

namespace tessera {

using namespace jit;

// --- multiple values

void RecordEmitter::one_value() { asm_.mov(at32(offsets_.value_count), 1); }

void RecordEmitter::values() {
  if (i().b == 0) return execute();
  if (i().b == 1) one_value();
  else serve(&VmEntries::set_values);
}

void RecordEmitter::bind_values() {
  const Label several = masm_.new_label(), done = masm_.new_label();
  asm_.cmp(at32(offsets_.value_count), 1);
  asm_.jne(several);
  for (std::size_t n = 1; n < i().b; ++n) masm_.store_value(reg(i().a + n), NIL);
  asm_.bind(done);
  defer([this, several, done] {
    asm_.bind(several);
    serve(&VmEntries::bind_values);
    asm_.jmp(done);
  });
}

void RecordEmitter::save_values() { serve(&VmEntries::save_values); }
void RecordEmitter::restore_values() { serve(&VmEntries::restore_values); }

// --- dynamic records

/// Pushes a binding like push_binding; in line if there is room for the record.
void RecordEmitter::bind() {
  const Label by_function = masm_.new_label(), done = masm_.new_label();
  if (offsets_.knows_records) {
    asm_.mov(x86::rdx, at(offsets_.records_end));
    asm_.cmp(x86::rdx, at(offsets_.records_capacity));
    asm_.je(by_function);
    masm_.load_value(x86::rcx, constant(i().bc()));
    const Mem value = field(x86::rcx, symbol_value);
    asm_.mov(x86::rax, value);
    asm_.mov(x86::qword_ptr(x86::rdx), static_cast<int>(Record::Kind::binding));
    asm_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, base)), frame);
    asm_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, pc)), 0);
    asm_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, a)), x86::rcx);
    asm_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, b)), x86::rax);
    asm_.add(x86::rdx, static_cast<int>(sizeof(Record)));
    asm_.mov(at(offsets_.records_end), x86::rdx);
    asm_.lea(x86::rdx, value);
    load(x86::rcx, i().a);
    write(x86::rdx, x86::rcx);
  } else {
    asm_.jmp(by_function);
  }
  asm_.bind(done);
  defer([this, by_function, done] {
    asm_.bind(by_function);
    asm_.mov(x86::rdi, jit::vm);
    asm_.mov(x86::rsi, frame);
    masm_.load_value(x86::rdx, constant(i().bc()));
    load(x86::rcx, i().a);
    call(&VmEntries::push_binding);
    asm_.jmp(done);
  });
}

/// Pops bindings like `unbind`; in line if they are few.
void RecordEmitter::unbind() {
  constexpr std::uint16_t max_in_line = 4;
  if (!offsets_.knows_records || i().a > max_in_line) {
    asm_.mov(x86::rdi, jit::vm);
    asm_.mov(x86::esi, i().a);
    return call(&VmEntries::unbind);
  }
  for (std::uint16_t n = 0; n < i().a; ++n) {
    asm_.mov(x86::rax, at(offsets_.records_end));
    asm_.sub(x86::rax, static_cast<int>(sizeof(Record)));
    asm_.mov(at(offsets_.records_end), x86::rax);
    asm_.mov(x86::rdx, x86::qword_ptr(x86::rax, offsetof(Record, a)));
    asm_.mov(x86::rcx, x86::qword_ptr(x86::rax, offsetof(Record, b)));
    asm_.lea(x86::rdx, field(x86::rdx, symbol_value));
    write(x86::rdx, x86::rcx);
  }
}

/// Calls the function for a record to which exits can lead.
void RecordEmitter::serve_landing(void (*function)(Vm&, Value*, const Instruction*, const void*)) {
  asm_.mov(x86::rdi, jit::vm);
  asm_.mov(x86::rsi, frame);
  asm_.mov(x86::rdx, address_of_instruction(static_cast<std::ptrdiff_t>(real()) + 1));
  emission_.site->load_landing(x86::rcx, here() + 1 + i().bc());
  call(function);
}

/// Pushes a record like push_landing; in line if there is room for it.
void RecordEmitter::push_landing(Record::Kind kind, void (*function)(Vm&, Value*, const Instruction*, const void*)) {
  if (!offsets_.knows_records) return serve_landing(function);
  const std::ptrdiff_t landing = here() + 1 + i().bc();
  const Label by_function = masm_.new_label(), done = masm_.new_label();
  asm_.mov(x86::rdx, at(offsets_.records_end));
  asm_.cmp(x86::rdx, at(offsets_.records_capacity));
  asm_.je(by_function);
  emission_.site->load_landing(x86::rcx, landing);
  asm_.sub(x86::ecx, at32(offsets_.link_resume));
  asm_.mov(x86::qword_ptr(x86::rdx), static_cast<int>(kind) | i().a << 16);
  asm_.mov(x86::dword_ptr(x86::rdx, offsetof(Record, landing_offset)), x86::ecx);
  asm_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, base)), frame);
  asm_.mov(x86::rcx, address_of_instruction(landing));
  asm_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, pc)), x86::rcx);
  if (kind == Record::Kind::catch_) {
    load(x86::rcx, i().a);
    asm_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, a)), x86::rcx);
  } else {
    asm_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, a)), static_cast<int>(NIL.bits()));
  }
  asm_.mov(x86::qword_ptr(x86::rdx, offsetof(Record, b)), static_cast<int>(NIL.bits()));
  asm_.add(x86::rdx, static_cast<int>(sizeof(Record)));
  asm_.mov(at(offsets_.records_end), x86::rdx);
  asm_.bind(done);
  defer([this, by_function, done, function] {
    asm_.bind(by_function);
    serve_landing(function);
    asm_.jmp(done);
  });
}

/// Pops the record of a block, tagbody or catch like pop_record. C++ pops the catch of a prompt, whose tag is a cell.
void RecordEmitter::end_record(bool is_catch) {
  if (!offsets_.knows_records) return serve(&VmEntries::end_record);
  const auto of_record = [](std::size_t part) {
    return x86::qword_ptr(x86::rax, static_cast<int>(part) - static_cast<int>(sizeof(Record)));
  };
  const Label done = masm_.new_label();
  asm_.mov(x86::rax, at(offsets_.records_end));
  asm_.mov(x86::rcx, of_record(offsetof(Record, a)));
  if (is_catch) {
    const Label plain = masm_.new_label(), by_function = masm_.new_label();
    masm_.unless_type(x86::rcx, Type::cell, x86::rdx, plain);
    asm_.jmp(by_function);
    asm_.bind(plain);
    defer([this, by_function, done] {
      asm_.bind(by_function);
      serve(&VmEntries::end_record);
      asm_.jmp(done);
    });
  } else {
    asm_.mov(x86::rdx, of_record(offsetof(Record, b)));
    asm_.mov(field(x86::rcx, 0), x86::rdx);
  }
  asm_.sub(x86::rax, static_cast<int>(sizeof(Record)));
  asm_.mov(at(offsets_.records_end), x86::rax);
  asm_.bind(done);
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
  asm_.mov(x86::rcx, address_of_instruction(next_index()));
  asm_.cmp(x86::rdx, x86::rcx);
  asm_.jne(emission_.resume);
  asm_.cmp(x86::rax, frame);
  asm_.jne(emission_.resume);
}

void RecordEmitter::exit_block() {
  serve(&VmEntries::exit_block);
  asm_.jmp(emission_.resume);
}

void RecordEmitter::exit_tag() {
  serve(&VmEntries::exit_tag);
  asm_.jmp(emission_.resume);
}

void RecordEmitter::throw_to_tag() {
  serve(&VmEntries::throw_);
  asm_.jmp(emission_.resume);
}

}  // namespace tessera
