// Lists, variables, closures, instances, hash tables.
#include "jit/emitters/object_emitter.hpp"
#include "data/objects/dispatch.hpp"
#include "data/tables/hash_tables.hpp"
#include "vm/loop/primitives.hpp"

namespace tessera {

using namespace jit;
using x86::CondCode;

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
  load(x86::rax, i().b);
  masm_.unless_cons(x86::rax, x86::rcx, slow());
  asm_.mov(x86::rcx, car(x86::rax));
  asm_.mov(x86::rdx, cdr(x86::rax));
  store(i().a, x86::rcx);
  store(i().b, x86::rdx);
  emission_.site->skip_single_operations();
}

void ObjectEmitter::set_car_or_cdr() {
  load(x86::rax, i().a);
  load(x86::rcx, i().b);
  masm_.unless_cons(x86::rax, x86::rdx, slow());
  asm_.lea(x86::rdx, is(i(), Op::SETCAR) ? car(x86::rax) : cdr(x86::rax));
  write(x86::rdx, x86::rcx);
}

void ObjectEmitter::character_code() {
  load(x86::rax, i().b);
  asm_.cmp(x86::al, static_cast<int>(Value::character(0).bits()));
  asm_.jne(slow());
  asm_.shr(x86::rax, 7);  // the code is doubled, and the tag is shifted out
  put(x86::rax);
}

void ObjectEmitter::code_character() {
  load(x86::rax, i().b);
  asm_.test(x86::al, 1);
  asm_.jne(slow());
  asm_.cmp(x86::rax, 0x10FFFF * 2);
  asm_.ja(slow());
  asm_.shl(x86::rax, 7);  // a fixnum is doubled
  asm_.or_(x86::rax, static_cast<int>(Value::character(0).bits()));
  put(x86::rax);
}

void ObjectEmitter::get_global() {
  asm_.mov(x86::rax, address_of(constant(i().bc())) + offsetof(Symbol, value));
  asm_.mov(x86::rax, x86::qword_ptr(x86::rax));
  asm_.cmp(x86::rax, static_cast<int>(UNBOUND.bits()));
  asm_.je(slow());
  put(x86::rax);
  emission_.site->keep_in_rax(i().a);
}

void ObjectEmitter::set_global() {
  asm_.mov(x86::rdx, address_of(constant(i().bc())) + offsetof(Symbol, value));
  load(x86::rcx, i().a);
  write(x86::rdx, x86::rcx);
}

void ObjectEmitter::get_function() {
  asm_.mov(x86::rax, address_of(constant(i().bc())) + offsetof(Symbol, function));
  asm_.mov(x86::rax, x86::qword_ptr(x86::rax));
  masm_.load_value(x86::rcx, emission_.vm.undefined_function);
  asm_.cmp(x86::rax, x86::rcx);
  asm_.je(slow());
  put(x86::rax);
}

void ObjectEmitter::new_cell() {
  allocate(16);
  load(x86::rdx, i().b);
  asm_.mov(x86::rcx, Object::make_header(Type::cell, 0, 1));
  asm_.mov(x86::qword_ptr(x86::rax), x86::rcx);
  asm_.mov(x86::qword_ptr(x86::rax, 8), x86::rdx);
  asm_.add(x86::rax, object_tag);
  put(x86::rax);
}

void ObjectEmitter::get_cell() {
  load(x86::rax, i().b);
  asm_.mov(x86::rax, field(x86::rax, 0));
  put(x86::rax);
}

void ObjectEmitter::set_cell() {
  load(x86::rax, i().a);
  asm_.lea(x86::rdx, field(x86::rax, 0));
  load(x86::rcx, i().b);
  write(x86::rdx, x86::rcx);
}

void ObjectEmitter::set_captured_cell() {
  asm_.mov(x86::rax, function_of_frame());
  asm_.mov(x86::rax, field(x86::rax, 1u + i().b));
  asm_.lea(x86::rdx, field(x86::rax, 0));
  load(x86::rcx, i().a);
  write(x86::rdx, x86::rcx);
}

void ObjectEmitter::set_captured() {
  load(x86::rax, i().a);
  asm_.lea(x86::rdx, field(x86::rax, 1u + i().b));
  load(x86::rcx, i().c);
  write(x86::rdx, x86::rcx);
}

void ObjectEmitter::instance_slot() {
  const Label general = slow();
  load(x86::rax, i().b);
  masm_.unless_type(x86::rax, Type::instance, x86::rcx, general);
  masm_.unless_slot(x86::rax, i().c, general);
  asm_.mov(x86::rax, field(x86::rax, 1u + i().c));
  put(x86::rax);
}

void ObjectEmitter::set_instance_slot() {
  const Label general = slow();
  load(x86::rax, i().a);
  masm_.unless_type(x86::rax, Type::instance, x86::rcx, general);
  masm_.unless_slot(x86::rax, i().b, general);
  asm_.lea(x86::rdx, field(x86::rax, 1u + i().b));
  load(x86::rcx, i().c);
  write(x86::rdx, x86::rcx);
}

void ObjectEmitter::find_slot() {
  load(x86::rdi, i().b);
  load(x86::rsi, i().c);
  call(&slot_from_cache);
  put(x86::rax);
}

void ObjectEmitter::supplied() {
  asm_.mov(x86::eax, static_cast<std::uint32_t>(NIL.bits()));
  asm_.mov(x86::ecx, static_cast<std::uint32_t>(T.bits()));
  asm_.cmp(reg(i().b), static_cast<int>(UNSUPPLIED.bits()));
  asm_.cmovne(x86::rax, x86::rcx);
  put(x86::rax);
}

void ObjectEmitter::get_captured() {
  asm_.mov(x86::rax, function_of_frame());
  asm_.mov(x86::rax, field(x86::rax, 1u + i().b));
  put(x86::rax);
  emission_.site->keep_in_rax(i().a);
}

void ObjectEmitter::get_captured_cell() {
  asm_.mov(x86::rax, function_of_frame());
  asm_.mov(x86::rax, field(x86::rax, 1u + i().b));
  asm_.mov(x86::rax, field(x86::rax, 0));
  put(x86::rax);
}

/// Looks up the object in the cache of a generic function, a simple vector in the first register.
template <class Function> void ObjectEmitter::cached(Function function, bool two_objects) {
  load(x86::rdi, two_objects ? i().a : i().b);
  masm_.unless_type(x86::rdi, Type::simple_vector, x86::rcx, slow());
  load(x86::rsi, two_objects ? i().b : i().c);
  if (two_objects) load(x86::rdx, i().c);
  call(function);
  put(x86::rax);
}

void ObjectEmitter::cached_function() { cached(&function_for, false); }
void ObjectEmitter::cached_function_of_two() { cached(&function_for_two, true); }

/// Replaces the list by its CAR or CDR; NIL stays NIL.
void ObjectEmitter::car_or_cdr(Gp list, bool is_car, const Label& wrong) {
  const Label no_cons = masm_.new_label(), done = masm_.new_label();
  masm_.unless_cons(list, x86::rcx, no_cons);
  asm_.mov(list, is_car ? car(list) : cdr(list));
  asm_.bind(done);
  defer([this, no_cons, done, wrong, list] {
    asm_.bind(no_cons);
    asm_.cmp(list, static_cast<int>(NIL.bits()));
    asm_.je(done);
    asm_.jmp(wrong);
  });
}

void ObjectEmitter::path(std::string_view letters) {
  const Label wrong = slow();
  load(x86::rax, i().b);
  for (const char letter : letters) car_or_cdr(x86::rax, letter == 'a', wrong);
  put(x86::rax);
  emission_.site->keep_in_rax(i().a);
}

void ObjectEmitter::cons() {
  allocate(sizeof(Cons));
  load(x86::rcx, i().b);
  load(x86::rdx, i().c);
  asm_.mov(x86::qword_ptr(x86::rax), x86::rcx);
  asm_.mov(x86::qword_ptr(x86::rax, 8), x86::rdx);
  asm_.add(x86::rax, cons_tag);
  put(x86::rax);
}

void ObjectEmitter::list() {
  const auto count = static_cast<std::int32_t>(i().c);
  if (count == 0) return put_value(NIL);
  constexpr auto size = static_cast<std::int32_t>(sizeof(Cons));
  allocate(static_cast<std::size_t>(count * size));
  asm_.add(x86::rax, cons_tag);
  for (std::int32_t n = 0; n < count; ++n) {
    load(x86::rcx, i().b + static_cast<std::size_t>(n));
    asm_.mov(x86::qword_ptr(x86::rax, n * size - cons_tag), x86::rcx);
    const Mem rest = x86::qword_ptr(x86::rax, n * size + 8 - cons_tag);
    if (n + 1 == count) {
      asm_.mov(rest, static_cast<int>(NIL.bits()));
    } else {
      asm_.lea(x86::rcx, x86::ptr(x86::rax, (n + 1) * size));
      asm_.mov(rest, x86::rcx);
    }
  }
  put(x86::rax);
}

void ObjectEmitter::new_closure() {
  const std::uint32_t slots = 1u + i().c;
  const std::size_t bytes = bytes_with_header(slots * sizeof(Value));
  allocate(bytes);
  asm_.mov(x86::rcx, Object::make_header(Type::closure, 0, slots));
  asm_.mov(x86::qword_ptr(x86::rax), x86::rcx);
  asm_.add(x86::rax, object_tag);
  masm_.load_value(x86::rcx, constant(i().b));
  asm_.mov(field(x86::rax, 0), x86::rcx);
  bool own = false;
  for (std::size_t n = 0; n < i().c; ++n) {
    const Instruction& captured = word(1 + n);
    if (captured.b == 0) {
      load(x86::rcx, captured.a);
    } else {
      if (!own) asm_.mov(x86::rdx, function_of_frame());
      own = true;
      asm_.mov(x86::rcx, field(x86::rdx, 1u + captured.a));
    }
    asm_.mov(field(x86::rax, 1 + n), x86::rcx);
  }
  put(x86::rax);
}

void ObjectEmitter::slot_of_class() {
  const bool set = is(i(), Op::SLOTSET);
  const std::uint32_t slot = set ? i().b : i().c;
  const Value klass = constant(word(1).a);
  const std::ptrdiff_t other = here() + 2 + word(1).bc();
  const Label ask = masm_.new_label(), is_one = masm_.new_label(), none = label_of(other);
  load(x86::rax, set ? i().a : i().b);
  masm_.unless_type(x86::rax, Type::instance, x86::rcx, none);
  masm_.load_value(x86::rcx, klass);
  asm_.cmp(field(x86::rax, 0), x86::rcx);
  asm_.jne(ask);
  asm_.bind(is_one);
  masm_.unless_slot(x86::rax, slot, none);
  if (set) {
    asm_.lea(x86::rdx, field(x86::rax, 1u + slot));
    load(x86::rcx, i().c);
    write(x86::rdx, x86::rcx);
  } else {
    asm_.mov(x86::rax, field(x86::rax, 1u + slot));
    put(x86::rax);
  }
  defer([this, ask, is_one, none] {
    asm_.bind(ask);
    asm_.mov(x86::rdi, x86::rax);
    asm_.mov(x86::rsi, x86::rcx);
    asm_.push(x86::rax);
    asm_.push(x86::rax);  // keeps the stack aligned
    call(&is_of_class);
    asm_.pop(x86::rcx);
    asm_.pop(x86::rcx);
    asm_.test(x86::al, x86::al);
    asm_.je(none);
    asm_.mov(x86::rax, x86::rcx);
    asm_.jmp(is_one);
  });
}

/// Calls table_get, which neither fails nor looks at the frame.
void ObjectEmitter::get_hash() {
  load(x86::rsi, i().c);
  masm_.unless_type(x86::rsi, Type::hash_table, x86::rcx, slow());
  load(x86::rdx, i().b);
  if (is(i(), Op::GETHASHOR)) load(x86::rcx, i().a);
  else masm_.load_value(x86::rcx, NIL);
  asm_.mov(x86::rdi, jit::vm);
  call(&table_get);
  put(x86::rax);
}

constexpr std::size_t hash_table_entries = 0, hash_table_last = 10;
static_assert(offsetof(HashTable, entries) == 8 + 8 * hash_table_entries && offsetof(HashTable, last) == 8 + 8 * hash_table_last);

/// Stores in line if the key is the key of the entry found last, as after GETHASH. If memory is short, the slow path
/// retries.
void ObjectEmitter::put_hash() {
  const Label wrong = slow(), search = masm_.new_label(), done = masm_.new_label();
  load(x86::rdx, i().b);
  masm_.unless_type(x86::rdx, Type::hash_table, x86::rcx, wrong);
  asm_.mov(x86::rcx, field(x86::rdx, hash_table_last));
  asm_.mov(x86::rax, field(x86::rdx, hash_table_entries));
  asm_.lea(x86::rdx, x86::qword_ptr(x86::rax, x86::rcx, 3, 16 - object_tag));  // the value; the number is a fixnum, the entry two words
  load(x86::rax, i().a);
  asm_.cmp(x86::rax, x86::qword_ptr(x86::rdx, -8));
  asm_.jne(search);
  load(x86::rcx, i().c);
  write(x86::rdx, x86::rcx);
  asm_.bind(done);
  defer([this, wrong, search, done] {
    asm_.bind(search);
    save();
    load(x86::rsi, i().b);
    load(x86::rdx, i().a);
    load(x86::rcx, i().c);
    asm_.mov(x86::rdi, jit::vm);
    call(&table_put);
    masm_.compare_value(x86::rax, FAILED);
    asm_.jne(done);
    asm_.jmp(wrong);
  });
}

}  // namespace tessera
