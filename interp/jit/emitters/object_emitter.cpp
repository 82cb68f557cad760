// Lists, variables, closures, instances, hash tables.
#include "jit/emitters/object_emitter.hpp"
#include "data/objects/dispatch.hpp"
#include "data/tables/hash_tables.hpp"
#include "vm/loop/primitives.hpp"

namespace tessera {

using namespace jit;

namespace {

bool is_of_class(Value v, Value klass) { return is_instance_of(v, klass); }
Value function_for(Value cache, Value object) { return cached_function(cache.as_object(), object); }
Value function_for_two(Value cache, Value first, Value second) { return cached_function(cache.as_object(), first, second); }
Value slot_from_cache(Value cache, Value object) {
  const Value* slot = cached_place(cache, object);
  return slot != nullptr ? *slot : UNBOUND;
}

}  // namespace

void ObjectEmitter::car_and_cdr() {
  load(accumulator, i().b);
  masm_.unless_cons(accumulator, operand2, slow());
  masm_.load(operand2, car(accumulator));
  masm_.load(temporary, cdr(accumulator));
  store(i().a, operand2);
  store(i().b, temporary);
  emission_.site->skip_single_operations();
}

void ObjectEmitter::set_car_or_cdr() {
  load(accumulator, i().a);
  load(operand2, i().b);
  masm_.unless_cons(accumulator, temporary, slow());
  masm_.load_address(temporary, is(i(), Op::SETCAR) ? car(accumulator) : cdr(accumulator));
  write(temporary, operand2);
}

void ObjectEmitter::character_code() {
  load(accumulator, i().b);
  masm_.unless_tagged_like(accumulator, Value::character(0), slow());
  masm_.shift_right(accumulator, 7);  // the code is doubled, and the tag is shifted out
  put(accumulator);
}

void ObjectEmitter::code_character() {
  load(accumulator, i().b);
  masm_.unless_fixnum(accumulator, slow());
  masm_.branch_if(accumulator, Condition::above, 0x10FFFF * 2, slow());
  masm_.shift_left(accumulator, 7);  // a fixnum is doubled
  masm_.set_tag(accumulator, Value::character(0));
  put(accumulator);
}

void ObjectEmitter::get_global() {
  masm_.load(accumulator, address_of(constant(i().bc())) + offsetof(Symbol, value));
  masm_.load(accumulator, place_at(accumulator));
  masm_.branch_if(accumulator, Condition::equal, UNBOUND, slow());
  put(accumulator);
  emission_.site->keep_in_accumulator(i().a);
}

void ObjectEmitter::set_global() {
  masm_.load(temporary, address_of(constant(i().bc())) + offsetof(Symbol, value));
  load(operand2, i().a);
  write(temporary, operand2);
}

void ObjectEmitter::get_function() {
  masm_.load(accumulator, address_of(constant(i().bc())) + offsetof(Symbol, function));
  masm_.load(accumulator, place_at(accumulator));
  masm_.load(operand2, emission_.vm.undefined_function);
  masm_.branch_if(accumulator, Condition::equal, operand2, slow());
  put(accumulator);
}

void ObjectEmitter::new_cell() {
  masm_.allocate(16, slow());
  load(temporary, i().b);
  masm_.load(operand2, Object::make_header(Type::cell, 0, 1));
  masm_.store(place_at(accumulator), operand2);
  masm_.store(place_at(accumulator, 8), temporary);
  masm_.add(accumulator, object_tag);
  put(accumulator);
}

void ObjectEmitter::get_cell() {
  load(accumulator, i().b);
  masm_.load(accumulator, field(accumulator, 0));
  put(accumulator);
}

void ObjectEmitter::set_cell() {
  load(accumulator, i().a);
  masm_.load_address(temporary, field(accumulator, 0));
  load(operand2, i().b);
  write(temporary, operand2);
}

void ObjectEmitter::set_captured_cell() {
  masm_.load(accumulator, function_of_frame());
  masm_.load(accumulator, field(accumulator, 1u + i().b));
  masm_.load_address(temporary, field(accumulator, 0));
  load(operand2, i().a);
  write(temporary, operand2);
}

void ObjectEmitter::set_captured() {
  load(accumulator, i().a);
  masm_.load_address(temporary, field(accumulator, 1u + i().b));
  load(operand2, i().c);
  write(temporary, operand2);
}

void ObjectEmitter::instance_slot() {
  const Label general = slow();
  load(accumulator, i().b);
  masm_.unless_type(accumulator, Type::instance, operand2, general);
  masm_.unless_slot(accumulator, i().c, general);
  masm_.load(accumulator, field(accumulator, 1u + i().c));
  put(accumulator);
}

void ObjectEmitter::set_instance_slot() {
  const Label general = slow();
  load(accumulator, i().a);
  masm_.unless_type(accumulator, Type::instance, operand2, general);
  masm_.unless_slot(accumulator, i().b, general);
  masm_.load_address(temporary, field(accumulator, 1u + i().b));
  load(operand2, i().c);
  write(temporary, operand2);
}

void ObjectEmitter::find_slot() {
  load(argument0, i().b);
  load(argument1, i().c);
  call(&slot_from_cache);
  put(accumulator);
}

void ObjectEmitter::supplied() {
  masm_.load32(accumulator, static_cast<std::uint32_t>(NIL.bits()));
  masm_.load32(operand2, static_cast<std::uint32_t>(T.bits()));
  masm_.compare(reg(i().b), UNSUPPLIED);
  masm_.move_if(Condition::not_equal, accumulator, operand2);
  put(accumulator);
}

void ObjectEmitter::get_captured() {
  masm_.load(accumulator, function_of_frame());
  masm_.load(accumulator, field(accumulator, 1u + i().b));
  put(accumulator);
  emission_.site->keep_in_accumulator(i().a);
}

void ObjectEmitter::get_captured_cell() {
  masm_.load(accumulator, function_of_frame());
  masm_.load(accumulator, field(accumulator, 1u + i().b));
  masm_.load(accumulator, field(accumulator, 0));
  put(accumulator);
}

/// Looks up the object in the cache of a generic function, a simple vector in the first register.
template <class Function> void ObjectEmitter::cached(Function function, bool two_objects) {
  load(argument0, two_objects ? i().a : i().b);
  masm_.unless_type(argument0, Type::simple_vector, operand2, slow());
  load(argument1, two_objects ? i().b : i().c);
  if (two_objects) load(temporary, i().c);
  call(function);
  put(accumulator);
}

void ObjectEmitter::cached_function() { cached(&function_for, false); }
void ObjectEmitter::cached_function_of_two() { cached(&function_for_two, true); }

/// Replaces the list by its CAR or CDR; NIL stays NIL.
void ObjectEmitter::car_or_cdr(Register list, bool is_car, const Label& wrong) {
  const Label no_cons = masm_.new_label(), done = masm_.new_label();
  masm_.unless_cons(list, operand2, no_cons);
  masm_.load(list, is_car ? car(list) : cdr(list));
  masm_.bind(done);
  defer([this, no_cons, done, wrong, list] {
    masm_.bind(no_cons);
    masm_.branch_if(list, Condition::equal, NIL, done);
    masm_.jump(wrong);
  });
}

void ObjectEmitter::path(std::string_view letters) {
  const Label wrong = slow();
  load(accumulator, i().b);
  for (const char letter : letters) car_or_cdr(accumulator, letter == 'a', wrong);
  put(accumulator);
  emission_.site->keep_in_accumulator(i().a);
}

void ObjectEmitter::cons() {
  masm_.allocate(sizeof(Cons), slow());
  load(operand2, i().b);
  load(temporary, i().c);
  masm_.store(place_at(accumulator), operand2);
  masm_.store(place_at(accumulator, 8), temporary);
  masm_.add(accumulator, cons_tag);
  put(accumulator);
}

void ObjectEmitter::list() {
  const auto count = static_cast<std::int32_t>(i().c);
  if (count == 0) return put_value(NIL);
  masm_.allocate_list(
      count, [this](std::size_t n) { load(operand2, i().b + n); }, slow());
  put(accumulator);
}

void ObjectEmitter::new_closure() {
  const std::uint32_t slots = 1u + i().c;
  const std::size_t bytes = bytes_with_header(slots * sizeof(Value));
  masm_.allocate(bytes, slow());
  masm_.load(operand2, Object::make_header(Type::closure, 0, slots));
  masm_.store(place_at(accumulator), operand2);
  masm_.add(accumulator, object_tag);
  masm_.load(operand2, constant(i().b));
  masm_.store(field(accumulator, 0), operand2);
  bool own = false;
  for (std::size_t n = 0; n < i().c; ++n) {
    const Instruction& captured = word(1 + n);
    if (captured.b == 0) {
      load(operand2, captured.a);
    } else {
      if (!own) masm_.load(temporary, function_of_frame());
      own = true;
      masm_.load(operand2, field(temporary, 1u + captured.a));
    }
    masm_.store(field(accumulator, 1 + n), operand2);
  }
  put(accumulator);
}

void ObjectEmitter::slot_of_class() {
  const bool set = is(i(), Op::SLOTSET);
  const std::uint32_t slot = set ? i().b : i().c;
  const Value klass = constant(word(1).a);
  const std::ptrdiff_t other = here() + 2 + word(1).bc();
  const Label ask = masm_.new_label(), is_one = masm_.new_label(), none = label_of(other);
  load(accumulator, set ? i().a : i().b);
  masm_.unless_type(accumulator, Type::instance, operand2, none);
  masm_.load(operand2, klass);
  masm_.branch_if(field(accumulator, 0), Condition::not_equal, operand2, ask);
  masm_.bind(is_one);
  masm_.unless_slot(accumulator, slot, none);
  if (set) {
    masm_.load_address(temporary, field(accumulator, 1u + slot));
    load(operand2, i().c);
    write(temporary, operand2);
  } else {
    masm_.load(accumulator, field(accumulator, 1u + slot));
    put(accumulator);
  }
  defer([this, ask, is_one, none] {
    masm_.bind(ask);
    masm_.move(argument0, accumulator);
    masm_.move(argument1, operand2);
    masm_.keep(accumulator);
    call(&is_of_class);
    masm_.restore(operand2);
    masm_.branch_if_false(accumulator, Condition::equal, none);
    masm_.move(accumulator, operand2);
    masm_.jump(is_one);
  });
}

/// Calls table_get, which neither fails nor looks at the frame.
void ObjectEmitter::get_hash() {
  load(argument1, i().c);
  masm_.unless_type(argument1, Type::hash_table, operand2, slow());
  load(argument2, i().b);
  if (is(i(), Op::GETHASHOR)) load(argument3, i().a);
  else masm_.load(operand2, NIL);
  masm_.move(argument0, jit::vm);
  call(&table_get);
  put(accumulator);
}

constexpr std::size_t hash_table_entries = 0, hash_table_last = 10;
static_assert(offsetof(HashTable, entries) == 8 + 8 * hash_table_entries && offsetof(HashTable, last) == 8 + 8 * hash_table_last);

/// Stores in line if the key is the key of the entry found last, as after GETHASH. If memory is short, the slow path
/// retries.
void ObjectEmitter::put_hash() {
  const Label wrong = slow(), search = masm_.new_label(), done = masm_.new_label();
  load(temporary, i().b);
  masm_.unless_type(temporary, Type::hash_table, operand2, wrong);
  masm_.load(operand2, field(temporary, hash_table_last));
  masm_.load(accumulator, field(temporary, hash_table_entries));
  masm_.load_address(temporary, place_at(accumulator, operand2, 3, 16 - object_tag));  // the value: an entry has two words
  load(accumulator, i().a);
  masm_.branch_if(accumulator, Condition::not_equal, place_at(temporary, -8), search);
  load(operand2, i().c);
  write(temporary, operand2);
  masm_.bind(done);
  defer([this, wrong, search, done] {
    masm_.bind(search);
    save();
    load(argument1, i().b);
    load(temporary, i().a);
    load(operand2, i().c);
    masm_.move(argument0, jit::vm);
    call(&table_put);
    masm_.branch_if(accumulator, Condition::not_equal, FAILED, done);
    masm_.jump(wrong);
  });
}

}  // namespace tessera
