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
    : vm_(vm), offsets_(layout), call_(call), callee_(prologue_of(callee->instructions)) {
  holder_.init(asmjit::Environment::host());
  holder_.attach(&asm_);
  otherwise_ = asm_.newLabel();
}

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
    list(argument, arguments.count - argument);
  }
  if (moved.size() > max_moved) return false;
  for (std::uint32_t n = 0; n < moved.size(); ++n) asm_.movq(x86::xmm(n), reg(arguments.parameters[moved[n]].argument));
  for (std::uint32_t n = 0; n < arguments.parameters.size(); ++n) {
    const auto [from, argument] = arguments.parameters[n];
    if (from == From::nothing) asm_.mov(reg(n), static_cast<int>(UNSUPPLIED.bits()));
    if (from != From::rest) continue;
    if (argument < arguments.count) asm_.mov(reg(n), x86::rax);
    else asm_.mov(reg(n), static_cast<int>(NIL.bits()));
  }
  for (std::uint32_t n = 0; n < moved.size(); ++n) asm_.movq(reg(moved[n]), x86::xmm(n));
  asm_.mov(x86::rax, reinterpret_cast<std::uint64_t>(callee_->machine_code));
  asm_.jmp(x86::rax);
  asm_.bind(otherwise_);
  asm_.mov(x86::rcx, reinterpret_cast<std::uint64_t>(&call_));
  asm_.mov(x86::rax, reinterpret_cast<std::uint64_t>(VmEntries::links(vm_).lay_out));
  asm_.jmp(x86::rax);
  return holder_.flatten() == asmjit::kErrorOk && holder_.resolveUnresolvedLinks() == asmjit::kErrorOk && !holder_.hasUnresolvedLinks();
}

/// Checks that the frame fits into the part of the stack that is known to exist; nothing may be written above it.
void ArgumentCode::check_stack_room() {
  asm_.lea(x86::rax, reg(callee_->registers));
  asm_.cmp(x86::rax, x86::qword_ptr(jit::vm, offsets_.checked));
  asm_.ja(otherwise_);
}

/// Makes a list of these arguments in rax. Changes rcx.
void ArgumentCode::list(std::uint32_t first, std::uint32_t count) {
  constexpr auto size = static_cast<std::int32_t>(sizeof(Cons));
  asm_.mov(x86::rax, x86::qword_ptr(jit::vm, offsets_.bump));
  asm_.lea(x86::rcx, x86::ptr(x86::rax, static_cast<std::int32_t>(count) * size));
  asm_.cmp(x86::rcx, x86::qword_ptr(jit::vm, offsets_.soft_end));
  asm_.ja(otherwise_);
  asm_.mov(x86::qword_ptr(jit::vm, offsets_.bump), x86::rcx);
  asm_.add(x86::rax, cons_tag);
  for (std::uint32_t n = 0; n < count; ++n) {
    const auto cell = static_cast<std::int32_t>(n) * size - cons_tag;
    asm_.mov(x86::rcx, reg(first + n));
    asm_.mov(x86::qword_ptr(x86::rax, cell), x86::rcx);
    if (n + 1 == count) {
      asm_.mov(x86::qword_ptr(x86::rax, cell + 8), static_cast<int>(NIL.bits()));
    } else {
      asm_.lea(x86::rcx, x86::ptr(x86::rax, static_cast<std::int32_t>(n + 1) * size));
      asm_.mov(x86::qword_ptr(x86::rax, cell + 8), x86::rcx);
    }
  }
}

}  // namespace tessera
