// Elements of vectors and strings: in line of simple vectors, octets, words of 32 bits and strings, of all others by a function.
#include "machine/translator.hpp"
#include "vm/primitives.hpp"

namespace tessera {

using namespace machine;
using x86::CondCode;

bool Translator::translate_element() {
  switch (static_cast<Op>(i().op)) {
    case Op::SVREF:
    case Op::AREF: element(); return true;
    case Op::SVREFI: element_at(i().signed_c()); return true;
    case Op::SVSET:
    case Op::ASET: set_element(); return true;
    case Op::CHAR:
    case Op::SCHAR: character(); return true;
    case Op::CHARSET:
    case Op::SCHARSET: set_character(); return true;
    case Op::LENGTH: length(); return true;
    default: return false;
  }
}

// Goes on if `index` is a fixnum below the vector's length. Spoils rdx.
void Translator::unless_index(Gp vector, Gp index, const Label& otherwise) {
  a_.test(index.r8(), 1);
  a_.jne(otherwise);
  a_.mov(x86::edx, length_of(vector));
  a_.add(x86::rdx, x86::rdx);
  a_.cmp(index, x86::rdx);
  a_.jae(otherwise);
}

// Jumps where integers of the machine's kinds are stored in the vector: octets, or words of 32 bits. Goes on if it is none of these. Spoils rdx.
void Translator::find_integers(Gp object, const Label& octets, const Label& words) {
  const Label others = new_label();
  a_.cmp(type_of(object), static_cast<int>(Type::specialized_vector));
  a_.jne(others);
  a_.cmp(subtype_of(object), static_cast<int>(Element::u8));
  a_.je(octets);
  a_.cmp(subtype_of(object), static_cast<int>(Element::u32));
  a_.je(words);
  a_.bind(others);
}

void Translator::element() {
  const Label general = slow(), no_simple = new_label(), made = new_label();
  load(x86::rax, i().b);
  load(x86::rcx, i().c);
  unless_object(x86::rax, x86::rdx, general);
  a_.cmp(type_of(x86::rax), static_cast<int>(Type::simple_vector));
  a_.jne(is(i(), Op::AREF) ? no_simple : general);
  unless_index(x86::rax, x86::rcx, general);
  a_.mov(x86::rax, x86::qword_ptr(x86::rax, x86::rcx, 2, 8 - object_tag));
  a_.bind(made);
  put(x86::rax);
  if (!is(i(), Op::AREF)) return;
  later([this, general, no_simple, made] {
    const Label octets = new_label(), words = new_label(), no_string = new_label(), others = new_label();
    a_.bind(no_simple);
    find_integers(x86::rax, octets, words);
    a_.cmp(type_of(x86::rax), static_cast<int>(Type::string));
    a_.jne(no_string);
    get_character(general);
    a_.jmp(made);
    a_.bind(no_string);
    a_.cmp(type_of(x86::rax), static_cast<int>(Type::specialized_vector));
    a_.jne(others);
    a_.cmp(subtype_of(x86::rax), static_cast<int>(Element::s8));
    a_.jne(others);
    unless_index(x86::rax, x86::rcx, general);
    a_.shr(x86::rcx, 1);
    a_.movsx(x86::rax, x86::byte_ptr(x86::rax, x86::rcx, 0, 8 - object_tag));
    a_.add(x86::rax, x86::rax);
    a_.jmp(made);
    a_.bind(others);
    a_.mov(x86::rdi, machine::vm);
    a_.mov(x86::rsi, x86::rax);
    a_.mov(x86::rdx, x86::rcx);
    call(&try_element);
    a_.cmp(x86::rax, static_cast<int>(UNBOUND.bits()));
    a_.jne(made);
    a_.jmp(general);
    a_.bind(octets);
    unless_index(x86::rax, x86::rcx, general);
    a_.shr(x86::rcx, 1);
    a_.movzx(x86::eax, x86::byte_ptr(x86::rax, x86::rcx, 0, 8 - object_tag));
    a_.add(x86::eax, x86::eax);
    a_.jmp(made);
    a_.bind(words);
    unless_index(x86::rax, x86::rcx, general);
    a_.mov(x86::eax, x86::dword_ptr(x86::rax, x86::rcx, 1, 8 - object_tag));
    a_.add(x86::rax, x86::rax);
    a_.jmp(made);
  });
}

void Translator::element_at(std::int64_t index) {
  const Label general = slow();
  load(x86::rax, i().b);
  if (index < 0) {
    a_.jmp(general);
    return;
  }
  unless_type(x86::rax, Type::simple_vector, x86::rdx, general);
  a_.cmp(length_of(x86::rax), static_cast<int>(index));
  a_.jbe(general);
  a_.mov(x86::rax, field(x86::rax, static_cast<std::size_t>(index)));
  put(x86::rax);
}

void Translator::set_element() {
  const Label general = slow(), no_simple = new_label(), done = new_label();
  load(x86::rax, i().a);
  load(x86::rcx, i().b);
  unless_object(x86::rax, x86::rdx, general);
  a_.cmp(type_of(x86::rax), static_cast<int>(Type::simple_vector));
  a_.jne(is(i(), Op::ASET) ? no_simple : general);
  unless_index(x86::rax, x86::rcx, general);
  a_.lea(x86::rdx, x86::ptr(x86::rax, x86::rcx, 2, 8 - object_tag));
  load(x86::rcx, i().c);
  write(x86::rdx, x86::rcx);
  a_.bind(done);
  if (!is(i(), Op::ASET)) return;
  later([this, general, no_simple, done] {
    const Label octets = new_label(), words = new_label();
    a_.bind(no_simple);
    load(x86::rsi, i().c);
    find_integers(x86::rax, octets, words);
    store_at_once(&try_set_element, general);
    a_.jmp(done);
    a_.bind(octets);
    unless_index(x86::rax, x86::rcx, general);
    take_integer(x86::rsi, 8, general);
    a_.shr(x86::rcx, 1);
    a_.mov(x86::byte_ptr(x86::rax, x86::rcx, 0, 8 - object_tag), x86::sil);
    a_.jmp(done);
    a_.bind(words);
    unless_index(x86::rax, x86::rcx, general);
    take_integer(x86::rsi, 32, general);
    a_.mov(x86::dword_ptr(x86::rax, x86::rcx, 1, 8 - object_tag), x86::esi);
    a_.jmp(done);
  });
}

// Goes on if the value is a natural number of so many bits: then as the machine has it. Spoils rdx.
void Translator::take_integer(Gp value, int bits, const Label& otherwise) {
  a_.test(value.r8(), 1);
  a_.jne(otherwise);
  a_.shr(value, 1);
  a_.mov(x86::rdx, value);
  a_.shr(x86::rdx, bits);
  a_.jne(otherwise);
}

// Has `store` put rsi into the vector rax at rcx; goes on if it could.
void Translator::store_at_once(bool (*store)(Runtime&, Value, Value, Value), const Label& otherwise) {
  a_.mov(x86::rdx, x86::rcx);
  a_.mov(x86::rcx, x86::rsi);
  a_.mov(x86::rsi, x86::rax);
  a_.mov(x86::rdi, machine::vm);
  call(store);
  a_.test(x86::al, x86::al);
  a_.je(otherwise);
}

// Of narrow and wide strings.
void Translator::character() {
  const Label general = slow();
  load(x86::rax, i().b);
  load(x86::rcx, i().c);
  unless_type(x86::rax, Type::string, x86::rdx, general);
  get_character(general);
  put(x86::rax);
}

// To rax the character at rcx of the string rax. Spoils rdx.
void Translator::get_character(const Label& general) {
  const Label wide = new_label(), found = new_label();
  a_.cmp(subtype_of(x86::rax), static_cast<int>(StringForm::narrow));
  a_.jne(wide);
  unless_index(x86::rax, x86::rcx, general);
  a_.shr(x86::rcx, 1);
  a_.movzx(x86::eax, x86::byte_ptr(x86::rax, x86::rcx, 0, 8 - object_tag));
  a_.bind(found);
  a_.shl(x86::rax, 8);
  a_.or_(x86::rax, static_cast<int>(Value::character(0).bits()));
  later([this, wide, found, general] {
    a_.bind(wide);
    to_wide(x86::rax, general);
    unless_index(x86::rax, x86::rcx, general);
    a_.shr(x86::rcx, 1);
    a_.mov(x86::eax, x86::dword_ptr(x86::rax, x86::rcx, 2, 8 - object_tag));
    a_.jmp(found);
  });
}

// In line of simple vectors and narrow strings. Where a function cannot tell at once (a long list, no sequence) the machine does.
void Translator::length() {
  const Label general = slow(), known = new_label(), others = new_label(), made = new_label();
  load(x86::rax, i().b);
  unless_object(x86::rax, x86::rcx, others);
  a_.cmp(type_of(x86::rax), static_cast<int>(Type::simple_vector));
  a_.je(known);
  a_.cmp(type_of(x86::rax), static_cast<int>(Type::string));
  a_.jne(others);
  a_.cmp(subtype_of(x86::rax), static_cast<int>(StringForm::narrow));
  a_.jne(others);
  a_.bind(known);
  a_.mov(x86::eax, length_of(x86::rax));
  a_.add(x86::rax, x86::rax);
  a_.bind(made);
  put(x86::rax);
  later([this, general, others, made] {
    a_.bind(others);
    a_.mov(x86::rdi, x86::rax);
    call(&try_length);
    a_.cmp(x86::rax, static_cast<int>(UNBOUND.bits()));
    a_.jne(made);
    a_.jmp(general);
  });
}

// Goes on with the storage of a wide string, or of one that was widened, in the place of the string, which is not narrow. Only the storage knows
// the length then.
void Translator::to_wide(Gp string, const Label& otherwise) {
  const Label wide = new_label();
  a_.cmp(subtype_of(string), static_cast<int>(StringForm::wide));
  a_.je(wide);
  a_.cmp(subtype_of(string), static_cast<int>(StringForm::widened));
  a_.jne(otherwise);
  a_.mov(string, field(string, 0));
  a_.bind(wide);
}

// A narrow character in a narrow string, and any in a wide one; what widens a string, and strings that are not simple, by a function.
void Translator::set_character() {
  const Label general = slow(), others = new_label(), not_narrow = new_label(), done = new_label();
  load(x86::rax, i().a);
  load(x86::rcx, i().b);
  load(x86::rsi, i().c);
  unless_object(x86::rax, x86::rdx, general);
  a_.cmp(x86::sil, static_cast<int>(Value::character(0).bits()));
  a_.jne(general);
  a_.cmp(type_of(x86::rax), static_cast<int>(Type::string));
  a_.jne(others);
  a_.cmp(subtype_of(x86::rax), static_cast<int>(StringForm::narrow));
  a_.jne(not_narrow);
  a_.cmp(x86::rsi, 0x10000);  // codes below 256
  a_.jae(others);
  unless_index(x86::rax, x86::rcx, general);
  a_.shr(x86::rcx, 1);
  a_.shr(x86::rsi, 8);
  a_.mov(x86::byte_ptr(x86::rax, x86::rcx, 0, 8 - object_tag), x86::sil);
  a_.bind(done);
  later([this, general, others, not_narrow, done] {
    a_.bind(not_narrow);
    to_wide(x86::rax, general);
    unless_index(x86::rax, x86::rcx, general);
    a_.shr(x86::rcx, 1);
    a_.shr(x86::rsi, 8);
    a_.mov(x86::dword_ptr(x86::rax, x86::rcx, 2, 8 - object_tag), x86::esi);
    a_.jmp(done);
    a_.bind(others);
    store_at_once(&try_set_character, general);
    a_.jmp(done);
  });
}

}  // namespace tessera
