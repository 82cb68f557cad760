// Machine code that lays out the arguments of a call.
#include "jit/calls/argument_code.hpp"

#include <algorithm>

#include "data/symbols/packages.hpp"
#include "jit/calls/vm_entries.hpp"

namespace tessera {

using namespace jit;

namespace {

constexpr std::uint32_t max_moved = 16, max_listed = 16, max_parameters = 64;

Value* find_keyword(const Code* code, Value keyword) {
  if (is_nil(code->keywords)) return nullptr;
  Object* const names = code->keywords.as_object();
  Value* const end = names->slots + names->length();
  Value* const found = std::find(names->slots, end, keyword);
  return found == end ? nullptr : found;
}

}  // namespace

std::optional<ArgumentLayout> ArgumentLayout::of(const Runtime& rt, const Code* code, std::uint32_t count,
                                                 const std::vector<Value>& keywords) {
  const Arity arity = Arity::unpack(code->arity.as_fixnum());
  const std::uint32_t positional = arity.required + arity.optional;
  const bool takes_more = arity.rest || arity.keys;
  if (arity.known || count < arity.required || (count > positional && !takes_more)) return std::nullopt;
  ArgumentLayout layout{{}, count};
  for (std::uint32_t n = 0; n < positional; ++n) layout.parameters.push_back({n < count ? From::argument : From::nothing, n});
  if (arity.rest) layout.parameters.push_back({From::rest, positional});
  if (arity.keys && !layout.take_keywords(code, rt.sym(Known::allow_other_keys), keywords)) return std::nullopt;
  return layout;
}

/// Assigns the keyword arguments; the first of equal keywords counts. Returns false if one is unknown:
/// :ALLOW-OTHER-KEYS decides at run time, so C++ lays out the arguments.
bool ArgumentLayout::take_keywords(const Code* code, Value always_allowed, const std::vector<Value>& keywords) {
  const Arity arity = Arity::unpack(code->arity.as_fixnum());
  const std::uint32_t positional = arity.required + arity.optional;
  const std::size_t first = parameters.size();
  if (!is_nil(code->keywords)) parameters.resize(first + code->keywords.as_object()->length(), {From::nothing, 0});
  if (count > positional && (count - positional) % 2 != 0) return false;
  for (std::uint32_t n = positional; n < count; n += 2) {
    const Value keyword = n < keywords.size() ? keywords[n] : Value();
    if (!Runtime::is_symbol(keyword)) return false;
    if (const Value* const found = find_keyword(code, keyword)) {
      Parameter& parameter = parameters[first + static_cast<std::size_t>(found - code->keywords.as_object()->slots)];
      if (parameter.from == From::nothing) parameter = {From::argument, n + 1};
    } else if (!arity.allow_other_keys && keyword != always_allowed) {
      return false;
    }
  }
  return true;
}

ArgumentCode::ArgumentCode(Vm& vm, const FieldOffsets& layout, const CallStub& call, const Code* callee)
    : vm_(vm), offsets_(layout), call_(call), callee_(prologue_of(callee->instructions)), masm_(layout), otherwise_(masm_.new_label()) {}

/// Emits code that reads all moved arguments before it writes any, since parameters overlay other arguments.
bool ArgumentCode::make(const ArgumentLayout& arguments) {
  using From = ArgumentLayout::From;
  if (arguments.parameters.size() > max_parameters) return false;
  check_stack_room();
  std::vector<std::uint32_t> moved;
  for (std::uint32_t n = 0; n < arguments.parameters.size(); ++n) {
    const auto [from, argument] = arguments.parameters[n];
    if (from == From::argument && argument != n) moved.push_back(n);
    if (from != From::rest || argument >= arguments.count) continue;
    if (arguments.count - argument > max_listed) return false;
    const auto load = [this, first = argument](std::size_t k) { masm_.load(operand2, reg(first + k)); };
    masm_.allocate_list(static_cast<std::int32_t>(arguments.count - argument), load, otherwise_);
  }
  if (moved.size() > max_moved) return false;
  for (std::uint32_t n = 0; n < moved.size(); ++n) masm_.load_bits(transfer_double(n), reg(arguments.parameters[moved[n]].argument));
  for (std::uint32_t n = 0; n < arguments.parameters.size(); ++n) {
    const auto [from, argument] = arguments.parameters[n];
    if (from == From::nothing) masm_.store(reg(n), UNSUPPLIED);
    if (from != From::rest) continue;
    if (argument < arguments.count) masm_.store(reg(n), accumulator);
    else masm_.store(reg(n), NIL);
  }
  for (std::uint32_t n = 0; n < moved.size(); ++n) masm_.store_bits(reg(moved[n]), transfer_double(n));
  masm_.load(accumulator, callee_->machine_code);
  masm_.jump(accumulator);
  masm_.bind(otherwise_);
  masm_.load(operand2, &call_);
  masm_.load(accumulator, VmEntries::links(vm_).lay_out);
  masm_.jump(accumulator);
  return masm_.finish();
}

/// Checks that the frame fits into the part of the stack that is known to exist; nothing may be written above it.
void ArgumentCode::check_stack_room() {
  masm_.load_address(accumulator, reg(callee_->registers));
  masm_.branch_if(accumulator, Condition::above, masm_.at(offsets_.checked), otherwise_);
}

}  // namespace tessera
