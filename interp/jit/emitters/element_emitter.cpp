// Elements of vectors and strings.
#include "jit/emitters/element_emitter.hpp"
#include "vm/loop/primitives.hpp"

namespace tessera {

using namespace jit;
using x86::CondCode;

/// Jumps if the vector holds octets or unsigned 32-bit integers; else continues.
void ElementEmitter::find_integers(Gp object, const Label& octets, const Label& words) {
  const Label others = m_.new_label();
  a_.cmp(type_of(object), static_cast<int>(Type::specialized_vector));
  a_.jne(others);
  a_.cmp(subtype_of(object), static_cast<int>(Element::u8));
  a_.je(octets);
  a_.cmp(subtype_of(object), static_cast<int>(Element::u32));
  a_.je(words);
  a_.bind(others);
}

void ElementEmitter::element() {
  const Label general = slow(), not_simple = m_.new_label(), loaded = m_.new_label();
  load(x86::rax, i().b);
  load(x86::rcx, i().c);
  m_.unless_object(x86::rax, x86::rdx, general);
  a_.cmp(type_of(x86::rax), static_cast<int>(Type::simple_vector));
  a_.jne(is(i(), Op::AREF) ? not_simple : general);
  m_.unless_index(x86::rax, x86::rcx, general);
  a_.mov(x86::rax, x86::qword_ptr(x86::rax, x86::rcx, 2, 8 - object_tag));
  a_.bind(loaded);
  put(x86::rax);
  if (!is(i(), Op::AREF)) return;
  defer([this, general, not_simple, loaded] {
    a_.bind(not_simple);
    element_of_other_vector(loaded, general);
  });
}

/// Loads element rcx of the vector rax, which is not simple, into rax and jumps to `loaded`, or to `general` if C++
/// has to do it.
void ElementEmitter::element_of_other_vector(const Label& loaded, const Label& general) {
  const Label octets = m_.new_label(), words = m_.new_label(), not_string = m_.new_label(), others = m_.new_label();
  find_integers(x86::rax, octets, words);
  a_.cmp(type_of(x86::rax), static_cast<int>(Type::string));
  a_.jne(not_string);
  get_character(general);
  a_.jmp(loaded);
  a_.bind(not_string);
  a_.cmp(type_of(x86::rax), static_cast<int>(Type::specialized_vector));
  a_.jne(others);
  a_.cmp(subtype_of(x86::rax), static_cast<int>(Element::s8));
  a_.jne(others);
  m_.unless_index(x86::rax, x86::rcx, general);
  a_.shr(x86::rcx, 1);
  a_.movsx(x86::rax, x86::byte_ptr(x86::rax, x86::rcx, 0, 8 - object_tag));
  a_.add(x86::rax, x86::rax);
  a_.jmp(loaded);
  a_.bind(others);
  a_.mov(x86::rdi, jit::vm);
  a_.mov(x86::rsi, x86::rax);
  a_.mov(x86::rdx, x86::rcx);
  call(&try_element);
  a_.cmp(x86::rax, static_cast<int>(UNBOUND.bits()));
  a_.jne(loaded);
  a_.jmp(general);
  a_.bind(octets);
  m_.unless_index(x86::rax, x86::rcx, general);
  a_.shr(x86::rcx, 1);
  a_.movzx(x86::eax, x86::byte_ptr(x86::rax, x86::rcx, 0, 8 - object_tag));
  a_.add(x86::eax, x86::eax);
  a_.jmp(loaded);
  a_.bind(words);
  m_.unless_index(x86::rax, x86::rcx, general);
  a_.mov(x86::eax, x86::dword_ptr(x86::rax, x86::rcx, 1, 8 - object_tag));
  a_.add(x86::rax, x86::rax);
  a_.jmp(loaded);
}

void ElementEmitter::element_at_immediate() {
  const std::int64_t index = i().signed_c();
  const Label general = slow();
  load(x86::rax, i().b);
  if (index < 0) {
    a_.jmp(general);
    return;
  }
  m_.unless_type(x86::rax, Type::simple_vector, x86::rdx, general);
  a_.cmp(length_of(x86::rax), static_cast<int>(index));
  a_.jbe(general);
  a_.mov(x86::rax, field(x86::rax, static_cast<std::size_t>(index)));
  put(x86::rax);
}

void ElementEmitter::set_element() {
  const Label general = slow(), not_simple = m_.new_label(), done = m_.new_label();
  load(x86::rax, i().a);
  load(x86::rcx, i().b);
  m_.unless_object(x86::rax, x86::rdx, general);
  a_.cmp(type_of(x86::rax), static_cast<int>(Type::simple_vector));
  a_.jne(is(i(), Op::ASET) ? not_simple : general);
  m_.unless_index(x86::rax, x86::rcx, general);
  a_.lea(x86::rdx, x86::ptr(x86::rax, x86::rcx, 2, 8 - object_tag));
  load(x86::rcx, i().c);
  write(x86::rdx, x86::rcx);
  a_.bind(done);
  if (!is(i(), Op::ASET)) return;
  defer([this, general, not_simple, done] {
    const Label octets = m_.new_label(), words = m_.new_label();
    a_.bind(not_simple);
    load(x86::rsi, i().c);
    find_integers(x86::rax, octets, words);
    store_at_once(&try_set_element, general);
    a_.jmp(done);
    a_.bind(octets);
    m_.unless_index(x86::rax, x86::rcx, general);
    take_integer(x86::rsi, 8, general);
    a_.shr(x86::rcx, 1);
    a_.mov(x86::byte_ptr(x86::rax, x86::rcx, 0, 8 - object_tag), x86::sil);
    a_.jmp(done);
    a_.bind(words);
    m_.unless_index(x86::rax, x86::rcx, general);
    take_integer(x86::rsi, 32, general);
    a_.mov(x86::dword_ptr(x86::rax, x86::rcx, 1, 8 - object_tag), x86::esi);
    a_.jmp(done);
  });
}

/// Converts a fixnum to a machine integer, if it is a natural number of at most `bits` bits. Changes rdx.
void ElementEmitter::take_integer(Gp value, int bits, const Label& otherwise) {
  a_.test(value.r8(), 1);
  a_.jne(otherwise);
  a_.shr(value, 1);
  a_.mov(x86::rdx, value);
  a_.shr(x86::rdx, bits);
  a_.jne(otherwise);
}

/// Calls `store` for element rcx of vector rax and value rsi; continues if that succeeds.
void ElementEmitter::store_at_once(bool (*store)(Runtime&, Value, Value, Value), const Label& otherwise) {
  a_.mov(x86::rdx, x86::rcx);
  a_.mov(x86::rcx, x86::rsi);
  a_.mov(x86::rsi, x86::rax);
  a_.mov(x86::rdi, jit::vm);
  call(store);
  a_.test(x86::al, x86::al);
  a_.je(otherwise);
}

void ElementEmitter::character() {
  const Label general = slow();
  load(x86::rax, i().b);
  load(x86::rcx, i().c);
  m_.unless_type(x86::rax, Type::string, x86::rdx, general);
  get_character(general);
  put(x86::rax);
}

/// Loads the character at index rcx of the string in rax into rax. Changes rdx.
void ElementEmitter::get_character(const Label& general) {
  const Label wide = m_.new_label(), found = m_.new_label();
  a_.cmp(subtype_of(x86::rax), static_cast<int>(StringForm::narrow));
  a_.jne(wide);
  m_.unless_index(x86::rax, x86::rcx, general);
  a_.shr(x86::rcx, 1);
  a_.movzx(x86::eax, x86::byte_ptr(x86::rax, x86::rcx, 0, 8 - object_tag));
  a_.bind(found);
  a_.shl(x86::rax, 8);
  a_.or_(x86::rax, static_cast<int>(Value::character(0).bits()));
  defer([this, wide, found, general] {
    a_.bind(wide);
    to_wide(x86::rax, general);
    m_.unless_index(x86::rax, x86::rcx, general);
    a_.shr(x86::rcx, 1);
    a_.mov(x86::eax, x86::dword_ptr(x86::rax, x86::rcx, 2, 8 - object_tag));
    a_.jmp(found);
  });
}

/// Emits LENGTH: in line for simple vectors and narrow strings, by a call of `try_length` for others. Objects for which
/// that returns UNBOUND take the slow path.
void ElementEmitter::length() {
  const Label general = slow(), known = m_.new_label(), others = m_.new_label(), made = m_.new_label();
  load(x86::rax, i().b);
  m_.unless_object(x86::rax, x86::rcx, others);
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
  defer([this, general, others, made] {
    a_.bind(others);
    a_.mov(x86::rdi, x86::rax);
    call(&try_length);
    a_.cmp(x86::rax, static_cast<int>(UNBOUND.bits()));
    a_.jne(made);
    a_.jmp(general);
  });
}

/// Replaces a widened string by its storage, which alone has the length. Jumps unless the string is wide or widened.
void ElementEmitter::to_wide(Gp string, const Label& otherwise) {
  const Label wide = m_.new_label();
  a_.cmp(subtype_of(string), static_cast<int>(StringForm::wide));
  a_.je(wide);
  a_.cmp(subtype_of(string), static_cast<int>(StringForm::widened));
  a_.jne(otherwise);
  a_.mov(string, field(string, 0));
  a_.bind(wide);
}

/// Stores a character: in line if it is narrow in a narrow string, or any in a wide one. C++ widens strings, and stores
/// into strings that are not simple.
void ElementEmitter::set_character() {
  const Label general = slow(), others = m_.new_label(), not_narrow = m_.new_label(), done = m_.new_label();
  load(x86::rax, i().a);
  load(x86::rcx, i().b);
  load(x86::rsi, i().c);
  m_.unless_object(x86::rax, x86::rdx, general);
  a_.cmp(x86::sil, static_cast<int>(Value::character(0).bits()));
  a_.jne(general);
  a_.cmp(type_of(x86::rax), static_cast<int>(Type::string));
  a_.jne(others);
  a_.cmp(subtype_of(x86::rax), static_cast<int>(StringForm::narrow));
  a_.jne(not_narrow);
  a_.cmp(x86::rsi, 0x10000);  // codes below 256
  a_.jae(others);
  m_.unless_index(x86::rax, x86::rcx, general);
  a_.shr(x86::rcx, 1);
  a_.shr(x86::rsi, 8);
  a_.mov(x86::byte_ptr(x86::rax, x86::rcx, 0, 8 - object_tag), x86::sil);
  a_.bind(done);
  defer([this, general, others, not_narrow, done] {
    a_.bind(not_narrow);
    to_wide(x86::rax, general);
    m_.unless_index(x86::rax, x86::rcx, general);
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
