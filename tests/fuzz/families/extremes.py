"""Numbers near the limits of representations: fixnums of several widths, floats and their exponents, denormalized and
huge floats; conversions, exact comparisons, large bytes and shifts, and divisions, roots and powers whose results just
fit."""
from families import Case
from families.grammar import Grammar

UNANIMOUS = True  # others read denormalized floats as zero, or not at all

GRAMMAR = Grammar("""
form
  3 (list {truth*2-4})
  3 {exact}
  2 (multiple-value-list ({floor|ceiling|truncate|round} {integer} {divisor}))
  2 (multiple-value-list ({floor|ceiling|truncate|round} {float}))
  1 (multiple-value-list ({floor|truncate} {ratio} {divisor}))
  1 (multiple-value-list (integer-decode-float {float}))
  1 (multiple-value-list (decode-float {float}))
  2 (rational {float})
  1 (= {float} (rationalize {float}))
  2 (float {integer|ratio} {1.0|1d0})
  2 (coerce {integer|ratio|float} '{single-float|double-float|float})
  1 (scale-float {float} {shift})
  1 (let ((x {integer})) (setf (ldb {byte} x) {integer}) x)
  1 (let ((x {integer})) (incf x {near}) x)
  1 (parse-integer (format nil "~{b|o|d|x}" {integer}) :radix {2|8|10|16})
  1 (format nil "~{b|o|d|x|36r}" {integer})
  1 (= {integer} (read-from-string (prin1-to-string {integer})))
  1 (let ((x {float})) (eql x (read-from-string (prin1-to-string x))))
  1 (let ((x {integer}) (y {near})) (declare (type integer x y)) (list (+ x y) (- x y) (* x y) (logxor x y) (max x y) (= x y)))
exact
  3 ({+|-|*} {integer} {integer})
  2 ({+|-|*|/} {ratio|integer} {ratio})
  2 ({logand|logior|logxor|logeqv|lognand|lognor|logandc1|logandc2|logorc1|logorc2} {integer} {integer})
  2 (ash {integer} {shift})
  1 ({1+|1-|-|abs|lognot|integer-length|logcount|signum} {integer})
  1 (isqrt (abs {integer}))
  1 ({gcd|lcm} {integer} {near})
  1 ({ldb|mask-field} {byte} {integer})
  1 ({dpb|deposit-field} {near} {byte} {integer})
  1 (ldb-test {byte} {integer})
  1 (expt {base} {power})
  1 ({mod|rem} {integer} {divisor})
  1 ({numerator|denominator} (/ {integer} {divisor}))
  1 (exact-integer-sum {integer} {near})
truth
  4 ({<|>|=|<=|>=|/=} {number} {number})
  2 ({<|<=|>} {number} {number} {number})
  1 ({=|<} {float} (rational {float}))
  1 (typep {integer} '{fixnum|bignum|(unsigned-byte 64)|(signed-byte 64)|(unsigned-byte 32)|(signed-byte 62)|(integer 0 18446744073709551615)})
  1 (eql {integer} {near})
  1 ({evenp|oddp|minusp|plusp} {integer})
  1 (logbitp {bit} {integer})
number
  2 {integer}
  2 {near}
  2 {float}
  1 {ratio}
ratio
  1 (/ {integer} {divisor})
  1 {1/3|-7/9|1/18446744073709551616|(expt 2 -1074)|(expt 2 -149)|(expt 2 -1075)|(expt 10 -30)}
byte
  1 (byte {bit} {bit})
divisor
  3 {3|-3|7|10|-1|1|2|4294967296|-4294967297}
  2 {near}
integer
  5 {near}
  1 (* {near} {near})
  1 ({+|-} {near} {small})
""", {"near": ["0", "1", "-1", *[str(sign * ((1 << n) + d)) for n in (8, 16, 24, 31, 32, 53, 60, 61, 62, 63, 64, 65, 127, 128, 1023) for sign in (1, -1) for d in (-1, 0, 1)]],
      "small": ["0", "1", "-1", "2", "-2", "3"], "bit": ["0", "1", "7", "31", "32", "60", "61", "62", "63", "64", "65", "128", "200"],
      "shift": ["0", "1", "-1", "31", "-31", "60", "61", "62", "63", "64", "-60", "-61", "-62", "-63", "-64", "-65", "100", "-200"], "base": ["2", "-2", "3", "10", "-10", "1/2", "-2/3", "0", "1", "-1"],
      "power": ["0", "1", "2", "31", "61", "62", "63", "64", "-1", "-3", "100"],
      "float": ["0.0", "-0.0", "1.0", "-1.5", "1.0e-45", "1.17549435e-38", "3.4028235e38", "-3.4028235e38", "16777216.0", "16777217.0", "9.223372e18", "4.611686e18", "0.1", "0.33333334", "1.5e10",
                "0d0", "-0d0", "1d0", "4.9406564584124654d-324", "2.2250738585072014d-308", "1.7976931348623157d308", "9007199254740992d0", "9007199254740993d0", "9.223372036854775807d18",
                "4.611686018427387904d18", "0.1d0", "0.3333333333333333d0", "-2.5d0", "1d22", "1d23"]}, hidden={"near", "float"})


def case(s):
    return Case(GRAMMAR.text(s, "form", 3), ["(defun exact-integer-sum (x y) (loop repeat 3 sum (- x y)))"])
