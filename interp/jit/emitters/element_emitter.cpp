// Elements of vectors and strings.
#include "jit/emitters/element_emitter.hpp"
#include "vm/loop/primitives.hpp"

namespace tessera {

using namespace jit;

/// Jumps if the vector holds octets or unsigned 32-bit integers; else continues.
void ElementEmitter::find_integers(Register object, const Label& octets, const Label& words) {
  const Label others = masm_.new_label();
  masm_.branch_if_type(object, Condition::not_equal, Type::specialized_vector, others);
  masm_.branch_if_subtype(object, Condition::equal, static_cast<int>(Element::u8), octets);
  masm_.branch_if_subtype(object, Condition::equal, static_cast<int>(Element::u32), words);
  masm_.bind(others);
}

void ElementEmitter::element() {
  const Label general = slow(), not_simple = masm_.new_label(), loaded = masm_.new_label();
  load(accumulator, i().b);
  load(operand2, i().c);
  masm_.unless_object(accumulator, temporary, general);
  masm_.branch_if_type(accumulator, Condition::not_equal, Type::simple_vector, is(i(), Op::AREF) ? not_simple : general);
  masm_.unless_index(accumulator, operand2, general);
  masm_.load(accumulator, place_at(accumulator, operand2, 2, 8 - object_tag));
  masm_.bind(loaded);
  put(accumulator);
  if (!is(i(), Op::AREF)) return;
  defer([this, general, not_simple, loaded] {
    masm_.bind(not_simple);
    element_of_other_vector(loaded, general);
  });
}

/// Guards that operand2 is an index of the vector or string in the accumulator. Returns the place of that octet.
/// Changes operand2.
CodeEmitter::Address ElementEmitter::octet_at_index(const Label& otherwise) {
  masm_.unless_index(accumulator, operand2, otherwise);
  masm_.to_natural(operand2);
  return place_at(accumulator, operand2, 0, 8 - object_tag);
}

/// Does the same for elements of 32 bits.
CodeEmitter::Address ElementEmitter::word_at_index(const Label& otherwise) {
  masm_.unless_index(accumulator, operand2, otherwise);
  return place_at(accumulator, operand2, 1, 8 - object_tag);  // a fixnum is the doubled number
}

/// Loads element operand2 of the vector in the accumulator, which is not simple, into the accumulator and jumps to
/// `loaded`, or to `general` if C++ has to do it.
void ElementEmitter::element_of_other_vector(const Label& loaded, const Label& general) {
  const Label octets = masm_.new_label(), words = masm_.new_label(), not_string = masm_.new_label(), others = masm_.new_label();
  find_integers(accumulator, octets, words);
  masm_.branch_if_type(accumulator, Condition::not_equal, Type::string, not_string);
  get_character(general);
  masm_.jump(loaded);
  masm_.bind(not_string);
  masm_.branch_if_type(accumulator, Condition::not_equal, Type::specialized_vector, others);
  masm_.branch_if_subtype(accumulator, Condition::not_equal, static_cast<int>(Element::s8), others);
  masm_.load_integer(accumulator, octet_at_index(general), 8, true);
  masm_.to_fixnum(accumulator);
  masm_.jump(loaded);
  masm_.bind(others);
  masm_.move(argument0, jit::vm);
  masm_.move(argument1, accumulator);
  masm_.move(argument2, operand2);
  call(&try_element);
  masm_.branch_if(accumulator, Condition::not_equal, UNBOUND, loaded);
  masm_.jump(general);
  masm_.bind(octets);
  masm_.load_integer(accumulator, octet_at_index(general), 8, false);
  masm_.natural_to_fixnum(accumulator);
  masm_.jump(loaded);
  masm_.bind(words);
  masm_.load_integer(accumulator, word_at_index(general), 32, false);
  masm_.to_fixnum(accumulator);
  masm_.jump(loaded);
}

void ElementEmitter::element_at_immediate() {
  const std::int64_t index = i().signed_c();
  const Label general = slow();
  load(accumulator, i().b);
  if (index < 0) {
    masm_.jump(general);
    return;
  }
  masm_.unless_type(accumulator, Type::simple_vector, temporary, general);
  masm_.branch_if_length(accumulator, Condition::not_above, static_cast<int>(index), general);
  masm_.load(accumulator, field(accumulator, static_cast<std::size_t>(index)));
  put(accumulator);
}

void ElementEmitter::set_element() {
  const Label general = slow(), not_simple = masm_.new_label(), done = masm_.new_label();
  load(accumulator, i().a);
  load(operand2, i().b);
  masm_.unless_object(accumulator, temporary, general);
  masm_.branch_if_type(accumulator, Condition::not_equal, Type::simple_vector, is(i(), Op::ASET) ? not_simple : general);
  masm_.unless_index(accumulator, operand2, general);
  masm_.load_address(temporary, place_at(accumulator, operand2, 2, 8 - object_tag));
  load(operand2, i().c);
  write(temporary, operand2);
  masm_.bind(done);
  if (!is(i(), Op::ASET)) return;
  defer([this, general, not_simple, done] {
    const Label octets = masm_.new_label(), words = masm_.new_label();
    masm_.bind(not_simple);
    load(argument1, i().c);
    find_integers(accumulator, octets, words);
    store_at_once(&try_set_element, general);
    masm_.jump(done);
    masm_.bind(octets);
    take_integer(argument1, 8, general);
    masm_.store_integer(octet_at_index(general), argument1, 8);
    masm_.jump(done);
    masm_.bind(words);
    take_integer(argument1, 32, general);
    masm_.store32(word_at_index(general), argument1);
    masm_.jump(done);
  });
}

/// Converts a fixnum to a machine integer, if it is a natural number of at most `bits` bits. Changes the temporary
/// register.
void ElementEmitter::take_integer(Register value, int bits, const Label& otherwise) {
  masm_.unless_fixnum(value, otherwise);
  masm_.to_natural(value);
  masm_.unless_narrow(value, static_cast<unsigned>(bits), false, temporary, otherwise);
}

/// Stores argument1 as element operand2 of the vector in the accumulator by a call of `store`. Jumps if that returns
/// false.
void ElementEmitter::store_at_once(bool (*store)(Runtime&, Value, Value, Value), const Label& otherwise) {
  masm_.move(temporary, operand2);
  masm_.move(operand2, argument1);
  masm_.move(argument1, accumulator);
  masm_.move(argument0, jit::vm);
  call(store);
  masm_.branch_if_false(accumulator, Condition::equal, otherwise);
}

void ElementEmitter::character() {
  const Label general = slow();
  load(accumulator, i().b);
  load(operand2, i().c);
  masm_.unless_type(accumulator, Type::string, temporary, general);
  get_character(general);
  put(accumulator);
}

/// Loads the character at index operand2 of the string in the accumulator into the accumulator. Changes the temporary
/// register.
void ElementEmitter::get_character(const Label& general) {
  const Label wide = masm_.new_label(), found = masm_.new_label();
  masm_.branch_if_subtype(accumulator, Condition::not_equal, static_cast<int>(StringForm::narrow), wide);
  masm_.load_integer(accumulator, octet_at_index(general), 8, false);
  masm_.bind(found);
  masm_.shift_left(accumulator, 8);
  masm_.set_tag(accumulator, Value::character(0));
  defer([this, wide, found, general] {
    masm_.bind(wide);
    to_wide(accumulator, general);
    masm_.load_integer(accumulator, word_at_index(general), 32, false);
    masm_.jump(found);
  });
}

/// Emits LENGTH: in line for simple vectors and narrow strings, by a call of `try_length` for others. Objects for which
/// that returns UNBOUND take the slow path.
void ElementEmitter::length() {
  const Label general = slow(), known = masm_.new_label(), others = masm_.new_label(), made = masm_.new_label();
  load(accumulator, i().b);
  masm_.unless_object(accumulator, operand2, others);
  masm_.branch_if_type(accumulator, Condition::equal, Type::simple_vector, known);
  masm_.branch_if_type(accumulator, Condition::not_equal, Type::string, others);
  masm_.branch_if_subtype(accumulator, Condition::not_equal, static_cast<int>(StringForm::narrow), others);
  masm_.bind(known);
  masm_.load_length(accumulator, accumulator);
  masm_.to_fixnum(accumulator);
  masm_.bind(made);
  put(accumulator);
  defer([this, general, others, made] {
    masm_.bind(others);
    masm_.move(argument0, accumulator);
    call(&try_length);
    masm_.branch_if(accumulator, Condition::not_equal, UNBOUND, made);
    masm_.jump(general);
  });
}

/// Replaces a widened string by its storage, which alone has the length. Jumps unless the string is wide or widened.
void ElementEmitter::to_wide(Register string, const Label& otherwise) {
  const Label wide = masm_.new_label();
  masm_.branch_if_subtype(string, Condition::equal, static_cast<int>(StringForm::wide), wide);
  masm_.branch_if_subtype(string, Condition::not_equal, static_cast<int>(StringForm::widened), otherwise);
  masm_.load(string, field(string, 0));
  masm_.bind(wide);
}

/// Stores a character: in line if it is narrow in a narrow string, or any in a wide one. C++ widens strings, and stores
/// into strings that are not simple.
void ElementEmitter::set_character() {
  const Label general = slow(), others = masm_.new_label(), not_narrow = masm_.new_label(), done = masm_.new_label();
  load(accumulator, i().a);
  load(operand2, i().b);
  load(argument1, i().c);
  masm_.unless_object(accumulator, temporary, general);
  masm_.unless_tagged_like(argument1, Value::character(0), general);
  masm_.branch_if_type(accumulator, Condition::not_equal, Type::string, others);
  masm_.branch_if_subtype(accumulator, Condition::not_equal, static_cast<int>(StringForm::narrow), not_narrow);
  masm_.branch_if(argument1, Condition::not_below, 0x10000, others);  // a code from 256 on
  masm_.shift_right(argument1, 8);
  masm_.store_integer(octet_at_index(general), argument1, 8);
  masm_.bind(done);
  defer([this, general, others, not_narrow, done] {
    masm_.bind(not_narrow);
    to_wide(accumulator, general);
    masm_.shift_right(argument1, 8);
    masm_.store32(word_at_index(general), argument1);
    masm_.jump(done);
    masm_.bind(others);
    store_at_once(&try_set_character, general);
    masm_.jump(done);
  });
}

}  // namespace tessera
