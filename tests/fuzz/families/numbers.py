"""Numbers: integers around the limits of words, ratios, floats, complex numbers; division, bits, comparison, how they
print.

Left out because they depend on the implementation: irrational functions, MAX of different types, underflow, powers of
floats."""
import struct

from families import Case
from families.grammar import Grammar

POWERS = [0, 1, 2, 3, 7, 8, 15, 16, 23, 24, 29, 30, 31, 32, 33, 52, 53, 54, 59, 60, 61, 62, 63, 64, 65, 100, 127, 128, 129, 200]
SINGLES = """0.0 -0.0 1.0 -1.0 0.5 -0.5 1.5 2.5 -2.5 3.5 0.1 1.1 -7.25 16777216.0 16777215.0 1e7 1e10 -1e10 123456.79 9.999999e9 1e-3
 9.9e-4 1e15 3.1415927 2147483648.0 4.6116860e18 -8388607.5 8388607.5 0.33333334 4194303.75""".split()
DOUBLES = """0d0 -0d0 1d0 -1d0 0.5d0 1.5d0 -2.5d0 0.1d0 1.1d0 9007199254740992d0 9007199254740991d0 1d7 1d10 -1d22 1d23 123456789.123d0 1d-3
 9.9d-4 4.611686018427388d18 2.305843009213694d18 9.223372036854775807d18 3.141592653589793d0 4503599627370497.5d0 0.3333333333333333d0""".split()
EXTREMES = """1.7976931348623157d308 2.2250738585072014d-308 1d100 1.1754944e-38 3.4028235e38 1d21 1d16 123456.7d0 1e7 9999999.0
 9999999.9d0 0.001d0 9.999999d-4 1e-3 9.99999e-4 16777217.0 1e22""".split()


def integer(s):
    chance = s.below(10)
    if chance < 4:
        return str(s.between(-20, 20))
    if chance < 9:
        return str(s.one([1, -1]) * 2 ** s.one(POWERS) + s.between(-2, 2))
    return str(s.rng.getrandbits(s.between(1, 140)) * s.one([1, -1]))


def ratio(s):
    return f"{integer(s)}/{s.one([2, 3, 7, 10, 2 ** 30, 2 ** 62 - 1, 2 ** 64, 12345678901234567890])}"


def double(s):
    """Returns any double-float of moderate size, with all its digits."""
    value = struct.unpack("d", struct.pack("Q", s.rng.getrandbits(52) | s.between(1023 - 200, 1023 + 200) << 52 | s.rng.getrandbits(1) << 63))[0]
    return repr(value).replace("e", "d") if "e" in repr(value) else repr(value) + "d0"


def single(s):
    """Returns any single-float of moderate size."""
    value = struct.unpack("f", struct.pack("I", s.rng.getrandbits(23) | s.between(127 - 30, 127 + 30) << 23 | s.rng.getrandbits(1) << 31))[0]
    return f"(coerce {repr(value).replace('e', 'd') if 'e' in repr(value) else repr(value) + 'd0'} 'single-float)"


def decimal(s):
    """Returns decimal digits that are to be read as a double-float."""
    return f"{s.one(['', '-'])}{s.rng.getrandbits(s.between(1, 80))}.{s.rng.getrandbits(s.between(1, 70))}d{s.between(-60, 60)}"


GRAMMAR = Grammar("""
int
  6 ({+|-|*|+|-|logand|logior|logxor|logeqv|max|min} {int*1-3})
  1 ({gcd|lcm} {int*0-3})
  4 ({floor|ceiling|truncate|round|mod|rem} {int} {int})
  2 ({floor|ceiling|truncate|round} {int|rat|single|double})
  2 ({lognand|lognor|logandc1|logandc2|logorc1|logorc2} {int} {int})
  2 (ash {int} {shift})
  2 (ldb (byte {size} {size}) {int})
  2 ({dpb|deposit-field} {int} (byte {size} {size}) {int})
  1 (mask-field (byte {size} {size}) {int})
  3 ({lognot|1+|1-|abs|-|logcount|integer-length|signum} {int})
  1 (isqrt (abs {int}))
  1 (boole {boole-1|boole-2|boole-c1|boole-c2|boole-clr|boole-set|boole-and|boole-ior|boole-xor|boole-eqv|boole-orc2|boole-andc1} {int} {int})
  1 (expt {small} {size})
  1 ({numerator|denominator} {rat})
  1 (if {test} {int} {int})
  1 (let ((x {int})) (+ x (* x {int})))
  1 (let ((x {int})) (incf x {int}) (decf x) x)
  1 (let ((x {int})) (setf (ldb (byte {size} {size}) x) {int}) x)
  1 (the integer {int})
  1 (loop for i from {small} to {small} sum (* i {int}))
rat
  4 ({+|-|*|max|min} {rat*1-3})
  3 (/ {rat*1-3})
  2 ({-|abs|signum|1+|1-|rational} {rat})
  1 ({mod|rem} {rat} {rat})
  1 (expt {rat-leaf} {exponent})
  1 (rational {single|double})
  2 {int}
rat-leaf
  1 {leaf-rat}
single
  4 ({+|-|*|/} {single} {single|int|rat|single})
  1 ({+|-|*} {int} {single})
  2 ({-|abs|1+|1-|signum} {single})
  2 ({max|min} {single*1-3})
  2 ({mod|rem} {modest-single} {modest-single|modest-int})
  1 (coerce {int|rat} 'single-float)
  1 (float {int|rat|single|single})
  1 (float-sign {single} {single})
double
  4 ({+|-|*|/} {double} {double|int|rat|single})
  1 ({+|-|*} {int|single} {double})
  2 ({-|abs|1+|1-|signum} {double})
  2 ({max|min} {double*1-3})
  2 ({mod|rem} {modest-double} {modest-double|modest-single|modest-int})
  1 (coerce {int|rat|single} 'double-float)
  1 (float {int|rat} 1d0)
real
  1 {int}
  1 {rat}
  1 {single}
  1 {double}
complex
  3 ({+|-|*} {complex} {complex|rat})
  2 (/ {complex} {complex-leaf})
  1 (complex {rat} {rat})
  1 ({-|conjugate|1+|1-} {complex})
  1 (expt {complex-leaf} {exponent})
complex-leaf
  1 {leaf-complex}
test
  4 ({<|>|=|<=|>=|/=} {real*1-3})
  1 ({=|/=} {complex} {real|complex})
  2 ({evenp|oddp|zerop|minusp|plusp} {int})
  1 ({zerop|minusp|plusp} {real})
  1 ({eql|equal|equalp} {real} {real})
  1 (logtest {int} {int})
  1 (logbitp {size} {int})
  1 (typep {real} '{integer|fixnum|ratio|float|single-float|double-float|rational|bit|(integer 0 *)|(mod 256)|(unsigned-byte 64)|(signed-byte 32)|(unsigned-byte 62)})
  1 ({and|or} {test} {test})
  1 (not {test})
values
  4 ({floor|ceiling|truncate|round} {int|rat} {int|rat})
  3 ({floor|ceiling|truncate|round} {modest-single|modest-double|modest-int} {modest-single|modest-double})
  2 ({ffloor|fceiling|ftruncate|fround} {modest-int|modest-single|modest-double} {modest-int|modest-single|modest-double})
  2 ({ffloor|fceiling|ftruncate|fround} {int|rat|single|double})
  1 (integer-decode-float {single|double})
  1 (decode-float {single|double})
  1 (scale-float {leaf-moderate} {small})
  1 (parse-integer (princ-to-string {int}))
  1 (parse-integer "{  | |}{+|-|}{digits}{ x|  |y|.}" :junk-allowed {t|nil})
  1 (list (float-digits {single}) (float-radix {double}) (float-precision {double}))
  1 (list (realpart {complex|real}) (imagpart {complex}))
  2 (list {test} {test} {test})
  1 ({=|eql} (float (rationalize {leaf-float}) {leaf-float}) 1)
  2 (let ((x {real})) (declare (notinline identity)) (list (identity x) (= x (rational x)) (< x {real})))
  2 (list {int} {rat} {single} {double} {complex})
  1 (byte-size (byte {size} {size}))
  1 (list (ldb-test (byte {size} {size}) {int}) (byte-position (byte {size} {size})))
any-float
  3 (list {any-double} {any-double} (* 2 {any-double}))
  3 (let ((x {any-double}) (y {any-double})) (list (+ x y) (- x y) (* x y) (/ x y) (< x y)))
  3 (let ((x {any-single}) (y {any-single})) (list (+ x y) (- x y) (* x y) (/ x y) (< x y) x y))
  2 (let ((x {any-double})) (list (rational x) (truncate x) (round x) (floor x) (integer-decode-float x) (coerce x 'double-float)))
  2 (let ((x {any-single})) (list (rational x) (ceiling x) (multiple-value-list (integer-decode-float x)) (coerce x 'double-float) (eql x (read-from-string (prin1-to-string x)))))
  2 (let ((x {any-decimal})) (list x (prin1-to-string x) (= x (rational x))))
  2 (let ((x {leaf-rat}) (y {any-double})) (list (< x y) (= x y) (> y (floor y)) (< (rational y) y) (<= y (+ (rational y) x))))
  2 (list (coerce {int} 'double-float) (float {int} 1d0))
  1 (let ((x {any-double})) (list (+ 0d0 (ffloor x)) (+ 0d0 (fround x)) (+ 0d0 (ftruncate x)) (+ 0d0 (fceiling x))))
  1 (let ((x {any-double})) (list (sqrt (* 1d0 (expt {int-small} 2))) (abs x) (signum x) (float-sign x 2d0)))
  1 (list (isqrt (abs {int})) (expt {modest-int} 3) (exp 0) (log 1) (sin 0) (abs #c(3 4)) (phase 1) (cis 0))
  1 (format nil "~,4F ~10,3E ~A" {any-double} 1.5d0 {any-double})
  1 (multiple-value-list (ignore-errors (parse-integer {any-string-digits} :radix {base})))
wrong
  3 ({+|-|*|/|max|min|<|=|>=} {int} {junk})
  1 ({logand|logior|mod|floor|gcd} {int} {junk})
  1 ({1+|1-|-|abs|signum|evenp|zerop|lognot|integer-length|float|rational|isqrt} {junk})
  1 ({/|floor|mod|rem|truncate} {int} 0)
  1 (/ {rat} 0)
  1 ({oddp|logcount|isqrt|numerator} {single})
print
  4 (prin1-to-string {int|rat|single|double|complex})
  2 {leaf-extreme}
  2 (let ((*print-base* {base}) (*print-radix* {t|nil})) (prin1-to-string {int|rat}))
  2 (write-to-string {int|rat} :base {base} :radix {t|nil})
  2 (let ((*read-base* {base})) (read-from-string "{token}"))
  3 (read-from-string "{token|token|token|#c(1 2)|#c(1.5 2)|#C(1/2 0)}")
  2 (let ((*read-default-float-format* '{single-float|double-float})) (prin1-to-string {single|double}))
  1 (let ((*read-default-float-format* '{single-float|double-float})) (read-from-string "{floatish}"))
  2 (let ((x {leaf-extreme})) (list x (eql x (read-from-string (prin1-to-string x)))))
  2 (parse-integer "{token}" :radix {base} :junk-allowed t)
  1 (multiple-value-list (parse-integer "{token}" :start 1 :junk-allowed t))
""", {"int": integer, "rat": ratio, "single": SINGLES, "double": DOUBLES, "leaf-rat": ratio,
      "int-small": lambda s: str(s.between(0, 100000)), "any-double": double, "any-single": single, "any-decimal": decimal,
      "any-string-digits": lambda s: f'"{s.one(["", "-", "+"])}{s.rng.getrandbits(s.between(1, 200)):x}"',
      "leaf-moderate": ["1.0", "0.75", "-3.5d0", "1d0", "0.1"],
      "leaf-extreme": EXTREMES + SINGLES + DOUBLES, "leaf-float": DOUBLES + EXTREMES + SINGLES,
      "exponent": [str(n) for n in range(-5, 8)],
      "small": lambda s: str(s.between(-12, 12)), "size": lambda s: str(s.between(0, 70)), "shift": lambda s: str(s.between(-140, 80)),
      "digits": lambda s: str(s.between(0, 10 ** s.between(1, 22))),
      "base": lambda s: str(s.one([2, 3, 8, 10, 10, 16, 36, s.between(2, 36)])),
      "complex": ["#c(1 2)", "#c(1/2 -3)", "#c(0 1)", "#c(-4611686018427387904 1)", "#c(3 4)"],
      "leaf-complex": ["#c(1 2)", "#c(1/2 -3)", "#c(0 1)", "#c(3 4)", "#c(-1 -1)"],
      "junk": ["'a", "\"text\"", "#\\a", "nil", "'(1)", "#(1 2)"],
      "modest-single": ["1.0", "-1.0", "0.5", "-7.25", "2.5", "10.0", "-3.5", "0.75", "100.125"],
      "modest-double": ["1d0", "-1d0", "0.5d0", "-7.25d0", "2.5d0", "10d0", "1d10", "0.75d0", "-1000.125d0"],
      "modest-int": ["1", "-1", "2", "7", "-10", "100", "3"],
      "token": lambda s: s.one(["12", "-7", "+5", "1/2", "10.", "ff", "-ff/10", "zz", "1010", "777", "#xff", "#b101", "#o17", "#36rzz", "#3r-12/21",
                                "1.5", "1e3", "1d3", "1f3", "1s3", "1l3", "-.5", "+.5e1", "5.", "-0.0", "1.0e3", "\\\\12", "|12|",
                                "1+", "+1+", "1e", "e1", "1/2/3", "1//2", "-", "+", "1.2.3", "..a", "^5", "1_2", "0/5", "4/2", "-6/4", "007", "1E5",
                                "12abc", "1d-3", "123456789012345678901234567890", "0.1d0", "00.10", "1e+2"]),
      "floatish": ["1.5", "1e3", "1d3", "1f3", "-0.5e-2", "0.1", "3.0", "1234.125"],
      "test": ["t", "nil"], "values": ["0"], "wrong": ["(/ 1 0)"], "print": ["1"], "any-float": ["1"]},
    hidden=["any-double", "any-decimal", "int", "rat", "single", "double", "complex", "small", "size", "shift", "leaf-rat", "leaf-complex", "leaf-float", "leaf-extreme", "exponent", "modest-single", "modest-double", "modest-int",
            "junk", "leaf-moderate"])


def case(s):
    kind = s.one(["int", "int", "rat", "single", "double", "complex", "values", "values", "values", "values", "wrong", "print", "print", "print", "any-float", "any-float", "any-float"])
    return Case(GRAMMAR.text(s, kind, s.between(1, 4)))
