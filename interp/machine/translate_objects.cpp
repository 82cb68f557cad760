// Lists, instances, variables, closures: what looks into objects and makes them.
#include "data/objects/dispatch.hpp"
#include "data/tables/hash_tables.hpp"
#include "machine/translator.hpp"
#include "vm/primitives.hpp"

namespace tessera {

using namespace machine;
using x86::CondCode;

namespace {

bool is_of_class(Value v, Value klass) { return is_instance_of(v, klass); }
Value function_for(Value cache, Value object) { return find_function(cache.as_object(), object); }
Value function_for_two(Value cache, Value first, Value second) { return find_function(cache.as_object(), first, second); }
Value slot_from_cache(Value cache, Value object) {
  const Value* slot = cached_place(cache, object);
  return slot != nullptr ? *slot : UNBOUND;
}

}  // namespace

bool Translator::translate_object() {
  switch (static_cast<Op>(i().op)) {
    case Op::CAR: path("a"); return true;
    case Op::CDR: path("d"); return true;
    case Op::CADR: path("da"); return true;
    case Op::CDDR: path("dd"); return true;
    case Op::CAAR: path("aa"); return true;
    case Op::CARCDR: {
      load(x86::rax, i().b);
      unless_cons(x86::rax, x86::rcx, slow());
      a_.mov(x86::rcx, car(x86::rax));
      a_.mov(x86::rdx, cdr(x86::rax));
      store(i().a, x86::rcx);
      store(i().b, x86::rdx);
      pass_over();
      return true;
    }
    case Op::SETCAR:
    case Op::SETCDR: {
      load(x86::rax, i().a);
      load(x86::rcx, i().b);
      unless_cons(x86::rax, x86::rdx, slow());
      a_.lea(x86::rdx, is(i(), Op::SETCAR) ? car(x86::rax) : cdr(x86::rax));
      write(x86::rdx, x86::rcx);
      return true;
    }
    case Op::CONS: cons(); return true;
    case Op::LIST:
      if (i().c > 8) return false;
      list();
      return true;
    case Op::CHARCODE:
      load(x86::rax, i().b);
      a_.cmp(x86::al, static_cast<int>(Value::character(0).bits()));
      a_.jne(slow());
      a_.shr(x86::rax, 7);  // the code is doubled, and the tag gone
      put(x86::rax);
      return true;
    case Op::CODECHAR:
      load(x86::rax, i().b);
      a_.test(x86::al, 1);
      a_.jne(slow());
      a_.cmp(x86::rax, 0x10FFFF * 2);
      a_.ja(slow());
      a_.shl(x86::rax, 7);  // a fixnum is doubled
      a_.or_(x86::rax, static_cast<int>(Value::character(0).bits()));
      put(x86::rax);
      return true;
    case Op::GETGLOBAL:
      a_.mov(x86::rax, address_of(constant(i().bc())) + offsetof(Symbol, value));
      a_.mov(x86::rax, x86::qword_ptr(x86::rax));
      a_.cmp(x86::rax, static_cast<int>(UNBOUND.bits()));
      a_.je(slow());
      put(x86::rax);
      return true;
    case Op::SETGLOBAL:
      a_.mov(x86::rdx, address_of(constant(i().bc())) + offsetof(Symbol, value));
      load(x86::rcx, i().a);
      write(x86::rdx, x86::rcx);
      return true;
    case Op::FUNCTION:
      a_.mov(x86::rax, address_of(constant(i().bc())) + offsetof(Symbol, function));
      a_.mov(x86::rax, x86::qword_ptr(x86::rax));
      load_value(x86::rcx, vm_.undefined_function);
      a_.cmp(x86::rax, x86::rcx);
      a_.je(slow());
      put(x86::rax);
      return true;
    case Op::CELLNEW: {
      allocate(16);
      load(x86::rdx, i().b);
      a_.mov(x86::rcx, Object::make_header(Type::cell, 0, 1));
      a_.mov(x86::qword_ptr(x86::rax), x86::rcx);
      a_.mov(x86::qword_ptr(x86::rax, 8), x86::rdx);
      a_.add(x86::rax, object_tag);
      put(x86::rax);
      return true;
    }
    case Op::CELLGET:
      load(x86::rax, i().b);
      a_.mov(x86::rax, field(x86::rax, 0));
      put(x86::rax);
      return true;
    case Op::CELLSET:
      load(x86::rax, i().a);
      a_.lea(x86::rdx, field(x86::rax, 0));
      load(x86::rcx, i().b);
      write(x86::rdx, x86::rcx);
      return true;
    case Op::CAPTURED:
    case Op::CAPTUREDCELLGET:
      a_.mov(x86::rax, function_of_frame());
      a_.mov(x86::rax, field(x86::rax, 1u + i().b));
      if (is(i(), Op::CAPTUREDCELLGET)) a_.mov(x86::rax, field(x86::rax, 0));
      put(x86::rax);
      return true;
    case Op::CAPTUREDCELLSET:
      a_.mov(x86::rax, function_of_frame());
      a_.mov(x86::rax, field(x86::rax, 1u + i().b));
      a_.lea(x86::rdx, field(x86::rax, 0));
      load(x86::rcx, i().a);
      write(x86::rdx, x86::rcx);
      return true;
    case Op::CLOSURE:
      if (i().c > 16) return false;
      closure();
      return true;
    case Op::CLOSURESET:
      load(x86::rax, i().a);
      a_.lea(x86::rdx, field(x86::rax, 1u + i().b));
      load(x86::rcx, i().c);
      write(x86::rdx, x86::rcx);
      return true;
    case Op::INSTANCEREF: {
      const Label general = slow();
      load(x86::rax, i().b);
      unless_type(x86::rax, Type::instance, x86::rcx, general);
      unless_slot(x86::rax, i().c, general);
      a_.mov(x86::rax, field(x86::rax, 1u + i().c));
      put(x86::rax);
      return true;
    }
    case Op::INSTANCESET: {
      const Label general = slow();
      load(x86::rax, i().a);
      unless_type(x86::rax, Type::instance, x86::rcx, general);
      unless_slot(x86::rax, i().b, general);
      a_.lea(x86::rdx, field(x86::rax, 1u + i().b));
      load(x86::rcx, i().c);
      write(x86::rdx, x86::rcx);
      return true;
    }
    case Op::SLOTREF: slot_of_class(false); return true;
    case Op::SLOTSET: slot_of_class(true); return true;
    case Op::FINDFUNCTION: cached(&function_for, false); return true;
    case Op::FINDFUNCTION2: cached(&function_for_two, true); return true;
    case Op::FINDSLOT:
      load(x86::rdi, i().b);
      load(x86::rsi, i().c);
      call(&slot_from_cache);
      put(x86::rax);
      return true;
    case Op::SUPPLIEDP:
      a_.mov(x86::eax, static_cast<std::uint32_t>(NIL.bits()));
      a_.mov(x86::ecx, static_cast<std::uint32_t>(T.bits()));
      a_.cmp(reg(i().b), static_cast<int>(UNSUPPLIED.bits()));
      a_.cmovne(x86::rax, x86::rcx);
      put(x86::rax);
      return true;
    case Op::GETHASH: gethash(false); return true;
    case Op::GETHASHOR: gethash(true); return true;
    case Op::PUTHASH: puthash(); return true;
    default: return false;
  }
}

// The write barrier: see Heap::write. Spoils rsi.
void Translator::write(Gp slot, Gp value) {
  const Label young = new_label(), done = new_label();
  a_.mov(x86::qword_ptr(slot), value);
  a_.mov(x86::rsi, value);
  a_.sub(x86::rsi, at(l_.nursery_begin));
  a_.cmp(x86::rsi, at(l_.nursery_reserve));
  a_.jb(young);
  a_.bind(done);
  later([this, young, done, slot] {
    a_.bind(young);
    a_.mov(x86::rsi, slot);
    a_.sub(x86::rsi, at(l_.nursery_begin));
    a_.cmp(x86::rsi, at(l_.nursery_reserve));
    a_.jb(done);
    a_.mov(x86::rsi, slot);
    a_.mov(x86::rdi, machine::vm);
    call(&MachineLayout::remember);
    a_.jmp(done);
  });
}

// rax: so many bytes of the nursery. Spoils rcx.
void Translator::allocate(std::size_t bytes) {
  a_.mov(x86::rax, at(l_.bump));
  a_.lea(x86::rcx, x86::ptr(x86::rax, static_cast<std::int32_t>(bytes)));
  a_.cmp(x86::rcx, at(l_.soft_end));
  a_.ja(slow());
  a_.mov(at(l_.bump), x86::rcx);
}

// Goes on if the instance has slot number `slot`, behind its class.
void Translator::unless_slot(Gp instance, std::uint32_t slot, const Label& otherwise) {
  a_.cmp(length_of(instance), slot + 1);
  a_.jbe(otherwise);
}

// Of NIL it is NIL.
void Translator::car_or_cdr(Gp list, bool is_car, const Label& wrong) {
  const Label no_cons = new_label(), done = new_label();
  unless_cons(list, x86::rcx, no_cons);
  a_.mov(list, is_car ? car(list) : cdr(list));
  a_.bind(done);
  later([this, no_cons, done, wrong, list] {
    a_.bind(no_cons);
    a_.cmp(list, static_cast<int>(NIL.bits()));
    a_.je(done);
    a_.jmp(wrong);
  });
}

// One CAR or CDR after the other.
void Translator::path(std::string_view letters) {
  const Label wrong = slow();
  load(x86::rax, i().b);
  for (const char letter : letters) car_or_cdr(x86::rax, letter == 'a', wrong);
  put(x86::rax);
}

void Translator::cons() {
  allocate(sizeof(Cons));
  load(x86::rcx, i().b);
  load(x86::rdx, i().c);
  a_.mov(x86::qword_ptr(x86::rax), x86::rcx);
  a_.mov(x86::qword_ptr(x86::rax, 8), x86::rdx);
  a_.add(x86::rax, cons_tag);
  put(x86::rax);
}

void Translator::list() {
  const auto count = static_cast<std::int32_t>(i().c);
  if (count == 0) return put_value(NIL);
  constexpr auto size = static_cast<std::int32_t>(sizeof(Cons));
  allocate(static_cast<std::size_t>(count * size));
  a_.add(x86::rax, cons_tag);
  for (std::int32_t n = 0; n < count; ++n) {
    load(x86::rcx, i().b + static_cast<std::size_t>(n));
    a_.mov(x86::qword_ptr(x86::rax, n * size - cons_tag), x86::rcx);
    const Mem rest = x86::qword_ptr(x86::rax, n * size + 8 - cons_tag);
    if (n + 1 == count) {
      a_.mov(rest, static_cast<int>(NIL.bits()));
    } else {
      a_.lea(x86::rcx, x86::ptr(x86::rax, (n + 1) * size));
      a_.mov(rest, x86::rcx);
    }
  }
  put(x86::rax);
}

void Translator::closure() {
  const std::uint32_t slots = 1u + i().c;
  const std::size_t bytes = (8 + slots * sizeof(Value) + 15) & ~std::size_t{15};
  allocate(bytes);
  a_.mov(x86::rcx, Object::make_header(Type::closure, 0, slots));
  a_.mov(x86::qword_ptr(x86::rax), x86::rcx);
  a_.add(x86::rax, object_tag);
  load_value(x86::rcx, constant(i().b));
  a_.mov(field(x86::rax, 0), x86::rcx);
  bool own = false;
  for (std::size_t n = 0; n < i().c; ++n) {
    const Instruction& captured = word(1 + n);
    if (captured.b == 0) {
      load(x86::rcx, captured.a);
    } else {
      if (!own) a_.mov(x86::rdx, function_of_frame());
      own = true;
      a_.mov(x86::rcx, field(x86::rdx, 1u + captured.a));
    }
    a_.mov(field(x86::rax, 1 + n), x86::rcx);
  }
  put(x86::rax);
}

void Translator::slot_of_class(bool set) {
  const std::uint32_t slot = set ? i().b : i().c;
  const Value klass = constant(word(1).a);
  const std::ptrdiff_t other = static_cast<std::ptrdiff_t>(at_) + 2 + word(1).bc();
  const Label ask = new_label(), is_one = new_label(), none = label_of(other);
  load(x86::rax, set ? i().a : i().b);
  unless_type(x86::rax, Type::instance, x86::rcx, none);
  load_value(x86::rcx, klass);
  a_.cmp(field(x86::rax, 0), x86::rcx);
  a_.jne(ask);
  a_.bind(is_one);
  unless_slot(x86::rax, slot, none);
  if (set) {
    a_.lea(x86::rdx, field(x86::rax, 1u + slot));
    load(x86::rcx, i().c);
    write(x86::rdx, x86::rcx);
  } else {
    a_.mov(x86::rax, field(x86::rax, 1u + slot));
    put(x86::rax);
  }
  later([this, ask, is_one, none] {
    a_.bind(ask);
    a_.mov(x86::rdi, x86::rax);
    a_.mov(x86::rsi, x86::rcx);
    a_.push(x86::rax);
    a_.push(x86::rax);  // so that the stack stays aligned
    call(&is_of_class);
    a_.pop(x86::rcx);
    a_.pop(x86::rcx);
    a_.test(x86::al, x86::al);
    a_.je(none);
    a_.mov(x86::rax, x86::rcx);
    a_.jmp(is_one);
  });
}

// The caches of generic functions, in the register that comes first.
template <class Function> void Translator::cached(Function function, bool two_objects) {
  load(x86::rdi, two_objects ? i().a : i().b);
  unless_type(x86::rdi, Type::simple_vector, x86::rcx, slow());
  load(x86::rsi, two_objects ? i().b : i().c);
  if (two_objects) load(x86::rdx, i().c);
  call(function);
  put(x86::rax);
}

// Nothing of it fails or looks at where the machine is.
void Translator::gethash(bool with_default) {
  load(x86::rsi, i().c);
  unless_type(x86::rsi, Type::hash_table, x86::rcx, slow());
  load(x86::rdx, i().b);
  if (with_default) load(x86::rcx, i().a);
  else load_value(x86::rcx, NIL);
  a_.mov(x86::rdi, machine::vm);
  call(&table_get);
  put(x86::rax);
}

constexpr std::size_t hash_table_entries = 0, hash_table_last = 10;
static_assert(offsetof(HashTable, entries) == 8 + 8 * hash_table_entries && offsetof(HashTable, last) == 8 + 8 * hash_table_last);

// In line where the key is that of the entry found last, as after GETHASH. Where memory is short it is done once more, by the machine.
void Translator::puthash() {
  const Label wrong = slow(), search = new_label(), done = new_label();
  load(x86::rdx, i().b);
  unless_type(x86::rdx, Type::hash_table, x86::rcx, wrong);
  a_.mov(x86::rcx, field(x86::rdx, hash_table_last));
  a_.mov(x86::rax, field(x86::rdx, hash_table_entries));
  a_.lea(x86::rdx, x86::qword_ptr(x86::rax, x86::rcx, 3, 16 - object_tag));  // the value; the number is a fixnum, the entry two words
  load(x86::rax, i().a);
  a_.cmp(x86::rax, x86::qword_ptr(x86::rdx, -8));
  a_.jne(search);
  load(x86::rcx, i().c);
  write(x86::rdx, x86::rcx);
  a_.bind(done);
  later([this, wrong, search, done] {
    a_.bind(search);
    save();
    load(x86::rsi, i().b);
    load(x86::rdx, i().a);
    load(x86::rcx, i().c);
    a_.mov(x86::rdi, machine::vm);
    call(&table_put);
    compare_value(x86::rax, FAILED);
    a_.jne(done);
    a_.jmp(wrong);
  });
}

}  // namespace tessera
