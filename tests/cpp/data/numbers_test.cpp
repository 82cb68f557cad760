// The number tower as C++ calls it: canonical forms, limits of the machine's words, exact conversions, no aborts.

#include <charconv>
#include <cmath>
#include <limits>

#include "catch.hpp"
#include "data/numbers/float_decimal.hpp"
#include "data/numbers/float_digits.hpp"
#include "data/numbers/irrational.hpp"
#include "data/numbers/parts.hpp"
#include "data/numbers/random.hpp"
#include "data/symbols/packages.hpp"

using namespace tessera;

namespace {

/// A runtime without a VM: numbers never call Lisp.
class Numbers : public Runtime {
 public:
  Numbers() { bootstrap_symbols(*this); }
  Value call_lisp(Value, std::span<const Value>) override { return FAILED; }

  Value read(std::string_view token) { return parse_number(*this, token, 10, 's'); }
  std::string print(Value v) { return is_failed(v) ? "failed" : print_number(*this, v, 10, 's').value_or("left"); }
};

constexpr std::int64_t most = Value::most_positive_fixnum, least = Value::most_negative_fixnum;

}  // namespace

TEST_CASE("integers that fit are fixnums", "[numbers]") {
  Numbers rt;
  const Value big = make_integer(rt, most + 1);
  CHECK(is_bignum(big));
  CHECK(number_subtract(rt, big, Value::fixnum(1)) == Value::fixnum(most));
  CHECK(number_negate(rt, big) == Value::fixnum(least));
  CHECK(is_bignum(number_negate(rt, Value::fixnum(least))));
  CHECK(number_multiply(rt, big, Value::fixnum(-1)) == Value::fixnum(least));
  CHECK(number_divide(rt, big, Value::fixnum(2)) == Value::fixnum(std::int64_t{1} << 61));
}

TEST_CASE("the bounds of machine integers survive conversion", "[numbers]") {
  Numbers rt;
  for (std::int64_t n : {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(), most + 1, least - 1})
    CHECK(to_int64(make_integer(rt, n)) == n);
  const auto top = std::numeric_limits<std::uint64_t>::max();
  CHECK(to_uint64(make_unsigned(rt, top)) == top);
  CHECK_FALSE(to_int64(make_unsigned(rt, top)));
  CHECK_FALSE(to_uint64(Value::fixnum(-1)));
  CHECK(rt.print(make_integer(rt, std::numeric_limits<std::int64_t>::min())) == "-9223372036854775808");
}

TEST_CASE("division at the edge of the fixnums", "[numbers]") {
  Numbers rt;
  Value remainder;
  for (Rounding r : {Rounding::floor, Rounding::ceiling, Rounding::truncate, Rounding::round}) {
    const Value q = number_divide_integer(rt, Value::fixnum(least), Value::fixnum(-1), r, &remainder);
    CHECK(rt.print(q) == "4611686018427387904");
    CHECK(remainder == Value::fixnum(0));
  }
  const Value half = number_divide_integer(rt, Value::fixnum(1), Value::fixnum(least), Rounding::round, &remainder);
  CHECK(half == Value::fixnum(0));
  CHECK(remainder == Value::fixnum(1));
}

TEST_CASE("doubles far from 1 are boxed invisibly", "[numbers]") {
  Numbers rt;
  for (double d : {0.0, -0.0, 1e300, -1e-300, 5e-324, 1.0, std::numeric_limits<double>::max()}) {
    const Value v = rt.heap.make_double(d), w = rt.heap.make_double(d);
    CHECK(is_double(v));
    CHECK(number_eql(v, w));
    CHECK(number_hash(v) == number_hash(w));
    CHECK(double_of(v) == d);
  }
  CHECK_FALSE(number_eql(rt.heap.make_double(0.0), rt.heap.make_double(-0.0)));
  CHECK(number_equal(rt, rt.heap.make_double(0.0), rt.heap.make_double(-0.0)) == Order::equal);
}

TEST_CASE("floats print with the fewest digits and read back", "[numbers]") {
  Numbers rt;
  Value random = make_random_state(rt, 42);
  for (int i = 0; i < 20000; ++i) {
    const auto f = std::bit_cast<float>(static_cast<std::uint32_t>(next_random(random)));
    const auto d = std::bit_cast<double>(next_random(random));
    if (std::isfinite(f)) REQUIRE(number_eql(rt.read(rt.print(Value::single_float(f))), Value::single_float(f)));
    if (std::isfinite(d)) REQUIRE(number_eql(rt.read(rt.print(rt.heap.make_double(d))), rt.heap.make_double(d)));
  }
  CHECK(float_digits(Value::single_float(0.1f)).digits == "1");
  CHECK(float_digits(Value::single_float(123.45f)).exponent == 3);
  CHECK(rt.print(Value::single_float(INFINITY)) == "#<SINGLE-FLOAT-POSITIVE-INFINITY>");
}

namespace {

/// Returns the C++ library's reading, infinity if it reports overflow.
template <class F> F read_by_library(const std::string& text, bool large) {
  F value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec == std::errc::result_out_of_range) return large ? std::numeric_limits<F>::infinity() : F{0};
  return value;
}

template <class F> void check_nearest(const std::string& digits, int exponent) {
  const std::string text = digits + "e" + std::to_string(exponent);
  INFO(text);
  const FloatFormat format = sizeof(F) == sizeof(float) ? single_format : double_format;
  REQUIRE(static_cast<F>(nearest_float(digits, exponent, format)) ==
          read_by_library<F>(text, exponent + static_cast<int>(digits.size()) > 0));
}

template <class F> void check_shortest(F x) {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, x, std::chars_format::scientific).ptr;
  std::string digits(text, end);
  int exponent = std::stoi(digits.substr(digits.find('e') + 1)) + 1;
  digits.erase(digits.find('e'));
  if (digits.size() > 1) digits.erase(1, 1);
  exponent -= static_cast<int>(digits.size());
  INFO(std::string(text, end));
  const Decimal d = shortest_decimal(x);
  REQUIRE(std::to_string(d.digits) == digits);
  REQUIRE(d.exponent == exponent);
  check_nearest<F>(digits, exponent);
}

}  // namespace

TEST_CASE("conversions between floats and digits agree with the C++ library", "[numbers]") {
  Numbers rt;
  const Value random = make_random_state(rt, 7);
  for (int e = -1074; e < 1024; ++e) {
    check_shortest(std::ldexp(1.0, e));
    check_shortest(std::nextafter(std::ldexp(1.0, e), 0.0) > 0 ? std::nextafter(std::ldexp(1.0, e), 0.0) : 1.0);
    if (e >= -149 && e < 128) check_shortest(std::ldexp(1.0f, e));
  }
  check_shortest(std::numeric_limits<double>::max());
  check_shortest(std::numeric_limits<float>::max());
  for (int i = 0; i < 20000; ++i) {
    const auto f = std::fabs(std::bit_cast<float>(static_cast<std::uint32_t>(next_random(random))));
    const auto d = std::fabs(std::bit_cast<double>(next_random(random)));
    if (std::isfinite(f) && f > 0) check_shortest(f);
    if (std::isfinite(d) && d > 0) check_shortest(d);
    std::string digits = std::to_string(next_random(random)) + std::to_string(next_random(random) % 100000);
    if (i % 100 == 0) digits += std::string(790, '0') + "1";
    digits.erase(0, digits.find_first_not_of('0'));
    digits.resize(1 + next_random(random) % digits.size());
    const auto exponent = static_cast<int>(next_random(random) % 700) - 360;
    check_nearest<double>(digits, exponent);
    check_nearest<float>(digits, exponent / 8);
  }
}

TEST_CASE("digits halfway between two floats are rounded to the even one", "[numbers]") {
  // From here on, doubles are too large: 2^1024 - 2^970.
  std::string border =
      "1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179775872070963"
      "3028641669288791094655554785194040263065748867150582068190890200070838367627385484581771153176447573027"
      "0069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497792";
  check_nearest<double>(border, 0);
  CHECK(std::isinf(nearest_float(border, 0, double_format)));
  border.back() = '1';
  CHECK(nearest_float(border, 0, double_format) == std::numeric_limits<double>::max());
  check_nearest<float>("16777217", 0);
  check_nearest<float>("16777219", 0);
  check_nearest<double>("9007199254740993", 0);
  check_nearest<double>("9007199254740993" + std::string(1000, '0') + "1", -1001);
  check_nearest<double>("9007199254740993" + std::string(1000, '0'), -1000);
  check_nearest<double>("24703282292062327208", -343);
  check_nearest<double>("24703282292062327209", -343);
}

TEST_CASE("text that is not a number is read as a symbol", "[numbers]") {
  Numbers rt;
  for (const char* token : {"", "+", "-", ".", "+.", "1+", "1e", "e5", "1/", "/2", "1/2/3", "1/-2", "1.5.2", "1e5.", "--1", "1e+", "0x10"})
    CHECK(rt.read(token) == UNBOUND);
  CHECK(is_failed(rt.read("1/0")));
  CHECK(is_failed(rt.read("1e39")));
  CHECK(is_failed(rt.read("1d99999999999999999999")));
  CHECK(number_is_zero(rt.read("1d-99999999999999999999")));
  CHECK(number_is_zero(rt.read("0e99999")));
}

TEST_CASE("rationals become floats with one rounding", "[numbers]") {
  Numbers rt;
  // Halfway between two single-floats, and a little above: rounding to a double first would lose the difference.
  const Value above = rt.read("16777217000000000000001/1000000000000000");
  CHECK(to_single(rt.read("16777217")) == 16777216.0f);
  CHECK(to_single(above) == 16777218.0f);
  CHECK(to_double(rt.read("9007199254740993")) == 9007199254740992.0);
  CHECK(std::isinf(to_double(number_expt(rt, Value::fixnum(10), Value::fixnum(400)))));
  const Value tiny = number_expt(rt, Value::fixnum(2), Value::fixnum(-1074));
  CHECK(to_double(tiny) == 5e-324);
  CHECK(to_double(number_divide(rt, tiny, Value::fixnum(2))) == 0.0);
  CHECK(to_single(number_expt(rt, Value::fixnum(2), Value::fixnum(-149))) == std::numeric_limits<float>::denorm_min());
}

TEST_CASE("comparisons of floats with rationals are exact", "[numbers]") {
  Numbers rt;
  const Value third = rt.read("1/3");
  CHECK(number_compare(rt, third, Value::single_float(1.0f / 3)) == Order::less);
  CHECK(number_compare(rt, third, rt.heap.make_double(1.0 / 3)) == Order::greater);
  CHECK(number_compare(rt, Value::fixnum(most), rt.heap.make_double(0x1p62)) == Order::less);
  CHECK(number_compare(rt, rt.read("1000000000000000000000"), rt.heap.make_double(INFINITY)) == Order::less);
  CHECK(number_compare(rt, Value::fixnum(1), rt.heap.make_double(NAN)) == Order::unordered);
  CHECK(number_equal(rt, rt.heap.make_double(NAN), rt.heap.make_double(NAN)) == Order::unordered);
  CHECK(number_compare(rt, Value::fixnum(1), NIL) == Order::failed);
}

TEST_CASE("numbers that are = have the same equalp hash", "[numbers]") {
  Numbers rt;
  const Value half[] = {rt.read("1/2"), rt.read("0.5"), rt.read("0.5d0"), make_complex(rt, rt.read("0.5"), rt.read("0.0"))};
  for (Value v : half) CHECK(number_hash_equalp(v) == number_hash_equalp(half[0]));
  CHECK(number_hash_equalp(Value::single_float(-0.0f)) == number_hash_equalp(Value::fixnum(0)));
}

TEST_CASE("integers that are too large signal an error", "[numbers]") {
  Numbers rt;
  const Value ten = Value::fixnum(10), huge = number_expt(rt, ten, Value::fixnum(40));
  CHECK(is_failed(number_expt(rt, ten, number_expt(rt, ten, ten))));
  CHECK(is_failed(number_expt(rt, rt.read("2/3"), huge)));
  CHECK(is_failed(integer_shift(rt, Value::fixnum(1), Value::fixnum(1000000000000))));
  CHECK(is_failed(integer_shift(rt, Value::fixnum(-1), huge)));
  CHECK(integer_shift(rt, Value::fixnum(-1), number_negate(rt, huge)) == Value::fixnum(-1));
  const Value large = integer_shift(rt, Value::fixnum(1), Value::fixnum(600000000));
  CHECK_FALSE(is_failed(large));
  CHECK(is_failed(number_multiply(rt, large, large)));
}

TEST_CASE("a small heap refuses large integers", "[numbers]") {
  class Small : public Runtime {
   public:
    Small() : Runtime(std::size_t{32} << 20) { bootstrap_symbols(*this); }
    Value call_lisp(Value, std::span<const Value>) override { return FAILED; }
  } rt;
  CHECK(is_failed(number_expt(rt, Value::fixnum(2), Value::fixnum(200000000))));
  CHECK_FALSE(is_failed(number_expt(rt, Value::fixnum(2), Value::fixnum(200000))));
}

TEST_CASE("random states repeat when copied", "[numbers]") {
  Numbers rt;
  const Value a = make_random_state(rt, 7), b = copy_random_state(rt, a), c = make_random_state(rt);
  const std::uint64_t first = next_random(a);
  CHECK(first == next_random(b));
  CHECK(first != next_random(c));
  CHECK(next_random(a) != first);
}
