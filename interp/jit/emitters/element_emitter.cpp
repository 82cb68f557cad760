// Elements of vectors and strings.
#include "jit/emitters/element_emitter.hpp"
#include "vm/loop/primitives.hpp"

namespace tessera {

using namespace jit;
using x86::CondCode;

/// Jumps if the vector holds octets or unsigned 32-bit integers; else continues.
void ElementEmitter::find_integers(Gp object, const Label& octets, const Label& words) {
  const Label others = masm_.new_label();
  asm_.cmp(type_of(object), static_cast<int>(Type::specialized_vector));
  asm_.jne(others);
  asm_.cmp(subtype_of(object), static_cast<int>(Element::u8));
  asm_.je(octets);
  asm_.cmp(subtype_of(object), static_cast<int>(Element::u32));
  asm_.je(words);
  asm_.bind(others);
}

void ElementEmitter::element() {
  const Label general = slow(), not_simple = masm_.new_label(), loaded = masm_.new_label();
  load(x86::rax, i().b);
  load(x86::rcx, i().c);
  masm_.unless_object(x86::rax, x86::rdx, general);
  asm_.cmp(type_of(x86::rax), static_cast<int>(Type::simple_vector));
  asm_.jne(is(i(), Op::AREF) ? not_simple : general);
  masm_.unless_index(x86::rax, x86::rcx, general);
  asm_.mov(x86::rax, x86::qword_ptr(x86::rax, x86::rcx, 2, 8 - object_tag));
  asm_.bind(loaded);
  put(x86::rax);
  if (!is(i(), Op::AREF)) return;
  defer([this, general, not_simple, loaded] {
    asm_.bind(not_simple);
    element_of_other_vector(loaded, general);
  });
}

/// Loads element rcx of the vector rax, which is not simple, into rax and jumps to `loaded`, or to `general` if C++
/// has to do it.
void ElementEmitter::element_of_other_vector(const Label& loaded, const Label& general) {
  const Label octets = masm_.new_label(), words = masm_.new_label(), not_string = masm_.new_label(), others = masm_.new_label();
  find_integers(x86::rax, octets, words);
  asm_.cmp(type_of(x86::rax), static_cast<int>(Type::string));
  asm_.jne(not_string);
  get_character(general);
  asm_.jmp(loaded);
  asm_.bind(not_string);
  asm_.cmp(type_of(x86::rax), static_cast<int>(Type::specialized_vector));
  asm_.jne(others);
  asm_.cmp(subtype_of(x86::rax), static_cast<int>(Element::s8));
  asm_.jne(others);
  masm_.unless_index(x86::rax, x86::rcx, general);
  asm_.shr(x86::rcx, 1);
  asm_.movsx(x86::rax, x86::byte_ptr(x86::rax, x86::rcx, 0, 8 - object_tag));
  asm_.add(x86::rax, x86::rax);
  asm_.jmp(loaded);
  asm_.bind(others);
  asm_.mov(x86::rdi, jit::vm);
  asm_.mov(x86::rsi, x86::rax);
  asm_.mov(x86::rdx, x86::rcx);
  call(&try_element);
  asm_.cmp(x86::rax, static_cast<int>(UNBOUND.bits()));
  asm_.jne(loaded);
  asm_.jmp(general);
  asm_.bind(octets);
  masm_.unless_index(x86::rax, x86::rcx, general);
  asm_.shr(x86::rcx, 1);
  asm_.movzx(x86::eax, x86::byte_ptr(x86::rax, x86::rcx, 0, 8 - object_tag));
  asm_.add(x86::eax, x86::eax);
  asm_.jmp(loaded);
  asm_.bind(words);
  masm_.unless_index(x86::rax, x86::rcx, general);
  asm_.mov(x86::eax, x86::dword_ptr(x86::rax, x86::rcx, 1, 8 - object_tag));
  asm_.add(x86::rax, x86::rax);
  asm_.jmp(loaded);
}

void ElementEmitter::element_at_immediate() {
  const std::int64_t index = i().signed_c();
  const Label general = slow();
  load(x86::rax, i().b);
  if (index < 0) {
    asm_.jmp(general);
    return;
  }
  masm_.unless_type(x86::rax, Type::simple_vector, x86::rdx, general);
  asm_.cmp(length_of(x86::rax), static_cast<int>(index));
  asm_.jbe(general);
  asm_.mov(x86::rax, field(x86::rax, static_cast<std::size_t>(index)));
  put(x86::rax);
}

void ElementEmitter::set_element() {
  const Label general = slow(), not_simple = masm_.new_label(), done = masm_.new_label();
  load(x86::rax, i().a);
  load(x86::rcx, i().b);
  masm_.unless_object(x86::rax, x86::rdx, general);
  asm_.cmp(type_of(x86::rax), static_cast<int>(Type::simple_vector));
  asm_.jne(is(i(), Op::ASET) ? not_simple : general);
  masm_.unless_index(x86::rax, x86::rcx, general);
  asm_.lea(x86::rdx, x86::ptr(x86::rax, x86::rcx, 2, 8 - object_tag));
  load(x86::rcx, i().c);
  write(x86::rdx, x86::rcx);
  asm_.bind(done);
  if (!is(i(), Op::ASET)) return;
  defer([this, general, not_simple, done] {
    const Label octets = masm_.new_label(), words = masm_.new_label();
    asm_.bind(not_simple);
    load(x86::rsi, i().c);
    find_integers(x86::rax, octets, words);
    store_at_once(&try_set_element, general);
    asm_.jmp(done);
    asm_.bind(octets);
    masm_.unless_index(x86::rax, x86::rcx, general);
    take_integer(x86::rsi, 8, general);
    asm_.shr(x86::rcx, 1);
    asm_.mov(x86::byte_ptr(x86::rax, x86::rcx, 0, 8 - object_tag), x86::sil);
    asm_.jmp(done);
    asm_.bind(words);
    masm_.unless_index(x86::rax, x86::rcx, general);
    take_integer(x86::rsi, 32, general);
    asm_.mov(x86::dword_ptr(x86::rax, x86::rcx, 1, 8 - object_tag), x86::esi);
    asm_.jmp(done);
  });
}

/// Converts a fixnum to a machine integer, if it is a natural number of at most `bits` bits. Changes rdx.
void ElementEmitter::take_integer(Gp value, int bits, const Label& otherwise) {
  asm_.test(value.r8(), 1);
  asm_.jne(otherwise);
  asm_.shr(value, 1);
  asm_.mov(x86::rdx, value);
  asm_.shr(x86::rdx, bits);
  asm_.jne(otherwise);
}

/// Calls `store` for element rcx of vector rax and value rsi; continues if that succeeds.
void ElementEmitter::store_at_once(bool (*store)(Runtime&, Value, Value, Value), const Label& otherwise) {
  asm_.mov(x86::rdx, x86::rcx);
  asm_.mov(x86::rcx, x86::rsi);
  asm_.mov(x86::rsi, x86::rax);
  asm_.mov(x86::rdi, jit::vm);
  call(store);
  asm_.test(x86::al, x86::al);
  asm_.je(otherwise);
}

void ElementEmitter::character() {
  const Label general = slow();
  load(x86::rax, i().b);
  load(x86::rcx, i().c);
  masm_.unless_type(x86::rax, Type::string, x86::rdx, general);
  get_character(general);
  put(x86::rax);
}

/// Loads the character at index rcx of the string in rax into rax. Changes rdx.
void ElementEmitter::get_character(const Label& general) {
  const Label wide = masm_.new_label(), found = masm_.new_label();
  asm_.cmp(subtype_of(x86::rax), static_cast<int>(StringForm::narrow));
  asm_.jne(wide);
  masm_.unless_index(x86::rax, x86::rcx, general);
  asm_.shr(x86::rcx, 1);
  asm_.movzx(x86::eax, x86::byte_ptr(x86::rax, x86::rcx, 0, 8 - object_tag));
  asm_.bind(found);
  asm_.shl(x86::rax, 8);
  asm_.or_(x86::rax, static_cast<int>(Value::character(0).bits()));
  defer([this, wide, found, general] {
    asm_.bind(wide);
    to_wide(x86::rax, general);
    masm_.unless_index(x86::rax, x86::rcx, general);
    asm_.shr(x86::rcx, 1);
    asm_.mov(x86::eax, x86::dword_ptr(x86::rax, x86::rcx, 2, 8 - object_tag));
    asm_.jmp(found);
  });
}

/// Emits LENGTH: in line for simple vectors and narrow strings, by a call of `try_length` for others. Objects for which
/// that returns UNBOUND take the slow path.
void ElementEmitter::length() {
  const Label general = slow(), known = masm_.new_label(), others = masm_.new_label(), made = masm_.new_label();
  load(x86::rax, i().b);
  masm_.unless_object(x86::rax, x86::rcx, others);
  asm_.cmp(type_of(x86::rax), static_cast<int>(Type::simple_vector));
  asm_.je(known);
  asm_.cmp(type_of(x86::rax), static_cast<int>(Type::string));
  asm_.jne(others);
  asm_.cmp(subtype_of(x86::rax), static_cast<int>(StringForm::narrow));
  asm_.jne(others);
  asm_.bind(known);
  asm_.mov(x86::eax, length_of(x86::rax));
  asm_.add(x86::rax, x86::rax);
  asm_.bind(made);
  put(x86::rax);
  defer([this, general, others, made] {
    asm_.bind(others);
    asm_.mov(x86::rdi, x86::rax);
    call(&try_length);
    asm_.cmp(x86::rax, static_cast<int>(UNBOUND.bits()));
    asm_.jne(made);
    asm_.jmp(general);
  });
}

/// Replaces a widened string by its storage, which alone has the length. Jumps unless the string is wide or widened.
void ElementEmitter::to_wide(Gp string, const Label& otherwise) {
  const Label wide = masm_.new_label();
  asm_.cmp(subtype_of(string), static_cast<int>(StringForm::wide));
  asm_.je(wide);
  asm_.cmp(subtype_of(string), static_cast<int>(StringForm::widened));
  asm_.jne(otherwise);
  asm_.mov(string, field(string, 0));
  asm_.bind(wide);
}

/// Stores a character: in line if it is narrow in a narrow string, or any in a wide one. C++ widens strings, and stores
/// into strings that are not simple.
void ElementEmitter::set_character() {
  const Label general = slow(), others = masm_.new_label(), not_narrow = masm_.new_label(), done = masm_.new_label();
  load(x86::rax, i().a);
  load(x86::rcx, i().b);
  load(x86::rsi, i().c);
  masm_.unless_object(x86::rax, x86::rdx, general);
  asm_.cmp(x86::sil, static_cast<int>(Value::character(0).bits()));
  asm_.jne(general);
  asm_.cmp(type_of(x86::rax), static_cast<int>(Type::string));
  asm_.jne(others);
  asm_.cmp(subtype_of(x86::rax), static_cast<int>(StringForm::narrow));
  asm_.jne(not_narrow);
  asm_.cmp(x86::rsi, 0x10000);  // codes below 256
  asm_.jae(others);
  masm_.unless_index(x86::rax, x86::rcx, general);
  asm_.shr(x86::rcx, 1);
  asm_.shr(x86::rsi, 8);
  asm_.mov(x86::byte_ptr(x86::rax, x86::rcx, 0, 8 - object_tag), x86::sil);
  asm_.bind(done);
  defer([this, general, others, not_narrow, done] {
    asm_.bind(not_narrow);
    to_wide(x86::rax, general);
    masm_.unless_index(x86::rax, x86::rcx, general);
    asm_.shr(x86::rcx, 1);
    asm_.shr(x86::rsi, 8);
    asm_.mov(x86::dword_ptr(x86::rax, x86::rcx, 2, 8 - object_tag), x86::esi);
    asm_.jmp(done);
    asm_.bind(others);
    store_at_once(&try_set_character, general);
    asm_.jmp(done);
  });
}

}  // namespace tessera
