// Logical operations on integers, and byte specifiers. Layer: builtins.
#include "builtins/chapters.hpp"
#include "data/numbers/integers.hpp"

namespace tessera {

namespace {

Value check_integers(Runtime& rt, Args a) {
  for (std::uint32_t i = 0; i < a.size(); ++i)
    if (!is_integer(a[i])) return rt.fail_type(a[i], Known::integer);
  return UNBOUND;
}

using Binary = Value (*)(Runtime&, Value, Value);

Value fold(Runtime& rt, Args a, std::int64_t start, Binary f) {
  TESSERA_TRY(check_integers(rt, a));
  Value result = Value::fixnum(start);
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    result = f(rt, result, a[i]);
    TESSERA_TRY(result);
  }
  return result;
}

Value equivalent(Runtime& rt, Value a, Value b) { return integer_boole(rt, 0b1001, a, b); }

Value logand(Runtime& rt, Args a) { return fold(rt, a, -1, integer_and); }
Value logior(Runtime& rt, Args a) { return fold(rt, a, 0, integer_or); }
Value logxor(Runtime& rt, Args a) { return fold(rt, a, 0, integer_xor); }
Value logeqv(Runtime& rt, Args a) { return fold(rt, a, -1, equivalent); }

/// Applies a logical operation of two arguments by its truth table.
template <unsigned table> Value logical(Runtime& rt, Args a) {
  TESSERA_TRY(check_integers(rt, a));
  return integer_boole(rt, table, a[0], a[1]);
}

Value lognot(Runtime& rt, Args a) {
  TESSERA_TRY(check_integers(rt, a));
  return integer_not(rt, a[0]);
}

/// Applies BOOLE, whose codes are the truth tables themselves.
Value boole(Runtime& rt, Args a) {
  TESSERA_TRY(check_integers(rt, a.from(1)));
  if (!a[0].is_fixnum() || a[0].as_fixnum() < 0 || a[0].as_fixnum() > 15) return rt.fail_index(a[0], 16);
  return integer_boole(rt, static_cast<unsigned>(a[0].as_fixnum()), a[1], a[2]);
}

Value ash(Runtime& rt, Args a) {
  TESSERA_TRY(check_integers(rt, a));
  return integer_shift(rt, a[0], a[1]);
}

Value logcount(Runtime& rt, Args a) {
  TESSERA_TRY(check_integers(rt, a));
  return make_unsigned(rt, integer_count(a[0]));
}

Value integer_length(Runtime& rt, Args a) {
  TESSERA_TRY(check_integers(rt, a));
  return make_unsigned(rt, integer_bits(a[0]));
}

Value logtest(Runtime& rt, Args a) {
  TESSERA_TRY(check_integers(rt, a));
  const Value common = integer_and(rt, a[0], a[1]);
  TESSERA_TRY(common);
  return boolean(common != Value::fixnum(0));
}

bool is_natural(Value v) { return is_integer(v) && integer_sign(v) >= 0; }

Value logbitp(Runtime& rt, Args a) {
  if (!is_natural(a[0])) return rt.fail_type(a[0], Known::unsigned_byte);
  if (!is_integer(a[1])) return rt.fail_type(a[1], Known::integer);
  const auto index = to_uint64(a[0]);
  return boolean(index ? integer_bit(a[1], *index) : integer_sign(a[1]) < 0);
}

/// Makes a byte specifier, a cons of size and position.
Value byte(Runtime& rt, Args a) {
  for (std::uint32_t i = 0; i < 2; ++i)
    if (!is_natural(a[i])) return rt.fail_type(a[i], Known::unsigned_byte);
  return rt.heap.cons(a[0], a[1]);
}

struct Byte {
  Value size, position;
};

/// Takes the byte specifier `spec` apart; FAILED if it is not one.
Value read_byte(Runtime& rt, Value spec, Byte& byte) {
  if (!spec.is_cons()) return rt.fail_type(spec, Known::cons);
  byte = {spec.as_cons()->car, spec.as_cons()->cdr};
  if (!is_natural(byte.size)) return rt.fail_type(byte.size, Known::unsigned_byte);
  if (!is_natural(byte.position)) return rt.fail_type(byte.position, Known::unsigned_byte);
  return spec;
}

Value byte_size(Runtime& rt, Args a) {
  Byte b;
  TESSERA_TRY(read_byte(rt, a[0], b));
  return b.size;
}

Value byte_position(Runtime& rt, Args a) {
  Byte b;
  TESSERA_TRY(read_byte(rt, a[0], b));
  return b.position;
}

/// Returns the lowest `size` bits of `n`.
Value low_bits(Runtime& rt, Value n, Value size) {
  const auto width = to_uint64(size);
  if (integer_sign(n) >= 0 && (!width || integer_bits(n) <= *width)) return n;
  if (!width || !room_for_bits(rt, *width)) return rt.fail_heap();
  IntegerView z(n);
  BigInteger r;
  mpz_fdiv_r_2exp(r, z, *width);
  return integer_from(rt, r);
}

Value load_byte(Runtime& rt, const Byte& b, Value n) {
  const Value down = integer_negate(rt, b.position);
  TESSERA_TRY(down);
  const Value shifted = integer_shift(rt, n, down);
  TESSERA_TRY(shifted);
  return low_bits(rt, shifted, b.size);
}

/// Returns `n` with its byte `b` replaced by the low bits of `field`: adds the difference of the two.
Value deposit(Runtime& rt, Value field, const Byte& b, Value n) {
  const Value old_bits = load_byte(rt, b, n);
  TESSERA_TRY(old_bits);
  const Value new_bits = low_bits(rt, field, b.size);
  TESSERA_TRY(new_bits);
  const Value difference = integer_subtract(rt, new_bits, old_bits);
  TESSERA_TRY(difference);
  const Value placed = integer_shift(rt, difference, b.position);
  TESSERA_TRY(placed);
  return integer_add(rt, n, placed);
}

/// Takes the integer and byte specifier of LDB and similar functions.
Value byte_arguments(Runtime& rt, Args a, Byte& b) {
  TESSERA_TRY(read_byte(rt, a[0], b));
  return check_integers(rt, a.from(1));
}

Value ldb(Runtime& rt, Args a) {
  Byte b;
  TESSERA_TRY(byte_arguments(rt, a, b));
  return load_byte(rt, b, a[1]);
}

Value ldb_test(Runtime& rt, Args a) {
  const Value bits = ldb(rt, a);
  TESSERA_TRY(bits);
  return boolean(bits != Value::fixnum(0));
}

Value mask_field(Runtime& rt, Args a) {
  Byte b;
  TESSERA_TRY(byte_arguments(rt, a, b));
  const Value bits = load_byte(rt, b, a[1]);
  TESSERA_TRY(bits);
  return integer_shift(rt, bits, b.position);
}

Value dpb(Runtime& rt, Args a) {
  Byte b;
  if (!is_integer(a[0])) return rt.fail_type(a[0], Known::integer);
  TESSERA_TRY(byte_arguments(rt, a.from(1), b));
  return deposit(rt, a[0], b, a[2]);
}

Value deposit_field(Runtime& rt, Args a) {
  Byte b;
  if (!is_integer(a[0])) return rt.fail_type(a[0], Known::integer);
  TESSERA_TRY(byte_arguments(rt, a.from(1), b));
  const Value field = load_byte(rt, b, a[0]);
  TESSERA_TRY(field);
  return deposit(rt, field, b, a[2]);
}

}  // namespace

template <> std::span<const Builtin> builtins_of<Chapter::numbers_bits>() {
  static const Builtin table[] = {
      {"LOGAND", "&rest integers", logand, "Returns the bitwise AND of INTEGERS, -1 for none."},
      {"LOGIOR", "&rest integers", logior, "Returns the bitwise inclusive OR of INTEGERS, 0 for none."},
      {"LOGXOR", "&rest integers", logxor, "Returns the bitwise exclusive OR of INTEGERS, 0 for none."},
      {"LOGEQV", "&rest integers", logeqv, "Returns the bitwise equivalence of INTEGERS, -1 for none."},
      {"LOGNAND", "integer-1 integer-2", logical<0b0111>, "Returns the complement of the AND of the two integers."},
      {"LOGNOR", "integer-1 integer-2", logical<0b0001>, "Returns the complement of the OR of the two integers."},
      {"LOGANDC1", "integer-1 integer-2", logical<0b0010>, "Returns the AND of INTEGER-2 with the complement of INTEGER-1."},
      {"LOGANDC2", "integer-1 integer-2", logical<0b0100>, "Returns the AND of INTEGER-1 with the complement of INTEGER-2."},
      {"LOGORC1", "integer-1 integer-2", logical<0b1011>, "Returns the OR of INTEGER-2 with the complement of INTEGER-1."},
      {"LOGORC2", "integer-1 integer-2", logical<0b1101>, "Returns the OR of INTEGER-1 with the complement of INTEGER-2."},
      {"LOGNOT", "integer", lognot, "Returns the bitwise complement of INTEGER."},
      {"BOOLE", "op integer-1 integer-2", boole,
       "Returns the result of the logical operation that OP, one of the BOOLE- constants, denotes."},
      {"ASH", "integer count", ash, "Returns INTEGER shifted left by COUNT bits, or right if COUNT is negative."},
      {"LOGCOUNT", "integer", logcount, "Returns the number of 1 bits of INTEGER, or of 0 bits if it is negative."},
      {"INTEGER-LENGTH", "integer", integer_length, "Returns the number of bits that INTEGER needs in two's complement, without its sign."},
      {"LOGTEST", "integer-1 integer-2", logtest, "Returns true if the two integers have a 1 bit in common."},
      {"LOGBITP", "index integer", logbitp, "Returns true if bit INDEX of INTEGER is 1; bit 0 is the lowest."},
      {"BYTE", "size position", byte, "Returns a byte specifier: SIZE bits from bit POSITION upwards."},
      {"BYTE-SIZE", "bytespec", byte_size, "Returns the number of bits that BYTESPEC stands for."},
      {"BYTE-POSITION", "bytespec", byte_position, "Returns the lowest bit that BYTESPEC stands for."},
      {"LDB", "bytespec integer", ldb, "Returns the bits of INTEGER that BYTESPEC stands for, as a natural number."},
      {"LDB-TEST", "bytespec integer", ldb_test, "Returns true if one of the bits of INTEGER that BYTESPEC stands for is 1."},
      {"MASK-FIELD", "bytespec integer", mask_field, "Returns INTEGER with all bits 0 but those that BYTESPEC stands for."},
      {"DPB", "newbyte bytespec integer", dpb,
       "Returns INTEGER with the bits that BYTESPEC stands for replaced by the lowest ones of NEWBYTE."},
      {"DEPOSIT-FIELD", "newbyte bytespec integer", deposit_field,
       "Returns INTEGER with the bits that BYTESPEC stands for taken from the same place of NEWBYTE."},
  };
  return table;
}

}  // namespace tessera
