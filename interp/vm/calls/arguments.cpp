// Arguments to parameters: optional, rest and keyword ones, and lists spread by APPLY.
#include <algorithm>

#include "data/objects/lambda_lists.hpp"
#include "data/symbols/packages.hpp"
#include "vm/calls/calls.hpp"
#include "vm/values.hpp"

namespace tessera {

std::uint32_t parameter_registers(const Code* code) {
  const Arity arity = Arity::unpack(code->arity.as_fixnum());
  return arity.required + arity.optional + (arity.rest ? 1 : 0) + (is_nil(code->keywords) ? 0 : code->keywords.as_object()->length());
}

namespace {

[[gnu::noinline]] Layout fail_arguments(VmState& vm, Code* code, const Arity& arity, std::uint32_t count) {
  if (arity.known) {
    vm.fail_simple(Known::simple_program_error, "local function called from outside its defining function");
  } else {
    vm.fail(Known::wrong_argument_count, {vm.sym(Known::argument_count), Value::fixnum(count), vm.sym(Known::parameters),
                                          lambda_list_of(vm, code), vm.sym(Known::anonymous), boolean(is_nil(code->name))});
  }
  return Layout::failed;
}

/// Stores the arguments that keywords name into `registers`, the registers of the keyword parameters.
bool assign_keywords(VmState& vm, Code* code, const Arity& arity, Value* registers, const Value* args, std::uint32_t count) {
  const Object* keywords = is_nil(code->keywords) ? nullptr : code->keywords.as_object();
  const std::uint32_t known = keywords == nullptr ? 0 : keywords->length();
  std::fill_n(registers, known, UNSUPPLIED);
  if (count % 2 != 0) {
    vm.fail_simple(Known::simple_program_error, "the keyword arguments are not in pairs: ~S", {list_of(vm, args, count)});
    return false;
  }
  Value unknown = UNBOUND;
  Value allow = UNSUPPLIED;
  for (std::uint32_t i = 0; i < count; i += 2) {
    const Value key = args[i];
    if (key == vm.sym(Known::allow_other_keys) && allow == UNSUPPLIED) allow = args[i + 1];
    std::uint32_t k = 0;
    while (k < known && keywords->slots[k] != key) ++k;
    if (k == known) {
      if (unknown == UNBOUND && key != vm.sym(Known::allow_other_keys)) unknown = key;
    } else if (registers[k] == UNSUPPLIED) {
      registers[k] = args[i + 1];
    }
  }
  if (unknown == UNBOUND || arity.allow_other_keys || (allow != UNSUPPLIED && !is_nil(allow))) return true;
  const Value all = vm.list({keywords == nullptr ? nullptr : keywords->slots, known});
  vm.fail(vm.tessera("UNKNOWN-KEYWORD"), {vm.keyword("KEYWORD"), unknown, vm.keyword("KNOWN"), all});
  return false;
}

/// Binds the parameters after the required ones. First moves the arguments after the positional ones above the frame,
/// since they occupy the registers of the keyword parameters.
bool bind_keywords(VmState& vm, Code* code, const Arity& arity, Value* base, std::uint32_t count) {
  const std::uint32_t positional = arity.required + arity.optional, rest_count = count > positional ? count - positional : 0;
  Value* registers = base + positional;
  Value* const args = base + std::max(registers_of(code), count);
  std::copy_n(registers, rest_count, args);
  for (std::uint32_t i = count; i < positional; ++i) base[i] = UNSUPPLIED;
  if (arity.rest) *registers++ = list_of(vm, args, rest_count);
  return assign_keywords(vm, code, arity, registers, args, rest_count);
}

}  // namespace

Layout lay_out_arguments(VmState& vm, Value function, Value* window, std::uint32_t count) {
  Code* const code = code_of(as<Closure>(function));
  const Arity arity = Arity::unpack(code->arity.as_fixnum());
  const std::uint32_t positional = arity.required + arity.optional;
  if (arity.known || count < arity.required || (count > positional && !arity.rest && !arity.keys))
    return fail_arguments(vm, code, arity, count);
  window[0] = function;
  Value* const base = window + 2;
  if (!vm.stack.make_room(base, registers_of(code) + 2 * count)) return Layout::overflow;
  if (arity.keys) return bind_keywords(vm, code, arity, base, count) ? Layout::done : Layout::failed;
  const Value rest = arity.rest && count > positional ? list_of(vm, base + positional, count - positional) : NIL;
  for (std::uint32_t i = count; i < positional; ++i) base[i] = UNSUPPLIED;
  if (arity.rest) base[positional] = rest;
  return Layout::done;
}

Value spread_list(VmState& vm, Value* window, std::uint32_t& count) {
  Value* slot = window + 1 + count;
  Value list = *slot;
  --count;
  for (; list.is_cons(); list = list.as_cons()->cdr) {
    if (count >= config::max_call_arguments)
      return vm.fail_simple(Known::simple_program_error, "more than ~A arguments", {Value::fixnum(config::max_call_arguments)});
    if (slot + 8 > vm.stack.checked && !vm.stack.make_room(slot, 64))
      return vm.fail_simple(Known::simple_program_error, "the arguments do not fit on the stack");
    *slot++ = list.as_cons()->car;
    ++count;
  }
  return is_nil(list) ? T : vm.fail_type(list, Known::list);
}

}  // namespace tessera
