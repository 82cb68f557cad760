// Arithmetic of integers that fit into a machine word.
#include "jit/assembler/word_arithmetic.hpp"

#include <optional>

#include "data/numbers/integers.hpp"

namespace tessera {

namespace {

__extension__ using WideNatural = unsigned __int128;

bool take(Value v, WideInteger& wide) { return (v.is_fixnum() || has_type(v, Type::bignum)) && is_narrow(v, wide); }

/// Computes modulo 2^128, which is enough under a mask of 64 bits. Returns nothing for a shift so far that the full
/// result may be too large for the heap.
template <Op op> std::optional<WideNatural> modular(WideInteger x, WideInteger y) {
  const auto m = static_cast<WideNatural>(x), n = static_cast<WideNatural>(y);
  switch (op) {
    case Op::ADD: return m + n;
    case Op::SUB: return m - n;
    case Op::MUL: return m * n;
    case Op::LOGAND: return m & n;
    case Op::LOGIOR: return m | n;
    case Op::LOGXOR: return m ^ n;
    case Op::ASH:
      if (y > 127) return {};
      if (y >= 0) return m << static_cast<int>(y);
      return static_cast<WideNatural>(x >> (y < -127 ? 127 : static_cast<int>(-y)));
    default: return {};
  }
}

/// Computes the exact result; returns nothing if it needs more than 127 bits.
template <Op op> std::optional<WideInteger> exact(WideInteger x, WideInteger y) {
  if constexpr (op == Op::MUL) {
    WideInteger product;
    return __builtin_mul_overflow(x, y, &product) ? std::nullopt : std::optional(product);
  } else if constexpr (op == Op::ASH) {
    constexpr int most = 61;  // for an operand of 65 bits
    if (y > most) return {};
  }
  return static_cast<WideInteger>(*modular<op>(x, y));
}

template <Op op> Value operate(Vm& vm, Value x, Value y) {
  WideInteger m, n;
  if (!take(x, m) || !take(y, n)) return UNBOUND;
  const auto result = exact<op>(m, n);
  return result ? integer_from_wide(vm, *result) : UNBOUND;
}

template <Op op> Value operate_masked(Vm& vm, Value x, Value y, Value mask) {
  WideInteger m, n, bits;
  if (!take(x, m) || !take(y, n) || !take(mask, bits) || bits < 0) return UNBOUND;
  const auto result = modular<op>(m, n);
  return result ? make_unsigned(vm, static_cast<std::uint64_t>(*result & static_cast<WideNatural>(bits))) : UNBOUND;
}

}  // namespace

WordOperation word_operation(Op op) {
  switch (op) {
    case Op::ADD: return &operate<Op::ADD>;
    case Op::SUB: return &operate<Op::SUB>;
    case Op::MUL: return &operate<Op::MUL>;
    case Op::LOGAND: return &operate<Op::LOGAND>;
    case Op::LOGIOR: return &operate<Op::LOGIOR>;
    case Op::LOGXOR: return &operate<Op::LOGXOR>;
    case Op::ASH: return &operate<Op::ASH>;
    default: return nullptr;
  }
}

MaskedOperation masked_operation(Op op) {
  switch (op) {
    case Op::ADD: return &operate_masked<Op::ADD>;
    case Op::SUB: return &operate_masked<Op::SUB>;
    case Op::MUL: return &operate_masked<Op::MUL>;
    case Op::ASH: return &operate_masked<Op::ASH>;
    default: return nullptr;
  }
}

}  // namespace tessera
