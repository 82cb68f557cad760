// Arguments to parameters: optional, rest and keyword ones, and lists spread by APPLY.
#include <algorithm>

#include "data/objects/lambda_lists.hpp"
#include "data/symbols/packages.hpp"
#include "vm/vm.hpp"

namespace tessera {

Value Vm::list_of(const Value* first, std::size_t count) {
  Value list = NIL;
  while (count > 0) list = heap.cons(first[--count], list);
  return list;
}

// Registers that arguments fill.
std::uint32_t Vm::parameter_registers(const Code* code) {
  const Arity arity = Arity::unpack(code->arity.as_fixnum());
  return arity.required + arity.optional + (arity.rest ? 1 : 0) + (is_nil(code->keywords) ? 0 : code->keywords.as_object()->length());
}

// Lay out the window's arguments as `fn`, which does not take just so many required ones, wants them.
Vm::Fitted Vm::fit_arguments(Value fn, Value* window, std::uint32_t count) {
  Code* const code = code_of(as<Closure>(fn));
  const Arity arity = Arity::unpack(code->arity.as_fixnum());
  const std::uint32_t positional = arity.required + arity.optional;
  if (arity.known || count < arity.required || (count > positional && !arity.rest && !arity.keys))
    return fail_arguments(code, arity, count);
  window[0] = fn;
  Value* const base = window + 2;
  if (!make_room(base, registers_of(code) + 2 * count)) return Fitted::overflow;
  if (arity.keys) return bind_keywords(code, arity, base, count) ? Fitted::yes : Fitted::failed;
  const Value rest = arity.rest && count > positional ? list_of(base + positional, count - positional) : NIL;
  for (std::uint32_t i = count; i < positional; ++i) base[i] = UNSUPPLIED;
  if (arity.rest) base[positional] = rest;
  return Fitted::yes;
}

[[gnu::noinline]] Vm::Fitted Vm::fail_arguments(Code* code, const Arity& arity, std::uint32_t count) {
  if (arity.known) {
    fail_simple(Known::simple_program_error, "called from elsewhere than the function that it is part of.");
  } else {
    fail_simple(Known::simple_program_error, "~Acalled with ~A argument~A, which its lambda list ~A does not take.",
                {make_string(is_nil(code->name) ? "an anonymous function was " : ""), Value::fixnum(count),
                 make_string(count == 1 ? "" : "s"), lambda_list_of(*this, code)});
  }
  return Fitted::failed;
}

// Arguments behind the positional ones go above the frame first: their registers are those of the keywords' parameters.
bool Vm::bind_keywords(Code* code, const Arity& arity, Value* base, std::uint32_t count) {
  const std::uint32_t positional = arity.required + arity.optional, rest_count = count > positional ? count - positional : 0;
  Value* registers = base + positional;
  Value* const args = base + std::max(registers_of(code), count);
  std::copy_n(registers, rest_count, args);
  for (std::uint32_t i = count; i < positional; ++i) base[i] = UNSUPPLIED;
  if (arity.rest) *registers++ = list_of(args, rest_count);
  return assign_keywords(code, arity, registers, args, rest_count);
}

bool Vm::assign_keywords(Code* code, const Arity& arity, Value* registers, const Value* args, std::uint32_t count) {
  const Object* keywords = is_nil(code->keywords) ? nullptr : code->keywords.as_object();
  const std::uint32_t known = keywords == nullptr ? 0 : keywords->length();
  std::fill_n(registers, known, UNSUPPLIED);
  if (count % 2 != 0) {
    fail_simple(Known::simple_program_error, "the keyword arguments are not in pairs: ~S.", {list_of(args, count)});
    return false;
  }
  Value unknown = UNBOUND;
  Value allow = UNSUPPLIED;
  for (std::uint32_t i = 0; i < count; i += 2) {
    const Value key = args[i];
    if (key == sym(Known::allow_other_keys) && allow == UNSUPPLIED) allow = args[i + 1];
    std::uint32_t k = 0;
    while (k < known && keywords->slots[k] != key) ++k;
    if (k == known) {
      if (unknown == UNBOUND && key != sym(Known::allow_other_keys)) unknown = key;
    } else if (registers[k] == UNSUPPLIED) {
      registers[k] = args[i + 1];
    }
  }
  if (unknown == UNBOUND || arity.allow_other_keys || (allow != UNSUPPLIED && !is_nil(allow))) return true;
  const Value all = list({keywords == nullptr ? nullptr : keywords->slots, known});
  fail_simple(Known::simple_program_error, "there is no keyword parameter ~S among those that there are: ~S.", {unknown, all});
  return false;
}

// The last of the window's arguments is a list of more. FAILED if it is no proper list or too long.
Value Vm::spread_list(Value* window, std::uint32_t& count) {
  Value* slot = window + 1 + count;
  Value list = *slot;
  --count;
  for (; list.is_cons(); list = list.as_cons()->cdr) {
    if (count >= config::call_arguments_limit)
      return fail_simple(Known::simple_program_error, "there are more than ~A arguments.", {Value::fixnum(config::call_arguments_limit)});
    if (slot + 8 > checked_ && !make_room(slot, 64))
      return fail_simple(Known::simple_program_error, "the arguments do not fit on the stack.");
    *slot++ = list.as_cons()->car;
    ++count;
  }
  return is_nil(list) ? T : fail_type(list, Known::list);
}

}  // namespace tessera
